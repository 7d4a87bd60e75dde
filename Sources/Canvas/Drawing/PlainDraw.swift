/// A shape in one colour, without clip and shadows, in a blend mode that changes only the covered pixels.
///
/// The value holds no references, so the renderer can inspect thousands of small shapes without reference counting, which would
/// take longer than drawing them.
struct PlainDraw {
    let path: PathIdentity
    let rule: FillRule
    let color: Color
    let alpha: Double
    let mode: BlendMode

    /// Creates the plain shape of a draw; nil if the draw is not a plain shape.
    init?(_ shape: CanvasDraw.Shape, _ paint: Paint, _ state: CanvasState) {
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

/// The identity of a drawn path: the storage of the path's elements, and the stroke. The storage is unique as long as the path is
/// kept.
struct PathIdentity: Hashable {
    let address: Int, count: Int
    /// The stroke; nil if the path is filled.
    let stroke: Stroke?

    /// A solid stroke that is not a hairline.
    struct Stroke: Hashable {
        let width: Double, miterLimit: Double
        let cap: StrokeStyle.Cap, join: StrokeStyle.Join

        /// Creates the stroke of a style; nil if the stroke is dashed or a hairline.
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
    /// The address of the elements. Copies of a path share one address. After the path is released, another path may get the same
    /// address.
    var storageAddress: Int { elements.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
}
