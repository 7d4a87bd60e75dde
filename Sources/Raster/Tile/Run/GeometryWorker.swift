// GeometryWorker: turns a range of a draw's primitives into a chunk. GeometryWorker shades vertices, runs the geometry shader if the
// program has one, sets primitives up, and bins the primitives' records by tile. Each worker thread has one GeometryWorker, which owns the
// memory for intermediate results and reuses its chunks. The memory and the chunks therefore stay in the processor cache of that thread.
//
// A chunk is a BinnedPrimitives object: the records of the range's primitives, and a bin for each tile.

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
    let scratchRows = Storage<Float>("GeometryWorker.scratchRows")
    var clipped: ClippedTriangles?
    /// The memory in which this worker merges records.
    let spare = RawStorage("GeometryWorker.spare", alignment: PrimitiveRecord.alignment)
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

    /// Begins a pass. No chunk may be in use when this function is called.
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
        // A vertex shader that writes memory must run only for vertices that primitives use, because later code may read the shader's
        // writes.
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
            // The corners that a geometry shader emits are not the corners of `source`. So the provoking corner is found in the list of
            // emitted primitives.
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

    func shaded(_ plan: DrawPlan) -> ShadedVertices { ShadedVertices(rows: vertices.base, capacity: vertexCapacity, layout: plan.kernels.rows) }

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
}

// MARK: Chunks

/// A range of a draw's primitives. A GeometryWorker makes a chunk from the range.
package struct PrimitiveRange {
    /// The plan of the range's draw. The PassBatch retains the plan.
    package let plan: Unmanaged<DrawPlan>
    package let first: Int, count: Int
    package init(plan: Unmanaged<DrawPlan>, first: Int, count: Int) { self.plan = plan; self.first = first; self.count = count }
}

/// The records of a range of a draw's primitives, and a bin for each tile. A bin has the indices of the records that may touch the tile. A
/// BinnedPrimitives object is called a chunk.
///
/// The memory of a chunk only grows, so chunks are reused. The same GeometryWorker always fills a chunk, because the chunk's memory is in
/// the cache of this worker's thread. Within a bin, records keep the order of the primitives.
package final class BinnedPrimitives: @unchecked Sendable {   // one worker at a time writes; afterwards all workers only read
    /// The batch retains the plan while the chunk is in use. The reference is unmanaged: all threads use the plan very often, and counting
    /// references to it would cost time.
    private var planReference: Unmanaged<DrawPlan>!
    var plan: DrawPlan { planReference.takeUnretainedValue() }
    private var recordStride = 0
    private var replacesColor = false
    /// The byte offset of the layer's number in a record, the rule that chooses the layer, and the number of rows of tiles in a layer; nil
    /// if all primitives go to layer 0.
    private var layers: (offset: Int, rule: PrimitiveLayer, rows: Int)?
    private(set) var writes: ImageAspects = []
    private(set) var firstPrimitive = 0
    private(set) var primitiveCount = 0
    /// Memory that the chunk lends to its plan if the chunk is the plan's only chunk.
    private let planMemory = RawStorage("BinnedPrimitives.planMemory")

    /// The primitives' records. For each record, `tileRanges` has the tiles that the record's bounds touch; see TileRange.init(packed:).
    let records = RawStorage("BinnedPrimitives.records", alignment: PrimitiveRecord.alignment)
    package var recordCount = 0
    let tileRanges = Storage<UInt32>("BinnedPrimitives.tileRanges")
    /// The range of tiles that contains the tiles of all records.
    private(set) var tiles = TileRange.empty
    /// For each tile of `tiles`, row by row, the index in `binned` at which the tile's bin begins. After these indices there is one
    /// more index: the end of the last bin.
    private let binStarts = Storage<Int32>("BinnedPrimitives.binStarts")
    private let binned = Storage<UInt32>("BinnedPrimitives.binned")
    /// The number of the GeometryWorker that owns the chunk.
    let owner: Int

    /// The minimum and the maximum number of primitives in a chunk; the last chunk of a draw may have fewer primitives. If two chunks of a
    /// mesh share vertices, both chunks shade these vertices, so with large chunks fewer vertices are shaded twice. But small chunks give
    /// work to all threads.
    package static let sizes = 768...3072

    init(owner: Int) { self.owner = owner }

    func assign(_ range: PrimitiveRange) {
        planReference = range.plan; firstPrimitive = range.first; primitiveCount = range.count
        range.plan._withUnsafeGuaranteedRef {
            recordStride = $0.recordStride; replacesColor = $0.kernels.replacesColor; writes = $0.kernels.writes
            layers = nil
            if let offset = $0.layers.recordOffset { layers = (offset, $0.layers, TileGrid($0.target).rows) }
        }
        recordCount = 0; tiles = .empty
    }

    /// If this is the only chunk of the plan, writes the plan's records into memory of the chunk. The worker that processes the chunk calls
    /// this function.
    func preparePlan(_ plan: DrawPlan, _ settings: DrawRecordCache) {
        guard primitiveCount == plan.primitives.count else { return }
        plan.fill(settings) { byteCount in
            planMemory.reserve(byteCount: byteCount)
            return planMemory.base
        }
    }

    /// Finds the tiles that the bounds of each record touch.
    func findTiles() {
        tileRanges.reserve(recordCount)
        for n in 0..<recordCount {
            let bounds = (records.base + n * recordStride).primitive.pointee.bounds
            tileRanges.base[n] = TileRange.packed(first: bounds.lowHalf, last: bounds.highHalf)
        }
    }

    // MARK: Bins

    func bin() {
        if recordCount == 0 { return }
        if let layers { return bin(layers) }
        let ranges = tileRanges.base
        var range = TileRange(packed: ranges[0])
        var differ: UInt32 = 0
        for n in 1..<recordCount { differ |= ranges[n] ^ ranges[0] }
        if differ == 0 { return binEverywhere(range) }
        for n in 1..<recordCount { range.include(TileRange(packed: ranges[n])) }
        sort(into: range) { _ in 0 }
    }

    /// Puts records into the bins of their layers. Records whose layer does not exist get into no bin.
    private func bin(_ layers: (offset: Int, rule: PrimitiveLayer, rows: Int)) {
        let records = records.base, stride = recordStride
        /// Returns the number of rows of tiles below the layer of a record; nil if the layer does not exist.
        func rowsBelow(_ n: Int) -> Int? {
            layers.rule.existing((records + n * stride).load(fromByteOffset: layers.offset, as: Int32.self)).map { $0 * layers.rows }
        }
        var range = TileRange.empty
        for n in 0..<recordCount {
            guard let below = rowsBelow(n) else { continue }
            var tiles = TileRange(packed: tileRanges.base[n])
            tiles.y0 += below
            range.include(tiles)
        }
        if range.columns > 0 { sort(into: range, rowsBelow) }
    }

    /// Puts records into the bins of `range`, which contains the tiles of all records.
    /// - Parameter rowsBelow: Returns the number of rows of tiles below the layer of a record; nil if the record gets into no bin.
    @inline(__always)
    private func sort(into range: TileRange, _ rowsBelow: (Int) -> Int?) {
        let ranges = tileRanges.base, records = records.base, stride = recordStride
        tiles = range
        let columns = range.columns, tileCount = columns * range.rows
        let origin = range.y0 * columns + range.x0
        binStarts.reserve(tileCount + 1)
        let starts = binStarts.base
        for t in 0...tileCount { starts[t] = 0 }
        // The following code is a counting sort: count, add up, distribute. A counting sort keeps the order of the records within each
        // tile.
        @inline(__always) func forEachTile(_ n: Int, _ body: (Int) -> Void) {
            guard let below = rowsBelow(n) else { return }
            let r = TileRange(packed: ranges[n])
            let first = (below + r.y0) * columns + r.x0 - origin
            if r.columns == 1 && r.rows == 1 { return body(first) }
            if r.columns == 1 || r.rows == 1 {
                for y in 0..<r.rows { for x in 0..<r.columns { body(first + y * columns + x) } }
                return
            }
            var touched = TileOverlap(records + n * stride, r)
            for y in 0..<r.rows { for x in touched.nextRow(columns: r.columns) { body(first + y * columns + x) } }
        }
        for n in 0..<recordCount { forEachTile(n) { starts[$0] += 1 } }
        var sum: Int32 = 0
        for t in 0..<tileCount { let n = starts[t]; starts[t] = sum; sum += n }
        binned.reserve(Int(sum))
        let binned = binned.base
        for n in 0..<recordCount {
            forEachTile(n) {
                binned[Int(starts[$0])] = UInt32(truncatingIfNeeded: n)
                starts[$0] += 1
            }
        }
        // Each start index has moved to the end of its bin, where the next bin starts. This loop moves the start indices back.
        for t in Swift.stride(from: tileCount, through: 1, by: -1) { starts[t] = starts[t - 1] }
        starts[0] = 0
    }

    /// Puts records into bins if all records touch the same tiles.
    private func binEverywhere(_ range: TileRange) {
        tiles = range
        let tileCount = range.columns * range.rows
        binStarts.reserve(tileCount + 1)
        binned.reserve(tileCount * recordCount)
        for t in 0...tileCount { binStarts.base[t] = Int32(truncatingIfNeeded: t * recordCount) }
        for t in 0..<tileCount { for n in 0..<recordCount { binned.base[t * recordCount + n] = UInt32(truncatingIfNeeded: n) } }
    }

    /// Calls `body` for each tile whose bin is not empty. The rows of a layer's tiles follow the rows of the layer below.
    @inline(__always)
    package func forEachTile(_ body: (_ x: Int, _ y: Int) -> Void) {
        var t = 0
        for y in tiles.y0..<tiles.y0 + tiles.rows {
            for x in tiles.x0..<tiles.x0 + tiles.columns {
                if binStarts.base[t] != binStarts.base[t + 1] { body(x, y) }
                t += 1
            }
        }
    }

    /// Whether the chunk certainly replaces the colours of all pixels of a tile, because the first primitive in the tile's bin
    /// covers the whole tile. The tile's bin must not be empty.
    func replacesColor(_ x: Int, _ y: Int, _ pixels: InclusivePixelBounds) -> Bool {
        guard replacesColor else { return false }
        let t = (y - tiles.y0) * tiles.columns + (x - tiles.x0)
        let record = records.base + Int(binned.base[Int(binStarts.base[t])]) * recordStride
        let bounds = SIMD4<Int>(truncatingIfNeeded: record.primitive.pointee.bounds)
        guard bounds[0] <= pixels.minX, bounds[1] <= pixels.minY, bounds[2] >= pixels.maxX, bounds[3] >= pixels.maxY else { return false }
        return (0..<4).allSatisfy { edge in
            let fields = record.primitive, a = Int(fields.pointee.a[edge]), b = Int(fields.pointee.b[edge]), c = Int(fields.pointee.c[edge])
            return 256 * (a * (a < 0 ? pixels.maxX : pixels.minX) + b * (b < 0 ? pixels.maxY : pixels.minY)) + c >= 0
        }
    }

    /// Returns the bin of a tile. The bin must not be empty.
    package func tileBin(_ x: Int, _ y: Int) -> TileBin {
        let t = (y - tiles.y0) * tiles.columns + (x - tiles.x0)
        let start = Int(binStarts.base[t])
        return TileBin(records: records.base, indices: binned.base + start, count: Int(binStarts.base[t + 1]) - start)
    }
    func isOfSameDraw(as other: BinnedPrimitives) -> Bool { planReference.toOpaque() == other.planReference.toOpaque() }
    /// Draws bins of one tile of a layer. The bins belong to this chunk and to other chunks of the same draw.
    func draw(_ bins: UnsafeBufferPointer<TileBin>, layer: Int, _ pixels: InclusivePixelBounds, _ depthBounds: UnsafeMutablePointer<DepthBounds>,
              report: UnsafeMutablePointer<KernelReport>) {
        planReference._withUnsafeGuaranteedRef { $0.draw(bins, layer: layer, pixels, depthBounds, report: report) }
    }
}

/// For each edge function of a record, the greatest value in a tile. If one of these values is negative, the primitive misses the tile.
struct TileOverlap {
    private var start: (Int, Int, Int, Int)
    private let right: (Int, Int, Int, Int)
    private let up: (Int, Int, Int, Int)

    /// - Parameter range: The tiles that the record's bounds touch.
    init(_ record: UnsafeRawPointer, _ range: TileRange) {
        let size = 256 * TileGrid.tileSize
        // Samples lie up to half a pixel from the pixel centres.
        let reach = 128, x = range.x0 * size, y = range.y0 * size
        func edge(_ k: Int) -> (start: Int, right: Int, up: Int) {
            let a = Int(record.primitive.pointee.a[k])
            let b = Int(record.primitive.pointee.b[k])
            let c = Int(record.primitive.pointee.c[k])
            let farX = a < 0 ? x - reach : x + size - 256 + reach, farY = b < 0 ? y - reach : y + size - 256 + reach
            return (a &* farX &+ b &* farY &+ c, a &* size, b &* size)
        }
        let (e0, e1, e2, e3) = (edge(0), edge(1), edge(2), edge(3))
        start = (e0.start, e1.start, e2.start, e3.start)
        right = (e0.right, e1.right, e2.right, e3.right)
        up = (e0.up, e1.up, e2.up, e3.up)
    }

    /// Returns the columns of the touched tiles in the current row, and continues with the row above. The columns are
    /// consecutive, because primitives are convex.
    @inline(__always)
    mutating func nextRow(columns: Int) -> Range<Int> {
        var value = start
        var first = 0
        while first < columns && (value.0 | value.1 | value.2 | value.3) < 0 {
            value.0 &+= right.0; value.1 &+= right.1; value.2 &+= right.2; value.3 &+= right.3
            first += 1
        }
        var end = first
        while end < columns && (value.0 | value.1 | value.2 | value.3) >= 0 {
            value.0 &+= right.0; value.1 &+= right.1; value.2 &+= right.2; value.3 &+= right.3
            end += 1
        }
        start.0 &+= up.0; start.1 &+= up.1; start.2 &+= up.2; start.3 &+= up.3
        return first..<end
    }
}
