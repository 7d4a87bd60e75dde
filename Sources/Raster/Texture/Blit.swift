// Blit: does the work of glBlitFramebuffer for two images (OpenGL 3.3 §4.3.2).
//
// Promises:
// - The centre of each destination pixel is mapped back into the source rectangle in doubles. Swapped corners mirror the picture. Corners
//   may lie outside of the images: a pixel stays unchanged if its point lies outside of the source image, or if the pixel lies outside of
//   the scissor. `nearest` takes the texel that contains the point. `linear` mixes the four texels around the point in binary32 (along x
//   first, a + w·(b − a)), clamped to the edges of the image.
// - Colours pass through registers: sRGB is decoded before filtering and encoded afterwards. A colour channel that the source lacks is 0; a
//   missing alpha is 1. If the formats are equal and the filter is `nearest`, the bits are copied unchanged. Integers are copied; integers
//   that are too wide lose their high bits. If `encodesSRGB` is false, an sRGB format counts as the format that has the same bits but is
//   not sRGB. A blit of depth alone keeps the stencil, and a blit of stencil alone keeps the depth.
// - A multisampled source is resolved into a single-sampled image. Colours are averaged in linear light: the samples are added in their
//   order, and the sum is multiplied by 1/n, as (((s₀ + s₁) + s₂) + s₃) · ¼ for four samples. Between images of the same 8-bit unorm
//   format the codes are averaged, as (s₀ + s₁ + … + n/2) / n rounded down. Integer formats, depth and stencil take sample 0. Between
//   multisampled images every sample is copied.
// - If the source and the destination are the same image, the blit reads the contents from before the blit. `execute` expects a command
//   that validation has accepted.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package enum Blit {
    /// - Parameter loop: The loop that distributes the rows over threads.
    package static func execute(_ command: BlitCommand, loop: @escaping BandLoop = ParallelRows.inOrder) throws(RasterError) {
        let destination = Plane(command.destination, command)
        let s = command.sourceCorners, d = command.destinationCorners
        guard s.x0 != s.x1, s.y0 != s.y1, d.x0 != d.x1, d.y0 != d.y1 else { return }
        // If the source and the destination are the same image, `copied` contains a copy of the source slice.
        let isSame = command.source.isSameImage(as: command.destination)
        var source = Plane(command.source, command)
        let copied = isSame ? malloc(source.bytesPerSample * source.samples) : nil
        defer { free(copied) }
        if isSame {
            guard let copied else {
                throw RasterError(.outOfMemory, "blit within \(command.source.texture.name)", "does not have enough memory for a copy of its source",
                                  remedy: "free memory, or blit to another texture")
            }
            copied.copyMemory(from: source.base, byteCount: source.bytesPerSample * source.samples)
            source.base = copied
        }
        var written = InclusivePixelBounds(minX: 0, minY: 0, maxX: destination.width - 1, maxY: destination.height - 1)
        if let scissor = command.scissor { written = written.intersection(InclusivePixelBounds(scissor)) }
        if written.isEmpty { return }
        let columns = Axis(destination: (d.x0, d.x1), source: (s.x0, s.x1), limit: source.width, written: written.minX...written.maxX)
        let rows = Axis(destination: (d.y0, d.y1), source: (s.y0, s.y1), limit: source.height, written: written.minY...written.maxY)
        if columns.nearest.isEmpty || rows.nearest.isEmpty { return }
        let isStraight = columns.isStraight
        let parallel = ParallelRows(count: rows.nearest.count, byteCount: columns.nearest.count * source.bytesPerTexel * source.samples, loop)
        if source.samples > 1 && destination.samples == 1 && source.format.isColor && !source.format.isInteger {
            if source.format == destination.format && averagesCodes(source.format) {
                parallel.forEach { average(source, destination, columns, rows, $0, isStraight: isStraight) }
            } else {
                parallel.forEach { resolve(source, destination, columns, rows, $0) }
            }
        } else if command.filter == .linear && source.format.isFilterable && source.samples == 1 {
            parallel.forEachBand { filter(source, destination, columns, rows, $0) }
        } else {
            parallel.forEach { copy(source, destination, columns, rows, $0, command.aspect, isStraight: isStraight) }
        }
        command.destination.texture.hostVersion &+= 1
    }

    /// One slice of one level, addressed by column, row and sample.
    private struct Plane {
        var base: UnsafeMutableRawPointer
        let format: PixelFormat
        let width: Int, height: Int, samples: Int
        let bytesPerTexel: Int, bytesPerRow: Int, bytesPerSample: Int

        init(_ attachment: Attachment, _ command: BlitCommand) {
            let storage = attachment.texture.storage, level = storage.levels[attachment.level]
            base = storage.address(level: attachment.level, slice: attachment.slice, x: 0, y: 0)
            format = command.encodesSRGB ? attachment.texture.format : attachment.texture.format.withoutSRGB
            width = level.width; height = level.height; samples = storage.samples
            bytesPerTexel = storage.bytesPerTexel; bytesPerRow = level.bytesPerRow; bytesPerSample = level.bytesPerPlane
        }
        @inline(__always) func address(_ x: Int, _ y: Int, _ sample: Int = 0) -> UnsafeMutableRawPointer {
            base + (sample * bytesPerSample + y * bytesPerRow + x * bytesPerTexel)
        }
        @inline(__always) func value(_ x: Int, _ y: Int, _ sample: Int = 0) -> SIMD4<Float> {
            unsafeBitCast(PixelCodec.loadTexel(format, address(x, y, sample)), to: SIMD4<Float>.self)
        }
        @inline(__always) func set(_ x: Int, _ y: Int, _ value: SIMD4<Float>) {
            PixelCodec.storeTexel(format, address(x, y), unsafeBitCast(value, to: SIMD4<UInt32>.self))
        }
    }

    /// Returns the coordinate in the source that corresponds to the centre of a destination pixel's column or row.
    @inline(__always)
    private static func point(_ pixel: Int, _ d: (Int, Int), _ s: (Int, Int)) -> Double {
        (Double(pixel) + 0.5 - Double(d.0)) * Double(s.1 - s.0) / Double(d.1 - d.0) + Double(s.0)
    }
    /// Returns the column or row of the source that a nearest filter reads for a pixel; nil if this column or row lies outside of the
    /// image.
    /// - Parameters:
    ///   - destination: Two different corners of the written rectangle.
    ///   - source: Two different corners of the read rectangle.
    ///   - limit: The width or height of the source image.
    @inline(__always)
    package static func texel(_ pixel: Int, destination d: (Int, Int), source s: (Int, Int), limit: Int) -> Int? {
        // Rounding must not lead out of the read rectangle.
        let texel = min(max(Int(point(pixel, d, s).rounded(.down)), min(s.0, s.1)), max(s.0, s.1) - 1)
        return texel >= 0 && texel < limit ? texel : nil
    }

    /// For every destination column or row, the source texels to read.
    private struct Axis {
        /// The first pixel that is written.
        private(set) var start = 0
        /// The texel that contains the centre of the destination pixel.
        var nearest: [Int] = []
        /// The texels before and after the centre of the destination pixel, and the weight of the texel after the centre.
        var low: [Int] = [], high: [Int] = []
        var weight: [Float] = []

        /// Whether consecutive destination pixels read consecutive texels.
        var isStraight: Bool { nearest.indices.allSatisfy { nearest[$0] == nearest[0] + $0 } }

        /// - Parameter written: The pixels of the destination that may be written.
        init(destination d: (Int, Int), source s: (Int, Int), limit: Int, written: ClosedRange<Int>) {
            let first = max(min(d.0, d.1), written.lowerBound), end = min(max(d.0, d.1), written.upperBound + 1)
            for i in first..<max(first, end) {
                // From pixel to pixel, the coordinates in the source only increase or only decrease. So the pixels with a texel follow one
                // another.
                guard let texel = Blit.texel(i, destination: d, source: s, limit: limit) else { continue }
                if nearest.isEmpty { start = i }
                nearest.append(texel)
                let point = Blit.point(i, d, s)
                let floor = (point - 0.5).rounded(.down)
                low.append(min(max(Int(floor), 0), limit - 1))
                high.append(min(max(Int(floor) + 1, 0), limit - 1))
                weight.append(Float(point - 0.5 - floor))
            }
        }
    }

    /// Copies row `j`.
    private static func copy(_ source: Plane, _ destination: Plane, _ columns: Axis, _ rows: Axis, _ j: Int, _ aspect: BlitAspect, isStraight: Bool) {
        let format = destination.format, keepsBits = source.format == format
        for sample in 0..<destination.samples {
            func from(_ x: Int) -> UnsafeMutableRawPointer { source.address(x, rows.nearest[j], min(sample, source.samples - 1)) }
            func to(_ i: Int) -> UnsafeMutableRawPointer { destination.address(columns.start + i, rows.start + j, sample) }
            if aspect == .all && keepsBits && isStraight {
                to(0).copyMemory(from: from(columns.nearest[0]), byteCount: columns.nearest.count * source.bytesPerTexel)
                continue
            }
            for (i, x) in columns.nearest.enumerated() {
                switch aspect {
                case .all where keepsBits: to(i).copyMemory(from: from(x), byteCount: source.bytesPerTexel)
                case .all: PixelCodec.storeTexel(format, to(i), PixelCodec.loadTexel(source.format, from(x)))
                case .depth: PixelCodec.storeDepthKey(format, to(i), PixelCodec.loadDepthKey(format, from(x)))
                case .stencil: PixelCodec.storeStencil(format, to(i), PixelCodec.loadStencil(format, from(x)))
                }
            }
        }
    }

    /// Filters the rows `band`. Each row of the source is filtered along x once, even if it contributes to several rows of the destination.
    private static func filter(_ source: Plane, _ destination: Plane, _ columns: Axis, _ rows: Axis, _ band: Range<Int>) {
        let from = TexelRows(source.format), to = TexelRows(destination.format), count = columns.low.count
        // The first and the last column of the source that is read.
        let first = min(columns.low.min()!, columns.high.min()!), last = max(columns.low.max()!, columns.high.max()!)
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: last - first + 1 + 3 * count) { memory in
            guard let texels = memory.baseAddress else { return }
            let result = texels + (last - first + 1)
            // The rows of the source that are filtered along x, and their numbers.
            var filtered = (row: -1, values: result + count), other = (row: -1, values: result + 2 * count)
            /// Exchanges `filtered` and `other`, and makes `filtered` the given row of the source.
            func find(_ row: Int) {
                if filtered.row == row { return }
                swap(&filtered, &other)
                if filtered.row == row { return }
                filtered.row = row
                from.load(source.address(first, row), texels, last - first + 1)
                for i in 0..<count {
                    let a = texels[columns.low[i] - first], b = texels[columns.high[i] - first]
                    filtered.values[i] = a + (b - a) * columns.weight[i]
                }
            }
            for j in band {
                find(rows.low[j])
                let bottom = filtered.values
                find(rows.high[j])
                let top = filtered.values, weight = rows.weight[j]
                for i in 0..<count { result[i] = bottom[i] + (top[i] - bottom[i]) * weight }
                to.store(result, destination.address(columns.start, rows.start + j), count)
            }
        }
    }

    private static func averagesCodes(_ format: PixelFormat) -> Bool {
        switch format {
        case .r8, .rg8, .rgb8, .rgba8: true
        default: false
        }
    }

    /// Averages the codes of row `j` of a resolve.
    private static func average(_ source: Plane, _ destination: Plane, _ columns: Axis, _ rows: Axis, _ j: Int, isStraight: Bool) {
        func average(_ to: UnsafeMutableRawPointer, _ x: Int, _ count: Int) {
            let to = to.assumingMemoryBound(to: UInt8.self)
            func codes(_ sample: Int) -> UnsafePointer<UInt8> { UnsafePointer(source.address(x, rows.nearest[j], sample).assumingMemoryBound(to: UInt8.self)) }
            let a = codes(0)
            // Four samples are the most usual, so this case has its own loop, which the compiler turns into vector code.
            guard source.samples == 4 else {
                let half = UInt16(source.samples / 2), shift = UInt16(source.samples.trailingZeroBitCount)
                for i in 0..<(count * source.bytesPerTexel) {
                    var sum = half
                    for sample in 0..<source.samples { sum &+= UInt16(truncatingIfNeeded: a[sample * source.bytesPerSample + i]) }
                    to[i] = UInt8(truncatingIfNeeded: sum &>> shift)
                }
                return
            }
            let b = codes(1), c = codes(2), d = codes(3)
            for i in 0..<(count * source.bytesPerTexel) {
                let low = UInt16(truncatingIfNeeded: a[i]) &+ UInt16(truncatingIfNeeded: b[i])
                let high = UInt16(truncatingIfNeeded: c[i]) &+ UInt16(truncatingIfNeeded: d[i])
                to[i] = UInt8(truncatingIfNeeded: (low &+ high &+ 2) &>> 2)
            }
        }
        if isStraight { return average(destination.address(columns.start, rows.start + j), columns.nearest[0], columns.nearest.count) }
        for (i, x) in columns.nearest.enumerated() { average(destination.address(columns.start + i, rows.start + j), x, 1) }
    }

    /// Averages the values of row `j` of a resolve.
    private static func resolve(_ source: Plane, _ destination: Plane, _ columns: Axis, _ rows: Axis, _ j: Int) {
        let scale = 1 / Float(source.samples), y = rows.nearest[j]
        for (i, x) in columns.nearest.enumerated() {
            var sum = source.value(x, y, 0)
            for sample in 1..<source.samples { sum += source.value(x, y, sample) }
            destination.set(columns.start + i, rows.start + j, sum * scale)
        }
    }
}
