/// Text as lines of glyphs: shaped, broken into lines, aligned and measured.
///
///     let layout = try TextLayout("Waffles at the office", font: font, size: 17, options: .init(width: 200, alignment: .center))
///     canvas.draw(layout, at: Point(20, 20))
///
/// The layout's space has its origin at the upper left corner, y down, in points. A layout is a value: it can be kept, and drawn at
/// any scale on any thread. HarfBuzz selects and positions glyphs by the font's rules: ligatures, kerning, marks, joined letters.
/// The Unicode Bidirectional Algorithm orders text from right to left. Lines break at blanks, after hyphens and between ideographs;
/// a word too long for a line is cut between characters.
public struct TextLayout: Sendable {
    /// The horizontal position of lines within the layout's width.
    public enum Alignment: String, Sendable, Hashable, CaseIterable, Codable {
        /// At the left side.
        case left
        /// In the middle.
        case center
        /// At the right side.
        case right
        /// At both sides: blanks are widened in all lines except the last line of a paragraph, which lies at the side where
        /// the paragraph begins.
        case justified
    }
    /// The distance between the tops of consecutive lines.
    public enum LineHeight: Sendable, Hashable {
        /// A multiple of the height of the line's fonts: ascent, descent and gap.
        case multiple(Double)
        /// A height in points, independent of the fonts.
        case points(Double)
    }
    /// The side at which a paragraph begins.
    public enum Direction: String, Sendable, Hashable, CaseIterable, Codable {
        /// The side given by the direction of the paragraph's first letter.
        case automatic
        /// At the left.
        case leftToRight
        /// At the right.
        case rightToLeft
    }
    /// The options of a layout.
    public struct Options: Sendable, Hashable {
        /// The maximum width of a line, in points; nil to break lines only at the ends of paragraphs.
        public var width: Double?
        /// The position of lines within `width`, or, if `width` is nil, within the width of the widest line.
        public var alignment: Alignment
        /// The height of lines.
        public var lineHeight: LineHeight
        /// The maximum number of lines. Further lines are left out, and the last shown line ends in "…". nil if the number of lines is not
        /// limited.
        public var maximumLineCount: Int?
        /// The side at which paragraphs begin.
        public var direction: Direction
        /// Creates options. By default, each paragraph has one line, which is left aligned.
        public init(width: Double? = nil, alignment: Alignment = .left, lineHeight: LineHeight = .multiple(1), maximumLineCount: Int? = nil,
                    direction: Direction = .automatic) {
            self.width = width; self.alignment = alignment; self.lineHeight = lineHeight; self.maximumLineCount = maximumLineCount; self.direction = direction
        }
    }
    /// Glyphs of one font and one style in a line, from left to right.
    public struct Run: Sendable {
        /// The glyphs at their positions in the layout.
        public var glyphs: GlyphRun
        /// The paint of the glyphs.
        public var paint: Paint
        /// `minX`: the pen position before the first glyph. `maxX`: the pen position after the last glyph.
        public var minX: Double, maxX: Double
        /// The underlines and strikethrough lines.
        public var decorations: [Rectangle]
        /// For each glyph, the first of the text's Unicode scalars that the glyph shows.
        public var textOffsets: [Int]
        /// The pen position before each glyph.
        var pens: [Double]
        /// The Unicode scalars that the run shows; empty for an added ellipsis.
        var textRange: Range<Int>
        var isRightToLeft: Bool
    }
    /// One line.
    public struct Line: Sendable {
        /// The runs, from left to right.
        public var runs: [Run]
        /// The left end of the line's baseline.
        public var origin: Point
        /// The sum of the glyphs' advance widths, without the blanks at the line's end.
        public var width: Double
        /// The extent of the line's fonts above the baseline.
        public var ascent: Double
        /// The extent of the line's fonts below the baseline.
        public var descent: Double
        /// The y coordinate of the upper side of the strip that the line occupies in the layout.
        public var top: Double
        /// The height of the strip that the line occupies in the layout.
        public var height: Double
        /// The range of the line's Unicode scalars in the whole text, including the blanks at the line's end, excluding line
        /// terminators.
        public var textRange: Range<Int>
        /// True if the line's paragraph begins at the right.
        var isRightToLeft: Bool
        /// The rectangle from the start to the end of the line, with the height of the line's fonts.
        public var bounds: Rectangle { Rectangle(x: origin.x, y: origin.y - ascent, width: width, height: ascent + descent) }
    }
    /// A text must have fewer Unicode scalars than this number.
    public static let maximumTextLength = 1 << 20
    /// Sizes, widths, heights and spacings must be below this number, in points.
    public static let maximumLength = 1e6

    /// The lines from top to bottom; at least one line.
    public let lines: [Line]
    /// A rectangle at the origin. The rectangle's width is the requested width, or the width of the widest line if no width
    /// was requested. The rectangle's height is the sum of the lines' heights.
    public let bounds: Rectangle
    /// True if text was left out and replaced by "…".
    public let isTruncated: Bool
    /// The characters without an outline in any of the fonts, in the order of first occurrence. A box is drawn for each of these
    /// characters.
    public let missingCharacters: [Unicode.Scalar]
    /// The indices of the scalars at which characters begin, in rising order.
    let characterStarts: [Int]

    /// Lays out text in one style.
    /// - Throws: The errors of `init(_:options:)`.
    public init(_ string: String, font: Font, size: Double, paint: Paint = .color(.black), options: Options = Options()) throws(CanvasError) {
        try self.init(StyledText(string, style: TextStyle(font, size: size, paint: paint)), options: options)
    }
    /// Lays out text.
    /// - Throws: `CanvasError`: `invalidArgument` if a size or width is not finite or not positive, or a style has no fonts;
    ///   `limitExceeded` if the text is longer than `maximumTextLength`.
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

    /// The smallest rectangle around the glyphs' outlines, underlines and strikethrough lines; nil if nothing is visible. The rectangle
    /// `inkBounds` may lie partly outside `bounds`.
    public var inkBounds: Rectangle? {
        var result: Rectangle?
        for run in lines.lazy.flatMap(\.runs) {
            let (font, size) = (run.glyphs.font, run.glyphs.size)
            for glyph in run.glyphs.glyphs {
                guard let ink = font.inkBounds(of: glyph.id) else { continue }
                let placed = Rectangle(x: glyph.position.x + ink.x * size, y: glyph.position.y + ink.y * size, width: ink.width * size,
                                       height: ink.height * size)
                result = result?.union(placed) ?? placed
            }
            for line in run.decorations { result = result?.union(line) ?? line }
        }
        return result
    }

    private static func validate(_ text: StyledText, _ options: Options) throws(CanvasError) {
        func require(_ value: Double, _ name: String, from low: Double) throws(CanvasError) {
            guard value >= low, value <= maximumLength, value > 0 || low < 0 || name == "width" else {
                throw CanvasError(.invalidArgument, "text's \(name)", "is \(value)",
                                  remedy: "give a number \(name == "letter spacing" ? "between" : "above 0 and up to") \(name == "letter spacing" ? "-\(maximumLength) and " : "")\(maximumLength) points")
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
