// DrawKernelSet: the kernels that draws of one kind have, compiled or not.

import Kernel

/// The kernels of draws of one kind.
struct DrawKernelSet: Sendable {
    var vertex: TieredKernel
    /// Only for filled triangles without polygon offset. Draws can do without the kernel: see TriangleSetup.
    var setup: (kernel: TieredKernel, key: SetupKey)?
    var coverage: TieredKernel
    /// See TileCoverage.
    var needsCoverage: Bool, countsSamplesEarly: Bool
    /// nil if there is nothing to shade.
    var shading: TieredKernel?
    /// Shades rectangles row by row; nil where it may not. Draws can do without the kernel.
    var rows: TieredKernel?

    var all: [TieredKernel] { [shading, rows, setup?.kernel, coverage, vertex].compactMap { $0 } }
    /// The kernels without which nothing can be drawn. The slowest to compile come first, so that the quick ones fill the gaps; the vertex
    /// kernel comes last, since its compilation may have begun already.
    private var needed: [TieredKernel] { [shading, needsCoverage ? coverage : nil, vertex].compactMap { $0 } }
    /// The kernels that must be compiled before a draw.
    func required(by policy: TierPolicy) -> [TieredKernel] { policy.first == .optimized ? all : needed }
    /// The kernels that are compiled in the end.
    func wanted(by policy: TierPolicy) -> [TieredKernel] { policy.best == .optimized ? all : needed }
}
