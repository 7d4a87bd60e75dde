import Raster

/// The pipelines of an executable, by vertex layout and state.
package struct PipelineCache {
    private struct Layout {
        /// For each attribute of the executable, the key of the attribute's array; see `VertexAttributeArray.layoutKey`.
        var keys: [VertexAttributeArray.LayoutKey]
        var layout: VertexLayout
        var pipelines: [RasterState: Pipeline] = [:]
    }
    /// The layouts. The first element is the layout of the last draw.
    private var layouts: [Layout] = []
    /// The maximum number of layouts that are kept. If a program uses more layouts, some pipelines must be made again.
    private static var largestCount: Int { 64 }

    package init() {}

    package mutating func pipeline(_ executable: ProgramExecutable, _ program: Program, _ arrays: VertexArrayObject, _ state: RasterState,
                                    device: Device) throws(GLError) -> Pipeline {
        let keys = executable.attributes.map { arrays.arrays[$0.location].layoutKey }
        if let place = layouts.firstIndex(where: { $0.keys == keys }) {
            if place != 0 { layouts.swapAt(0, place) }
        } else {
            if layouts.count >= Self.largestCount { layouts.removeLast() }
            layouts.insert(Layout(keys: keys, layout: VertexLayout(executable, arrays)), at: 0)
        }
        if let known = layouts[0].pipelines[state] { return known }
        let layout = layouts[0].layout
        let made = try GLError.rethrowing { try device.makePipeline(program: program, vertexLayout: layout, state: state) }
        layouts[0].pipelines[state] = made
        return made
    }
}

extension VertexLayout {
    /// Creates the layout of the enabled arrays. The slot of an array is the location of the array's attribute. If the array of an
    /// attribute is disabled, draws set the attribute's current value. An attribute whose array has the wrong kind of numbers, such as
    /// floats for an integer, reads (0, 0, 0, 1). OpenGL allows this value (OpenGL ES 3.0.6 §2.8).
    fileprivate init(_ executable: ProgramExecutable, _ vertexArray: VertexArrayObject) {
        self = .none
        for attribute in executable.attributes {
            let array = vertexArray.arrays[attribute.location]
            guard array.isEnabled, array.isInteger == (attribute.type != .float) else {
                constants[attribute.name] = SIMD4(0, 0, 0, 1)
                continue
            }
            while buffers.count <= attribute.location { buffers.append(VertexBufferLayout(stride: 0)) }
            buffers[attribute.location] = VertexBufferLayout(stride: array.effectiveStride, divisor: array.divisor)
            attributes.append(VertexAttribute(attribute.name, array.format, slot: attribute.location))
        }
    }
}
