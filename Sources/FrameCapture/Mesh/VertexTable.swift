// VertexTable: a draw's vertices in drawing order, before and after the vertex shader.

import Raster

/// The vertices of one instance of a draw.
package struct VertexTable: Sendable {
    package struct Row: Sendable {
        /// The row's position among the draw's indices, or among the draw's vertices if the draw has no indices.
        package var position: Int
        /// The row's value in the index buffer; nil if the draw has no index buffer.
        package var index: Int?
        /// Whether the row's index is a primitive restart; a row with a primitive restart has no vertex.
        package var isRestart: Bool
        /// gl_VertexID.
        package var vertex: Int
        /// The shader's inputs, in the order of `attributes`.
        package var inputs: [StateValue]
        /// gl_Position; nil if the shader did not run.
        package var clip: SIMD4<Float>?
    }
    /// The name and the number of components of each shader input.
    package var attributes: [(name: String, componentCount: Int)] = []
    package var rows: [Row] = []
    /// The number of the draw's vertices or indices. The table has at most `rowLimit` rows.
    package var count: Int
    package static let rowLimit = 1 << 16
    package var instance: Int
}

extension Capture {
    /// Returns the first `VertexTable.rowLimit` vertices of an instance of a draw. The reference renderer runs the vertex shader.
    /// - Throws: `RasterError` with `invalidArgument` if the draw has no such instance, `unsupported` for more than 2²² vertices.
    package func vertexTable(of draw: CapturedDraw, in frame: CapturedFrame, instance: Int = 0, replacing: [ShaderReplacement] = [],
                             on device: Device = Device(.jit)) throws -> VertexTable {
        guard (0..<max(1, draw.instanceCount)).contains(instance) else {
            throw RasterError(.invalidArgument, "instance \(instance)", "is not drawn by @\(draw.number)", remedy: "use 0 to \(max(1, draw.instanceCount) - 1)")
        }
        guard draw.count <= MeshExport.limit else {
            throw RasterError(.unsupported, "the vertices of draw @\(draw.number)", "are \(draw.count), more than \(MeshExport.limit)", remedy: "look at the buffers")
        }
        var table = VertexTable(count: draw.count, instance: instance)
        let walk = DrawWalk(try Replayer(frame, of: self, on: device, replacing: replacing), stepLimit: stepLimit(on: device.options))
        try walk.run(from: draw, through: draw) { _, call, _ in
            for texture in walk.replayer.textures { try texture.prepareForHostAccess() }
            var clips: [Int: SIMD4<Float>] = [:]
            do {
                try walk.reference.forEachInstance(of: call) { mesh in
                    guard mesh.instance == instance else { return }
                    clips = Dictionary(zip(mesh.vertices, mesh.positions), uniquingKeysWith: { first, _ in first })
                    throw Found()
                }
            } catch is Found {}
            let inputs = DrawInputs(call)
            for position in 0..<min(draw.count, VertexTable.rowLimit) {
                let isRestart = inputs.isRestart(at: position), vertex = inputs.vertex(at: position)
                let attributes = isRestart ? [] : inputs.attributes(ofVertex: vertex, instance: instance)
                if table.attributes.isEmpty { table.attributes = attributes.map { ($0.name, $0.componentCount) } }
                let values = attributes.map { attribute -> StateValue in
                    let words = (0..<attribute.componentCount).map { attribute.bits[$0] }
                    switch attribute.type {
                    case .float: return .numbers(words.map { Float(bitPattern: $0) })
                    case .int: return .integers(words.map { Int(Int32(bitPattern: $0)) })
                    default: return .integers(words.map { Int($0) })
                    }
                }
                table.rows.append(.init(position: position, index: inputs.index(at: position).map { Int($0) }, isRestart: isRestart, vertex: vertex,
                                        inputs: values, clip: isRestart ? nil : clips[vertex]))
            }
            return true
        }
        return table
    }
}
/// The error that ends the iteration when the wanted instance is complete.
private struct Found: Error {}
