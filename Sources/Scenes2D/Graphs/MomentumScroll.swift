import Raster

/// Scrolling with a finger's momentum: dragged, let go, gliding, and drawn back where it went beyond an end.
///
/// Where it is at a time follows from formulas, not from steps: any number of frames a second, and frames at any times, show the same motion. Offsets and extents are in
/// points, times in seconds; times handed in never fall.
public struct MomentumScroll: Sendable, Hashable {
    /// Speed is halved in so many seconds of gliding.
    public static let halfLife = 0.35
    /// A finger that rests so long before it lets go throws nothing, in seconds.
    public static let memory = 0.1
    /// The largest offset; the smallest is 0.
    public private(set) var extent: Double
    /// The visible length, by which pulling beyond an end is damped.
    public private(set) var viewport: Double
    private var phase: Phase

    private enum Phase: Sendable, Hashable {
        case resting(Double)
        /// From an offset at the finger's place, with the last places and times.
        case dragged(offset: Double, from: Double, trail: [SIMD2<Double>])
        /// Since a time, from an offset with a speed; it leaves the range after `exit` seconds.
        case gliding(since: Double, offset: Double, speed: Double, exit: Double)
        /// Critically damped towards an end.
        case returning(since: Double, end: Double, distance: Double, speed: Double)
    }
    /// Scrolling that rests at an offset.
    public init(extent: Double, viewport: Double, offset: Double = 0) {
        self.extent = extent.isFinite ? max(0, extent) : 0
        self.viewport = viewport.isFinite ? max(1, viewport) : 1
        phase = .resting(min(max(offset.isFinite ? offset : 0, 0), self.extent))
    }
    /// Whether a finger holds it.
    public var isDragged: Bool { if case .dragged = phase { true } else { false } }
    /// Whether it moves by itself.
    public func isMoving(at time: Double) -> Bool {
        switch phase {
        case .resting, .dragged: false
        case .gliding, .returning: abs(speed(at: time)) > 0.5 || abs(offset(at: time) - clamped(offset(at: time))) > 0.05
        }
    }
    private func clamped(_ offset: Double) -> Double { min(max(offset, 0), extent) }

    /// The range changed, as when a window is resized; the place in it is kept in proportion, and motion ends.
    public mutating func resize(extent: Double, viewport: Double, at time: Double) {
        guard extent != self.extent || viewport != self.viewport else { return }
        let share = self.extent > 0 ? clamped(offset(at: time)) / self.extent : 0
        self = MomentumScroll(extent: extent, viewport: viewport, offset: share * extent)
    }
    /// Rests at an offset from now on.
    public mutating func jump(to offset: Double) { phase = .resting(clamped(offset.isFinite ? offset : 0)) }

    /// A finger takes hold at a place along the axis.
    public mutating func press(at place: Double, time: Double) {
        guard place.isFinite, time.isFinite else { return }
        phase = .dragged(offset: unpulled(offset(at: time)), from: place, trail: [SIMD2(place, time)])
    }
    /// The finger moved.
    public mutating func drag(to place: Double, time: Double) {
        guard place.isFinite, time.isFinite, case .dragged(let offset, let from, var trail) = phase else { return }
        trail.append(SIMD2(place, time))
        trail.removeFirst(trail.firstIndex { time - $0.y <= MomentumScroll.memory } ?? 0)
        phase = .dragged(offset: offset, from: from, trail: trail)
    }
    /// The finger lets go; what it moved in the last tenth of a second is the speed.
    public mutating func release(at time: Double) {
        guard time.isFinite, case .dragged(_, _, let trail) = phase else { return }
        let offset = offset(at: time)
        var speed = 0.0
        if let last = trail.last, let first = trail.first(where: { time - $0.y <= MomentumScroll.memory }), last.y > first.y { speed = -(last.x - first.x) / (last.y - first.y) }
        throwFrom(offset, speed: min(max(speed, -20_000), 20_000), at: time)
    }
    /// A push, as by a wheel: added to the present speed, in points a second.
    public mutating func push(_ speed: Double, at time: Double) {
        guard speed.isFinite, time.isFinite, !isDragged else { return }
        throwFrom(offset(at: time), speed: min(max(self.speed(at: time) + speed, -20_000), 20_000), at: time)
    }
    private mutating func throwFrom(_ offset: Double, speed: Double, at time: Double) {
        if offset != clamped(offset) {
            phase = .returning(since: time, end: clamped(offset), distance: offset - clamped(offset), speed: speed)
            return
        }
        // How long until it leaves the range; never, where friction stops it before.
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

    /// Seconds for which a thrown thing would have to keep its first speed to get as far as it does: half-life / ln 2.
    private static let reach = halfLife / 0.6931471805599453
    /// How far speed 1 gets in a time.
    private static func glide(_ time: Double) -> Double { reach * (1 - Elementary.power(0.5, time / halfLife)) }
    /// The stiffness of an end, per second.
    private static let stiffness = 14.0
    private static func decay(_ time: Double) -> Double { Elementary.power(0.5, time * stiffness / 0.6931471805599453) }

    /// The offset at a time; beyond the range while an end is pulled or swings back.
    public func offset(at time: Double) -> Double {
        switch phase {
        case .resting(let offset): return offset
        case .dragged(let offset, let from, let trail): return pulled(offset - ((trail.last?.x ?? from) - from))
        case .gliding(let since, let offset, let speed, let exit):
            let passed = max(0, time - since)
            if passed <= exit { return clamped(offset + speed * MomentumScroll.glide(passed)) }
            let end = speed > 0 ? extent : 0
            return end + MomentumScroll.spring(0, speed * Elementary.power(0.5, exit / MomentumScroll.halfLife), passed - exit)
        case .returning(let since, let end, let distance, let speed): return end + MomentumScroll.spring(distance, speed, max(0, time - since))
        }
    }
    /// In points a second.
    public func speed(at time: Double) -> Double {
        switch phase {
        case .resting, .dragged: return 0
        case .gliding(let since, _, let speed, let exit):
            let passed = max(0, time - since), slowed = speed * Elementary.power(0.5, min(passed, exit) / MomentumScroll.halfLife)
            return passed <= exit ? slowed : MomentumScroll.springSpeed(0, slowed, passed - exit)
        case .returning(let since, _, let distance, let speed): return MomentumScroll.springSpeed(distance, speed, max(0, time - since))
        }
    }
    /// A critically damped spring: (d + (v + k·d)·t)·e^(−k·t).
    private static func spring(_ distance: Double, _ speed: Double, _ time: Double) -> Double {
        (distance + (speed + stiffness * distance) * time) * decay(time)
    }
    private static func springSpeed(_ distance: Double, _ speed: Double, _ time: Double) -> Double {
        (speed - stiffness * (speed + stiffness * distance) * time) * decay(time)
    }
    /// Beyond an end the offset follows the finger less and less, and never by more than the viewport.
    private func pulled(_ offset: Double) -> Double {
        let inside = clamped(offset), beyond = offset - inside
        return inside + (beyond < 0 ? -1 : 1) * viewport * (1 - 1 / (abs(beyond) * 0.55 / viewport + 1))
    }
    private func unpulled(_ offset: Double) -> Double {
        let inside = clamped(offset), beyond = offset - inside, share = min(abs(beyond) / viewport, 0.999)
        return inside + (beyond < 0 ? -1 : 1) * viewport * (1 / (1 - share) - 1) / 0.55
    }
}
