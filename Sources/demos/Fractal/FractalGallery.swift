// FractalGallery: the systems as small pictures in rows, drawn once for each size.

import Canvas
import Raster
import Scenes2D

final class FractalGallery {
    let systems: [LSystem]
    private var thumbnails: [Framebuffer] = []

    init(systems: [LSystem]) { self.systems = systems }

    private func layout(_ size: (width: Int, height: Int)) -> SeguesDemo.Layout { SeguesDemo.Layout(count: systems.count, size) }
    func index(at point: SIMD2<Float>, _ size: (width: Int, height: Int)) -> Int? { layout(size).index(at: point) }
    /// A thumbnail's place in shares of the picture, y upwards.
    func share(of index: Int, _ size: (width: Int, height: Int)) -> (x: Float, y: Float, width: Float, height: Float) {
        let place = layout(size).place(index), width = Float(size.width), height = Float(size.height)
        let x = max(0, Float(place.x) / width), y = max(0, Float(place.y) / height)
        return (x, y, min(Float(place.width) / width, 1 - x), min(Float(place.height) / height, 1 - y))
    }

    func draw(_ size: (width: Int, height: Int), hovered: Int?, renderer: CanvasRenderer, sprites: inout SpritePass, into encoder: inout CommandEncoder, target: Framebuffer) throws {
        let layout = layout(size)
        if thumbnails.first?.width != layout.width || thumbnails.first?.height != layout.height { thumbnails = try drawThumbnails(layout, renderer, into: &encoder) }
        let scale = Double(size.height) / FractalDemo.height
        var canvas = Canvas()
        canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(0, FractalDemo.height), [Color(hex: 0x20263A), Color(hex: 0x0B0E17)])))
        for index in systems.indices {
            let place = layout.place(index), border = index == hovered ? 4.0 : 0
            let frame = Rectangle(x: Double(place.x) / scale, y: Double(size.height - place.y - place.height) / scale, width: Double(place.width) / scale, height: Double(place.height) / scale)
            canvas.shadows = [Shadow(offset: Point(0, 3), blur: 10, color: Color(white: 0, alpha: 0.55))]
            canvas.fill(Path(roundedRectangle: frame.inset(dx: -border, dy: -border), cornerRadius: border), with: .color(border > 0 ? Color(hex: 0xFFB84C) : .black))
        }
        try renderer.draw(canvas, into: &encoder, target: target, scale: scale, clear: .black)
        encoder.render(to: target, label: "gallery") { pass in
            for (index, thumbnail) in thumbnails.enumerated() {
                let place = layout.place(index)
                sprites.draw(FractalDemo.texture(of: thumbnail), isOpaque: true, at: SIMD2(Float(place.x), Float(place.y)), SIMD2(Float(place.width), Float(place.height)), in: &pass, label: systems[index].name)
            }
        }
    }
    private func drawThumbnails(_ layout: SeguesDemo.Layout, _ renderer: CanvasRenderer, into encoder: inout CommandEncoder) throws -> [Framebuffer] {
        try systems.map { system in
            let target = try renderer.device.makeFramebuffer(width: layout.width, height: layout.height, color: [.rgba8], label: system.name)
            var stages = FractalStages()
            // Finer than a thumbnail's pixels shows nothing.
            let drawing = try stages.drawing(of: system, largestWord: 40_000)
            let scale = Double(layout.height) / 240
            try renderer.draw(FractalDemo.plate(drawing, Size(width: Double(layout.width) / scale, height: 240)), into: &encoder, target: target, scale: scale, clear: .black)
            return target
        }
    }
}
