public import Canvas

/// A rope of links that hangs on a wall, swings, and carries a body attached to its end.
///
///     let world = try PhysicsWorld(gravity: Point(0, 9.81))
///     let rope = try Rope(in: world)
///     let button = try HangingButton(on: rope, size: Size(width: 116, height: 44))
///     world.advance(to: time)
///     rope.draw(into: &canvas)
///
/// By default, the rope has 15 links in the frame (350, 180) of 5 by 200 points. Each link is a box, 10 points wide and 13.33 points high.
/// The middle of a link's upper side is pinned to the link above. The first link has no link above; its centre is pinned to the wall. The
/// rope is drawn as a line as wide as the frame. The line is a curve from the wall through the links' centres to the attached body. The
/// points where the links are pinned to each other are the curve's control points.
public final class Rope {
    /// The appearance of the line.
    public struct Style: Sendable, Hashable {
        /// The colour of the line; initially red.
        public var color = Color(hex: 0xE0312F)
        /// The colour of the thin highlight on the line; nil to draw no highlight.
        public var highlight: Color? = Color(hex: 0xFF9A86, alpha: 0.55)
        /// The shadow on the wall; nil to draw no shadow.
        public var shadow: Shadow? = Shadow(offset: Point(5, 9), blur: 8, color: Color(white: 0, alpha: 0.35))
        /// Creates the default style.
        public init() {}
    }
    /// The frame of the rope at rest, in points.
    public let frame: Rectangle
    /// The links, from the wall downwards.
    public let links: [PhysicsBody]
    /// The world of the rope.
    public let world: PhysicsWorld
    /// The appearance of the line.
    public var style = Style()
    /// The last link; bodies are attached to this link.
    public var attachmentLink: PhysicsBody { links[links.count - 1] }
    /// The height of a link.
    public var linkHeight: Double { frame.height / Double(links.count) }

    /// Creates a rope in a world.
    /// - Parameters:
    ///   - world: The world.
    ///   - frame: The frame of the rope at rest, 1 to 10,000 points wide and high. The drawn line is as wide as this frame.
    ///   - segments: The number of links, 2 to 200.
    ///   - linkWidth: The width of a link, in points.
    ///   - density: The density in kg/m².
    ///   - damping: The damping of the links' movement, in 1/s.
    /// - Throws: `PhysicsError` if a number is out of range, or the world has too many bodies or joints.
    public init(in world: PhysicsWorld, frame: Rectangle = Rectangle(x: 350, y: 180, width: 5, height: 200), segments: Int = 15, linkWidth: Double = 10,
                density: Double = 6, damping: Double = 0.35) throws(PhysicsError) {
        try PhysicsError.require(Double(segments), in: 2...200, "number of a rope's segments")
        try PhysicsError.require(frame.width, in: 1...10_000, "width of a rope")
        try PhysicsError.require(frame.height, in: 1...10_000, "height of a rope")
        let height = frame.height / Double(segments), x = frame.center.x
        var links: [PhysicsBody] = []
        do {
            for i in 0..<segments {
                let box = PhysicsShape.box(center: Point(x, frame.minY + (Double(i) + 0.5) * height), width: linkWidth, height: height)
                links.append(try world.addBody([box], material: PhysicsMaterial(density: density, group: Rope.group), damping: damping))
            }
            try world.pin(nil, links[0], at: links[0].position)
            for i in 1..<segments { try world.pin(links[i - 1], links[i], at: Point(x, frame.minY + Double(i) * height)) }
        } catch {
            for link in links { try world.remove(link) }
            throw error
        }
        self.frame = frame; self.links = links; self.world = world
    }
    /// The collision group of all ropes and attached bodies. Bodies of the same group pass through each other.
    static let group = 1

    /// The line from the wall to the end: a curve through the links' centres, with the points where the links are pinned to each
    /// other as control points. The line ends at the point where the attached body is held.
    public var path: Path {
        var path = Path([.move(to: links[0].position)])
        for i in 1..<links.count {
            // The middle of a link's upper side, where the link is pinned.
            path.quadratic(to: links[i].position, control: links[i].transform.apply(Point(frame.center.x, frame.minY + Double(i) * linkHeight)))
        }
        path.line(to: attachment?.state?.secondPoint ?? end)
        return path
    }
    /// The current middle of the last link's lower side, at which bodies are attached. If an attached body is pulled, the body may be a
    /// little away from this point, because the joint is not fully rigid.
    public var end: Point { attachmentLink.transform.apply(Point(frame.center.x, frame.maxY)) }
    /// The joint of the last attached body.
    private var attachment: PhysicsJoint?

    /// Attaches a box to the end of the rope, by the middle of its upper side.
    /// - Parameters:
    ///   - size: The width and height of the box, in points.
    ///   - density: The density in kg/m².
    ///   - damping: The damping of the body's movement, in 1/s.
    @discardableResult
    public func attach(size: Size, density: Double = 2, damping: Double = 0.3) throws(PhysicsError) -> PhysicsBody {
        let end = end
        let box = PhysicsShape.box(center: end + Point(0, size.height / 2), width: size.width, height: size.height)
        let body = try world.addBody([box], material: PhysicsMaterial(density: density, group: Rope.group), damping: damping)
        do { attachment = try world.pin(attachmentLink, body, at: end) } catch {
            try world.remove(body)
            throw error
        }
        return body
    }

    /// Draws the line.
    public func draw(into canvas: inout Canvas) {
        let path = path, line = StrokeStyle(width: frame.width, cap: .round, join: .round)
        canvas.saved { canvas in
            if let shadow = style.shadow { canvas.shadows = [shadow] }
            canvas.stroke(path, with: .color(style.color), style: line)
        }
        if let highlight = style.highlight {
            canvas.saved { canvas in
                canvas.translate(-frame.width / 6, -frame.width / 12)
                canvas.stroke(path, with: .color(highlight), style: StrokeStyle(width: frame.width / 4, cap: .round, join: .round))
            }
        }
    }
}
