// Primitive+Placement: leaves out shapes with vertices whose positions are NaN or infinite. Scanners write vertices at NaN or infinity for
// rays that hit nothing.

import Raster

extension Model.Vertex {
    /// True if no component of the position is infinite or NaN.
    var isPlaced: Bool { x.isFinite && y.isFinite && z.isFinite }
}

extension Model.Topology {
    /// Returns the shapes whose corners all fulfil a condition.
    func shapes(of indices: [UInt32], where isKept: (UInt32) -> Bool) -> [UInt32] {
        let width = self == .points ? 1 : self == .lines ? 2 : 3
        var kept: [UInt32] = []
        kept.reserveCapacity(indices.count)
        for first in stride(from: 0, to: indices.count - width + 1, by: width) {
            let shape = indices[first..<(first + width)]
            if shape.allSatisfy(isKept) { kept += shape }
        }
        return kept
    }
}

extension Model.Primitive {
    /// Removes the shapes with a vertex whose position is not finite, and moves these vertices to the position of a used vertex.
    mutating func leaveOutUnplaced(_ notes: inout ModelNotes) {
        guard vertices.contains(where: { !$0.isPlaced }) else { return }
        notes.add("vertices whose position is not a number are left out")
        indices = topology.shapes(of: indices) { vertices[Int($0)].isPlaced }
        let place = indices.first.map { vertices[Int($0)].position } ?? .zero
        for i in vertices.indices where !vertices[i].isPlaced { vertices[i].position = place }
    }
}
