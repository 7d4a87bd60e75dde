public import Canvas
import Raster

/// A look through a picture at the simulation that moves it: outlines of bodies, what joins them, what they cannot leave, where they touch, and the
/// forces between them. It reads the world and changes nothing in it, so it can be switched on and off at any time.
///
///     var xray = PhysicsXray()
///     xray.isOn = true
///     xray.crossFade = 0.5                       // half of the program's picture is left
///     try xray.draw(world, into: &canvas)        // after the program has drawn itself
///
/// With a `font`, numbers stand beside the arrows of forces, and a legend says what the colours mean.
public struct PhysicsXray: Sendable {
    /// What the look is drawn with.
    public struct Colors: Sendable, Hashable {
        /// What covers the program's picture.
        public var backdrop = Color(0.045, 0.07, 0.12)
        /// Bodies that move.
        public var body = Color(hex: 0x5FD0FF)
        /// Bodies at rest.
        public var resting = Color(hex: 0x7C8FA6)
        /// Fixed bodies and edges: what others collide with.
        public var boundary = Color(hex: 0xC9A2FF)
        /// Joints that are rigid.
        public var rigidJoint = Color(hex: 0xFFFFFF)
        /// Joints that give way.
        public var springyJoint = Color(hex: 0xFFE066)
        /// Places where bodies touch.
        public var contact = Color(hex: 0xFF4D6D)
        /// Arrows of gravity.
        public var gravity = Color(hex: 0x8CE99A)
        /// Arrows of pushes.
        public var push = Color(hex: 0xFFA94D)
        /// Arrows of snaps, which are dashed and open.
        public var snap = Color(hex: 0xFF7BE5)
        /// Numbers, and the names in the legend.
        public var ink = Color(hex: 0xEAF2FF)
        /// The usual colours.
        public init() {}
    }
    /// Whether anything is drawn.
    public var isOn = false
    /// −1 shows only the program, 1 only the look, 0 both in full; between them the one or the other fades. Others are clamped.
    public var crossFade = 0.0
    /// Outlines of bodies that move.
    public var showsBodies = true
    /// Joints.
    public var showsJoints = true
    /// Fixed bodies and edges.
    public var showsBoundaries = true
    /// Places where bodies touch.
    public var showsContacts = true
    /// Arrows of forces.
    public var showsForces = true
    /// How strong forces are, in newtons, near their arrows. Numbers stand where they cover nothing that is drawn; where there is no room for all of them, numbers of
    /// weak forces and of gravity are left out.
    public var showsNumbers = true
    /// The upper left corner of the legend, in points of the canvas; nil for none.
    public var legendCorner: Point?
    /// The width that the legend's entries may share, side by side, in points; nil puts one below the other.
    public var legendWidth: Double?
    /// What numbers and the legend are written with; nil leaves both out.
    public var font: Font?
    /// The length of an arrow for the weight of a body: 40 points. Other forces are as much longer as they are stronger, up to four times.
    public var weightLength = 40.0
    /// The width of lines, in points.
    public var lineWidth = 1.25
    /// What the look is drawn with.
    public var colors = Colors()
    /// A look that is off.
    public init() {}

    /// How much of the program's picture is seen, 0 to 1.
    public var programOpacity: Double { isOn ? 1 - min(max(crossFade, 0), 1) : 1 }
    /// How much of the look is seen, 0 to 1.
    public var overlayOpacity: Double { isOn ? 1 + max(min(crossFade, 0), -1) : 0 }

    /// A force as an arrow shows it.
    public struct Force: Sendable, Hashable {
        /// Where it comes from.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// The weight of a body.
            case gravity
            /// A push of the program, or a blow.
            case push
            /// The pull of a snap on the body that hangs on it.
            case snap
        }
        /// Where it comes from.
        public var kind: Kind
        /// Where it acts, in points of the canvas.
        public var point: Point
        /// In newtons, y down.
        public var newtons: Point
        /// The weight of the body on which it acts, in newtons, under a gravity of 9.81 m/s²: what arrows are measured by.
        public var weight: Double
        /// 1; less for a blow that was struck a moment ago.
        public var opacity: Double
        /// In newtons.
        public var magnitude: Double { (newtons * newtons).sum().squareRoot() }
    }
    /// The forces that act in a world now: gravity on each body that moves, its pushes, blows of the last half second (as the force that gives the same
    /// impulse in a tenth of a second), and what snaps pull with.
    public static func forces(in world: PhysicsWorld) -> [Force] {
        var forces: [Force] = []
        for body in world.bodies where !body.isFixed {
            let weight = body.mass * 9.81
            if world.gravity != Point(0, 0) { forces.append(Force(kind: .gravity, point: body.position, newtons: world.gravity * body.mass, weight: weight, opacity: 1)) }
            for push in body.pushes {
                forces.append(Force(kind: .push, point: push.point.map(body.transform.apply) ?? body.position, newtons: push.force, weight: weight, opacity: 1))
            }
            for strike in body.strikes {
                let age = Double(world.stepCount - strike.step) / PhysicsWorld.stepsPerSecond
                guard age < 0.5 else { continue }
                forces.append(Force(kind: .push, point: strike.point, newtons: strike.impulse * 10, weight: weight, opacity: 1 - age / 0.5))
            }
        }
        for joint in world.joints where joint.kind == .snap {
            guard let state = joint.state else { continue }
            forces.append(Force(kind: .snap, point: state.secondPoint, newtons: state.force, weight: joint.second.mass * 9.81, opacity: 1))
        }
        return forces.filter { $0.magnitude > 0 }
    }

    /// Where the legend covers no body that moves, nor the arrow of its weight: the first of the corners of an area that is so, or else the lower right one.
    /// - Parameters:
    ///   - area: In points of the canvas.
    ///   - margin: Between the legend and the area's edges.
    public func freeLegendCorner(in area: Rectangle, of world: PhysicsWorld, margin: Double = 16) -> Point {
        let size = legendSize, taken = world.bodies.filter { !$0.isFixed }.map { body in
            let bounds = body.bounds
            return bounds.union(Rectangle(bounds.center, bounds.center + Point(0, weightLength + 30))).inset(dx: -12, dy: -6)
        }
        let (left, right) = (area.minX + margin, area.maxX - size.width - margin), (top, bottom) = (area.minY + margin, area.maxY - size.height - margin)
        let corners = [Point(right, bottom), Point(right, top), Point(left, bottom), Point(left, top)]
        return corners.first { corner in
            let card = Rectangle(x: corner.x, y: corner.y, width: size.width, height: size.height)
            return !taken.contains { XrayMarks.overlap($0, card) }
        } ?? corners[0]
    }
    /// The drawn marks, which numbers must not cover.
    func marks(of world: PhysicsWorld) -> XrayMarks {
        var marks = XrayMarks()
        for body in world.bodies where body.isFixed ? showsBoundaries : showsBodies { marks.add(body) }
        if showsJoints {
            for joint in world.joints {
                guard let state = joint.state else { continue }
                marks.lines.append((state.firstPoint, state.secondPoint))
                marks.boxes += [state.firstPoint, state.secondPoint].map { XrayMarks.box(around: $0, 3.5) }
            }
        }
        if showsContacts { for contact in world.contacts { marks.boxes.append(XrayMarks.box(around: contact.point, 6)) } }
        if let legendCorner, font != nil { marks.boxes.append(Rectangle(x: legendCorner.x, y: legendCorner.y, width: legendSize.width, height: legendSize.height)) }
        return marks
    }

    /// Draws the look over what the canvas has so far; nothing where it is off.
    /// - Throws: `CanvasError` for a font that cannot be laid out.
    public func draw(_ world: PhysicsWorld, into canvas: inout Canvas) throws(CanvasError) {
        guard isOn else { return }
        try canvas.saved { (canvas: inout Canvas) throws(CanvasError) in
            if programOpacity < 1 { canvas.fillEverything(with: .color(colors.backdrop.withAlpha(1 - programOpacity))) }
            guard overlayOpacity > 0 else { return }
            canvas.alpha = overlayOpacity
            try canvas.layer { (layer: inout Canvas) throws(CanvasError) in
                if showsBoundaries { for body in world.bodies where body.isFixed { draw(body, colors.boundary, into: &layer) } }
                if showsBodies { for body in world.bodies where !body.isFixed { draw(body, body.isAwake ? colors.body : colors.resting, into: &layer) } }
                if showsJoints { for joint in world.joints { draw(joint, into: &layer) } }
                if showsContacts { for contact in world.contacts { drawContact(at: contact.point, normal: contact.normal, into: &layer) } }
                if showsForces {
                    let forces = PhysicsXray.forces(in: world)
                    for force in forces { draw(force, into: &layer) }
                    if showsNumbers, let font { try drawNumbers(of: forces, besides: marks(of: world), font: font, into: &layer) }
                }
                if let legendCorner, let font { try drawLegend(at: legendCorner, font: font, into: &layer) }
            }
        }
    }
}
