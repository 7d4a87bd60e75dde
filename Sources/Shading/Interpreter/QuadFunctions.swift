// QuadFunctions: the larger operations, each specialised to four lanes and kept out of the interpreter's loop, so that
// the loop's own few variables stay in registers.

enum QuadFunctions {
    private static var l: QuadArithmetic { @inline(__always) get { QuadArithmetic() } }

    @inline(never) static func sin(_ x: QuadFloat) -> QuadFloat { l.sin(x) }
    @inline(never) static func cos(_ x: QuadFloat) -> QuadFloat { l.cos(x) }
    @inline(never) static func tan(_ x: QuadFloat) -> QuadFloat { l.tan(x) }
    @inline(never) static func asin(_ x: QuadFloat) -> QuadFloat { l.asin(x) }
    @inline(never) static func acos(_ x: QuadFloat) -> QuadFloat { l.acos(x) }
    @inline(never) static func atan(_ x: QuadFloat) -> QuadFloat { l.atan(x) }
    @inline(never) static func atan2(_ y: QuadFloat, _ x: QuadFloat) -> QuadFloat { l.atan2(y, x) }
    @inline(never) static func sinh(_ x: QuadFloat) -> QuadFloat { l.sinh(x) }
    @inline(never) static func cosh(_ x: QuadFloat) -> QuadFloat { l.cosh(x) }
    @inline(never) static func tanh(_ x: QuadFloat) -> QuadFloat { l.tanh(x) }
    @inline(never) static func asinh(_ x: QuadFloat) -> QuadFloat { l.asinh(x) }
    @inline(never) static func acosh(_ x: QuadFloat) -> QuadFloat { l.acosh(x) }
    @inline(never) static func atanh(_ x: QuadFloat) -> QuadFloat { l.atanh(x) }
    @inline(never) static func exp(_ x: QuadFloat) -> QuadFloat { l.exp(x) }
    @inline(never) static func exp2(_ x: QuadFloat) -> QuadFloat { l.exp2(x) }
    @inline(never) static func log(_ x: QuadFloat) -> QuadFloat { l.log(x) }
    @inline(never) static func log2(_ x: QuadFloat) -> QuadFloat { l.log2(x) }
    @inline(never) static func pow(_ x: QuadFloat, _ y: QuadFloat) -> QuadFloat { l.pow(x, y) }
    @inline(never) static func ldexp(_ x: QuadFloat, _ n: QuadUInt) -> QuadFloat { l.ldexp(x, n) }
    @inline(never) static func idivS(_ a: QuadUInt, _ b: QuadUInt) -> QuadUInt { l.idivS(a, b) }
    @inline(never) static func idivU(_ a: QuadUInt, _ b: QuadUInt) -> QuadUInt { l.idivU(a, b) }
    @inline(never) static func iremS(_ a: QuadUInt, _ b: QuadUInt) -> QuadUInt { l.iremS(a, b) }
    @inline(never) static func iremU(_ a: QuadUInt, _ b: QuadUInt) -> QuadUInt { l.iremU(a, b) }
    @inline(never) static func bitfieldExtractS(_ a: QuadUInt, _ b: QuadUInt, _ c: QuadUInt) -> QuadUInt { l.bitfieldExtractS(a, b, c) }
    @inline(never) static func bitfieldExtractU(_ a: QuadUInt, _ b: QuadUInt, _ c: QuadUInt) -> QuadUInt { l.bitfieldExtractU(a, b, c) }
    @inline(never) static func bitfieldInsertMask(_ a: QuadUInt, _ b: QuadUInt) -> QuadUInt { l.bitfieldInsertMask(a, b) }
}
