// SimpleEmitter: particles that fly out of one point in a turning stream: one particle, shown by a replicator layer again and again.

public import Canvas
import Raster

/// A stream of particles that fly out of one point, each in another direction than the one before.
///
/// There is one particle: in each cycle it flies from (0, 0) to (0, `length`). A `ReplicatorLayer` shows it `count` times, each time turned by `rotator`, moved by
/// the adjustments, and later by `cycleTime / count`; so that the instances are spread over the whole way. The numbers at first are those of the classic of
/// this kind: a spiral of four arms.
public struct SimpleEmitter: Sendable, Hashable {
    /// What the colour offsets reach over.
    public enum ColorSpan: String, Sendable, Hashable, CaseIterable, Codable {
        /// Each instance differs from the one before by the offsets, as Core Animation has it: with the numbers at first red is used up by the third instance.
        case instance
        /// The last instance differs from the first by the offsets: the stream shades from the first colour to the last.
        case stream
    }

    /// The turn of each instance against the one before, in radians; −4π/50 at first.
    public var rotator = -4 * Double.pi / 50
    /// The number of particles, 0…131,072; 100 at first.
    public var count = 100
    /// The turn of the whole, in radians; 2.5 at first.
    public var angle = 2.5
    /// How long a particle flies before it begins anew, in seconds, more than 0; 1 at first.
    public var cycleTime = 1.0
    /// How far each instance is moved along x before it is turned, in points; 0 at first.
    public var xAdjust = 0.0
    /// How far each instance is moved along y before it is turned, in points; 0 at first.
    public var yAdjust = 0.0
    /// How far a particle flies, in points; 240 at first.
    public var length = 240.0
    /// The colour of the first instance; white at first.
    public var color = Color.white
    /// The change of red; −0.5 at first.
    public var redOffset = -0.5
    /// The change of green; −0.1 at first.
    public var greenOffset = -0.1
    /// The change of blue; −0.1 at first.
    public var blueOffset = -0.1
    /// The change of alpha; 0 at first.
    public var alphaOffset = 0.0
    /// What the offsets reach over; each instance at first.
    public var colorSpan = ColorSpan.instance
    /// The point that the particles fly out of, in points of the view; (0, 0) at first.
    public var position = Point(0, 0)
    /// The diameter of a particle, in points; 24 at first.
    public var particleSize = 24.0
    /// The diameter at the end of the way as a multiple of that at its beginning; 1 at first.
    public var growth = 1.0
    /// The share of the way over which a particle fades in at its beginning, and out at its end, 0…0.5; 0 at first.
    public var fade = 0.0

    /// How long `stop` and `start` take, in seconds: Core Animation's time for changes that nobody describes.
    public static let fadeTime = 0.25
    private var isOn = true
    /// When it was last switched on or off, and how visible it was then.
    private var change = -Double.infinity
    private var opacityBefore = 1.0

    /// An emitter with the numbers that the properties say.
    public init() {}

    /// Whether it is switched on; a stopped emitter is seen for another quarter of a second.
    public var isEmitting: Bool { isOn }
    /// Lets all particles fade out. They fly on unseen, so that `start` shows them where they would have been.
    /// - Parameter time: When, in seconds. It is to be no earlier than the last change.
    public mutating func stop(at time: Double) { setEmitting(false, at: time) }
    /// Lets the particles fade in again.
    /// - Parameter time: When, in seconds. It is to be no earlier than the last change.
    public mutating func start(at time: Double) { setEmitting(true, at: time) }
    private mutating func setEmitting(_ on: Bool, at time: Double) {
        guard on != isOn, time.isFinite else { return }
        opacityBefore = opacity(at: time)
        change = time
        isOn = on
    }
    /// How visible the particles are at a time, 0…1: stopped by going to 0, not by removing them.
    public func opacity(at time: Double) -> Double {
        let share = Color.unit((time - change) / SimpleEmitter.fadeTime)
        return opacityBefore + ((isOn ? 1 : 0) - opacityBefore) * share
    }

    /// The layer that shows the particle, at a time in seconds.
    public func layer(at time: Double) -> ReplicatorLayer {
        var layer = ReplicatorLayer()
        layer.instanceCount = count
        layer.instanceDelay = count > 0 ? cycleTime / Double(count) : 0
        layer.instanceTransform = .rotation(rotator) * .translation(xAdjust, yAdjust)
        layer.transform = .translation(position.x, position.y) * .rotation(angle)
        layer.instanceColor = color
        let steps = colorSpan == .instance ? 1 : Double(max(count - 1, 1))
        layer.instanceRedOffset = redOffset / steps
        layer.instanceGreenOffset = greenOffset / steps
        layer.instanceBlueOffset = blueOffset / steps
        layer.instanceAlphaOffset = alphaOffset / steps
        layer.opacity = opacity(at: time)
        return layer
    }

    /// All particles that are seen at a time: an exact function of the time. An instance whose first flight has not begun is not among them.
    /// - Parameter time: Seconds since the first particle left.
    /// - Throws: `RasterError` with `invalidArgument` for numbers out of their ranges.
    public func particles(at time: Double) throws -> [Particle] {
        guard cycleTime > 0, cycleTime.isFinite else { throw RasterError(.invalidArgument, "cycleTime of an emitter", "is \(cycleTime)", remedy: "use a number of seconds above 0") }
        guard [length, particleSize, growth, fade].allSatisfy(\.isFinite) else {
            throw RasterError(.invalidArgument, "length, size, growth or fade of an emitter", "is not finite", remedy: "use finite numbers")
        }
        let layer = layer(at: time)
        var particles: [Particle] = []
        particles.reserveCapacity(min(max(count, 0), ReplicatorLayer.maximumInstanceCount))
        try layer.forEachInstance(at: time) { instance in
            guard instance.time >= 0, instance.color.alpha > 0 else { return }
            let way = instance.time.truncatingRemainder(dividingBy: cycleTime) / cycleTime
            let ramp = min(max(fade, 0), 0.5), visibility = ramp > 0 ? min(1, way / ramp, (1 - way) / ramp) : 1
            let radius = max(0, particleSize / 2 * (1 + (growth - 1) * way))
            let transform = instance.transform * AffineTransform(a: radius, b: 0, c: 0, d: radius, tx: 0, ty: length * way)
            guard transform.isFinite else { return }
            particles.append(Particle(transform: transform, color: instance.color.withAlpha(instance.color.alpha * visibility)))
        }
        return particles
    }
}
