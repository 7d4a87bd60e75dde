// FragmentTraits: the few facts about a program that the code of coverage depends on. Programs with the same traits share that code.

import Shading

/// The facts about a program that the code of coverage depends on.
struct FragmentTraits: Sendable, Hashable {
    var varyingCount: Int
    /// Whether the depth and stencil tests come before the shader.
    var testsEarly: Bool
    /// Whether the fragments that pass the early tests have to be shaded at all.
    var needsShading: Bool
    var hasLoops: Bool

    init(_ program: LinkedProgram, _ key: FragmentKey) {
        let module = program.fragment
        varyingCount = program.interface.varyings.count
        testsEarly = module.testsEarly(key.state, samples: key.samples)
        needsShading = !testsEarly || module.instructions.count > module.constantCount
        hasLoops = module.hasLoops
    }
}
