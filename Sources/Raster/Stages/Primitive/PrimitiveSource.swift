// PrimitiveSource: returns the corners of a draw's primitive with a given number. Any worker can therefore process any range of primitives.
//
// Without primitive restart, the corners are computed from the primitive's number. With primitive restart, the initialiser reads
// all indices once and lists the runs of indices between restarts.

import Shading

package struct PrimitiveSource: Sendable {
    let primitive: PrimitiveType
    /// The number of primitives in one instance.
    let perInstance: Int
    let instances: Int
    let firstProvokes: Bool
    private let vertexCount: Int
    /// The runs that have at least one primitive; nil without primitive restart.
    private let runs: [Run]?

    /// A run of positions between restarts: the first position, the number of positions, and the number of the first primitive
    /// within the instance. All three numbers are below 2³¹.
    private struct Run { let start: UInt32, count: UInt32, firstPrimitive: UInt32 }
    /// Returns the maximum memory that a draw's list of runs can need.
    static func byteCountOfRuns(indexCount: Int) -> Int { (indexCount / 2 + 2) * MemoryLayout<Run>.stride }

    /// Whether the corners of primitive k are 3k, 3k + 1 and 3k + 2.
    var isTriangleList: Bool { primitive == .triangles && runs == nil }
    package var count: Int { perInstance * instances }
    /// The number of corners per primitive: 1, 2 or 3.
    let cornerCount: Int

    package init(call: DrawCall) {
        primitive = call.primitive
        instances = call.instanceCount
        firstProvokes = call.pipeline.state.provokingVertex == .first
        vertexCount = call.count
        cornerCount = call.primitive.assembled.vertexCount
        if let indices = call.indices.map(IndexReader.init), let restart = call.pipeline.state.restartIndex(of: indices.type) {
            var list: [Run] = []
            var start = 0, found = 0
            func close(_ end: Int) {
                let count = PrimitiveSource.primitives(call.primitive, of: end - start)
                if count > 0 { list.append(Run(start: UInt32(start), count: UInt32(end - start), firstPrimitive: UInt32(found))) }
                found += count
                start = end + 1
            }
            for i in 0..<call.count where indices.index(call.first + i) == restart { close(i) }
            close(call.count)
            runs = list
            perInstance = found
        } else {
            runs = nil
            perInstance = PrimitiveSource.primitives(call.primitive, of: call.count)
        }
    }

    /// Returns the number of primitives that a run of `count` vertices makes.
    private static func primitives(_ primitive: PrimitiveType, of count: Int) -> Int {
        switch primitive {
        case .points: count
        case .lines: count / 2
        case .lineStrip: max(0, count - 1)
        case .lineLoop: count > 1 ? count : 0
        case .triangles: count / 3
        case .triangleStrip, .triangleFan: max(0, count - 2)
        case .linesAdjacency, .lineStripAdjacency, .trianglesAdjacency, .triangleStripAdjacency: InputPrimitive.count(primitive, of: count)
        }
    }

    /// Returns primitive `k` of an instance as positions in the vertex sequence, in the order of PrimitiveAssembly.
    /// - Parameter run: The run of the previous call, initially 0. `run` speeds up the search. On return, `run` is the number of the run
    ///   that contains this primitive.
    @inline(__always)
    func corners(_ k: Int, run: inout Int) -> AssembledPrimitive {
        guard let runs else { return corners(k, vertexCount) }
        moveRun(&run, to: k, runs)
        let start = Int(runs[run].start), first = Int(runs[run].firstPrimitive)
        var result = corners(k - first, Int(runs[run].count))
        result.a += start; result.b += start; result.c += start; result.provoking += start
        result.id = k
        return result
    }
    /// Returns the vertices that a geometry shader reads for primitive `k` of an instance.
    /// - Parameter run: See `corners`.
    func input(_ k: Int, run: inout Int) -> InputPrimitive {
        guard primitive.geometryInput.vertexCount > 3 else { return InputPrimitive(corners(k, run: &run), firstProvokes: firstProvokes) }
        guard let runs else { return InputPrimitive(primitive, k, of: vertexCount, firstProvokes: firstProvokes) }
        moveRun(&run, to: k, runs)
        var result = InputPrimitive(primitive, k - Int(runs[run].firstPrimitive), of: Int(runs[run].count), firstProvokes: firstProvokes)
        result.positions &+= Int(runs[run].start)
        result.id = k
        return result
    }
    @inline(__always)
    private func moveRun(_ run: inout Int, to k: Int, _ runs: [Run]) {
        if k < runs[run].firstPrimitive || (run + 1 < runs.count && k >= runs[run + 1].firstPrimitive) { run = findRun(k, runs, after: run) }
    }
    /// Returns the run that has primitive `k`. The search first tries the run after `last`, and then bisects the list.
    private func findRun(_ k: Int, _ runs: [Run], after last: Int) -> Int {
        func begins(_ run: Int) -> Bool { run < runs.count && runs[run].firstPrimitive <= k }
        if begins(last + 1) && !begins(last + 2) { return last + 1 }
        var low = 0, high = runs.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if begins(middle) { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns primitive `k` of a run of `vertexCount` vertices.
    @inline(__always)
    private func corners(_ k: Int, _ vertexCount: Int) -> AssembledPrimitive {
        func make(_ count: Int, _ a: Int, _ b: Int, _ c: Int, _ provoking: Int) -> AssembledPrimitive {
            AssembledPrimitive(count: count, a: a, b: b, c: c, provoking: provoking, id: k)
        }
        switch primitive {
        case .triangles: return make(3, 3 * k, 3 * k + 1, 3 * k + 2, firstProvokes ? 3 * k : 3 * k + 2)
        case .triangleStrip:
            let odd = k & 1
            return make(3, k + odd, k + 1 - odd, k + 2, firstProvokes ? k : k + 2)
        case .triangleFan: return make(3, 0, k + 1, k + 2, firstProvokes ? k + 1 : k + 2)
        case .points: return make(1, k, k, k, k)
        case .lines: return make(2, 2 * k, 2 * k + 1, 2 * k + 1, firstProvokes ? 2 * k : 2 * k + 1)
        case .lineStrip: return make(2, k, k + 1, k + 1, firstProvokes ? k : k + 1)
        case .lineLoop:
            let next = k + 1 == vertexCount ? 0 : k + 1
            return make(2, k, next, next, firstProvokes ? k : next)
        case .linesAdjacency, .lineStripAdjacency, .trianglesAdjacency, .triangleStripAdjacency:
            return InputPrimitive(primitive, k, of: vertexCount, firstProvokes: firstProvokes).withoutAdjacency(firstProvokes: firstProvokes)
        }
    }
}

/// Reads the indices of a draw, of any index type, as 32-bit numbers. The reader does not check that an index lies within the buffer,
/// because such a check would slow down draws with very many indices. Validation has already checked that the index buffer is large enough
/// for the indices of the draw.
struct IndexReader {
    let base: UnsafeRawPointer
    let type: IndexType
    init(_ binding: IndexBinding) { base = UnsafeRawPointer(binding.buffer.base) + binding.offset; type = binding.type }
    @inline(__always)
    func index(_ i: Int) -> UInt32 {
        switch type {
        case .uint8: UInt32(base.load(fromByteOffset: i, as: UInt8.self))
        case .uint16: UInt32(base.loadUnaligned(fromByteOffset: i * 2, as: UInt16.self))
        case .uint32: base.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
        }
    }
}
