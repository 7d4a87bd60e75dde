// FractalGallery: the systems as small pictures in rows with their names below, drawn once for each size; the one under the pointer grows anew.

import Canvas
import Raster
import Scenes2D

final class FractalGallery {
    let systems: [LSystem]
    private let font: Font?
    private var thumbnails: [Framebuffer] = [], live: Framebuffer?
    private var hovered: (index: Int, since: Double, drawing: FractalDrawing)?
    /// Seconds in which a thumbnail grows.
    static let growth = 2.4

    init(systems: [LSystem], font: Font?) { self.systems = systems; self.font = font }

    /// Pictures of 16 by 10 with a strip for a name below, as large as fits. All in pixels, from the upper left.
    struct Layout: Equatable {
        var columns = 1, picture = (width: 1, height: 1), strip = 1, gap = 1
        private var left = 0, top = 0, count = 0
        init(count: Int, _ size: (width: Int, height: Int)) {
            self.count = count
            gap = max(2, min(size.width, size.height) / 42)
            for columns in 1...max(1, count) {
                let rows = (max(1, count) + columns - 1) / columns
                // A name is as high as a seventh of its picture, but can be read.
                let wide = (size.width - gap * (columns + 1)) / columns, tall = (size.height - gap * (rows + 1)) / rows
                let width = min(wide, Int(Double(tall) / (0.625 + 0.12))), height = Int(Double(width) * 0.625), strip = max(Int(Double(width) * 0.12), min(12, height / 3))
                guard height + strip <= tall || columns == count, width > picture.width else { continue }
                (self.columns, picture, self.strip) = (columns, (max(1, width), max(1, height)), strip)
            }
            let rows = (max(1, count) + columns - 1) / columns
            left = (size.width - columns * (picture.width + gap) + gap) / 2
            top = (size.height - rows * (picture.height + strip + gap) + gap) / 2
        }
        /// A picture's place.
        func place(_ index: Int) -> Rectangle {
            // The last row, where it is shorter, stands in the middle.
            let lacking = index / columns == (count - 1) / columns ? (columns - 1) - (count - 1) % columns : 0
            return Rectangle(x: Double(left + lacking * (picture.width + gap) / 2 + index % columns * (picture.width + gap)), y: Double(top + index / columns * (picture.height + strip + gap)), width: Double(picture.width), height: Double(picture.height))
        }
        /// A name's place.
        func name(_ index: Int) -> Rectangle {
            let place = place(index)
            return Rectangle(x: place.x, y: place.maxY, width: place.width, height: Double(strip))
        }
        static func == (a: Layout, b: Layout) -> Bool { a.columns == b.columns && a.picture == b.picture && a.strip == b.strip && a.gap == b.gap && a.left == b.left && a.top == b.top && a.count == b.count }
    }
    private func layout(_ size: (width: Int, height: Int)) -> Layout { Layout(count: systems.count, size) }
    /// The system whose picture or name lies at a place, in pixels from the lower left.
    func index(at point: SIMD2<Float>, _ size: (width: Int, height: Int)) -> Int? {
        let layout = layout(size), place = Point(Double(point.x), Double(size.height) - Double(point.y))
        return systems.indices.first { layout.place($0).union(layout.name($0)).contains(place) }
    }
    /// A thumbnail's place in shares of the picture, y upwards.
    func share(of index: Int, _ size: (width: Int, height: Int)) -> (x: Float, y: Float, width: Float, height: Float) {
        let place = layout(size).place(index), width = Double(size.width), height = Double(size.height)
        let x = max(0, place.x / width), y = max(0, (height - place.maxY) / height)
        return (Float(x), Float(y), Float(min(place.width / width, 1 - x)), Float(min(place.height / height, 1 - y)))
    }
    /// Whether a thumbnail grows at a time.
    func isGrowing(at time: Double) -> Bool { hovered.map { time - $0.since < FractalGallery.growth } ?? false }

    func draw(_ size: (width: Int, height: Int), hovered index: Int?, at time: Double, renderer: CanvasRenderer, sprites: inout SpritePass, into encoder: inout CommandEncoder, target: Framebuffer) throws {
        let layout = layout(size)
        if thumbnails.first?.width != layout.picture.width || thumbnails.first?.height != layout.picture.height {
            thumbnails = try systems.map { try drawThumbnail(of: FractalGallery.drawing(of: $0), 1, layout, nil, renderer, into: &encoder) }
        }
        if index != hovered?.index { hovered = try index.map { ($0, time, try FractalGallery.drawing(of: systems[$0])) } }
        if let hovered {
            // It begins with something already, so that nothing blinks.
            let share = min(max((time - hovered.since) / FractalGallery.growth, 0) * 0.96 + 0.04, 1)
            live = try drawThumbnail(of: hovered.drawing, share, layout, live, renderer, into: &encoder)
        }
        var canvas = Canvas()
        canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(0, Double(size.height)), [Color(hex: 0x20263A), Color(hex: 0x0B0E17)])))
        let unit = Double(layout.picture.width) / 200
        for index in systems.indices {
            let place = layout.place(index), border = index == hovered?.index ? max(1.5, 3 * unit) : 0
            canvas.saved { canvas in
                canvas.shadows = [Shadow(offset: Point(0, 3 * unit), blur: 10 * unit, color: Color(white: 0, alpha: 0.55))]
                canvas.fill(Path(roundedRectangle: place.inset(dx: -border, dy: -border), cornerRadius: border), with: .color(border > 0 ? Color(hex: 0xFFB84C) : .black))
            }
            try drawName(systems[index].name, in: layout.name(index), isLit: border > 0, on: &canvas)
        }
        try renderer.draw(canvas, into: &encoder, target: target, clear: .black)
        encoder.render(to: target, label: "gallery") { pass in
            for (index, thumbnail) in thumbnails.enumerated() {
                let place = layout.place(index), shown = index == hovered?.index ? live ?? thumbnail : thumbnail
                sprites.draw(FractalDemo.texture(of: shown), isOpaque: true, at: SIMD2(Float(place.x), Float(Double(size.height) - place.maxY)), SIMD2(Float(place.width), Float(place.height)), in: &pass, label: systems[index].name)
            }
        }
    }
    /// A name in the middle of its strip, smaller where it is long.
    private func drawName(_ name: String, in strip: Rectangle, isLit: Bool, on canvas: inout Canvas) throws {
        guard let font, strip.height >= 8 else { return }
        let paint = Paint.color(isLit ? Color(hex: 0xFFD9A0) : Color(white: 1, alpha: 0.86)), size = max(8, strip.height * 0.62)
        let wide = try TextLayout(name, font: font, size: size).bounds.width
        let text = try TextLayout(name, font: font, size: size * min(1, strip.width / max(wide, 1)), paint: paint)
        canvas.draw(text, at: Point(strip.center.x - text.bounds.width / 2, strip.y + (strip.height - text.bounds.height) * 0.62))
    }
    private static func drawing(of system: LSystem) throws -> FractalDrawing {
        var stages = FractalStages()
        // Finer than a thumbnail's pixels shows nothing.
        return try stages.drawing(of: system, largestWord: 40_000)
    }
    private func drawThumbnail(of drawing: FractalDrawing, _ progress: Double, _ layout: Layout, _ kept: Framebuffer?, _ renderer: CanvasRenderer, into encoder: inout CommandEncoder) throws -> Framebuffer {
        let isKept = kept?.width == layout.picture.width && kept?.height == layout.picture.height
        let target = try isKept ? kept! : renderer.device.makeFramebuffer(width: layout.picture.width, height: layout.picture.height, color: [.rgba8], label: drawing.system.name)
        let scale = Double(layout.picture.height) / 240, extent = Size(width: Double(layout.picture.width) / scale, height: 240)
        try renderer.draw(FractalDemo.plate(drawing, extent, progress: progress), into: &encoder, target: target, scale: scale, clear: .black)
        return target
    }
}
