// DrawExecution: one draw, from its vertices to its pixels. Read it as the pipeline.

import Shading

struct DrawExecution {
    private let call: DrawCall
    private let frontEnd: PrimitiveFrontEnd
    private let vertexStage: VertexStage
    private let fragmentStage: FragmentStage

    init(call: DrawCall, target: Framebuffer, interpreters: (vertex: Interpreter, fragment: Interpreter)) {
        self.call = call
        frontEnd = PrimitiveFrontEnd(call: call, target: target)
        vertexStage = VertexStage(fetcher: VertexFetcher(call: call), interpreter: interpreters.vertex, layout: frontEnd.layout,
                                  program: call.pipeline.program.linked, fixedPointSize: call.pipeline.state.pointSize,
                                  baseVertex: call.baseVertex, baseInstance: call.baseInstance)
        fragmentStage = FragmentStage(call: call, target: target, transform: ViewportTransform(call.viewport), interpreter: interpreters.fragment)
    }

    func run() throws {
        let sequence = VertexSequence(call: call)
        let assembly = PrimitiveAssembly(primitive: call.primitive, provokingVertex: call.pipeline.state.provokingVertex)
        for instance in 0..<call.instanceCount {
            let batch = try vertexStage.run(sequence.uniqueVertices, instance: instance)
            func row(_ position: Int) -> VertexRow { batch[sequence.rows[position]] }
            var primitiveID = 0
            for run in sequence.runs {
                primitiveID += try assembly.assemble(start: run.lowerBound, count: run.count, firstID: primitiveID) { primitive in
                    try frontEnd.process(primitive, a: row(primitive.a), b: row(primitive.b), c: row(primitive.c),
                                         provoking: row(primitive.provoking)) { try fragmentStage.draw($0) }
                }
            }
        }
        call.query?.count += fragmentStage.passedSamples
    }
}

/// The vertices a draw names, in order, with repeated indices shaded once.
struct VertexSequence {
    /// Buffer element numbers (base vertex included), each once.
    private(set) var uniqueVertices: [Int] = []
    /// For each position of the sequence, the index into `uniqueVertices`.
    private(set) var rows: [Int] = []
    /// Positions between primitive restarts.
    private(set) var runs: [Range<Int>] = []

    init(call: DrawCall) {
        guard let indices = call.indices else {
            uniqueVertices = Array(call.first..<(call.first + call.count))
            rows = Array(0..<call.count)
            runs = [0..<call.count]
            return
        }
        rows.reserveCapacity(call.count)
        var seen: [UInt32: Int] = [:]
        var runStart = 0
        let base = UnsafeRawPointer(indices.buffer.base) + indices.offset
        for i in call.first..<(call.first + call.count) {
            let index: UInt32 = switch indices.type {
            case .uint8: UInt32(base.load(fromByteOffset: i, as: UInt8.self))
            case .uint16: UInt32(base.loadUnaligned(fromByteOffset: i * 2, as: UInt16.self))
            case .uint32: base.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
            }
            if call.pipeline.state.primitiveRestart && index == indices.type.restartIndex {
                runs.append(runStart..<rows.count)
                runStart = rows.count
                continue
            }
            if let row = seen[index] { rows.append(row) } else {
                seen[index] = uniqueVertices.count
                rows.append(uniqueVertices.count)
                // Sums wrap at 32 bits (OpenGL 3.3 §2.8.3, DrawElementsBaseVertex).
                uniqueVertices.append(Int(index &+ UInt32(truncatingIfNeeded: call.baseVertex)))
            }
        }
        runs.append(runStart..<rows.count)
    }
}
