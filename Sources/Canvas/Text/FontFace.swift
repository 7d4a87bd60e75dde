// FontFace: a font in the form of FreeType's and HarfBuzz's objects. Only this file and `TextShaper` use the pointers that these two
// libraries return for a font, so that ownership and thread safety can be checked in these two files.

import CFreeType
import CHarfBuzz
import Host

/// One font of a file in memory, with FreeType's and HarfBuzz's objects for this font.
///
/// `@unchecked Sendable`, because the compiler cannot verify these facts: `bytes` never change; `shapes` is made immutable, and
/// HarfBuzz lets any number of threads read an immutable object; FreeType's face, which stores the last loaded glyph, is only
/// accessed under the lock `outlines`.
final class FontFace: @unchecked Sendable {
    /// The file's values for the whole font, in font units; y up.
    struct Numbers {
        var unitsPerEm = 0, glyphCount = 0, ascender = 0, descender = 0, height = 0, underlinePosition = 0, underlineThickness = 0
        var capHeight = 0, xHeight = 0
    }
    let numbers: Numbers
    let family: String, style: String
    /// HarfBuzz's font, with positions in font units.
    let shapes: OpaquePointer
    /// True if some glyphs may be bitmaps or colour layers without an outline.
    private let isColored: Bool
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let library: FT_Library
    private let face: FT_Face
    private let outlines = Lock<[UInt32: Outline]>([:])

    /// - Parameter subject: The font's name in error messages.
    init(_ data: [UInt8], index: Int, subject: String) throws(CanvasError) {
        func refusal(_ problem: String, _ remedy: String) -> CanvasError { CanvasError(.invalidFont, subject, problem, remedy: remedy) }
        // FreeType reads more formats than HarfBuzz can shape. A file that both libraries can read begins with one of these four tags
        // (OpenType specification 1.9, "Organization of an OpenType font").
        let tags: Set<[UInt8]> = [[0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8), Array("ttcf".utf8)]
        guard tags.contains(Array(data.prefix(4))) else {
            throw refusal("is not a TrueType or OpenType font", "use a .ttf, .otf or .ttc file; convert a web font or a Type 1 font")
        }
        guard index >= 0, index <= 0xFFFF else { throw refusal("has no font \(index)", "count the fonts of a collection from 0 on") }
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: data.count)
        _ = bytes.initialize(from: data)
        var openedLibrary: FT_Library?, openedFace: FT_Face?
        var isKept = false
        defer {
            if !isKept {
                if let openedFace { FT_Done_Face(openedFace) }
                if let openedLibrary { FT_Done_FreeType(openedLibrary) }
                bytes.deallocate()
            }
        }
        guard FT_Init_FreeType(&openedLibrary) == 0, let library = openedLibrary else {
            throw CanvasError(.outOfMemory, subject, "does not have enough memory", remedy: "free memory")
        }
        let status = FT_New_Memory_Face(library, bytes.baseAddress, FT_Long(data.count), FT_Long(index), &openedFace)
        guard status == 0, let face = openedFace else {
            let fonts = FontFace.count(in: bytes)
            if fonts > 0, index >= fonts { throw refusal("has no font \(index)", "the file has \(fonts), counted from 0 on") }
            throw refusal("is damaged (FreeType's error \(status))", "get the file again")
        }
        let record = face.pointee
        guard record.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 else { throw refusal("has pictures of glyphs but no outlines", "use an outline font") }
        guard record.units_per_EM > 0, record.num_glyphs > 0 else { throw refusal("is damaged: it has no glyphs, or an em size of 0", "get the file again") }

        // HarfBuzz uses the same bytes without a copy; the bytes live as long as this object.
        let blob = hb_blob_create(UnsafeRawPointer(bytes.baseAddress).map { $0.assumingMemoryBound(to: CChar.self) }, UInt32(data.count),
                                  HB_MEMORY_MODE_READONLY, nil, nil)
        let tables = hb_face_create(blob, UInt32(index))
        hb_blob_destroy(blob)
        hb_face_set_upem(tables, UInt32(record.units_per_EM))
        isColored = ["COLR", "CBDT", "sbix", "SVG "].contains { name in
            let table = hb_face_reference_table(tables, name.utf8.reduce(0) { $0 << 8 | UInt32($1) })
            defer { hb_blob_destroy(table) }
            return hb_blob_get_length(table) > 0
        }
        guard let shapes = hb_font_create(tables) else { throw CanvasError(.outOfMemory, subject, "does not have enough memory", remedy: "free memory") }
        hb_face_destroy(tables)
        hb_font_make_immutable(shapes)

        func metric(_ tag: hb_ot_metrics_tag_t) -> Int {
            var value: hb_position_t = 0
            hb_ot_metrics_get_position_with_fallback(shapes, tag, &value)
            return Int(value)
        }
        numbers = Numbers(unitsPerEm: Int(record.units_per_EM), glyphCount: Int(record.num_glyphs), ascender: Int(record.ascender),
                          descender: Int(record.descender),
                          height: Int(record.height), underlinePosition: Int(record.underline_position), underlineThickness: Int(record.underline_thickness),
                          capHeight: metric(HB_OT_METRICS_TAG_CAP_HEIGHT), xHeight: metric(HB_OT_METRICS_TAG_X_HEIGHT))
        family = record.family_name.map { String(cString: $0) } ?? ""
        style = record.style_name.map { String(cString: $0) } ?? ""
        self.bytes = bytes; self.library = library; self.face = face; self.shapes = shapes
        isKept = true
    }
    deinit {
        hb_font_destroy(shapes)
        FT_Done_Face(face)
        FT_Done_FreeType(library)
        bytes.deallocate()
    }
    private static func count(in bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let blob = hb_blob_create(UnsafeRawPointer(bytes.baseAddress).map { $0.assumingMemoryBound(to: CChar.self) }, UInt32(bytes.count),
                                  HB_MEMORY_MODE_READONLY, nil, nil)
        defer { hb_blob_destroy(blob) }
        return Int(hb_face_count(blob))
    }

    /// Returns the glyph of a character; nil if the font has no glyph for this character.
    func glyph(for scalar: UInt32) -> UInt32? {
        var glyph: hb_codepoint_t = 0
        return hb_font_get_nominal_glyph(shapes, scalar, &glyph) != 0 ? glyph : nil
    }
    /// Returns true if the glyph of a character has an outline, or if the character is always invisible.
    func draws(_ glyph: UInt32, for scalar: Unicode.Scalar) -> Bool {
        guard isColored, outline(of: glyph).path.isEmpty else { return true }
        return scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .control
    }
    /// Returns the advance width in font units.
    func advance(of glyph: UInt32) -> Int { Int(hb_font_get_glyph_h_advance(shapes, glyph)) }
    /// A cached glyph outline, in em units, y down.
    struct Outline {
        var path = Path()
        /// The smallest rectangle around the path; nil for a blank glyph.
        var box: Rectangle?
    }
    /// Returns the outline, which is read once and cached; empty for blank and damaged glyphs.
    func outline(of glyph: UInt32) -> Outline {
        outlines.withLock { known in
            if let outline = known[glyph] { return outline }
            // An index beyond the font's glyphs is not cached, so the cache cannot grow without bound.
            guard glyph < UInt32(clamping: numbers.glyphCount) else { return Outline() }
            let outline = read(glyph)
            known[glyph] = outline
            return outline
        }
    }
    /// The number of outlines read from the file.
    var preparedOutlineCount: Int { outlines.withLock { $0.count } }

    /// Reads an outline without scaling, and so without hinting. The outline has the coordinates of the file, so the outline does not
    /// depend on FreeType's version.
    private func read(_ glyph: UInt32) -> Outline {
        guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0,
              face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE else { return Outline() }
        // Coordinates are doubled (shift: 1), because a TrueType curve may begin halfway between two whole numbers.
        var calls = FT_Outline_Funcs(
            move_to: { to, state in FontFace.reader(state).pointee.move(to) },
            line_to: { to, state in FontFace.reader(state).pointee.line(to) },
            conic_to: { control, to, state in FontFace.reader(state).pointee.quadratic(control, to) },
            cubic_to: { control1, control2, to, state in FontFace.reader(state).pointee.cubic(control1, control2, to) }, shift: 1, delta: 0)
        var reader = OutlineReader(unit: 1 / (2 * Double(numbers.unitsPerEm)))
        let status = withUnsafeMutablePointer(to: &reader) { FT_Outline_Decompose(&face.pointee.glyph.pointee.outline, &calls, $0) }
        var box = FT_BBox()
        guard status == 0, FT_Outline_Get_BBox(&face.pointee.glyph.pointee.outline, &box) == 0 else { return Outline() }
        reader.finish()
        guard !reader.path.isEmpty else { return Outline() }
        let unit = 1 / Double(numbers.unitsPerEm)
        return Outline(path: reader.path,
                       box: Rectangle(Point(Double(box.xMin) * unit, -Double(box.yMax) * unit), Point(Double(box.xMax) * unit, -Double(box.yMin) * unit)))
    }
    private static func reader(_ state: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<OutlineReader> {
        guard let state else { preconditionFailure("FreeType hands back the pointer that it was given") }
        return state.assumingMemoryBound(to: OutlineReader.self)
    }
}

/// Builds a path from the points that FreeType passes one by one. Each method returns 0, so that FreeType continues.
private struct OutlineReader {
    /// The length of FreeType's unit in em units.
    let unit: Double
    var path = Path()
    init(unit: Double) { self.unit = unit }
    private func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
        guard let vector = vector?.pointee else { return Point(0, 0) }
        return Point(Double(vector.x) * unit, Double(-vector.y) * unit)
    }
    mutating func move(_ to: UnsafePointer<FT_Vector>?) -> Int32 {
        path.close()
        path.move(to: point(to))
        return 0
    }
    mutating func line(_ to: UnsafePointer<FT_Vector>?) -> Int32 {
        path.line(to: point(to))
        return 0
    }
    mutating func quadratic(_ control: UnsafePointer<FT_Vector>?, _ to: UnsafePointer<FT_Vector>?) -> Int32 {
        path.quadratic(to: point(to), control: point(control))
        return 0
    }
    mutating func cubic(_ control1: UnsafePointer<FT_Vector>?, _ control2: UnsafePointer<FT_Vector>?, _ to: UnsafePointer<FT_Vector>?) -> Int32 {
        path.cubic(to: point(to), control1: point(control1), control2: point(control2))
        return 0
    }
    mutating func finish() { path.close() }
}
