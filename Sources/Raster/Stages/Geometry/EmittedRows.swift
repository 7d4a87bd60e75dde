// EmittedRows: the memory that W invocations of a geometry shader (one for each lane) fill with the vertices that they emit. Each lane has
// rows of its own: one row for each vertex that the lane may emit, and one more row for all vertices beyond the maximum number. At each
// emission, every lane stores its values into its next row, but only the lanes that emit go on to another row. Stores therefore need no
// mask. After the rows of all lanes, the memory has a list of the rows that hold vertices, in the order of the lanes.

import Shading

struct EmittedRows: Sendable, Hashable {
    /// The geometry shader's output slots whose values are stored for each vertex, in ascending order. Word 0 of a row is the number of
    /// the vertex in its strip; the words after word 0 are the values of these slots.
    let slots: [Int]
    /// The maximum number of vertices of an invocation.
    let limit: Int

    init(_ program: LinkedProgram, _ module: ShaderModule, hasPointSize: Bool) {
        let outputs = module.builtinOutputs
        var slots = Set(program.interface.varyings.map(\.vertexSlot) + (program.interface.transformFeedback?.slots ?? []))
        if let position = outputs.position { slots.formUnion(position..<position + 4) }
        if let distances = outputs.clipDistance { slots.formUnion(distances..<distances + outputs.clipDistanceCount) }
        if hasPointSize, let size = outputs.pointSize { slots.insert(size) }
        if let id = outputs.primitiveID { slots.insert(id) }
        self.slots = slots.filter { $0 >= 0 }.sorted()
        limit = module.geometryLayout?.maximumVertexCount ?? 0
    }

    /// The number of bytes of a row. Rows are padded to whole vectors of four words.
    var stride: Int { 16 * ((1 + slots.count + 3) / 4) }
    /// The number of bytes of a lane's rows.
    var laneStride: Int { (limit + 1) * stride }
    func list(lanes: Int) -> Int { lanes * laneStride }
    /// Returns the number of bytes of the whole memory. The list of rows has room for W elements more than there are vertices, because
    /// kernels store W elements at a time.
    func byteCount(lanes: Int) -> Int { list(lanes: lanes) + 4 * (lanes * limit + lanes) }
    /// Returns the index, in a row, of the word that has the value of a slot.
    func word(of slot: Int) -> Int { 1 + slots.firstIndex(of: slot)! }
}
