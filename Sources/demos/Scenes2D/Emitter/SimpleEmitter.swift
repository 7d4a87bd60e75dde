// SimpleEmitter: particles that fly out of one point in a rotating stream. A replicator layer shows one particle many times.

public import Canvas
import Raster

/// A stream of particles that fly out from one point, each in a slightly different direction.
///
/// The emitter has only one particle. In each cycle, the particle flies from (0, 0) to (0, `length`). A `ReplicatorLayer` shows this
/// particle `count` times. Relative to the previous instance, each instance is rotated by `rotator`, and moved by `xAdjust` and
/// `yAdjust`. Each instance is also delayed by `cycleTime / count`, so that the instances are spread along the whole way. The default
/// values come from a well-known example: a spiral with four arms.
public struct SimpleEmitter: Sendable, Hashable {
    /// The range over which the colour offsets apply.
    public enum ColorSpan: String, Sendable, Hashable, CaseIterable, Codable {
        /// Each instance differs from the previous instance by the offsets, as in Core Animation. With the default values, red reaches
        /// 0 at the third instance.
        case instance
        /// The last instance differs from the first instance by the offsets. The colour changes evenly along the stream.
        case stream
    }

    /// The rotation of each instance relative to the previous instance, in radians; initially −4π/50.
    public var rotator = -4 * Double.pi / 50
    /// The number of particles, 0…131,072; initially 100.
    public var count = 100
    /// The rotation of the whole stream, in radians; initially 2.5.
    public var angle = 2.5
    /// The duration of a particle's flight in seconds, above 0; initially 1. After this time, the flight begins again.
    public var cycleTime = 1.0
    /// The shift of each instance along x before the rotation, in points; initially 0.
    public var xAdjust = 0.0
    /// The shift of each instance along y before the rotation, in points; initially 0.
    public var yAdjust = 0.0
    /// The length of a particle's flight, in points; initially 240.
    public var length = 240.0
    /// The colour of the first instance; initially white. The colours of the other instances differ by the offsets below.
    public var color = Color.white
    /// The offset of red; initially −0.5.
    public var redOffset = -0.5
    /// The offset of green; initially −0.1.
    public var greenOffset = -0.1
    /// The offset of blue; initially −0.1.
    public var blueOffset = -0.1
    /// The offset of alpha; initially 0.
    public var alphaOffset = 0.0
    /// The range over which the colour offsets apply; initially `.instance`.
    public var colorSpan = ColorSpan.instance
    /// The point that the particles fly out of, in points of the view; initially (0, 0).
    public var position = Point(0, 0)
    /// The diameter of a particle, in points; initially 24.
    public var particleSize = 24.0
    /// The ratio of the diameter at the end of the flight to the diameter at its beginning; initially 1.
    public var growth = 1.0
    /// A particle fades in during this fraction of its flight, 0…0.5, and fades out during an equal fraction at the end of the flight.
    /// Initially 0.
    public var fade = 0.0

    /// The duration of `stop` and `start`, in seconds: Core Animation's default duration.
    public static let fadeTime = 0.25
    private var isOn = true
    /// `change` is the time of the last `start` or `stop`; `opacityBefore` is the opacity at that time.
    private var change = -Double.infinity
    private var opacityBefore = 1.0

    /// Creates an emitter with the default values.
    public init() {}

    /// True if the emitter is switched on. After `stop`, the emitter stays visible for another quarter of a second.
    public var isEmitting: Bool { isOn }
    /// Fades out all particles. The particles continue to fly invisibly, so `start` shows them at the positions that they
    /// have reached by then.
    /// - Parameter time: The time in seconds, not earlier than the last change.
    public mutating func stop(at time: Double) { setEmitting(false, at: time) }
    /// Fades the particles in again after `stop`.
    /// - Parameter time: The time in seconds, not earlier than the last change.
    public mutating func start(at time: Double) { setEmitting(true, at: time) }
    private mutating func setEmitting(_ on: Bool, at time: Double) {
        guard on != isOn, time.isFinite else { return }
        opacityBefore = opacity(at: time)
        change = time
        isOn = on
    }
    /// Returns the opacity of the particles at the given time, 0…1. After `stop`, the opacity falls to 0, but the particles are not
    /// removed.
    public func opacity(at time: Double) -> Double {
        let share = Color.unit((time - change) / SimpleEmitter.fadeTime)
        return opacityBefore + ((isOn ? 1 : 0) - opacityBefore) * share
    }

    /// Returns the layer that shows the particle, at the given time in seconds.
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

    /// Returns all visible particles at the given time, as an exact function of the time. Instances whose first flight has not
    /// begun are left out.
    /// - Parameter time: The seconds since the first particle started.
    /// - Throws: `RasterError` with `invalidArgument` if a number is out of range.
    public func particles(at time: Double) throws -> [Particle] {
        guard cycleTime > 0, cycleTime.isFinite else {
            throw RasterError(.invalidArgument, "cycleTime of an emitter", "is \(cycleTime)", remedy: "use a number of seconds above 0")
        }
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
