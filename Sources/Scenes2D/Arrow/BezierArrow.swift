// BezierArrow: an arrow with two heads and a shaft of two S-curves; the right head can be dragged up and down.

public import Canvas

/// An arrow with a head at both ends, bent as an S where they lie at different heights. The right head can be dragged up and down, above the left one and below; or
/// `connect(_:_:gap:)` leads the arrow from one thing to another, wherever they are.
///
///     var arrow = BezierArrow()
///     arrow.transform = .translation(40, 60)
///     arrow.onRelease = { tip in print("let go at", tip) }
///     arrow.pointerDown(at: place)        // from the program's events, in the parent's space
///     arrow.draw(on: &canvas)
public struct BezierArrow {
    /// The left tip, in points of the arrow's space; (20, 20) at first.
    public var leftTip = Point(20, 20)
    /// The right tip, which is dragged; (300, 130) at first. It lies to the right of the left one; between tips that are nearer than two and a half heads, or three and a
    /// third where the arrow bends, heads and shaft are drawn smaller.
    public var rightTip = Point(300, 130)
    /// The extent of a head, from its tip to its back and across; 30 by 38 points at first.
    public var headSize = Size(width: 30, height: 38)
    /// The thickness of the shaft in points, 16 at first.
    public var shaftWidth = 16.0
    /// The colour at the arrow's upper side; (0.549, 0.627, 0.753) at first.
    public var upperColor = Color(0.549, 0.627, 0.753)
    /// The colour at its lower side; (0.22, 0.267, 0.384) at first. The outline has 0.3 of it.
    public var fillColor = Color(0.22, 0.267, 0.384)
    /// The width of the outline in points, 1 at first.
    public var lineWidth = 1.0
    /// The light on its upper edge: white, shifted by (0.1, 1.1), blurred by 2. nil for none.
    public var innerShadow: Shadow? = Shadow(.inner, offset: Point(0.1, 1.1), blur: 2, color: .white)
    /// The shadow below it: black of alpha 0.243, shifted by (0.1, 1.1), blurred by 2. nil for none.
    public var outerShadow: Shadow? = Shadow(.drop, offset: Point(0.1, 1.1), blur: 2, color: Color(white: 0, alpha: 0.243))
    /// From the arrow's space to its parent's, in which events come; the identity at first.
    public var transform = AffineTransform.identity
    /// Where the right tip may be dragged to, as y of the arrow's space; nil for anywhere.
    public var dragRange: ClosedRange<Double>?
    /// Called when the right head is let go after it was held: the place of its tip in the parent's space.
    public var onRelease: ((Point) -> Void)?

    /// From the pointer to the tip while the head is held, in the arrow's space.
    private var grip: Double?

    /// An arrow from (20, 20) to (300, 130).
    public init() {}

    /// Whether the right head is held.
    public var isDragging: Bool { grip != nil }
    /// The colour of the outline: 0.3 of `fillColor`.
    public var strokeColor: Color { Color(fillColor.red * 0.3, fillColor.green * 0.3, fillColor.blue * 0.3, fillColor.alpha) }
    /// How large heads and shaft are drawn between tips that are near to each other; 1 between others, 0 where there is no way from left to right. The shaft has a fifth
    /// of the way, and up to two fifths where it bends: with less its sides would meet.
    private var shrinkage: Double {
        guard headSize.width > 0 else { return 1 }
        let way = rightTip.x - leftTip.x, bend = min(max(0.2 * way, 2 * abs(rightTip.y - leftTip.y)), 0.4 * way)
        return min(1, max(0, (way - bend) / (2 * headSize.width)))
    }
    /// The frame of the left head: its tip is in the middle of the left side.
    public var leftHead: Rectangle {
        let width = headSize.width * shrinkage, height = headSize.height * shrinkage
        return Rectangle(x: leftTip.x, y: leftTip.y - height / 2, width: width, height: height)
    }
    /// The frame of the right head: its tip is in the middle of the right side.
    public var rightHead: Rectangle {
        let width = headSize.width * shrinkage, height = headSize.height * shrinkage
        return Rectangle(x: rightTip.x - width, y: rightTip.y - height / 2, width: width, height: height)
    }

    /// Leads the arrow from one rectangle of the parent's space to another, from the side of each that faces the other: it lies in the strip between them and touches
    /// neither. It goes from left to right or, where rectangles are further apart up and down, from the upper one to the lower one.
    ///
    /// It sets `leftTip`, `rightTip` and `transform`; the left tip is the one at the left or upper rectangle.
    /// - Parameter gap: How far tips stay away from the rectangles, in points of the parent's space; less where there is no room.
    /// - Returns: Whether there is any room between them. If not, nothing is changed.
    @discardableResult public mutating func connect(_ first: Rectangle, _ second: Rectangle, gap: Double = 8) -> Bool {
        let across = max(second.minX - first.maxX, first.minX - second.maxX), down = max(second.minY - first.maxY, first.minY - second.maxY)
        let room = max(across, down), gap = max(0, min(gap, room / 4))
        guard room > 0, room.isFinite else { return false }
        if across >= down {
            let (left, right) = first.minX < second.minX ? (first, second) : (second, first)
            transform = .identity
            (leftTip, rightTip) = (Point(left.maxX + gap, left.center.y), Point(right.minX - gap, right.center.y))
        } else {
            // The arrow's space is mirrored about the diagonal: to the right is down, and its upper side is on the left.
            let (upper, lower) = first.minY < second.minY ? (first, second) : (second, first)
            transform = AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
            (leftTip, rightTip) = (Point(upper.maxY + gap, upper.center.x), Point(lower.minY - gap, lower.center.x))
        }
        return true
    }

    /// The outline, closed, in the arrow's space: from the left tip along the upper side to the right one and back.
    public var path: Path {
        let half = shaftWidth / 2 * shrinkage, barb = headSize.height / 2 * shrinkage, head = headSize.width * shrinkage
        let start = Point(leftTip.x + head, leftTip.y), end = Point(rightTip.x - head, rightTip.y)
        let middle = (start.x + end.x) / 2, run = end.x - start.x, rise = 2 * (end.y - start.y)
        // Both sides of the shaft are level at the heads and are steepest in the middle, along (run, rise). So that it is as thick there, the control points of
        // one side lie as far before the middle as the other side's lie behind it: a curve's middle moves by 3/4 of its control points' shift. Where the shaft is
        // thicker than there is room between the heads, the curves stay between them.
        let wanted = rise == 0 ? 0 : 4.0 / 3 * half * ((run * run + rise * rise).squareRoot() - abs(run)) / rise
        let shift = min(max(wanted, -abs(run) / 2), abs(run) / 2)
        var path = Path()
        path.move(to: leftTip)
        path.line(to: Point(start.x, start.y - barb))
        path.line(to: Point(start.x, start.y - half))
        path.cubic(to: Point(end.x, end.y - half), control1: Point(middle + shift, start.y - half), control2: Point(middle + shift, end.y - half))
        path.line(to: Point(end.x, end.y - barb))
        path.line(to: rightTip)
        path.line(to: Point(end.x, end.y + barb))
        path.line(to: Point(end.x, end.y + half))
        path.cubic(to: Point(start.x, start.y + half), control1: Point(middle - shift, end.y + half), control2: Point(middle - shift, start.y + half))
        path.line(to: Point(start.x, start.y + barb))
        path.close()
        return path
    }

    // MARK: events, in the parent's space

    /// The right head's frame, and as much around it as a finger takes.
    private var grabArea: Rectangle { rightHead.inset(dx: -8, dy: -8) }

    /// A press. Tells whether it holds the right head.
    @discardableResult public mutating func pointerDown(at place: Point) -> Bool {
        guard let own = transform.inverse?.apply(place), grabArea.contains(own) else { return false }
        grip = rightTip.y - own.y
        return true
    }
    /// The pointer moved. The tip follows one that holds it, up and down.
    public mutating func pointerMoved(to place: Point) {
        guard let grip, let own = transform.inverse?.apply(place), own.y.isFinite else { return }
        let y = own.y + grip
        rightTip.y = dragRange.map { min(max(y, $0.lowerBound), $0.upperBound) } ?? y
    }
    /// The button was let go. Calls `onRelease` where the head was held.
    public mutating func pointerUp(at place: Point) {
        guard grip != nil else { return }
        pointerMoved(to: place)
        grip = nil
        onRelease?(transform.apply(rightTip))
    }

    /// Draws the arrow in the parent's space.
    public func draw(on canvas: inout Canvas) {
        canvas.saved { canvas in
            canvas.concatenate(transform)
            let path = path, top = min(leftHead.minY, rightHead.minY), bottom = max(leftHead.maxY, rightHead.maxY)
            canvas.shadows = [outerShadow, innerShadow].compactMap { $0 }
            canvas.fill(path, with: .gradient(.linear(from: Point(0, top), to: Point(0, bottom), [upperColor, fillColor])))
            canvas.shadows = []
            canvas.stroke(path, with: .color(strokeColor), style: StrokeStyle(width: lineWidth, join: .round))
        }
    }
}
