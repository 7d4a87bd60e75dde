// Blending (OpenGL ES 3.0.6 §4.1.7): sets the equations and factors of all draw buffers, or of a single draw buffer
// (OES_draw_buffers_indexed).

extension GLContext {
    package func glBlendEquation(_ mode: GLenum) throws(GLError) { try glBlendEquationSeparate(mode, mode) }
    package func glBlendEquationSeparate(_ modeRGB: GLenum, _ modeAlpha: GLenum) throws(GLError) {
        try setEquations(of: state.blends.indices, modeRGB, modeAlpha)
    }
    package func glBlendEquationi(_ buf: GLuint, _ mode: GLenum) throws(GLError) { try glBlendEquationSeparatei(buf, mode, mode) }
    package func glBlendEquationSeparatei(_ buf: GLuint, _ modeRGB: GLenum, _ modeAlpha: GLenum) throws(GLError) {
        let index = try drawBufferIndex(buf)
        try setEquations(of: index..<(index + 1), modeRGB, modeAlpha)
    }

    package func glBlendFunc(_ sfactor: GLenum, _ dfactor: GLenum) throws(GLError) { try glBlendFuncSeparate(sfactor, dfactor, sfactor, dfactor) }
    package func glBlendFuncSeparate(_ sfactorRGB: GLenum, _ dfactorRGB: GLenum, _ sfactorAlpha: GLenum, _ dfactorAlpha: GLenum) throws(GLError) {
        try setFactors(of: state.blends.indices, sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha)
    }
    package func glBlendFunci(_ buf: GLuint, _ src: GLenum, _ dst: GLenum) throws(GLError) { try glBlendFuncSeparatei(buf, src, dst, src, dst) }
    package func glBlendFuncSeparatei(_ buf: GLuint, _ srcRGB: GLenum, _ dstRGB: GLenum, _ srcAlpha: GLenum, _ dstAlpha: GLenum) throws(GLError) {
        let index = try drawBufferIndex(buf)
        try setFactors(of: index..<(index + 1), srcRGB, dstRGB, srcAlpha, dstAlpha)
    }

    private func setEquations(of buffers: Range<Int>, _ color: GLenum, _ alpha: GLenum) throws(GLError) {
        // Throws an error if the constant is no equation. All versions accept the equations for minimum and maximum; OpenGL ES 2 has these
        // equations from GL_EXT_blend_minmax.
        func check(_ name: String, _ mode: GLenum) throws(GLError) {
            switch mode {
            case GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN, GL_MAX: return
            default: throw .invalidEnum(name, mode)
            }
        }
        try check("modeRGB", color)
        try check("modeAlpha", alpha)
        for buffer in buffers { state.blends[buffer].equations = BlendParameters.Equations(color: color, alpha: alpha) }
        drawCache.isStateDirty = true
    }
    private func setFactors(of buffers: Range<Int>, _ sourceColor: GLenum, _ destinationColor: GLenum, _ sourceAlpha: GLenum,
                            _ destinationAlpha: GLenum) throws(GLError) {
        func check(_ name: String, _ factor: GLenum, isSource: Bool) throws(GLError) {
            switch factor {
            case GL_ZERO, GL_ONE, GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR, GL_DST_COLOR, GL_ONE_MINUS_DST_COLOR, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA,
                 GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA, GL_CONSTANT_COLOR, GL_ONE_MINUS_CONSTANT_COLOR, GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA:
                return
            // According to OpenGL ES 2.0.25 table 4.1, only the source may have the saturated factor.
            case GL_SRC_ALPHA_SATURATE where isSource || version.hasES3: return
            case GL_SRC1_COLOR, GL_ONE_MINUS_SRC1_COLOR, GL_SRC1_ALPHA, GL_ONE_MINUS_SRC1_ALPHA:
                guard version.isDesktop else { throw .invalidEnum(name, factor) }
            default: throw .invalidEnum(name, factor)
            }
        }
        try check("the source's factor of colours", sourceColor, isSource: true)
        try check("the destination's factor of colours", destinationColor, isSource: false)
        try check("the source's factor of alpha", sourceAlpha, isSource: true)
        try check("the destination's factor of alpha", destinationAlpha, isSource: false)
        let factors = BlendParameters.Factors(sourceColor: sourceColor, destinationColor: destinationColor, sourceAlpha: sourceAlpha,
                                              destinationAlpha: destinationAlpha)
        for buffer in buffers { state.blends[buffer].factors = factors }
        drawCache.isStateDirty = true
    }
}
