// GLContext+DesktopState: setters of the state that only desktop OpenGL has (OpenGL 3.3 chapters 3 and 4).

import Raster
import Shading

extension GLContext {
    // MARK: Capabilities

    /// Sets a capability that OpenGL ES does not have. Returns false if there is no such capability.
    func setDesktopCapability(_ cap: GLenum, _ isOn: Bool) -> Bool {
        if let path = Self.desktopCapabilities[cap] {
            set(&state.desktop[keyPath: path], isOn)
        } else if let plane = Self.clipDistance(cap) {
            let distances = state.desktop.clipDistances
            set(&state.desktop.clipDistances, isOn ? distances | 1 << plane : distances & ~(1 << plane))
        } else {
            return version.allowsLegacy && Self.legacyCapabilities.contains(cap)
        }
        if cap == GL_TEXTURE_CUBE_MAP_SEAMLESS { drawCache.isStateDirty = true }
        return true
    }
    func desktopCapability(_ cap: GLenum) -> Bool? {
        if let path = Self.desktopCapabilities[cap] { return state.desktop[keyPath: path] }
        if let plane = Self.clipDistance(cap) { return state.desktop.clipDistances >> plane & 1 != 0 }
        return version.allowsLegacy && Self.legacyCapabilities.contains(cap) ? false : nil
    }
    private static var desktopCapabilities: [GLenum: WritableKeyPath<DesktopState, Bool>] {
        [
            GL_PROGRAM_POINT_SIZE: \.isProgramPointSizeEnabled, GL_COLOR_LOGIC_OP: \.isLogicOperationEnabled, GL_DEPTH_CLAMP: \.isDepthClampEnabled,
            GL_LINE_SMOOTH: \.isLineSmoothEnabled, GL_POLYGON_SMOOTH: \.isPolygonSmoothEnabled, GL_MULTISAMPLE: \.isMultisampleEnabled,
            GL_POLYGON_OFFSET_LINE: \.isLineOffsetEnabled, GL_POLYGON_OFFSET_POINT: \.isPointOffsetEnabled,
            GL_PRIMITIVE_RESTART: \.isRestartEnabled, GL_SAMPLE_ALPHA_TO_ONE: \.isSampleAlphaToOneEnabled,
            GL_TEXTURE_CUBE_MAP_SEAMLESS: \.isSeamlessCubeEnabled,
        ]
    }
    private static func clipDistance(_ cap: GLenum) -> UInt8? {
        cap >= GL_CLIP_DISTANCE0 && cap < GL_CLIP_DISTANCE0 + 8 ? UInt8(cap - GL_CLIP_DISTANCE0) : nil
    }
    /// The capabilities of the fixed functions. Switching one of these capabilities on or off has no effect, because every draw uses
    /// shaders instead of fixed functions.
    private static let legacyCapabilities: Set<GLenum> = [
        GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP, GL_POINT_SPRITE, GL_POINT_SMOOTH, GL_LINE_STIPPLE, GL_ALPHA_TEST, GL_LIGHTING, GL_FOG,
        GL_NORMALIZE, GL_COLOR_MATERIAL,
    ]

    /// Checks that there is a draw buffer with this index, and returns the index.
    func drawBufferIndex(_ index: GLuint) throws(GLError) -> Int {
        guard index < GLuint(GLLimits.colorAttachments) else { throw .invalidValue("there is no draw buffer \(index)") }
        return Int(index)
    }
    package func glEnablei(_ target: GLenum, _ index: GLuint) throws(GLError) { try setBlended(target, index, true) }
    package func glDisablei(_ target: GLenum, _ index: GLuint) throws(GLError) { try setBlended(target, index, false) }
    private func setBlended(_ target: GLenum, _ index: GLuint, _ isOn: Bool) throws(GLError) {
        guard target == GL_BLEND else { throw .invalidEnum("target", target) }
        let bit = UInt8(1) << UInt8(try drawBufferIndex(index))
        set(&state.blendedBuffers, isOn ? state.blendedBuffers | bit : state.blendedBuffers & ~bit)
    }
    package func glIsEnabledi(_ target: GLenum, _ index: GLuint) throws(GLError) -> GLboolean {
        guard target == GL_BLEND else { throw .invalidEnum("target", target) }
        return GLboolean(state.blendedBuffers >> UInt8(try drawBufferIndex(index)) & 1 != 0)
    }
    package func glColorMaski(_ index: GLuint, _ r: GLboolean, _ g: GLboolean, _ b: GLboolean, _ a: GLboolean) throws(GLError) {
        set(&state.colorMasks[try drawBufferIndex(index)], ColorWriteMask(r, g, b, a))
    }

    // MARK: Rasterization (OpenGL 3.3 §3.4 to §3.6)

    /// Sets the polygon mode, which is the same for both sides of triangles, as in the core profile. Contexts that accept features of older
    /// versions also accept the name of one side, but the call sets the mode of both sides.
    package func glPolygonMode(_ face: GLenum, _ mode: GLenum) throws(GLError) {
        guard face == GL_FRONT_AND_BACK || version.allowsLegacy && (face == GL_FRONT || face == GL_BACK) else { throw .invalidEnum("face", face) }
        guard mode == GL_POINT || mode == GL_LINE || mode == GL_FILL else { throw .invalidEnum("mode", mode) }
        set(&state.desktop.polygonMode, mode)
    }
    package func glPointSize(_ size: GLfloat) throws(GLError) {
        guard size > 0 else { throw .invalidValue("the size \(size) of points is not positive") }
        set(&state.desktop.pointSize, size)
    }
    package func glPointParameterf(_ pname: GLenum, _ param: GLfloat) throws(GLError) {
        switch pname {
        case GL_POINT_FADE_THRESHOLD_SIZE:
            guard param >= 0 else { throw .invalidValue("the threshold \(param) is negative") }
            state.desktop.pointFadeThreshold = param
        case GL_POINT_SPRITE_COORD_ORIGIN:
            let origin = GLenum(exactly: param) ?? GL_NONE
            guard origin == GL_LOWER_LEFT || origin == GL_UPPER_LEFT else { throw .invalidValue("the origin \(origin.hexadecimal) is no corner of points") }
            set(&state.desktop.pointSpriteOrigin, origin)
        default: throw .invalidEnum("pname", pname)
        }
    }
    package func glPointParameteri(_ pname: GLenum, _ param: GLint) throws(GLError) { try glPointParameterf(pname, GLfloat(param)) }
    package func glPointParameterfv(_ pname: GLenum, _ params: UnsafePointer<GLfloat>?) throws(GLError) {
        if let params { try glPointParameterf(pname, params.pointee) }
    }
    package func glPointParameteriv(_ pname: GLenum, _ params: UnsafePointer<GLint>?) throws(GLError) {
        if let params { try glPointParameteri(pname, params.pointee) }
    }
    package func glProvokingVertex(_ mode: GLenum) throws(GLError) {
        guard mode == GL_FIRST_VERTEX_CONVENTION || mode == GL_LAST_VERTEX_CONVENTION else { throw .invalidEnum("mode", mode) }
        set(&state.desktop.provokingVertex, mode)
    }
    package func glPrimitiveRestartIndex(_ index: GLuint) throws(GLError) { set(&state.desktop.restartIndex, index) }
    package func glSampleMaski(_ maskNumber: GLuint, _ mask: GLbitfield) throws(GLError) {
        guard maskNumber == 0 else { throw .invalidValue("there is one word of the sample mask") }
        set(&state.desktop.sampleMask, mask)
    }
    package func glMinSampleShading(_ value: GLfloat) throws(GLError) { set(&state.minimumSampleShading, value.clampedToUnit) }
    package func glGetMultisamplefv(_ pname: GLenum, _ index: GLuint, _ val: UnsafeMutablePointer<GLfloat>?) throws(GLError) {
        guard pname == GL_SAMPLE_POSITION else { throw .invalidEnum("pname", pname) }
        // The positions are relative to the pixel's centre, in units of 1/256 pixel.
        let positions = SamplePositions.positions(max(1, drawSamples))
        guard Int(index) < positions.count else { throw .invalidValue("the framebuffer has no sample \(index)") }
        val?[0] = 0.5 + Float(positions[Int(index)].x) / 256
        val?[1] = 0.5 + Float(positions[Int(index)].y) / 256
    }

    // MARK: Pixels (OpenGL 3.3 §4.1.10, §4.2, §4.3)

    package func glLogicOp(_ opcode: GLenum) throws(GLError) {
        guard DesktopState.logicOperations[opcode] != nil else { throw .invalidEnum("opcode", opcode) }
        set(&state.desktop.logicOperation, opcode)
    }
    package func glClearDepth(_ depth: Double) throws(GLError) { try glClearDepthf(Float(depth)) }
    package func glDepthRange(_ n: Double, _ f: Double) throws(GLError) { try glDepthRangef(Float(n), Float(f)) }
    package func glClampColor(_ target: GLenum, _ clamp: GLenum) throws(GLError) {
        guard target == GL_CLAMP_READ_COLOR else { throw .invalidEnum("target", target) }
        guard clamp == 0 || clamp == 1 || clamp == GL_FIXED_ONLY else { throw .invalidEnum("clamp", clamp) }
        state.desktop.clampsReadColor = clamp
    }
    package func glPixelStoref(_ pname: GLenum, _ param: GLfloat) throws(GLError) {
        try glPixelStorei(pname, GLint(exactly: param.rounded()) ?? -1)
    }

    // MARK: Queries (OpenGL 3.3 §6.1.1)

    package func glGetDoublev(_ pname: GLenum, _ data: UnsafeMutablePointer<Double>?) throws(GLError) { try state(pname).write(to: data) }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    package func glGetBooleani_v(_ target: GLenum, _ index: GLuint, _ data: UnsafeMutablePointer<GLboolean>?) throws(GLError) {
        try indexedState(target, index).write(to: data)
    }
}
