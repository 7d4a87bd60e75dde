// Draws whose counts and first indices are read from a buffer (OpenGL ES 3.1 §10.5, ARB_multi_draw_indirect).

import Raster

extension GLContext {
    package func glDrawArraysIndirect(_ mode: GLenum, _ indirect: UnsafeRawPointer?) throws(GLError) {
        try drawIndirect(mode, nil, indirect, count: 1, stride: 0, "glDrawArraysIndirect")
    }
    package func glDrawElementsIndirect(_ mode: GLenum, _ type: GLenum, _ indirect: UnsafeRawPointer?) throws(GLError) {
        try drawIndirect(mode, type, indirect, count: 1, stride: 0, "glDrawElementsIndirect")
    }
    package func glMultiDrawArraysIndirect(_ mode: GLenum, _ indirect: UnsafeRawPointer?, _ drawcount: GLsizei, _ stride: GLsizei) throws(GLError) {
        try drawIndirect(mode, nil, indirect, count: drawcount, stride: stride, "glMultiDrawArraysIndirect")
    }
    package func glMultiDrawElementsIndirect(_ mode: GLenum, _ type: GLenum, _ indirect: UnsafeRawPointer?, _ drawcount: GLsizei,
                                             _ stride: GLsizei) throws(GLError) {
        try drawIndirect(mode, type, indirect, count: drawcount, stride: stride, "glMultiDrawElementsIndirect")
    }

    /// - Parameter indirect: The byte offset of the first draw's arguments in the buffer that is bound to GL_DRAW_INDIRECT_BUFFER.
    private func drawIndirect(_ mode: GLenum, _ type: GLenum?, _ indirect: UnsafeRawPointer?, count: GLsizei, stride: GLsizei,
                              _ function: StaticString) throws(GLError) {
        guard PrimitiveType(mode, version) != nil else { throw .invalidEnum("mode", mode) }
        if let type, IndexType(type) == nil { throw .invalidEnum("type", type) }
        guard count >= 0, stride >= 0, stride % 4 == 0 else {
            throw .invalidValue("the number of draws or the stride is negative, or the stride is no multiple of 4")
        }
        let offset = Int(bitPattern: indirect)
        guard offset % 4 == 0 else { throw .invalidValue("the offset \(offset) is no multiple of 4") }
        try checkArraysLieInBuffers(isIndexed: type != nil)
        guard let object = buffers.drawIndirect else { throw .invalidOperation("no buffer is bound to GL_DRAW_INDIRECT_BUFFER") }
        guard object.map == nil else { throw .invalidOperation("the buffer with the numbers of the draw is mapped") }
        guard count > 0 else { return }
        let size = IndirectArguments.byteCount(isIndexed: type != nil), step = stride == 0 ? size : Int(stride)
        let byteCount = (Int(count) - 1) * step + size
        guard offset >= 0, let buffer = object.buffer, byteCount <= buffer.byteCount, offset <= buffer.byteCount - byteCount else {
            throw .invalidOperation("the numbers take \(byteCount) bytes from \(offset) on, but the buffer has \(object.byteCount)")
        }
        // The arguments are read when the draw is recorded, because later changes of the buffer must not affect this draw.
        if object.isWrittenByCommands { object.use.finish() }
        let indices: Indices? = type.map { ($0, nil, 0) }
        for number in 0..<Int(count) {
            try drawNow(mode, indices, buffer.base + offset + number * step, arguments(object, buffer, offset + number * step), function)
        }
    }
    /// Returns the place of the arguments that a draw or dispatch has read from a buffer, for captures; nil if no capture can need the place.
    func arguments(_ object: BufferObject, _ buffer: Buffer, _ offset: Int) -> ReadArguments? {
        guard mayCaptureDraws else { return nil }
        // The capture takes the buffer's bytes when the commands run, so a later change of the buffer must wait until the commands have run.
        object.use.mark(commands)
        return ReadArguments(buffer: buffer, offset: offset)
    }
    /// Draws with the arguments that lie at an address.
    private func drawNow(_ mode: GLenum, _ indices: Indices?, _ address: UnsafeRawPointer, _ arguments: ReadArguments?,
                         _ function: StaticString) throws(GLError) {
        func word(_ number: Int) -> UInt32 { address.loadUnaligned(fromByteOffset: 4 * number, as: UInt32.self) }
        guard let count = GLsizei(exactly: word(0)), let instances = GLsizei(exactly: word(1)), let first = GLint(exactly: word(2)) else {
            throw .outOfMemory("the draw has more than 2³¹ vertices")
        }
        guard var indices else {
            return try draw(mode, first: first, count: count, instances: instances, indices: nil, baseInstance: word(3), arguments: arguments, function)
        }
        indices.address = UnsafeRawPointer(bitPattern: Int(first) * (IndexType(indices.type)?.byteCount ?? 1))
        indices.baseVertex = GLint(bitPattern: word(3))
        try draw(mode, first: 0, count: count, instances: instances, indices: indices, baseInstance: word(4), arguments: arguments, function)
    }

    /// Throws an error if no vertex array object is bound, or if an enabled attribute or the list of indices has no buffer. Indirect draws
    /// read vertices and indices only from buffers (OpenGL ES 3.1 §10.5).
    private func checkArraysLieInBuffers(isIndexed: Bool) throws(GLError) {
        guard vertexArray !== defaultVertexArray || version.allowsLegacy else { throw .invalidOperation("no vertex array object is bound") }
        guard vertexArray.arrays.allSatisfy({ !$0.isEnabled || $0.buffer != nil }) else { throw .invalidOperation("an enabled vertex attribute has no buffer") }
        guard !isIndexed || vertexArray.elementBuffer != nil else { throw .invalidOperation("no buffer is bound to GL_ELEMENT_ARRAY_BUFFER") }
    }
}
