// CubeImages: the six faces of an environment cube map. Colours depend only on the direction, so there are no seams between faces.
//
// Directions are in world space, where y points up. Texels are in GL's layout (OpenGL 3.3 §3.8.10): the faces are in the order +X −X +Y −Y
// +Z −Z. Each face is stored row by row from t = 0, and s grows to the right. Seen from inside the cube, GL's layout mirrors the faces. To
// avoid mirrored pictures, a texel's colour is computed from the texel's direction, not from its row and column.

import Foundation
import Raster

package enum CubeScene: String, CaseIterable, Sendable {
    /// An evening sky with sun, clouds and sea.
    case sky
    /// A dark room with soft lamps.
    case studio
    /// Each face has its own colour, and shows its number and its axis.
    case numbered
}

package enum CubeImages {
    /// Returns the unit direction of a point on a face. s and t are 0…1.
    static func direction(face: CubeFace, s: Float, t: Float) -> SIMD3<Float> {
        let a = 2 * s - 1, b = 2 * t - 1
        let d: SIMD3<Float> = switch face {
        case .positiveX: .init(1, -b, -a)
        case .negativeX: .init(-1, -b, a)
        case .positiveY: .init(a, 1, b)
        case .negativeY: .init(a, -1, -b)
        case .positiveZ: .init(a, -b, 1)
        case .negativeZ: .init(-a, -b, -1)
        }
        return d.normalized
    }

    /// Returns the six faces in GL's order. The first row of each image is the row t = 0.
    static func faces(_ scene: CubeScene, size: Int, seed: UInt64) -> [Image] {
        let paint = painter(scene, seed: seed)
        return CubeFace.allCases.map { face in
            var image = Image(width: size, height: size)
            image.bytes.withUnsafeMutableBufferPointer { bytes in
                for row in 0..<size {
                    for column in 0..<size {
                        let d = direction(face: face, s: (Float(column) + 0.5) / Float(size), t: (Float(row) + 0.5) / Float(size))
                        let c = paint(d, face)
                        let i = (row * size + column) * 4
                        bytes[i] = unorm8(c.x); bytes[i + 1] = unorm8(c.y); bytes[i + 2] = unorm8(c.z); bytes[i + 3] = 255
                    }
                }
            }
            return image
        }
    }

    private static func painter(_ scene: CubeScene, seed: UInt64) -> (SIMD3<Float>, CubeFace) -> SIMD3<Float> {
        switch scene {
        case .sky:
            let sky = Sky(seed: seed)
            return { d, _ in sky.color(d) }
        case .studio: return { d, _ in studio(d) }
        case .numbered:
            let texts = CubeFace.allCases.map { (StrokeText("\($0.rawValue + 1)"), StrokeText(axisNames[$0.rawValue])) }
            return { d, face in numbered(d, face, texts[face.rawValue]) }
        }
    }

    // MARK: numbered

    static let axisNames = ["+X", "-X", "+Y", "-Y", "+Z", "-Z"]
    /// The background colour of each numbered face.
    package static let faceColors: [SIMD3<Float>] = [
        rgb(0xC83C32), rgb(0x2FA3A0), rgb(0x4F9D3A), rgb(0x9C4BB0), rgb(0x2F62C4), rgb(0xD79A21),
    ]
    /// Returns the directions to the right and upwards on a face, for a viewer at the origin who looks at the face with y up. For
    /// the faces +Y and −Y, the viewer first looks along −z and then tilts the head up or down.
    private static func artAxes(_ face: CubeFace) -> (right: SIMD3<Float>, up: SIMD3<Float>) {
        switch face {
        case .positiveX: (.init(0, 0, 1), .init(0, 1, 0))
        case .negativeX: (.init(0, 0, -1), .init(0, 1, 0))
        case .positiveY: (.init(1, 0, 0), .init(0, 0, 1))
        case .negativeY: (.init(1, 0, 0), .init(0, 0, -1))
        case .positiveZ: (.init(-1, 0, 0), .init(0, 1, 0))
        case .negativeZ: (.init(1, 0, 0), .init(0, 1, 0))
        }
    }
    private static func numbered(_ d: SIMD3<Float>, _ face: CubeFace, _ texts: (number: StrokeText, axis: StrokeText)) -> SIMD3<Float> {
        let (right, up) = artAxes(face)
        let major = max(abs(d.x), abs(d.y), abs(d.z))
        let x = d.dot(right) / major, y = d.dot(up) / major
        let border = max(abs(x), abs(y))
        var color = faceColors[face.rawValue] * (1 - 0.22 * border * border)
        // The face shows a grid of 8 × 8 squares, a frame at the edge, the number in the upper part, and the axis in the lower part. The
        // middle is plain.
        func line(_ v: Float) -> Float { let f = v * 4; return abs(f - f.rounded()) }
        color = mix(color, .one, 0.18 * (1 - smoothstep(0.03, 0.06, min(line(x), line(y)))))
        color = mix(color, .one, smoothstep(0.955, 0.965, border))
        let size: Float = 0.7
        color = mix(color, .one, texts.number.ink(x / size + texts.number.width / 2, (y - 0.14) / size, pen: 0.09, softness: 0.015))
        let small: Float = 0.36
        return mix(color, .one, texts.axis.ink(x / small + texts.axis.width / 2, (y + 0.58) / small, pen: 0.085, softness: 0.03))
    }

    // MARK: studio

    /// Returns the colour of a dark, warm room in a direction. The room has a gradient, a large soft lamp above, two long lamps at the
    /// sides, a low rim light behind.
    private static func studio(_ d: SIMD3<Float>) -> SIMD3<Float> {
        var color = mix(rgb(0x16181D), rgb(0x3A3F48), smoothstep(-0.6, 0.9, d.y))
        if d.y < 0 { color = mix(color, rgb(0x24211F), smoothstep(0, 0.5, -d.y)) }
        /// Adds a rectangular lamp with soft edges. The lamp's middle is at `at`, and the lamp faces the origin. `half` is half of
        /// the lamp's width and height.
        func softBox(_ at: SIMD3<Float>, _ half: SIMD2<Float>, _ light: SIMD3<Float>) {
            let normal = at.normalized, along = d.dot(normal)
            guard along > 0.05 else { return }
            let hit = d / along
            let side = (abs(normal.y) > 0.9 ? SIMD3<Float>(0, 0, 1) : SIMD3<Float>(0, 1, 0)).cross(normal).normalized
            let x = abs(hit.dot(side)), y = abs(hit.dot(normal.cross(side)))
            let inside = (1 - smoothstep(half.x * 0.9, half.x * 1.08, x)) * (1 - smoothstep(half.y * 0.9, half.y * 1.08, y))
            color = mix(color, light, inside)
            color += light * 0.12 * clamp(1 - ((x * x + y * y).squareRoot() - half.x) * 0.8) * (1 - inside)
        }
        softBox(.init(0.1, 1, -0.15), .init(0.62, 0.42), rgb(0xFFF7EA))
        softBox(.init(1, 0.25, 0.3), .init(0.16, 0.85), rgb(0xDCEBFF))
        softBox(.init(-1, 0.3, 0.5), .init(0.2, 0.7), rgb(0xFFE3C2))
        softBox(.init(-0.2, 0.15, -1), .init(0.9, 0.1), rgb(0x9FB6D9))
        softBox(.init(0.3, 0.5, 1), .init(0.35, 0.3), rgb(0xF4F4FF))
        return color
    }
}

/// An evening sky over the sea: a gradient, the sun with its glow, two layers of cloud, and their reflection on the water.
private struct Sky {
    let noise: ValueNoise
    let sun = SIMD3<Float>(0.8, 0.2, 0.35).normalized
    init(seed: UInt64) { noise = ValueNoise(seed: seed &* 31 &+ 9) }

    func color(_ d: SIMD3<Float>) -> SIMD3<Float> { d.y >= 0 ? above(d) : sea(d) }

    private func above(_ d: SIMD3<Float>) -> SIMD3<Float> {
        let toSun = max(0, d.dot(sun))
        let height = clamp(d.y)
        // The colour changes from the zenith to the horizon, and is warmer towards the sun.
        let towardSun = 0.5 + 0.5 * SIMD3(d.x, 0, d.z).normalized.dot(SIMD3(sun.x, 0, sun.z).normalized)
        let horizon = mix(rgb(0x9FB4CE), rgb(0xFFC98A), towardSun * towardSun)
        var color = mix(horizon, rgb(0x5B93CF), smoothstep(0, 0.32, height))
        color = mix(color, rgb(0x1E4C93), smoothstep(0.2, 1, height))
        func power(_ exponent: Double) -> Float { Float(PortableMath.power(Double(toSun), exponent)) }
        color += SIMD3(1, 0.55, 0.22) * (0.38 * power(10)) + SIMD3(1, 0.8, 0.5) * (0.35 * power(90))

        // The clouds lie on a plane overhead, and thin out towards the horizon.
        let scale = 1 / (d.y + 0.12)
        let p = SIMD3(d.x * scale, 0, d.z * scale)
        let warp = noise.fractal(p * 0.9 + SIMD3(3, 0, 1), octaves: 3)
        let q = p * 1.25 + SIMD3(warp, 0, warp * 0.6) * 1.3
        let density = noise.fractal(q, octaves: 6)
        let cover = smoothstep(0.5, 0.72, density) * smoothstep(0.015, 0.16, d.y)
        // If the cloud is denser at the point that lies one step nearer to the sun, the present point lies in shade.
        let step = SIMD3(sun.x, 0, sun.z) * 0.16
        let shade = clamp((noise.fractal(q + step, octaves: 5) - density) * 3.2 + 0.42)
        let lit = mix(rgb(0xFFF6E6), rgb(0xFFD9A8), towardSun * (1 - height)) + SIMD3(1, 0.6, 0.3) * (0.35 * power(24))
        let cloud = mix(lit, mix(rgb(0x7F8DA6), rgb(0xB48F88), towardSun * (1 - height)), shade)
        color = mix(color, cloud, cover * 0.94)
        // High, streaky clouds.
        let streaks = noise.fractal(SIMD3(p.x * 0.5 + p.z * 0.2, 7, p.z * 2.6 - p.x), octaves: 4)
        color = mix(color, rgb(0xFFEFDD), 0.22 * smoothstep(0.52, 0.8, streaks) * smoothstep(0.1, 0.5, d.y) * (1 - cover))
        // The sun's disc, behind the clouds.
        let disc = smoothstep(0.99925, 0.9996, d.dot(sun)) * (1 - cover * 0.8)
        return color + SIMD3(1, 0.9, 0.7) * disc
    }

    private func sea(_ d: SIMD3<Float>) -> SIMD3<Float> {
        // Waves tilt the reflected direction. Distant waves are blurred.
        let scale = 1 / (-d.y + 0.02)
        let p = SIMD3(d.x * scale, 0, d.z * scale)
        let near = clamp(-d.y * 3)
        let a = noise.fractal(p * SIMD3(1.6, 1, 1.6), octaves: 4) - 0.5
        let b = noise.fractal(p * SIMD3(1.6, 1, 1.6) + SIMD3(31, 4, 11), octaves: 4) - 0.5
        let tilt = mix(0.1, 0.32, near)
        let mirrored = SIMD3(d.x + a * tilt, max(0.012, -d.y * 0.85 + abs(b) * tilt * 1.2), d.z + b * tilt).normalized
        let facing = clamp(-d.y)
        let mirror = 0.12 + 0.75 * Float(PortableMath.power(Double(1 - facing), 4))
        var color = mix(mix(rgb(0x1D2740), rgb(0x3A4660), smoothstep(0.1, 0.9, facing)), above(mirrored), mirror)
        let glitter = Float(PortableMath.power(Double(max(0, mirrored.dot(sun))), 160))
        color += SIMD3(1, 0.75, 0.45) * glitter * 0.7
        return mix(color, mix(rgb(0xA9B9CC), rgb(0xFFC98A), clamp(d.dot(sun))), (1 - smoothstep(0, 0.035, -d.y)) * 0.7)
    }
}
