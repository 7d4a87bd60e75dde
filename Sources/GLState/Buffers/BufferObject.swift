import Raster

/// A buffer object (OpenGL ES 3.0.6 §2.10).
package final class BufferObject {
    package let name: GLuint
    package var label = ""
    /// The bytes; nil before glBufferData.
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

    /// Ends the mapping, if there is one.
    package func unmap(writing: Bool) {
        if writing, let map, map.access & GL_MAP_WRITE_BIT != 0 { buffer?.hostVersion &+= 1 }
        map = nil
    }
}

/// A range of a buffer that is bound to an indexed target.
package struct BufferRange {
    package var buffer: BufferObject
    package var offset = 0
    /// nil for all bytes from `offset` on (glBindBufferBase).
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
    /// Programs bind buffers to this target to fill them; glTexBuffer names its buffer.
    package var texture: BufferObject?
    /// The arguments of indirect draws and of indirect dispatches.
    package var drawIndirect: BufferObject?
    package var dispatchIndirect: BufferObject?
    package var shaderStorage: BufferObject?
    package var atomicCounter: BufferObject?
    package var uniformRanges: [BufferRange?] = Array(repeating: nil, count: GLLimits.uniformBufferBindings)
    package var storageRanges: [BufferRange?] = Array(repeating: nil, count: GLLimits.storageBufferBindings)
    package var counterRanges: [BufferRange?] = Array(repeating: nil, count: GLLimits.counterBufferBindings)

    /// The places of the bindings with an index.
    static var rangePaths: [WritableKeyPath<BufferBindings, [BufferRange?]>] { [\.uniformRanges, \.storageRanges, \.counterRanges] }
    /// The places of all bindings without an index.
    static var paths: [WritableKeyPath<BufferBindings, BufferObject?>] {
        [\.array, \.copyRead, \.copyWrite, \.pixelPack, \.pixelUnpack, \.uniform, \.transformFeedback, \.texture, \.drawIndirect, \.dispatchIndirect,
         \.shaderStorage, \.atomicCounter]
    }
}
