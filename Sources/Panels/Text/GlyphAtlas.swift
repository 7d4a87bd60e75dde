// GlyphAtlas: the picture of the letters that panels have shown so far. Letters are drawn when a text first asks for them, at the size of the pixels.
//
// Dear ImGui is told places in a picture of `virtualHeight` rows; the picture grows, and a draw multiplies them by what a row then is. Both are powers
// of two, so that this is exact. Letters are looked up without mixing texels: where a letter lies in the picture changes nothing.

import CImGui
import Raster

final class GlyphAtlas {
    static let width = 1024, virtualHeight = 16384
    /// The height of a line of text in pixels, and its height above the baseline.
    let lineHeight: Int, baseline: Int
    private let grids: [GlyphGrid]
    private var known: [Set<UInt32>]
    private var bytes: [UInt8] = []
    private var height = 64
    /// Where the next letter goes: left, top and height of its row.
    private var shelf = (x: 4, y: 0, height: 3)
    private var texture: Texture?
    /// How many times higher the picture of all rows would be.
    var growth: Float { Float(GlyphAtlas.virtualHeight / height) }

    /// Makes the fonts of the current context.
    init(_ faces: [FontOutlines], scale: Float) {
        // A line has 15 points and an em 12: capitals of DejaVu are nine points high, small letters seven.
        lineHeight = Int((15 * scale).rounded())
        grids = faces.map { GlyphGrid($0, em: Double(12 * scale)) }
        known = Array(repeating: [], count: faces.count)
        baseline = (lineHeight + grids[0].capHeight) / 2
        bytes = Array(repeating: 0, count: GlyphAtlas.width * height * 4)
        // The corner is white, for shapes that have no picture.
        for y in 0..<2 { for x in 0..<2 { fill(x, y, 255) } }
        imgui_set_fonts(Int32(faces.count), Float(lineHeight), Float(baseline), Int32(GlyphAtlas.width), Int32(GlyphAtlas.virtualHeight))
        for style in grids.indices { add([0xFFFD, 0x20], style) }
        // Numbers are written by Dear ImGui.
        prepare(PanelFont.Style.regular.rawValue)
    }

    /// The letters of ASCII.
    func prepare(_ style: Int) { add(0x20...0x7E, style) }
    /// The letters of a text.
    func prepare(_ text: String, _ style: Int) {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        // Characters beyond the first plane are no letters to Dear ImGui.
        add(text.unicodeScalars.lazy.map(\.value).filter { $0 >= 0x80 && $0 <= 0xFFFF }, style)
    }
    private func add(_ scalars: some Sequence<UInt32>, _ style: Int) {
        var isChanged = false
        for scalar in scalars where known[style].insert(scalar).inserted {
            // Dear ImGui shows 0xFFFD for a letter that is missing.
            guard let bitmap = scalar == 0xFFFD ? grids[0].missing() : grids[style].bitmap(of: scalar) ?? grids[0].bitmap(of: scalar), let place = place(bitmap) else { continue }
            let x = Float(bitmap.left), y = Float(baseline - bitmap.top), u = Float(GlyphAtlas.width), v = Float(GlyphAtlas.virtualHeight)
            imgui_add_glyph(Int32(style), UInt16(scalar), [x, y, x + Float(bitmap.width), y + Float(bitmap.height)],
                            [Float(place.x) / u, Float(place.y) / v, Float(place.x + bitmap.width) / u, Float(place.y + bitmap.height) / v], Float(bitmap.advance))
            isChanged = true
        }
        if isChanged { imgui_finish_glyphs(Int32(style)) }
    }
    /// nil where the picture is full.
    private func place(_ bitmap: GlyphGrid.Bitmap) -> (x: Int, y: Int)? {
        guard bitmap.width < GlyphAtlas.width - 4 else { return nil }
        if shelf.x + bitmap.width + 1 > GlyphAtlas.width { shelf = (4, shelf.y + shelf.height, 0) }
        shelf.height = max(shelf.height, bitmap.height + 1)
        guard shelf.y + shelf.height <= GlyphAtlas.virtualHeight else { return nil }
        while shelf.y + shelf.height > height {
            bytes += Array(repeating: 0, count: bytes.count)
            height *= 2
        }
        let place = (x: shelf.x, y: shelf.y)
        for row in 0..<bitmap.height { for column in 0..<bitmap.width { fill(place.x + column, place.y + row, bitmap.coverage[row * bitmap.width + column]) } }
        shelf.x += bitmap.width + 1
        texture = nil
        return place
    }
    private func fill(_ x: Int, _ y: Int, _ alpha: UInt8) {
        let place = (y * GlyphAtlas.width + x) * 4
        for channel in 0..<3 { bytes[place + channel] = 255 }
        bytes[place + 3] = alpha
    }

    /// The picture of all letters so far.
    func picture(_ device: Device) throws -> Texture {
        if let texture { return texture }
        let made = try device.makeTexture(from: Image(width: GlyphAtlas.width, height: height, bytes: bytes), label: "panel font")
        texture = made
        return made
    }
}
