// Device+Compiled: a device whose code is of one form, for tests that must not depend on when the background has compiled.

import Kernel

extension Device {
    /// - Parameter isQuick: runs the code that is compiled quickly, and no other; else the optimised.
    /// Throws where kernels cannot be compiled here.
    package static func compiled(lanes: Int?, threads: Int, isQuick: Bool) throws -> Device {
        Device(renderer: try TileRenderer(lanes: lanes ?? KernelTarget.preferredLanes, threads: threads, stepLimit: Options().shaderStepLimit,
                                          cache: CodeCache(.standard), forms: isQuick ? .quick : .full))
    }
}
