// Patterns: pictures made by formulas: checker, brick, wood, marble, and the four-face atlas of the triangles demo.
//
// Most pictures can be repeated in both directions without a seam. Colours are sRGB.

import Foundation
import Raster

package enum Patterns {
    /// The patterns that the user can choose by name.
    package static let names = ["brick", "checker", "marble", "wood"]
    static func named(_ name: String) -> Image? {
        switch name {
        case "brick": brick()
        case "checker": checker()
        case "marble": marble()
        case "wood": wood()
        default: nil
        }
    }

    /// Returns a picture of two by two squares in warm grey, with a thin darker joint.
    static func checker(size: Int = 256) -> Image {
        Image.painted(size: size) { x, y in
            let square = (x < 0.5) == (y < 0.5)
            let noise = ValueNoise(seed: 3)
            let cloud = noise.fractal(x * 8, y * 8, octaves: 4, period: 8)
            let edge = min(min(abs(x - 0.5), abs(y - 0.5)), min(min(x, 1 - x), min(y, 1 - y)))
            let base = square ? rgb(0xE9E4DA) : rgb(0x3D4654)
            return base * (0.86 + 0.24 * cloud) * mix(0.55, 1, smoothstep(0.002, 0.008, edge))
        }
    }

    /// Returns a picture of bricks in running bond: eight courses of four bricks each.
    static func brick(size: Int = 512) -> Image {
        let noise = ValueNoise(seed: 11)
        return Image.painted(size: size) { x, y in
            let course = Int(y * 8)
            let along = x * 4 + (course % 2 == 0 ? 0 : 0.5)
            let number = Int(along.rounded(.down)) % 4
            let inBrick = SIMD2(along - along.rounded(.down), y * 8 - Float(course))
            // The distance to the nearest joint, in heights of a brick. A brick is twice as long as it is high. Noise makes the edge rough.
            let rough = (noise.fractal(x * 32, y * 32, octaves: 3, period: 32) - 0.5) * 0.06
            let dx = min(inBrick.x, 1 - inBrick.x) * 2, dy = min(inBrick.y, 1 - inBrick.y)
            let body = smoothstep(0.05, 0.11, min(dx, dy) + rough)
            let tone = noise.hash(number, course, 7), grain = noise.fractal(x * 64, y * 64, octaves: 4, period: 64)
            let clay = mix(rgb(0x8E3B2A), rgb(0xC0674A), tone) * (0.72 + 0.5 * grain)
            let light = 0.85 + 0.25 * smoothstep(0.06, 0.3, inBrick.y) - 0.12 * smoothstep(0.75, 0.98, inBrick.y)
            let mortar = rgb(0xB9B0A2) * (0.7 + 0.35 * noise.fractal(x * 128, y * 128, octaves: 2, period: 128))
            return mix(mortar * 0.85, clay * light, body)
        }
    }

    /// Returns a picture of four planks along x, with growth rings and pores.
    static func wood(size: Int = 512) -> Image {
        let noise = ValueNoise(seed: 23)
        return Image.painted(size: size) { x, y in
            let plank = Int(y * 4), inPlank = y * 4 - Float(plank)
            let shift = Float(plank) * 5
            let bend = noise.fractal(x * 4 + shift, y * 4, octaves: 4, period: 4)
            let rings = (inPlank * 3 + bend * 5.5 + noise.hash(plank, 1) * 9)
            let wave = 0.5 + 0.5 * Float(PortableMath.sine(Double(rings) * 2 * .pi))
            let pores = noise.value(x * 32 + shift, y * 256, period: 256)
            let tone = 0.82 + 0.3 * noise.hash(plank, 5)
            let color = mix(rgb(0xB98650), rgb(0x6E3F1D), wave * wave * 0.8) * tone * (0.88 + 0.18 * pores)
            let edge = min(inPlank, 1 - inPlank)
            return color * mix(0.35, 1, smoothstep(0.005, 0.035, edge))
        }
    }

    /// Returns a picture of pale stone with dark veins. The picture has no seam if it is repeated in both directions.
    static func marble(size: Int = 512) -> Image {
        let noise = ValueNoise(seed: 41)
        return Image.painted(size: size) { x, y in
            let warpX = noise.fractal(x * 4, y * 4, octaves: 5, period: 4)
            let warpY = noise.fractal(x * 4 + 9, y * 4 + 3, octaves: 5, period: 4)
            let vein = abs(noise.fractal(x * 4 + warpX * 2.2, y * 4 + warpY * 2.2, octaves: 5, period: 4) * 2 - 1)
            let fine = abs(noise.fractal(x * 8 + warpY * 3, y * 8 + warpX * 3, octaves: 4, period: 8) * 2 - 1)
            let stone = mix(rgb(0xD9DDE3), rgb(0xF7F4EE), warpX)
            let dark = (1 - smoothstep(0, 0.13, vein)) * 0.75 + (1 - smoothstep(0, 0.06, fine)) * 0.3
            return mix(stone, rgb(0x3E4A5C), clamp(dark))
        }
    }

    /// Returns a picture of 512 × 128 pixels: four square pictures side by side, numbered 1 to 4. Each square covers a quarter of the
    /// range of u.
    static func fourFaces() -> Image {
        let palette: [(UInt32, UInt32)] = [(0xFF9A3C, 0xE0452F), (0x43C6AC, 0x1B6CA8), (0xB06AB3, 0x4568DC), (0xF7DC6F, 0x7DAF3F)]
        let noise = ValueNoise(seed: 5)
        let numbers = (1...4).map { StrokeText("\($0)") }
        return Image.painted(width: 512, height: 128) { atlasX, y in
            let face = min(3, Int(atlasX * 4))
            let x = atlasX * 4 - Float(face)
            let px = x - 0.5, py = y - 0.5
            var color = mix(rgb(palette[face].1), rgb(palette[face].0), clamp(y * 0.8 + x * 0.2))
            // Rings around the middle, a frame, and the number with its shadow.
            let ring = (px * px + py * py).squareRoot()
            color *= 0.92 + 0.08 * Float(PortableMath.sine(Double(ring) * 60))
            color *= 0.94 + 0.12 * noise.fractal(atlasX * 40, y * 10, octaves: 3)
            let border = max(abs(px), abs(py))
            color = mix(color, rgb(0xFFF8E7), smoothstep(0.425, 0.44, border) * (1 - smoothstep(0.465, 0.48, border)))
            let text = numbers[face], scale: Float = 0.52
            func ink(_ dx: Float, _ dy: Float) -> Float {
                text.ink((px - dx) / scale + text.width / 2, (py - dy) / scale + 0.5, pen: 0.085, softness: 0.02)
            }
            color = mix(color, color * 0.35, ink(0.018, -0.022) * 0.8)
            return mix(color, rgb(0xFFFDF5), ink(0, 0))
        }
    }

    /// Returns a picture of round stickers on a transparent background, with straight alpha.
    static func stickers(size: Int = 256) -> Image {
        let colors = [0xE8523F, 0xF2B632, 0x3E8FD0, 0x4FAE62].map { rgb($0) }
        var image = Image.painted(size: size) { x, y in
            let cell = (Int(x * 2), Int(y * 2)), p = SIMD2(x * 2 - Float(cell.0) - 0.5, y * 2 - Float(cell.1) - 0.5)
            let r = (p * p).sum().squareRoot()
            return mix(colors[cell.1 * 2 + cell.0], rgb(0xFFFAF0), smoothstep(0.31, 0.33, r) + 1 - smoothstep(0.12, 0.14, r))
        }
        for row in 0..<size {
            for column in 0..<size {
                let x = (Float(column) + 0.5) / Float(size) * 2, y = (Float(row) + 0.5) / Float(size) * 2
                let p = SIMD2(x - x.rounded(.down) - 0.5, y - y.rounded(.down) - 0.5)
                image[column, row].w = unorm8(1 - smoothstep(0.385, 0.4, (p * p).sum().squareRoot()))
            }
        }
        return image
    }

    /// Returns a picture of a soft black spot: the shadow under an object that hides the light.
    static func softShadow(size: Int = 64) -> Image {
        var image = Image(width: size, height: size)
        for row in 0..<size {
            for column in 0..<size {
                let p = (SIMD2(Float(column), Float(row)) + 0.5) / Float(size) * 2 - 1
                let r = (p * p).sum().squareRoot(), fall = 1 - smoothstep(0.1, 1, r)
                image[column, row] = SIMD4(0, 0, 0, unorm8(fall * fall * 0.8))
            }
        }
        return image
    }

    /// Returns a picture with random bytes in every channel. A shader reads this picture from each sampler for which the user has set no
    /// texture, because most shaders with a sampler expect noise.
    static func noise(size: Int = 256, seed: UInt64) -> Image {
        var random = SplitMix64(seed: seed &+ 77)
        return Image(width: size, height: size, bytes: (0..<size * size * 4).map { _ in UInt8(truncatingIfNeeded: random.next() >> 32) })
    }
}
