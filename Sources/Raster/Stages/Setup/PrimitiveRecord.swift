// PrimitiveRecord: a primitive in the memory that kernels and Swift share. The byte offsets are defined only here, so kernels and
// Swift use the same offsets.

/// One primitive, ready for coverage and shading.
package enum PrimitiveRecord {
    /// The coefficients of the four edges in 1/256 pixel (see EdgeFunction): four a and four b as Int32, then four c as Int64. A
    /// triangle's fourth edge is 0, 0, 0.
    static let edgeA = 0
    static let edgeB = 16
    static let edgeC = 32
    /// minX, minY, maxX, maxY in pixels, as Int32. The maxima are inclusive.
    static let bounds = 64
    /// Int32: 1 if the primitive is front facing, else 0.
    static let isFrontFacing = 80
    package static let primitiveID = 84
    /// Int32: the number of the primitive within its chunk, by which records are sorted.
    static let order = 88
    /// The size of a point, as a float. All fields after this field are floats, too.
    static let pointSize = 92
    /// The plane of the depth: value, dx, dy (see AttributePlane).
    static let depth = 96
    static let pointX = 108
    // Every pixel needs the fields below. These fields are adjacent, because shading reads four words at a time.
    static let originX = 112
    static let originY = 116
    /// The plane of 1/w: value, dx, dy.
    static let inverseW = 120
    static let pointY = 132
    /// The planes of the varying components: value, dx, dy for each component.
    static let attributes = 136
    /// The maximum change within a tile of an edge function divided by 256. If a value is farther from 0 than this maximum, the
    /// function has the same sign in the whole tile.
    static let settled: Int64 = 1 << 30
    static func stride(varyings: Int) -> Int { (attributes + 12 * varyings + 63) & ~63 }

    static func write(_ p: SetupPrimitive, to record: UnsafeMutableRawPointer, order: Int) {
        record.storeBytes(of: Int32(order), toByteOffset: self.order, as: Int32.self)
        for (i, edge) in [p.edges.0, p.edges.1, p.edges.2, p.edges.3].enumerated() {
            record.storeBytes(of: Int32(edge?.a ?? 0), toByteOffset: edgeA + 4 * i, as: Int32.self)
            record.storeBytes(of: Int32(edge?.b ?? 0), toByteOffset: edgeB + 4 * i, as: Int32.self)
            record.storeBytes(of: Int64(edge?.c ?? 0), toByteOffset: edgeC + 8 * i, as: Int64.self)
        }
        let b = p.bounds
        for (i, v) in [b.minX, b.minY, b.maxX, b.maxY].enumerated() {
            record.storeBytes(of: Int32(truncatingIfNeeded: v), toByteOffset: bounds + 4 * i, as: Int32.self)
        }
        record.storeBytes(of: p.isFrontFacing ? 1 : 0, toByteOffset: isFrontFacing, as: Int32.self)
        record.storeBytes(of: Int32(truncatingIfNeeded: p.primitiveID), toByteOffset: primitiveID, as: Int32.self)
        record.storeBytes(of: p.originX, toByteOffset: originX, as: Float.self)
        record.storeBytes(of: p.originY, toByteOffset: originY, as: Float.self)
        write(p.depth, record + depth)
        write(p.inverseW, record + inverseW)
        record.storeBytes(of: p.pointX, toByteOffset: pointX, as: Float.self)
        record.storeBytes(of: p.pointY, toByteOffset: pointY, as: Float.self)
        record.storeBytes(of: p.pointSize, toByteOffset: pointSize, as: Float.self)
        for (i, plane) in p.attributes.enumerated() { write(plane, record + attributes + 12 * i) }
    }
    private static func write(_ plane: AttributePlane, _ p: UnsafeMutableRawPointer) {
        p.storeBytes(of: plane.value, as: Float.self)
        p.storeBytes(of: plane.dx, toByteOffset: 4, as: Float.self)
        p.storeBytes(of: plane.dy, toByteOffset: 8, as: Float.self)
    }
}
