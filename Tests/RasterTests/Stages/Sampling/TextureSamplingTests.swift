// Compares texture lookups with a simple oracle in double precision, written from the equations of the specification.

import Foundation
import Raster
import SeededRandom
import Shading
import Testing

/// Returns one lookup, the same in all four lanes unless coordinates are given per lane.
func lookUp(_ units: TextureUnits, _ operation: TextureOperation, s: [Float] = [0], t: [Float] = [0], r: [Float] = [0],
            configure: (inout TextureRequest) -> Void = { _ in }) -> [SIMD4<Float>] {
    var request = TextureRequest()
    func quad(_ v: [Float]) -> QuadFloat { v.count == 4 ? QuadFloat(v[0], v[1], v[2], v[3]) : QuadFloat(repeating: v[0]) }
    request.s = quad(s); request.t = quad(t); request.r = quad(r)
    configure(&request)
    let result = units.sample(operation, request, isFragment: true)
    return (0..<4).map {
        SIMD4(Float(bitPattern: result.x[$0]), Float(bitPattern: result.y[$0]), Float(bitPattern: result.z[$0]), Float(bitPattern: result.w[$0]))
    }
}

/// Returns a texture of random texels, by default with one level.
func randomTexture(_ device: Device, _ type: TextureType, _ format: PixelFormat, _ width: Int, _ height: Int, _ depth: Int = 1,
                   mipLevels: Int = 1, using random: inout SeededGenerator) throws -> Texture {
    let texture = try device.makeTexture(TextureDescriptor(type: type, format: format, width: width, height: height, depth: depth, mipLevels: mipLevels))
    for level in 0..<mipLevels {
        let region = texture.region(ofLevel: level)
        let count = region.width * region.height * region.depth
        if format == .rgba32Float {
            try texture.replace(level: level, bytes: (0..<count * 4).map { _ in Float.random(in: 0...1, using: &random) })
        } else {
            try texture.replace(level: level, bytes: (0..<count * format.bytesPerTexel).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }
    return texture
}

/// The oracle: the specification's equations for wrap modes and filters, in double precision.
private struct Oracle {
    var texture: Texture
    var sampler: Sampler
    var level = 0

    func wrap(_ i: Int, _ mode: WrapMode, _ n: Int) -> Int? {
        func mod(_ a: Int, _ b: Int) -> Int { ((a % b) + b) % b }
        func mirror(_ a: Int) -> Int { a >= 0 ? a : -(1 + a) }
        switch mode {
        case .repeat: return mod(i, n)
        case .mirroredRepeat: return (n - 1) - mirror(mod(i, 2 * n) - n)
        case .clampToEdge: return max(0, min(n - 1, i))
        case .clampToBorder: return (0..<n).contains(i) ? i : nil
        case .mirrorClampToEdge: return max(0, min(n - 1, mirror(i)))
        }
    }
    func texel(_ i: Int, _ j: Int, _ k: Int, wrapK: Bool) -> SIMD4<Double> {
        let l = texture.storage.levels[level]
        let kk: Int? = wrapK ? wrap(k, sampler.wrapR, l.slices) : k
        guard let x = wrap(i, sampler.wrapS, l.width), let y = wrap(j, sampler.wrapT, l.height), let z = kk else { return SIMD4<Double>(sampler.borderColor) }
        let bits = PixelCodec.loadTexel(texture.format, texture.storage.address(level: level, slice: z, x: x, y: y))
        return SIMD4((0..<4).map { Double(Float(bitPattern: bits[$0])) })
    }
    /// Returns the nearest texel; nil if a coordinate is so near to a texel boundary that Float and Double may differ.
    func nearest(_ s: Double, _ t: Double, _ r: Double, layer: Int?) -> SIMD4<Double>? {
        let l = texture.storage.levels[level]
        let is3D = texture.descriptor.type == .d3
        var p = [s * Double(l.width), t * Double(l.height)]
        if is3D { p.append(r * Double(l.slices)) }
        for v in p where abs(v - v.rounded()) < 1e-4 { return nil }
        let i = p.map { Int(floor($0)) }
        return texel(i[0], i[1], is3D ? i[2] : layer ?? 0, wrapK: is3D)
    }
    func linear(_ s: Double, _ t: Double, _ r: Double, layer: Int?) -> SIMD4<Double> {
        let l = texture.storage.levels[level]
        let is3D = texture.descriptor.type == .d3
        let u = s * Double(l.width) - 0.5, v = t * Double(l.height) - 0.5, w = is3D ? r * Double(l.slices) - 0.5 : 0
        let i = Int(floor(u)), j = Int(floor(v)), k = is3D ? Int(floor(w)) : layer ?? 0
        let a = u - floor(u), b = v - floor(v), c = is3D ? w - floor(w) : 0
        var sum = SIMD4<Double>.zero
        for dz in 0...(is3D ? 1 : 0) {
            for dy in 0...1 {
                for dx in 0...1 {
                    let weight = (dx == 1 ? a : 1 - a) * (dy == 1 ? b : 1 - b) * (dz == 1 ? c : 1 - c)
                    sum += texel(i + dx, j + dy, k + dz, wrapK: is3D) * weight
                }
            }
        }
        return sum
    }
}

private func difference(_ a: SIMD4<Float>, _ b: SIMD4<Double>) -> Double {
    let d = SIMD4<Double>(a) - b
    return max(max(abs(d.x), abs(d.y)), max(abs(d.z), abs(d.w)))
}
private func explicit(_ dimension: TextureDimension, isShadow: Bool = false) -> TextureOperation {
    TextureOperation(kind: .sample, dimension: dimension, isShadow: isShadow, levelOfDetail: .explicit, unit: 0)
}

@Test("every wrap mode and filter agrees with the specification's equations", arguments: [PixelFormat.rgba32Float, .rgba8, .rgb8, .srgb8Alpha8, .rgba16Float])
func wrapAndFilter(format: PixelFormat) throws {
    let device = Device()
    var random = SeededGenerator(state: 7)
    // The weights are in fixed point, so each axis adds an error of up to 1/512 of the range. In this test, half floats are in 0…1, so that
    // there is no NaN or infinity.
    let tolerance = format == .rgba8 || format == .rgb8 ? 3 * 0.5 / 256 : 2e-5
    for (type, dimension, size) in [(TextureType.d2, TextureDimension.d2, (7, 5, 1)), (.d2, .d2, (8, 4, 1)), (.d2, .d2, (1, 1, 1)),
                                    (.d3, .d3, (4, 3, 5)), (.d2Array, .d2Array, (3, 6, 4))] {
        let texture = try randomTexture(device, type, format, size.0, size.1, size.2, using: &random)
        if format == .rgba16Float {
            let count = size.0 * size.1 * size.2 * 4
            try texture.replace(bytes: (0..<count).map { _ in halfFromFloat(Float.random(in: 0...1, using: &random)) })
        }
        for wrapS in WrapMode.allCases {
            for wrapT in WrapMode.allCases {
                for filter in FilterMode.allCases {
                    var sampler = Sampler(min: filter, mag: filter)
                    sampler.wrapS = wrapS; sampler.wrapT = wrapT
                    sampler.wrapR = WrapMode.allCases.randomElement(using: &random)!
                    sampler.borderColor = format == .rgb8 ? SIMD4(51.0 / 255, 1, 0, 1) : SIMD4(51.0 / 255, 1, 0, 204.0 / 255)
                    let units = TextureUnits(bindings: [TextureBinding(texture, sampler)])
                    let oracle = Oracle(texture: texture, sampler: sampler)
                    for _ in 0..<4 {
                        let s = (0..<4).map { _ in Float.random(in: -3...3, using: &random) }
                        let t = (0..<4).map { _ in Float.random(in: -3...3, using: &random) }
                        let r = (0..<4).map { _ in Float.random(in: -3...6, using: &random) }
                        let result = lookUp(units, explicit(dimension), s: s, t: t, r: r)
                        for lane in 0..<4 {
                            let layer = type == .d2Array ? max(0, min(size.2 - 1, Int(floor(Double(r[lane]) + 0.5)))) : nil
                            let (ds, dt, dr) = (Double(s[lane]), Double(t[lane]), Double(r[lane]))
                            let expected = filter == .linear ? oracle.linear(ds, dt, dr, layer: layer) : oracle.nearest(ds, dt, dr, layer: layer)
                            guard let expected else { continue }
                            let limit = filter == .nearest ? 1e-7 : tolerance
                            #expect(difference(result[lane], expected) <= limit, "\(type) \(size) \(wrapS) \(wrapT) \(sampler.wrapR) \(filter) at \(s[lane]), \(t[lane]), \(r[lane])")
                        }
                    }
                }
            }
        }
    }
}

@Test("fixed-point filtering reproduces 0 and 1 exactly, and other equal texels and mixes within rounding")
func fixedPointIsAccurate() throws {
    let device = Device()
    let texture = try device.makeTexture(TextureDescriptor(format: .r8, width: 2, height: 1))
    let units = TextureUnits(bindings: [TextureBinding(texture, .linear)])
    for code in 0...255 {
        try texture.replace(bytes: [UInt8(code), UInt8(code)])
        let value = lookUp(units, explicit(.d2), s: [0.5], t: [0.3])[0], expected = Float(code) / 255
        #expect(value.y == 0 && value.z == 0 && value.w == 1)
        #expect(code == 0 || code == 255 ? value.x == expected : abs(value.x - expected) <= 2 * expected.ulp)
        #expect((value.x * 255).rounded(.toNearestOrEven) == Float(code))
    }
    try texture.replace(bytes: [UInt8(10), UInt8(250)])
    for w in 0...256 {
        let s = (Float(w) / 256 + 0.5) / 2
        let exact = (10.0 * Double(256 - w) + 250.0 * Double(w)) / 256 / 255
        #expect(abs(Double(lookUp(units, explicit(.d2), s: [s], t: [0.5])[0].x) - exact) <= 1.2e-7)
    }
}

/// Returns a 16×8 texture in which each texel of level l has the value l.
private func levelTexture(_ device: Device) throws -> Texture {
    let texture = try device.makeTexture(TextureDescriptor(format: .r32Float, width: 16, height: 8, mipLevels: 5))
    for level in 0..<5 {
        let region = texture.region(ofLevel: level)
        try texture.replace(level: level, bytes: [Float](repeating: Float(level), count: region.width * region.height))
    }
    return texture
}

@Test("the level of detail follows the derivatives, the bias and the clamps")
func levelOfDetail() throws {
    let device = Device()
    let texture = try levelTexture(device)
    var random = SeededGenerator(state: 3)
    for _ in 0..<500 {
        var sampler = Sampler(mip: .linear)
        sampler.lodBias = Float.random(in: -1...1, using: &random)
        sampler.lodMin = Float.random(in: -1...1, using: &random)
        sampler.lodMax = Float.random(in: 1...6, using: &random)
        let base = Int.random(in: 0...1, using: &random), top = Int.random(in: 2...4, using: &random)
        let units = TextureUnits(bindings: [TextureBinding(texture, sampler, levels: base...top)])
        let d = (0..<4).map { _ in Float.random(in: -0.6...0.6, using: &random) }
        let bias = Float.random(in: -2...2, using: &random)
        let size = texture.storage.levels[base]
        let x = hypot(Double(d[0]) * Double(size.width), Double(d[1]) * Double(size.height))
        let y = hypot(Double(d[2]) * Double(size.width), Double(d[3]) * Double(size.height))
        for kind in [TextureOperation.LevelOfDetail.implicit, .bias, .gradient, .explicit] {
            let operation = TextureOperation(kind: .sample, dimension: .d2, levelOfDetail: kind, unit: 0)
            let result = lookUp(units, operation, s: [0.4], t: [0.6]) {
                $0.dsdx = .init(repeating: d[0]); $0.dtdx = .init(repeating: d[1]); $0.dsdy = .init(repeating: d[2]); $0.dtdy = .init(repeating: d[3])
                $0.lod = .init(repeating: bias)
            }[0].x
            var lambda = kind == .explicit ? Double(bias) : log2(max(x, y)) + (kind == .bias ? Double(bias) : 0)
            lambda += Double(sampler.lodBias)
            lambda = min(max(lambda, Double(sampler.lodMin)), Double(sampler.lodMax))
            let expected = min(Double(top), Double(base) + max(0, lambda))
            #expect(abs(Double(result) - expected) < 2e-5)
        }
    }
}

@Test("nearest mip filtering rounds halves to the finer level; without mip filtering the base level is read")
func mipNearestAndNone() throws {
    let device = Device()
    let texture = try levelTexture(device)
    for (lod, expected) in [(-3, 0), (0, 0), (0.49, 0), (0.5, 0), (0.51, 1), (1.5, 1), (1.51, 2), (3.4, 3), (3.6, 4), (50, 4)] as [(Float, Float)] {
        let units = TextureUnits(bindings: [TextureBinding(texture, Sampler(mip: .nearest))])
        #expect(lookUp(units, explicit(.d2)) { $0.lod = .init(repeating: lod) }[0].x == expected)
        let plain = TextureUnits(bindings: [TextureBinding(texture, Sampler())])
        #expect(lookUp(plain, explicit(.d2)) { $0.lod = .init(repeating: lod) }[0].x == 0)
    }
}

@Test("the magnification filter applies for λ ≤ 0, the minification filter otherwise")
func magnificationSwitch() throws {
    let device = Device()
    let texture = try device.makeTexture(TextureDescriptor(format: .r32Float, width: 2, height: 1))
    try texture.replace(bytes: [Float(0), 1])
    let units = TextureUnits(bindings: [TextureBinding(texture, Sampler(min: .nearest, mag: .linear))])
    #expect(lookUp(units, explicit(.d2), s: [0.5]) { $0.lod = .init(repeating: 0) }[0].x == 0.5)
    #expect(lookUp(units, explicit(.d2), s: [0.5]) { $0.lod = .init(repeating: 0.1) }[0].x == 1)
}

@Test("anisotropic lookups average probes along the longer axis, 1.25 texels apart, at the levels of the shorter one")
func anisotropy() throws {
    let device = Device()
    var random = SeededGenerator(state: 5)
    let texture = try randomTexture(device, .d2, .rgba32Float, 32, 32, mipLevels: 6, using: &random)
    let operation = TextureOperation(kind: .sample, dimension: .d2, levelOfDetail: .gradient, unit: 0)
    var shares: [Double] = []
    for lodBias in [Float(0), -1, 1.5] {
        var sampler = Sampler(mip: .linear, wrap: .repeat, maxAnisotropy: 8)
        sampler.lodBias = lodBias
        let units = TextureUnits(bindings: [TextureBinding(texture, sampler)])
        for _ in 0..<300 {
            let s = Float.random(in: -1...1, using: &random), t = Float.random(in: -1...1, using: &random)
            let d = (0..<4).map { _ in Float.random(in: -0.3...0.3, using: &random) * (Bool.random(using: &random) ? 1 : 0.1) }
            let result = lookUp(units, operation, s: [s], t: [t]) {
                $0.dsdx = .init(repeating: d[0]); $0.dtdx = .init(repeating: d[1]); $0.dsdy = .init(repeating: d[2]); $0.dtdy = .init(repeating: d[3])
            }[0]
            let px = 32 * hypot(Double(d[0]), Double(d[1])), py = 32 * hypot(Double(d[2]), Double(d[3]))
            let ratio = max(px, py) / min(px, py)
            if abs(ratio - ratio.rounded()) < 1e-3 || abs(px - py) < 1e-3 { continue }
            let most = max(px, py) <= 1 ? 1 : min(ceil(ratio), 8)
            let lambda = max(0, min(5, log2(max(px, py) / most) + Double(lodBias)))
            // Only the middle half of the way from one level to the next mixes the levels.
            let way = lambda - floor(lambda), share = most == 1 ? way : min(max(2 * way - 0.5, 0), 1)
            shares.append(share)
            let axis = px > py ? (Double(d[0]), Double(d[1])) : (Double(d[2]), Double(d[3]))
            func average(_ level: Int) -> SIMD4<Double>? {
                let steps = max(px, py) / Double(1 << level) / 1.25
                if abs(steps - steps.rounded()) < 1e-3 { return nil }
                let n = min(most, max(1, ceil(steps))), oracle = Oracle(texture: texture, sampler: sampler, level: level)
                var sum = SIMD4<Double>.zero
                for i in 0..<Int(n) {
                    let place = (Double(i) + 0.5) / n - 0.5
                    sum += oracle.linear(Double(s) + axis.0 * place, Double(t) + axis.1 * place, 0, layer: nil)
                }
                return sum / n
            }
            guard let fine = average(Int(lambda)), let coarse = average(min(5, Int(lambda) + 1)) else { continue }
            #expect(difference(result, fine + (coarse - fine) * share) < 5e-5)
        }
    }
    #expect(shares.contains(0) && shares.contains(1) && shares.contains { $0 > 0 && $0 < 1 }, "some lookups read one level, and some mix two levels")
}

@Test("a quad computes its level of detail from its shared derivatives, in every lane")
func sharedLevelOfDetail() throws {
    let device = Device()
    let units = TextureUnits(bindings: [TextureBinding(try levelTexture(device), .trilinear)])
    let operation = TextureOperation(kind: .sample, dimension: .d2, levelOfDetail: .implicit, unit: 0)
    let result = lookUp(units, operation, s: [0.1, 0.35, 0.1, 0.35], t: [0.2, 0.2, 0.4, 0.4]) {
        $0.dsdx = .init(repeating: 0.25); $0.dtdy = .init(repeating: 0.2)
    }
    #expect(result.allSatisfy { $0.x == 2 })
    var request = TextureRequest()
    request.dsdx = .init(repeating: 0.25)
    #expect(units.sample(operation, request, isFragment: false).x == .zero, "the vertex stage reads the base level")
}

@Test("texel fetches and offsets address texels exactly, and out-of-range fetches return zero")
func fetchAndOffset() throws {
    let device = Device()
    let texture = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .r32Int, width: 4, height: 3, depth: 2, mipLevels: 2))
    try texture.replace(bytes: (0..<24).map { Int32($0) })
    try texture.replace(level: 1, bytes: (0..<4).map { Int32(100 + $0) })
    func fetch(_ i: Int32, _ j: Int32, _ k: Int32, level: Int32 = 0, offset: (Int32, Int32) = (0, 0), levels: ClosedRange<Int>? = nil) -> SIMD4<UInt32> {
        let units = TextureUnits(bindings: [TextureBinding(texture, .nearest, levels: levels)])
        var request = TextureRequest()
        request.i = .init(repeating: i); request.j = .init(repeating: j); request.k = .init(repeating: k); request.level = .init(repeating: level)
        request.offsetS = .init(repeating: offset.0); request.offsetT = .init(repeating: offset.1)
        let result = units.sample(TextureOperation(kind: .fetch, dimension: .d2Array, resultType: .int, levelOfDetail: .explicit, unit: 0), request,
                                  isFragment: true)
        return SIMD4(result.x[3], result.y[3], result.z[3], result.w[3])
    }
    for k in Int32(0)..<2 { for j in Int32(0)..<3 { for i in Int32(0)..<4 { #expect(fetch(i, j, k) == SIMD4(UInt32(k * 12 + j * 4 + i), 0, 0, 1)) } } }
    #expect(fetch(1, 0, 0, offset: (2, 1)).x == 7)
    #expect(fetch(1, 0, 1, level: 1).x == 103)
    #expect(fetch(0, 0, 0, level: 0, levels: 1...1).x == 100, "levels count from the base level")
    for bad in [fetch(-1, 0, 0), fetch(4, 0, 0), fetch(0, 3, 0), fetch(0, 0, 2), fetch(0, 0, 0, level: 2), fetch(0, 0, 0, level: -1),
                fetch(3, 0, 0, offset: (1, 0)), fetch(.max, .min, .max)] {
        #expect(bad == .zero)
    }
    let flat = try device.makeTexture(TextureDescriptor(format: .r32Float, width: 4, height: 4))
    try flat.replace(bytes: (0..<16).map { Float($0) })
    let units = TextureUnits(bindings: [TextureBinding(flat, Sampler(min: .nearest, mag: .nearest, wrap: .repeat))])
    #expect(lookUp(units, explicit(.d2), s: [0.875], t: [0.125]) { $0.offsetS = .init(repeating: 2); $0.offsetT = .init(repeating: -1) }[0].x == 13)
}

@Test("gather collects a component in OpenGL's order, counter-clockwise from the upper left")
func gatherOrder() throws {
    let device = Device()
    let texture = try device.makeTexture(TextureDescriptor(format: .rg32Float, width: 2, height: 2))
    try texture.replace(bytes: [0, 10, 1, 11, 2, 12, 3, 13] as [Float])
    let units = TextureUnits(bindings: [TextureBinding(texture, .linear)])
    func gather(_ component: Int, _ configure: (inout TextureRequest) -> Void = { _ in }) -> SIMD4<Float> {
        lookUp(units, TextureOperation(kind: .gather, dimension: .d2, unit: 0, gatherComponent: component), s: [0.5], t: [0.5], configure: configure)[0]
    }
    #expect(gather(0) == SIMD4(2, 3, 1, 0))
    #expect(gather(1) == SIMD4(12, 13, 11, 10))
    #expect(gather(2) == .zero && gather(3) == .one)
    #expect(gather(0) { $0.offsetS = .init(repeating: 1) } == SIMD4(3, 3, 1, 1))
}

@Test("shadow lookups compare first and filter then, with every comparison")
func shadowLookups() throws {
    let device = Device()
    var random = SeededGenerator(state: 11)
    for format in [PixelFormat.depth32Float, .depth16, .depth24Stencil8] {
        let texture = try device.makeTexture(TextureDescriptor(format: format, width: 4, height: 4))
        for i in 0..<16 {
            let texel = texture.storage.address(level: 0, slice: 0, x: i % 4, y: i / 4)
            PixelCodec.storeDepthKey(format, texel, PixelCodec.depthKey(format, Float.random(in: 0...1, using: &random)))
        }
        func depth(_ i: Int, _ j: Int) -> Float {
            let texel = texture.storage.address(level: 0, slice: 0, x: max(0, min(3, i)), y: max(0, min(3, j)))
            return PixelCodec.depthValue(format, PixelCodec.loadDepthKey(format, texel))
        }
        for compare in CompareFunction.allCases {
            let units = TextureUnits(bindings: [TextureBinding(texture, Sampler(compare: compare))])
            for _ in 0..<20 {
                let s = Float.random(in: 0...1, using: &random), t = Float.random(in: 0...1, using: &random)
                let reference = Bool.random(using: &random) ? depth(Int.random(in: 0...3, using: &random), 1) : Float.random(in: 0...1, using: &random)
                let u = Double(s) * 4 - 0.5, v = Double(t) * 4 - 0.5
                var expected = 0.0
                for dy in 0...1 {
                    for dx in 0...1 {
                        let d = depth(Int(floor(u)) + dx, Int(floor(v)) + dy)
                        let passes = switch compare {
                        case .never: false
                        case .less: reference < d
                        case .equal: reference == d
                        case .lessEqual: reference <= d
                        case .greater: reference > d
                        case .notEqual: reference != d
                        case .greaterEqual: reference >= d
                        case .always: true
                        }
                        let wx = dx == 1 ? u - floor(u) : 1 - (u - floor(u)), wy = dy == 1 ? v - floor(v) : 1 - (v - floor(v))
                        expected += passes ? wx * wy : 0
                    }
                }
                let result = lookUp(units, explicit(.d2, isShadow: true), s: [s], t: [t]) { $0.reference = .init(repeating: reference) }[0].x
                #expect(abs(Double(result) - expected) < 1e-5)
            }
        }
        // For a fixed-point depth format the reference value is clamped: 2 counts as 1, which is not less than a depth of 1.
        let texel = texture.storage.address(level: 0, slice: 0, x: 0, y: 0)
        PixelCodec.storeDepthKey(format, texel, PixelCodec.depthKey(format, 1))
        let units = TextureUnits(bindings: [TextureBinding(texture, Sampler(min: .nearest, mag: .nearest, compare: .lessEqual))])
        let clamped = lookUp(units, explicit(.d2, isShadow: true), s: [0], t: [0]) { $0.reference = .init(repeating: 2) }[0].x
        #expect(clamped == (format == .depth32Float ? 0 : 1))
        let plain = TextureUnits(bindings: [TextureBinding(texture, .nearest)])
        #expect(lookUp(plain, explicit(.d2))[0] == SIMD4(1, 0, 0, 1))
    }
}

@Test("an empty unit reads black and opaque, and has no size")
func emptyUnit() throws {
    let units = TextureUnits(bindings: [nil])
    // A gather gives the first component of each of four texels, so it has no default alpha.
    for (kind, expected) in [(TextureOperation.Kind.sample, SIMD4<Float>(0, 0, 0, 1)), (.fetch, SIMD4(0, 0, 0, 1)), (.gather, .zero)] {
        let operation = TextureOperation(kind: kind, dimension: .d2, unit: 0)
        #expect(lookUp(units, operation)[0] == expected)
        #expect(lookUp(units, operation) { $0.unit = .init(repeating: 9) }[0] == expected)
    }
    let integers = TextureOperation(kind: .sample, dimension: .d2, resultType: .uint, unit: 0)
    #expect(units.sample(integers, TextureRequest(), isFragment: true).w == QuadUInt(repeating: 1))
    #expect(units.size(unit: 0, level: 0) == (0, 0, 0))
    let device = Device()
    let texture = try device.makeTexture(TextureDescriptor(type: .d3, format: .r8, width: 9, height: 5, depth: 3, mipLevels: 4))
    let bound = TextureUnits(bindings: [TextureBinding(texture, .linear)])
    #expect(bound.size(unit: 0, level: 1) == (4, 2, 1) && bound.size(unit: 0, level: 4) == (0, 0, 0) && bound.size(unit: 1, level: 0) == (0, 0, 0))
}

@Test("no coordinate, level or derivative traps, whatever its bits")
func hostileCoordinates() throws {
    let device = Device()
    var random = SeededGenerator(state: 13)
    func wild() -> QuadFloat {
        var v = QuadFloat()
        for lane in 0..<4 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: v[lane] = .nan
            case 1: v[lane] = .infinity * (Bool.random(using: &random) ? 1 : -1)
            case 2: v[lane] = Float.random(in: -2...2, using: &random)
            default: v[lane] = Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random))
            }
        }
        return v
    }
    for (type, dimension) in [(TextureType.d2, TextureDimension.d2), (.d3, .d3), (.cube, .cube), (.d2Array, .d2Array)] {
        let depth = type == .d3 || type == .d2Array ? 3 : 1
        for format in [PixelFormat.rgba8, .rgba32Float, .depth32Float, .r8Uint] {
            let texture = try device.makeTexture(TextureDescriptor(type: type, format: format, width: 5, height: 5, depth: depth, mipLevels: 3))
            for _ in 0..<300 {
                var sampler = Sampler(min: FilterMode.allCases.randomElement(using: &random)!, mag: FilterMode.allCases.randomElement(using: &random)!,
                                      mip: MipFilterMode.allCases.randomElement(using: &random)!, maxAnisotropy: wild()[0], compare: .less)
                sampler.wrapS = WrapMode.allCases.randomElement(using: &random)!
                sampler.wrapT = WrapMode.allCases.randomElement(using: &random)!
                sampler.wrapR = WrapMode.allCases.randomElement(using: &random)!
                sampler.seamlessCube = Bool.random(using: &random)
                sampler.borderColor = wild(); sampler.lodBias = wild()[0]; sampler.lodMin = wild()[1]; sampler.lodMax = wild()[2]
                let units = TextureUnits(bindings: [TextureBinding(texture, sampler)])
                let kind = [TextureOperation.Kind.sample, .fetch, .gather].randomElement(using: &random)!
                let lod = [TextureOperation.LevelOfDetail.implicit, .bias, .explicit, .gradient].randomElement(using: &random)!
                let operation = TextureOperation(kind: kind, dimension: dimension, isShadow: format == .depth32Float, levelOfDetail: lod, unit: 0)
                _ = lookUp(units, operation) {
                    $0.s = wild(); $0.t = wild(); $0.r = wild(); $0.lod = wild(); $0.reference = wild()
                    $0.dsdx = wild(); $0.dtdx = wild(); $0.drdx = wild(); $0.dsdy = wild(); $0.dtdy = wild(); $0.drdy = wild()
                    $0.i = QuadInt(truncatingIfNeeded: QuadInt(repeating: .random(in: .min ... .max, using: &random)))
                    $0.level = QuadInt(repeating: .random(in: -2...4, using: &random))
                    $0.offsetS = QuadInt(repeating: .random(in: .min ... .max, using: &random))
                    $0.offsetT = QuadInt(repeating: .random(in: .min ... .max, using: &random))
                    $0.offsetR = QuadInt(repeating: .random(in: .min ... .max, using: &random))
                }
            }
        }
    }
}
