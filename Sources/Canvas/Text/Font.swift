import Raster

/// A TrueType or OpenType font: glyph outlines, and the rules that turn text into glyphs. A font is immutable, can be shared by
/// threads, and is compared by identity.
///
/// Lengths are in em units: multiply a length by the size of the drawn text to get points. Nothing is hinted, so text has the same shape at
/// every scale and the same bits on every machine. A variable font is used in its default instance. Coloured glyphs are drawn as their
/// plain outlines; a character whose glyph has no outline counts as missing.
public final class Font: Sendable, Hashable {
    /// The family's name in the file, such as "DejaVu Sans"; empty if the file has no name.
    public let familyName: String
    /// The style's name in the file, such as "Bold"; empty if the file has no name.
    public let styleName: String
    /// The number of font units in an em, usually 1000 or 2048.
    public let unitsPerEm: Int
    /// The number of glyphs. Glyph 0 is shown for characters that the font lacks.
    public let glyphCount: Int
    /// The extent of the font above the baseline.
    public let ascent: Double
    /// The extent of the font below the baseline; usually positive.
    public let descent: Double
    /// The recommended space between the descent of a line and the ascent of the next line.
    public let lineGap: Double
    /// The height of capital letters above the baseline: the number in the file, or the measured height of a letter if the file has
    /// no such number.
    public let capHeight: Double
    /// The height of a small x above the baseline: the number in the file, or the measured height of the letter if the file has no
    /// such number.
    public let xHeight: Double
    /// The distance from the baseline down to the middle of an underline.
    public let underlineOffset: Double
    /// The thickness of an underline.
    public let underlineThickness: Double

    let face: FontFace

    /// Creates a font from the bytes of its file.
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - index: The index of the font within a collection (.ttc), from 0.
    ///   - label: The font's name in error messages.
    /// - Throws: `CanvasError` (`invalidFont`) if the bytes are not a TrueType or OpenType font with outlines, or are damaged.
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
    /// Creates a font from its file.
    /// - Parameters:
    ///   - path: A .ttf, .otf or .ttc file.
    ///   - index: The index of the font within a collection (.ttc), from 0.
    /// - Throws: `CanvasError`: `fontNotReadable` if the file does not exist or is not readable, `invalidFont` if the file is damaged, or is
    ///   not a font with outlines.
    public convenience init(contentsOf path: String, index: Int = 0) throws(CanvasError) {
        let bytes: [UInt8]
        do { bytes = try HostFile.read(path) } catch { throw CanvasError(.fontNotReadable, "font file '\(path)'", error.problem, remedy: error.remedy) }
        try self.init(bytes: bytes, index: index, label: "font file '\(path)'")
    }

    /// Returns the glyph for a single character; nil if the font has no glyph for this character. For ligatures and accents, use
    /// `TextLayout`.
    public func glyph(for character: Unicode.Scalar) -> UInt32? { face.glyph(for: character.value) }
    /// Returns the advance width of a glyph: the distance by which the glyph moves the pen.
    public func advance(of glyph: UInt32) -> Double { Double(face.advance(of: glyph)) / Double(unitsPerEm) }
    /// Returns the smallest rectangle around a glyph's outline, y down; nil for a blank glyph.
    public func inkBounds(of glyph: UInt32) -> Rectangle? { face.outline(of: glyph).box }
    /// Returns the outline of a glyph in em units: the em square is 1 by 1, the origin lies on the baseline, y down. The outline of a blank
    /// glyph is empty. Outlines are cached.
    public func outline(of glyph: UInt32) -> Path { face.outline(of: glyph).path }
    /// The number of outlines read from the file so far. Cached outlines are not counted again.
    package var preparedOutlineCount: Int { face.preparedOutlineCount }

    public static func == (a: Font, b: Font) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
