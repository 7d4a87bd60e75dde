// TextureOperation: the details of one texture lookup of a module.

/// The shape of the texture that a sampler reads.
public enum TextureDimension: UInt8, Sendable, Hashable {
    /// A `sampler2D`.
    case d2
    /// A `sampler3D`.
    case d3
    /// A `samplerCube`.
    case cube
    /// A `sampler2DArray`.
    case d2Array
    /// A `sampler1D`. A 1D texture is read like a 2D texture of one row, in the middle of the row.
    case d1
    /// A `sampler1DArray`. A 1D array is read like a 2D array whose layers have one row.
    case d1Array
    /// A `sampler2DRect`, whose float coordinates count texels.
    case rectangle
    /// A `samplerBuffer`. Shaders fetch the texels of such a texture without filtering.
    case buffer
    /// A `samplerCubeArray`.
    case cubeArray
    /// A `sampler2DMS`. Shaders fetch the texels of such a texture without filtering.
    case d2Multisample
    /// A `sampler2DMSArray`. Shaders fetch the texels of such a texture without filtering.
    case d2MultisampleArray

    /// The number of elements of `TextureOperation.coordinate` for a lookup in a texture of this shape.
    package var coordinateCount: Int {
        switch self {
        case .d2, .d1, .rectangle, .buffer, .d2Multisample: 2
        case .d3, .cube, .d2Array, .d1Array, .d2MultisampleArray: 3
        case .cubeArray: 4
        }
    }
    /// The number of elements of `TextureOperation.gradientX` and `gradientY` for a lookup with derivatives in a texture of this shape.
    package var derivativeCount: Int {
        switch self {
        case .d3, .cube, .cubeArray: 3
        case .d2, .d2Array, .d1, .d1Array, .rectangle, .buffer, .d2Multisample, .d2MultisampleArray: 2
        }
    }
    /// The number of coordinates of a lookup in GLSL, including the layer.
    package var sourceCoordinateCount: Int {
        switch self {
        case .d1, .buffer: 1
        case .d2, .d1Array, .rectangle, .d2Multisample: 2
        case .d3, .cube, .d2Array, .d2MultisampleArray: 3
        case .cubeArray: 4
        }
    }
    /// Whether the last coordinate in GLSL is a layer.
    package var isArray: Bool { self == .d1Array || self == .d2Array || self == .d2MultisampleArray || self == .cubeArray }
    /// Whether the texture has a single row, so that its coordinates in GLSL do not include t.
    package var hasOneRow: Bool { self == .d1 || self == .d1Array || self == .buffer }
    /// The number of elements of `TextureOperation.offset` for a lookup with offsets in a texture of this shape.
    package var offsetCount: Int { self == .d3 ? 3 : 2 }
    /// Whether texels have several samples, and a fetch names the sample that it reads.
    package var isMultisampled: Bool { self == .d2Multisample || self == .d2MultisampleArray }

    /// The number of coordinates of an image operation.
    package var imageCoordinateCount: Int {
        switch self {
        case .d2, .d2Multisample, .rectangle: 2
        case .d1, .buffer: 1
        case .d3, .cube, .d1Array, .d2Array, .cubeArray, .d2MultisampleArray: 3
        }
    }
}

/// The details of one texture instruction. Operands are values (instruction indices); an absent operand is −1.
public struct TextureOperation: Sendable, Hashable {
    /// The kind of lookup.
    public enum Kind: UInt8, Sendable, Hashable {
        /// A filtered lookup: `texture`, `textureLod`, `textureGrad` and the like.
        case sample
        /// A single texel, selected by integer coordinates: `texelFetch`.
        case fetch
        /// One component from each of the four texels around a point: `textureGather`.
        case gather
        /// The levels that a filtered lookup would read, and its level of detail, as floats in components 0 and 1: `textureQueryLod`.
        case levelOfDetail
        /// The number of mip levels, an int in component 0: `textureQueryLevels`.
        case levelCount
        /// The number of samples of a texel, an int in component 0: `textureSamples`.
        case sampleCount

        /// Whether the results are the four channels of texels.
        package var returnsTexels: Bool { self == .sample || self == .fetch }
        /// Whether the operation reads no texels and has no coordinate.
        package var isCount: Bool { self == .levelCount || self == .sampleCount }
    }
    /// How a lookup determines its level of detail.
    public enum LevelOfDetail: UInt8, Sendable, Hashable {
        /// In the fragment stage, the level of detail is computed from derivatives of the coordinate. In the vertex stage, the level is 0.
        case implicit
        /// The level of detail of `implicit`, plus the operand `lod`.
        case bias
        /// The level of detail is the operand `lod`: a float for `sample`, an int for `fetch`.
        case explicit
        /// The level of detail is computed from the operands `gradientX` and `gradientY`.
        case gradient
    }
    /// The kind of lookup.
    public var kind: Kind
    /// The shape of the texture.
    public var dimension: TextureDimension
    /// Whether texels are compared with `reference`.
    public var isShadow: Bool
    /// Whether the result of a comparison is (outcome, outcome, outcome, 1) before the texture's swizzle, as `shadow2D` of old GLSL gives by
    /// default. If false, the result is (outcome, 0, 0, 1).
    public var repeatsOutcome = false
    /// The type of the four results: float, int or uint. The result of a shadow lookup is in component 0.
    public var resultType: ScalarType
    /// How the level of detail is determined.
    public var levelOfDetail: LevelOfDetail
    /// The first texture unit of the sampler uniform.
    public var unit: Int
    /// The index into an array of samplers: a value, or −1.
    public var unitIndex: Int32
    /// The number of elements in the array of samplers; 1 if the sampler is no array.
    public var unitCount: Int
    /// The coordinates s, t and r; for a cube, the direction x, y and z. The layer of a 1D or 2D array is at index 2, the layer of an
    /// array of cubes at index 3. For 1D textures, t is ½. The coordinates are floats, or ints for `fetch`, which reads row 0 of 1D
    /// textures and of buffers. Projective coordinates have already been divided by the divisor.
    public var coordinate: [Int32]
    /// The value with which texels are compared; −1 if absent.
    public var reference: Int32
    /// The level or the bias; −1 if absent.
    public var lod: Int32
    /// Derivatives of the coordinate along window x; empty if the operation has no derivatives.
    public var gradientX: [Int32]
    /// Derivatives of the coordinate along window y; empty if the operation has no derivatives.
    public var gradientY: [Int32]
    /// Offsets in texels (int values); empty if the operation has no offsets.
    public var offset: [Int32]
    /// The component that a gather reads, 0…3.
    public var gatherComponent: Int
    /// The index (an int) of the sample that a fetch from a multisampled texture reads; −1 for other operations.
    public var sample: Int32

    /// Creates an operation. Operands that are left out are absent.
    public init(kind: Kind, dimension: TextureDimension, isShadow: Bool = false, resultType: ScalarType = .float,
                levelOfDetail: LevelOfDetail = .implicit, unit: Int, unitIndex: Int32 = -1, unitCount: Int = 1,
                coordinate: [Int32] = [], reference: Int32 = -1, lod: Int32 = -1, gradientX: [Int32] = [],
                gradientY: [Int32] = [], offset: [Int32] = [], gatherComponent: Int = 0, sample: Int32 = -1) {
        self.kind = kind; self.dimension = dimension; self.isShadow = isShadow; self.resultType = resultType
        self.levelOfDetail = levelOfDetail; self.unit = unit; self.unitIndex = unitIndex; self.unitCount = unitCount
        self.coordinate = coordinate; self.reference = reference; self.lod = lod
        self.gradientX = gradientX; self.gradientY = gradientY; self.offset = offset; self.gatherComponent = gatherComponent
        self.sample = sample
    }
}

extension TextureOperation {
    /// All values that the operation reads.
    package var valueOperands: [Int32] {
        (coordinate + gradientX + gradientY + offset + [unitIndex, reference, lod, sample]).filter { $0 >= 0 }
    }

    /// Replaces each value that the operation reads by the result of `replacement`. Absent operands stay absent.
    package mutating func replaceOperands(_ replacement: (Int32) -> Int32) {
        func replaced(_ value: Int32) -> Int32 { value < 0 ? value : replacement(value) }
        unitIndex = replaced(unitIndex); reference = replaced(reference); lod = replaced(lod)
        sample = replaced(sample)
        coordinate = coordinate.map(replaced); gradientX = gradientX.map(replaced); gradientY = gradientY.map(replaced)
        offset = offset.map(replaced)
    }

    /// Whether the lookup needs other lanes of the quad to compute the derivatives of its coordinate.
    package var readsWholeQuad: Bool {
        (kind == .sample || kind == .levelOfDetail) && (levelOfDetail == .implicit || levelOfDetail == .bias)
    }
}
