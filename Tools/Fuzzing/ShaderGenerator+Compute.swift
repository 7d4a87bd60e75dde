// Statements of compute shaders: phases between barriers, and atomic operations whose old values are used.

extension ShaderGenerator {
    /// The parts of a compute shader that its statements need: the declarations of shared variables, and the number of the next
    /// unused ticket. A ticket is a group of four words of the array `tickets` in the block `Tally`.
    struct ComputeParts {
        var shared: [String] = []
        var nextTicket = 0
        var listIsUsed = false
        /// The number of invocations of a work group. Arrays with an element for each invocation have this length.
        let invocations: Int
        /// The number of words that further shared variables may take.
        var wordsLeft = 16_000

        init(invocations: Int) { self.invocations = invocations }

        /// Reserves the words of a shared array of this type, which has a few more elements than the work group has invocations. Returns
        /// false if too few words are left.
        mutating func takeRoom(for type: String) -> Bool {
            let words = type.hasPrefix("mat") ? type.hasSuffix("2x3") ? 6 : Int(type.suffix(1))! * Int(type.suffix(1))! : Int(type.suffix(1)) ?? 1
            let count = (invocations + 3) * words
            guard count <= wordsLeft else { return false }
            wordsLeft -= count
            return true
        }
    }

    /// Returns a statement for main. `isRepeated`: whether the caller puts the statement into a branch or a loop, so that the statement may
    /// run several times or not at all. If `isRepeated` is true, the function chooses only among statements that may run any number of
    /// times.
    mutating func computeStatement(_ parts: inout ComputeParts, hasBarriers: Bool, isRepeated: Bool = false) -> ShaderNode {
        switch random.int(0...11) {
        case 0...2 where hasBarriers: return exchange(&parts)
        case 3 where hasBarriers: return sum(&parts)
        case 4 where hasBarriers: return count(&parts)
        case 5 where hasBarriers && !isRepeated: return uniformFlow(&parts)
        case 6 where !isRepeated && parts.nextTicket < 8: return ticket(&parts)
        case 7 where !isRepeated && random.once(in: 4):
            // Writes the work group counts for a later indirect dispatch, or the arguments for an indirect draw.
            let counts = (0..<3).map { _ in expression("uint") }
            return .statement("if (invocation() == 0u) { planned[0] = ($) % 4u; planned[1] = ($) % 3u; planned[2] = ($) % 3u; }",
                              counts[0], counts[1], counts[2])
        case 8...9: return memoryStatement()
        default: return statement()
        }
    }

    private mutating func barrier() -> String {
        random.pick(["barrier();", "barrier();", "memoryBarrierShared();\nbarrier();", "groupMemoryBarrier();\nbarrier();"])
    }
    private static let size = "gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z"

    /// Makes statements in which each invocation writes an element, and then reads the element of another invocation.
    private mutating func exchange(_ parts: inout ComputeParts) -> ShaderNode {
        let type = GLSLType.basic(random.pick(Self.basics.filter { $0 != "bool" })), line = name("line"), result = name("v")
        guard case .basic(let basic) = type else { preconditionFailure("the type is basic") }
        guard parts.takeRoom(for: basic) else { return memoryStatement() }
        let isLong = random.once(in: 2)
        parts.shared.append("shared \(basic) \(line)[\(Self.size)\(isLong ? " + 3" : "")];")
        defer { scopes[scopes.count - 1].append(Variable(name: result, type: type)) }
        // The expressions `value` and `place` cannot read the variable `result`, because this variable is added to the scope only after the
        // two expressions have been made.
        let value = expression(basic), place = expression("uint")
        let other = random.once(in: 4) ? "($) + uint(k)" : "($) % (\(Self.size))"
        return .statement("\(line)[gl_LocalInvocationIndex] = $;\n\(barrier())\n\(basic) \(result) = \(line)[\(other)];\n\(barrier())", value, place)
    }

    /// Makes statements that add up one value of each invocation of a work group, in the form of a tree. Instead of the sum, another operation
    /// may combine the values.
    private mutating func sum(_ parts: inout ComputeParts) -> ShaderNode {
        let type = random.pick(["float", "vec4", "int", "uint", "uvec2"]), line = name("line"), result = name("v")
        guard parts.takeRoom(for: type) else { return memoryStatement() }
        let operation = random.pick(["$ + $", "min($, $)", "max($, $)", "$ * $"]).split(separator: "$", omittingEmptySubsequences: false)
        parts.shared.append("shared \(type) \(line)[\(Self.size)];")
        defer { scopes[scopes.count - 1].append(Variable(name: result, type: .basic(type))) }
        let i = "gl_LocalInvocationIndex", other = "\(line)[\(i) + w]"
        return .statement("""
            \(line)[\(i)] = $;
            \(barrier())
            for (uint w = 1024u; w > 0u; w >>= 1) {
            if (\(i) < w && \(i) + w < \(Self.size)) \(line)[\(i)] = \(operation[0])\(line)[\(i)]\(operation[1])\(other)\(operation[2]);
            barrier();
            }
            \(type) \(result) = \(line)[0];
            barrier();
            """, expression(type))
    }

    /// Makes atomic operations on a shared variable.
    private mutating func count(_ parts: inout ComputeParts) -> ShaderNode {
        let type = random.pick(["uint", "int"]), words = name("words"), result = name("v")
        let function = random.pick(["atomicAdd", "atomicMin", "atomicMax", "atomicAnd", "atomicOr", "atomicXor"])
        parts.shared.append("shared \(type) \(words)[4];")
        defer { scopes[scopes.count - 1].append(Variable(name: result, type: .basic(type))) }
        if random.once(in: 4) {
            // No other operation changes the word before the next barrier, so the old value shows the order of the invocations in the work
            // group.
            let one = random.pick(["atomicAdd(\(words)[1], $)", "atomicExchange(\(words)[1], $)", "atomicCompSwap(\(words)[1], \(type)(0), $)"])
            return .statement("\(type) \(result) = \(one);\n\(barrier())", expression(type))
        }
        return .statement("""
            if (gl_LocalInvocationIndex < 4u) \(words)[gl_LocalInvocationIndex] = $;
            \(barrier())
            if ($) \(function)(\(words)[($) & 3], $);
            \(barrier())
            \(type) \(result) = \(words)[($) & 3];
            barrier();
            """, expression(type), expression("bool"), expression("int"), expression(type), expression("int"))
    }

    /// Makes a branch or loop with barriers inside. All invocations of a work group take the same path through the branch or loop.
    private mutating func uniformFlow(_ parts: inout ComputeParts) -> ShaderNode {
        let conditions = ["(k > 0)", "(gl_WorkGroupID.x == 1u)", "(word > 3u)", "((gl_WorkGroupID.x & 1u) == 0u)", "(u < 0.5)", "(count > 2)"]
        scopes.append([])
        var nodes: [ShaderNode] = []
        for _ in 0..<random.int(1...3) where budget > 0 { nodes.append(computeStatement(&parts, hasBarriers: true, isRepeated: true)) }
        scopes.removeLast()
        if random.once(in: 2) { return .statement("if (\(random.pick(conditions))) {\n$\n}", .list(nodes)) }
        let counter = name("i"), bound = random.pick(["3", "k + 1", "int(gl_WorkGroupID.x & 3u)"])
        return .statement("for (int \(counter) = 0; \(counter) < \(bound); ++\(counter)) {\n$\n}", .list(nodes))
    }

    /// Makes an atomic operation whose old value is used.
    private mutating func ticket(_ parts: inout ComputeParts) -> ShaderNode {
        if !parts.listIsUsed && random.once(in: 3) {
            parts.listIsUsed = true
            return .statement("if ($) list[atomicAdd(length, 1u)] = $;", expression("bool"), expression("uint"))
        }
        let result = name("v"), first = 4 * parts.nextTicket
        parts.nextTicket += 1
        defer { scopes[scopes.count - 1].append(Variable(name: result, type: .basic("uint"))) }
        let words = "tickets[\(first) + (($) & 3)]"
        let operation = random.pick(["atomicAdd(\(words), $)", "atomicExchange(\(words), $)", "atomicMax(\(words), $)", "atomicXor(\(words), $)",
                                     "atomicCompSwap(\(words), 0u, $)"])
        return .statement("uint \(result) = 0u;\nif ($) \(result) = \(operation);", expression("bool"), expression("int"), expression("uint"))
    }
}
