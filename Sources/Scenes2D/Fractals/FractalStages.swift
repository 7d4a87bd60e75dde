/// The two stages of a fractal with what they gave last: a change of width or angle draws anew but does not rewrite, a change of colours does neither.
public struct FractalStages: Sendable {
    /// How often words were rewritten from the axiom.
    public private(set) var rewritingCount = 0
    /// How often the turtle drew.
    public private(set) var drawingCount = 0
    private var rewriting: (key: RewritingKey, words: Rewriting)?
    private var drawing: (key: DrawingKey, drawing: FractalDrawing)?

    private struct RewritingKey: Hashable { let axiom: String, rules: [LSystem.Rule], seed: UInt64 }
    private struct DrawingKey: Hashable {
        let rewriting: RewritingKey, drawing: [DrawingRule], angle: Double, width: Double, heading: Double, generation: Int
    }

    /// Stages that hold nothing yet.
    public init() {}

    /// The drawing of a system.
    /// - Parameters:
    ///   - system: The system.
    ///   - largestWord: Draws the last generation of at most this many symbols, and rewrites hardly further, for a quick look while the user drags something; nil for the
    ///     generation that the system asks for.
    ///   - deadline: Gives what there is by then: an earlier generation, or a part of the drawing, which says so. Such a part is not kept.
    /// - Throws: `FractalError` for what `LSystem.validate` refuses, and for words and drawings beyond `LSystem.largestWord`, with the rule's name.
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
        let drawingKey = DrawingKey(rewriting: key, drawing: system.drawing, angle: system.angle, width: system.width, heading: system.heading, generation: generation)
        if let drawing, drawing.key == drawingKey { return drawing.drawing.recolored(as: system) }
        drawingCount += 1
        var result = try Turtle.draw(words.words[generation], symbols: words.symbols, of: system, until: deadline)
        result.generation = generation
        if result.isComplete { drawing = (drawingKey, result) }
        if !isWhole && largestWord == nil { result.isComplete = false }
        return result
    }
    /// The length of a generation's word, where it is there.
    public func wordLength(of generation: Int) -> Int? {
        guard let words = rewriting?.words.words, words.indices.contains(generation) else { return nil }
        return words[generation].count
    }
    /// A generation's word as text, where it is there.
    public func word(of generation: Int) -> String? {
        guard let words = rewriting?.words, words.words.indices.contains(generation) else { return nil }
        return String(words.words[generation].map { words.symbols[Int($0)] })
    }
}
