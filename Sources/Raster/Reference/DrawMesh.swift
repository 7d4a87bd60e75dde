// DrawMesh: the vertices of a draw before and after its vertex shader, and the primitives that connect these vertices.

import Shading

/// One instance of a draw, divided into points, lines and triangles.
package struct DrawMesh: Sendable {
    /// An input of the vertex shader.
    package struct Attribute: Sendable, Hashable {
        package var name: String
        package var componentCount: Int
        package var type: ScalarType
        /// The index of the attribute's first component among the module's inputs.
        package var firstComponent: Int
    }
    package var instance: Int
    /// The indices of the buffer elements that the instance uses, each index once, in the order of first use.
    package var vertices: [Int]
    /// The register bits of the attributes, vertex by vertex. For each vertex, the attributes have the order of `DrawMesh.attributes`.
    package var inputs: [[SIMD4<UInt32>]]
    /// gl_Position of each vertex.
    package var positions: [SIMD4<Float>]
    /// The corners of each primitive as indices into `vertices`, in winding order: one, two or three corners.
    package var primitives: [[Int]]

    /// Returns the attributes that a pipeline's vertex shader reads.
    package static func attributes(of pipeline: Pipeline) -> [Attribute] {
        pipeline.program.linked.vertex.inputs.compactMap { input in
            guard let fetch = pipeline.fetch.first(where: { $0.firstComponent == input.firstSlot }) else { return nil }
            return Attribute(name: input.name, componentCount: fetch.componentCount, type: fetch.type, firstComponent: fetch.firstComponent)
        }
    }
}

extension ReferenceRenderer {
    /// Calls `body` with each instance of a draw. Nothing is drawn, and the vertex shader's writes to buffers and images are lost.
    package func forEachInstance(of call: DrawCall, _ body: (DrawMesh) throws -> Void) throws {
        if call.count == 0 { return }
        let attributes = DrawMesh.attributes(of: call.pipeline)
        let memory = call.writesMemory ? MemoryCopy(of: call) : nil
        try call.withUniformBlocks { blocks in
            let program = call.pipeline.program, interpreter = vertexInterpreter(for: program)
            interpreter.bind(uniformBlocks: blocks, textures: TextureUnits(bindings: call.textures), memory: memory?.memory ?? call.memory)
            let stage = VertexStage(fetcher: VertexFetcher(call: call), interpreter: interpreter, layout: VertexRowLayout(shadedBy: program.linked),
                                    program: program.linked, fixedPointSize: call.pipeline.state.pointSize, baseVertex: call.baseVertex,
                                    baseInstance: call.baseInstance, observer: NoObserver())
            let sequence = VertexSequence(call: call)
            let assembly = PrimitiveAssembly(primitive: call.primitive, provokingVertex: call.pipeline.state.provokingVertex)
            var rows: [Int: Int] = [:], vertices: [Int] = [], primitives: [[Int]] = []
            func row(_ position: Int) -> Int {
                let vertex = sequence.vertex(at: position)
                if let known = rows[vertex] { return known }
                rows[vertex] = vertices.count
                vertices.append(vertex)
                return vertices.count - 1
            }
            var id = 0
            sequence.forEachRun { run in
                id += assembly.assemble(start: run.lowerBound, count: run.count, firstID: id) { p in
                    primitives.append([p.a, p.b, p.c].prefix(p.count).map(row))
                }
            }
            for instance in 0..<call.instanceCount {
                let batch = try stage.run(vertices, instance: instance)
                let inputs = attributes.map { attribute in
                    let fetch = stage.fetcher.fetches.first { $0.firstComponent == attribute.firstComponent }
                    return vertices.map { vertex in
                        fetch.map { stage.fetcher.components($0, vertex: vertex, instance: instance, baseInstance: call.baseInstance) } ?? .zero
                    }
                }
                let positions = vertices.indices.map { index in
                    let row = batch[index]
                    return SIMD4<Float>((0..<4).map { row[VertexRowLayout.position + $0] })
                }
                try body(DrawMesh(instance: instance, vertices: vertices, inputs: inputs, positions: positions, primitives: primitives))
            }
        }
    }
}
