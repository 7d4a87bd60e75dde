// Compares rows of texels that are converted at once with PixelCodec, which converts single texels.

import Raster
import SeededRandom
import Testing

@Suite("Rows of texels") struct TexelRowsTests {
    private static let formats: [PixelFormat] = [.srgb8Alpha8, .rgba16Float, .rgb565, .rgba16, .rg11b10Float]

    @Test("texels of any bits have the numbers of single texels", arguments: formats)
    func load(_ format: PixelFormat) {
        let size = format.bytesPerTexel, count = 1 << 16
        // In the row of texels, each pair of bytes takes all 65,536 values.
        var texels: [UInt8] = []
        for i in 0..<count {
            for byte in 0..<size { texels.append(UInt8(truncatingIfNeeded: (i + 7919 * (byte / 2)) >> (8 * (byte % 2)))) }
        }
        let values = texels.withUnsafeBytes { bytes in
            [SIMD4<Float>](unsafeUninitializedCapacity: count) { buffer, made in
                TexelRows(format).load(bytes.baseAddress!, buffer.baseAddress!, count)
                made = count
            }
        }
        let different = texels.withUnsafeBytes { bytes in
            (0..<count).filter { unsafeBitCast(values[$0], to: SIMD4<UInt32>.self) != PixelCodec.loadTexel(format, bytes.baseAddress! + size * $0) }
        }
        #expect(different.isEmpty, "\(different.count) texels, first \(different.first ?? 0)")
    }

    @Test("numbers give the bits of single texels", arguments: formats)
    func store(_ format: PixelFormat) {
        var random = SeededGenerator(state: 11)
        let size = format.bytesPerTexel, count = 20_000
        let special: [Float] = [0, -0.0, 1, -1, 0.5, .nan, .infinity, -.infinity, 65504, 65520, 1e-8, 0.0031308, 2]
        var values: [SIMD4<Float>] = []
        for i in 0..<count {
            var value = SIMD4<Float>.zero
            for k in 0..<4 { value[k] = k == i % 5 ? special[i / 5 % special.count] : Float.random(in: -0.2...1.2, using: &random) }
            values.append(value)
        }
        var rows = [UInt8](repeating: 0, count: size * count), single = rows
        rows.withUnsafeMutableBytes { bytes in values.withUnsafeBufferPointer { TexelRows(format).store($0.baseAddress!, bytes.baseAddress!, count) } }
        single.withUnsafeMutableBytes { bytes in
            for i in 0..<count { PixelCodec.storeTexel(format, bytes.baseAddress! + size * i, unsafeBitCast(values[i], to: SIMD4<UInt32>.self)) }
        }
        #expect(rows == single)
    }
}
