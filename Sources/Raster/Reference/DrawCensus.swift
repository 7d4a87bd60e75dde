// DrawCensus: counts the vertices, primitives and samples of a draw, and counts the losses of primitives and samples by their reasons.

package final class DrawCensus: DrawObserver {
    /// The number of shaded vertices in all instances. A vertex that several primitives share counts once for each batch that shades it.
    package private(set) var vertices = 0
    /// The number of shaded vertices with a position that is not finite.
    package private(set) var verticesNotFinite = 0
    /// The number of primitives in all instances.
    package private(set) var primitives = 0
    /// For each reason, the number of primitives that cover no sample because of this reason.
    package private(set) var lostPrimitives: [PipelineLoss: Int] = [:]
    /// The number of samples that primitives cover.
    package private(set) var samples = 0
    /// For each reason, the number of covered samples that do not reach the attachments because of this reason.
    package private(set) var lostSamples: [PipelineLoss: Int] = [:]
    /// The number of samples that pass all tests.
    package private(set) var passedSamples = 0
    /// The number of passing samples whose first colour has an alpha of 0; counted only if `shadesAll` is true.
    package private(set) var transparentSamples = 0
    private let shadesAll: Bool
    private var ladder: LimitLadder?
    /// The value that `samples` had when the current primitive began.
    private var samplesBefore = 0
    /// Whether a part of the current primitive is left after clipping, culling and set-up.
    private var isThere = false
    /// Whether the target lacks the layer of the current primitive.
    private var missesLayer = false

    /// - Parameter shadesAll: Whether the fragment shader runs even if it cannot change which samples are written.
    package init(shadesAll: Bool = false) { self.shadesAll = shadesAll }

    package var weighsVertices: Bool { true }
    package var lastStep: QuadStep { shadesAll ? .output : .tests }

    package func begin(_ call: DrawCall, target: Framebuffer, layout: VertexRowLayout) { ladder = LimitLadder(call: call, target: target, limits: .all) }

    package func shaded(_ batch: VertexBatch) {
        vertices += batch.capacity
        verticesNotFinite += (0..<batch.capacity).count { !DrawCensus.isFinite(batch[$0]) }
    }

    package func begin(_ primitive: ShadedPrimitive) -> ShadedPrimitive? {
        primitives += 1
        samplesBefore = samples
        isThere = false
        missesLayer = false
        return primitive
    }
    package func setUp(_ primitive: SetupPrimitive) { isThere = true }
    package func missesLayer(_ primitive: SetupPrimitive) { missesLayer = true }
    package func end(_ primitive: ShadedPrimitive) {
        if samples != samplesBefore { return }
        lostPrimitives[missesLayer ? .layerMissing : isThere ? .coversNothing : loss(of: primitive), default: 0] += 1
    }

    package func beginQuad(_ quad: FragmentQuad, of primitive: SetupPrimitive) {
        for lane in 0..<4 { samples += quad.samples[lane].nonzeroBitCount }
    }
    package func lost(lane: Int, samples: UInt32, _ loss: PipelineLoss) {
        if samples != 0 { lostSamples[loss, default: 0] += samples.nonzeroBitCount }
    }
    package func passed(lane: Int, samples: UInt32) { passedSamples += samples.nonzeroBitCount }
    package func didWrite(_ merger: OutputMerger, lane: Int, sample: Int, locals: UnsafePointer<SIMD4<UInt32>>) {
        if merger.alphaSlot >= 0, Float(bitPattern: locals[merger.alphaSlot][lane]) == 0 { transparentSamples += 1 }
    }

    // MARK: Primitives without samples

    private static func isFinite(_ row: VertexRow) -> Bool { (0..<4).allSatisfy { row[VertexRowLayout.position + $0].isFinite } }

    /// Returns whether the three vertices of a triangle appear on one line when seen from the eye, or whether the two vertices of a line
    /// appear at one point.
    private static func isDegenerate(_ corners: [VertexRow]) -> Bool {
        let places = corners.map { SIMD3(Double($0[0]), Double($0[1]), Double($0[3])) }
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> { SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x) }
        if places.count < 2 { return false }
        let edge = cross(places[0], places[1])
        return places.count == 2 ? edge == .zero : (edge * places[2]).sum() == 0
    }

    /// Returns the reason why no part of a primitive is left after set-up.
    private func loss(of primitive: ShadedPrimitive) -> PipelineLoss {
        guard let ladder else { preconditionFailure("a draw has begun") }
        let corners = primitive.corners
        if !corners.allSatisfy(DrawCensus.isFinite) { return .notFinite }
        func isThere(_ limitCount: Int) -> Bool {
            var found = false
            ladder.processor(limitCount).process(primitive) { _ in found = true }
            return found
        }
        guard isThere(0) else {
            if corners.allSatisfy({ $0[VertexRowLayout.position + 3] <= ViewportTransform.minimumW }) { return .behindEye }
            return DrawCensus.isDegenerate(Array(corners)) ? .degenerate : .coversNothing
        }
        for (number, rung) in ladder.rungs.enumerated() where !isThere(number + 1) { return rung.loss }
        // This line is never reached: with all limits of the draw in force, no part of the primitive was left, so the loop above has
        // returned at one of the rungs (see LimitLadder).
        return .coversNothing
    }
}
