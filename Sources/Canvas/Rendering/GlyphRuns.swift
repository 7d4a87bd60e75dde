import Raster

/// A cache of the coverage of text.
///
/// If text is neither rotated nor slanted, the origin of a glyph is rounded to a quarter of a pixel along both axes. A glyph therefore has
/// at most sixteen forms, and each form is made once. The forms of up to `groupSize` consecutive glyphs become one picture. The picture is
/// reused as long as the text is drawn at the same position, or shifted by whole pixels. Other text and large text are rasterised at their
/// exact position.
final class GlyphRuns {
    private struct FaceKey: Hashable {
        var font: ObjectIdentifier
        /// The number of pixels per em: along x (`width`) and along y (`height`).
        var width: Double, height: Double
    }
    /// The forms of a font's glyphs at one size.
    private final class Face {
        /// The font is retained, so that no other font can get the same address.
        let font: Font
        /// The forms. A key has the glyph's index, and the shift of the glyph's origin along y and x in quarters of a pixel.
        var forms: [UInt64: GlyphForm] = [:]
        init(_ font: Font) { self.font = font }
    }
    private struct GroupKey: Hashable {
        var face: FaceKey
        /// The fractional parts, in pixels, of the coordinates of the run's origin.
        var x: Double, y: Double
        /// The number of pixels per unit of the run's positions: along x (`scaleX`) and along y (`scaleY`).
        var scaleX: Double, scaleY: Double
    }
    /// The key of a run by the storage of its glyphs; comparing such keys takes constant time. A run with new storage is found
    /// by its glyphs (`ContentKey`).
    private struct StorageKey: Hashable { var address: Int, count: Int, first: Int, key: GroupKey }
    private struct ContentKey: Hashable {
        var glyphs: ArraySlice<GlyphRun.Glyph>, key: GroupKey
        /// Hashes only some of the glyphs; the comparison for equality compares all glyphs.
        func hash(into hasher: inout Hasher) {
            hasher.combine(key)
            hasher.combine(glyphs.count)
            for i in stride(from: glyphs.startIndex, to: glyphs.endIndex, by: max(1, glyphs.count / 8)) { hasher.combine(glyphs[i]) }
        }
    }
    private var faces: [FaceKey: Face] = [:]
    private var formBytes = 0
    private var byStorage: [StorageKey: PreparedGlyphs] = [:]
    private var byContent: [ContentKey: PreparedGlyphs] = [:]
    private var groupBytes = 0
    private var frame = 0
    /// The glyphs of this frame that have no picture yet.
    private var waiting: [PreparedGlyphs] = []

    /// The maximum font size, in pixels per em, for which forms are cached.
    private static let largestSize = 128.0
    /// The maximum size in bytes of the cached forms: about 50,000 forms.
    private static let formLimit = 1 << 24
    /// The size in bytes up to which pictures are kept even if the last frame did not draw these pictures.
    private static let groupLimit = 1 << 24
    /// Pictures that were not drawn for this number of frames are removed.
    private static let patience = 120
    private static let groupSize = 256

    /// Returns the pictures of a run and the shift of each picture in pixels; nil if the run must be rasterised at its exact position.
    func prepare(_ run: GlyphRun, _ transform: AffineTransform, paths: PreparedPaths, rasterizer: inout CoverageRasterizer) throws(CanvasError)
        -> [(PreparedGlyphs, x: Int, y: Int)]? {
        guard run.size != 0 else { return [] }
        let reach = Double(PixelBox.reach)
        guard transform.b == 0, transform.c == 0, abs(run.size) * transform.largestScale <= GlyphRuns.largestSize, abs(transform.tx) < reach,
              abs(transform.ty) < reach else { return nil }
        let x = transform.tx.rounded(.down), y = transform.ty.rounded(.down)
        let face = FaceKey(font: ObjectIdentifier(run.font), width: transform.a * run.size, height: transform.d * run.size)
        let key = GroupKey(face: face, x: transform.tx - x, y: transform.ty - y, scaleX: transform.a, scaleY: transform.d)
        let address = run.glyphs.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        var found: [(PreparedGlyphs, x: Int, y: Int)] = []
        for first in stride(from: 0, to: run.glyphs.count, by: GlyphRuns.groupSize) {
            let storage = StorageKey(address: address, count: run.glyphs.count, first: first, key: key)
            if let known = byStorage[storage] {
                known.lastFrame = frame
                found.append((known, Int(x), Int(y)))
                continue
            }
            let content = ContentKey(glyphs: run.glyphs[first..<min(first + GlyphRuns.groupSize, run.glyphs.count)], key: key)
            let group: PreparedGlyphs
            if let known = byContent[content] { group = known } else {
                group = try self.group(content.glyphs, run.font, key, paths, &rasterizer)
                // The glyphs are retained with their picture, so that no other glyphs can get the address of their storage.
                byStorage[storage] = group
                byContent[content] = group
            }
            group.lastFrame = frame
            found.append((group, Int(x), Int(y)))
        }
        return found
    }
    /// Requests that a picture be made before the frame is drawn.
    func needs(_ glyphs: PreparedGlyphs) {
        if glyphs.isComposed || glyphs.isWaiting { return }
        glyphs.isWaiting = true
        waiting.append(glyphs)
    }
    /// Makes the pictures that this frame needs, on all threads.
    func compose(on device: Device) throws {
        if waiting.isEmpty { return }
        let waiting = waiting
        try device.run(count: waiting.count) { number, _ in waiting[number].compose() }
        groupBytes += waiting.reduce(0) { $0 + $1.byteCount }
    }
    /// Ends a frame. Removes pictures that have not been drawn for a long time. If there are still too many pictures, removes all pictures
    /// that this frame did not draw.
    func endFrame() {
        // If the frame was refused, some groups still wait for their pictures. The waiting is ended here, so that a later frame can request
        // the pictures again.
        for group in waiting { group.isWaiting = false }
        waiting.removeAll(keepingCapacity: true)
        let oldest = groupBytes > GlyphRuns.groupLimit ? frame : frame - GlyphRuns.patience
        frame += 1
        if formBytes > GlyphRuns.formLimit { faces.removeAll(); formBytes = 0 }
        guard byContent.values.contains(where: { $0.lastFrame < oldest }) else { return }
        byContent = byContent.filter { $0.value.lastFrame >= oldest }
        byStorage = byStorage.filter { $0.value.lastFrame >= oldest }
        groupBytes = byContent.values.reduce(0) { $0 + $1.byteCount }
    }

    // MARK: Forms

    private func group(_ glyphs: ArraySlice<GlyphRun.Glyph>, _ font: Font, _ key: GroupKey, _ paths: PreparedPaths,
                       _ rasterizer: inout CoverageRasterizer) throws(CanvasError) -> PreparedGlyphs {
        let face: Face
        if let known = faces[key.face] { face = known } else {
            face = Face(font)
            faces[key.face] = face
        }
        var placed: [PreparedGlyphs.Placed] = []
        placed.reserveCapacity(glyphs.count)
        // A glyph whose distance from the run's origin is `reach` or more is invisible, wherever the run begins.
        let reach = Double(2 * PixelBox.reach)
        for glyph in glyphs {
            let x = glyph.position.x * key.scaleX + key.x, y = glyph.position.y * key.scaleY + key.y
            guard abs(x) < reach, abs(y) < reach else { continue }
            let quartersX = Int((x * 4).rounded()), quartersY = Int((y * 4).rounded())
            let number = UInt64(glyph.id) << 4 | UInt64(quartersY & 3) << 2 | UInt64(quartersX & 3)
            let form: GlyphForm
            if let known = face.forms[number] { form = known } else {
                form = try self.form(of: glyph.id, font, key.face, x: Double(quartersX & 3) / 4, y: Double(quartersY & 3) / 4, paths, &rasterizer)
                face.forms[number] = form
                formBytes += form.coverage.mask.count + 32 * form.coverage.pieces.count
            }
            if !form.coverage.pieces.isEmpty { placed.append(PreparedGlyphs.Placed(form: form, x: quartersX >> 2, y: quartersY >> 2)) }
        }
        return PreparedGlyphs(placed, of: font)
    }
    private func form(of glyph: UInt32, _ font: Font, _ key: FaceKey, x: Double, y: Double, _ paths: PreparedPaths,
                      _ rasterizer: inout CoverageRasterizer) throws(CanvasError) -> GlyphForm {
        var made = Coverage()
        let transform = AffineTransform(a: key.width, b: 0, c: 0, d: key.height, tx: x, ty: y)
        if let prepared = try paths.prepare(font.outline(of: glyph), stroke: nil, transform: transform) {
            rasterizer.cover(prepared, transform, .nonZero, within: PixelBox(touching: prepared.bounds.transformed(by: transform)), into: &made)
        }
        return GlyphForm(made)
    }
}

/// The coverage of a glyph, relative to the pixel that contains its origin.
final class GlyphForm: Sendable {
    let coverage: Coverage
    let box: PixelBox
    /// True if the form is a single piece whose coverage is stored as bytes in the mask. The form of most glyphs is a single piece.
    let isSmall: Bool
    init(_ coverage: Coverage) {
        self.coverage = coverage
        box = coverage.pieces.reduce(PixelBox.empty) { $0.union(PixelBox($1)) }
        isSmall = coverage.pieces.count == 1 && coverage.pieces[0].maskOffset == 0
    }
}
