/// A shape of one colour, without clip and shadows, in a mode that changes what it covers alone.
///
/// It holds no references, so that thousands of small shapes are looked through without counting any: that would take longer than to draw them.
struct PlainDraw {
    let path: PathIdentity
    let rule: FillRule
    let color: Color
    let alpha: Double
    let mode: BlendMode

    /// nil for other draws.
    init?(_ shape: CanvasDraw.Shape, _ paint: Paint, _ state: DrawState) {
        guard case .color(let color) = paint, state.clip == nil, state.shadows.isEmpty, PlainDraw.isPlain(state.blendMode) else { return nil }
        switch shape {
        case .fill(let path, let rule): (self.path, self.rule) = (PathIdentity(path), rule)
        case .stroke(let path, let style):
            guard let stroke = PathIdentity.Stroke(style) else { return nil }
            (self.path, rule) = (PathIdentity(path, stroke), .nonZero)
        case .glyphs, .image, .everything: return nil
        }
        self.color = color; alpha = state.alpha; mode = state.blendMode
    }
    private static func isPlain(_ mode: BlendMode) -> Bool {
        switch mode {
        case .sourceOver, .plus, .screen, .multiply, .destinationOver, .destinationOut, .sourceAtop, .xor, .exclusion: true
        default: false
        }
    }
}

/// A path by the storage of its elements, which names it as long as the path is kept, and how it is stroked.
struct PathIdentity: Hashable {
    let address: Int, count: Int
    /// nil fills.
    let stroke: Stroke?

    /// A stroke that is neither dashed nor a hairline.
    struct Stroke: Hashable {
        let width: Double, miterLimit: Double
        let cap: StrokeStyle.Cap, join: StrokeStyle.Join

        /// nil for other strokes.
        init?(_ style: StrokeStyle) {
            guard style.width > 0, style.width.isFinite, style.dashes.isEmpty, style.dashPhase == 0 else { return nil }
            width = style.width; miterLimit = style.miterLimit; cap = style.cap; join = style.join
        }
        var style: StrokeStyle { StrokeStyle(width: width, cap: cap, join: join, miterLimit: miterLimit) }
    }

    init(_ path: Path, _ stroke: Stroke? = nil) {
        address = path.storageAddress; count = path.elements.count
        self.stroke = stroke
    }
}

extension Path {
    /// Where the elements lie. Copies of a path have one address; another path may get it once the path is gone.
    var storageAddress: Int { elements.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
}
