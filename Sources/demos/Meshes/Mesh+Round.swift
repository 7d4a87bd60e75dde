// Round bodies: sphere and torus. The texture's u runs once around the y axis, eastward.

import Foundation
import Raster

extension Mesh {
    /// Around the origin; poles on the y axis.
    package static func sphere(radius: Float, columns: Int = 64, rows: Int = 32) -> Mesh {
        Mesh(columns: columns, rows: rows) { u, v in
            let longitude = Double(u) * 2 * .pi, latitude = (Double(v) - 0.5) * .pi
            let ring = v == 0 || v == 1 ? 0 : Elementary.cosine(latitude)
            let normal = SIMD3<Float>(Float(ring * Elementary.sine(longitude)), Float(Elementary.sine(latitude)), Float(ring * Elementary.cosine(longitude)))
            return MeshVertex(position: normal * radius, normal: normal, u: u, v: v)
        }
    }
    /// A ring in the xz plane: `radius` from the origin to the middle of the tube, which is `tube` thick (radius).
    package static func torus(radius: Float, tube: Float, columns: Int = 72, rows: Int = 32, repeatU: Float = 1, repeatV: Float = 1) -> Mesh {
        Mesh(columns: columns, rows: rows) { u, v in
            let around = Double(u) * 2 * .pi, across = Double(v) * 2 * .pi
            let outward = SIMD3<Float>(Float(Elementary.sine(around)), 0, Float(Elementary.cosine(around)))
            let normal = outward * Float(Elementary.cosine(across)) + SIMD3(0, Float(Elementary.sine(across)), 0)
            return MeshVertex(position: outward * radius + normal * tube, normal: normal, u: u * repeatU, v: v * repeatV)
        }
    }
}
