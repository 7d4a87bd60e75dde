public import Canvas

/// Lines that become bodies: what is drawn falls when the pointer lets go, and piles up at the bottom of a room.
///
///     let scene = try DropShapes(bounds: Rectangle(x: 0, y: 0, width: 640, height: 360))
///     try scene.begin(at: Point(200, 80))
///     try scene.extend(to: Point(260, 120))
///     try scene.end()
///     scene.advance(to: time)
///     scene.draw(into: &canvas)
///
/// Gravity is Box2D's (0, −7), that is 7 m/s² downwards; lines are green and 3 points wide, on white.
public final class DropShapes {
    /// What becomes of a line.
    public enum BodyKind: String, Sendable, Hashable, CaseIterable {
        /// Its convex hull, with at most twelve sides.
        case hull
        /// Itself, exactly: the inside of a line that ends where it began and does not cross itself, in convex parts; else the stroke.
        case exact
    }
    /// A line that has become a body.
    public struct Shape {
        /// The line, as it was drawn.
        public let path: Path
        /// Whether the line is closed, so that it has an inside.
        public let isClosed: Bool
        /// What the simulation moves.
        public let body: PhysicsBody
        /// What became of the line.
        public let kind: BodyKind
    }
    /// What lines look like.
    public struct Style: Sendable, Hashable {
        /// Green at first.
        public var color = Color(hex: 0x2E9E4F)
        /// The inside of closed lines; nil leaves them empty.
        public var fill: Color? = Color(hex: 0x2E9E4F, alpha: 0.12)
        /// In points.
        public var width = 3.0
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
        room = try world.addBody(PhysicsShape.room(bounds), material: DropShapes.material, isFixed: true)
        self.bounds = bounds
    }
    private static let material = PhysicsMaterial(density: 1, friction: 0.45, restitution: 0.25)
    private static func validate(_ bounds: Rectangle) throws(PhysicsError) {
        try PhysicsError.require(bounds.x, in: -5000...5000, "x of a room")
        try PhysicsError.require(bounds.y, in: -5000...5000, "y of a room")
        try PhysicsError.require(bounds.width, in: 10...5000, "width of a room")
        try PhysicsError.require(bounds.height, in: 10...5000, "height of a room")
    }
    /// Moves the walls. Bodies whose centres are outside then are moved in.
    public func setBounds(_ bounds: Rectangle) throws(PhysicsError) {
        guard bounds != self.bounds else { return }
        try DropShapes.validate(bounds)
        let new = try world.addBody(PhysicsShape.room(bounds), material: DropShapes.material, isFixed: true)
        try world.remove(room)
        room = new
        self.bounds = bounds
        let inset = bounds.inset(dx: 20, dy: 20)
        for shape in shapes {
            let place = shape.body.position
            let inside = Point(min(max(place.x, inset.minX), inset.maxX), min(max(place.y, inset.minY), inset.maxY))
            if inside != place { try shape.body.move(to: inside) }
            shape.body.wake()
        }
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
        let inset = bounds.inset(dx: style.width, dy: style.width)
        return Point(min(max(point.x, inset.minX), inset.maxX), min(max(point.y, inset.minY), inset.maxY))
    }
    /// Ends the line, which becomes a body.
    /// - Returns: nil for a line of a single point, of which nothing is made.
    /// - Throws: `PhysicsError` where the world has no room for it; the line is gone then, too.
    @discardableResult
    public func end() throws(PhysicsError) -> Shape? {
        let drawn = line
        line = []
        return try add(line: drawn)
    }
    /// Makes a body of a whole line. Points outside of the room are moved to its walls.
    @discardableResult
    public func add(line drawn: [Point]) throws(PhysicsError) -> Shape? {
        guard drawn.count <= DropShapes.maximumPoints else {
            throw PhysicsError(.tooManyPoints, "a line", "has \(drawn.count) points", remedy: "give \(DropShapes.maximumPoints) at most")
        }
        for (i, point) in drawn.enumerated() {
            try PhysicsError.require(point.x, in: -1e6...1e6, "x of point \(i) of a line")
            try PhysicsError.require(point.y, in: -1e6...1e6, "y of point \(i) of a line")
        }
        let points = drawn.map(inside)
        guard points.count >= 2, points.contains(where: { $0 != points[0] }) else { return nil }
        let isClosed = DropShapes.isClosed(points)
        let (body, used) = try makeBody(points, isClosed)
        let shape = Shape(path: .lines(points, closed: isClosed), isClosed: isClosed, body: body, kind: used)
        shapes.append(shape)
        return shape
    }
    /// Whether a line ends near where it began, compared with how far it went.
    private static func isClosed(_ points: [Point]) -> Bool {
        func distance(_ a: Point, _ b: Point) -> Double { ((a - b) * (a - b)).sum().squareRoot() }
        let length = zip(points, points.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
        return points.count >= 4 && distance(points[0], points[points.count - 1]) < min(0.15 * length, 40)
    }
    /// Exact bodies have thin parts, which would pass through each other between two steps; hulls are thick enough.
    private func makeBody(_ points: [Point], _ isClosed: Bool) throws(PhysicsError) -> (PhysicsBody, BodyKind) {
        let line = LineSimplification.simplified(points, toAtMost: DropShapes.maximumBodyPoints)
        // A straight line has no hull: it becomes its stroke, as it does where exactness is asked for.
        if kind == .hull, let corners = try? ConvexHull.corners(of: points),
           let body = try? world.addBody([.polygon(ConvexHull.thinned(corners))], material: DropShapes.material) {
            return (body, .hull)
        }
        if isClosed, ConvexDecomposition.canDecompose(line) {
            let parts = try ConvexDecomposition(of: line).parts.map { PhysicsShape.polygon($0) }
            if let body = try? world.addBody(parts, material: DropShapes.material, fastMoving: true, leavesOutSlivers: true) { return (body, .exact) }
        }
        let stroke = PhysicsShape.stroke(isClosed ? line + [line[0]] : line, width: style.width)
        return (try world.addBody(stroke, material: DropShapes.material, fastMoving: true, leavesOutSlivers: true), .exact)
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
        let stroke = StrokeStyle(width: style.width, cap: .round, join: .round)
        for shape in shapes {
            canvas.saved { canvas in
                canvas.concatenate(shape.body.transform)
                if shape.isClosed, let fill = style.fill { canvas.fill(shape.path, with: .color(fill), rule: .evenOdd) }
                canvas.stroke(shape.path, with: .color(style.color), style: stroke)
            }
        }
        if let first = line.first {
            canvas.stroke(line.count > 1 ? .lines(line) : .lines([first, first]), with: .color(style.color), style: stroke)
        }
    }
}
