public import Raster

/// Records a drawing: paths, text and pictures, with transforms, clips, layers and shadows. A value: it can be made on any thread, kept, and drawn often.
///
///     var canvas = Canvas()
///     canvas.fill(Path(ovalIn: Rectangle(x: 10, y: 10, width: 80, height: 60)), with: .color(Color(hex: 0xFF7A18)))
///     try renderer.draw(canvas, into: &encoder, target: framebuffer, scale: 2)
///
/// User space has its origin at the upper left, x to the right and y down, in points, as in UIKit and HTML's canvas. `CanvasRenderer` draws what was recorded.
public struct Canvas: Sendable {
    private var recorded: [CanvasCommand] = []
    /// Layers in `recorded` that have not ended. A copy of the canvas that is made within `layer` has some.
    private var openLayers = 0
    private var current = State()
    private var saved: [State] = []

    private struct State: Sendable {
        var transform = AffineTransform.identity
        var draw = DrawState()
    }

    /// A canvas on which nothing is drawn.
    public init() {}
    /// Forgets all drawing and all state. Within `layer`, it forgets the layer too: later drawing belongs to no layer.
    public mutating func removeAll() { self = Canvas() }

    /// The recorded commands; each layer that begins here also ends here.
    package var commands: [CanvasCommand] { openLayers == 0 ? recorded : recorded + repeatElement(.endLayer, count: openLayers) }

    // MARK: State

    /// From user space to base space.
    public var transform: AffineTransform {
        get { current.transform }
        set { current.transform = newValue }
    }
    /// Multiplies the alpha of what is drawn; 1 at first.
    public var alpha: Double {
        get { current.draw.alpha }
        set { current.draw.alpha = newValue }
    }
    /// How colours meet what is there; `sourceOver` at first.
    public var blendMode: BlendMode {
        get { current.draw.blendMode }
        set { current.draw.blendMode = newValue }
    }
    /// Shadows of what is drawn from now on; none at first.
    public var shadows: [Shadow] {
        get { current.draw.shadows }
        set { current.draw.shadows = newValue }
    }
    /// Keeps the state (transform, clip, alpha, blend mode, shadows) for `restore`.
    public mutating func save() { saved.append(current) }
    /// Returns to the state of the matching `save`; nothing happens without one. A `restore` within `saved` or `layer` matches no `save` outside of them.
    public mutating func restore() { if let state = saved.popLast() { current = state } }
    /// Draws with a state that is forgotten afterwards, whatever `body` saves, restores or removes.
    public mutating func saved<E: Error>(_ body: (inout Canvas) throws(E) -> Void) throws(E) {
        // The outer states are out of the body's reach, whose saves begin a list of their own.
        let state = current
        var outer: [State] = []
        swap(&outer, &saved)
        defer { current = state; saved = outer }
        try body(&self)
    }
    /// Applies a transform before the present one.
    public mutating func concatenate(_ transform: AffineTransform) { current.transform = current.transform * transform }
    /// Moves the origin, in points of user space.
    public mutating func translate(_ x: Double, _ y: Double) { concatenate(.translation(x, y)) }
    /// Scales user space about its origin.
    public mutating func scale(_ x: Double, _ y: Double) { concatenate(.scale(x, y)) }
    /// Turns user space about its origin, in radians, clockwise on the screen.
    public mutating func rotate(_ angle: Double) { concatenate(.rotation(angle)) }
    /// From now on only what lies inside of the path is drawn, with soft edges; clips narrow each other.
    ///
    /// Up to 256 clips may narrow each other. `CanvasRenderer.draw` refuses drawing under more of them with `CanvasError.Code.limitExceeded`.
    public mutating func clip(to path: Path, rule: FillRule = .nonZero) {
        current.draw.clip = Clip.narrowing(current.draw.clip, path: path, rule: rule, transform: current.transform)
    }

    // MARK: Drawing

    /// Fills a path.
    public mutating func fill(_ path: Path, with paint: Paint, rule: FillRule = .nonZero) { add(.fill(path, rule), paint) }
    /// Strokes a path.
    public mutating func stroke(_ path: Path, with paint: Paint, style: StrokeStyle = StrokeStyle()) { add(.stroke(path, style), paint) }
    /// Fills everything that the clip leaves.
    public mutating func fillEverything(with paint: Paint) { add(.everything, paint) }
    /// Draws glyphs whose positions are relative to the origin of user space.
    public mutating func draw(_ glyphs: GlyphRun, with paint: Paint) { add(.glyphs(glyphs), paint) }
    /// Draws a picture (straight alpha) into a rectangle.
    public mutating func draw(_ image: Image, in rectangle: Rectangle, isSmooth: Bool = true) {
        add(.image(image, in: rectangle, isSmooth: isSmooth), .color(.black))
    }
    /// Draws another canvas' drawing under the present transform, clip, alpha, blend mode and shadows, as one layer where any of the latter three is set.
    public mutating func draw(_ other: Canvas) {
        let state = current.draw, transform = current.transform
        let needsLayer = state.alpha != 1 || state.blendMode != .sourceOver || !state.shadows.isEmpty
        if needsLayer { recorded.append(.beginLayer(state)) }
        var clips = MovedClips(transform: transform, outer: needsLayer ? nil : state.clip)
        for command in other.commands {
            switch command {
            case .draw(let draw):
                var state = draw.state
                state.clip = clips.moved(state.clip)
                recorded.append(.draw(CanvasDraw(shape: draw.shape, paint: draw.paint, transform: transform * draw.transform, state: state)))
            case .beginLayer(var layer):
                layer.clip = clips.moved(layer.clip)
                recorded.append(.beginLayer(layer))
            case .endLayer:
                recorded.append(.endLayer)
            }
        }
        if needsLayer { recorded.append(.endLayer) }
    }
    /// Draws `body` into a transparent layer and composes it as one picture under the present alpha, blend mode, clip and shadows. Inside, these begin anew.
    ///
    /// Up to 64 layers may lie within each other; a canvas with more is refused with `CanvasError.Code.limitExceeded` by `CanvasRenderer.draw`.
    public mutating func layer<E: Error>(_ body: (inout Canvas) throws(E) -> Void) throws(E) {
        let depth = openLayers
        recorded.append(.beginLayer(current.draw))
        openLayers += 1
        defer {
            // The body may have put another canvas in this one's place, whose layers are counted as well.
            while openLayers > depth { recorded.append(.endLayer); openLayers -= 1 }
        }
        try saved { canvas throws(E) in
            canvas.current.draw = DrawState()
            try body(&canvas)
        }
    }

    private mutating func add(_ shape: CanvasDraw.Shape, _ paint: Paint) {
        recorded.append(.draw(CanvasDraw(shape: shape, paint: paint, transform: current.transform, state: current.draw)))
    }
}
