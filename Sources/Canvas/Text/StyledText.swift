/// The appearance of a piece of text.
public struct TextStyle: Sendable, Hashable {
    /// The fonts in order of preference. A character is drawn with the first font that has a glyph for the character; if no font has a
    /// glyph, the character is drawn as a box (glyph 0) of the first font. If the list is empty, laying out the text throws an error.
    public var fonts: [Font]
    /// The height of an em in points.
    public var size: Double
    /// The paint of the glyphs. The points of gradients are relative to the upper left corner of the layout.
    public var paint: Paint
    /// True to draw an underline.
    public var isUnderlined = false
    /// True to draw a line through the middle of small letters.
    public var isStruckThrough = false
    /// The space added after each letter, in points. If this space is not 0, no ligatures are formed.
    public var letterSpacing = 0.0
    /// OpenType features: tags of four letters and their values. For example, `["tnum": 1]` selects digits of equal width, and
    /// `["liga": 0]` turns ligatures off.
    public var features: [String: Int] = [:]
    /// The language in BCP 47 notation ("tr", "zh-Hant"), for fonts whose glyphs depend on the language; nil if the language is not known.
    /// The system's language is never used, so that pictures are the same everywhere.
    public var language: String?

    /// Creates a style with fallback fonts.
    public init(fonts: [Font], size: Double, paint: Paint = .color(.black)) { self.fonts = fonts; self.size = size; self.paint = paint }
    /// Creates a style with one font.
    public init(_ font: Font, size: Double, paint: Paint = .color(.black)) { self.init(fonts: [font], size: size, paint: paint) }
}

/// Text whose pieces can have different styles.
///
///     var text = StyledText("It is ", style: plain)
///     text.append("23°", style: large)
public struct StyledText: Sendable, Hashable {
    /// A piece of text in one style. The lengths of all runs, in Unicode scalars, add up to the length of the text.
    struct Run: Sendable, Hashable {
        var scalarCount: Int
        var style: TextStyle
    }
    /// The text without styles.
    public private(set) var string: String
    private(set) var runs: [Run]

    /// Creates a text in one style.
    public init(_ string: String, style: TextStyle) {
        self.string = string
        runs = [Run(scalarCount: string.unicodeScalars.count, style: style)]
    }
    /// Adds a piece at the end.
    public mutating func append(_ string: String, style: TextStyle) {
        self.string.unicodeScalars.append(contentsOf: string.unicodeScalars)
        runs.append(Run(scalarCount: string.unicodeScalars.count, style: style))
    }
    /// Changes the style of a part of the text.
    /// - Parameters:
    ///   - range: A range of indices of `string`.
    ///   - change: A closure that changes a style. The closure is called for each stretch of the part with a single style.
    public mutating func style(_ range: Range<String.Index>, _ change: (inout TextStyle) -> Void) {
        let scalars = string.unicodeScalars
        let first = scalars.distance(from: scalars.startIndex, to: range.lowerBound), end = scalars.distance(from: scalars.startIndex, to: range.upperBound)
        var changed: [Run] = [], start = 0
        for run in runs {
            let (from, to) = (start, start + run.scalarCount)
            let (left, right) = (min(max(first, from), to), min(max(end, from), to))
            if left > from { changed.append(Run(scalarCount: left - from, style: run.style)) }
            if right > left {
                var style = run.style
                change(&style)
                changed.append(Run(scalarCount: right - left, style: style))
            }
            if to > max(right, left) { changed.append(Run(scalarCount: to - max(right, left), style: run.style)) }
            start = to
        }
        if !changed.isEmpty { runs = changed }
    }
}
