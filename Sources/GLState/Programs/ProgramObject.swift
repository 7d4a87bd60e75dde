import Raster
import Shading

/// A program object (OpenGL ES 3.0.6 §2.12.3).
package final class ProgramObject {
    package let name: GLuint
    package var label = ""
    /// The executable of the last successful link; nil before the first successful link. After a failed link, this executable stays in use.
    /// Swift's check for overlapping accesses is off, because setters of uniforms must be fast. Accesses never overlap, because no function
    /// is called while the property is used.
    @exclusivity(unchecked) package var executable: ProgramExecutable?
    /// Whether the last link succeeded.
    package var isLinked = false
    var log = ""
    var isValidated = false
    /// The attached shaders, in the order of attachment.
    var shaders: [ShaderObject] = []
    /// The locations that glBindAttribLocation has set. The next link uses these locations.
    var attributeBindings: [String: Int] = [:]
    /// The places that glBindFragDataLocation has set. The next link uses these places.
    var outputs = FragmentOutputs()
    /// The outputs that glTransformFeedbackVaryings has set. The next link uses these outputs.
    var feedback = FeedbackRequest()
    var isBinaryRetrievable = false
    /// Whether the next link makes a program whose stages can be used separately (GL_PROGRAM_SEPARABLE).
    var isSeparable = false
    /// The number of contexts in which the program is current, plus the number of uses in pipeline objects. A deleted program exists until
    /// this number is 0.
    var useCount = 0
    var isDeleted = false

    package init(name: GLuint) { self.name = name }

    /// The executable; nil if the last link failed. All queries about the program read this executable.
    var linked: ProgramExecutable? { isLinked ? executable : nil }
}

/// A linked program and its uniforms' values. Each successful link makes a new executable.
package final class ProgramExecutable {
    /// The program that draws; nil if there is no vertex shader.
    package let program: Program?
    /// The program of a compute shader; nil for programs that draw.
    let compute: ComputeProgram?
    let parts: ProgramParts
    /// The compiled shaders. A pipeline object links the shaders of several program objects to one program.
    let shaders: [CompiledShader]
    let isSeparable: Bool
    /// The words of the default uniform block. Swift's check for overlapping accesses is off, because setters of uniforms must be fast.
    @exclusivity(unchecked) package var uniforms: [UInt32]
    /// For each texture unit of `program.interface` (`SamplerUniform.unit`), the texture unit of OpenGL.
    package var textureUnits: [Int]
    /// For each image unit of `program.interface` (`ImageUniform.unit`), the image unit of OpenGL.
    var imageUnits: [Int]
    /// For each uniform block, the index of its buffer binding. Block number i is `program.interface.uniformBlocks[i + 1]`.
    package var blockBindings: [Int]
    /// For each storage block of `program.interface`, the index of its buffer binding.
    var storageBindings: [Int]
    /// The active attributes, with the locations that glBindAttribLocation, the shader or the linker chose. A matrix has one entry for
    /// each column, named `m[0]`, `m[1]`, ….
    package let attributes: [Attribute]
    /// A number that grows when `textureUnits` or `blockBindings` change.
    package var bindingVersion = 0
    /// The pipelines of draws with the program.
    package var pipelines = PipelineCache()
    /// Whether the vertex shader reads gl_VertexID.
    package let readsVertexID: Bool
    /// The primitives that the geometry shader reads and makes; nil without a geometry shader.
    let geometryLayout: GeometryLayout?

    /// The names, types and locations of the program's variables, for queries.
    let reflection: ProgramReflection
    /// The inputs and outputs. The list is made at its first use, because applications seldom query inputs and outputs.
    private(set) lazy var resources = ProgramResources(parts, reflection.attributes)
    /// The uniform or array element at each location.
    let places: [UniformPlace]
    /// The outputs that transform feedback writes.
    package let feedback: [FeedbackVarying]
    package let feedbackMode: GLenum
    /// The outputs that transform feedback writes, in the form that Raster's linker needs; nil without transform feedback. A later link
    /// with the stages of other programs uses this value.
    var feedbackOutputs: TransformFeedbackOutputs?

    package struct Attribute {
        package var name: String
        package var location: Int
        /// The type of a component: float, int or uint.
        package var type: ScalarType
    }

    init(program: Program? = nil, compute: ComputeProgram? = nil, parts: ProgramParts, shaders: [CompiledShader], isSeparable: Bool,
         attributes: [Attribute] = [], activeAttributes: [ActiveAttribute] = [], feedbackMode: GLenum = GL_INTERLEAVED_ATTRIBS) {
        self.compute = compute
        self.program = program; self.parts = parts; self.shaders = shaders; self.isSeparable = isSeparable
        self.attributes = attributes; self.feedbackMode = feedbackMode
        geometryLayout = program?.linked.geometry?.geometryLayout
        readsVertexID = parts.stage(.vertex)?.reads(.vertexID) ?? false
        uniforms = parts.initialUniforms
        textureUnits = Array(repeating: 0, count: parts.interface.textureUnitCount)
        for sampler in parts.interface.samplers {
            for k in 0..<sampler.count { textureUnits[sampler.unit + k] = sampler.initialUnit(ofElement: k) }
        }
        blockBindings = parts.interface.uniformBlocks.dropFirst().map { parts.bindings[String($0.name.prefix { $0 != "[" })] == nil ? 0 : $0.binding }
        imageUnits = Array(repeating: 0, count: parts.imageUnitCount)
        for image in parts.interface.images {
            for k in 0..<image.count { imageUnits[image.unit + k] = image.initialUnit(ofElement: k) }
        }
        storageBindings = parts.interface.storageBlocks.map(\.binding)
        reflection = ProgramReflection(parts, attributes: activeAttributes)
        places = reflection.places
        program?.captureLocations = reflection.locations
        compute?.captureLocations = reflection.locations
        feedback = parts.interface.transformFeedback?.buffers.flatMap(\.outputs).map(FeedbackVarying.init) ?? []
    }

    /// Returns a texture unit that active samplers of different types use; nil if no unit has such a conflict. Draws with a conflict are not
    /// allowed (OpenGL ES 3.0.6 §2.12.9). The result can change only if `bindingVersion` changes.
    package func conflictingTextureUnit() -> Int? {
        var types: [Int: GLenum] = [:]
        for sampler in parts.interface.samplers where !parts.readers(of: sampler).isEmpty {
            for unit in textureUnits[sampler.unit ..< sampler.unit + sampler.count] {
                if let other = types.updateValue(sampler.glType, forKey: unit), other != sampler.glType { return unit }
            }
        }
        return nil
    }
}
