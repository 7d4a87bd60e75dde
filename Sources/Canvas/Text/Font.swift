import Raster

/// A TrueType or OpenType font: outlines of glyphs, and the rules by which text becomes glyphs. A value in use: it can be shared by threads, and compares by identity.
///
/// Lengths are in em units: multiply them by the size at which text is drawn. Nothing is hinted, so that text has the same shape at every scale and the same bits on
/// every machine; where a font varies (OpenType's variations), its default instance is used. Coloured glyphs are drawn as their plain outlines; a character whose glyph has
/// none counts as missing.
public final class Font: Sendable, Hashable {
    /// The family's name in the file, "DejaVu Sans"; empty where the file has none.
    public let familyName: String
    /// The style's name in the file, "Bold"; empty where the file has none.
    public let styleName: String
    /// The units of the file's numbers in an em, mostly 1000 or 2048.
    public let unitsPerEm: Int
    /// The number of glyphs; glyph 0 is drawn for characters that the font does not have.
    public let glyphCount: Int
    /// How far the font reaches above the baseline.
    public let ascent: Double
    /// How far the font reaches below the baseline; mostly positive.
    public let descent: Double
    /// The space that the font wants between the descent of a line and the ascent of the next one.
    public let lineGap: Double
    /// The height of capital letters above the baseline: as the file states it, else that of a letter.
    public let capHeight: Double
    /// The height of a small x above the baseline: as the file states it, else that of the letter.
    public let xHeight: Double
    /// How far below the baseline the middle of an underline lies.
    public let underlineOffset: Double
    /// The thickness of an underline.
    public let underlineThickness: Double

    let face: FontFace

    /// A font by the bytes of its file.
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - index: Which font of a collection (.ttc), from 0 on.
    ///   - label: The font's name in messages.
    /// - Throws: `CanvasError` (`invalidFont`) for bytes that are no TrueType or OpenType font with outlines, or are damaged.
    public init(bytes: [UInt8], index: Int = 0, label: String = "a font of bytes in memory") throws(CanvasError) {
        face = try FontFace(bytes, index: index, subject: label)
        let numbers = face.numbers, em = Double(numbers.unitsPerEm)
        familyName = face.family; styleName = face.style
        unitsPerEm = numbers.unitsPerEm; glyphCount = numbers.glyphCount
        ascent = Double(numbers.ascender) / em
        descent = -Double(numbers.descender) / em
        lineGap = Double(max(0, numbers.height - (numbers.ascender - numbers.descender))) / em
        capHeight = Double(numbers.capHeight) / em
        xHeight = Double(numbers.xHeight) / em
        underlineOffset = -Double(numbers.underlinePosition) / em
        underlineThickness = Double(max(0, numbers.underlineThickness)) / em
    }
    /// A font by its file.
    /// - Parameters:
    ///   - path: A .ttf, .otf or .ttc file.
    ///   - index: Which font of a collection (.ttc), from 0 on.
    /// - Throws: `CanvasError`: `fontNotReadable` where the file is not there or may not be read, `invalidFont` where it is no font with outlines, or damaged.
    public convenience init(contentsOf path: String, index: Int = 0) throws(CanvasError) {
        let bytes: [UInt8]
        do { bytes = try HostFile.read(path) } catch { throw CanvasError(.fontNotReadable, "font file '\(path)'", error.problem, remedy: error.remedy) }
        try self.init(bytes: bytes, index: index, label: "font file '\(path)'")
    }

    /// The glyph that the font draws for a single character; nil where it has none. Text becomes glyphs by `TextLayout`, which also sees ligatures and accents.
    public func glyph(for character: Unicode.Scalar) -> UInt32? { face.glyph(for: character.value) }
    /// How far a glyph moves the pen.
    public func advance(of glyph: UInt32) -> Double { Double(face.advance(of: glyph)) / Double(unitsPerEm) }
    /// The smallest rectangle about a glyph's outline, y down; nil for a blank.
    public func inkBounds(of glyph: UInt32) -> Rectangle? { face.outline(of: glyph).box }
    /// The outline of a glyph in em units: the em square is 1 by 1, the origin lies on the baseline, y down. Empty for a blank. Kept once it was read.
    public func outline(of glyph: UInt32) -> Path { face.outline(of: glyph).path }
    /// How many outlines were read from the file so far: a repeated `outline(of:)` reads nothing.
    package var preparedOutlineCount: Int { face.preparedOutlineCount }

    public static func == (a: Font, b: Font) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
