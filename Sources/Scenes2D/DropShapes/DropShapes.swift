public import Canvas
import Raster

/// Lines that become bodies: a drawn line falls when the pointer lets go, and piles up with others at the bottom of a room.
///
///     let scene = try DropShapes(bounds: Rectangle(x: 0, y: 0, width: 640, height: 360))
///     try scene.begin(at: Point(200, 80))
///     try scene.extend(to: Point(260, 120))
///     try scene.end()
///     scene.advance(to: time)
///     scene.draw(into: &canvas)
///
/// Bodies collide where they are drawn: bodies that rest on each other touch where their strokes end, and no body begins inside of another body or of a wall.
///
/// Gravity is Box2D's (0, −7), that is 7 m/s² downwards; lines are green and 3 points wide, on white.
public final class DropShapes {
    /// The kinds of bodies that a line can become.
    public enum BodyKind: String, Sendable, Hashable, CaseIterable {
        /// A convex hull around it with at most twelve sides, which is drawn under it like paper that it was cut out of.
        case hull
        /// Itself, exactly, its stroke's width included: the inside of a line that ends where it began and does not cross itself, in convex parts; else the stroke.
        case exact
    }
    /// A line that has become a body.
    public struct Shape {
        /// The drawn line, where it was when it became a body: the given line, without points that nobody sees to be missing.
        public let path: Path
        /// The hull that is drawn under the line; nil for exact bodies.
        public let hull: Path?
        /// Whether the line is closed, so that it has an inside: it ends near its start, compared with its size, and does not run between the two.
        public let isClosed: Bool
        /// What the simulation moves.
        public let body: PhysicsBody
        /// What became of the line.
        public let kind: BodyKind
        /// Its look: the scene's style when the body was made. Its width is a part of the body.
        public let style: Style
        /// The joined convex parts of a body do not touch where it is drawn, but half a skin inside.
        fileprivate let seam: Double
    }
    /// What lines look like.
    public struct Style: Sendable, Hashable {
        /// Green at first.
        public var color = Color(hex: 0x2E9E4F)
        /// The inside of closed lines; nil leaves them empty.
        public var fill: Color? = Color(hex: 0x2E9E4F, alpha: 0.12)
        /// In points; 0.5 to 100.
        public var width = 3.0
        /// The colour of the paper that hulls are cut out of, under their lines; nil leaves hulls unseen.
        public var backing: Color? = Color(hex: 0xE4F2E8)
        /// How far hulls reach beyond their lines, in points; 0 to 100.
        public var margin = 2.0
        /// The shadow under all bodies; nil for none.
        public var shadow: Shadow?
        /// The ground that is drawn on; white at first, nil draws none.
        public var background: Color? = .white
        /// The usual style.
        public init() {}
    }
    /// The most points of a line.
    public static let maximumPoints = 100_000
    /// The most points of the line that a body is made of; those of longer ones are thinned until their number fits.
    public static let maximumBodyPoints = 300

    /// What moves the bodies.
    public let world: PhysicsWorld
    /// What becomes of the next line.
    public var kind = BodyKind.hull
    /// What lines look like.
    public var style = Style()
    /// The room, in points.
    public private(set) var bounds: Rectangle
    /// Lines that have become bodies, the oldest first.
    public private(set) var shapes: [Shape] = []
    /// The line that is being drawn; empty where none is.
    public private(set) var line: [Point] = []
    private var room: PhysicsBody

    /// An empty room.
    /// - Parameters:
    ///   - bounds: The room's walls; at least 10 points wide and high.
    ///   - gravity: In m/s², y down.
    ///   - pointsPerMeter: Points for a metre.
    public init(bounds: Rectangle, gravity: Point = Point(0, 7), pointsPerMeter: Double = 32) throws(PhysicsError) {
        try DropShapes.validate(bounds)
        world = try PhysicsWorld(gravity: gravity, pointsPerMeter: pointsPerMeter)
        room = try world.addBody(DropShapes.walls(bounds, world), material: DropShapes.material, isFixed: true)
        self.bounds = bounds
    }
    /// Walls keep bodies off by their skins: they stand half a skin further out than they look.
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
    /// Moves the walls. Bodies that would be outside, in a wall or in another body then are moved to the nearest place that is free; where there is none, they are
    /// moved in, and come apart by a gentle force.
    public func setBounds(_ bounds: Rectangle) throws(PhysicsError) {
        guard bounds != self.bounds else { return }
        try DropShapes.validate(bounds)
        let new = try world.addBody(DropShapes.walls(bounds, world), material: DropShapes.material, isFixed: true)
        try world.remove(room)
        room = new
        self.bounds = bounds
        for shape in shapes {
            // A body that only touches a wall or its neighbours rests there.
            if !isInside(shape.body.bounds.inset(dx: world.skin, dy: world.skin)) {
                let place = shape.body.position
                if try !makeRoom(for: shape.body) { try shape.body.move(to: place + wayInside(shape.body.bounds)) }
            }
            shape.body.wake()
        }
    }

    // MARK: Room for new bodies

    private func isInside(_ place: Rectangle) -> Bool {
        let room = bounds.inset(dx: -world.skin / 2, dy: -world.skin / 2)
        return place.minX >= room.minX && place.maxX <= room.maxX && place.minY >= room.minY && place.maxY <= room.maxY
    }
    /// The shortest way that brings a rectangle into the room, as far as it fits there.
    private func wayInside(_ place: Rectangle) -> Point {
        func way(_ from: Double, _ to: Double, _ low: Double, _ high: Double) -> Double {
            if to - from > high - low { return (low + high) / 2 - (from + to) / 2 }
            return from < low ? low - from : min(0, high - to)
        }
        return Point(way(place.minX, place.maxX, bounds.minX, bounds.maxX), way(place.minY, place.maxY, bounds.minY, bounds.maxY))
    }
    /// Moves a body to the nearest place where it lies in the room and in no other body, looking along circles of 32 directions, upwards first.
    /// - Returns: Whether there is one. If not, the body is where it was.
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
    /// 32 directions, upwards first and then to either side in turn.
    private static let directions = (0..<32).map { (i: Int) -> Point in
        AffineTransform.rotation(Double((i + 1) / 2) * (i % 2 == 0 ? 1 : -1) * .pi / 16).applyToOffset(Point(0, -1))
    }

    // MARK: Drawing lines

    /// Begins a line.
    public func begin(at point: Point) throws(PhysicsError) {
        line = []
        try extend(to: point)
    }
    /// Goes on with it. Points outside of the room are moved to its walls; points less than a point from the last are left out.
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
    /// Ends the line, which becomes a body: where it was drawn, or at the nearest place where it lies in no other body.
    /// - Returns: nil for a line of a single point, of which nothing is made.
    /// - Throws: `PhysicsError` where the room or the world has no place for it; the line is gone then, too.
    @discardableResult
    public func end() throws(PhysicsError) -> Shape? {
        let drawn = line
        line = []
        return try add(line: drawn)
    }
    /// Makes a body of a whole line: where it lies, or at the nearest place where it is in no other body. Points outside of the room are moved to its walls.
    /// - Returns: nil for a line of a single point, which becomes no body.
    /// - Throws: `PhysicsError` for numbers out of range; with `noRoom` where no place is free.
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
            throw PhysicsError(.noRoom, "a line", "has no free place in the room", remedy: "remove some bodies, or draw a smaller one")
        }
        let shape = Shape(path: .lines(line, closed: isClosed), hull: hull, isClosed: isClosed, body: body, kind: used, style: style, seam: world.skin)
        shapes.append(shape)
        return shape
    }
    /// Whether a line ends near where it began: compared with how far it reaches in the direction from its end to its start, so that neither its size nor its turns matter,
    /// and that a U or a V is open however narrow it is. A line that runs between its own ends, as a spiral does, is open, too.
    private static func isClosed(_ points: [Point]) -> Bool {
        guard points.count >= 4, let start = points.first, let end = points.last else { return false }
        let gap = end - start, distance = (gap * gap).sum().squareRoot()
        // A gap of a hundredth of a point is none, and has no direction that could be told from rounding.
        guard distance > 0.01 else { return true }
        let places = points.map { (($0 - start) * gap).sum() / distance }
        guard let low = places.min(), let high = places.max(), distance < 0.2 * (high - low) else { return false }
        return !runsBetweenItsEnds(points, start, gap, distance)
    }
    /// Whether a line crosses the straight way between its ends, other than close to them: a hand that closes a ring may well go on for a little over the ring's beginning.
    private static func runsBetweenItsEnds(_ points: [Point], _ start: Point, _ gap: Point, _ distance: Double) -> Bool {
        func length(_ way: Point) -> Double { (way * way).sum().squareRoot() }
        /// Positive on one side of the straight way, negative on the other.
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
    /// The points of a line that both its picture and its body are made of: enough that nobody sees the difference, but no more than a body may have.
    private static func bodyLine(_ points: [Point]) -> [Point] {
        var tolerance = 0.1, line = LineSimplification.simplified(points, tolerance: tolerance)
        while line.count > maximumBodyPoints, tolerance < 1e9 {
            tolerance *= 2
            line = LineSimplification.simplified(line, tolerance: tolerance)
        }
        return line
    }
    /// A body that covers the drawn line, without half a skin of its polygons: so bodies that rest on one another touch where they are drawn.
    ///
    /// Exact bodies have thin parts, which would pass through each other between two steps; hulls are thick enough.
    private func makeBody(_ line: [Point], _ isClosed: Bool) throws(PhysicsError) -> (body: PhysicsBody, kind: BodyKind, hull: Path?) {
        let half = style.width / 2, skin = world.skin
        func reach(_ drawn: Double) -> Double { max(drawn - skin / 2, drawn / 2) }
        if kind == .hull, let corners = try? DropShapes.hull(of: line, reach: reach(half + style.margin)),
           let body = try? world.addBody([.polygon(corners)], material: DropShapes.material) {
            return (body, .hull, .lines(corners, closed: true))
        }
        if isClosed, let outline = GrownOutline.corners(of: line, distance: reach(half)),
           let body = try? world.addBody(ConvexDecomposition(of: outline).parts.map { .polygon($0) }, material: DropShapes.material, fastMoving: true, leavesOutSlivers: true) {
            return (body, .exact, nil)
        }
        // The stroke, and the inside of a closed line that has dents too narrow for its stroke.
        var parts = PhysicsShape.stroke(isClosed ? line + [line[0]] : line, halfWidth: reach(half), discRadius: half + skin / 2)
        if isClosed, ConvexDecomposition.canDecompose(line) { parts += try ConvexDecomposition(of: line).parts.map { .polygon($0) } }
        return (try world.addBody(parts, material: DropShapes.material, fastMoving: true, leavesOutSlivers: true), .exact, nil)
    }
    /// A polygon of at most twelve sides around all that lies within a distance of a line.
    private static func hull(of line: [Point], reach: Double) throws(PhysicsError) -> [Point] {
        let inner = (try? ConvexHull.corners(of: line)) ?? line
        // A polygon around a circle: the circle's arcs between its corners are inside, too.
        let around = (0..<16).map { AffineTransform.rotation(Double($0) * .pi / 8).applyToOffset(Point(reach / Elementary.cosine(.pi / 16), 0)) }
        return ConvexHull.enclosing(try ConvexHull.corners(of: inner.flatMap { point in around.map { point + $0 } }))
    }
    /// Takes all bodies away, and the line that is being drawn.
    public func removeAll() throws(PhysicsError) {
        for shape in shapes { try world.remove(shape.body) }
        shapes = []
        line = []
    }

    // MARK: Time and pictures

    /// Lets bodies fall until a time in seconds.
    public func advance(to time: Double) { world.advance(to: time) }

    /// Draws the ground, all bodies, and the line that is being drawn.
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
    /// Draws the body where it is now: its hull, the inside of a closed line, and the line.
    public func draw(into canvas: inout Canvas) {
        canvas.saved { canvas in
            canvas.concatenate(body.transform)
            if let hull, let backing = style.backing {
                canvas.saved { canvas in
                    if let shadow = style.shadow { canvas.shadows = [shadow] }
                    // The body is half a skin smaller than the drawn hull.
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
