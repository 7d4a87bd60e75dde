public import Canvas

/// A button that hangs on a rope and swings with the rope. The button can be pressed like any button. If the user drags the button, the
/// button pulls the rope.
public final class HangingButton {
    /// The appearance of the button.
    public struct Style: Sendable, Hashable {
        /// The colour at the button's upper edge.
        public var top = Color(hex: 0xFFB347)
        /// The colour at the button's lower edge.
        public var bottom = Color(hex: 0xF0653A)
        /// The colour for the contents of the button. (The program draws the contents.)
        public var ink = Color(hex: 0xFFFFFF)
        /// Creates the default style.
        public init() {}
    }
    /// The width and height in points.
    public let size: Size
    /// The body in the simulation.
    public let body: PhysicsBody
    /// The appearance of the button.
    public var style = Style()
    /// True while a pointer holds the button down.
    public private(set) var isPressed = false
    /// The number of times that the button was pressed and released without being dragged.
    public private(set) var tapCount = 0
    /// Draws the contents of the button, in a space with its origin at the button's centre.
    public var face: ((inout Canvas) -> Void)?
    /// The distance in points after which a press with a moving pointer becomes a drag.
    public var dragDistance = 6.0

    private let world: PhysicsWorld
    private let center: Point
    private var snap: PhysicsJoint?
    private var start = Point(0, 0)

    /// Hangs a button on the end of a rope.
    public init(on rope: Rope, size: Size = Size(width: 116, height: 44)) throws(PhysicsError) {
        body = try rope.attach(size: size)
        self.size = size
        world = rope.world
        center = body.position
    }

    /// Handles a press at a point of the canvas.
    /// - Returns: True if the press hits the button. If the press hits the button, the pointer holds the button until `release`.
    @discardableResult
    public func press(at point: Point) throws(PhysicsError) -> Bool {
        guard snap == nil, body.contains(point) else { return false }
        isPressed = true
        start = point
        snap = try world.snap(body, at: point, frequency: 4, dampingRatio: 0.9, strength: 60)
        return true
    }
    /// Handles a move of the pointer that holds the button. Beyond `dragDistance`, the button is dragged and no longer pressed.
    public func drag(to point: Point) throws(PhysicsError) {
        guard let snap else { return }
        try snap.setTarget(point)
        let way = point - start
        if (way * way).sum().squareRoot() > dragDistance { isPressed = false }
    }
    /// Handles the release of the pointer.
    /// - Returns: True if the button was pressed and not dragged.
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

    /// Draws the button at its current position.
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
            // A light line along the upper edge, and a dark line along the lower edge.
            let rim = Path.rounded(place.inset(dx: 0.75, dy: 0.75), radius: radius - 0.75)
            canvas.stroke(rim, with: .gradient(.linear(from: Point(0, place.minY), to: Point(0, place.maxY),
                                                       [Color(white: 1, alpha: 0.7), Color(white: 0, alpha: 0.25)])),
                          style: StrokeStyle(width: 1.5))
            // The rope ends at the middle of the upper side. A brass knob hides the end of the rope at every angle.
            let knob = Point(0, place.minY), brass = [Color(hex: 0xFFF0B8), Color(hex: 0xC79A45), Color(hex: 0x6F5220)]
            canvas.fill(.disc(knob, radius: 6), with: .gradient(.radial(center: knob + Point(-1.5, -2), radius: 8, brass)))
            canvas.stroke(.disc(knob, radius: 6), with: .color(Color(hex: 0x3A2A10, alpha: 0.7)), style: StrokeStyle(width: 0.75))
            if isPressed { canvas.translate(0, 1) }
            face?(&canvas)
        }
    }
}
