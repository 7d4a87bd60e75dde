// VertexDecoding: the rule that converts the bytes of a vertex attribute to the words of a shader's input (OpenGL 3.3 §2.8, §2.1.2; OpenGL
// 4.2 §2.1.5 for signed normalised integers). The rule is written once. VertexFetcher, below, applies the rule to numbers in Swift.
// VertexFetchKernel, in the file VertexKernel, applies the rule to the lanes of kernels.

import Shading

/// The arithmetic that decodes an attribute. A `Word` holds 32 bits: the bits of a float or of an integer.
protocol VertexDecoder {
    associatedtype Word
    func constant(_ bits: UInt32) -> Word
    /// Returns component i as 32 bits: the bits of a float, or an integer that is sign-extended or zero-extended. A half float keeps its 16
    /// bits. Doubles have two words, so doubles are read by `float(double:)` instead.
    func component(_ component: VertexComponent, _ i: Int) -> Word
    /// Returns a field of the attribute's first word, extended to 32 bits. The field has `bits` bits and begins at bit `shift`.
    func field(shift: UInt32, bits: UInt32, isSigned: Bool) -> Word
    func float(half: Word) -> Word
    /// Returns the binary32 nearest to component i, which is a double. NaN becomes 0x7FC00000.
    func float(double i: Int) -> Word
    /// Returns the binary32 nearest to an integer.
    /// - Parameter isUInt32: Whether the integer is a uint of 32 bits. If false, the integer is in the range of Int32.
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

    /// Returns field k, 0…3, of an attribute whose fields have 10, 10, 10 and 2 bits.
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

// MARK: Numbers in Swift

/// Converts one attribute of one vertex in memory to the bits of a shader input. An attribute outside of the buffer reads as zero.
struct VertexFetcher {
    /// The memory that is bound to one vertex buffer slot.
    struct Stream {
        var base: UnsafeRawPointer
        var byteCount: Int
        var offset: Int
        var stride: Int
        var divisor: Int
    }
    let fetches: [VertexFetch]
    /// The attribute values that the draw sets directly, without a buffer, by the number of the fetch; nil if the attribute comes from a
    /// buffer.
    private let given: [SIMD4<UInt32>?]
    /// The memory of each slot; nil if no buffer is bound.
    let streams: [Stream?]

    init(call: DrawCall) {
        fetches = call.fetch
        given = call.attributes.words
        let buffers = call.pipeline.vertexLayout.buffers
        let bindings = call.vertexBuffers
        streams = buffers.indices.map { slot in
            guard slot < bindings.count, let binding = bindings[slot] else { return nil }
            return Stream(base: UnsafeRawPointer(binding.buffer.base), byteCount: binding.buffer.byteCount, offset: binding.offset,
                          stride: buffers[slot].stride, divisor: buffers[slot].divisor)
        }
    }

    /// Returns one attribute as register bits. `instance` counts from 0; `baseInstance` is added after `instance` was divided by the divisor.
    func components(_ fetch: VertexFetch, vertex: Int, instance: Int, baseInstance: Int) -> SIMD4<UInt32> {
        switch fetch.source {
        case .constant(let value):
            if fetch.type == .float { return SIMD4(value.x.bitPattern, value.y.bitPattern, value.z.bitPattern, value.w.bitPattern) }
            return SIMD4((0..<4).map { UInt32(bitPattern: Int32(saturating: value[$0])) })
        case .given(let number): return given[number] ?? .zero
        case .buffer(let slot, let offset, let format):
            guard let stream = streams[slot] else { return .zero }
            let element = stream.divisor == 0 ? vertex : baseInstance + instance / stream.divisor
            let start = stream.offset + element * stream.stride + offset
            // Element 2³² − 1 reads as zero even if the stride is 0, because kernels count elements in 32 bits.
            guard element >= 0, element < Int(UInt32.max), start >= 0, start + format.byteCount <= stream.byteCount else { return .zero }
            return VertexFetcher.decode(format, stream.base + start)
        }
    }

    static func decode(_ format: VertexFormat, _ p: UnsafeRawPointer) -> SIMD4<UInt32> {
        let decoder = ScalarVertexDecoder(address: p)
        return SIMD4(format.decode(0, in: decoder), format.decode(1, in: decoder), format.decode(2, in: decoder), format.decode(3, in: decoder))
    }
}

/// Decodes one attribute in memory, with numbers in Swift.
private struct ScalarVertexDecoder: VertexDecoder {
    let address: UnsafeRawPointer
    func constant(_ bits: UInt32) -> UInt32 { bits }
    func component(_ component: VertexComponent, _ i: Int) -> UInt32 {
        let p = address + i * component.byteCount
        switch component {
        case .uint8: return UInt32(p.load(as: UInt8.self))
        case .int8: return UInt32(bitPattern: Int32(p.load(as: Int8.self)))
        case .uint16, .float16: return UInt32(p.loadUnaligned(as: UInt16.self))
        case .int16: return UInt32(bitPattern: Int32(p.loadUnaligned(as: Int16.self)))
        case .uint32, .int32, .float32, .fixed32: return p.loadUnaligned(as: UInt32.self)
        case .float64: preconditionFailure("a double has two words")
        }
    }
    func field(shift: UInt32, bits: UInt32, isSigned: Bool) -> UInt32 {
        let top = (address.loadUnaligned(as: UInt32.self) >> shift) << (32 - bits)
        return isSigned ? UInt32(bitPattern: Int32(bitPattern: top) >> Int32(32 - bits)) : top >> (32 - bits)
    }
    func float(half code: UInt32) -> UInt32 { code.numberOfHalf.bits }
    func float(double i: Int) -> UInt32 {
        let number = Double(bitPattern: (address + 8 * i).loadUnaligned(as: UInt64.self))
        return number.isNaN ? Float.nan.bitPattern : Float(number).bitPattern
    }
    func float(_ integer: UInt32, isUInt32: Bool) -> UInt32 { (isUInt32 ? Float(integer) : Float(Int32(bitPattern: integer))).bitPattern }
    func fraction(_ integer: UInt32, isUInt32: Bool, maximum: UInt32) -> UInt32 {
        // A double holds every 32-bit integer exactly. If the quotient of two such doubles is rounded to a float, the result is the float
        // nearest to the exact quotient.
        let number = isUInt32 ? Double(integer) : Double(Int32(bitPattern: integer))
        return (maximum < 1 << 23 ? Float(number) / Float(maximum) : Float(number / Double(maximum))).bitPattern
    }
    func atLeastMinusOne(_ float: UInt32) -> UInt32 { max(Float(bitPattern: float), -1).bitPattern }
}

extension SIMD4 {
    init(_ array: [Scalar]) { self.init(array[0], array[1], array[2], array[3]) }
}
