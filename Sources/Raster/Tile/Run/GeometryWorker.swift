// GeometryWorker: turns a range of a draw's primitives into a chunk. GeometryWorker shades vertices, sets primitives up, and bins
// their records by tile. Each worker thread has one GeometryWorker, which owns the memory for intermediate results and reuses its
// chunks. The memory and the chunks therefore stay in the processor cache of that thread.

import Memory
import Shading

package final class GeometryWorker {
    private let number: Int
    private let lanes: Int
    /// All chunks that this worker has made. `freeChunks` are the chunks that are not in use.
    private var chunks: [BinnedPrimitives] = []
    private var freeChunks: [BinnedPrimitives] = []
    private let settings = DrawRecordCache()
    private let corners = PrimitiveCorners()
    /// See VertexRows.
    private let vertices = RawStorage("GeometryWorker.vertices")
    private var vertexCapacity = 0
    private let needsClipping = Storage<Int32>("GeometryWorker.needsClipping")
    private let visible = Storage<Int32>("GeometryWorker.visible")
    private let countsMemory = Allocation(of: SetupCounts.self, count: 1, name: "GeometryWorker.counts")
    private var counts: UnsafeMutablePointer<SetupCounts> { countsMemory.elements() }
    private let scratchRows = Storage<Float>("GeometryWorker.scratchRows")
    private var clipped: ClippedTriangles?
    /// The memory in which this worker merges records.
    private let spare = RawStorage("GeometryWorker.spare", alignment: PrimitiveRecord.alignment)
    private let reportMemory = Allocation(of: KernelReport.self, count: 1, name: "GeometryWorker.report")
    private var report: UnsafeMutablePointer<KernelReport> { reportMemory.elements() }

    /// - Parameter number: The worker's number in the pool.
    package init(number: Int, lanes: Int) { self.number = number; self.lanes = lanes }
    deinit {
        reportMemory.free()
        countsMemory.free()
    }

    /// Begins a pass. Call this when no chunk is in use.
    package func begin() {
        freeChunks = chunks
        settings.forget()
        corners.forget()
    }
    /// Ends a pass and forgets everything that refers to the pass's resources.
    package func end() { settings.forget() }
    /// Takes back a chunk that is no longer needed.
    func reuse(_ chunk: BinnedPrimitives) { freeChunks.append(chunk) }

    /// Makes the chunk of a range. The geometry worker owns the chunk. The chunk exists as long as the worker; its contents are
    /// valid until `reuse` is called.
    package func process(_ range: PrimitiveRange) -> Unmanaged<BinnedPrimitives> {
        let chunk: BinnedPrimitives
        if let free = freeChunks.popLast() { chunk = free } else {
            chunk = BinnedPrimitives(owner: number)
            chunks.append(chunk)
        }
        chunk.assign(range)
        range.plan._withUnsafeGuaranteedRef { process(chunk, $0) }
        return .passUnretained(chunk)
    }

    private func process(_ chunk: BinnedPrimitives, _ plan: DrawPlan) {
        chunk.preparePlan(plan, settings)
        if plan.hasFailed { return }
        // A shader that writes memory runs for no vertex that primitives do not use.
        var loopEnd = shade(chunk, plan, exactly: plan.call.pipeline.program.linked.vertex.writesMemory)
        // If a loop ran too long, the reason may be a vertex that no primitive uses. In this case only the vertices that primitives
        // use are shaded, in a second attempt.
        if loopEnd != nil && corners.shadesRange { loopEnd = shade(chunk, plan, exactly: true) }
        if let loopEnd { return plan.fail(loopEnd: loopEnd, isFragment: false) }
        if let feedback = plan.feedback { write(feedback, chunk, plan) }
        if plan.call.pipeline.state.rasterizerDiscard { return }
        setUp(chunk, plan)
        chunk.bin()
    }

    /// Writes the chunk's primitives into the buffers of transform feedback.
    private func write(_ feedback: FeedbackRun, _ chunk: BinnedPrimitives, _ plan: DrawPlan) {
        let shaded = shaded(plan), corners = corners.corners.base, firstIndex = Int(self.corners.firstIndex), cornerCount = plan.primitives.cornerCount
        var run = 0
        for i in 0..<max(0, min(chunk.primitiveCount, feedback.writtenCount - chunk.firstPrimitive)) {
            let number = (chunk.firstPrimitive + i) % plan.primitives.perInstance
            let first = feedback.turnsTriangles ? feedback.firstCorner(of: plan.primitives.corners(number, run: &run)) : 0
            for corner in 0..<cornerCount {
                let vertex = Int(corners[3 * i + (first + corner) % cornerCount]) - firstIndex
                feedback.write(primitive: chunk.firstPrimitive + i, corner: corner) { shaded.feedback($0, of: vertex) }
            }
        }
    }

    /// Shades the chunk's vertices. Returns the index of the end instruction of a loop that ran too long; nil if all loops ended.
    private func shade(_ chunk: BinnedPrimitives, _ plan: DrawPlan, exactly: Bool) -> Int? {
        corners.collect(plan, first: chunk.firstPrimitive, count: chunk.primitiveCount, lanes: lanes, exactly: exactly)
        vertexCapacity = (corners.vertexCount + lanes - 1) / lanes * lanes
        vertices.reserve(byteCount: plan.kernels.rows.byteCount(capacity: vertexCapacity))
        report.initialize(to: KernelReport())
        KernelAccess.reads(plan.context, byteCount: plan.contextByteCount)
        KernelAccess.writes(vertices.base, byteCount: plan.kernels.rows.byteCount(capacity: vertexCapacity))
        plan.kernels.vertex(VertexArguments(context: plan.context, report: report, transform: plan.transform, numbers: corners.numbers.base,
                                            instances: corners.instances.base, count: Int32(corners.vertexCount),
                                            capacity: Int32(vertexCapacity), rows: vertices.base))
        return report.pointee.failedLoop >= 0 ? Int(report.pointee.failedLoop) : nil
    }

    // MARK: Set-up

    private func shaded(_ plan: DrawPlan) -> ShadedVertices { ShadedVertices(rows: vertices.base, capacity: vertexCapacity, layout: plan.kernels.rows) }

    private func setUp(_ chunk: BinnedPrimitives, _ plan: DrawPlan) {
        if !plan.kernels.setsTrianglesUp { return setUpScalar(chunk, plan) }
        let room = chunk.primitiveCount + SetupArguments.slack
        chunk.records.reserve(byteCount: room * plan.recordStride)
        chunk.tileRanges.reserve(room)
        needsClipping.reserve(room)
        visible.reserve(room)
        let firstRow = vertices.base - Int(corners.firstIndex) * plan.kernels.rows.stride
        plan.kernels.setUp(SetupArguments(
            corners: corners.corners.base, count: Int32(chunk.primitiveCount), provokingStep: Int32(corners.provoking.step), provoking: corners.provoking.base,
            ids: corners.ids.base, rows: firstRow, draw: plan.setup, records: chunk.records.base, tiles: chunk.tileRanges.base,
            needsClipping: needsClipping.base, visible: visible.base, counts: counts))
        chunk.recordCount = Int(counts.pointee.records)
        KernelAccess.writes(chunk.records.base, byteCount: chunk.recordCount * plan.recordStride)
        let left = Int(counts.pointee.needsClipping)
        if left > 0 { setUpClipped(chunk, plan, UnsafeBufferPointer(start: needsClipping.base, count: left)) }
    }

    /// Clips the triangles that set-up left out, sets up the clipped parts, and merges their records into the chunk's records.
    private func setUpClipped(_ chunk: BinnedPrimitives, _ plan: DrawPlan, _ list: UnsafeBufferPointer<Int32>) {
        let clipped = self.clipped ?? ClippedTriangles()
        self.clipped = clipped
        clipped.begin(plan)
        let provoking = corners.provoking, shaded = shaded(plan)
        func index(_ number: UInt32) -> Int { Int(number) - Int(corners.firstIndex) }
        for i in list {
            let n = Int(i), corner = corners.corners.base + 3 * n
            clipped.add(index(corner[0]), index(corner[1]), index(corner[2]), provoking: index(provoking.base[n * provoking.step]),
                        primitive: i, id: corners.ids.base[n], shaded, plan)
        }
        clipped.finish(plan)
        merge(clipped, chunk, plan)
    }

    /// Sets up points, lines, outlines, and polygons with a depth offset. There is no kernel for these primitives, so this function
    /// uses the code of the reference renderer.
    private func setUpScalar(_ chunk: BinnedPrimitives, _ plan: DrawPlan) {
        let stride = plan.kernels.rows.layout.stride
        let processor = PrimitiveProcessor(call: plan.call, target: plan.target)
        scratchRows.reserve(4 * stride)
        let provoking = corners.provoking, shaded = shaded(plan)
        func row(_ corner: Int, _ number: UInt32) -> VertexRow {
            let row = scratchRows.base + corner * stride
            shaded.copy(Int(number) - Int(corners.firstIndex), to: row)
            return row
        }
        var made: [(primitive: Int, record: SetupPrimitive)] = []
        for i in 0..<chunk.primitiveCount {
            let primitive = AssembledPrimitive(count: plan.primitives.cornerCount, a: 0, b: 0, c: 0, provoking: 0, id: Int(corners.ids.base[i]))
            let corner = corners.corners.base + 3 * i
            processor.process(primitive, a: row(0, corner[0]), b: row(1, corner[1]), c: row(2, corner[2]),
                             provoking: row(3, provoking.base[i * provoking.step])) { made.append((i, $0)) }
        }
        chunk.recordCount = made.count
        chunk.records.reserve(byteCount: made.count * plan.recordStride)
        for (n, one) in made.enumerated() { PrimitiveRecord.write(one.record, to: chunk.records.base + n * plan.recordStride, order: one.primitive) }
        chunk.findTiles()
    }

    /// Merges more records into the records of a chunk. Afterwards all records have the order of their primitives.
    private func merge(_ further: ClippedTriangles, _ chunk: BinnedPrimitives, _ plan: DrawPlan) {
        if further.recordCount == 0 { return }
        let stride = plan.recordStride, ownCount = chunk.recordCount, count = further.recordCount
        chunk.recordCount = ownCount + count
        defer { chunk.findTiles() }
        if ownCount == 0 { return further.exchangeRecords(chunk.records) }
        func order(_ record: UnsafeMutableRawPointer) -> Int32 { record.primitive.pointee.order }
        spare.reserve(byteCount: (ownCount + count) * stride)
        let records = chunk.records.base
        var own = 0, next = 0
        for out in 0..<(ownCount + count) {
            let a = records + own * stride, b = further.records.base + next * stride
            let isOwn = own < ownCount && (next == count || order(a) < order(b))
            (spare.base + out * stride).copyMemory(from: isOwn ? a : b, byteCount: stride)
            if isOwn { own += 1 } else { next += 1 }
        }
        chunk.records.exchange(spare)
    }
}
