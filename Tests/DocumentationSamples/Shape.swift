// Shape: the meshes of the documentation's pictures, with eight floats per vertex: position, normal, texture coordinates.

import Effects
import Foundation
import Raster

struct Shape {
    let vertices: Buffer
    let indices: Buffer
    let count: Int
    static let layout = VertexLayout(stride: 32, .position(.float3), .normal(.float3, offset: 12), .texCoord0(.float2, offset: 24))

    func draw(in pass: inout RenderPass) {
        pass.setVertexBuffer(vertices)
        pass.drawIndexed(indices, count: count)
    }

    /// Makes a grid over u, v in 0…1. `point` returns the point of the surface at u and v. Seen from outside, u must point right if
    /// v points up.
    init(_ device: Device, columns: Int, rows: Int, point: (_ u: Double, _ v: Double) -> SIMD3<Double>) throws {
        var floats: [Float] = [], corners: [UInt16] = []
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        for row in 0...rows {
            for column in 0...columns {
                let u = Double(column) / Double(columns), v = Double(row) / Double(rows), e = 1e-4
                // At a pole all points with the same v coincide, so the derivatives are computed slightly beside the pole.
                let w = min(max(v, 0.001), 0.999)
                var normal = cross(point(u + e, w) - point(u - e, w), point(u, w + e) - point(u, w - e))
                normal /= (normal * normal).sum().squareRoot()
                let p = point(u, v)
                floats += [p.x, p.y, p.z, normal.x, normal.y, normal.z, u, v].map { Float($0) }
            }
        }
        for row in 0..<rows {
            for column in 0..<columns {
                let a = UInt16(row * (columns + 1) + column), b = a + 1, c = a + UInt16(columns + 1), d = c + 1
                corners += [a, b, d, a, d, c]
            }
        }
        vertices = try device.makeBuffer(floats)
        indices = try device.makeBuffer(corners)
        count = corners.count
    }

    /// Makes a sphere of radius 1 around the origin.
    static func sphere(_ device: Device, columns: Int = 64, rows: Int = 32) throws -> Shape {
        try Shape(device, columns: columns, rows: rows) { u, v in
            let around = u * 2 * .pi, up = (v - 0.5) * .pi
            return SIMD3(cos(up) * sin(around), sin(up), cos(up) * cos(around))
        }
    }
    /// Makes a square in the plane y = 0 around the origin, with sides of `size`.
    static func floor(_ device: Device, size: Double, cells: Int = 1) throws -> Shape {
        try Shape(device, columns: cells, rows: cells) { u, v in SIMD3((u - 0.5) * size, 0, (0.5 - v) * size) }
    }
    /// Makes a square in the plane z = 0 around the origin, with sides of 2.
    static func card(_ device: Device) throws -> Shape {
        try Shape(device, columns: 1, rows: 1) { u, v in SIMD3(2 * u - 1, 2 * v - 1, 0) }
    }
    /// Makes a trefoil knot that is about 3 wide.
    static func knot(_ device: Device) throws -> Shape {
        func center(_ t: Double) -> SIMD3<Double> { SIMD3(sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t), -sin(3 * t)) * 0.5 }
        func unit(_ v: SIMD3<Double>) -> SIMD3<Double> { v / (v * v).sum().squareRoot() }
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        return try Shape(device, columns: 256, rows: 32) { u, v in
            let t = u * 2 * .pi, angle = v * 2 * .pi
            let along = unit(center(t + 1e-3) - center(t - 1e-3)), side = unit(cross(along, [0, 0, 1])), up = cross(side, along)
            return center(t) + (side * cos(angle) + up * sin(angle)) * 0.32
        }
    }
    /// Makes an upright cylinder of radius 1, from y = 0 to y = 1.
    static func column(_ device: Device) throws -> Shape {
        try Shape(device, columns: 48, rows: 1) { u, v in SIMD3(sin(u * 2 * .pi), v, cos(u * 2 * .pi)) }
    }
}
