// ReplicatorLayer: copies of one thing, each moved, recoloured and delayed against the one before, as Core Animation's CAReplicatorLayer.

public import Canvas
import Raster

/// Shows one thing many times: each instance is moved by one transform more than the one before, has another colour and is later by a delay.
///
/// The layer holds no picture. It says where, in which colour and at which time each instance is shown; a closure draws it, onto a canvas
/// (`Canvas.draw(_:at:content:)`), or a `ParticleRenderer` draws all of them at once.
///
///     var layer = ReplicatorLayer()
///     layer.instanceCount = 12
///     layer.instanceTransform = .rotation(.pi / 6)
///     layer.instanceAlphaOffset = -1.0 / 12
///     canvas.draw(layer, at: time) { canvas, instance in
///         canvas.fill(petal, with: .color(instance.color))
///     }
public struct ReplicatorLayer: Sendable, Hashable {
    /// The most instances that a layer may have: 131,072.
    public static let maximumInstanceCount = 1 << 17

    /// The number of instances, the first one included: 0…131,072; 1 at first.
    public var instanceCount = 1
    /// By how much each instance is later than the one before, in seconds; 0 at first. Negative numbers make it earlier.
    public var instanceDelay = 0.0
    /// From an instance's space to that of the one before; the identity at first. The first instance is not moved.
    public var instanceTransform = AffineTransform.identity
    /// The colour of the first instance, with which what is shown is multiplied; white at first.
    public var instanceColor = Color.white
    /// What each instance's red is more than that of the one before; 0 at first. Sums are clamped to 0…1.
    public var instanceRedOffset = 0.0
    /// What each instance's green is more than that of the one before; 0 at first. Sums are clamped to 0…1.
    public var instanceGreenOffset = 0.0
    /// What each instance's blue is more than that of the one before; 0 at first. Sums are clamped to 0…1.
    public var instanceBlueOffset = 0.0
    /// What each instance's alpha is more than that of the one before; 0 at first. Sums are clamped to 0…1.
    public var instanceAlphaOffset = 0.0
    /// From the layer's space to the one that it is shown in; the identity at first.
    public var transform = AffineTransform.identity
    /// With which the alpha of all instances is multiplied; 1 at first.
    public var opacity = 1.0

    /// A layer of one instance, which is shown as it is.
    public init() {}

    /// One showing.
    public struct Instance: Sendable, Hashable {
        /// 0 for the first.
        public var index: Int
        /// From the space of what is shown to the one that the layer is shown in.
        public var transform: AffineTransform
        /// With which what is shown is multiplied, the layer's opacity included; 0…1.
        public var color: Color
        /// The time of what is shown, in seconds: the layer's without the delays up to this instance.
        public var time: Double
    }

    /// Whether the numbers are ones that can be shown.
    /// - Throws: `RasterError` with `invalidArgument` for a count beyond its limits, and for numbers that are not finite.
    public func validate() throws(RasterError) {
        guard (0...ReplicatorLayer.maximumInstanceCount).contains(instanceCount) else {
            throw RasterError(.invalidArgument, "instanceCount of a replicator layer", "is \(instanceCount)", remedy: "use 0 to \(ReplicatorLayer.maximumInstanceCount)")
        }
        let numbers: [(name: String, isFinite: Bool)] = [
            ("instanceDelay", instanceDelay.isFinite), ("instanceTransform", instanceTransform.isFinite), ("transform", transform.isFinite), ("opacity", opacity.isFinite),
            ("instanceColor", [instanceColor.red, instanceColor.green, instanceColor.blue, instanceColor.alpha].allSatisfy(\.isFinite)),
            ("a colour offset", [instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset].allSatisfy(\.isFinite)),
        ]
        if let bad = numbers.first(where: { !$0.isFinite }) {
            throw RasterError(.invalidArgument, "\(bad.name) of a replicator layer", "is not finite", remedy: "use finite numbers")
        }
    }

    /// Calls the closure with each instance, the first one first. It ends early where an instance lies beyond all numbers: those behind it do as well.
    /// - Parameters:
    ///   - time: The layer's time, in seconds.
    ///   - body: What is done with each.
    /// - Throws: what `validate` throws, before the first call, and what the closure throws.
    public func forEachInstance(at time: Double, _ body: (Instance) throws -> Void) throws {
        try validate()
        guard time.isFinite else { throw RasterError(.invalidArgument, "time of a replicator layer", "is \(time)", remedy: "use a finite number of seconds") }
        var place = transform
        let alpha = Color.unit(opacity)
        for index in 0..<instanceCount {
            guard place.isFinite else { return }
            let steps = Double(index)
            let color = Color(Color.unit(instanceColor.red + steps * instanceRedOffset), Color.unit(instanceColor.green + steps * instanceGreenOffset),
                              Color.unit(instanceColor.blue + steps * instanceBlueOffset), Color.unit(instanceColor.alpha + steps * instanceAlphaOffset) * alpha)
            try body(Instance(index: index, transform: place, color: color, time: time - steps * instanceDelay))
            place = place * instanceTransform
        }
    }
}

extension Canvas {
    /// Draws a layer's instances: the closure draws each under its transform, and with its alpha. The colour is the closure's to use.
    /// - Parameters:
    ///   - layer: Where, in which colour and when.
    ///   - time: The layer's time, in seconds.
    ///   - content: Draws one instance. Its state is forgotten afterwards.
    /// - Throws: `RasterError` for a layer that cannot be shown, and what the closure throws.
    public mutating func draw(_ layer: ReplicatorLayer, at time: Double, content: (inout Canvas, ReplicatorLayer.Instance) throws -> Void) throws {
        try layer.forEachInstance(at: time) { instance in
            try saved { canvas in
                canvas.concatenate(instance.transform)
                canvas.alpha *= instance.color.alpha
                try content(&canvas, instance)
            }
        }
    }
}
