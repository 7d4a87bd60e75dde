// ConstantFolding: evaluates pure instructions whose operands are constants.
//
// The result of each evaluation equals the interpreter's result; only the bits of a NaN may differ. The lowering has special rules for
// constant operands (`power`, `modulo`), so the results of a shader depend on whether an operand was evaluated to a constant. If an opcode
// is added to the set of evaluated opcodes or removed from this set, the results of a shader may change.

extension ModuleBuilder {
    /// Returns a node that has the value of the instruction, if the value can be computed during lowering or if a simpler node has the same
    /// value; else nil.
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
        case .bitcast:
            if type(i.a) == i.type { return i.a }
            let showsFloatBits = type(i.a) == .float
            return bits(i.a).map { constant(showsFloatBits ? Binary32.observed($0) : $0, i.type) }
        default: break
        }
        guard i.opcode.definition.kind == .simple || foldsExactly && i.opcode.computes else { return nil }
        if i.opcode == .not, nodes[Int(i.a)].opcode == .not, type(nodes[Int(i.a)].a) == i.type { return nodes[Int(i.a)].a }
        let operands = [i.a, i.b, i.c].prefix(i.opcode.valueOperandCount).map(bits)
        if operands.contains(nil) { return operands.count == 2 ? identity(i, operands[0], operands[1]) : nil }
        if !foldsExactly && Self.leftAlone.contains(i.opcode) { return nil }
        let known = operands.map { $0! } + [0, 0]
        let result = i.opcode.evaluate(known[0], known[1], known[2])
        return i.type == .float && Float(bitPattern: result).isNaN ? nil : constant(result, i.type)
    }

    private static let leftAlone: Set<Opcode> = [.fmin, .fmax, .fsqrt, .ffloor, .fceil, .ftrunc]

    /// If one operand has no effect (such as 0 in x + 0), returns the other operand. If one operand of `and` is 0, returns 0. In
    /// all other cases, returns nil. The sign of a zero may change; GLSL does not guarantee the sign of zeros (GLSL 4.60 §4.7.1).
    private func identity(_ i: Instruction, _ a: UInt32?, _ b: UInt32?) -> Node? {
        func other(_ node: Node) -> Node? { type(node) == i.type ? node : nil }
        let one = Float(1).bitPattern
        switch i.opcode {
        case .fmul:
            if a == one { return i.b }
            if b == one { return i.a }
        case .fdiv:
            if b == one { return i.a }
        case .fadd where !foldsExactly:
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
