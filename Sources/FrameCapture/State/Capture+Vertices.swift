// Capture+Vertices: the decoded inputs of a draw's vertex shader.

import CaptureFile
import Raster

/// One vertex of a draw.
public struct CapturedVertex: Sendable {
    /// The vertex's position, from 0, among the draw's indices, or among the draw's vertices if the draw has no indices.
    public let position: Int
    /// The vertex's value in the index buffer; nil for a draw without indices.
    public let index: Int?
    /// Whether the index is a primitive restart, which has no vertex.
    public let isRestart: Bool
    /// gl_VertexID.
    public let vertex: Int
    /// The shader's inputs.
    public let attributes: [StateEntry]
}

extension Capture {
    /// The maximum number of vertices that one call decodes.
    public static let vertexLimit = 1 << 20

    /// Returns the inputs of the vertex shader for vertices of a draw, from the contents that the buffers have when the draw runs.
    /// - Parameters:
    ///   - positions: Positions, from 0, in the draw's list of indices; if the draw has no indices, positions in the draw's list of
    ///     vertices. Positions after the end of the list are ignored.
    ///   - draw: The draw.
    ///   - frame: The draw's frame.
    ///   - instance: gl_InstanceID.
    /// - Throws: `RasterError` with `invalidArgument` for more than `vertexLimit` positions, a negative position, or an instance that the
    ///   draw does not have; `RasterError` if contents are damaged.
    public func vertices(_ positions: Range<Int>, of draw: CapturedDraw, in frame: CapturedFrame, instance: Int = 0) throws -> [CapturedVertex] {
        guard positions.lowerBound >= 0, positions.count <= Capture.vertexLimit else {
            throw RasterError(.invalidArgument, "vertices \(positions.lowerBound)..<\(positions.upperBound)", "cannot be decoded at once",
                              remedy: "use positions from 0 on, at most \(Capture.vertexLimit)")
        }
        guard (0..<max(1, draw.instanceCount)).contains(instance) else {
            throw RasterError(.invalidArgument, "instance \(instance)", "is not drawn by @\(draw.number)", remedy: "use 0 to \(max(1, draw.instanceCount) - 1)")
        }
        let replayer = try Replayer(frame, of: self, on: Device(.reference))
        try replayer.loadContents()
        var encoder = replayer.device.makeCommandEncoder(label: frame.label)
        for event in frame.events[..<draw.event] {
            if case .updateBuffer = event { try replayer.record(event, into: &encoder) }
        }
        try replayer.device.submit(encoder)
        encoder = replayer.device.makeCommandEncoder(label: frame.label)
        try encoder.render(to: replayer.framebuffers[draw.framebuffer], label: draw.name) { try replayer.record(frame.events[draw.event], into: &$0) }
        // The commands are validated before any contents are read.
        try replayer.device.prepare(encoder)
        guard case .renderPass(let pass) = encoder.commands.first, case .draw(let call) = pass.operations.first else { return [] }
        let inputs = DrawInputs(call)
        return positions.clamped(to: 0..<draw.count).map { position in
            let vertex = inputs.vertex(at: position), isRestart = inputs.isRestart(at: position)
            let attributes = isRestart ? [] : inputs.attributes(ofVertex: vertex, instance: instance).map { attribute -> StateEntry in
                let words = (0..<attribute.componentCount).map { attribute.bits[$0] }
                return StateEntry(name: attribute.name, value: attribute.type == .float ? .numbers(words.map { Float(bitPattern: $0) })
                    : attribute.type == .int ? .integers(words.map { Int(Int32(bitPattern: $0)) }) : .integers(words.map { Int($0) }))
            }
            return CapturedVertex(position: position, index: inputs.index(at: position).map { Int($0) }, isRestart: isRestart, vertex: vertex,
                                  attributes: attributes)
        }
    }
}
