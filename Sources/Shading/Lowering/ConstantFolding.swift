// ConstantFolding: pure instructions whose operands are constants.
//
// Only operations whose result is the same on every machine are computed here: integer operations, selections,
// comparisons, and + - * / of floats unless the result is NaN, whose bits differ between processors.

extension ModuleBuilder {
    /// The value the instruction has, when that is known without running it.
    func folded(_ i: Instruction) -> Node? {
        func bits(_ node: Node) -> UInt32? { node < 0 ? nil : constantBits(node) }
        switch i.opcode {
        case .select:
            if i.b == i.c { return i.b }
            if let condition = bits(i.a) { return condition != 0 ? i.b : i.c }
            let condition = nodes[Int(i.a)]
            if condition.opcode == .not { return pure(.select, i.type, condition.a, i.c, i.b) }
            guard i.type == .bool else { return nil }
            if i.c == i.a { return pure(.and, .bool, i.a, i.b) }
            return i.b == i.a ? pure(.or, .bool, i.a, i.c) : nil
        case .constant, .input, .builtin, .uniform, .uniformIndexed, .fma: return nil
        case .bitcast:
            if type(i.a) == i.type { return i.a }
            let showsFloatBits = type(i.a) == .float
            return bits(i.a).map { constant(showsFloatBits ? Binary32.observed($0) : $0, i.type) }
        default: break
        }
        let signature = i.opcode.signature
        guard signature.a.isValue else { return nil }
        let a = bits(i.a)
        if i.opcode == .not, nodes[Int(i.a)].opcode == .not, type(nodes[Int(i.a)].a) == i.type { return nodes[Int(i.a)].a }
        guard signature.b.isValue else { return a.flatMap { unary(i, $0) } }
        let b = bits(i.b)
        guard signature.c == .none else { return nil }
        if let a, let b { return binary(i, a, b) }
        return identity(i, a, b)
    }

    private func unary(_ i: Instruction, _ a: UInt32) -> Node? {
        let x = Float(bitPattern: a)
        switch i.opcode {
        case .fneg: return x.isNaN ? nil : float(-x)
        case .fabs: return x.isNaN ? nil : float(abs(x))
        case .ineg: return constant(0 &- a, i.type)
        case .not: return constant(~a, i.type)
        case .intToFloat: return float(Float(Int32(bitPattern: a)))
        case .uintToFloat: return float(Float(a))
        default: return nil
        }
    }

    private func binary(_ i: Instruction, _ a: UInt32, _ b: UInt32) -> Node? {
        let (x, y) = (Float(bitPattern: a), Float(bitPattern: b))
        let (s, t) = (Int32(bitPattern: a), Int32(bitPattern: b))
        func number(_ value: Float) -> Node? { value.isNaN ? nil : float(value) }
        switch i.opcode {
        case .fadd: return number(x + y)
        case .fsub: return number(x - y)
        case .fmul: return number(x * y)
        case .fdiv: return number(x / y)
        case .feq: return bool(x == y)
        case .fne: return bool(x != y)
        case .flt: return bool(x < y)
        case .fle: return bool(x <= y)
        case .iadd: return constant(a &+ b, i.type)
        case .isub: return constant(a &- b, i.type)
        case .imul: return constant(a &* b, i.type)
        case .iminS: return constant(UInt32(bitPattern: min(s, t)), i.type)
        case .imaxS: return constant(UInt32(bitPattern: max(s, t)), i.type)
        case .iminU: return constant(min(a, b), i.type)
        case .imaxU: return constant(max(a, b), i.type)
        case .ieq: return bool(a == b)
        case .ine: return bool(a != b)
        case .iltS: return bool(s < t)
        case .iltU: return bool(a < b)
        case .ileS: return bool(s <= t)
        case .ileU: return bool(a <= b)
        case .shl: return constant(a << (b & 31), i.type)
        case .shrS: return constant(UInt32(bitPattern: s >> Int32(b & 31)), i.type)
        case .shrU: return constant(a >> (b & 31), i.type)
        case .and: return constant(a & b, i.type)
        case .or: return constant(a | b, i.type)
        case .xor: return constant(a ^ b, i.type)
        default: return nil
        }
    }

    /// Operations with one operand that leaves the other as it is, but for the sign of a zero, which GLSL does not promise
    /// (GLSL 4.60 §4.7.1).
    private func identity(_ i: Instruction, _ a: UInt32?, _ b: UInt32?) -> Node? {
        func other(_ node: Node) -> Node? { type(node) == i.type ? node : nil }
        let one = Float(1).bitPattern
        switch i.opcode {
        case .fmul:
            if a == one { return i.b }
            if b == one { return i.a }
        case .fdiv:
            if b == one { return i.a }
        case .fadd:
            if a == 0 { return i.b }
            if b == 0 { return i.a }
        case .fsub:
            if b == 0 { return i.a }
        case .iadd, .or, .xor:
            if a == 0 { return other(i.b) }
            if b == 0 { return other(i.a) }
        case .isub, .shl, .shrS, .shrU:
            if b == 0 { return other(i.a) }
        case .imul:
            if a == 1 { return other(i.b) }
            if b == 1 { return other(i.a) }
        case .and:
            if a == .max { return other(i.b) }
            if b == .max { return other(i.a) }
            if a == 0 || b == 0 { return constant(0, i.type) }
        default: break
        }
        return nil
    }
}
