// Shapes for showing materials: an open vase whose inside is visible, a pebble with soft edges, and a ribbon whose two sides are
// visible.

import Foundation
import Raster

extension Mesh {
    /// Returns a vase that is rotationally symmetric about the y axis. The vase stands on the plane y = 0; its open lip is at y = `height`.
    package static func vase(height: Float, columns: Int = 96, rows: Int = 96) -> Mesh {
        // Radius and height along the outline, from the middle of the foot to the lip, as fractions of the vase's height.
        let outline: [SIMD2<Float>] = [
            .init(0, 0), .init(0.2, 0), .init(0.23, 0.02), .init(0.215, 0.06), .init(0.27, 0.17), .init(0.37, 0.36), .init(0.345, 0.56),
            .init(0.215, 0.75), .init(0.15, 0.86), .init(0.165, 0.95), .init(0.235, 1),
        ]
        /// Returns a point on a Catmull–Rom curve through the outline's points, and the curve's direction at this point.
        func curve(_ v: Float) -> (point: SIMD2<Float>, along: SIMD2<Float>) {
            let last = outline.count - 2, scaled = v * Float(outline.count - 1)
            let i = min(Int(scaled), last), t = scaled - Float(i)
            let a = outline[max(i - 1, 0)], b = outline[i], c = outline[i + 1], d = outline[min(i + 2, outline.count - 1)]
            let k1 = (c - a) * 0.5, k2 = a - b * 2.5 + c * 2 - d * 0.5, k3 = (d - a) * 0.5 + (b - c) * 1.5
            return (b + k1 * t + k2 * (t * t) + k3 * (t * t * t), k1 + k2 * (2 * t) + k3 * (3 * t * t))
        }
        return Mesh(columns: columns, rows: rows) { u, v in
            let angle = Double(u) * 2 * .pi
            let outward = SIMD3<Float>(Float(PortableMath.sine(angle)), 0, Float(PortableMath.cosine(angle)))
            let (point, along) = curve(v)
            // At the axis, the foot is flat and faces down.
            let normal = v == 0 ? SIMD3(0, -1, 0) : (outward * along.y - SIMD3(0, along.x, 0)).normalized
            let radius = v == 0 ? 0 : max(point.x, 0)
            return MeshVertex(position: (outward * radius + SIMD3(0, point.y, 0)) * height, normal: normal, u: u * 2, v: v)
        }
    }

    /// Returns a shape between a ball and a box, around the origin. A `softness` of 1 gives a ball, and values near 0 give a box.
    package static func pebble(radius: Float, softness: Float = 0.45, columns: Int = 96, rows: Int = 48) -> Mesh {
        func bent(_ x: Double, _ exponent: Float) -> Float { Float((x < 0 ? -1 : 1) * PortableMath.power(abs(x), Double(exponent))) }
        return Mesh(columns: columns, rows: rows) { u, v in
            let longitude = Double(u) * 2 * .pi, latitude = (Double(v) - 0.5) * .pi
            let ring = v == 0 || v == 1 ? 0 : PortableMath.cosine(latitude)
            func point(_ e: Float) -> SIMD3<Float> {
                let r = bent(ring, e)
                return SIMD3(r * bent(PortableMath.sine(longitude), e), bent(PortableMath.sine(latitude), e), r * bent(PortableMath.cosine(longitude), e))
            }
            return MeshVertex(position: point(softness) * radius, normal: point(2 - softness).normalized, u: u * 2, v: v)
        }
    }

    /// Returns a band that winds upwards around the y axis, centred at the origin and `height` high. The outside of the band is its front.
    package static func ribbon(radius: Float, height: Float, turns: Float = 2.5, columns: Int = 240, rows: Int = 8) -> Mesh {
        let pitch = height / (turns + 0.62)
        return Mesh(columns: columns, rows: rows) { u, v in
            let angle = Double(u * turns) * 2 * .pi
            // The band leans outwards like a strip of peel: the radius is slightly larger at the upper edge than at the lower edge.
            let flare = radius * (1 + 0.1 * (v - 0.5))
            let outward = SIMD3<Float>(Float(PortableMath.sine(angle)), 0, Float(PortableMath.cosine(angle)))
            let y = (u * turns + v * 0.62) * pitch - height / 2
            return MeshVertex(position: outward * flare + SIMD3(0, y, 0), normal: outward, u: u * turns * 2, v: v)
        }
    }
}
