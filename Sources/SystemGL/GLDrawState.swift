// GLDrawState: sets OpenGL's fixed-function state for a pipeline. GLDrawState remembers the state that it has set, so a pipeline with equal
// state needs no calls of OpenGL.

import CSystemGL
import Raster

struct GLDrawState {
    private let gl: GLFunctions
    private var applied: (pipeline: Pipeline, target: Framebuffer)?
    private var enabledAttributes: UInt32 = 0
    /// The alignment of offsets into uniform buffers, in bytes; a power of two.
    let uniformOffsetAlignment: Int
    /// The alignment of offsets into storage buffers, in bytes.
    let storageOffsetAlignment: Int
    private var uniformCopies: [GLuint] = []

    /// Creates and binds the vertex array object that all draws share.
    init(gl: GLFunctions) {
        self.gl = gl
        var vertexArray: GLuint = 0
        gl.genVertexArrays(1, &vertexArray)
        gl.bindVertexArray(vertexArray)
        var alignment: GLint = 256
        gl.getIntegerv(GLenum(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT), &alignment)
        uniformOffsetAlignment = max(1, Int(alignment))
        gl.getIntegerv(GLenum(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT), &alignment)
        storageOffsetAlignment = max(1, Int(alignment))
    }

    /// Forgets the state that was set. Call this function after other code has changed OpenGL's state.
    mutating func forget() { applied = nil }

    mutating func enableAttributes(_ wanted: UInt32) {
        for i in 0..<32 where (wanted ^ enabledAttributes) >> UInt32(i) & 1 != 0 {
            if wanted >> UInt32(i) & 1 != 0 { gl.enableVertexAttribArray(GLuint(i)) } else { gl.disableVertexAttribArray(GLuint(i)) }
        }
        enabledAttributes = wanted
    }

    mutating func uniformCopy(_ index: Int) -> GLuint {
        while uniformCopies.count <= index {
            var name: GLuint = 0
            gl.genBuffers(1, &name)
            uniformCopies.append(name)
        }
        return uniformCopies[index]
    }

    private func set(_ capability: Int32, _ isOn: Bool) {
        if isOn { gl.enable(GLenum(capability)) } else { gl.disable(GLenum(capability)) }
    }

    mutating func apply(_ pipeline: Pipeline, _ program: GLProgram, target: Framebuffer) {
        if let applied, applied.pipeline === pipeline, applied.target === target { return }
        applied = (pipeline, target)
        gl.useProgram(program.name)
        for i in 0..<8 {
            set(GL_CLIP_DISTANCE0 + Int32(i), i < program.clipDistanceCount && pipeline.state.clipDistances & 1 << UInt8(i) != 0)
        }
        applyRasterization(pipeline.state, program)
        applyDepthStencil(pipeline.state)
        applyColorTargets(pipeline.state, count: target.color.count)
    }

    private func applyRasterization(_ state: RasterState, _ program: GLProgram) {
        set(GL_CULL_FACE, state.cull.glFace != nil)
        if let face = state.cull.glFace { gl.cullFace(face) }
        gl.frontFace(GLenum(state.frontFace == .counterClockwise ? GL_CCW : GL_CW))
        gl.polygonMode(GLenum(GL_FRONT_AND_BACK), state.polygonMode.glMode)
        gl.provokingVertex(GLenum(state.provokingVertex == .first ? GL_FIRST_VERTEX_CONVENTION : GL_LAST_VERTEX_CONVENTION))
        for capability in [GL_POLYGON_OFFSET_FILL, GL_POLYGON_OFFSET_LINE, GL_POLYGON_OFFSET_POINT] {
            set(capability, state.polygonOffset != .none)
        }
        gl.polygonOffset(state.polygonOffset.factor, state.polygonOffset.units)
        set(GL_DEPTH_CLAMP, state.depthClamp)
        set(GL_RASTERIZER_DISCARD, state.rasterizerDiscard)
        gl.lineWidth(state.lineWidth)
        set(GL_PROGRAM_POINT_SIZE, program.writesPointSize && state.programPointSize)
        gl.pointSize(state.pointSize)
        set(GL_PRIMITIVE_RESTART_FIXED_INDEX, state.primitiveRestart && state.restartIndex == nil)
        set(GL_PRIMITIVE_RESTART, state.primitiveRestart && state.restartIndex != nil)
        if let index = state.restartIndex { gl.primitiveRestartIndex(index) }
        gl.pointParameteri(GLenum(GL_POINT_SPRITE_COORD_ORIGIN), GLint(state.pointSpriteOrigin == .upperLeft ? GL_UPPER_LEFT : GL_LOWER_LEFT))
        set(GL_COLOR_LOGIC_OP, state.logicOperation != nil)
        if let operation = state.logicOperation { gl.logicOp(GLenum(GL_CLEAR) + GLenum(operation.rawValue)) }
        set(GL_MULTISAMPLE, state.multisample)
        set(GL_SAMPLE_ALPHA_TO_COVERAGE, state.alphaToCoverage)
        set(GL_SAMPLE_ALPHA_TO_ONE, state.alphaToOne)
        set(GL_SAMPLE_SHADING, state.minimumSampleShading != 0)
        gl.minSampleShading(state.minimumSampleShading)
        set(GL_SAMPLE_MASK, state.sampleMask != .max)
        gl.sampleMaski(0, state.sampleMask)
    }

    private func applyDepthStencil(_ state: RasterState) {
        set(GL_DEPTH_TEST, state.depth != nil)
        if let depth = state.depth {
            gl.depthFunc(depth.compare.glFunction)
            gl.depthMask(depth.writes ? 1 : 0)
        }
        set(GL_STENCIL_TEST, state.stencil != nil)
        if let stencil = state.stencil {
            for (face, s) in [(GL_FRONT, stencil.front), (GL_BACK, stencil.back)] {
                gl.stencilOpSeparate(GLenum(face), s.stencilFail.glOperation, s.depthFail.glOperation, s.pass.glOperation)
                gl.stencilMaskSeparate(GLenum(face), GLuint(s.writeMask))
            }
        }
    }

    private func applyColorTargets(_ state: RasterState, count: Int) {
        for i in 0..<count {
            let target = state.colorTarget(i)
            let index = GLuint(i)
            func channel(_ mask: ColorWriteMask) -> GLboolean { target.writeMask.contains(mask) ? 1 : 0 }
            gl.colorMaski(index, channel(.red), channel(.green), channel(.blue), channel(.alpha))
            if let blend = target.blend {
                gl.enablei(GLenum(GL_BLEND), index)
                gl.blendEquationSeparatei(index, blend.colorEquation.glEquation, blend.alphaEquation.glEquation)
                gl.blendFuncSeparatei(index, blend.colorSource.glFactor, blend.colorDestination.glFactor,
                                      blend.alphaSource.glFactor, blend.alphaDestination.glFactor)
            } else {
                gl.disablei(GLenum(GL_BLEND), index)
            }
        }
    }
}
