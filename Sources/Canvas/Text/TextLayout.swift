/// Text as lines of glyphs: shaped, broken at a width, aligned and measured.
///
///     let layout = try TextLayout("Waffles at the office", font: font, size: 17, options: .init(width: 200, alignment: .center))
///     canvas.draw(layout, at: Point(20, 20))
///
/// The layout's space has its origin at the upper left corner, y down, in points. A layout is a value: it can be kept and drawn at any scale and on any thread. HarfBuzz
/// chooses and places glyphs by the font's rules: ligatures, kerning, marks, joined letters. Text from right to left is ordered by the Unicode Bidirectional Algorithm.
/// Lines break at blanks, after hyphens and between ideographs; a word that is too long for a line is cut between characters.
public struct TextLayout: Sendable {
    /// Where lines lie in the layout's width.
    public enum Alignment: String, Sendable, Hashable, CaseIterable, Codable {
        /// At the left side.
        case left
        /// In the middle.
        case center
        /// At the right side.
        case right
        /// At both sides: blanks become wider in all lines but a paragraph's last one, which lies at the side where it begins.
        case justified
    }
    /// How high lines are, from one upper side to the next.
    public enum LineHeight: Sendable, Hashable {
        /// A multiple of what the line's fonts ask for: ascent, descent and gap.
        case multiple(Double)
        /// In points, whatever the fonts.
        case points(Double)
    }
    /// On which side a paragraph begins.
    public enum Direction: String, Sendable, Hashable, CaseIterable, Codable {
        /// Where its first letter does.
        case automatic
        /// At the left.
        case leftToRight
        /// At the right.
        case rightToLeft
    }
    /// What a layout is asked for.
    public struct Options: Sendable, Hashable {
        /// Lines become no wider than this, in points; nil breaks lines only at the ends of paragraphs.
        public var width: Double?
        /// Where lines lie in the width; without one, in the widest line's.
        public var alignment: Alignment
        /// How high lines are.
        public var lineHeight: LineHeight
        /// Further lines are left out, and the last one ends in "…". Nil for all.
        public var maximumLineCount: Int?
        /// On which side paragraphs begin.
        public var direction: Direction
        /// Options; without arguments one line for a paragraph, from the left.
        public init(width: Double? = nil, alignment: Alignment = .left, lineHeight: LineHeight = .multiple(1), maximumLineCount: Int? = nil, direction: Direction = .automatic) {
            self.width = width; self.alignment = alignment; self.lineHeight = lineHeight; self.maximumLineCount = maximumLineCount; self.direction = direction
        }
    }
    /// Glyphs of one font and one look in a line, from left to right.
    public struct Run: Sendable {
        /// The glyphs at their places in the layout.
        public var glyphs: GlyphRun
        /// What fills them.
        public var paint: Paint
        /// From the first glyph's pen position to where the last one leaves it.
        public var minX: Double, maxX: Double
        /// Lines below and through the text.
        public var decorations: [Rectangle]
        /// For each glyph, the first of the text's Unicode scalars that it stands for.
        public var textOffsets: [Int]
        /// Where the pen stands before each glyph.
        var pens: [Double]
        /// The Unicode scalars that it shows; empty for what was added to the text.
        var textRange: Range<Int>
        var isRightToLeft: Bool
    }
    /// One line.
    public struct Line: Sendable {
        /// From left to right.
        public var runs: [Run]
        /// Where the line begins on its baseline.
        public var origin: Point
        /// The sum of its glyphs' advances; without the blanks at its end.
        public var width: Double
        /// How far its fonts reach above the baseline.
        public var ascent: Double
        /// How far its fonts reach below the baseline.
        public var descent: Double
        /// The upper side of the line's share of the layout's height.
        public var top: Double
        /// The line's share of the layout's height.
        public var height: Double
        /// Its Unicode scalars, by their numbers in the whole text; with the blanks at its end, without a line's end.
        public var textRange: Range<Int>
        /// Whether its paragraph begins at the right.
        var isRightToLeft: Bool
        /// From the beginning to the end, as high as its fonts.
        public var bounds: Rectangle { Rectangle(x: origin.x, y: origin.y - ascent, width: width, height: ascent + descent) }
    }
    /// Each text has fewer Unicode scalars than this.
    public static let maximumTextLength = 1 << 20
    /// Sizes, widths, heights and spacings lie below this, in points.
    public static let maximumLength = 1e6

    /// From top to bottom; at least one.
    public let lines: [Line]
    /// The width that was asked for, or the widest line's, and the sum of the lines' heights; from the origin on.
    public let bounds: Rectangle
    /// Whether text was left out, and "…" put in its place.
    public let isTruncated: Bool
    /// Characters that no font has as outlines, in the order in which they were first met; boxes stand for them.
    public let missingCharacters: [Unicode.Scalar]
    /// The numbers of the scalars at which characters begin, rising.
    let characterStarts: [Int]

    /// Lays out text of one look.
    /// - Throws: `CanvasError` as `init(_:options:)`.
    public init(_ string: String, font: Font, size: Double, paint: Paint = .color(.black), options: Options = Options()) throws(CanvasError) {
        try self.init(StyledText(string, style: TextStyle(font, size: size, paint: paint)), options: options)
    }
    /// Lays out text.
    /// - Throws: `CanvasError`: `invalidArgument` for sizes and widths that are not finite or not positive, and a style without fonts; `limitExceeded` for longer texts than
    ///   `maximumTextLength`.
    public init(_ text: StyledText, options: Options = Options()) throws(CanvasError) {
        try TextLayout.validate(text, options)
        var setter = try TypeSetter(text, options)
        try setter.setAll()
        let width = options.width ?? setter.lines.reduce(0) { max($0, $1.width) }
        lines = setter.aligned(in: width)
        bounds = Rectangle(x: 0, y: 0, width: width, height: setter.height)
        isTruncated = setter.isTruncated
        missingCharacters = setter.missing
        characterStarts = setter.characterStarts
    }

    /// The smallest rectangle about the glyphs' outlines and the lines below and through them; nil where nothing can be seen. It may lie partly outside of `bounds`.
    public var inkBounds: Rectangle? {
        var result: Rectangle?
        for run in lines.lazy.flatMap(\.runs) {
            let (font, size) = (run.glyphs.font, run.glyphs.size)
            for glyph in run.glyphs.glyphs {
                guard let ink = font.inkBounds(of: glyph.id) else { continue }
                let placed = Rectangle(x: glyph.position.x + ink.x * size, y: glyph.position.y + ink.y * size, width: ink.width * size, height: ink.height * size)
                result = result?.union(placed) ?? placed
            }
            for line in run.decorations { result = result?.union(line) ?? line }
        }
        return result
    }

    private static func validate(_ text: StyledText, _ options: Options) throws(CanvasError) {
        func require(_ value: Double, _ name: String, from low: Double) throws(CanvasError) {
            guard value >= low, value <= maximumLength, value > 0 || low < 0 || name == "width" else {
                throw CanvasError(.invalidArgument, "text's \(name)", "is \(value)", remedy: "give a number \(name == "letter spacing" ? "between" : "above 0 and up to") \(name == "letter spacing" ? "-\(maximumLength) and " : "")\(maximumLength) points")
            }
        }
        for style in text.runs.map(\.style) {
            guard !style.fonts.isEmpty else { throw CanvasError(.invalidArgument, "text's style", "has no font", remedy: "give at least one") }
            try require(style.size, "size", from: 0)
            try require(style.letterSpacing, "letter spacing", from: -maximumLength)
        }
        if let width = options.width { try require(width, "width", from: 0) }
        switch options.lineHeight {
        case .multiple(let factor): try require(factor, "line height", from: 0)
        case .points(let points): try require(points, "line height", from: 0)
        }
        if let count = options.maximumLineCount, count < 1 {
            throw CanvasError(.invalidArgument, "text's maximum number of lines", "is \(count)", remedy: "give 1 or more, or nil for all")
        }
        let length = text.runs.reduce(0) { $0 + $1.scalarCount }
        guard length < maximumTextLength else {
            throw CanvasError(.limitExceeded, "text of \(length) Unicode scalars", "is longer than \(maximumTextLength - 1)", remedy: "lay it out in parts")
        }
    }
}
