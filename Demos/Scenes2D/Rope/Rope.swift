public import Canvas

/// A rope of links that hangs on a wall, swings, and carries what is attached to its end.
///
///     let world = try PhysicsWorld(gravity: Point(0, 9.81))
///     let rope = try Rope(in: world)
///     let button = try rope.attach(HangingButton(size: Size(width: 116, height: 44)))
///     world.advance(to: time)
///     rope.draw(into: &canvas)
///
/// Without arguments it has 15 links in the frame (350, 180) of 5 by 200 points: each link is a box 10 wide and 13.33 high, pinned to the one above at the
/// middle of its top side; the first is pinned to the wall at its centre. It is drawn as a line as wide as the frame, from the wall through the links' centres, bent
/// towards where they are pinned to each other, to the place where things hang.
public final class Rope {
    /// What the line looks like.
    public struct Style: Sendable, Hashable {
        /// Red at first.
        public var color = Color(hex: 0xE0312F)
        /// The colour of the thin line of light on it; nil for none.
        public var highlight: Color? = Color(hex: 0xFF9A86, alpha: 0.55)
        /// The shadow on the wall; nil for none.
        public var shadow: Shadow? = Shadow(offset: Point(5, 9), blur: 8, color: Color(white: 0, alpha: 0.35))
        /// The usual style.
        public init() {}
    }
    /// Where it hung when it was made, in points.
    public let frame: Rectangle
    /// From the wall downwards.
    public let links: [PhysicsBody]
    /// The world that moves it.
    public let world: PhysicsWorld
    /// What the line looks like.
    public var style = Style()
    /// The link that things are attached to: the last.
    public var attachmentLink: PhysicsBody { links[links.count - 1] }
    /// The height of a link.
    public var linkHeight: Double { frame.height / Double(links.count) }

    /// Hangs a rope into a world.
    /// - Parameters:
    ///   - world: Where it hangs.
    ///   - frame: Its extent at rest; the width is that of the drawn line. 1 to 10,000 points.
    ///   - segments: The number of links, 2 to 200.
    ///   - linkWidth: The width of a link, in points.
    ///   - density: In kg/m².
    ///   - damping: How fast it comes to rest, in 1/s.
    /// - Throws: `PhysicsError` for numbers out of range, and where the world has no room.
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
    /// Ropes and what hangs on them pass each other.
    static let group = 1

    /// The line from the wall to the end: a curve through the links' centres, with the places where they are pinned to each other as its controls. It ends where a body
    /// that hangs on it is held.
    public var path: Path {
        var path = Path([.move(to: links[0].position)])
        for i in 1..<links.count {
            // The upper side of a link, where it is pinned.
            path.quadratic(to: links[i].position, control: links[i].transform.apply(Point(frame.center.x, frame.minY + Double(i) * linkHeight)))
        }
        path.line(to: attachment?.state?.secondPoint ?? end)
        return path
    }
    /// The middle of the last link's lower side, where it is now. Things hang there, but for the give of the joint where one pulls at them.
    public var end: Point { attachmentLink.transform.apply(Point(frame.center.x, frame.maxY)) }
    /// What holds the body that was attached last.
    private var attachment: PhysicsJoint?

    /// Hangs a body to the end of the rope, by the middle of the upper side of `bounds`, which are moved there.
    /// - Parameters:
    ///   - size: Width and height of a box, in points.
    ///   - density: In kg/m².
    ///   - damping: How fast it comes to rest, in 1/s.
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
