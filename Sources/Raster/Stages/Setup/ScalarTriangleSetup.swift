// ScalarTriangleSetup: does the work of SetupKernel in Swift. ScalarTriangleSetup rejects, culls and sets up filled triangles one by one
// while the SetupKernel of their draws is not compiled yet. ScalarTriangleSetup and the kernel write the same values into the records.
// There is one difference: the kernel drops tiny triangles that miss all pixel centres, and ScalarTriangleSetup keeps these triangles,
// which cover nothing. Compiling the kernel takes longer than setting up a hundred thousand triangles.

import Shading

struct ScalarTriangleSetup {
    private let work: SetupArguments
    private let interpolations: [InterpolationQualifier]
    private let isSmooth: Bool
    private let rowStride: Int, recordStride: Int
    private let bounds: SIMD4<Int32>
    private let reach: Int32
    private let keepsPositive: Bool, keepsNegative: Bool
    private let positiveIsFront: Bool

    init(_ work: SetupArguments, _ state: SetupKey) {
        self.work = work
        interpolations = state.interpolations
        isSmooth = interpolations.allSatisfy { $0 == .smooth }
        rowStride = VertexRows.stride(varyings: interpolations.count)
        recordStride = PrimitiveRecord.stride(varyings: interpolations.count)
        let draw = work.draw.pointee
        bounds = SIMD4(draw.minX, draw.minY, draw.maxX, draw.maxY)
        reach = state.reach
        keepsPositive = state.cull == .none || state.windingKept == .counterClockwise
        keepsNegative = state.cull == .none || state.windingKept == .clockwise
        positiveIsFront = state.frontFace == .counterClockwise
    }

    func run() {
        var made = 0, left = 0
        for number in 0..<Int(work.count) {
            let corner = work.corners + 3 * number
            let a = row(corner[0]), b = row(corner[1]), c = row(corner[2])
            let flags = (word(a), word(b), word(c))
            if flags.0 & flags.1 & flags.2 & VertexRows.outsideMask != 0 { continue }
            if flags.0 | flags.1 | flags.2 >= VertexRows.needsClipping {
                work.needsClipping[left] = Int32(truncatingIfNeeded: number)
                left += 1
                continue
            }
            if setUp(number, Corner(a, flags.0), Corner(b, flags.1), Corner(c, flags.2), work.records + made * recordStride, work.tiles + made) { made += 1 }
        }
        work.counts.pointee = SetupCounts(records: Int32(truncatingIfNeeded: made), needsClipping: Int32(truncatingIfNeeded: left))
    }

    @inline(__always)
    private func row(_ vertex: UInt32) -> UnsafeRawPointer { work.rows + Int(vertex) * rowStride }
    @inline(__always)
    private func word(_ row: UnsafeRawPointer) -> UInt32 { row.load(fromByteOffset: VertexRows.x, as: UInt32.self) }

    /// The row of a vertex, and its window position in 1/256 pixel.
    private struct Corner {
        let row: UnsafeRawPointer
        let x: Int32, y: Int32

        @inline(__always)
        init(_ row: UnsafeRawPointer, _ word: UInt32) {
            let unused = 32 - Int32(VertexRows.positionBits)
            self.row = row
            x = Int32(bitPattern: word &<< UInt32(unused)) &>> unused
            y = row.load(fromByteOffset: VertexRows.y, as: Int32.self)
        }
        @inline(__always)
        func float(_ offset: Int) -> Float { row.load(fromByteOffset: offset, as: Float.self) }
    }

    /// Writes the record and the tiles of a triangle that may be visible. Returns false if the triangle is invisible.
    @inline(__always)
    private func setUp(_ number: Int, _ a: Corner, _ b: Corner, _ c: Corner, _ record: UnsafeMutableRawPointer, _ tiles: UnsafeMutablePointer<UInt32>) -> Bool {
        let low = SIMD2(min(a.x, b.x, c.x), min(a.y, b.y, c.y)), high = SIMD2(max(a.x, b.x, c.x), max(a.y, b.y, c.y))
        func first(_ position: Int32) -> Int32 { TriangleRules.firstPixel(position, reach: reach) }
        func last(_ position: Int32) -> Int32 { TriangleRules.lastPixel(position, reach: reach) }
        let least = pointwiseMax(SIMD2(first(low.x), first(low.y)), bounds.lowHalf), most = pointwiseMin(SIMD2(last(high.x), last(high.y)), bounds.highHalf)
        if least.x > most.x || least.y > most.y { return false }
        let x1 = b.x &- a.x, y1 = b.y &- a.y, x2 = c.x &- a.x, y2 = c.y &- a.y
        let exactArea = Double(x1) * Double(y2) - Double(x2) * Double(y1)
        if !(exactArea > 0 ? keepsPositive : exactArea < 0 && keepsNegative) { return false }

        let ordered = exactArea > 0 ? (a, b, c) : (a, c, b)
        let edges = (edge(ordered.0, ordered.1), edge(ordered.1, ordered.2), edge(ordered.2, ordered.0))
        func pixels(_ v: Int32) -> Float { Float(v) / 256 }
        let gradient = TriangleGradient(x1: pixels(x1), y1: pixels(y1), x2: pixels(x2), y2: pixels(y2), inverseArea: 65536 / Float(exactArea))
        let w = SIMD3(a.float(VertexRows.inverseW), b.float(VertexRows.inverseW), c.float(VertexRows.inverseW))
        record.primitive.initialize(to: PrimitiveRecord(
            a: SIMD4(edges.0.a, edges.1.a, edges.2.a, 0), b: SIMD4(edges.0.b, edges.1.b, edges.2.b, 0), c: SIMD4(edges.0.c, edges.1.c, edges.2.c, 0),
            bounds: SIMD4(lowHalf: least, highHalf: most), isFrontFacing: (exactArea > 0) == positiveIsFront ? 1 : 0, primitiveID: work.ids[number],
            order: Int32(truncatingIfNeeded: number), pointSize: 0,
            depth: plane(gradient, a.float(VertexRows.z) + 0, b.float(VertexRows.z), c.float(VertexRows.z)), pointX: 0,
            originX: pixels(a.x), originY: pixels(a.y), inverseW: plane(gradient, w.x, w.y, w.z), pointY: 0))
        putVaryings(record + PrimitiveRecord.attribute(0), number, a, b, c, w, gradient)
        tiles.pointee = TileRange.packed(first: least, last: most)
        return true
    }

    /// Returns the coefficients of the edge from one corner to the next, counter-clockwise (see EdgeFunction).
    @inline(__always)
    private func edge(_ from: Corner, _ to: Corner) -> (a: Int32, b: Int32, c: Int64) {
        let a = from.y &- to.y, b = to.x &- from.x
        let c = 0 &- (Int64(a) &* Int64(from.x) &+ Int64(b) &* Int64(from.y)) &- (TriangleRules.isOwned(a: a, b: b) ? 0 : 1)
        return (a, b, c)
    }

    @inline(__always)
    private func putVaryings(_ attributes: UnsafeMutableRawPointer, _ number: Int, _ a: Corner, _ b: Corner, _ c: Corner, _ w: SIMD3<Float>,
                             _ gradient: TriangleGradient<Float>) {
        for k in 0..<interpolations.count {
            let offset = VertexRows.varyings + 4 * k, target = attributes + MemoryLayout<AttributePlane>.stride * k
            func put(_ plane: AttributePlane) { target.storeBytes(of: plane, as: AttributePlane.self) }
            let interpolation = isSmooth ? .smooth : interpolations[k]
            switch interpolation {
            case .smooth: put(plane(gradient, a.float(offset) * w.x, b.float(offset) * w.y, c.float(offset) * w.z))
            case .noPerspective: put(plane(gradient, a.float(offset), b.float(offset), c.float(offset)))
            case .flat:
                let provoking = row(work.provoking[number * Int(work.provokingStep)])
                target.storeBytes(of: provoking.load(fromByteOffset: offset, as: UInt32.self), as: UInt32.self)
                target.storeBytes(of: 0, toByteOffset: 4, as: UInt64.self)
            }
        }
    }

    @inline(__always)
    private func plane(_ gradient: TriangleGradient<Float>, _ va: Float, _ vb: Float, _ vc: Float) -> AttributePlane {
        let slopes = gradient.slopes(va, vb, vc)
        return AttributePlane(value: va, dx: slopes.dx, dy: slopes.dy)
    }
}
