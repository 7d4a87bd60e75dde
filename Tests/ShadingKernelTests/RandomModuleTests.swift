// Random modules: nested ifs, blocks, loops, exits and discards. Some conditions in these modules are equal in all lanes. Some constructs
// store to slots and arrays. Random modules find wrong assumptions of the compiler about the lanes that run.

import Kernel
import SeededRandom
import Shading
import ShadingKernel
import Testing

private struct ModuleGenerator {
    var random: SeededGenerator
    private(set) var module = ShaderModule(stage: .fragment)
    /// The values that the next instruction may use, by scope. The innermost scope is last.
    private var scopes: [[(index: Int32, type: ScalarType)]] = [[]]
    private var open: [(begin: Int, opcode: Opcode)] = []
    private var budget = 90
    /// The loop variables of the enclosing constructs.
    private var ownSlots: [Int32] = []
    private let hasDerivatives: Bool

    static let intSlots = 0 ..< 5, floatSlots = 5 ..< 8, boolSlots = 8 ..< 10, arraySlots = 10 ..< 16
    static let firstCounter = 16
    /// The arrays overlap, and some arrays lie inside of other arrays. An inner array comes first.
    static let arrays = [LocalArray(firstSlot: 11, count: 2), LocalArray(firstSlot: 10, count: 4), LocalArray(firstSlot: 12, count: 4)]

    init(seed: Int) {
        random = SeededGenerator(state: UInt64(seed))
        hasDerivatives = seed % 2 == 0
        module.localArrays = Self.arrays
        module.localSlotCount = Self.firstCounter
        module.inputComponentCount = 4
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    @discardableResult
    mutating func emit(_ opcode: Opcode, _ type: ScalarType, a: Int32 = -1, b: Int32 = -1, c: Int32 = -1) -> Int32 {
        module.instructions.append(Instruction(opcode, type, a: a, b: b, c: c))
        let index = Int32(module.instructions.count - 1)
        if type != .void { scopes[scopes.count - 1].append((index, type)) }
        return index
    }

    /// Returns a value of a type; emits a new value if no value of this type exists.
    mutating func value(_ type: ScalarType) -> Int32 {
        let known = scopes.flatMap { $0 }.filter { $0.type == type }
        if !known.isEmpty && int(0 ... 2) > 0 { return known.randomElement(using: &random)!.index }
        return fresh(type)
    }

    mutating func fresh(_ type: ScalarType) -> Int32 {
        switch (type, int(0 ... 5)) {
        case (.int, 0): return emit(.uniform, .int, b: 0, c: Int32(int(0 ... 7)))
        case (.int, 1): return emit(.input, .int, c: Int32(int(0 ... 1)))
        case (.int, 2): return emit(.loadIndexed, .int, a: value(.int), c: Int32(int(0 ... 2)))
        case (.int, 3 ... 4) where !ownSlots.isEmpty: return emit(.load, .int, c: ownSlots.randomElement(using: &random)!)
        case (.int, _): return emit(.load, .int, c: Int32(Self.intSlots.randomElement(using: &random)!))
        case (.float, 0): return emit(.intToFloat, .float, a: value(.int))
        case (.float, 1): return emit(.input, .float, c: Int32(int(2 ... 3)))
        case (.float, _): return emit(.load, .float, c: Int32(Self.floatSlots.randomElement(using: &random)!))
        case (_, 0): return emit(.load, .bool, c: Int32(Self.boolSlots.randomElement(using: &random)!))
        case (_, 1): return emit(.flt, .bool, a: value(.float), b: value(.float))
        default:
            let masked = emit(.and, .int, a: value(.int), b: 2)
            return emit([.ieq, .iltS].randomElement(using: &random)!, .bool, a: masked, b: Int32(int(0 ... 2)))
        }
    }

    mutating func statements(depth: Int) {
        for _ in 0 ..< int(1 ... 4) where budget > 0 {
            budget -= 1
            statement(depth: depth)
        }
    }

    mutating func end(_ begin: Int32) {
        scopes.removeLast()
        open.removeLast()
        let end = emit(.end, .void, c: begin)
        module.instructions[Int(begin)].c = end
        if module.instructions[Int(begin)].opcode == .ifBegin && module.instructions[Int(begin)].b < 0 { module.instructions[Int(begin)].b = end }
        for index in Int(begin) ..< Int(end) where module.instructions[index].opcode == .elseBegin && module.instructions[index].c == begin - 1_000_000 {
            module.instructions[index].c = end
        }
    }
    mutating func begin(_ opcode: Opcode, a: Int32 = -1) -> Int32 {
        let begin = emit(opcode, .void, a: a)
        open.append((Int(begin), opcode))
        scopes.append([])
        return begin
    }

    mutating func statement(depth: Int) {
        switch int(0 ... 15) {
        case 0 ... 3 where depth > 0:
            let begin = begin(.ifBegin, a: value(.bool))
            statements(depth: depth - 1)
            if int(0 ... 1) == 0 {
                scopes[scopes.count - 1] = []
                let otherwise = emit(.elseBegin, .void, c: begin - 1_000_000)
                module.instructions[Int(begin)].b = otherwise
                statements(depth: depth - 1)
            }
            end(begin)
        case 4 where depth > 0:
            let begin = begin(.blockBegin)
            statements(depth: depth - 1)
            end(begin)
        case 5 where depth > 0, 6 where depth > 0:
            let counter = Int32(module.localSlotCount)
            module.localSlotCount += 1
            emit(.store, .void, a: 0, c: counter)
            let limit = int(0 ... 2) == 0 ? emit(.and, .int, a: value(.int), b: 2) : Int32(int(0 ... 2))
            // If `mayNotEnd` is true, the loop would not end for some lanes. Lanes for which the loop would not end are discarded before
            // the loop.
            let mayNotEnd = int(0 ... 19) == 0, step = mayNotEnd ? emit(.and, .int, a: value(.int), b: 1) : 1
            if mayNotEnd {
                let test = begin(.ifBegin, a: emit(.ieq, .bool, a: step, b: 0))
                emit(.discard, .void)
                end(test)
            }
            let block = begin(.blockBegin), loop = begin(.loopBegin)
            let count = emit(.load, .int, c: counter)
            let isOver = emit(.ileS, .bool, a: limit, b: count)
            let test = begin(.ifBegin, a: isOver)
            emit(.exit, .void, c: block)
            end(test)
            statements(depth: depth - 1)
            emit(.store, .void, a: emit(.iadd, .int, a: count, b: step), c: counter)
            end(loop)
            // Discarded lanes leave the loop and continue here.
            if int(0 ... 2) == 0 { statements(depth: 0) }
            end(block)
        case 7:
            let blocks = open.filter { $0.opcode == .blockBegin }
            if let block = blocks.randomElement(using: &random) { emit(.exit, .void, c: Int32(block.begin)) }
        case 8 where int(0 ... 3) == 0: emit(.discard, .void)
        case 9:
            let index = emit(.and, .int, a: value(.int), b: 3)
            emit(.storeIndexed, .void, a: index, b: value(.int), c: Int32(int(0 ... 2)))
        case 10: emit(.store, .void, a: value(.bool), c: Int32(Self.boolSlots.randomElement(using: &random)!))
        case 11:
            let a = value(.float)
            let result = hasDerivatives && int(0 ... 3) == 0 ? emit(.ddxCoarse, .float, a: a)
                : emit([.fadd, .fmul, .fmin, .fmax].randomElement(using: &random)!, .float, a: a, b: value(.float))
            emit(.store, .void, a: result, c: Int32(Self.floatSlots.randomElement(using: &random)!))
        case 12:
            let slot = Int32(Self.arraySlots.randomElement(using: &random)!)
            emit(.store, .void, a: value(.int), c: slot)
        case 13 ... 14:
            let own = Int32(module.localSlotCount)
            module.localSlotCount += 1
            // Sometimes reads the value from the previous turn of the loop.
            if int(0 ... 3) == 0 { emit(.store, .void, a: emit(.load, .int, c: own), c: Int32(Self.intSlots.randomElement(using: &random)!)) }
            ownSlots.append(own)
            emit(.store, .void, a: value(.int), c: own)
            statements(depth: depth)
            emit(.store, .void, a: emit(.load, .int, c: own), c: Int32(Self.intSlots.randomElement(using: &random)!))
            ownSlots.removeLast()
        case 15 where !ownSlots.isEmpty: emit(.store, .void, a: value(.int), c: ownSlots.randomElement(using: &random)!)
        default:
            let result = emit([.iadd, .imul, .xor, .isub].randomElement(using: &random)!, .int, a: value(.int), b: value(.int))
            emit(.store, .void, a: result, c: Int32(Self.intSlots.randomElement(using: &random)!))
        }
    }

    mutating func make() -> ShaderModule {
        for constant in [0, 1, 3, 7] as [Int32] { emit(.constant, .int, c: constant) }
        module.constantCount = module.instructions.count
        // Other instructions refer to constants directly by index. Constants are not in a scope, so that the results of loads are
        // used more often.
        scopes = [[]]
        while budget > 0 { statements(depth: 4) }
        func output(_ slots: Range<Int>, _ type: ScalarType) -> InterfaceVariable {
            InterfaceVariable(name: "slots", type: .array(.scalar(type), slots.count), location: 0, firstSlot: slots.lowerBound)
        }
        module.outputs = [output(Self.intSlots, .int), output(Self.floatSlots, .float), output(Self.boolSlots, .bool), output(Self.arraySlots, .int)]
        module.usesDiscard = true
        module.files = ["random.frag"]
        module.functionNames = ["main"]
        module.locations = [ShaderLocation(file: 0, line: 0, function: 0, inlinedAt: -1)]
        module.instructionLocations = Array(repeating: 0, count: module.instructions.count)
        return module
    }
}

@Test("random control flow gives the interpreter's bits", arguments: [4, 8, 16, 32])
func randomModules(lanes: Int) throws {
    for seed in 0 ..< 40 {
        var generator = ModuleGenerator(seed: seed * 3 + lanes)
        let module = generator.make()
        #expect(module.validate(uniformBlockCount: 1) == [], "seed \(seed)")
        var comparison = ShaderComparison(module: module, uniformBlockSizes: [32], batches: 6)
        comparison.input = { component, _, random in
            component < 2 ? UInt32(bitPattern: Int32.random(in: -20 ... 20, using: &random)) : Float.random(in: -2 ... 2, using: &random).bitPattern
        }
        let found = try comparison.differences(KernelTarget(lanes: lanes), seed: UInt64(seed))
        #expect(found.isEmpty, "seed \(seed): \(found.prefix(2))")
    }
}
