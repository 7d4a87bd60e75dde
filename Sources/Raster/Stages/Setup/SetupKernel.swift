// SetupKernel: sets up the filled triangles of a range: it rejects and culls triangles, and writes PrimitiveRecords of the other triangles.
// Triangles that need clipping are listed for the scalar Clipper.
//
// TriangleSetup, the entry, calls the kernel or, until the kernel is compiled, ScalarTriangleSetup. SetupKernel emits the code of the
// kernel. The kernel uses the same operations in the same order as PrimitiveBuilder.triangle, for W triangles together (W is the number of
// lanes).

import Kernel
import Shading

/// Rejects, culls and sets up filled triangles. TriangleSetup is a class, because a worker that copied a structure would change the
/// reference counts of all its members.
final class TriangleSetup: Sendable {
    /// The compiled SetupKernel; nil if it is not compiled yet.
    private let kernel: CompiledEntry<SetupArguments>?
    private let state: SetupKey
    private let joinsRectangles: Bool

    init(kernel: CompiledEntry<SetupArguments>?, state: SetupKey, joinsRectangles: Bool) {
        self.kernel = kernel; self.state = state; self.joinsRectangles = joinsRectangles
    }

    /// Sets up the triangles. Writes to `counts` the number of records and the number of triangles that have to be clipped.
    func run(_ arguments: SetupArguments) {
        if let kernel { kernel(arguments) } else { ScalarTriangleSetup(arguments, state).run() }
        if joinsRectangles {
            let pairs = RectanglePairs(records: arguments.records, tiles: arguments.tiles, varyingCount: state.interpolations.count)
            arguments.counts.pointee.records = Int32(truncatingIfNeeded: pairs.join(Int(arguments.counts.pointee.records)))
        }
    }
}

/// Identifies the code of a SetupKernel.
struct SetupKey: Sendable, Hashable {
    var interpolations: [InterpolationQualifier]
    var cull: CullMode
    var frontFace: Winding
    /// See `RasterState.coverageCount`.
    var coverageCount: Int

    /// The winding that is kept if the other winding is culled; nil if neither or both windings are culled.
    var windingKept: Winding? {
        switch cull {
        case .none, .frontAndBack: nil
        case .back: frontFace
        case .front: frontFace == .clockwise ? .counterClockwise : .clockwise
        }
    }
    var isMultisampled: Bool { coverageCount > 1 }
    /// The maximum distance, along x or y, between a sample and the centre of its pixel, in 1/256 pixel.
    var reach: Int32 { TriangleRules.reach(coverageCount: coverageCount) }
}

/// The arguments of set-up, which makes records of filled triangles. Each of `records`, `tiles`, `needsClipping` and `visible` has
/// room for one element per triangle and for `slack` more elements.
struct SetupArguments: KernelRecord {
    static let entry = EntryPoint<SetupArguments>("triangles")
    /// The maximum number of elements that set-up may write after the last element of each result, because set-up stores whole vectors.
    static let slack = 16

    /// For each triangle, the indices of its three vertices among the chunk's shaded vertices. The list is padded to whole groups of W
    /// triangles.
    var corners: UnsafePointer<UInt32>
    var count: Int32
    /// The number of elements from one triangle's element of `provoking` to the next triangle's element.
    var provokingStep: Int32
    var provoking: UnsafePointer<UInt32>
    /// The number of each triangle within its instance.
    var ids: UnsafePointer<Int32>
    /// The address of vertex 0's row (see VertexRows). Vertices that no triangle uses need no row.
    var rows: UnsafeRawPointer
    var draw: UnsafePointer<SetupRecord>
    /// Result: the PrimitiveRecords of the triangles that may be visible, in order.
    var records: UnsafeMutableRawPointer
    /// Result: the tiles that each record's bounds touch (see `TileRange.init(packed:)`).
    var tiles: UnsafeMutablePointer<UInt32>
    /// Result: the indices of the triangles that have to be clipped first.
    var needsClipping: UnsafeMutablePointer<Int32>
    /// Scratch memory: the indices of the triangles that get records.
    var visible: UnsafeMutablePointer<Int32>
    /// Result: the number of records, and the number of triangles that have to be clipped.
    var counts: UnsafeMutablePointer<SetupCounts>
}

struct SetupCounts: KernelRecord {
    var records: Int32 = 0
    var needsClipping: Int32 = 0
}

/// The pixels that triangles of a draw may cover: the first and the last pixel along each axis.
struct SetupRecord: KernelRecord {
    var minX: Int32, minY: Int32, maxX: Int32, maxY: Int32

    init(_ bounds: InclusivePixelBounds) {
        minX = Int32(truncatingIfNeeded: bounds.minX); minY = Int32(truncatingIfNeeded: bounds.minY)
        maxX = Int32(truncatingIfNeeded: bounds.maxX); maxY = Int32(truncatingIfNeeded: bounds.maxY)
    }
}

// MARK: Records

/// One primitive, ready for coverage and shading. The planes of the varyings follow the struct in memory, one AttributePlane for each component.
package struct PrimitiveRecord: KernelRecord {
    /// The coefficients of the four edges in 1/256 pixel (see EdgeFunction). A triangle's fourth edge is 0, 0, 0.
    /// `a` and `b` are adjacent, because `CoverageKernel.shadeRows` reads both with one load.
    var a: SIMD4<Int32>, b: SIMD4<Int32>, c: SIMD4<Int64>
    /// minX, minY, maxX, maxY in pixels. The maxima are inclusive.
    var bounds: SIMD4<Int32>
    /// 1 if the primitive is front facing, else 0.
    var isFrontFacing: Int32
    package var primitiveID: Int32
    /// The number of the primitive within its chunk. Records are sorted by this number.
    var order: Int32
    var pointSize: Float
    var depth: AttributePlane
    var pointX: Float
    // Shading reads the fields from `originX` to `inverseW` for every pixel. These fields are adjacent, because shading reads four words at
    // a time.
    var originX: Float, originY: Float
    /// The plane of 1/w.
    var inverseW: AttributePlane
    var pointY: Float

    /// Returns the byte offset of the plane of a varying's component.
    static func attribute(_ component: Int) -> Int { MemoryLayout<PrimitiveRecord>.size + MemoryLayout<AttributePlane>.stride * component }
    /// Within a tile, the value of an edge function divided by 256 changes by at most this number. If a value is farther from 0 than this
    /// number, the function has the same sign in the whole tile.
    static let settled: Int64 = 1 << 30
    /// The alignment of an array of records. A record then begins at the start of a cache line.
    static let alignment = 64
    static func stride(varyings: Int) -> Int {
        (attribute(varyings) + alignment - 1) & ~(alignment - 1)
    }

    static func write(_ p: SetupPrimitive, to memory: UnsafeMutableRawPointer, order: Int) {
        let (e0, e1, e2) = (p.edges.0, p.edges.1, p.edges.2), e3 = p.edges.3 ?? EdgeFunction(a: 0, b: 0, c: 0)
        let a = SIMD4(Int32(e0.a), Int32(e1.a), Int32(e2.a), Int32(e3.a)), b = SIMD4(Int32(e0.b), Int32(e1.b), Int32(e2.b), Int32(e3.b))
        let c = SIMD4(Int64(e0.c), Int64(e1.c), Int64(e2.c), Int64(e3.c))
        let bounds = SIMD4<Int32>(truncatingIfNeeded: SIMD4(p.bounds.minX, p.bounds.minY, p.bounds.maxX, p.bounds.maxY))
        memory.storeBytes(of: PrimitiveRecord(
            a: a, b: b, c: c, bounds: bounds, isFrontFacing: p.isFrontFacing ? 1 : 0,
            primitiveID: Int32(truncatingIfNeeded: p.primitiveID), order: Int32(order), pointSize: p.pointSize, depth: p.depth, pointX: p.pointX,
            originX: p.originX, originY: p.originY, inverseW: p.inverseW, pointY: p.pointY), as: PrimitiveRecord.self)
        for (i, plane) in p.attributes.enumerated() {
            memory.storeBytes(of: plane, toByteOffset: attribute(i), as: AttributePlane.self)
        }
    }
}

extension UnsafeRawPointer {
    /// The PrimitiveRecord at this address.
    package var primitive: UnsafePointer<PrimitiveRecord> { assumingMemoryBound(to: PrimitiveRecord.self) }
}
extension UnsafeMutableRawPointer {
    /// The PrimitiveRecord at this address.
    package var primitive: UnsafeMutablePointer<PrimitiveRecord> { assumingMemoryBound(to: PrimitiveRecord.self) }
}

// MARK: Kernel

/// Emits the code that sets up triangles. The emitted code has two loops. The first loop reads only window positions, and lists the
/// triangles that may cover pixels. The second loop sets up the listed triangles. All lanes of the second loop are therefore in use.
struct SetupKernel {
    let builder: KernelBuilder
    let key: SetupKey
    let corners: Pointer
    let provoking: Pointer
    let provokingStep: Scalar<Int32>
    let ids: Pointer
    let rows: Pointer
    let draw: RecordPointer<SetupRecord>

    private var recordStride: Int { PrimitiveRecord.stride(varyings: key.interpolations.count) }
    private var rowStride: Int64 { Int64(VertexRows.stride(varyings: key.interpolations.count)) }

    static func build(_ builder: KernelBuilder, key: SetupKey) {
        builder.define(SetupArguments.entry) { arguments in
            let kernel = SetupKernel(builder: builder, key: key, corners: arguments.load(\.corners, .constant),
                                     provoking: arguments.load(\.provoking, .constant),
                                     provokingStep: arguments.load(\.provokingStep, .constant), ids: arguments.load(\.ids, .constant),
                                     rows: arguments.load(\.rows, .constant), draw: arguments.record(\.draw, "SetupRecord"))
            let count = arguments.load(\.count, .constant), zero = builder.scalar(Int32(0)), lanes = Int32(builder.lanes)
            let records = arguments.load(\.records, .constant), tiles = arguments.load(\.tiles, .constant)
            let needsClipping = arguments.load(\.needsClipping, .constant), list = arguments.load(\.visible, .constant)
            let listed = builder.variable(zero), left = builder.variable(zero)
            builder.forEach(from: zero, to: count, step: lanes) { first in
                kernel.examine(first, mask: builder.firstLanes(count - first), needsClipping, left, list, listed)
            }
            // The list is padded with triangle 0, for the lanes after the last listed triangle. The records of these lanes are
            // never read.
            let recordCount = listed.value
            list.element(recordCount, stride: 4).store(builder.lanes(UInt32(0)), alignment: 4)
            builder.forEach(from: zero, to: recordCount, step: lanes) { first in
                kernel.setUp(list.element(first, stride: 4), records + first.widened(to: Int64.self) * Int64(kernel.recordStride),
                             tiles.element(first, stride: 4))
            }
            let counts = arguments.record(\.counts, "SetupCounts")
            counts.store(recordCount, \.records)
            counts.store(left.value, \.needsClipping)
        }
    }

    // MARK: First loop

    /// Returns the byte offset of one corner's row for each of W triangles. `number` returns the address of the indices of a triangle's
    /// three vertices.
    private func rowOffsets(_ corner: Int, _ number: (Int) -> Pointer) -> [Scalar<Int64>] {
        (0..<builder.lanes).map { number($0).load(UInt32.self, at: 4 * corner).widened(to: Int64.self) * rowStride }
    }

    /// Among W triangles, lists the triangles that may be visible and the triangles that have to be clipped.
    private func examine(_ first: Scalar<Int32>, mask: LaneMask, _ needsClipping: Pointer, _ left: Variable<Scalar<Int32>>, _ list: Pointer,
                         _ listed: Variable<Scalar<Int32>>) {
        let start = corners.element(first, stride: 12)
        let words = (0..<3).map { corner in rows.loadPairs(rowOffsets(corner) { start + 12 * $0 }) }
        let (fa, fb, fc) = (words[0][0], words[1][0], words[2][0])
        let isVisible = mask & ((fa & fb & fc & VertexRows.outsideMask) .== 0)
        let clip = isVisible & ((fa | fb | fc) .>= VertexRows.needsClipping)
        let numbers = (first.broadcast() + builder.laneIndices).withSign(of: UInt32.self)
        builder.if(clip.any, isRare: true) {
            needsClipping.element(left.value, stride: 4).storePacked(numbers, mask: clip)
            left.value = left.value + clip.bits.bitCount().withSign(of: Int32.self)
        }
        let inside = isVisible & ~clip
        builder.if(inside.any) {
            let triangle = Triangle(self, words)
            let alive = inside & triangle.isVisible(inside)
            let isTiny = alive & triangle.isTiny
            // A triangle whose bounds have at most two by two pixels covers nothing if no centre of these pixels lies in the triangle.
            let missed: LaneMask = key.isMultisampled ? builder.mask(false)
                : builder.choose(isTiny.any, { isTiny & triangle.missesCentres() }, else: { builder.mask(false) })
            let seen = alive & ~missed
            builder.if(seen.any) {
                list.element(listed.value, stride: 4).storePacked(numbers, mask: seen)
                listed.value = listed.value + seen.bits.bitCount().withSign(of: Int32.self)
            }
        }
    }

    /// The window positions of W triangles, and values computed from these positions.
    private struct Triangle {
        let kernel: SetupKernel
        let xa: IntLanes, ya: IntLanes, xb: IntLanes, yb: IntLanes, xc: IntLanes, yc: IntLanes
        let minX: IntLanes, minY: IntLanes, maxX: IntLanes, maxY: IntLanes
        /// The longer side of the triangle's bounding box.
        let extent: IntLanes
        /// The triangle's bounds in pixels, limited to the pixels of the draw.
        let bounds: (minX: IntLanes, minY: IntLanes, maxX: IntLanes, maxY: IntLanes)
        private var builder: KernelBuilder { kernel.builder }

        /// - Parameter words: For each corner, at least the first two words of the vertices' rows.
        init(_ kernel: SetupKernel, _ words: [[UIntLanes]]) {
            self.kernel = kernel
            let unused = Int32(32 - VertexRows.positionBits)
            func x(_ k: Int) -> IntLanes { (words[k][0] << UInt32(unused)).withSign(of: Int32.self) >> unused }
            func y(_ k: Int) -> IntLanes { words[k][1].withSign(of: Int32.self) }
            xa = x(0); xb = x(1); xc = x(2)
            ya = y(0); yb = y(1); yc = y(2)
            minX = xa.minimum(xb).minimum(xc); minY = ya.minimum(yb).minimum(yc)
            maxX = xa.maximum(xb).maximum(xc); maxY = ya.maximum(yb).maximum(yc)
            extent = (maxX - minX).maximum(maxY - minY)
            let reach = kernel.key.reach
            func first(_ position: IntLanes) -> IntLanes { TriangleRules.firstPixel(position, reach: reach) }
            func last(_ position: IntLanes) -> IntLanes { TriangleRules.lastPixel(position, reach: reach) }
            func bound(_ field: KeyPath<SetupRecord, Int32>) -> IntLanes { kernel.draw.load(field, .constant).broadcast() }
            bounds = (first(minX).maximum(bound(\.minX)), first(minY).maximum(bound(\.minY)),
                      last(maxX).minimum(bound(\.maxX)), last(maxY).minimum(bound(\.maxY)))
        }

        /// Twice the signed area, as a double. This double is exact.
        private var wideArea: Lanes<Double> {
            func double(_ v: IntLanes) -> Lanes<Double> { v.converted(to: Double.self) }
            return double(xb - xa) * double(yc - ya) - double(xc - xa) * double(yb - ya)
        }
        /// Twice the signed area, as an integer of 32 bits. This integer is exact for triangles whose extent is below 2¹⁵.
        private var smallArea: IntLanes { (xb - xa) * (yc - ya) - (xc - xa) * (yb - ya) }
        private static let smallExtent: Int32 = 1 << 15

        /// Returns a number that has the same sign as the area.
        private func areaSign(_ mask: LaneMask) -> IntLanes {
            builder.choose((mask & (extent .>= Triangle.smallExtent)).any, {
                let area = wideArea
                return (area .> 0).choose(builder.lanes(Int32(1)), (area .< 0).choose(builder.lanes(Int32(-1)), 0))
            }, else: { smallArea })
        }
        var area: FloatLanes {
            builder.choose((extent .>= Triangle.smallExtent).any, { wideArea.converted(to: Float.self) }, else: { smallArea.converted(to: Float.self) })
        }

        /// Returns whether the triangle has an area, is not culled, and has pixels within its bounds.
        func isVisible(_ mask: LaneMask) -> LaneMask {
            let sign = areaSign(mask)
            let isKept = switch kernel.key.windingKept {
            case .counterClockwise?: sign .> 0
            case .clockwise?: sign .< 0
            case nil: kernel.key.cull == .none ? sign .!= 0 : builder.mask(false)
            }
            return isKept & (bounds.minX .<= bounds.maxX) & (bounds.minY .<= bounds.maxY)
        }

        /// Whether the bounds have at most two by two pixels, and the triangle is small enough for `missesCentres`.
        var isTiny: LaneMask {
            (bounds.maxX - bounds.minX .<= 1) & (bounds.maxY - bounds.minY .<= 1) & (extent .< 1 << 11)
        }
        /// Returns whether a tiny triangle contains none of the centres of the two by two pixels whose first pixel is
        /// (bounds.minX, bounds.minY).
        func missesCentres() -> LaneMask {
            let centerX = bounds.minX << 8, centerY = bounds.minY << 8
            // One value per pixel centre. The value is negative if the centre is outside of an edge.
            var outside: [IntLanes] = []
            for edge in edges {
                let along: IntLanes = edge.a * (centerX - edge.x), across: IntLanes = edge.b * (centerY - edge.y)
                let first: IntLanes = along + across - notOwned(edge)
                let above: IntLanes = first + (edge.b << 8)
                let values = [first, first + (edge.a << 8), above, above + (edge.a << 8)]
                outside = outside.isEmpty ? values : zip(outside, values).map { $0 | $1 }
            }
            let all: IntLanes = outside[0] & outside[1] & outside[2] & outside[3]
            return all .< 0
        }

        /// The corners in counter-clockwise order: a, b, c or a, c, b.
        var ordered: [(x: IntLanes, y: IntLanes)] {
            let (a, b, c) = ((x: xa, y: ya), (x: xb, y: yb), (x: xc, y: yc))
            switch kernel.key.windingKept {
            case .counterClockwise?: return [a, b, c]
            case .clockwise?: return [a, c, b]
            case nil:
                let turns = areaSign(builder.mask(true)) .> 0
                return [a, (turns.choose(xb, xc), turns.choose(yb, yc)), (turns.choose(xc, xb), turns.choose(yc, yb))]
            }
        }
        /// The edges. `x` and `y` of an edge are the corner at which the edge begins; `a` and `b` are the coefficients a and b of the
        /// edge's EdgeFunction.
        var edges: [Edge] {
            let corners = ordered
            return (0..<3).map { k in
                let from = corners[k], to = corners[(k + 1) % 3]
                return Edge(x: from.x, y: from.y, a: from.y - to.y, b: to.x - from.x)
            }
        }
        /// Returns 1 if the points on an edge count as outside, else 0.
        func notOwned(_ edge: Edge) -> IntLanes {
            (~TriangleRules.isOwned(a: edge.a, b: edge.b)).ones(Int32.self) & 1
        }
    }
    private struct Edge { let x: IntLanes, y: IntLanes, a: IntLanes, b: IntLanes }

    // MARK: Second loop

    /// Writes the records of W listed triangles, and the ranges of the tiles that the triangles' bounds touch.
    private func setUp(_ list: Pointer, _ records: Pointer, _ tiles: Pointer) {
        let numbers = list.loadLanes(Int32.self, alignment: 4)
        let single = (0..<builder.lanes).map { list.load(Int32.self, at: 4 * $0) }
        let triples = single.map { corners.element($0, stride: 12) }
        let offsets = (0..<3).map { corner in rowOffsets(corner) { triples[$0] } }
        let provokingOffsets = key.interpolations.contains(.flat)
            ? single.map { provoking.element($0 * provokingStep, stride: 4).load(UInt32.self).widened(to: Int64.self) * rowStride } : []
        let positions = offsets.map { rows.loadRows($0) }
        let triangle = Triangle(self, positions)

        var words = [UIntLanes](repeating: builder.lanes(UInt32(0)), count: PrimitiveRecord.stride(varyings: key.interpolations.count) / 4)
        func put(_ field: KeyPath<PrimitiveRecord, Int32>, _ v: IntLanes) { words[PrimitiveRecord.offset(of: field) / 4] = v.withSign(of: UInt32.self) }
        func put(_ field: KeyPath<PrimitiveRecord, Float>, _ v: FloatLanes) { words[PrimitiveRecord.offset(of: field) / 4] = v.bits }
        func put(_ field: KeyPath<PrimitiveRecord, SIMD4<Int32>>, _ values: [IntLanes]) {
            for (i, v) in values.enumerated() { words[PrimitiveRecord.offset(of: field) / 4 + i] = v.withSign(of: UInt32.self) }
        }
        let area = triangle.area
        let edges = triangle.edges
        let constants = self.constants(triangle, edges)
        put(\.a, edges.map(\.a))
        put(\.b, edges.map(\.b))
        for (i, v) in constants.flatMap({ [$0.low, $0.high] }).enumerated() { words[PrimitiveRecord.offset(of: \.c) / 4 + i] = v.withSign(of: UInt32.self) }
        let pixelBounds = triangle.bounds
        put(\.bounds, [pixelBounds.minX, pixelBounds.minY, pixelBounds.maxX, pixelBounds.maxY])
        let isFront = key.frontFace == .counterClockwise ? area .> 0 : area .< 0
        put(\.isFrontFacing, isFront.ones(Int32.self) & 1)
        put(\.primitiveID, ids.gather(Int32.self, indices: numbers))
        put(\.order, numbers)
        func pixels(_ v: IntLanes) -> FloatLanes { v.converted(to: Float.self) / 256 }
        put(\.originX, pixels(triangle.xa)); put(\.originY, pixels(triangle.ya))

        let gradient = TriangleGradient(x1: pixels(triangle.xb - triangle.xa), y1: pixels(triangle.yb - triangle.ya),
                                        x2: pixels(triangle.xc - triangle.xa), y2: pixels(triangle.yc - triangle.ya),
                                        inverseArea: builder.lanes(Float(65536)) / area)
        func plane(_ offset: Int, _ va: FloatLanes, _ vb: FloatLanes, _ vc: FloatLanes) {
            let slopes = gradient.slopes(va, vb, vc)
            for (i, v) in [va, slopes.dx, slopes.dy].enumerated() { words[offset / 4 + i] = v.bits }
        }
        func floats(_ corner: Int, _ word: Int) -> FloatLanes { positions[corner][word].reinterpreted(as: Float.self) }
        // PrimitiveBuilder adds a depth offset here. The triangles of this kernel have no depth offset, but adding 0 turns −0 into 0, as in
        // PrimitiveBuilder.
        plane(PrimitiveRecord.offset(of: \.depth), floats(0, 2) + 0, floats(1, 2), floats(2, 2))
        let (wa, wb, wc) = (floats(0, 3), floats(1, 3), floats(2, 3))
        plane(PrimitiveRecord.offset(of: \.inverseW), wa, wb, wc)
        for first in stride(from: 0, to: key.interpolations.count, by: 4) {
            let group = key.interpolations[first..<min(first + 4, key.interpolations.count)], at = VertexRows.varyings + 4 * first
            let values = group.allSatisfy { $0 == .flat } ? [] : offsets.map { rows.loadRows($0, at: at).map { $0.reinterpreted(as: Float.self) } }
            let flat = group.contains(.flat) ? rows.loadRows(provokingOffsets, at: at) : []
            for (k, interpolation) in group.enumerated() {
                let offset = PrimitiveRecord.attribute(first + k)
                switch interpolation {
                case .flat: words[offset / 4] = flat[k]
                case .smooth: plane(offset, values[0][k] * wa, values[1][k] * wb, values[2][k] * wc)
                case .noPerspective: plane(offset, values[0][k], values[1][k], values[2][k])
                }
            }
        }
        store(words, records)
        func tile(_ x: IntLanes, _ y: IntLanes) -> IntLanes {
            x >> TileGrid.sizeLog2 | (y >> TileGrid.sizeLog2) << Int32(TileRange.rowShift)
        }
        let firstTile = tile(pixelBounds.minX, pixelBounds.minY), lastTile = tile(pixelBounds.maxX, pixelBounds.maxY)
        tiles.store(firstTile | lastTile << Int32(TileRange.lastShift), alignment: 4)
    }

    /// Returns the coefficients c of the edges in 64 bits. If all W triangles are small and near the origin, 32 bits hold every
    /// intermediate value. Usually all W triangles are small and near the origin.
    private func constants(_ triangle: Triangle, _ edges: [Edge]) -> [(low: IntLanes, high: IntLanes)] {
        func wideConstant(_ edge: Edge) -> (low: IntLanes, high: IntLanes) {
            func wide(_ v: IntLanes) -> Lanes<Int64> { v.widened(to: Int64.self) }
            let through: Lanes<Int64> = wide(edge.a) * wide(edge.x) + wide(edge.b) * wide(edge.y)
            let constant: Lanes<Int64> = through.constant(0) - through - wide(triangle.notOwned(edge))
            return (constant.narrowed(to: Int32.self), (constant >> 32).narrowed(to: Int32.self))
        }
        let zero = builder.lanes(Int32(0))
        let results = edges.map { _ in (low: builder.variable(zero), high: builder.variable(zero)) }
        let farthest = triangle.maxX.maximum(triangle.maxY).maximum(zero - triangle.minX.minimum(triangle.minY))
        let largest: FloatLanes = farthest.converted(to: Float.self) * triangle.extent.converted(to: Float.self)
        builder.if((largest .< Float(1 << 29)).all, {
            for (edge, result) in zip(edges, results) {
                let through: IntLanes = edge.a * edge.x + edge.b * edge.y
                let constant: IntLanes = zero - through - triangle.notOwned(edge)
                result.low.value = constant
                result.high.value = constant >> 31
            }
        }, else: {
            for (edge, result) in zip(edges, results) {
                let constant = wideConstant(edge)
                result.low.value = constant.low
                result.high.value = constant.high
            }
        })
        return results.map { ($0.low.value, $0.high.value) }
    }

    /// Writes one record per lane, one after the other.
    private func store(_ words: [UIntLanes], _ base: Pointer) {
        for first in stride(from: 0, to: words.count, by: builder.lanes) {
            let count = min(builder.lanes, words.count - first)
            for (lane, record) in builder.transposed(Array(words[first..<(first + count)])).enumerated() {
                (base + recordStride * lane).store(count == builder.lanes ? record : record.slice(0..<count), at: 4 * first, alignment: 4)
            }
        }
    }
}
