// Pictures in KTX2 and DDS files. The tests make the files themselves, field by field.

import Raster
import Testing

private func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

/// Makes a KTX2 file with one level.
private func ktx2(_ format: Int, _ width: Int, _ height: Int, _ data: [UInt8], layers: Int = 0, scheme: Int = 0, orientation: String? = nil,
                  claimed: Int? = nil) -> [UInt8] {
    let key = orientation.map { Array("KTXorientation\0\($0)\0".utf8) } ?? []
    let values = key.isEmpty ? [] : word(key.count) + key + [UInt8](repeating: 0, count: (4 - key.count % 4) % 4)
    var file: [UInt8] = [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A]
    for number in [format, 1, width, height, 0, layers, 1, 1, scheme, 0, 0, values.isEmpty ? 0 : 104, values.count, 0, 0, 0, 0] { file += word(number) }
    for number in [104 + values.count, 0, claimed ?? data.count, 0, data.count, 0] { file += word(number) }
    return file + values + data
}
/// Makes a DDS file.
private func dds(_ width: Int, _ height: Int, code: String = "", dxgi: Int = 0, bits: Int = 0, masks: [Int] = [0, 0, 0, 0], flags: Int = 4,
                 _ data: [UInt8]) -> [UInt8] {
    var file = Array("DDS ".utf8) + word(124) + word(0x1007) + word(height) + word(width) + [UInt8](repeating: 0, count: 4 * 14)
    file += word(32) + word(flags) + (code.isEmpty ? word(0) : Array(code.utf8)) + word(bits) + masks.flatMap(word) + [UInt8](repeating: 0, count: 20)
    return file + (code == "DX10" ? word(dxgi) + word(3) + word(0) + word(1) + word(0) : []) + data
}

@Suite("Pictures of textures' files") struct TextureFileTests {
    /// Two blocks of BC1: white, and black.
    private let blocks: [UInt8] = [0xFF, 0xFF, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 8)

    @Test("blocks in KTX2 and DDS become pictures with the top row first") func pictures() throws {
        let expected = (0..<12).flatMap { $0 % 6 < 4 ? [255, 255, 255] : [0, 0, 0] as [UInt8] }
        let plain = try ImageFile(data: ktx2(131, 6, 2, blocks))
        #expect(plain.kind == .ktx2 && plain.image == Image(width: 6, height: 2, format: .rgb8, bytes: expected) && plain.warnings.isEmpty)
        let old = try ImageFile(data: dds(6, 2, code: "DXT1", blocks)), new = try ImageFile(data: dds(6, 2, code: "DX10", dxgi: 71, blocks))
        #expect(old.kind == .dds && old.image == new.image && old.image.format == .rgba8 && Array(old.image.bytes.prefix(4)) == [255, 255, 255, 255])
        let grey = try ImageFile(data: ktx2(139, 4, 4, [200, 200, 0, 0, 0, 0, 0, 0])).image
        #expect(grey == Image(width: 4, height: 4, format: .gray8, bytes: [UInt8](repeating: 200, count: 16)))
        #expect(try ImageFile(data: ktx2(131, 6, 2, blocks, layers: 2)).warnings == ["it has several images, and only the first is read"])
    }
    @Test("plain pixels are read in any order of their channels, and rows from the bottom are turned") func pixels() throws {
        let bytes = (1...12).map { UInt8($0) }
        #expect(try ImageFile(data: ktx2(23, 2, 2, bytes)).image.bytes == bytes)
        #expect(try ImageFile(data: ktx2(23, 2, 2, bytes, orientation: "ru")).image.bytes == Array(bytes[6...]) + Array(bytes[..<6]))
        #expect(try ImageFile(data: ktx2(23, 2, 2, bytes, orientation: "rd")).image.bytes == bytes)
        #expect(try ImageFile(data: ktx2(44, 1, 1, [3, 2, 1, 4])).image.bytes == [1, 2, 3, 4])
        #expect(try ImageFile(data: dds(1, 1, bits: 32, masks: [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000], flags: 0x41, [3, 2, 1, 4])).image.bytes == [1, 2, 3, 4])
        #expect(try ImageFile(data: dds(1, 1, bits: 24, masks: [0xFF, 0xFF00, 0xFF0000, 0], flags: 0x40, [1, 2, 3])).image.bytes == [1, 2, 3])
    }
    @Test("damaged and unsupported files are errors that say why") func refusals() throws {
        func problem(_ bytes: [UInt8]) -> RasterError? { RasterError.thrown { _ = try ImageFile(data: bytes) } }
        let whole = ktx2(131, 6, 2, blocks), surface = dds(6, 2, code: "DXT1", blocks)
        for length in 12..<whole.count { #expect(problem(Array(whole.prefix(length)))?.code == .invalidImage, "\(length)") }
        for length in 4..<surface.count { #expect(problem(Array(surface.prefix(length)))?.code == .invalidImage, "\(length)") }
        #expect(problem(ktx2(0, 4, 4, blocks))?.description.contains("Basis Universal") == true)
        #expect(problem(ktx2(131, 6, 2, blocks, scheme: 2))?.code == .unsupported)
        #expect(problem(ktx2(143, 4, 4, blocks))?.description.contains("bc6hUnsigned") == true)
        #expect(problem(ktx2(97, 4, 4, blocks))?.code == .unsupported)
        #expect(problem(ktx2(131, 1 << 30, 1 << 30, blocks))?.code == .invalidSize && problem(ktx2(131, 0, 4, blocks))?.code == .invalidSize)
        #expect(problem(ktx2(131, 6, 2, blocks, claimed: -1))?.code == .invalidImage)
        #expect(problem(dds(6, 2, code: "YUY2", blocks))?.code == .unsupported && problem(dds(6, 2, code: "DX10", dxgi: 2, blocks))?.code == .unsupported)
        #expect(problem(dds(6, 2, bits: 16, masks: [0xF800, 0x7E0, 0x1F, 0], flags: 0x40, blocks))?.code == .unsupported)
        #expect(problem(dds(-1, 2, code: "DXT1", blocks))?.code == .invalidSize)
    }
}
