// MipmapGeneration: fills levels 1, 2, … of a texture, each level from the previous level (OpenGL 3.3 §3.8.13).
//
// The filter is a box filter with exact weights. An axis of n texels becomes m = max(1, n / 2) texels. For even n every texel averages two
// source texels. For odd n = 2m + 1, texel i averages three source texels with the weights (m − i)/n, m/n and (i + 1)/n. With these
// weights, the total weight of every source texel is the same, so the image keeps its mean. Promises: 8-bit unorm codes are averaged in
// integers, rounded to nearest, ties to even. All other formats are averaged in binary32: texels are decoded (sRGB to linear), weighted,
// summed in the order z, y, x (x fastest), and encoded. Array layers and cube faces are filtered separately. 3D textures are filtered along
// z, too.

package enum MipmapGeneration {
    /// - Parameter loop: The loop that distributes the rows of each level over threads.
    package static func generate(_ texture: Texture, loop: @escaping BandLoop = ParallelRows.inOrder) {
        let channels: Int? = switch texture.format { case .r8: 1; case .rg8: 2; case .rgb8: 3; case .rgba8: 4; default: nil }
        for level in texture.storage.levels.indices.dropFirst() {
            let step = Step(texture: texture, level: level, loop)
            if let channels { step.averageCodes(channels) } else { step.averageValues(texture.format) }
        }
        texture.hostVersion &+= 1
    }

    /// The source texels of one destination texel along an axis. The weights are integers that are divided by `total`.
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

    /// Fills one level from the previous level.
    private struct Step {
        let storage: TexelStorage
        let level: Int
        let from: TexelStorage.Level
        let to: TexelStorage.Level
        /// The rows of all slices of the level that is filled.
        private let rows: ParallelRows

        init(texture: Texture, level: Int, _ loop: @escaping BandLoop) {
            storage = texture.storage
            self.level = level
            from = storage.levels[level - 1]
            to = storage.levels[level]
            rows = ParallelRows(count: to.slices * to.height, byteCount: 2 * from.width * storage.bytesPerTexel, loop)
        }

        private func forEachRow(_ body: (_ slice: Int, _ row: Int) -> Void) {
            rows.forEach { body($0 / to.height, $0 % to.height) }
        }
        private func forEachTexel(_ body: (_ x: Taps, _ y: Taps, _ z: Taps, UnsafeMutableRawPointer) -> Void) {
            let columns = (0..<to.width).map { Taps($0, source: from.width, destination: to.width) }
            forEachRow { slice, row in
                let z = Taps(slice, source: from.slices, destination: to.slices)
                let y = Taps(row, source: from.height, destination: to.height)
                var destination = storage.address(level: level, slice: slice, x: 0, y: row)
                for x in columns {
                    body(x, y, z, destination)
                    destination += storage.bytesPerTexel
                }
            }
        }

        /// Whether each texel is the mean of a block of 2×2 texels.
        private var isHalved: Bool { from.width == 2 * to.width && from.height == 2 * to.height && from.slices == to.slices }

        /// Does the work of `averageCodes` for the four channels of a texel at once. The sum of four codes fits into 16 bits.
        private func averageFourBytes() {
            forEachRow { slice, row in
                let lower = UnsafeRawPointer(storage.address(level: level - 1, slice: slice, x: 0, y: 2 * row))
                let upper = UnsafeRawPointer(storage.address(level: level - 1, slice: slice, x: 0, y: 2 * row + 1))
                let destination = storage.address(level: level, slice: slice, x: 0, y: row)
                for x in 0..<to.width {
                    func pair(_ line: UnsafeRawPointer) -> SIMD4<UInt16> {
                        let both = SIMD8<UInt16>(truncatingIfNeeded: line.loadUnaligned(fromByteOffset: 8 * x, as: SIMD8<UInt8>.self))
                        return both.lowHalf &+ both.highHalf
                    }
                    let sum = pair(lower) &+ pair(upper)
                    // Rounds sum / 4 to the nearest integer, ties to even. If ⌊sum / 4⌋ is even, 1 is added before the division, so
                    // only a remainder of 3 rounds up. If ⌊sum / 4⌋ is odd, 2 is added, so a tie (a remainder of 2) rounds up, too.
                    let code = (sum &+ 1 &+ ((sum &>> 2) & 1)) &>> 2
                    destination.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: code), toByteOffset: 4 * x, as: SIMD4<UInt8>.self)
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

        /// Does the work of `averageValues` for a block of 2×2 texels. All weights are the same power of two.
        ///
        /// Only the conversion of texels depends on the format. A switch over the format for each channel of each texel would take
        /// most of the time, so each row of texels is converted at once.
        private func averageBlocks(_ format: PixelFormat) {
            let texels = TexelRows(format), count = 2 * to.width
            forEachRow { slice, row in
                withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 2 * count + to.width) { memory in
                    guard let lower = memory.baseAddress else { return }
                    let upper = lower + count, result = upper + count
                    texels.load(storage.address(level: level - 1, slice: slice, x: 0, y: 2 * row), lower, count)
                    texels.load(storage.address(level: level - 1, slice: slice, x: 0, y: 2 * row + 1), upper, count)
                    for x in 0..<to.width {
                        // The sum starts with 0, as in `averageValues`, so that a first texel of −0 gives 0.
                        let first = SIMD4<Float>.zero + lower[2 * x] * 0.25 + lower[2 * x + 1] * 0.25
                        result[x] = first + upper[2 * x] * 0.25 + upper[2 * x + 1] * 0.25
                    }
                    texels.store(result, storage.address(level: level, slice: slice, x: 0, y: row), to.width)
                }
            }
        }

        func averageValues(_ format: PixelFormat) {
            if isHalved { return averageBlocks(format) }
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
