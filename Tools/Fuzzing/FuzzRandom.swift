// FuzzRandom: short ways to ask the seeded generator for choices.

import SeededRandom

extension SeededGenerator {
    package mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }
    /// True once in `n`.
    package mutating func once(in n: Int) -> Bool { int(1...n) == 1 }
    package mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element { choices.randomElement(using: &self)! }
    package mutating func float(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &self) }
}
