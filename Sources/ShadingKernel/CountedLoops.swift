// CountedLoops: finds the loops whose number of turns is known, and chooses the loops that are emitted turn by turn.
//
// If a loop is emitted turn by turn, the loop's counter is a constant in each turn. Then expressions of the counter are computed while
// the kernel is compiled, and an array that only the counter indexes becomes values in registers. The code grows with the number of
// turns, so only short loops are emitted in this way.

import Shading

struct CountedLoops {
    /// A loop that is emitted turn by turn.
    struct Loop {
        /// The number of turns that run the whole body.
        var turns: Int
        /// The `end` of the `if` at which all lanes leave the loop, after the last turn.
        var exit: Int
    }
    /// The chosen loops, by the index of their loopBegin.
    private(set) var loops: [Int: Loop] = [:]

    /// The largest number of turns, the largest number of instructions of one loop in all turns, and of all loops together.
    private static let mostTurns = 64, mostInstructions = 1200, mostInAll = 10_000
    /// A texture lookup counts as many instructions.
    private static let lookupWeight = 100, functionWeight = 10

    init(_ module: ShaderModule, _ uniformity: UniformityAnalysis) {
        // Killed lanes leave a loop together with their neighbours. Code without a loop would not do this.
        if module.instructions.contains(where: { $0.opcode == .discard }) { return }
        var sizes: [Int] = [0], inAll = 0
        var begins: [Int] = []
        for (index, instruction) in module.instructions.enumerated() {
            switch instruction.opcode {
            case .loopBegin:
                begins.append(index)
                sizes.append(0)
            case .end where instruction.c == begins.last.map(Int32.init):
                let begin = begins.removeLast(), size = sizes.removeLast()
                var total = size
                if size <= Self.mostInstructions, let loop = Self.find(begin, module, uniformity) {
                    let grown = size * (loop.turns + 1)
                    if grown <= Self.mostInstructions && inAll + grown <= Self.mostInAll {
                        loops[begin] = loop
                        inAll += grown
                        total = grown
                    }
                }
                sizes[sizes.count - 1] += total
            default: sizes[sizes.count - 1] += Self.weight(instruction.opcode)
            }
        }
    }

    private static func weight(_ opcode: Opcode) -> Int {
        switch opcode.definition.kind {
        case .lookup: lookupWeight
        case .function, .long: functionWeight
        default: 1
        }
    }

    // MARK: One loop

    private static func find(_ begin: Int, _ module: ShaderModule, _ uniformity: UniformityAnalysis) -> Loop? {
        let end = Int(module.instructions[begin].c)
        for index in begin + 1 ..< end where leavesLoop(index, begin, module, uniformity) {
            guard let slot = counter(of: Int(module.instructions[index].a), module), uniformity.isUniformSlot[slot],
                  let start = startValue(slot, begin, module, uniformity) else { continue }
            let stores = (begin ..< end).filter { module.instructions[$0].opcode == .store && module.instructions[$0].c == slot }
            guard stores.count == 1, uniformity.enclosing[stores[0]] == begin else { continue }
            if let turns = turns(from: start, slot, index, begin, module, uniformity) { return Loop(turns: turns, exit: Int(module.instructions[index].c)) }
        }
        return nil
    }

    /// Whether the instruction is an `if` directly in the loop whose arm only leaves the block around the loop.
    private static func leavesLoop(_ index: Int, _ begin: Int, _ module: ShaderModule, _ uniformity: UniformityAnalysis) -> Bool {
        let instruction = module.instructions[index]
        guard instruction.opcode == .ifBegin, uniformity.enclosing[index] == begin, Int(instruction.c) == index + 2 else { return false }
        let exit = module.instructions[index + 1]
        return exit.opcode == .exit && Int(exit.c) == uniformity.enclosing[begin]
    }

    /// The only slot on which the value depends; nil if the value depends on something else, or on nothing.
    private static func counter(of value: Int, _ module: ShaderModule) -> Int? {
        var slot: Int?, pending = [value], isKnown = true
        while let next = pending.popLast() {
            let instruction = module.instructions[next]
            if instruction.opcode == .constant { continue }
            if instruction.opcode == .load {
                isKnown = isKnown && (slot == nil || slot == Int(instruction.c))
                slot = Int(instruction.c)
            } else if instruction.opcode.definition.kind == .simple && pending.count < 64 {
                module.forEachValueOperand(of: next) { pending.append($0) }
            } else {
                return nil
            }
        }
        return isKnown ? slot : nil
    }

    /// The constant that the slot holds whenever the loop begins.
    private static func startValue(_ slot: Int, _ begin: Int, _ module: ShaderModule, _ uniformity: UniformityAnalysis) -> UInt32? {
        var around: Set<Int> = [-1], construct = uniformity.enclosing[begin]
        while construct >= 0 {
            around.insert(construct)
            construct = uniformity.enclosing[construct]
        }
        var index = begin - 1
        while index >= module.constantCount {
            let instruction = module.instructions[index]
            if instruction.opcode == .store && instruction.c == slot {
                let value = module.instructions[Int(instruction.a)]
                return around.contains(uniformity.enclosing[index]) && value.opcode == .constant ? UInt32(bitPattern: value.c) : nil
            }
            // Behind the start of an outer loop, a later turn of the outer loop begins. Behind an `else`, the other arm begins.
            if instruction.opcode == .loopBegin && around.contains(index) { return nil }
            if instruction.opcode == .elseBegin && around.contains(uniformity.enclosing[index]) { return nil }
            index -= 1
        }
        return 0
    }

    /// The number of turns before the `if` at `exit` holds; nil if this takes too many turns.
    private static func turns(from start: UInt32, _ slot: Int, _ exit: Int, _ begin: Int, _ module: ShaderModule,
                              _ uniformity: UniformityAnalysis) -> Int? {
        let end = Int(module.instructions[begin].c)
        var counter = start
        for turn in 0 ... mostTurns {
            var known: [Int: UInt32] = [:]
            func value(_ index: Int32) -> UInt32? {
                let instruction = module.instructions[Int(index)]
                return instruction.opcode == .constant ? UInt32(bitPattern: instruction.c) : known[Int(index)]
            }
            for index in begin + 1 ..< end where uniformity.enclosing[index] == begin {
                let instruction = module.instructions[index]
                switch instruction.opcode {
                case .load where instruction.c == slot: known[index] = counter
                case .store where instruction.c == slot:
                    guard let stored = value(instruction.a) else { return nil }
                    counter = stored
                case .ifBegin where index == exit:
                    guard let holds = value(instruction.a) else { return nil }
                    if holds != 0 { return turn }
                case .bitcast: break
                default:
                    guard instruction.opcode.definition.kind == .simple else { continue }
                    let operands = [instruction.a, instruction.b, instruction.c].prefix(instruction.opcode.valueOperandCount).map(value)
                    if operands.contains(nil) { continue }
                    let words = operands.map { $0! } + [0, 0]
                    known[index] = instruction.opcode.evaluate(words[0], words[1], words[2])
                }
            }
        }
        return nil
    }
}
