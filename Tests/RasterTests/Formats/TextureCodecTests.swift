// Compares the codecs of single texels with formulas in double precision, for all values if the format is small.

import Foundation
import Raster
import SeededRandom
import Testing

private func load(_ format: PixelFormat, _ bytes: [UInt8]) -> SIMD4<UInt32> {
    bytes.withUnsafeBytes { PixelCodec.loadTexel(format, $0.baseAddress!) }
}
private func store(_ format: PixelFormat, _ v: SIMD4<UInt32>, into old: [UInt8]? = nil) -> [UInt8] {
    var bytes = old ?? [UInt8](repeating: 0, count: format.bytesPerTexel)
    bytes.withUnsafeMutableBytes { PixelCodec.storeTexel(format, $0.baseAddress!, v) }
    return bytes
}
private func floats(_ v: SIMD4<UInt32>) -> [Float] { (0..<4).map { Float(bitPattern: v[$0]) } }
private func words(_ r: Float, _ g: Float = 0, _ b: Float = 0, _ a: Float = 1) -> SIMD4<UInt32> {
    SIMD4(r.bitPattern, g.bitPattern, b.bitPattern, a.bitPattern)
}

@Test("loading and storing again keeps every 16-bit pattern of every small format")
func smallFormatsRoundTrip() {
    for format in PixelFormat.allCases where format.bytesPerTexel <= 2 {
        let count = 1 << (8 * format.bytesPerTexel)
        for code in 0..<count {
            let bytes = format.bytesPerTexel == 1 ? [UInt8(code)] : [UInt8(code & 255), UInt8(code >> 8)]
            let again = store(format, load(format, bytes))
            // In signed normalised formats, the lowest two numbers are both −1.
            let expected = format == .r16Snorm ? (code == 0x8000 ? [0x01, 0x80] : bytes) : format.kind == .snorm ? bytes.map { $0 == 0x80 ? 0x81 : $0 } : bytes
            let isNaN = format.kind == .float && code & 0x7C00 == 0x7C00 && code & 0x3FF != 0
            if again != expected && !isNaN { Issue.record("\(format) \(bytes) became \(again)"); break }
        }
    }
}

@Test("loading and storing again keeps random texels of every wide format")
func wideFormatsRoundTrip() {
    var random = SeededGenerator(state: 1)
    for format in PixelFormat.allCases where format.bytesPerTexel > 2 && format.kind != .snorm && format != .rgb9e5 {
        for _ in 0..<2000 {
            var bytes = (0..<format.bytesPerTexel).map { _ in UInt8.random(in: 0...255, using: &random) }
            if format == .depth32FloatStencil8 { for i in 5..<8 { bytes[i] = 0 } }
            let registers = load(format, bytes)
            if !format.isInteger && floats(registers).contains(where: \.isNaN) { continue }
            let again = store(format, registers, into: format.hasStencil ? bytes : nil)
            var expected = bytes
            if format == .depth24 { expected[3] = 0 }
            if format.hasDepth && floats(registers)[0] == 0 { continue }
            #expect(again == expected, "\(format)")
        }
    }
}

private func floatsFromSharedExponent(_ word: UInt32) -> SIMD3<Float> {
    SIMD3(floatFromSharedExponent(word & 511, word >> 27), floatFromSharedExponent(word >> 9 & 511, word >> 27),
          floatFromSharedExponent(word >> 18 & 511, word >> 27))
}

@Test("a shared-exponent texel holds the same values after loading and storing")
func sharedExponentRoundTrip() {
    var random = SeededGenerator(state: 1)
    for _ in 0..<20000 {
        let word = UInt32.random(in: 0...UInt32.max, using: &random)
        let v = floatsFromSharedExponent(word)
        let scale = Foundation.pow(2, Double(word >> 27) - 24)
        #expect(Double(v.x) == Double(word & 511) * scale && Double(v.y) == Double(word >> 9 & 511) * scale && Double(v.z) == Double(word >> 18 & 511) * scale)
        #expect(floatsFromSharedExponent(sharedExponentFromFloats(v.x, v.y, v.z)) == v)
    }
    #expect(floatsFromSharedExponent(sharedExponentFromFloats(.infinity, .nan, -1)) == SIMD3(65408, 0, 0))
    #expect(sharedExponentFromFloats(1, 1, 1) == 256 | 256 << 9 | 256 << 18 | 16 << 27)
}

@Test("a shared-exponent texel is as precise as its largest value allows")
func sharedExponentPrecision() {
    var random = SeededGenerator(state: 1)
    for _ in 0..<20000 {
        let scale = Float.random(in: 1e-4...6e4, using: &random)
        let r = Float.random(in: 0...scale, using: &random), g = Float.random(in: 0...scale, using: &random)
        let v = floatsFromSharedExponent(sharedExponentFromFloats(r, g, scale))
        let step = max(scale / 256, 0x1p-24)
        #expect(abs(v.x - r) <= step / 2 && abs(v.y - g) <= step / 2 && abs(v.z - scale) <= step / 2)
    }
}

@Test("all 65536 halves decode as IEEE 754 says and encode back")
func halfExhaustive() {
    for code in 0...UInt16.max {
        let exponent = Int(code >> 10) & 31, mantissa = Double(code & 0x3FF)
        let sign: Double = code & 0x8000 != 0 ? -1 : 1
        let value = floatFromHalf(code)
        if exponent == 31 {
            #expect(mantissa == 0 ? value == Float(sign) * .infinity : value.isNaN)
        } else {
            let expected = exponent == 0 ? mantissa * 0x1p-24 : (1 + mantissa / 1024) * Foundation.pow(2, Double(exponent) - 15)
            #expect(Double(value) == sign * expected && value.sign == (sign < 0 ? .minus : .plus))
        }
        if !value.isNaN { #expect(halfFromFloat(value) == code) } else { #expect(halfFromFloat(value) == 0x7E00) }
    }
}

@Test("a float between two halves goes to the nearest, ties to the even one")
func halfRounding() {
    for code in UInt16(0)..<0x7BFF {
        let low = floatFromHalf(code), high = floatFromHalf(code + 1)
        let middle = (low + high) / 2
        #expect(halfFromFloat(middle) == (code & 1 == 0 ? code : code + 1))
        #expect(halfFromFloat(middle.nextDown) == code && halfFromFloat(middle.nextUp) == code + 1)
        #expect(halfFromFloat(-middle.nextUp) == (code + 1) | 0x8000)
    }
    #expect(halfFromFloat(65519.996) == 0x7BFF && halfFromFloat(65520) == 0x7C00 && halfFromFloat(-.infinity) == 0xFC00)
}

@Test("unsigned 11- and 10-bit floats decode exactly, encode to the nearest and clamp")
func unsignedSmallFloats() {
    for mantissaBits in [UInt32(6), 5] {
        let infinity = UInt32(31) << mantissaBits
        func value(_ code: UInt32) -> Double {
            let e = Int(code >> mantissaBits), m = Double(code & ((1 << mantissaBits) - 1)) / Double(1 << mantissaBits)
            return e == 0 ? m * 0x1p-14 : (1 + m) * Foundation.pow(2, Double(e) - 15)
        }
        for code in 0..<infinity {
            let v = floatFromUnsignedSmallFloat(code, mantissaBits: mantissaBits)
            #expect(Double(v) == value(code))
            #expect(unsignedSmallFloatFromFloat(v, mantissaBits: mantissaBits) == code)
            if code + 1 < infinity {
                let middle = Float((value(code) + value(code + 1)) / 2)
                #expect(unsignedSmallFloatFromFloat(middle, mantissaBits: mantissaBits) == (code & 1 == 0 ? code : code + 1))
                #expect(unsignedSmallFloatFromFloat(middle.nextUp, mantissaBits: mantissaBits) == code + 1)
                #expect(unsignedSmallFloatFromFloat(middle.nextDown, mantissaBits: mantissaBits) == code)
            }
        }
        #expect(unsignedSmallFloatFromFloat(1e30, mantissaBits: mantissaBits) == infinity - 1)
        #expect(unsignedSmallFloatFromFloat(.infinity, mantissaBits: mantissaBits) == infinity)
        #expect(unsignedSmallFloatFromFloat(-3, mantissaBits: mantissaBits) == 0)
        #expect(unsignedSmallFloatFromFloat(-.infinity, mantissaBits: mantissaBits) == 0)
        #expect(floatFromUnsignedSmallFloat(unsignedSmallFloatFromFloat(.nan, mantissaBits: mantissaBits), mantissaBits: mantissaBits).isNaN)
    }
}

private func curve(_ encoded: Double) -> Double {
    encoded <= 0.04045 ? encoded / 12.92 : Foundation.pow((encoded + 0.055) / 1.055, 2.4)
}

@Test("sRGB decodes to the nearest float of the formula, and encodes to the nearest code")
func sRGBAgainstFormula() {
    for code in 0...255 {
        let exact = curve(Double(code) / 255)
        let decoded = linearFromSRGB(UInt8(code))
        #expect(abs(Double(decoded) - exact) <= Double(decoded.ulp) * 0.500001)
        #expect(sRGBFromLinear(decoded) == UInt8(code))
    }
    for i in 0...200_000 {
        let linear = Float(i) / 200_000
        let x = Double(linear)
        let encoded = 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * Foundation.pow(x, 1 / 2.4) - 0.055)
        #expect(abs(Double(sRGBFromLinear(linear)) - encoded) <= 0.5001)
    }
    #expect(sRGBFromLinear(.nan) == 0 && sRGBFromLinear(-1) == 0 && sRGBFromLinear(2) == 255 && sRGBFromLinear(.infinity) == 255)
}

@Test("unorm channels load as c / (2ⁿ − 1), and missing channels and alpha are filled in")
func normalisedLoads() {
    for code in 0...255 {
        let c = UInt8(code), expected = Float(Double(code) / 255)
        #expect(floats(load(.r8, [c])) == [expected, 0, 0, 1])
        #expect(floats(load(.rg8, [1, c])) == [Float(1.0 / 255), expected, 0, 1])
        #expect(floats(load(.rgb8, [0, 255, c])) == [0, 1, expected, 1])
        #expect(floats(load(.rgba8, [0, 255, 0, c])) == [0, 1, 0, expected])
        #expect(floats(load(.r8Snorm, [c])) == [max(-1, Float(Double(Int8(bitPattern: c)) / 127)), 0, 0, 1])
    }
    #expect(floats(load(.r16, [0x34, 0x12])) == [Float(Double(0x1234) / 65535), 0, 0, 1])
    #expect(floats(load(.rgb565, [0x1F, 0xF8])) == [1, 0, 1, 1])
    #expect(floats(load(.rgba4444, [0x0F, 0xF0])) == [1, 0, 0, 1])
    #expect(floats(load(.rgb5a1, [0x01, 0x08])) == [Float(1.0 / 31), 0, 0, 1])
    #expect(floats(load(.rgb10a2, [0xFF, 0x03, 0x00, 0xC0])) == [1, 0, 0, 1])
    #expect(load(.rg8Int, [0xFF, 0x7F]) == SIMD4(0xFFFF_FFFF, 127, 0, 1))
    #expect(load(.r32Uint, [1, 2, 3, 4]) == SIMD4(0x0403_0201, 0, 0, 1))
    #expect(load(.rgb10a2Uint, [0xFF, 0x03, 0x00, 0xC0]) == SIMD4(1023, 0, 0, 3))
    #expect(load(.stencil8, [9]) == SIMD4(9, 0, 0, 1))
}

@Test("unorm stores clamp, round half to even and turn NaN into zero")
func normalisedStores() {
    for i in -1000...51000 {
        let v = Float(i) / 50000
        let product = Double(max(0, min(1, v)) * 255)
        #expect(store(.r8, words(v)) == [UInt8(product.rounded(.toNearestOrEven))])
    }
    #expect(store(.rgba8, words(.nan, .infinity, -.infinity, -0.0)) == [0, 255, 0, 0])
    #expect(store(.rgba8Snorm, words(.nan, 2, -2, -0.25)) == [0, 127, 0x81, UInt8(bitPattern: -32)])
    #expect(store(.rg16, words(0.5, 1)) == [0x00, 0x80, 0xFF, 0xFF])
    #expect(store(.rgba8Int, SIMD4(300, UInt32(bitPattern: -1), 5, 6)) == [44, 255, 5, 6])
    #expect(store(.rgb565, words(1, 0, 1)) == [0x1F, 0xF8])
}

@Test("depth keys have the order of their depths, and keep the bits of both aspects separate")
func depthKeys() {
    for format in PixelFormat.allCases where format.hasDepth {
        let isFloat = format == .depth32Float || format == .depth32FloatStencil8
        var last: UInt32 = 0
        let values = isFloat ? stride(from: Float(-3), through: 3, by: 0.001) : stride(from: Float(0), through: 1, by: 0.0002)
        for depth in values {
            let key = PixelCodec.depthKey(format, depth)
            #expect(key >= last)
            last = key
            let tolerance: Float = isFloat ? 0 : format == .depth16 ? 0.501 / 65535 : 0.51 / 16_777_215 + depth.ulp
            #expect(abs(PixelCodec.depthValue(format, key) - depth) <= tolerance)
            #expect(PixelCodec.depthKey(format, PixelCodec.depthValue(format, key)) == key)
        }
        #expect(PixelCodec.depthKey(format, .nan) == PixelCodec.depthKey(format, 0) && PixelCodec.depthKey(format, -0.0) == PixelCodec.depthKey(format, 0))
        if !isFloat { #expect(PixelCodec.depthKey(format, -5) == 0 && PixelCodec.depthValue(format, PixelCodec.depthKey(format, 7)) == 1) }
        var bytes = [UInt8](repeating: 0, count: format.bytesPerTexel)
        bytes.withUnsafeMutableBytes { p in
            let texel = p.baseAddress!
            PixelCodec.storeStencil(format, texel, 0xA5)
            PixelCodec.storeDepthKey(format, texel, PixelCodec.depthKey(format, 0.75))
            #expect(PixelCodec.loadStencil(format, texel) == (format.hasStencil ? 0xA5 : 0))
            #expect(PixelCodec.loadDepthKey(format, texel) == PixelCodec.depthKey(format, 0.75))
            PixelCodec.storeStencil(format, texel, 0x5A)
            #expect(PixelCodec.loadDepthKey(format, texel) == PixelCodec.depthKey(format, 0.75))
            #expect(Float(bitPattern: PixelCodec.loadTexel(format, texel).x) == PixelCodec.depthValue(format, PixelCodec.depthKey(format, 0.75)))
        }
    }
    for i in 0...1000 {
        let d = Float(i) / 1000
        #expect(PixelCodec.depthKey(.depth24, d) == UInt32((d * 16_777_215).rounded(.toNearestOrEven)))
    }
}
