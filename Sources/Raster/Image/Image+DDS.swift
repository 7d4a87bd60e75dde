// Image+DDS: reads DirectDraw surfaces (Microsoft's "Programming Guide for DDS"): blocks of S3TC, RGTC and BPTC, and pixels of 24 or 32
// bits whose channels are whole bytes.

enum DDSFile {
    static let signature = Array("DDS ".utf8)
    private static let headLength = 128, extendedLength = 148

    /// The compressed formats, by the four letters that name a format in a head without extension.
    private static let letters: [String: CompressedFormat] = [
        "DXT1": .bc1RGBA, "DXT2": .bc2, "DXT3": .bc2, "DXT4": .bc3, "DXT5": .bc3, "ATI1": .bc4, "BC4U": .bc4, "BC4S": .bc4Signed, "ATI2": .bc5, "BC5U": .bc5,
        "BC5S": .bc5Signed,
    ]
    /// The formats, by the DXGI number that names a format in an extended head.
    private static let numbers: [Int: TextureFile.Content] = [
        28: .bytes(order: [0, 1, 2, 3], byteCount: 4), 29: .bytes(order: [0, 1, 2, 3], byteCount: 4), 61: .gray, 71: .blocks(.bc1RGBA),
        72: .blocks(.bc1SRGBA), 74: .blocks(.bc2), 75: .blocks(.bc2SRGB), 77: .blocks(.bc3), 78: .blocks(.bc3SRGB), 80: .blocks(.bc4),
        81: .blocks(.bc4Signed), 83: .blocks(.bc5), 84: .blocks(.bc5Signed), 87: .bytes(order: [2, 1, 0, 3], byteCount: 4),
        88: .bytes(order: [2, 1, 0], byteCount: 4), 91: .bytes(order: [2, 1, 0, 3], byteCount: 4), 93: .bytes(order: [2, 1, 0], byteCount: 4),
        95: .blocks(.bc6hUnsigned), 96: .blocks(.bc6hSigned), 98: .blocks(.bc7), 99: .blocks(.bc7SRGB),
    ]

    static func read(_ bytes: [UInt8], name: String) throws(RasterError) -> TextureFile {
        let head = FileHead(bytes: bytes)
        guard bytes.count >= headLength, head.word(4) == 124, head.word(76) == 32 else {
            throw RasterError(.invalidImage, name, "is a DDS file with a damaged head", remedy: "get the whole file")
        }
        let flags = head.word(80), code = String(decoding: bytes[84..<88], as: UTF8.self)
        let content: TextureFile.Content?, start: Int
        var hasFurther = head.word(112) & 0x200 != 0 || (head.word(112) & 0x20_0000 != 0 && head.word(24) > 1)
        if flags & 4 != 0, code == "DX10" {
            content = numbers[head.word(128)]
            start = extendedLength
            hasFurther = hasFurther || head.word(136) & 4 != 0 || head.word(140) > 1
        } else if flags & 4 != 0 {
            content = letters[code].map { .blocks($0) }
            start = headLength
        } else {
            content = pixels(head, hasAlpha: flags & 1 != 0)
            start = headLength
        }
        guard let content else {
            let what = flags & 4 == 0 ? "pixels of \(head.word(88)) bits"
                : code == "DX10" ? "DXGI's format \(head.word(128))" : "the format '\(code.prefix(4))'"
            throw RasterError(.unsupported, name, "is a DDS file with \(what), which is not supported", remedy: "use BC1 to BC7 or RGBA8, or PNG, JPEG or WebP")
        }
        return TextureFile(content: content, width: head.word(16), height: head.word(12), range: min(start, bytes.count)..<bytes.count,
                           hasFurtherImages: hasFurther)
    }

    /// Returns how pixels without blocks are stored; nil if a channel is no whole byte.
    private static func pixels(_ head: FileHead, hasAlpha: Bool) -> TextureFile.Content? {
        let byteCount = head.word(88) / 8
        func place(_ mask: Int) -> Int? { (0..<byteCount).first { mask == 0xFF << (8 * $0) } }
        guard head.word(80) & 0x40 != 0, byteCount == 3 || byteCount == 4, let red = place(head.word(92)), let green = place(head.word(96)),
              let blue = place(head.word(100)) else { return nil }
        guard hasAlpha else { return .bytes(order: [red, green, blue], byteCount: byteCount) }
        return place(head.word(104)).map { .bytes(order: [red, green, blue, $0], byteCount: byteCount) }
    }
}
