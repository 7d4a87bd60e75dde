// RecordedDraw: a draw and its bindings.

import CaptureFile

/// One draw, with all values and bindings on which its results depend.
package struct RecordedDraw: Sendable, Hashable {
    package var pipeline: Int
    package var primitive: PrimitiveType
    package var first: Int
    package var count: Int
    package var instanceCount: Int
    package var baseVertex: Int
    package var baseInstance: Int
    package var indices: RecordedIndices?
    /// The vertex buffers. The list has no element for a slot without a buffer.
    package var vertexBuffers: [RecordedVertexBuffer]
    /// The words of the default block.
    package var uniforms: [UInt32]
    /// The buffers of the uniform blocks. The list has no element for a block without a buffer.
    package var uniformBuffers: [RecordedUniformBuffer]
    /// The textures. The list has no element for a unit without a texture.
    package var textures: [RecordedTextureBinding]
    package var viewport: Viewport
    package var scissor: PixelRect?
    package var blendColor: SIMD4<Float>
    package var stencilReferenceFront: UInt8
    package var stencilReferenceBack: UInt8
    /// The number of the occlusion query; −1 if the draw has no occlusion query.
    package var query: Int
    /// The number of the transform feedback object; −1 if the draw has no transform feedback.
    package var feedback: Int
    package var label: String
    /// The place in the application's source where the draw was recorded.
    package var file: String
    package var line: UInt32
    /// The values that the pass has set for attributes without a buffer, sorted by name.
    package var attributes: [RecordedAttribute] = []
    /// See `DrawCall.isRobust`.
    package var isRobust = false
    /// The buffers of the storage blocks. The list has no element for a block without a buffer.
    package var storageBuffers: [RecordedStorageBuffer] = []
    /// The images. The list has no element for a unit without an image.
    package var images: [RecordedImageBinding] = []
    /// The place in a buffer from which the draw's arguments, such as its vertex count, were read; nil if the application stated the
    /// arguments.
    package var arguments: RecordedArguments?
}
extension RecordedDraw: FieldCodable {
    package static var blank: RecordedDraw {
        RecordedDraw(pipeline: 0, primitive: .points, first: 0, count: 0, instanceCount: 0, baseVertex: 0, baseInstance: 0, vertexBuffers: [], uniforms: [],
                   uniformBuffers: [], textures: [], viewport: .blank, blendColor: .zero, stencilReferenceFront: 0, stencilReferenceBack: 0, query: -1,
                   feedback: -1, label: "", file: "", line: 0)
    }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&pipeline)
        try c.code(&primitive)
        try c.code(&first)
        try c.code(&count)
        try c.code(&instanceCount)
        try c.code(&baseVertex)
        try c.code(&baseInstance)
        try c.code(&indices)
        try c.code(&vertexBuffers)
        try c.code(&uniforms)
        try c.code(&uniformBuffers)
        try c.code(&textures)
        try c.code(&viewport)
        try c.code(&scissor)
        try c.code(&blendColor)
        try c.code(&stencilReferenceFront)
        try c.code(&stencilReferenceBack)
        try c.code(&query)
        if c.version >= 2 { try c.code(&feedback) }
        try c.code(&label)
        try c.code(&file)
        try c.code(&line)
        guard c.version >= 2 else { return }
        try c.code(&attributes)
        try c.code(&isRobust)
        guard c.version >= 3 else { return }
        try c.code(&storageBuffers)
        try c.code(&images)
        if c.version >= 4 { try c.code(&arguments) }
    }
}

/// The place in a buffer from which the arguments of a draw or dispatch were read. The arguments themselves are in the record of the draw
/// or dispatch.
package struct RecordedArguments: Sendable, Hashable {
    package var buffer: Int
    package var offset: Int
    package init(buffer: Int, offset: Int) { self.buffer = buffer; self.offset = offset }
}
extension RecordedArguments: FieldCodable {
    package static var blank: RecordedArguments { RecordedArguments(buffer: 0, offset: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&buffer)
        try c.code(&offset)
    }
}

/// The value of a vertex attribute.
package struct RecordedAttribute: Sendable, Hashable {
    package var name: String
    package var value: AttributeValue
}
extension RecordedAttribute: FieldCodable {
    package static var blank: RecordedAttribute { RecordedAttribute(name: "", value: .float(.zero)) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var kind: UInt8 = switch value { case .float: 0; case .int: 1; case .uint: 2 }
        var words: SIMD4<UInt32> = switch value {
        case .float(let v): unsafeBitCast(v, to: SIMD4<UInt32>.self)
        case .int(let v): SIMD4(truncatingIfNeeded: v)
        case .uint(let v): v
        }
        try c.code(&name)
        try c.code(&kind)
        try c.code(&words)
        switch kind {
        case 0: value = .float(unsafeBitCast(words, to: SIMD4<Float>.self))
        case 1: value = .int(SIMD4(truncatingIfNeeded: words))
        case 2: value = .uint(words)
        default: throw c.failure("has number \(kind) for a kind of attribute")
        }
    }
}

package struct RecordedIndices: Sendable, Hashable {
    package var buffer: Int
    package var type: IndexType
    package var offset: Int
    package init(buffer: Int, type: IndexType, offset: Int) { self.buffer = buffer; self.type = type; self.offset = offset }
}
extension RecordedIndices: FieldCodable {
    package static var blank: RecordedIndices { RecordedIndices(buffer: 0, type: .uint8, offset: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&buffer)
        try c.code(&type)
        try c.code(&offset)
    }
}

package struct RecordedVertexBuffer: Sendable, Hashable {
    package var slot: Int
    package var buffer: Int
    package var offset: Int
}
extension RecordedVertexBuffer: FieldCodable {
    package static var blank: RecordedVertexBuffer { RecordedVertexBuffer(slot: 0, buffer: 0, offset: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&slot)
        try c.code(&buffer)
        try c.code(&offset)
    }
}

package struct RecordedUniformBuffer: Sendable, Hashable {
    /// The number of the uniform block minus 1.
    package var block: Int
    package var buffer: Int
    package var offset: Int
    package var byteCount: Int
}
extension RecordedUniformBuffer: FieldCodable {
    package static var blank: RecordedUniformBuffer { RecordedUniformBuffer(block: 0, buffer: 0, offset: 0, byteCount: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&block)
        try c.code(&buffer)
        try c.code(&offset)
        try c.code(&byteCount)
    }
}

package struct RecordedTextureBinding: Sendable, Hashable {
    package var unit: Int
    package var texture: Int
    package var sampler: Int
    package var firstLevel: Int
    package var lastLevel: Int
    package var swizzle = TextureSwizzle.identity
    /// The shape of the view; nil if the view has the texture's own shape.
    package var shape: RecordedViewShape?
    package var readsStencil = false
}
extension RecordedTextureBinding: FieldCodable {
    package static var blank: RecordedTextureBinding { RecordedTextureBinding(unit: 0, texture: 0, sampler: 0, firstLevel: 0, lastLevel: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&unit)
        try c.code(&texture)
        try c.code(&sampler)
        try c.code(&firstLevel)
        try c.code(&lastLevel)
        guard c.version >= 2 else { return }
        try c.code(&swizzle)
        try c.code(&shape)
        if c.version >= 3 { try c.code(&readsStencil) }
    }
}

/// The type and the layers of a view whose type or layers differ from the texture's own.
package struct RecordedViewShape: Sendable, Hashable {
    package var type: TextureType
    package var firstLayer: Int
    package var layerCount: Int
    /// The layers. `code` has checked both numbers, so the sum does not overflow.
    package var layers: Range<Int> { firstLayer..<(firstLayer + layerCount) }
}
extension RecordedViewShape: FieldCodable {
    package static var blank: RecordedViewShape { RecordedViewShape(type: .d2, firstLayer: 0, layerCount: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&type)
        try c.code(&firstLayer)
        try c.code(&layerCount)
        let limit = 1 << 30
        guard (0..<limit).contains(firstLayer), (0..<limit).contains(layerCount) else {
            throw c.failure("has a view of \(layerCount) layers from \(firstLayer) on")
        }
    }
}
