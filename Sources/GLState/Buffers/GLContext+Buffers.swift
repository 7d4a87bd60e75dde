// Buffer objects (OpenGL ES 3.0.6 §2.10; GL_OES_mapbuffer, GL_EXT_map_buffer_range).

import Raster

extension GLContext {
    // MARK: Names and bindings

    package func glGenBuffers(_ n: GLsizei, _ names: UnsafeMutablePointer<GLuint>?) throws(GLError) { try share.buffers.generate(n, names) }
    package func glIsBuffer(_ buffer: GLuint) throws(GLError) -> GLboolean { GLboolean(share.buffers[buffer] != nil) }
    package func glDeleteBuffers(_ n: GLsizei, _ names: UnsafePointer<GLuint>?) throws(GLError) {
        guard n >= 0 else { throw .invalidValue("the number of names is negative") }
        guard let names else { return }
        for i in 0..<Int(n) {
            guard let buffer = share.buffers.remove(names[i]) else { continue }
            buffer.unmap(writing: false)
            buffer.isDeleted = true
            unbind(buffer)
        }
    }
    /// Removes a deleted buffer from the bindings of this context (OpenGL ES 3.0.6 §2.10.1).
    private func unbind(_ buffer: BufferObject) {
        for path in BufferBindings.paths where buffers[keyPath: path] === buffer { buffers[keyPath: path] = nil }
        for path in BufferBindings.rangePaths {
            for i in buffers[keyPath: path].indices where buffers[keyPath: path][i]?.buffer === buffer { buffers[keyPath: path][i] = nil }
        }
        vertexArray.detach(buffer)
        transformFeedback.detach(buffer)
        drawCache.areBlocksDirty = true
    }
    /// Returns the key path of the binding that belongs to a target.
    private func path(_ target: GLenum) throws(GLError) -> WritableKeyPath<BufferBindings, BufferObject?>? {
        switch target {
        case GL_ARRAY_BUFFER: return \.array
        case GL_ELEMENT_ARRAY_BUFFER: return nil
        case GL_COPY_READ_BUFFER where version.hasES3: return \.copyRead
        case GL_COPY_WRITE_BUFFER where version.hasES3: return \.copyWrite
        case GL_PIXEL_PACK_BUFFER where version.hasES3: return \.pixelPack
        case GL_PIXEL_UNPACK_BUFFER where version.hasES3: return \.pixelUnpack
        case GL_UNIFORM_BUFFER where version.hasES3: return \.uniform
        case GL_TRANSFORM_FEEDBACK_BUFFER where version.hasES3: return \.transformFeedback
        case GL_TEXTURE_BUFFER where version.hasES31: return \.texture
        case GL_DRAW_INDIRECT_BUFFER where version.hasES31: return \.drawIndirect
        case GL_DISPATCH_INDIRECT_BUFFER where version.hasES31: return \.dispatchIndirect
        case GL_SHADER_STORAGE_BUFFER where version.hasES31: return \.shaderStorage
        case GL_ATOMIC_COUNTER_BUFFER where version.hasES31: return \.atomicCounter
        default: throw .invalidEnum("target", target)
        }
    }
    private func checkName(_ name: GLuint) throws(GLError) { if name != 0 { try checkGenerated(name, share.buffers.isUsed(name)) } }
    /// Returns the object with this name; nil for the name 0. If the name is bound for the first time, the object is made. In OpenGL ES, a
    /// program may also choose names that were never generated.
    func bufferObject(_ name: GLuint) -> BufferObject? {
        if name == 0 { return nil }
        if let known = share.buffers[name] { return known }
        let made = BufferObject(name: name)
        share.buffers.insert(made, name)
        return made
    }
    package func glBindBuffer(_ target: GLenum, _ buffer: GLuint) throws(GLError) {
        let path = try path(target)
        if target == GL_TRANSFORM_FEEDBACK_BUFFER, transformFeedback.isActive, !transformFeedback.isPaused {
            throw .invalidOperation("transform feedback is active")
        }
        try checkName(buffer)
        let object = bufferObject(buffer)
        if let path { buffers[keyPath: path] = object } else { vertexArray.elementBuffer = object }
    }
    /// Returns the buffer that is bound to a target.
    /// - Throws: `invalidOperation` if no buffer is bound to the target.
    package func boundBuffer(_ target: GLenum) throws(GLError) -> BufferObject {
        let path = try path(target)
        guard let buffer = path.map({ buffers[keyPath: $0] }) ?? vertexArray.elementBuffer else {
            throw .invalidOperation("no buffer is bound to target \(target.hexadecimal)")
        }
        return buffer
    }

    package func glBindBufferBase(_ target: GLenum, _ index: GLuint, _ buffer: GLuint) throws(GLError) {
        try bind(target, index, buffer, offset: 0, byteCount: nil)
    }
    package func glBindBufferRange(_ target: GLenum, _ index: GLuint, _ buffer: GLuint, _ offset: Int, _ size: Int) throws(GLError) {
        guard buffer != 0 else { return try bind(target, index, 0, offset: 0, byteCount: nil) }
        let alignment = switch target {
        case GL_UNIFORM_BUFFER: GLLimits.uniformBufferAlignment
        case GL_SHADER_STORAGE_BUFFER where version.hasES31: GLLimits.storageBufferAlignment
        case GL_TRANSFORM_FEEDBACK_BUFFER: 4
        case GL_ATOMIC_COUNTER_BUFFER where version.hasES31: 4
        default: throw GLError.invalidEnum("target", target)
        }
        guard size > 0, offset >= 0 else { throw .invalidValue("the range begins at \(offset) and has \(size) bytes") }
        guard offset % alignment == 0, target != GL_TRANSFORM_FEEDBACK_BUFFER || size % 4 == 0 else {
            throw .invalidValue("offset \(offset) or size \(size) is no multiple of \(alignment)")
        }
        try bind(target, index, buffer, offset: offset, byteCount: size)
    }
    private func bind(_ target: GLenum, _ index: GLuint, _ name: GLuint, offset: Int, byteCount: Int?) throws(GLError) {
        func range() -> BufferRange? { bufferObject(name).map { BufferRange(buffer: $0, offset: offset, byteCount: byteCount) } }
        if target == GL_TRANSFORM_FEEDBACK_BUFFER {
            try checkName(name)
            guard index < GLuint(GLLimits.transformFeedbackBuffers) else { throw .invalidValue("there is no transform feedback binding \(index)") }
            guard !transformFeedback.isActive else { throw .invalidOperation("transform feedback is active") }
            transformFeedback.ranges[Int(index)] = range()
            buffers.transformFeedback = bufferObject(name)
            return
        }
        let (single, indexed): (WritableKeyPath<BufferBindings, BufferObject?>, WritableKeyPath<BufferBindings, [BufferRange?]>)
        switch target {
        case GL_UNIFORM_BUFFER: (single, indexed) = (\.uniform, \.uniformRanges)
        case GL_SHADER_STORAGE_BUFFER where version.hasES31: (single, indexed) = (\.shaderStorage, \.storageRanges)
        case GL_ATOMIC_COUNTER_BUFFER where version.hasES31: (single, indexed) = (\.atomicCounter, \.counterRanges)
        default: throw .invalidEnum("target", target)
        }
        try checkName(name)
        guard index < GLuint(buffers[keyPath: indexed].count) else { throw .invalidValue("target \(target.hexadecimal) has no binding \(index)") }
        buffers[keyPath: indexed][Int(index)] = range()
        buffers[keyPath: single] = bufferObject(name)
        drawCache.areBlocksDirty = true
    }

    // MARK: Contents

    package func glBufferData(_ target: GLenum, _ size: Int, _ data: UnsafeRawPointer?, _ usage: GLenum) throws(GLError) {
        let object = try boundBuffer(target)
        guard size >= 0 else { throw .invalidValue("the size \(size) is negative") }
        let usages = [GL_STREAM_DRAW, GL_STATIC_DRAW, GL_DYNAMIC_DRAW]
        let readUsages = [GL_STREAM_READ, GL_STREAM_COPY, GL_STATIC_READ, GL_STATIC_COPY, GL_DYNAMIC_READ, GL_DYNAMIC_COPY]
        guard usages.contains(usage) || version.hasES3 && readUsages.contains(usage) else { throw .invalidEnum("usage", usage) }
        object.unmap(writing: false)
        if mayCaptureDraws { object.nameResources() }
        // Recorded draws keep the old buffer, so glBufferData need not wait for the draws.
        let buffer: Buffer
        if let old = object.buffer, old.byteCount == size, !object.use.isPending, data != nil {
            buffer = old
        } else {
            buffer = try GLError.rethrowing { try device.makeBuffer(byteCount: size, label: object.label) }
        }
        if let data, size > 0 { try GLError.rethrowing { try buffer.update(bytes: UnsafeRawBufferPointer(start: data, count: size)) } }
        object.buffer = buffer
        object.use = PendingUse()
        object.usage = usage
        drawCache.areBlocksDirty = true
    }
    package func glBufferSubData(_ target: GLenum, _ offset: Int, _ size: Int, _ data: UnsafeRawPointer?) throws(GLError) {
        let object = try boundBuffer(target)
        try checkRange(offset, size, of: object)
        guard object.map == nil else { throw .invalidOperation("the buffer is mapped") }
        guard let data, size > 0, object.buffer != nil else { return }
        try write(UnsafeRawBufferPointer(start: data, count: size), to: object, at: offset)
    }
    /// Copies bytes of a buffer to the program's memory (OpenGL 3.3 §6.1.9).
    package func glGetBufferSubData(_ target: GLenum, _ offset: Int, _ size: Int, _ data: UnsafeMutableRawPointer?) throws(GLError) {
        let object = try boundBuffer(target)
        try checkRange(offset, size, of: object)
        guard object.map == nil else { throw .invalidOperation("the buffer is mapped") }
        guard let data, size > 0, let buffer = object.buffer else { return }
        if object.isWrittenByCommands { object.use.finish() }
        data.copyMemory(from: buffer.base + offset, byteCount: size)
    }
    private func checkRange(_ offset: Int, _ size: Int, of object: BufferObject) throws(GLError) {
        guard offset >= 0, size >= 0, offset <= object.byteCount, size <= object.byteCount - offset else {
            throw .invalidValue("\(size) bytes from \(offset) on do not lie in the buffer, which has \(object.byteCount)")
        }
    }
    /// Changes bytes of a buffer. Draws that were recorded before keep the old bytes.
    private func write(_ bytes: UnsafeRawBufferPointer, to object: BufferObject, at offset: Int) throws(GLError) {
        try renew(object, keepsContents: bytes.count < object.byteCount)
        guard let buffer = object.buffer else { return }
        try GLError.rethrowing { try buffer.update(bytes: bytes, at: offset) }
    }
    /// Gives the object a buffer that no recorded command uses. If recorded commands use the present buffer, a small buffer is copied, but
    /// for a large buffer the commands are run first.
    private func renew(_ object: BufferObject, keepsContents: Bool) throws(GLError) {
        guard object.use.isPending, let old = object.buffer else { return }
        guard old.byteCount <= Self.largestCopiedBuffer, !object.isWrittenByCommands else {
            object.use.finish()
            return
        }
        let copy = try GLError.rethrowing {
            let copy = try device.makeBuffer(byteCount: old.byteCount, label: old.label)
            if keepsContents { try copy.update(bytes: old.bytes) }
            return copy
        }
        commands.retainedByteCount += old.byteCount
        if mayCaptureDraws { object.nameResources() }
        object.buffer = copy
        object.use = PendingUse()
        drawCache.areBlocksDirty = true
    }
    private static var largestCopiedBuffer: Int { 1 << 16 }

    package func glCopyBufferSubData(_ readTarget: GLenum, _ writeTarget: GLenum, _ readOffset: Int, _ writeOffset: Int, _ size: Int) throws(GLError) {
        let source = try boundBuffer(readTarget), target = try boundBuffer(writeTarget)
        try checkRange(readOffset, size, of: source)
        try checkRange(writeOffset, size, of: target)
        guard source.map == nil, target.map == nil else { throw .invalidOperation("a buffer is mapped") }
        if source === target, readOffset < writeOffset + size, writeOffset < readOffset + size, size > 0 {
            throw .invalidValue("the ranges overlap in one buffer")
        }
        guard size > 0, let from = source.buffer else { return }
        if source.isWrittenByCommands { source.use.finish() }
        let bytes = [UInt8](from.bytes[readOffset..<(readOffset + size)])
        var failure: GLError?
        bytes.withUnsafeBytes { bytes in
            do throws(GLError) { try write(bytes, to: target, at: writeOffset) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    // MARK: Mapping

    package func glMapBuffer(_ target: GLenum, _ access: GLenum) throws(GLError) -> UnsafeMutableRawPointer? {
        let object = try boundBuffer(target)
        let bits: [GLenum: GLbitfield] = [GL_WRITE_ONLY_OES: GL_MAP_WRITE_BIT, GL_READ_ONLY: GL_MAP_READ_BIT, GL_READ_WRITE: GL_MAP_READ_BIT | GL_MAP_WRITE_BIT]
        guard let flags = bits[access], version.isDesktop || access == GL_WRITE_ONLY_OES else { throw .invalidEnum("access", access) }
        guard object.map == nil else { throw .invalidOperation("the buffer is mapped already") }
        guard object.byteCount > 0 else { throw .outOfMemory("a buffer without bytes cannot be mapped") }
        return try map(object, 0..<object.byteCount, flags)
    }
    package func glMapBufferRange(_ target: GLenum, _ offset: Int, _ length: Int, _ access: GLbitfield) throws(GLError) -> UnsafeMutableRawPointer? {
        let object = try boundBuffer(target)
        let all = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_FLUSH_EXPLICIT_BIT
            | GL_MAP_UNSYNCHRONIZED_BIT
        try checkRange(offset, length, of: object)
        guard access & ~all == 0 else { throw .invalidValue("access has unknown bits: \(access.hexadecimal)") }
        guard length > 0 else { throw .invalidOperation("the range has no bytes") }
        guard object.map == nil else { throw .invalidOperation("the buffer is mapped already") }
        let reads = access & GL_MAP_READ_BIT != 0, writes = access & GL_MAP_WRITE_BIT != 0
        let forWriting = GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_UNSYNCHRONIZED_BIT
        guard reads || writes else { throw .invalidOperation("access asks neither to read nor to write") }
        guard !reads || access & forWriting == 0 else { throw .invalidOperation("a buffer that is read cannot be invalidated or unsynchronised") }
        guard writes || access & GL_MAP_FLUSH_EXPLICIT_BIT == 0 else { throw .invalidOperation("only a buffer that is written can be flushed") }
        return try map(object, offset..<(offset + length), access)
    }
    /// Maps a range of the buffer, and returns the address of the range. The address points to the buffer's own bytes. For reading, the
    /// recorded commands that use the buffer are run first; for writing, the object gets a buffer that no recorded command uses.
    private func map(_ object: BufferObject, _ range: Range<Int>, _ access: GLbitfield) throws(GLError) -> UnsafeMutableRawPointer? {
        if access & GL_MAP_WRITE_BIT == 0 {
            object.use.finish()
        } else {
            try renew(object, keepsContents: access & GL_MAP_INVALIDATE_BUFFER_BIT == 0)
        }
        guard let buffer = object.buffer else { return nil }
        let address = buffer.base + range.lowerBound
        object.map = BufferObject.Map(range: range, access: access, address: address)
        return address
    }
    package func glFlushMappedBufferRange(_ target: GLenum, _ offset: Int, _ length: Int) throws(GLError) {
        let object = try boundBuffer(target)
        guard offset >= 0, length >= 0 else { throw .invalidValue("offset \(offset) or length \(length) is negative") }
        guard let map = object.map else { throw .invalidOperation("the buffer is not mapped") }
        guard map.access & GL_MAP_FLUSH_EXPLICIT_BIT != 0 else { throw .invalidOperation("the buffer was not mapped with GL_MAP_FLUSH_EXPLICIT_BIT") }
        guard offset <= map.range.count, length <= map.range.count - offset else { throw .invalidValue("the range does not lie in the mapped range") }
    }
    package func glUnmapBuffer(_ target: GLenum) throws(GLError) -> GLboolean {
        let object = try boundBuffer(target)
        guard object.map != nil else { throw .invalidOperation("the buffer is not mapped") }
        object.unmap(writing: true)
        return 1
    }

    // MARK: Queries (OpenGL ES 3.0.6 §6.1.8)

    private func parameter(_ target: GLenum, _ name: GLenum) throws(GLError) -> StateValue {
        let object = try boundBuffer(target)
        switch name {
        case GL_BUFFER_SIZE: return .int(object.byteCount)
        case GL_BUFFER_USAGE: return .enumeration(object.usage)
        case GL_BUFFER_MAPPED: return .bool(object.map != nil)
        case GL_BUFFER_ACCESS_OES where !version.hasES3: return .enumeration(GL_WRITE_ONLY_OES)
        case GL_BUFFER_ACCESS where version.isDesktop:
            let access = object.map?.access ?? (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)
            return .enumeration(access & GL_MAP_WRITE_BIT == 0 ? GL_READ_ONLY : access & GL_MAP_READ_BIT == 0 ? GL_WRITE_ONLY_OES : GL_READ_WRITE)
        case GL_BUFFER_ACCESS_FLAGS where version.hasES3: return .int(Int(object.map?.access ?? 0))
        case GL_BUFFER_MAP_OFFSET where version.hasES3: return .int(object.map?.range.lowerBound ?? 0)
        case GL_BUFFER_MAP_LENGTH where version.hasES3: return .int(object.map?.range.count ?? 0)
        default: throw .invalidEnum("pname", name)
        }
    }
    package func glGetBufferParameteriv(_ target: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        try parameter(target, pname).write(to: params)
    }
    package func glGetBufferParameteri64v(_ target: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<Int64>?) throws(GLError) {
        try parameter(target, pname).write(to: params)
    }
    package func glGetBufferPointerv(_ target: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) throws(GLError) {
        guard pname == GL_BUFFER_MAP_POINTER else { throw .invalidEnum("pname", pname) }
        let object = try boundBuffer(target)
        params?.pointee = object.map?.address
    }
}
