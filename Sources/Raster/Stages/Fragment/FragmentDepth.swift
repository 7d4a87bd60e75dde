// FragmentDepth: limits a fragment's window depth (OpenGL 3.3 §2.17, §4.1.6). The rules are written once, for numbers in Swift and
// for the lanes of kernels.

enum FragmentDepth {
    /// Limits the depth to minimum…maximum. A depth that is not a number becomes the minimum.
    @inline(__always)
    static func clamped<Number: RuleFloat>(_ z: Number, _ minimum: Number, _ maximum: Number) -> Number { z.greater(minimum).lesser(maximum) }

    /// Limits a depth that a shader writes: to the depth range if clipping at the near and far planes is off, else to 0…1, in formats of
    /// floats too (OpenGL ES 3.0.6 §4.1.5).
    /// - Parameter clampedToRange: Limits a depth to the depth range.
    @inline(__always)
    static func written<Number: RuleFloat>(_ z: Number, _ state: RasterState, clampedToRange: (Number) -> Number) -> Number {
        state.depthClamp ? clampedToRange(z) : TexelEncoding.clampedToUnit(z)
    }
}
