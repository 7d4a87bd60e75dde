// Makes smaller canvases: without some steps, without the scopes around steps, and with simpler paths, paints and numbers.

import Canvas
import Raster

extension CanvasCase {
    package var reductions: [CanvasCase] {
        var result: [CanvasCase] = []
        func add(_ change: (inout CanvasCase) -> Void) {
            var copy = self
            change(&copy)
            if copy != self { result.append(copy) }
        }
        for i in frames.indices where frames.count > 1 { add { $0.frames.remove(at: i) } }
        for i in frames.indices {
            for steps in Step.reductions(of: frames[i].steps) { add { $0.frames[i].steps = steps } }
            add { $0.frames[i].scale = 1 }
            add { $0.frames[i].x = 0 }
            add { $0.frames[i].y = 0 }
            add { $0.frames[i].clear = .white }
        }
        add { $0.width = 64; $0.height = 64 }
        add { $0.width = 16; $0.height = 16 }
        return result
    }
}

extension CanvasCase.Step {
    /// Returns smaller lists: lists that lack a half, a quarter or a smaller part of the steps, and lists with one reduced step.
    static func reductions(of steps: [Self]) -> [[Self]] {
        var result: [[Self]] = []
        var size = steps.count
        while size > 0 {
            for start in stride(from: 0, to: steps.count, by: size) {
                var less = steps
                less.removeSubrange(start..<min(start + size, steps.count))
                result.append(less)
            }
            size /= 2
        }
        for i in steps.indices {
            for other in steps[i].replacements { result.append(Array(steps[..<i]) + other + steps[(i + 1)...]) }
        }
        return result
    }

    /// The simpler steps that may replace this step.
    private var replacements: [[Self]] {
        switch self {
        case .within(let block, let steps): return [steps] + Self.reductions(of: steps).map { [.within(block, $0)] }
        case .nested(let block, let count, let steps):
            let fewer = count > 1 ? [[Self.nested(block, count: count / 2, steps)], [.nested(block, count: count - 1, steps)]] : [[.within(block, steps)]]
            return [steps] + fewer + Self.reductions(of: steps).map { [.nested(block, count: count, $0)] }
        case .fill(let path, let rule, let paint):
            return paint.plainer.map { [.fill(path, rule, $0)] } + path.smaller.map { [.fill($0, rule, paint)] }
        case .stroke(let path, let style, let paint):
            return [[.fill(path, .nonZero, paint)]] + paint.plainer.map { [.stroke(path, style, $0)] } + path.smaller.map { [.stroke($0, style, paint)] }
                + (style == StrokeStyle(width: style.width) ? [] : [[.stroke(path, StrokeStyle(width: style.width), paint)]])
        case .fillEverything(let paint): return paint.plainer.map { [.fillEverything($0)] }
        case .clip(let path, let rule): return path.smaller.map { [.clip($0, rule)] }
        case .text(let text, let size, let point, let paint): return paint.plainer.map { [.text(text, size: size, at: point, $0)] }
        case .glyphs(let ids, let size, let points, let paint):
            return paint.plainer.map { [.glyphs(ids, size: size, at: points, $0)] }
                + ids.indices.map { [.glyphs(Array(ids[..<$0] + ids[($0 + 1)...]), size: size, at: Array(points[..<$0] + points[($0 + 1)...]), paint)] }
        case .shadows(let shadows): return shadows.indices.map { i in [.shadows([shadows[i]])] }.filter { $0 != [self] }
        default: return []
        }
    }
}

extension Paint {
    fileprivate var plainer: [Paint] { self == .color(.black) ? [] : [.color(.black)] }
}

extension Path {
    /// Smaller paths: paths without one element of this path, and paths with whole numbers.
    fileprivate var smaller: [Path] {
        var result = elements.count > 1 ? elements.indices.map { i in Path(Array(elements[..<i] + elements[(i + 1)...])) } : []
        func rounded(_ p: Point) -> Point { p.rounded(.toNearestOrEven) }
        result.append(Path(elements.map { element in
            switch element {
            case .move(let to): .move(to: rounded(to))
            case .line(let to): .line(to: rounded(to))
            case .quadratic(let control, let to): .quadratic(control: rounded(control), to: rounded(to))
            case .cubic(let first, let second, let to): .cubic(control1: rounded(first), control2: rounded(second), to: rounded(to))
            case .close: .close
            }
        }))
        return result.filter { $0 != self }
    }
}
