// Memory barriers (OpenGL ES 3.1 §7.11). Commands run in order, and each command sees everything that earlier commands wrote, so a barrier
// does nothing.

extension GLContext {
    private static let byRegion = GL_ATOMIC_COUNTER_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT
        | GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT
    private static let all = byRegion | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_ELEMENT_ARRAY_BARRIER_BIT | GL_COMMAND_BARRIER_BIT
        | GL_PIXEL_BUFFER_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT | GL_TRANSFORM_FEEDBACK_BARRIER_BIT

    package func glMemoryBarrier(_ barriers: GLbitfield) throws(GLError) { try check(barriers, Self.all) }
    package func glMemoryBarrierByRegion(_ barriers: GLbitfield) throws(GLError) { try check(barriers, Self.byRegion) }

    private func check(_ barriers: GLbitfield, _ known: GLbitfield) throws(GLError) {
        guard barriers == GL_ALL_BARRIER_BITS || barriers & ~known == 0 else {
            throw .invalidValue("there are no barriers with the bits \((barriers & ~known).hexadecimal)")
        }
    }
}
