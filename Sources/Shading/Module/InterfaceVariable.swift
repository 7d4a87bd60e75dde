// InterfaceVariable, BuiltinOutputs: the inputs and outputs of a stage.

/// How a varying is interpolated over a primitive (OpenGL 3.3 §2.11.8).
public enum InterpolationQualifier: UInt8, Sendable, Hashable {
    /// Linear in space: interpolated with perspective correction.
    case smooth
    /// Constant: the value of the provoking vertex.
    case flat
    /// Linear in the window.
    case noPerspective
}
/// The place in a pixel at which a varying is evaluated.
public enum InterpolationSampling: UInt8, Sendable, Hashable {
    /// The centre of the pixel, covered or not.
    case center
    /// A place in the pixel that the primitive covers.
    case centroid
    /// The position of the sample; the shader runs once per sample.
    case sample
}

/// A stage input or user-defined output. Its scalars are flattened column by column, element by element.
public struct InterfaceVariable: Sendable, Hashable {
    /// The name in the source.
    public var name: String
    /// The GLSL type.
    public var type: ValueType
    /// The location that the source or the linker assigns.
    public var location: Int
    /// The first flattened component: for an input, among the module's input components; for an output, the local slot.
    public var firstSlot: Int
    /// How it is interpolated over a primitive.
    public var interpolation: InterpolationQualifier
    /// The place in the pixel at which it is evaluated.
    public var sampling: InterpolationSampling
    /// The index for dual-source blending (GLSL `layout(index = 1)`), otherwise 0. Fragment outputs only.
    public var blendIndex: Int

    /// Creates an input or output; the defaults are smooth interpolation and the pixel's centre.
    public init(name: String, type: ValueType, location: Int, firstSlot: Int,
                interpolation: InterpolationQualifier = .smooth, sampling: InterpolationSampling = .center, blendIndex: Int = 0) {
        self.name = name; self.type = type; self.location = location; self.firstSlot = firstSlot
        self.interpolation = interpolation; self.sampling = sampling; self.blendIndex = blendIndex
    }
}

/// The local slots with the built-in outputs of a stage; nil if the source never writes them.
public struct BuiltinOutputs: Sendable, Hashable {
    /// gl_Position, in clip space: the first of four slots.
    public var position: Int?
    /// gl_PointSize, in pixels.
    public var pointSize: Int?
    /// gl_ClipDistance[0]; the slots of the others follow.
    public var clipDistance: Int?
    /// The number of clip distances, 0…8.
    public var clipDistanceCount = 0
    /// gl_FragDepth, 0…1.
    public var fragmentDepth: Int?
    /// gl_SampleMask[0], int.
    public var sampleMask: Int?
    /// Creates the value for no outputs.
    public init() {}
}
