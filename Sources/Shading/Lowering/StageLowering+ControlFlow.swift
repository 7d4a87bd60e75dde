// StageLowering+ControlFlow: from SPIR-V's merge instructions to if, block and loop.
//
// A selection becomes `block { if … else … }`, a loop `block { loop { block { body } continuing part } }`, a switch
// nested blocks, one for each case: the exit to a case's block is the jump to its label, falling out of a case runs into
// the next one. Break, continue and early return are exits. Blocks that nothing leaves are dropped by the builder.
// Phis travel through local slots: stored on each edge, loaded where the block begins.

extension StageLowering {
    /// The label that stands for "the function ends here".
    private var functionEnd: UInt32 { 0 }

    func lowerBody() throws(ShaderError) {
        activeFunctions.insert(frame.function.id)
        try lowerFunction()
        activeFunctions.remove(frame.function.id)
    }

    /// Walks the current frame's function.
    private func lowerFunction() throws(ShaderError) {
        let function = frame.function
        guard let first = function.blocks.first else { throw malformed("function '\(frame.name)' has no blocks") }
        findConstantVariables()
        if returnsAtEnd(function) {
            try lowerSequence(from: first.label, stop: functionEnd)
        } else {
            let types = spirv.types[function.resultType] == .void ? [] : try scalarTypes(function.resultType)
            let slot = builder.allocateSlots(types.count)
            frame.returnSlots = types.indices.map { slot + $0 }
            let block = builder.begin(.blockBegin)
            frame.returnBlock = block
            try lowerSequence(from: first.label, stop: functionEnd)
            builder.end()
            frame.returnValue = zip(frame.returnSlots, types).map { builder.load($0, $1) }
        }
    }

    /// Whether the only return stands where the function's text ends.
    private func returnsAtEnd(_ function: SPIRVFunction) -> Bool {
        let returns = function.blocks.count { $0.terminator.opcode == .return || $0.terminator.opcode == .returnValue }
        guard returns == 1, var block = function.blocks.first else { return false }
        for _ in function.blocks {
            let next: UInt32
            switch (block.merge, block.terminator.opcode) {
            case (.selection(let merge), _), (.loop(let merge, _), _): next = merge
            case (.none, .branch) where block.terminator.count > 1: next = spirv.words[block.terminator.start + 1]
            case (.none, .return), (.none, .returnValue): return true
            default: return false
            }
            guard let index = function.blockIndex[next] else { return false }
            block = function.blocks[index]
        }
        return false
    }

    // MARK: Sequences

    /// Lowers blocks from `start` on, until control reaches `stop` or leaves.
    private func lowerSequence(from start: UInt32, stop: UInt32) throws(ShaderError) {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting < Self.nestingLimit else { throw failure("control flow and calls are nested deeper than \(Self.nestingLimit)") }
        var label = start
        while true {
            guard let index = frame.function.blockIndex[label] else { throw malformed("a branch goes to no block") }
            let block = frame.function.blocks[index]
            guard frame.visited.insert(label).inserted else { throw malformed("control flow is not structured") }
            let next: UInt32?
            switch block.merge {
            case .none:
                try lowerInstructions(block)
                next = try lowerTerminator(block, stop: stop)
            case .selection(let merge):
                try lowerInstructions(block)
                try lowerSelection(block, merge: merge)
                next = merge
            case .loop(let merge, let continuing):
                try lowerLoop(block, merge: merge, continuing: continuing)
                next = merge
            }
            guard let next else { return }
            label = next
        }
    }

    private func lowerInstructions(_ block: SPIRVBlock) throws(ShaderError) {
        try loadPhis(block)
        for instruction in block.instructions where instruction.opcode != .phi {
            setLine(instruction.line)
            try lowerInstruction(instruction)
            try checkBudget()
        }
        setLine(block.terminator.line)
    }

    private func setLine(_ newLine: Int32) {
        guard newLine != line else { return }
        line = newLine
        updateLocation()
    }

    /// What follows a block that is no header. Returns the block to go on with, nil when the sequence ends here.
    private func lowerTerminator(_ block: SPIRVBlock, stop: UInt32) throws(ShaderError) -> UInt32? {
        let terminator = block.terminator
        switch terminator.opcode {
        case .branch:
            return try lowerBranch(from: block.label, to: try word(terminator, 1), stop: stop)
        case .branchConditional:
            let condition = try scalar(terminator, 1)
            var (yes, no) = (try word(terminator, 2), try word(terminator, 3))
            if let bits = builder.constantBits(condition) { if bits != 0 { no = yes } else { yes = no } }
            if yes == no { return try lowerBranch(from: block.label, to: yes, stop: stop) }
            let (leavesYes, leavesNo) = (leaves(yes, stop: stop), leaves(no, stop: stop))
            switch (leavesYes, leavesNo) {
            case (true, _):
                _ = builder.begin(.ifBegin, condition: try booleanCondition(condition))
                try lowerExit(from: block.label, to: yes)
                builder.end()
                return try lowerBranch(from: block.label, to: no, stop: stop)
            case (false, true):
                _ = builder.begin(.ifBegin, condition: builder.pure(.not, .bool, try booleanCondition(condition)))
                try lowerExit(from: block.label, to: no)
                builder.end()
                return try lowerBranch(from: block.label, to: yes, stop: stop)
            case (false, false):
                // One side must lead where falling through leads; code follows here, so it needs an exit.
                guard yes == stop || no == stop else { throw malformed("a branch has no merge block") }
                let isTaken = try booleanCondition(condition)
                _ = builder.begin(.ifBegin, condition: yes == stop ? isTaken : builder.pure(.not, .bool, isTaken))
                try lowerExit(from: block.label, to: stop)
                builder.end()
                return try lowerBranch(from: block.label, to: yes == stop ? no : yes, stop: stop)
            }
        case .return: return try lowerReturn(stop: stop)
        case .returnValue:
            let values = try scalars(terminator, 1)
            if frame.returnBlock == nil {
                frame.returnValue = values
            } else {
                guard values.count == frame.returnSlots.count else { throw malformed("a function returns another type") }
                for (slot, value) in zip(frame.returnSlots, values) { builder.store(slot, value) }
            }
            return try lowerReturn(stop: stop)
        case .kill, .terminateInvocation:
            guard stage == .fragment else { throw malformed("the vertex stage discards") }
            builder.discard()
            return nil
        case .unreachable: return nil
        default: throw malformed("a switch has no merge block")
        }
    }

    private func lowerReturn(stop: UInt32) throws(ShaderError) -> UInt32? {
        if stop != functionEnd {
            guard let block = frame.returnBlock else { throw malformed("control flow is not structured") }
            builder.exit(block)
        }
        return nil
    }

    private func booleanCondition(_ node: Node) throws(ShaderError) -> Node {
        guard builder.type(node) == .bool else { throw malformed("a condition is no bool") }
        return node
    }

    private func target(_ label: UInt32) -> Node? { frame.targets.last { $0.label == label }?.block }

    /// Whether a branch to `label` is an exit, here where falling through leads to `stop`.
    private func leaves(_ label: UInt32, stop: UInt32) -> Bool { label != stop && target(label) != nil }

    /// An unconditional branch at the end of a sequence. Returns the block to go on with.
    private func lowerBranch(from source: UInt32, to label: UInt32, stop: UInt32) throws(ShaderError) -> UInt32? {
        if label == stop {
            try storePhis(from: source, to: label)
            return nil
        }
        if target(label) != nil {
            try lowerExit(from: source, to: label)
            return nil
        }
        try storePhis(from: source, to: label)
        return label
    }

    private func lowerExit(from source: UInt32, to label: UInt32) throws(ShaderError) {
        try storePhis(from: source, to: label)
        guard let block = target(label) else { throw malformed("control flow is not structured") }
        builder.exit(block)
    }

    // MARK: Selections

    private func lowerSelection(_ block: SPIRVBlock, merge: UInt32) throws(ShaderError) {
        let terminator = block.terminator
        if terminator.opcode == .switch { return try lowerSwitch(block, merge: merge) }
        guard terminator.opcode == .branchConditional else {
            // A selection header whose condition was folded away.
            let mergeBlock = builder.begin(.blockBegin)
            frame.targets.append((merge, mergeBlock))
            if let next = try lowerTerminator(block, stop: merge) { try lowerSequence(from: next, stop: merge) }
            frame.targets.removeLast()
            return builder.end()
        }
        let condition = try booleanCondition(try scalar(terminator, 1))
        let (yes, no) = (try word(terminator, 2), try word(terminator, 3))
        if try lowerShortCircuit(block, condition, yes: yes, no: no, merge: merge) { return }
        let mergeBlock = builder.begin(.blockBegin)
        frame.targets.append((merge, mergeBlock))
        if let bits = builder.constantBits(condition) {
            try lowerArm(from: block.label, to: bits != 0 ? yes : no, merge: merge)
        } else if yes == merge, !hasPhis(merge) {
            _ = builder.begin(.ifBegin, condition: builder.pure(.not, .bool, condition))
            try lowerArm(from: block.label, to: no, merge: merge)
            builder.end()
        } else {
            _ = builder.begin(.ifBegin, condition: condition)
            try lowerArm(from: block.label, to: yes, merge: merge)
            if no != merge || hasPhis(merge) {
                builder.beginElse()
                try lowerArm(from: block.label, to: no, merge: merge)
            }
            builder.end()
        }
        frame.targets.removeLast()
        builder.end()
    }

    private func lowerArm(from source: UInt32, to label: UInt32, merge: UInt32) throws(ShaderError) {
        if let next = try lowerBranch(from: source, to: label, stop: merge) { try lowerSequence(from: next, stop: merge) }
    }

    /// The form of `a && b` and `a || b`: one arm, which only computes, and phis. The arm is computed in any case, since
    /// nothing in it can be observed, and the phis become selections. Returns false for other forms.
    private func lowerShortCircuit(_ header: SPIRVBlock, _ condition: Node, yes: UInt32, no: UInt32,
                                   merge: UInt32) throws(ShaderError) -> Bool {
        guard yes != no, yes == merge || no == merge, builder.constantBits(condition) == nil, hasPhis(merge) else { return false }
        let label = yes == merge ? no : yes
        guard let index = frame.function.blockIndex[label] else { return false }
        let arm = frame.function.blocks[index]
        guard arm.merge == .none, arm.terminator.opcode == .branch, try word(arm.terminator, 1) == merge,
              arm.instructions.count <= 24, arm.instructions.allSatisfy({ Self.isCheap($0.opcode) }),
              phis(merge).allSatisfy({ $0.count == 7 }), frame.visited.insert(label).inserted else { return false }
        try lowerInstructions(arm)
        for phi in phis(merge) {
            guard let first = [3, 5].first(where: { spirv.words[phi.start + $0 + 1] == label }),
                  spirv.words[phi.start + (8 - first) + 1] == header.label else { throw malformed("a phi names other blocks") }
            let (computed, skipped) = (try scalars(phi, first), try scalars(phi, 8 - first))
            guard computed.count == skipped.count else { throw malformed("a phi joins different types") }
            try setResult(phi, zip(computed, skipped).map {
                builder.pure(.select, builder.type($0), condition, label == yes ? $0 : $1, label == yes ? $1 : $0)
            })
        }
        return true
    }

    /// Instructions without an effect that cost little.
    private static func isCheap(_ opcode: SPIRVOpcode?) -> Bool {
        guard let opcode else { return false }
        switch opcode {
        case .load, .accessChain, .inBoundsAccessChain, .vectorShuffle, .compositeConstruct, .compositeExtract, .copyObject,
             .any, .all, .isNan, .isInf, .select, .dot:
            return true
        default:
            return (SPIRVOpcode.convertFToU.rawValue ... SPIRVOpcode.vectorTimesScalar.rawValue).contains(opcode.rawValue)
                || (SPIRVOpcode.logicalEqual.rawValue ... SPIRVOpcode.bitCount.rawValue).contains(opcode.rawValue)
        }
    }

    private func lowerSwitch(_ block: SPIRVBlock, merge: UInt32) throws(ShaderError) {
        let terminator = block.terminator
        let selector = try scalar(terminator, 1)
        guard builder.type(selector) == .int || builder.type(selector) == .uint else { throw malformed("a switch on no integer") }
        let defaultLabel = try word(terminator, 2)
        var literals: [UInt32: [UInt32]] = [:]
        var labels: [UInt32] = []
        for index in stride(from: 3, to: max(3, wordCount(terminator) - 1), by: 2) {
            let label = try word(terminator, index + 1)
            if literals[label] == nil { labels.append(label) }
            literals[label, default: []].append(try word(terminator, index))
        }
        if literals[defaultLabel] == nil { labels.append(defaultLabel) }
        guard nesting + labels.count < Self.nestingLimit * 8 else { throw failure("a switch has too many cases") }
        let cases = try orderedCases(labels.filter { leaves($0, stop: merge) == false && $0 != merge }, merge: merge)

        let mergeBlock = builder.begin(.blockBegin)
        frame.targets.append((merge, mergeBlock))
        for label in cases.reversed() { frame.targets.append((label, builder.begin(.blockBegin))) }
        for label in labels where label != defaultLabel {
            var matches = builder.bool(false)
            for literal in literals[label] ?? [] {
                matches = builder.pure(.or, .bool, matches,
                                       builder.pure(.ieq, .bool, selector, builder.constant(literal, builder.type(selector))))
            }
            _ = builder.begin(.ifBegin, condition: matches)
            try lowerExit(from: block.label, to: label)
            builder.end()
        }
        try lowerExit(from: block.label, to: defaultLabel)
        for (index, label) in cases.enumerated() {
            frame.targets.removeLast()
            builder.end()
            try lowerSequence(from: label, stop: index + 1 < cases.count ? cases[index + 1] : merge)
        }
        frame.targets.removeLast()
        builder.end()
    }

    /// The cases of a switch so that a case that falls through stands right before the one it falls into.
    private func orderedCases(_ labels: [UInt32], merge: UInt32) throws(ShaderError) -> [UInt32] {
        let all = Set(labels)
        var next: [UInt32: UInt32] = [:]
        for label in labels {
            if let other = fallThrough(from: label, cases: all, merge: merge) { next[label] = other }
        }
        let entered = Set(next.values)
        var ordered: [UInt32] = []
        for label in labels where !entered.contains(label) {
            var current: UInt32? = label
            while let case_ = current {
                ordered.append(case_)
                guard ordered.count <= labels.count else { throw malformed("the cases of a switch run in a circle") }
                current = next[case_]
            }
        }
        guard ordered.count == labels.count, Set(ordered).count == labels.count else {
            throw malformed("the cases of a switch run into each other")
        }
        return ordered
    }

    /// The case that control reaches from `start` without a break.
    private func fallThrough(from start: UInt32, cases: Set<UInt32>, merge: UInt32) -> UInt32? {
        var pending = [start]
        var seen: Set<UInt32> = [start, merge]
        for target in frame.targets { seen.insert(target.label) }
        while let label = pending.popLast() {
            guard let index = frame.function.blockIndex[label] else { continue }
            for successor in successors(frame.function.blocks[index]) where seen.insert(successor).inserted {
                if cases.contains(successor) { return successor }
                pending.append(successor)
            }
        }
        return nil
    }

    private func successors(_ block: SPIRVBlock) -> [UInt32] {
        let operands = spirv.words[block.terminator.start ..< block.terminator.start + block.terminator.count].dropFirst()
        switch block.terminator.opcode {
        case .branch: return Array(operands.prefix(1))
        case .branchConditional: return Array(operands.dropFirst().prefix(2))
        case .switch:
            return operands.dropFirst().enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        default: return []
        }
    }

    // MARK: Loops

    private func lowerLoop(_ header: SPIRVBlock, merge: UInt32, continuing: UInt32) throws(ShaderError) {
        setLine(header.instructions.first?.line ?? header.terminator.line)
        let mergeBlock = builder.begin(.blockBegin)
        frame.targets.append((merge, mergeBlock))
        _ = builder.begin(.loopBegin)
        if continuing == header.label {
            try lowerInstructions(header)
            if let next = try lowerTerminator(header, stop: header.label) { try lowerSequence(from: next, stop: header.label) }
        } else {
            frame.targets.append((continuing, builder.begin(.blockBegin)))
            try lowerInstructions(header)
            if let next = try lowerTerminator(header, stop: continuing) { try lowerSequence(from: next, stop: continuing) }
            frame.targets.removeLast()
            builder.end()
            try lowerSequence(from: continuing, stop: header.label)
        }
        builder.end()
        frame.targets.removeLast()
        builder.end()
    }

    // MARK: Phis

    private func phis(_ label: UInt32) -> ArraySlice<SPIRVInstruction> {
        guard let index = frame.function.blockIndex[label] else { return [] }
        return frame.function.blocks[index].instructions.prefix { $0.opcode == .phi }
    }

    private func hasPhis(_ label: UInt32) -> Bool { !phis(label).isEmpty }

    private func phiSlots(_ phi: SPIRVInstruction) throws(ShaderError) -> [Int] {
        let id = try word(phi, 2)
        if let slots = frame.phiSlots[id] { return slots }
        let count = try scalarTypes(try word(phi, 1)).count
        let first = builder.allocateSlots(count)
        let slots = (0..<count).map { first + $0 }
        frame.phiSlots[id] = slots
        return slots
    }

    private func loadPhis(_ block: SPIRVBlock) throws(ShaderError) {
        guard block.instructions.first?.opcode == .phi else { return }
        // Those of a short circuit have their values already.
        for phi in phis(block.label) where frame.values[try word(phi, 2)] == nil {
            let types = try scalarTypes(try word(phi, 1))
            let slots = try phiSlots(phi)
            try setResult(phi, zip(slots, types).map { builder.load($0, $1) })
        }
    }

    /// On the edge between two blocks: what the phis of `label` take.
    private func storePhis(from source: UInt32, to label: UInt32) throws(ShaderError) {
        for phi in phis(label) {
            for index in stride(from: 3, to: max(3, phi.count - 1), by: 2) where try word(phi, index + 1) == source {
                let values = try scalars(phi, index)
                let slots = try phiSlots(phi)
                guard values.count == slots.count else { throw malformed("a phi joins different types") }
                for (slot, value) in zip(slots, values) { builder.store(slot, value) }
            }
        }
    }

    // MARK: Calls

    func lowerCall(_ i: SPIRVInstruction) throws(ShaderError) {
        let id = try word(i, 3)
        guard let function = spirv.functions[id] else { throw malformed("a call of no function") }
        let name = functionName(id)
        guard activeFunctions.insert(id).inserted else { throw failure("function '\(name)' calls itself; recursion is not supported") }
        defer { activeFunctions.remove(id) }
        guard i.count - 4 == function.parameters.count else { throw malformed("a call of '\(name)' has the wrong number of arguments") }
        let callee = Frame(function: function, name: name, nameIndex: functionNameIndex(name), inlinedAt: currentLocation())
        for (index, parameter) in function.parameters.enumerated() {
            let argument = try value(try word(i, 4 + index))
            callee.values[parameter.id] = argument
            callee.valueTypes[parameter.id] = parameter.type
            nameParameter(spirv.name(parameter.id), argument, type: parameter.type)
        }
        let (caller, callLine) = (frame, line)
        frame = callee
        line = -1
        try lowerFunction()
        frame = caller
        line = callLine
        updateLocation()
        if spirv.types[try word(i, 1)] == .void { return }
        // A function that only discards or loops for ever returns nothing; its result is never looked at.
        let values = callee.returnValue.isEmpty
            ? try scalarTypes(try word(i, 1)).map { builder.constant(0, $0) } : callee.returnValue
        try setResult(i, values)
    }

    /// Shows a parameter to debuggers under its own name.
    private func nameParameter(_ name: String, _ argument: LoweredValue, type: UInt32) {
        guard !name.isEmpty, case .pointer(let pointer) = argument, pointer.indices.isEmpty,
              case .local(let first, _) = pointer.memory, case .pointer(_, let pointee)? = spirv.types[type],
              let valueType = spirv.valueType(pointee), valueType.scalarCount == pointer.placement.tightWordCount else { return }
        builder.localVariables.append(LocalVariable(name: name, type: valueType, firstSlot: first + pointer.offset))
    }

    // MARK: Constant arrays

    /// Finds variables that glslang makes to index a constant array: only one constant is ever stored, and what access
    /// chains reach is only loaded. They share one copy that is filled at entry, instead of one store per element and use.
    private func findConstantVariables() {
        var candidates: [UInt32: UInt32?] = [:]
        var chains: [UInt32: UInt32] = [:]
        var recognised: [UInt32: Int] = [:]
        var rejected: Set<UInt32> = []
        func operand(_ i: SPIRVInstruction, _ index: Int) -> UInt32 { index < i.count ? spirv.words[i.start + index] : 0 }
        for block in frame.function.blocks {
            for i in block.instructions where i.opcode == .variable && i.count == 4 {
                if case .pointer(_, let pointee)? = spirv.types[operand(i, 1)], case .array? = spirv.types[pointee] {
                    candidates[operand(i, 2)] = .some(nil)
                    recognised[operand(i, 2)] = 1
                }
            }
        }
        guard !candidates.isEmpty else { return }
        for block in frame.function.blocks {
            for i in block.instructions {
                switch i.opcode {
                case .store:
                    let (variable, value) = (operand(i, 1), operand(i, 2))
                    guard let stored = candidates[variable] else { continue }
                    if spirv.constants[value] != nil, stored == nil || stored == value {
                        candidates[variable] = .some(value)
                        recognised[variable, default: 0] += 1
                    } else {
                        rejected.insert(variable)
                    }
                case .accessChain, .inBoundsAccessChain:
                    guard candidates[operand(i, 3)] != nil else { continue }
                    chains[operand(i, 2)] = operand(i, 3)
                    recognised[operand(i, 3), default: 0] += 1
                    recognised[operand(i, 2), default: 0] += 1
                case .load:
                    recognised[operand(i, 3), default: 0] += 1
                default: break
                }
            }
        }
        // Every mention of the variable, or of a chain into it, must be one of those.
        var mentions: [UInt32: Int] = [:]
        for block in frame.function.blocks {
            for i in block.instructions + [block.terminator] {
                for word in spirv.words[i.start + 1 ..< i.start + i.count] where candidates[word] != nil || chains[word] != nil {
                    mentions[word, default: 0] += 1
                }
            }
        }
        for (chain, variable) in chains where mentions[chain] != recognised[chain] { rejected.insert(variable) }
        for (variable, constant) in candidates {
            guard let constant, !rejected.contains(variable), mentions[variable] == recognised[variable] else { continue }
            frame.constantVariables[variable] = constant
        }
    }

    /// A pointer to the shared copy of a constant array.
    func constantArrayPointer(_ constant: UInt32, type: UInt32, name: String) throws(ShaderError) -> Pointer {
        guard let placement = spirv.tightPlacement(type) else { throw malformed("'\(name)' holds no data") }
        let values = try constantValue(constant)
        guard values.count == placement.tightWordCount else { throw malformed("'\(name)' is filled with another type") }
        let slot: Int
        if let known = constantArrays[constant] {
            slot = known
        } else {
            slot = builder.allocateSlots(values.count)
            constantArrays[constant] = slot
            builder.atEntry { for (k, value) in values.enumerated() { builder.store(slot + k, value) } }
        }
        return Pointer(memory: .local(firstSlot: slot, count: values.count), placement: placement, name: name)
    }
}
