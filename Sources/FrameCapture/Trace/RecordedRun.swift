// RecordedRun: the operations of a shader's run for one quad. A quad is a group of four fragments, vertices, primitives or invocations that
// run together; each of the four runs in its own lane.

import Raster
import Shading

struct RecordedRun: Sendable {
    let module: ShaderModule
    /// The traced lane.
    let lane: Int
    /// The lanes that are active at the start of the run, one bit per lane.
    let initial: UInt8
    /// For each executed operation, the index of its instruction in the module. Constants are not recorded.
    private(set) var instructions: [Int32] = []
    /// The results of the executed operations, in all four lanes.
    private(set) var results: [QuadUInt] = []
    /// The active lanes after each operation, one bit per lane.
    private(set) var active: [UInt8] = []
    private(set) var lookups: [Lookup] = []
    /// Whether the recording has all executed operations.
    private(set) var isComplete = true
    /// The values of the inputs and built-in inputs in the traced lane.
    var inputs: [UInt32] = []
    var builtins: [UInt32] = []
    /// The values of the local slots at the end of the shader.
    var locals: [UInt32] = []
    private let limit: Int
    private var texelCount = 0

    struct Lookup: Sendable {
        /// The index of the operation in the run.
        var operation: Int
        var texels: [TakenTexel]
        var level: TakenLevel?
    }

    init(_ module: ShaderModule, lane: Int, initial: UInt8, limit: Int) {
        self.module = module; self.lane = lane; self.initial = initial; self.limit = limit
    }

    var count: Int { instructions.count }
    /// Whether the recording has room for more operations.
    var goesOn: Bool { isComplete }

    mutating func add(_ instruction: Int, _ result: QuadUInt, _ active: UInt8, _ log: TexelLog) {
        guard instruction >= module.constantCount else { return }
        guard count < limit, texelCount < limit else {
            isComplete = false
            return
        }
        if module.instructions[instruction].opcode == .texture {
            let texels = log.texels.filter { $0.lane == lane }
            lookups.append(Lookup(operation: count, texels: texels, level: log.levels.last { $0.lane == lane }))
            texelCount += texels.count
            log.clear()
        }
        instructions.append(Int32(instruction))
        results.append(result)
        self.active.append(active)
    }

    /// Returns the instruction of an executed operation.
    func instruction(_ operation: Int) -> Instruction { module.instructions[Int(instructions[operation])] }
    /// Returns the lanes that executed an operation. For each operation, `active` has the lanes that are active after the operation. A
    /// control-flow operation changes the active lanes; therefore, the lanes that executed such an operation are the lanes that were active
    /// after the previous operation.
    func executing(_ operation: Int) -> UInt8 {
        guard instruction(operation).opcode.definition.kind == .flow else { return active[operation] }
        return operation == 0 ? initial : active[operation - 1]
    }
    func isExecuted(_ operation: Int) -> Bool { executing(operation) & (1 << UInt8(lane)) != 0 }
}

/// Records a run while the interpreter works.
struct RunRecorder: InterpreterObserver {
    var run: RecordedRun
    let log: TexelLog

    mutating func executed(instruction: Int, result: QuadUInt, active: QuadUInt) { run.add(instruction, result, RunRecorder.bits(active), log) }
    var goesOn: Bool { run.goesOn }
    /// Clears the log before each quad, because the log also has the texels of other quads, which run between two runs of the traced quad.
    mutating func willRun(quad: Int, active: QuadUInt) { log.clear() }

    /// Returns one bit per lane: 1 if the lane's mask is not zero.
    static func bits(_ mask: QuadUInt) -> UInt8 {
        (0..<4).reduce(0) { mask[$1] != 0 ? $0 | 1 << UInt8($1) : $0 }
    }
}
