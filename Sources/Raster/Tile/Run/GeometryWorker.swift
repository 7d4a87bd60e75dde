// GeometryWorker: turns a range of a draw's primitives into a chunk. GeometryWorker shades vertices, runs the geometry shader if the
// program has one, sets primitives up, and bins their records by tile. Each worker thread has one GeometryWorker, which owns the memory
// for intermediate results and reuses its chunks. The memory and the chunks therefore stay in the processor cache of that thread.

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
    private let emitted: EmittedPrimitives
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
    package init(number: Int, lanes: Int) {
        self.number = number; self.lanes = lanes
        emitted = EmittedPrimitives(lanes: lanes)
    }
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
        // A vertex shader that writes memory must run only for vertices that primitives use, because its writes can be seen.
        var loopEnd = shade(chunk, plan, exactly: plan.call.pipeline.program.linked.vertex.writesMemory)
        // If a loop ran too long, the reason may be a vertex that no primitive uses. So a second attempt shades only the vertices that
        // primitives use.
        if loopEnd != nil && corners.shadesRange { loopEnd = shade(chunk, plan, exactly: true) }
        if let loopEnd { return plan.fail(.vertex, loopEnd: loopEnd) }
        guard let primitives = primitives(chunk, plan) else { return plan.fail(.geometry, loopEnd: Int(report.pointee.failedLoop)) }
        if let feedback = plan.feedback {
            write(feedback, primitives, chunk, from: chunk.firstPrimitive, plan)
        } else if plan.countsFeedback, let feedback = FeedbackRun.begin(plan.call, primitiveCount: primitives.count) {
            write(feedback, primitives, chunk, from: 0, plan)
        }
        if plan.call.pipeline.state.rasterizerDiscard { return }
        setUp(primitives, chunk, plan)
        chunk.bin()
    }

    /// Returns the primitives to draw: the chunk's primitives, or the primitives that the geometry shader emits for the chunk's primitives.
    /// Returns nil if a loop of the geometry shader ran too long.
    private func primitives(_ chunk: BinnedPrimitives, _ plan: DrawPlan) -> PrimitiveList? {
        guard let geometry = plan.geometry else { return corners.list(plan) }
        vertexCapacity = emitted.vertexCapacity(geometry, primitiveCount: chunk.primitiveCount)
        vertices.reserve(byteCount: plan.kernels.rows.byteCount(capacity: vertexCapacity))
        let list = emitted.run(plan, geometry, corners, primitiveCount: chunk.primitiveCount, rows: vertices.base, capacity: vertexCapacity, report: report)
        if report.pointee.failedLoop >= 0 { return nil }
        plan.emittedPrimitives.add(UInt64(list.count), ordering: .relaxed)
        return list
    }

    /// Writes primitives into the buffers of transform feedback.
    /// - Parameter start: The number of the first primitive among the primitives that `feedback` writes.
    private func write(_ feedback: FeedbackRun, _ primitives: PrimitiveList, _ chunk: BinnedPrimitives, from start: Int, _ plan: DrawPlan) {
        let shaded = shaded(plan), source = plan.primitives
        var run = 0
        func firstCorner(of primitive: Int) -> Int {
            if !feedback.turnsTriangles { return 0 }
            if plan.geometry == nil { return feedback.firstCorner(of: source.corners((chunk.firstPrimitive + primitive) % source.perInstance, run: &run)) }
            // Emitted primitives have different corners.
            let corner = primitives.corners + 3 * primitive, provoking = primitives.provoking.base[primitive]
            return provoking == corner[0] ? 0 : provoking == corner[1] ? 1 : 2
        }
        for i in 0..<max(0, min(primitives.count, feedback.writtenCount - start)) {
            let first = firstCorner(of: i)
            for corner in 0..<primitives.cornerCount {
                let vertex = primitives.index(primitives.corners[3 * i + (first + corner) % primitives.cornerCount])
                feedback.write(primitive: start + i, corner: corner) { shaded.feedback($0, of: vertex) }
            }
        }
    }

    /// Shades the chunk's vertices. Returns the index of the end instruction of a loop that ran too long; nil if all loops ended.
    private func shade(_ chunk: BinnedPrimitives, _ plan: DrawPlan, exactly: Bool) -> Int? {
        corners.collect(plan, first: chunk.firstPrimitive, count: chunk.primitiveCount, lanes: lanes, exactly: exactly)
        vertexCapacity = (corners.vertexCount + lanes - 1) / lanes * lanes
        let rows: UnsafeMutableRawPointer, byteCount: Int
        if plan.geometry != nil {
            rows = emitted.reserveInputs(plan, vertexCount: vertexCapacity)
            byteCount = vertexCapacity * plan.kernels.inputStride
        } else {
            byteCount = plan.kernels.rows.byteCount(capacity: vertexCapacity)
            vertices.reserve(byteCount: byteCount)
            rows = vertices.base
        }
        report.initialize(to: KernelReport())
        KernelAccess.reads(plan.context, byteCount: plan.contextByteCount)
        KernelAccess.writes(rows, byteCount: byteCount)
        plan.kernels.vertex(VertexArguments(context: plan.context, report: report, transform: plan.transform, numbers: corners.numbers.base,
                                            instances: corners.instances.base, count: Int32(corners.vertexCount),
                                            capacity: Int32(vertexCapacity), rows: rows))
        return report.pointee.failedLoop >= 0 ? Int(report.pointee.failedLoop) : nil
    }

    // MARK: Set-up

    private func shaded(_ plan: DrawPlan) -> ShadedVertices { ShadedVertices(rows: vertices.base, capacity: vertexCapacity, layout: plan.kernels.rows) }

    private func setUp(_ primitives: PrimitiveList, _ chunk: BinnedPrimitives, _ plan: DrawPlan) {
        if !plan.kernels.setsTrianglesUp { return setUpScalar(primitives, chunk, plan) }
        let room = primitives.count + SetupArguments.slack
        chunk.records.reserve(byteCount: room * plan.recordStride)
        chunk.tileRanges.reserve(room)
        needsClipping.reserve(room)
        visible.reserve(room)
        let firstRow = vertices.base - primitives.firstIndex * plan.kernels.rows.stride
        plan.kernels.setUp(SetupArguments(
            corners: primitives.corners, count: Int32(primitives.count), provokingStep: Int32(primitives.provoking.step), provoking: primitives.provoking.base,
            ids: primitives.ids, rows: firstRow, draw: plan.setup, records: chunk.records.base, tiles: chunk.tileRanges.base,
            needsClipping: needsClipping.base, visible: visible.base, counts: counts))
        chunk.recordCount = Int(counts.pointee.records)
        KernelAccess.writes(chunk.records.base, byteCount: chunk.recordCount * plan.recordStride)
        let left = Int(counts.pointee.needsClipping)
        if left > 0 { setUpClipped(primitives, chunk, plan, UnsafeBufferPointer(start: needsClipping.base, count: left)) }
    }

    /// Clips the triangles that set-up left out, sets up the clipped parts, and merges their records into the chunk's records.
    private func setUpClipped(_ primitives: PrimitiveList, _ chunk: BinnedPrimitives, _ plan: DrawPlan, _ list: UnsafeBufferPointer<Int32>) {
        let clipped = self.clipped ?? ClippedTriangles()
        self.clipped = clipped
        clipped.begin(plan)
        let shaded = shaded(plan)
        for i in list {
            let n = Int(i), corner = primitives.corners + 3 * n
            clipped.add(primitives.index(corner[0]), primitives.index(corner[1]), primitives.index(corner[2]), provoking: primitives.provokingVertex(of: n),
                        primitive: i, id: primitives.ids[n], shaded, plan)
        }
        clipped.finish(plan)
        merge(clipped, chunk, plan)
    }

    /// Sets up points, lines, outlines, and polygons with a depth offset. There is no kernel for these primitives, so this function
    /// uses the code of the reference renderer.
    private func setUpScalar(_ primitives: PrimitiveList, _ chunk: BinnedPrimitives, _ plan: DrawPlan) {
        let stride = plan.kernels.rows.layout.stride
        let processor = PrimitiveProcessor(call: plan.call, target: plan.target)
        scratchRows.reserve(4 * stride)
        let shaded = shaded(plan)
        func row(_ corner: Int, _ vertex: Int) -> VertexRow {
            let row = scratchRows.base + corner * stride
            shaded.copy(vertex, to: row)
            return row
        }
        var made: [(primitive: Int, record: SetupPrimitive)] = []
        for i in 0..<primitives.count {
            let primitive = AssembledPrimitive(count: primitives.cornerCount, a: 0, b: 0, c: 0, provoking: 0, id: Int(primitives.ids[i]))
            let corner = primitives.corners + 3 * i
            processor.process(primitive, a: row(0, primitives.index(corner[0])), b: row(1, primitives.index(corner[1])),
                             c: row(2, primitives.index(corner[2])), provoking: row(3, primitives.provokingVertex(of: i))) { made.append((i, $0)) }
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
