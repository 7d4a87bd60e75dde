// A torus knot: a tube of elliptic section that winds p times around the axis of a torus and q times through its hole.
//
// The axes of the section follow the curve without twist (rotation-minimising frames by double reflection). At the point where the
// curve closes, the first and the last section differ by a twist. The twist between first and last section is spread evenly over
// the curve, which prevents a visible seam.

import Raster

extension Mesh {
    /// Returns a knot around the origin, wound about the z axis. `radius` is the distance from the origin to the middle of the torus's tube,
    /// and `swing` is the radius of that tube. The elliptic section of the knot has the radii `width` and `thickness`. The section makes
    /// `turns` full turns along the knot.
    public static func torusKnot(p: Int = 2, q: Int = 3, radius: Float, swing: Float, width: Float, thickness: Float,
                                  turns: Int = 0, columns: Int = 320, rows: Int = 32) -> Mesh {
        func point(_ t: Double) -> SIMD3<Float> {
            let ring = Double(radius) + Double(swing) * PortableMath.cosine(Double(q) * t)
            return .init(Float(ring * PortableMath.cosine(Double(p) * t)), Float(ring * PortableMath.sine(Double(p) * t)),
                         Float(Double(swing) * PortableMath.sine(Double(q) * t)))
        }
        func tangent(_ t: Double) -> SIMD3<Float> { (point(t + 1e-3) - point(t - 1e-3)).normalized }

        let columns = min(max(columns, 1), 1024)
        // The curve's points, its tangents, and one axis across the curve at each point.
        let steps = (0...columns).map { Double($0) / Double(columns) * 2 * .pi }
        let points = steps.map(point), tangents = steps.map(tangent)
        var across = [tangents[0].cross(.init(0, 0, 1)).normalized]
        for i in 0..<columns {
            let step = points[i + 1] - points[i]
            func mirrored(_ v: SIMD3<Float>, in d: SIMD3<Float>) -> SIMD3<Float> { v - d * (2 * d.dot(v) / d.dot(d)) }
            let axis = mirrored(across[i], in: step), forward = mirrored(tangents[i], in: step)
            let turn = tangents[i + 1] - forward
            across.append((turn.length < 1e-7 ? axis : mirrored(axis, in: turn)).normalized)
        }
        let lastUp = across[columns].cross(tangents[columns])
        let leftover = PortableMath.arctangent(Double(across[0].dot(lastUp)), Double(across[0].dot(across[columns])))

        return Mesh(columns: columns, rows: rows) { u, v in
            let i = Int((u * Float(columns)).rounded())
            let side = across[i], up = side.cross(tangents[i])
            let angle = Double(v) * 2 * .pi, roll = (leftover + Double(turns) * 2 * .pi) * Double(u)
            let rolledSide = side * Float(PortableMath.cosine(roll)) + up * Float(PortableMath.sine(roll)),
                rolledUp = up * Float(PortableMath.cosine(roll)) - side * Float(PortableMath.sine(roll))
            let c = Float(PortableMath.cosine(angle)), s = Float(PortableMath.sine(angle))
            let normal = (rolledSide * (c / width) + rolledUp * (s / thickness)).normalized
            return MeshVertex(position: points[i] + rolledSide * (c * width) + rolledUp * (s * thickness), normal: normal, u: u * 8, v: v)
        }
    }
}
