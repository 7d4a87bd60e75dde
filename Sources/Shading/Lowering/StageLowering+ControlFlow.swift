// StageLowering+ControlFlow: converts SPIR-V's merge instructions to if, block and loop.
//
// A selection becomes `block { if … else … }`, a loop becomes `block { loop { block { body } continuing part } }`, and a switch
// becomes nested blocks (+Switch). Break, continue and early return become exits. The builder removes blocks without exits. Phis
// use local slots: each edge to a block stores the values of the block's phis, and the block loads these values at its start.

extension StageLowering {
    /// A label for the end of the function. No block has the label 0.
    var functionEnd: UInt32 { 0 }

    // MARK: Sequences

    /// Lowers blocks in sequence, beginning with `start`, until control reaches `stop` or leaves the sequence.
    func lowerSequence(from start: UInt32, stop: UInt32) throws(ShaderError) {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting < limits.nesting else {
            throw failure("control flow and calls are nested deeper than \(limits.nesting)", beyond: .nesting, limits.nesting)
        }
        var label = start
        while true {
            guard let index = frame.function.blockIndex[label] else { throw malformed("a branch's target is not a block") }
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

    func lowerInstructions(_ block: SPIRVBlock) throws(ShaderError) {
        try loadPhis(block)
        for instruction in ordered(block.instructions) where instruction.opcode != .phi {
            setLine(instruction.line)
            try lowerInstruction(instruction)
            try checkBudget()
        }
        setLine(block.terminator.line)
    }

    func setLine(_ newLine: Int32) {
        guard newLine != line else { return }
        line = newLine
        updateLocation()
    }

    /// Lowers the jump at the end of a block that is not a header. Returns the next block of the sequence; nil if the sequence ends with
    /// this branch.
    func lowerTerminator(_ block: SPIRVBlock, stop: UInt32) throws(ShaderError) -> UInt32? {
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
                // One of the branch's targets must be `stop`. The code of the other target follows directly, so lanes that branch to `stop`
                // need an exit.
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
            try discard()
            return nil
        case .unreachable: return nil
        default: throw malformed("a switch has no merge block")
        }
    }

    func lowerReturn(stop: UInt32) throws(ShaderError) -> UInt32? {
        if stop != functionEnd {
            guard let block = frame.returnBlock else { throw malformed("control flow is not structured") }
            builder.exit(block)
        }
        return nil
    }

    func booleanCondition(_ node: Node) throws(ShaderError) -> Node {
        guard builder.type(node) == .bool else { throw malformed("a condition is not bool") }
        return node
    }

    func target(_ label: UInt32) -> Node? { frame.targets.last { $0.label == label }?.block }

    /// Returns whether a branch to `label` needs an exit, at a place from which control falls through to `stop`.
    func leaves(_ label: UInt32, stop: UInt32) -> Bool { label != stop && target(label) != nil }

    /// Lowers an unconditional branch at the end of a sequence. Returns the next block of the sequence; nil if the sequence ends with this
    /// branch.
    func lowerBranch(from source: UInt32, to label: UInt32, stop: UInt32) throws(ShaderError) -> UInt32? {
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

    func lowerExit(from source: UInt32, to label: UInt32) throws(ShaderError) {
        try storePhis(from: source, to: label)
        guard let block = target(label) else { throw malformed("control flow is not structured") }
        builder.exit(block)
    }

    // MARK: Selections

    func lowerSelection(_ block: SPIRVBlock, merge: UInt32) throws(ShaderError) {
        let terminator = block.terminator
        if terminator.opcode == .switch { return try lowerSwitch(block, merge: merge) }
        guard terminator.opcode == .branchConditional else {
            // The selection's block ends in an unconditional branch, because glslang has already evaluated the selection's constant
            // condition.
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

    func lowerArm(from source: UInt32, to label: UInt32, merge: UInt32) throws(ShaderError) {
        if let next = try lowerBranch(from: source, to: label, stop: merge) { try lowerSequence(from: next, stop: merge) }
    }

    /// Lowers `a && b` and `a || b`, which are selections with phis and a single arm. The code of the arm runs in all lanes, because none
    /// of its instructions has an observable effect. The phis become selects. Returns false if the selection has another form.
    func lowerShortCircuit(_ header: SPIRVBlock, _ condition: Node, yes: UInt32, no: UInt32,
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

    /// Returns whether the instruction has no effect and costs little.
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

    // MARK: Loops

    func lowerLoop(_ header: SPIRVBlock, merge: UInt32, continuing: UInt32) throws(ShaderError) {
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

    func phis(_ label: UInt32) -> ArraySlice<SPIRVInstruction> {
        guard let index = frame.function.blockIndex[label] else { return [] }
        return frame.function.blocks[index].instructions.prefix { $0.opcode == .phi }
    }

    func hasPhis(_ label: UInt32) -> Bool { !phis(label).isEmpty }

    func phiSlots(_ phi: SPIRVInstruction) throws(ShaderError) -> [Int] {
        let id = try word(phi, 2)
        if let slots = frame.phiSlots[id] { return slots }
        let count = try scalarTypes(try word(phi, 1)).count
        let first = builder.allocateSlots(count)
        let slots = (0..<count).map { first + $0 }
        frame.phiSlots[id] = slots
        return slots
    }

    func loadPhis(_ block: SPIRVBlock) throws(ShaderError) {
        guard block.instructions.first?.opcode == .phi else { return }
        // If `lowerShortCircuit` has turned a phi into a select, the phi already has a value. The other phis are loaded from their slots.
        for phi in phis(block.label) where frame.values[try word(phi, 2)] == nil {
            let types = try scalarTypes(try word(phi, 1))
            let slots = try phiSlots(phi)
            try setResult(phi, zip(slots, types).map { builder.load($0, $1) })
        }
    }

    /// Stores the values of the phis of `label` for the edge from `source`.
    func storePhis(from source: UInt32, to label: UInt32) throws(ShaderError) {
        for phi in phis(label) {
            for index in stride(from: 3, to: max(3, phi.count - 1), by: 2) where try word(phi, index + 1) == source {
                let values = try scalars(phi, index)
                let slots = try phiSlots(phi)
                guard values.count == slots.count else { throw malformed("a phi joins different types") }
                for (slot, value) in zip(slots, values) { builder.store(slot, value) }
            }
        }
    }
}
