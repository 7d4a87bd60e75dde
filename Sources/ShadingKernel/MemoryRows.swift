// MemoryRows: finds groups of stores that together write four neighbouring words of each lane, for example a vec4 in an array of
// structures. Also finds groups of loads that together read two to four neighbouring words of each lane.
//
// The words of neighbouring lanes are a fixed distance of at least four words apart. One gather or scatter for each component would touch
// the same cache lines four times. Instead, a row of four words is loaded or stored for each lane, and the rows are transposed in
// registers.
//
// All loads of a row are emitted at the place of its first load, and all stores of a row at the place of its last store. No instruction
// between the accesses of a row may use memory in a way that makes the changed order visible. So a row ends at control flow, barriers,
// atomic operations and image stores; a store ends all rows of loads, and a load ends all rows of stores.

import Shading

/// Memory that instructions access by the index of a word.
enum WordSource: Hashable {
    case storage(Int), shared
}

/// Loads or stores of up to four neighbouring words.
struct MemoryRow {
    let source: WordSource
    let isStore: Bool
    /// The index of a lane's first word is the value `base` plus `offset`.
    let base: Int32
    let offset: Int32
    /// The number of words from a lane's row to the next lane's row.
    let step: Int
    /// The limit of the index of a lane's first word; see `LaneStep.limit`.
    let limit: UInt32?
    /// The instruction that loads or stores each of the four words; −1 if no instruction accesses the word.
    var members = [-1, -1, -1, -1]
}

struct MemoryRows {
    /// The row whose code is emitted at each instruction, by the index of the instruction.
    private(set) var emitted: [Int: MemoryRow] = [:]
    /// The loads and stores that need no code of their own, because another instruction of the same row emits the code of the whole row.
    private(set) var covered: Set<Int> = []
    static let width = 4
    private static let steps = width ... 4096

    /// - Parameter isWanted: If false, no rows are found.
    init(_ module: ShaderModule, _ steps: LaneSteps, isWanted: Bool) {
        guard isWanted else { return }
        var open: [MemoryRow] = []
        func close(stores: Bool, loads: Bool) {
            for row in open where row.isStore ? stores : loads { finish(row) }
            open.removeAll { $0.isStore ? stores : loads }
        }
        for (index, instruction) in module.instructions.enumerated() {
            let source: WordSource, isStore: Bool
            switch instruction.opcode {
            case .storageLoad: (source, isStore) = (.storage(Int(instruction.c)), false)
            case .sharedLoad: (source, isStore) = (.shared, false)
            case .storageStore: (source, isStore) = (.storage(Int(instruction.c)), true)
            case .sharedStore: (source, isStore) = (.shared, true)
            case .imageLoad:
                close(stores: true, loads: false)
                continue
            default:
                let endsRows = instruction.opcode.definition.kind == .flow || instruction.opcode == .atomic || instruction.opcode == .imageStore
                if endsRows { close(stores: true, loads: true) }
                continue
            }
            close(stores: !isStore, loads: isStore)
            guard let step = steps[instruction.a], Self.steps.contains(Int(step.step)) else {
                // A store that belongs to no row may write a word of an open row, so all open rows end at such a store.
                if isStore { close(stores: true, loads: true) }
                continue
            }
            let (base, constant) = module.splitSum(instruction.a)
            // A structure with vectors begins at a multiple of four words, so the low two bits of the constant are the position in the row.
            let word = Int(constant & 3)
            let limit = step.limit.map { $0 &- UInt32(word) }
            let row = MemoryRow(source: source, isStore: isStore, base: base, offset: constant & ~3, step: Int(step.step), limit: limit)
            func isSame(_ other: MemoryRow) -> Bool {
                other.source == source && other.base == base && other.offset == row.offset && other.step == row.step && other.limit == row.limit
            }
            // A store through another index may write a word of the row. Only a store to another part of the row's structures is known to
            // write no word of the row.
            let isNeighbour = { (other: MemoryRow) in
                other.source == source && other.base == base && other.step == row.step
                    && abs(Int(other.offset) - Int(row.offset)) + Self.width <= row.step
            }
            if isStore && !open.allSatisfy(isNeighbour) || open.contains(where: { isSame($0) && $0.members[word] >= 0 }) {
                close(stores: isStore, loads: !isStore)
            }
            if !open.contains(where: isSame) { open.append(row) }
            open[open.firstIndex(where: isSame)!].members[word] = index
        }
        close(stores: true, loads: true)
    }

    private mutating func finish(_ row: MemoryRow) {
        let members = row.members.filter { $0 >= 0 }
        // A row of stores must have all four words, because storing the row writes four words.
        guard members.count == Self.width || !row.isStore && members.count >= 2 else { return }
        let place = row.isStore ? members.max()! : members.min()!
        emitted[place] = row
        covered.formUnion(members)
        covered.remove(place)
    }
}

extension ShaderModule {
    /// Splits the value into the sum of another value and a constant.
    fileprivate func splitSum(_ value: Int32) -> (base: Int32, constant: Int32) {
        let instruction = instructions[Int(value)]
        func constant(_ operand: Int32) -> Int32? { instructions[Int(operand)].opcode == .constant ? instructions[Int(operand)].c : nil }
        guard instruction.opcode == .iadd else { return (value, 0) }
        for (operand, other) in [(instruction.a, instruction.b), (instruction.b, instruction.a)] {
            if let added = constant(other) {
                let (base, inner) = splitSum(operand)
                return (base, inner &+ added)
            }
        }
        return (value, 0)
    }
}
