// GeometryWorker+ScalarSetUp: sets up the primitives that the set-up kernel does not take. Points, lines, outlines and polygons with a
// depth offset have no kernel. Triangles that cross a clipping plane are first cut by the clipper of the reference renderer
// (ClippedTriangles); the set-up kernel then sets up the parts of these triangles.

import Memory

extension GeometryWorker {
    /// Clips the triangles that set-up left out, sets up the clipped parts, and merges the records of these parts into the chunk's records.
    func setUpClipped(_ primitives: PrimitiveList, _ chunk: BinnedPrimitives, _ plan: DrawPlan, _ list: UnsafeBufferPointer<Int32>) {
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
    func setUpScalar(_ primitives: PrimitiveList, _ chunk: BinnedPrimitives, _ plan: DrawPlan) {
        let stride = plan.kernels.rows.layout.stride
        let processor = PrimitiveProcessor(call: plan.call, target: plan.target)
        scratchRows.reserve(4 * stride)
        let shaded = shaded(plan)
        func row(_ corner: Int, _ vertex: Int) -> VertexRow {
            let row = scratchRows.base + corner * stride
            shaded.copy(vertex, to: row)
            return row
        }
        let recordStride = plan.recordStride, cornerCount = primitives.cornerCount
        var room = primitives.count
        chunk.recordCount = 0
        chunk.records.reserve(byteCount: room * recordStride)
        for i in 0..<primitives.count {
            let primitive = AssembledPrimitive(count: cornerCount, a: 0, b: 0, c: 0, provoking: 0, id: Int(primitives.ids[i]))
            let corner = primitives.corners + 3 * i, first = primitives.index(corner[0]), last = primitives.provokingVertex(of: i)
            let a = row(0, first), b = cornerCount > 1 ? row(1, primitives.index(corner[1])) : a, c = cornerCount > 2 ? row(2, primitives.index(corner[2])) : b
            processor.process(primitive, a: a, b: b, c: c, provoking: last == first ? a : row(3, last)) { made in
                // A polygon may have several records: one for each part, edge or corner.
                let count = chunk.recordCount
                if count == room {
                    room *= 2
                    chunk.records.extend(byteCount: room * recordStride, keeping: count * recordStride)
                }
                PrimitiveRecord.write(made, to: chunk.records.base + count * recordStride, order: i)
                chunk.recordCount = count + 1
            }
        }
        // Guarded memory ends with the last record, so that it finds code that reads further.
        chunk.records.extend(byteCount: chunk.recordCount * recordStride, keeping: chunk.recordCount * recordStride)
        chunk.findTiles()
    }

    /// Merges more records into the records of a chunk. Afterwards the records are in the order of their primitives.
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

// MARK: Clipping

/// Clips the triangles of a chunk that set-up left out because these triangles cross a clipping plane. The clipper of the reference renderer
/// cuts these triangles one by one into polygons. The polygons' vertices go into separate rows. Set-up then makes the records of the
/// polygons' triangles, as for all other triangles.
final class ClippedTriangles {
    /// The records, in the order in which the triangles were added. Each record has the `order` of the primitive that was clipped.
    let records = RawStorage("ClippedTriangles.records", alignment: PrimitiveRecord.alignment)
    private(set) var recordCount = 0

    private var clipper: Clipper!
    private var scratch: RowScratch!
    private var transform: ViewportTransform!
    private let rows = Storage<Float>("ClippedTriangles.rows")
    /// See VertexRows.
    private let vertices = RawStorage("ClippedTriangles.vertices")
    private let corners = Storage<UInt32>("ClippedTriangles.corners")
    private let provoking = Storage<UInt32>("ClippedTriangles.provoking")
    private let ids = Storage<Int32>("ClippedTriangles.ids")
    private let tiles = Storage<UInt32>("ClippedTriangles.tiles")
    private let needsClipping = Storage<Int32>("ClippedTriangles.needsClipping")
    private let visible = Storage<Int32>("ClippedTriangles.visible")
    private let countsMemory = Allocation(of: SetupCounts.self, count: 1, name: "ClippedTriangles.counts")
    private var counts: UnsafeMutablePointer<SetupCounts> { countsMemory.elements() }
    /// For each triangle, the number of the primitive from which clipping made the triangle.
    private let primitives = Storage<Int32>("ClippedTriangles.primitives")
    private var vertexCount = 0, triangleCount = 0

    /// The maximum number of vertices and of triangles in one run of the kernel. This number is so small that the vertices stay in the cache.
    private static let vertexCapacity = 784, triangleCapacity = 768

    deinit { countsMemory.free() }

    func begin(_ plan: DrawPlan) {
        let program = plan.call.pipeline.program.linked, layout = plan.kernels.rows.layout
        transform = ViewportTransform(plan.call.viewport)
        clipper = Clipper(layout: layout, interpolations: program.interface.varyings.map(\.interpolation), transform: transform,
                          limits: PrimitiveLimits(plan.call.pipeline.state), state: plan.call.pipeline.state)
        scratch = RowScratch(layout: layout, planeCount: 7 + layout.clipDistanceCount)
        rows.reserve(4 * layout.stride)
        vertices.reserve(byteCount: plan.kernels.rows.stride * Self.vertexCapacity)
        let room = Self.triangleCapacity + SetupArguments.slack
        corners.reserve(3 * room)
        provoking.reserve(room)
        ids.reserve(room)
        tiles.reserve(room)
        needsClipping.reserve(room)
        visible.reserve(room)
        primitives.reserve(Self.triangleCapacity)
        records.reserve(byteCount: 64)
        recordCount = 0
        vertexCount = 0; triangleCount = 0
    }

    /// Clips one triangle. The triangle's corners and the provoking vertex are indices among the chunk's shaded vertices.
    func add(_ a: Int, _ b: Int, _ c: Int, provoking last: Int, primitive: Int32, id: Int32, _ shaded: ShadedVertices, _ plan: DrawPlan) {
        let stride = shaded.layout.layout.stride
        func row(_ corner: Int, _ vertex: Int) -> VertexRow {
            let row = rows.base + corner * stride
            shaded.copy(vertex, to: row)
            return row
        }
        scratch.reset()
        let polygon = clipper.clipTriangle(row(0, a), row(1, b), row(2, c), scratch: scratch)
        if polygon.isEmpty { return }
        // There must be room for the polygon's vertices and the provoking vertex.
        if vertexCount + polygon.count + 1 > Self.vertexCapacity || triangleCount + polygon.count > Self.triangleCapacity { flush(plan) }
        let first = vertexCount
        for vertex in polygon {
            guard let window = transform.transform(vertex, layout: shaded.layout.layout) else {
                vertexCount = first
                return
            }
            append(vertex, window, shaded.layout)
        }
        let provokingIndex = UInt32(truncatingIfNeeded: vertexCount)
        append(row(3, last), WindowVertex(x: 0, y: 0, z: 0, inverseW: 0, varyings: UnsafePointer(rows.base)), shaded.layout)
        for i in 1..<(polygon.count - 1) {
            let n = triangleCount, corner = corners.base + 3 * n
            corner[0] = UInt32(first); corner[1] = UInt32(first + i); corner[2] = UInt32(first + i + 1)
            provoking.base[n] = provokingIndex
            ids.base[n] = id
            primitives.base[n] = primitive
            triangleCount += 1
        }
    }

    private func append(_ vertex: VertexRow, _ window: WindowVertex, _ layout: VertexRows) {
        let row = vertices.base + vertexCount * layout.stride
        row.storeBytes(of: UInt32(truncatingIfNeeded: window.x) & (1 << VertexRows.positionBits - 1), toByteOffset: VertexRows.x, as: UInt32.self)
        row.storeBytes(of: Int32(truncatingIfNeeded: window.y), toByteOffset: VertexRows.y, as: Int32.self)
        row.storeBytes(of: window.z, toByteOffset: VertexRows.z, as: Float.self)
        row.storeBytes(of: window.inverseW, toByteOffset: VertexRows.inverseW, as: Float.self)
        let words = layout.layout
        (row + VertexRows.varyings).copyMemory(from: vertex + words.varyings, byteCount: 4 * words.varyingCount)
        vertexCount += 1
    }

    func finish(_ plan: DrawPlan) { flush(plan) }

    /// Exchanges the memory of the records with `other`. The caller thus gets the records without a copy.
    func exchangeRecords(_ other: borrowing RawStorage) { records.exchange(other) }

    private func flush(_ plan: DrawPlan) {
        defer { vertexCount = 0; triangleCount = 0 }
        if triangleCount == 0 { return }
        let stride = plan.kernels.recordStride
        records.extend(byteCount: (recordCount + triangleCount + SetupArguments.slack) * stride, keeping: recordCount * stride)
        let new = records.base + recordCount * stride
        // The kernel processes whole groups of lanes, so the corners after the last triangle must be valid, too.
        for i in 3 * triangleCount..<3 * (triangleCount + SetupArguments.slack) { corners.base[i] = 0 }
        plan.kernels.setUp(SetupArguments(
            corners: corners.base, count: Int32(triangleCount), provokingStep: 1, provoking: provoking.base, ids: ids.base,
            rows: vertices.base, draw: plan.setup, records: new, tiles: tiles.base, needsClipping: needsClipping.base,
            visible: visible.base, counts: counts))
        let made = Int(counts.pointee.records)
        for n in 0..<made {
            let record = (new + n * stride).primitive
            record.pointee.order = primitives.base[Int(record.pointee.order)]
        }
        recordCount += made
    }
}
