// SeededGenerator: the same numbers in every run, and the shapes of random values that the tests draw from them.

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
    mutating func float(_ range: ClosedRange<Float>) -> Float {
        range.lowerBound + (range.upperBound - range.lowerBound) * Float(next() >> 40) / Float(1 << 24)
    }
    mutating func int(_ range: Range<Int>) -> Int { range.lowerBound + Int(next() % UInt64(range.count)) }
    mutating func bool(_ probability: Float = 0.5) -> Bool { float(0...1) < probability }
    mutating func color(_ largest: Float = 1) -> SIMD4<Float> {
        SIMD4(float(0...largest), float(0...largest), float(0...largest), float(0...1))
    }
    /// Even over the unit sphere.
    mutating func direction() -> SIMD3<Float> {
        while true {
            let v = SIMD3(float(-1...1), float(-1...1), float(-1...1))
            let squared = (v * v).sum()
            if squared > 0.01, squared <= 1 { return v / squared.squareRoot() }
        }
    }
    mutating func element<Element>(_ choices: [Element]) -> Element { choices[int(0..<choices.count)] }
}
