// VertexDecoding: the rule that converts the bytes of a vertex attribute to the words of a shader's input (OpenGL 3.3 §2.8, §2.1.2;
// OpenGL 4.2 §2.1.5 for signed normalised integers). The rule is written once. VertexFetcher has the rule's scalar half, for
// numbers in Swift. VertexFetchKernel has the rule's kernel half, for lanes.

/// The arithmetic that decodes an attribute. Words are register bits: floats, or integers of 32 bits.
protocol VertexDecoder {
    associatedtype Word
    func constant(_ bits: UInt32) -> Word
    /// Returns component i as 32 bits: the bits of a float, or an integer that is sign-extended or zero-extended. A half float
    /// keeps its 16 bits. A double is not a component: it has two words.
    func component(_ component: VertexComponent, _ i: Int) -> Word
    /// Returns a field of the attribute's first word, extended to 32 bits. The field has `bits` bits and begins at bit `shift`.
    func field(shift: UInt32, bits: UInt32, isSigned: Bool) -> Word
    func float(half: Word) -> Word
    /// Returns the binary32 nearest to component i, which is a double. NaN becomes 0x7FC00000.
    func float(double i: Int) -> Word
    /// Returns the binary32 nearest to an integer.
    /// - Parameter isUInt32: Whether the integer is a uint of 32 bits; otherwise the integer is in the range of Int32.
    func float(_ integer: Word, isUInt32: Bool) -> Word
    /// Returns the binary32 nearest to integer / maximum.
    func fraction(_ integer: Word, isUInt32: Bool, maximum: UInt32) -> Word
    /// Returns the greater of a float and −1.
    func atLeastMinusOne(_ float: Word) -> Word
}

extension VertexComponent {
    var isSigned: Bool { self == .int8 || self == .int16 || self == .int32 }
}

extension VertexFormat {
    /// Returns word k, 0…3, of the input. Components that the format lacks are 0, except that a missing fourth component is 1, as a
    /// float or as an integer.
    @inline(__always)
    func decode<Decoder: VertexDecoder>(_ k: Int, in d: Decoder) -> Decoder.Word {
        if k >= componentCount { return d.constant(k < 3 ? 0 : isInteger ? 1 : Float(1).bitPattern) }
        /// The place of component k if the stored order is blue, green, red, alpha.
        let swapped = k == 3 ? 3 : 2 - k
        switch self {
        case .integer(let component, _): return d.component(component, k)
        case .scaled(.float64, _), .normalized(.float64, _): return d.float(double: k)
        case .scaled(let component, _), .normalized(let component, _):
            let code = d.component(component, k)
            switch component {
            case .float32: return code
            case .float16: return d.float(half: code)
            case .fixed32: return d.fraction(code, isUInt32: false, maximum: 1 << 16)
            default:
                guard case .normalized = self else { return d.float(code, isUInt32: component == .uint32) }
                return VertexFormat.normalized(code, bits: UInt32(8 * component.byteCount), isSigned: component.isSigned, in: d)
            }
        case .packed1010102(let isSigned, let isNormalized): return VertexFormat.packed(k, isSigned: isSigned, isNormalized: isNormalized, in: d)
        case .packedBGRA1010102(let isSigned): return VertexFormat.packed(swapped, isSigned: isSigned, isNormalized: true, in: d)
        case .bgra8: return VertexFormat.normalized(d.component(.uint8, swapped), bits: 8, isSigned: false, in: d)
        }
    }

    /// Returns field k, 0…3, of an attribute of fields with 10, 10, 10 and 2 bits.
    @inline(__always)
    private static func packed<Decoder: VertexDecoder>(_ k: Int, isSigned: Bool, isNormalized: Bool, in d: Decoder) -> Decoder.Word {
        let bits: UInt32 = k == 3 ? 2 : 10, code = d.field(shift: UInt32(10 * k), bits: bits, isSigned: isSigned)
        return isNormalized ? normalized(code, bits: bits, isSigned: isSigned, in: d) : d.float(code, isUInt32: false)
    }

    /// Returns c / (2ᵇ − 1) for an unsigned integer c of b bits, and max(c / (2ᵇ⁻¹ − 1), −1) for a signed integer c of b bits.
    @inline(__always)
    private static func normalized<Decoder: VertexDecoder>(_ code: Decoder.Word, bits: UInt32, isSigned: Bool, in d: Decoder) -> Decoder.Word {
        let maximum = UInt32.max >> (32 - bits + (isSigned ? 1 : 0))
        let fraction = d.fraction(code, isUInt32: bits == 32 && !isSigned, maximum: maximum)
        return isSigned ? d.atLeastMinusOne(fraction) : fraction
    }
}
