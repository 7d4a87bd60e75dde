// InterfaceVariable, BuiltinOutputs: what a stage takes and leaves.

/// How a varying changes over a primitive (OpenGL 3.3 §2.11.8).
public enum InterpolationQualifier: UInt8, Sendable, Hashable {
    /// Evenly in space: interpolated in the window after division by w.
    case smooth
    /// Not at all: the provoking vertex gives it.
    case flat
    /// Evenly in the window.
    case noPerspective
}
/// The place in a pixel for which a varying is computed.
public enum InterpolationSampling: UInt8, Sendable, Hashable {
    /// The middle of the pixel, covered or not.
    case center
    /// A place that the primitive covers.
    case centroid
    /// The sample; the shader runs once for each.
    case sample
}

/// A stage input or user output. Its scalars are flattened column by column, element by element.
public struct InterfaceVariable: Sendable, Hashable {
    /// The name in the source.
    public var name: String
    /// The GLSL type.
    public var type: ValueType
    /// The location that the source or the linker gives it.
    public var location: Int
    /// The first flattened component: of the module's input components for an input, the local slot for an output.
    public var firstSlot: Int
    /// How it changes over a primitive.
    public var interpolation: InterpolationQualifier
    /// The place in the pixel for which it is computed.
    public var sampling: InterpolationSampling
    /// The index for dual-source blending (GLSL `layout(index = 1)`), 0 otherwise. Fragment outputs only.
    public var blendIndex: Int

    /// An input or output; by default smooth, for the pixel's centre.
    public init(name: String, type: ValueType, location: Int, firstSlot: Int,
                interpolation: InterpolationQualifier = .smooth, sampling: InterpolationSampling = .center, blendIndex: Int = 0) {
        self.name = name; self.type = type; self.location = location; self.firstSlot = firstSlot
        self.interpolation = interpolation; self.sampling = sampling; self.blendIndex = blendIndex
    }
}

/// The local slots in which a stage leaves its built-in outputs; nil when the source never writes them.
public struct BuiltinOutputs: Sendable, Hashable {
    /// gl_Position: four slots from here, clip space.
    public var position: Int?
    /// gl_PointSize, in pixels.
    public var pointSize: Int?
    /// gl_ClipDistance[0]; the others follow.
    public var clipDistance: Int?
    /// Number of clip distances, 0…8.
    public var clipDistanceCount = 0
    /// gl_FragDepth, 0…1.
    public var fragmentDepth: Int?
    /// gl_SampleMask[0], int.
    public var sampleMask: Int?
    /// No outputs.
    public init() {}
}
