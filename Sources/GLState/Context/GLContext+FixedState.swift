import Raster

// Setters of the state of the stages without shaders. The values are in FixedState.

extension GLContext {
    /// Stores a value of the state. If the value differs from the old value, the next draw converts the whole state to Raster's state
    /// again.
    @inline(__always)
    func set<Value: Equatable>(_ field: inout Value, _ value: Value) {
        if field == value { return }
        field = value
        drawCache.isStateDirty = true
    }

    // MARK: Capabilities (OpenGL ES 3.0.6 §6.1.1, tables 6.5 to 6.16)

    package func glEnable(_ cap: GLenum) throws(GLError) { try setCapability(cap, true) }
    package func glDisable(_ cap: GLenum) throws(GLError) { try setCapability(cap, false) }

    private func setCapability(_ cap: GLenum, _ isOn: Bool) throws(GLError) {
        switch cap {
        case GL_BLEND: set(&state.blendedBuffers, isOn ? 0xFF : 0)
        case GL_CULL_FACE: set(&state.isCullEnabled, isOn)
        case GL_DEPTH_TEST: set(&state.isDepthEnabled, isOn)
        case GL_DITHER: set(&state.isDitherEnabled, isOn)
        case GL_POLYGON_OFFSET_FILL: set(&state.isPolygonOffsetEnabled, isOn)
        case GL_SAMPLE_ALPHA_TO_COVERAGE: set(&state.isSampleAlphaToCoverageEnabled, isOn)
        case GL_SAMPLE_COVERAGE: set(&state.isSampleCoverageEnabled, isOn)
        case GL_SCISSOR_TEST: set(&state.isScissorEnabled, isOn)
        case GL_STENCIL_TEST: set(&state.isStencilEnabled, isOn)
        case GL_PRIMITIVE_RESTART_FIXED_INDEX where version.hasES3: set(&state.isPrimitiveRestartEnabled, isOn)
        case GL_RASTERIZER_DISCARD where version.hasES3: set(&state.isRasterizerDiscardEnabled, isOn)
        case GL_SAMPLE_SHADING where version.hasES31: set(&state.isSampleShadingEnabled, isOn)
        case GL_SAMPLE_MASK where version.hasES31: set(&state.desktop.isSampleMaskEnabled, isOn)
        case GL_FRAMEBUFFER_SRGB: set(&state.desktop.isSRGBEnabled, isOn)
        case GL_DEBUG_OUTPUT: debug.isEnabled = isOn
        case GL_DEBUG_OUTPUT_SYNCHRONOUS: debug.isSynchronous = isOn
        default:
            guard version.isDesktop, setDesktopCapability(cap, isOn) else { throw .invalidEnum("cap", cap) }
        }
    }

    /// Returns whether a capability is on; nil if the context has no such capability. glGet returns these values too.
    package func capability(_ cap: GLenum) -> Bool? {
        switch cap {
        case GL_BLEND: state.blendedBuffers & 1 != 0
        case GL_CULL_FACE: state.isCullEnabled
        case GL_DEPTH_TEST: state.isDepthEnabled
        case GL_DITHER: state.isDitherEnabled
        case GL_POLYGON_OFFSET_FILL: state.isPolygonOffsetEnabled
        case GL_SAMPLE_ALPHA_TO_COVERAGE: state.isSampleAlphaToCoverageEnabled
        case GL_SAMPLE_COVERAGE: state.isSampleCoverageEnabled
        case GL_SCISSOR_TEST: state.isScissorEnabled
        case GL_STENCIL_TEST: state.isStencilEnabled
        case GL_PRIMITIVE_RESTART_FIXED_INDEX where version.hasES3: state.isPrimitiveRestartEnabled
        case GL_RASTERIZER_DISCARD where version.hasES3: state.isRasterizerDiscardEnabled
        case GL_SAMPLE_SHADING where version.hasES31: state.isSampleShadingEnabled
        case GL_SAMPLE_MASK where version.hasES31: state.desktop.isSampleMaskEnabled
        case GL_FRAMEBUFFER_SRGB: state.desktop.isSRGBEnabled
        case GL_DEBUG_OUTPUT: debug.isEnabled
        case GL_DEBUG_OUTPUT_SYNCHRONOUS: debug.isSynchronous
        default: version.isDesktop ? desktopCapability(cap) : nil
        }
    }

    package func glIsEnabled(_ cap: GLenum) throws(GLError) -> GLboolean {
        guard let isOn = capability(cap) else { throw .invalidEnum("cap", cap) }
        return GLboolean(isOn)
    }

    // MARK: Viewport and scissor (OpenGL ES 3.0.6 §2.12.1 and §4.1.2)

    package func glViewport(_ x: GLint, _ y: GLint, _ width: GLsizei, _ height: GLsizei) throws(GLError) {
        guard width >= 0, height >= 0 else { throw .invalidValue("the viewport's size \(width)×\(height) is negative") }
        state.viewport = (Int(x), Int(y), min(Int(width), GLLimits.viewportSize), min(Int(height), GLLimits.viewportSize))
        drawCache.isStateDirty = true
    }

    package func glScissor(_ x: GLint, _ y: GLint, _ width: GLsizei, _ height: GLsizei) throws(GLError) {
        guard width >= 0, height >= 0 else { throw .invalidValue("the scissor's size \(width)×\(height) is negative") }
        set(&state.scissor, PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    }

    package func glDepthRangef(_ n: GLfloat, _ f: GLfloat) throws(GLError) {
        state.depthRange = (n.clampedToUnit, f.clampedToUnit)
        drawCache.isStateDirty = true
    }

    // MARK: Rasterization (OpenGL ES 3.0.6 §3.5 and §3.6)

    package func glCullFace(_ mode: GLenum) throws(GLError) {
        guard mode == GL_FRONT || mode == GL_BACK || mode == GL_FRONT_AND_BACK else { throw .invalidEnum("mode", mode) }
        set(&state.cullFace, mode)
    }

    package func glFrontFace(_ mode: GLenum) throws(GLError) {
        guard mode == GL_CW || mode == GL_CCW else { throw .invalidEnum("mode", mode) }
        set(&state.frontFace, mode)
    }

    package func glLineWidth(_ width: GLfloat) throws(GLError) {
        guard width > 0 else { throw .invalidValue("the line width \(width) is not positive") }
        set(&state.lineWidth, width)
    }

    package func glPolygonOffset(_ factor: GLfloat, _ units: GLfloat) throws(GLError) {
        set(&state.polygonOffset, PolygonOffset(factor: factor, units: units))
    }

    package func glPrimitiveBoundingBox(_ minX: GLfloat, _ minY: GLfloat, _ minZ: GLfloat, _ minW: GLfloat, _ maxX: GLfloat, _ maxY: GLfloat, _ maxZ: GLfloat,
                                        _ maxW: GLfloat) throws(GLError) {
        try checkES31()
        state.primitiveBox = [minX, minY, minZ, minW, maxX, maxY, maxZ, maxW]
    }

    package func glSampleCoverage(_ value: GLfloat, _ invert: GLboolean) throws(GLError) {
        state.sampleCoverage = (value.clampedToUnit, invert != 0)
        drawCache.isStateDirty = true
    }

    // MARK: Depth and stencil (OpenGL ES 3.0.6 §4.1.4, §4.1.5 and §4.2.2)

    private func checkComparison(_ function: GLenum) throws(GLError) {
        guard (GL_NEVER...GL_ALWAYS).contains(function) else { throw .invalidEnum("func", function) }
    }

    package func glDepthFunc(_ function: GLenum) throws(GLError) {
        try checkComparison(function)
        set(&state.depthFunction, function)
    }

    package func glDepthMask(_ flag: GLboolean) throws(GLError) { set(&state.depthMask, flag != 0) }

    /// Calls `change` for the front side, for the back side, or for both sides.
    private func changeStencil(_ face: GLenum, _ change: (inout FixedState.StencilSide) -> Void) throws(GLError) {
        guard face == GL_FRONT || face == GL_BACK || face == GL_FRONT_AND_BACK else { throw .invalidEnum("face", face) }
        if face != GL_BACK { change(&state.stencil.front) }
        if face != GL_FRONT { change(&state.stencil.back) }
        drawCache.isStateDirty = true
    }

    package func glStencilFunc(_ function: GLenum, _ ref: GLint, _ mask: GLuint) throws(GLError) {
        try glStencilFuncSeparate(GL_FRONT_AND_BACK, function, ref, mask)
    }

    package func glStencilFuncSeparate(_ face: GLenum, _ function: GLenum, _ ref: GLint, _ mask: GLuint) throws(GLError) {
        try checkComparison(function)
        try changeStencil(face) { $0.function = function; $0.reference = ref; $0.readMask = mask }
    }

    package func glStencilMask(_ mask: GLuint) throws(GLError) { try glStencilMaskSeparate(GL_FRONT_AND_BACK, mask) }

    package func glStencilMaskSeparate(_ face: GLenum, _ mask: GLuint) throws(GLError) {
        try changeStencil(face) { $0.writeMask = mask }
    }

    package func glStencilOp(_ fail: GLenum, _ zfail: GLenum, _ zpass: GLenum) throws(GLError) {
        try glStencilOpSeparate(GL_FRONT_AND_BACK, fail, zfail, zpass)
    }

    package func glStencilOpSeparate(_ face: GLenum, _ sfail: GLenum, _ dpfail: GLenum, _ dppass: GLenum) throws(GLError) {
        func check(_ name: String, _ operation: GLenum) throws(GLError) {
            switch operation {
            case GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP: return
            default: throw .invalidEnum(name, operation)
            }
        }
        try check("sfail", sfail)
        try check("dpfail", dpfail)
        try check("dppass", dppass)
        try changeStencil(face) { $0.stencilFail = sfail; $0.depthFail = dpfail; $0.depthPass = dppass }
    }

    // MARK: Blending and colour (OpenGL ES 3.0.6 §4.1.7 and §4.2.2)

    package func glBlendColor(_ red: GLfloat, _ green: GLfloat, _ blue: GLfloat, _ alpha: GLfloat) throws(GLError) {
        set(&state.blendColor, color(red, green, blue, alpha))
    }

    package func glColorMask(_ red: GLboolean, _ green: GLboolean, _ blue: GLboolean, _ alpha: GLboolean) throws(GLError) {
        set(&state.colorMasks, Array(repeating: ColorWriteMask(red, green, blue, alpha), count: GLLimits.colorAttachments))
    }

    /// Returns the colour that the arguments of a call give. OpenGL ES 2 clamps the colour to 0…1. OpenGL ES 3 does not clamp the colour,
    /// because an image with a float format can contain other numbers.
    private func color(_ red: GLfloat, _ green: GLfloat, _ blue: GLfloat, _ alpha: GLfloat) -> SIMD4<Float> {
        let color = SIMD4(red, green, blue, alpha)
        return version.hasES3 ? color : SIMD4(red.clampedToUnit, green.clampedToUnit, blue.clampedToUnit, alpha.clampedToUnit)
    }

    // MARK: Clear values (OpenGL ES 3.0.6 §4.2.3)

    package func glClearColor(_ red: GLfloat, _ green: GLfloat, _ blue: GLfloat, _ alpha: GLfloat) throws(GLError) {
        state.clearColor = color(red, green, blue, alpha)
    }
    package func glClearDepthf(_ d: GLfloat) throws(GLError) { state.clearDepth = d.clampedToUnit }
    package func glClearStencil(_ s: GLint) throws(GLError) { state.clearStencil = s }

    // MARK: Hints and pixel storage (OpenGL ES 3.0.6 §5.3, §3.7.1 and §4.3.1)

    package func glHint(_ target: GLenum, _ mode: GLenum) throws(GLError) {
        guard mode == GL_FASTEST || mode == GL_NICEST || mode == GL_DONT_CARE else { throw .invalidEnum("mode", mode) }
        switch target {
        case GL_GENERATE_MIPMAP_HINT: state.generateMipmapHint = mode
        // OpenGL ES 2 has this hint from GL_OES_standard_derivatives.
        case GL_FRAGMENT_SHADER_DERIVATIVE_HINT: state.fragmentDerivativeHint = mode
        case GL_LINE_SMOOTH_HINT, GL_POLYGON_SMOOTH_HINT, GL_TEXTURE_COMPRESSION_HINT:
            guard version.isDesktop else { throw .invalidEnum("target", target) }
            state.desktop.hints[target] = mode
        case GL_PERSPECTIVE_CORRECTION_HINT, GL_POINT_SMOOTH_HINT, GL_FOG_HINT:
            guard version.allowsLegacy else { throw .invalidEnum("target", target) }
        default: throw .invalidEnum("target", target)
        }
    }

    package func glPixelStorei(_ pname: GLenum, _ param: GLint) throws(GLError) {
        let value = Int(param)
        func alignment() throws(GLError) -> Int {
            guard value == 1 || value == 2 || value == 4 || value == 8 else { throw .invalidValue("the alignment \(value) is not 1, 2, 4 or 8") }
            return value
        }
        func count() throws(GLError) -> Int {
            guard value >= 0 else { throw .invalidValue("the number \(value) of pixels, rows or images is negative") }
            return value
        }
        // OpenGL ES 2 has the row lengths and the skips from GL_EXT_unpack_subimage and GL_NV_pack_subimage.
        switch pname {
        case GL_PACK_ALIGNMENT: pixelStore.pack.alignment = try alignment()
        case GL_PACK_ROW_LENGTH: pixelStore.pack.rowLength = try count()
        case GL_PACK_SKIP_ROWS: pixelStore.pack.skipRows = try count()
        case GL_PACK_SKIP_PIXELS: pixelStore.pack.skipPixels = try count()
        case GL_UNPACK_ALIGNMENT: pixelStore.unpack.alignment = try alignment()
        case GL_UNPACK_ROW_LENGTH: pixelStore.unpack.rowLength = try count()
        case GL_UNPACK_SKIP_ROWS: pixelStore.unpack.skipRows = try count()
        case GL_UNPACK_SKIP_PIXELS: pixelStore.unpack.skipPixels = try count()
        case GL_UNPACK_IMAGE_HEIGHT where version.hasES3: pixelStore.unpack.imageHeight = try count()
        case GL_UNPACK_SKIP_IMAGES where version.hasES3: pixelStore.unpack.skipImages = try count()
        case GL_PACK_IMAGE_HEIGHT where version.isDesktop: pixelStore.pack.imageHeight = try count()
        case GL_PACK_SKIP_IMAGES where version.isDesktop: pixelStore.pack.skipImages = try count()
        case GL_PACK_SWAP_BYTES where version.isDesktop: pixelStore.pack.swapsBytes = value != 0
        case GL_UNPACK_SWAP_BYTES where version.isDesktop: pixelStore.unpack.swapsBytes = value != 0
        // GL_PACK_LSB_FIRST and GL_UNPACK_LSB_FIRST concern bitmaps, which the core profile does not have. The driver only stores the
        // values of these parameters.
        case GL_PACK_LSB_FIRST where version.isDesktop: pixelStore.pack.isLeastBitFirst = value != 0
        case GL_UNPACK_LSB_FIRST where version.isDesktop: pixelStore.unpack.isLeastBitFirst = value != 0
        default: throw .invalidEnum("pname", pname)
        }
    }
}

extension ColorWriteMask {
    init(_ red: GLboolean, _ green: GLboolean, _ blue: GLboolean, _ alpha: GLboolean) {
        self = .none
        if red != 0 { insert(.red) }
        if green != 0 { insert(.green) }
        if blue != 0 { insert(.blue) }
        if alpha != 0 { insert(.alpha) }
    }
}

extension Float {
    /// The number, clamped to 0…1; 0 if it is NaN.
    package var clampedToUnit: Float { self > 0 ? Swift.min(self, 1) : 0 }
}
