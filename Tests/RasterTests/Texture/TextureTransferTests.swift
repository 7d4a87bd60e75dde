// Compares the results of mip generation, copies, blits, resolves and clears with formulas in the tests.

import Raster
import SeededRandom
import TestSupport
import Testing

private func pixels(_ texture: Texture, level: Int = 0, slice: Int = 0) -> [SIMD4<Float>] {
    let region = texture.region(ofLevel: level)
    var result: [SIMD4<Float>] = []
    for y in 0..<region.height {
        for x in 0..<region.width {
            let bits = PixelCodec.loadTexel(texture.format, texture.storage.address(level: level, slice: slice, x: x, y: y))
            result.append(SIMD4(Float(bitPattern: bits.x), Float(bitPattern: bits.y), Float(bitPattern: bits.z), Float(bitPattern: bits.w)))
        }
    }
    return result
}
private func submit(_ device: Device, _ record: (inout CommandEncoder) -> Void) throws {
    var encoder = device.makeCommandEncoder()
    record(&encoder)
    try device.submit(encoder)
}
private func fill(_ texture: Texture, level: Int = 0, using random: inout SeededGenerator) throws {
    let region = texture.region(ofLevel: level)
    let count = region.width * region.height * region.depth
    if texture.format == .rgba32Float || texture.format == .r32Float {
        try texture.replace(level: level, bytes: (0..<count * texture.format.channelCount).map { _ in Float.random(in: 0...1, using: &random) })
    } else {
        try texture.replace(level: level, bytes: (0..<count * texture.format.bytesPerTexel).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
}

@Test("every mip level keeps the mean of the image, for odd sizes too")
func mipMeans() throws {
    let device = Device()
    var random = SeededGenerator(state: 41)
    for (type, width, height, depth) in [(TextureType.d2, 16, 16, 1), (.d2, 13, 7, 1), (.d2, 1, 9, 1), (.d3, 5, 6, 7), (.cube, 6, 6, 1), (.d2Array, 5, 4, 3)] {
        let levels = TextureDescriptor.fullMipLevelCount(width: width, height: height, depth: type == .d3 ? depth : 1)
        let texture = try device.makeTexture(TextureDescriptor(type: type, format: .rgba32Float, width: width, height: height, depth: depth, mipLevels: levels))
        try fill(texture, using: &random)
        try submit(device) { $0.generateMipmaps(texture) }
        func mean(_ level: Int, _ slices: Range<Int>) -> SIMD4<Float> {
            let all = slices.flatMap { pixels(texture, level: level, slice: $0) }
            return all.reduce(.zero, +) / Float(all.count)
        }
        for level in 1..<levels {
            let slices = texture.storage.levels[level].slices
            if type == .d3 {
                let d = mean(level, 0..<slices) - mean(0, 0..<depth)
                #expect(d.max() < 1e-5 && d.min() > -1e-5)
            } else {
                for slice in 0..<slices {
                    let d = mean(level, slice..<slice + 1) - mean(0, slice..<slice + 1)
                    #expect(d.max() < 1e-5 && d.min() > -1e-5)
                }
            }
        }
    }
}

@Test("8-bit mip texels are the rounded mean of four, ties to even; sRGB is averaged as linear light")
func mipRounding() throws {
    let device = Device()
    var random = SeededGenerator(state: 43)
    for format in [PixelFormat.r8, .rg8, .rgb8, .rgba8] {
        let texture = try device.makeTexture(TextureDescriptor(format: format, width: 8, height: 8, mipLevels: 2))
        try fill(texture, using: &random)
        try submit(device) { $0.generateMipmaps(texture) }
        let source = try texture.read(), result = try texture.read(level: 1)
        let n = format.channelCount
        for y in 0..<4 {
            for x in 0..<4 {
                for c in 0..<n {
                    func at(_ i: Int, _ j: Int) -> Double { Double(source[(j * 8 + i) * n + c]) }
                    let lower = at(2 * x, 2 * y) + at(2 * x + 1, 2 * y)
                    let mean = (lower + at(2 * x, 2 * y + 1) + at(2 * x + 1, 2 * y + 1)) / 4
                    #expect(Double(result[(y * 4 + x) * n + c]) == mean.rounded(.toNearestOrEven))
                }
            }
        }
    }
    let texture = try device.makeTexture(TextureDescriptor(format: .srgb8Alpha8, width: 2, height: 1, mipLevels: 2))
    try texture.replace(bytes: [0, 0, 0, 0, 255, 255, 255, 255] as [UInt8])
    try submit(device) { $0.generateMipmaps(texture) }
    #expect(try texture.read(level: 1) == [188, 188, 188, 128], "half the light is code 188, half the alpha 128")
}

@Test("an odd axis is filtered with weights that count every texel equally")
func mipOddWeights() throws {
    let device = Device()
    let texture = try device.makeTexture(TextureDescriptor(format: .r32Float, width: 5, height: 1, mipLevels: 2))
    try texture.replace(bytes: [Float(1), 2, 4, 8, 16])
    try submit(device) { $0.generateMipmaps(texture) }
    // Each texel is the mean of 2.5 texels: (1 + 2 + 4/2) / 2.5 and (4/2 + 8 + 16) / 2.5.
    let result = pixels(texture, level: 1)
    #expect(abs(result[0].x - 2) < 1e-6 && abs(result[1].x - 10.4) < 1e-5)
}

@Test("a copy moves texels between levels, slices and formats of equal size, also over itself")
func copies() throws {
    let device = Device()
    var random = SeededGenerator(state: 47)
    let a = try device.makeTexture(TextureDescriptor(type: .d3, format: .rgba8, width: 5, height: 4, depth: 3, mipLevels: 2))
    let b = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .r32Uint, width: 6, height: 6, depth: 4, mipLevels: 2))
    try fill(a, using: &random)
    try submit(device) { $0.copy(a, level: 0, region: TextureRegion(x: 1, y: 1, z: 1, width: 2, height: 3, depth: 2), to: b, level: 1, x: 1, y: 0, z: 2) }
    #expect(try b.read(region: TextureRegion(x: 1, y: 0, z: 2, width: 2, height: 3, depth: 2), level: 1)
        == a.read(region: TextureRegion(x: 1, y: 1, z: 1, width: 2, height: 3, depth: 2)))
    for (dx, dy) in [(1, 1), (1, 0), (0, 1)] {
        for backwards in [false, true] {
            let t = try device.makeTexture(TextureDescriptor(format: .rg8, width: 8, height: 8))
            try fill(t, using: &random)
            let from = backwards ? TextureRegion(x: dx, y: dy, width: 7, height: 7) : TextureRegion(width: 7, height: 7)
            let to = backwards ? TextureRegion(width: 7, height: 7) : TextureRegion(x: dx, y: dy, width: 7, height: 7)
            let expected = try t.read(region: from)
            try submit(device) { $0.copy(t, region: from, to: t, x: to.x, y: to.y) }
            #expect(try t.read(region: to) == expected)
        }
    }
}

@Test("a nearest blit scales and mirrors according to its corners")
func nearestBlit() throws {
    let device = Device()
    var random = SeededGenerator(state: 53)
    let source = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 6, height: 5))
    try fill(source, using: &random)
    let texels = try source.read()
    for _ in 0..<200 {
        let target = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 9, height: 8))
        func pair(_ n: Int) -> (Int, Int) {
            let a = Int.random(in: 0...n, using: &random)
            return (a, Int.random(in: 0...n, using: &random))
        }
        let (sx0, sx1) = pair(6), (sy0, sy1) = pair(5), (dx0, dx1) = pair(9), (dy0, dy1) = pair(8)
        try submit(device) { $0.blit(Attachment(source), from: (sx0, sy0, sx1, sy1), to: Attachment(target), in: (dx0, dy0, dx1, dy1)) }
        let result = try target.read()
        let isEmpty = sx0 == sx1 || sy0 == sy1 || dx0 == dx1 || dy0 == dy1
        for y in 0..<8 {
            for x in 0..<9 {
                let inside = !isEmpty && (min(dx0, dx1)..<max(dx0, dx1)).contains(x) && (min(dy0, dy1)..<max(dy0, dy1)).contains(y)
                let got = Array(result[(y * 9 + x) * 4..<(y * 9 + x) * 4 + 4])
                guard inside else { #expect(got == [0, 0, 0, 0]); continue }
                let u = Double(sx0) + (Double(x) + 0.5 - Double(dx0)) / Double(dx1 - dx0) * Double(sx1 - sx0)
                let v = Double(sy0) + (Double(y) + 0.5 - Double(dy0)) / Double(dy1 - dy0) * Double(sy1 - sy0)
                if abs(u - u.rounded()) < 1e-9 || abs(v - v.rounded()) < 1e-9 { continue }
                let i = (Int(v.rounded(.down)) * 6 + Int(u.rounded(.down))) * 4
                #expect(got == Array(texels[i..<i + 4]))
            }
        }
    }
}

@Test("a linear blit is a bilinear resampling clamped to the edge, and converts formats")
func linearBlit() throws {
    let device = Device()
    var random = SeededGenerator(state: 59)
    let source = try device.makeTexture(TextureDescriptor(format: .srgb8Alpha8, width: 4, height: 3))
    try fill(source, using: &random)
    let target = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: 7, height: 9))
    try submit(device) { $0.blit(Attachment(source), from: (0, 0, 4, 3), to: Attachment(target), in: (7, 0, 0, 9), filter: .linear) }
    let texels = pixels(source), result = pixels(target)
    for y in 0..<9 {
        for x in 0..<7 {
            let u = 4 - (Double(x) + 0.5) / 7 * 4 - 0.5, v = (Double(y) + 0.5) / 9 * 3 - 0.5
            func at(_ i: Int, _ j: Int) -> SIMD4<Double> { SIMD4<Double>(texels[max(0, min(2, j)) * 4 + max(0, min(3, i))]) }
            let i = Int(u.rounded(.down)), j = Int(v.rounded(.down)), a = u - u.rounded(.down), b = v - v.rounded(.down)
            let lower = at(i, j) * (1 - a) + at(i + 1, j) * a
            let upper = at(i, j + 1) * (1 - a) + at(i + 1, j + 1) * a
            let expected = lower * (1 - b) + upper * b
            let d = SIMD4<Double>(result[y * 7 + x]) - expected
            #expect(d.max() < 1e-6 && d.min() > -1e-6)
        }
    }
}

@Test("a blit onto its own source reads the old contents")
func blitOntoItself() throws {
    let device = Device()
    let texture = try device.makeTexture(TextureDescriptor(format: .r8, width: 4, height: 1))
    try texture.replace(bytes: [1, 2, 3, 4] as [UInt8])
    try submit(device) { $0.blit(Attachment(texture), from: (0, 0, 4, 1), to: Attachment(texture), in: (4, 0, 0, 1)) }
    #expect(try texture.read() == [4, 3, 2, 1])
}

@Test("resolving averages colour in linear light and takes sample 0 of integers and depth")
func resolves() throws {
    let device = Device()
    func multisampled(_ format: PixelFormat, _ values: [SIMD4<UInt32>]) throws -> Texture {
        let texture = try device.makeTexture(TextureDescriptor(format: format, width: 1, height: 1, samples: 4))
        for (s, v) in values.enumerated() { PixelCodec.storeTexel(format, texture.storage.address(level: 0, slice: 0, x: 0, y: 0, sample: s), v) }
        return texture
    }
    func bits(_ v: Float) -> SIMD4<UInt32> { SIMD4(repeating: v.bitPattern) }
    func resolved(_ source: Texture) throws -> Texture {
        let target = try device.makeTexture(TextureDescriptor(format: source.format, width: 1, height: 1))
        try submit(device) { $0.resolve(Attachment(source), to: Attachment(target)) }
        return target
    }
    #expect(try resolved(multisampled(.rgba8, [bits(0), bits(1), bits(1), bits(0)])).read() == [128, 128, 128, 128])
    #expect(try resolved(multisampled(.srgb8Alpha8, [bits(0), bits(1), bits(1), bits(0)])).read() == [188, 188, 188, 128])
    #expect(try resolved(multisampled(.r8Uint, [SIMD4(repeating: 7), SIMD4(repeating: 8), SIMD4(repeating: 9), SIMD4(repeating: 1)])).read() == [7])
    #expect(try pixels(resolved(multisampled(.depth32Float, [bits(0.5), bits(1), bits(1), bits(1)])))[0].x == 0.5)
    let source = try multisampled(.rgba8, [bits(0), bits(1), bits(1), bits(1)])
    #expect(try source.readImage()[0, 0] == SIMD4(repeating: 191))
    // Between multisampled images, each sample is copied separately.
    let copy = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1, samples: 4))
    try submit(device) { $0.blit(Attachment(source), from: (0, 0, 1, 1), to: Attachment(copy), in: (0, 0, 1, 1), filter: .linear) }
    #expect((0..<4).map { copy.storage.address(level: 0, slice: 0, x: 0, y: 0, sample: $0).load(as: UInt8.self) } == [0, 255, 255, 255])
}

@Test("mip levels, copies, blits and resolves have the same bits on several threads as on one", arguments: [PixelFormat.rgba8, .srgb8Alpha8, .rgba16Float, .r32Float, .rg8])
func transfersOnThreads(format: PixelFormat) throws {
    let width = 301, height = 260
    func texels(_ device: Device) throws -> [[UInt8]] {
        var random = SeededGenerator(state: 61)
        func make(_ width: Int, _ height: Int, _ format: PixelFormat, mipLevels: Int = 1, samples: Int = 1) throws -> Texture {
            try device.makeTexture(TextureDescriptor(format: format, width: width, height: height, mipLevels: mipLevels, samples: samples))
        }
        let source = try make(width, height, format, mipLevels: 3), even = try make(512, 256, format, mipLevels: 4)
        for texture in [source, even] {
            // Bytes below 0x70 are finite numbers in every format.
            try texture.replace(bytes: (0..<texture.width * texture.height * format.bytesPerTexel).map { _ in UInt8.random(in: 0..<0x70, using: &random) })
        }
        let copy = try make(width, height, format), scaled = try make(400, 333, format), converted = try make(width, height, .rgba32Float)
        let samples = try make(width, height, format, samples: 4), resolved = try make(width, height, format), whole = (0, 0, width, height)
        for sample in 0..<4 {
            for y in 0..<height {
                let row = source.storage.address(level: 0, slice: 0, x: 0, y: (y + 7 * sample) % height)
                samples.storage.address(level: 0, slice: 0, x: 0, y: y, sample: sample).copyMemory(from: row, byteCount: width * format.bytesPerTexel)
            }
        }
        try submit(device) {
            $0.generateMipmaps(source)
            $0.generateMipmaps(even)
            $0.copy(source, region: TextureRegion(width: width, height: height), to: copy)
            $0.copy(copy, region: TextureRegion(width: width, height: height - 1), to: copy, y: 1)
            $0.blit(Attachment(source), from: whole, to: Attachment(scaled), in: (400, 0, 0, 333), filter: .linear)
            $0.blit(Attachment(source), from: whole, to: Attachment(converted), in: whole)
            $0.resolve(Attachment(samples), to: Attachment(resolved))
        }
        return try [source.read(level: 1), source.read(level: 2), even.read(level: 1), even.read(level: 3)]
            + [copy, scaled, converted, resolved].map { try $0.read() }
    }
    let expected = try texels(Device(.reference)), found = try texels(TileConfiguration(lanes: 8, threads: 4).makeDevice())
    #expect(expected.count == found.count && zip(expected, found).allSatisfy { $0 == $1 })
}

@Test("a depth-stencil blit copies both aspects")
func depthStencilBlit() throws {
    let device = Device()
    for format in [PixelFormat.depth24Stencil8, .depth32FloatStencil8] {
        let a = try device.makeFramebuffer(width: 2, height: 2, color: [], depth: format),
            b = try device.makeFramebuffer(width: 4, height: 4, color: [], depth: format)
        try submit(device) {
            $0.render(to: a, clear: .depth(0.75, stencil: 33)) { _ in }
            $0.blit(a.depth!, from: (0, 0, 2, 2), to: b.depth!, in: (0, 0, 4, 4))
        }
        #expect(try b.readStencil().allSatisfy { $0 == 33 })
        #expect(try b.readDepth().allSatisfy { abs($0 - 0.75) < 1e-7 })
    }
}

@Test("clears fill every format and sample inside the scissor and nothing outside")
func clears() throws {
    let device = Device()
    for format in PixelFormat.allCases where format.isColorRenderable {
        for samples in [1, 4] {
            let target = try device.makeFramebuffer(width: 7, height: 3, color: [format], samples: samples)
            let value: ClearColor = switch format.kind {
            case .int: .int(SIMD4(1, -2, 3, -4))
            case .uint: .uint(SIMD4(1, 2, 3, 0))
            default: .float(SIMD4(0.25, 0.5, 1, 0.75))
            }
            try submit(device) {
                $0.render(to: target) { pass in
                    pass.setScissor(PixelRect(x: 2, y: 1, width: 4, height: 2))
                    pass.clear(ClearValues(colors: [value]))
                }
            }
            let registers: SIMD4<UInt32> = switch value {
            case .float(let v): SIMD4(v.x.bitPattern, v.y.bitPattern, v.z.bitPattern, v.w.bitPattern)
            case .int(let v): SIMD4(truncatingIfNeeded: v)
            case .uint(let v): v
            }
            var texel = [UInt8](repeating: 0, count: format.bytesPerTexel)
            texel.withUnsafeMutableBytes { PixelCodec.storeTexel(format, $0.baseAddress!, registers) }
            let texture = target.color[0]!.texture
            for sample in 0..<samples {
                for y in 0..<3 {
                    for x in 0..<7 {
                        let bytes = UnsafeRawBufferPointer(start: texture.storage.address(level: 0, slice: 0, x: x, y: y, sample: sample),
                                                           count: format.bytesPerTexel)
                        let inside = (2..<6).contains(x) && (1..<3).contains(y)
                        #expect(Array(bytes) == (inside ? texel : [UInt8](repeating: 0, count: format.bytesPerTexel)), "\(format)")
                    }
                }
            }
        }
    }
}

@Test("depth and stencil clears clamp, obey the scissor and do not change the other aspect", arguments: [PixelFormat.depth16, .depth24, .depth32Float, .depth24Stencil8, .depth32FloatStencil8, .stencil8])
func depthStencilClears(format: PixelFormat) throws {
    let device = Device()
    let texture = try device.makeTexture(TextureDescriptor(format: format, width: 4, height: 2))
    let image = Attachment(texture)
    let target = try device.makeFramebuffer(color: [], depth: format.hasDepth ? image : nil, stencil: format.hasStencil ? image : nil)
    try submit(device) {
        $0.render(to: target, clear: .depth(1.5, stencil: 7)) { pass in
            pass.setScissor(PixelRect(x: 1, y: 0, width: 2, height: 1))
            pass.clear(ClearValues(depth: 0.5))
            pass.setScissor(PixelRect(x: 2, y: 0, width: 9, height: 9))
            pass.clear(ClearValues(stencil: 9))
        }
    }
    if format.hasDepth {
        let depth = try target.readDepth()
        #expect(depth.enumerated().allSatisfy { abs($1 - ($0 == 1 || $0 == 2 ? 0.5 : 1)) < 1e-5 })
    }
    if format.hasStencil { #expect(try target.readStencil() == [7, 7, 9, 9, 7, 7, 9, 9]) }
}
