import Shading

extension ValueType {
    /// The constant of OpenGL for the type of a variable; GL_NONE for arrays and structures, because OpenGL has no constants for such
    /// types.
    var glType: GLenum {
        switch self {
        case .scalar(let scalar): Self.vectors(scalar)[0]
        case .vector(let scalar, let count): (1...4).contains(count) ? Self.vectors(scalar)[count - 1] : GL_NONE
        case .matrix(let columns, let rows):
            (2...4).contains(columns) && (2...4).contains(rows) ? Self.matrices[3 * (columns - 2) + rows - 2] : GL_NONE
        case .array, .structure: GL_NONE
        }
    }
    private static func vectors(_ scalar: ScalarType) -> [GLenum] {
        switch scalar {
        case .float, .void: floats
        case .int: ints
        case .uint: uints
        case .bool: bools
        }
    }
    private static let floats = [GL_FLOAT, GL_FLOAT_VEC2, GL_FLOAT_VEC3, GL_FLOAT_VEC4]
    private static let ints = [GL_INT, GL_INT_VEC2, GL_INT_VEC3, GL_INT_VEC4]
    private static let uints = [GL_UNSIGNED_INT, GL_UNSIGNED_INT_VEC2, GL_UNSIGNED_INT_VEC3, GL_UNSIGNED_INT_VEC4]
    private static let bools = [GL_BOOL, GL_BOOL_VEC2, GL_BOOL_VEC3, GL_BOOL_VEC4]
    private static let matrices = [
        GL_FLOAT_MAT2, GL_FLOAT_MAT2x3, GL_FLOAT_MAT2x4, GL_FLOAT_MAT3x2, GL_FLOAT_MAT3, GL_FLOAT_MAT3x4, GL_FLOAT_MAT4x2, GL_FLOAT_MAT4x3, GL_FLOAT_MAT4,
    ]

    /// The number of attribute locations that a variable of the type takes.
    var locationCount: Int {
        switch self {
        case .scalar, .vector: 1
        case .matrix(let columns, _): columns
        case .array(let element, let count): count * element.locationCount
        case .structure(_, let fields): fields.reduce(0) { $0 + $1.type.locationCount }
        }
    }
}

extension SamplerUniform {
    /// The constant of OpenGL for the sampler's type.
    var glType: GLenum {
        switch (resultType, dimension) {
        case (.int, .d1): GL_INT_SAMPLER_1D
        case (.int, .d2): GL_INT_SAMPLER_2D
        case (.int, .d3): GL_INT_SAMPLER_3D
        case (.int, .cube): GL_INT_SAMPLER_CUBE
        case (.int, .d1Array): GL_INT_SAMPLER_1D_ARRAY
        case (.int, .d2Array): GL_INT_SAMPLER_2D_ARRAY
        case (.int, .rectangle): GL_INT_SAMPLER_2D_RECT
        case (.int, .buffer): GL_INT_SAMPLER_BUFFER
        case (.int, .cubeArray): GL_INT_SAMPLER_CUBE_MAP_ARRAY
        case (.int, .d2Multisample): GL_INT_SAMPLER_2D_MULTISAMPLE
        case (.int, .d2MultisampleArray): GL_INT_SAMPLER_2D_MULTISAMPLE_ARRAY
        case (.uint, .d1): GL_UNSIGNED_INT_SAMPLER_1D
        case (.uint, .d2): GL_UNSIGNED_INT_SAMPLER_2D
        case (.uint, .d3): GL_UNSIGNED_INT_SAMPLER_3D
        case (.uint, .cube): GL_UNSIGNED_INT_SAMPLER_CUBE
        case (.uint, .d1Array): GL_UNSIGNED_INT_SAMPLER_1D_ARRAY
        case (.uint, .d2Array): GL_UNSIGNED_INT_SAMPLER_2D_ARRAY
        case (.uint, .rectangle): GL_UNSIGNED_INT_SAMPLER_2D_RECT
        case (.uint, .buffer): GL_UNSIGNED_INT_SAMPLER_BUFFER
        case (.uint, .cubeArray): GL_UNSIGNED_INT_SAMPLER_CUBE_MAP_ARRAY
        case (.uint, .d2Multisample): GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE
        case (.uint, .d2MultisampleArray): GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_ARRAY
        case (_, .d1): isShadow ? GL_SAMPLER_1D_SHADOW : GL_SAMPLER_1D
        case (_, .d2): isShadow ? GL_SAMPLER_2D_SHADOW : GL_SAMPLER_2D
        case (_, .d3): GL_SAMPLER_3D
        case (_, .cube): isShadow ? GL_SAMPLER_CUBE_SHADOW : GL_SAMPLER_CUBE
        case (_, .d1Array): isShadow ? GL_SAMPLER_1D_ARRAY_SHADOW : GL_SAMPLER_1D_ARRAY
        case (_, .d2Array): isShadow ? GL_SAMPLER_2D_ARRAY_SHADOW : GL_SAMPLER_2D_ARRAY
        case (_, .rectangle): isShadow ? GL_SAMPLER_2D_RECT_SHADOW : GL_SAMPLER_2D_RECT
        case (_, .buffer): GL_SAMPLER_BUFFER
        case (_, .cubeArray): isShadow ? GL_SAMPLER_CUBE_MAP_ARRAY_SHADOW : GL_SAMPLER_CUBE_MAP_ARRAY
        case (_, .d2Multisample): GL_SAMPLER_2D_MULTISAMPLE
        case (_, .d2MultisampleArray): GL_SAMPLER_2D_MULTISAMPLE_ARRAY
        }
    }
}

extension ImageUniform {
    /// The constant of OpenGL for the image's type.
    var glType: GLenum {
        switch (type, dimension) {
        case (.int, .d1): GL_INT_IMAGE_1D
        case (.int, .d2): GL_INT_IMAGE_2D
        case (.int, .d3): GL_INT_IMAGE_3D
        case (.int, .cube): GL_INT_IMAGE_CUBE
        case (.int, .d1Array): GL_INT_IMAGE_1D_ARRAY
        case (.int, .d2Array): GL_INT_IMAGE_2D_ARRAY
        case (.int, .rectangle): GL_INT_IMAGE_2D_RECT
        case (.int, .buffer): GL_INT_IMAGE_BUFFER
        case (.int, .cubeArray): GL_INT_IMAGE_CUBE_MAP_ARRAY
        case (.int, .d2Multisample): GL_INT_IMAGE_2D_MULTISAMPLE
        case (.int, .d2MultisampleArray): GL_INT_IMAGE_2D_MULTISAMPLE_ARRAY
        case (.uint, .d1): GL_UNSIGNED_INT_IMAGE_1D
        case (.uint, .d2): GL_UNSIGNED_INT_IMAGE_2D
        case (.uint, .d3): GL_UNSIGNED_INT_IMAGE_3D
        case (.uint, .cube): GL_UNSIGNED_INT_IMAGE_CUBE
        case (.uint, .d1Array): GL_UNSIGNED_INT_IMAGE_1D_ARRAY
        case (.uint, .d2Array): GL_UNSIGNED_INT_IMAGE_2D_ARRAY
        case (.uint, .rectangle): GL_UNSIGNED_INT_IMAGE_2D_RECT
        case (.uint, .buffer): GL_UNSIGNED_INT_IMAGE_BUFFER
        case (.uint, .cubeArray): GL_UNSIGNED_INT_IMAGE_CUBE_MAP_ARRAY
        case (.uint, .d2Multisample): GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE
        case (.uint, .d2MultisampleArray): GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY
        case (_, .d1): GL_IMAGE_1D
        case (_, .d2): GL_IMAGE_2D
        case (_, .d3): GL_IMAGE_3D
        case (_, .cube): GL_IMAGE_CUBE
        case (_, .d1Array): GL_IMAGE_1D_ARRAY
        case (_, .d2Array): GL_IMAGE_2D_ARRAY
        case (_, .rectangle): GL_IMAGE_2D_RECT
        case (_, .buffer): GL_IMAGE_BUFFER
        case (_, .cubeArray): GL_IMAGE_CUBE_MAP_ARRAY
        case (_, .d2Multisample): GL_IMAGE_2D_MULTISAMPLE
        case (_, .d2MultisampleArray): GL_IMAGE_2D_MULTISAMPLE_ARRAY
        }
    }
}
