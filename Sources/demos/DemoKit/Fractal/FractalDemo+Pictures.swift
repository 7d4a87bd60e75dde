// The pictures of the demo fractal: the gallery, a growing drawing with toolbar and rules, and a drawing in three dimensions.

import Canvas
import Effects
import Foundation
import Raster
import Scenes2D

extension FractalDemo {
    static let toolbar = 72.0
    /// `discEnd` is the x coordinate of the right end of the disc that returns to the gallery. `rulesButton` is the width of the
    /// button at the right that shows the rules.
    static let discEnd = 96.0, rulesButton = 72.0

    /// Returns a canvas with a drawing on the background of the drawing's system. The drawing fills `area` or, if `area` is nil, the whole
    /// canvas.
    static func plate(_ drawing: FractalDrawing, _ size: Size, progress: Double = 1, in area: Rectangle? = nil) -> Canvas {
        var canvas = backdrop(drawing, size)
        let frame = area ?? Rectangle(x: 0, y: 0, width: size.width, height: size.height), inset = min(frame.width, frame.height) * 0.06
        drawing.draw(into: &canvas, in: frame.inset(dx: inset, dy: inset), progress: progress, hairline: min(size.height / 720, 1) * 0.9)
        return canvas
    }
    private static func backdrop(_ drawing: FractalDrawing, _ size: Size) -> Canvas {
        var canvas = Canvas()
        canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(0, size.height), drawing.system.background)))
        return canvas
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        size = (frame.target.width, frame.target.height)
        sprites.size = SIMD2(Float(size.width), Float(size.height))
        if let passage, frame.time - passage.time >= passage.transition.duration { self.passage = nil }
        if let passage {
            isStill = false
            let share = max(0, min((frame.time - passage.time) / passage.transition.duration, 1))
            let from = try drawGallery(frame.time, into: &encoder), to = try drawStage(frame.time, into: &encoder)
            return try passage.transition.draw(TransitionFrame(source: from, destination: to, target: frame.target,
                                                               progress: passage.opens ? share : 1 - share), into: &encoder)
        }
        if isOpen { recordMoment(at: frame.time) }
        let picture = try isOpen ? drawStage(frame.time, into: &encoder) : drawGallery(frame.time, into: &encoder)
        isStill = isOpen ? !isInSpace && !isDragging && frame.time >= quickUntil && progress(at: frame.time) == (progress ?? 1)
            : gallery?.timeUntilNextChange(at: frame.time) == nil
        encoder.render(to: frame.target, clear: .color(0, 0, 0, 1), label: "fractal") { pass in
            sprites.draw(picture, isOpaque: true, at: .zero, sprites.size, in: &pass, label: "picture")
        }
    }

    /// Draws the gallery into a texture of the frame's size.
    private func drawGallery(_ time: Double, into encoder: inout CommandEncoder) throws -> Texture {
        let target = try target(&overview, "gallery")
        guard let gallery else { preconditionFailure("only a gallery leads here") }
        // During a transition no tile is highlighted.
        try gallery.draw(size, isQuiet: passage != nil, at: time, into: &encoder, target: target)
        return target.picture
    }

    /// Lays out the rules, at the left of a wide picture and at the bottom of other pictures. Returns the part of the scene that
    /// the toolbar and the rules leave free for the drawing.
    private func layOut(_ extent: Size) -> Rectangle {
        let top = gallery == nil ? 0 : FractalDemo.toolbar
        var area = Rectangle(x: 0, y: top, width: extent.width, height: extent.height - top)
        guard editor != nil else { return area }
        if extent.width > extent.height * 1.2 {
            let wide = min(extent.width * 0.42, 560)
            editor?.layOut(in: Rectangle(x: 0, y: top, width: wide, height: area.height))
            area.x += wide
            area.width -= wide
        } else {
            let tall = area.height * 0.5
            editor?.layOut(in: Rectangle(x: 0, y: extent.height - tall, width: extent.width, height: tall))
            area.height = (editor?.frame.minY ?? area.maxY) - top
        }
        return area
    }
    /// Draws the filtered drawing with its toolbar and its rules into a texture of the frame's size.
    private func drawStage(_ time: Double, into encoder: inout CommandEncoder) throws -> Texture {
        let target = try target(&stage, "stage"), scale = Double(size.height) / FractalDemo.height
        let extent = Size(width: Double(size.width) / scale, height: FractalDemo.height)
        // The panel may have changed the Lindenmayer system, so the editor must show the new rules.
        if editor?.isHolding == false { editor?.show(system) }
        let area = layOut(extent), drawing = try currentDrawing(time), share = progress(at: time)
        let below = try self.target(&picture, "picture")
        if isInSpace {
            try renderer.draw(FractalDemo.backdrop(drawing, extent), into: &encoder, target: below, scale: scale, clear: .black)
            try drawBodies(drawing, share, time, in: area, scale, over: below, into: &encoder)
        } else {
            try renderer.draw(FractalDemo.plate(drawing, extent, progress: share, in: area), into: &encoder, target: below, scale: scale, clear: .black)
        }
        let filtered = try filters.apply(chain.filter(\.isOn).map(\.filter), to: below.picture, into: &encoder)
        encoder.render(to: target, clear: .color(0, 0, 0, 1), label: "stage") { pass in
            sprites.draw(filtered, at: .zero, sprites.size, in: &pass, label: "filtered")
        }
        if gallery != nil || editor != nil {
            var canvas = Canvas()
            if gallery != nil { try drawBar(extent.width, share, on: &canvas) }
            editor?.problem = ruleProblem
            try editor?.draw(on: &canvas)
            try renderer.draw(canvas, into: &encoder, target: target, scale: scale)
        }
        return target.picture
    }
    /// The maximum number of symbols in the word from which the drawing is made while the user edits rules. With a longer word, drawing
    /// would be slower than editing.
    private static let editedWord = 60_000
    /// Returns the system's drawing. While the user drags or edits, the drawing has less detail. If the system cannot be drawn,
    /// returns the last valid drawing.
    private func currentDrawing(_ time: Double) throws -> FractalDrawing {
        do {
            let drawing = if isDragging || time < quickUntil {
                try stages.drawing(of: system, largestWord: 20_000, until: Deadline(after: .milliseconds(25)))
            } else {
                try stages.drawing(of: system, largestWord: editor == nil ? nil : FractalDemo.editedWord)
            }
            (shown, ruleProblem) = (drawing, nil)
            return drawing
        } catch {
            guard let shown else { throw error }
            // The panel's font has no arrow, so `->` replaces the arrow.
            ruleProblem = "\(error)".replacingOccurrences(of: "→", with: "->")
            return shown
        }
    }
    /// Returns the bodies of a complete drawing. `fitted` keeps the last drawing and its bodies. If the drawing is unchanged, the kept
    /// bodies are returned.
    private func wholeBodies(of drawing: FractalDrawing) -> [FractalBody] {
        if let fitted, fitted.drawing.marks.count == drawing.marks.count, fitted.drawing.system == drawing.system,
           fitted.drawing.generation == drawing.generation {
            return fitted.bodies
        }
        let bodies = drawing.bodies()
        fitted = (drawing, bodies)
        return bodies
    }
    /// The rotation of the camera, which follows the pointer's offset from the middle of the picture. The rotation shows depth, because
    /// near and distant objects move by different amounts.
    private var parallax: (angle: Double, tilt: Double) {
        let place = pointer / SIMD2(Float(size.width), Float(size.height))
        guard !isDragging, !isEditing, place.x >= 0, place.x <= 1, place.y >= 0, place.y <= 1 else { return (0, 0) }
        return ((Double(place.x) - 0.5) * -0.5, (Double(place.y) - 0.5) * 0.3)
    }
    private func drawBodies(_ drawing: FractalDrawing, _ share: Double, _ time: Double, in area: Rectangle, _ scale: Double, over below: Framebuffer,
                            into encoder: inout CommandEncoder) throws {
        if bodies?.resolved.width != size.width || bodies?.resolved.height != size.height {
            bodies = (try device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], depth: .depth32Float, samples: 4, label: "bodies"),
                      try device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], label: "bodies"))
        }
        guard let bodies, let from = bodies.samples.color[0], let to = bodies.resolved.color[0] else { return }
        let whole = wholeBodies(of: drawing), marks = share >= 1 ? whole : drawing.bodies(progress: share),
            fog = drawing.system.background[drawing.system.background.count / 2]
        let view = Viewport(x: Float(area.x * scale), y: Float(Double(size.height) - area.maxY * scale), width: max(1, Float(area.width * scale)),
                            height: max(1, Float(area.height * scale)))
        let camera = FractalCamera(fitting: whole, tilt: orbit.tilt + parallax.tilt, aspect: Double(view.width / view.height))
        try encoder.render(to: bodies.samples, clear: .color(0, 0, 0, 0), label: "bodies") { pass in
            pass.setViewport(view)
            try space.draw(marks, from: camera, angle: orbit.angle + parallax.angle + time * 0.45, fog: fog, in: &pass)
        }
        encoder.resolve(from, to: to)
        encoder.render(to: below, label: "bodies") { pass in sprites.draw(bodies.resolved.picture, at: .zero, sprites.size, in: &pass, label: "bodies") }
    }
    /// Returns the rectangle of the toolbar's bar that shows the progress of the drawing.
    static func track(_ width: Double) -> Rectangle { Rectangle(x: 110, y: 42, width: max(width - 110 - FractalDemo.rulesButton - 20, 1), height: 8) }
    /// Draws the toolbar: a disc that returns to the gallery, the name, the progress of the drawing, and a tile that shows the
    /// rules.
    private func drawBar(_ width: Double, _ share: Double, on canvas: inout Canvas) throws {
        canvas.fill(Path(rectangle: Rectangle(x: 0, y: 0, width: width, height: FractalDemo.toolbar)), with: .color(Color(hex: 0x0E1422, alpha: 0.86)))
        canvas.fill(Path(rectangle: Rectangle(x: 0, y: FractalDemo.toolbar - 2, width: width, height: 2)), with: .color(Color(hex: 0x56CCF2, alpha: 0.7)))
        canvas.fill(Path(circleAt: Point(48, 35), radius: 20), with: .color(Color(hex: 0x56CCF2)))
        canvas.stroke(Path(polygon: [Point(52, 26), Point(43, 35), Point(52, 44)], isClosed: false), with: .color(.white),
                      style: StrokeStyle(width: 4, cap: .round, join: .round))
        if let font {
            let name = try TextLayout(system.name, font: font, size: 18, paint: .color(Color(white: 1, alpha: 0.92)))
            canvas.draw(name, at: Point(110, 10))
        }
        let track = FractalDemo.track(width)
        canvas.fill(Path(roundedRectangle: track, cornerRadius: 4), with: .color(Color(white: 1, alpha: 0.16)))
        var done = track
        done.width = max(track.width * share, 8)
        canvas.fill(Path(roundedRectangle: done, cornerRadius: 4),
                    with: .gradient(.linear(from: Point(track.minX, 0), to: Point(track.maxX, 0), system.palette)))
        canvas.fill(Path(circleAt: Point(track.minX + track.width * share, track.center.y), radius: 9), with: .color(.white))
        // Draws the button's symbol: three small tiles, like the tiles of the rules.
        let isLit = editor != nil, corner = Point(width - FractalDemo.rulesButton + 14, 17)
        for (index, color) in [Color(hex: 0x2F80ED), Color(hex: 0xE07A1F), Color(hex: 0x3B9B4F)].enumerated() {
            let place = Rectangle(x: corner.x + Double(index % 2) * 20, y: corner.y + Double(index / 2) * 20, width: 17, height: 17)
            canvas.fill(Path(roundedRectangle: place, cornerRadius: 4), with: .color(color.withAlpha(isLit ? 1 : 0.75)))
        }
        let free = Rectangle(x: corner.x + 20, y: corner.y + 20, width: 17, height: 17).inset(dx: 1, dy: 1)
        canvas.stroke(Path(roundedRectangle: free, cornerRadius: 3), with: .color(Color(white: 1, alpha: isLit ? 1 : 0.6)), style: StrokeStyle(width: 1.6))
    }

    private func target(_ kept: inout Framebuffer?, _ label: String) throws -> Framebuffer {
        if let kept, kept.width == size.width, kept.height == size.height { return kept }
        let new = try device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], label: label)
        kept = new
        return new
    }
}
