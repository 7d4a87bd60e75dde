// The ways in which a random draw is recorded: as one draw, as several draws of its parts, or as an indirect draw whose numbers come from a
// buffer.

import Raster

extension DrawCase {
    enum Way: String, Sendable, Hashable, CaseIterable { case single, several, indirect }
}

extension DrawCase.Draw {
    /// The number of vertices or indices.
    var count: Int { max(0, (indices?.count ?? positions.count) - first) }
    /// The parts of `several`. The second part begins inside of a primitive, and repeats some vertices.
    var parts: [Range<Int>] { [first..<first + count / 2, first + count / 3..<first + count] }
    /// The arguments of `indirect`: the whole draw, and a draw of some of its vertices.
    var arguments: [UInt32] {
        let base = indices == nil ? [] : [UInt32(bitPattern: Int32(baseVertex))]
        return [UInt32(count), UInt32(instances), UInt32(first)] + base + [UInt32(baseInstance)]
            + [UInt32(count / 2), 1, UInt32(first)] + base + [0]
    }

    /// Records the draw. `indices` is the index buffer of an indexed draw.
    func record(_ pass: inout RenderPass, indices: Buffer?, _ device: Device) throws {
        switch (way, indices) {
        case (.single, nil): pass.draw(primitive, first: first, count: count, instances: instances, baseInstance: baseInstance)
        case (.single, let indices?):
            pass.drawIndexed(indices, type: indexType, primitive, first: first, count: count, instances: instances, baseVertex: baseVertex,
                             baseInstance: baseInstance)
        case (.several, nil): pass.multiDraw(primitive, parts, instances: instances)
        case (.several, let indices?):
            pass.multiDrawIndexed(indices, type: indexType, primitive, parts, baseVertices: [baseVertex], instances: instances)
        case (.indirect, nil): pass.drawIndirect(try device.makeBuffer(arguments), drawCount: 2, primitive)
        case (.indirect, let indices?):
            pass.drawIndexedIndirect(indices, type: indexType, arguments: try device.makeBuffer(arguments), drawCount: 2, primitive)
        }
    }
    /// Returns Swift code that records the draw with the given number.
    func recording(_ n: Int) -> String {
        let indexed = indices != nil, start = indexed ? "Indexed" : "", list = indexed ? "indices\(n), type: .\(indexType), " : ""
        switch way {
        case .single:
            let base = indexed ? ", baseVertex: \(baseVertex)" : ""
            return "pass.draw\(start)(\(list).\(primitive), first: \(first), count: \(count), instances: \(instances)\(base), baseInstance: \(baseInstance))"
        case .several:
            let base = indexed ? ", baseVertices: [\(baseVertex)]" : ""
            return "pass.multiDraw\(start)(\(list).\(primitive), \(parts)\(base), instances: \(instances))"
        case .indirect:
            let arguments = "try stage.device.makeBuffer(\(arguments) as [UInt32])"
            return "pass.draw\(start)Indirect(\(list)\(indexed ? "arguments: " : "")\(arguments), drawCount: 2, .\(primitive))"
        }
    }
}
