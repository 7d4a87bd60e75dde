import Raster

/// A buffer object (OpenGL ES 3.0.6 §2.10).
package final class BufferObject {
    package let name: GLuint
    package var label = ""
    /// Raster's buffer with the bytes; nil before the first call of glBufferData.
    package var buffer: Buffer?
    package var byteCount: Int { buffer?.byteCount ?? 0 }
    package var usage = GL_STATIC_DRAW
    package var use = PendingUse()
    /// Whether recorded transform feedback writes the buffer.
    package var isWrittenByCommands: Bool { feedbackUse.isPending }
    package var feedbackUse = PendingUse()
    package var isDeleted = false
    /// The range that the program has mapped; nil if the buffer is not mapped.
    package var map: Map?

    package struct Map {
        package var range: Range<Int>
        package var access: GLbitfield
        package var address: UnsafeMutableRawPointer
    }

    package init(name: GLuint) { self.name = name }

    /// Ends the mapping if the buffer is mapped.
    package func unmap(writing: Bool) {
        if writing, let map, map.access & GL_MAP_WRITE_BIT != 0 { buffer?.hostVersion &+= 1 }
        map = nil
    }
}

/// A range of a buffer that is bound to an indexed target.
package struct BufferRange {
    package var buffer: BufferObject
    package var offset = 0
    /// The number of bytes of the range; nil if the range reaches to the buffer's end (glBindBufferBase).
    package var byteCount: Int?
}

/// The buffers that are bound to the targets of glBindBuffer. The index buffer belongs to the vertex array.
package struct BufferBindings {
    package var array: BufferObject?
    package var copyRead: BufferObject?
    package var copyWrite: BufferObject?
    package var pixelPack: BufferObject?
    package var pixelUnpack: BufferObject?
    package var uniform: BufferObject?
    package var transformFeedback: BufferObject?
    /// The buffer that is bound to GL_TEXTURE_BUFFER; nil if no buffer is bound. Programs use this binding only to fill buffers: a texture
    /// gets its buffer from glTexBuffer, which takes the buffer's name.
    package var texture: BufferObject?
    /// `drawIndirect` and `dispatchIndirect` are the buffers that contain the arguments of indirect draws and of indirect dispatches; nil
    /// if no buffer is bound.
    package var drawIndirect: BufferObject?
    package var dispatchIndirect: BufferObject?
    package var shaderStorage: BufferObject?
    package var atomicCounter: BufferObject?
    package var uniformRanges: [BufferRange?] = Array(repeating: nil, count: GLLimits.uniformBufferBindings)
    package var storageRanges: [BufferRange?] = Array(repeating: nil, count: GLLimits.storageBufferBindings)
    package var counterRanges: [BufferRange?] = Array(repeating: nil, count: GLLimits.counterBufferBindings)

    /// The key paths of the bindings that have an index.
    static var rangePaths: [WritableKeyPath<BufferBindings, [BufferRange?]>] { [\.uniformRanges, \.storageRanges, \.counterRanges] }
    /// The key paths of all bindings without an index.
    static var paths: [WritableKeyPath<BufferBindings, BufferObject?>] {
        [\.array, \.copyRead, \.copyWrite, \.pixelPack, \.pixelUnpack, \.uniform, \.transformFeedback, \.texture, \.drawIndirect, \.dispatchIndirect,
         \.shaderStorage, \.atomicCounter]
    }
}
