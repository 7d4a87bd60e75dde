// ShadowCast: the blurred coverage of shapes in one colour, as bytes of a mask. A shadow that consists of mask bytes is drawn like any
// other piece and needs no pass of its own.
//
// Texels begin at multiples of their size, counted from the canvas's origin, and each texel is summed in a fixed order, so the byte of a
// pixel does not depend on the requested box. The code is unsafe because bounds checks at each texel would slow down the loops; the sizes
// of the boxes determine the sizes of the buffers.

/// Shapes that cast a shadow, and the blur of the shadow.
final class ShadowCast {
    /// The shapes, shifted by the shadow's offset.
    let shapes: [PieceJob]
    let blur: GaussianBlur
    /// The pixels that the shapes touch.
    let source: PixelBox
    /// The shift of the shadow relative to the shapes, in pixels; nil if the shapes do not hide the shadow below the shapes.
    let offset: Point?
    init(_ shapes: [PieceJob], _ blur: GaussianBlur, hiddenAt offset: Point?) {
        self.shapes = shapes; self.blur = blur; self.offset = offset
        source = shapes.reduce(PixelBox.empty) { $0.union($1.box) }
    }
    /// The pixels that the shadow touches.
    var box: PixelBox { source.grown(left: blur.reach, top: blur.reach, right: blur.reach, bottom: blur.reach) }
}

/// Buffers for shadows. Only one thread at a time may use these arrays.
final class ShadowCaster {
    private var coverage = Coverage()
    private var bytes = ScratchArray<UInt8>("ShadowCaster.bytes")
    /// `means`: the means of texels. `wide`: the means blurred along x. `blurred`: the means blurred along x and y.
    private var means = ScratchArray<Float>("ShadowCaster.means"), wide = ScratchArray<Float>("ShadowCaster.wide"),
                blurred = ScratchArray<Float>("ShadowCaster.blurred")
    private var row = ScratchArray<Float>("ShadowCaster.row")
    private var line = ScratchArray<UInt8>("ShadowCaster.line")
    /// `seen`: for each row of texels, the range of visible texels. `covered`: for each row of the shapes' pixels, the longest run
    /// of pixels that the shapes cover fully.
    private var seen = ScratchArray<Run>("ShadowCaster.seen"), covered = ScratchArray<Run>("ShadowCaster.covered")
    /// The row of pixels of the first run in `covered`.
    private var coveredTop = 0
    private struct Run: BitwiseCopyable {
        var first: Int32 = 0, end: Int32 = 0
        var range: Range<Int> { Int(first)..<Int(max(first, end)) }
    }
    /// The number of pixels that are rasterised together.
    private static let pixelsAtOnce = 1 << 20
    /// The number of texels computed together. Rows have room for this number of further texels.
    private static let group = 8
    /// The side of a block of pixels.
    private static let block = 8
    /// Below this value, a texel is invisible.
    private static let leastSeen: Float = 0.499

    deinit {
        bytes.free(); means.free(); wide.free(); blurred.free(); row.free(); line.free(); seen.free(); covered.free()
    }

    /// Appends a piece with the shadow's coverage within a box.
    func cover(_ cast: ShadowCast, within box: PixelBox, by rasterizer: inout CoverageRasterizer, into other: inout Coverage) {
        let blur = cast.blur, margin = blur.factor == 1 ? 0 : 1
        // `read`: the texels that the box reads. `needed`: the texels of `read`, and the texels that the blur reads for these texels.
        let read = PixelBox(x0: blur.texel(box.x0) - margin, y0: blur.texel(box.y0) - margin,
                            x1: blur.texel(box.x1 - 1) + 1 + margin, y1: blur.texel(box.y1 - 1) + 1 + margin)
        let needed = read.grown(left: blur.side, top: blur.side, right: blur.side, bottom: blur.side)
        let source = cast.source
        let filled = PixelBox(x0: blur.texel(source.x0), y0: blur.texel(source.y0), x1: blur.texel(source.x1 - 1) + 1, y1: blur.texel(source.y1 - 1) + 1)
            .intersection(needed)
        if filled.isEmpty { return }
        findMeans(cast, filled, needed, by: &rasterizer)
        blurAlongX(blur, filled, needed, read)
        blurAlongY(blur, filled, read)
        findSeen(read)
        write(cast, read, box, into: &other)
    }

    // MARK: Means

    /// Computes the means of the texels of `filled`, in rows of `needed`; texels outside `filled` are zero.
    private func findMeans(_ cast: ShadowCast, _ filled: PixelBox, _ needed: PixelBox, by rasterizer: inout CoverageRasterizer) {
        let factor = cast.blur.factor, width = filled.width * factor, stride = needed.width + ShadowCaster.group, part = 1 / Float(factor * factor)
        means.fill(filled.height * stride, with: 0)
        coveredTop = filled.y0 * factor
        covered.fill(cast.offset == nil ? 0 : filled.height * factor, with: Run())
        let rowsAtOnce = max(1, ShadowCaster.pixelsAtOnce / (width * factor))
        for top in Swift.stride(from: filled.y0, to: filled.y1, by: rowsAtOnce) {
            let bottom = min(top + rowsAtOnce, filled.y1)
            let pixels = PixelBox(x0: filled.x0 * factor, y0: top * factor, x1: filled.x1 * factor, y1: bottom * factor)
            bytes.fill(width * pixels.height, with: 0)
            for shape in cast.shapes {
                coverage.removeAll()
                shape.cover(within: pixels, by: &rasterizer, self, into: &coverage)
                for piece in coverage.pieces {
                    add(piece, pixels, width)
                    if piece.maskOffset < 0 && covered.count > 0 { noteCovered(piece) }
                }
            }
            for texelRow in top..<bottom {
                let to = means.base + (texelRow - filled.y0) * stride + filled.x0 - needed.x0
                for pixelRow in 0..<factor {
                    var from = bytes.base + ((texelRow - top) * factor + pixelRow) * width
                    for column in 0..<filled.width {
                        var sum: Int32 = 0
                        for pixel in 0..<factor { sum &+= Int32(from[pixel]) }
                        // If `factor` is at most 256, the sums are exact, because they are integers that a Float can hold. With larger
                        // factors, sums are rounded, but rows are always added in the same order, so the result is always the same.
                        to[column] += Float(sum)
                        from += factor
                    }
                }
                for column in 0..<filled.width { to[column] *= part }
            }
        }
    }
    /// Composes the coverage of a piece over the bytes of a box.
    private func add(_ piece: CoveragePiece, _ pixels: PixelBox, _ stride: Int) {
        let width = Int(piece.width)
        coverage.mask.withUnsafeBufferPointer { mask in
            for row in 0..<Int(piece.height) {
                let to = bytes.base + (Int(piece.y) - pixels.y0 + row) * stride + Int(piece.x) - pixels.x0
                if piece.maskOffset < 0 {
                    to.update(repeating: 255, count: width)
                    continue
                }
                let from = Int(piece.maskOffset) + row * width
                for column in 0..<width {
                    let there = UInt32(to[column]), own = UInt32(mask[from + column])
                    to[column] = UInt8(truncatingIfNeeded: there &+ own &- (there &* own &+ 127) / 255)
                }
            }
        }
    }

    // MARK: Blur

    private func blurAlongX(_ blur: GaussianBlur, _ filled: PixelBox, _ needed: PixelBox, _ read: PixelBox) {
        let stride = needed.width + ShadowCaster.group, newStride = read.width + ShadowCaster.group
        wide.fill(filled.height * newStride, with: 0)
        let weights = blur.weights
        for row in 0..<filled.height {
            let from = UnsafeRawPointer(means.base + row * stride), to = UnsafeMutableRawPointer(wide.base + row * newStride)
            for column in Swift.stride(from: 0, to: read.width, by: ShadowCaster.group) {
                var sum = SIMD8<Float>.zero
                for index in 0..<weights.count { sum += (from + (column &+ index) &* 4).loadUnaligned(as: SIMD8<Float>.self) * weights[index] }
                (to + column &* 4).storeBytes(of: sum, as: SIMD8<Float>.self)
            }
        }
    }
    private func blurAlongY(_ blur: GaussianBlur, _ filled: PixelBox, _ read: PixelBox) {
        let stride = read.width + ShadowCaster.group, weights = blur.weights
        blurred.fill(read.height * stride, with: 0)
        for row in 0..<read.height {
            // Rows without shapes add nothing to the blur, so the sum includes only rows of texels with shapes.
            let top = read.y0 + row - blur.side
            let indices = max(0, filled.y0 - top)..<max(min(weights.count, filled.y1 - top), max(0, filled.y0 - top))
            let from = UnsafeRawPointer(wide.base), to = UnsafeMutableRawPointer(blurred.base + row * stride)
            for column in Swift.stride(from: 0, to: read.width, by: ShadowCaster.group) {
                var sum = SIMD8<Float>.zero
                for index in indices {
                    sum += (from + ((top &+ index &- filled.y0) &* stride &+ column) &* 4).loadUnaligned(as: SIMD8<Float>.self) * weights[index]
                }
                (to + column &* 4).storeBytes(of: sum, as: SIMD8<Float>.self)
            }
        }
    }

    // MARK: Visible parts

    private func noteCovered(_ piece: CoveragePiece) {
        for y in Int(piece.y)..<Int(piece.y + piece.height) where Int(piece.width) > covered[y - coveredTop].range.count {
            covered[y - coveredTop] = Run(first: piece.x, end: piece.x + piece.width)
        }
    }
    private func findSeen(_ read: PixelBox) {
        let stride = read.width + ShadowCaster.group
        seen.fill(read.height, with: Run())
        for index in 0..<read.height {
            let values = blurred.base + index * stride
            var first = 0, end = read.width
            while first < end && values[first] < ShadowCaster.leastSeen { first += 1 }
            while end > first && values[end - 1] < ShadowCaster.leastSeen { end -= 1 }
            seen[index] = Run(first: Int32(first), end: Int32(end))
        }
    }
    /// Returns the columns in which the shadow is strong enough to see in at least one of the rows. Shapes may still hide the shadow in
    /// these columns.
    private func seenColumns(_ rows: Range<Int>, _ blur: GaussianBlur, _ read: PixelBox) -> Range<Int> {
        let margin = blur.factor == 1 ? 0 : 1
        var first = Int.max, end = 0
        for texel in blur.texel(rows.lowerBound) - read.y0 - margin...blur.texel(rows.upperBound - 1) - read.y0 + margin {
            let range = seen[texel].range
            if range.isEmpty { continue }
            first = min(first, range.lowerBound)
            end = max(end, range.upperBound)
        }
        return first < end ? (read.x0 + first - margin) * blur.factor..<(read.x0 + end + margin) * blur.factor : 0..<0
    }
    /// Returns the columns in which the shapes hide the shadow in all of the given rows.
    private func hiddenColumns(_ rows: Range<Int>, _ cast: ShadowCast) -> Range<Int> {
        guard let offset = cast.offset else { return 0..<0 }
        let top = Int((Double(rows.lowerBound) + offset.y).rounded(.down)) - coveredTop,
            bottom = Int((Double(rows.upperBound) + offset.y).rounded(.up)) - coveredTop
        guard top >= 0, bottom <= covered.count else { return 0..<0 }
        var first = Int32.min, end = Int32.max
        for index in top..<bottom {
            first = max(first, covered[index].first)
            end = min(end, covered[index].end)
        }
        if end <= first { return 0..<0 }
        let left = Int((Double(first) - offset.x).rounded(.up)), right = Int((Double(end) - offset.x).rounded(.down))
        return left..<max(left, right)
    }

    // MARK: Bytes

    private func write(_ cast: ShadowCast, _ read: PixelBox, _ box: PixelBox, into other: inout Coverage) {
        row.reserve(read.width + ShadowCaster.group)
        line.reserve((read.width + ShadowCaster.group) * cast.blur.factor)
        // Pieces begin and end at the borders of pixel blocks, which are shaded together.
        let block = ShadowCaster.block
        var top = box.y0
        while top < box.y1 {
            let bottom = min((top & ~(block - 1)) + block, box.y1)
            let seen = seenColumns(top..<bottom, cast.blur, read), hidden = hiddenColumns(top..<bottom, cast)
            let columns = (seen.lowerBound & ~(block - 1)..<(seen.upperBound + block - 1) & ~(block - 1)).clamped(to: box.x0..<box.x1)
            let left = (hidden.lowerBound + block - 1) & ~(block - 1), right = hidden.upperBound & ~(block - 1)
            if seen.isEmpty {
            } else if left < right {
                write(cast.blur, read, columns.clamped(to: columns.lowerBound..<max(left, columns.lowerBound)), top..<bottom, into: &other)
                write(cast.blur, read, columns.clamped(to: min(right, columns.upperBound)..<columns.upperBound), top..<bottom, into: &other)
            } else {
                write(cast.blur, read, columns, top..<bottom, into: &other)
            }
            top = bottom
        }
    }
    private func write(_ blur: GaussianBlur, _ read: PixelBox, _ columns: Range<Int>, _ rows: Range<Int>, into other: inout Coverage) {
        if columns.isEmpty { return }
        let stride = read.width + ShadowCaster.group, factor = blur.factor
        var piece = CoveragePiece(PixelBox(x0: columns.lowerBound, y0: rows.lowerBound, x1: columns.upperBound, y1: rows.upperBound))
        piece.maskOffset = Int32(other.mask.count)
        other.pieces.append(piece)
        other.mask.append(contentsOf: repeatElement(0, count: columns.count * rows.count))
        // The texels that contain the columns.
        let texels = blur.texel(columns.lowerBound) - read.x0..<blur.texel(columns.upperBound - 1) + 1 - read.x0
        other.mask.withUnsafeMutableBufferPointer { mask in
            guard var to = mask.baseAddress.map({ $0 + Int(piece.maskOffset) }) else { return }
            for y in rows {
                let texel = blur.texel(y) - read.y0
                if factor == 1 {
                    writeLine(blurred.base + texel * stride, texels)
                } else {
                    blendRows(blur.splines[y - blur.texel(y) * factor], around: texel, stride, texels)
                    writeLine(blur, texels)
                }
                to.update(from: line.base + columns.lowerBound - read.x0 * factor, count: columns.count)
                to += columns.count
            }
        }
    }
    /// Writes some texels of a row, rounded to whole numbers.
    private func writeLine(_ row: UnsafePointer<Float>, _ texels: Range<Int>) {
        for column in Swift.stride(from: texels.lowerBound, to: texels.upperBound, by: ShadowCaster.group) {
            let values = UnsafeRawPointer(row + column).loadUnaligned(as: SIMD8<Float>.self)
            UnsafeMutableRawPointer(line.base + column).storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: ShadowCaster.whole(values)), as: SIMD8<UInt8>.self)
        }
    }
    /// Rounds to whole numbers: the addition of 2²³ leaves the nearest whole number in the lowest bits.
    @inline(__always) private static func whole(_ values: SIMD8<Float>) -> SIMD8<UInt32> { unsafeBitCast(values + 0x1p23, to: SIMD8<UInt32>.self) }
    /// Interpolates between rows of texels at the height of one row of pixels, and stores the resulting row of values. The row has a value
    /// for each of the given texels, and for one more texel on each side.
    private func blendRows(_ spline: SIMD3<Float>, around texel: Int, _ stride: Int, _ texels: Range<Int>) {
        let above = UnsafeRawPointer(blurred.base + (texel - 1) * stride), here = above + stride * 4, below = here + stride * 4
        for byte in Swift.stride(from: (texels.lowerBound - 1) * 4, to: (texels.upperBound + 1) * 4, by: 32) {
            let sum = above.loadUnaligned(fromByteOffset: byte, as: SIMD8<Float>.self) * spline.x
                + here.loadUnaligned(fromByteOffset: byte, as: SIMD8<Float>.self) * spline.y
                + below.loadUnaligned(fromByteOffset: byte, as: SIMD8<Float>.self) * spline.z
            UnsafeMutableRawPointer(row.base).storeBytes(of: sum, toByteOffset: byte, as: SIMD8<Float>.self)
        }
    }
    /// Writes the pixels of a row that lie within the given texels. Bytes are combined in little-endian order, which all supported
    /// processors use.
    private func writeLine(_ blur: GaussianBlur, _ texels: Range<Int>) {
        let factor = blur.factor
        for column in Swift.stride(from: texels.lowerBound, to: texels.upperBound, by: ShadowCaster.group) {
            let before = UnsafeRawPointer(row.base + column - 1)
            let a = before.loadUnaligned(as: SIMD8<Float>.self), b = before.loadUnaligned(fromByteOffset: 4, as: SIMD8<Float>.self),
                c = before.loadUnaligned(fromByteOffset: 8, as: SIMD8<Float>.self)
            /// Returns one pixel of each texel, in the lowest eight bits.
            @inline(__always) func pixel(_ pixel: Int) -> SIMD8<UInt32> {
                let spline = blur.splines[pixel]
                return ShadowCaster.whole(a * spline.x + b * spline.y + c * spline.z) & 255
            }
            let to = UnsafeMutableRawPointer(line.base + column * factor)
            if factor == 2 {
                to.storeBytes(of: SIMD8<UInt16>(truncatingIfNeeded: pixel(0) | pixel(1) &<< 8), as: SIMD8<UInt16>.self)
                continue
            }
            for first in Swift.stride(from: 0, to: factor, by: 4) {
                let four = pixel(first) | pixel(first + 1) &<< 8 | pixel(first + 2) &<< 16 | pixel(first + 3) &<< 24
                if factor == 4 {
                    to.storeBytes(of: four, as: SIMD8<UInt32>.self)
                } else {
                    for lane in 0..<ShadowCaster.group { to.storeBytes(of: four[lane], toByteOffset: lane &* factor &+ first, as: UInt32.self) }
                }
            }
        }
    }
}
