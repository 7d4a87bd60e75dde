// DrawKernelSet: the kernels of draws of one kind, compiled or not.

import Kernel

/// The kernels of draws of one kind.
struct DrawKernelSet: Sendable {
    var vertex: TieredKernel
    /// nil unless the draws are filled triangles without polygon offset. Draws can do without the kernel: see TriangleSetup.
    var setup: (kernel: TieredKernel, key: SetupKey)?
    var coverage: TieredKernel
    /// Whether draws cannot do without the coverage kernel, and whether coverage counts samples; see TileCoverage.
    var needsCoverage: Bool, countsSamplesEarly: Bool
    /// nil if there is nothing to shade.
    var shading: TieredKernel?
    /// Shades rectangles row by row; nil if the draws do not allow that. Draws can do without the kernel.
    var rows: TieredKernel?

    var all: [TieredKernel] { [shading, rows, setup?.kernel, coverage, vertex].compactMap { $0 } }
    /// The kernels that a draw cannot do without. The slowest to compile come first, so that the quick ones fill the gaps. The
    /// vertex kernel comes last, because its compilation may have begun already.
    private var needed: [TieredKernel] { [shading, needsCoverage ? coverage : nil, vertex].compactMap { $0 } }
    /// The kernels that must be compiled before a draw.
    func required(by policy: TierPolicy) -> [TieredKernel] { policy.first == .optimized ? all : needed }
    /// The kernels that are compiled in the end.
    func wanted(by policy: TierPolicy) -> [TieredKernel] { policy.best == .optimized ? all : needed }
}
