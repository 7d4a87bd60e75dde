public import Canvas
import Raster

/// Drawn lines that become bodies: when the user releases the pointer, the line falls and piles up with other lines at the bottom of a room.
///
///     let scene = try DropShapes(bounds: Rectangle(x: 0, y: 0, width: 640, height: 360))
///     try scene.begin(at: Point(200, 80))
///     try scene.extend(to: Point(260, 120))
///     try scene.end()
///     scene.advance(to: time)
///     scene.draw(into: &canvas)
///
/// Bodies collide along their drawn shapes: bodies that rest on each other touch at the edges of their strokes. No body overlaps another
/// body or a wall when the body is created.
///
/// By default gravity is Box2D's (0, −7), which is 7 m/s² downwards; lines are green and 3 points wide, on white.
public final class DropShapes {
    /// The kinds of bodies made from a line.
    public enum BodyKind: String, Sendable, Hashable, CaseIterable {
        /// A convex hull around the line with at most twelve sides. The hull is drawn below the line, like paper that the line is
        /// printed on.
        case hull
        /// The exact shape, including the stroke's width. If the line is closed and does not cross itself, convex parts cover
        /// its inside; otherwise the body is only the stroke.
        case exact
    }
    /// A line that has become a body.
    public struct Shape {
        /// The drawn line at the position where the line became a body. Points that make no visible difference are left out.
        public let path: Path
        /// The hull that is drawn below the line; nil for exact bodies.
        public let hull: Path?
        /// True if the line is closed, so that it has an inside. A line is closed if the distance between its ends is small compared with
        /// the line's size, and if the line does not pass between its ends.
        public let isClosed: Bool
        /// The body in the simulation.
        public let body: PhysicsBody
        /// The kind of the body.
        public let kind: BodyKind
        /// The scene's style at the time when the body was made. The stroke's width is a part of the body.
        public let style: Style
        /// The width of the skin (`PhysicsWorld.skin`). The simulation keeps bodies at this distance from each other. The convex parts of
        /// the body are smaller than the drawn shape by half of the skin.
        fileprivate let seam: Double
    }
    /// The appearance of lines and bodies.
    public struct Style: Sendable, Hashable {
        /// The colour of lines; initially green.
        public var color = Color(hex: 0x2E9E4F)
        /// The colour of the inside of closed lines; nil to leave the inside empty.
        public var fill: Color? = Color(hex: 0x2E9E4F, alpha: 0.12)
        /// The width of lines in points; 0.5 to 100.
        public var width = 3.0
        /// The colour of hulls, drawn below their lines; nil to leave hulls invisible.
        public var backing: Color? = Color(hex: 0xE4F2E8)
        /// The distance by which hulls extend beyond their lines, in points; 0 to 100.
        public var margin = 2.0
        /// The shadow below all bodies; nil to draw no shadow.
        public var shadow: Shadow?
        /// The colour of the background; initially white; nil to draw no background.
        public var background: Color? = .white
        /// Creates the default style.
        public init() {}
    }
    /// The maximum number of points of a drawn line.
    public static let maximumPoints = 100_000
    /// The maximum number of points of a line that becomes a body. Longer lines are simplified until they fit.
    public static let maximumBodyPoints = 300

    /// The simulation of the bodies.
    public let world: PhysicsWorld
    /// The kind of the next body.
    public var kind = BodyKind.hull
    /// The style of the next line.
    public var style = Style()
    /// The room, in points.
    public private(set) var bounds: Rectangle
    /// The lines that have become bodies, oldest first.
    public private(set) var shapes: [Shape] = []
    /// The line that is being drawn; empty if no line is being drawn.
    public private(set) var line: [Point] = []
    private var room: PhysicsBody

    /// Creates an empty room.
    /// - Parameters:
    ///   - bounds: The room's walls; at least 10 points wide and high.
    ///   - gravity: The gravity in m/s², y down.
    ///   - pointsPerMeter: The number of points per metre.
    public init(bounds: Rectangle, gravity: Point = Point(0, 7), pointsPerMeter: Double = 32) throws(PhysicsError) {
        try DropShapes.validate(bounds)
        world = try PhysicsWorld(gravity: gravity, pointsPerMeter: pointsPerMeter)
        room = try world.addBody(DropShapes.walls(bounds, world), material: DropShapes.material, isFixed: true)
        self.bounds = bounds
    }
    /// Returns the walls. The walls lie half a skin outside of the bounds, because the walls' skins (`PhysicsWorld.skin`) keep bodies at a distance.
    private static func walls(_ bounds: Rectangle, _ world: PhysicsWorld) -> [PhysicsShape] {
        PhysicsShape.walls(around: bounds.inset(dx: -world.skin / 2, dy: -world.skin / 2))
    }
    private static let material = PhysicsMaterial(density: 1, friction: 0.45, restitution: 0.25)
    private static func validate(_ bounds: Rectangle) throws(PhysicsError) {
        try PhysicsError.require(bounds.x, in: -4700...4700, "x of a room")
        try PhysicsError.require(bounds.y, in: -4700...4700, "y of a room")
        try PhysicsError.require(bounds.width, in: 10...5000, "width of a room")
        try PhysicsError.require(bounds.height, in: 10...5000, "height of a room")
    }
    /// Moves the walls. A body that lies partly or completely outside the room is moved to the nearest free position. If there is
    /// no free position, the body is moved into the room, and a gentle force separates it from other bodies.
    public func setBounds(_ bounds: Rectangle) throws(PhysicsError) {
        guard bounds != self.bounds else { return }
        try DropShapes.validate(bounds)
        let new = try world.addBody(DropShapes.walls(bounds, world), material: DropShapes.material, isFixed: true)
        try world.remove(room)
        room = new
        self.bounds = bounds
        for shape in shapes {
            // A body that only touches a wall or a neighbour stays where it is.
            if !isInside(shape.body.bounds.inset(dx: world.skin, dy: world.skin)) {
                let place = shape.body.position
                if try !makeRoom(for: shape.body) { try shape.body.move(to: place + wayInside(shape.body.bounds)) }
            }
            shape.body.wake()
        }
    }

    // MARK: Space for new bodies

    private func isInside(_ place: Rectangle) -> Bool {
        let room = bounds.inset(dx: -world.skin / 2, dy: -world.skin / 2)
        return place.minX >= room.minX && place.maxX <= room.maxX && place.minY >= room.minY && place.maxY <= room.maxY
    }
    /// Returns the shortest offset that moves a rectangle into the room, or that centres the rectangle in the room if the rectangle does
    /// not fit.
    private func wayInside(_ place: Rectangle) -> Point {
        func way(_ from: Double, _ to: Double, _ low: Double, _ high: Double) -> Double {
            if to - from > high - low { return (low + high) / 2 - (from + to) / 2 }
            return from < low ? low - from : min(0, high - to)
        }
        return Point(way(place.minX, place.maxX, bounds.minX, bounds.maxX), way(place.minY, place.maxY, bounds.minY, bounds.maxY))
    }
    /// Moves a body to the nearest position in the room where it overlaps no other body. The search runs along circles in
    /// 32 directions, upwards first.
    /// - Returns: True if there is such a position. If there is no such position, the body stays in place.
    private func makeRoom(for body: PhysicsBody) throws(PhysicsError) -> Bool {
        let start = body.position, outline = body.bounds, inside = wayInside(outline)
        func isFree(at offset: Point) throws(PhysicsError) -> Bool {
            guard isInside(Rectangle(x: outline.x + offset.x, y: outline.y + offset.y, width: outline.width, height: outline.height)) else { return false }
            if offset != Point(0, 0) || body.position != start { try body.move(to: start + offset) }
            return !body.overlapsAnother
        }
        if try isFree(at: inside) { return true }
        let furthest = bounds.width + bounds.height, step = 5.0
        for ring in 1...Int(furthest / step) {
            for way in DropShapes.directions where try isFree(at: inside + way * (Double(ring) * step)) { return true }
        }
        try body.move(to: start)
        return false
    }
    /// The 32 directions begin upwards and then alternate between both sides.
    private static let directions = (0..<32).map { (i: Int) -> Point in
        AffineTransform.rotation(Double((i + 1) / 2) * (i % 2 == 0 ? 1 : -1) * .pi / 16).applyToOffset(Point(0, -1))
    }

    // MARK: Drawing lines

    /// Begins a line.
    public func begin(at point: Point) throws(PhysicsError) {
        line = []
        try extend(to: point)
    }
    /// Continues the line. Points outside the room are moved to its walls; points less than one point from the last point are left out.
    public func extend(to point: Point) throws(PhysicsError) {
        try PhysicsError.require(point.x, in: -1e6...1e6, "x of a line's point")
        try PhysicsError.require(point.y, in: -1e6...1e6, "y of a line's point")
        let inside = inside(point)
        if let last = line.last {
            let way = inside - last
            guard (way * way).sum() >= 1 else { return }
        }
        guard line.count < DropShapes.maximumPoints else {
            throw PhysicsError(.tooManyPoints, "a line", "has \(line.count) points", remedy: "end it and begin another")
        }
        line.append(inside)
    }
    private func inside(_ point: Point) -> Point {
        let reach = style.width / 2 + (kind == .hull ? style.margin : 0), inset = bounds.inset(dx: reach, dy: reach)
        return Point(min(max(point.x, inset.minX), inset.maxX), min(max(point.y, inset.minY), inset.maxY))
    }
    /// Ends the line and makes a body from it. If the body would overlap another body at the line's position, the body is moved to the
    /// nearest free position.
    /// - Returns: nil for a line of a single point, because such a line becomes no body.
    /// - Throws: `PhysicsError` if the room or the world has no space for the body. The line is removed even if an error is thrown.
    @discardableResult
    public func end() throws(PhysicsError) -> Shape? {
        let drawn = line
        line = []
        return try add(line: drawn)
    }
    /// Makes a body from all points of a line at once. If the body would overlap another body at the line's position, the body is moved to
    /// the nearest free position. Points outside the room are moved to its walls.
    /// - Returns: nil for a line of a single point, because such a line becomes no body.
    /// - Throws: `PhysicsError` if a number is out of range; `noRoom` if no position is free.
    @discardableResult
    public func add(line drawn: [Point]) throws(PhysicsError) -> Shape? {
        guard drawn.count <= DropShapes.maximumPoints else {
            throw PhysicsError(.tooManyPoints, "a line", "has \(drawn.count) points", remedy: "give at most \(DropShapes.maximumPoints)")
        }
        for (i, point) in drawn.enumerated() {
            try PhysicsError.require(point.x, in: -1e6...1e6, "x of point \(i) of a line")
            try PhysicsError.require(point.y, in: -1e6...1e6, "y of point \(i) of a line")
        }
        try PhysicsError.require(style.width, in: 0.5...100, "width of a line")
        try PhysicsError.require(style.margin, in: 0...100, "margin of a hull")
        let points = drawn.map(inside)
        guard points.count >= 2, points.contains(where: { $0 != points[0] }) else { return nil }
        let isClosed = DropShapes.isClosed(points), line = DropShapes.bodyLine(points)
        let (body, used, hull) = try makeBody(line, isClosed)
        guard try makeRoom(for: body) else {
            try world.remove(body)
            throw PhysicsError(.noRoom, "a line", "has no free place in the room",
                               remedy: "remove some bodies, or draw a smaller one")
        }
        let shape = Shape(path: .lines(line, closed: isClosed), hull: hull, isClosed: isClosed, body: body, kind: used, style: style, seam: world.skin)
        shapes.append(shape)
        return shape
    }
    /// Returns true if the gap between a line's ends is less than a fifth of the line's extent in the direction of the gap. Because this
    /// limit is relative to the line's extent, lines of all sizes are treated alike, and a narrow U or V counts as open. A line that runs
    /// between its own ends, such as a spiral, is open too.
    private static func isClosed(_ points: [Point]) -> Bool {
        guard points.count >= 4, let start = points.first, let end = points.last else { return false }
        let gap = end - start, distance = (gap * gap).sum().squareRoot()
        // The ends coincide, so the line is closed. The tests below need the direction from one end to the other, and ends that coincide
        // have no such direction.
        guard distance > 0.01 else { return true }
        let places = points.map { (($0 - start) * gap).sum() / distance }
        guard let low = places.min(), let high = places.max(), distance < 0.2 * (high - low) else { return false }
        return !runsBetweenItsEnds(points, start, gap, distance)
    }
    /// Returns true if a line crosses the straight segment between its ends. Crossings near the ends do not count, because a
    /// hand-drawn ring often overlaps its beginning a little.
    private static func runsBetweenItsEnds(_ points: [Point], _ start: Point, _ gap: Point, _ distance: Double) -> Bool {
        func length(_ way: Point) -> Double { (way * way).sum().squareRoot() }
        /// Returns a positive number for points on one side of the segment, and a negative number for points on the other side.
        func side(_ point: Point) -> Double { gap.x * (point.y - start.y) - gap.y * (point.x - start.x) }
        let whole = zip(points, points.dropFirst()).reduce(0) { $0 + length($1.1 - $1.0) }
        var gone = 0.0
        for (from, to) in zip(points, points.dropFirst()) {
            let (before, after) = (side(from), side(to)), way = length(to - from)
            defer { gone += way }
            guard (before < 0) != (after < 0) else { continue }
            let share = before / (before - after), crossing = from + (to - from) * share, fromStart = gone + way * share
            let place = ((crossing - start) * gap).sum() / (distance * distance)
            if place >= 0, place <= 1, min(fromStart, whole - fromStart) > 2 * distance { return true }
        }
        return false
    }
    /// Returns the points from which the line's picture and its body are made: enough points to look like the drawn line, but at
    /// most `maximumBodyPoints`.
    private static func bodyLine(_ points: [Point]) -> [Point] {
        var tolerance = 0.1, line = LineSimplification.simplified(points, tolerance: tolerance)
        while line.count > maximumBodyPoints, tolerance < 1e9 {
            tolerance *= 2
            line = LineSimplification.simplified(line, tolerance: tolerance)
        }
        return line
    }
    /// Makes a body that covers the drawn line. The body's polygons are smaller by half a skin, so that bodies that rest on each
    /// other touch at their drawn edges.
    ///
    /// An exact body has thin parts, which could pass through another body within a step. To prevent this, exact bodies are marked as fast
    /// moving. Hulls are thick, so hulls are not marked as fast moving.
    private func makeBody(_ line: [Point], _ isClosed: Bool) throws(PhysicsError) -> (body: PhysicsBody, kind: BodyKind, hull: Path?) {
        let half = style.width / 2, skin = world.skin
        func reach(_ drawn: Double) -> Double { max(drawn - skin / 2, drawn / 2) }
        if kind == .hull, let corners = try? DropShapes.hull(of: line, reach: reach(half + style.margin)),
           let body = try? world.addBody([.polygon(corners)], material: DropShapes.material) {
            return (body, .hull, .lines(corners, closed: true))
        }
        if isClosed, let outline = GrownOutline.corners(of: line, distance: reach(half)),
           let body = try? world.addBody(ConvexDecomposition(of: outline).parts.map { .polygon($0) }, material: DropShapes.material, fastMoving: true,
                                         leavesOutSlivers: true) {
            return (body, .exact, nil)
        }
        // If the code reaches this place, the line is open, or `GrownOutline` cannot enlarge the line, for example because a dent is too
        // narrow. The parts of the body are the stroke and, if the line is closed, convex parts of its inside.
        var parts = PhysicsShape.stroke(isClosed ? line + [line[0]] : line, halfWidth: reach(half), discRadius: half + skin / 2)
        if isClosed, ConvexDecomposition.canDecompose(line) { parts += try ConvexDecomposition(of: line).parts.map { .polygon($0) } }
        return (try world.addBody(parts, material: DropShapes.material, fastMoving: true, leavesOutSlivers: true), .exact, nil)
    }
    /// Returns a polygon with at most twelve sides that contains all points whose distance from the line is at most `reach`.
    private static func hull(of line: [Point], reach: Double) throws(PhysicsError) -> [Point] {
        let inner = (try? ConvexHull.corners(of: line)) ?? line
        // The corners of a polygon with 16 sides around a circle of radius `reach`, so the whole circle lies inside of the polygon.
        let around = (0..<16).map { AffineTransform.rotation(Double($0) * .pi / 8).applyToOffset(Point(reach / PortableMath.cosine(.pi / 16), 0)) }
        return ConvexHull.enclosing(try ConvexHull.corners(of: inner.flatMap { point in around.map { point + $0 } }))
    }
    /// Removes all bodies, and the line that is being drawn.
    public func removeAll() throws(PhysicsError) {
        for shape in shapes { try world.remove(shape.body) }
        shapes = []
        line = []
    }

    // MARK: Time and drawing

    /// Advances the simulation to the given time in seconds.
    public func advance(to time: Double) { world.advance(to: time) }

    /// Draws the background, all bodies, and the line that is being drawn.
    public func draw(into canvas: inout Canvas) {
        if let background = style.background { canvas.fillEverything(with: .color(background)) }
        for shape in shapes { shape.draw(into: &canvas) }
        if let first = line.first {
            canvas.stroke(line.count > 1 ? .lines(line) : .lines([first, first]), with: .color(style.color), style: style.stroke)
        }
    }
}

extension DropShapes.Style {
    var stroke: StrokeStyle { StrokeStyle(width: width, cap: .round, join: .round) }
}
extension DropShapes.Shape {
    /// Draws the body at its current position: its hull, the inside of a closed line, and the line.
    public func draw(into canvas: inout Canvas) {
        canvas.saved { canvas in
            canvas.concatenate(body.transform)
            if let hull, let backing = style.backing {
                canvas.saved { canvas in
                    if let shadow = style.shadow { canvas.shadows = [shadow] }
                    // The body is half a skin smaller than the drawn hull, so a stroke of the skin's width enlarges the body to the hull.
                    canvas.stroke(hull, with: .color(backing), style: StrokeStyle(width: seam, join: .round))
                    canvas.fill(hull, with: .color(backing))
                }
            }
            if let shadow = style.shadow, hull == nil {
                canvas.saved { canvas in
                    canvas.shadows = [shadow]
                    canvas.stroke(path, with: .color(style.color), style: style.stroke)
                }
            }
            if isClosed, let fill = style.fill { canvas.fill(path, with: .color(fill), rule: .evenOdd) }
            canvas.stroke(path, with: .color(style.color), style: style.stroke)
        }
    }
}
