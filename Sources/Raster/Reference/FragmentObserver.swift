// FragmentObserver: how one looks at fragments while the reference renderer makes them. FragmentProbe sees all that happens to one
// pixel, FragmentCounter how often something happens to each pixel. Without an observer none of this costs more than a comparison.

import Shading

protocol FragmentObserver: AnyObject {
    /// Number of the instance that is drawn. The draw sets it.
    var instance: Int { get set }
    /// Whether a quad that is covered has to be tested, shaded and written at all.
    var needsShading: Bool { get }
    /// Whether the colours of this pixel are wanted: what was written, and what was there before.
    func seesColors(x: Int, y: Int) -> Bool

    /// A primitive covers samples of the quad whose lower left pixel is (x, y): bit s of a lane stands for sample s.
    func begin(_ primitive: SetupPrimitive, x: Int, y: Int, covered: SIMD4<UInt32>)
    /// All that becomes of that quad has been told.
    func end()
    /// The numbers that a sample's depth and stencil tests are about to compare.
    func note(_ tests: ProbedFragment.Tests, x: Int, y: Int, sample: Int)
    /// The end of samples of a pixel.
    func note(_ primitive: SetupPrimitive, x: Int, y: Int, samples: UInt32, _ outcome: ProbedFragment.Outcome, testsEarly: Bool, colors: [ProbedFragment.Color])
    /// Runs the fragment shader for the quad. `lanes` has the samples of each pixel that it runs for; pixels without any only help.
    func run(_ interpreter: Interpreter, lanes: SIMD4<UInt32>) throws -> SIMDMask<SIMD4<Int32>>
    /// The textures that the fragment shader of the next draw reads.
    func watching(_ textures: TextureUnits, _ bindings: [TextureBinding?]) -> any TextureSampling
}

extension FragmentObserver {
    var needsShading: Bool { true }
    func begin(_ primitive: SetupPrimitive, x: Int, y: Int, covered: SIMD4<UInt32>) {}
    func end() {}
    func run(_ interpreter: Interpreter, lanes: SIMD4<UInt32>) throws -> SIMDMask<SIMD4<Int32>> { try interpreter.run(active: SIMDMask(repeating: true)) }
    func watching(_ textures: TextureUnits, _ bindings: [TextureBinding?]) -> any TextureSampling { textures }
}
