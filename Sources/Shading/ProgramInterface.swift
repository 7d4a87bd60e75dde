// ProgramInterface: the uniforms, samplers and varyings of a linked program, for all stages.

/// A uniform, or a leaf of a uniform: `light[2].color` is a leaf. An array of scalars, vectors or matrices is a single leaf.
public struct UniformMember: Sendable, Hashable {
    /// The name in OpenGL: `mvp`, `lights[0].position`, `weights` (for the array `weights[5]`), `Block.member` for a named block.
    public var name: String
    /// The type of one element: a scalar, vector or matrix.
    public var type: ValueType
    /// The number of elements; 1 if the uniform is not an array.
    public var arrayCount: Int
    /// Whether the source declares an array, even with a single element.
    public var isArray: Bool
    /// The offset in bytes from the start of the block.
    public var offset: Int
    /// The number of bytes from the start of an array element to the start of the next element.
    public var arrayStride: Int
    /// For a matrix, the number of bytes from the start of a column to the start of the next column, or from row to row if `rowMajor` is
    /// true. For other types, 0.
    public var matrixStride: Int
    /// Whether matrices are stored row by row.
    public var rowMajor: Bool
    /// The initial value from the source (`uniform float x = 2.0;`): register bits, element by element, with the columns tightly packed.
    /// The property is nil if the source states no initial value.
    public var defaultValue: [UInt32]?
    /// An array among the members of a storage block.
    public struct TopLevelArray: Sendable, Hashable {
        /// The number of elements; 0 if the buffer's size determines this number.
        public var count: Int
        /// The number of bytes from one element to the next.
        public var stride: Int
        /// Creates the description of an array.
        public init(count: Int, stride: Int) { self.count = count; self.stride = stride }
    }
    /// If the leaf belongs to a storage block's member that is an array: the description of this array; else nil. If the array's elements
    /// are structures or arrays, reflection lists only the leaves of element 0: `particles[0].position`.
    public var topLevelArray: TopLevelArray?
    /// Creates a member.
    public init(name: String, type: ValueType, arrayCount: Int, isArray: Bool, offset: Int, arrayStride: Int, matrixStride: Int,
                rowMajor: Bool, defaultValue: [UInt32]? = nil) {
        self.name = name; self.type = type; self.arrayCount = arrayCount; self.isArray = isArray; self.offset = offset
        self.arrayStride = arrayStride; self.matrixStride = matrixStride; self.rowMajor = rowMajor
        self.defaultValue = defaultValue
    }
}

/// Uniforms that share memory. Block 0 is the default block with the loose uniforms. The loose uniforms are tightly packed: 4 bytes for each
/// scalar, no gaps between columns. The other blocks are uniform blocks in std140 layout or their declared layout; their values come from buffers.
public struct UniformBlock: Sendable, Hashable {
    /// The block's name in the source; empty for the default block; `Lights[1]` for an element of an array of blocks.
    public var name: String
    /// The binding that the source states; 0 if the source states no binding.
    public var binding: Int
    /// The size of the block in bytes.
    public var byteCount: Int
    /// The block's uniforms; each member of a structure is a separate entry.
    public var members: [UniformMember]
    /// Creates a block.
    public init(name: String, binding: Int, byteCount: Int, members: [UniformMember]) {
        self.name = name; self.binding = binding; self.byteCount = byteCount; self.members = members
    }
}

/// A sampler uniform, `name[count]` if it is an array. The sampler uses the texture units `unit ..< unit + count`.
public struct SamplerUniform: Sendable, Hashable {
    /// The name in the source.
    public var name: String
    /// The shape of the texture that the sampler reads.
    public var dimension: TextureDimension
    /// Whether the sampler compares texels with a reference value.
    public var isShadow: Bool
    /// The type of a texel: float, int or uint.
    public var resultType: ScalarType
    /// The first texture unit.
    public var unit: Int
    /// The number of units: the number of array elements, or 1.
    public var count: Int
    /// Whether the source declares an array, even with a single element.
    public var isArray: Bool
    /// The binding that the source states; nil if the source states no binding.
    public var binding: Int?
    /// Creates a sampler uniform.
    public init(name: String, dimension: TextureDimension, isShadow: Bool, resultType: ScalarType, unit: Int, count: Int, isArray: Bool,
                binding: Int? = nil) {
        self.name = name; self.dimension = dimension; self.isShadow = isShadow; self.resultType = resultType
        self.unit = unit; self.count = count; self.isArray = isArray; self.binding = binding
    }
}

/// A storage block (`buffer Particles { … }`): memory of a buffer that shaders read and write. The atomic counters of one binding are a
/// storage block too.
public struct StorageBlock: Sendable, Hashable {
    /// The block's name in the source; `Lists[1]` for an element of an array of blocks.
    public var name: String
    /// The binding that the source states; 0 if the source states no binding.
    public var binding: Int
    /// The size of the block in bytes. If the buffer's size determines the length of an array, one element of this array is counted.
    public var byteCount: Int
    /// The members in their layout (std430, std140 or as declared). If a member is an array whose length the buffer's size determines, its
    /// `arrayCount` is 0.
    public var members: [UniformMember]
    /// Whether shaders only read the block (`readonly`).
    public var isReadOnly: Bool
    /// Whether shaders only write the block (`writeonly`).
    public var isWriteOnly: Bool
    /// Whether the members are the atomic counters of a binding (`uniform atomic_uint`). The block's name is then `gl_AtomicCounters`,
    /// followed by the number of the binding.
    public var isCounters = false
    /// Creates a block.
    public init(name: String, binding: Int, byteCount: Int, members: [UniformMember], isReadOnly: Bool, isWriteOnly: Bool) {
        self.name = name; self.binding = binding; self.byteCount = byteCount; self.members = members
        self.isReadOnly = isReadOnly; self.isWriteOnly = isWriteOnly
    }
}

/// An image uniform, `name[count]` if it is an array. The image uses the image units `unit ..< unit + count`.
public struct ImageUniform: Sendable, Hashable {
    /// The name in the source.
    public var name: String
    /// The shape of the image.
    public var dimension: TextureDimension
    /// The format in the image's layout qualifier; nil if the image has no such qualifier. If an image has no format, shaders may only
    /// write the image.
    public var format: ImageFormat?
    /// The type of a texel's components: float, int or uint.
    public var type: ScalarType
    /// The first image unit.
    public var unit: Int
    /// The binding that the source states; nil if the source states no binding.
    public var binding: Int?
    /// The number of units: the number of array elements, or 1.
    public var count: Int
    /// Whether the source declares an array, even with a single element.
    public var isArray: Bool
    /// Whether shaders only read the image (`readonly`).
    public var isReadOnly: Bool
    /// Whether shaders only write the image (`writeonly`).
    public var isWriteOnly: Bool
    /// Creates an image uniform.
    public init(name: String, dimension: TextureDimension, format: ImageFormat?, type: ScalarType, unit: Int, binding: Int? = nil, count: Int,
                isArray: Bool, isReadOnly: Bool, isWriteOnly: Bool) {
        self.name = name; self.dimension = dimension; self.format = format; self.type = type; self.unit = unit; self.binding = binding
        self.count = count; self.isArray = isArray; self.isReadOnly = isReadOnly; self.isWriteOnly = isWriteOnly
    }
}

/// A uniform whose elements are bound to units of OpenGL.
package protocol UnitUniform {
    /// The binding that the source states; nil if the source states no binding.
    var binding: Int? { get }
    /// The number of elements.
    var count: Int { get }
}
extension SamplerUniform: UnitUniform {}
extension ImageUniform: UnitUniform {}

extension UnitUniform {
    /// Returns the texture unit or image unit of OpenGL that an element uses until glUniform1i sets another unit. If the source
    /// states a binding, the elements have consecutive units, and the binding is the unit of element 0. Without a stated binding,
    /// every element has unit 0 (GLSL 4.60 §4.4.6).
    package func initialUnit(ofElement element: Int) -> Int { binding.map { $0 + element } ?? 0 }
}

/// One scalar that the fragment stage receives from the stage before the fragment stage. The stage before the fragment stage is the
/// geometry stage if the program has a geometry shader, else the vertex stage.
public struct VaryingComponent: Sendable, Hashable {
    /// A local slot in the module of the stage before the fragment stage. The slot holds the value at the end of the vertex shader, or when
    /// the geometry shader emits a vertex. −1 if nothing writes the value; the value is then zero.
    public var vertexSlot: Int
    /// How the scalar is interpolated over a primitive.
    public var interpolation: InterpolationQualifier
    /// The place in the pixel at which the scalar is evaluated.
    public var sampling: InterpolationSampling
    /// Creates a component.
    public init(vertexSlot: Int, interpolation: InterpolationQualifier, sampling: InterpolationSampling) {
        self.vertexSlot = vertexSlot; self.interpolation = interpolation; self.sampling = sampling
    }
}

/// The interface of a linked program: its uniform blocks and samplers, and the varyings between its stages.
public struct ProgramInterface: Sendable {
    /// The name of the default block's member with the height of the render target. The member exists if a shader counts rows from the top.
    package static let targetHeightName = "gl_TargetHeight"
    /// The default block, then the other blocks.
    public var uniformBlocks: [UniformBlock]
    /// The samplers of all stages, each listed once.
    public var samplers: [SamplerUniform]
    /// The storage blocks of all stages, each listed once. `Opcode.storageLoad` names a block by the block's index in this list.
    public var storageBlocks: [StorageBlock]
    /// The images of all stages, each listed once.
    public var images: [ImageUniform]
    /// The varyings, indexed by input component of the fragment module. If the stage before the fragment stage writes gl_Layer, one more
    /// component follows, which carries gl_Layer.
    public var varyings: [VaryingComponent]
    /// The index in `varyings` of the flat component that carries gl_Layer to rasterization; nil if no stage writes a layer.
    public var layerComponent: Int?
    /// For each scalar of a vertex that the geometry stage reads, the local slot of the vertex module that holds the value at the end of
    /// the vertex shader. −1 if nothing writes the value; the value is then zero. The list is empty without a geometry stage. For the input
    /// components that these scalars become, see `ShaderModule.inputs`.
    public var geometryInputs: [Int] = []
    /// The outputs that transform feedback writes into buffers: outputs of the last stage before the fragment stage. The property is nil if
    /// the program was linked without transform feedback.
    public var transformFeedback: TransformFeedbackLayout?
    /// The number of texture units that the samplers use.
    public var textureUnitCount: Int { samplers.map { $0.unit + $0.count }.max() ?? 0 }
    /// The number of image units that the images use.
    public var imageUnitCount: Int { images.map { $0.unit + $0.count }.max() ?? 0 }
    /// Creates an interface.
    public init(uniformBlocks: [UniformBlock], samplers: [SamplerUniform], storageBlocks: [StorageBlock] = [], images: [ImageUniform] = [],
                varyings: [VaryingComponent] = [], transformFeedback: TransformFeedbackLayout? = nil) {
        self.uniformBlocks = uniformBlocks; self.samplers = samplers; self.storageBlocks = storageBlocks; self.images = images
        self.varyings = varyings; self.transformFeedback = transformFeedback
    }
}
