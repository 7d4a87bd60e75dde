// Image+KTX2: reads KTX 2.0 (Khronos KTX File Format Specification 2.0). Blocks of all families are decoded. The
// reader refuses files with supercompression, for example Basis Universal.

enum KTX2File {
    static let signature: [UInt8] = [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let headLength = 80, levelLength = 24

    /// The formats from VK_FORMAT_BC1_RGB_UNORM_BLOCK (131) on, in the order of Vulkan's numbers.
    private static let blocks: [CompressedFormat] = [
        .bc1RGB, .bc1SRGB, .bc1RGBA, .bc1SRGBA, .bc2, .bc2SRGB, .bc3, .bc3SRGB, .bc4, .bc4Signed, .bc5, .bc5Signed, .bc6hUnsigned, .bc6hSigned, .bc7, .bc7SRGB,
        .etc2RGB8, .etc2SRGB8, .etc2RGB8A1, .etc2SRGB8A1, .etc2RGBA8, .etc2SRGB8Alpha8, .eacR11, .eacR11Signed, .eacRG11, .eacRG11Signed,
    ] + ASTCBlockSize.allCases.flatMap { [.astc($0), .astcSRGB($0)] }

    static func read(_ bytes: [UInt8], name: String) throws(RasterError) -> TextureFile {
        func damaged(_ problem: String) -> RasterError { RasterError(.invalidImage, name, problem, remedy: "get the whole file") }
        guard bytes.count >= headLength + levelLength else { throw damaged("is a KTX2 file of only \(bytes.count) bytes") }
        let head = FileHead(bytes: bytes), format = head.word(12)
        switch head.word(44) {
        case 0: break
        case 1: throw unsupported(name, "is KTX2 with Basis Universal")
        case let scheme: throw unsupported(name, "is KTX2 with supercompression \(scheme)")
        }
        let content: TextureFile.Content
        switch format {
        case 0: throw unsupported(name, "is KTX2 with Basis Universal")
        case 9: content = .gray
        case 23, 29: content = .bytes(order: [0, 1, 2], byteCount: 3)
        case 37, 43: content = .bytes(order: [0, 1, 2, 3], byteCount: 4)
        case 44, 50: content = .bytes(order: [2, 1, 0, 3], byteCount: 4)
        case 131..<(131 + blocks.count): content = .blocks(blocks[format - 131])
        default: throw unsupported(name, "is KTX2 with texels of Vulkan's format \(format)")
        }
        guard let start = head.offset(headLength), let length = head.offset(headLength + 8), start <= bytes.count, length <= bytes.count - start else {
            throw damaged("has a level beyond its end")
        }
        let hasFurther = head.word(28) > 1 || head.word(32) > 1 || head.word(36) > 1
        // In the file, a texture of one dimension has the height 0.
        return TextureFile(content: content, width: head.word(20), height: max(1, head.word(24)), range: start..<(start + length),
                           beginsAtBottom: orientation(head)?.dropFirst().first == UInt8(ascii: "u"), hasFurtherImages: hasFurther)
    }

    /// Returns the value of the key KTXorientation, such as "rd": right and down; nil if the file does not have this key.
    private static func orientation(_ head: FileHead) -> ArraySlice<UInt8>? {
        let key = Array("KTXorientation\0".utf8), end = min(head.bytes.count, head.word(56) + head.word(60))
        var place = head.word(56)
        while place < end - 4 {
            let length = head.word(place), next = place + 4 + (length + 3) & ~3
            guard length <= end - place - 4 else { return nil }
            let entry = head.bytes[(place + 4)..<(place + 4 + length)]
            if entry.starts(with: key) { return entry.dropFirst(key.count) }
            place = next
        }
        return nil
    }
    private static func unsupported(_ name: String, _ problem: String) -> RasterError {
        RasterError(.unsupported, name, "\(problem), which is not supported",
                    remedy: "use KTX2 with ETC2, BC or ASTC blocks without supercompression, or PNG, JPEG or WebP")
    }
}
