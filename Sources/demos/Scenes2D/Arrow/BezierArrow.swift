// BezierArrow: an arrow with two heads and a shaft of two S-curves. The right head can be dragged up and down.

public import Canvas

/// An arrow with a head at both ends, bent like an S if the ends lie at different heights. The right head can be dragged up and
/// down, also above and below the left head. `connect(_:_:gap:)` draws the arrow between two rectangles anywhere.
///
///     var arrow = BezierArrow()
///     arrow.transform = .translation(40, 60)
///     arrow.onRelease = { tip in print("let go at", tip) }
///     arrow.pointerDown(at: place)        // from the program's events, in the parent's space
///     arrow.draw(on: &canvas)
public struct BezierArrow {
    /// The left tip, in points of the arrow's space; initially (20, 20).
    public var leftTip = Point(20, 20)
    /// The right tip, which can be dragged; initially (300, 130). The right tip must lie to the right of the left tip. If the distance
    /// between the tips is less than two and a half head lengths, heads and shaft are drawn smaller. For an arrow that bends, the limit of
    /// the distance is larger than two and a half head lengths: up to three and a third head lengths.
    public var rightTip = Point(300, 130)
    /// The size of a head: its length from tip to back, and its width across; initially 30 by 38 points.
    public var headSize = Size(width: 30, height: 38)
    /// The thickness of the shaft in points; initially 16.
    public var shaftWidth = 16.0
    /// The colour at the arrow's upper side; initially (0.549, 0.627, 0.753).
    public var upperColor = Color(0.549, 0.627, 0.753)
    /// The colour at the arrow's lower side; initially (0.22, 0.267, 0.384). The outline's colour is 0.3 times this colour.
    public var fillColor = Color(0.22, 0.267, 0.384)
    /// The width of the outline in points; initially 1.
    public var lineWidth = 1.0
    /// The light on the arrow's upper edge; nil to draw no light. Initially white, shifted by (0.1, 1.1) and blurred by 2.
    public var innerShadow: Shadow? = Shadow(.inner, offset: Point(0.1, 1.1), blur: 2, color: .white)
    /// The shadow below the arrow; nil to draw no shadow. Initially black with alpha 0.243, shifted by (0.1, 1.1) and blurred by 2.
    public var outerShadow: Shadow? = Shadow(.drop, offset: Point(0.1, 1.1), blur: 2, color: Color(white: 0, alpha: 0.243))
    /// The transform from the arrow's space to its parent's space; initially the identity. Events are in the parent's space.
    public var transform = AffineTransform.identity
    /// The range of y in the arrow's space to which the right tip can be dragged; nil for no limit.
    public var dragRange: ClosedRange<Double>?
    /// The closure that is called when the right head is released after a drag. The closure receives the position of the right tip
    /// in the parent's space.
    public var onRelease: ((Point) -> Void)?

    /// The vertical offset from the pointer to the right tip in the arrow's space; nil unless the right head is held.
    private var grip: Double?

    /// Creates an arrow from (20, 20) to (300, 130).
    public init() {}

    /// True while the right head is held.
    public var isDragging: Bool { grip != nil }
    /// The colour of the outline: 0.3 times `fillColor`.
    public var strokeColor: Color { Color(fillColor.red * 0.3, fillColor.green * 0.3, fillColor.blue * 0.3, fillColor.alpha) }
    /// The factor for the size of the heads and the shaft: 1 if there is enough space between the tips, and less if the tips are near
    /// each other. If the right tip is not to the right of the left tip, the factor is 0. The length of the shaft is at least a fifth of
    /// the distance between the tips. A shaft that bends needs up to two fifths of this distance, because its two sides would otherwise
    /// meet.
    private var shrinkage: Double {
        guard headSize.width > 0 else { return 1 }
        let way = rightTip.x - leftTip.x, bend = min(max(0.2 * way, 2 * abs(rightTip.y - leftTip.y)), 0.4 * way)
        return min(1, max(0, (way - bend) / (2 * headSize.width)))
    }
    /// The frame of the left head. The left head's tip is in the middle of the left side.
    public var leftHead: Rectangle {
        let width = headSize.width * shrinkage, height = headSize.height * shrinkage
        return Rectangle(x: leftTip.x, y: leftTip.y - height / 2, width: width, height: height)
    }
    /// The frame of the right head. The right head's tip is in the middle of the right side.
    public var rightHead: Rectangle {
        let width = headSize.width * shrinkage, height = headSize.height * shrinkage
        return Rectangle(x: rightTip.x - width, y: rightTip.y - height / 2, width: width, height: height)
    }

    /// Connects two rectangles of the parent's space with the arrow. The arrow lies between the two sides that face each other, and
    /// touches neither rectangle. If the vertical distance between the rectangles is larger than the horizontal distance, the arrow runs
    /// from the upper to the lower rectangle. If the vertical distance is not larger, the arrow runs from the left to the right rectangle.
    ///
    /// Sets `leftTip`, `rightTip` and `transform`. The left tip is at the left or upper rectangle.
    /// - Parameters:
    ///   - first: A rectangle, in the parent's space.
    ///   - second: The other rectangle.
    ///   - gap: The distance of the tips from the rectangles, in points of the parent's space; less if there is too little space.
    /// - Returns: True if there is space between the rectangles. If there is no space, nothing is changed.
    @discardableResult public mutating func connect(_ first: Rectangle, _ second: Rectangle, gap: Double = 8) -> Bool {
        let across = max(second.minX - first.maxX, first.minX - second.maxX), down = max(second.minY - first.maxY, first.minY - second.maxY)
        let room = max(across, down), gap = max(0, min(gap, room / 4))
        guard room > 0, room.isFinite else { return false }
        if across >= down {
            let (left, right) = first.minX < second.minX ? (first, second) : (second, first)
            transform = .identity
            (leftTip, rightTip) = (Point(left.maxX + gap, left.center.y), Point(right.minX - gap, right.center.y))
        } else {
            // The arrow's space is mirrored about the diagonal: its x axis points down, and the arrow's upper side is on the left.
            let (upper, lower) = first.minY < second.minY ? (first, second) : (second, first)
            transform = AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
            (leftTip, rightTip) = (Point(upper.maxY + gap, upper.center.x), Point(lower.minY - gap, lower.center.x))
        }
        return true
    }

    /// The closed outline in the arrow's space: from the left tip along the upper side to the right tip and back.
    public var path: Path {
        let half = shaftWidth / 2 * shrinkage, barb = headSize.height / 2 * shrinkage, head = headSize.width * shrinkage
        let start = Point(leftTip.x + head, leftTip.y), end = Point(rightTip.x - head, rightTip.y)
        let middle = (start.x + end.x) / 2, run = end.x - start.x, rise = 2 * (end.y - start.y)
        // Both sides of the shaft are horizontal at the heads and steepest in the middle, in the direction (run, rise). To keep the
        // thickness in the middle, the control points of one side are shifted along x, and the control points of the other side are shifted
        // by the same distance in the opposite direction. (A curve's middle moves by 3/4 of its control points' shift.) If the shaft is
        // thicker than the space between the heads allows, the shift is limited so that the curves stay between the heads.
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

    // MARK: Events, in the parent's space

    /// The right head's frame with a margin for fingers.
    private var grabArea: Rectangle { rightHead.inset(dx: -8, dy: -8) }

    /// Handles a press. Returns true if the press holds the right head.
    @discardableResult public mutating func pointerDown(at place: Point) -> Bool {
        guard let own = transform.inverse?.apply(place), grabArea.contains(own) else { return false }
        grip = rightTip.y - own.y
        return true
    }
    /// Handles a move of the pointer. If the right head is held, the right tip follows the pointer vertically.
    public mutating func pointerMoved(to place: Point) {
        guard let grip, let own = transform.inverse?.apply(place), own.y.isFinite else { return }
        let y = own.y + grip
        rightTip.y = dragRange.map { min(max(y, $0.lowerBound), $0.upperBound) } ?? y
    }
    /// Handles the release of the button. Calls `onRelease` if the right head was held.
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
