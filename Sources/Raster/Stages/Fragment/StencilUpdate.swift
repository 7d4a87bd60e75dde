// StencilUpdate: computes the result of a stencil operation (OpenGL 3.3 §4.1.4). The rule is written once, for numbers in Swift and
// for the lanes of kernels.

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
