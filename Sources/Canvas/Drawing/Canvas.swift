public import Raster

/// A recording of a drawing: paths, text and pictures, with transforms, clips, layers and shadows. A canvas is a value: it can be
/// made on any thread, kept, and drawn repeatedly.
///
///     var canvas = Canvas()
///     canvas.fill(Path(ovalIn: Rectangle(x: 10, y: 10, width: 80, height: 60)), with: .color(Color(hex: 0xFF7A18)))
///     try renderer.draw(canvas, into: &encoder, target: framebuffer, scale: 2)
///
/// User space has its origin at the upper left, x to the right and y down, in points, as in UIKit and HTML's canvas.
/// `CanvasRenderer` draws the recording.
public struct Canvas: Sendable {
    private var recorded: [CanvasCommand] = []
    /// The number of layers in `recorded` that have not ended. The number is above 0 within the body of `layer`, and in a copy of
    /// the canvas that is made within this body.
    private var openLayers = 0
    private var current = State()
    private var saved: [State] = []

    private struct State: Sendable {
        var transform = AffineTransform.identity
        var draw = CanvasState()
    }

    /// Creates an empty canvas.
    public init() {}
    /// Removes all drawing and all state. Within `layer`, this call removes the layer too: later drawing belongs to no layer.
    public mutating func removeAll() { self = Canvas() }

    /// The recorded commands, followed by an end for each open layer.
    package var commands: [CanvasCommand] { openLayers == 0 ? recorded : recorded + repeatElement(.endLayer, count: openLayers) }

    // MARK: State

    /// The transform from user space to base space.
    public var transform: AffineTransform {
        get { current.transform }
        set { current.transform = newValue }
    }
    /// The factor that multiplies the alpha of later drawing; initially 1.
    public var alpha: Double {
        get { current.draw.alpha }
        set { current.draw.alpha = newValue }
    }
    /// The blend mode of later drawing; initially `sourceOver`.
    public var blendMode: BlendMode {
        get { current.draw.blendMode }
        set { current.draw.blendMode = newValue }
    }
    /// The shadows of later drawing; initially none.
    public var shadows: [Shadow] {
        get { current.draw.shadows }
        set { current.draw.shadows = newValue }
    }
    /// Saves the state (transform, clip, alpha, blend mode, shadows) for `restore`.
    public mutating func save() { saved.append(current) }
    /// Restores the state of the matching `save`; does nothing if no `save` matches. A `restore` within `saved` or `layer` does
    /// not match a `save` outside.
    public mutating func restore() { if let state = saved.popLast() { current = state } }
    /// Runs `body`, and restores the state afterwards. The restored state does not depend on the states that `body` saves, restores or removes.
    public mutating func saved<E: Error>(_ body: (inout Canvas) throws(E) -> Void) throws(E) {
        // The body's saves go into a separate list, so the body cannot restore the outer states.
        let state = current
        var outer: [State] = []
        swap(&outer, &saved)
        defer { current = state; saved = outer }
        try body(&self)
    }
    /// Adds a transform, which is applied to points before the current transform.
    public mutating func concatenate(_ transform: AffineTransform) { current.transform = current.transform * transform }
    /// Moves the origin, in points of user space.
    public mutating func translate(_ x: Double, _ y: Double) { concatenate(.translation(x, y)) }
    /// Scales user space about its origin.
    public mutating func scale(_ x: Double, _ y: Double) { concatenate(.scale(x, y)) }
    /// Rotates user space about its origin, in radians, clockwise on the screen.
    public mutating func rotate(_ angle: Double) { concatenate(.rotation(angle)) }
    /// Limits later drawing to the inside of the path, with antialiased edges. Each new clip narrows the area that the previous clips leave.
    ///
    /// Up to 256 clips can be nested. `CanvasRenderer.draw` refuses to draw under more clips, with
    /// `CanvasError.Code.limitExceeded`.
    public mutating func clip(to path: Path, rule: FillRule = .nonZero) {
        current.draw.clip = Clip.narrowing(current.draw.clip, path: path, rule: rule, transform: current.transform)
    }

    // MARK: Drawing

    /// Fills a path.
    public mutating func fill(_ path: Path, with paint: Paint, rule: FillRule = .nonZero) { add(.fill(path, rule), paint) }
    /// Strokes a path.
    public mutating func stroke(_ path: Path, with paint: Paint, style: StrokeStyle = StrokeStyle()) { add(.stroke(path, style), paint) }
    /// Fills the whole area within the clip.
    public mutating func fillEverything(with paint: Paint) { add(.everything, paint) }
    /// Draws glyphs whose positions are relative to the origin of user space.
    public mutating func draw(_ glyphs: GlyphRun, with paint: Paint) { add(.glyphs(glyphs), paint) }
    /// Draws a picture (straight alpha) into a rectangle.
    public mutating func draw(_ image: Image, in rectangle: Rectangle, isSmooth: Bool = true) {
        add(.image(image, in: rectangle, isSmooth: isSmooth), .color(.black))
    }
    /// Draws the contents of another canvas under the current transform, clip, alpha, blend mode and shadows. If alpha, blend mode
    /// or shadows are set, the contents are composed as one layer.
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
    /// Draws `body` into a transparent layer and composes the layer as one picture under the current alpha, blend mode, clip and
    /// shadows. Inside `body`, alpha, blend mode, clip and shadows start with their defaults.
    ///
    /// Up to 64 layers can be nested. `CanvasRenderer.draw` refuses a canvas with more than 64 nested layers, with `CanvasError.Code.limitExceeded`.
    public mutating func layer<E: Error>(_ body: (inout Canvas) throws(E) -> Void) throws(E) {
        let depth = openLayers
        recorded.append(.beginLayer(current.draw))
        openLayers += 1
        defer {
            // The body may have replaced this canvas by another canvas with open layers. The layers that are open in the new canvas must end too.
            while openLayers > depth { recorded.append(.endLayer); openLayers -= 1 }
        }
        try saved { canvas throws(E) in
            canvas.current.draw = CanvasState()
            try body(&canvas)
        }
    }

    private mutating func add(_ shape: CanvasDraw.Shape, _ paint: Paint) {
        recorded.append(.draw(CanvasDraw(shape: shape, paint: paint, transform: current.transform, state: current.draw)))
    }
}
