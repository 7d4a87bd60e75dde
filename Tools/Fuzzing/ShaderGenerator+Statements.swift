// Statements. Every loop has a limit, and no statement in the loop changes this limit.

extension ShaderGenerator {
    mutating func block(_ count: ClosedRange<Int>, with variables: [Variable] = []) -> ShaderNode {
        scopes.append(variables)
        defer { scopes.removeLast() }
        var nodes: [ShaderNode] = []
        for _ in 0..<random.int(count) where budget > 0 { nodes.append(statement()) }
        return .list(nodes)
    }

    private mutating func condition() -> ShaderNode { expression("bool") }

    mutating func statement() -> ShaderNode {
        budget -= 2
        if countsInMemory, random.once(in: 8) { return memoryStatement() }
        let isDeep = scopes.count > 6
        switch random.int(0...19) {
        case 0...3: return declare()
        case 4...7: return assign()
        case 8 where !isDeep: return .statement("if ($) {\n$\n}", condition(), block(1...3))
        case 9 where !isDeep: return .statement("if ($) {\n$\n} else {\n$\n}", condition(), block(1...3), block(1...3))
        case 10...12 where !isDeep && loopDepth < 3: return loop()
        case 13 where !isDeep: return choice()
        case 14 where loopDepth > 0: return .statement("if ($) \(random.pick(["break", "continue"]));", condition())
        case 15 where isFragment && random.once(in: 3): return .statement("if ($) discard;", condition())
        case 16 where !isDeep:
            if let returned { return .statement("if ($) return $;", condition(), value(returned)) }
            // At this return, outputs that main has not written stay zero.
            return mayReturn && random.once(in: 3) ? .statement("if ($) return;", condition()) : copy()
        case 17: return random.once(in: 2) ? copy() : severalResults()
        case 18 where !functions.isEmpty: return callIfPossible(random.pick(functions)).map { ShaderNode.statement("$;", $0) } ?? copy()
        default: return assign()
        }
    }

    mutating func declare() -> ShaderNode {
        let type = type(), name = name("v")
        defer { scopes[scopes.count - 1].append(Variable(name: name, type: type)) }
        if case .basic(let basic) = type, !random.once(in: 12) { return .statement("\(declaration(type, name)) = $;", expression(basic)) }
        if let function = functions.filter({ $0.result == type }).randomElement(using: &random), let call = callIfPossible(function) {
            return .statement("\(declaration(type, name)) = $;", call)
        }
        // The initial value is a copy of a variable of the same type. Without such a variable, there is no initial value, because
        // unwritten elements are zero in both renderers.
        if let same = whole(type) { return .statement("\(declaration(type, name)) = $;", same) }
        return .statement("\(declaration(type, name));")
    }

    /// Returns a variable of the type, or an element of an array whose elements have the type; nil if there is neither. The type is a
    /// structure or an array.
    mutating func whole(_ type: GLSLType, isWritten: Bool = false) -> ShaderNode? {
        // Members of blocks have a point in their names. Members of blocks are left out, because some compilers treat the types of a
        // block's member and of a variable as different types, even if the two declarations are the same.
        for variable in scopes.flatMap({ $0 }).shuffled(using: &random) where !variable.name.contains(".") && !(isWritten && variable.isConstant) {
            // If the buffer's size determines the length of an array, the array cannot be copied as a whole.
            if variable.type == type && !variable.isShort { return .statement(variable.name) }
            if case .array(type, let count) = variable.type { return .statement("\(variable.name)[$]", index(count)) }
        }
        return nil
    }

    /// Copies a whole structure or array. The source and the destination of the copy may overlap.
    private mutating func copy() -> ShaderNode {
        for variable in scopes.flatMap({ $0 }).shuffled(using: &random) where !variable.isConstant {
            var type = variable.type, target = ShaderNode.statement(variable.name)
            if case .basic = type { continue }
            if case .array(let element, let count) = type, random.once(in: 2) {
                if case .basic = element { continue }
                (type, target) = (element, .statement("\(variable.name)[$]", index(count)))
            }
            if let source = whole(type) { return .statement("$ = $;", target, source) }
        }
        return assign()
    }

    /// Makes calls of functions with several results, some of which are out parameters.
    private mutating func severalResults() -> ShaderNode {
        guard let a = target("uint"), let b = target("uint"), let c = target("float"), let d = target("int") else { return assign() }
        return switch random.int(0...4) {
        case 0: .statement("$ = \(random.pick(["uaddCarry", "usubBorrow"]))($, $, $);", a, expression("uint"), expression("uint"), b)
        case 1: .statement("umulExtended($, $, $, $);", expression("uint"), expression("uint"), a, b)
        case 2: .statement("imulExtended($, $, $, $);", expression("int"), expression("int"), d, target("int") ?? d)
        case 3: .statement("$ = modf($, $);", c, expression("float"), target("float") ?? c)
        default: .statement("$ = frexp($, $);", c, expression("float"), d)
        }
    }
    /// Makes a statement that assigns values to some components of a vector, in any order. Returns nil if no vector is found.
    private mutating func assignSwizzled() -> ShaderNode? {
        let count = random.int(2...4), parts = random.int(2...count)
        guard case .node(let type, var pieces, let children)? = target("vec\(count)") else { return nil }
        pieces[pieces.count - 1] += "." + String("xyzw".prefix(count).shuffled(using: &random).prefix(parts))
        return .statement("$ \(random.pick(["=", "=", "+=", "*="])) $;", .node(type: type, pieces: pieces, children: children), expression("vec\(parts)"))
    }

    mutating func assign() -> ShaderNode {
        if random.once(in: 8), let swizzled = assignSwizzled() { return swizzled }
        let type = random.pick(Self.basics)
        guard let target = target(type) else { return declare() }
        if (type == "int" || type == "uint") && random.once(in: 8) { return .statement("$\(random.pick(["++", "--"]));", target) }
        let sign = type == "bool" || random.once(in: 2) ? "=" : type == "int" || type == "uint"
            ? random.pick(["+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|="]) : random.pick(type == "mat2x3" ? ["+=", "-="] : ["+=", "-=", "*="])
        return .statement("$ \(sign) $;", target, expression(type))
    }

    private mutating func loop() -> ShaderNode {
        loopDepth += 1
        defer { loopDepth -= 1 }
        let counter = name("i"), variable = [Variable(name: counter, type: .basic("int"), isConstant: true)]
        let bound = random.int(1...(loopDepth == 1 ? 6 : 3))
        switch random.int(0...6) {
        case 5: return .statement("int \(counter) = 0; while (true) {\nif (\(counter)++ >= \(bound)) break;\n$\n}", block(1...4, with: variable))
        case 6: return .statement("for (int \(counter) = \(bound); ; ) {\nif (--\(counter) < 0 || $) break;\n$\n}", condition(), block(1...4, with: variable))
        case 0...1: return .statement("for (int \(counter) = 0; \(counter) < \(bound); ++\(counter)) {\n$\n}", block(1...4, with: variable))
        case 2: return .statement("for (int \(counter) = 0; \(counter) < \(bound) && $; ++\(counter)) {\n$\n}", condition(), block(1...4, with: variable))
        case 3: return .statement("int \(counter) = 0; while (\(counter)++ < \(bound)) {\n$\n}", block(1...4, with: variable))
        default: return .statement("int \(counter) = 0; do {\n$\n} while (++\(counter) < \(bound) && $);", block(1...4, with: variable), condition())
        }
    }

    private mutating func choice() -> ShaderNode {
        var cases: [ShaderNode] = []
        let value = expression("int"), mask = random.pick([3, 7])
        let labels = random.int(1...4)
        for label in 0..<labels {
            // The last case always ends with a break. In GLSL a statement must follow the last label, and the block of the last case may be
            // empty.
            let falls = label < labels - 1 && random.once(in: 3)
            let names = random.once(in: 4) ? "case \(label * 2 + 1):\ncase \(label * 2):" : "case \(label * 2 + random.int(0...1)):"
            cases.append(.statement("\(names)\n{\n$\n}\n\(falls ? "" : "break;")", block(1...2)))
        }
        if random.once(in: 2) { cases.insert(.statement("default:\n{\n$\n}\nbreak;", block(1...2)), at: random.int(0...cases.count)) }
        return .statement("switch (($) & \(mask)) {\n$\n}", value, .list(cases))
    }

    /// Returns a value of any type. If no variable has the wanted type, the value is the function's own result variable.
    private mutating func value(_ type: GLSLType) -> ShaderNode {
        if case .basic(let basic) = type { return expression(basic) }
        return whole(type) ?? .statement("\(returnedName)")
    }
    /// The name of a variable with the function's result type. Functions whose result type is not basic declare this variable.
    private var returnedName: String { "result" }

    mutating func makeFunction() -> ShaderNode {
        let parameters = (0..<random.int(0...3)).map { _ in
            (type: random.once(in: 2) ? type() : .basic(random.pick(Self.basics)), way: random.pick(["", "", "inout", "out"]))
        }
        let result = !structures.isEmpty && random.once(in: 4) ? .structure(random.int(0...structures.count - 1)) : GLSLType.basic(random.pick(Self.basics)),
            name = name("f")
        let variables = parameters.indices.map { Variable(name: "\(name)_p\($0)", type: parameters[$0].type) }
        returned = result
        let saved = loopDepth
        loopDepth = 0
        var isBasic = true, own: [Variable] = []
        if case .structure = result { isBasic = false; own = [Variable(name: returnedName, type: result)] }
        scopes.append(variables + own)
        let body = block(1...4), value = value(result)
        scopes.removeLast()
        loopDepth = saved
        returned = nil
        functions.append(Function(name: name, result: result, parameters: parameters))
        let list = zip(parameters, variables).map { "\($0.way) \(declaration($1.type, $1.name))" }.joined(separator: ", ")
        let declared = isBasic ? "" : declaration(result, returnedName) + ";\n"
        return .statement("\(declaration(result, name))(\(list)) {\n\(declared)$\nreturn $;\n}", body, value)
    }
}
