// TraceRunner: runs the shaders of a traced draw for the reference renderer.
//
// The draw is executed twice: the first execution lists the runs at the pixel, and the second records the chosen run.

import Raster
import Shading

/// Lists the runs of the fragment shader at a pixel.
final class FragmentFinder: DrawObserver {
    struct Found {
        var quad: FragmentQuad
        var lane: Int
    }
    /// The pixel, from the left and from the bottom.
    let x: Int, y: Int
    /// The listed runs, in the order of execution.
    private(set) var runs: [Found] = []
    init(x: Int, y: Int) { self.x = x; self.y = y }

    func run(_ interpreter: Interpreter, fragments: FragmentQuad) throws -> SIMDMask<SIMD4<Int32>> {
        if let lane = fragments.lane(ofX: x, y: y), fragments.samples[lane] != 0 { runs.append(Found(quad: fragments, lane: lane)) }
        return try interpreter.run(active: SIMDMask(repeating: true))
    }
}

/// Records one run.
package final class TraceRunner: DrawObserver {
    /// The run to record.
    package enum Choice {
        /// A vertex, given by its number and its instance.
        case vertex(Int, instance: Int)
        /// An invocation of the geometry shader, given by its primitive, its number among the primitive's invocations (gl_InvocationID), and
        /// its instance.
        case primitive(Int, invocation: Int, instance: Int)
        /// A run at a pixel, given by the run's number and the pixel's position from the left and from the bottom.
        case fragment(x: Int, y: Int, number: Int)
    }
    /// The error that ends a draw after the wanted vertex or primitive.
    struct Finished: Error {}

    let log = TexelLog(keeps: true)
    package var texels: TexelLog? { log }
    private let choice: Choice
    private let limit: Int
    private var number = 0
    /// The instance that runs.
    private var instance = 0
    /// The draw that runs; nil before the draw begins.
    private var call: DrawCall?
    private(set) var recorded: Recorded?
    /// The differences between the recorded run and the same run without a recorder; nil if the runs could not be compared.
    package var differences: [String]? { recorded?.differences }
    /// The smallest and the largest number among the shaded vertices; nil if no vertex was shaded.
    private(set) var vertexRange: ClosedRange<Int>?
    /// The largest number among the primitives for which the geometry shader ran; nil if the geometry shader did not run.
    private(set) var lastPrimitive: Int?

    struct Recorded {
        var run: RecordedRun
        var lane: Int
        var vertices: VertexQuad?
        var quad: FragmentQuad?
        /// For each lane, the primitive and the number of the invocation of the geometry shader; nil for a lane without an invocation.
        var invocations: [(primitive: Int, number: Int)?] = []
        var end: ShaderTrace.End
        /// For each lane, whether the shader discarded the lane's fragment.
        var discarded: [Bool]
        var differences: [String]?
    }

    package init(_ choice: Choice, limit: Int) { self.choice = choice; self.limit = limit }

    package func begin(_ call: DrawCall, target: Framebuffer, layout: VertexRowLayout) { self.call = call }
    package func run(_ interpreter: Interpreter, active: SIMDMask<SIMD4<Int32>>, vertices: VertexQuad) throws {
        if let low = vertices.vertices.min(), let high = vertices.vertices.max() {
            vertexRange = min(low, vertexRange?.lowerBound ?? low)...max(high, vertexRange?.upperBound ?? high)
        }
        guard case .vertex(let wanted, let instance) = choice, vertices.instance == instance, let position = vertices.vertices.firstIndex(of: wanted) else {
            _ = try interpreter.run(active: active)
            return
        }
        _ = try record(interpreter, active: active, lane: position - vertices.vertices.startIndex, vertices: vertices, quad: nil)
        throw Finished()
    }
    package func begin(instance: Int) { self.instance = instance }
    package func run(_ interpreter: Interpreter, geometry active: SIMDMask<SIMD4<Int32>>) throws {
        func word(_ builtin: BuiltinInput, _ lane: Int) -> Int { Int(interpreter.builtins[Int(builtin.rawValue)][lane]) }
        let invocations = (0..<4).map { active[$0] ? (primitive: word(.primitiveID, $0), number: word(.invocationID, $0)) : nil }
        lastPrimitive = max(lastPrimitive ?? 0, invocations.compactMap { $0?.primitive }.max() ?? 0)
        guard case .primitive(let wanted, let number, let instance) = choice, instance == self.instance,
              let lane = invocations.firstIndex(where: { $0.map { $0 == (wanted, number) } ?? false }) else {
            _ = try interpreter.run(active: active)
            return
        }
        _ = try record(interpreter, active: active, lane: lane, vertices: nil, quad: nil)
        recorded?.invocations = invocations
        throw Finished()
    }
    package func run(_ interpreter: Interpreter, fragments: FragmentQuad) throws -> SIMDMask<SIMD4<Int32>> {
        let all = SIMDMask<SIMD4<Int32>>(repeating: true)
        guard case .fragment(let x, let y, let wanted) = choice, let lane = fragments.lane(ofX: x, y: y), fragments.samples[lane] != 0 else {
            return try interpreter.run(active: all)
        }
        defer { number += 1 }
        guard number == wanted else { return try interpreter.run(active: all) }
        return try record(interpreter, active: all, lane: lane, vertices: nil, quad: fragments)
    }

    /// Runs the shader twice: with a recorder and without a recorder.
    private func record(_ interpreter: Interpreter, active: SIMDMask<SIMD4<Int32>>, lane: Int, vertices: VertexQuad?,
                        quad: FragmentQuad?) throws -> SIMDMask<SIMD4<Int32>> {
        let module = interpreter.module
        func bits(_ mask: SIMDMask<SIMD4<Int32>>) -> UInt8 { (0..<4).reduce(0) { mask[$1] ? $0 | 1 << UInt8($1) : $0 } }
        var run = RecordedRun(module, lane: lane, initial: bits(active), limit: limit)
        run.inputs = (0..<module.inputComponentCount).map { interpreter.inputs[$0][lane] }
        run.builtins = BuiltinInput.allCases.map { interpreter.builtins[Int($0.rawValue)][lane] }
        var recorder = RunRecorder(run: run, log: log)
        let memory = call.flatMap { $0.writesMemory ? WrittenMemory(of: $0) : nil }
        log.clear()
        var alive = active, end = ShaderTrace.End.returned, stopped: ShaderExecutionError?
        do { alive = try interpreter.run(active: active, observer: &recorder) } catch { stopped = error }
        if !recorder.run.isComplete { end = .cutOff } else if stopped != nil { end = .endless }
        log.clear()
        recorder.run.locals = (0..<module.localSlotCount).map { interpreter.locals[$0][lane] }
        let observed = ShaderOutputs(interpreter)
        recorded = Recorded(run: recorder.run, lane: lane, vertices: vertices, quad: quad, end: end, discarded: (0..<4).map { active[$0] && !alive[$0] },
                            differences: nil)
        // The memory gets back the contents that it had before the recorded run. Then the shader runs without a recorder, and the draw
        // continues with the results of this second run.
        memory?.restore()
        let result = try interpreter.run(active: active)
        log.clear()
        guard stopped == nil else { return result }
        recorded?.differences = (alive == result ? [] : ["the recorded run discards other lanes than the same run without a recorder"])
            + observed.differences(from: ShaderOutputs(interpreter), in: result)
        return result
    }
}

/// A shader's outputs for the next stage.
private struct ShaderOutputs {
    private var slots: [(name: String, slot: Int, value: QuadUInt)] = []
    /// For each lane, the vertices that a geometry shader has emitted; empty for other stages.
    private let emitted: [EmittedVertices.Lane]

    init(_ interpreter: Interpreter) {
        emitted = interpreter.emitted?.lanes ?? []
        let module = interpreter.module, builtin = module.builtinOutputs
        func add(_ name: String, _ first: Int?, _ count: Int) {
            guard let first else { return }
            for slot in first..<(first + count) { slots.append((name, slot, interpreter.locals[slot])) }
        }
        for output in module.outputs { add(output.name, output.firstSlot, output.type.scalarCount) }
        add("gl_Position", builtin.position, 4)
        add("gl_PointSize", builtin.pointSize, 1)
        add("gl_ClipDistance", builtin.clipDistance, builtin.clipDistanceCount)
        add("gl_FragDepth", builtin.fragmentDepth, 1)
        add("gl_SampleMask", builtin.sampleMask, 1)
    }
    /// Returns a sentence for each output that has different bits in at least one lane. All NaNs count as equal.
    func differences(from other: ShaderOutputs, in lanes: SIMDMask<SIMD4<Int32>>) -> [String] {
        var names: [String] = []
        func differ(_ a: UInt32, _ b: UInt32) -> Bool { a != b && !(Float(bitPattern: a).isNaN && Float(bitPattern: b).isNaN) }
        for (a, b) in zip(slots, other.slots) where names.last != a.name {
            if (0..<4).contains(where: { lanes[$0] && differ(a.value[$0], b.value[$0]) }) { names.append(a.name) }
        }
        let sameVertices = zip(emitted, other.emitted).allSatisfy { a, b in
            a.numbers == b.numbers && a.words.count == b.words.count && !zip(a.words, b.words).contains(where: differ)
        }
        return names.map { "output '\($0)' has different bits in the recorded run than in the same run without a recorder" }
            + (sameVertices ? [] : ["the recorded run emits other vertices than the same run without a recorder"])
    }
}
