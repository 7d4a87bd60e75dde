// DrawKernelSet: the kernels for draws of one kind. Kernels in the set need not be compiled yet.

import Kernel

/// The kernels of draws of one kind.
struct DrawKernelSet: Sendable {
    var vertex: TieredKernel
    /// The kernel of the geometry shader; nil without a geometry shader.
    var geometry: TieredKernel?
    /// The set-up kernel; nil unless the draws are filled triangles without polygon offset. Draws are possible without this kernel:
    /// see TriangleSetup.
    var setup: (kernel: TieredKernel, key: SetupKey)?
    var coverage: TieredKernel
    /// Whether draws need the coverage kernel, and whether coverage counts samples; see TileCoverage.
    var needsCoverage: Bool, countsSamplesEarly: Bool
    /// The kernel that shades quads; nil if there is nothing to shade.
    var shading: TieredKernel?
    /// The kernel that shades rectangles row by row; nil if the draws do not allow shading by rows. Draws are possible without this kernel.
    var rows: TieredKernel?

    var all: [TieredKernel] { [shading, rows, setup?.kernel, coverage, geometry, vertex].compactMap { $0 } }
    /// The kernels without which a draw is not possible. The kernels with the longest compilation come first, so that the short
    /// compilations fill the gaps. The vertex kernel comes last, because its compilation may have begun already.
    private var needed: [TieredKernel] { [shading, needsCoverage ? coverage : nil, geometry, vertex].compactMap { $0 } }
    /// The kernels that must be compiled before a draw.
    func required(by policy: TierPolicy) -> [TieredKernel] { policy.first == .optimized ? all : needed }
    /// All kernels that are compiled, before a draw or later in the background.
    func wanted(by policy: TierPolicy) -> [TieredKernel] { policy.best == .optimized ? all : needed }
}
