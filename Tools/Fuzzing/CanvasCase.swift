// CanvasCase: frames of canvas drawing as values. The calls may have any order and any numbers.

import Canvas
import Raster
import SeededRandom
import TestSupport

package struct CanvasCase: FuzzCase {
    /// One call on a canvas, or a call with a closure and the calls in this closure.
    indirect enum Step: Sendable, Hashable {
        case fill(Path, FillRule, Paint)
        case stroke(Path, StrokeStyle, Paint)
        case fillEverything(Paint)
        case text(String, size: Double, at: Point, Paint)
        case glyphs([UInt32], size: Double, at: [Point], Paint)
        case image(Image, Rectangle, isSmooth: Bool)
        case concatenate(AffineTransform), setTransform(AffineTransform), rotate(Double)
        case alpha(Double), blendMode(BlendMode), shadows([Shadow])
        case clip(Path, FillRule)
        case save, restore, removeAll
        /// Draws a copy of the canvas, with its current contents, into the canvas itself.
        case drawItself
        case within(Block, [Step])
        /// `count` blocks, nested one inside the other, with the steps inside the innermost block.
        case nested(Block, count: Int, [Step])
    }
    enum Block: String, Sendable, Hashable, CaseIterable {
        /// `saved` and `layer`: calls of these methods. `savedThrows` and `layerThrows`: the same calls with a body that throws at its end.
        /// `canvas`: drawing another canvas.
        case saved, layer, savedThrows, layerThrows, canvas
        /// `save`: saves the canvas's state. `clip`: clips to the whole picture. The saved state and the clip end with the enclosing block.
        case save, clip
    }
    struct Frame: Sendable, Hashable {
        var steps: [Step] = []
        var scale = 1.0
        var x = 0, y = 0
        var clear: Color?
    }

    package let seed: UInt64
    var width = 64, height = 64
    /// A single renderer draws all frames, because a renderer keeps prepared paths from one frame to the next.
    var frames: [Frame] = []

    private static let font = Result { try Font(named: "DejaVu Sans") }

    package func outcome(on device: Device) -> FuzzOutcome {
        // The case is drawn on a small stack: a canvas must process nested blocks by loops, because recursion would crash on this stack.
        (try? onSmallStack { FuzzOutcome.collect { try draw(on: device, &$0) } }) ?? FuzzOutcome()
    }
    private func draw(on device: Device, _ outcome: inout FuzzOutcome) throws {
        let target = try device.makeFramebuffer(width: width, height: height), renderer = try CanvasRenderer(device: device), font = try Self.font.get()
        for (number, frame) in frames.enumerated() {
            var canvas = Canvas(), encoder = device.makeCommandEncoder()
            do {
                try Self.record(frame.steps, &canvas, font)
                try renderer.draw(canvas, into: &encoder, target: target, scale: frame.scale, origin: (frame.x, frame.y), clear: frame.clear)
                try device.submit(encoder)
            } catch let error as CanvasError {
                // If a renderer refuses the drawing, the message counts as a result: both renderers must refuse the drawing with the same message.
                outcome.parts.append(FuzzOutcome.Part(name: "refusal of frame \(number)", bytesPerTexel: 1, width: 1 << 20, bytes: Array("\(error)".utf8)))
            }
            try outcome.add(target.color[0]!.texture, name: "frame \(number)")
        }
    }

    private struct Thrown: Error {}
    private static func record(_ steps: [Step], _ canvas: inout Canvas, _ font: Font) throws {
        for step in steps {
            switch step {
            case .fill(let path, let rule, let paint): canvas.fill(path, with: paint, rule: rule)
            case .stroke(let path, let style, let paint): canvas.stroke(path, with: paint, style: style)
            case .fillEverything(let paint): canvas.fillEverything(with: paint)
            case .text(let text, let size, let point, let paint): try canvas.draw(text: text, at: point, font: font, size: size, paint: paint)
            case .glyphs(let ids, let size, let points, let paint):
                canvas.draw(GlyphRun(font: font, size: size, glyphs: zip(ids, points).map { GlyphRun.Glyph(id: $0, position: $1) }), with: paint)
            case .image(let image, let rectangle, let isSmooth): canvas.draw(image, in: rectangle, isSmooth: isSmooth)
            case .concatenate(let transform): canvas.concatenate(transform)
            case .setTransform(let transform): canvas.transform = transform
            case .rotate(let angle): canvas.rotate(angle)
            case .alpha(let alpha): canvas.alpha = alpha
            case .blendMode(let mode): canvas.blendMode = mode
            case .shadows(let shadows): canvas.shadows = shadows
            case .clip(let path, let rule): canvas.clip(to: path, rule: rule)
            case .save: canvas.save()
            case .restore: canvas.restore()
            case .removeAll: canvas.removeAll()
            case .drawItself:
                let copy = canvas
                canvas.draw(copy)
            case .within(let block, let steps): try record(block, &canvas) { try record(steps, &$0, font) }
            case .nested(let block, let count, let steps): try nest(block, count, &canvas) { try record(steps, &$0, font) }
            }
        }
    }
    private static func record(_ block: Block, _ canvas: inout Canvas, _ body: (inout Canvas) throws -> Void) throws {
        switch block {
        case .saved: try canvas.saved(body)
        case .layer: try canvas.layer(body)
        case .savedThrows: do { try canvas.saved { try body(&$0); throw Thrown() } } catch is Thrown {}
        case .layerThrows: do { try canvas.layer { try body(&$0); throw Thrown() } } catch is Thrown {}
        case .canvas:
            var other = Canvas()
            try body(&other)
            canvas.draw(other)
        case .save:
            canvas.save()
            try body(&canvas)
        case .clip:
            canvas.clip(to: everything)
            try body(&canvas)
        }
    }
    /// Nested closures need stack space, so the number of nested closures is small. Blocks without a closure can be nested many times.
    private static func nest(_ block: Block, _ count: Int, _ canvas: inout Canvas, _ body: (inout Canvas) throws -> Void) throws {
        switch block {
        case .save: for _ in 0..<count { canvas.save() }
        case .clip: for _ in 0..<count { canvas.clip(to: everything) }
        case .canvas:
            var inner = Canvas()
            try body(&inner)
            for _ in 0..<min(count, 80) {
                var outer = Canvas()
                // The alpha is below 1, so that the drawn canvas becomes a layer.
                outer.alpha = 0.5
                outer.draw(inner)
                inner = outer
            }
            return canvas.draw(inner)
        case .saved, .savedThrows, .layer, .layerThrows:
            guard count > 0 else { return try body(&canvas) }
            return try record(block, &canvas) { try nest(block, min(count, 80) - 1, &$0, body) }
        }
        try body(&canvas)
    }
    /// A rectangle that contains the whole picture. The lower right corner of the rectangle is inside of a pixel, so each clip needs a mask.
    private static let everything = Path(rectangle: Rectangle(x: -9, y: -9, width: 200.5, height: 200.5))
}
