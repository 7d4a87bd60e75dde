// Noise: repeatable random numbers for pictures. The same seed gives the same picture on every machine, because the code uses only integer
// arithmetic, and floating-point operations whose rounding IEEE 754 defines.

import Raster

/// Smooth value noise on the integer lattice, in two and three dimensions.
struct ValueNoise {
    let seed: UInt64

    /// Returns a random number for a lattice point, 0 ≤ x < 1.
    func hash(_ x: Int, _ y: Int, _ z: Int = 0) -> Float {
        let key = UInt64(truncatingIfNeeded: x) &* 0x8DA6_B343 ^ UInt64(truncatingIfNeeded: y) &* 0xD816_3841 ^ UInt64(truncatingIfNeeded: z) &* 0xCB1A_B31F
        return Float(SplitMix64.mixed(key &+ seed &* 0x9E37_79B9_7F4A_7C15) >> 40) / Float(1 << 24)
    }
    /// Returns the noise at a point, 0…1. If `period` is above 0, the noise repeats after `period` lattice steps.
    func value(_ x: Float, _ y: Float, period: Int = 0) -> Float {
        let fx = x.rounded(.down), fy = y.rounded(.down)
        let u = fade(x - fx), v = fade(y - fy)
        func corner(_ i: Int, _ j: Int) -> Float {
            period > 0 ? hash(wrapped(i, period), wrapped(j, period)) : hash(i, j)
        }
        let i = Int(fx), j = Int(fy)
        return mix(mix(corner(i, j), corner(i + 1, j), u), mix(corner(i, j + 1), corner(i + 1, j + 1), u), v)
    }
    func value(_ p: SIMD3<Float>) -> Float {
        let f = p.rounded(.down)
        let u = fade(p.x - f.x), v = fade(p.y - f.y), w = fade(p.z - f.z)
        let i = Int(f.x), j = Int(f.y), k = Int(f.z)
        func plane(_ k: Int) -> Float {
            mix(mix(hash(i, j, k), hash(i + 1, j, k), u), mix(hash(i, j + 1, k), hash(i + 1, j + 1, k), u), v)
        }
        return mix(plane(k), plane(k + 1), w)
    }
    /// Returns the sum of `octaves` noises at a point, 0…1. Each noise has twice the frequency and half the amplitude of the previous
    /// noise. `period` is in lattice steps of the coarsest noise.
    func fractal(_ x: Float, _ y: Float, octaves: Int, period: Int = 0) -> Float {
        var sum: Float = 0, weight: Float = 0.5, total: Float = 0
        for octave in 0..<octaves {
            let scale = Float(1 << octave)
            sum += weight * value(x * scale, y * scale, period: period << octave)
            total += weight
            weight *= 0.5
        }
        return sum / total
    }
    func fractal(_ p: SIMD3<Float>, octaves: Int) -> Float {
        var sum: Float = 0, weight: Float = 0.5, total: Float = 0, q = p
        for _ in 0..<octaves {
            sum += weight * value(q)
            total += weight
            weight *= 0.5
            q = q * 2.03 + SIMD3(17.1, 9.2, 5.7)
        }
        return sum / total
    }
    private func wrapped(_ i: Int, _ period: Int) -> Int { let r = i % period; return r < 0 ? r + period : r }
}

func fade(_ t: Float) -> Float { t * t * t * (t * (t * 6 - 15) + 10) }
func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }
func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ t: Float) -> SIMD3<Float> { a + (b - a) * t }
func clamp(_ x: Float, _ low: Float = 0, _ high: Float = 1) -> Float { min(max(x, low), high) }
func smoothstep(_ from: Float, _ to: Float, _ x: Float) -> Float {
    let t = clamp((x - from) / (to - from))
    return t * t * (3 - 2 * t)
}
