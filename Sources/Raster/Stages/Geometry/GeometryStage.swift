// GeometryStage: runs a geometry shader for four invocations at a time, and cuts the emitted vertices into primitives (OpenGL 4.6 §11.3).

import Shading

/// One invocation of a geometry shader.
struct GeometryInvocation {
    /// The number of the primitive that the invocation reads, within its instance.
    var primitive: Int
    /// The number of the invocation among the invocations for the primitive.
    var number: Int
    /// The rows of the primitive's vertices.
    var vertices: [VertexRow]
}

final class GeometryStage {
    private let interpreter: Interpreter
    private let layout: VertexRowLayout
    /// The layout of the rows that the invocations read.
    private let inputLayout: VertexRowLayout
    private let strips: EmittedStrips
    private let vertexCount: Int
    /// For each word of a row, the position of the word's slot in `EmittedVertices.slots`. If the shader does not write the word, the
    /// position is nil, and the word is zero.
    private let sources: [Int?]
    private let primitiveID: Int?
    /// The size of points in pixels; nil if points get the size that the shader writes.
    private let fixedPointSize: Float?
    /// The vertices that the last run has emitted.
    let batch: VertexBatch
    /// The primitives that the last run has emitted, in order. The corners of the primitives are rows of `batch`.
    private(set) var primitives: [AssembledPrimitive] = []
    /// For each element of `primitives`, the index of the invocation that emitted the primitive, among the invocations of the last run.
    private(set) var emitters: [Int] = []

    /// - Parameters:
    ///   - interpreter: The interpreter of the program's geometry stage, with its memory.
    ///   - layout: The layout of the emitted vertices.
    init(interpreter: Interpreter, geometry: GeometryLayout, layout: VertexRowLayout, program: LinkedProgram, fixedPointSize: Float?, firstProvokes: Bool) {
        self.interpreter = interpreter; self.layout = layout; self.fixedPointSize = fixedPointSize
        inputLayout = VertexRowLayout(shadedBy: program)
        strips = EmittedStrips(output: geometry.output, firstProvokes: firstProvokes)
        vertexCount = geometry.input.vertexCount
        let slots = interpreter.emitted?.slots ?? [], outputs = interpreter.module.builtinOutputs
        func source(_ slot: Int?) -> Int? { slot.flatMap { slot in slots.firstIndex(of: slot) } }
        var sources = [Int?](repeating: nil, count: layout.stride)
        for k in 0..<4 { sources[VertexRowLayout.position + k] = source(outputs.position.map { $0 + k }) }
        sources[VertexRowLayout.pointSize] = source(outputs.pointSize)
        for k in 0..<layout.clipDistanceCount { sources[VertexRowLayout.clipDistances + k] = source(outputs.clipDistance.map { $0 + k }) }
        for (k, slot) in (program.interface.transformFeedback?.slots ?? []).enumerated() { sources[layout.feedback + k] = source(slot) }
        for (k, varying) in program.interface.varyings.enumerated() { sources[layout.varyings + k] = source(varying.vertexSlot) }
        self.sources = sources
        primitiveID = source(outputs.primitiveID)
        batch = VertexBatch(layout: layout, capacity: 4 * geometry.maximumVertexCount)
    }

    /// Runs up to four invocations; `run` runs the shader in the given lanes. Afterwards, `primitives` has the primitives of all
    /// invocations, in the order of the invocations.
    func run(_ invocations: ArraySlice<GeometryInvocation>, _ run: (Interpreter, SIMDMask<SIMD4<Int32>>) throws -> Void) throws {
        var active = SIMDMask<SIMD4<Int32>>(repeating: false)
        for (lane, invocation) in invocations.enumerated() {
            active[lane] = true
            interpreter.builtins[Int(BuiltinInput.primitiveID.rawValue)][lane] = UInt32(truncatingIfNeeded: invocation.primitive)
            interpreter.builtins[Int(BuiltinInput.invocationID.rawValue)][lane] = UInt32(truncatingIfNeeded: invocation.number)
            for component in 0..<interpreter.module.inputComponentCount {
                let row = invocation.vertices[component % vertexCount]
                interpreter.inputs[component][lane] = row[inputLayout.varyings + component / vertexCount].bitPattern
            }
        }
        try run(interpreter, active)
        primitives.removeAll(keepingCapacity: true)
        emitters.removeAll(keepingCapacity: true)
        var first = 0
        for (number, lane) in (interpreter.emitted?.lanes.prefix(invocations.count) ?? []).enumerated() {
            store(lane, from: first)
            first += lane.numbers.count
            while emitters.count < primitives.count { emitters.append(number) }
        }
    }

    /// Writes the rows of a lane's vertices, and lists the lane's primitives.
    private func store(_ lane: EmittedVertices.Lane, from first: Int) {
        let wordCount = interpreter.emitted?.slots.count ?? 0
        for (k, number) in lane.numbers.enumerated() {
            let row = batch[first + k], start = k * wordCount
            for (word, source) in sources.enumerated() { row[word] = source.map { Float(bitPattern: lane.words[start + $0]) } ?? 0 }
            if let fixedPointSize { row[VertexRowLayout.pointSize] = fixedPointSize }
            guard var primitive = strips.primitive(endingAt: first + k, numberInStrip: number) else { continue }
            let provoking = (primitive.provoking - first) * wordCount
            func value(_ source: Int?) -> Int { source.map { Int(Int32(bitPattern: lane.words[provoking + $0])) } ?? 0 }
            primitive.id = value(primitiveID)
            primitives.append(primitive)
        }
    }
}
