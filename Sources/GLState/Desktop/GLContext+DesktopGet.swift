// GLContext+DesktopGet: the state and limits that only desktop OpenGL has (OpenGL 3.3 tables 6.4 to 6.56).

import Raster
import Shading

extension GLContext {
    /// Returns the value of a state that OpenGL ES does not have; nil if there is no such state.
    func desktopState(_ name: GLenum) -> StateValue? {
        let desktop = state.desktop
        switch name {
        case GL_POLYGON_MODE: return .ints([Int(desktop.polygonMode), Int(desktop.polygonMode)])
        case GL_POINT_SIZE: return .float(desktop.pointSize)
        case GL_POINT_FADE_THRESHOLD_SIZE: return .float(desktop.pointFadeThreshold)
        case GL_POINT_SPRITE_COORD_ORIGIN: return .enumeration(desktop.pointSpriteOrigin)
        case GL_LOGIC_OP_MODE: return .enumeration(desktop.logicOperation)
        case GL_PROVOKING_VERTEX: return .enumeration(desktop.provokingVertex)
        case GL_PRIMITIVE_RESTART_INDEX: return .int(Int(desktop.restartIndex))
        case GL_CLAMP_READ_COLOR: return .enumeration(desktop.clampsReadColor)
        case GL_LINE_SMOOTH_HINT, GL_POLYGON_SMOOTH_HINT, GL_TEXTURE_COMPRESSION_HINT: return .enumeration(desktop.hints[name] ?? GL_DONT_CARE)
        case GL_BLEND_SRC: return .enumeration(state.blends[0].factors.sourceColor)
        case GL_BLEND_DST: return .enumeration(state.blends[0].factors.destinationColor)
        case GL_DRAW_BUFFER: return .enumeration(drawBuffer(0))
        case GL_DOUBLEBUFFER: return .bool(drawFramebuffer == nil && drawSurface?.hasBackBuffer == true)
        case GL_TIMESTAMP:
            commands.flush()
            return .wide(Int64(clamping: Self.timestamp))
        case GL_STEREO: return .bool(false)
        case GL_PACK_IMAGE_HEIGHT: return .int(pixelStore.pack.imageHeight)
        case GL_PACK_SKIP_IMAGES: return .int(pixelStore.pack.skipImages)
        case GL_PACK_SWAP_BYTES: return .bool(pixelStore.pack.swapsBytes)
        case GL_UNPACK_SWAP_BYTES: return .bool(pixelStore.unpack.swapsBytes)
        case GL_PACK_LSB_FIRST: return .bool(pixelStore.pack.isLeastBitFirst)
        case GL_UNPACK_LSB_FIRST: return .bool(pixelStore.unpack.isLeastBitFirst)
        default: return desktopLimit(name)
        }
    }

    private func desktopLimit(_ name: GLenum) -> StateValue? {
        switch name {
        case GL_CONTEXT_PROFILE_MASK: return .int(Int(GL_CONTEXT_CORE_PROFILE_BIT))
        case GL_CONTEXT_FLAGS: return .int(0)
        case GL_POINT_SIZE_RANGE: return .floats([1, Device.maximumPointSize])
        case GL_LINE_WIDTH_RANGE: return .floats([1, Device.maximumLineWidth])
        case GL_POINT_SIZE_GRANULARITY, GL_LINE_WIDTH_GRANULARITY: return .float(1 / 8)
        case GL_MAX_CLIP_DISTANCES: return .int(8)
        case GL_MAX_DUAL_SOURCE_DRAW_BUFFERS: return .int(1)
        case GL_MAX_VARYING_FLOATS: return .int(4 * GLLimits.varyingVectors)
        case GL_MAX_RECTANGLE_TEXTURE_SIZE: return .int(GLLimits.textureSize)
        // OpenGL's fixed functions had these limits. Old programs query these limits to learn how many textures they can use.
        case GL_MAX_TEXTURE_UNITS where version.allowsLegacy, GL_MAX_TEXTURE_COORDS where version.allowsLegacy: return .int(8)
        default: return nil
        }
    }
}
