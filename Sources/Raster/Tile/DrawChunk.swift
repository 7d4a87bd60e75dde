// DrawChunk: a run of a draw's primitives, processed by one worker from vertex numbers to records binned by tile.
//
// Owns its memory, which only grows, so chunks are used again. The rows of bins follow the order of the primitives.

import Shading

final class DrawChunk: @unchecked Sendable {   // one worker at a time writes, afterwards all only read
    /// Kept by the renderer while the chunk is in use.
    private unowned(unsafe) var plan: DrawPlan!
    private var fillsPlan = false
    private var firstPrimitive = 0
    private var primitiveCount = 0

    /// Records by number.
    private(set) var records = RawStorage()
    private(set) var recordCount = 0
    /// Where records are merged.
    private var spare = RawStorage()
    private var clipped: ClippedTriangles?
    /// Tiles touched: x0, y0 and columns, rows.
    private(set) var tiles = TileRange.empty
    /// For each tile of `tiles`, row by row, the start of its part of `binned`; one more at the end.
    private var binStarts = Storage<Int32>()
    private var binned = Storage<UInt32>()

    private var corners = Storage<Int32>()
    private var ids = Storage<Int32>()
    private var leftovers = Storage<Int32>()
    private var vertices = Storage<Int32>()
    private var vertexInstances = Storage<Int32>()
    private var columns = RawStorage()
    private var reuse = VertexReuse()
    private var scratchRows = Storage<Float>()
    private let report = UnsafeMutableRawPointer.allocate(byteCount: KernelReport.byteCount, alignment: 16)
    deinit { report.deallocate() }

    /// Primitives per chunk: small enough for its vertices to stay in the cache.
    static let size = 768

    func assign(_ plan: DrawPlan, first: Int, count: Int) {
        // A plan that one chunk needs is filled by the worker who processes it.
        fillsPlan = count == plan.primitives.count
        self.plan = plan; firstPrimitive = first; primitiveCount = count
        recordCount = 0; tiles = .empty
    }
    func release() { plan = nil }

    /// Everything up to the bins.
    func process(grid: TileGrid, lanes: Int) {
        if fillsPlan { plan.fill() }
        if plan.hasFailed { return }
        let vertexCount = collectVertices(lanes: lanes)
        let capacity = (vertexCount + lanes - 1) / lanes * lanes
        columns.reserve(byteCount: plan.kernels.frontEnd.count * capacity * 4 + 64)
        report.storeBytes(of: -1, toByteOffset: KernelReport.failedLoop, as: Int32.self)
        plan.kernels.vertex(plan.context, report, vertices.base, vertexInstances.base, Int32(vertexCount), columns.base, Int32(capacity), plan.transform)
        let failed = report.load(fromByteOffset: KernelReport.failedLoop, as: Int32.self)
        if failed >= 0 { plan.fail(loopEnd: Int(failed), isFragment: false); return }
        setUp(capacity: capacity, lanes: lanes)
        bin(grid)
    }

    // MARK: Vertices

    /// Fills the lists of vertices to shade and the corners of the primitives; returns the number of vertices.
    private func collectVertices(lanes: Int) -> Int {
        let source = plan.primitives
        let cornerCapacity = (primitiveCount + lanes - 1) / lanes * lanes
        corners.reserve(4 * cornerCapacity + lanes)
        ids.reserve(cornerCapacity + lanes)
        vertices.reserve(3 * primitiveCount + lanes)
        vertexInstances.reserve(3 * primitiveCount + lanes)
        let a = corners.base, b = a + cornerCapacity, c = b + cornerCapacity, provoking = c + cornerCapacity
        let perInstance = source.perInstance
        var instance = firstPrimitive / perInstance, k = firstPrimitive % perInstance
        var count: Int32 = 0
        reuse.begin()
        let reader = plan.indices
        let baseVertex = plan.baseVertex, first = plan.first
        let vertexBase = vertices.base, instanceBase = vertexInstances.base

        @inline(__always) func place(_ number: UInt32) -> Int32 {
            reuse.place(of: number) {
                let made = count
                vertexBase[Int(made)] = Int32(bitPattern: number)
                instanceBase[Int(made)] = Int32(truncatingIfNeeded: instance)
                count += 1
                return made
            }
        }
        /// Triangles of a list, whose corners are one behind the other in the index buffer.
        @inline(__always) func collectTriangles(_ count: Int, from start: Int, _ index: (Int) -> UInt32) {
            let offset = UInt32(truncatingIfNeeded: baseVertex)
            var position = first + 3 * k
            for i in start..<start + count {
                let la = place(index(position) &+ offset), lb = place(index(position &+ 1) &+ offset), lc = place(index(position &+ 2) &+ offset)
                a[i] = la; b[i] = lb; c[i] = lc
                provoking[i] = source.firstProvokes ? la : lc
                ids.base[i] = Int32(truncatingIfNeeded: k &+ i &- start)
                position &+= 3
            }
        }
        var i = 0
        while i < primitiveCount {
            let run = min(primitiveCount - i, perInstance - k)
            if source.isTriangleList {
                switch reader?.type {
                case .uint8: collectTriangles(run, from: i) { UInt32(reader!.base.load(fromByteOffset: $0, as: UInt8.self)) }
                case .uint16: collectTriangles(run, from: i) { UInt32(reader!.base.loadUnaligned(fromByteOffset: 2 &* $0, as: UInt16.self)) }
                case .uint32: collectTriangles(run, from: i) { reader!.base.loadUnaligned(fromByteOffset: 4 &* $0, as: UInt32.self) }
                case nil:
                    for n in 0..<run {
                        let number = Int32(truncatingIfNeeded: first + 3 * (k + n)), made = count
                        for corner in 0..<3 as Range<Int32> {
                            vertexBase[Int(made + corner)] = number &+ corner
                            instanceBase[Int(made + corner)] = Int32(truncatingIfNeeded: instance)
                        }
                        a[i + n] = made; b[i + n] = made + 1; c[i + n] = made + 2
                        provoking[i + n] = source.firstProvokes ? made : made + 2
                        ids.base[i + n] = Int32(truncatingIfNeeded: k + n)
                        count += 3
                    }
                }
            } else {
                func local(_ position: Int) -> Int32 {
                    place(reader.map { $0.index(first + position) &+ UInt32(truncatingIfNeeded: baseVertex) } ?? UInt32(truncatingIfNeeded: first + position))
                }
                for n in i..<i + run {
                    let p = source.corners(k + n - i)
                    let la = local(p.a)
                    let lb = source.cornerCount > 1 ? local(p.b) : la, lc = source.cornerCount > 2 ? local(p.c) : lb
                    a[n] = la; b[n] = lb; c[n] = lc
                    provoking[n] = p.provoking == p.a ? la : p.provoking == p.b ? lb : lc
                    ids.base[n] = Int32(truncatingIfNeeded: p.id)
                }
            }
            i += run
            k += run
            if k == perInstance { k = 0; instance += 1; reuse.begin() }
        }
        for i in primitiveCount..<cornerCapacity { a[i] = 0; b[i] = 0; c[i] = 0; provoking[i] = 0 }
        // Padding shades the last vertex again.
        for i in Int(count)..<(Int(count) + lanes) { vertexBase[i] = count > 0 ? vertexBase[Int(count) - 1] : 0; instanceBase[i] = count > 0 ? instanceBase[Int(count) - 1] : 0 }
        return Int(count)
    }

    // MARK: Set-up

    private func setUp(capacity: Int, lanes: Int) {
        let stride = plan.recordStride
        let cornerCapacity = (primitiveCount + lanes - 1) / lanes * lanes
        if let setup = plan.kernels.setup {
            // A group of lanes touches one record more than it makes.
            records.reserve(byteCount: (primitiveCount + 1) * stride + 64)
            leftovers.reserve(primitiveCount)
            var counts: (Int32, Int32) = (0, 0)
            withUnsafeMutablePointer(to: &counts) {
                $0.withMemoryRebound(to: Int32.self, capacity: 2) {
                    setup(corners.base, Int32(cornerCapacity), Int32(primitiveCount), ids.base, columns.base, Int32(capacity), plan.bounds,
                          records.base, leftovers.base, $0)
                }
            }
            recordCount = Int(counts.0)
            if counts.1 > 0 { setUpClipped(UnsafeBufferPointer(start: leftovers.base, count: Int(counts.1)), cornerCapacity, capacity) }
        } else {
            setUpScalar(cornerCapacity, capacity)
        }
    }

    /// The compiled way for triangles that have to be clipped first.
    private func setUpClipped(_ list: UnsafeBufferPointer<Int32>, _ cornerCapacity: Int, _ capacity: Int) {
        let clipped = self.clipped ?? ClippedTriangles()
        self.clipped = clipped
        let a = corners.base
        clipped.begin(plan)
        for i in list {
            let n = Int(i)
            clipped.add(Int(a[n]), Int(a[cornerCapacity + n]), Int(a[2 * cornerCapacity + n]), provoking: Int(a[3 * cornerCapacity + n]),
                        primitive: i, id: ids.base[n], columns: columns.base, capacity: capacity, plan)
        }
        clipped.finish(plan)
        merge(clipped.recordCount) { clipped.records.base + $0 * plan.recordStride }
    }

    /// The scalar way, for points, lines, outlines and polygon offset.
    private func setUpScalar(_ cornerCapacity: Int, _ capacity: Int) {
        let layout = plan.kernels.frontEnd.layout
        let frontEnd = PrimitiveFrontEnd(call: plan.call, target: plan.target)
        scratchRows.reserve(4 * layout.stride)
        let a = corners.base, b = a + cornerCapacity, c = b + cornerCapacity, provoking = c + cornerCapacity
        func row(_ place: Int, _ vertex: Int32) -> VertexRow {
            let row = scratchRows.base + place * layout.stride
            let words = columns.base.assumingMemoryBound(to: Float.self)
            for k in 0..<layout.stride { row[k] = words[plan.kernels.frontEnd.column(k) * capacity + Int(vertex)] }
            return row
        }
        var made: [(primitive: Int, record: SetupPrimitive)] = []
        for i in 0..<primitiveCount {
            let primitive = AssembledPrimitive(count: plan.primitives.cornerCount, a: 0, b: 0, c: 0, provoking: 0, id: Int(ids.base[i]))
            frontEnd.process(primitive, a: row(0, a[i]), b: row(1, b[i]), c: row(2, c[i]), provoking: row(3, provoking[i])) { made.append((i, $0)) }
        }
        recordCount = made.count
        records.reserve(byteCount: made.count * plan.recordStride + 64)
        for (n, one) in made.enumerated() { PrimitiveRecord.write(one.record, to: records.base + n * plan.recordStride, order: one.primitive) }
    }

    /// Takes further records among those already there, all in the order of their primitives.
    private func merge(_ count: Int, _ further: (Int) -> UnsafeMutableRawPointer) {
        if count == 0 { return }
        let stride = plan.recordStride
        func order(_ record: UnsafeMutableRawPointer) -> Int32 { record.load(fromByteOffset: PrimitiveRecord.order, as: Int32.self) }
        spare.reserve(byteCount: (recordCount + count) * stride + 64)
        var own = 0, next = 0
        for out in 0..<(recordCount + count) {
            let isOwn = own < recordCount && (next == count || order(records.base + own * stride) < order(further(next)))
            (spare.base + out * stride).copyMemory(from: isOwn ? records.base + own * stride : further(next), byteCount: stride)
            if isOwn { own += 1 } else { next += 1 }
        }
        swap(&records, &spare)
        recordCount += count
    }

    // MARK: Bins

    private func bin(_ grid: TileGrid) {
        if recordCount == 0 { return }
        let stride = plan.recordStride
        var range = TileRange.empty
        for n in 0..<recordCount { range.include(grid.tiles(of: records.base + n * stride)) }
        tiles = range
        let tileCount = range.columns * range.rows
        binStarts.reserve(tileCount + 1)
        let starts = binStarts.base
        for t in 0...tileCount { starts[t] = 0 }
        // Counting sort: count, sum, place; the order of records stays within each tile.
        for n in 0..<recordCount {
            let r = grid.tiles(of: records.base + n * stride)
            for y in r.y0..<r.y0 + r.rows { for x in r.x0..<r.x0 + r.columns { starts[(y - range.y0) * range.columns + (x - range.x0)] += 1 } }
        }
        var sum: Int32 = 0
        for t in 0..<tileCount { let n = starts[t]; starts[t] = sum; sum += n }
        binned.reserve(Int(sum))
        for n in 0..<recordCount {
            let r = grid.tiles(of: records.base + n * stride)
            for y in r.y0..<r.y0 + r.rows { for x in r.x0..<r.x0 + r.columns {
                let t = (y - range.y0) * range.columns + (x - range.x0)
                binned.base[Int(starts[t])] = UInt32(n)
                starts[t] += 1
            } }
        }
        // Each start has moved to its end, which is the next one's start.
        for t in Swift.stride(from: tileCount, through: 1, by: -1) { starts[t] = starts[t - 1] }
        starts[0] = 0
    }

    /// The tiles that the chunk has something for.
    @inline(__always)
    func forEachTile(_ body: (_ x: Int, _ y: Int) -> Void) {
        var t = 0
        for y in tiles.y0..<tiles.y0 + tiles.rows {
            for x in tiles.x0..<tiles.x0 + tiles.columns {
                if binStarts.base[t] != binStarts.base[t + 1] { body(x, y) }
                t += 1
            }
        }
    }

    /// Whether the chunk gives every pixel of a tile a new colour, whatever was there: its first primitive covers the tile.
    /// Only asked for tiles that the chunk has something for.
    func replacesColor(tileX: Int, tileY: Int, _ pixels: PixelBounds) -> Bool {
        guard plan.kernels.replacesColor else { return false }
        let t = (tileY - tiles.y0) * tiles.columns + (tileX - tiles.x0)
        let record = records.base + Int(binned.base[Int(binStarts.base[t])]) * plan.recordStride
        func int(_ offset: Int) -> Int { Int(record.load(fromByteOffset: offset, as: Int32.self)) }
        let bounds = PrimitiveRecord.bounds
        guard int(bounds) <= pixels.minX, int(bounds + 4) <= pixels.minY, int(bounds + 8) >= pixels.maxX, int(bounds + 12) >= pixels.maxY else { return false }
        return (0..<4).allSatisfy { edge in
            let a = int(PrimitiveRecord.edgeA + 4 * edge), b = int(PrimitiveRecord.edgeB + 4 * edge)
            let c = Int(record.load(fromByteOffset: PrimitiveRecord.edgeC + 8 * edge, as: Int64.self))
            return 256 * (a * (a < 0 ? pixels.maxX : pixels.minX) + b * (b < 0 ? pixels.maxY : pixels.minY)) + c >= 0
        }
    }

    var writes: ImageAspects { plan.kernels.writes }

    /// What the chunk has for one tile that it has something for.
    func part(tileX: Int, tileY: Int) -> TilePart {
        let t = (tileY - tiles.y0) * tiles.columns + (tileX - tiles.x0)
        let start = Int(binStarts.base[t])
        return TilePart(records: records.base, indices: binned.base + start, count: Int(binStarts.base[t + 1]) - start)
    }
    func isOfSameDraw(as other: DrawChunk) -> Bool { plan === other.plan }
    /// Draws what this chunk and others of the same draw have for one tile.
    func draw(_ parts: UnsafeBufferPointer<TilePart>, _ pixels: PixelBounds, report: UnsafeMutableRawPointer) {
        plan.draw(parts, pixels, report: report)
    }
}
