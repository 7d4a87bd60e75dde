// LaneArithmetic+Integers: integer operations that are composed of other operations. These operations are defined for all operands.
// Long operations are not inlined, to keep the interpreter's loop small.

extension LaneArithmetic {
    @inline(__always) package func not(_ a: Int) -> Int { xor(a, int(0xffff_ffff)) }
    @inline(__always) package func ineg(_ a: Int) -> Int { isub(int(0), a) }
    @inline(__always) package func ine(_ a: Int, _ b: Int) -> Mask { maskNot(ieq(a, b)) }
    @inline(__always) package func ileS(_ a: Int, _ b: Int) -> Mask { maskNot(iltS(b, a)) }
    @inline(__always) package func ileU(_ a: Int, _ b: Int) -> Mask { maskNot(iltU(b, a)) }
    @inline(__always) package func iminS(_ a: Int, _ b: Int) -> Int { selectInt(iltS(a, b), a, b) }
    @inline(__always) package func iminU(_ a: Int, _ b: Int) -> Int { selectInt(iltU(a, b), a, b) }
    @inline(__always) package func imaxS(_ a: Int, _ b: Int) -> Int { selectInt(iltS(a, b), b, a) }
    @inline(__always) package func imaxU(_ a: Int, _ b: Int) -> Int { selectInt(iltU(a, b), b, a) }

    /// Returns the absolute value. The absolute value of the most negative integer wraps, so it is the most negative integer again.
    @inline(__always) package func iabs(_ a: Int) -> Int { negated(a, where: shrS(a, by: 31)) }

    /// Returns the sign: -1, 0 or 1.
    @inline(__always) package func isign(_ a: Int) -> Int { or(shrS(a, by: 31), one(where: iltS(int(0), a))) }

    @inline(__always) package func imulHighS(_ a: Int, _ b: Int) -> Int {
        // If a negative factor is read as unsigned, the product is too large by 2^32 times the other factor. The error is
        // subtracted.
        isub(imulHighU(a, b), iadd(and(b, shrS(a, by: 31)), and(a, shrS(b, by: 31))))
    }

    /// Returns the quotient. Division by zero gives 0. The most negative integer divided by -1 gives the most negative integer.
    @inline(never) package func idivS(_ a: Int, _ b: Int) -> Int {
        let negativeA = shrS(a, by: 31), negativeB = shrS(b, by: 31)
        return negated(idivU(negated(a, where: negativeA), negated(b, where: negativeB)), where: xor(negativeA, negativeB))
    }

    /// Returns the remainder, with the sign of the dividend. The remainder is 0 for division by zero, and for the most negative integer
    /// divided by -1.
    @inline(never) package func iremS(_ a: Int, _ b: Int) -> Int {
        let negativeA = shrS(a, by: 31)
        return negated(iremU(negated(a, where: negativeA), negated(b, where: shrS(b, by: 31))), where: negativeA)
    }

    /// Returns -a if all bits of `sign` are ones, and a if `sign` is zero.
    @inline(__always) private func negated(_ a: Int, where sign: Int) -> Int { isub(xor(a, sign), sign) }

    // MARK: Bit fields. Each function gives 0 if the field does not lie within the 32 bits

    /// Returns ((1 << bits) - 1) << offset; 0 if the field does not lie within the 32 bits.
    @inline(never) package func bitfieldInsertMask(_ offset: Int, _ bits: Int) -> Int {
        selectInt(isField(offset, bits), shl(fieldMask(bits), offset), int(0))
    }

    @inline(never) package func bitfieldExtractU(_ a: Int, _ offset: Int, _ bits: Int) -> Int {
        selectInt(isField(offset, bits), and(shrU(a, offset), fieldMask(bits)), int(0))
    }

    @inline(never) package func bitfieldExtractS(_ a: Int, _ offset: Int, _ bits: Int) -> Int {
        // Shifts the bit field to the top of the word and back down. A field of zero bits has no sign bit, so the result for such a field is 0.
        let rest = isub(int(32), bits)
        let extracted = shrS(shl(a, isub(rest, offset)), rest)
        return selectInt(maskAnd(isField(offset, bits), ine(bits, int(0))), extracted, int(0))
    }

    /// Returns (1 << bits) - 1 for 0 ≤ bits ≤ 32.
    @inline(__always) private func fieldMask(_ bits: Int) -> Int {
        selectInt(ieq(bits, int(32)), int(0xffff_ffff), isub(shl(int(1), bits), int(1)))
    }

    @inline(__always) private func isField(_ offset: Int, _ bits: Int) -> Mask {
        // The comparisons are unsigned, so negative numbers count as too large.
        let limit = int(32)
        return maskAnd(maskAnd(ileU(offset, limit), ileU(bits, limit)), ileU(iadd(offset, bits), limit))
    }

    // MARK: Bits

    @inline(__always) package func bitReverse(_ a: Int) -> Int {
        var x = exchanged(a, by: 1, 0x5555_5555)
        x = exchanged(x, by: 2, 0x3333_3333)
        x = exchanged(x, by: 4, 0x0f0f_0f0f)
        x = exchanged(x, by: 8, 0x00ff_00ff)
        return or(shrU(x, by: 16), shl(x, by: 16))
    }

    /// Exchanges each bit field that `mask` selects with the field `distance` bits above it.
    @inline(__always) private func exchanged(_ x: Int, by distance: UInt32, _ mask: UInt32) -> Int {
        or(and(shrU(x, by: distance), int(mask)), shl(and(x, int(mask)), by: distance))
    }

    /// Returns the index of the lowest set bit; -1 for 0.
    @inline(__always) package func findLSB(_ a: Int) -> Int {
        selectInt(ieq(a, int(0)), int(0xffff_ffff), bitCount(and(not(a), isub(a, int(1)))))
    }

    /// Returns the index of the highest set bit; -1 for 0.
    @inline(__always) package func findMSBU(_ a: Int) -> Int { isub(int(31), leadingZeros(a)) }

    /// Returns the index of the highest bit that differs from the sign bit; -1 for 0 and -1.
    @inline(__always) package func findMSBS(_ a: Int) -> Int { findMSBU(xor(a, shrS(a, by: 31))) }
}
