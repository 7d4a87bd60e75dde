// FragmentTraits: what coverage has to know of a program. Programs that have the same traits share its code.

import Shading

/// What coverage has to know of the program.
struct FragmentTraits: Sendable, Hashable {
    var varyingCount: Int
    /// Whether the depth and stencil tests come before the shader.
    var testsEarly: Bool
    /// Whether anything is left to do for what passes the early tests.
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
