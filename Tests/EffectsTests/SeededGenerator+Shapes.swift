// Random values of several shapes for the effects' tests.

import SeededRandom

extension SeededGenerator {
    mutating func float(_ range: ClosedRange<Float>) -> Float {
        range.lowerBound + (range.upperBound - range.lowerBound) * Float(next() >> 40) / Float(1 << 24)
    }
    mutating func int(_ range: Range<Int>) -> Int { range.lowerBound + Int(next() % UInt64(range.count)) }
    mutating func bool(_ probability: Float = 0.5) -> Bool { float(0...1) < probability }
    mutating func color(_ largest: Float = 1) -> SIMD4<Float> {
        SIMD4(float(0...largest), float(0...largest), float(0...largest), float(0...1))
    }
    /// Returns a direction, uniformly distributed over the unit sphere.
    mutating func direction() -> SIMD3<Float> {
        while true {
            let v = SIMD3(float(-1...1), float(-1...1), float(-1...1))
            let squared = (v * v).sum()
            if squared > 0.01, squared <= 1 { return v / squared.squareRoot() }
        }
    }
    mutating func element<Element>(_ choices: [Element]) -> Element { choices[int(0..<choices.count)] }
}
