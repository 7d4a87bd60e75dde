// DrawKernelSet: the kernels that draws of one kind have, compiled or not.

import Kernel

/// The kernels of draws of one kind.
struct DrawKernelSet: Sendable {
    var vertex: TieredKernel
    /// For filled triangles without polygon offset; not needed, see TriangleSetup.
    var setup: (slot: TieredKernel, state: SetupKey)?
    var coverage: TieredKernel
    /// See TileCoverage.
    var needsCoverage: Bool, countsSamplesEarly: Bool
    /// Where there is something to shade.
    var shading: TieredKernel?

    var all: [TieredKernel] { [shading, setup?.slot, coverage, vertex].compactMap { $0 } }
    /// What nothing is drawn without. The slowest to compile come first, so that the quickest fill the gaps; last what may be on
    /// its way already.
    private var needed: [TieredKernel] { [shading, needsCoverage ? coverage : nil, vertex].compactMap { $0 } }
    /// What has to be there before something is drawn.
    func required(by policy: TierPolicy) -> [TieredKernel] { policy.first == .optimized ? all : needed }
    /// What is compiled in the end.
    func wanted(by policy: TierPolicy) -> [TieredKernel] { policy.best == .optimized ? all : needed }
}
