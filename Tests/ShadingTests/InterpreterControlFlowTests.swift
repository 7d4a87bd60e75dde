// Control flow: the interpreter runs random structured programs on quads, and a simple recursive evaluator runs the same programs lane by
// lane. The programs have divergent loops, exits through several levels, discards, and values that are used long after their definition.

import SeededRandom
import Shading
import Testing

private indirect enum Expression {
    case constant(UInt32)
    case input(Int)
    case load(Int)
    case loadIndexed(Int, Expression)
    case value(Int)
    case binary(Opcode, Expression, Expression)
}

private indirect enum Statement {
    case define(Int, Expression)
    case store(Int, Expression)
    case storeIndexed(Int, Expression, Expression)
    case branch(Expression, [Statement], [Statement]?)
    case block(Int, [Statement])
    case loop([Statement])
    case exit(Int)
    case discard
}

private let slotCount = 6
private let arrays = [LocalArray(firstSlot: 6, count: 4), LocalArray(firstSlot: 8, count: 3)]
private let firstCounter = 11
private let inputCount = 4

// MARK: Making programs

private struct ProgramGenerator {
    var random: SeededGenerator
    var counters = 0
    private var values = 0
    private var labels = 0
    private var valuesInScope: [Int] = []
    private var blocksAround: [Int] = []

    init(seed: UInt64) { random = SeededGenerator(state: seed) }

    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0 ..< count, using: &random) }

    mutating func expression(_ depth: Int = 3) -> Expression {
        if pick(4) == 0, let value = valuesInScope.randomElement(using: &random) { return .value(value) }
        switch depth == 0 ? pick(3) : pick(8) {
        case 0: return .constant(UInt32(pick(5)))
        case 1: return .input(pick(inputCount))
        case 2: return .load(pick(slotCount))
        case 3: return .loadIndexed(pick(arrays.count), expression(depth - 1))
        default:
            let opcodes: [Opcode] = [.iadd, .isub, .imul, .xor, .and, .iminS, .shrU, .iltS, .ieq]
            return .binary(opcodes[pick(opcodes.count)], expression(depth - 1), expression(depth - 1))
        }
    }

    private mutating func condition() -> Expression {
        let opcodes: [Opcode] = [.iltS, .iltU, .ieq, .ine]
        return .binary(opcodes[pick(opcodes.count)], .binary(.and, expression(2), .constant(3)), .binary(.and, expression(2), .constant(3)))
    }

    mutating func statements(depth: Int) -> [Statement] {
        let scope = valuesInScope.count
        defer { valuesInScope.removeLast(valuesInScope.count - scope) }
        var list: [Statement] = []
        for _ in 0 ..< 1 + pick(5) {
            switch depth == 0 ? pick(6) : pick(12) {
            case 0, 1: list.append(.store(pick(slotCount), expression()))
            case 2: list.append(.storeIndexed(pick(arrays.count), .binary(.and, expression(), .constant(7)), expression()))
            case 3, 4:
                let definition = expression()
                values += 1
                valuesInScope.append(values)
                list.append(.define(values, pick(2) == 0 ? .load(pick(slotCount)) : definition))
            case 5:
                switch pick(8) {
                case 0: list.append(.branch(condition(), [.discard], nil))
                case 1 ... 5:
                    if let block = blocksAround.randomElement(using: &random) {
                        list.append(.branch(condition(), [.store(pick(slotCount), expression()), .exit(block)], nil))
                    }
                case 6:
                    if let block = blocksAround.last { list.append(.exit(block)) }
                default: break
                }
            case 6: list.append(.branch(condition(), statements(depth: depth - 1), nil))
            case 7, 8: list.append(.branch(condition(), statements(depth: depth - 1), statements(depth: depth - 1)))
            case 9: list.append(block { $0.statements(depth: depth - 1) })
            default: list += loop(depth: depth)
            }
        }
        return list
    }

    private mutating func block(_ body: (inout Self) -> [Statement]) -> Statement {
        labels += 1
        let label = labels
        blocksAround.append(label)
        defer { blocksAround.removeLast() }
        return .block(label, body(&self))
    }

    /// Returns a loop of this form: counter = 0; break: { loop { if counter ≥ limit break; counter += 1; continue: { … } } }
    private mutating func loop(depth: Int) -> [Statement] {
        let counter = firstCounter + counters
        counters += 1
        let limit: Expression = .binary(.and, expression(1), .constant(3))
        let isFixed = pick(2) == 0
        let whole = block { generator in
            let exit = Statement.exit(generator.labels)
            let bound: Expression = isFixed ? .constant(3) : limit
            let body = generator.block { $0.statements(depth: depth - 1) }
            return [.loop([
                .branch(.binary(.ileU, bound, .load(counter)), [exit], nil),
                .store(counter, .binary(.iadd, .load(counter), .constant(1))),
                // The loop also ends when the counter exceeds 6, because the limit may grow while the loop runs.
                .branch(.binary(.iltU, .constant(6), .load(counter)), [exit], nil),
                body,
            ])]
        }
        return [.store(counter, .constant(0)), whole]
    }
}

// MARK: As a module

private struct ModuleEmitter {
    var builder = ModuleBuilder()
    private var constants: [UInt32: BuiltValue] = [:]
    private var values: [Int: BuiltValue] = [:]
    private var blocks: [Int: Int] = [:]

    init() { builder.localArrays = arrays }

    mutating func emit(_ expression: Expression) -> BuiltValue {
        switch expression {
        case .constant(let bits):
            if let known = constants[bits] { return known }
            let value = builder.constant(bits)
            constants[bits] = value
            return value
        case .input(let component): return builder.input(component)
        case .load(let slot): return builder.load(slot)
        case .loadIndexed(let array, let index): return builder.emit(.loadIndexed, emit(index), c: array)
        case .value(let id): return values[id]!
        case .binary(let opcode, let a, let b):
            let left = emit(a), right = emit(b)
            return builder.emit(opcode, left, right)
        }
    }

    mutating func emit(_ statements: [Statement]) {
        for statement in statements {
            switch statement {
            case .define(let id, let expression): values[id] = emit(expression)
            case .store(let slot, let expression): builder.store(slot, emit(expression))
            case .storeIndexed(let array, let index, let value):
                let index = emit(index), value = emit(value)
                builder.emit(.storeIndexed, index, value, c: array, type: .void)
            case .branch(let condition, let then, let otherwise):
                _ = builder.begin(.ifBegin, emit(condition))
                emit(then)
                if let otherwise {
                    builder.otherwise()
                    emit(otherwise)
                }
                builder.end()
            case .block(let label, let body):
                blocks[label] = builder.begin(.blockBegin)
                emit(body)
                builder.end()
            case .loop(let body):
                _ = builder.begin(.loopBegin)
                emit(body)
                builder.end()
            case .exit(let label): builder.exit(blocks[label]!)
            case .discard: builder.emit(.discard, type: .void)
            }
        }
    }
}

// MARK: One lane, by definition

private struct LaneEvaluator {
    enum Flow: Equatable { case onward, exit(Int), leaveLoops }
    var inputs: [UInt32]
    var slots: [UInt32]
    var isKilled = false
    private var values: [Int: UInt32] = [:]
    private var loopDepth = 0

    init(inputs: [UInt32], slotCount: Int) {
        self.inputs = inputs
        slots = Array(repeating: 0, count: slotCount)
    }

    func evaluate(_ expression: Expression) -> UInt32 {
        switch expression {
        case .constant(let bits): return bits
        case .input(let component): return inputs[component]
        case .load(let slot): return slots[slot]
        case .loadIndexed(let array, let index):
            let index = Int(evaluate(index))
            return index < arrays[array].count ? slots[arrays[array].firstSlot + index] : 0
        case .value(let id): return values[id]!
        case .binary(let opcode, let left, let right):
            let a = evaluate(left), b = evaluate(right)
            let x = Int32(bitPattern: a), y = Int32(bitPattern: b)
            switch opcode {
            case .iadd: return a &+ b
            case .isub: return a &- b
            case .imul: return a &* b
            case .xor: return a ^ b
            case .and: return a & b
            case .iminS: return UInt32(bitPattern: min(x, y))
            case .shrU: return a &>> b
            case .iltS: return x < y ? .max : 0
            case .iltU: return a < b ? .max : 0
            case .ileU: return a <= b ? .max : 0
            case .ieq: return a == b ? .max : 0
            case .ine: return a != b ? .max : 0
            default: fatalError("\(opcode) is not generated")
            }
        }
    }

    mutating func run(_ statements: [Statement]) -> Flow {
        for statement in statements {
            var flow = Flow.onward
            switch statement {
            case .define(let id, let expression): values[id] = evaluate(expression)
            case .store(let slot, let expression): slots[slot] = evaluate(expression)
            case .storeIndexed(let array, let index, let value):
                let index = Int(evaluate(index))
                if index < arrays[array].count { slots[arrays[array].firstSlot + index] = evaluate(value) }
            case .branch(let condition, let then, let otherwise):
                flow = run(evaluate(condition) != 0 ? then : otherwise ?? [])
            case .block(let label, let body):
                flow = run(body)
                if flow == .exit(label) { flow = .onward }
            case .loop(let body):
                loopDepth += 1
                repeat { flow = run(body) } while flow == .onward
                loopDepth -= 1
                if flow == .leaveLoops && loopDepth == 0 { flow = .onward }
            case .exit(let label): flow = .exit(label)
            case .discard:
                isKilled = true
                if loopDepth > 0 { flow = .leaveLoops }
            }
            if flow != .onward { return flow }
        }
        return .onward
    }
}

private struct CountingObserver: InterpreterObserver {
    var count = 0
    var sawNobody = false
    mutating func executed(instruction: Int, result: QuadUInt, active: QuadUInt) { count += 1 }
}

@Test("in random structured programs, each lane has the same result as if it runs alone", arguments: 0 ..< 12)
func randomPrograms(group: Int) throws {
    for seed in 0 ..< 30 {
        var generator = ProgramGenerator(seed: UInt64(group * 1000 + seed))
        let program = generator.statements(depth: 4) + generator.statements(depth: 3)
        let total = firstCounter + generator.counters
        var emitter = ModuleEmitter()
        emitter.emit(program)
        _ = emitter.builder.load(total - 1)
        // Only some slots are outputs. A slot that is no output need not be set to zero if the program writes it before reading it.
        let outputs = seed % 2 == 0 ? Array(0 ..< total) : [0, 3, 7]
        emitter.builder.outputs = outputs.map {
            InterfaceVariable(name: "slot\($0)", type: .scalar(.uint), location: 0, firstSlot: $0)
        }
        emitter.builder.inputComponentCount = inputCount
        let interpreter = Interpreter(module: emitter.builder.build(), stepLimit: 1_000_000)

        for round in 0 ..< 4 {
            var active = SIMDMask<SIMD4<Int32>>.all
            if round == 3 { active[Int.random(in: 0 ..< 4, using: &generator.random)] = false }
            for component in 0 ..< inputCount {
                for lane in 0 ..< 4 {
                    interpreter.inputs[component][lane] = UInt32.random(in: 0 ... 4, using: &generator.random)
                }
            }
            let survivors = try interpreter.run(active: active)
            let results = outputs.map { interpreter.locals[$0] }
            for lane in 0 ..< 4 where active[lane] {
                var evaluator = LaneEvaluator(inputs: (0 ..< inputCount).map { interpreter.inputs[$0][lane] }, slotCount: total)
                #expect(evaluator.run(program) == .onward)
                #expect(survivors[lane] == !evaluator.isKilled, "group \(group) seed \(seed) lane \(lane)")
                guard !evaluator.isKilled else { continue }
                #expect(results.map { $0[lane] } == outputs.map { evaluator.slots[$0] }, "group \(group) seed \(seed) lane \(lane)")
            }
            var observer = CountingObserver()
            let observed = try interpreter.run(active: active, observer: &observer)
            #expect(observed == survivors)
            #expect(observer.count > 0)
            for (index, slot) in outputs.enumerated() {
                for lane in 0 ..< 4 where survivors[lane] { #expect(interpreter.locals[slot][lane] == results[index][lane]) }
            }
        }
    }
}

@Test("a lane discarded in nested loops leaves all of them and continues as a helper")
func discardInNestedLoops() throws {
    var builder = ModuleBuilder()
    let one = builder.constant(UInt32(1)), limit = builder.constant(UInt32(3)), x = builder.input(0)
    let outerBlock = builder.begin(.blockBegin)
    _ = builder.begin(.loopBegin)
    let isDone = builder.emit(.ileU, limit, builder.load(0))
    _ = builder.begin(.ifBegin, isDone)
    builder.exit(outerBlock)
    builder.end()
    builder.store(0, builder.emit(.iadd, builder.load(0), one))
    let innerBlock = builder.begin(.blockBegin)
    _ = builder.begin(.loopBegin)
    let isUnlucky = builder.emit(.ieq, x, builder.load(0))
    _ = builder.begin(.ifBegin, isUnlucky)
    builder.emit(.discard, type: .void)
    builder.end()
    builder.exit(innerBlock)
    builder.end()
    builder.end()
    builder.end()
    builder.end()
    // After the loops all lanes run again. The derivative after the loops reads the value that the counter had when a neighbour was
    // discarded.
    let counter = builder.emit(.intToFloat, builder.load(0), type: .float)
    builder.store(1, builder.emit(.ddxCoarse, counter, type: .float))
    builder.outputs = [InterfaceVariable(name: "result", type: .scalar(.float), location: 0, firstSlot: 1)]

    let interpreter = Interpreter(module: builder.build(), stepLimit: 100)
    interpreter.inputs[0] = QuadUInt(9, 2, 9, 1)
    let survivors = try interpreter.run(active: .all)
    #expect(survivors == ([true, false, true, false] as SIMDMask<SIMD4<Int32>>))
    #expect(unsafeBitCast(interpreter.locals[1], to: QuadFloat.self) == QuadFloat(repeating: 2 - 3))

    interpreter.inputs[0] = QuadUInt(1, 2, 3, 1)
    #expect(try interpreter.run(active: .all) == SIMDMask(repeating: false))
    interpreter.inputs[0] = QuadUInt(repeating: 9)
    #expect(try interpreter.run(active: .all) == .all, "a run that ended early leaves no lanes behind in the loops")
}

@Test("a loop that does not end is stopped with its file and line")
func endlessLoop() throws {
    var builder = ModuleBuilder()
    let limit = builder.input(0), one = builder.constant(UInt32(1))
    let block = builder.begin(.blockBegin)
    builder.line = 12
    _ = builder.begin(.loopBegin)
    builder.line = 13
    let isDone = builder.emit(.ileU, limit, builder.load(0))
    _ = builder.begin(.ifBegin, isDone)
    builder.exit(block)
    builder.end()
    builder.store(0, builder.emit(.iadd, builder.load(0), one))
    builder.line = 14
    builder.end()
    builder.end()
    builder.outputs = [InterfaceVariable(name: "count", type: .scalar(.uint), location: 0, firstSlot: 0)]
    let interpreter = Interpreter(module: builder.build(), stepLimit: 50)

    interpreter.inputs[0] = QuadUInt(1, 50, 3, 0)
    _ = try interpreter.run(active: .all)
    #expect(interpreter.locals[0] == QuadUInt(1, 50, 3, 0))
    interpreter.inputs[0] = QuadUInt(1, 2, 3, 51)
    #expect(throws: ShaderExecutionError(stage: .fragment, file: "hand.frag", line: 12, stepLimit: 50)) {
        try interpreter.run(active: .all)
    }
    interpreter.inputs[0] = QuadUInt(7, 2, 3, 5)
    _ = try interpreter.run(active: .all)
    #expect(interpreter.locals[0] == QuadUInt(7, 2, 3, 5), "the next run is not disturbed")
}

@Test("an inactive lane neither runs nor is reported, and a run without active lanes is allowed")
func inactiveLanes() throws {
    var builder = ModuleBuilder()
    builder.store(0, builder.input(0))
    builder.outputs = [InterfaceVariable(name: "x", type: .scalar(.uint), location: 0, firstSlot: 0)]
    let interpreter = Interpreter(module: builder.build(), stepLimit: 1)
    interpreter.inputs[0] = QuadUInt(1, 2, 3, 4)
    let half = [true, false, false, true] as SIMDMask<SIMD4<Int32>>
    #expect(try interpreter.run(active: half) == half)
    #expect(interpreter.locals[0] == QuadUInt(1, 0, 0, 4))
    #expect(try interpreter.run(active: SIMDMask(repeating: false)) == SIMDMask(repeating: false))
}

@Test("an observer sees each instruction with its result and the lanes that ran it")
func observer() throws {
    struct Recorder: InterpreterObserver {
        var log: [(instruction: Int, result: QuadUInt, active: QuadUInt)] = []
        mutating func executed(instruction: Int, result: QuadUInt, active: QuadUInt) { log.append((instruction, result, active)) }
    }
    var builder = ModuleBuilder()
    let two = builder.constant(UInt32(2))                   // 0
    let x = builder.input(0)                                // 1
    let isSmall = builder.emit(.iltU, x, two)               // 2
    _ = builder.begin(.ifBegin, isSmall)                    // 3
    builder.store(0, builder.emit(.iadd, x, two))           // 4, 5
    builder.end()                                           // 6
    let interpreter = Interpreter(module: builder.build(), stepLimit: 1)
    interpreter.inputs[0] = QuadUInt(0, 1, 2, 3)
    var recorder = Recorder()
    _ = try interpreter.run(active: .all, observer: &recorder)
    let everyone = QuadUInt(repeating: .max), first = QuadUInt(.max, .max, 0, 0)
    #expect(recorder.log.map(\.instruction) == [0, 1, 2, 3, 4, 5, 6])
    #expect(recorder.log.map(\.active) == [everyone, everyone, everyone, first, first, first, everyone])
    #expect(recorder.log[2].result == first)
    #expect(recorder.log[4].result == QuadUInt(2, 3, 4, 5))
    #expect(recorder.log[5].result == QuadUInt(2, 3, 4, 5))
}

@Test("an observer can end a run at the end of a loop")
func observerStops() throws {
    struct Limited: InterpreterObserver {
        var count = 0
        let limit: Int
        mutating func executed(instruction: Int, result: QuadUInt, active: QuadUInt) { count += 1 }
        var goesOn: Bool { count < limit }
    }
    var builder = ModuleBuilder()
    let one = builder.constant(UInt32(1))
    _ = builder.begin(.loopBegin)
    builder.store(0, builder.emit(.iadd, one, one))
    builder.end()
    let interpreter = Interpreter(module: builder.build(), stepLimit: 1000)
    var short = Limited(limit: 50), long = Limited(limit: .max)
    #expect(throws: ShaderExecutionError.self) { _ = try interpreter.run(active: .all, observer: &short) }
    #expect(throws: ShaderExecutionError.self) { _ = try interpreter.run(active: .all, observer: &long) }
    #expect(short.count >= 50 && short.count < 60 && long.count > 1000)
}
