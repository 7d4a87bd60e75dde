// VertexFetcher: one attribute of one vertex from memory to shader input bits (OpenGL 3.3 §2.8, §2.1.2).
//
// An attribute outside of the buffer reads as zero. Components that the format lacks are 0, and the fourth is 1 (float or integer).

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
    /// The memory of each slot; nil where nothing is bound.
    let streams: [Stream?]

    init(call: DrawCall) {
        fetches = call.pipeline.fetch
        let buffers = call.pipeline.vertexLayout.buffers
        let bindings = call.vertexBuffers
        streams = buffers.indices.map { slot in
            guard slot < bindings.count, let binding = bindings[slot] else { return nil }
            return Stream(base: UnsafeRawPointer(binding.buffer.base), byteCount: binding.buffer.byteCount, offset: binding.offset,
                          stride: buffers[slot].stride, divisor: buffers[slot].divisor)
        }
    }

    /// Fetches one attribute column as register bits. `instance` counts from 0; `baseInstance` is added after the division by the divisor.
    func components(_ fetch: VertexFetch, vertex: Int, instance: Int, baseInstance: Int) -> SIMD4<UInt32> {
        switch fetch.source {
        case .constant(let value):
            if fetch.type == .float { return SIMD4(value.x.bitPattern, value.y.bitPattern, value.z.bitPattern, value.w.bitPattern) }
            return SIMD4((0..<4).map { UInt32(bitPattern: Int32(saturating: value[$0])) })
        case .buffer(let slot, let offset, let format):
            guard let stream = streams[slot] else { return .zero }
            let element = stream.divisor == 0 ? vertex : baseInstance + instance / stream.divisor
            let start = stream.offset + element * stream.stride + offset
            // Element 2³² − 1 reads as zero even with a stride of 0, as in the kernels, which count elements in 32 bits.
            guard element >= 0, element < Int(UInt32.max), start >= 0, start + format.byteCount <= stream.byteCount else { return .zero }
            return VertexFetcher.decode(format, stream.base + start)
        }
    }

    static func decode(_ format: VertexFormat, _ p: UnsafeRawPointer) -> SIMD4<UInt32> {
        let one = Float(1).bitPattern
        switch format {
        case .scaled(let component, let n):
            var result = SIMD4<UInt32>(0, 0, 0, one)
            for i in 0..<n {
                let q = p + i * component.byteCount
                result[i] = component.isInteger ? Float(integer(component, q)).bitPattern : float(component, q).bitPattern
            }
            return result
        case .normalized(let component, let n):
            var result = SIMD4<UInt32>(0, 0, 0, one)
            for i in 0..<n {
                let q = p + i * component.byteCount
                result[i] = (component.isInteger ? normalize(integer(component, q), component) : float(component, q)).bitPattern
            }
            return result
        case .integer(let component, let n):
            var result = SIMD4<UInt32>(0, 0, 0, 1)
            for i in 0..<n { result[i] = UInt32(truncatingIfNeeded: integer(component, p + i * component.byteCount)) }
            return result
        case .packed1010102(let signed, let normalized):
            let word = p.loadUnaligned(as: UInt32.self)
            var result = SIMD4<UInt32>.zero
            for i in 0..<4 {
                let bits = i == 3 ? 2 : 10
                let raw = (word >> UInt32(10 * i)) & ((1 << UInt32(bits)) - 1)
                let value = signed ? Int64(Int32(bitPattern: raw << UInt32(32 - bits)) >> Int32(32 - bits)) : Int64(raw)
                let limit = Float(signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1)
                result[i] = (normalized ? max(Float(value) / limit, -1) : Float(value)).bitPattern
            }
            return result
        }
    }

    private static func integer(_ component: VertexComponent, _ p: UnsafeRawPointer) -> Int64 {
        switch component {
        case .uint8: Int64(p.load(as: UInt8.self))
        case .int8: Int64(p.load(as: Int8.self))
        case .uint16: Int64(p.loadUnaligned(as: UInt16.self))
        case .int16: Int64(p.loadUnaligned(as: Int16.self))
        case .uint32: Int64(p.loadUnaligned(as: UInt32.self))
        case .int32: Int64(p.loadUnaligned(as: Int32.self))
        case .float32, .float16: 0
        }
    }
    private static func float(_ component: VertexComponent, _ p: UnsafeRawPointer) -> Float {
        component == .float16 ? Float(Float16(bitPattern: p.loadUnaligned(as: UInt16.self))) : p.loadUnaligned(as: Float.self)
    }
    /// c / (2^b − 1) unsigned, max(c / (2^(b−1) − 1), −1) signed: the rule of OpenGL 4.2 and ES 3.0.
    private static func normalize(_ value: Int64, _ component: VertexComponent) -> Float {
        switch component {
        case .uint8: Float(value) / 255
        case .int8: max(Float(value) / 127, -1)
        case .uint16: Float(value) / 65535
        case .int16: max(Float(value) / 32767, -1)
        case .uint32: Float(Double(value) / 4294967295)
        case .int32: max(Float(Double(value) / 2147483647), -1)
        case .float32, .float16: 0
        }
    }
}

extension Int32 {
    /// Rounds toward zero. Values out of range become the nearest integer, and NaN becomes 0.
    package init(saturating value: Float) {
        self = value.isNaN ? 0 : value >= 2147483648 ? .max : value <= -2147483648 ? .min : Int32(value)
    }
}

extension SIMD4 {
    init(_ array: [Scalar]) { self.init(array[0], array[1], array[2], array[3]) }
}
