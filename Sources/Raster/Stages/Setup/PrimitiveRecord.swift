// PrimitiveRecord: a primitive in the memory that kernels and Swift share.

import Kernel

/// One primitive, ready for coverage and shading. The planes of the varyings follow the struct in memory, one AttributePlane for each component.
package struct PrimitiveRecord: KernelRecord {
    /// The coefficients of the four edges in 1/256 pixel (see EdgeFunction). A triangle's fourth edge is 0, 0, 0. The first two vectors are adjacent.
    var a: SIMD4<Int32>, b: SIMD4<Int32>, c: SIMD4<Int64>
    /// minX, minY, maxX, maxY in pixels. The maxima are inclusive.
    var bounds: SIMD4<Int32>
    /// 1 if the primitive is front facing, else 0.
    var isFrontFacing: Int32
    package var primitiveID: Int32
    /// The number of the primitive within its chunk, by which records are sorted.
    var order: Int32
    var pointSize: Float
    var depth: AttributePlane
    var pointX: Float
    // Every pixel needs the fields below. These fields are adjacent, because shading reads four words at a time.
    var originX: Float, originY: Float
    /// The plane of 1/w.
    var inverseW: AttributePlane
    var pointY: Float

    /// Returns the byte offset of the plane of a varying's component.
    static func attribute(_ component: Int) -> Int { MemoryLayout<PrimitiveRecord>.size + MemoryLayout<AttributePlane>.stride * component }
    /// Within a tile, the value of an edge function divided by 256 changes by at most this number. If a value is farther from 0 than this
    /// number, the function has the same sign in the whole tile.
    static let settled: Int64 = 1 << 30
    /// The alignment of an array of records. A record then begins at the start of a cache line.
    static let alignment = 64
    static func stride(varyings: Int) -> Int {
        (attribute(varyings) + alignment - 1) & ~(alignment - 1)
    }

    static func write(_ p: SetupPrimitive, to memory: UnsafeMutableRawPointer, order: Int) {
        let edges = [p.edges.0, p.edges.1, p.edges.2, p.edges.3]
        func four<Number: FixedWidthInteger & SIMDScalar>(_ coefficient: (EdgeFunction) -> Int) -> SIMD4<Number> {
            SIMD4(edges.map { $0.map { Number(coefficient($0)) } ?? 0 })
        }
        let bounds = [p.bounds.minX, p.bounds.minY, p.bounds.maxX, p.bounds.maxY].map { Int32(truncatingIfNeeded: $0) }
        memory.storeBytes(of: PrimitiveRecord(
            a: four(\.a), b: four(\.b), c: four(\.c), bounds: SIMD4(bounds), isFrontFacing: p.isFrontFacing ? 1 : 0,
            primitiveID: Int32(truncatingIfNeeded: p.primitiveID), order: Int32(order), pointSize: p.pointSize, depth: p.depth, pointX: p.pointX,
            originX: p.originX, originY: p.originY, inverseW: p.inverseW, pointY: p.pointY), as: PrimitiveRecord.self)
        for (i, plane) in p.attributes.enumerated() {
            memory.storeBytes(of: plane, toByteOffset: attribute(i), as: AttributePlane.self)
        }
    }
}

extension UnsafeRawPointer {
    /// The PrimitiveRecord at this address.
    package var primitive: UnsafePointer<PrimitiveRecord> { assumingMemoryBound(to: PrimitiveRecord.self) }
}
extension UnsafeMutableRawPointer {
    /// The PrimitiveRecord at this address.
    package var primitive: UnsafeMutablePointer<PrimitiveRecord> { assumingMemoryBound(to: PrimitiveRecord.self) }
}
