// Decoders of compressed blocks. The blocks are made by hand, and the expected texels follow from the Khronos Data Format Specification.

import Raster
import Testing

/// Decodes one block of a format into texels.
private func texels(_ block: [UInt8], _ format: CompressedFormat) throws -> [UInt8] {
    let texture = try Device(.reference).makeTexture(TextureDescriptor(format: format.texelFormat, width: format.blockWidth, height: format.blockHeight))
    try texture.upload(compressed: block, format)
    return try texture.read()
}
/// Returns the bytes of a number of 64 bits, with the lowest byte first.
private func little(_ word: UInt64) -> [UInt8] { withUnsafeBytes(of: word.littleEndian) { Array($0) } }
private func big(_ word: UInt64) -> [UInt8] { withUnsafeBytes(of: word.bigEndian) { Array($0) } }
/// Returns the codes 0 to 7 twice. Each code has 3 bits. The first code begins at bit `start`, and each further code begins `step` bits
/// after the previous code.
private func rising(from start: Int, by step: Int) -> UInt64 {
    var result: UInt64 = 0
    for code in 0..<16 { result |= UInt64(code % 8) << UInt64(start + step * code) }
    return result
}
private func repeated(_ texel: [UInt8], _ count: Int = 16) -> [UInt8] { (0..<count).flatMap { _ in texel } }

@Suite("Blocks of S3TC and RGTC") struct S3TCTests {
    /// Codes 0, 1, 2, 3 in each row of texels.
    private let codes: UInt64 = 0xE4E4_E4E4 << 32

    @Test("four colours lie between the endpoints if the first is the larger number, otherwise three and black or nothing") func colors() throws {
        let four = little(codes | 0x0000_FFFF), three = little(codes | 0xFFFF_0000)
        #expect(try texels(four, .bc1RGB) == repeated([255, 255, 255, 0, 0, 0, 170, 170, 170, 85, 85, 85], 4))
        #expect(try texels(three, .bc1RGB) == repeated([0, 0, 0, 255, 255, 255, 128, 128, 128, 0, 0, 0], 4))
        #expect(try texels(three, .bc1RGBA) == repeated([0, 0, 0, 255, 255, 255, 255, 255, 128, 128, 128, 255, 0, 0, 0, 0], 4))
        // Red has 5 bits, green 6 and blue 5: 16, 32 and 16 widen to 132, 130 and 132.
        #expect(try texels(little(16 << 11 | 32 << 5 | 16), .bc1SRGB) == repeated([132, 130, 132]))
    }
    @Test("DXT3 and DXT5 have four colours in any order of the endpoints, and alpha of their own") func alpha() throws {
        let explicit = try texels(little(0xFEDC_BA98_7654_3210) + little(codes | 0xFFFF_0000), .bc2)
        #expect((0..<16).allSatisfy { explicit[4 * $0 + 3] == UInt8($0 * 17) })
        #expect(explicit[8] == 85 && explicit[12] == 170)
        // The block of alpha has the codes 0 to 7, and then again 0 to 7.
        let interpolated = try texels(little(0x00FF | rising(from: 16, by: 3)) + little(0), .bc3)
        let alphas = (0..<8).map { (texel: Int) -> UInt8 in interpolated[4 * texel + 3] }
        #expect(alphas == [255, 0, 219, 182, 146, 109, 73, 36])
    }
    @Test("one channel has eight levels between its endpoints, or six and the ends of the range") func channels() throws {
        let codes = rising(from: 16, by: 3)
        func levels(_ first: UInt8, _ second: UInt8, _ format: CompressedFormat) throws -> [UInt8] {
            Array(try texels(little(codes | UInt64(second) << 8 | UInt64(first)), format).prefix(8))
        }
        #expect(try levels(255, 0, .bc4) == [255, 0, 219, 182, 146, 109, 73, 36])
        #expect(try levels(0, 255, .bc4) == [0, 255, 51, 102, 153, 204, 0, 255])
        #expect(try levels(127, 0x81, .bc4Signed).map { Int8(bitPattern: $0) } == [127, -127, 91, 54, 18, -18, -54, -91])
        // The endpoint −128 counts as −127.
        #expect(try levels(0x80, 127, .bc4Signed).map { Int8(bitPattern: $0) } == [-127, 127, -76, -25, 25, 76, -127, 127])
        let two = try texels(little(codes | 255) + little(0x0A0A), .bc5)
        #expect((0..<16).allSatisfy { two[2 * $0 + 1] == 10 } && two[0] == 255 && two[2] == 0)
    }
}

@Suite("Blocks of ETC and EAC") struct ETCTests {
    @Test("ETC1 halves a block into two colours with a table of steps each") func halves() throws {
        // In individual mode, the halves lie side by side. The colours of the halves, 8 of 15 and 4 of 15, widen to 136 and 68. The left
        // half uses table 0, with the steps 2 and 8; the right half uses table 7, with the steps 47 and 183.
        let colors: UInt64 = 0x8484_84 << 40, tables: UInt64 = 0 << 37 | 7 << 34
        // The four columns have the codes 0, 1, 2 and 3, which mean the steps +2, +8, −47 and −183.
        let codes: UInt64 = 0xFF00 << 16 | 0xF0F0
        let row: [UInt8] = [138, 138, 138, 144, 144, 144, 21, 21, 21, 0, 0, 0]
        #expect(try texels(big(colors | tables | codes), .etc2RGB8) == repeated(row, 4))
        // If the block is flipped, the halves lie one above the other. All texels have code 0, which adds the small step.
        let flipped = try texels(big(colors | tables | 1 << 32), .etc2SRGB8)
        #expect(flipped == repeated([138, 138, 138], 8) + repeated([115, 115, 115], 8))
        // In differential mode, the second colour is the first colour plus a difference: 16 of 31 and 16 + 3 of 31 widen to 132 and
        // 156.
        let differential: UInt64 = 0x8383_83 << 40 | 1 << 33
        #expect(try texels(big(differential), .etc2RGB8) == repeated(repeated([134, 134, 134], 2) + repeated([158, 158, 158], 2), 4))
    }
    @Test("a colour that overflows chooses the modes T, H and planar") func modes() throws {
        // Red 0 plus the difference −4 overflows, which selects the mode T. The second colour is 8 of 15, and the distance is 3.
        let columns: UInt64 = 0xFF00 << 16 | 0xF0F0, second: UInt64 = 0x888 << 36
        let t = try texels(big(0x04 << 56 | second | 1 << 33 | columns), .etc2RGB8)
        #expect(Array(t.prefix(12)) == [0, 0, 0, 139, 139, 139, 136, 136, 136, 133, 133, 133])
        // Green 0 plus the difference −4 overflows, which selects the mode H. Red is 1 of 15, and the other colour's red is 8; the
        // distance is 3 or 6.
        let h = try texels(big(1 << 59 | 0x04 << 48 | 8 << 43 | 1 << 33 | columns), .etc2RGB8)
        #expect((0..<4).map { h[3 * $0] } == [20, 14, 139, 133])
        // Blue 0 plus the difference −4 overflows, which selects the planar mode: bits 47…43 are 0, and bits 42…40 hold −4. The origin
        // is black, the colour to the right is white, and the colour below is black.
        let right: UInt64 = 31 << 34 | 1 << 32 | 127 << 25 | 63 << 19
        let planar = try texels(big(0b100 << 40 | 1 << 33 | right), .etc2RGB8)
        #expect(Array(planar.prefix(12)).enumerated().filter { $0.offset % 3 == 0 }.map(\.element) == [0, 64, 128, 191])
        #expect(planar[0..<12] == planar[36..<48])
    }
    @Test("with one bit of alpha, the third code is nothing unless the block is opaque") func transparency() throws {
        let block: UInt64 = 0x8080_80 << 40 | 0xFF00 << 16 | 0xF0F0
        let row: [UInt8] = [132, 132, 132, 255, 140, 140, 140, 255, 0, 0, 0, 0, 124, 124, 124, 255]
        #expect(try texels(big(block), .etc2RGB8A1) == repeated(row, 4))
        #expect(Array(try texels(big(block | 1 << 33), .etc2SRGB8A1).prefix(12)) == [134, 134, 134, 255, 140, 140, 140, 255, 130, 130, 130, 255])
    }
    @Test("EAC adds steps of a table to its base") func channels() throws {
        // The base is 100, the multiplier 2, and table 13 has the steps −1, −2, −3, −10, 0, 1, 2, 9. Texels lie column by column.
        let codes = rising(from: 45, by: -3)
        let head: UInt64 = 100 << 56 | 2 << 52 | 13 << 48
        let alpha = try texels(big(head | codes) + big(0), .etc2RGBA8)
        func place(_ n: Int) -> Int { 4 * (n % 4) + n / 4 }
        #expect((0..<8).map { alpha[4 * place($0) + 3] } == [98, 96, 94, 80, 100, 102, 104, 118])
        func words(_ bytes: [UInt8]) -> [UInt16] { (0..<bytes.count / 2).map { UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8 } }
        let values = words(try texels(big(head | codes), .eacR11))
        #expect((0..<8).map { values[place($0)] } == [-16, -32, -48, -160, 0, 16, 32, 144].map { step in
            let value = 804 + step
            return UInt16(value << 5 | value >> 6)
        })
        // A multiplier of 0 counts as ⅛, and −128 counts as −127.
        let signed = words(try texels(big(0x80 << 56 | 13 << 48 | codes), .eacR11Signed)).map { Int16(bitPattern: $0) }
        #expect((0..<8).map { signed[place($0)] } == [-1017, -1018, -1019, -1023, -1016, -1015, -1014, -1007].map { value in
            let size = -value
            return Int16(-(size << 5 | size >> 5))
        })
    }
}

@Suite("Blocks of BPTC") struct BPTCTests {
    @Test("BC7 mixes by weights of 64ths; a lowest byte of 0 is nothing") func colors() throws {
        #expect(try texels([UInt8](repeating: 0, count: 16), .bc7) == [UInt8](repeating: 0, count: 64))
        // Mode 6: all channels go from 0 to 255, and the indices are 0 to 15; the first index has 3 bits.
        var bits: [Int] = [0, 0, 0, 0, 0, 0, 1]
        for _ in 0..<4 { bits += [Int](repeating: 0, count: 7) + [Int](repeating: 1, count: 7) }
        bits += [0, 1]
        for index in 0..<16 { bits += (0..<(index == 0 ? 3 : 4)).map { index >> $0 & 1 } }
        #expect(bits.count == 128)
        let block = (0..<16).map { byte in UInt8((0..<8).reduce(0) { $0 | bits[8 * byte + $1] << $1 }) }
        let weights = [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64]
        #expect(try texels(block, .bc7SRGB) == weights.flatMap { [UInt8](repeating: UInt8((255 * $0 + 32) >> 6), count: 4) })
    }
    @Test("BC6H keeps half floats; reserved modes are black") func halfFloats() throws {
        for mode in [19, 23, 27, 31] as [UInt8] {
            #expect(try texels([mode] + [UInt8](repeating: 0xFF, count: 15), .bc6hUnsigned) == [UInt8](repeating: 0, count: 96))
        }
        // Mode 3 with the endpoints 1023 and 0. The endpoint 1023 means the largest half float.
        var bits = [1, 1, 0, 0, 0] + [Int](repeating: 1, count: 30) + [Int](repeating: 0, count: 30 + 63)
        bits[65 + 3] = 1
        let block = (0..<16).map { byte in UInt8((0..<8).reduce(0) { $0 | bits[8 * byte + $1] << $1 }) }
        func half(_ bytes: [UInt8], _ texel: Int) -> Int { Int(bytes[6 * texel]) | Int(bytes[6 * texel + 1]) << 8 }
        let unsigned = try texels(block, .bc6hUnsigned)
        #expect(half(unsigned, 0) == 0x7BFF)
        // Index 1 has the weight 4.
        #expect(half(unsigned, 1) == (((60 * 0xFFFF + 32) >> 6) * 31) >> 6)
        // With a sign, ten ones are −1, which widens to ((1 << 15) + 0x4000) >> 9.
        let signed = try texels(block, .bc6hSigned), wide = (1 << 15 + 0x4000) >> 9
        #expect(half(signed, 0) == (wide * 31) >> 5 | 0x8000)
    }
}

@Suite("Blocks of ASTC") struct ASTCTests {
    private static let magenta: [UInt8] = [255, 0, 255, 255]

    @Test("a block of one colour has the high bytes of its 16 bits", arguments: ASTCBlockSize.allCases) func voidExtent(size: ASTCBlockSize) throws {
        let plain = little(0xFFFF_FFFF_FFFF_FDFC) + [0x34, 0x12, 0x78, 0x56, 0xBC, 0x9A, 0xF0, 0xDE]
        #expect(try texels(plain, .astc(size)) == repeated([0x12, 0x56, 0x9A, 0xDE], size.width * size.height))
        #expect(try texels(plain, .astcSRGB(size)) == repeated([0x12, 0x56, 0x9A, 0xDE], size.width * size.height))
    }
    @Test("colours of high dynamic range, reserved blocks and empty extents are magenta") func errors() throws {
        let color = [UInt8](repeating: 0x40, count: 8)
        // The three blocks have a colour of high dynamic range, a wrong reserved bit, and an extent whose end is its start.
        for head in [0xFFFF_FFFF_FFFF_FFFC, 0xFFFF_FFFF_FFFF_F5FC, 0x0000_0000_0000_0DFC] as [UInt64] {
            #expect(try texels(little(head) + color, .astc(.size4x4)) == repeated(Self.magenta))
        }
        // The first three modes are reserved. The fourth mode has a grid of 12×2 weights, which is too wide for a block of 4×4.
        for mode in [0, 0b1_1110_0000, 0b1_1100_0100, 0b0_0000_0100] as [UInt64] {
            #expect(try texels(little(mode) + color, .astcSRGB(.size4x4)) == repeated(Self.magenta), "\(mode)")
        }
    }
    @Test("a grid of weights mixes two greys") func grays() throws {
        // The block has a grid of 4×4 weights of 2 bits. Range number 4 is written as 10 in bits 1 and 0 and as 0 in bit 4; the width 4
        // and the height 4 are written as 10 in bits 6 and 5. There is one partition, with colour mode 0. The two greys, 10 and 250, have
        // 8 bits each and begin at bit 17.
        let low: UInt64 = 0b100_0010 | 10 << 17 | 250 << 25
        // Weights lie at the block's end, with their bits in reverse: 0, 1, 2, 3 in each row.
        let stream: UInt64 = 0xE4E4_E4E4
        var high: UInt64 = 0
        for bit in 0..<64 { high |= (stream >> UInt64(bit) & 1) << UInt64(63 - bit) }
        /// Returns the texels of a row, with the greys widened to 16 bits.
        func row(_ first: Int, _ second: Int) -> [UInt8] {
            [0, 21, 43, 64].flatMap { weight -> [UInt8] in
                let gray = UInt8((first * (64 - weight) + second * weight + 32) >> 14)
                return [gray, gray, gray, 255]
            }
        }
        #expect(try texels(little(low) + little(high), .astc(.size4x4)) == repeated(row(10 * 257, 250 * 257), 4))
        #expect(try texels(little(low) + little(high), .astcSRGB(.size4x4)) == repeated(row(10 << 8 | 128, 250 << 8 | 128), 4))
    }
}
