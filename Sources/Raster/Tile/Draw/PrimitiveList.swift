/// The primitives that set-up and transform feedback read: those of a range, or those that a geometry shader emits for a range. The memory
/// belongs to the owner of the list.
struct PrimitiveList {
    let count: Int
    /// The number of corners of a primitive: 1, 2 or 3.
    let cornerCount: Int
    /// Three corners for each primitive, in order, padded to whole groups of lanes. A corner is the index of a shaded vertex plus
    /// `firstIndex`. Points and lines repeat their last corner.
    let corners: UnsafePointer<UInt32>
    let firstIndex: Int
    /// The provoking vertices, numbered like `corners`. The provoking vertex of primitive i is element i · step.
    let provoking: (base: UnsafePointer<UInt32>, step: Int)
    /// gl_PrimitiveID of each primitive.
    let ids: UnsafePointer<Int32>

    /// The index of a shaded vertex.
    @inline(__always)
    func index(_ corner: UInt32) -> Int { Int(corner) - firstIndex }
    /// The index of the vertex whose values become the flat varyings.
    @inline(__always)
    func provokingVertex(of primitive: Int) -> Int { index(provoking.base[primitive * provoking.step]) }
}
