// GLEnumerations: the OpenGL constants that correspond to Raster's enumerations.

import CSystemGL
import Raster

extension PrimitiveType {
    var glMode: GLenum {
        switch self {
        case .points: GLenum(GL_POINTS)
        case .lines: GLenum(GL_LINES)
        case .lineStrip: GLenum(GL_LINE_STRIP)
        case .lineLoop: GLenum(GL_LINE_LOOP)
        case .triangles: GLenum(GL_TRIANGLES)
        case .triangleStrip: GLenum(GL_TRIANGLE_STRIP)
        case .triangleFan: GLenum(GL_TRIANGLE_FAN)
        case .linesAdjacency: GLenum(GL_LINES_ADJACENCY)
        case .lineStripAdjacency: GLenum(GL_LINE_STRIP_ADJACENCY)
        case .trianglesAdjacency: GLenum(GL_TRIANGLES_ADJACENCY)
        case .triangleStripAdjacency: GLenum(GL_TRIANGLE_STRIP_ADJACENCY)
        }
    }
}

extension IndexType {
    var glType: GLenum {
        switch self {
        case .uint8: GLenum(GL_UNSIGNED_BYTE)
        case .uint16: GLenum(GL_UNSIGNED_SHORT)
        case .uint32: GLenum(GL_UNSIGNED_INT)
        }
    }
}

extension CompareFunction {
    var glFunction: GLenum {
        switch self {
        case .never: GLenum(GL_NEVER)
        case .less: GLenum(GL_LESS)
        case .equal: GLenum(GL_EQUAL)
        case .lessEqual: GLenum(GL_LEQUAL)
        case .greater: GLenum(GL_GREATER)
        case .notEqual: GLenum(GL_NOTEQUAL)
        case .greaterEqual: GLenum(GL_GEQUAL)
        case .always: GLenum(GL_ALWAYS)
        }
    }
}

extension StencilOperation {
    var glOperation: GLenum {
        switch self {
        case .keep: GLenum(GL_KEEP)
        case .zero: GLenum(GL_ZERO)
        case .replace: GLenum(GL_REPLACE)
        case .incrementClamp: GLenum(GL_INCR)
        case .decrementClamp: GLenum(GL_DECR)
        case .invert: GLenum(GL_INVERT)
        case .incrementWrap: GLenum(GL_INCR_WRAP)
        case .decrementWrap: GLenum(GL_DECR_WRAP)
        }
    }
}

extension BlendEquation {
    var glEquation: GLenum {
        switch self {
        case .add: GLenum(GL_FUNC_ADD)
        case .subtract: GLenum(GL_FUNC_SUBTRACT)
        case .reverseSubtract: GLenum(GL_FUNC_REVERSE_SUBTRACT)
        case .min: GLenum(GL_MIN)
        case .max: GLenum(GL_MAX)
        }
    }
}

extension BlendFactor {
    var glFactor: GLenum {
        switch self {
        case .zero: GLenum(GL_ZERO)
        case .one: GLenum(GL_ONE)
        case .sourceColor: GLenum(GL_SRC_COLOR)
        case .oneMinusSourceColor: GLenum(GL_ONE_MINUS_SRC_COLOR)
        case .destinationColor: GLenum(GL_DST_COLOR)
        case .oneMinusDestinationColor: GLenum(GL_ONE_MINUS_DST_COLOR)
        case .sourceAlpha: GLenum(GL_SRC_ALPHA)
        case .oneMinusSourceAlpha: GLenum(GL_ONE_MINUS_SRC_ALPHA)
        case .destinationAlpha: GLenum(GL_DST_ALPHA)
        case .oneMinusDestinationAlpha: GLenum(GL_ONE_MINUS_DST_ALPHA)
        case .constantColor: GLenum(GL_CONSTANT_COLOR)
        case .oneMinusConstantColor: GLenum(GL_ONE_MINUS_CONSTANT_COLOR)
        case .constantAlpha: GLenum(GL_CONSTANT_ALPHA)
        case .oneMinusConstantAlpha: GLenum(GL_ONE_MINUS_CONSTANT_ALPHA)
        case .sourceAlphaSaturated: GLenum(GL_SRC_ALPHA_SATURATE)
        case .source1Color: GLenum(GL_SRC1_COLOR)
        case .oneMinusSource1Color: GLenum(GL_ONE_MINUS_SRC1_COLOR)
        case .source1Alpha: GLenum(GL_SRC1_ALPHA)
        case .oneMinusSource1Alpha: GLenum(GL_ONE_MINUS_SRC1_ALPHA)
        }
    }
}

extension CullMode {
    /// The face that OpenGL culls; nil if nothing is culled.
    var glFace: GLenum? {
        switch self {
        case .none: nil
        case .front: GLenum(GL_FRONT)
        case .back: GLenum(GL_BACK)
        case .frontAndBack: GLenum(GL_FRONT_AND_BACK)
        }
    }
}

extension PolygonMode {
    var glMode: GLenum {
        switch self {
        case .fill: GLenum(GL_FILL)
        case .line: GLenum(GL_LINE)
        case .point: GLenum(GL_POINT)
        }
    }
}

extension WrapMode {
    var glMode: GLint {
        switch self {
        case .repeat: GL_REPEAT
        case .mirroredRepeat: GL_MIRRORED_REPEAT
        case .clampToEdge: GL_CLAMP_TO_EDGE
        case .clampToBorder: GL_CLAMP_TO_BORDER
        case .mirrorClampToEdge: GL_MIRROR_CLAMP_TO_EDGE
        }
    }
}

extension FilterMode {
    var glFilter: GLint { self == .nearest ? GL_NEAREST : GL_LINEAR }
}

extension Sampler {
    var glMinFilter: GLint {
        switch (mipFilter, minFilter) {
        case (.none, _): minFilter.glFilter
        case (.nearest, .nearest): GL_NEAREST_MIPMAP_NEAREST
        case (.nearest, .linear): GL_LINEAR_MIPMAP_NEAREST
        case (.linear, .nearest): GL_NEAREST_MIPMAP_LINEAR
        case (.linear, .linear): GL_LINEAR_MIPMAP_LINEAR
        }
    }
}

extension VertexComponent {
    var glType: GLenum {
        switch self {
        case .float32: GLenum(GL_FLOAT)
        case .float16: GLenum(GL_HALF_FLOAT)
        case .uint8: GLenum(GL_UNSIGNED_BYTE)
        case .int8: GLenum(GL_BYTE)
        case .uint16: GLenum(GL_UNSIGNED_SHORT)
        case .int16: GLenum(GL_SHORT)
        case .uint32: GLenum(GL_UNSIGNED_INT)
        case .int32: GLenum(GL_INT)
        case .fixed32: GLenum(GL_FIXED)
        case .float64: GLenum(GL_DOUBLE)
        }
    }
}

extension TextureDescriptor {
    var glTarget: GLenum {
        samples == 1 ? type.glTarget : GLenum(type == .d2Array ? GL_TEXTURE_2D_MULTISAMPLE_ARRAY : GL_TEXTURE_2D_MULTISAMPLE)
    }
}

extension TextureType {
    var glTarget: GLenum {
        switch self {
        case .d2: GLenum(GL_TEXTURE_2D)
        case .d3: GLenum(GL_TEXTURE_3D)
        case .cube: GLenum(GL_TEXTURE_CUBE_MAP)
        case .d2Array: GLenum(GL_TEXTURE_2D_ARRAY)
        case .d1: GLenum(GL_TEXTURE_1D)
        case .d1Array: GLenum(GL_TEXTURE_1D_ARRAY)
        case .rectangle: GLenum(GL_TEXTURE_RECTANGLE)
        case .buffer: GLenum(GL_TEXTURE_BUFFER)
        case .cubeArray: GLenum(GL_TEXTURE_CUBE_MAP_ARRAY)
        }
    }
}

extension TextureSwizzle.Source {
    var glSource: GLint {
        switch self {
        case .red: GL_RED
        case .green: GL_GREEN
        case .blue: GL_BLUE
        case .alpha: GL_ALPHA
        case .zero: GL_ZERO
        case .one: GL_ONE
        }
    }
}
