// TexelRows: converts rows of texels to floats and back, with the bits of PixelCodec. Applications make mip levels most often in a few
// formats. Each of these formats has a loop of its own, so that the compiler knows the format. All other formats are converted texel by texel.

package struct TexelRows {
    private let format: PixelFormat
    /// The numbers of the codes of a channel with 8 bits.
    private static let fractions: [Float] = (0...255).map { TexelEncoding.fraction(UInt32($0), 255) }

    package init(_ format: PixelFormat) { self.format = format }

    /// Reads `count` texels that follow one another.
    package func load(_ texels: UnsafeRawPointer, _ values: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
        switch format {
        case .rgba8:
            for i in 0..<count {
                let code = texels.loadUnaligned(fromByteOffset: 4 * i, as: SIMD4<UInt8>.self)
                values[i] = SIMD4(Self.fractions[Int(code.x)], Self.fractions[Int(code.y)], Self.fractions[Int(code.z)], Self.fractions[Int(code.w)])
            }
        case .srgb8Alpha8:
            let decode = SRGBTables.shared.decode
            for i in 0..<count {
                let code = texels.loadUnaligned(fromByteOffset: 4 * i, as: SIMD4<UInt8>.self)
                values[i] = SIMD4(decode[Int(code.x)], decode[Int(code.y)], decode[Int(code.z)], TexelEncoding.fraction(UInt32(code.w), 255))
            }
        case .rgba16Float:
            for i in 0..<count {
                let half = texels.loadUnaligned(fromByteOffset: 8 * i, as: SIMD4<UInt16>.self)
                values[i] = SIMD4(floatFromHalf(half.x), floatFromHalf(half.y), floatFromHalf(half.z), floatFromHalf(half.w))
            }
        case .rgb565:
            for i in 0..<count {
                let code = UInt32(texels.loadUnaligned(fromByteOffset: 2 * i, as: UInt16.self))
                values[i] = SIMD4(TexelEncoding.fraction(code >> 11, 31), TexelEncoding.fraction(code >> 5 & 63, 63), TexelEncoding.fraction(code & 31, 31), 1)
            }
        default:
            let size = format.bytesPerTexel
            for i in 0..<count { values[i] = unsafeBitCast(PixelCodec.loadTexel(format, texels + size * i), to: SIMD4<Float>.self) }
        }
    }

    /// Writes `count` texels that follow one another.
    package func store(_ values: UnsafePointer<SIMD4<Float>>, _ texels: UnsafeMutableRawPointer, _ count: Int) {
        switch format {
        case .rgba8:
            for i in 0..<count {
                let v = values[i], zero = SIMD4<Float>(repeating: 0), one = SIMD4<Float>(repeating: 1)
                // The same steps as in `TexelEncoding.unorm`, for four channels at once.
                let positive = zero.replacing(with: v, where: v .> zero), limited = one.replacing(with: positive, where: positive .< one)
                let sum = unsafeBitCast(limited * 255 + 0x1p23, to: SIMD4<UInt32>.self)
                texels.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: sum), toByteOffset: 4 * i, as: SIMD4<UInt8>.self)
            }
        case .srgb8Alpha8:
            let table = SRGBTables.shared.encode
            func code(_ linear: Float) -> UInt8 { UInt8(truncatingIfNeeded: TexelEncoding.sRGB(linear) { table[Int($0)] }) }
            for i in 0..<count {
                let v = values[i], alpha = UInt8(truncatingIfNeeded: TexelEncoding.unorm(v.w, 255))
                texels.storeBytes(of: SIMD4(code(v.x), code(v.y), code(v.z), alpha), toByteOffset: 4 * i, as: SIMD4<UInt8>.self)
            }
        case .rgba16Float:
            for i in 0..<count {
                let v = values[i]
                let half = SIMD4(halfFromFloat(v.x), halfFromFloat(v.y), halfFromFloat(v.z), halfFromFloat(v.w))
                texels.storeBytes(of: half, toByteOffset: 8 * i, as: SIMD4<UInt16>.self)
            }
        case .rgb565:
            for i in 0..<count {
                let v = values[i]
                let code = TexelEncoding.unorm(v.x, 31) << 11 | TexelEncoding.unorm(v.y, 63) << 5 | TexelEncoding.unorm(v.z, 31)
                texels.storeBytes(of: UInt16(truncatingIfNeeded: code), toByteOffset: 2 * i, as: UInt16.self)
            }
        default:
            let size = format.bytesPerTexel
            for i in 0..<count { PixelCodec.storeTexel(format, texels + size * i, unsafeBitCast(values[i], to: SIMD4<UInt32>.self)) }
        }
    }
}
