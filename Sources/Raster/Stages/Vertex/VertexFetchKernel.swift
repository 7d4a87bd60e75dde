// VertexFetchKernel: VertexFetcher in lanes: attributes from memory to shader input bits, zero outside of the buffer.

import Kernel
import Shading

struct VertexFetchKernel {
    let builder: KernelBuilder
    let context: RecordPointer<DrawContext>
    let blockCount: Int

    /// Four register bits per lane.
    func fetch(_ fetch: VertexFetch, number: Int, divisor: Int, vertices: IntLanes, instance: IntLanes, baseInstance: Scalar<Int32>) -> [UIntLanes] {
        switch fetch.source {
        case .constant(let value):
            return (0..<4).map { builder.lanes(fetch.type == .float ? value[$0].bitPattern : UInt32(bitPattern: Int32(saturating: value[$0]))) }
        case .buffer(_, _, let format):
            let stream = context.vertexStream(number, blockCount: blockCount)
            let base = stream.load(\.base, .constant), limit = stream.load(\.count, .constant), stride = stream.load(\.stride, .constant)
            let element: IntLanes
            if divisor == 0 { element = vertices } else {
                let step = divisor == 1 ? instance.withSign(of: UInt32.self) : instance.withSign(of: UInt32.self).divided(by: builder.lanes(UInt32(divisor)))
                element = baseInstance.broadcast() + step.withSign(of: Int32.self)
            }
            let inside = element.withSign(of: UInt32.self) .< limit.broadcast()
            let offsets = inside.choose(element, 0) * stride.broadcast()
            return decode(format, words(format.byteCount, base, offsets.withSign(of: UInt32.self)), inside)
        }
    }

    /// Loads the words that hold an attribute. Lanes whose element lies outside of the buffer load the first element instead. Every buffer has
    /// readable bytes behind its end, because whole vectors are loaded.
    private func words(_ byteCount: Int, _ base: Pointer, _ offsets: UIntLanes) -> [UIntLanes] {
        switch byteCount {
        case ...4: [base.gather(UInt32.self, byteOffsets: offsets.widened(to: UInt64.self).withSign(of: Int64.self))]
        case ...8: base.loadPairs(offsets.offsets())
        default: base.loadRows(offsets.offsets())
        }
    }

    private func decode(_ format: VertexFormat, _ words: [UIntLanes], _ inside: LaneMask) -> [UIntLanes] {
        let zero = builder.lanes(UInt32(0)), one = builder.lanes(Float(1).bitPattern)
        /// Components as sign- or zero-extended integers.
        func integer(_ component: VertexComponent, _ i: Int) -> UIntLanes {
            let position = i * component.byteCount, bits = UInt32(8 * component.byteCount)
            let word = words[position / 4], start = UInt32(8 * (position % 4))
            if bits == 32 { return word }
            let top = start + bits == 32 ? word : word << (32 - bits - start)
            return isSigned(component) ? (top.withSign(of: Int32.self) >> Int32(32 - bits)).withSign(of: UInt32.self) : top >> (32 - bits)
        }
        func extend(_ v: UIntLanes, _ bits: UInt32) -> UIntLanes {
            ((v << (32 - bits)).withSign(of: Int32.self) >> Int32(32 - bits)).withSign(of: UInt32.self)
        }
        func isSigned(_ c: VertexComponent) -> Bool { c == .int8 || c == .int16 || c == .int32 }
        func float(_ component: VertexComponent, _ i: Int) -> FloatLanes {
            switch component {
            case .float32: words[i].reinterpreted(as: Float.self)
            case .float16: integer(component, i).fromHalf()
            case .uint32: integer(component, i).converted(to: Float.self)
            default: integer(component, i).withSign(of: Int32.self).converted(to: Float.self)
            }
        }
        func normalized(_ component: VertexComponent, _ i: Int) -> FloatLanes {
            func atLeastMinusOne(_ v: FloatLanes) -> FloatLanes { v.greater(builder.lanes(Float(-1))) }
            switch component {
            case .uint8: return float(component, i) / 255
            case .int8: return atLeastMinusOne(float(component, i) / 127)
            case .uint16: return float(component, i) / 65535
            case .int16: return atLeastMinusOne(float(component, i) / 32767)
            case .uint32: return (integer(component, i).converted(to: Double.self) / 4294967295).converted(to: Float.self)
            case .int32:
                return atLeastMinusOne((integer(component, i).withSign(of: Int32.self).converted(to: Double.self) / 2147483647).converted(to: Float.self))
            case .float32, .float16: return float(component, i)
            }
        }
        /// A vertex outside of the buffer is zero altogether.
        func fill(_ values: [UIntLanes], one: UIntLanes) -> [UIntLanes] {
            (0..<4).map { k in k < values.count ? inside.choose(values[k], 0) : k == 3 ? inside.choose(one, 0) : zero }
        }
        switch format {
        case .scaled(let component, let n): return fill((0..<n).map { float(component, $0).bits }, one: one)
        case .normalized(let component, let n): return fill((0..<n).map { normalized(component, $0).bits }, one: one)
        case .integer(let component, let n): return fill((0..<n).map { integer(component, $0) }, one: builder.lanes(UInt32(1)))
        case .packed1010102(let signed, let normalized):
            let packed = words[0]
            return fill((0..<4).map { i in
                let bits: UInt32 = i == 3 ? 2 : 10
                let raw = (packed >> UInt32(10 * i)) & ((1 << bits) - 1)
                let value = (signed ? extend(raw, bits) : raw).withSign(of: Int32.self).converted(to: Float.self)
                let limit = Float(signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1)
                return (normalized ? (value / limit).greater(builder.lanes(Float(-1))) : value).bits
            }, one: one)
        }
    }
}
