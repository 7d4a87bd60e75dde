// ShadowCast: the blurred coverage of shapes of one colour, as bytes of a mask. Such a shadow is a piece like others, and takes no pass of its own.
//
// Texels begin at multiples of their size, counted from the canvas' origin, and each is a sum in one order: a pixel's byte does not depend on what else is wanted. Unsafe because
// the loops over texels would pay for checks of bounds at each of them; the buffers have room for all that the boxes tell.

/// Shapes that throw a shadow, and how it is blurred.
final class ShadowCast {
    /// Where they throw it: moved by the shadow's offset.
    let shapes: [PieceJob]
    let blur: GaussianBlur
    /// The pixels that the shapes touch.
    let source: PixelBox
    init(_ shapes: [PieceJob], _ blur: GaussianBlur) {
        self.shapes = shapes; self.blur = blur
        source = shapes.reduce(PixelBox.empty) { $0.union($1.box) }
    }
    /// The pixels that the shadow touches.
    var box: PixelBox { source.grown(left: blur.reach, top: blur.reach, right: blur.reach, bottom: blur.reach) }
}

/// Memory for shadows, used by one thread at a time.
final class ShadowCaster {
    private var coverage = Coverage()
    private var bytes = ScratchArray<UInt8>("ShadowCaster.bytes")
    /// The means of texels; the same, blurred along x; and along y as well.
    private var means = ScratchArray<Float>("ShadowCaster.means"), wide = ScratchArray<Float>("ShadowCaster.wide"), blurred = ScratchArray<Float>("ShadowCaster.blurred")
    private var row = ScratchArray<Float>("ShadowCaster.row")
    private var line = ScratchArray<UInt8>("ShadowCaster.line")
    /// Pixels that are covered at once.
    private static let pixelsAtOnce = 1 << 20
    /// Texels that are computed together; rows have room for as many more.
    private static let group = 8

    deinit {
        bytes.free(); means.free(); wide.free(); blurred.free(); row.free(); line.free()
    }

    /// Appends a piece with what the shadow covers of a box.
    func cover(_ cast: ShadowCast, within box: PixelBox, by rasterizer: inout CoverageRasterizer, into other: inout Coverage) {
        let blur = cast.blur, margin = blur.factor == 1 ? 0 : 1
        // The texels that the box reads, and those that these are blurred of.
        let read = PixelBox(x0: blur.texel(box.x0) - margin, y0: blur.texel(box.y0) - margin, x1: blur.texel(box.x1 - 1) + 1 + margin, y1: blur.texel(box.y1 - 1) + 1 + margin)
        let needed = read.grown(left: blur.side, top: blur.side, right: blur.side, bottom: blur.side)
        let source = cast.source
        let filled = PixelBox(x0: blur.texel(source.x0), y0: blur.texel(source.y0), x1: blur.texel(source.x1 - 1) + 1, y1: blur.texel(source.y1 - 1) + 1).intersection(needed)
        if filled.isEmpty { return }
        findMeans(cast, filled, needed, by: &rasterizer)
        blurAlongX(blur, filled, needed, read)
        blurAlongY(blur, filled, read)
        write(blur, read, box, into: &other)
    }

    // MARK: Means

    /// The means of the texels of `filled`, in rows of `needed`; those beside them are zero.
    private func findMeans(_ cast: ShadowCast, _ filled: PixelBox, _ needed: PixelBox, by rasterizer: inout CoverageRasterizer) {
        let factor = cast.blur.factor, width = filled.width * factor, stride = needed.width + ShadowCaster.group, part = 1 / Float(factor * factor)
        means.fill(filled.height * stride, with: 0)
        let rowsAtOnce = max(1, ShadowCaster.pixelsAtOnce / (width * factor))
        for top in Swift.stride(from: filled.y0, to: filled.y1, by: rowsAtOnce) {
            let bottom = min(top + rowsAtOnce, filled.y1)
            let pixels = PixelBox(x0: filled.x0 * factor, y0: top * factor, x1: filled.x1 * factor, y1: bottom * factor)
            bytes.fill(width * pixels.height, with: 0)
            for shape in cast.shapes {
                coverage.removeAll()
                shape.cover(within: pixels, by: &rasterizer, self, into: &coverage)
                for piece in coverage.pieces { add(piece, pixels, width) }
            }
            for texelRow in top..<bottom {
                let to = means.base + (texelRow - filled.y0) * stride + filled.x0 - needed.x0
                for pixelRow in 0..<factor {
                    var from = bytes.base + ((texelRow - top) * factor + pixelRow) * width
                    for column in 0..<filled.width {
                        var sum: Int32 = 0
                        for pixel in 0..<factor { sum &+= Int32(from[pixel]) }
                        // Whole numbers, so that their sum is exact up to 256 pixels and the same in any order of rows beyond.
                        to[column] += Float(sum)
                        from += factor
                    }
                }
                for column in 0..<filled.width { to[column] *= part }
            }
        }
    }
    /// Lays a piece over the bytes of a box.
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
            // Rows that nothing is in add nothing.
            let top = read.y0 + row - blur.side
            let indices = max(0, filled.y0 - top)..<max(min(weights.count, filled.y1 - top), max(0, filled.y0 - top))
            let from = UnsafeRawPointer(wide.base), to = UnsafeMutableRawPointer(blurred.base + row * stride)
            for column in Swift.stride(from: 0, to: read.width, by: ShadowCaster.group) {
                var sum = SIMD8<Float>.zero
                for index in indices { sum += (from + ((top &+ index &- filled.y0) &* stride &+ column) &* 4).loadUnaligned(as: SIMD8<Float>.self) * weights[index] }
                (to + column &* 4).storeBytes(of: sum, as: SIMD8<Float>.self)
            }
        }
    }

    // MARK: Bytes

    private func write(_ blur: GaussianBlur, _ read: PixelBox, _ box: PixelBox, into other: inout Coverage) {
        let stride = read.width + ShadowCaster.group, factor = blur.factor
        var piece = CoveragePiece(box)
        piece.maskOffset = Int32(other.mask.count)
        other.pieces.append(piece)
        other.mask.append(contentsOf: repeatElement(0, count: box.width * box.height))
        row.reserve(stride)
        line.reserve((read.width + ShadowCaster.group) * factor)
        other.mask.withUnsafeMutableBufferPointer { mask in
            guard var to = mask.baseAddress.map({ $0 + Int(piece.maskOffset) }) else { return }
            for y in box.y0..<box.y1 {
                let texel = blur.texel(y) - read.y0
                if factor == 1 {
                    writeLine(blurred.base + texel * stride, read.width)
                    to.update(from: line.base, count: box.width)
                } else {
                    blendRows(blur.splines[y - blur.texel(y) * factor], around: texel, stride)
                    writeLine(blur, read.width)
                    to.update(from: line.base + box.x0 - (read.x0 + 1) * factor, count: box.width)
                }
                to += box.width
            }
        }
    }
    /// The nearest whole numbers of a row.
    private func writeLine(_ row: UnsafePointer<Float>, _ count: Int) {
        for column in Swift.stride(from: 0, to: count, by: ShadowCaster.group) {
            let values = UnsafeRawPointer(row + column).loadUnaligned(as: SIMD8<Float>.self)
            UnsafeMutableRawPointer(line.base + column).storeBytes(of: ShadowCaster.bytes(values), as: SIMD8<UInt8>.self)
        }
    }
    /// Adding 2²³ leaves the nearest whole number in the lowest bits.
    @inline(__always) private static func bytes(_ values: SIMD8<Float>) -> SIMD8<UInt8> {
        SIMD8<UInt8>(truncatingIfNeeded: unsafeBitCast(values + 0x1p23, to: SIMD8<UInt32>.self))
    }
    /// A row of pixels between rows of texels.
    private func blendRows(_ spline: SIMD3<Float>, around texel: Int, _ stride: Int) {
        let above = UnsafeRawPointer(blurred.base + (texel - 1) * stride), here = above + stride * 4, below = here + stride * 4
        for byte in Swift.stride(from: 0, to: stride * 4 - 31, by: 32) {
            let sum = above.loadUnaligned(fromByteOffset: byte, as: SIMD8<Float>.self) * spline.x + here.loadUnaligned(fromByteOffset: byte, as: SIMD8<Float>.self) * spline.y
                + below.loadUnaligned(fromByteOffset: byte, as: SIMD8<Float>.self) * spline.z
            UnsafeMutableRawPointer(row.base).storeBytes(of: sum, toByteOffset: byte, as: SIMD8<Float>.self)
        }
    }
    /// The pixels of the row's texels, but the first and the last.
    private func writeLine(_ blur: GaussianBlur, _ count: Int) {
        let factor = blur.factor
        for column in Swift.stride(from: 1, to: count - 1, by: ShadowCaster.group) {
            let before = UnsafeRawPointer(row.base + column - 1)
            let a = before.loadUnaligned(as: SIMD8<Float>.self), b = before.loadUnaligned(fromByteOffset: 4, as: SIMD8<Float>.self), c = before.loadUnaligned(fromByteOffset: 8, as: SIMD8<Float>.self)
            let to = line.base + (column - 1) * factor
            for pixel in 0..<factor {
                let spline = blur.splines[pixel], values = ShadowCaster.bytes(a * spline.x + b * spline.y + c * spline.z)
                for lane in 0..<8 { to[lane &* factor &+ pixel] = values[lane] }
            }
        }
    }
}
