// ReplicatorLayer: copies of one drawing, each moved, recoloured and delayed relative to the previous copy, like Core Animation's
// CAReplicatorLayer.

public import Canvas
import Raster

/// Shows one drawing several times. Relative to the previous instance, each instance is moved by a transform, recoloured
/// and delayed.
///
/// The layer holds no picture. The layer computes the position, colour and time of each instance. A closure draws the instances
/// onto a canvas (`Canvas.draw(_:at:content:)`), or a `ParticleRenderer` draws all of them at once.
///
///     var layer = ReplicatorLayer()
///     layer.instanceCount = 12
///     layer.instanceTransform = .rotation(.pi / 6)
///     layer.instanceAlphaOffset = -1.0 / 12
///     canvas.draw(layer, at: time) { canvas, instance in
///         canvas.fill(petal, with: .color(instance.color))
///     }
public struct ReplicatorLayer: Sendable, Hashable {
    /// The maximum number of instances of a layer: 131,072.
    public static let maximumInstanceCount = 1 << 17

    /// The number of instances, including the first: 0…131,072; initially 1.
    public var instanceCount = 1
    /// The delay of each instance relative to the previous instance, in seconds; initially 0. If the delay is negative, each instance is
    /// ahead of the previous instance.
    public var instanceDelay = 0.0
    /// The transform from an instance's space to the space of the previous instance; initially the identity. The transform does not
    /// apply to the first instance.
    public var instanceTransform = AffineTransform.identity
    /// The colour that multiplies the content's colour in the first instance; initially white.
    public var instanceColor = Color.white
    /// The difference in red between an instance and the previous instance; initially 0. The red of each instance is clamped to 0…1.
    public var instanceRedOffset = 0.0
    /// The difference in green between an instance and the previous instance; initially 0. The green of each instance is clamped to 0…1.
    public var instanceGreenOffset = 0.0
    /// The difference in blue between an instance and the previous instance; initially 0. The blue of each instance is clamped to 0…1.
    public var instanceBlueOffset = 0.0
    /// The difference in alpha between an instance and the previous instance; initially 0. The alpha of each instance is clamped to 0…1.
    public var instanceAlphaOffset = 0.0
    /// The transform from the layer's space to the space in which the layer is shown; initially the identity.
    public var transform = AffineTransform.identity
    /// The factor that multiplies the alpha of all instances; initially 1.
    public var opacity = 1.0

    /// Creates a layer with one unchanged instance.
    public init() {}

    /// An instance of the layer.
    public struct Instance: Sendable, Hashable {
        /// The instance's index; 0 for the first instance.
        public var index: Int
        /// The transform from the content's space to the space that the layer is shown in.
        public var transform: AffineTransform
        /// The colour that multiplies the content's colour, including the layer's opacity; 0…1.
        public var color: Color
        /// The time of the content, in seconds: the layer's time minus the delays up to this instance.
        public var time: Double
    }

    /// Checks that the layer can be shown.
    /// - Throws: `RasterError` with `invalidArgument` if the count is out of range or a number is not finite.
    public func validate() throws(RasterError) {
        guard (0...ReplicatorLayer.maximumInstanceCount).contains(instanceCount) else {
            throw RasterError(.invalidArgument, "instanceCount of a replicator layer", "is \(instanceCount)",
                              remedy: "use 0 to \(ReplicatorLayer.maximumInstanceCount)")
        }
        let numbers: [(name: String, isFinite: Bool)] = [
            ("instanceDelay", instanceDelay.isFinite), ("instanceTransform", instanceTransform.isFinite), ("transform", transform.isFinite),
            ("opacity", opacity.isFinite),
            ("instanceColor", [instanceColor.red, instanceColor.green, instanceColor.blue, instanceColor.alpha].allSatisfy(\.isFinite)),
            ("a colour offset", [instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset].allSatisfy(\.isFinite)),
        ]
        if let bad = numbers.first(where: { !$0.isFinite }) {
            throw RasterError(.invalidArgument, "\(bad.name) of a replicator layer", "is not finite", remedy: "use finite numbers")
        }
    }

    /// Calls the closure with each instance, beginning with the first. The method ends early if a transform is no longer finite.
    /// - Parameters:
    ///   - time: The layer's time, in seconds.
    ///   - body: The closure.
    /// - Throws: The errors of `validate` before the first call, and the errors of the closure.
    public func forEachInstance(at time: Double, _ body: (Instance) throws -> Void) throws {
        try validate()
        guard time.isFinite else { throw RasterError(.invalidArgument, "time of a replicator layer", "is \(time)", remedy: "use a finite number of seconds") }
        var place = transform
        let alpha = Color.unit(opacity)
        for index in 0..<instanceCount {
            guard place.isFinite else { return }
            let steps = Double(index)
            let color = Color(Color.unit(instanceColor.red + steps * instanceRedOffset), Color.unit(instanceColor.green + steps * instanceGreenOffset),
                              Color.unit(instanceColor.blue + steps * instanceBlueOffset),
                              Color.unit(instanceColor.alpha + steps * instanceAlphaOffset) * alpha)
            try body(Instance(index: index, transform: place, color: color, time: time - steps * instanceDelay))
            place = place * instanceTransform
        }
    }
}

extension Canvas {
    /// Draws a layer's instances. The closure draws one instance. The canvas already has the transform and the alpha of this
    /// instance, but the closure must apply the colour.
    /// - Parameters:
    ///   - layer: The layer.
    ///   - time: The layer's time, in seconds.
    ///   - content: Draws one instance. After each call of the closure, the canvas's state is restored.
    /// - Throws: `RasterError` if the layer cannot be shown, and the errors of the closure.
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
