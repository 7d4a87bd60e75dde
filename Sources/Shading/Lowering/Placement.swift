// Placement: the positions of a GLSL type's scalars in memory, in 32-bit words, and the positions of its samplers or images among the
// texture or image units.
//
// A Placement describes local slots, inputs, shared variables and the default uniform block (all tightly packed), and uniform blocks and
// storage blocks (std140, std430 or decorated). Access chains (SPIR-V's selections of members and elements) use a Placement in the same way
// for every kind of memory.

indirect enum Placement: Sendable {
    case scalar(ScalarType)
    /// A vector. `stride` is the number of words from one component to the next.
    case vector(ScalarType, count: Int, stride: Int)
    case matrix(columns: Int, rows: Int, columnStride: Int, rowStride: Int)
    /// An array. `count` is 0 for an array at the end of a storage block if the buffer's size determines the array's length.
    case array(Placement, count: Int, stride: Int, unitStride: Int)
    case structure([Field])
    /// A sampler, or an image that shaders read and write without a sampler.
    case sampler(SPIRVImageType)

    struct Field: Sendable {
        var placement: Placement
        /// The position in words from the start of the structure.
        var offset: Int
        /// The position in texture units from the start of the structure.
        var unitOffset: Int
    }

    /// The number of texture units that a value of this type occupies.
    var unitCount: Int {
        switch self {
        case .scalar, .vector, .matrix: 0
        case .array(_, let count, _, let unitStride): count * unitStride
        case .structure(let fields): fields.last.map { $0.unitOffset + $0.placement.unitCount } ?? 0
        case .sampler: 1
        }
    }

    /// The number of words that a tightly packed value occupies.
    var tightWordCount: Int {
        switch self {
        case .scalar: 1
        case .vector(_, let count, _): count
        case .matrix(let columns, let rows, _, _): columns * rows
        case .array(_, let count, let stride, _): count * stride
        case .structure(let fields): fields.last.map { $0.offset + $0.placement.tightWordCount } ?? 0
        case .sampler: 0
        }
    }

    /// Calls `body` with the type and the word offset of every scalar. The scalars come in the order of flattened values: members,
    /// elements, columns, components.
    func forEachScalar(at base: Int = 0, _ body: (ScalarType, Int) -> Void) {
        switch self {
        case .scalar(let type): body(type, base)
        case .vector(let type, let count, let stride):
            for k in 0..<count { body(type, base + k * stride) }
        case .matrix(let columns, let rows, let columnStride, let rowStride):
            for column in 0..<columns {
                for row in 0..<rows { body(.float, base + column * columnStride + row * rowStride) }
            }
        case .array(let element, let count, let stride, _):
            for k in 0..<count { element.forEachScalar(at: base + k * stride, body) }
        case .structure(let fields):
            for field in fields { field.placement.forEachScalar(at: base + field.offset, body) }
        case .sampler: break
        }
    }
}

extension SPIRVModule {
    /// Returns the scalar type; nil if the type is not a scalar.
    func scalarType(_ type: UInt32) -> ScalarType? {
        switch types[type] {
        case .bool: .bool
        case .int: .int
        case .uint: .uint
        case .float: .float
        default: nil
        }
    }

    /// Returns the tight placement: scalars, columns, elements and members follow each other without gaps. Returns nil if values of the type
    /// are neither data, nor samplers, nor images.
    func tightPlacement(_ type: UInt32) -> Placement? {
        switch types[type] {
        case .bool, .int, .uint, .float: return scalarType(type).map { .scalar($0) }
        case .vector(let component, let count): return scalarType(component).map { .vector($0, count: count, stride: 1) }
        case .matrix(let column, let columns):
            guard case .vector(_, let rows)? = types[column] else { return nil }
            return .matrix(columns: columns, rows: rows, columnStride: rows, rowStride: 1)
        case .array(let element, let count):
            guard let placement = tightPlacement(element) else { return nil }
            return .array(placement, count: count, stride: placement.tightWordCount, unitStride: placement.unitCount)
        case .structure(let members):
            var fields: [Placement.Field] = []
            var (offset, unitOffset) = (0, 0)
            for member in members {
                guard let placement = tightPlacement(member) else { return nil }
                fields.append(Placement.Field(placement: placement, offset: offset, unitOffset: unitOffset))
                offset += placement.tightWordCount
                unitOffset += placement.unitCount
            }
            return .structure(fields)
        case .sampledImage(let image), .image(let image): return .sampler(image)
        case .void, .memoryArray, .pointer, .function, .unsupported, nil: return nil
        }
    }

    /// Returns the type as reflection and debuggers show it; nil for types whose values are not data, for example pointers and samplers.
    func valueType(_ type: UInt32) -> ValueType? {
        switch types[type] {
        case .bool, .int, .uint, .float: return scalarType(type).map { .scalar($0) }
        case .vector(let component, let count): return scalarType(component).map { .vector($0, count) }
        case .matrix(let column, let columns):
            guard case .vector(_, let rows)? = types[column] else { return nil }
            return .matrix(columns, rows)
        case .array(let element, let count): return valueType(element).map { .array($0, count) }
        case .structure(let members):
            var fields: [ValueType.StructureField] = []
            for (index, member) in members.enumerated() {
                guard let field = valueType(member) else { return nil }
                fields.append(ValueType.StructureField(name: memberName(type, index), type: field))
            }
            return .structure(name(type), fields)
        case .void, .image, .sampledImage, .memoryArray, .pointer, .function, .unsupported, nil: return nil
        }
    }

    /// Returns the types of all scalars of a value of the type, in the order of flattened values; nil if such a value contains samplers, or is
    /// no data.
    func scalarTypes(_ type: UInt32) -> [ScalarType]? {
        guard let placement = tightPlacement(type), placement.unitCount == 0 else { return nil }
        var result: [ScalarType] = []
        result.reserveCapacity(scalarCounts[type] ?? 0)
        placement.forEachScalar { scalar, _ in result.append(scalar) }
        return result
    }

    /// Returns the sampler's name for messages, such as `sampler2DShadow`.
    static func samplerName(_ image: SPIRVImageType) -> String {
        let prefix = image.resultType == .int ? "i" : image.resultType == .uint ? "u" : ""
        let dimensions: [UInt32: String] = [0: "1D", 1: "2D", 2: "3D", 3: "Cube", 4: "2DRect", 5: "Buffer"]
        return (image.isStorage ? "\(prefix)image" : "\(prefix)sampler") + (dimensions[image.dimension] ?? "?")
            + (image.isMultisampled ? "MS" : "") + (image.isArrayed ? "Array" : "") + (image.isDepth ? "Shadow" : "")
    }
}

extension SPIRVImageType {
    /// Whether shaders read and write the image without a sampler.
    var isStorage: Bool { sampled == 2 }

    /// The dimension of the texture or image; nil if Raster does not support textures and images of this kind.
    var textureDimension: TextureDimension? {
        switch (dimension, isArrayed, isMultisampled) {
        case (0, false, false): .d1
        case (0, true, false): .d1Array
        case (1, false, false): .d2
        case (1, true, false): .d2Array
        case (1, false, true): .d2Multisample
        case (1, true, true): .d2MultisampleArray
        case (2, false, false): .d3
        case (3, false, false): .cube
        case (3, true, false): .cubeArray
        case (4, false, false): .rectangle
        case (5, false, false): .buffer
        default: nil
        }
    }
}
