// DrawKernels: the compiled code that one draw runs.

import Kernel
import Shading

/// The compiled code of draws of one kind, and the layout of the memory that its stages share. The code is the best that there was when this
/// was made; later draws get another object with better code.
package final class DrawKernels: Sendable {
    let vertex: VertexEntry
    /// Only for filled triangles without polygon offset.
    private let setup: TriangleSetup?
    var setsTrianglesUp: Bool { setup != nil }
    /// - Precondition: `setsTrianglesUp`.
    func setUp(_ work: TriangleSetup.Work) -> (made: Int, left: Int) { setup!.run(work) }
    let coverage: TileCoverage
    let rows: VertexRows
    let recordStride: Int
    /// The numbers of uniform blocks and of vertex streams in a draw's context.
    let blockCount: Int, fetchCount: Int
    /// Whether every pixel that a primitive covers gets new colours in all attachments, whatever was there.
    let replacesColor: Bool
    let writes: ImageAspects
    /// Keeps the code alive.
    private let set: DrawKernelSet

    /// - Precondition: the kernels that a draw cannot do without are compiled.
    init(pipeline: Pipeline, state: FragmentKey, set: DrawKernelSet) {
        let program = pipeline.program.linked
        rows = VertexRows(layout: VertexRowLayout(program: program))
        recordStride = PrimitiveRecord.stride(varyings: program.interface.varyings.count)
        blockCount = program.interface.uniformBlocks.count; fetchCount = pipeline.fetch.count
        vertex = unsafeBitCast(set.vertex.code!, to: VertexEntry.self)
        setup = set.setup.map { kernel, key in
            TriangleSetup(kernel: kernel.code.map { unsafeBitCast($0, to: SetupEntry.self) }, state: key, joinsRectangles: RectanglePairs.canJoin(key, program))
        }
        coverage = TileCoverage(kernel: set.coverage.code.map { unsafeBitCast($0, to: CoverageEntry.self) },
                                shading: set.shading.map { unsafeBitCast($0.code!, to: FragmentEntry.self) },
                                rows: set.rows.flatMap { $0.code.map { unsafeBitCast($0, to: RowsEntry.self) } }, recordStride: recordStride,
                                countsSamples: set.countsSamplesEarly)
        replacesColor = state.replacesColor(program.fragment)
        writes = state.writes
        self.set = set
    }
}
