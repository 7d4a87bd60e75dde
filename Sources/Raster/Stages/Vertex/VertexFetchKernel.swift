// VertexFetchKernel: the kernel half of VertexFetcher. It converts attributes in memory to the bits of shader inputs. An attribute
// outside of its buffer is zero.

import Kernel
import Shading

struct VertexFetchKernel {
    let builder: KernelBuilder
    let context: RecordPointer<DrawContext>
    let blockCount: Int

    /// Returns the four words of an attribute in each lane, as register bits.
    func fetch(_ fetch: VertexFetch, number: Int, divisor: Int, vertices: IntLanes, instance: IntLanes, baseInstance: Scalar<Int32>) -> [UIntLanes] {
        switch fetch.source {
        case .constant(let value):
            return (0..<4).map { builder.lanes(fetch.type == .float ? value[$0].bitPattern : UInt32(bitPattern: Int32(saturating: value[$0]))) }
        case .given:
            // If the draw gives the attribute's value, the stream's base is the address of the value's four words.
            let words = context.vertexStream(number, blockCount: blockCount).load(\.base, .constant)
            return (0..<4).map { words.load(UInt32.self, at: 4 * $0, .constant).broadcast() }
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
            let decoder = LaneVertexDecoder(builder: builder, words: words(format.byteCount, base, offsets.withSign(of: UInt32.self)))
            // All components of an attribute outside of the buffer are zero. This includes a missing fourth component.
            return (0..<4).map { inside.choose(format.decode($0, in: decoder), 0) }
        }
    }

    /// Loads the words that contain an attribute. If a lane's element lies outside of the buffer, the lane loads the first element
    /// instead. Every buffer has readable bytes after its end, because whole vectors are loaded.
    private func words(_ byteCount: Int, _ base: Pointer, _ offsets: UIntLanes) -> [UIntLanes] {
        switch byteCount {
        case ...4: [base.gather(UInt32.self, byteOffsets: offsets.widened(to: UInt64.self).withSign(of: Int64.self))]
        case ...8: base.loadPairs(offsets.offsets())
        case ...16: base.loadRows(offsets.offsets())
        default: wideRows(base, offsets.offsets())
        }
    }
    /// Loads the eight words of three or four doubles.
    private func wideRows(_ base: Pointer, _ offsets: [Scalar<Int64>]) -> [UIntLanes] { base.loadRows(offsets) + base.loadRows(offsets, at: 16) }
}

/// The attribute of each lane, given by the words that contain it.
private struct LaneVertexDecoder: VertexDecoder {
    let builder: KernelBuilder
    let words: [UIntLanes]
    func constant(_ bits: UInt32) -> UIntLanes { builder.lanes(bits) }
    func component(_ component: VertexComponent, _ i: Int) -> UIntLanes {
        let position = i * component.byteCount
        return field(words[position / 4], shift: UInt32(8 * (position % 4)), bits: UInt32(8 * component.byteCount), isSigned: component.isSigned)
    }
    func field(shift: UInt32, bits: UInt32, isSigned: Bool) -> UIntLanes { field(words[0], shift: shift, bits: bits, isSigned: isSigned) }
    private func field(_ word: UIntLanes, shift: UInt32, bits: UInt32, isSigned: Bool) -> UIntLanes {
        if bits == 32 { return word }
        let top = shift + bits == 32 ? word : word << (32 - bits - shift)
        return isSigned ? (top.withSign(of: Int32.self) >> Int32(32 - bits)).withSign(of: UInt32.self) : top >> (32 - bits)
    }
    func float(half code: UIntLanes) -> UIntLanes { code.numberOfHalf.bits }
    func float(double i: Int) -> UIntLanes {
        let low = words[2 * i].widened(to: UInt64.self), high = words[2 * i + 1].widened(to: UInt64.self)
        let number = (low | high << 32).reinterpreted(as: Double.self).converted(to: Float.self)
        return number.isNaN.choose(builder.lanes(Float.nan.bitPattern), number.bits)
    }
    func float(_ integer: UIntLanes, isUInt32: Bool) -> UIntLanes {
        (isUInt32 ? integer.converted(to: Float.self) : integer.withSign(of: Int32.self).converted(to: Float.self)).bits
    }
    func fraction(_ integer: UIntLanes, isUInt32: Bool, maximum: UInt32) -> UIntLanes {
        if maximum < 1 << 23 { return (integer.withSign(of: Int32.self).converted(to: Float.self) / Float(maximum)).bits }
        let wide = isUInt32 ? integer.converted(to: Double.self) : integer.withSign(of: Int32.self).converted(to: Double.self)
        return (wide / Double(maximum)).converted(to: Float.self).bits
    }
    func atLeastMinusOne(_ float: UIntLanes) -> UIntLanes { float.reinterpreted(as: Float.self).greater(builder.lanes(Float(-1))).bits }
}
