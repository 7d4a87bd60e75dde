// Painting: the images for the documentation's pictures, made by formulas.

import Foundation
import Raster

enum Painting {
    /// Returns a picture. `color` gives the colour at the middle of a pixel, with x and y in 0…1 and y upwards.
    static func image(width: Int, height: Int, _ color: (Double, Double) -> SIMD4<Double>) -> Image {
        var image = Image(width: width, height: height)
        for row in 0..<height {
            for column in 0..<width {
                let c = color((Double(column) + 0.5) / Double(width), 1 - (Double(row) + 0.5) / Double(height))
                for k in 0..<4 { image.bytes[(row * width + column) * 4 + k] = UInt8(min(max(c[k], 0), 1) * 255 + 0.5) }
            }
        }
        return image
    }

    static func tiles(size: Int, count: Double, _ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Image {
        image(width: size, height: size) { x, y in (Int(x * count) + Int(y * count)) % 2 == 0 ? a : b }
    }

    /// Returns bricks with mortar.
    static func bricks(size: Int) -> Image {
        image(width: size, height: size) { x, y in
            let row = (y * 8).rounded(.down), across = x * 4 + (Int(row) % 2 == 0 ? 0 : 0.5)
            let inBrick = abs(across - across.rounded(.down) - 0.5) < 0.46 && abs(y * 8 - row - 0.5) < 0.42
            let shade = 0.85 + 0.15 * sin(across.rounded(.down) * 37 + row * 91)
            return inBrick ? SIMD4(0.66 * shade, 0.32 * shade, 0.24 * shade, 1) : SIMD4(0.78, 0.75, 0.7, 1)
        }
    }

    /// Returns pale bricks whose middles are higher than their edges.
    static func wall(width: Int, height: Int) -> Image {
        image(width: width, height: height) { x, y in
            let row = (y * 9).rounded(.down), across = x * 8 + (Int(row) % 2 == 0 ? 0 : 0.5), column = across.rounded(.down)
            let edge = min(0.5 - abs(across - column - 0.5), (0.5 - abs(y * 9 - row - 0.5)) * 0.5) * 2
            let body = min(max((edge - 0.06) * 12, 0), 1), tone = ((column * 37 + row * 91) / 7).truncatingRemainder(dividingBy: 1)
            let shade = (0.8 + 0.2 * tone) * (0.86 + 0.14 * min(edge * 2.2, 1))
            let brick = SIMD4(0.97, 0.82, 0.74, 1) * shade, mortar = SIMD4(0.66, 0.64, 0.62, 1)
            return mortar + (brick - mortar) * body
        }
    }

    /// Returns an opaque disc on a transparent background.
    static func disc(size: Int) -> Image {
        image(width: size, height: size) { x, y in
            let dx = 2 * x - 1, dy = 2 * y - 1, inside = min(max((1 - (dx * dx + dy * dy).squareRoot()) * 20, 0), 1)
            return SIMD4(inside, inside, inside, inside)
        }
    }

    /// Returns a yellow star with a soft edge. Outside of the star, the colour is white and the alpha is 0.
    static func star(size: Int) -> Image {
        image(width: size, height: size) { x, y in
            let dx = 2 * x - 1, dy = 2 * y - 1, angle = atan2(dx, dy)
            let sector = (angle / (2 * .pi) * 5 - (angle / (2 * .pi) * 5).rounded()) * 2 * .pi / 5
            // The side of the star from a tip (at radius 0.9) to a notch (at radius 0.38).
            let r = (dx * dx + dy * dy).squareRoot(), px = r * abs(sin(sector)), py = r * cos(sector)
            let nx = 0.38 * sin(Double.pi / 5), ny = 0.38 * cos(Double.pi / 5)
            let distance = ((0.9 - ny) * px + nx * py - nx * 0.9) / ((0.9 - ny) * (0.9 - ny) + nx * nx).squareRoot()
            let inside = min(max(0.5 - distance * 60, 0), 1)
            return SIMD4(1, 1 - 0.17 * inside, 1 - 0.8 * inside, inside)
        }
    }

    /// Returns the six faces of an evening sky, in OpenGL's order and layout (OpenGL 3.3 table 3.19).
    static func sky(size: Int) -> [Image] {
        (0..<6).map { face in
            image(width: size, height: size) { x, y in
                // y points upwards in the picture, t points downwards.
                let s = 2 * x - 1, t = 1 - 2 * y
                let d: SIMD3<Double> = switch face {
                case 0: [1, -t, -s]
                case 1: [-1, -t, s]
                case 2: [s, 1, t]
                case 3: [s, -1, -t]
                case 4: [s, -t, 1]
                default: [-s, -t, -1]
                }
                return evening(d / (d * d).sum().squareRoot())
            }
        }
    }

    private static func evening(_ d: SIMD3<Double>) -> SIMD4<Double> {
        func mix(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ t: Double) -> SIMD3<Double> { a + (b - a) * min(max(t, 0), 1) }
        let sun = SIMD3<Double>(0.35, 0.16, -0.92), toSun = max(0, (d * sun).sum())
        let around = atan2(d.x, -d.z)
        let hills = 0.045 + 0.03 * sin(around * 3) + 0.018 * sin(around * 7 + 1) + 0.008 * sin(around * 17)
        let zenith: SIMD3<Double> = [0.13, 0.24, 0.52], horizon: SIMD3<Double> = [0.98, 0.66, 0.42]
        var color = mix(horizon, zenith, pow(max(0, d.y), 0.55))
        color += SIMD3(1, 0.75, 0.45) * (0.35 * pow(toSun, 12)) + SIMD3(1, 0.95, 0.8) * (toSun > 0.9985 ? 1 : 0.5 * pow(toSun, 400))
        // The edge of the hills is one texel wide.
        color = mix(color, mix([0.2, 0.17, 0.3], [0.33, 0.24, 0.34], (hills - d.y) * 8), (hills - d.y) * 300 + 0.5)
        // The water reflects the sky, and is darker near the viewer.
        var water = mix([0.62, 0.42, 0.36], [0.05, 0.1, 0.2], pow(max(0, -d.y), 0.45))
        water += SIMD3(0.9, 0.55, 0.3) * (0.5 * pow(max(0, (SIMD3(d.x, -d.y, d.z) * sun).sum()), 60))
        color = mix(color, water, -d.y * 300 + 0.5)
        return SIMD4(color, 1)
    }
}
