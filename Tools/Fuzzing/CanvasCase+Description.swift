// Writes a CanvasCase as Swift code, which can be pasted into a program with a device.

import Canvas
import Raster

extension CanvasCase {
    package var description: String {
        var lines = ["// canvas \(seed)", "struct Thrown: Error {}", "let font = try Font(named: \"DejaVu Sans\")",
                     "let renderer = try CanvasRenderer(device: device)",
                     "let target = try device.makeFramebuffer(width: \(width), height: \(height))"]
        for frame in frames {
            lines.append("do {")
            lines += ["var canvas = Canvas(), encoder = device.makeCommandEncoder()"] + frame.steps.flatMap(\.lines)
            lines.append("try renderer.draw(canvas, into: &encoder, target: target, scale: \(code(frame.scale)), origin: (\(frame.x), \(frame.y)), clear: \(frame.clear.map(code) ?? "nil"))")
            lines += ["try device.submit(encoder)", "} catch let error as CanvasError { print(error) }"]
        }
        return lines.joined(separator: "\n")
    }
}

private func code(_ number: Double) -> String { number.isNaN ? ".nan" : number.isInfinite ? number < 0 ? "-.infinity" : ".infinity" : "\(number)" }
private func code(_ p: Point) -> String { "Point(\(code(p.x)), \(code(p.y)))" }
private func code(_ c: Color) -> String { "Color(\(code(c.red)), \(code(c.green)), \(code(c.blue)), \(code(c.alpha)))" }
private func code(_ t: AffineTransform) -> String {
    "AffineTransform(a: \(code(t.a)), b: \(code(t.b)), c: \(code(t.c)), d: \(code(t.d)), tx: \(code(t.tx)), ty: \(code(t.ty)))"
}
private func code(_ image: Image) -> String { "Image(width: \(image.width), height: \(image.height), bytes: \(image.bytes))" }
private func code(_ path: Path) -> String {
    let elements = path.elements.map { element in
        switch element {
        case .move(let to): ".move(to: \(code(to)))"
        case .line(let to): ".line(to: \(code(to)))"
        case .quadratic(let control, let to): ".quadratic(control: \(code(control)), to: \(code(to)))"
        case .cubic(let first, let second, let to): ".cubic(control1: \(code(first)), control2: \(code(second)), to: \(code(to)))"
        case .close: ".close"
        }
    }
    return "Path([\(elements.joined(separator: ", "))])"
}
private func code(_ style: StrokeStyle) -> String {
    "StrokeStyle(width: \(code(style.width)), cap: .\(style.cap), join: .\(style.join), miterLimit: \(code(style.miterLimit)), dashes: [\(style.dashes.map(code).joined(separator: ", "))], dashPhase: \(code(style.dashPhase)))"
}
private func code(_ paint: Paint) -> String {
    switch paint {
    case .color(let color): return ".color(\(code(color)))"
    case .gradient(let gradient):
        let geometry = switch gradient.geometry {
        case .linear(let from, let to): ".linear(from: \(code(from)), to: \(code(to)))"
        case .radial(let start, let first, let end, let second):
            ".radial(startCenter: \(code(start)), startRadius: \(code(first)), endCenter: \(code(end)), endRadius: \(code(second)))"
        case .conic(let center, let angle): ".conic(center: \(code(center)), startAngle: \(code(angle)))"
        }
        let stops = gradient.stops.map { "Gradient.Stop(\(code($0.offset)), \(code($0.color)))" }
        return ".gradient(Gradient(\(geometry), stops: [\(stops.joined(separator: ", "))], spread: .\(gradient.spread)))"
    case .pattern(let pattern):
        return ".pattern(ImagePattern(\(code(pattern.image)), transform: \(code(pattern.transform)), tiling: .\(pattern.tiling), isSmooth: \(pattern.isSmooth)))"
    }
}

extension CanvasCase.Block {
    /// The lines of code before and after the inner steps.
    fileprivate var ends: (before: [String], after: [String]) {
        switch self {
        case .saved: (["try canvas.saved { canvas in"], ["}"])
        case .layer: (["try canvas.layer { canvas in"], ["}"])
        case .savedThrows: (["try? canvas.saved { canvas in"], ["throw Thrown()", "}"])
        case .layerThrows: (["try? canvas.layer { canvas in"], ["throw Thrown()", "}"])
        case .canvas: (["canvas.draw(try {", "var canvas = Canvas()"], ["return canvas", "}())"])
        case .save: (["canvas.save()"], [])
        case .clip: (["canvas.clip(to: Rectangle(x: -9, y: -9, width: 200.5, height: 200.5))"], [])
        }
    }
}

extension CanvasCase.Step {
    fileprivate var lines: [String] {
        switch self {
        case .fill(let path, let rule, let paint): ["canvas.fill(\(code(path)), with: \(code(paint)), rule: .\(rule))"]
        case .stroke(let path, let style, let paint): ["canvas.stroke(\(code(path)), with: \(code(paint)), style: \(code(style)))"]
        case .fillEverything(let paint): ["canvas.fillEverything(with: \(code(paint)))"]
        case .text(let words, let size, let point, let paint):
            ["try canvas.draw(text: \(words.debugDescription), at: \(code(point)), font: font, size: \(code(size)), paint: \(code(paint)))"]
        case .glyphs(let ids, let size, let points, let paint):
            ["canvas.draw(GlyphRun(font: font, size: \(code(size)), glyphs: [\(zip(ids, points).map { "GlyphRun.Glyph(id: \($0), position: \(code($1)))" }.joined(separator: ", "))]), with: \(code(paint)))"]
        case .image(let image, let r, let isSmooth):
            ["canvas.draw(\(code(image)), in: Rectangle(x: \(code(r.x)), y: \(code(r.y)), width: \(code(r.width)), height: \(code(r.height))), isSmooth: \(isSmooth))"]
        case .concatenate(let transform): ["canvas.concatenate(\(code(transform)))"]
        case .setTransform(let transform): ["canvas.transform = \(code(transform))"]
        case .rotate(let angle): ["canvas.rotate(\(code(angle)))"]
        case .alpha(let alpha): ["canvas.alpha = \(code(alpha))"]
        case .blendMode(let mode): ["canvas.blendMode = .\(mode)"]
        case .shadows(let shadows):
            ["canvas.shadows = [\(shadows.map { "Shadow(.\($0.kind), offset: \(code($0.offset)), blur: \(code($0.blur)), color: \(code($0.color)))" }.joined(separator: ", "))]"]
        case .clip(let path, let rule): ["canvas.clip(to: \(code(path)), rule: .\(rule))"]
        case .save: ["canvas.save()"]
        case .restore: ["canvas.restore()"]
        case .removeAll: ["canvas.removeAll()"]
        case .drawItself: ["do { let copy = canvas; canvas.draw(copy) }"]
        case .within(let block, let steps): block.ends.before + steps.flatMap(\.lines) + block.ends.after
        case .nested(let block, let count, let steps):
            ["// \(count) times, one within the other:"] + block.ends.before + steps.flatMap(\.lines) + block.ends.after
        }
    }
}
