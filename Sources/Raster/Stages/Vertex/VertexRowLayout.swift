// VertexRowLayout: the order of the words of one shaded vertex.

import Shading

/// The order of the words of a vertex that a vertex shader has shaded, that a geometry shader has emitted, or that clipping has made: clip
/// position x y z w, point size in pixels, clip distances, the outputs that transform feedback writes, then the varyings in the order of
/// `ProgramInterface.varyings`.
package struct VertexRowLayout: Sendable, Hashable {
    static let position = 0
    static let pointSize = 4
    static let clipDistances = 5
    let clipDistanceCount: Int
    /// The number of words that transform feedback writes, in the order of `TransformFeedbackLayout.slots`.
    let feedbackCount: Int
    let varyingCount: Int
    var feedback: Int { VertexRowLayout.clipDistances + clipDistanceCount }
    var varyings: Int { feedback + feedbackCount }
    /// The number of words per vertex.
    var stride: Int { varyings + varyingCount }

    /// - Parameter additionalVaryingCount: The number of words that follow the program's varyings.
    init(program: LinkedProgram, additionalVaryingCount: Int = 0) {
        let outputs = program.lastVertexStage.builtinOutputs
        clipDistanceCount = outputs.clipDistance == nil ? 0 : outputs.clipDistanceCount
        feedbackCount = program.interface.transformFeedback?.slots.count ?? 0
        varyingCount = program.interface.varyings.count + additionalVaryingCount
    }
    /// Makes the layout of the rows that the vertex shader writes. If the program has a geometry shader, the result is the layout of the
    /// rows that the geometry shader reads, else the layout that `init(program:)` makes. Rows for a geometry shader have a position, a
    /// point size, and `ProgramInterface.geometryInputs` in place of varyings.
    init(shadedBy program: LinkedProgram) {
        self = program.geometry == nil ? Self(program: program) : Self(geometryInputCount: program.interface.geometryInputs.count)
    }
    private init(geometryInputCount: Int) { clipDistanceCount = 0; feedbackCount = 0; varyingCount = geometryInputCount }
}

extension UInt8 {
    /// Returns the indices below `limit` of the set bits, in ascending order.
    func numbers(below limit: Int) -> [Int] { (0..<limit).filter { self & 1 << UInt8($0) != 0 } }
}

/// A shaded vertex: `VertexRowLayout.stride` words.
typealias VertexRow = UnsafeMutablePointer<Float>
