// Statements. Every loop has a bound that nothing in it changes.

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
        case 16: if let returned, !isDeep { return .statement("if ($) return $;", condition(), expression(returned)) }; return copy()
        case 17: return copy()
        case 18 where !functions.isEmpty: return .statement("$;", call(random.pick(functions)))
        default: return assign()
        }
    }

    mutating func declare() -> ShaderNode {
        let type = type(), name = name("v")
        defer { scopes[scopes.count - 1].append(Variable(name: name, type: type)) }
        if case .basic(let basic) = type, !random.once(in: 12) { return .statement("\(declaration(type, name)) = $;", expression(basic)) }
        // Another of the same type, or one that is filled element by element: elements that are not written are zero for both
        // renderers.
        if let same = whole(type) { return .statement("\(declaration(type, name)) = $;", same) }
        return .statement("\(declaration(type, name));")
    }

    /// A variable, or an element of one, of a type that is no basic one.
    private mutating func whole(_ type: GLSLType) -> ShaderNode? {
        for variable in scopes.flatMap({ $0 }).shuffled(using: &random) where variable.name != "block.data" {
            if variable.type == type { return .statement(variable.name) }
            if case .array(type, let count) = variable.type { return .statement("\(variable.name)[$]", index(count)) }
        }
        return nil
    }

    /// Structures and arrays copied as a whole, whose parts may lie in one another.
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

    mutating func assign() -> ShaderNode {
        let type = random.pick(Self.basics)
        guard let target = place(type, isWritten: true) else { return declare() }
        if (type == "int" || type == "uint") && random.once(in: 8) { return .statement("$\(random.pick(["++", "--"]));", target) }
        let sign = type == "bool" || random.once(in: 2) ? "=" : type == "int" || type == "uint" ? random.pick(["+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|="]) : random.pick(["+=", "-=", "*="])
        return .statement("$ \(sign) $;", target, expression(type))
    }

    private mutating func loop() -> ShaderNode {
        loopDepth += 1
        defer { loopDepth -= 1 }
        let counter = name("i"), variable = [Variable(name: counter, type: .basic("int"), isConstant: true)]
        let bound = random.int(1...(loopDepth == 1 ? 6 : 3))
        switch random.int(0...4) {
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
            // The last needs a statement, and blocks may be empty.
            let falls = label < labels - 1 && random.once(in: 3)
            cases.append(.statement("case \(label * 2 + random.int(0...1)):\n{\n$\n}\n\(falls ? "" : "break;")", block(1...2)))
        }
        if random.once(in: 2) { cases.insert(.statement("default:\n{\n$\n}\nbreak;", block(1...2)), at: random.int(0...cases.count)) }
        return .statement("switch (($) & \(mask)) {\n$\n}", value, .list(cases))
    }

    mutating func makeFunction() -> ShaderNode {
        let parameters = (0..<random.int(0...3)).map { _ in (type: random.pick(Self.basics), isInout: random.once(in: 3)) }
        let result = random.pick(Self.basics), name = name("f")
        let variables = parameters.indices.map { Variable(name: "\(name)_p\($0)", type: .basic(parameters[$0].type)) }
        returned = result
        let saved = loopDepth
        loopDepth = 0
        scopes.append(variables)
        let body = block(1...4), value = expression(result)
        scopes.removeLast()
        loopDepth = saved
        returned = nil
        functions.append(Function(name: name, result: result, parameters: parameters))
        let list = zip(parameters, variables).map { ($0.isInout ? "inout " : "") + "\($0.type) \($1.name)" }.joined(separator: ", ")
        return .statement("\(result) \(name)(\(list)) {\n$\nreturn $;\n}", body, value)
    }
}
