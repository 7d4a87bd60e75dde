// DrawExecution: draws one draw call from vertices to pixels, in order. DrawExecution processes a few thousand primitives at a
// time. A draw of any size therefore needs little memory.

import Shading

struct DrawExecution<Observer: DrawObserver> {
    private let call: DrawCall
    private let observer: Observer
    private let vertexStage: VertexStage<Observer>
    /// The program's geometry shader; nil if the program has no geometry shader.
    private let geometryStage: GeometryStage?
    private let frontEnd: PrimitiveProcessor
    private let fragmentStage: FragmentStage<Observer>
    /// The number of primitives whose vertices are shaded together.
    private static var primitivesAtOnce: Int { 4096 }

    init(call: DrawCall, target: Framebuffer, interpreters: StageInterpreters, observer: Observer) {
        self.call = call; self.observer = observer
        frontEnd = PrimitiveProcessor(call: call, target: target, additionalVaryings: observer.weighsVertices ? LimitLadder.weights : [])
        let program = call.pipeline.program.linked, layout = frontEnd.layout
        vertexStage = VertexStage(fetcher: VertexFetcher(call: call), interpreter: interpreters.vertex,
                                  layout: program.geometry == nil ? layout : VertexRowLayout(shadedBy: program), program: program,
                                  fixedPointSize: call.fixedPointSize,
                                  baseVertex: call.baseVertex, baseInstance: call.baseInstance, observer: observer)
        geometryStage = interpreters.geometry.flatMap { interpreter in
            interpreter.module.geometryLayout.map {
                GeometryStage(interpreter: interpreter, geometry: $0, layout: layout, program: program, fixedPointSize: call.fixedPointSize,
                              firstProvokes: call.pipeline.state.provokingVertex == .first)
            }
        }
        fragmentStage = FragmentStage(call: call, target: target, transform: ViewportTransform(call.viewport),
                                      interpreter: interpreters.fragment, observer: observer)
        observer.begin(call, target: target, layout: frontEnd.layout)
    }

    func run() throws {
        if let geometryStage { return try run(geometryStage) }
        let feedback = FeedbackRun.begin(call, primitiveCount: PrimitiveSource(call: call).count)
        let sequence = VertexSequence(call: call)
        let assembly = PrimitiveAssembly(primitive: call.primitive, provokingVertex: call.pipeline.state.provokingVertex)
        var primitives: [AssembledPrimitive] = [], drawn = 0
        for instance in 0..<call.instanceCount {
            var primitiveID = 0
            observer.begin(instance: instance)
            try sequence.forEachRun { run in
                primitiveID += try assembly.assemble(start: run.lowerBound, count: run.count, firstID: primitiveID) { primitive in
                    primitives.append(primitive)
                    if primitives.count == Self.primitivesAtOnce { try draw(&primitives, sequence, instance: instance, feedback, after: &drawn) }
                }
            }
            try draw(&primitives, sequence, instance: instance, feedback, after: &drawn)
            call.primitiveQuery?.count += UInt64(primitiveID)
        }
        call.query?.count += fragmentStage.passedSamples
    }

    /// Draws the primitives that a geometry shader makes from the draw's primitives.
    private func run(_ stage: GeometryStage) throws {
        let sequence = VertexSequence(call: call), source = PrimitiveSource(call: call)
        for instance in 0..<call.instanceCount {
            observer.begin(instance: instance)
            var run = 0
            for start in stride(from: 0, to: source.perInstance, by: Self.primitivesAtOnce) {
                let end = min(source.perInstance, start + Self.primitivesAtOnce)
                try draw((start..<end).map { source.input($0, run: &run) }, sequence, instance: instance, stage)
            }
        }
        call.query?.count += fragmentStage.passedSamples
    }

    /// Draws the primitives that the geometry shader makes from primitives of one instance.
    private func draw(_ primitives: [InputPrimitive], _ sequence: VertexSequence, instance: Int, _ stage: GeometryStage) throws {
        var vertices = VertexList()
        let rows = primitives.map { primitive in (0..<primitive.count).map { vertices.row(of: sequence.vertex(at: primitive.positions[$0])) } }
        let shaded = try vertexStage.run(vertices.numbers, instance: instance)
        let count = call.pipeline.program.linked.geometry?.geometryLayout?.invocationCount ?? 1
        let invocations = zip(primitives, rows).flatMap { primitive, rows in
            (0..<count).map { GeometryInvocation(primitive: primitive.id, number: $0, vertices: rows.map { shaded[$0] }) }
        }
        for start in stride(from: 0, to: invocations.count, by: 4) {
            try stage.run(invocations[start..<min(invocations.count, start + 4)]) { try observer.run($0, geometry: $1) }
            call.primitiveQuery?.count += UInt64(stage.primitives.count)
            let batch = stage.batch, feedback = FeedbackRun.begin(call, primitiveCount: stage.primitives.count)
            for (number, primitive) in stage.primitives.enumerated() {
                let corners = [primitive.a, primitive.b, primitive.c], emitter = invocations[start + stage.emitters[number]]
                if let feedback { write(primitive, corners, of: batch, number: number, feedback) }
                try draw(ShadedPrimitive(assembled: primitive, a: batch[corners[0]], b: batch[corners[1]], c: batch[corners[2]],
                                         provoking: batch[primitive.provoking], vertices: (corners[0], corners[1], corners[2]),
                                         emitter: GeometryEmitter(primitive: emitter.primitive, invocation: emitter.number)), instance: instance)
            }
        }
    }

    /// Writes a primitive's vertices if the buffers have room for the vertices.
    /// - Parameters:
    ///   - corners: The rows of the corners in the batch.
    ///   - number: The number of the primitive among the primitives that `feedback` writes.
    private func write(_ primitive: AssembledPrimitive, _ corners: [Int], of batch: VertexBatch, number: Int, _ feedback: FeedbackRun) {
        guard number < feedback.writtenCount else { return }
        let first = feedback.firstCorner(of: primitive)
        for corner in 0..<primitive.count {
            let words = batch[corners[(first + corner) % primitive.count]] + batch.layout.feedback
            feedback.write(primitive: number, corner: corner) { words[$0].bitPattern }
        }
    }

    private func draw(_ primitive: ShadedPrimitive, instance: Int) throws {
        if let drawn = observer.begin(primitive) {
            try frontEnd.process(drawn) { part in
                observer.setUp(part)
                try fragmentStage.draw(part, instance: instance)
            }
        }
        observer.end(primitive)
    }

    /// Draws the primitives in the list `primitives`, which belong to one instance, and empties the list.
    /// - Parameters:
    ///   - feedback: The places to which transform feedback writes the draw's primitives; nil without transform feedback.
    ///   - drawn: The number of the draw's primitives that come before the primitives of the list.
    private func draw(_ primitives: inout [AssembledPrimitive], _ sequence: VertexSequence, instance: Int, _ feedback: FeedbackRun?,
                      after drawn: inout Int) throws {
        defer {
            drawn += primitives.count
            primitives.removeAll(keepingCapacity: true)
        }
        var list = VertexList()
        func row(_ position: Int) -> Int { list.row(of: sequence.vertex(at: position)) }
        let rows = primitives.map { p in
            let a = row(p.a)
            return (a: a, b: p.count > 1 ? row(p.b) : a, c: p.count > 2 ? row(p.c) : a, provoking: row(p.provoking))
        }
        let vertices = list.numbers, batch = try vertexStage.run(vertices, instance: instance)
        if let feedback {
            for (number, row) in rows.enumerated() {
                write(primitives[number], [row.a, row.b, row.c], of: batch, number: drawn + number, feedback)
            }
        }
        for (assembled, row) in zip(primitives, rows) {
            let primitive = ShadedPrimitive(assembled: assembled, a: batch[row.a], b: batch[row.b], c: batch[row.c], provoking: batch[row.provoking],
                                            vertices: (vertices[row.a], vertices[row.b], vertices[row.c]))
            try draw(primitive, instance: instance)
        }
    }
}

/// The interpreters of a program's stages.
struct StageInterpreters {
    var vertex: Interpreter
    var geometry: Interpreter?
    var fragment: Interpreter
}

/// The vertices to shade. A vertex that several primitives share has only one row and is shaded once.
private struct VertexList {
    private(set) var numbers: [Int] = []
    private var rowOfVertex: [Int: Int] = [:]

    /// Returns the row of a vertex in the list of vertices to shade. If the vertex is not in the list, this function appends the vertex.
    mutating func row(of vertex: Int) -> Int {
        if let known = rowOfVertex[vertex] { return known }
        rowOfVertex[vertex] = numbers.count
        numbers.append(vertex)
        return numbers.count - 1
    }
}

extension DrawCall {
    /// The size of the draw's points in pixels; nil if points get the size that the last stage before the fragment shader writes.
    fileprivate var fixedPointSize: Float? {
        let state = pipeline.state
        return state.programPointSize && pipeline.program.linked.lastVertexStage.builtinOutputs.pointSize != nil ? nil : state.pointSize
    }
}

/// The vertices of a draw, in order.
struct VertexSequence {
    private let first: Int, count: Int
    private let baseVertex: UInt32
    private let indices: IndexReader?
    /// The index that ends a run of primitives; nil if no index ends a run.
    private let restartIndex: UInt32?

    init(call: DrawCall) {
        first = call.first; count = call.count
        baseVertex = UInt32(truncatingIfNeeded: call.baseVertex)
        indices = call.indices.map(IndexReader.init)
        restartIndex = call.indices.flatMap { call.pipeline.state.restartIndex(of: $0.type) }
    }

    /// Returns the number of the buffer element at a position of the sequence. The number includes the base vertex; the sum wraps at 32
    /// bits (OpenGL 3.3 §2.8.3, DrawElementsBaseVertex).
    func vertex(at position: Int) -> Int { indices.map { Int($0.index(first + position) &+ baseVertex) } ?? first + position }

    /// Calls `body` with the positions of each run of vertices between primitive restarts.
    func forEachRun(_ body: (Range<Int>) throws -> Void) rethrows {
        guard let indices, let restartIndex else { return try body(0..<count) }
        var start = 0
        for position in 0..<count where indices.index(first + position) == restartIndex {
            try body(start..<position)
            start = position + 1
        }
        try body(start..<count)
    }
}
