/// The coverage of glyphs, for the next frames.
///
/// Where text is neither turned nor slanted, a glyph's origin is moved to the nearest quarter of a pixel along both axes, and each of the sixteen forms is made once. Other text,
/// and large text, is covered exactly where it stands.
final class GlyphMasks {
    private struct Key: Hashable {
        var font: ObjectIdentifier, glyph: UInt32
        /// Pixels of an em.
        var width: Double, height: Double
        /// Quarters of a pixel.
        var x: Int, y: Int
    }
    private struct Entry {
        /// Kept, so that its address names no other font.
        let font: Font
        /// Relative to the pixel in which the glyph's origin lies.
        let coverage: Coverage
        /// The mask that holds a copy of the coverage's, and where.
        var mask = 0, offset: Int32 = 0
    }
    private var entries: [Key: Entry] = [:]
    private var byteCount = 0
    private var maskNumber = 0
    /// Glyphs of more pixels to an em are covered where they stand.
    private static let largestSize = 128.0
    /// Bytes of coverage that are kept: some 50,000 glyphs of a text.
    private static let byteLimit = 1 << 24

    /// Forgets where glyphs lie in the mask, as another one is begun.
    func beginMask() { maskNumber += 1 }

    /// Appends what the glyphs of a run cover.
    /// - Parameter isShared: whether glyphs that are met again may refer to the same bytes of the mask: nobody changes them afterwards.
    func cover(_ run: GlyphRun, _ transform: AffineTransform, within box: PixelBox, isShared: Bool, paths: PreparedPaths, rasterizer: inout CoverageRasterizer,
               into coverage: inout Coverage) throws(CanvasError) {
        guard run.size != 0 else { return }
        let isPlain = transform.b == 0 && transform.c == 0 && abs(run.size) * transform.largestScale <= GlyphMasks.largestSize
        for glyph in run.glyphs {
            let placement = transform * run.placement(of: glyph)
            if isPlain, abs(placement.tx) < Double(PixelBox.reach), abs(placement.ty) < Double(PixelBox.reach) {
                try cover(glyph.id, of: run.font, placement, box, isShared, paths, &rasterizer, &coverage)
            } else if let prepared = try paths.prepare(run.font.outline(of: glyph.id), stroke: nil, transform: placement) {
                let seen = box.intersection(PixelBox(touching: prepared.bounds.transformed(by: placement)))
                guard !seen.isEmpty else { continue }
                rasterizer.cover(prepared.lines, placement, .nonZero, within: seen, into: &coverage)
            }
        }
    }

    private func cover(_ glyph: UInt32, of font: Font, _ placement: AffineTransform, _ box: PixelBox, _ isShared: Bool, _ paths: PreparedPaths,
                       _ rasterizer: inout CoverageRasterizer, _ coverage: inout Coverage) throws(CanvasError) {
        let (quartersX, quartersY) = (Int((placement.tx * 4).rounded()), Int((placement.ty * 4).rounded()))
        let key = Key(font: ObjectIdentifier(font), glyph: glyph, width: placement.a, height: placement.d, x: quartersX & 3, y: quartersY & 3)
        if entries[key] == nil {
            let made = try self.coverage(of: glyph, font, key, paths, &rasterizer)
            if byteCount > GlyphMasks.byteLimit { entries.removeAll(); byteCount = 0 }
            byteCount += made.mask.count + 32 * made.pieces.count
            entries[key] = Entry(font: font, coverage: made)
        }
        guard let entry = entries[key], !entry.coverage.pieces.isEmpty else { return }
        let x = quartersX >> 2, y = quartersY >> 2
        let outline = entry.coverage.pieces.reduce(PixelBox.empty) { $0.union(PixelBox($1)) }.moved(x, y)
        guard !outline.intersection(box).isEmpty else { return }
        guard box.contains(outline) else { return append(entry.coverage, x, y, croppedTo: box, &coverage) }
        var offset = entry.offset
        if !isShared || entry.mask != maskNumber {
            offset = Int32(coverage.mask.count)
            coverage.mask += entry.coverage.mask
            if isShared { entries[key]?.mask = maskNumber; entries[key]?.offset = offset }
        }
        for var piece in entry.coverage.pieces {
            piece.x += Int32(x); piece.y += Int32(y)
            if piece.maskOffset >= 0 { piece.maskOffset += offset }
            coverage.pieces.append(piece)
        }
    }
    private func coverage(of glyph: UInt32, _ font: Font, _ key: Key, _ paths: PreparedPaths, _ rasterizer: inout CoverageRasterizer) throws(CanvasError) -> Coverage {
        var made = Coverage()
        let transform = AffineTransform(a: key.width, b: 0, c: 0, d: key.height, tx: Double(key.x) / 4, ty: Double(key.y) / 4)
        guard let prepared = try paths.prepare(font.outline(of: glyph), stroke: nil, transform: transform) else { return made }
        rasterizer.cover(prepared.lines, transform, .nonZero, within: PixelBox(touching: prepared.bounds.transformed(by: transform)), into: &made)
        return made
    }
    /// At the edge of what is seen only a part of a glyph is wanted.
    private func append(_ glyph: Coverage, _ x: Int, _ y: Int, croppedTo box: PixelBox, _ coverage: inout Coverage) {
        for piece in glyph.pieces {
            let whole = PixelBox(piece).moved(x, y), part = whole.intersection(box)
            guard !part.isEmpty else { continue }
            var cropped = CoveragePiece(part)
            if piece.maskOffset >= 0 {
                cropped.maskOffset = Int32(coverage.mask.count)
                for row in part.y0 - whole.y0..<part.y1 - whole.y0 {
                    let start = Int(piece.maskOffset) + row * whole.width + part.x0 - whole.x0
                    coverage.mask += glyph.mask[start..<start + part.width]
                }
            }
            coverage.pieces.append(cropped)
        }
    }
}
