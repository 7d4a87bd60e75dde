// VertexFetcher: converts one attribute of one vertex in memory to the bits of a shader input (OpenGL 3.3 §2.8, §2.1.2).
//
// An attribute outside of the buffer reads as zero. VertexDecoding has the rule for attributes inside of the buffer. VertexFetcher
// is the scalar half of VertexDecoding; VertexFetchKernel is the kernel half.

import Shading

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
    /// The values that the draw gives to attributes, by number of the fetch.
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

/// The scalar half of VertexDecoder: one attribute in memory.
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
        // A double holds every 32-bit integer exactly. The quotient of two doubles rounds to the nearest float.
        let number = isUInt32 ? Double(integer) : Double(Int32(bitPattern: integer))
        return (maximum < 1 << 23 ? Float(number) / Float(maximum) : Float(number / Double(maximum))).bitPattern
    }
    func atLeastMinusOne(_ float: UInt32) -> UInt32 { max(Float(bitPattern: float), -1).bitPattern }
}

extension SIMD4 {
    init(_ array: [Scalar]) { self.init(array[0], array[1], array[2], array[3]) }
}
