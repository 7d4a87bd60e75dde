// MipmapGeneration: fills levels 1… of a texture, each from the one before (OpenGL 3.3 §3.8.13).
//
// The filter is an exact box. An axis of n texels becomes m = max(1, n / 2): for even n every texel averages two, for odd
// n = 2m + 1 texel i takes three with weights m − i, m, i + 1 over n, so that every source texel counts the same and the
// mean of the image is kept.
// Promises: 8-bit unorm codes are averaged in integers, rounded to nearest, ties to even. All other formats are averaged
// in binary32: texels are decoded (sRGB to linear), weighted and summed z by z, y by y, x by x, and encoded again. Array
// layers and cube faces are filtered on their own; 3D textures also along z.

package enum MipmapGeneration {
    package static func generate(_ texture: Texture) {
        let channels: Int? = switch texture.format { case .r8: 1; case .rg8: 2; case .rgb8: 3; case .rgba8: 4; default: nil }
        for level in texture.storage.levels.indices.dropFirst() {
            let step = Step(texture: texture, level: level)
            if let channels { step.averageCodes(channels) } else { step.averageValues(texture.format) }
        }
        texture.hostVersion &+= 1
    }

    /// The taps of one destination texel along an axis: integer weights over `total`.
    private struct Taps {
        var first: Int
        var count: Int
        var weights: (Int, Int, Int)
        var total: Int

        init(_ i: Int, source n: Int, destination m: Int) {
            if n == m {
                first = i; count = 1; weights = (1, 0, 0); total = 1
            } else if n == 2 * m {
                first = 2 * i; count = 2; weights = (1, 1, 0); total = 2
            } else {
                first = 2 * i; count = 3; weights = (m - i, m, i + 1); total = n
            }
        }
        @inline(__always) func weight(_ k: Int) -> Int { k == 0 ? weights.0 : k == 1 ? weights.1 : weights.2 }
    }

    /// One level made from the one before.
    private struct Step {
        let storage: TexelStorage
        let level: Int
        let from: TexelStorage.Level
        let to: TexelStorage.Level

        init(texture: Texture, level: Int) {
            storage = texture.storage
            self.level = level
            from = storage.levels[level - 1]
            to = storage.levels[level]
        }

        private func forEachTexel(_ body: (_ x: Taps, _ y: Taps, _ z: Taps, UnsafeMutableRawPointer) -> Void) {
            let columns = (0..<to.width).map { Taps($0, source: from.width, destination: to.width) }
            for slice in 0..<to.slices {
                let z = Taps(slice, source: from.slices, destination: to.slices)
                for row in 0..<to.height {
                    let y = Taps(row, source: from.height, destination: to.height)
                    var destination = storage.address(level: level, slice: slice, x: 0, y: row)
                    for x in columns {
                        body(x, y, z, destination)
                        destination += storage.bytesPerTexel
                    }
                }
            }
        }

        /// Whether each texel is the mean of two by two.
        private var isHalved: Bool { from.width == 2 * to.width && from.height == 2 * to.height && from.slices == to.slices }

        /// Does the work of `averageCodes` four texels by four bytes at a time: the sum of four codes fits into its share of 16
        /// bits.
        private func averageFourBytes() {
            for slice in 0..<to.slices {
                for row in 0..<to.height {
                    let lower = UnsafeRawPointer(storage.address(level: level - 1, slice: slice, x: 0, y: 2 * row))
                    let upper = UnsafeRawPointer(storage.address(level: level - 1, slice: slice, x: 0, y: 2 * row + 1))
                    let destination = storage.address(level: level, slice: slice, x: 0, y: row)
                    for x in 0..<to.width {
                        func pair(_ line: UnsafeRawPointer) -> SIMD4<UInt16> {
                            let both = SIMD8<UInt16>(truncatingIfNeeded: line.loadUnaligned(fromByteOffset: 8 * x, as: SIMD8<UInt8>.self))
                            return both.lowHalf &+ both.highHalf
                        }
                        let sum = pair(lower) &+ pair(upper)
                        // Rounds to nearest, ties to even: below a tie 1 rounds nothing up, at a tie it does where the code is odd.
                        let code = (sum &+ 1 &+ ((sum &>> 2) & 1)) &>> 2
                        destination.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: code), toByteOffset: 4 * x, as: SIMD4<UInt8>.self)
                    }
                }
            }
        }

        func averageCodes(_ channels: Int) {
            if channels == 4 && isHalved { return averageFourBytes() }
            forEachTexel { x, y, z, destination in
                var sum = SIMD4<Int>.zero
                for kz in 0..<z.count {
                    for ky in 0..<y.count {
                        let weight = z.weight(kz) * y.weight(ky)
                        var source = UnsafeRawPointer(storage.address(level: level - 1, slice: z.first + kz, x: x.first, y: y.first + ky))
                        for kx in 0..<x.count {
                            let w = weight * x.weight(kx)
                            for c in 0..<channels { sum[c] += w * Int(source.load(fromByteOffset: c, as: UInt8.self)) }
                            source += channels
                        }
                    }
                }
                let total = x.total * y.total * z.total
                for c in 0..<channels {
                    var (code, rest) = sum[c].quotientAndRemainder(dividingBy: total)
                    if 2 * rest > total || (2 * rest == total && code & 1 == 1) { code += 1 }
                    destination.storeBytes(of: UInt8(truncatingIfNeeded: code), toByteOffset: c, as: UInt8.self)
                }
            }
        }

        func averageValues(_ format: PixelFormat) {
            forEachTexel { x, y, z, destination in
                var sum = SIMD4<Float>.zero
                let total = Float(x.total * y.total * z.total)
                for kz in 0..<z.count {
                    for ky in 0..<y.count {
                        let weight = z.weight(kz) * y.weight(ky)
                        var source = UnsafeRawPointer(storage.address(level: level - 1, slice: z.first + kz, x: x.first, y: y.first + ky))
                        for kx in 0..<x.count {
                            let value = unsafeBitCast(PixelCodec.loadTexel(format, source), to: SIMD4<Float>.self)
                            sum += value * (Float(weight * x.weight(kx)) / total)
                            source += storage.bytesPerTexel
                        }
                    }
                }
                PixelCodec.storeTexel(format, destination, unsafeBitCast(sum, to: SIMD4<UInt32>.self))
            }
        }
    }
}
