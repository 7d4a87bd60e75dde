// PrimitiveAssembly: turns the vertex sequence of a draw into points, lines and triangles (OpenGL 3.3 §2.6.1; table 2.12 for the
// provoking vertex). PrimitiveAssembly uses only positions in the sequence, no vertex data.

/// One assembled primitive: positions in the draw's vertex sequence, in winding order.
struct AssembledPrimitive {
    /// The number of corners: 1, 2 or 3.
    var count: Int
    var a: Int
    var b: Int
    var c: Int
    /// The position of the vertex whose values become the flat varyings.
    var provoking: Int
    /// gl_PrimitiveID.
    var id: Int
    /// The number of the provoking corner, 0 to 2.
    @inline(__always)
    var provokingCorner: Int { provoking == a ? 0 : provoking == b ? 1 : 2 }
}

struct PrimitiveAssembly {
    let primitive: PrimitiveType
    let provokingVertex: ProvokingVertex

    /// Calls `emit` for every primitive of a run of `count` vertices that starts at position `start`. Incomplete primitives are
    /// dropped. Returns the number of primitives.
    func assemble(start: Int, count: Int, firstID: Int, _ emit: (AssembledPrimitive) throws -> Void) rethrows -> Int {
        let first = provokingVertex == .first
        var id = firstID
        func point(_ a: Int) throws {
            try emit(AssembledPrimitive(count: 1, a: start + a, b: 0, c: 0, provoking: start + a, id: id)); id += 1
        }
        func line(_ a: Int, _ b: Int) throws {
            try emit(AssembledPrimitive(count: 2, a: start + a, b: start + b, c: 0, provoking: start + (first ? a : b), id: id)); id += 1
        }
        func triangle(_ a: Int, _ b: Int, _ c: Int, provoking: Int) throws {
            try emit(AssembledPrimitive(count: 3, a: start + a, b: start + b, c: start + c, provoking: start + provoking, id: id)); id += 1
        }
        switch primitive {
        case .points:
            for i in 0..<count { try point(i) }
        case .lines:
            for i in stride(from: 0, to: count - 1, by: 2) { try line(i, i + 1) }
        case .lineStrip:
            for i in 0..<max(0, count - 1) { try line(i, i + 1) }
        case .lineLoop:
            for i in 0..<max(0, count - 1) { try line(i, i + 1) }
            if count > 1 { try line(count - 1, 0) }
        case .triangles:
            for i in stride(from: 0, to: count - 2, by: 3) { try triangle(i, i + 1, i + 2, provoking: first ? i : i + 2) }
        case .triangleStrip:
            for i in 0..<max(0, count - 2) {
                // In triangles whose number in the strip is odd, the first two vertices are swapped to keep the winding of the strip.
                if i % 2 == 0 { try triangle(i, i + 1, i + 2, provoking: first ? i : i + 2) }
                else { try triangle(i + 1, i, i + 2, provoking: first ? i : i + 2) }
            }
        case .linesAdjacency, .lineStripAdjacency, .trianglesAdjacency, .triangleStripAdjacency:
            for k in 0..<InputPrimitive.count(primitive, of: count) {
                let found = InputPrimitive(primitive, k, of: count, firstProvokes: first).withoutAdjacency(firstProvokes: first)
                if found.count == 2 { try line(found.a, found.b) } else { try triangle(found.a, found.b, found.c, provoking: found.provoking) }
            }
        case .triangleFan:
            for i in 0..<max(0, count - 2) { try triangle(0, i + 1, i + 2, provoking: first ? i + 1 : i + 2) }
        }
        return id - firstID
    }
}
