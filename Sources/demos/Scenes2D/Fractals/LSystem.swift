public import Canvas

/// A Lindenmayer system. A system consists of a word, replacement rules and drawing rules. In each generation, the replacement rules
/// replace all symbols of the word at once. The drawing rules assign turtle commands to the symbols of the last word. Sources: A.
/// Lindenmayer (1968); P. Prusinkiewicz and A. Lindenmayer, The Algorithmic Beauty of Plants (1990).
public struct LSystem: Sendable, Hashable, Codable {
    /// A replacement of a symbol. If a symbol has several rules, one rule is chosen at random by the rules' weights; the system's seed determines the choice.
    public struct Rule: Sendable, Hashable, Codable {
        /// The replaced symbol: one character.
        public var symbol: String
        /// The symbols that replace `symbol` in the next generation; empty to remove `symbol`.
        public var replacement: String
        /// The relative probability among the rules of the symbol; above 0.
        public var weight: Double
        /// Creates a rule that replaces a symbol by a word.
        public init(_ symbol: String, _ replacement: String, weight: Double = 1) { self.symbol = symbol; self.replacement = replacement; self.weight = weight }
    }
    /// The way in which lines get their colours.
    public enum Coloring: String, Sendable, Hashable, Codable, CaseIterable {
        /// The drawing rules choose the colours.
        case rules
        /// Colours run from the palette's start to its end, in drawing order.
        case order
        /// Colours run from the palette's start at the trunk to its end at the most deeply nested branch.
        case depth
    }
    /// The system's name, for users.
    public var name: String
    /// The word of generation 0.
    public var axiom: String
    /// The replacement rules. Symbols without a rule stay unchanged.
    public var rules: [Rule]
    /// The drawing rules. Symbols without a rule draw nothing. If a symbol has several rules, all of them run in order.
    public var drawing: [DrawingRule]
    /// The number of times that the rules are applied, 0 to 100.
    public var generations: Int
    /// The unit of rotations, in degrees.
    public var angle: Double
    /// The initial width of lines; the unit is the length of the first line.
    public var width: Double
    /// The initial direction of the turtle, in degrees: 0 is upwards, and positive numbers turn to the left.
    public var heading: Double
    /// The seed of random choices between rules of one symbol, and of random turns.
    public var seed: UInt64
    /// The colours of lines, at least one.
    public var palette: [Color]
    /// The way in which lines get their colours.
    public var coloring: Coloring
    /// The colours behind the drawing, from top to bottom.
    public var background: [Color]

    /// Creates a system.
    public init(_ name: String, axiom: String, rules: [Rule], drawing: [DrawingRule], generations: Int, angle: Double, width: Double = 0.3, heading: Double = 0,
                seed: UInt64 = 1, palette: [Color], coloring: Coloring = .order, background: [Color] = [Color(hex: 0x14182A), Color(hex: 0x05060C)]) {
        self.name = name; self.axiom = axiom; self.rules = rules; self.drawing = drawing; self.generations = generations; self.angle = angle; self.width = width
        self.heading = heading; self.seed = seed; self.palette = palette; self.coloring = coloring; self.background = background
    }

    /// The maximum number of symbols of a word, and the maximum number of marks of a drawing.
    public static let largestWord = 2_000_000

    /// Throws if a number or a rule is invalid.
    public func validate() throws(FractalError) {
        func refuse(_ subject: String, _ problem: String, _ remedy: String) -> FractalError {
            FractalError(.invalidSystem, "\(subject) of '\(name)'", problem, remedy: remedy)
        }
        guard (0...100).contains(generations) else { throw refuse("the number of generations", "is \(generations)", "use 0 to 100") }
        for (what, number) in [("angle", angle), ("heading", heading)] where !(abs(number) <= 1e6) {
            throw refuse("the \(what)", "is \(number)", "use degrees up to 1e6")
        }
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
    /// The rule as text, such as "rule F → FF"; a long replacement is cut off.
    var title: String { "rule \(symbol) → \(replacement.count > 24 ? replacement.prefix(23) + "…" : replacement[...])" }
}

/// A turtle command of a symbol.
public struct DrawingRule: Sendable, Hashable, Codable {
    /// The kinds of commands. The meaning of the amount depends on the kind of command.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Draws a line ahead; the amount is the length of the line.
        case line
        /// Moves ahead without drawing; the amount is the length.
        case move
        /// Draws an arc of length 1 that turns to the left; the amount is the turn, as a multiple of the system's `angle`.
        case curve
        /// Turns to the left; the amount is a multiple of the system's `angle`, negative to the right.
        case rotate
        /// Turns upwards, out of the plane, for drawings in space; the amount is a multiple of the system's `angle`.
        case pitch
        /// Turns about the direction ahead, for drawings in space; the amount is a multiple of the system's `angle`.
        case roll
        /// Turns randomly to either side by at most the amount, a multiple of the system's `angle`.
        case scatter
        /// Draws a disc; the amount is the radius, as a multiple of the line length.
        case dot
        /// Saves the turtle's state.
        case push
        /// Restores the last saved state; does nothing if no state is saved.
        case pop
        /// Multiplies the width of lines by the amount.
        case width
        /// Multiplies the length of lines by the amount.
        case length
        /// Chooses a later colour of the palette; the amount is the number of colours to advance.
        case color
    }
    /// The symbol: one character.
    public var symbol: String
    /// The command.
    public var kind: Kind
    /// The amount; its meaning depends on the kind.
    public var amount: Double
    /// Creates a rule that draws a symbol with a command.
    public init(_ symbol: String, _ kind: Kind, _ amount: Double = 1) { self.symbol = symbol; self.kind = kind; self.amount = amount }

    /// The rule as text, such as "F line 1".
    public var title: String {
        kind == .push || kind == .pop ? "\(symbol) \(kind.rawValue)"
            : "\(symbol) \(kind.rawValue) \(amount.description.hasSuffix(".0") ? String(amount.description.dropLast(2)) : amount.description)"
    }
}
