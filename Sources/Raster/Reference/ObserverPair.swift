// ObserverPair: two observers of the same draw. The first observer runs the shaders and provides the texture units. Both observers
// see all other events, the first observer before the second.

import Shading

package struct ObserverPair<First: DrawObserver, Second: DrawObserver>: DrawObserver {
    private let first: First
    private let second: Second
    package init(_ first: First, _ second: Second) { self.first = first; self.second = second }

    // MARK: The draw

    package var weighsVertices: Bool { first.weighsVertices || second.weighsVertices }
    package var texels: TexelLog? { first.texels }
    package func textures(of call: DrawCall) -> (vertex: any TextureSampling, fragment: any TextureSampling) { first.textures(of: call) }
    package func begin(_ call: DrawCall, target: Framebuffer, layout: VertexRowLayout) {
        first.begin(call, target: target, layout: layout)
        second.begin(call, target: target, layout: layout)
    }
    package func begin(instance: Int) {
        first.begin(instance: instance)
        second.begin(instance: instance)
    }
    /// If one of the two observers leaves the primitive out, the function returns nil, and the primitive is not drawn.
    package func begin(_ primitive: ShadedPrimitive) -> ShadedPrimitive? {
        let drawn = first.begin(primitive), both = second.begin(drawn ?? primitive)
        return drawn == nil ? nil : both
    }
    package func setUp(_ primitive: SetupPrimitive) {
        first.setUp(primitive)
        second.setUp(primitive)
    }
    package func end(_ primitive: ShadedPrimitive) {
        first.end(primitive)
        second.end(primitive)
    }

    // MARK: Vertices

    package func run(_ interpreter: Interpreter, geometry active: SIMDMask<SIMD4<Int32>>) throws { try first.run(interpreter, geometry: active) }
    package func run(_ interpreter: Interpreter, active: SIMDMask<SIMD4<Int32>>, vertices: VertexQuad) throws {
        try first.run(interpreter, active: active, vertices: vertices)
    }
    package func shaded(_ batch: VertexBatch) {
        first.shaded(batch)
        second.shaded(batch)
    }

    // MARK: Fragments

    package var lastStep: QuadStep { max(first.lastStep, second.lastStep) }
    package func missesLayer(_ primitive: SetupPrimitive) {
        first.missesLayer(primitive)
        second.missesLayer(primitive)
    }
    package func beginQuad(_ quad: FragmentQuad, of primitive: SetupPrimitive) {
        first.beginQuad(quad, of: primitive)
        second.beginQuad(quad, of: primitive)
    }
    package func lost(lane: Int, samples: UInt32, _ loss: PipelineLoss) {
        first.lost(lane: lane, samples: samples, loss)
        second.lost(lane: lane, samples: samples, loss)
    }
    package func reachedTests(lane: Int, samples: UInt32) {
        first.reachedTests(lane: lane, samples: samples)
        second.reachedTests(lane: lane, samples: samples)
    }
    package func willTest(_ test: DepthStencilTest, lane: Int, sample: Int, z: Float) {
        first.willTest(test, lane: lane, sample: sample, z: z)
        second.willTest(test, lane: lane, sample: sample, z: z)
    }
    package func didTest(_ test: DepthStencilTest, lane: Int, sample: Int) {
        first.didTest(test, lane: lane, sample: sample)
        second.didTest(test, lane: lane, sample: sample)
    }
    package func run(_ interpreter: Interpreter, fragments: FragmentQuad) throws -> SIMDMask<SIMD4<Int32>> {
        try first.run(interpreter, fragments: fragments)
    }
    package func passed(lane: Int, samples: UInt32) {
        first.passed(lane: lane, samples: samples)
        second.passed(lane: lane, samples: samples)
    }
    package func willWrite(_ merger: OutputMerger, lane: Int, sample: Int) {
        first.willWrite(merger, lane: lane, sample: sample)
        second.willWrite(merger, lane: lane, sample: sample)
    }
    package func didWrite(_ merger: OutputMerger, lane: Int, sample: Int, locals: UnsafePointer<SIMD4<UInt32>>) {
        first.didWrite(merger, lane: lane, sample: sample, locals: locals)
        second.didWrite(merger, lane: lane, sample: sample, locals: locals)
    }
    package func endQuad() {
        first.endQuad()
        second.endQuad()
    }
}
