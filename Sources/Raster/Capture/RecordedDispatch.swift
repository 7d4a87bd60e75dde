// RecordedDispatch: a dispatch and its bindings, and the bindings of memory that shaders write.

import CaptureFile

/// One dispatch, with all values and bindings on which its results depend.
package struct RecordedDispatch: Sendable, Hashable {
    /// The number of the compute program.
    package var program: Int
    package var groups: SIMD4<Int>
    /// The words of the default block.
    package var uniforms: [UInt32]
    package var uniformBuffers: [RecordedUniformBuffer]
    package var textures: [RecordedTextureBinding]
    package var storageBuffers: [RecordedStorageBuffer]
    package var images: [RecordedImageBinding]
    package var label: String
    /// The place in the application's source where the dispatch was recorded.
    package var file: String
    package var line: UInt32
    /// See `DispatchCall.isRobust`.
    package var isRobust: Bool
    /// The place in a buffer from which the work group counts were read; nil if the application stated the counts.
    package var arguments: RecordedArguments?
    package var groupCount: WorkGroupCount { WorkGroupCount(groups.x, groups.y, groups.z) }
}
extension RecordedDispatch: FieldCodable {
    package static var blank: RecordedDispatch {
        RecordedDispatch(program: 0, groups: .zero, uniforms: [], uniformBuffers: [], textures: [], storageBuffers: [], images: [], label: "", file: "",
                         line: 0, isRobust: false)
    }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&program)
        try c.code(&groups)
        try c.code(&uniforms)
        try c.code(&uniformBuffers)
        try c.code(&textures)
        try c.code(&storageBuffers)
        try c.code(&images)
        try c.code(&label)
        try c.code(&file)
        try c.code(&line)
        try c.code(&isRobust)
        if c.version >= 4 { try c.code(&arguments) }
    }
}

package struct RecordedStorageBuffer: Sendable, Hashable {
    /// The number of the storage block.
    package var block: Int
    package var buffer: Int
    package var offset: Int
    package var byteCount: Int
}
extension RecordedStorageBuffer: FieldCodable {
    package static var blank: RecordedStorageBuffer { RecordedStorageBuffer(block: 0, buffer: 0, offset: 0, byteCount: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&block)
        try c.code(&buffer)
        try c.code(&offset)
        try c.code(&byteCount)
    }
}

package struct RecordedImageBinding: Sendable, Hashable {
    package var unit: Int
    package var texture: Int
    package var level: Int
    /// The layer; −1 for all layers.
    package var layer: Int
    package var format: PixelFormat
}
extension RecordedImageBinding: FieldCodable {
    package static var blank: RecordedImageBinding { RecordedImageBinding(unit: 0, texture: 0, level: 0, layer: -1, format: .rgba8) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&unit)
        try c.code(&texture)
        try c.code(&level)
        try c.code(&layer)
        var name = format.rawValue
        try c.code(&name)
        guard let known = PixelFormat(rawValue: name) else { throw c.failure("has an image of format '\(name)'") }
        format = known
    }
}
