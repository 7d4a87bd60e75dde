// DrawExecution: takes one draw from vertices to pixels, in order.
//
// It takes a few thousand primitives at a time, so that a draw of any size needs little memory.

import Shading

struct DrawExecution {
    private let call: DrawCall
    private let vertexStage: VertexStage
    private let frontEnd: PrimitiveProcessor
    private let fragmentStage: FragmentStage
    private let probe: (fragments: FragmentProbe, primitives: PrimitiveProbe)?
    private let census: PrimitiveCensus?
    /// The number of primitives whose vertices are shaded together.
    private static let primitivesAtOnce = 4096

    init(call: DrawCall, target: Framebuffer, interpreters: (vertex: Interpreter, fragment: Interpreter), probe: FragmentProbe? = nil, census: DrawCensus? = nil,
         runner: (any ShaderRunner)? = nil) {
        self.call = call
        let program = call.pipeline.program.linked
        frontEnd = PrimitiveProcessor(call: call, target: target, additionalVaryings: probe == nil && census == nil ? [] : LimitLadder.weights)
        let layout = frontEnd.layout
        self.probe = probe.map { ($0, PrimitiveProbe($0, call: call, target: target, layout: layout)) }
        self.census = census.map { PrimitiveCensus($0, call: call, target: target) }
        vertexStage = VertexStage(fetcher: VertexFetcher(call: call), interpreter: interpreters.vertex, layout: frontEnd.layout, program: program,
                                  fixedPointSize: call.pipeline.state.pointSize, baseVertex: call.baseVertex, baseInstance: call.baseInstance, runner: runner)
        fragmentStage = FragmentStage(call: call, target: target, transform: ViewportTransform(call.viewport), interpreter: interpreters.fragment, probe: probe,
                                      census: census, runner: runner)
    }

    /// Counts what happens to each pixel; nil for nothing.
    var counter: FragmentCounter? { didSet { fragmentStage.counter = counter } }

    func run() throws {
        let sequence = VertexSequence(call: call)
        let assembly = PrimitiveAssembly(primitive: call.primitive, provokingVertex: call.pipeline.state.provokingVertex)
        var primitives: [AssembledPrimitive] = []
        for instance in 0..<call.instanceCount {
            var primitiveID = 0
            probe?.fragments.instance = instance
            fragmentStage.instance = instance
            try sequence.forEachRun { run in
                primitiveID += try assembly.assemble(start: run.lowerBound, count: run.count, firstID: primitiveID) { primitive in
                    primitives.append(primitive)
                    if primitives.count == DrawExecution.primitivesAtOnce { try draw(&primitives, sequence, instance: instance) }
                }
            }
            try draw(&primitives, sequence, instance: instance)
        }
        call.query?.count += fragmentStage.passedSamples
    }

    /// Draws primitives of one instance, and empties the list.
    private func draw(_ primitives: inout [AssembledPrimitive], _ sequence: VertexSequence, instance: Int) throws {
        defer { primitives.removeAll(keepingCapacity: true) }
        var rowOfVertex: [Int: Int] = [:], vertices: [Int] = []
        /// The row of a vertex among those to be shaded. A vertex that several primitives share is shaded once.
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
        census?.count(vertices.indices.map { batch[$0] })
        for (primitive, row) in zip(primitives, rows) {
            let a = batch[row.a], b = batch[row.b], c = batch[row.c], provoking = batch[row.provoking]
            if let probe {
                probe.fragments.vertices = [row.a, row.b, row.c].prefix(primitive.count).map { vertices[$0] }
                try probe.primitives.process(primitive, a: a, b: b, c: c, provoking: provoking, frontEnd, fragmentStage.draw)
            } else if let census {
                try census.process(primitive, a: a, b: b, c: c, provoking: provoking, frontEnd, fragmentStage.draw)
            } else {
                try frontEnd.process(primitive, a: a, b: b, c: c, provoking: provoking, fragmentStage.draw)
            }
        }
    }
}

/// The vertices that a draw names, in order.
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
        restartIndex = call.pipeline.state.primitiveRestart ? call.indices?.type.restartIndex : nil
    }

    /// The number of the buffer element at a position of the sequence. The base vertex is added; the sum wraps at 32 bits (OpenGL 3.3 §2.8.3,
    /// DrawElementsBaseVertex).
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
