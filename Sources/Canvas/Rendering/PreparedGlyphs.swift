/// The picture of some consecutive glyphs, relative to a whole pixel.
///
/// Glyphs without common pixels share pieces. A glyph that overlaps earlier glyphs gets its own pieces, which follow the pieces of
/// the earlier glyphs. So each pixel is drawn as often, and in the same order, as if the glyphs were drawn one by one.
final class PreparedGlyphs {
    /// A glyph, with the pixel that contains its origin.
    struct Placed {
        let form: GlyphForm
        let x: Int, y: Int
        /// The box of the glyph. This box is not clipped to the largest coordinates, because the picture has a byte for each pixel
        /// of the form.
        var box: PixelBox { PixelBox(x0: form.box.x0 + x, y0: form.box.y0 + y, x1: form.box.x1 + x, y1: form.box.y1 + y) }
    }
    /// The pixels that the glyphs cover.
    let box: PixelBox
    private var coverage = Coverage()
    /// The glyphs; empty once the picture is made.
    private var placed: [Placed]
    private(set) var isComposed = false
    var isWaiting = false
    var lastFrame = 0
    /// The font is retained, so that no other font can get the same address.
    private let font: Font
    /// The size of the picture together with its cache entries, in bytes.
    var byteCount: Int { coverage.mask.count + 32 * coverage.pieces.count + 24 * glyphCount + 512 }
    private let glyphCount: Int
    /// The maximum width of a shared piece.
    private static let widest = 512

    init(_ placed: [Placed], of font: Font) {
        self.placed = placed
        self.font = font
        glyphCount = placed.count
        box = placed.reduce(PixelBox.empty) { $0.union($1.box) }
    }

    /// The size of the picture's mask in bytes.
    var maskByteCount: Int { coverage.mask.count }
    func copyMask(to bytes: UnsafeMutableRawPointer) {
        coverage.mask.withUnsafeBytes { own in
            if let start = own.baseAddress { bytes.copyMemory(from: start, byteCount: own.count) }
        }
    }
    /// Appends the pieces of the whole picture, shifted by whole pixels. The bytes of these pieces follow `byteCount` bytes of
    /// other glyphs.
    func append(_ x: Int, _ y: Int, behind byteCount: Int, to pieces: inout [CoveragePiece]) {
        for var piece in coverage.pieces {
            piece.x += Int32(x); piece.y += Int32(y)
            if piece.maskOffset >= 0 { piece.maskOffset = CoveragePiece.glyphOffset(piece.maskOffset + Int32(byteCount)) }
            pieces.append(piece)
        }
    }
    /// Appends the coverage of the glyphs within a box, shifted by whole pixels.
    func append(_ x: Int, _ y: Int, within box: PixelBox, to other: inout Coverage) {
        if box.contains(self.box.moved(x, y)) {
            let shift = Int32(other.mask.count)
            other.mask += coverage.mask
            for var piece in coverage.pieces {
                piece.x += Int32(x); piece.y += Int32(y)
                if piece.maskOffset >= 0 { piece.maskOffset += shift }
                other.pieces.append(piece)
            }
        } else {
            // The picture crosses the edge of the visible box, so each piece is cut to the box.
            for piece in coverage.pieces { other.append(piece, of: coverage, x, y, within: box) }
        }
    }

    // MARK: Composition

    /// Makes the picture. Only one thread at a time may call this method.
    func compose() {
        if isComposed { return }
        var first = 0, joint = PixelBox.empty, ink = 0
        for (number, glyph) in placed.enumerated() {
            let own = glyph.box, union = joint.union(own), area = own.width * own.height
            // A shared piece that would be mostly empty is not made.
            let fits = glyph.form.isSmall && union.width <= PreparedGlyphs.widest && union.width * union.height <= 2 * (ink + area)
            if fits || joint.isEmpty {
                (joint, ink) = (union, ink + area)
            } else {
                join(placed[first..<number], joint)
                (first, joint, ink) = (number, own, area)
            }
            if !glyph.form.isSmall {
                coverage.append(glyph.form.coverage, glyph.x, glyph.y)
                (first, joint, ink) = (number + 1, .empty, 0)
            }
        }
        join(placed[first...], joint)
        placed = []
        isComposed = true
    }
    /// Makes one shared piece of several small glyphs.
    private func join(_ glyphs: ArraySlice<Placed>, _ box: PixelBox) {
        if glyphs.isEmpty { return }
        let start = coverage.mask.count, width = box.width
        coverage.pieces.append(CoveragePiece(box))
        coverage.pieces[coverage.pieces.count - 1].maskOffset = Int32(start)
        coverage.mask.append(contentsOf: repeatElement(0, count: width * box.height))
        // The pixels that all glyphs so far cover, with or without their own pieces; nil while no glyph has its own pieces.
        var taken: [UInt8]?
        for glyph in glyphs {
            let own = glyph.box, at = (own.y0 - box.y0) * width + own.x0 - box.x0
            let isApart = taken.map { glyph.isApart(from: $0, at: at, width) } ?? glyph.isApart(from: coverage.mask, at: start + at, width)
            if isApart {
                glyph.add(to: &coverage.mask, at: start + at, width)
            } else {
                taken = taken ?? Array(coverage.mask[start..<start + width * box.height])
                coverage.append(glyph.form.coverage, glyph.x, glyph.y)
            }
            if taken != nil { glyph.add(to: &taken!, at: at, width) }
        }
    }
}

extension PreparedGlyphs.Placed {
    /// Returns true if, at each pixel where a byte of the glyph is not zero, the existing byte is zero.
    fileprivate func isApart(from bytes: [UInt8], at start: Int, _ stride: Int) -> Bool {
        let width = form.box.width
        return form.coverage.mask.withUnsafeBufferPointer { own in
            bytes.withUnsafeBufferPointer { bytes in
                for row in 0..<form.box.height {
                    var meets: UInt8 = 0
                    for column in 0..<width {
                        meets |= own[row &* width &+ column] != 0 && bytes[start &+ row &* stride &+ column] != 0 ? 1 : 0
                    }
                    if meets != 0 { return false }
                }
                return true
            }
        }
    }
    /// Adds the glyph's bytes.
    fileprivate func add(to bytes: inout [UInt8], at start: Int, _ stride: Int) {
        let width = form.box.width
        form.coverage.mask.withUnsafeBufferPointer { own in
            bytes.withUnsafeMutableBufferPointer { bytes in
                for row in 0..<form.box.height {
                    for column in 0..<width { bytes[start &+ row &* stride &+ column] |= own[row &* width &+ column] }
                }
            }
        }
    }
}

extension Coverage {
    /// Appends all of another coverage, shifted by whole pixels.
    fileprivate mutating func append(_ other: Coverage, _ x: Int, _ y: Int) {
        let shift = Int32(mask.count)
        mask += other.mask
        for var piece in other.pieces {
            piece.x += Int32(x); piece.y += Int32(y)
            if piece.maskOffset >= 0 { piece.maskOffset += shift }
            pieces.append(piece)
        }
    }
    /// Appends the part of a shifted piece that lies within a box.
    fileprivate mutating func append(_ piece: CoveragePiece, of other: Coverage, _ x: Int, _ y: Int, within box: PixelBox) {
        let whole = PixelBox(piece).moved(x, y), part = whole.intersection(box)
        if part.isEmpty { return }
        var cropped = CoveragePiece(part)
        if piece.maskOffset >= 0 {
            cropped.maskOffset = Int32(mask.count)
            for row in part.y0 - whole.y0..<part.y1 - whole.y0 {
                let start = Int(piece.maskOffset) + row * whole.width + part.x0 - whole.x0
                mask += other.mask[start..<start + part.width]
            }
        }
        pieces.append(cropped)
    }
}
