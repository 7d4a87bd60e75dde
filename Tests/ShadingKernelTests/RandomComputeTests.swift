// Random compute modules: shared memory, storage blocks, atomic operations and barriers, in nested ifs and loops. No invocation
// reads a word that another invocation may write at the same time, so every order of the invocations gives the same bits.

import Kernel
import SeededRandom
import Shading
import ShadingKernel
import Testing

/// Makes a random module. Blocks 0 and 3 are only read; block 4 has the results. In block 1, each invocation has its own words. In block 2,
/// all invocations change words by atomic operations. Shared memory has one word for each invocation, followed by words for atomic
/// operations.
private struct ComputeGenerator {
    var random: SeededGenerator
    private(set) var module = ShaderModule(stage: .compute)
    private var scopes: [[Int32]] = [[]]
    private var budget = 70
    private var local: Int32 = -1, global: Int32 = -1
    static let sizes: [SIMD3<Int>] = [SIMD3(32, 1, 1), SIMD3(16, 2, 1), SIMD3(5, 3, 2), SIMD3(8, 4, 2), SIMD3(3, 1, 1), SIMD3(70, 1, 1),
                                      SIMD3(1, 9, 4), SIMD3(4, 4, 4)]
    static let ownWords = 3, resultWordsOfInvocation = 7, counters = 6, slots = 0 ..< 4
    /// The numbers of words in block 1 and in block 4.
    let ownBlockWords: Int, resultWords: Int

    init(seed: Int) {
        random = SeededGenerator(state: UInt64(seed))
        module.workGroupSize = Self.sizes[seed % Self.sizes.count]
        let count = 4 * module.invocationsPerWorkGroup
        // In some modules, the blocks are too short for all indices.
        ownBlockWords = seed % 4 == 1 ? count : 4 * count
        resultWords = seed % 5 == 0 ? 6 * count : 7 * count
        module.sharedWordCount = module.invocationsPerWorkGroup + Self.counters
        module.localSlotCount = Self.slots.count
        module.writesMemory = true
    }
    private var size: SIMD3<Int> { module.workGroupSize }

    mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    @discardableResult
    mutating func emit(_ opcode: Opcode, _ type: ScalarType, a: Int32 = -1, b: Int32 = -1, c: Int32 = -1) -> Int32 {
        module.instructions.append(Instruction(opcode, type, a: a, b: b, c: c))
        let index = Int32(module.instructions.count - 1)
        if type == .int { scopes[scopes.count - 1].append(index) }
        return index
    }
    /// The values of the constants. The first instructions of a module are these constants, in order.
    private static let constants = -8 ... 160
    func constant(_ value: Int) -> Int32 { Int32(value - Self.constants.lowerBound) }
    /// The instructions after these constants: constants that limit indices of elements in block 1 and in block 4.
    private static let ownLimit = Int32(constants.count), resultLimit = Int32(constants.count + 1)
    /// The last constant. 36 times this number is 2³² + 32.
    private static let wrappingFactor = Int32(constants.count + 2)
    /// Returns an index that is sometimes limited by a constant, as in arrays of a known length.
    mutating func maybeLimited(_ index: Int32) -> Int32 {
        int(0 ... 1) == 0 ? index : emit(.iminU, .int, a: index, b: constant(int(0 ... 160)))
    }
    mutating func builtin(_ builtin: BuiltinInput) -> Int32 { emit(.builtin, .int, c: builtin.rawValue) }
    mutating func product(_ a: Int32, _ b: Int) -> Int32 { emit(.imul, .int, a: a, b: constant(b)) }
    mutating func sum(_ a: Int32, _ b: Int32) -> Int32 { emit(.iadd, .int, a: a, b: b) }

    mutating func value() -> Int32 {
        let known = scopes.flatMap { $0 }
        return int(0 ... 3) > 0 ? known.randomElement(using: &random)! : fresh()
    }
    mutating func fresh() -> Int32 {
        switch int(0 ... 9) {
        case 9:
            // Loads two to four words in a row, like a vector in an array of structures.
            let element = maybeLimited(int(0 ... 1) == 0 ? global : sum(global, constant(int(-6 ... 30))))
            // Sometimes the distance of neighbouring lanes wraps around to 32 words, and the limit changes all lanes but the first.
            let wrapping = emit(.imul, .int, a: emit(.iminU, .int, a: product(global, 36), b: constant(35)), b: Self.wrappingFactor)
            let rows = product(element, [4, 5, 8].randomElement(using: &random)!)
            let start = sum(int(0 ... 3) == 0 ? wrapping : rows, constant(int(-2 ... 8))), block = Int32(int(0 ... 1) == 0 ? 0 : 3)
            let words = (0 ..< int(2 ... 4)).map { emit(.storageLoad, .int, a: sum(start, constant($0)), c: block) }
            return words.dropFirst().reduce(words[0]) { emit(.xor, .int, a: $0, b: $1) }
        case 0: return constant(int(-3 ... 40))
        case 1: return emit(.storageLoad, .int, a: value(), c: 0)
        case 2: return emit(.storageLoad, .int, a: maybeLimited(sum(global, constant(int(-4 ... 4)))), c: 0)
        case 3: return emit(.load, .int, c: Int32(Self.slots.randomElement(using: &random)!))
        case 4: return emit(.storageLoad, .int, a: ownIndex(), c: 1)
        case 5: return emit(.storageSize, .int, c: Int32(int(0 ... 4)))
        case 6: return emit(.and, .int, a: value(), b: value())
        case 7: return emit(.isub, .int, a: value(), b: value())
        default: return sum(value(), value())
        }
    }
    mutating func ownIndex() -> Int32 {
        switch int(0 ... 3) {
        case 0: return sum(product(global, Self.ownWords), constant(int(0 ... Self.ownWords - 1)))
        // Only indices beyond the end of the block are limited, so two invocations never write one word.
        case 1: return sum(product(emit(.iminU, .int, a: global, b: Self.ownLimit), Self.ownWords), constant(int(0 ... Self.ownWords - 1)))
        default: break
        }
        // Returns the index of an additional word of the invocation. The additional words of all invocations lie behind the other words of
        // all invocations of the four groups.
        return sum(global, product(constant(module.invocationsPerWorkGroup), 4 * Self.ownWords))
    }
    mutating func condition(isUniform: Bool) -> Int32 {
        let tested = isUniform ? builtin([.workGroupX, .workGroupY].randomElement(using: &random)!) : value()
        return emit(.ieq, .bool, a: emit(.and, .int, a: tested, b: constant(1)), b: constant(int(0 ... 1)))
    }

    mutating func block(_ begin: Int32, _ body: (inout Self) -> Void) {
        scopes.append([])
        body(&self)
        scopes.removeLast()
        let end = emit(.end, .void, c: begin)
        module.instructions[Int(begin)].c = end
        if module.instructions[Int(begin)].opcode == .ifBegin { module.instructions[Int(begin)].b = end }
    }

    mutating func atomic() {
        let functions: [AtomicOperation.Function] = [.add, .minimum, .maximum, .and, .or, .xor], type: ScalarType = int(0 ... 1) == 0 ? .int : .uint
        // Each counter has one function, because functions of different kinds do not commute.
        let counter = int(0 ... Self.counters - 1), isShared = int(0 ... 1) == 0
        let place = constant(counter + (isShared ? module.invocationsPerWorkGroup : 0)), number = value()
        let function = functions[counter]
        let isSigned = counter == 1 || counter == 2 ? ScalarType.int : type
        module.atomicOperations.append(AtomicOperation(function: function, memory: isShared ? .shared(index: place) : .storage(block: 2, index: place),
                                                       value: number, type: isSigned))
        module.instructions.append(Instruction(.atomic, isSigned, a: -1, b: -1, c: Int32(module.atomicOperations.count - 1)))
    }
    mutating func barrier() {
        emit(.barrier, .void)
        module.hasBarriers = true
    }
    /// Emits an exchange through shared memory: each invocation writes its word, and after a barrier, each invocation reads a word of any
    /// invocation.
    mutating func exchange() {
        emit(.sharedStore, .void, a: local, b: value())
        if int(0 ... 2) == 0 { emit(.memoryBarrier, .void) }
        barrier()
        let read = emit(.sharedLoad, .int, a: maybeLimited(int(0 ... 1) == 0 ? sum(local, constant(int(-5 ... 5))) : value()))
        emit(.store, .void, a: sum(read, value()), c: Int32(Self.slots.randomElement(using: &random)!))
        barrier()
    }

    mutating func statements(depth: Int, isUniform: Bool) {
        for _ in 0 ..< int(1 ... 4) where budget > 0 {
            budget -= 1
            statement(depth: depth, isUniform: isUniform)
        }
    }
    mutating func statement(depth: Int, isUniform: Bool) {
        switch int(0 ... 11) {
        case 0 ... 1 where depth > 0:
            let staysUniform = isUniform && int(0 ... 1) == 0, test = condition(isUniform: staysUniform)
            block(emit(.ifBegin, .void, a: test)) { $0.statements(depth: depth - 1, isUniform: staysUniform) }
        case 2 ... 3 where depth > 0:
            // Makes a loop with a counter, in a block. Lanes leave the loop by an exit from this block.
            let counter = Int32(module.localSlotCount), staysUniform = isUniform && int(0 ... 2) > 0
            module.localSlotCount += 1
            emit(.store, .void, a: constant(0), c: counter)
            let limit = staysUniform ? constant(int(1 ... 3)) : emit(.and, .int, a: value(), b: constant(3))
            let around = emit(.blockBegin, .void)
            block(around) { generator in
                generator.block(generator.emit(.loopBegin, .void)) { generator in
                    let now = generator.emit(.load, .int, c: counter)
                    let isOver = generator.emit(.ileS, .bool, a: limit, b: now)
                    generator.block(generator.emit(.ifBegin, .void, a: isOver)) { $0.emit(.exit, .void, c: around) }
                    generator.statements(depth: depth - 1, isUniform: staysUniform)
                    generator.emit(.store, .void, a: generator.sum(now, generator.constant(1)), c: counter)
                }
            }
        case 4 ... 6 where isUniform: exchange()
        case 7: atomic()
        case 8 ... 9: emit(.storageStore, .void, a: ownIndex(), b: value(), c: 1)
        default: emit(.store, .void, a: value(), c: Int32(Self.slots.randomElement(using: &random)!))
        }
    }

    mutating func generate() {
        for value in Self.constants { module.instructions.append(Instruction(.constant, .int, a: -1, b: -1, c: Int32(value))) }
        for (words, elementWords) in [(ownBlockWords, Self.ownWords), (resultWords, Self.resultWordsOfInvocation)] {
            let limit = int((words + elementWords - 1) / elementWords ... words)
            module.instructions.append(Instruction(.constant, .int, a: -1, b: -1, c: Int32(limit)))
        }
        module.instructions.append(Instruction(.constant, .int, a: -1, b: -1, c: 119_304_648))
        module.constantCount = module.instructions.count
        let x = builtin(.localInvocationX), y = builtin(.localInvocationY), z = builtin(.localInvocationZ)
        local = sum(sum(product(z, size.x * size.y), product(y, size.x)), x)
        let group = sum(product(builtin(.workGroupY), 2), builtin(.workGroupX))
        global = sum(product(group, module.invocationsPerWorkGroup), local)
        statements(depth: 3, isUniform: true)
        exchange()
        let element = int(0 ... 1) == 0 ? global : emit(.iminU, .int, a: global, b: Self.resultLimit)
        let result = product(element, Self.resultWordsOfInvocation)
        for slot in Self.slots { emit(.storageStore, .void, a: sum(result, constant(slot)), b: emit(.load, .int, c: Int32(slot)), c: 4) }
        emit(.storageStore, .void, a: sum(result, constant(5)),
             b: emit(.sharedLoad, .int, a: sum(emit(.and, .int, a: local, b: constant(3)), constant(module.invocationsPerWorkGroup))), c: 4)
    }
}

@Test("random compute modules write the interpreter's bits, with barriers between invocations", arguments: 0 ..< 100)
func randomComputeModules(seed: Int) throws {
    var generator = ComputeGenerator(seed: seed)
    generator.generate()
    let comparison = ComputeComparison(generator.module), count = 4 * generator.module.invocationsPerWorkGroup
    var random = SeededGenerator(state: UInt64(seed) + 1000)
    func words(_ count: Int) -> [UInt32] { (0 ..< count).map { _ in .random(in: 0 ... 60, using: &random) } }
    // Some blocks are too short for all indices.
    let blocks = [words(seed % 3 == 0 ? count / 2 : count + 8), words(generator.ownBlockWords), words(6), words(6 * count),
                  words(generator.resultWords)]
    let expected = comparison.interpreted(blocks)
    for lanes in [4, 8, 16] {
        for instructions in [KernelTarget.InstructionSet.host, .x86v2] where instructions.runsHere {
            for tier in [CompileTier.baseline, .optimized] {
                let target = KernelTarget(lanes: lanes, instructionSet: instructions)
                let actual = try comparison.compiled(blocks, target, tier)
                #expect(actual == expected, "seed \(seed), \(target), \(tier)")
            }
        }
    }
}
