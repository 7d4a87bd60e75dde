// DepthStencilRules: the limits of a fragment's window depth, and the results of stencil operations. The rules are written once, for numbers
// in Swift and for the lanes of kernels.

/// Limits a fragment's window depth (OpenGL 3.3 §2.17, §4.1.6).
enum FragmentDepth {
    /// Limits the depth to minimum…maximum. A depth that is not a number becomes the minimum.
    @inline(__always)
    static func clamped<Number: RuleFloat>(_ z: Number, _ minimum: Number, _ maximum: Number) -> Number { z.greater(minimum).lesser(maximum) }

    /// Limits a depth that a shader writes. If clipping at the near and far planes is off, the limits are the depth range. Otherwise the
    /// limits are 0…1, even if the depth format has floats (OpenGL ES 3.0.6 §4.1.5).
    /// - Parameter clampedToRange: Limits a depth to the depth range.
    @inline(__always)
    static func written<Number: RuleFloat>(_ z: Number, _ state: RasterState, clampedToRange: (Number) -> Number) -> Number {
        state.depthClamp ? clampedToRange(z) : TexelEncoding.clampedToUnit(z)
    }
}

/// A stencil value of 8 bits, or lanes of stencil values.
protocol StencilValue {
    /// A constant, 0…255.
    func constant(_ value: UInt8) -> Self
    /// `incremented` is this value plus 1, modulo 256. `decremented` is this value minus 1, modulo 256.
    func incremented() -> Self
    func decremented() -> Self
    /// This value with all eight bits inverted.
    func inverted() -> Self
    /// Returns `changed` if this value differs from `limit`, else this value itself.
    func unless(_ limit: UInt8, _ changed: Self) -> Self
}

extension StencilOperation {
    /// Returns the result of the operation for a stored value (OpenGL 3.3 §4.1.4).
    func apply<Value: StencilValue>(_ stored: Value, reference: Value) -> Value {
        switch self {
        case .keep: stored
        case .zero: stored.constant(0)
        case .replace: reference
        case .incrementClamp: stored.unless(255, stored.incremented())
        case .decrementClamp: stored.unless(0, stored.decremented())
        case .invert: stored.inverted()
        case .incrementWrap: stored.incremented()
        case .decrementWrap: stored.decremented()
        }
    }
}

extension UInt8: StencilValue {
    func constant(_ value: UInt8) -> UInt8 { value }
    func incremented() -> UInt8 { self &+ 1 }
    func decremented() -> UInt8 { self &- 1 }
    func inverted() -> UInt8 { ~self }
    func unless(_ limit: UInt8, _ changed: UInt8) -> UInt8 { self == limit ? self : changed }
}
