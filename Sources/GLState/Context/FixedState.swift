import Raster

/// The state of the stages without shaders, with OpenGL's initial values (OpenGL ES 3.0.6 tables 6.5 to 6.16).
package struct FixedState {
    package var viewport = (x: 0, y: 0, width: 0, height: 0)
    package var depthRange: (near: Float, far: Float) = (0, 1)
    package var isScissorEnabled = false
    package var scissor = PixelRect(x: 0, y: 0, width: 0, height: 0)

    package var isCullEnabled = false
    package var cullFace = GL_BACK
    package var frontFace = GL_CCW
    package var lineWidth: Float = 1
    package var isPolygonOffsetEnabled = false
    package var polygonOffset = PolygonOffset.none
    package var isRasterizerDiscardEnabled = false
    package var isPrimitiveRestartEnabled = false
    package var desktop = DesktopState()
    /// Whether clipping comes after the widening of points and lines. If true, a wide point or line whose vertices lie outside of the
    /// viewport still draws the pixels that lie inside. The property is true in contexts of OpenGL ES, and false in contexts of desktop
    /// OpenGL.
    package var clipsAfterWidening = false

    package var isSampleAlphaToCoverageEnabled = false
    package var isSampleCoverageEnabled = false
    package var sampleCoverage: (value: Float, inverts: Bool) = (1, false)

    package var isSampleShadingEnabled = false
    package var minimumSampleShading: Float = 0

    package var isDepthEnabled = false
    package var depthFunction = GL_LESS
    package var depthMask = true
    package var isStencilEnabled = false
    package var stencil = (front: StencilSide(), back: StencilSide())

    /// The draw buffers that are blended: bit i is set if draw buffer i is blended.
    package var blendedBuffers: UInt8 = 0
    package var isBlendEnabled: Bool { blendedBuffers != 0 }
    /// The parameters of blending, by draw buffer.
    package var blends = Array(repeating: BlendParameters(), count: GLLimits.colorAttachments)
    package var blendColor = SIMD4<Float>.zero
    package var isDitherEnabled = true
    /// The channels that are written, by draw buffer.
    package var colorMasks: [ColorWriteMask] = Array(repeating: .all, count: GLLimits.colorAttachments)

    package var clearColor = SIMD4<Float>.zero
    package var clearDepth: Float = 1
    package var clearStencil: GLint = 0

    /// The corners of the box around primitives (EXT_primitive_bounding_box). Other drivers use the box to draw faster. This driver only
    /// stores the box.
    package var primitiveBox: [Float] = [-1, -1, -1, 1, 1, 1, 1, 1]

    package var generateMipmapHint = GL_DONT_CARE
    package var fragmentDerivativeHint = GL_DONT_CARE

    /// The state of the stencil test for one side of triangles, front or back.
    package struct StencilSide {
        package var function = GL_ALWAYS
        package var reference: GLint = 0
        package var readMask: GLuint = 0xFFFF_FFFF
        package var writeMask: GLuint = 0xFFFF_FFFF
        package var stencilFail = GL_KEEP
        package var depthFail = GL_KEEP
        package var depthPass = GL_KEEP
    }
}

/// The layout of pixels in the program's memory (glPixelStorei, OpenGL ES 3.0.6 tables 3.1 and 4.6).
package struct PixelStore {
    package var unpack = Layout()
    package var pack = Layout()

    package struct Layout {
        package var alignment = 4
        package var rowLength = 0
        package var imageHeight = 0
        package var skipPixels = 0
        package var skipRows = 0
        package var skipImages = 0
        /// Whether the bytes of a number are in reverse order, if the number has more than one byte. Only desktop OpenGL has `swapsBytes`
        /// and `isLeastBitFirst`.
        package var swapsBytes = false
        package var isLeastBitFirst = false
    }
}

/// The factors and equations with which a draw buffer is blended.
package struct BlendParameters: Equatable {
    package struct Factors: Equatable {
        package var sourceColor = GL_ONE, destinationColor = GL_ZERO, sourceAlpha = GL_ONE, destinationAlpha = GL_ZERO
    }
    package struct Equations: Equatable {
        package var color = GL_FUNC_ADD, alpha = GL_FUNC_ADD
    }
    package var factors = Factors()
    package var equations = Equations()
}
