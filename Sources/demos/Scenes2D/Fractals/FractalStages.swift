/// The two stages that make a fractal, rewriting and drawing. Each stage caches its last result. After a change of width or angle,
/// the turtle draws again without rewriting. After a change of colours, neither stage runs again.
public struct FractalStages: Sendable {
    /// The number of times that words were rewritten from the axiom.
    public private(set) var rewritingCount = 0
    /// The number of times that the turtle drew.
    public private(set) var drawingCount = 0
    private var rewriting: (key: RewritingKey, words: Rewriting)?
    private var drawing: (key: DrawingKey, drawing: FractalDrawing)?

    private struct RewritingKey: Hashable { let axiom: String, rules: [LSystem.Rule], seed: UInt64 }
    private struct DrawingKey: Hashable {
        let rewriting: RewritingKey, drawing: [DrawingRule], angle: Double, width: Double, heading: Double, generation: Int
    }

    /// Creates stages without results.
    public init() {}

    /// Returns the drawing of a system.
    /// - Parameters:
    ///   - system: The system.
    ///   - largestWord: The maximum number of symbols of the drawn word, for a fast preview while the user drags something. The method
    ///     draws the last generation whose word has at most this number of symbols, and usually does not compute later generations. If
    ///     `largestWord` is nil, the method draws the generation that the system requests.
    ///   - deadline: The time at which the method returns the finished part: an earlier generation, or a part of the drawing,
    ///     which is marked as incomplete. An incomplete drawing is not cached.
    /// - Throws: The errors of `LSystem.validate`, and a `FractalError` with the rule's name if a word or drawing exceeds
    ///   `LSystem.largestWord`.
    public mutating func drawing(of system: LSystem, largestWord: Int? = nil, until deadline: Deadline? = nil) throws(FractalError) -> FractalDrawing {
        try system.validate()
        let key = RewritingKey(axiom: system.axiom, rules: system.rules, seed: system.seed)
        var words: Rewriting
        if let rewriting, rewriting.key == key { words = rewriting.words } else {
            rewritingCount += 1
            words = try Rewriting(system)
        }
        rewriting = nil
        defer { rewriting = (key, words) }
        try words.extend(to: system.generations, enough: largestWord ?? .max, until: deadline)
        var generation = min(system.generations, words.words.count - 1)
        if let largestWord { while generation > 0, words.words[generation].count > largestWord { generation -= 1 } }

        let isWhole = generation == system.generations
        let drawingKey = DrawingKey(rewriting: key, drawing: system.drawing, angle: system.angle, width: system.width, heading: system.heading,
                                    generation: generation)
        if let drawing, drawing.key == drawingKey { return drawing.drawing.recolored(as: system) }
        drawingCount += 1
        var result = try Turtle.draw(words.words[generation], symbols: words.symbols, of: system, until: deadline)
        result.generation = generation
        if result.isComplete { drawing = (drawingKey, result) }
        if !isWhole && largestWord == nil { result.isComplete = false }
        return result
    }
    /// Returns the length of a generation's word; nil if the generation was not computed.
    public func wordLength(of generation: Int) -> Int? {
        guard let words = rewriting?.words.words, words.indices.contains(generation) else { return nil }
        return words[generation].count
    }
    /// Returns a generation's word as text; nil if the generation was not computed.
    public func word(of generation: Int) -> String? {
        guard let words = rewriting?.words, words.words.indices.contains(generation) else { return nil }
        return String(words.words[generation].map { words.symbols[Int($0)] })
    }
}
