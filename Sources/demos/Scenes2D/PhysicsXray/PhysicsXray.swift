public import Canvas
import Raster

/// An overlay that shows the simulation behind a picture: outlines of bodies, joints, boundaries, contacts and forces. The overlay only
/// reads the world and changes nothing, so a program can switch the overlay on and off at any time.
///
///     var xray = PhysicsXray()
///     xray.isOn = true
///     xray.crossFade = 0.5                       // half of the program's picture is left
///     try xray.draw(world, into: &canvas)        // after the program has drawn itself
///
/// If `font` is set, numbers are shown beside the arrows of forces, and a legend explains the colours.
public struct PhysicsXray: Sendable {
    /// The colours of the overlay.
    public struct Colors: Sendable, Hashable {
        /// The colour that covers the program's picture.
        public var backdrop = Color(0.045, 0.07, 0.12)
        /// The colour of moving bodies.
        public var body = Color(hex: 0x5FD0FF)
        /// The colour of bodies at rest.
        public var resting = Color(hex: 0x7C8FA6)
        /// The colour of fixed bodies and edges, with which other bodies collide.
        public var boundary = Color(hex: 0xC9A2FF)
        /// The colour of rigid joints.
        public var rigidJoint = Color(hex: 0xFFFFFF)
        /// The colour of springy joints.
        public var springyJoint = Color(hex: 0xFFE066)
        /// The colour of contact points.
        public var contact = Color(hex: 0xFF4D6D)
        /// The colour of the arrows of gravity.
        public var gravity = Color(hex: 0x8CE99A)
        /// The colour of the arrows of pushes.
        public var push = Color(hex: 0xFFA94D)
        /// The colour of the arrows of snaps. These arrows are dashed and have open heads.
        public var snap = Color(hex: 0xFF7BE5)
        /// The colour of numbers, and of the legend's texts.
        public var ink = Color(hex: 0xEAF2FF)
        /// Creates the default colours.
        public init() {}
    }
    /// True to draw the overlay.
    public var isOn = false
    /// The fade between picture and overlay. −1 shows only the program's picture, 1 shows only the overlay, and 0 shows picture and
    /// overlay in full. Values below 0 fade the overlay, values above 0 fade the picture. Other values are clamped to −1…1.
    public var crossFade = 0.0
    /// True to show outlines of movable bodies.
    public var showsBodies = true
    /// True to show joints.
    public var showsJoints = true
    /// True to show fixed bodies and edges.
    public var showsBoundaries = true
    /// True to show contact points.
    public var showsContacts = true
    /// True to show arrows of forces.
    public var showsForces = true
    /// True to show the strength of forces, in newtons, near their arrows. Numbers are placed where they cover no other marks. If
    /// there is too little space, the numbers of weak forces and of gravity are left out.
    public var showsNumbers = true
    /// The upper left corner of the legend, in points of the canvas; nil to draw no legend.
    public var legendCorner: Point?
    /// The width of a legend whose entries are side by side, in points; nil to put the entries one below the other.
    public var legendWidth: Double?
    /// The font of numbers and the legend; nil to leave out numbers and legend.
    public var font: Font?
    /// The length of the arrow for a body's weight; initially 40 points. The arrows of other forces on the body have lengths proportional
    /// to their strengths, up to four times this length.
    public var weightLength = 40.0
    /// The width of lines, in points.
    public var lineWidth = 1.25
    /// The colours of the overlay.
    public var colors = Colors()
    /// Creates an overlay that is switched off.
    public init() {}

    /// The opacity of the program's picture, 0 to 1.
    public var programOpacity: Double { isOn ? 1 - min(max(crossFade, 0), 1) : 1 }
    /// The opacity of the overlay, 0 to 1.
    public var overlayOpacity: Double { isOn ? 1 + max(min(crossFade, 0), -1) : 0 }

    /// A force that is shown as an arrow.
    public struct Force: Sendable, Hashable {
        /// The source of a force.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// The weight of a body.
            case gravity
            /// A push by the program, or an impulse.
            case push
            /// The force with which a snap pulls its body.
            case snap
        }
        /// The source of the force.
        public var kind: Kind
        /// The point at which the force acts, in points of the canvas.
        public var point: Point
        /// The force in newtons, y down.
        public var newtons: Point
        /// The weight of the body in newtons, under a gravity of 9.81 m/s². The length of the arrow is relative to this weight.
        public var weight: Double
        /// The opacity of the arrow: 1, or less for an impulse, which fades out.
        public var opacity: Double
        /// The strength in newtons.
        public var magnitude: Double { (newtons * newtons).sum().squareRoot() }
    }
    /// Returns the forces that act in a world now: gravity on each movable body, pushes on bodies, impulses of the last half
    /// second, and the pull of snaps. An impulse is shown as the force that gives the same impulse in a tenth of a second.
    public static func forces(in world: PhysicsWorld) -> [Force] {
        var forces: [Force] = []
        for body in world.bodies where !body.isFixed {
            let weight = body.mass * 9.81
            if world.gravity != Point(0, 0) {
                forces.append(Force(kind: .gravity, point: body.position, newtons: world.gravity * body.mass, weight: weight, opacity: 1))
            }
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

    /// Returns the upper left corner of a legend that lies in one of the area's corners and covers neither a movable body nor the arrow of
    /// a body's weight. If no corner of the area is free, the legend lies in the lower right corner.
    /// - Parameters:
    ///   - area: The area, in points of the canvas.
    ///   - world: The world whose bodies the legend must not cover.
    ///   - margin: The distance between the legend and the area's edges.
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
    /// Returns the drawn marks, which numbers must not cover.
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
        if let legendCorner, font != nil {
            marks.boxes.append(Rectangle(x: legendCorner.x, y: legendCorner.y, width: legendSize.width, height: legendSize.height))
        }
        return marks
    }

    /// Draws the overlay over the contents of the canvas; draws nothing if the overlay is switched off.
    /// - Throws: `CanvasError` if a text cannot be laid out.
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
