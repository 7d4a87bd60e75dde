// QuadOperands: an instruction's operands in the interpreter's memory. Every value is a register of four 32-bit words. The bits of
// a bool's word are all ones or all zeros.

struct QuadOperands: OpcodeOperands {
    typealias Register = UnsafeMutablePointer<QuadUInt>
    private let memory: UnsafeMutableRawPointer
    private let offsets: (a: Int32, b: Int32, c: Int32)
    private let result: Register

    /// - Parameters:
    ///   - memory: the address to which the byte offsets of operands are added.
    ///   - offsets: byte offsets. The offset of each operand that the opcode has must lie inside the memory.
    @inline(__always)
    init(_ memory: UnsafeMutableRawPointer, _ offsets: (a: Int32, b: Int32, c: Int32), result: Register) {
        self.memory = memory; self.offsets = offsets; self.result = result
    }

    @inline(__always) var arithmetic: QuadArithmetic { QuadArithmetic() }
    @inline(__always) var form: RegisterForm { .bits }
    /// The decoder stores this property in field `b` of a bitcast, because the only operand of a bitcast is in field `a`.
    @inline(__always) var showsFloatBits: Bool { offsets.b >= 0 }

    @inline(__always) var ia: QuadUInt { word(offsets.a) }
    @inline(__always) var ib: QuadUInt { word(offsets.b) }
    @inline(__always) var ic: QuadUInt { word(offsets.c) }
    @inline(__always) var fa: QuadFloat { arithmetic.float(bits: ia) }
    @inline(__always) var fb: QuadFloat { arithmetic.float(bits: ib) }
    @inline(__always) var fc: QuadFloat { arithmetic.float(bits: ic) }
    @inline(__always) var ma: QuadArithmetic.Mask { unsafeBitCast(ia, to: QuadArithmetic.Mask.self) }
    @inline(__always) var mb: QuadArithmetic.Mask { unsafeBitCast(ib, to: QuadArithmetic.Mask.self) }
    @inline(__always) var mc: QuadArithmetic.Mask { unsafeBitCast(ic, to: QuadArithmetic.Mask.self) }

    @inline(__always) func set(_ value: QuadUInt) { result.pointee = value }
    @inline(__always) func set(_ value: QuadFloat) { result.pointee = arithmetic.bits(value) }
    @inline(__always) func set(_ value: QuadArithmetic.Mask) { result.pointee = arithmetic.bits(of: value) }
    @inline(__always) func copy() { result.pointee = ia }

    @inline(__always)
    private func word(_ offset: Int32) -> QuadUInt { (memory + Int(offset)).assumingMemoryBound(to: QuadUInt.self).pointee }
}

extension Opcode {
    /// Returns the result for one lane.
    /// - Precondition: the opcode only computes from its operands, and is not a bitcast.
    package func evaluate(_ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32 {
        withUnsafeTemporaryAllocation(of: QuadUInt.self, capacity: 4) { registers in
            for (index, word) in [a, b, c, 0].enumerated() { registers.initializeElement(at: index, to: QuadUInt(repeating: word)) }
            let first = registers.baseAddress!
            var operands = QuadOperands(UnsafeMutableRawPointer(first), (0, 16, 32), result: first + 3)
            evaluate(&operands)
            return registers[3][0]
        }
    }
}
