// RecordedResources: the resources that a frame's events name by number.

import CaptureFile

/// The resources that a frame's events name.
package struct ResourceTable: Sendable, Hashable {
    package var textures: [RecordedTexture] = []
    package var buffers: [RecordedBuffer] = []
    package var programs: [RecordedProgram] = []
    package var pipelines: [RecordedPipeline] = []
    package var framebuffers: [RecordedFramebuffer] = []
    package var samplers: [Sampler] = []
    package var queryCount = 0
    package var feedbacks: [RecordedFeedback] = []
    package var computePrograms: [RecordedComputeProgram] = []
    package init() {}
}
extension ResourceTable: FieldCodable {
    package static var blank: ResourceTable { ResourceTable() }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&textures)
        try c.code(&buffers)
        try c.code(&programs)
        try c.code(&pipelines)
        try c.code(&framebuffers)
        try c.code(&samplers)
        try c.code(&queryCount)
        if c.version >= 2 { try c.code(&feedbacks) }
        if c.version >= 3 { try c.code(&computePrograms) }
    }
}

/// An object of transform feedback.
package struct RecordedFeedback: Sendable, Hashable {
    package var primitive: TransformFeedbackPrimitive
    package var targets: [RecordedFeedbackTarget]
    /// The primitive counts of the transform feedback object when the frame began.
    package var generatedPrimitiveCount: Int, writtenPrimitiveCount: Int
}
extension RecordedFeedback: FieldCodable {
    package static var blank: RecordedFeedback { RecordedFeedback(primitive: .points, targets: [], generatedPrimitiveCount: 0, writtenPrimitiveCount: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&primitive)
        try c.code(&targets)
        try c.code(&generatedPrimitiveCount)
        try c.code(&writtenPrimitiveCount)
    }
}

/// A part of a buffer that receives outputs of transform feedback.
package struct RecordedFeedbackTarget: Sendable, Hashable {
    package var buffer: Int
    package var offset: Int
    package var byteCount: Int
}
extension RecordedFeedbackTarget: FieldCodable {
    package static var blank: RecordedFeedbackTarget { RecordedFeedbackTarget(buffer: 0, offset: 0, byteCount: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&buffer)
        try c.code(&offset)
        try c.code(&byteCount)
    }
}

package struct RecordedTexture: Sendable, Hashable {
    package var descriptor: TextureDescriptor
    /// The bytes of each level when the frame began: slice by slice, in each slice sample by sample, rows from the bottom up. The list is
    /// empty for buffer textures, and if the frame overwrites all texels before it reads any texel.
    package var levels: [BlobReference]
    /// The part of a buffer that a buffer texture reads; nil for other textures.
    package var source: RecordedTexelSource?
}
extension RecordedTexture: FieldCodable {
    package static var blank: RecordedTexture { RecordedTexture(descriptor: .blank, levels: []) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&descriptor)
        try c.code(&levels)
        if c.version >= 3 { try c.code(&source) }
    }
}

/// The part of a buffer that a buffer texture reads.
package struct RecordedTexelSource: Sendable, Hashable {
    package var buffer: Int
    package var offset: Int
    package var byteCount: Int
}
extension RecordedTexelSource: FieldCodable {
    package static var blank: RecordedTexelSource { RecordedTexelSource(buffer: 0, offset: 0, byteCount: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&buffer)
        try c.code(&offset)
        try c.code(&byteCount)
    }
}

package struct RecordedBuffer: Sendable, Hashable {
    package var byteCount: Int
    package var label: String
    /// The contents of the buffer when the frame began.
    package var contents: BlobReference
    package init(byteCount: Int, label: String, contents: BlobReference) { self.byteCount = byteCount; self.label = label; self.contents = contents }
}
extension RecordedBuffer: FieldCodable {
    package static var blank: RecordedBuffer { RecordedBuffer(byteCount: 0, label: "", contents: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&byteCount)
        try c.code(&label)
        try c.code(&contents)
    }
}

package struct RecordedPipeline: Sendable, Hashable {
    package var program: Int
    package var layout: VertexLayout
    package var state: RasterState
    package var label: String
}
extension RecordedPipeline: FieldCodable {
    package static var blank: RecordedPipeline { RecordedPipeline(program: 0, layout: .none, state: RasterState(), label: "") }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&program)
        try c.code(&layout)
        try c.code(&state)
        try c.code(&label)
    }
}

package struct RecordedAttachment: Sendable, Hashable {
    package var texture: Int
    package var level: Int
    package var slice: Int
    package init(texture: Int, level: Int, slice: Int) { self.texture = texture; self.level = level; self.slice = slice }
}
extension RecordedAttachment: FieldCodable {
    package static var blank: RecordedAttachment { RecordedAttachment(texture: 0, level: 0, slice: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&texture)
        try c.code(&level)
        try c.code(&slice)
    }
}

package struct RecordedFramebuffer: Sendable, Hashable {
    /// The colour attachments, one element per fragment output; nil if the output has no attachment.
    package var color: [RecordedOptional<RecordedAttachment>]
    package var depth: RecordedAttachment?
    package var stencil: RecordedAttachment?
    package var label: String
    /// The size and the sample count of a framebuffer without images; 0 for other framebuffers.
    package var width = 0, height = 0, samples = 0
    package var encodesSRGB = true
    /// Whether each attachment has all slices of its level as layers. If true, each attachment names slice 0.
    package var isLayered = false
    /// The label of OpenGL's framebuffer 0. The images of this framebuffer belong to a surface. No other framebuffer of an application that
    /// calls OpenGL has this label, because a label that the application sets is always followed by the framebuffer's number.
    package static let defaultLabel = "default framebuffer"
    /// Whether this is OpenGL's framebuffer 0.
    package var isDefault: Bool { label == RecordedFramebuffer.defaultLabel }
}
extension RecordedFramebuffer: FieldCodable {
    package static var blank: RecordedFramebuffer { RecordedFramebuffer(color: [], label: "") }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&color)
        try c.code(&depth)
        try c.code(&stencil)
        try c.code(&label)
        guard c.version >= 2 else { return }
        try c.code(&width)
        try c.code(&height)
        try c.code(&samples)
        if c.version >= 3 { try c.code(&encodesSRGB) }
        if c.version >= 5 { try c.code(&isLayered) }
    }
}

/// An element of a list whose elements may be nil.
package struct RecordedOptional<Value: FieldCodable & Sendable & Hashable>: Sendable, Hashable {
    package var value: Value?
    package init(_ value: Value?) { self.value = value }
}
extension RecordedOptional: FieldCodable {
    package static var blank: RecordedOptional { RecordedOptional(nil) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) { try c.code(&value) }
}
