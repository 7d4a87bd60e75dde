// Corners: the vertices that are shaded for a range of primitives, and the indices of each primitive's corners in this list of vertices.
// The oracle walks through the indices according to OpenGL 3.3 §2.6.1 and table 2.12, one primitive after the other.

import Raster
import SeededRandom
import Testing

@Suite("Primitive corners") struct PrimitiveCornersTests {
    /// A primitive, with the indices of its vertices.
    struct Primitive: Equatable {
        var vertices: [UInt32]
        var provoking: UInt32
        var id: Int32
        var instance: Int32
    }
    struct Sequence {
        var primitive: PrimitiveType
        var firstProvokes = false
        /// The indices; nil for a draw without indices.
        var indices: [UInt32]?
        var type = IndexType.uint32
        var restarts = false
        var first = 0
        var count: Int
        var baseVertex = 0
        var instances = 1

        /// All primitives of one draw.
        var expected: [Primitive] {
            let numbers = (first..<first + count).map { indices?[$0] ?? UInt32($0) }
            let restart: UInt32 = switch type { case .uint8: 0xff; case .uint16: 0xffff; case .uint32: 0xffff_ffff }
            var runs: [[UInt32]] = [[]]
            for number in numbers {
                if restarts && indices != nil && number == restart { runs.append([]) } else { runs[runs.count - 1].append(number) }
            }
            let offset = indices == nil ? 0 : UInt32(truncatingIfNeeded: baseVertex)
            var all: [Primitive] = []
            for instance in 0..<instances {
                var id: Int32 = 0
                for run in runs {
                    for (corners, provoking) in Self.assembled(primitive, run.count, firstProvokes) {
                        all.append(Primitive(vertices: corners.map { run[$0] &+ offset }, provoking: run[provoking] &+ offset, id: id,
                                             instance: Int32(instance)))
                        id += 1
                    }
                }
            }
            return all
        }
        /// Returns the primitives of `n` vertices: the positions of their vertices in winding order, and the position of the
        /// provoking vertex.
        private static func assembled(_ primitive: PrimitiveType, _ n: Int, _ first: Bool) -> [(corners: [Int], provoking: Int)] {
            var all: [(corners: [Int], provoking: Int)] = []
            var i = 0
            switch primitive {
            case .points: while i < n { all.append(([i], i)); i += 1 }
            case .lines: while i + 1 < n { all.append(([i, i + 1], first ? i : i + 1)); i += 2 }
            case .lineStrip: while i + 1 < n { all.append(([i, i + 1], first ? i : i + 1)); i += 1 }
            case .lineLoop:
                while i + 1 < n { all.append(([i, i + 1], first ? i : i + 1)); i += 1 }
                if n > 1 { all.append(([n - 1, 0], first ? n - 1 : 0)) }
            case .triangles: while i + 2 < n { all.append(([i, i + 1, i + 2], first ? i : i + 2)); i += 3 }
            case .triangleStrip: while i + 2 < n { all.append((i % 2 == 0 ? [i, i + 1, i + 2] : [i + 1, i, i + 2], first ? i : i + 2)); i += 1 }
            case .triangleFan: while i + 2 < n { all.append(([0, i + 1, i + 2], first ? i + 1 : i + 2)); i += 1 }
            case .linesAdjacency: while i + 3 < n { all.append(([i + 1, i + 2], first ? i + 1 : i + 2)); i += 4 }
            case .lineStripAdjacency: while i + 3 < n { all.append(([i + 1, i + 2], first ? i + 1 : i + 2)); i += 1 }
            case .trianglesAdjacency: while i + 5 < n { all.append(([i, i + 2, i + 4], first ? i : i + 4)); i += 6 }
            case .triangleStripAdjacency:
                while i + 5 < n {
                    all.append((i % 4 == 0 ? [i, i + 2, i + 4] : first ? [i, i + 4, i + 2] : [i + 2, i, i + 4], first ? i : i + 4))
                    i += 2
                }
            }
            return all
        }
    }

    private static let primitives = PrimitiveType.allCases

    /// Returns a draw's plan, and the buffer of its indices, so that a test can change the buffer.
    private func plan(_ sequence: Sequence, _ stages: TileStages) throws -> (plan: DrawPlan, indices: Buffer?)? {
        let target = try stages.device.makeFramebuffer(width: 8, height: 8, color: [.r32Uint])
        let pipeline = try stages.pipeline { $0.provokingVertex = sequence.firstProvokes ? .first : .last; $0.primitiveRestart = sequence.restarts }
        let vertices = try stages.device.makeBuffer([Float](repeating: 0, count: 2))
        let indices = try sequence.indices.map { list in
            switch sequence.type {
            case .uint8: try stages.device.makeBuffer(list.map(UInt8.init))
            case .uint16: try stages.device.makeBuffer(list.map(UInt16.init))
            case .uint32: try stages.device.makeBuffer(list)
            }
        }
        let pass = stages.pass(target) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(vertices)
            if let indices {
                pass.drawIndexed(indices, type: sequence.type, sequence.primitive, first: sequence.first, count: sequence.count, instances: sequence.instances,
                                 baseVertex: sequence.baseVertex)
            } else {
                pass.draw(sequence.primitive, first: sequence.first, count: sequence.count, instances: sequence.instances)
            }
        }
        guard let pass, let plan = try stages.plans(pass).first else { return nil }
        return (plan, indices)
    }

    /// Returns the primitives of a range, read from the collected corners.
    private func collected(_ corners: PrimitiveCorners, _ plan: DrawPlan, _ sequence: Sequence, first: Int, count: Int, lanes: Int,
                           exactly: Bool) -> [Primitive] {
        corners.collect(plan, first: first, count: count, lanes: lanes, exactly: exactly)
        let size = sequence.expected.first?.vertices.count ?? 3
        func vertex(_ corner: UInt32) -> Int { Int(corner) - Int(corners.firstIndex) }
        func number(_ corner: UInt32) -> UInt32 { UInt32(bitPattern: corners.numbers.base[vertex(corner)]) }
        return (0..<count).map { i in
            let own = (0..<size).map { corners.corners.base[3 * i + $0] }
            for corner in own { #expect((0..<corners.vertexCount).contains(vertex(corner)), "a corner beyond the vertices that are shaded") }
            let instances = Set(own.map { corners.instances.base[vertex($0)] })
            #expect(instances.count == 1, "corners of several instances")
            return Primitive(vertices: own.map(number), provoking: number(corners.provoking.base[i * corners.provoking.step]), id: corners.ids.base[i],
                             instance: instances.first ?? -1)
        }
    }

    /// Checks the padding after the last primitive and the last vertex, because kernels read whole vectors.
    private func expectPadding(_ corners: PrimitiveCorners, count: Int, lanes: Int) {
        for i in 3 * count..<3 * ((count + lanes - 1) / lanes * lanes) { #expect(corners.corners.base[i] == corners.firstIndex, "padding of the corners") }
        for i in corners.vertexCount..<corners.vertexCount + lanes {
            #expect(corners.numbers.base[i] == corners.numbers.base[corners.vertexCount - 1]
                    && corners.instances.base[i] == corners.instances.base[corners.vertexCount - 1],
                    "padding of the vertices")
        }
    }

    private func check(_ sequence: Sequence, _ stages: TileStages, _ name: String) throws {
        let (plan, _) = try #require(try plan(sequence, stages))
        let expected = sequence.expected, corners = PrimitiveCorners()
        try #require(plan.primitives.count == expected.count, "\(name): \(plan.primitives.count) primitives, not \(expected.count)")
        for size in [1, 2, 5, expected.count] where size > 0 {
            for exactly in [false, true] {
                for first in stride(from: 0, to: expected.count, by: size) {
                    let count = min(size, expected.count - first)
                    let found = collected(corners, plan, sequence, first: first, count: count, lanes: stages.lanes, exactly: exactly)
                    #expect(found == Array(expected[first..<first + count]), "\(name), \(count) primitives from \(first) on")
                    expectPadding(corners, count: count, lanes: stages.lanes)
                    if !exactly { continue }
                    let used = Set(found.flatMap(\.vertices)), shaded = (0..<corners.vertexCount).map { UInt32(bitPattern: corners.numbers.base[$0]) }
                    #expect(Set(shaded) == used, "\(name): vertices are shaded that no primitive has")
                }
            }
        }
    }

    @Test("every kind of primitive has the corners and the provoking vertex that OpenGL defines, in ranges of any size", arguments: [4, 16])
    func withoutIndices(lanes: Int) throws {
        let stages = TileStages(lanes: lanes)
        for primitive in Self.primitives {
            for firstProvokes in [false, true] {
                for count in [0, 1, 2, 3, 4, 7, 12] {
                    try check(Sequence(primitive: primitive, firstProvokes: firstProvokes, first: 3, count: count, instances: 2), stages,
                              "\(primitive), \(count) vertices, first provokes: \(firstProvokes)")
                }
            }
        }
    }

    @Test("indices of every type, with and without restarts, give the same corners as a walk through them", arguments: [IndexType.uint8, .uint16, .uint32])
    func indexed(type: IndexType) throws {
        let stages = TileStages(), restart: UInt32 = switch type { case .uint8: 0xff; case .uint16: 0xffff; case .uint32: 0xffff_ffff }
        var random = SeededGenerator(state: 3)
        for primitive in Self.primitives {
            for restarts in [false, true] {
                for instances in [1, 3] {
                    // Restart indices follow each other directly, occur at both ends of the indices, and occur after runs that are too
                    // short for a primitive.
                    var indices: [UInt32] = [restart, restart]
                    for length in [5, 1, 2, 9, 0, 3, 4] { indices += (0..<length).map { _ in UInt32.random(in: 0..<250, using: &random) } + [restart] }
                    try check(Sequence(primitive: primitive, firstProvokes: restarts, indices: indices, type: type, restarts: restarts, first: 1,
                                       count: indices.count - 1, baseVertex: instances == 3 ? 5 : 0, instances: instances), stages,
                              "\(primitive), \(type), restarts: \(restarts), \(instances) instances")
                }
            }
        }
    }

    @Test("vertex numbers wrap at 32 bits, close together and far apart")
    func wrapping() throws {
        let stages = TileStages()
        let near: [UInt32] = [0xffff_fffd, 0xffff_fffe, 0xffff_fffc, 0xffff_fffe, 0xffff_fffd, 0xffff_fffb]
        let far: [UInt32] = [0, 0xffff_fffe, 0x8000_0000, 1, 0x7fff_ffff, 0xffff_fffd]
        for indices in [near, far] {
            for baseVertex in [0, 4, 0x7fff_ffff] {
                try check(Sequence(primitive: .triangles, indices: indices, count: 6, baseVertex: baseVertex), stages, "base vertex \(baseVertex)")
            }
        }
    }

    @Test("a mesh with close indices shades each of its vertices once")
    func meshes() throws {
        let stages = TileStages(), side: UInt32 = 20
        var indices: [UInt32] = []
        for y in 0..<side - 1 { for x in 0..<side - 1 {
            let k = 1000 + y * side + x
            indices += [k, k + 1, k + side, k + 1, k + side + 1, k + side]
        } }
        let sequence = Sequence(primitive: .triangles, indices: indices, count: indices.count)
        let (plan, _) = try #require(try plan(sequence, stages)), corners = PrimitiveCorners(), count = indices.count / 3
        for exactly in [false, true] {
            #expect(collected(corners, plan, sequence, first: 0, count: count, lanes: stages.lanes, exactly: exactly) == sequence.expected)
            #expect(corners.vertexCount == Int(side * side), "\(corners.vertexCount) vertices are shaded")
            #expect(corners.shadesRange == !exactly)
        }
    }

    @Test("collected corners are reused until buffers may have changed")
    func collectedBefore() throws {
        let stages = TileStages()
        var sequence = Sequence(primitive: .triangles, indices: [0, 1, 2, 2, 1, 3], count: 6)
        let (plan, buffer) = try #require(try plan(sequence, stages)), corners = PrimitiveCorners()
        func found() -> [Primitive] { collected(corners, plan, sequence, first: 0, count: 2, lanes: stages.lanes, exactly: false) }
        #expect(found() == sequence.expected && found() == sequence.expected)
        sequence.indices = [5, 4, 3, 3, 4, 6]
        try #require(buffer).update([5, 4, 3, 3, 4, 6] as [UInt32])
        corners.forget()
        #expect(found() == sequence.expected)
    }
}
