// PrimitiveProbe: finds a draw's primitives that cover one pixel, or would cover the pixel without the draw's limits. PrimitiveProbe gives
// each corner of a primitive a varying of its own. This varying, the weight of the corner, is 1 at this corner and 0 at the other corners.
// Clipping and set-up treat the weights like varyings. At the pixel, the weights therefore have the bits that a shader would see.

import Memory
import Shading

final class PrimitiveProbe {
    private let x: Int, y: Int
    private let ladder: LimitLadder
    private let layout: VertexRowLayout
    /// The memory for three vertices with their weights.
    private let memory: Allocation
    private let rows: UnsafeMutablePointer<Float>
    private let positions: [(x: Int, y: Int)]
    /// Whether the draw's scissor contains the pixel.
    private let isInsideScissor: Bool
    /// The current primitive, whose vertices have weights; nil until the draw's first primitive begins.
    private var primitive: ShadedPrimitive?

    /// - Parameters:
    ///   - scissor: The draw's own scissor; nil if the draw has no scissor. The scissor of `call` itself contains the pixel.
    ///   - layout: The layout of the draw's vertices, with room for weights.
    init(x: Int, y: Int, scissor: PixelRect?, call: DrawCall, target: Framebuffer, layout: VertexRowLayout) {
        self.x = x; self.y = y; self.layout = layout
        ladder = LimitLadder(call: call, target: target, limits: [.rasterizerDiscard, .near, .far, .clipDistances, .sides, .culling])
        memory = Allocation(of: Float.self, count: 3 * layout.stride, name: "PrimitiveProbe.rows")
        rows = memory.elements()
        positions = call.pipeline.state.samplePositions(target.samples)
        isInsideScissor = scissor.map { InclusivePixelBounds($0).contains(x, y) } ?? true
    }
    deinit { memory.free() }

    /// Returns a copy of the primitive with weights; nil if the draw's scissor excludes the pixel.
    func begin(_ primitive: ShadedPrimitive) -> ShadedPrimitive? {
        var weighted = primitive
        weighted.a = row(primitive.a, 0)
        weighted.b = row(primitive.b, 1)
        weighted.c = row(primitive.c, 2)
        self.primitive = weighted
        return isInsideScissor ? weighted : nil
    }

    /// Finds the samples of the pixel that the current primitive would cover without the draw's limits, but does not cover. Calls
    /// `body` for each of these samples with the primitive after set-up, the sample, and the limit that removes the sample. The
    /// calls are in the order of the limits in the pipeline.
    /// - Parameter covered: The samples that the drawn primitive covers.
    func forEachLoss(covered: UInt32, _ body: (SetupPrimitive, Int, PipelineLoss) -> Void) {
        let all: UInt32 = 1 << UInt32(positions.count) - 1
        guard covered != all else { return }
        var left = present(0).enumerated().map { covered & 1 << UInt32($0) == 0 ? $1 : nil }
        for (number, rung) in ladder.rungs.enumerated() where left.contains(where: { $0 != nil }) {
            let now = present(number + 1)
            for sample in left.indices where now[sample] == nil {
                if let lost = left[sample] { body(lost, sample, rung.loss) }
                left[sample] = nil
            }
        }
        // No limit of the ladder removed the samples that are left. One of two reasons remains: the pixel lies outside of the scissor, or
        // the target lacks the primitive's layer.
        for sample in left.indices {
            if let lost = left[sample] { body(lost, sample, isInsideScissor ? .layerMissing : .scissorClipped) }
        }
    }

    /// Returns, for each sample, the primitive after set-up that covers the sample if the first `limitCount` limits are restored;
    /// nil if no primitive covers the sample.
    private func present(_ limitCount: Int) -> [SetupPrimitive?] {
        var found = [SetupPrimitive?](repeating: nil, count: positions.count)
        guard let primitive else { return found }
        ladder.processor(limitCount).process(primitive) { setup in
            for sample in found.indices where covers(setup, sample) { found[sample] = setup }
        }
        return found
    }
    private func covers(_ primitive: SetupPrimitive, _ sample: Int) -> Bool {
        let edges = primitive.edges, x = x * 256 + positions[sample].x, y = y * 256 + positions[sample].y
        return primitive.bounds.contains(self.x, self.y) && edges.0.value(x, y) >= 0 && edges.1.value(x, y) >= 0 && edges.2.value(x, y) >= 0
            && edges.3.map { $0.value(x, y) >= 0 } ?? true
    }
    /// Returns a copy of a vertex with the weight of its corner.
    private func row(_ row: VertexRow, _ corner: Int) -> VertexRow {
        let copy = rows + corner * layout.stride
        copy.update(from: row, count: layout.stride)
        for k in 0..<3 { copy[layout.stride - 3 + k] = k == corner ? 1 : 0 }
        return copy
    }
}
