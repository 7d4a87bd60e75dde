// State that depends on the framebuffers (OpenGL ES 3.0.6 tables 6.14 to 6.16).

import Raster

extension GLContext {
    func framebufferState(_ name: GLenum) throws(GLError) -> StateValue? {
        let color = drawColors.first?.format.bits
        switch name {
        case GL_RED_BITS: return .int(color?.red ?? 0)
        case GL_GREEN_BITS: return .int(color?.green ?? 0)
        case GL_BLUE_BITS: return .int(color?.blue ?? 0)
        case GL_ALPHA_BITS: return .int(color?.alpha ?? 0)
        case GL_DEPTH_BITS: return .int(drawDepth?.format.bits.depth ?? 0)
        case GL_STENCIL_BITS: return .int(drawStencil?.format.bits.stencil ?? 0)
        case GL_SAMPLES: return .int(drawSamples)
        case GL_SAMPLE_BUFFERS: return .int(drawSamples > 0 ? 1 : 0)
        case GL_IMPLEMENTATION_COLOR_READ_FORMAT: return .enumeration(try implementationReadFormat().format)
        case GL_IMPLEMENTATION_COLOR_READ_TYPE: return .enumeration(try implementationReadFormat().type)
        case GL_READ_BUFFER where version.hasES3: return .enumeration(readBuffer)
        case GL_DRAW_BUFFER0...GL_DRAW_BUFFER7: return .enumeration(drawBuffer(Int(name - GL_DRAW_BUFFER0)))
        default: return nil
        }
    }
}
