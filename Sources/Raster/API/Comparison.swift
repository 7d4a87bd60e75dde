// Comparison: defines the compare functions of depth tests, stencil tests and shadow lookups (OpenGL 3.3 §4.1.4, §4.1.5, §3.8.16). The same
// definition compares numbers in Swift and the lanes of kernels.

/// The comparison of a new value with the stored value. A test passes if the comparison holds (OpenGL 3.3 §4.1.4, §4.1.5).
public enum CompareFunction: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Never passes (GL_NEVER).
    case never
    /// Passes if the new value is below the stored value (GL_LESS).
    case less
    /// Passes if both values are equal (GL_EQUAL).
    case equal
    /// Passes if the new value is not above the stored value (GL_LEQUAL).
    case lessEqual
    /// Passes if the new value is above the stored value (GL_GREATER).
    case greater
    /// Passes if the values differ (GL_NOTEQUAL).
    case notEqual
    /// Passes if the new value is not below the stored value (GL_GEQUAL).
    case greaterEqual
    /// Always passes (GL_ALWAYS).
    case always
}

/// A value that a test compares. Comparing numbers gives true or false. Comparing lanes of numbers gives a mask.
protocol ComparedValue {
    associatedtype Outcome
    /// Returns the outcome of a < b. If an operand is NaN, the outcome of this function and of the next two functions is false.
    static func isLess(_ a: Self, _ b: Self) -> Outcome
    static func isLessOrEqual(_ a: Self, _ b: Self) -> Outcome
    static func isEqual(_ a: Self, _ b: Self) -> Outcome
    /// Returns the outcome of a ≠ b. The outcome is true if an operand is NaN.
    static func isUnequal(_ a: Self, _ b: Self) -> Outcome
    /// If `value` is a number, returns `outcome` itself. If `value` has lanes, returns a mask with `outcome` in every lane.
    static func constant(_ outcome: Bool, like value: Self) -> Outcome
}

extension ComparedValue where Self: Comparable {
    @inline(__always) static func isLess(_ a: Self, _ b: Self) -> Bool { a < b }
    @inline(__always) static func isLessOrEqual(_ a: Self, _ b: Self) -> Bool { a <= b }
    @inline(__always) static func isEqual(_ a: Self, _ b: Self) -> Bool { a == b }
    @inline(__always) static func isUnequal(_ a: Self, _ b: Self) -> Bool { a != b }
    @inline(__always) static func constant(_ outcome: Bool, like value: Self) -> Bool { outcome }
}
extension Float: ComparedValue {}
extension UInt8: ComparedValue {}
extension UInt32: ComparedValue {}

extension CompareFunction {
    /// Returns the outcome of comparing a new value, or a reference value, with the stored value.
    @inline(__always)
    func passes<Value: ComparedValue>(_ reference: Value, _ stored: Value) -> Value.Outcome {
        switch self {
        case .never: Value.constant(false, like: stored)
        case .less: Value.isLess(reference, stored)
        case .equal: Value.isEqual(reference, stored)
        case .lessEqual: Value.isLessOrEqual(reference, stored)
        case .greater: Value.isLess(stored, reference)
        case .notEqual: Value.isUnequal(reference, stored)
        case .greaterEqual: Value.isLessOrEqual(stored, reference)
        case .always: Value.constant(true, like: stored)
        }
    }
}
