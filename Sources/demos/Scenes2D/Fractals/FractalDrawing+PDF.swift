// FractalDrawing+PDF: exports a drawing as a PDF file with Cairo.

import CCairo
import Canvas
import Raster

extension FractalDrawing {
    /// Returns the drawing and its background as a PDF file of one page, with lines as vectors. The same drawing always gives
    /// the same bytes.
    /// - Parameters:
    ///   - width: The page's width in PDF points, 72 per inch.
    ///   - height: The page's height in PDF points.
    ///   - progress: The fraction of the marks to draw, 0…1.
    /// - Throws: `FractalError.Code.unwritableDrawing` if the size is out of range or Cairo reports an error.
    public func pdf(width: Int, height: Int, progress: Double = 1) throws(FractalError) -> [UInt8] {
        func refuse(_ status: cairo_status_t) -> FractalError {
            FractalError(.unwritableDrawing, "the PDF of '\(system.name)'", "cannot be written: \(String(cString: cairo_status_to_string(status)))",
                         remedy: "use a smaller page or fewer generations")
        }
        guard (1...14_400).contains(width), (1...14_400).contains(height) else {
            throw FractalError(.unwritableDrawing, "the PDF of '\(system.name)'", "has a size of \(width) by \(height) points", remedy: "give 1 to 14400")
        }
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { bytes -> cairo_status_t in
            let surface = cairo_pdf_surface_create_for_stream({ closure, data, count in
                if let data { closure?.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count))) }
                return CAIRO_STATUS_SUCCESS
            }, bytes, Double(width), Double(height))
            defer { cairo_surface_destroy(surface) }
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, system.name)
            // The file contains no date, because a date would make each export different.
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "")
            let context = cairo_create(surface)
            draw(into: context, Rectangle(x: 0, y: 0, width: Double(width), height: Double(height)), progress)
            let status = cairo_status(context)
            cairo_destroy(context)
            cairo_surface_finish(surface)
            return status == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface) : status
        }
        guard status == CAIRO_STATUS_SUCCESS else { throw refuse(status) }
        return bytes
    }
    private func draw(into context: OpaquePointer?, _ page: Rectangle, _ progress: Double) {
        let background = cairo_pattern_create_linear(0, 0, 0, page.height)
        for (i, color) in system.background.enumerated() {
            cairo_pattern_add_color_stop_rgba(background, Double(i) / Double(max(system.background.count - 1, 1)), color.red, color.green, color.blue,
                                              color.alpha)
        }
        cairo_set_source(context, background)
        cairo_paint(context)
        cairo_pattern_destroy(background)
        // As in the SVG file, the drawing has a margin, and lines have a minimum width.
        let inset = min(page.width, page.height) * 0.06, t = transform(into: page.inset(dx: inset, dy: inset)), least = 0.7 / t.a
        var matrix = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
        cairo_set_matrix(context, &matrix)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        for layer in layers(progress: progress) {
            var current = Point(0, 0), start = Point(0, 0)
            for element in layer.path.elements {
                switch element {
                case .move(let to):
                    cairo_move_to(context, to.x, to.y)
                    (current, start) = (to, to)
                case .line(let to):
                    cairo_line_to(context, to.x, to.y)
                    current = to
                case .quadratic(let control, let to):
                    // Converts the curve to an equal cubic curve.
                    let a = current + (control - current) * (2.0 / 3), b = to + (control - to) * (2.0 / 3)
                    cairo_curve_to(context, a.x, a.y, b.x, b.y, to.x, to.y)
                    current = to
                case .cubic(let control1, let control2, let to):
                    cairo_curve_to(context, control1.x, control1.y, control2.x, control2.y, to.x, to.y)
                    current = to
                case .close:
                    cairo_close_path(context)
                    current = start
                }
            }
            cairo_set_source_rgba(context, layer.color.red, layer.color.green, layer.color.blue, layer.color.alpha)
            if let width = layer.width {
                cairo_set_line_width(context, max(abs(width), least))
                cairo_stroke(context)
            } else { cairo_fill(context) }
        }
    }
}
