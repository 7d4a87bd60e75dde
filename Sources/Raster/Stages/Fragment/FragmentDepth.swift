// FragmentDepth: limits a fragment's window depth (OpenGL 3.3 §2.17, §4.1.6). The rules are written once, for numbers in Swift and
// for the lanes of kernels.

enum FragmentDepth {
    /// Limits the depth to minimum…maximum. A depth that is not a number becomes the minimum.
    @inline(__always)
    static func clamped<Number: RuleFloat>(_ z: Number, _ minimum: Number, _ maximum: Number) -> Number { z.greater(minimum).lesser(maximum) }

    /// Whether depths are clamped to the depth range. Interpolated depths are always clamped. Depths that a shader writes are
    /// clamped only if clipping at the near and far planes is off.
    static func isClamped(writtenByShader: Bool, _ state: RasterState) -> Bool { !writtenByShader || state.depthClamp }
}
