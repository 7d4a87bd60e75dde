// FuzzRandom: short functions for random choices with the seeded generator.

import SeededRandom

extension SeededGenerator {
    package mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }
    /// Returns true in one of `n` calls on average.
    package mutating func once(in n: Int) -> Bool { int(1...n) == 1 }
    package mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element { choices.randomElement(using: &self)! }
    package mutating func float(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &self) }
}
