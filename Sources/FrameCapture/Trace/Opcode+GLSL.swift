// Opcode+GLSL: writes operations as GLSL expressions.

import Shading

extension Opcode {
    /// Returns an operation as a GLSL expression, such as "sqrt(-1.0)" or "0.5 * 2.0".
    /// - Parameters:
    ///   - operands: The values of the operation's operands, in GLSL notation.
    ///   - name: The name of the variable or function that the operation uses; nil if the operation uses neither.
    func expression(_ operands: [String], named name: String?) -> String {
        let list = operands.joined(separator: ", ")
        func call(_ function: String) -> String { "\(function)(\(list))" }
        func infix(_ sign: String) -> String { operands.count == 2 ? "\(bracketed(operands[0])) \(sign) \(bracketed(operands[1]))" : call(sign) }
        func prefix(_ sign: String) -> String { operands.count == 1 ? sign + bracketed(operands[0]) : call(sign) }
        func bracketed(_ operand: String) -> String { operand.hasPrefix("-") ? "(\(operand))" : operand }
        switch self {
        case .constant: return "constant"
        case .input, .builtin, .uniform: return name ?? "\(self)"
        case .uniformIndexed, .loadIndexed: return "\(name ?? "\(self)")[\(list)]"
        case .load: return name ?? "variable"
        case .component: return "component"
        case .store: return "\(name ?? "variable") = \(list)"
        case .storeIndexed: return operands.count == 2 ? "\(name ?? "variable")[\(operands[0])] = \(operands[1])" : call("store")
        case .fadd, .iadd: return infix("+")
        case .fsub, .isub: return infix("-")
        case .fmul, .imul: return infix("*")
        case .fdiv, .idivS, .idivU: return infix("/")
        case .iremS, .iremU: return infix("%")
        case .fneg, .ineg: return prefix("-")
        case .fma: return call("fma")
        case .fabs, .iabs: return call("abs")
        case .fsign, .isign: return call("sign")
        case .ffloor: return call("floor")
        case .fceil: return call("ceil")
        case .ftrunc: return call("trunc")
        case .froundEven: return call("roundEven")
        case .fmin, .iminS, .iminU: return call("min")
        case .fmax, .imaxS, .imaxU: return call("max")
        case .fsqrt: return call("sqrt")
        case .sin, .cos, .tan, .asin, .acos, .atan, .sinh, .cosh, .tanh, .asinh, .acosh, .atanh, .exp, .log, .exp2, .log2, .pow, .ldexp: return call("\(self)")
        case .atan2: return call("atan")
        case .frexpSignificand, .frexpExponent: return call("frexp")
        case .fisnan: return call("isnan")
        case .fisinf: return call("isinf")
        case .feq, .ieq: return infix("==")
        case .fne, .ine: return infix("!=")
        case .flt, .iltS, .iltU: return infix("<")
        case .fle, .ileS, .ileU: return infix("<=")
        case .imulHighS: return call("imulExtended")
        case .imulHighU: return call("umulExtended")
        case .iaddCarry: return call("uaddCarry")
        case .isubBorrow: return call("usubBorrow")
        case .shl: return infix("<<")
        case .shrS, .shrU: return infix(">>")
        case .and: return infix("&")
        case .or: return infix("|")
        case .xor: return infix("^")
        case .not: return prefix("~")
        case .bitfieldExtractS, .bitfieldExtractU: return call("bitfieldExtract")
        case .bitfieldInsertMask: return call("bitfieldInsert")
        case .bitReverse: return call("bitfieldReverse")
        case .bitCount: return call("bitCount")
        case .findLSB: return call("findLSB")
        case .findMSBS, .findMSBU: return call("findMSB")
        case .floatToInt: return call("int")
        case .floatToUint: return call("uint")
        case .intToFloat, .uintToFloat: return call("float")
        case .packHalf: return call("packHalf2x16")
        case .unpackHalf: return call("unpackHalf2x16")
        case .bitcast: return call("bitcast")
        case .select: return operands.count == 3 ? "\(operands[0]) ? \(operands[1]) : \(operands[2])" : call("select")
        case .ddxCoarse: return call("dFdxCoarse")
        case .ddyCoarse: return call("dFdyCoarse")
        case .ddxFine: return call("dFdxFine")
        case .ddyFine: return call("dFdyFine")
        case .texture: return call(name ?? "texture")
        case .textureSize: return call("textureSize")
        case .ifBegin: return call("if")
        case .elseBegin: return "else"
        case .blockBegin: return "{"
        case .loopBegin: return "loop"
        case .end: return "}"
        case .exit: return "leave"
        case .discard: return "discard"
        case .storageLoad: return "\(name ?? "buffer")[\(list)]"
        case .storageStore: return operands.count == 2 ? "\(name ?? "buffer")[\(operands[0])] = \(operands[1])" : call("store")
        case .storageSize: return "length"
        case .sharedLoad: return "\(name ?? "shared")[\(list)]"
        case .sharedStore: return operands.count == 2 ? "\(name ?? "shared")[\(operands[0])] = \(operands[1])" : call("store")
        case .atomic: return call(name ?? "atomic")
        case .imageLoad: return call("imageLoad")
        case .imageStore: return call("imageStore")
        case .imageSize: return call("imageSize")
        case .barrier: return call("barrier")
        case .memoryBarrier: return call("memoryBarrier")
        case .emitVertex: return call("EmitVertex")
        case .endPrimitive: return call("EndPrimitive")
        }
    }
}
