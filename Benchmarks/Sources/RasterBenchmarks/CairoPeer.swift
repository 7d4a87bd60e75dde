// CairoPeer draws the scenes of the canvas on an image surface of Cairo, as a well-written Cairo program would: CairoPeer makes each path
// once, and shows text as glyphs, which Cairo caches.

import CCairoPeer
import Canvas

final class CairoPeer {
    private let surface: OpaquePointer?, context: OpaquePointer?
    private let width: Int, height: Int
    private let items: [(item: CanvasItem, path: UnsafeMutablePointer<cairo_path_t>?, glyphs: [cairo_glyph_t])]

    init(_ items: [CanvasItem], width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        let context = cairo_create(surface)
        self.context = context
        self.items = items.map { item in
            cairo_new_path(context)
            Self.add(item.path, to: context)
            let glyphs = item.glyphs?.glyphs.map { cairo_glyph_t(index: UInt($0.id), x: $0.position.x, y: $0.position.y) } ?? []
            return (item, cairo_copy_path(context), glyphs)
        }
        cairo_select_font_face(context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        // Turns hinting off, because Raster draws outlines without hinting.
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_set_font_options(context, options)
        cairo_font_options_destroy(options)
    }
    deinit {
        for item in items { cairo_path_destroy(item.path) }
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    func draw(frame: Int) {
        cairo_identity_matrix(context)
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        for (item, path, glyphs) in items {
            let transform = item.transform(frame: frame), color = item.color
            setMatrix(transform)
            if let shadow = item.shadow { drawShadow(shadow, path, transform, item) }
            cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
            if let run = item.glyphs {
                cairo_set_font_size(context, run.size)
                cairo_show_glyphs(context, glyphs, Int32(glyphs.count))
                continue
            }
            cairo_new_path(context)
            cairo_append_path(context, path)
            if let style = item.stroke {
                cairo_set_line_width(context, style.width)
                cairo_set_line_join(context, style.join == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER)
                cairo_stroke(context)
            } else {
                cairo_fill(context)
            }
        }
        cairo_surface_flush(surface)
    }
    /// Returns red, green, blue and alpha of the pixel in column x and row y; row 0 is the top row.
    func pixel(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
        guard let data = cairo_image_surface_get_data(surface) else { return .zero }
        let pixel = data + y * Int(cairo_image_surface_get_stride(surface)) + x * 4
        return SIMD4(pixel[2], pixel[1], pixel[0], pixel[3])
    }

    private func setMatrix(_ t: AffineTransform) {
        var matrix = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
        cairo_set_matrix(context, &matrix)
    }
    private static func add(_ path: Path, to context: OpaquePointer?) {
        for element in path.elements {
            switch element {
            case .move(let to): cairo_move_to(context, to.x, to.y)
            case .line(let to): cairo_line_to(context, to.x, to.y)
            case .quadratic(let control, let to): cairo_curve_to(context, control.x, control.y, control.x, control.y, to.x, to.y)
            case .cubic(let control1, let control2, let to): cairo_curve_to(context, control1.x, control1.y, control2.x, control2.y, to.x, to.y)
            case .close: cairo_close_path(context)
            }
        }
    }

    // MARK: Shadows

    /// Draws a shadow, which Cairo does not have. The shape's coverage is blurred by three box filters, and the result is the mask
    /// of the shadow. Three box filters in a row are the usual approximation of a Gaussian. The cost of a box filter does not
    /// depend on its width.
    private func drawShadow(_ shadow: Shadow, _ path: UnsafeMutablePointer<cairo_path_t>?, _ transform: AffineTransform, _ item: CanvasItem) {
        cairo_new_path(context)
        cairo_append_path(context, path)
        var (x0, y0, x1, y1) = (0.0, 0.0, 0.0, 0.0)
        cairo_identity_matrix(context)
        cairo_path_extents(context, &x0, &y0, &x1, &y1)
        let box = Self.boxWidth(shadow.blur / 2), margin = 3 * (box / 2 + 1)
        let left = Int(x0) - margin, top = Int(y0) - margin, width = Int(x1) + margin + 2 - left, height = Int(y1) + margin + 2 - top
        let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)), inside = cairo_create(mask)
        cairo_translate(inside, Double(-left), Double(-top))
        var matrix = cairo_matrix_t()
        matrix = cairo_matrix_t(xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
        cairo_transform(inside, &matrix)
        cairo_append_path(inside, path)
        cairo_fill(inside)
        cairo_destroy(inside)
        cairo_surface_flush(mask)
        if let data = cairo_image_surface_get_data(mask) {
            Self.blur(data, width, height, stride: Int(cairo_image_surface_get_stride(mask)), box)
        }
        cairo_surface_mark_dirty(mask)
        cairo_set_source_rgba(context, shadow.color.red, shadow.color.green, shadow.color.blue, shadow.color.alpha)
        cairo_mask_surface(context, mask, Double(left) + shadow.offset.x, Double(top) + shadow.offset.y)
        cairo_surface_destroy(mask)
        setMatrix(transform)
    }
    /// Returns the odd box width for which three box filters have about the given standard deviation.
    private static func boxWidth(_ deviation: Double) -> Int { max(1, Int((deviation * 1.88).rounded())) | 1 }

    /// Blurs with running sums, along rows and then along columns. The blur along columns processes one row after the other, so
    /// that memory is read in order.
    private static func blur(_ data: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, stride: Int, _ box: Int) {
        let reach = box / 2, scale = UInt32(65536 / box)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(width, stride * height)) { line in
            guard let line = line.baseAddress else { return }
            for _ in 0..<3 {
                for y in 0..<height {
                    let row = data + y * stride
                    line.update(from: row, count: width)
                    var sum: UInt32 = 0
                    for x in 0..<min(reach, width) { sum &+= UInt32(line[x]) }
                    for x in 0..<width {
                        if x &+ reach < width { sum &+= UInt32(line[x &+ reach]) }
                        row[x] = UInt8(truncatingIfNeeded: (sum &* scale &+ 32768) >> 16)
                        if x >= reach { sum &-= UInt32(line[x &- reach]) }
                    }
                }
            }
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { sums in
                guard let sums = sums.baseAddress else { return }
                for _ in 0..<3 {
                    line.update(from: data, count: stride * height)
                    sums.update(repeating: 0, count: width)
                    for y in 0..<min(reach, height) { for x in 0..<width { sums[x] &+= UInt32(line[y &* stride &+ x]) } }
                    for y in 0..<height {
                        if y &+ reach < height {
                            let below = line + (y &+ reach) &* stride
                            for x in 0..<width { sums[x] &+= UInt32(below[x]) }
                        }
                        let row = data + y &* stride
                        for x in 0..<width { row[x] = UInt8(truncatingIfNeeded: (sums[x] &* scale &+ 32768) >> 16) }
                        if y >= reach {
                            let above = line + (y &- reach) &* stride
                            for x in 0..<width { sums[x] &-= UInt32(above[x]) }
                        }
                    }
                }
            }
        }
    }
}
