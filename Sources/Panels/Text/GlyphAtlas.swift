// GlyphAtlas: the texture of the glyphs that panels have shown so far. A glyph is drawn when a text first uses the glyph, at the exact
// pixel size.
//
// Dear ImGui gets texture coordinates for a picture of `virtualHeight` rows. The actual picture is smaller and grows. Each draw multiplies
// the vertical coordinates by the ratio of the two heights. The virtual height and the actual height are powers of two, so the scaling is
// exact. Glyphs are read without filtering, so the position of a glyph in the picture does not change its pixels.

import CImGui
import Raster

final class GlyphAtlas {
    static let width = 1024, virtualHeight = 16384
    /// `lineHeight`: the height of a line of text, in pixels. `baseline`: the part of this height that is above the baseline, in pixels.
    let lineHeight: Int, baseline: Int
    private let grids: [GlyphGrid]
    private var known: [Set<UInt32>]
    private var bytes: [UInt8] = []
    private var height = 64
    /// The left and top position of the next glyph, and the height of the current row.
    private var shelf = (x: 4, y: 0, height: 3)
    private var texture: Texture?
    /// The ratio of `virtualHeight` to the current height.
    var growth: Float { Float(GlyphAtlas.virtualHeight / height) }

    /// Sets the fonts of the current context.
    init(_ faces: [FontOutlines], scale: Float) {
        // A line of text is 15 points high, and an em is 12 points. With this em, DejaVu's capitals are nine points high, and its small
        // letters are seven points high.
        lineHeight = Int((15 * scale).rounded())
        grids = faces.map { GlyphGrid($0, em: Double(12 * scale)) }
        known = Array(repeating: [], count: faces.count)
        baseline = (lineHeight + grids[0].capHeight) / 2
        bytes = Array(repeating: 0, count: GlyphAtlas.width * height * 4)
        // The corner of the texture is white, because shapes without a texture read this corner.
        for y in 0..<2 { for x in 0..<2 { fill(x, y, 255) } }
        imgui_set_fonts(Int32(faces.count), Float(lineHeight), Float(baseline), Int32(GlyphAtlas.width), Int32(GlyphAtlas.virtualHeight))
        for style in grids.indices { add([0xFFFD, 0x20], style) }
        // Dear ImGui formats numbers itself, so this code does not know the characters of a number before the number is shown. Therefore,
        // all characters of ASCII are prepared at the start.
        prepare(PanelFont.Style.regular.rawValue)
    }

    /// Prepares the printable characters of ASCII.
    func prepare(_ style: Int) { add(0x20...0x7E, style) }
    /// Prepares the characters of a text.
    func prepare(_ text: String, _ style: Int) {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        // Dear ImGui supports only the characters of Unicode's first plane, up to U+FFFF.
        add(text.unicodeScalars.lazy.map(\.value).filter { $0 >= 0x80 && $0 <= 0xFFFF }, style)
    }
    private func add(_ scalars: some Sequence<UInt32>, _ style: Int) {
        var isChanged = false
        for scalar in scalars where known[style].insert(scalar).inserted {
            // Dear ImGui shows 0xFFFD in place of a missing glyph.
            guard let bitmap = scalar == 0xFFFD ? grids[0].missing() : grids[style].bitmap(of: scalar) ?? grids[0].bitmap(of: scalar),
                  let place = place(bitmap) else { continue }
            let x = Float(bitmap.left), y = Float(baseline - bitmap.top), u = Float(GlyphAtlas.width), v = Float(GlyphAtlas.virtualHeight)
            imgui_add_glyph(Int32(style), UInt16(scalar), [x, y, x + Float(bitmap.width), y + Float(bitmap.height)],
                            [Float(place.x) / u, Float(place.y) / v, Float(place.x + bitmap.width) / u, Float(place.y + bitmap.height) / v],
                            Float(bitmap.advance))
            isChanged = true
        }
        if isChanged { imgui_finish_glyphs(Int32(style)) }
    }
    /// Finds a place for the glyph; nil if the picture is full.
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

    /// Returns the texture of all glyphs so far.
    func picture(_ device: Device) throws -> Texture {
        if let texture { return texture }
        let made = try device.makeTexture(from: Image(width: GlyphAtlas.width, height: height, bytes: bytes), label: "panel font")
        texture = made
        return made
    }
}
