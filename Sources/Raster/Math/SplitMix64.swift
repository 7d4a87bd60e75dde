// SplitMix64: random numbers for random choices in pictures. These numbers depend only on the seed, not on the machine.

/// The random number generator of G. Steele, D. Lea and C. Flood (*Fast Splittable Pseudorandom Number Generators*, 2014), with the
/// constants of S. Vigna.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64
    package init(seed: UInt64) { state = seed }
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return SplitMix64.mixed(state)
    }
    /// Returns the generator's output for a state: a hash in which each bit depends on all bits of the state.
    package static func mixed(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
    /// Returns a random number x with 0 ≤ x < 1, in steps of 2⁻⁵³.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
    /// Returns a random number x with 0 ≤ x < 1, in steps of 2⁻²⁴.
    package mutating func floatUnit() -> Float { Float(next() >> 40) * 0x1p-24 }
}
