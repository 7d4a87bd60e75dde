// ProgramInterface: what a linked program asks of and offers to the outside, shared by both stages.

/// A uniform, or a leaf of one: `light[2].color` is a leaf; arrays of scalars, vectors and matrices stay one leaf.
public struct UniformMember: Sendable, Hashable {
    /// GL's name: `mvp`, `lights[0].position`, `weights` (for the array `weights[5]`), `Block.member` for a named block.
    public var name: String
    /// Element type: scalar, vector or matrix.
    public var type: ValueType
    /// 1 when it is no array.
    public var arrayCount: Int
    public var isArray: Bool
    /// Bytes from the start of the block.
    public var offset: Int
    /// Bytes from one array element to the next.
    public var arrayStride: Int
    /// Bytes from one column (row, if rowMajor) to the next; 0 when it is no matrix.
    public var matrixStride: Int
    public var rowMajor: Bool
    /// Initial value from the source (`uniform float x = 2.0;`): register bits, element by element, columns tight.
    public var defaultValue: [UInt32]?
    public init(name: String, type: ValueType, arrayCount: Int, isArray: Bool, offset: Int, arrayStride: Int, matrixStride: Int,
                rowMajor: Bool, defaultValue: [UInt32]? = nil) {
        self.name = name; self.type = type; self.arrayCount = arrayCount; self.isArray = isArray; self.offset = offset
        self.arrayStride = arrayStride; self.matrixStride = matrixStride; self.rowMajor = rowMajor
        self.defaultValue = defaultValue
    }
}

/// Block 0 is the default block (loose uniforms, packed tightly: 4 bytes per scalar, columns tight). The others are
/// uniform blocks in std140 (or the declared) layout, filled from buffers.
public struct UniformBlock: Sendable, Hashable {
    /// Empty for the default block; `Lights[1]` for an element of an array of blocks.
    public var name: String
    public var binding: Int
    public var byteCount: Int
    public var members: [UniformMember]
    public init(name: String, binding: Int, byteCount: Int, members: [UniformMember]) {
        self.name = name; self.binding = binding; self.byteCount = byteCount; self.members = members
    }
}

/// A sampler uniform, `name[count]` when it is an array. Its textures sit at units `unit ..< unit + count`.
public struct SamplerUniform: Sendable, Hashable {
    public var name: String
    public var dimension: TextureDimension
    public var isShadow: Bool
    /// float, int or uint.
    public var resultType: ScalarType
    public var unit: Int
    public var count: Int
    public init(name: String, dimension: TextureDimension, isShadow: Bool, resultType: ScalarType, unit: Int, count: Int) {
        self.name = name; self.dimension = dimension; self.isShadow = isShadow; self.resultType = resultType
        self.unit = unit; self.count = count
    }
}

/// One scalar that travels from the vertex stage to the fragment stage.
public struct VaryingComponent: Sendable, Hashable {
    /// Local slot of the vertex module that holds it when the vertex shader ends; −1 where nothing writes it: zero.
    public var vertexSlot: Int
    public var interpolation: InterpolationQualifier
    public var sampling: InterpolationSampling
    public init(vertexSlot: Int, interpolation: InterpolationQualifier, sampling: InterpolationSampling) {
        self.vertexSlot = vertexSlot; self.interpolation = interpolation; self.sampling = sampling
    }
}

/// What a linked program asks for: uniform blocks, samplers, and the varyings between its stages.
public struct ProgramInterface: Sendable {
    /// The member of the default block that takes the height of what is drawn into, where a shader counts rows from the top.
    package static let targetHeightName = "gl_TargetHeight"
    public var uniformBlocks: [UniformBlock]
    public var samplers: [SamplerUniform]
    /// Indexed by the fragment module's input component.
    public var varyings: [VaryingComponent]
    /// Total number of texture units the samplers occupy.
    public var textureUnitCount: Int { samplers.map { $0.unit + $0.count }.max() ?? 0 }
    public init(uniformBlocks: [UniformBlock], samplers: [SamplerUniform], varyings: [VaryingComponent]) {
        self.uniformBlocks = uniformBlocks; self.samplers = samplers; self.varyings = varyings
    }
}

/// Both stages of a linked program.
public struct LinkedProgram: Sendable {
    public var vertex: ShaderModule
    public var fragment: ShaderModule
    public var interface: ProgramInterface
    /// What the compiler had to say although the program is valid.
    public var warnings: [ShaderDiagnostic]
    public init(vertex: ShaderModule, fragment: ShaderModule, interface: ProgramInterface, warnings: [ShaderDiagnostic] = []) {
        self.vertex = vertex; self.fragment = fragment; self.interface = interface; self.warnings = warnings
    }
}
