// PrimitiveShape: strips, fans and loops become lists (glTF 2.0 §3.7.2.1).

struct PrimitiveShape {
    /// The kind of shape, by glTF's number: 0 points, 1 lines, 2 line loop, 3 line strip, 4 triangles, 5 triangle strip, 6 triangle fan.
    let mode: Int

    var topology: Model.Topology {
        switch mode {
        case 0: .points
        case 1...3: .lines
        default: .triangles
        }
    }
    /// If the last indices of a list form no whole shape, returns the number of these indices; otherwise returns 0.
    func leftover(_ count: Int) -> Int {
        switch mode {
        case 1: count % 2
        case 4: count % 3
        case 3: count == 1 ? 1 : 0
        case 5, 6: count < 3 ? count : 0
        default: 0
        }
    }
    /// Returns the indices of the same shapes as a list: one, two or three indices for each shape.
    func list(_ indices: [UInt32]) -> [UInt32] {
        let count = indices.count
        var result: [UInt32] = []
        switch mode {
        case 0: return indices
        case 1: return Array(indices.prefix(count / 2 * 2))
        case 4: return Array(indices.prefix(count / 3 * 3))
        case 2, 3:
            guard count >= 2 else { return [] }
            result.reserveCapacity(count * 2)
            for i in 1..<count { result += [indices[i - 1], indices[i]] }
            if mode == 2 { result += [indices[count - 1], indices[0]] }
        case 5:
            guard count >= 3 else { return [] }
            result.reserveCapacity(count * 3)
            // In a strip, every second triangle runs in the opposite direction, so its first two indices are exchanged.
            for i in 2..<count { result += i % 2 == 0 ? [indices[i - 2], indices[i - 1], indices[i]] : [indices[i - 2], indices[i], indices[i - 1]] }
        default:
            guard count >= 3 else { return [] }
            result.reserveCapacity(count * 3)
            for i in 2..<count { result += [indices[i - 1], indices[i], indices[0]] }
        }
        return result
    }
}
