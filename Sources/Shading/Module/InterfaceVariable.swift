// InterfaceVariable, BuiltinOutputs: the inputs and outputs of a stage.

/// How a varying is interpolated over a primitive (OpenGL 3.3 §2.11.8).
public enum InterpolationQualifier: UInt8, Sendable, Hashable {
    /// Interpolated linearly in space, that is, with perspective correction.
    case smooth
    /// Constant over the primitive: the value of the provoking vertex.
    case flat
    /// Linear in the window.
    case noPerspective
}
/// The place in a pixel at which a varying is evaluated.
public enum InterpolationSampling: UInt8, Sendable, Hashable {
    /// The centre of the pixel, whether the primitive covers the centre or not. If the pipeline's state makes the shader run once per
    /// sample (`RasterState.minimumSampleShading` of Raster), the place is the position of the sample.
    case center
    /// A place in the pixel that the primitive covers.
    case centroid
    /// The position of the sample for which the shader runs; the shader runs once per sample.
    case sample
    /// The centre of the pixel, even if the shader runs once per sample. The functions interpolateAtSample and interpolateAtOffset begin
    /// with the value at this place.
    case pixelCenter
}

/// A stage input or user-defined output. The variable's scalars are flattened column by column and element by element.
public struct InterfaceVariable: Sendable, Hashable {
    /// The name in the source.
    public var name: String
    /// The GLSL type.
    public var type: ValueType
    /// The location that the source or the linker assigns.
    public var location: Int
    /// The position of the first flattened component. For an output, the position is a local slot. For an input, the position is an index
    /// among the module's input components; in a geometry shader, it is an index among the scalars of each vertex (`ShaderModule.inputs`).
    public var firstSlot: Int
    /// How the variable is interpolated over a primitive.
    public var interpolation: InterpolationQualifier
    /// The place in the pixel at which the variable is evaluated.
    public var sampling: InterpolationSampling
    /// The index for dual-source blending (GLSL `layout(index = 1)`), otherwise 0. Fragment outputs only.
    public var blendIndex: Int
    /// The component of the location at which the variable begins (GLSL `layout(component = 1)`). A vertex attribute is found by its name,
    /// and receives its own values, even if other attributes have the same location.
    public var component: Int
    /// The name with which queries list the variable. For a member of a block, this name is `Block.member`, or only `member` if the block
    /// has no instance name (OpenGL ES 3.1 §7.3.1.1). All elements of an array of blocks share the name. By default, the listed name equals
    /// `name`.
    package var listedName: String
    /// Whether the source states locations inside of the block to which the variable belongs.
    package var isPlacedInBlock = false

    /// Creates an input or output; by default, the variable is interpolated smoothly and evaluated at the pixel's centre.
    public init(name: String, type: ValueType, location: Int, firstSlot: Int,
                interpolation: InterpolationQualifier = .smooth, sampling: InterpolationSampling = .center, blendIndex: Int = 0,
                component: Int = 0) {
        self.name = name; listedName = name; self.type = type; self.location = location; self.firstSlot = firstSlot
        self.interpolation = interpolation; self.sampling = sampling; self.blendIndex = blendIndex; self.component = component
    }
}

/// The local slots that hold the built-in outputs of a stage; nil for outputs that the source never writes.
public struct BuiltinOutputs: Sendable, Hashable {
    /// The first of the four slots of gl_Position, which is in clip space; nil if the source never writes gl_Position.
    public var position: Int?
    /// The slot of gl_PointSize, the size of a point in pixels; nil if the source never writes gl_PointSize.
    public var pointSize: Int?
    /// The slot of gl_ClipDistance[0]; nil if the source never writes gl_ClipDistance. The slots of the other distances follow this slot.
    public var clipDistance: Int?
    /// The number of clip distances, 0…8.
    public var clipDistanceCount = 0
    /// The slot of gl_Layer, an int; nil if the source never writes gl_Layer. The value is the layer of a layered target to which a
    /// primitive goes.
    public var layer: Int?
    /// The slot of gl_FragDepth, a value from 0 to 1; nil if the source never writes gl_FragDepth.
    public var fragmentDepth: Int?
    /// The slot of gl_SampleMask[0], an int; nil if the source never writes gl_SampleMask.
    public var sampleMask: Int?
    /// The slot of gl_PrimitiveID, an int (geometry stage); nil if the source never writes gl_PrimitiveID.
    public var primitiveID: Int?
    /// The slots of all outputs.
    var slots: [Int] {
        let position = position.map { Array($0 ..< $0 + 4) } ?? []
        let distances = clipDistance.map { Array($0 ..< $0 + clipDistanceCount) } ?? []
        return position + distances + [pointSize, fragmentDepth, sampleMask, primitiveID, layer].compactMap { $0 }
    }
    /// Creates a value without outputs.
    public init() {}
}
