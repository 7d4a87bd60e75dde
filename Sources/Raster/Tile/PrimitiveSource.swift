// PrimitiveSource: the primitives of a draw by number, so that any worker can take any range of them.
//
// Without primitive restart the corners follow from the number; with it the index buffer is walked once beforehand.

import Shading

struct PrimitiveSource: Sendable {
    let primitive: PrimitiveType
    /// Primitives of one instance.
    let perInstance: Int
    let instances: Int
    let firstProvokes: Bool
    private let vertexCount: Int
    /// With restart: every primitive.
    private let listed: [AssembledPrimitive]?

    /// The corners of primitive k are 3k, 3k + 1, 3k + 2.
    var isTriangleList: Bool { primitive == .triangles && listed == nil }
    var count: Int { perInstance * instances }
    /// Corners per primitive: 1, 2 or 3.
    let cornerCount: Int

    init(call: DrawCall) {
        primitive = call.primitive
        instances = call.instanceCount
        firstProvokes = call.pipeline.state.provokingVertex == .first
        vertexCount = call.count
        cornerCount = switch call.primitive {
        case .points: 1
        case .lines, .lineStrip, .lineLoop: 2
        case .triangles, .triangleStrip, .triangleFan: 3
        }
        if call.pipeline.state.primitiveRestart, let indices = call.indices {
            var list: [AssembledPrimitive] = []
            let assembly = PrimitiveAssembly(primitive: call.primitive, provokingVertex: call.pipeline.state.provokingVertex)
            var runStart = 0
            func close(_ end: Int) {
                _ = assembly.assemble(start: runStart, count: end - runStart, firstID: list.count) { list.append($0) }
                runStart = end + 1
            }
            for i in 0..<call.count where IndexReader(indices).index(call.first + i) == indices.type.restartIndex { close(i) }
            close(call.count)
            listed = list
            perInstance = list.count
        } else {
            listed = nil
            perInstance = switch call.primitive {
            case .points: call.count
            case .lines: call.count / 2
            case .lineStrip: max(0, call.count - 1)
            case .lineLoop: call.count > 1 ? call.count : 0
            case .triangles: call.count / 3
            case .triangleStrip, .triangleFan: max(0, call.count - 2)
            }
        }
    }

    /// Primitive `k` of an instance: positions in the vertex sequence, as PrimitiveAssembly orders them.
    @inline(__always)
    func corners(_ k: Int) -> AssembledPrimitive {
        if let listed { return listed[k] }
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
        }
    }
}

/// Indices of a draw.
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
