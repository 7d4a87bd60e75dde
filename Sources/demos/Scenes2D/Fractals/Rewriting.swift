// The first stage: computes words generation by generation. Each byte of a word is the index of a symbol.

import Raster

/// The words of a system. The words are cached, so a lower generation needs no work, and a higher generation continues from the
/// last word.
struct Rewriting: Sendable {
    /// The inputs that the words depend on.
    struct Key: Hashable {
        let axiom: String, rules: [LSystem.Rule], seed: UInt64, symbols: [String]
    }
    /// The symbols, by index.
    let symbols: [Character]
    private(set) var words: [[UInt8]]
    private let productions: [[(weight: Double, word: [UInt8], rule: Int)]]
    private let system: LSystem

    /// Computes generation 0.
    init(_ system: LSystem) throws(FractalError) {
        self.system = system
        var numbers: [Character: UInt8] = [:], symbols: [Character] = []
        for text in [system.axiom] + system.rules.flatMap({ [$0.symbol, $0.replacement] }) {
            for symbol in text where numbers[symbol] == nil {
                guard symbols.count < 256 else {
                    throw FractalError(.invalidSystem, "the alphabet of '\(system.name)'", "has more than 256 symbols", remedy: "use fewer")
                }
                numbers[symbol] = UInt8(symbols.count)
                symbols.append(symbol)
            }
        }
        self.symbols = symbols
        func word(_ text: String) -> [UInt8] { text.compactMap { numbers[$0] } }
        var productions = [[(weight: Double, word: [UInt8], rule: Int)]](repeating: [], count: symbols.count)
        for (index, rule) in system.rules.enumerated() {
            if let symbol = rule.symbol.first, let number = numbers[symbol] { productions[Int(number)].append((rule.weight, word(rule.replacement), index)) }
        }
        self.productions = productions
        words = [word(system.axiom)]
        guard words[0].count <= LSystem.largestWord else {
            throw FractalError(.limitExceeded, "the axiom of '\(system.name)'", "has more than \(LSystem.largestWord) symbols", remedy: "use a shorter one")
        }
    }

    /// Rewrites words until the given generation is reached, a word is longer than `enough`, or the deadline has passed.
    mutating func extend(to generation: Int, enough: Int = .max, until deadline: Deadline?) throws(FractalError) {
        while words.count <= generation, words[words.count - 1].count <= enough, let next = try rewritten(words[words.count - 1], until: deadline) {
            words.append(next)
        }
    }

    private func rewritten(_ word: [UInt8], until deadline: Deadline?) throws(FractalError) -> [UInt8]? {
        // The largest and the smallest possible length of the next word are computed before the word is written.
        var counts = [Int](repeating: 0, count: symbols.count)
        for symbol in word { counts[Int(symbol)] += 1 }
        var atMost = 0, atLeast = 0, largest = (share: 0, rule: 0)
        for (symbol, count) in counts.enumerated() {
            let lengths = productions[symbol].map(\.word.count)
            let most = count * (lengths.max() ?? 1)
            atMost += most
            atLeast += count * (lengths.min() ?? 1)
            if let rule = productions[symbol].max(by: { $0.word.count < $1.word.count })?.rule, most > largest.share { largest = (most, rule) }
        }
        if atLeast > LSystem.largestWord { throw explosion(largest.rule) }
        var random = SplitMix64(seed: system.seed &+ UInt64(words.count) &* 0x9E37_79B9_7F4A_7C15)
        var result: [UInt8] = []
        result.reserveCapacity(min(atMost, LSystem.largestWord))
        for (index, symbol) in word.enumerated() {
            if index & 4095 == 4095, let deadline, deadline.isOver { return nil }
            let choices = productions[Int(symbol)]
            switch choices.count {
            case 0: result.append(symbol)
            case 1: result += choices[0].word
            default:
                var rest = random.unit() * choices.reduce(0) { $0 + $1.weight }
                let chosen = choices.first { choice in
                    rest -= choice.weight
                    return rest < 0
                }
                result += (chosen ?? choices[choices.count - 1]).word
            }
            guard result.count <= LSystem.largestWord else { throw explosion(largest.rule) }
        }
        return result
    }
    private func explosion(_ rule: Int) -> FractalError {
        FractalError(.limitExceeded, "\(system.rules[rule].title) of '\(system.name)'",
                     "makes generation \(words.count) longer than \(LSystem.largestWord) symbols",
                     remedy: "use \(words.count - 1) generations or a shorter replacement")
    }
}

/// The time at which a stage must stop and return the part that is finished.
public struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant
    /// Creates a deadline at the end of this duration, which begins now.
    public init(after duration: Duration) { instant = .now + duration }
    /// True if the deadline has passed.
    public var isOver: Bool { ContinuousClock.now >= instant }
}
