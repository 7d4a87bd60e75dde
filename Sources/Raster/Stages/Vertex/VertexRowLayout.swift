// VertexRowLayout: the order of the words of a shaded vertex: clip position x y z w, point size in pixels, clip distances, then the
// varyings in the order of `ProgramInterface.varyings`.

import Shading

package struct VertexRowLayout: Sendable, Hashable {
    static let position = 0
    static let pointSize = 4
    static let clipDistances = 5
    let clipDistanceCount: Int
    let varyingCount: Int
    var varyings: Int { VertexRowLayout.clipDistances + clipDistanceCount }
    /// The number of words per vertex.
    var stride: Int { varyings + varyingCount }

    /// - Parameter additionalVaryingCount: The number of words that follow the program's varyings.
    init(program: LinkedProgram, additionalVaryingCount: Int = 0) {
        clipDistanceCount = program.vertex.builtinOutputs.clipDistance == nil ? 0 : program.vertex.builtinOutputs.clipDistanceCount
        varyingCount = program.interface.varyings.count + additionalVaryingCount
    }
}

/// A shaded vertex: `VertexRowLayout.stride` words.
typealias VertexRow = UnsafeMutablePointer<Float>
