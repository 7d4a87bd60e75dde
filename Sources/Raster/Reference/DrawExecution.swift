// DrawExecution: one draw, from its vertices to its pixels. Read it as the pipeline.

import Shading

struct DrawExecution {
    private let call: DrawCall
    private let target: Framebuffer
    private let program: LinkedProgram
    private let transform: ViewportTransform
    private let layout: VertexRowLayout
    private let setup: SetupState
    private let clipper: Clipper
    private let scratch: RowScratch
    private let vertexStage: VertexStage
    private let fragmentStage: FragmentStage

    init(call: DrawCall, target: Framebuffer, interpreters: (vertex: Interpreter, fragment: Interpreter)) {
        self.call = call; self.target = target
        program = call.pipeline.program.linked
        let state = call.pipeline.state
        transform = ViewportTransform(call.viewport)
        layout = VertexRowLayout(program: program)
        var bounds = PixelBounds.whole(target)
        if let scissor = call.scissor { bounds = bounds.intersection(PixelBounds(scissor)) }
        let depthStep: Float? = switch target.depth?.texture.format {
        case .depth16: 1 / 65535
        case .depth24, .depth24Stencil8: 1 / 16777215
        default: nil
        }
        setup = SetupState(varyings: program.interface.varyings, cull: state.cull, frontFace: state.frontFace,
                           polygonOffset: state.polygonOffset, depthStep: depthStep, polygonBounds: bounds.intersection(transform.pixels),
                           pointLineBounds: bounds, isMultisampled: target.samples > 1)
        clipper = Clipper(layout: layout, interpolations: program.interface.varyings.map(\.interpolation), transform: transform,
                          clipsDepth: !state.depthClamp)
        scratch = RowScratch(layout: layout, planeCount: 7 + layout.clipDistanceCount)
        vertexStage = VertexStage(fetcher: VertexFetcher(call: call), interpreter: interpreters.vertex, layout: layout, program: program,
                                  fixedPointSize: state.pointSize, baseVertex: call.baseVertex, baseInstance: call.baseInstance)
        fragmentStage = FragmentStage(call: call, target: target, transform: transform, interpreter: interpreters.fragment)
    }

    func run() throws {
        let sequence = VertexSequence(call: call)
        for instance in 0..<call.instanceCount {
            let batch = try vertexStage.run(sequence.uniqueVertices, instance: instance)
            let assembly = PrimitiveAssembly(primitive: call.primitive, provokingVertex: call.pipeline.state.provokingVertex)
            var primitiveID = 0
            for run in sequence.runs {
                primitiveID += try assembly.assemble(start: run.lowerBound, count: run.count, firstID: primitiveID) { primitive in
                    try draw(primitive, batch, sequence.rows)
                }
            }
        }
        call.query?.count += fragmentStage.passedSamples
    }

    private func draw(_ primitive: AssembledPrimitive, _ batch: VertexBatch, _ rows: [Int]) throws {
        scratch.reset()
        let flat = UnsafePointer(batch[rows[primitive.provoking]] + layout.varyings)
        let a = batch[rows[primitive.a]]
        switch primitive.count {
        case 1: try drawPoint(a, flat: flat, isFront: true, depthOffset: 0, id: primitive.id)
        case 2: try drawLine(a, batch[rows[primitive.b]], flat: flat, isFront: true, depthOffset: 0, id: primitive.id)
        default: try drawTriangle(a, batch[rows[primitive.b]], batch[rows[primitive.c]], flat: flat, id: primitive.id)
        }
    }

    private func drawPoint(_ a: VertexRow, flat: UnsafePointer<Float>, isFront: Bool, depthOffset: Float, id: Int) throws {
        guard clipper.clipPoint(a), let v = transform.transform(a, layout: layout),
              let point = setup.point(v, size: a[VertexRowLayout.pointSize], flat: flat, isFront: isFront, depthOffset: depthOffset, id: id) else { return }
        try fragmentStage.draw(point)
    }

    private func drawLine(_ a: VertexRow, _ b: VertexRow, flat: UnsafePointer<Float>, isFront: Bool, depthOffset: Float, id: Int) throws {
        guard let (start, end) = clipper.clipLine(a, b, scratch: scratch),
              let u = transform.transform(start, layout: layout), let v = transform.transform(end, layout: layout),
              let line = setup.line(u, v, width: call.pipeline.state.lineWidth, flat: flat, isFront: isFront, depthOffset: depthOffset, id: id) else { return }
        try fragmentStage.draw(line)
    }

    private func drawTriangle(_ a: VertexRow, _ b: VertexRow, _ c: VertexRow, flat: UnsafePointer<Float>, id: Int) throws {
        let polygon = clipper.clipTriangle(a, b, c, scratch: scratch)
        if polygon.count < 3 { return }
        let window = polygon.compactMap { transform.transform($0, layout: layout) }
        guard window.count == polygon.count else { return }
        // The polygon is convex and all its triangles turn the same way: the sum of their areas has the sign of each.
        var area = 0
        for i in 1..<(window.count - 1) { area += SetupState.area(window[0], window[i], window[i + 1]) }
        guard let isFront = setup.isFront(area: area), !setup.isCulled(front: isFront) else { return }

        switch call.pipeline.state.polygonMode {
        case .fill:
            let offset = polygonDepthOffset(window)
            for i in 1..<(window.count - 1) {
                if let triangle = setup.triangle(window[0], window[i], window[i + 1], flat: flat, isFront: isFront, depthOffset: offset, id: id) {
                    try fragmentStage.draw(triangle)
                }
            }
        case .line:
            let offset = polygonDepthOffset(window)
            for (from, to) in [(a, b), (b, c), (c, a)] {
                scratch.reset()
                try drawLine(from, to, flat: flat, isFront: isFront, depthOffset: offset, id: id)
            }
        case .point:
            let offset = polygonDepthOffset(window)
            for vertex in [a, b, c] { try drawPoint(vertex, flat: flat, isFront: isFront, depthOffset: offset, id: id) }
        }
    }

    /// From the first triangle of the polygon that has an area: they all lie in one plane.
    private func polygonDepthOffset(_ window: [WindowVertex]) -> Float {
        for i in 1..<(window.count - 1) where SetupState.area(window[0], window[i], window[i + 1]) != 0 {
            return setup.depthOffset(window[0], window[i], window[i + 1])
        }
        return 0
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
                uniqueVertices.append(Int(index) + call.baseVertex)
            }
        }
        runs.append(runStart..<rows.count)
    }
}
