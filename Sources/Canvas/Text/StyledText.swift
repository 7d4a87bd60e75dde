/// How a piece of text looks.
public struct TextStyle: Sendable, Hashable {
    /// The fonts, by precedence: a character is drawn with the first that has it, and as a box (glyph 0) of the first where none has. Empty is an error where text is laid out.
    public var fonts: [Font]
    /// The height of an em in points.
    public var size: Double
    /// What fills the glyphs. The points of gradients are those of the layout: its upper left corner is the origin.
    public var paint: Paint
    /// Whether a line runs below.
    public var isUnderlined = false
    /// Whether a line runs through the middle of small letters.
    public var isStruckThrough = false
    /// Points that are added after each letter. Ligatures are not formed where it is not 0.
    public var letterSpacing = 0.0
    /// OpenType features by their tags of four letters, and their values: `["tnum": 1]` for digits of one width, `["liga": 0]` for no ligatures.
    public var features: [String: Int] = [:]
    /// The language as BCP 47 writes it ("tr", "zh-Hant"), for fonts whose glyphs depend on it. Never taken from the system, so that pictures are the same everywhere.
    public var language: String?

    /// A style with fallbacks.
    public init(fonts: [Font], size: Double, paint: Paint = .color(.black)) { self.fonts = fonts; self.size = size; self.paint = paint }
    /// A style of one font.
    public init(_ font: Font, size: Double, paint: Paint = .color(.black)) { self.init(fonts: [font], size: size, paint: paint) }
}

/// Text whose pieces may look different from each other.
///
///     var text = StyledText("It is ", style: plain)
///     text.append("23°", style: large)
public struct StyledText: Sendable, Hashable {
    /// Neighbours in the text; lengths in Unicode scalars add up to the text's.
    struct Run: Sendable, Hashable {
        var scalarCount: Int
        var style: TextStyle
    }
    /// The text without its looks.
    public private(set) var string: String
    private(set) var runs: [Run]

    /// A text of one style.
    public init(_ string: String, style: TextStyle) {
        self.string = string
        runs = [Run(scalarCount: string.unicodeScalars.count, style: style)]
    }
    /// Adds a piece at the end.
    public mutating func append(_ string: String, style: TextStyle) {
        self.string.unicodeScalars.append(contentsOf: string.unicodeScalars)
        runs.append(Run(scalarCount: string.unicodeScalars.count, style: style))
    }
    /// Changes how a part looks.
    /// - Parameters:
    ///   - range: Indices of `string`.
    ///   - change: Is given the style of each stretch of the part, to change it.
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
