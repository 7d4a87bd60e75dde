public import Canvas

/// A Lindenmayer system: a word, rules that replace all of its symbols at once, generation by generation, and drawing rules that tell a turtle what each symbol of
/// the last word means. After A. Lindenmayer (1968), and P. Prusinkiewicz and A. Lindenmayer, The Algorithmic Beauty of Plants (1990).
public struct LSystem: Sendable, Hashable, Codable {
    /// What replaces a symbol. Several rules for one symbol are chosen among by their weights, with the system's seed.
    public struct Rule: Sendable, Hashable, Codable {
        /// One character.
        public var symbol: String
        /// What stands in its place in the next generation; empty to remove it.
        public var replacement: String
        /// How often it is chosen, relative to the other rules of the symbol; above 0.
        public var weight: Double
        /// A rule.
        public init(_ symbol: String, _ replacement: String, weight: Double = 1) { self.symbol = symbol; self.replacement = replacement; self.weight = weight }
    }
    /// Where the colours of lines come from.
    public enum Coloring: String, Sendable, Hashable, Codable, CaseIterable {
        /// What the drawing rules say.
        case rules
        /// From the palette's start to its end in the order of drawing.
        case order
        /// From the palette's start at the trunk to its end at the most deeply nested branch.
        case depth
    }
    /// The system's name, for people.
    public var name: String
    /// The word of generation 0.
    public var axiom: String
    /// How symbols are replaced; those without a rule stay.
    public var rules: [Rule]
    /// What symbols draw; those without a rule draw nothing. Rules of one symbol are done in order.
    public var drawing: [DrawingRule]
    /// How often the rules are applied, 0 to 100.
    public var generations: Int
    /// What rotations are measured in, in degrees.
    public var angle: Double
    /// The width of lines at first, in lengths of a line.
    public var width: Double
    /// Where the turtle looks at first, in degrees to the left of upwards.
    public var heading: Double
    /// What decides between rules of one symbol, and scattered turns.
    public var seed: UInt64
    /// Colours of lines, at least one.
    public var palette: [Color]
    /// Where the colours of lines come from.
    public var coloring: Coloring
    /// Colours from the top to the bottom behind the drawing.
    public var background: [Color]

    /// A system.
    public init(_ name: String, axiom: String, rules: [Rule], drawing: [DrawingRule], generations: Int, angle: Double, width: Double = 0.3, heading: Double = 0,
                seed: UInt64 = 1, palette: [Color], coloring: Coloring = .order, background: [Color] = [Color(hex: 0x14182A), Color(hex: 0x05060C)]) {
        self.name = name; self.axiom = axiom; self.rules = rules; self.drawing = drawing; self.generations = generations; self.angle = angle; self.width = width
        self.heading = heading; self.seed = seed; self.palette = palette; self.coloring = coloring; self.background = background
    }

    /// The largest number of symbols of a word, and of marks of a drawing.
    public static let largestWord = 2_000_000

    /// Refuses numbers and rules that mean nothing.
    public func validate() throws(FractalError) {
        func refuse(_ subject: String, _ problem: String, _ remedy: String) -> FractalError { FractalError(.invalidSystem, "\(subject) of '\(name)'", problem, remedy: remedy) }
        guard (0...100).contains(generations) else { throw refuse("the number of generations", "is \(generations)", "use 0 to 100") }
        for (what, number) in [("angle", angle), ("heading", heading)] where !(abs(number) <= 1e6) { throw refuse("the \(what)", "is \(number)", "use degrees up to 1e6") }
        guard width > 0, width <= 1e6 else { throw refuse("the width", "is \(width)", "use a number above 0, up to 1e6") }
        guard !palette.isEmpty, !background.isEmpty else { throw refuse("the list of colours", "is empty", "give at least one for lines and one for the background") }
        for rule in rules {
            guard rule.symbol.count == 1 else { throw refuse(rule.title, "has '\(rule.symbol)' instead of a symbol", "use one character") }
            guard rule.weight > 0, rule.weight <= 1e6 else { throw refuse(rule.title, "has the weight \(rule.weight)", "use a number above 0, up to 1e6") }
        }
        for rule in drawing {
            guard rule.symbol.count == 1 else { throw refuse("drawing rule \(rule.title)", "has '\(rule.symbol)' instead of a symbol", "use one character") }
            guard abs(rule.amount) <= 1e6 else { throw refuse("drawing rule \(rule.title)", "has the amount \(rule.amount)", "use a number up to 1e6") }
        }
    }
}

extension LSystem.Rule {
    /// "rule F → FF", the replacement cut where it is long.
    var title: String { "rule \(symbol) → \(replacement.count > 24 ? replacement.prefix(23) + "…" : replacement[...])" }
}

/// What a symbol tells the turtle.
public struct DrawingRule: Sendable, Hashable, Codable {
    /// The kinds of rules; each says what its amount means.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A line ahead, of this many lengths.
        case line
        /// A way ahead without a line, of this many lengths.
        case move
        /// An arc one length long, which turns to the left by this many angles.
        case curve
        /// A turn to the left by this many angles; negative to the right.
        case rotate
        /// A turn upwards, out of the plane, by this many angles; for drawings in space.
        case pitch
        /// A turn about the way ahead by this many angles; for drawings in space.
        case roll
        /// A random turn to either side by at most this many angles.
        case scatter
        /// A disc of this radius, in lengths.
        case dot
        /// Keeps the turtle's state.
        case push
        /// Returns to the state that was kept last; nothing happens without one.
        case pop
        /// Multiplies the width of lines.
        case width
        /// Multiplies the length.
        case length
        /// Goes on in the palette by this many colours.
        case color
    }
    /// One character.
    public var symbol: String
    /// What is done.
    public var kind: Kind
    /// How much, as the kind says.
    public var amount: Double
    /// A drawing rule.
    public init(_ symbol: String, _ kind: Kind, _ amount: Double = 1) { self.symbol = symbol; self.kind = kind; self.amount = amount }

    /// "F line 1".
    public var title: String { kind == .push || kind == .pop ? "\(symbol) \(kind.rawValue)" : "\(symbol) \(kind.rawValue) \(amount.description.hasSuffix(".0") ? String(amount.description.dropLast(2)) : amount.description)" }
}
