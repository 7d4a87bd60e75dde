// QuadArithmetic+Integer: the integer operations of `Opcode` that are more than one instruction, total for all inputs.

extension QuadArithmetic {
    @inline(__always) func imulHighS(_ a: Int, _ b: Int) -> Int {
        // Reading a negative factor as unsigned adds 2^32 times the other factor to the product.
        let correction = (b & unsigned(signed(a) &>> 31)) &+ (a & unsigned(signed(b) &>> 31))
        return imulHighU(a, b) &- correction
    }

    /// The quotient. Division by zero gives 0.
    func idivU(_ a: Int, _ b: Int) -> Int {
        let isZero = b .== 0
        let divisor = selectInt(isZero, int(1), b)
        let quotient = Int(a[0] / divisor[0], a[1] / divisor[1], a[2] / divisor[2], a[3] / divisor[3])
        return selectInt(isZero, int(0), quotient)
    }

    /// The remainder. Division by zero leaves 0.
    func iremU(_ a: Int, _ b: Int) -> Int {
        let divisor = selectInt(b .== 0, int(1), b)
        return Int(a[0] % divisor[0], a[1] % divisor[1], a[2] % divisor[2], a[3] % divisor[3])
    }

    /// The quotient. Division by zero gives 0; the most negative integer by -1 is itself.
    func idivS(_ a: Int, _ b: Int) -> Int {
        let negativeA = unsigned(signed(a) &>> 31), negativeB = unsigned(signed(b) &>> 31)
        let quotient = idivU((a ^ negativeA) &- negativeA, (b ^ negativeB) &- negativeB)
        let negative = negativeA ^ negativeB
        return (quotient ^ negative) &- negative
    }

    /// The sign of the dividend; by zero 0, and 0 for the most negative integer by -1.
    func iremS(_ a: Int, _ b: Int) -> Int {
        let negativeA = unsigned(signed(a) &>> 31), negativeB = unsigned(signed(b) &>> 31)
        let remainder = iremU((a ^ negativeA) &- negativeA, (b ^ negativeB) &- negativeB)
        return (remainder ^ negativeA) &- negativeA
    }

    @inline(__always) func isign(_ a: Int) -> Int {
        unsigned(signed(a) &>> 31) | bits(of: signed(a) .> 0) & 1
    }

    @inline(__always) func iabs(_ a: Int) -> Int {
        let negative = unsigned(signed(a) &>> 31)
        return (a ^ negative) &- negative
    }

    /// ((1 << bits) - 1) << offset for 0 ≤ offset, 0 ≤ bits and offset + bits ≤ 32, else 0.
    @inline(__always) func bitfieldInsertMask(_ offset: Int, _ bits: Int) -> Int {
        fieldMask(bits) &<< offset & isField(offset, bits)
    }

    /// 0 where the field does not lie within the 32 bits.
    @inline(__always) func bitfieldExtractU(_ a: Int, _ offset: Int, _ bits: Int) -> Int {
        a &>> offset & fieldMask(bits) & isField(offset, bits)
    }

    @inline(__always) func bitfieldExtractS(_ a: Int, _ offset: Int, _ bits: Int) -> Int {
        // Shift the field to the top and back; a field of no bits has no sign to extend.
        let top = a &<< (32 &- bits &- offset)
        let extracted = unsigned(signed(top) &>> signed(32 &- bits))
        return extracted & isField(offset, bits) & self.bits(of: bits .!= 0)
    }

    /// (1 << bits) - 1 for 0 ≤ bits ≤ 32.
    @inline(__always) private func fieldMask(_ bits: Int) -> Int {
        ((int(1) &<< bits) &- 1) | self.bits(of: bits .== 32)
    }

    @inline(__always) private func isField(_ offset: Int, _ bits: Int) -> Int {
        // The comparison is unsigned, so that negative numbers are too large.
        self.bits(of: offset .<= 32) & self.bits(of: bits .<= 32) & self.bits(of: offset &+ bits .<= 32)
    }

    @inline(__always) func bitReverse(_ a: Int) -> Int {
        var x = (a &>> 1 & 0x5555_5555) | (a & 0x5555_5555) &<< 1
        x = (x &>> 2 & 0x3333_3333) | (x & 0x3333_3333) &<< 2
        x = (x &>> 4 & 0x0f0f_0f0f) | (x & 0x0f0f_0f0f) &<< 4
        x = (x &>> 8 & 0x00ff_00ff) | (x & 0x00ff_00ff) &<< 8
        return x &>> 16 | x &<< 16
    }

    @inline(__always) func bitCount(_ a: Int) -> Int {
        Int(UInt32(a[0].nonzeroBitCount), UInt32(a[1].nonzeroBitCount), UInt32(a[2].nonzeroBitCount), UInt32(a[3].nonzeroBitCount))
    }

    /// -1 for 0.
    @inline(__always) func findLSB(_ a: Int) -> Int {
        bitCount(~a & (a &- 1)) | bits(of: a .== 0)
    }

    /// -1 for 0.
    @inline(__always) func findMSBU(_ a: Int) -> Int {
        let zeros = Int(UInt32(a[0].leadingZeroBitCount), UInt32(a[1].leadingZeroBitCount),
                        UInt32(a[2].leadingZeroBitCount), UInt32(a[3].leadingZeroBitCount))
        return 31 &- zeros
    }

    /// The highest bit that differs from the sign; -1 for 0 and -1.
    @inline(__always) func findMSBS(_ a: Int) -> Int {
        findMSBU(a ^ unsigned(signed(a) &>> 31))
    }
}
