// EmittedVertices: the vertices that four invocations of a geometry shader emit, one invocation in each lane.

/// The vertices that each lane of a quad has emitted, in order.
package final class EmittedVertices {
    /// The vertices of one lane.
    package struct Lane {
        /// The values of the local slots `slots`, vertex after vertex.
        package fileprivate(set) var words: [UInt32] = []
        /// For each vertex, the index of the vertex in its strip.
        package fileprivate(set) var numbers: [Int] = []
        /// The index that the next vertex gets in its strip.
        fileprivate var next = 0
    }
    /// The local slots whose values make a vertex. The property has the slots of all outputs.
    package let slots: [Int]
    package private(set) var lanes = [Lane](repeating: Lane(), count: 4)
    private let vertexLimit: Int

    /// - Parameter vertexLimit: the number of vertices that a lane may emit. Further vertices are dropped.
    init(slots: [Int], vertexLimit: Int) { self.slots = slots; self.vertexLimit = vertexLimit }

    func removeAll() {
        for lane in lanes.indices {
            lanes[lane].words.removeAll(keepingCapacity: true)
            lanes[lane].numbers.removeAll(keepingCapacity: true)
            lanes[lane].next = 0
        }
    }
    func emit(_ active: QuadUInt, _ locals: UnsafeMutablePointer<QuadUInt>) {
        for lane in lanes.indices where active[lane] != 0 && lanes[lane].numbers.count < vertexLimit {
            for slot in slots { lanes[lane].words.append(locals[slot][lane]) }
            lanes[lane].numbers.append(lanes[lane].next)
            lanes[lane].next += 1
        }
    }
    func endStrip(_ active: QuadUInt) {
        for lane in lanes.indices where active[lane] != 0 { lanes[lane].next = 0 }
    }
}
