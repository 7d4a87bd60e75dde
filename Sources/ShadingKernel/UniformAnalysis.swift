// UniformAnalysis: which values of a module are the same in every lane, so that they are computed once, and which branches
// all lanes take together.
//
// A value is uniform when its operands are, a slot when only uniform values are stored to it, and only where all lanes of
// the kernel run together. Lanes run apart inside an `if` on a value that is not uniform, and, once some may have left a
// block or loop on their own, in all of that construct. Assumed at first, then revoked until nothing changes.

import Shading

struct UniformAnalysis {
    /// For each instruction: whether its result, or for an `if` its condition, is uniform.
    private(set) var isUniform: [Bool]
    private(set) var isUniformSlot: [Bool]
    /// Pure functions of constants and uniforms: they may be computed before anything else.
    private(set) var isInvariant: [Bool]
    /// Values that something with an effect, or an output, depends on.
    private(set) var isLive: [Bool]

    private let module: ShaderModule

    init(_ module: ShaderModule) {
        self.module = module
        isUniform = Array(repeating: true, count: module.instructions.count)
        isUniformSlot = Array(repeating: true, count: module.localSlotCount)
        isInvariant = Array(repeating: false, count: module.instructions.count)
        isLive = Array(repeating: false, count: module.instructions.count)
        // Dynamically indexed slots live in memory, one word per lane.
        for array in module.localArrays {
            for slot in array.firstSlot ..< array.firstSlot + array.count { isUniformSlot[slot] = false }
        }
        while revoke() {}
        findInvariant()
        findLive()
    }

    /// One pass; whether anything had to be revoked.
    private mutating func revoke() -> Bool {
        var changed = false
        func set(_ index: Int) {
            if isUniform[index] { changed = true }
            isUniform[index] = false
        }
        let parting = partingConstructs()
        // How many constructs around run with lanes apart.
        var apart = 0
        var open: [Int] = []
        for (index, instruction) in module.instructions.enumerated() {
            switch instruction.opcode {
            case .ifBegin:
                if !isUniform[Int(instruction.a)] { set(index) }
                if !isUniform[index] || parting.contains(index) { apart += 1 }
                open.append(index)
            case .blockBegin, .loopBegin:
                if parting.contains(index) { apart += 1 }
                open.append(index)
            case .end:
                let begin = open.removeLast()
                if parting.contains(begin) || (module.instructions[begin].opcode == .ifBegin && !isUniform[begin]) { apart -= 1 }
            case .elseBegin, .exit, .discard, .constant, .uniform: break
            case .input, .builtin, .texture, .textureSize, .component, .loadIndexed, .storeIndexed:
                set(index)
            case .load:
                if !isUniformSlot[Int(instruction.c)] { set(index) }
            case .store:
                let slot = Int(instruction.c)
                if (apart > 0 || !isUniform[Int(instruction.a)]) && isUniformSlot[slot] {
                    isUniformSlot[slot] = false
                    changed = true
                }
            default:
                var operandsAreUniform = true
                module.forEachValueOperand(of: index) { if !isUniform[$0] { operandsAreUniform = false } }
                if !operandsAreUniform { set(index) }
            }
        }
        return changed
    }

    /// Constructs in which lanes may be missing because they left it, or something around it, on their own.
    private func partingConstructs() -> Set<Int> {
        var parting: Set<Int> = []
        var before = -1
        while parting.count != before {
            before = parting.count
            var open: [Int] = []
            for (index, instruction) in module.instructions.enumerated() {
                switch instruction.opcode {
                case .ifBegin, .blockBegin, .loopBegin: open.append(index)
                case .end: open.removeLast()
                case .exit, .discard:
                    guard let target = leaves(instruction, open) else { continue }
                    // All lanes that are in the target come along, when none of them waits elsewhere in it.
                    let comeAlong = open[target...].allSatisfy { module.instructions[$0].opcode != .ifBegin || isUniform[$0] }
                        && open[(target + 1)...].allSatisfy { !parting.contains($0) }
                    if !comeAlong { parting.formUnion(open[target...]) }
                default: break
                }
            }
        }
        return parting
    }

    /// Where in `open` the construct is that an exit or discard leaves; nil for a discard outside of loops.
    private func leaves(_ instruction: Instruction, _ open: [Int]) -> Int? {
        instruction.opcode == .exit ? open.firstIndex(of: Int(instruction.c))
            : open.firstIndex { module.instructions[$0].opcode == .loopBegin }
    }

    private mutating func findInvariant() {
        for (index, instruction) in module.instructions.enumerated() where index >= module.constantCount {
            switch instruction.opcode {
            case .uniform: isInvariant[index] = true
            case .constant, .load, .input, .builtin: break
            default:
                guard instruction.opcode.isPure, isUniform[index] else { continue }
                var all = true
                module.forEachValueOperand(of: index) { if $0 >= module.constantCount && !isInvariant[$0] { all = false } }
                isInvariant[index] = all
            }
        }
    }

    private mutating func findLive() {
        var live = isLive
        for index in module.instructions.indices.reversed() {
            let instruction = module.instructions[index]
            if instruction.opcode.hasEffect { live[index] = true }
            guard live[index] else { continue }
            if instruction.opcode == .component { live[index - Int(instruction.c)] = true }
            module.forEachValueOperand(of: index) { live[$0] = true }
        }
        isLive = live
    }
}
