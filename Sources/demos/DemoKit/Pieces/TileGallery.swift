// TileGallery: pictures in rows with their names below. The pointer or the arrow keys mark a picture, and a click or Return chooses
// the marked picture.

import Canvas
import Raster

package final class TileGallery {
    package let names: [String]
    private let shape: Double
    private let renderer: CanvasRenderer
    /// The font; nil if the font is not installed. Without the font, pictures have no names.
    private let font: Font?
    private var sprites: SpritePass
    private var size = (width: 1, height: 1)
    /// The index of the tile that a click or Return chooses.
    private(set) var marked: Int?
    private var pointer = SIMD2<Float>(-1, -1)
    /// The picture of the background with frames and names, and the properties from which this picture was drawn.
    private var ground: (picture: Framebuffer, look: Look)?

    private struct Look: Equatable {
        var layout: GalleryLayout, marked: Int?, broken: Set<Int>
    }

    /// - Parameter shape: The ratio of a picture's height to its width.
    package init(names: [String], shape: Double, device: Device) throws {
        self.names = names; self.shape = shape
        renderer = try CanvasRenderer(device: device)
        font = try? Font(named: "DejaVu Sans", style: .bold)
        sprites = try SpritePass(device: device)
    }

    package var layout: GalleryLayout { GalleryLayout(count: names.count, shape: shape, size) }
    /// Sets the size of the picture in pixels. Call this method before each frame.
    package func resize(_ width: Int, _ height: Int) { size = (width, height) }

    /// Returns the index of the tile that the event chooses; nil if the event chooses no tile.
    func handle(_ event: DemoEvent) -> Int? {
        switch event {
        case .pointer(let x, let y, let pressed):
            // Only a pointer that has moved changes the mark, because a resting pointer must not undo a choice of the arrow keys.
            if SIMD2(x, y) != pointer || pressed { marked = layout.index(at: SIMD2(x, y)) }
            pointer = SIMD2(x, y)
        case .arrow(let dx, let dy): marked = marked.map { layout.neighbor(of: $0, dx: dx, dy: dy) } ?? 0
        case .tap, .key("\n"): return marked
        default: break
        }
        return nil
    }

    /// Returns a picture's rectangle as fractions of the frame; y grows upwards.
    func share(of index: Int) -> (x: Float, y: Float, width: Float, height: Float) {
        let place = layout.place(index), width = Double(size.width), height = Double(size.height)
        let x = max(0, place.x / width), y = max(0, (height - place.maxY) / height)
        return (Float(x), Float(y), Float(min(place.width / width, 1 - x)), Float(min(place.height / height, 1 - y)))
    }

    /// Returns the names, centred in their strips. Long names are smaller. If the strips are too low for letters, no names are
    /// returned.
    package func labels() throws -> [(text: TextLayout, origin: Point)] {
        let layout = layout
        guard let font, layout.strip >= 8 else { return [] }
        let size = Double(layout.strip) * 0.7
        return try names.indices.map { index in
            let strip = layout.name(index), paint = Paint.color(index == marked ? Color(hex: 0xFFD9A0) : Color(white: 1, alpha: 0.9))
            let wide = try TextLayout(names[index], font: font, size: size).bounds.width
            let text = try TextLayout(names[index], font: font, size: size * min(1, strip.width / max(wide, 1)), paint: paint)
            return (text, Point(strip.center.x - text.bounds.width / 2, strip.y + (strip.height - text.bounds.height) * 0.62))
        }
    }

    /// Draws the tiles over the whole target. A picture has the size of the layout's pictures or a multiple of this size. An element of
    /// `pictures` is nil if this picture could not be drawn. If `isQuiet` is true, no tile is marked.
    func draw(_ pictures: [Texture?], isQuiet: Bool = false, to target: Framebuffer, into encoder: inout CommandEncoder) throws {
        let layout = layout, look = Look(layout: layout, marked: isQuiet ? nil : marked, broken: Set(pictures.indices.filter { pictures[$0] == nil }))
        let ground = try drawGround(look, into: &encoder)
        sprites.size = SIMD2(Float(size.width), Float(size.height))
        encoder.render(to: target, clear: .color(0, 0, 0, 1), label: "gallery") { pass in
            sprites.draw(ground.picture, isOpaque: true, at: .zero, sprites.size, in: &pass, label: "names")
            for (index, picture) in pictures.enumerated() {
                guard let picture else { continue }
                let place = layout.place(index)
                sprites.draw(picture, isOpaque: true, at: SIMD2(Float(place.x), Float(Double(size.height) - place.maxY)),
                             SIMD2(Float(place.width), Float(place.height)), in: &pass, label: names[index])
            }
        }
    }
    /// Draws the background, the frames and the names again if their properties have changed since the last frame.
    private func drawGround(_ look: Look, into encoder: inout CommandEncoder) throws -> Framebuffer {
        if let ground, ground.look == look, ground.picture.width == size.width, ground.picture.height == size.height { return ground.picture }
        let isKept = ground?.picture.width == size.width && ground?.picture.height == size.height
        let target = try isKept ? ground!.picture : renderer.device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], label: "names")
        var canvas = Canvas()
        canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(0, Double(size.height)), [Color(hex: 0x20263A), Color(hex: 0x0B0E17)])))
        let unit = Double(look.layout.width) / 200
        for index in names.indices {
            let border = index == look.marked ? max(1.5, 3 * unit) : 0
            let color = look.broken.contains(index) ? Color(hex: 0x99191A) : border > 0 ? Color(hex: 0xFFB84C) : .black
            canvas.saved { canvas in
                canvas.shadows = [Shadow(offset: Point(0, 3 * unit), blur: 10 * unit, color: Color(white: 0, alpha: 0.55))]
                canvas.fill(Path(roundedRectangle: look.layout.place(index).inset(dx: -border, dy: -border), cornerRadius: border), with: .color(color))
            }
        }
        for label in try labels() { canvas.draw(label.text, at: label.origin) }
        try renderer.draw(canvas, into: &encoder, target: target, clear: .black)
        ground = (target, look)
        return target
    }
}
