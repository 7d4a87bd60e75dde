// CommandPlayer+Draw: executes one draw: sets the program, uniforms, textures, vertex arrays and dynamic state, and calls OpenGL.

import CSystemGL
import Raster

extension CommandPlayer {
    func play(_ call: DrawCall, target: Framebuffer) throws(RasterError) {
        guard call.count > 0, call.instanceCount > 0 else { return }
        let program = try resources.twin(of: call.pipeline.program)
        drawState.apply(call.pipeline, program, target: target)
        program.setUniforms(call.uniforms, gl: gl)
        try bindResources(call, label: call.label)
        bindVertexArrays(call, program)
        setDynamicState(call)
        let mode = call.primitive.glMode
        let count = GLsizei(call.count), instances = GLsizei(call.instanceCount)
        if let indices = call.indices {
            gl.bindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), resources.twin(of: indices.buffer).name)
            let offset = indices.offset + call.first * indices.type.byteCount
            withFeedback(of: call) {
                gl.drawElementsInstancedBaseVertexBaseInstance(mode, count, indices.type.glType, UnsafeRawPointer(bitPattern: offset), instances,
                                                               GLint(call.baseVertex), GLuint(call.baseInstance))
            }
        } else {
            withFeedback(of: call) { gl.drawArraysInstancedBaseInstance(mode, GLint(call.first), count, instances, GLuint(call.baseInstance)) }
        }
        collectWrites(of: call)
    }

    private func setDynamicState(_ call: DrawCall) {
        let v = call.viewport
        gl.viewportIndexedf(0, v.x, v.y, v.width, v.height)
        gl.depthRangef(v.depthNear, v.depthFar)
        if let scissor = call.scissor {
            gl.enable(GLenum(GL_SCISSOR_TEST))
            setScissor(scissor)
        } else {
            gl.disable(GLenum(GL_SCISSOR_TEST))
        }
        let c = call.blendColor
        gl.blendColor(c.x, c.y, c.z, c.w)
        if let stencil = call.pipeline.state.stencil {
            gl.stencilFuncSeparate(GLenum(GL_FRONT), stencil.front.compare.glFunction, GLint(call.stencilReferenceFront), GLuint(stencil.front.readMask))
            gl.stencilFuncSeparate(GLenum(GL_BACK), stencil.back.compare.glFunction, GLint(call.stencilReferenceBack), GLuint(stencil.back.readMask))
        }
    }

    /// Binds the vertex buffers of a draw. Each attribute has a vertex buffer binding of its own. If attributes shared a binding, OpenGL
    /// would limit the attributes' offsets from the start of the binding.
    private func bindVertexArrays(_ call: DrawCall, _ program: GLProgram) {
        var enabled: UInt32 = 0
        for (fetch, location) in zip(call.fetch, program.attributeLocations) where location >= 0 {
            let index = GLuint(location)
            switch fetch.source {
            case .constant(let value):
                switch fetch.type {
                case .int: gl.vertexAttribI4iv(index, (0..<4).map { Int32(saturating: value[$0]) })
                case .uint: gl.vertexAttribI4uiv(index, (0..<4).map { UInt32(bitPattern: Int32(saturating: value[$0])) })
                default: gl.vertexAttrib4fv(index, (0..<4).map { value[$0] })
                }
            case .given(let number):
                let words = call.attributes.words[number] ?? .zero
                switch fetch.type {
                case .int: gl.vertexAttribI4iv(index, (0..<4).map { Int32(bitPattern: words[$0]) })
                case .uint: gl.vertexAttribI4uiv(index, (0..<4).map { words[$0] })
                default: gl.vertexAttrib4fv(index, (0..<4).map { Float(bitPattern: words[$0]) })
                }
            case .buffer(let slot, let offset, let format):
                guard let binding = call.vertexBuffers[slot] else { continue }
                let layout = call.pipeline.vertexLayout.buffers[slot]
                switch format {
                case .scaled(let component, let n): gl.vertexAttribFormat(index, GLint(n), component.glType, 0, 0)
                case .normalized(let component, let n): gl.vertexAttribFormat(index, GLint(n), component.glType, 1, 0)
                case .integer(let component, let n): gl.vertexAttribIFormat(index, GLint(n), component.glType, 0)
                case .packed1010102(let isSigned, let isNormalized):
                    gl.vertexAttribFormat(index, 4, GLenum(isSigned ? GL_INT_2_10_10_10_REV : GL_UNSIGNED_INT_2_10_10_10_REV),
                                          isNormalized ? 1 : 0, 0)
                case .bgra8: gl.vertexAttribFormat(index, GLint(GL_BGRA), GLenum(GL_UNSIGNED_BYTE), 1, 0)
                case .packedBGRA1010102(let isSigned):
                    gl.vertexAttribFormat(index, GLint(GL_BGRA), GLenum(isSigned ? GL_INT_2_10_10_10_REV : GL_UNSIGNED_INT_2_10_10_10_REV), 1, 0)
                }
                gl.vertexAttribBinding(index, index)
                gl.bindVertexBuffer(index, resources.twin(of: binding.buffer).name, binding.offset + offset, GLsizei(layout.stride))
                gl.vertexBindingDivisor(index, GLuint(layout.divisor))
                enabled |= 1 << UInt32(index)
            }
        }
        drawState.enableAttributes(enabled)
    }
}
