import Raster

/// A value of OpenGL's state, which a query returns as booleans, integers or floats (OpenGL ES 3.0.6 §6.1.2).
package enum StateValue {
    case bool(Bool)
    case bools([Bool])
    case int(Int)
    /// A number that may need more than 32 bits.
    case wide(Int64)
    case ints([Int])
    case enumeration(GLenum)
    case float(Float)
    case floats([Float])
    /// Colours and depths between 0 and 1, or between −1 and 1. A query for integers returns 1 as the largest positive integer.
    case normalized([Float])

    package static func colorMask(_ mask: ColorWriteMask) -> StateValue {
        .bools([mask.contains(.red), mask.contains(.green), mask.contains(.blue), mask.contains(.alpha)])
    }

    private var parts: [Part] {
        switch self {
        case .bool(let value): [.whole(value ? 1 : 0)]
        case .bools(let values): values.map { .whole($0 ? 1 : 0) }
        case .int(let value): [.whole(Int64(value))]
        case .wide(let value): [.whole(value)]
        case .ints(let values): values.map { .whole(Int64($0)) }
        case .enumeration(let value): [.whole(Int64(value))]
        case .float(let value): [.real(value)]
        case .floats(let values): values.map { .real($0) }
        case .normalized(let values): values.map { .share($0) }
        }
    }
    private enum Part {
        case whole(Int64), real(Float), share(Float)

        func integer(maximum: Double) -> Int64 {
            switch self {
            case .whole(let value): value
            case .real(let value): Int64(saturating: Double(value).rounded(.toNearestOrAwayFromZero))
            // A fraction f becomes the integer (2³¹ − 1) · f (table 2.10). For 64 bits, the factor is 2⁶³ − 1.
            case .share(let value): Int64(saturating: (Double(value) * maximum).rounded(.toNearestOrEven))
            }
        }
        var float: Float {
            switch self {
            case .whole(let value): Float(value)
            case .real(let value), .share(let value): value
            }
        }
        var double: Double { if case .whole(let value) = self { Double(value) } else { Double(float) } }
        var isTrue: Bool { if case .whole(let value) = self { value != 0 } else { float != 0 } }
    }

    package func write(to target: UnsafeMutablePointer<GLint>?) {
        guard let target else { return }
        for (i, part) in parts.enumerated() {
            let value = part.integer(maximum: Double(Int32.max))
            // Masks and other unsigned state keep their bits; all other numbers out of range become the nearest integer.
            target[i] = value >= 0 && value <= Int64(UInt32.max) ? Int32(truncatingIfNeeded: value) : Int32(clamping: value)
        }
    }
    package func write(to target: UnsafeMutablePointer<GLuint>?) {
        guard let target else { return }
        for (i, part) in parts.enumerated() { target[i] = UInt32(truncatingIfNeeded: part.integer(maximum: Double(Int32.max))) }
    }
    package func write(to target: UnsafeMutablePointer<Int64>?) {
        guard let target else { return }
        for (i, part) in parts.enumerated() { target[i] = part.integer(maximum: Double(Int32.max)) }
    }
    package func write(to target: UnsafeMutablePointer<GLfloat>?) {
        guard let target else { return }
        for (i, part) in parts.enumerated() { target[i] = part.float }
    }
    package func write(to target: UnsafeMutablePointer<Double>?) {
        guard let target else { return }
        for (i, part) in parts.enumerated() { target[i] = part.double }
    }
    package func write(to target: UnsafeMutablePointer<GLboolean>?) {
        guard let target else { return }
        for (i, part) in parts.enumerated() { target[i] = GLboolean(part.isTrue) }
    }
}

extension Int64 {
    /// Converts a number without a fraction. Numbers out of range become the nearest integer, and NaN becomes 0.
    init(saturating value: Double) {
        self = value.isNaN ? 0 : value >= 9.2e18 ? .max : value <= -9.2e18 ? .min : Int64(value)
    }
}
