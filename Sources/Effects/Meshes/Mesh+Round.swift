// Round bodies: sphere, torus and cylinder. The texture's u runs once around the y axis, counter-clockwise as seen from above.

import Raster

extension Mesh {
    /// Returns a sphere around the origin, with its poles on the y axis.
    public static func sphere(radius: Float, columns: Int = 64, rows: Int = 32) -> Mesh {
        Mesh(columns: columns, rows: rows) { u, v in
            let longitude = Double(u) * 2 * .pi, latitude = (Double(v) - 0.5) * .pi
            let ring = v == 0 || v == 1 ? 0 : PortableMath.cosine(latitude)
            let normal = SIMD3<Float>(Float(ring * PortableMath.sine(longitude)), Float(PortableMath.sine(latitude)),
                                      Float(ring * PortableMath.cosine(longitude)))
            return MeshVertex(position: normal * radius, normal: normal, u: u, v: v)
        }
    }
    /// Returns a ring in the xz plane around the origin. `radius` is the distance from the origin to the middle of the tube, and `tube` is
    /// the radius of the tube.
    public static func torus(radius: Float, tube: Float, columns: Int = 72, rows: Int = 32, repeatU: Float = 1, repeatV: Float = 1) -> Mesh {
        Mesh(columns: columns, rows: rows) { u, v in
            let around = Double(u) * 2 * .pi, across = Double(v) * 2 * .pi
            let outward = SIMD3<Float>(Float(PortableMath.sine(around)), 0, Float(PortableMath.cosine(around)))
            let normal = outward * Float(PortableMath.cosine(across)) + SIMD3(0, Float(PortableMath.sine(across)), 0)
            return MeshVertex(position: outward * radius + normal * tube, normal: normal, u: u * repeatU, v: v * repeatV)
        }
    }
    /// Returns an upright cylinder around the origin, closed at both ends. On the side, the texture goes once around the cylinder. Each end
    /// shows the disc in the middle of the texture.
    public static func cylinder(radius: Float, height: Float, columns: Int = 64) -> Mesh {
        func ring(_ u: Float) -> SIMD3<Float> { SIMD3(Float(PortableMath.sine(Double(u) * 2 * .pi)), 0, Float(PortableMath.cosine(Double(u) * 2 * .pi))) }
        var mesh = Mesh(columns: columns, rows: 1) { u, v in
            MeshVertex(position: ring(u) * radius + SIMD3(0, (v - 0.5) * height, 0), normal: ring(u), u: u, v: v)
        }
        for side in [Float(1), -1] {
            mesh.add(Mesh(columns: columns, rows: 1) { u, v in
                // Both ends of the cylinder must face outward, so the triangles of both ends need opposite directions: the rows of the upper
                // end run from the rim to the middle, and the rows of the lower end run from the middle to the rim.
                let share = side > 0 ? 1 - v : v, out = ring(u)
                return MeshVertex(position: out * (radius * share) + SIMD3(0, side * height / 2, 0), normal: SIMD3(0, side, 0),
                                  u: 0.5 + 0.5 * share * out.x, v: 0.5 - 0.5 * share * out.z * side)
            })
        }
        return mesh
    }
}
