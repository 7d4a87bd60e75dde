// TextShaper: shapes one item of a paragraph with HarfBuzz.

import CHarfBuzz

/// A glyph chosen and placed by HarfBuzz, in points.
struct ShapedGlyph {
    var id: UInt32
    /// The index of the first scalar that the glyph shows.
    var cluster: Int
    /// The distance by which the glyph moves the pen.
    var advance: Double
    /// The offset of the glyph from the pen; y down.
    var offset: Point
}

/// Owns a HarfBuzz buffer that is reused for each item. Threads must not share a shaper.
final class TextShaper {
    private let buffer: OpaquePointer
    init() throws(CanvasError) {
        guard let buffer = hb_buffer_create(), hb_buffer_allocation_successful(buffer) != 0 else {
            throw CanvasError(.outOfMemory, "a text", "does not have enough memory", remedy: "free memory")
        }
        self.buffer = buffer
    }
    deinit { hb_buffer_destroy(buffer) }

    /// Returns the item's glyphs from left to right.
    func shape(_ item: TextParagraph.Item, of scalars: [UInt32], _ style: TextStyle) throws(CanvasError) -> [ShapedGlyph] {
        hb_buffer_reset(buffer)
        // HarfBuzz gets the whole paragraph as context, so that letters join across a change of colour.
        hb_buffer_add_utf32(buffer, scalars, Int32(scalars.count), UInt32(item.range.lowerBound), Int32(item.range.count))
        hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
        hb_buffer_set_direction(buffer, item.level & 1 == 0 ? HB_DIRECTION_LTR : HB_DIRECTION_RTL)
        hb_buffer_set_script(buffer, item.script)
        if let language = style.language { hb_buffer_set_language(buffer, hb_language_from_string(language, -1)) }
        var features = try TextShaper.features(style)
        // HarfBuzz's own shaper is requested by name, because an environment variable could select another shaper.
        let isShaped = "ot".withCString { name in
            var shapers: [UnsafePointer<CChar>?] = [name, nil]
            return hb_shape_full(item.font.face.shapes, buffer, &features, UInt32(features.count), &shapers) != 0
        }
        guard isShaped, hb_buffer_allocation_successful(buffer) != 0 else {
            throw CanvasError(.limitExceeded, "text of \(item.range.count) characters", "makes more glyphs than HarfBuzz allows", remedy: "draw it in parts")
        }
        var count: UInt32 = 0
        guard let information = hb_buffer_get_glyph_infos(buffer, &count), let positions = hb_buffer_get_glyph_positions(buffer, &count) else { return [] }
        let scale = style.size / Double(item.font.unitsPerEm)
        var glyphs: [ShapedGlyph] = []
        glyphs.reserveCapacity(Int(count))
        for i in 0..<Int(count) {
            let place = positions[i]
            // A font's rules cannot change cluster indices, so HarfBuzz always returns indices of the item's scalars.
            glyphs.append(ShapedGlyph(id: information[i].codepoint, cluster: Int(information[i].cluster), advance: Double(place.x_advance) * scale,
                                      offset: Point(Double(place.x_offset) * scale, -Double(place.y_offset) * scale)))
        }
        if style.letterSpacing != 0 {
            // The spacing is added to the last glyph of each cluster, because the glyphs of one cluster belong together.
            for i in glyphs.indices where i + 1 == glyphs.count || glyphs[i + 1].cluster != glyphs[i].cluster { glyphs[i].advance += style.letterSpacing }
        }
        return glyphs
    }

    private static func features(_ style: TextStyle) throws(CanvasError) -> [hb_feature_t] {
        var features: [hb_feature_t] = []
        for (tag, value) in style.features.sorted(by: { $0.key < $1.key }) {
            let letters = Array(tag.utf8)
            guard letters.count == 4, letters.allSatisfy({ (0x20...0x7E).contains($0) }), let value = UInt32(exactly: value) else {
                throw CanvasError(.invalidArgument, "font feature '\(tag)'", "is not an OpenType feature with the value \(value)",
                                  remedy: "give a tag of four letters, such as tnum, and 0 or a positive number")
            }
            features.append(hb_feature_t(tag: letters.reduce(0) { $0 << 8 | UInt32($1) }, value: value, start: 0, end: .max))
        }
        if style.letterSpacing != 0 {
            for tag in ["liga", "clig"] where style.features[tag] == nil {
                features.append(hb_feature_t(tag: tag.utf8.reduce(0) { $0 << 8 | UInt32($1) }, value: 0, start: 0, end: .max))
            }
        }
        return features
    }
}
