// DepthBounds: knows, for each block of 8×8 pixels of a tile, the greatest depth key that the block holds. A primitive whose smallest key is
// greater than the keys of all its blocks is hidden: no fragment of the primitive passes the depth test. The coverage kernel leaves out hidden
// primitives.
//
// If the comparison of the depth test is `less` or `lessEqual`, draws can only make depths smaller. So bounds that were computed once
// stay true, although they may become greater than necessary. The kernel computes the bounds anew after many primitives. For `greater`
// and `greaterEqual`, all keys are inverted, and the same rules apply. A clear, or a draw that may make keys greater, makes the bounds
// invalid.
//
// The smallest key of a primitive is found exactly. The depth of a fragment is fma(dx, x, fma(dy, y, value)), limited to the depth range and
// converted to a key. Each of these steps, including its rounding, is monotonic in x and in y. So the smallest key within a rectangle is the
// key of one of the four corners.

import Kernel
import Memory
import Shading

/// The bounds of one tile. In memory, the header is followed by the greatest key of each block, row by row.
struct DepthBounds: KernelRecord {
    /// Whether the bounds are valid, and for which depth tests: `unknown`, `ofSmaller`, `ofGreater` or `useless`.
    var state: Int32 = DepthBounds.unknown
    /// The number of primitives that kernels have processed in this tile since the bounds were computed. If the bounds could hide
    /// nothing, the number starts lower and may be negative, so that the kernel waits longer until it computes the bounds again.
    var primitiveCount: Int32 = 0
    /// The number of hidden primitives since the bounds were computed.
    var hiddenCount: Int32 = 0
    /// The greatest key in the tile.
    var greatest: UInt32 = 0

    /// The bounds are not computed.
    static let unknown: Int32 = 0
    /// The bounds are valid for tests that keep smaller depths, or, with inverted keys, for tests that keep greater depths.
    static let ofSmaller: Int32 = 1, ofGreater: Int32 = 2
    /// The bounds would hide few primitives, so kernels do not use the bounds in this pass until the next clear.
    static let useless: Int32 = 3

    /// The number of blocks along the side of a tile, and the base-2 logarithm of a block's length in pixels.
    static let blocksPerSide = Int32(TileGrid.tileSize / 8), blockSizeLog2: Int32 = 3
    /// The offset of the keys of the blocks, and the number of bytes of the whole record.
    static let keys = MemoryLayout<DepthBounds>.stride, byteCount = keys + 4 * Int(blocksPerSide * blocksPerSide)
    /// The number of primitives after which the bounds are computed anew.
    static let primitivesPerUpdate: Int32 = 512
    /// If the bounds could hide nothing, the kernel waits for this number of further primitives before it computes the bounds again.
    static let furtherWait: Int32 = 1536
}

/// Whether a draw changes depths, and which bounds stay valid after the change.
struct DepthDirection: Sendable {
    /// The state of the bounds that stay valid; nil if no bounds stay valid.
    private let keeps: Int32?
    private let changesDepth: Bool

    init(_ key: FragmentKey) {
        let depth = key.depthFormat == nil ? nil : key.state.depth
        changesDepth = depth.map { $0.writes && $0.compare != .equal && $0.compare != .never } ?? false
        keeps = depth.flatMap { DepthDirection.bounds(for: $0.compare) }
    }
    /// Returns the state of the bounds that can hide primitives in draws with the comparison `compare`; nil if no bounds can hide such
    /// primitives.
    static func bounds(for compare: CompareFunction) -> Int32? {
        switch compare {
        case .less, .lessEqual, .equal: DepthBounds.ofSmaller
        case .greater, .greaterEqual: DepthBounds.ofGreater
        case .never, .notEqual, .always: nil
        }
    }
    /// Makes the bounds of a tile unknown if the draw may change depths in such a way that the bounds are no longer valid.
    func apply(to bounds: UnsafeMutablePointer<DepthBounds>) {
        if !changesDepth { return }
        let state = bounds.pointee.state
        if state != DepthBounds.useless && state != keeps { bounds.pointee.state = DepthBounds.unknown }
    }
}

/// The bounds of all tiles of a pass.
final class TileDepthBounds {
    private let memory = RawStorage("TileDepthBounds", alignment: 64)
    private var hasDepth = false

    /// Prepares for a pass. The bounds of all tiles are unknown.
    func begin(_ target: Framebuffer, tileCount: Int) {
        hasDepth = target.depth != nil
        let count = hasDepth ? tileCount : 1
        memory.reserve(byteCount: count * DepthBounds.byteCount)
        for tile in 0..<count { self[tile].initialize(to: DepthBounds()) }
    }
    /// The bounds of a tile. Without a depth attachment, all tiles have the same bounds, which no kernel uses.
    subscript(_ tile: Int) -> UnsafeMutablePointer<DepthBounds> {
        (memory.base + (hasDepth ? tile : 0) * DepthBounds.byteCount).assumingMemoryBound(to: DepthBounds.self)
    }

    /// Makes the bounds of a tile unknown if the clear changes depths.
    func clear(_ tile: Int, _ clear: ClearCall) {
        if hasDepth && clear.values.depth != nil { self[tile].initialize(to: DepthBounds()) }
    }
}

// MARK: Kernel

/// Emits the code that computes and uses the bounds of a coverage kernel's tile.
struct HiddenPrimitives {
    private let kernel: CoverageKernel
    private let bounds: RecordPointer<DepthBounds>
    private let tile: CoverageKernel.TileBounds
    private let depth: DepthState
    /// The state of the bounds that can hide primitives of the kernel's draws: `ofSmaller` or `ofGreater`.
    private let state: Int32
    /// Whether the tile's bounds have the state `state`, so that the bounds may hide primitives.
    private let isActive: Variable<Condition>
    /// The current values of `DepthBounds.primitiveCount` and `DepthBounds.hiddenCount`. `finish` adds the primitives of this kernel call
    /// to the first count.
    private let primitiveCount: Variable<Scalar<Int32>>, hiddenCount: Variable<Scalar<Int32>>
    private var builder: KernelBuilder { kernel.builder }
    private var keys: Pointer { bounds.pointer + DepthBounds.keys }

    /// Returns nil if bounds cannot hide primitives of the kernel's draws. Emits code that computes the bounds if, at run time, enough
    /// primitives have been processed since the last computation.
    /// - Parameters:
    ///   - address: The address of the tile's bounds.
    ///   - tile: The first and the last pixel of the tile.
    init?(_ kernel: CoverageKernel, _ address: Pointer, _ tile: CoverageKernel.TileBounds) {
        guard kernel.builder.tier.choosesCoverage, kernel.testsEarly, kernel.key.stencilFormat == nil || kernel.key.state.stencil == nil,
              kernel.key.depthFormat != nil, let depth = kernel.key.state.depth, let state = DepthDirection.bounds(for: depth.compare) else { return nil }
        let builder = kernel.builder
        self.kernel = kernel; self.tile = tile; self.depth = depth; self.state = state
        bounds = RecordPointer(address, byteCount: DepthBounds.byteCount, "DepthBounds")
        primitiveCount = builder.variable(bounds.load(\.primitiveCount))
        hiddenCount = builder.variable(bounds.load(\.hiddenCount))
        let known = bounds.load(\.state)
        isActive = builder.variable(known .== state)
        builder.if((primitiveCount.value .>= DepthBounds.primitivesPerUpdate) & (known .!= DepthBounds.useless), isRare: true) {
            // If the bounds hid less than an eighth of the primitives, the test of each primitive takes more time than it saves.
            let hidesFew = isActive.value & (hiddenCount.value * 8 .< primitiveCount.value)
            builder.if(hidesFew, {
                bounds.store(builder.scalar(DepthBounds.useless), \.state)
                isActive.value = builder.condition(false)
            }, else: update)
            primitiveCount.value = isActive.value.choose(builder.scalar(Int32(0)), -DepthBounds.furtherWait)
            hiddenCount.value = builder.scalar(0)
        }
    }

    /// Returns the keys in the order of the bounds: a fragment fails the test if its key is greater than the stored key.
    private func ordered(_ key: UIntLanes) -> UIntLanes { state == DepthBounds.ofGreater ? ~key : key }

    /// Computes the bounds of all blocks.
    private func update() {
        let found = builder.withLanes(8) { () -> (greatest: Scalar<UInt32>, least: Scalar<UInt32>, far: Scalar<UInt32>) in
            let reader = kernel.inRows, planes = DepthPlanes(reader), code = planes.depthCode!, lanes = builder.laneIndices
            let greatest = builder.variable(builder.scalar(UInt32(0))), least = builder.variable(builder.scalar(UInt32.max))
            builder.forEach(from: tile.y0, to: tile.y1 + 1, step: 8) { y in
                builder.forEach(from: tile.x0, to: tile.x1 + 1, step: 8) { x in
                    let isInside = lanes .<= (tile.x1 - x).broadcast(), most = builder.variable(builder.lanes(UInt32(0)))
                    builder.forEach(0..<8) { row in
                        // Beyond the last row of the tile, the last row is read again.
                        let y = (y + row).minimum(tile.y1)
                        let position = LanePixels(x: { x.broadcast() + lanes }, y: { y.broadcast() }, corner: (x, y), isBlock: nil, rewriting: .forbidden)
                        for plane in planes.depth! { most.value = most.value.maximum(ordered(code.loadDepthKey(plane, position, mask: isInside))) }
                    }
                    let key = isInside.choose(most.value, 0).largest()
                    place(x, y).store(key)
                    greatest.value = greatest.value.maximum(key)
                    least.value = least.value.minimum(key)
                }
            }
            // The greatest key that a primitive can have.
            let limit = state == DepthBounds.ofGreater ? kernel.context.load(\.depthMinimum, .constant) : kernel.context.load(\.depthMaximum, .constant)
            return (greatest.value, least.value, ordered(code.depthKey(limit.broadcast(), isClamped: true))[0])
        }
        bounds.store(found.greatest, \.greatest)
        isActive.value = found.least .< found.far
        bounds.store(isActive.value.choose(builder.scalar(state), DepthBounds.unknown), \.state)
    }

    /// For a pixel of the tile, returns the place of the key that belongs to the pixel's block.
    private func place(_ x: Scalar<Int32>, _ y: Scalar<Int32>) -> Pointer {
        let column = (x - tile.x0) >> DepthBounds.blockSizeLog2, row = (y - tile.y0) >> DepthBounds.blockSizeLog2
        return keys.element(row * DepthBounds.blocksPerSide + column, stride: 4)
    }

    /// Emits the code of a primitive. At run time, this code runs unless the primitive is hidden.
    /// - Parameter part: The part of the primitive's bounds that lies in the tile.
    func unlessHidden(_ record: Pointer, _ part: CoverageKernel.TileBounds, _ body: () -> Void) {
        let isHidden = builder.variable(builder.condition(false))
        builder.if(isActive.value) {
            isHidden.value = self.isHidden(record, part)
            hiddenCount.value = hiddenCount.value + isHidden.value.choose(builder.scalar(Int32(1)), 0)
        }
        builder.if(~isHidden.value, body)
    }

    /// Returns whether the smallest key of the primitive is greater than all keys of its blocks.
    private func isHidden(_ record: Pointer, _ part: CoverageKernel.TileBounds) -> Condition {
        let fields = RecordPointer<PrimitiveRecord>(array: record)
        let least = builder.withLanes(4) { () -> Scalar<UInt32> in
            func number(_ field: KeyPath<PrimitiveRecord, Float>) -> FloatLanes { fields.load(field).broadcast() }
            func corners(_ first: Scalar<Int32>, _ last: Scalar<Int32>, areLast: [Int32]) -> FloatLanes {
                (first.broadcast() + (last + 1 - first).broadcast() * builder.lanes(areLast)).converted(to: Float.self)
            }
            // Samples lie inside of their pixels, so the outer corners of the first and the last pixel enclose all samples.
            let x = corners(part.x0, part.x1, areLast: [0, 1, 0, 1]) - number(\.originX)
            let y = corners(part.y0, part.y1, areLast: [0, 0, 1, 1]) - number(\.originY)
            let depth = number(\.depth.dx).fusedMultiply(x, add: number(\.depth.dy).fusedMultiply(y, add: number(\.depth.value)))
            let limited = FragmentDepth.clamped(depth, kernel.context.load(\.depthMinimum, .constant).broadcast(),
                                                kernel.context.load(\.depthMaximum, .constant).broadcast())
            return ordered(kernel.code(kernel.key.depthFormat!).depthKey(limited, isClamped: true)).smallest()
        }
        // The depth of a plane with very large numbers may overflow or become NaN at some pixels. Primitives whose plane has very large
        // numbers are never hidden.
        let plane = builder.withLanes(4) { (record + PrimitiveRecord.offset(of: \.depth)).loadLanes(UInt32.self, alignment: 4) & Self.magnitudes(builder) }
        let isTame = plane.largest() .< (0x1p60 as Float).bitPattern
        let right = part.x1 - ((part.x0 - tile.x0) & -8), top = part.y1 - ((part.y0 - tile.y0) & -8)
        let isWithinFourBlocks = (right - tile.x0 .< 16) & (top - tile.y0 .< 16)
        let greatest = builder.choose(isWithinFourBlocks, { () -> Scalar<UInt32> in
            func key(_ x: Scalar<Int32>, _ y: Scalar<Int32>) -> Scalar<UInt32> { place(x, y).load() }
            return key(part.x0, part.y0).maximum(key(part.x1, part.y0)).maximum(key(part.x0, part.y1).maximum(key(part.x1, part.y1)))
        }, else: { bounds.load(\.greatest) })
        return isTame & (depth.compare == .less || depth.compare == .greater ? least .>= greatest : least .> greatest)
    }
    /// Returns a mask that clears the signs of the three numbers of a plane, and clears the fourth lane, which does not belong to the
    /// plane.
    private static func magnitudes(_ builder: KernelBuilder) -> UIntLanes { builder.lanes([0x7FFF_FFFF, 0x7FFF_FFFF, 0x7FFF_FFFF, 0]) }

    /// Emits the code that keeps the counts for the next draws in the tile.
    /// - Parameter processed: The number of primitives that the kernel has processed.
    func finish(processed: Scalar<Int32>) {
        bounds.store(primitiveCount.value + processed, \.primitiveCount)
        bounds.store(hiddenCount.value, \.hiddenCount)
    }
}
