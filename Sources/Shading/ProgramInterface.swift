// ProgramInterface: what a linked program asks of and offers to the outside, shared by both stages.

/// A uniform, or a leaf of one: `light[2].color` is a leaf; arrays of scalars, vectors and matrices stay one leaf.
public struct UniformMember: Sendable, Hashable {
    /// GL's name: `mvp`, `lights[0].position`, `weights` (for the array `weights[5]`), `Block.member` for a named block.
    public var name: String
    /// Element type: scalar, vector or matrix.
    public var type: ValueType
    /// 1 when it is no array.
    public var arrayCount: Int
    /// Whether the source declares an array, be it of one element.
    public var isArray: Bool
    /// Bytes from the start of the block.
    public var offset: Int
    /// Bytes from one array element to the next.
    public var arrayStride: Int
    /// Bytes from one column (row, if rowMajor) to the next; 0 when it is no matrix.
    public var matrixStride: Int
    /// Whether matrices lie row by row.
    public var rowMajor: Bool
    /// Initial value from the source (`uniform float x = 2.0;`): register bits, element by element, columns tight.
    public var defaultValue: [UInt32]?
    /// A member.
    public init(name: String, type: ValueType, arrayCount: Int, isArray: Bool, offset: Int, arrayStride: Int, matrixStride: Int,
                rowMajor: Bool, defaultValue: [UInt32]? = nil) {
        self.name = name; self.type = type; self.arrayCount = arrayCount; self.isArray = isArray; self.offset = offset
        self.arrayStride = arrayStride; self.matrixStride = matrixStride; self.rowMajor = rowMajor
        self.defaultValue = defaultValue
    }
}

/// Uniforms that lie together. Block 0 is the default block (loose uniforms, packed tightly: 4 bytes per scalar, columns tight).
/// The others are uniform blocks in std140 (or the declared) layout, filled from buffers.
public struct UniformBlock: Sendable, Hashable {
    /// The block's name in the source; empty for the default block; `Lights[1]` for an element of an array of blocks.
    public var name: String
    /// The binding that the source declares, else 0.
    public var binding: Int
    /// Bytes of the block.
    public var byteCount: Int
    /// Its uniforms, those of structures one by one.
    public var members: [UniformMember]
    /// A block.
    public init(name: String, binding: Int, byteCount: Int, members: [UniformMember]) {
        self.name = name; self.binding = binding; self.byteCount = byteCount; self.members = members
    }
}

/// A sampler uniform, `name[count]` when it is an array. Its textures sit at units `unit ..< unit + count`.
public struct SamplerUniform: Sendable, Hashable {
    /// The name in the source.
    public var name: String
    /// The shape of the texture that it reads.
    public var dimension: TextureDimension
    /// Whether it compares texels with a reference value.
    public var isShadow: Bool
    /// The type of a texel: float, int or uint.
    public var resultType: ScalarType
    /// The first texture unit.
    public var unit: Int
    /// Number of units: elements of the array, or 1.
    public var count: Int
    /// A sampler uniform.
    public init(name: String, dimension: TextureDimension, isShadow: Bool, resultType: ScalarType, unit: Int, count: Int) {
        self.name = name; self.dimension = dimension; self.isShadow = isShadow; self.resultType = resultType
        self.unit = unit; self.count = count
    }
}

/// One scalar that travels from the vertex stage to the fragment stage.
public struct VaryingComponent: Sendable, Hashable {
    /// The local slot of the vertex module that holds it when the vertex shader ends; −1 where nothing writes it: then it is zero.
    public var vertexSlot: Int
    /// How it changes over a primitive.
    public var interpolation: InterpolationQualifier
    /// The place in the pixel for which it is computed.
    public var sampling: InterpolationSampling
    /// A component.
    public init(vertexSlot: Int, interpolation: InterpolationQualifier, sampling: InterpolationSampling) {
        self.vertexSlot = vertexSlot; self.interpolation = interpolation; self.sampling = sampling
    }
}

/// The needs of a linked program: uniform blocks, samplers, and the varyings between its stages.
public struct ProgramInterface: Sendable {
    /// The member of the default block that takes the height of what is drawn into, where a shader counts rows from the top.
    package static let targetHeightName = "gl_TargetHeight"
    /// The default block, then the others.
    public var uniformBlocks: [UniformBlock]
    /// The samplers of both stages, each once.
    public var samplers: [SamplerUniform]
    /// Indexed by the fragment module's input component.
    public var varyings: [VaryingComponent]
    /// Number of texture units that the samplers occupy.
    public var textureUnitCount: Int { samplers.map { $0.unit + $0.count }.max() ?? 0 }
    /// An interface.
    public init(uniformBlocks: [UniformBlock], samplers: [SamplerUniform], varyings: [VaryingComponent]) {
        self.uniformBlocks = uniformBlocks; self.samplers = samplers; self.varyings = varyings
    }
}

/// Both stages of a linked program.
public struct LinkedProgram: Sendable {
    /// The vertex stage.
    public var vertex: ShaderModule
    /// The fragment stage.
    public var fragment: ShaderModule
    /// Both stages in the order in which they run.
    package var stages: [ShaderModule] { [vertex, fragment] }
    /// Uniforms, samplers and varyings of both stages.
    public var interface: ProgramInterface
    /// The compiler's remarks on the program, which is valid all the same.
    public var warnings: [ShaderDiagnostic]
    /// A program.
    public init(vertex: ShaderModule, fragment: ShaderModule, interface: ProgramInterface, warnings: [ShaderDiagnostic] = []) {
        self.vertex = vertex; self.fragment = fragment; self.interface = interface; self.warnings = warnings
    }
}
