// Checks that the system's OpenGL and Raster decode the same blocks to the same texels.

import Raster
import SeededRandom
import SystemGL
import Testing

@Suite("Compressed textures on OpenGL", .serialized, .enabled(if: SystemGLAvailability.isAvailable, "there is no OpenGL here"))
struct CompressedTextureTests {
    @Test("random blocks of every format have OpenGL's texels, up to the rounding of mixed colours")
    func randomBlocks() throws {
        let decoder = try SystemDecoder(), device = Device(.reference)
        var random = SeededGenerator(state: 11), compared = 0
        // Mesa 22 supports ETC2 without alpha, but cannot read the texels of such textures back. ETC2 with alpha is tested, and has the
        // same colour blocks as ETC2 without alpha.
        for format in CompressedFormat.allCases where format != .etc2RGB8 && format != .etc2SRGB8 {
            // Width and height are not multiples of any format's block size.
            let width = 61, height = 57, count = format.byteCount(width: width, height: height)
            var blocks = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            // By the specification, ASTC blocks of one colour with a wrong extent or wrong reserved bits are magenta; Mesa shows the
            // block's colour. The test changes the first byte of such blocks, so that no block has only one colour.
            if format.blockWidth * format.blockHeight != 16 || format == .astc(.size4x4) || format == .astcSRGB(.size4x4) {
                for block in stride(from: 0, to: count, by: 16) where blocks[block] == 0xFC { blocks[block] = 0xFD }
            }
            guard let expected = try decoder.decode(blocks, format, width: width, height: height) else {
                print("  \(format): OpenGL does not know it")
                continue
            }
            compared += 1
            let texture = try device.makeTexture(TextureDescriptor(format: format.texelFormat, width: width, height: height))
            try texture.upload(compressed: blocks, format)
            let actual = try texture.read()
            let size = format.texelFormat.bytesPerTexel / format.texelFormat.channelCount
            var largest = 0, differing = 0
            for i in stride(from: 0, to: actual.count, by: size) {
                func code(_ bytes: [UInt8]) -> Int {
                    let code = size == 1 ? Int(bytes[i]) : Int(bytes[i]) | Int(bytes[i + 1]) << 8
                    return format.texelFormat.kind == .snorm ? (size == 1 ? Int(Int8(truncatingIfNeeded: code)) : Int(Int16(truncatingIfNeeded: code))) : code
                }
                let difference = abs(code(actual) - code(expected))
                largest = max(largest, difference)
                if difference > 0 { differing += 1 }
            }
            print("  \(format): largest difference \(largest), \(differing) of \(actual.count / size) channels differ")
            // S3TC and RGTC define the colours between two endpoints as real numbers, and implementations may approximate these colours.
            let mixes = switch format {
            case .bc1RGB, .bc1SRGB, .bc1RGBA, .bc1SRGBA, .bc2, .bc2SRGB, .bc3, .bc3SRGB, .bc4, .bc4Signed, .bc5, .bc5Signed: true
            default: false
            }
            #expect(largest <= (mixes ? 2 : 0), "\(format)")
        }
        #expect(compared > 0)
    }
}
