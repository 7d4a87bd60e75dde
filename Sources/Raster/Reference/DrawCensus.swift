// DrawCensus: counts what becomes of everything in a draw: of vertices, of primitives, of samples.

package final class DrawCensus {
    /// Vertices that were shaded, in all instances; a vertex that several primitives share counts once where they are close to another.
    package internal(set) var vertices = 0
    /// Of these, vertices with a position that is not finite.
    package internal(set) var verticesNotFinite = 0
    /// Primitives that the vertices make, in all instances.
    package internal(set) var primitives = 0
    /// Primitives of which nothing comes to the pixels, by the reason.
    package internal(set) var lost: [PipelineLoss: Int] = [:]
    /// Samples that primitives cover.
    package internal(set) var samples = 0
    /// Samples that do not reach the attachments, by the reason.
    package internal(set) var ended: [PipelineLoss: Int] = [:]
    /// Samples that pass all tests.
    package internal(set) var passed = 0
    /// Of these, samples for which the shader's first colour has an alpha of 0; counted where `shadesAll`.
    package internal(set) var transparent = 0
    /// Whether the shader runs even where it decides nothing of what is counted otherwise.
    package let shadesAll: Bool
    package init(shadesAll: Bool = false) { self.shadesAll = shadesAll }

    func note(_ count: Int, _ loss: PipelineLoss) { if count > 0 { ended[loss, default: 0] += count } }
}

/// Brings the primitives of a draw to a census.
final class PrimitiveCensus {
    private let census: DrawCensus
    private let ladder: LimitLadder

    init(_ census: DrawCensus, call: DrawCall, target: Framebuffer) {
        self.census = census
        ladder = LimitLadder(call: call, target: target, limits: .all)
    }

    func count(_ rows: [VertexRow]) {
        census.vertices += rows.count
        census.verticesNotFinite += rows.count { !PrimitiveCensus.isFinite($0) }
    }
    private static func isFinite(_ row: VertexRow) -> Bool { (0..<4).allSatisfy { row[VertexRowLayout.position + $0].isFinite } }

    func process(_ primitive: AssembledPrimitive, a: VertexRow, b: VertexRow, c: VertexRow, provoking: VertexRow, _ frontEnd: PrimitiveProcessor,
                 _ draw: (SetupPrimitive) throws -> Void) throws {
        census.primitives += 1
        let before = census.samples
        var isThere = false
        try frontEnd.process(primitive, a: a, b: b, c: c, provoking: provoking) {
            isThere = true
            try draw($0)
        }
        if census.samples != before { return }
        census.lost[isThere ? .coversNothing : loss(primitive, a, b, c, provoking), default: 0] += 1
    }
    /// Whether all vertices lie on one line as the eye sees them, or those of a line in one place.
    private static func isDegenerate(_ corners: [VertexRow]) -> Bool {
        let places = corners.map { SIMD3(Double($0[0]), Double($0[1]), Double($0[3])) }
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> { SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x) }
        if places.count < 2 { return false }
        let edge = cross(places[0], places[1])
        return places.count == 2 ? edge == .zero : (edge * places[2]).sum() == 0
    }
    private func loss(_ primitive: AssembledPrimitive, _ a: VertexRow, _ b: VertexRow, _ c: VertexRow, _ provoking: VertexRow) -> PipelineLoss {
        let corners = [a, b, c].prefix(primitive.count)
        if !corners.allSatisfy(PrimitiveCensus.isFinite) { return .notFinite }
        func isThere(_ limitCount: Int) -> Bool {
            var found = false
            ladder.processor(limitCount).process(primitive, a: a, b: b, c: c, provoking: provoking) { _ in found = true }
            return found
        }
        guard isThere(0) else {
            if corners.allSatisfy({ $0[VertexRowLayout.position + 3] <= ViewportTransform.minimumW }) { return .behindEye }
            return PrimitiveCensus.isDegenerate(Array(corners)) ? .degenerate : .coversNothing
        }
        for (number, rung) in ladder.rungs.enumerated() where !isThere(number + 1) { return rung.loss }
        // With all limits it was not there.
        return .coversNothing
    }
}
