import Raster
import Shading

/// The arguments of glTransformFeedbackVaryings.
struct FeedbackRequest: Hashable {
    var names: [String] = []
    var mode = GL_INTERLEAVED_ATTRIBS

    var outputs: TransformFeedbackOutputs? {
        names.isEmpty ? nil : TransformFeedbackOutputs(names, layout: mode == GL_SEPARATE_ATTRIBS ? .separate : .interleaved)
    }
}

/// One output that transform feedback writes, as glGetTransformFeedbackVarying describes it.
package struct FeedbackVarying {
    package var name: String
    package var type: GLenum
    package var size: Int

    init(_ output: TransformFeedbackLayout.Output) {
        name = output.name
        if case .array(let element, let count) = output.type { (type, size) = (element.glType, count) } else { (type, size) = (output.type.glType, 1) }
    }
}
