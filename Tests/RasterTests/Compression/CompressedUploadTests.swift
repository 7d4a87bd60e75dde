// Uploads of compressed blocks: sizes, regions, levels and refusals.

import Raster
import SeededRandom
import TestSupport
import Testing

private func code(_ body: () throws -> Void) -> RasterError.Code? { RasterError.thrown(by: body)?.code }

@Suite("Uploads of compressed blocks") struct CompressedUploadTests {
    @Test("a format's bytes and memory are told truly", arguments: CompressedFormat.allCases) func sizes(format: CompressedFormat) throws {
        let (width, height) = (format.blockWidth, format.blockHeight)
        #expect(format.byteCount(width: 1, height: 1) == format.bytesPerBlock)
        #expect(format.byteCount(width: width + 1, height: 2 * height, depth: 3) == 12 * format.bytesPerBlock)
        #expect(format.byteCount(width: 0, height: 1) == 0 && format.byteCount(width: .max, height: .max, depth: .max) == .max)
        let device = Device(.reference)
        let texture = try device.makeTexture(TextureDescriptor(format: format.texelFormat, width: width, height: height))
        try texture.upload(compressed: [UInt8](repeating: 0xA5, count: format.bytesPerBlock), format)
        #expect(texture.format == format.texelFormat)
        #expect(texture.storage.levels[0].byteCount == width * height * format.texelFormat.bytesPerTexel)
    }

    @Test("sides that are no multiples of the block's, levels and slices: each texel is its block's", arguments: [CompressedFormat.bc7, .etc2RGB8, .astc(.size6x5)])
    func places(format: CompressedFormat) throws {
        var random = SeededGenerator(state: 3)
        let device = Device(.reference), (width, height) = (format.blockWidth, format.blockHeight)
        let texture = try device.makeTexture(TextureDescriptor(type: .d2Array, format: format.texelFormat, width: 23, height: 14, depth: 2, mipLevels: 5))
        let single = try device.makeTexture(TextureDescriptor(format: format.texelFormat, width: width, height: height))
        for level in 0..<5 {
            let whole = texture.region(ofLevel: level), count = format.byteCount(width: whole.width, height: whole.height, depth: 2)
            let blocks = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            try texture.upload(compressed: blocks, format, level: level)
            let columns = (whole.width + width - 1) / width, rows = (whole.height + height - 1) / height
            for block in 0..<(count / format.bytesPerBlock) {
                let slice = block / (columns * rows), x = block % columns * width, y = block / columns % rows * height
                try single.upload(compressed: Array(blocks[block * format.bytesPerBlock..<(block + 1) * format.bytesPerBlock]), format)
                let seen = TextureRegion(width: min(width, whole.width - x), height: min(height, whole.height - y))
                let place = TextureRegion(x: x, y: y, z: slice, width: seen.width, height: seen.height)
                #expect(try texture.read(region: place, level: level) == single.read(region: seen), "level \(level), block \(block)")
            }
        }
    }

    @Test("a region of whole blocks changes only its texels") func regions() throws {
        let texture = try Device(.reference).makeTexture(TextureDescriptor(format: .r8, width: 10, height: 9))
        let white = [255, 255, 0, 0, 0, 0, 0, 0] as [UInt8], version = texture.hostVersion
        try texture.upload(compressed: white + white, .bc4, region: TextureRegion(x: 4, y: 4, width: 6, height: 4))
        #expect(texture.hostVersion > version)
        let texels = try texture.read()
        #expect((0..<90).allSatisfy { texels[$0] == ($0 % 10 >= 4 && (4..<8).contains($0 / 10) ? 255 : 0) })
        try texture.upload(compressed: white, .bc4, region: TextureRegion(x: 8, y: 8, width: 2, height: 1))
        #expect(try texture.read(region: TextureRegion(x: 7, y: 8, width: 3, height: 1)) == [0, 255, 255])
    }

    @Test("formats, regions and byte counts that do not fit are errors, and change nothing") func refusals() throws {
        let device = Device(.reference)
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 10, height: 9, mipLevels: 2))
        let bytes = [UInt8](repeating: 0x77, count: 1000), version = texture.hostVersion
        func upload(_ count: Int, _ format: CompressedFormat = .bc7, _ region: TextureRegion? = nil, level: Int = 0) -> RasterError.Code? {
            code { try texture.upload(compressed: Array(bytes.prefix(count)), format, region: region, level: level) }
        }
        #expect(upload(144, .bc7SRGB) == .invalidFormat && upload(72, .bc1RGB) == .invalidFormat && upload(144, .bc6hSigned) == .invalidFormat)
        #expect(upload(143) == .bufferTooSmall && upload(0) == .bufferTooSmall && upload(145) == .invalidSize)
        #expect(upload(144, level: 2) == .invalidArgument && upload(144, level: -1) == .invalidArgument)
        #expect(upload(16, .bc7, TextureRegion(x: 2, width: 4, height: 4)) == .invalidArgument)
        #expect(upload(16, .bc7, TextureRegion(y: 3, width: 4, height: 4)) == .invalidArgument)
        #expect(upload(16, .bc7, TextureRegion(width: 3, height: 4)) == .invalidArgument)
        #expect(upload(16, .bc7, TextureRegion(x: 8, width: 4, height: 4)) == .invalidArgument)
        #expect(upload(16, .bc7, TextureRegion(x: .max, width: 4, height: 4)) == .invalidArgument)
        #expect(upload(16, .bc7, TextureRegion(z: 1, width: 4, height: 4)) == .invalidArgument)
        #expect(upload(0, .bc7, TextureRegion(width: 0, height: 0)) == nil)
        #expect(texture.hostVersion == version)
        #expect(try texture.read() == [UInt8](repeating: 0, count: 360))
        let samples = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4, samples: 4))
        #expect(code { try samples.upload(compressed: Array(bytes.prefix(16)), .bc7) } == .unsupported)
    }

    @Test("random blocks of every format decode on several threads as on one", arguments: CompressedFormat.allCases)
    func threads(format: CompressedFormat) throws {
        var random = SeededGenerator(state: 9)
        // The texture has so many rows of blocks that the decoder's loop takes several turns.
        let width = 64 * format.blockWidth, height = 130 * format.blockHeight, row = format.byteCount(width: width, height: 1)
        let blocks = (0..<(row * 130)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let device = Device(.reference)
        let texture = try device.makeTexture(TextureDescriptor(format: format.texelFormat, width: width, height: height))
        try texture.upload(compressed: blocks, format)
        let other = try device.makeTexture(TextureDescriptor(format: format.texelFormat, width: width, height: height))
        for i in [0, 63, 64, 129] {
            let region = TextureRegion(y: i * format.blockHeight, width: width, height: format.blockHeight)
            try other.upload(compressed: Array(blocks[i * row..<(i + 1) * row]), format, region: region)
            #expect(try texture.read(region: region) == other.read(region: region))
        }
    }
}
