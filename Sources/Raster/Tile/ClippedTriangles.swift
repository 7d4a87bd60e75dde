// ClippedTriangles: triangles of a chunk that the set-up kernel left because they have to be clipped. The clipper of the
// reference cuts them, one by one; the polygons' vertices go into columns of their own, and the set-up kernel makes their
// triangles' records as it does all others'.

import Kernel

final class ClippedTriangles {
    /// In the order they were added, their `order` that of the primitives they come from.
    private(set) var records = RawStorage()
    private(set) var recordCount = 0

    private var clipper: Clipper!
    private var scratch: RowScratch!
    private var transform: ViewportTransform!
    private var rows = Storage<Float>()
    private var columns = RawStorage()
    private var corners = Storage<Int32>()
    private var ids = Storage<Int32>()
    private var leftovers = Storage<Int32>()
    /// The primitive of each triangle.
    private var primitives = Storage<Int32>()
    private var vertexCount = 0, triangleCount = 0

    /// Per run of the kernel: few enough for the columns to stay in the cache.
    private static let vertexCapacity = 784, triangleCapacity = 768

    func begin(_ plan: DrawPlan) {
        let program = plan.call.pipeline.program.linked, layout = plan.kernels.frontEnd.layout
        transform = ViewportTransform(plan.call.viewport)
        clipper = Clipper(layout: layout, interpolations: program.interface.varyings.map(\.interpolation), transform: transform,
                          clipsDepth: !plan.call.pipeline.state.depthClamp)
        scratch = RowScratch(layout: layout, planeCount: 7 + layout.clipDistanceCount)
        rows.reserve(4 * layout.stride)
        columns.reserve(byteCount: plan.kernels.frontEnd.count * Self.vertexCapacity * 4 + 64)
        corners.reserve(4 * Self.triangleCapacity + 16)
        ids.reserve(Self.triangleCapacity + 16)
        leftovers.reserve(Self.triangleCapacity)
        primitives.reserve(Self.triangleCapacity)
        records.reserve(byteCount: 64)
        recordCount = 0
        vertexCount = 0; triangleCount = 0
    }

    /// One triangle, its corners and the provoking vertex as places in the chunk's columns.
    func add(_ a: Int, _ b: Int, _ c: Int, provoking: Int, primitive: Int32, id: Int32, columns source: UnsafeMutableRawPointer, capacity: Int, _ plan: DrawPlan) {
        let frontEnd = plan.kernels.frontEnd, layout = frontEnd.layout
        let words = source.assumingMemoryBound(to: Float.self)
        func row(_ place: Int, _ vertex: Int) -> VertexRow {
            let row = rows.base + place * layout.stride
            for k in 0..<layout.stride { row[k] = words[frontEnd.column(k) * capacity + vertex] }
            return row
        }
        scratch.reset()
        let polygon = clipper.clipTriangle(row(0, a), row(1, b), row(2, c), scratch: scratch)
        if polygon.isEmpty { return }
        // The polygon and the provoking vertex have to fit.
        if vertexCount + polygon.count + 1 > Self.vertexCapacity || triangleCount + polygon.count > Self.triangleCapacity { flush(plan) }
        let first = vertexCount
        for vertex in polygon {
            guard let window = transform.transform(vertex, layout: layout) else {
                vertexCount = first
                return
            }
            append(vertex, window, frontEnd)
        }
        let last = vertexCount
        append(row(3, provoking), WindowVertex(x: 0, y: 0, z: 0, inverseW: 0, varyings: UnsafePointer(rows.base)), frontEnd)
        let corner = corners.base, step = Self.triangleCapacity
        for i in 1..<(polygon.count - 1) {
            let n = triangleCount
            corner[n] = Int32(first); corner[step + n] = Int32(first + i); corner[2 * step + n] = Int32(first + i + 1)
            corner[3 * step + n] = Int32(last)
            ids.base[n] = id
            primitives.base[n] = primitive
            triangleCount += 1
        }
    }

    private func append(_ row: VertexRow, _ window: WindowVertex, _ frontEnd: VertexColumns) {
        let words = columns.base.assumingMemoryBound(to: UInt32.self) + vertexCount, step = Self.vertexCapacity
        words[VertexColumns.x * step] = UInt32(truncatingIfNeeded: window.x)
        words[VertexColumns.y * step] = UInt32(truncatingIfNeeded: window.y)
        words[VertexColumns.z * step] = window.z.bitPattern
        words[VertexColumns.inverseW * step] = window.inverseW.bitPattern
        words[VertexColumns.flags * step] = 0
        for k in frontEnd.layout.varyings..<frontEnd.layout.stride { words[frontEnd.column(k) * step] = row[k].bitPattern }
        vertexCount += 1
    }

    func finish(_ plan: DrawPlan) { flush(plan) }

    private func flush(_ plan: DrawPlan) {
        defer { vertexCount = 0; triangleCount = 0 }
        guard triangleCount > 0, let setup = plan.kernels.setup else { return }
        let stride = plan.kernels.recordStride
        records.extend(byteCount: (recordCount + triangleCount + 1) * stride + 64, keeping: recordCount * stride)
        let new = records.base + recordCount * stride
        var counts: (Int32, Int32) = (0, 0)
        withUnsafeMutableBytes(of: &counts) {
            setup(corners.base, Int32(Self.triangleCapacity), Int32(triangleCount), ids.base, columns.base, Int32(Self.vertexCapacity), plan.bounds,
                  new, leftovers.base, $0.baseAddress!.assumingMemoryBound(to: Int32.self))
        }
        for n in 0..<Int(counts.0) {
            let order = new + n * stride + PrimitiveRecord.order
            order.storeBytes(of: primitives.base[Int(order.load(as: Int32.self))], as: Int32.self)
        }
        recordCount += Int(counts.0)
    }
}
