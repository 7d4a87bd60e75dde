// CountedLoops: finds the loops whose number of turns follows from constants, and chooses the loops that are written out turn by turn. The
// code grows with the number of turns, so only short loops are chosen.

final class CountedLoops {
    private let module: ShaderModule
    /// For each instruction, the index of the instruction that begins the innermost enclosing construct; -1 outside of all constructs.
    private var enclosing: [Int]
    /// The size of each loop's body, by the index of its loopBegin. Sizes are sums of weights; see `weight`.
    private var sizes: [Int: Int] = [:]
    /// The size that the module may still gain when further loops are written out turn by turn.
    private var room = 10_000

    /// `mostTurns` is the largest number of turns of a chosen loop. `mostInstructions` is the largest size of all turns of a chosen
    /// loop together, including the turn in which the loop ends.
    private static let mostTurns = 64, mostInstructions = 1200

    init(_ module: ShaderModule) {
        self.module = module
        enclosing = Array(repeating: -1, count: module.instructions.count)
        var open: [Int] = [], size = 0, sizeAtBegin: [Int] = []
        for (index, instruction) in module.instructions.enumerated() {
            if instruction.opcode == .end {
                let begin = open.removeLast()
                if module.instructions[begin].opcode == .loopBegin { sizes[begin] = size - sizeAtBegin.removeLast() }
            }
            enclosing[index] = open.last ?? -1
            if instruction.opcode.beginsConstruct { open.append(index) }
            if instruction.opcode == .loopBegin { sizeAtBegin.append(size) }
            size += Self.weight(instruction.opcode)
        }
        // A discarded lane repeats a loop's body only as long as a lane of its quad that is not discarded repeats the body. Copies of the
        // body without a loop would break this rule. So if a module has `discard`, none of its loops is chosen.
        if module.usesDiscard { sizes = [:] }
    }

    /// Returns the weight of an instruction, in simple instructions. Sizes of loops are sums of weights.
    private static func weight(_ opcode: Opcode) -> Int {
        switch opcode {
        case .imageLoad, .imageStore: return 100
        case .storageLoad, .storageStore, .sharedLoad, .sharedStore, .atomic, .barrier, .emitVertex: return 10
        // If a module uses a long function such as `pow` many times, each use becomes a call, and calls with equal operands share no work.
        // So the weight is large enough that a loop with several long functions stays a loop.
        case .pow, .atan, .atan2, .acos, .asin: return 30
        default: break
        }
        return switch opcode.definition.kind {
        case .lookup: 100
        case .function, .long: 10
        default: 1
        }
    }

    /// Returns the number of complete turns of the loop; nil if this number is unknown or if the loop is not chosen.
    /// - Parameter start: Returns the constant that a slot holds at the begin of the loop; nil if the constant is not known.
    func turns(of begin: Int, start: (Int) -> UInt32?) -> Int? {
        guard let size = sizes[begin], size <= Self.mostInstructions else { return nil }
        let end = Int(module.instructions[begin].c)
        for index in begin + 1 ..< end where leavesLoop(index, begin) {
            guard let slot = counter(of: Int(module.instructions[index].a)), let value = start(slot) else { continue }
            let stores = (begin ..< end).filter { module.instructions[$0].opcode == .store && module.instructions[$0].c == slot }
            let isInArray = module.localArrays.contains { $0.firstSlot <= slot && slot < $0.firstSlot + $0.count }
            guard stores.count == 1, enclosing[stores[0]] == begin, !isInArray else { continue }
            if let turns = turns(from: value, slot, index, begin), (turns + 1) * size <= min(Self.mostInstructions, room) {
                room -= (turns + 1) * size
                return turns
            }
        }
        return nil
    }

    /// Returns whether the instruction is an `if` that all lanes of a turn reach, and whose arm contains only the exit from the block
    /// around the loop.
    private func leavesLoop(_ index: Int, _ begin: Int) -> Bool {
        let instruction = module.instructions[index]
        guard instruction.opcode == .ifBegin, runsInEachTurn(index, begin), Int(instruction.c) == index + 2 else { return false }
        let exit = module.instructions[index + 1]
        return exit.opcode == .exit && Int(exit.c) == enclosing[begin]
    }

    /// Returns whether each lane that begins a turn either reaches the instruction or leaves the loop. The result is true if the
    /// instruction lies directly in the loop. The result is also true if the instruction lies in the block that a `continue` leaves, before
    /// the first `continue`.
    private func runsInEachTurn(_ index: Int, _ begin: Int) -> Bool {
        if enclosing[index] == begin { return true }
        guard module.instructions[begin + 1].opcode == .blockBegin, enclosing[index] == begin + 1 else { return false }
        return !module.instructions[begin + 1 ... index].contains { $0.opcode == .exit && Int($0.c) == begin + 1 }
    }

    /// Returns the slot if simple instructions compute the value from one local slot and constants. Returns nil if the value
    /// depends on anything else, or only on constants.
    private func counter(of value: Int) -> Int? {
        var slot: Int?, pending = [value], isKnown = true
        while let next = pending.popLast() {
            let instruction = module.instructions[next]
            if instruction.opcode == .constant { continue }
            if instruction.opcode == .load {
                isKnown = isKnown && (slot == nil || slot == Int(instruction.c))
                slot = Int(instruction.c)
            } else if instruction.opcode.definition.kind == .simple && instruction.opcode != .bitcast && pending.count < 64 {
                module.forEachValueOperand(of: next) { pending.append($0) }
            } else {
                return nil
            }
        }
        return isKnown ? slot : nil
    }

    /// Returns the number of complete turns before the turn in which the condition of the `if` at `exit` is true; nil if this number is
    /// unknown or too large.
    private func turns(from start: UInt32, _ slot: Int, _ exit: Int, _ begin: Int) -> Int? {
        let end = Int(module.instructions[begin].c)
        let path = (begin + 1 ..< end).filter { runsInEachTurn($0, begin) }
        var counter = start
        for turn in 0 ... Self.mostTurns {
            var known: [Int: UInt32] = [:]
            func value(_ index: Int32) -> UInt32? {
                let instruction = module.instructions[Int(index)]
                return instruction.opcode == .constant ? UInt32(bitPattern: instruction.c) : known[Int(index)]
            }
            for index in path {
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
