// OpenGLNames: for each of Raster's states, the name of OpenGL's constant (OpenGL 4.6 core profile; OpenGL ES 3.2).

import Raster

extension CompareFunction {
    package var openGLName: String {
        switch self {
        case .never: "GL_NEVER"
        case .less: "GL_LESS"
        case .equal: "GL_EQUAL"
        case .lessEqual: "GL_LEQUAL"
        case .greater: "GL_GREATER"
        case .notEqual: "GL_NOTEQUAL"
        case .greaterEqual: "GL_GEQUAL"
        case .always: "GL_ALWAYS"
        }
    }
}

extension StencilOperation {
    package var openGLName: String {
        switch self {
        case .keep: "GL_KEEP"
        case .zero: "GL_ZERO"
        case .replace: "GL_REPLACE"
        case .incrementClamp: "GL_INCR"
        case .decrementClamp: "GL_DECR"
        case .invert: "GL_INVERT"
        case .incrementWrap: "GL_INCR_WRAP"
        case .decrementWrap: "GL_DECR_WRAP"
        }
    }
}

extension BlendFactor {
    package var openGLName: String {
        switch self {
        case .zero: "GL_ZERO"
        case .one: "GL_ONE"
        case .sourceColor: "GL_SRC_COLOR"
        case .oneMinusSourceColor: "GL_ONE_MINUS_SRC_COLOR"
        case .destinationColor: "GL_DST_COLOR"
        case .oneMinusDestinationColor: "GL_ONE_MINUS_DST_COLOR"
        case .sourceAlpha: "GL_SRC_ALPHA"
        case .oneMinusSourceAlpha: "GL_ONE_MINUS_SRC_ALPHA"
        case .destinationAlpha: "GL_DST_ALPHA"
        case .oneMinusDestinationAlpha: "GL_ONE_MINUS_DST_ALPHA"
        case .constantColor: "GL_CONSTANT_COLOR"
        case .oneMinusConstantColor: "GL_ONE_MINUS_CONSTANT_COLOR"
        case .constantAlpha: "GL_CONSTANT_ALPHA"
        case .oneMinusConstantAlpha: "GL_ONE_MINUS_CONSTANT_ALPHA"
        case .sourceAlphaSaturated: "GL_SRC_ALPHA_SATURATE"
        case .source1Color: "GL_SRC1_COLOR"
        case .oneMinusSource1Color: "GL_ONE_MINUS_SRC1_COLOR"
        case .source1Alpha: "GL_SRC1_ALPHA"
        case .oneMinusSource1Alpha: "GL_ONE_MINUS_SRC1_ALPHA"
        }
    }
}

extension BlendEquation {
    package var openGLName: String {
        switch self {
        case .add: "GL_FUNC_ADD"
        case .subtract: "GL_FUNC_SUBTRACT"
        case .reverseSubtract: "GL_FUNC_REVERSE_SUBTRACT"
        case .min: "GL_MIN"
        case .max: "GL_MAX"
        }
    }
}

extension CullMode {
    /// The face to cull; nil if culling is disabled.
    package var openGLName: String? {
        switch self {
        case .none: nil
        case .front: "GL_FRONT"
        case .back: "GL_BACK"
        case .frontAndBack: "GL_FRONT_AND_BACK"
        }
    }
}

extension Winding {
    package var openGLName: String { self == .clockwise ? "GL_CW" : "GL_CCW" }
    var opposite: Winding { self == .clockwise ? .counterClockwise : .clockwise }
}

extension PolygonMode {
    package var openGLName: String {
        switch self {
        case .fill: "GL_FILL"
        case .line: "GL_LINE"
        case .point: "GL_POINT"
        }
    }
}

extension LogicOperation {
    package var openGLName: String {
        switch self {
        case .clear: "GL_CLEAR"
        case .and: "GL_AND"
        case .andReverse: "GL_AND_REVERSE"
        case .copy: "GL_COPY"
        case .andInverted: "GL_AND_INVERTED"
        case .noOperation: "GL_NOOP"
        case .xor: "GL_XOR"
        case .or: "GL_OR"
        case .nor: "GL_NOR"
        case .equivalent: "GL_EQUIV"
        case .invert: "GL_INVERT"
        case .orReverse: "GL_OR_REVERSE"
        case .copyInverted: "GL_COPY_INVERTED"
        case .orInverted: "GL_OR_INVERTED"
        case .nand: "GL_NAND"
        case .set: "GL_SET"
        }
    }
}

extension PrimitiveType {
    package var openGLName: String {
        switch self {
        case .points: "GL_POINTS"
        case .lines: "GL_LINES"
        case .lineStrip: "GL_LINE_STRIP"
        case .lineLoop: "GL_LINE_LOOP"
        case .triangles: "GL_TRIANGLES"
        case .triangleStrip: "GL_TRIANGLE_STRIP"
        case .triangleFan: "GL_TRIANGLE_FAN"
        case .linesAdjacency: "GL_LINES_ADJACENCY"
        case .lineStripAdjacency: "GL_LINE_STRIP_ADJACENCY"
        case .trianglesAdjacency: "GL_TRIANGLES_ADJACENCY"
        case .triangleStripAdjacency: "GL_TRIANGLE_STRIP_ADJACENCY"
        }
    }
}

extension IndexType {
    package var openGLName: String {
        switch self {
        case .uint8: "GL_UNSIGNED_BYTE"
        case .uint16: "GL_UNSIGNED_SHORT"
        case .uint32: "GL_UNSIGNED_INT"
        }
    }
}

extension VertexComponent {
    package var openGLName: String {
        switch self {
        case .float32: "GL_FLOAT"
        case .float16: "GL_HALF_FLOAT"
        case .uint8: "GL_UNSIGNED_BYTE"
        case .int8: "GL_BYTE"
        case .uint16: "GL_UNSIGNED_SHORT"
        case .int16: "GL_SHORT"
        case .uint32: "GL_UNSIGNED_INT"
        case .int32: "GL_INT"
        case .fixed32: "GL_FIXED"
        case .float64: "GL_DOUBLE"
        }
    }
}

extension TextureType {
    package var openGLName: String {
        switch self {
        case .d1: "GL_TEXTURE_1D"
        case .d1Array: "GL_TEXTURE_1D_ARRAY"
        case .d2: "GL_TEXTURE_2D"
        case .d2Array: "GL_TEXTURE_2D_ARRAY"
        case .d3: "GL_TEXTURE_3D"
        case .cube: "GL_TEXTURE_CUBE_MAP"
        case .cubeArray: "GL_TEXTURE_CUBE_MAP_ARRAY"
        case .rectangle: "GL_TEXTURE_RECTANGLE"
        case .buffer: "GL_TEXTURE_BUFFER"
        }
    }
    /// The names of a cube's faces in the order of its layers.
    package static let openGLFaceNames = ["X", "Y", "Z"].flatMap { ["GL_TEXTURE_CUBE_MAP_POSITIVE_\($0)", "GL_TEXTURE_CUBE_MAP_NEGATIVE_\($0)"] }
}

extension TextureSwizzle.Source {
    package var openGLName: String {
        switch self {
        case .red: "GL_RED"
        case .green: "GL_GREEN"
        case .blue: "GL_BLUE"
        case .alpha: "GL_ALPHA"
        case .zero: "GL_ZERO"
        case .one: "GL_ONE"
        }
    }
}

extension WrapMode {
    package var openGLName: String {
        switch self {
        case .repeat: "GL_REPEAT"
        case .mirroredRepeat: "GL_MIRRORED_REPEAT"
        case .clampToEdge: "GL_CLAMP_TO_EDGE"
        case .clampToBorder: "GL_CLAMP_TO_BORDER"
        case .mirrorClampToEdge: "GL_MIRROR_CLAMP_TO_EDGE"
        }
    }
}

extension FilterMode {
    package var openGLName: String { self == .nearest ? "GL_NEAREST" : "GL_LINEAR" }
    /// Returns the name of a minifying filter that chooses mip levels.
    func openGLName(mip: MipFilterMode) -> String {
        switch mip {
        case .none: openGLName
        case .nearest: openGLName + "_MIPMAP_NEAREST"
        case .linear: openGLName + "_MIPMAP_LINEAR"
        }
    }
}

extension PixelFormat {
    /// The sized internal format (OpenGL 4.6 tables 8.12, 8.13).
    package var openGLName: String {
        switch self {
        case .r8: "GL_R8"
        case .rg8: "GL_RG8"
        case .rgb8: "GL_RGB8"
        case .rgba8: "GL_RGBA8"
        case .r16: "GL_R16"
        case .rg16: "GL_RG16"
        case .rgba16: "GL_RGBA16"
        case .r8Snorm: "GL_R8_SNORM"
        case .rg8Snorm: "GL_RG8_SNORM"
        case .rgb8Snorm: "GL_RGB8_SNORM"
        case .rgba8Snorm: "GL_RGBA8_SNORM"
        case .r16Snorm: "GL_R16_SNORM"
        case .rg16Snorm: "GL_RG16_SNORM"
        case .rgba16Snorm: "GL_RGBA16_SNORM"
        case .srgb8: "GL_SRGB8"
        case .srgb8Alpha8: "GL_SRGB8_ALPHA8"
        case .r16Float: "GL_R16F"
        case .rg16Float: "GL_RG16F"
        case .rgb16Float: "GL_RGB16F"
        case .rgba16Float: "GL_RGBA16F"
        case .r32Float: "GL_R32F"
        case .rg32Float: "GL_RG32F"
        case .rgb32Float: "GL_RGB32F"
        case .rgba32Float: "GL_RGBA32F"
        case .r8Int: "GL_R8I"
        case .rg8Int: "GL_RG8I"
        case .rgba8Int: "GL_RGBA8I"
        case .r8Uint: "GL_R8UI"
        case .rg8Uint: "GL_RG8UI"
        case .rgba8Uint: "GL_RGBA8UI"
        case .r16Int: "GL_R16I"
        case .rg16Int: "GL_RG16I"
        case .rgba16Int: "GL_RGBA16I"
        case .r16Uint: "GL_R16UI"
        case .rg16Uint: "GL_RG16UI"
        case .rgba16Uint: "GL_RGBA16UI"
        case .r32Int: "GL_R32I"
        case .rg32Int: "GL_RG32I"
        case .rgb32Int: "GL_RGB32I"
        case .rgba32Int: "GL_RGBA32I"
        case .r32Uint: "GL_R32UI"
        case .rg32Uint: "GL_RG32UI"
        case .rgb32Uint: "GL_RGB32UI"
        case .rgba32Uint: "GL_RGBA32UI"
        case .rgb565: "GL_RGB565"
        case .rgba4444: "GL_RGBA4"
        case .rgb5a1: "GL_RGB5_A1"
        case .rgb10a2: "GL_RGB10_A2"
        case .rgb10a2Uint: "GL_RGB10_A2UI"
        case .rg11b10Float: "GL_R11F_G11F_B10F"
        case .rgb9e5: "GL_RGB9_E5"
        case .depth16: "GL_DEPTH_COMPONENT16"
        case .depth24: "GL_DEPTH_COMPONENT24"
        case .depth32Float: "GL_DEPTH_COMPONENT32F"
        case .depth24Stencil8: "GL_DEPTH24_STENCIL8"
        case .depth32FloatStencil8: "GL_DEPTH32F_STENCIL8"
        case .stencil8: "GL_STENCIL_INDEX8"
        }
    }
}
