// PrimitiveProbe: brings the primitives of a draw to a FragmentProbe: those that cover the probed pixel, and those that would cover it if
// something did not keep them away. It gives vertices weights of 1, which clipping and set-up treat as they treat varyings, so that the
// weights at the pixel have the bits that a shader would see.

import Memory
import Shading

final class PrimitiveProbe {
    private let probe: FragmentProbe
    private let ladder: LimitLadder
    private let layout: VertexRowLayout
    /// Room for three vertices with their weights.
    private let memory: Allocation
    private let rows: UnsafeMutablePointer<Float>
    private let positions: [(x: Int, y: Int)]
    private let samples: Int
    /// Whether the scissor of the draw lets the pixel be drawn.
    private let isInsideScissor: Bool

    /// - Parameter layout: That of the draw's vertices, with weights.
    init(_ probe: FragmentProbe, call: DrawCall, target: Framebuffer, layout: VertexRowLayout) {
        self.probe = probe; self.layout = layout
        ladder = LimitLadder(call: call, target: target, limits: [.near, .far, .clipDistances, .sides, .culling])
        memory = Allocation(of: Float.self, count: 3 * layout.stride, name: "PrimitiveProbe.rows")
        rows = memory.elements()
        samples = target.samples
        positions = samples == 4 ? SamplePositions.four : [(0, 0)]
        isInsideScissor = probe.scissor.map { PixelBounds($0).contains(probe.x, probe.y) } ?? true
    }
    deinit { memory.free() }

    /// Draws a primitive at the pixel, and notes what of it does not come so far.
    func process(_ primitive: AssembledPrimitive, a: VertexRow, b: VertexRow, c: VertexRow, provoking: VertexRow, _ frontEnd: PrimitiveProcessor,
                 _ draw: (SetupPrimitive) throws -> Void) throws {
        let corners = (weighted(a, 0), weighted(b, 1), weighted(c, 2))
        probe.covered = 0
        if isInsideScissor {
            try frontEnd.process(primitive, a: corners.0, b: corners.1, c: corners.2, provoking: provoking, draw)
        }
        func present(_ limitCount: Int) -> [SetupPrimitive?] {
            var found = [SetupPrimitive?](repeating: nil, count: samples)
            ladder.processor(limitCount).process(primitive, a: corners.0, b: corners.1, c: corners.2, provoking: provoking) { setup in
                for sample in 0..<samples where covers(setup, sample) { found[sample] = setup }
            }
            return found
        }
        let all: UInt32 = samples == 4 ? 0xF : 1
        guard probe.covered != all else { return }
        var left = present(0).enumerated().map { probe.covered & 1 << UInt32($0) == 0 ? $1 : nil }
        for (number, rung) in ladder.rungs.enumerated() where left.contains(where: { $0 != nil }) {
            let now = present(number + 1)
            for sample in 0..<samples where now[sample] == nil {
                if let lost = left[sample] { probe.note(lost, samples: 1 << UInt32(sample), rung.loss, testsEarly: nil) }
                left[sample] = nil
            }
        }
        if isInsideScissor { return }
        for sample in 0..<samples {
            if let lost = left[sample] { probe.note(lost, samples: 1 << UInt32(sample), .scissorClipped, testsEarly: nil) }
        }
    }

    /// A copy of a vertex with the weight of its corner.
    private func weighted(_ row: VertexRow, _ corner: Int) -> VertexRow {
        let copy = rows + corner * layout.stride
        copy.update(from: row, count: layout.stride)
        for k in 0..<3 { copy[layout.stride - 3 + k] = k == corner ? 1 : 0 }
        return copy
    }
    private func covers(_ primitive: SetupPrimitive, _ sample: Int) -> Bool {
        let edges = primitive.edges, x = probe.x * 256 + positions[sample].x, y = probe.y * 256 + positions[sample].y
        return primitive.bounds.contains(probe.x, probe.y) && edges.0.value(x, y) >= 0 && edges.1.value(x, y) >= 0 && edges.2.value(x, y) >= 0
            && edges.3.map { $0.value(x, y) >= 0 } ?? true
    }
}
