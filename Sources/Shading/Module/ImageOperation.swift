// ImageOperation: the details of one access to an image of a module, without filtering: load, store, size, or the texel of an atomic
// operation.

/// The format in which an image variable reads and writes texels: its layout qualifier (GLSL 4.30, 4.4.6.2).
public enum ImageFormat: UInt8, Sendable, Hashable, CaseIterable {
    /// Floats of 32 bits.
    case rgba32Float, rg32Float, r32Float
    /// Floats of 16 bits, and packed floats of 11, 11 and 10 bits.
    case rgba16Float, rg16Float, r16Float, rg11b10Float
    /// Unsigned integers that represent the numbers from 0 to 1.
    case rgba16, rgb10a2, rgba8, rg16, rg8, r16, r8
    /// Signed integers that represent the numbers from −1 to 1.
    case rgba16Signed, rgba8Signed, rg16Signed, rg8Signed, r16Signed, r8Signed
    /// Signed integers.
    case rgba32Int, rgba16Int, rgba8Int, rg32Int, rg16Int, rg8Int, r32Int, r16Int, r8Int
    /// Unsigned integers.
    case rgba32Uint, rgba16Uint, rgb10a2Uint, rgba8Uint, rg32Uint, rg16Uint, rg8Uint, r32Uint, r16Uint, r8Uint
}

/// The details of one image instruction. Operands are values (instruction indices); an absent operand is −1.
public struct ImageOperation: Sendable, Hashable {
    /// The shape of the image.
    public var dimension: TextureDimension
    /// The format of the image variable; nil if the shader only writes the image or only asks for its size. If `format` is nil, the format
    /// of the bound texture is used.
    public var format: ImageFormat?
    /// The type of the components: float, int or uint.
    public var type: ScalarType
    /// The first image unit of the image uniform.
    public var unit: Int
    /// The index into an array of images: a value, or −1.
    public var unitIndex: Int32
    /// The number of elements in the array of images; 1 if the image is no array.
    public var unitCount: Int
    /// The texel's coordinates (ints): as many of x, y and z as the shape has. The third coordinate is the layer of an array (y is 0 in a
    /// 1D array), the face of a cube, or 6 · layer + face of an array of cubes. The list is empty for `imageSize`.
    public var coordinate: [Int32]
    /// The index of the sample in a multisampled image; −1 if the operation accesses no single sample.
    public var sample: Int32
    /// The four components that `imageStore` writes; empty for other instructions.
    public var values: [Int32]

    /// Creates an operation. Operands that are left out are absent.
    public init(dimension: TextureDimension, format: ImageFormat?, type: ScalarType, unit: Int, unitIndex: Int32 = -1, unitCount: Int = 1,
                coordinate: [Int32] = [], sample: Int32 = -1, values: [Int32] = []) {
        self.dimension = dimension; self.format = format; self.type = type; self.unit = unit; self.unitIndex = unitIndex
        self.unitCount = unitCount; self.coordinate = coordinate; self.sample = sample; self.values = values
    }
}

extension ImageOperation {
    /// All values that the operation reads.
    package var valueOperands: [Int32] { (coordinate + values + [unitIndex, sample]).filter { $0 >= 0 } }

    /// Replaces each value that the operation reads by the result of `replacement`. Absent operands stay absent.
    package mutating func replaceOperands(_ replacement: (Int32) -> Int32) {
        func replaced(_ value: Int32) -> Int32 { value < 0 ? value : replacement(value) }
        unitIndex = replaced(unitIndex); sample = replaced(sample)
        coordinate = coordinate.map(replaced); values = values.map(replaced)
    }
}
