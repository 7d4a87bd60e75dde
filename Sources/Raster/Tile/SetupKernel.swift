// SetupKernel: rejects, culls and sets up filled triangles, W at a time, into PrimitiveRecords. What needs clipping is left
// to the scalar PrimitiveFrontEnd. It computes what SetupState.triangle does, with the same operations in the same order.

import Kernel
import Shading

struct SetupKernelState: Sendable, Hashable {
    var interpolations: [InterpolationQualifier]
    var clipDistanceCount: Int
    var cull: CullMode
    var frontFace: Winding
    var isMultisampled: Bool
}

/// Arguments: corners (a, b, c and the provoking one: four Int32 arrays of `cornerCapacity`), corner capacity, count, first primitive
/// ID, columns, column capacity, bounds (four Int32), records, leftovers (Int32 numbers), counts (two Int32: records and leftovers).
typealias SetupEntry = @convention(c) (
    UnsafePointer<Int32>, Int32, Int32, UnsafePointer<Int32>, UnsafeRawPointer, Int32, UnsafeRawPointer, UnsafeMutableRawPointer,
    UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
) -> Void

struct SetupKernel {
    let builder: KernelBuilder
    let key: SetupKernelState
    let columns: Pointer
    let capacity: Scalar<Int32>
    static let entryName = "triangles"

    private var recordStride: Int { PrimitiveRecord.stride(varyings: key.interpolations.count) }
    private var firstVarying: Int { VertexColumns.row + VertexRowLayout.clipDistances + key.clipDistanceCount }

    static func build(_ builder: KernelBuilder, key: SetupKernelState) {
        builder.entry(entryName, [.pointer, .int32, .int32, .pointer, .pointer, .int32, .pointer, .pointer, .pointer, .pointer]) { arguments in
            let kernel = SetupKernel(builder: builder, key: key, columns: arguments[4].pointer, capacity: arguments[5].scalar(Int32.self))
            let corners = arguments[0].pointer, cornerCapacity = arguments[1].scalar(Int32.self), count = arguments[2].scalar(Int32.self)
            let counts = arguments[9].pointer
            let recordCount = builder.variable(builder.scalar(Int32(0))), leftoverCount = builder.variable(builder.scalar(Int32(0)))
            builder.forEach(from: builder.scalar(Int32(0)), to: count, step: Int32(builder.lanes)) { first in
                func lanes(_ k: Int) -> IntLanes {
                    corners.element(cornerCapacity * Int32(k) + first, stride: 4).loadLanes(Int32.self, alignment: 4)
                }
                kernel.group(lanes(0), lanes(1), lanes(2), provoking: lanes(3), first: first, mask: builder.firstLanes(count - first),
                             ids: arguments[3].pointer, bounds: arguments[6].pointer, records: arguments[7].pointer, leftovers: arguments[8].pointer,
                             recordCount, leftoverCount)
            }
            counts.store(recordCount.value)
            counts.store(leftoverCount.value, at: 4)
        }
    }

    private func column(_ k: Int) -> Pointer { columns.element(capacity * Int32(k), stride: 4) }
    private func ints(_ k: Int, _ vertex: IntLanes, _ mask: LaneMask) -> IntLanes { column(k).gather(Int32.self, indices: vertex, mask: mask) }
    private func floats(_ k: Int, _ vertex: IntLanes, _ mask: LaneMask) -> FloatLanes { column(k).gather(Float.self, indices: vertex, mask: mask) }

    private func group(_ a: IntLanes, _ b: IntLanes, _ c: IntLanes, provoking: IntLanes, first: Scalar<Int32>, mask: LaneMask, ids: Pointer,
                       bounds: Pointer, records: Pointer, leftovers: Pointer, _ recordCount: Variable<Scalar<Int32>>, _ leftoverCount: Variable<Scalar<Int32>>) {
        let fa = ints(VertexColumns.flags, a, mask), fb = ints(VertexColumns.flags, b, mask), fc = ints(VertexColumns.flags, c, mask)
        let isVisible = mask & ((fa & fb & fc & Int32(VertexColumns.outsideMask)) .== 0)
        let clip = isVisible & (((fa | fb | fc) & Int32(VertexColumns.needsClipping)) .!= 0)
        builder.forEachLane(clip) { lane in
            let n = leftoverCount.value
            leftovers.element(n, stride: 4).store(first + lane)
            leftoverCount.value = n + 1
        }
        var alive = isVisible & ~clip
        builder.if(alive.any) {
            let xa = ints(VertexColumns.x, a, alive), ya = ints(VertexColumns.y, a, alive)
            let xb = ints(VertexColumns.x, b, alive), yb = ints(VertexColumns.y, b, alive)
            let xc = ints(VertexColumns.x, c, alive), yc = ints(VertexColumns.y, c, alive)
            func double(_ v: IntLanes) -> Lanes<Double> { v.converted(to: Double.self) }
            let area = double(xb - xa) * double(yc - ya) - double(xc - xa) * double(yb - ya)
            let isCounterClockwise = area .> 0
            let isFront = key.frontFace == .counterClockwise ? isCounterClockwise : area .< 0
            alive = alive & (area .!= 0)
            switch key.cull {
            case .none: break
            case .front: alive = alive & ~isFront
            case .back: alive = alive & isFront
            case .frontAndBack: alive = builder.mask(false)
            }
            let reach: Int32 = key.isMultisampled ? 96 : 0
            func bound(_ k: Int) -> IntLanes { bounds.load(Int32.self, at: 4 * k, .constant).broadcast() }
            let minX = ((xa.minimum(xb).minimum(xc) - reach + 255) >> 8).maximum(bound(0))
            let minY = ((ya.minimum(yb).minimum(yc) - reach + 255) >> 8).maximum(bound(1))
            let maxX = ((xa.maximum(xb).maximum(xc) + reach) >> 8).minimum(bound(2))
            let maxY = ((ya.maximum(yb).maximum(yc) + reach) >> 8).minimum(bound(3))
            alive = alive & (minX .<= maxX) & (minY .<= maxY)

            // Counter-clockwise: a, b, c or a, c, b.
            let xq = isCounterClockwise.choose(xb, xc), yq = isCounterClockwise.choose(yb, yc)
            let xr = isCounterClockwise.choose(xc, xb), yr = isCounterClockwise.choose(yc, yb)
            let edges = [edge(xa, ya, xq, yq), edge(xq, yq, xr, yr), edge(xr, yr, xa, ya)]
            if !key.isMultisampled {
                // A triangle within one pixel that misses the centre covers nothing.
                let isOnePixel = (minX .== maxX) & (minY .== maxY)
                var covers = builder.mask(true)
                let px = (minX << 8).widened(to: Int64.self), py = (minY << 8).widened(to: Int64.self)
                for e in edges { covers = covers & ((e.a.widened(to: Int64.self) * px + e.b.widened(to: Int64.self) * py + e.c) .>= 0) }
                alive = alive & ~(isOnePixel & ~covers)
            }
            builder.if(alive.any) {
                let n = recordCount.value
                let bits = alive.bits
                let id = ids.element(first, stride: 4).loadLanes(Int32.self, alignment: 4)
                write(records.element(n, stride: recordStride), alive, a, b, c, provoking, (xa, ya, xb, yb, xc, yc), area, edges, (minX, minY, maxX, maxY), isFront, id, order: first.broadcast() + builder.laneIndices)
                recordCount.value = n + bits.bitCount().withSign(of: Int32.self)
            }
        }
    }

    private typealias Edge = (a: IntLanes, b: IntLanes, c: Lanes<Int64>)

    private func edge(_ x0: IntLanes, _ y0: IntLanes, _ x1: IntLanes, _ y1: IntLanes) -> Edge {
        let a = y0 - y1, b = x1 - x0
        let owned = (y1 .< y0) | ((y1 .== y0) & (x0 .< x1))
        let through = a.widened(to: Int64.self) * x0.widened(to: Int64.self) + b.widened(to: Int64.self) * y0.widened(to: Int64.self)
        let zero = through.constant(0)
        return (a, b, zero - through - owned.choose(zero, through.constant(1)))
    }

    private func write(_ base: Pointer, _ mask: LaneMask, _ a: IntLanes, _ b: IntLanes, _ c: IntLanes, _ provoking: IntLanes,
                       _ p: (xa: IntLanes, ya: IntLanes, xb: IntLanes, yb: IntLanes, xc: IntLanes, yc: IntLanes), _ area: Lanes<Double>,
                       _ edges: [Edge], _ bounds: (IntLanes, IntLanes, IntLanes, IntLanes), _ isFront: LaneMask, _ id: IntLanes, order: IntLanes) {
        var words = [UIntLanes](repeating: builder.lanes(UInt32(0)), count: recordStride / 4)
        func put(_ offset: Int, _ v: IntLanes) { words[offset / 4] = v.withSign(of: UInt32.self) }
        func put(_ offset: Int, _ v: FloatLanes) { words[offset / 4] = v.bits }
        for (i, edge) in edges.enumerated() {
            put(PrimitiveRecord.edgeA + 4 * i, edge.a)
            put(PrimitiveRecord.edgeB + 4 * i, edge.b)
            put(PrimitiveRecord.edgeC + 8 * i, edge.c.narrowed(to: Int32.self))
            put(PrimitiveRecord.edgeC + 8 * i + 4, (edge.c >> 32).narrowed(to: Int32.self))
        }
        put(PrimitiveRecord.bounds, bounds.0); put(PrimitiveRecord.bounds + 4, bounds.1)
        put(PrimitiveRecord.bounds + 8, bounds.2); put(PrimitiveRecord.bounds + 12, bounds.3)
        put(PrimitiveRecord.isFrontFacing, isFront.ones(Int32.self) & 1)
        put(PrimitiveRecord.primitiveID, id)
        put(PrimitiveRecord.order, order)
        func pixels(_ v: IntLanes) -> FloatLanes { v.converted(to: Float.self) / 256 }
        put(PrimitiveRecord.originX, pixels(p.xa)); put(PrimitiveRecord.originY, pixels(p.ya))

        let x1 = pixels(p.xb - p.xa), y1 = pixels(p.yb - p.ya), x2 = pixels(p.xc - p.xa), y2 = pixels(p.yc - p.ya)
        let inverseArea = builder.lanes(Float(65536)) / area.converted(to: Float.self)
        func plane(_ offset: Int, _ va: FloatLanes, _ vb: FloatLanes, _ vc: FloatLanes) {
            let d1 = vb - va, d2 = vc - va
            put(offset, va)
            put(offset + 4, (d1 * y2 - d2 * y1) * inverseArea)
            put(offset + 8, (d2 * x1 - d1 * x2) * inverseArea)
        }
        plane(PrimitiveRecord.depth, floats(VertexColumns.z, a, mask) + 0, floats(VertexColumns.z, b, mask), floats(VertexColumns.z, c, mask))
        let wa = floats(VertexColumns.inverseW, a, mask), wb = floats(VertexColumns.inverseW, b, mask), wc = floats(VertexColumns.inverseW, c, mask)
        plane(PrimitiveRecord.inverseW, wa, wb, wc)
        for (k, interpolation) in key.interpolations.enumerated() {
            let offset = PrimitiveRecord.attributes + 12 * k, column = firstVarying + k
            switch interpolation {
            case .flat: put(offset, ints(column, provoking, mask))
            case .smooth: plane(offset, floats(column, a, mask) * wa, floats(column, b, mask) * wb, floats(column, c, mask) * wc)
            case .noPerspective: plane(offset, floats(column, a, mask), floats(column, b, mask), floats(column, c, mask))
            }
        }
        store(words, base, mask)
    }

    /// Writes one record per lane of the mask, one behind the other. A lane the mask leaves out writes where the next one
    /// writes after it; so memory for one record more is touched.
    private func store(_ words: [UIntLanes], _ base: Pointer, _ mask: LaneMask) {
        let below = builder.lanes((0..<builder.lanes).map { UInt32((UInt64(1) << UInt64($0)) - 1) })
        let place = (mask.bits.broadcast() & below).bitCount().withSign(of: Int32.self) * Int32(recordStride)
        let places = (0..<builder.lanes).map { base + place[$0] }
        for first in stride(from: 0, to: words.count, by: builder.lanes) {
            let count = min(builder.lanes, words.count - first)
            let records = builder.transposed(Array(words[first..<(first + count)]))
            for lane in 0..<builder.lanes {
                places[lane].store(count == builder.lanes ? records[lane] : records[lane].slice(0..<count), at: 4 * first, alignment: 4)
            }
        }
    }
}
