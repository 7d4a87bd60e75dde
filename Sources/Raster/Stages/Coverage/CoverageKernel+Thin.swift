// Thin coverage: finds the quads of a tile that a long thin primitive covers. In most blocks in the bounds of a long thin primitive, at
// most two quads would be covered. So the kernel does not go through blocks: each lane finds the quads at one position along the primitive.
// The early tests (the depth and stencil tests that come before the shader) then process W/4 covered quads at a time (W is the number of
// lanes).
//
// The axis along which a primitive is longer is called the major axis; the other axis is called the minor axis. In each lane, the kernel
// computes the lowest and the highest pixel along the minor axis from the edges. These two bounds are a little too wide, so each pixel
// between the bounds is tested exactly.

import Kernel

/// Memory for the quads and bounds of one thin primitive. The next primitive uses the same memory.
struct ThinCoverage {
    /// The covered quads that were found. `quadPixels` has the first pixel of each quad (32 bits: x in the lower half, y in the upper
    /// half). `covered` has a mask of the covered lanes for each quad.
    fileprivate let quadPixels: Pointer
    fileprivate let covered: Pointer
    /// For each position of a quad along the major axis, the lowest and the highest pixel along the minor axis, relative to the tile.
    fileprivate let lowest: Pointer
    fileprivate let highest: Pointer
    /// The number of quads that fit into the memory: all quads of a tile, and 16 more, because a store of a vector may write up to W
    /// elements after the last quad.
    private static let side = TileGrid.tileSize / 2, capacity = side * side + 16

    init(_ builder: KernelBuilder) {
        lowest = builder.localMemory(bytes: 8 * Self.side, name: "thin coverage's bounds")
        highest = lowest + 4 * Self.side
        quadPixels = builder.localMemory(bytes: 8 * Self.capacity, name: "thin coverage's quads")
        covered = quadPixels + 4 * Self.capacity
    }
}

extension CoverageKernel {
    /// The edges and the bounds of a primitive along the major and the minor axis.
    private struct Axes {
        private let isSteep: Condition
        let edges: [(major: Scalar<Int32>, minor: Scalar<Int32>)]
        /// The first and the last pixel of the primitive's bounds, relative to the tile.
        let first: (major: Scalar<Int32>, minor: Scalar<Int32>), last: (major: Scalar<Int32>, minor: Scalar<Int32>)

        init(_ primitive: CoverageEdges, tile: TileBounds, _ bounds: TileBounds) {
            let isSteep = primitive.a.magnitude().largest() .> primitive.b.magnitude().largest()
            self.isSteep = isSteep
            func axes(_ x: Scalar<Int32>, _ y: Scalar<Int32>) -> (Scalar<Int32>, Scalar<Int32>) { (isSteep.choose(y, x), isSteep.choose(x, y)) }
            edges = (0..<primitive.count).map { axes(primitive.a($0), primitive.b($0)) }
            first = axes(bounds.x0 - tile.x0, bounds.y0 - tile.y0)
            last = axes(bounds.x1 - tile.x0, bounds.y1 - tile.y0)
        }
        func along(_ x: Scalar<Int32>, _ y: Scalar<Int32>) -> (major: Scalar<Int32>, minor: Scalar<Int32>) { (isSteep.choose(y, x), isSteep.choose(x, y)) }
    }

    /// Covers a long primitive if the primitive is thin. Returns whether the primitive was thin.
    /// - Parameters:
    ///   - bounds: The primitive's bounds within the tile.
    ///   - corners: The edges' values at the tile's first pixel.
    func coverThin(_ primitive: CoverageEdges, tile: TileBounds, _ bounds: TileBounds, corners: IntLanes, _ thin: ThinCoverage, _ planes: DepthPlanes,
                   _ queue: QuadQueue) -> Condition {
        let axes = Axes(primitive, tile: tile, bounds), widest = findSpans(axes, corners, thin)
        let isTaken = widest .< Limits.thin
        // `widest` is negative if the primitive covers no pixel.
        builder.if(isTaken & (widest .>= 0)) { take(thin, count: findQuads(axes, tile, corners, thin), primitive.record, planes, queue) }
        return isTaken
    }

    /// For each position along the major axis, finds the lowest and the highest pixel that the edges allow along the minor axis.
    /// Returns the greatest difference between the highest and the lowest pixel at any position.
    private func findSpans(_ axes: Axes, _ corners: IntLanes, _ thin: ThinCoverage) -> Scalar<Int32> {
        let inverses = axes.edges.map { builder.scalar(Float(1)) / $0.minor.converted(to: Float.self) }
        let widest = builder.variable(builder.lanes(Int32(-1))), size = Float(TileGrid.tileSize)
        builder.forEach(from: axes.first.major & ~1, to: axes.last.major + 1, step: Int32(2 * builder.lanes)) { group in
            let major = group.broadcast() + builder.laneIndices * 2
            var low = builder.lanes(Float(0)), high = builder.lanes(size)
            for (e, edge) in axes.edges.enumerated() {
                let most = corners[e].broadcast() + edge.major.broadcast() * major + edge.major.maximum(0).broadcast()
                let end = (builder.lanes(Int32(0)) - most).converted(to: Float.self) * inverses[e].broadcast()
                low = low.greater((edge.minor .> 0).choose(end, low))
                high = high.lesser((edge.minor .< 0).choose(end, high))
            }
            // The divisions have rounding errors. This margin, which is far greater than the errors, ensures that no covered pixel is left
            // out.
            let margin: Float = 1.0 / 64
            let lowest = (low - margin).greater(builder.lanes(Float(0))).lesser(builder.lanes(size)).convertedInRange(to: Int32.self)
            let highest = (high + margin).greater(builder.lanes(Float(-1))).lesser(builder.lanes(size)).convertedInRange(to: Int32.self)
            let from = lowest.maximum(axes.first.minor.broadcast()) & ~1
            let to = (major .<= axes.last.major.broadcast()).choose(highest.minimum(axes.last.minor.broadcast()), -1)
            let offset = (group - (axes.first.major & ~1)) << 1
            (thin.lowest + offset).store(from, alignment: 4)
            (thin.highest + offset).store(to, alignment: 4)
            widest.value = widest.value.maximum(to - from)
        }
        return widest.value.largest()
    }

    /// Tests whether the pixels from the lowest to the highest pixel are covered. Returns the number of covered quads.
    private func findQuads(_ axes: Axes, _ tile: TileBounds, _ corners: IntLanes, _ thin: ThinCoverage) -> Scalar<Int32> {
        let step = axes.along(builder.scalar(1), builder.scalar(1 << 16)), start = tile.y0 << 16 | tile.x0
        // The four pixels of a quad. Each pixel has a position along each axis, 0 (first) or 1 (second), and the bit of its lane.
        let bit = axes.along(builder.scalar(2), builder.scalar(4))
        let pixels: [(major: Int32, minor: Int32, bit: Scalar<Int32>)] = [(0, 0, builder.scalar(1)), (1, 0, bit.major),
                                                                          (0, 1, bit.minor), (1, 1, builder.scalar(8))]
        let count = builder.variable(builder.scalar(Int32(0)))
        builder.forEach(from: axes.first.major & ~1, to: axes.last.major + 1, step: Int32(2 * builder.lanes)) { group in
            let major = group.broadcast() + builder.laneIndices * 2
            let number = (group - (axes.first.major & ~1)) << 1
            let lowest = (thin.lowest + number).loadLanes(Int32.self, alignment: 4), highest = (thin.highest + number).loadLanes(Int32.self, alignment: 4)
            // Element 0 belongs to the first pixel of a quad along the major axis, element 1 to the second pixel. In each lane, an element
            // is 0 or more if the pixel lies within the primitive's bounds, and negative otherwise.
            let inMajor = [Int32(0), 1].map { (major + $0 - axes.first.major.broadcast()) | (axes.last.major.broadcast() - $0 - major) }
            let minor = builder.variable(lowest)
            let values = axes.edges.enumerated().map { e, edge -> Variable<IntLanes> in
                let first: IntLanes = corners[e].broadcast() + edge.major.broadcast() * major
                return builder.variable(first + edge.minor.broadcast() * lowest)
            }
            let majorCorner = start.broadcast() + major * step.major.broadcast()
            builder.loop(while: { (minor.value .<= highest).any }) {
                let inMinor = [Int32(0), 1].map { (minor.value + $0 - axes.first.minor.broadcast()) | (axes.last.minor.broadcast() - $0 - minor.value) }
                var covered = builder.lanes(Int32(0))
                for pixel in pixels {
                    var sign = inMajor[Int(pixel.major)] | inMinor[Int(pixel.minor)]
                    for (edge, value) in zip(axes.edges, values) {
                        sign = sign | (value.value + (edge.major * pixel.major + edge.minor * pixel.minor).broadcast())
                    }
                    covered = covered | (sign .>= 0).choose(pixel.bit.broadcast(), 0)
                }
                let isCovered = covered .!= 0, quadPixels = majorCorner + minor.value * step.minor.broadcast()
                thin.quadPixels.element(count.value, stride: 4).storePacked(quadPixels.withSign(of: UInt32.self), mask: isCovered)
                thin.covered.element(count.value, stride: 4).storePacked(covered.withSign(of: UInt32.self), mask: isCovered)
                count.value = count.value + isCovered.bits.bitCount().withSign(of: Int32.self)
                minor.value = minor.value + 2
                for (edge, value) in zip(axes.edges, values) { value.value = value.value + (edge.minor * 2).broadcast() }
            }
        }
        return count.value
    }

    /// Runs the early tests on the quads that were found, and queues the quads with passing pixels.
    private func take(_ thin: ThinCoverage, count: Scalar<Int32>, _ record: Pointer, _ planes: DepthPlanes, _ queue: QuadQueue) {
        let quads = builder.lanes / 4, quadOfLane = (0..<builder.lanes).map { $0 / 4 }
        // Fills the unused part of the last batch with quads that cover nothing.
        thin.quadPixels.element(count, stride: 4).store(thin.quadPixels.load(UInt32.self).broadcast(quads), alignment: 4)
        thin.covered.element(count, stride: 4).store(builder.lanes(UInt32(0), count: quads), alignment: 4)
        let laneX = builder.lanes((0..<builder.lanes).map { Int32($0 & 1) }), laneY = builder.lanes((0..<builder.lanes).map { Int32(($0 >> 1) & 1) })
        let ownBits = builder.lanes((0..<builder.lanes).map { UInt32(1) << UInt32($0 % 4) })
        builder.forEach(from: builder.scalar(Int32(0)), to: count, step: Int32(quads)) { number in
            let quadPixels = thin.quadPixels.element(number, stride: 4).loadLanes(UInt32.self, count: quads, alignment: 4)
            let covered = thin.covered.element(number, stride: 4).loadLanes(UInt32.self, count: quads, alignment: 4)
            let corner = quadPixels.shuffled(quadOfLane).withSign(of: Int32.self), first = quadPixels[0].withSign(of: Int32.self)
            let position = LanePixels(x: { (corner & 0xFFFF) + laneX }, y: { (corner >> 16) + laneY }, corner: (first & 0xFFFF, first >> 16),
                                      isBlock: quads == 1 ? nil : builder.condition(false), rewriting: key.rewritingOfQuads)
            let mask = (covered.shuffled(quadOfLane) & ownBits) .!= 0
            testAndQueue([mask], position, quadPixels: quadPixels, record, planes, queue)
        }
    }
}
