import CCairo
import Canvas
import Raster

/// Plays the commands of a canvas on a Cairo image surface.
final class CairoPlayer {
    let width: Int, height: Int
    private let surface: OpaquePointer, context: OpaquePointer
    /// The number of pixels per point.
    private let scale: Double
    /// The width in pixels of the border that the surface has around the picture.
    private let margin: Int

    /// - Parameter scale: The number of pixels of the surface per point.
    init(width: Int, height: Int, scale: Double = 1, isMask: Bool = false, background: Color = .clear, margin: Int = 0) {
        (self.width, self.height, self.scale, self.margin) = (width, height, scale, margin)
        surface = cairo_image_surface_create(isMask ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_ARGB32, Int32(width + 2 * margin), Int32(height + 2 * margin))
        context = cairo_create(surface)
        cairo_set_antialias(context, CAIRO_ANTIALIAS_BEST)
        // The tolerance, in pixels, is so small that Cairo's curves are as round as the canvas's curves.
        cairo_set_tolerance(context, 0.01)
        cairo_set_source_rgba(context, background.red, background.green, background.blue, background.alpha)
        cairo_paint(context)
    }
    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Premultiplied red, green, blue and alpha of each pixel of the picture, the top row first.
    var pixels: [UInt8] {
        let bytes = allPixels, row = (width + 2 * margin) * 4
        var picture: [UInt8] = []
        for y in margin..<margin + height {
            let start = y * row + margin * 4
            picture += bytes[start..<start + width * 4]
        }
        return picture
    }
    private var allPixels: [UInt8] {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return [] }
        let stride = Int(cairo_image_surface_get_stride(surface))
        var bytes: [UInt8] = []
        let (wide, high) = (width + 2 * margin, height + 2 * margin)
        bytes.reserveCapacity(wide * high * 4)
        for y in 0..<high {
            for x in 0..<wide {
                let pixel = data + y * stride + x * 4
                bytes += [pixel[2], pixel[1], pixel[0], pixel[3]]
            }
        }
        return bytes
    }
    /// Replaces all pixels with premultiplied colours.
    func replace(with pixels: [UInt8]) {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        for y in 0..<height {
            for x in 0..<width {
                let from = (y * width + x) * 4, to = data + y * stride + x * 4
                (to[0], to[1], to[2], to[3]) = (pixels[from + 2], pixels[from + 1], pixels[from], pixels[from + 3])
            }
        }
        cairo_surface_mark_dirty(surface)
    }
    /// The mask's coverage, one byte per pixel.
    var mask: [UInt8] {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return [] }
        let stride = Int(cairo_image_surface_get_stride(surface))
        return (0..<height).flatMap { y in (0..<width).map { data[y * stride + $0] } }
    }
    /// Cairo's error message; nil if there was no error.
    var failure: String? {
        let status = cairo_status(context)
        return status == CAIRO_STATUS_SUCCESS ? nil : String(cString: cairo_status_to_string(status))
    }

    func play(_ commands: [CanvasCommand]) { play(commands[...]) }
    private func play(_ commands: ArraySlice<CanvasCommand>) {
        var next = commands.startIndex
        while next < commands.endIndex {
            switch commands[next] {
            case .draw(let draw) where draw.state.shadows.isEmpty:
                play(draw)
            case .draw(let draw):
                var plain = draw.state
                (plain.alpha, plain.blendMode, plain.clip, plain.shadows) = (1, .sourceOver, nil, [])
                play([.draw(CanvasDraw(shape: draw.shape, paint: draw.paint, transform: draw.transform, state: plain))], withShadowsOf: draw.state)
            case .beginLayer(let state):
                let end = Self.endOfLayer(commands, next)
                if state.shadows.isEmpty { play(commands[next + 1..<end], asGroupOf: state) } else { play(commands[next + 1..<end], withShadowsOf: state) }
                next = end
            case .endLayer:
                break
            }
            next += 1
        }
    }
    private static func endOfLayer(_ commands: ArraySlice<CanvasCommand>, _ begin: Int) -> Int {
        var depth = 0
        for i in begin..<commands.endIndex {
            switch commands[i] {
            case .draw: break
            case .beginLayer: depth += 1
            case .endLayer: depth -= 1
            }
            if depth == 0 { return i }
        }
        return commands.endIndex - 1
    }
    /// Plays a layer as a Cairo group.
    private func play(_ commands: ArraySlice<CanvasCommand>, asGroupOf state: CanvasState) {
        clip(state.clip)
        cairo_push_group(context)
        play(commands)
        cairo_identity_matrix(context)
        cairo_pop_group_to_source(context)
        clip(state.clip)
        cairo_set_operator(context, Self.operation(state.blendMode))
        cairo_paint_with_alpha(context, state.alpha)
    }

    private func play(_ draw: CanvasDraw) {
        if [.hue, .saturation, .color, .luminosity].contains(draw.state.blendMode) {
            setComposedSource(draw)
            clip(draw.state.clip)
            setMatrix(draw.transform)
        } else {
            clip(draw.state.clip)
            cairo_set_operator(context, Self.operation(draw.state.blendMode))
            setMatrix(draw.transform)
            setSource(draw.paint, draw.transform, alpha: draw.state.alpha)
        }
        switch draw.shape {
        case .fill(let path, let rule):
            cairo_new_path(context)
            add(path)
            cairo_set_fill_rule(context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
            cairo_fill(context)
        case .stroke(let path, let style):
            cairo_new_path(context)
            add(path)
            setStroke(style, draw.transform)
            cairo_stroke(context)
        case .glyphs(let run):
            play(run, draw.transform)
        case .image(let image, let rectangle, let isSmooth):
            let place = AffineTransform.translation(rectangle.x, rectangle.y)
                * .scale(rectangle.width / Double(image.width), rectangle.height / Double(image.height))
            setSource(.pattern(ImagePattern(image, transform: place, tiling: .pad, isSmooth: isSmooth)), draw.transform, alpha: draw.state.alpha)
            cairo_new_path(context)
            cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
            cairo_fill(context)
        case .everything:
            cairo_paint(context)
        }
    }
    /// Blends the paint over the whole backdrop, and sets the result as the source. A shape drawn with this source replaces the backdrop
    /// that the shape covers.
    ///
    /// This way of drawing avoids an error of Cairo's pixman (0.42) in the modes hue, saturation and luminosity: pixman multiplies the
    /// source's green by the coverage twice, and does not multiply the source's blue. With this error, premultiplied colours become
    /// larger than alpha in partly covered pixels. Without a mask, pixman follows the W3C's formula to within 1/255.
    private func setComposedSource(_ draw: CanvasDraw) {
        let below = cairo_get_group_target(context)
        clip(nil)
        cairo_push_group(context)
        cairo_identity_matrix(context)
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        cairo_set_source_surface(context, below, 0, 0)
        cairo_paint(context)
        cairo_set_operator(context, Self.operation(draw.state.blendMode))
        setMatrix(draw.transform)
        setSource(draw.paint, draw.transform, alpha: draw.state.alpha)
        cairo_paint(context)
        cairo_identity_matrix(context)
        cairo_pop_group_to_source(context)
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    }
    /// Draws the glyphs with outlines that Cairo reads through FreeType, without hinting, from the font of the same name.
    private func play(_ run: GlyphRun, _ transform: AffineTransform) {
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_set_font_options(context, options)
        cairo_font_options_destroy(options)
        cairo_select_font_face(context, run.font.familyName, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        cairo_set_font_size(context, run.size)
        let toPixels = base * transform, isPlain = toPixels.b == 0 && toPixels.c == 0
        var glyphs = run.glyphs.map { glyph in
            var place = glyph.position
            // If text is not rotated, its position is rounded to quarters of a pixel, as on the canvas.
            if isPlain, let inverse = toPixels.inverse { place = inverse.apply((toPixels.apply(place) * 4).rounded(.toNearestOrAwayFromZero) / 4) }
            return cairo_glyph_t(index: UInt(glyph.id), x: place.x, y: place.y)
        }
        // Each glyph is drawn separately. A part covered by two glyphs is painted once if the glyphs are in one path, and twice if
        // they are in two paths. The canvas also paints a part covered by two glyphs twice.
        for i in glyphs.indices {
            cairo_new_path(context)
            cairo_glyph_path(context, &glyphs[i], 1)
            cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
            cairo_fill(context)
        }
    }
    /// Plays commands with shadows, which Cairo does not have. The commands are drawn on a separate surface. The alpha of this
    /// drawing, blurred with a Gaussian in double precision, is the mask of the shadow.
    private func play(_ commands: ArraySlice<CanvasCommand>, withShadowsOf state: CanvasState) {
        // Shapes beyond the surface cast shadows too, so this surface has a wider border.
        let alone = CairoPlayer(width: width, height: height, scale: scale, margin: margin + 64)
        alone.play(commands)
        alone.clip(nil)
        for shadow in state.shadows where shadow.kind == .inner {
            alone.paint(alone.cast(shadow).map { 255 - $0 }, shadow.color, alpha: 1, CAIRO_OPERATOR_ATOP)
        }
        clip(state.clip)
        for shadow in state.shadows where shadow.kind == .drop {
            paint(alone.cast(shadow), shadow.color, alpha: state.alpha, Self.operation(state.blendMode), margin: alone.margin)
        }
        let shift = Double(margin - alone.margin)
        cairo_identity_matrix(context)
        cairo_set_operator(context, Self.operation(state.blendMode))
        cairo_set_source_surface(context, alone.surface, shift, shift)
        cairo_paint_with_alpha(context, state.alpha)
    }
    /// Returns the alpha of all pixels, including the border, moved and blurred like the shadow.
    private func cast(_ shadow: Shadow) -> [Double] {
        let deviation = shadow.blur / 2 * scale, (wide, high) = (width + 2 * margin, height + 2 * margin), bytes = allPixels
        var alpha = (0..<wide * high).map { Double(bytes[$0 * 4 + 3]) }
        func blur(_ count: Int, _ offset: Double, _ index: (Int) -> Int) {
            let reach = Int((deviation * 5).rounded(.up)) + 1, whole = Int(offset.rounded(.down)), part = offset - offset.rounded(.down)
            // Without a blur, the middle weight is 1 and all other weights are 0, so the alpha is only moved, by a whole number of
            // pixels.
            var weights = (-reach...reach).map { k in
                let distance = Double(k) - part
                return deviation > 0 ? PortableMath.power(0.6065306597126334, distance * distance / (deviation * deviation)) : k == 0 ? 1 : 0
            }
            let sum = weights.reduce(0, +), line = (0..<count).map { alpha[index($0)] }
            weights = weights.map { $0 / sum }
            for i in 0..<count {
                var value = 0.0
                for k in -reach...reach where (0..<count).contains(i - whole - k) { value += weights[k + reach] * line[i - whole - k] }
                alpha[index(i)] = value
            }
        }
        for y in 0..<high { blur(wide, shadow.offset.x * scale) { y * wide + $0 } }
        for x in 0..<wide { blur(high, shadow.offset.y * scale) { $0 * wide + x } }
        return alpha
    }
    /// Paints a colour through a mask that includes a border.
    private func paint(_ amounts: [Double], _ color: Color, alpha: Double, _ operation: cairo_operator_t, margin own: Int? = nil) {
        let own = own ?? margin, (wide, high) = (width + 2 * own, height + 2 * own)
        guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(wide), Int32(high)), let data = cairo_image_surface_get_data(mask) else { return }
        let stride = Int(cairo_image_surface_get_stride(mask))
        for y in 0..<high { for x in 0..<wide { data[y * stride + x] = UInt8(amounts[y * wide + x].rounded()) } }
        cairo_surface_mark_dirty(mask)
        cairo_identity_matrix(context)
        cairo_set_operator(context, operation)
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha * alpha)
        cairo_mask_surface(context, mask, Double(margin - own), Double(margin - own))
        cairo_surface_destroy(mask)
    }

    // MARK: State

    /// The transform from points to pixels of the surface.
    private var base: AffineTransform { .translation(Double(margin), Double(margin)) * .scale(scale) }
    private func setMatrix(_ t: AffineTransform) {
        var matrix = Self.matrix(base * t)
        cairo_set_matrix(context, &matrix)
    }
    private static func matrix(_ t: AffineTransform) -> cairo_matrix_t { cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty) }

    private func clip(_ clip: Clip?) {
        cairo_reset_clip(context)
        var chain: [Clip] = [], next = clip
        while let clip = next {
            chain.append(clip)
            next = clip.parent
        }
        for clip in chain.reversed() {
            cairo_new_path(context)
            setMatrix(clip.transform)
            add(clip.path)
            cairo_set_fill_rule(context, clip.rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
            cairo_clip(context)
        }
    }
    private func add(_ path: Path) {
        var current = Point(0, 0)
        for element in path.elements {
            switch element {
            case .move(let to):
                cairo_move_to(context, to.x, to.y)
                current = to
            case .line(let to):
                cairo_line_to(context, to.x, to.y)
                current = to
            case .quadratic(let control, let to):
                let a = current + (control - current) * (2.0 / 3), b = to + (control - to) * (2.0 / 3)
                cairo_curve_to(context, a.x, a.y, b.x, b.y, to.x, to.y)
                current = to
            case .cubic(let control1, let control2, let to):
                cairo_curve_to(context, control1.x, control1.y, control2.x, control2.y, to.x, to.y)
                current = to
            case .close:
                cairo_close_path(context)
                var (x, y) = (0.0, 0.0)
                if cairo_has_current_point(context) != 0 { cairo_get_current_point(context, &x, &y) }
                current = Point(x, y)
            }
        }
    }
    private func setStroke(_ style: StrokeStyle, _ transform: AffineTransform) {
        var dashes = style.dashes, phase = style.dashPhase
        if style.width > 0 {
            cairo_set_line_width(context, style.width)
        } else {
            // The stroke is one pixel wide, so the lengths of the dashes are converted to pixels. The path was already added to the
            // context, so the change of the matrix below affects only the stroke.
            let length = abs((base * transform).determinant).squareRoot()
            dashes = dashes.map { $0 * length }
            phase *= length
            cairo_identity_matrix(context)
            cairo_set_line_width(context, 1)
        }
        cairo_set_line_cap(context, style.cap == .butt ? CAIRO_LINE_CAP_BUTT : style.cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_SQUARE)
        cairo_set_line_join(context, style.join == .miter ? CAIRO_LINE_JOIN_MITER : style.join == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_BEVEL)
        cairo_set_miter_limit(context, style.miterLimit)
        cairo_set_dash(context, dashes, Int32(dashes.count), phase)
    }

    // MARK: Paint

    private func setSource(_ paint: Paint, _ transform: AffineTransform, alpha: Double) {
        switch paint {
        case .color(let color):
            cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha * alpha)
        case .gradient(let gradient):
            guard let pattern = makePattern(gradient, transform, alpha: alpha) else { return }
            cairo_set_source(context, pattern)
            cairo_pattern_destroy(pattern)
        case .pattern(let image):
            guard let picture = Self.makeSurface(image.image, alpha: alpha), let pattern = cairo_pattern_create_for_surface(picture) else { return }
            cairo_surface_destroy(picture)
            if let inverse = image.transform.inverse {
                var matrix = Self.matrix(inverse)
                cairo_pattern_set_matrix(pattern, &matrix)
            }
            let extend: [ImagePattern.Tiling: cairo_extend_t] = [
                .none: CAIRO_EXTEND_NONE, .pad: CAIRO_EXTEND_PAD, .repeat: CAIRO_EXTEND_REPEAT, .reflect: CAIRO_EXTEND_REFLECT,
            ]
            cairo_pattern_set_extend(pattern, extend[image.tiling] ?? CAIRO_EXTEND_NONE)
            cairo_pattern_set_filter(pattern, image.isSmooth ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST)
            cairo_set_source(context, pattern)
            cairo_pattern_destroy(pattern)
        }
    }
    private func makePattern(_ gradient: Gradient, _ transform: AffineTransform, alpha: Double) -> OpaquePointer? {
        let pattern: OpaquePointer?
        switch gradient.geometry {
        case .linear(let from, let to): pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y)
        case .radial(let start, let startRadius, let end, let endRadius):
            pattern = cairo_pattern_create_radial(start.x, start.y, startRadius, end.x, end.y, endRadius)
        case .conic(let center, let startAngle): return makeConic(gradient.stops, center, startAngle, transform, alpha: alpha)
        }
        for stop in gradient.stops {
            cairo_pattern_add_color_stop_rgba(pattern, stop.offset, stop.color.red, stop.color.green, stop.color.blue, stop.color.alpha * alpha)
        }
        let extend: [Gradient.Spread: cairo_extend_t] = [
            .none: CAIRO_EXTEND_NONE, .pad: CAIRO_EXTEND_PAD, .repeat: CAIRO_EXTEND_REPEAT, .reflect: CAIRO_EXTEND_REFLECT,
        ]
        cairo_pattern_set_extend(pattern, extend[gradient.spread] ?? CAIRO_EXTEND_NONE)
        return pattern
    }
    /// Makes a conic gradient, which Cairo does not have: computes the colour of each pixel, and returns a pattern of the resulting
    /// picture.
    private func makeConic(_ stops: [Gradient.Stop], _ center: Point, _ startAngle: Double, _ transform: AffineTransform, alpha: Double) -> OpaquePointer? {
        let toPixels = base * transform, (wide, high) = (width + 2 * margin, height + 2 * margin)
        guard let inverse = toPixels.inverse else { return nil }
        var image = Image(width: wide, height: high)
        for y in 0..<high {
            for x in 0..<wide {
                let offset = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5)) - center
                let turns = (PortableMath.arctangent(offset.y, offset.x) - startAngle) / (2 * .pi), t = turns - turns.rounded(.down)
                var color = t < stops[0].offset ? stops[0].color : stops[stops.count - 1].color
                for (a, b) in zip(stops, stops.dropFirst()) where t >= a.offset && t < b.offset {
                    let part = (t - a.offset) / (b.offset - a.offset)
                    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
                    color = Color(mix(a.color.red, b.color.red), mix(a.color.green, b.color.green), mix(a.color.blue, b.color.blue),
                                  mix(a.color.alpha, b.color.alpha))
                }
                image[x, y] = SIMD4(UInt8((color.red * 255).rounded()), UInt8((color.green * 255).rounded()), UInt8((color.blue * 255).rounded()),
                                    UInt8((color.alpha * 255).rounded()))
            }
        }
        guard let picture = Self.makeSurface(image, alpha: alpha), let pattern = cairo_pattern_create_for_surface(picture) else { return nil }
        cairo_surface_destroy(picture)
        var matrix = Self.matrix(toPixels)
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        return pattern
    }
    /// Returns a Cairo surface with the image's premultiplied pixels.
    private static func makeSurface(_ image: Image, alpha: Double) -> OpaquePointer? {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(image.width), Int32(image.height)),
              let data = cairo_image_surface_get_data(surface) else { return nil }
        let stride = Int(cairo_image_surface_get_stride(surface))
        for y in 0..<image.height {
            for x in 0..<image.width {
                let color = image[x, y], pixel = data + y * stride + x * 4, opacity = Double(color.w) * alpha
                pixel[0] = UInt8((Double(color.z) * opacity / 255).rounded())
                pixel[1] = UInt8((Double(color.y) * opacity / 255).rounded())
                pixel[2] = UInt8((Double(color.x) * opacity / 255).rounded())
                pixel[3] = UInt8(opacity.rounded())
            }
        }
        cairo_surface_mark_dirty(surface)
        return surface
    }

    private static func operation(_ mode: BlendMode) -> cairo_operator_t {
        switch mode {
        case .clear: CAIRO_OPERATOR_CLEAR
        case .source: CAIRO_OPERATOR_SOURCE
        case .destination: CAIRO_OPERATOR_DEST
        case .sourceOver: CAIRO_OPERATOR_OVER
        case .destinationOver: CAIRO_OPERATOR_DEST_OVER
        case .sourceIn: CAIRO_OPERATOR_IN
        case .destinationIn: CAIRO_OPERATOR_DEST_IN
        case .sourceOut: CAIRO_OPERATOR_OUT
        case .destinationOut: CAIRO_OPERATOR_DEST_OUT
        case .sourceAtop: CAIRO_OPERATOR_ATOP
        case .destinationAtop: CAIRO_OPERATOR_DEST_ATOP
        case .xor: CAIRO_OPERATOR_XOR
        case .plus: CAIRO_OPERATOR_ADD
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .darken: CAIRO_OPERATOR_DARKEN
        case .lighten: CAIRO_OPERATOR_LIGHTEN
        case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
        case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
        case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
        case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
        case .difference: CAIRO_OPERATOR_DIFFERENCE
        case .exclusion: CAIRO_OPERATOR_EXCLUSION
        case .hue: CAIRO_OPERATOR_HSL_HUE
        case .saturation: CAIRO_OPERATOR_HSL_SATURATION
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        }
    }
}
