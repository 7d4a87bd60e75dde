import Raster

/// Scrolling with momentum: dragging, release, gliding, and springing back from beyond an end.
///
/// The offset is a formula of the time, not a sum of steps, so the motion does not depend on the frame rate or on the times
/// of frames. Offsets and extents are in points, times in seconds; the given times must never decrease.
public struct MomentumScroll: Sendable, Hashable {
    /// The time in which gliding loses half of its speed, in seconds.
    public static let halfLife = 0.35
    /// If the finger rests for this number of seconds before its release, the contents do not glide.
    public static let memory = 0.1
    /// The maximum offset; the minimum is 0.
    public private(set) var extent: Double
    /// The length of the visible part of the contents. `viewport` sets the resistance to pulling beyond an end.
    public private(set) var viewport: Double
    private var phase: Phase

    private enum Phase: Sendable, Hashable {
        case resting(Double)
        /// A drag: the offset and the finger's position at the press, and the finger's last positions with their times.
        case dragged(offset: Double, from: Double, trail: [SIMD2<Double>])
        /// A glide: the start time, the offset and speed at that time, and the seconds until the offset leaves the range.
        case gliding(since: Double, offset: Double, speed: Double, exit: Double)
        /// A return to an end of the range, in the way of a critically damped spring.
        case returning(since: Double, end: Double, distance: Double, speed: Double)
    }
    /// Creates a scroll position that rests at an offset.
    public init(extent: Double, viewport: Double, offset: Double = 0) {
        self.extent = extent.isFinite ? max(0, extent) : 0
        self.viewport = viewport.isFinite ? max(1, viewport) : 1
        phase = .resting(min(max(offset.isFinite ? offset : 0, 0), self.extent))
    }
    /// True while a finger holds the contents.
    public var isDragged: Bool { if case .dragged = phase { true } else { false } }
    /// Returns true if the contents move by themselves.
    public func isMoving(at time: Double) -> Bool {
        switch phase {
        case .resting, .dragged: false
        case .gliding, .returning: abs(speed(at: time)) > 0.5 || abs(offset(at: time) - clamped(offset(at: time))) > 0.05
        }
    }
    private func clamped(_ offset: Double) -> Double { min(max(offset, 0), extent) }

    /// Changes the range, for example when a window is resized. The relative position is kept, and the motion ends.
    public mutating func resize(extent: Double, viewport: Double, at time: Double) {
        guard extent != self.extent || viewport != self.viewport else { return }
        let share = self.extent > 0 ? clamped(offset(at: time)) / self.extent : 0
        self = MomentumScroll(extent: extent, viewport: viewport, offset: share * extent)
    }
    /// Moves to an offset at once. The contents rest at this offset.
    public mutating func jump(to offset: Double) { phase = .resting(clamped(offset.isFinite ? offset : 0)) }

    /// Handles a press at a position along the axis.
    public mutating func press(at place: Double, time: Double) {
        guard place.isFinite, time.isFinite else { return }
        phase = .dragged(offset: unpulled(offset(at: time)), from: place, trail: [SIMD2(place, time)])
    }
    /// Handles a move of the finger.
    public mutating func drag(to place: Double, time: Double) {
        guard place.isFinite, time.isFinite, case .dragged(let offset, let from, var trail) = phase else { return }
        trail.append(SIMD2(place, time))
        trail.removeFirst(trail.firstIndex { time - $0.y <= MomentumScroll.memory } ?? 0)
        phase = .dragged(offset: offset, from: from, trail: trail)
    }
    /// Handles the release. After the release, the contents glide, at first with the finger's mean speed in the last tenth of a second.
    public mutating func release(at time: Double) {
        guard time.isFinite, case .dragged(_, _, let trail) = phase else { return }
        let offset = offset(at: time)
        var speed = 0.0
        if let last = trail.last, let first = trail.first(where: { time - $0.y <= MomentumScroll.memory }), last.y > first.y {
            speed = -(last.x - first.x) / (last.y - first.y)
        }
        throwFrom(offset, speed: min(max(speed, -20_000), 20_000), at: time)
    }
    /// Adds a push to the current speed, for example from a wheel, in points per second.
    public mutating func push(_ speed: Double, at time: Double) {
        guard speed.isFinite, time.isFinite, !isDragged else { return }
        throwFrom(offset(at: time), speed: min(max(self.speed(at: time) + speed, -20_000), 20_000), at: time)
    }
    private mutating func throwFrom(_ offset: Double, speed: Double, at time: Double) {
        if offset != clamped(offset) {
            phase = .returning(since: time, end: clamped(offset), distance: offset - clamped(offset), speed: speed)
            return
        }
        // `exit` is the time until the offset leaves the range; infinite if friction stops the glide earlier.
        let end = speed > 0 ? extent : 0, rest = offset + speed * MomentumScroll.reach
        var exit = Double.infinity
        if speed != 0, speed > 0 ? rest > extent : rest < 0 {
            var low = 0.0, high = 60.0
            for _ in 0..<60 {
                let middle = (low + high) / 2
                if abs(MomentumScroll.glide(middle) * speed) < abs(end - offset) { low = middle } else { high = middle }
            }
            exit = high
        }
        phase = .gliding(since: time, offset: offset, speed: speed, exit: exit)
    }

    /// The total distance of a glide divided by its initial speed, in seconds: half-life / ln 2.
    private static let reach = halfLife / 0.6931471805599453
    /// Returns the distance that a glide with the initial speed 1 covers in the given time.
    private static func glide(_ time: Double) -> Double { reach * (1 - PortableMath.power(0.5, time / halfLife)) }
    /// The stiffness of the spring at the ends, per second.
    private static let stiffness = 14.0
    private static func decay(_ time: Double) -> Double { PortableMath.power(0.5, time * stiffness / 0.6931471805599453) }

    /// Returns the offset at the given time. The offset lies beyond the range while an end is pulled or springs back.
    public func offset(at time: Double) -> Double {
        switch phase {
        case .resting(let offset): return offset
        case .dragged(let offset, let from, let trail): return pulled(offset - ((trail.last?.x ?? from) - from))
        case .gliding(let since, let offset, let speed, let exit):
            let passed = max(0, time - since)
            if passed <= exit { return clamped(offset + speed * MomentumScroll.glide(passed)) }
            let end = speed > 0 ? extent : 0
            return end + MomentumScroll.spring(0, speed * PortableMath.power(0.5, exit / MomentumScroll.halfLife), passed - exit)
        case .returning(let since, let end, let distance, let speed): return end + MomentumScroll.spring(distance, speed, max(0, time - since))
        }
    }
    /// Returns the speed in points per second.
    public func speed(at time: Double) -> Double {
        switch phase {
        case .resting, .dragged: return 0
        case .gliding(let since, _, let speed, let exit):
            let passed = max(0, time - since), slowed = speed * PortableMath.power(0.5, min(passed, exit) / MomentumScroll.halfLife)
            return passed <= exit ? slowed : MomentumScroll.springSpeed(0, slowed, passed - exit)
        case .returning(let since, _, let distance, let speed): return MomentumScroll.springSpeed(distance, speed, max(0, time - since))
        }
    }
    /// Returns the distance of a critically damped spring from its rest position: (d + (v + k·d)·t)·e^(−k·t).
    private static func spring(_ distance: Double, _ speed: Double, _ time: Double) -> Double {
        (distance + (speed + stiffness * distance) * time) * decay(time)
    }
    private static func springSpeed(_ distance: Double, _ speed: Double, _ time: Double) -> Double {
        (speed - stiffness * (speed + stiffness * distance) * time) * decay(time)
    }
    /// Returns the offset with resistance: the farther the finger pulls beyond an end, the less the offset follows. The offset
    /// exceeds the end by at most the length of the viewport.
    private func pulled(_ offset: Double) -> Double {
        let inside = clamped(offset), beyond = offset - inside
        return inside + (beyond < 0 ? -1 : 1) * viewport * (1 - 1 / (abs(beyond) * 0.55 / viewport + 1))
    }
    private func unpulled(_ offset: Double) -> Double {
        let inside = clamped(offset), beyond = offset - inside, share = min(abs(beyond) / viewport, 0.999)
        return inside + (beyond < 0 ? -1 : 1) * viewport * (1 / (1 - share) - 1) / 0.55
    }
}
