// RectanglePairs: joins two triangles that make a rectangle into one record. Most flat drawings consist of rectangles of two triangles.
// All pixels within the bounds of the joined record are covered, so no edge has to be evaluated. Quads on the rectangle's diagonal are
// shaded once, not once per triangle.
//
// Joining must change no pixel. So two triangles are joined only if every value is constant and equal in both triangles, and if the outer
// sides run along rows and columns of pixels. No outer side may run through pixel centres, because a centre on a left side is covered and a
// centre on a right side is not.

import Shading

struct RectanglePairs {
    let records: UnsafeMutableRawPointer
    let tiles: UnsafeMutablePointer<UInt32>
    /// The number of the program's varyings, all of which are flat.
    let varyingCount: Int
    private var stride: Int { PrimitiveRecord.stride(varyings: varyingCount) }

    /// Returns whether triangles of a program may be joined.
    static func canJoin(_ key: SetupKey, _ program: LinkedProgram) -> Bool { !key.isMultisampled && program.joinsRectangles }

    /// Joins pairs of consecutive records, among `count` records. Returns the number of records after joining.
    func join(_ count: Int) -> Int {
        var kept = 0, number = 0
        while number < count {
            let record = records + number * stride
            let isPair = number + 1 < count && isRectangle(record, record + stride)
            if kept != number {
                (records + kept * stride).copyMemory(from: record, byteCount: stride)
                tiles[kept] = tiles[number]
            }
            if isPair { removeEdges((records + kept * stride).primitive) }
            kept += 1
            number += isPair ? 2 : 1
        }
        return kept
    }

    private func isRectangle(_ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer) -> Bool {
        // The bounds are compared first, because most triangles of meshes have different bounds.
        if a.primitive.pointee.bounds != b.primitive.pointee.bounds || a.primitive.pointee.isFrontFacing != b.primitive.pointee.isFrontFacing { return false }
        guard let one = Corner(a.primitive), let other = Corner(b.primitive), one.isOpposite(other) else { return false }
        func bits(_ record: UnsafeMutableRawPointer, _ varying: Int) -> UInt32 {
            record.load(fromByteOffset: PrimitiveRecord.attribute(varying), as: UInt32.self)
        }
        return isEven(a.primitive.pointee.depth, b.primitive.pointee.depth) && isEven(a.primitive.pointee.inverseW, b.primitive.pointee.inverseW)
            && (0..<varyingCount).allSatisfy { bits(a, $0) == bits(b, $0) }
    }
    /// Returns whether a plane has the same constant value in both triangles. Returns false for −0, because the sign of an
    /// interpolated 0 may depend on the corner at which interpolation starts.
    private func isEven(_ a: AttributePlane, _ b: AttributePlane) -> Bool {
        let bits = a.value.bitPattern
        return bits == b.value.bitPattern && bits != (-0.0 as Float).bitPattern && a.dx == 0 && a.dy == 0 && b.dx == 0 && b.dy == 0
    }
    private func removeEdges(_ record: UnsafeMutablePointer<PrimitiveRecord>) {
        record.pointee.a = .zero
        record.pointee.b = .zero
        record.pointee.c = .zero
    }

    /// A triangle with one side along a row and one side along a column, in 1/256 pixel.
    private struct Corner {
        /// The corner with the right angle. This corner lies on no row or column of pixel centres.
        let x: Int64, y: Int64
        /// The coefficients of the third edge. Set-up lowers c by 1 for edges that the triangle does not own; here c is not lowered.
        let a: Int64, b: Int64, c: Int64

        init?(_ record: UnsafeMutablePointer<PrimitiveRecord>) {
            var x: Int64?, y: Int64?, third: (a: Int64, b: Int64, c: Int64)?
            for edge in 0..<3 {
                let a = record.pointee.a[edge], b = record.pointee.b[edge], c = record.pointee.c[edge]
                // If the triangle does not own the points on the edge, set-up has lowered the coefficient c by 1. This line restores the
                // original c.
                let through = c + (TriangleRules.isOwned(a: a, b: b) ? 0 : 1)
                if b == 0 && a != 0 && x == nil {
                    x = -through / Int64(a)
                } else if a == 0 && b != 0 && y == nil {
                    y = -through / Int64(b)
                } else {
                    third = (Int64(a), Int64(b), through)
                }
            }
            guard let x, let y, let third, third.a != 0, third.b != 0, x & 255 != 0, y & 255 != 0 else { return nil }
            (self.x, self.y) = (x, y)
            (a, b, c) = third
        }
        /// Returns whether both triangles are the halves of one rectangle: they lie on opposite sides of a common third edge, and
        /// their right angles lie at the ends of the other diagonal.
        func isOpposite(_ other: Corner) -> Bool {
            a == -other.a && b == -other.b && c == -other.c && abs(other.x - x) == abs(b) && abs(other.y - y) == abs(a)
        }
    }
}

extension LinkedProgram {
    /// Whether two triangles that make a rectangle may become one record. The value is true if the shader cannot distinguish the triangles:
    /// all varyings are flat, and the shader does not read gl_PrimitiveID.
    var joinsRectangles: Bool {
        interface.varyings.allSatisfy { $0.interpolation == .flat }
            && !fragment.reads(.primitiveID)
    }
}
