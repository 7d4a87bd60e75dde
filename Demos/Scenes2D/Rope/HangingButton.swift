public import Canvas

/// A button that hangs on a rope and swings with it. It can be pressed like any button, and dragged, which pulls the rope along.
public final class HangingButton {
    /// What it looks like.
    public struct Style: Sendable, Hashable {
        /// The colour at its upper edge.
        public var top = Color(hex: 0xFFB347)
        /// The colour at its lower edge.
        public var bottom = Color(hex: 0xF0653A)
        /// The colour of what is drawn on it.
        public var ink = Color(hex: 0xFFFFFF)
        /// The usual style.
        public init() {}
    }
    /// Width and height in points.
    public let size: Size
    /// What the simulation moves.
    public let body: PhysicsBody
    /// What it looks like.
    public var style = Style()
    /// Whether a pointer holds it down.
    public private(set) var isPressed = false
    /// How often it was pressed and let go without having been dragged away.
    public private(set) var tapCount = 0
    /// Draws what is on the button, in a space whose origin is its centre.
    public var face: ((inout Canvas) -> Void)?
    /// How far a pointer moves before pressing becomes dragging, in points.
    public var dragDistance = 6.0

    private let world: PhysicsWorld
    private let center: Point
    private var snap: PhysicsJoint?
    private var start = Point(0, 0)

    /// Hangs a button to the end of a rope.
    public init(on rope: Rope, size: Size = Size(width: 116, height: 44)) throws(PhysicsError) {
        body = try rope.attach(size: size)
        self.size = size
        world = rope.world
        center = body.position
    }

    /// A pointer was pressed at a point of the canvas.
    /// - Returns: Whether it meets the button, which it then holds until `release`.
    @discardableResult
    public func press(at point: Point) throws(PhysicsError) -> Bool {
        guard snap == nil, body.contains(point) else { return false }
        isPressed = true
        start = point
        snap = try world.snap(body, at: point, frequency: 4, dampingRatio: 0.9, strength: 60)
        return true
    }
    /// The pointer that holds it has moved. Beyond some distance the button is dragged rather than pressed.
    public func drag(to point: Point) throws(PhysicsError) {
        guard let snap else { return }
        try snap.setTarget(point)
        let way = point - start
        if (way * way).sum().squareRoot() > dragDistance { isPressed = false }
    }
    /// The pointer was let go.
    /// - Returns: Whether the button was pressed, and not dragged.
    @discardableResult
    public func release() throws(PhysicsError) -> Bool {
        guard let held = snap else { return false }
        snap = nil
        try world.remove(held)
        let wasPressed = isPressed
        isPressed = false
        if wasPressed { tapCount += 1 }
        return wasPressed
    }

    /// Draws the button where it is.
    public func draw(into canvas: inout Canvas) {
        canvas.saved { canvas in
            canvas.concatenate(body.transform)
            canvas.translate(center.x, center.y)
            let place = Rectangle(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height), radius = size.height * 0.3
            let outline = Path.rounded(place, radius: radius)
            canvas.saved { canvas in
                canvas.shadows = [Shadow(offset: isPressed ? Point(2, 3) : Point(6, 12), blur: isPressed ? 5 : 14, color: Color(white: 0, alpha: 0.45))]
                canvas.fill(outline, with: .color(style.bottom))
            }
            let (top, bottom) = isPressed ? (style.bottom, style.top) : (style.top, style.bottom)
            canvas.fill(outline, with: .gradient(.linear(from: Point(0, place.minY), to: Point(0, place.maxY), [top, bottom])))
            // A line of light along the upper edge, and one of shade along the lower.
            let rim = Path.rounded(place.inset(dx: 0.75, dy: 0.75), radius: radius - 0.75)
            canvas.stroke(rim, with: .gradient(.linear(from: Point(0, place.minY), to: Point(0, place.maxY), [Color(white: 1, alpha: 0.7), Color(white: 0, alpha: 0.25)])),
                          style: StrokeStyle(width: 1.5))
            // The rope ends in the middle of the upper side, in a knob of brass, whichever way it comes.
            let knob = Point(0, place.minY), brass = [Color(hex: 0xFFF0B8), Color(hex: 0xC79A45), Color(hex: 0x6F5220)]
            canvas.fill(.disc(knob, radius: 6), with: .gradient(.radial(center: knob + Point(-1.5, -2), radius: 8, brass)))
            canvas.stroke(.disc(knob, radius: 6), with: .color(Color(hex: 0x3A2A10, alpha: 0.7)), style: StrokeStyle(width: 0.75))
            if isPressed { canvas.translate(0, 1) }
            face?(&canvas)
        }
    }
}
