// LaneElement: the Swift types that represent the element types of kernel values. The sign of an integer type only selects
// operations; signed and unsigned values have the same bits.

import CLLVM

package enum ElementKind: UInt8, Sendable, Hashable {
    case int8, int16, int32, int64, float, double

    package var isFloat: Bool { self == .float || self == .double }
    package var bitCount: Int {
        switch self {
        case .int8: 8
        case .int16: 16
        case .int32, .float: 32
        case .int64, .double: 64
        }
    }
    package var byteCount: Int { bitCount / 8 }
    /// The integer kind of the same size.
    var integer: ElementKind {
        switch self {
        case .float: .int32
        case .double: .int64
        default: self
        }
    }
}

package protocol LaneElement: Sendable {
    static var kind: ElementKind { get }
    static var isSigned: Bool { get }
    /// A word that contains the value's bits in its low bits.
    var pattern: UInt64 { get }
}

package protocol IntegerElement: LaneElement, FixedWidthInteger {}
package protocol FloatElement: LaneElement, BinaryFloatingPoint {}

extension IntegerElement {
    package static var kind: ElementKind {
        switch bitWidth {
        case 8: .int8
        case 16: .int16
        case 32: .int32
        default: .int64
        }
    }
    package var pattern: UInt64 { UInt64(truncatingIfNeeded: self) & (UInt64.max >> UInt64(64 - Self.bitWidth)) }
}

extension Int8: IntegerElement {}
extension UInt8: IntegerElement {}
extension Int16: IntegerElement {}
extension UInt16: IntegerElement {}
extension Int32: IntegerElement {}
extension UInt32: IntegerElement {}
extension Int64: IntegerElement {}
extension UInt64: IntegerElement {}

extension Float: FloatElement {
    package static var kind: ElementKind { .float }
    package static var isSigned: Bool { true }
    package var pattern: UInt64 { UInt64(bitPattern) }
}

extension Double: FloatElement {
    package static var kind: ElementKind { .double }
    package static var isSigned: Bool { true }
    package var pattern: UInt64 { bitPattern }
}
