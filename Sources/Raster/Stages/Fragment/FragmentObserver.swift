// FragmentObserver: the events of a draw's fragments. FragmentStage reports these events in the order of the pipeline.

import Shading

/// Four pixels that are shaded together. The lane of a pixel is 2·dy + dx.
package struct FragmentQuad: Sendable {
    /// The position of the lower left pixel, counted from the left and from the bottom of the target. `x` and `y` are even.
    package var x: Int
    package var y: Int
    /// The layer of the target; 0 if the target is not layered.
    package var layer: Int
    /// gl_PrimitiveID.
    package var primitive: Int
    package var instance: Int
    package var isFrontFacing: Bool
    /// The sample for which the shader runs; nil if the shader runs for whole pixels.
    package var sample: Int?
    /// The samples of each lane that may still be written: bit s belongs to sample s. A lane without samples only provides values for
    /// derivatives.
    package var samples: SIMD4<UInt32>

    package init(x: Int, y: Int, layer: Int = 0, primitive: Int, instance: Int, isFrontFacing: Bool, sample: Int?, samples: SIMD4<UInt32>) {
        self.x = x; self.y = y; self.layer = layer; self.primitive = primitive; self.instance = instance
        self.isFrontFacing = isFrontFacing; self.sample = sample; self.samples = samples
    }

    /// Returns the pixel's lane in this quad; nil if the pixel is not in the quad.
    package func lane(ofX x: Int, y: Int) -> Int? { x & ~1 == self.x && y & ~1 == self.y ? (y & 1) * 2 + (x & 1) : nil }
    /// A mask of lanes: all bits are 1 in a lane that has samples, and 0 in a lane without samples.
    package var covered: QuadUInt { QuadUInt().replacing(with: .max, where: samples .!= 0) }
}

/// The steps of a quad.
package enum QuadStep: Comparable, Sendable { case coverage, tests, output }

/// Observes the fragments of a draw. In all events, `samples` is a mask: bit s belongs to sample s of the lane's pixel. The mask may be 0.
package protocol FragmentObserver {
    /// The last step of a quad that the observer needs. The renderer leaves out the steps after `lastStep`, unless `lastStep` depends on
    /// these steps: for example, the shader may determine which samples pass the tests.
    var lastStep: QuadStep { get }
    /// Called if the target has no layer with the number of a primitive's gl_Layer. A primitive whose layer does not exist is not drawn.
    func missesLayer(_ primitive: SetupPrimitive)
    /// Called if a primitive covers samples of a quad, before the quad is tested and shaded.
    func beginQuad(_ quad: FragmentQuad, of primitive: SetupPrimitive)
    /// Called if samples of a pixel are lost. `loss` is the reason.
    func lost(lane: Int, samples: UInt32, _ loss: PipelineLoss)
    /// Called if samples of a pixel reach the depth and stencil tests. If neither the depth test nor the stencil test is on, all samples
    /// that reach the tests pass.
    func reachedTests(lane: Int, samples: UInt32)
    /// Called before a sample is tested with the depth `z`.
    func willTest(_ test: DepthStencilTest, lane: Int, sample: Int, z: Float)
    /// Called after the sample was tested and its new depth and stencil values were stored.
    func didTest(_ test: DepthStencilTest, lane: Int, sample: Int)
    /// Runs the fragment shader for all lanes, as `Interpreter.run(active:)` does. The shader's inputs are already set in the interpreter.
    /// - Returns: The lanes that were not discarded.
    func run(_ interpreter: Interpreter, fragments: FragmentQuad) throws -> SIMDMask<SIMD4<Int32>>
    /// Called if samples of a pixel pass all tests.
    func passed(lane: Int, samples: UInt32)
    /// Called before a sample is written.
    func willWrite(_ merger: OutputMerger, lane: Int, sample: Int)
    /// Called after the sample was written. `locals` has the registers of the fragment shader's local slots after the run; see
    /// `Interpreter.locals`.
    func didWrite(_ merger: OutputMerger, lane: Int, sample: Int, locals: UnsafePointer<SIMD4<UInt32>>)
    /// Called when the quad is finished, or when the shader was stopped because a loop ran too long.
    func endQuad()
}

extension FragmentObserver {
    @inline(__always) package var lastStep: QuadStep { .output }
    @inline(__always) package func missesLayer(_ primitive: SetupPrimitive) {}
    @inline(__always) package func beginQuad(_ quad: FragmentQuad, of primitive: SetupPrimitive) {}
    @inline(__always) package func lost(lane: Int, samples: UInt32, _ loss: PipelineLoss) {}
    @inline(__always) package func reachedTests(lane: Int, samples: UInt32) {}
    @inline(__always) package func willTest(_ test: DepthStencilTest, lane: Int, sample: Int, z: Float) {}
    @inline(__always) package func didTest(_ test: DepthStencilTest, lane: Int, sample: Int) {}
    @inline(__always) package func run(_ interpreter: Interpreter, fragments: FragmentQuad) throws -> SIMDMask<SIMD4<Int32>> {
        try interpreter.run(active: SIMDMask(repeating: true))
    }
    @inline(__always) package func passed(lane: Int, samples: UInt32) {}
    @inline(__always) package func willWrite(_ merger: OutputMerger, lane: Int, sample: Int) {}
    @inline(__always) package func didWrite(_ merger: OutputMerger, lane: Int, sample: Int, locals: UnsafePointer<SIMD4<UInt32>>) {}
    @inline(__always) package func endQuad() {}
}
