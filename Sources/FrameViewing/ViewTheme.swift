// ViewTheme: the viewer's colours, RGBA. Each hue has one meaning: blue marks chosen things; amber marks changed values; green
// marks written samples; red marks samples that were not written.

enum ViewTheme {
    static let bar = shade(0x12161B), pane = shade(0x171B21), drawer = shade(0x14181D), stage = shade(0x0C0E12), status = shade(0x0F1317),
        line = shade(0x07090B)
    static let text = shade(0xE8ECF1), muted = shade(0x8794A3), faint = shade(0x5C6978)
    static let accent = shade(0x7FC0FF), changed = shade(0xF2B84B), good = shade(0x7FD88F), bad = shade(0xFF7369)
    static let red = shade(0xC8504A), green = shade(0x3F9A55), blue = shade(0x3F74C8), white = shade(0x8794A3)
    static let keyword = shade(0xC792EA), type = shade(0x82C4FF), number = shade(0xF2B84B), comment = shade(0x6B7A8C), directive = shade(0x7FD8C8)
    static let changedRow = shade(0xF2B84B, 0.10), chosenRow = shade(0x4C9BE8, 0.22)

    static func shade(_ hex: Int, _ alpha: Float = 1) -> SIMD4<Float> {
        SIMD4(Float(hex >> 16 & 255) / 255, Float(hex >> 8 & 255) / 255, Float(hex & 255) / 255, alpha)
    }
}
