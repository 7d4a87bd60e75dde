// Random programs with structured control flow. Kernels run the programs with all lanes at once, and a simple simulation runs the
// programs one lane after the other.

import Kernel
import SeededRandom
import Testing

/// A statement of a random program. Variables are of type Int32. Each loop has a block around it and counts its turns. An exit
/// states the number of blocks that it leaves.
private indirect enum Statement {
    case assign(Int, Expression)
    case branch(Test, [Statement], [Statement]?)
    case block([Statement])
    /// A loop of at most `turns` turns. After the last turn, all lanes take the exit together if `isUniform` is true; otherwise the exit is
    /// tested for each lane.
    case loop(turns: Int32, isUniform: Bool, body: [Statement])
    case exit(blocks: Int)
    case discard
}
private enum Expression {
    case mix(Int, Int, Int32)
    /// The number of the current turn of the innermost loop.
    case turn
}
private enum Test {
    case lanes(Int, modulo: Int32, below: Int32)
    /// A bit of an argument, equal in all lanes.
    case uniform(Int)
    /// Whether the innermost loop is in the given turn. The turn is equal in all lanes of the loop.
    case turn(Int32)
}

private let variableCount = 4

private struct Generator {
    var random: SeededGenerator
    let allowsDiscard: Bool

    mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    mutating func statements(depth: Int, blocks: Int, inLoop: Bool) -> [Statement] {
        (0 ..< int(1 ... 4)).map { _ in statement(depth: depth, blocks: blocks, inLoop: inLoop) }
    }

    mutating func test(inLoop: Bool) -> Test {
        switch int(0 ... 5) {
        case 0: .uniform(int(0 ... 15))
        case 1 where inLoop: .turn(Int32(int(0 ... 3)))
        default: .lanes(int(0 ... variableCount - 1), modulo: Int32(int(2 ... 7)), below: Int32(int(1 ... 4)))
        }
    }

    mutating func statement(depth: Int, blocks: Int, inLoop: Bool) -> Statement {
        let a = int(0 ... variableCount - 1), b = int(0 ... variableCount - 1), c = Int32(int(-9 ... 9))
        switch int(0 ... 11) {
        case 0 ... 2 where depth > 0:
            let test = test(inLoop: inLoop)
            let then = statements(depth: depth - 1, blocks: blocks, inLoop: inLoop)
            return .branch(test, then, int(0 ... 1) == 0 ? nil : statements(depth: depth - 1, blocks: blocks, inLoop: inLoop))
        case 3 where depth > 0:
            return .block(statements(depth: depth - 1, blocks: blocks + 1, inLoop: inLoop))
        case 4 ... 6 where depth > 0:
            return .loop(turns: Int32(int(1 ... 4)), isUniform: int(0 ... 1) == 0, body: statements(depth: depth - 1, blocks: blocks + 1, inLoop: true))
        case 7 where blocks > 0:
            return .exit(blocks: int(0 ... blocks - 1))
        case 8 where blocks > 0 && depth < 4: return .exit(blocks: 0)
        case 9 where allowsDiscard && int(0 ... 2) == 0: return .discard
        case 10 where inLoop: return .assign(a, .turn)
        default: return .assign(a, .mix(a, b, c))
        }
    }
}

// MARK: One lane at a time

private struct Lane {
    var variables: [Int32]
    var turns: [Int32] = []
    var isKilled = false
    let bits: Int32

    enum Outcome: Equatable { case goOn, exit(Int), leaveLoops }

    mutating func run(_ statements: [Statement]) -> Outcome {
        for statement in statements {
            let outcome = run(statement)
            if outcome != .goOn { return outcome }
        }
        return .goOn
    }

    func holds(_ test: Test) -> Bool {
        switch test {
        case .lanes(let v, let modulo, let below): (variables[v] & 0x7fff_ffff) % modulo < below
        case .uniform(let bit): bits >> Int32(bit) & 1 == 1
        case .turn(let turn): turns.last! == turn
        }
    }

    mutating func run(_ statement: Statement) -> Outcome {
        switch statement {
        case .assign(let a, .mix(let x, let y, let c)): variables[a] = variables[x] &* 3 &+ variables[y] &+ c
        case .assign(let a, .turn): variables[a] = turns.last!
        case .branch(let test, let then, let otherwise): return holds(test) ? run(then) : run(otherwise ?? [])
        case .block(let body):
            switch run(body) {
            case .exit(0), .goOn: return .goOn
            case .exit(let n): return .exit(n - 1)
            case .leaveLoops: return .leaveLoops
            }
        case .loop(let count, _, let body):
            turns.append(0)
            defer { turns.removeLast() }
            while turns.last! < count {
                switch run(body) {
                case .goOn: break
                case .exit(0): return .goOn
                case .exit(let n): return .exit(n - 1)
                case .leaveLoops: return turns.count == 1 ? .goOn : .leaveLoops
                }
                if isKilled { return .goOn }
                turns[turns.count - 1] += 1
            }
        case .exit(let n): return .exit(n)
        case .discard:
            isKilled = true
            return turns.isEmpty ? .goOn : .leaveLoops
        }
        return .goOn
    }
}

// MARK: In lanes

private struct Emitter {
    let k: KernelBuilder
    let flow: DivergentFlow
    let variables: [Variable<IntLanes>]
    let bits: Scalar<Int32>
    var turns: [Variable<Scalar<Int32>>] = []
    /// For each open construct, the outermost first: whether the construct is a block.
    var isBlock: [Bool] = []

    mutating func emit(_ statements: [Statement]) { for statement in statements { emit(statement) } }

    /// Returns the number of constructs inside of a block. `blocks` is the number of blocks inside of this
    /// block.
    func depth(_ blocks: Int) -> Int {
        var seen = 0
        for (depth, isBlock) in isBlock.reversed().enumerated() where isBlock {
            if seen == blocks { return depth }
            seen += 1
        }
        fatalError("no such block")
    }

    mutating func beginIf(_ test: Test) {
        switch test {
        case .lanes(let v, let modulo, let below):
            let value = variables[v].value & 0x7fff_ffff
            flow.beginIf(value.remainder(by: value.constant(modulo)) .< below, jumps: modulo != 3)
        case .uniform(let bit): flow.beginIf(((bits >> Int32(bit)) & 1) .== 1)
        case .turn(let turn): flow.beginIf(turns.last!.value .== turn)
        }
        isBlock.append(false)
    }
    mutating func end() {
        flow.end()
        isBlock.removeLast()
    }

    mutating func emit(_ statement: Statement) {
        switch statement {
        case .assign(let a, .mix(let x, let y, let c)):
            variables[a].value = flow.active.choose(variables[x].value * 3 + variables[y].value + c, variables[a].value)
        case .assign(let a, .turn): variables[a].value = flow.active.choose(turns.last!.value.broadcast(), variables[a].value)
        case .branch(let test, let then, let otherwise):
            beginIf(test)
            emit(then)
            if let otherwise {
                flow.beginElse()
                emit(otherwise)
            }
            end()
        case .block(let body):
            flow.beginBlock()
            isBlock.append(true)
            emit(body)
            end()
        case .loop(let count, let isUniform, let body):
            flow.beginBlock()
            isBlock.append(true)
            turns.append(k.variable(k.scalar(Int32(0))))
            flow.beginLoop()
            isBlock.append(false)
            let turn = turns.last!.value
            if isUniform { flow.beginIf(turn .>= count) } else { flow.beginIf(turn.broadcast() .>= count) }
            flow.exit(2)
            flow.end()
            emit(body)
            turns.last!.value = turns.last!.value + 1
            flow.endLoop { k.returnNow([k.scalar(Int32(1))]) }
            isBlock.removeLast()
            turns.removeLast()
            end()
        case .exit(let blocks): flow.exit(depth(blocks))
        case .discard: flow.discard()
        }
    }
}

@Test("diverging lanes get the same results as lanes that run alone", arguments: targets.filter { [.host, .x86v3].contains($0.instructionSet) })
func randomPrograms(target: KernelTarget) throws {
    let w = target.lanes
    for seed in 0 ..< (target.instructionSet == .host ? 40 : 12) {
        var generator = Generator(random: SeededGenerator(state: UInt64(seed)), allowsDiscard: seed % 2 == 1)
        let program = generator.statements(depth: 5, blocks: 0, inLoop: false)
        let kernel = try compiled(target) { k in
            k.entry("run", [.pointer, .int32, .int32], results: [.int32]) { arguments in
                let memory = arguments[0].pointer
                let flow = DivergentFlow(k, active: arguments[2].scalar(Int32.self).mask(), turnsLeft: k.variable(k.scalar(10_000)),
                                         helpers: seed % 2 == 1 ? DivergentFlow.Helpers { $0 } : nil)
                let variables = (0 ..< variableCount).map { k.variable(memory.loadLanes(Int32.self, at: 4 * w * $0)) }
                var emitter = Emitter(k: k, flow: flow, variables: variables, bits: arguments[1].scalar(Int32.self))
                emitter.emit(program)
                for (index, variable) in variables.enumerated() { memory.store(variable.value, at: 4 * w * index) }
                memory.store(flow.killed.bits, at: 4 * w * variableCount)
                return [k.scalar(Int32(0))]
            }
        }
        let run = try kernel.function("run", as: (@convention(c) (UnsafeMutablePointer<Int32>, Int32, Int32) -> Int32).self)
        var random = generator.random
        for round in 0 ..< 4 {
            let input = (0 ..< w * variableCount).map { _ in Int32.random(in: -100 ... 100, using: &random) }
            let bits = Int32.random(in: 0 ... 0xffff, using: &random)
            let full = UInt32.max >> UInt32(32 - w)
            let active = Int32(bitPattern: round == 0 ? full : UInt32.random(in: 1 ... full, using: &random))
            var memory = input + [0]
            #expect(run(&memory, bits, active) == 0)
            for lane in 0 ..< w {
                var alone = Lane(variables: (0 ..< variableCount).map { input[$0 * w + lane] }, bits: bits)
                if active >> Int32(lane) & 1 == 1 { _ = alone.run(program) }
                let together = (0 ..< variableCount).map { memory[$0 * w + lane] }
                let isKilled = memory[w * variableCount] >> Int32(lane) & 1 == 1
                #expect(together == alone.variables && isKilled == alone.isKilled, "program \(seed), round \(round), lane \(lane)")
            }
        }
    }
}

@Test("a loop that does not end is stopped and reported", arguments: hostTargets)
func stepLimit(target: KernelTarget) throws {
    let kernel = try compiled(target) { k in
        k.entry("run", [.pointer, .int32], results: [.int32]) { arguments in
            let limit = arguments[0].pointer.loadLanes(Int32.self)
            let flow = DivergentFlow(k, active: k.mask(true), turnsLeft: k.variable(k.scalar(1000)))
            let count = k.variable(k.lanes(Int32(0)))
            flow.beginBlock()
            flow.beginLoop()
            flow.beginIf(count.value .== limit)
            flow.exit(2)
            flow.end()
            count.value = flow.active.choose(count.value + 1, count.value)
            flow.endLoop { k.returnNow([k.scalar(Int32(1))]) }
            flow.end()
            arguments[0].pointer.store(count.value)
            return [k.scalar(Int32(0))]
        }
    }
    let run = try kernel.function("run", as: (@convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32).self)
    var limits = (0 ..< 32).map { Int32($0 * 30) }
    let expected = Array(limits[0 ..< target.lanes])
    #expect(run(&limits, 0) == 0)
    #expect(Array(limits[0 ..< target.lanes]) == expected)
    limits[1] = -1
    #expect(run(&limits, 0) == 1)
}
