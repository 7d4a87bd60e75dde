// DrawKernels: the compiled code that one draw runs.

import Kernel
import Shading

/// The compiled code of draws of one kind, as good as it was when this was made, and the layout of what it hands on.
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
    /// Uniform blocks and vertex streams that a draw's context has.
    let blockCount: Int, fetchCount: Int
    /// Every pixel that a primitive covers gets new colours, in all attachments, whatever was there.
    let replacesColor: Bool
    let writes: ImageAspects
    /// The owners of the code.
    private let slots: DrawKernelSet

    /// - Precondition: the slots that a draw cannot be without are filled.
    init(pipeline: Pipeline, state: FragmentKey, slots: DrawKernelSet) {
        let program = pipeline.program.linked
        rows = VertexRows(layout: VertexRowLayout(program: program))
        recordStride = PrimitiveRecord.stride(varyings: program.interface.varyings.count)
        blockCount = program.interface.uniformBlocks.count; fetchCount = pipeline.fetch.count
        vertex = unsafeBitCast(slots.vertex.code!, to: VertexEntry.self)
        setup = slots.setup.map { slot, state in TriangleSetup(kernel: slot.code.map { unsafeBitCast($0, to: SetupEntry.self) }, state: state) }
        coverage = TileCoverage(kernel: slots.coverage.code.map { unsafeBitCast($0, to: CoverageEntry.self) },
                                shading: slots.shading.map { unsafeBitCast($0.code!, to: FragmentEntry.self) }, recordStride: recordStride,
                                countsSamples: slots.countsSamplesEarly)
        replacesColor = state.replacesColor(program.fragment)
        writes = state.writes
        self.slots = slots
    }
}
