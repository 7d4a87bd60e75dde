// DrawExecution: draws one draw call from vertices to pixels, in order. DrawExecution processes a few thousand primitives at a
// time. A draw of any size therefore needs little memory.

import Shading

struct DrawExecution<Observer: DrawObserver> {
    private let call: DrawCall
    private let observer: Observer
    private let vertexStage: VertexStage<Observer>
    private let frontEnd: PrimitiveProcessor
    private let fragmentStage: FragmentStage<Observer>
    /// The number of primitives whose vertices are shaded together.
    private static var primitivesAtOnce: Int { 4096 }

    init(call: DrawCall, target: Framebuffer, interpreters: (vertex: Interpreter, fragment: Interpreter), observer: Observer) {
        self.call = call; self.observer = observer
        frontEnd = PrimitiveProcessor(call: call, target: target, additionalVaryings: observer.weighsVertices ? LimitLadder.weights : [])
        vertexStage = VertexStage(fetcher: VertexFetcher(call: call), interpreter: interpreters.vertex, layout: frontEnd.layout,
                                  program: call.pipeline.program.linked, fixedPointSize: call.fixedPointSize,
                                  baseVertex: call.baseVertex, baseInstance: call.baseInstance, observer: observer)
        fragmentStage = FragmentStage(call: call, target: target, transform: ViewportTransform(call.viewport),
                                      interpreter: interpreters.fragment, observer: observer)
        observer.begin(call, target: target, layout: frontEnd.layout)
    }

    func run() throws {
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

    /// Draws primitives of one instance, and empties the list.
    /// - Parameters:
    ///   - feedback: Where transform feedback writes the draw's primitives; nil without transform feedback.
    ///   - drawn: The number of the draw's primitives before these.
    private func draw(_ primitives: inout [AssembledPrimitive], _ sequence: VertexSequence, instance: Int, _ feedback: FeedbackRun?,
                      after drawn: inout Int) throws {
        defer {
            drawn += primitives.count
            primitives.removeAll(keepingCapacity: true)
        }
        var rowOfVertex: [Int: Int] = [:], vertices: [Int] = []
        /// Returns the row of a vertex among the vertices to shade. A vertex that several primitives share has only one row and is shaded once.
        func row(_ position: Int) -> Int {
            let vertex = sequence.vertex(at: position)
            if let known = rowOfVertex[vertex] { return known }
            rowOfVertex[vertex] = vertices.count
            vertices.append(vertex)
            return vertices.count - 1
        }
        let rows = primitives.map { p in
            let a = row(p.a)
            return (a: a, b: p.count > 1 ? row(p.b) : a, c: p.count > 2 ? row(p.c) : a, provoking: row(p.provoking))
        }
        let batch = try vertexStage.run(vertices, instance: instance)
        if let feedback {
            for (number, row) in rows.enumerated() where drawn + number < feedback.writtenCount {
                let corners = [row.a, row.b, row.c].prefix(primitives[number].count), first = feedback.firstCorner(of: primitives[number])
                for corner in corners.indices {
                    let words = batch[corners[(first + corner) % corners.count]] + batch.layout.feedback
                    feedback.write(primitive: drawn + number, corner: corner) { words[$0].bitPattern }
                }
            }
        }
        for (assembled, row) in zip(primitives, rows) {
            let primitive = ShadedPrimitive(assembled: assembled, a: batch[row.a], b: batch[row.b], c: batch[row.c], provoking: batch[row.provoking],
                                            vertices: (vertices[row.a], vertices[row.b], vertices[row.c]))
            if let drawn = observer.begin(primitive) {
                try frontEnd.process(drawn) { part in
                    observer.setUp(part)
                    try fragmentStage.draw(part, instance: instance)
                }
            }
            observer.end(primitive)
        }
    }
}

extension DrawCall {
    /// The size of the draw's points in pixels; nil if the vertex shader decides it.
    fileprivate var fixedPointSize: Float? {
        let state = pipeline.state
        return state.programPointSize && pipeline.program.linked.vertex.builtinOutputs.pointSize != nil ? nil : state.pointSize
    }
}

/// The vertices of a draw, in order.
struct VertexSequence {
    private let first: Int, count: Int
    private let baseVertex: UInt32
    private let indices: IndexReader?
    /// The index that ends a run of primitives.
    private let restartIndex: UInt32?

    init(call: DrawCall) {
        first = call.first; count = call.count
        baseVertex = UInt32(truncatingIfNeeded: call.baseVertex)
        indices = call.indices.map(IndexReader.init)
        restartIndex = call.indices.flatMap { call.pipeline.state.restartIndex(of: $0.type) }
    }

    /// The number of the buffer element at a position of the sequence. The number includes the base vertex; the sum wraps at 32
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
