// DrawKernels: the compiled code that one draw runs.

import Kernel
import Shading
import ShadingKernel

/// The compiled code of draws of one kind, and the layout of the memory that its stages share. An object has the best code that
/// existed when the object was made; later draws get another object with better code.
package final class DrawKernels: Sendable {
    let vertex: CompiledEntry<VertexArguments>
    /// The code of the geometry shader; nil without a geometry shader.
    let geometry: CompiledEntry<GeometryArguments>?
    /// For a geometry shader: the number of bytes of a row of GeometryInputRows, and the size of EmittedRows.
    let inputStride: Int, emittedByteCount: Int
    /// The set-up of triangles; nil unless the draws are filled triangles without polygon offset.
    private let setup: TriangleSetup?
    var setsTrianglesUp: Bool { setup != nil }
    /// - Precondition: `setsTrianglesUp`.
    func setUp(_ arguments: SetupArguments) { setup!.run(arguments) }
    let coverage: TileCoverage
    let rows: VertexRows
    let recordStride: Int
    /// The number of uniform blocks and the number of vertex streams in a draw's context.
    let blockCount: Int, fetchCount: Int
    /// Whether every pixel that a primitive covers gets new colours in all attachments, and the new colours do not depend on the
    /// stored colours.
    let replacesColor: Bool
    let writes: ImageAspects
    /// Whether shaders write buffers or images, and whether the results may depend on the order in which their invocations run.
    let writesMemory: Bool, isSequential: Bool
    /// Keeps the code alive.
    private let set: DrawKernelSet

    /// - Precondition: The kernels without which a draw is not possible are compiled.
    /// - Parameter lanes: The maximum number of lanes of a kernel.
    init(pipeline: Pipeline, state: FragmentKey, set: DrawKernelSet, lanes: Int) {
        let program = pipeline.program.linked
        rows = VertexRows(layout: VertexRowLayout(program: program))
        recordStride = PrimitiveRecord.stride(varyings: program.interface.varyings.count)
        blockCount = program.interface.uniformBlocks.count; fetchCount = pipeline.fetch.count
        vertex = set.vertex.function(VertexArguments.entry)!
        geometry = set.geometry.map { $0.function(GeometryArguments.entry)! }
        inputStride = GeometryInputRows.stride(program)
        emittedByteCount = program.geometry.map {
            EmittedRows(program, $0, hasPointSize: RowKey(pipeline).hasPointSize).byteCount(lanes: lanes)
        } ?? 0
        setup = set.setup.map { kernel, key in
            TriangleSetup(kernel: kernel.function(SetupArguments.entry), state: key, joinsRectangles: RectanglePairs.canJoin(key, program))
        }
        coverage = TileCoverage(kernel: set.coverage.function(CoverageArguments.entry), shading: set.shading.map { $0.function(FragmentArguments.entry)! },
                                rows: set.rows?.function(RowsArguments.entry), recordStride: recordStride, countsSamples: set.countsSamplesEarly)
        replacesColor = state.replacesColor(program.fragment)
        writes = state.writes
        writesMemory = program.stages.contains(where: \.writesMemory)
        isSequential = writesMemory && program.stages.contains(where: \.showsOrderOfAtomics)
        self.set = set
    }
}

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

/// A draw and the framebuffer into which it draws. Both together determine the kernels that the draw needs.
package struct DrawWithTarget {
    var call: DrawCall
    var target: Framebuffer
    package init(call: DrawCall, target: Framebuffer) { self.call = call; self.target = target }
}
