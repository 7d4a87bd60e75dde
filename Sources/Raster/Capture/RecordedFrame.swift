// RecordedFrame: a frame's resources and events as values that refer to one another by number. FrameRecorder writes them into the
// chunks of a capture. Readers of captures make resources and commands from them.

import CaptureFile
import Shading

/// The origin of a capture. The file contains it once.
package struct RecordedOrigin: Sendable, Hashable {
    /// The path of the program that drew.
    package var program: String
    /// The name of the device's renderer.
    package var renderer: String
    /// `Device.Options.shaderStepLimit`.
    package var shaderStepLimit: Int
}

package struct RecordedTexture: Sendable, Hashable {
    package var descriptor: TextureDescriptor
    /// The bytes of each level when the frame began: slice by slice, in a slice sample by sample, rows from the bottom up. Empty if
    /// the frame overwrites all texels before it reads any.
    package var levels: [BlobReference]
}

package struct RecordedBuffer: Sendable, Hashable {
    package var byteCount: Int
    package var label: String
    /// The contents when the frame began.
    package var contents: BlobReference
    package init(byteCount: Int, label: String, contents: BlobReference) { self.byteCount = byteCount; self.label = label; self.contents = contents }
}

package struct RecordedShader: Sendable, Hashable {
    package var name: String
    package var text: BlobReference
}
package struct RecordedDefine: Sendable, Hashable {
    package var name: String
    package var value: String
}
/// The answer to one `#include`.
package struct RecordedInclude: Sendable, Hashable {
    package var path: String
    package var isSystem: Bool
    package var includer: String
    package var source: RecordedShader
}
package struct RecordedProgram: Sendable, Hashable {
    package var label: String
    package var vertex: RecordedShader
    package var fragment: RecordedShader
    package var defines: [RecordedDefine]
    package var includes: [RecordedInclude]
    package var limits: RecordedLimits
}
/// `ShaderLimits` without the time limit, because the time depends on the machine.
package struct RecordedLimits: Sendable, Hashable {
    package var limits: ShaderLimits
}
package struct RecordedPipeline: Sendable, Hashable {
    package var program: Int
    package var layout: VertexLayout
    package var state: RasterState
    package var label: String
}
package struct RecordedAttachment: Sendable, Hashable {
    package var texture: Int
    package var level: Int
    package var slice: Int
    package init(texture: Int, level: Int, slice: Int) { self.texture = texture; self.level = level; self.slice = slice }
}
package struct RecordedFramebuffer: Sendable, Hashable {
    /// One element per fragment output; nil if the output has no attachment.
    package var color: [RecordedOptional<RecordedAttachment>]
    package var depth: RecordedAttachment?
    package var stencil: RecordedAttachment?
    package var label: String
}
/// An element of a list that may be nil.
package struct RecordedOptional<Value: FieldCodable & Sendable & Hashable>: Sendable, Hashable {
    package var value: Value?
    package init(_ value: Value?) { self.value = value }
}

/// The resources that a frame's events name.
package struct ResourceTable: Sendable, Hashable {
    package var textures: [RecordedTexture] = []
    package var buffers: [RecordedBuffer] = []
    package var programs: [RecordedProgram] = []
    package var pipelines: [RecordedPipeline] = []
    package var framebuffers: [RecordedFramebuffer] = []
    package var samplers: [Sampler] = []
    package var queryCount = 0
    package init() {}
}

package struct RecordedIndices: Sendable, Hashable {
    package var buffer: Int
    package var type: IndexType
    package var offset: Int
    package init(buffer: Int, type: IndexType, offset: Int) { self.buffer = buffer; self.type = type; self.offset = offset }
}
package struct RecordedVertexBuffer: Sendable, Hashable {
    package var slot: Int
    package var buffer: Int
    package var offset: Int
}
package struct RecordedUniformBuffer: Sendable, Hashable {
    /// The number of the uniform block minus 1.
    package var block: Int
    package var buffer: Int
    package var offset: Int
    package var byteCount: Int
}
package struct RecordedTextureBinding: Sendable, Hashable {
    package var unit: Int
    package var texture: Int
    package var sampler: Int
    package var firstLevel: Int
    package var lastLevel: Int
}
/// One draw with everything it depends on.
package struct RecordedDraw: Sendable, Hashable {
    package var pipeline: Int
    package var primitive: PrimitiveType
    package var first: Int
    package var count: Int
    package var instanceCount: Int
    package var baseVertex: Int
    package var baseInstance: Int
    package var indices: RecordedIndices?
    /// Only the bound buffers.
    package var vertexBuffers: [RecordedVertexBuffer]
    /// The words of the default block.
    package var uniforms: [UInt32]
    /// Only the bound buffers.
    package var uniformBuffers: [RecordedUniformBuffer]
    /// Only the bound textures.
    package var textures: [RecordedTextureBinding]
    package var viewport: Viewport
    package var scissor: PixelRect?
    package var blendColor: SIMD4<Float>
    package var stencilReferenceFront: UInt8
    package var stencilReferenceBack: UInt8
    /// The number of the occlusion query; −1 if there is none.
    package var query: Int
    package var label: String
    /// The place in the program's source where the draw was recorded.
    package var file: String
    package var line: UInt32
}

package struct RecordedCopy: Sendable, Hashable {
    package var source: Int, sourceLevel: Int, sourceRegion: TextureRegion
    package var destination: Int, destinationLevel: Int, x: Int, y: Int, z: Int
}
package struct RecordedBlit: Sendable, Hashable {
    package var source: RecordedAttachment
    package var destination: RecordedAttachment
    /// x0, y0, x1, y1.
    package var sourceCorners: SIMD4<Int>
    package var destinationCorners: SIMD4<Int>
    package var filter: FilterMode
}
package struct RecordedBufferUpdate: Sendable, Hashable {
    package var buffer: Int
    package var offset: Int
    package var bytes: BlobReference
}
package struct RecordedPass: Sendable, Hashable {
    package var label: String
    package var framebuffer: Int
    package var clear: ClearValues
}
package struct RecordedClear: Sendable, Hashable {
    package var values: ClearValues
    package var scissor: PixelRect?
}

/// One step of a frame, in the order of execution.
package enum RecordedEvent: Sendable, Hashable {
    case beginPass(RecordedPass)
    case draw(RecordedDraw)
    case clear(RecordedClear)
    case pushGroup(String)
    case popGroup
    case endPass
    case copy(RecordedCopy)
    case blit(RecordedBlit)
    case generateMipmaps(Int)
    case updateBuffer(RecordedBufferUpdate)
}
package struct EventList: Sendable, Hashable {
    package var events: [RecordedEvent]
    package init(events: [RecordedEvent]) { self.events = events }
}

/// Ends the part of a frame that is written before the frame runs. If this record and all events that it counts are in the file,
/// the frame is complete.
package struct RecordedFrame: Sendable, Hashable {
    /// The encoder's label, or the label of the call of `Device.frame`.
    package var label: String
    package var eventCount: Int
    package var drawCount: Int
    package init(label: String, eventCount: Int, drawCount: Int) { self.label = label; self.eventCount = eventCount; self.drawCount = drawCount }
}

/// The hash of one level of a texture.
package struct LevelHash: Sendable, Hashable {
    package var texture: Int
    package var level: Int
    package var hash: ContentHash
    package init(texture: Int, level: Int, hash: ContentHash) { self.texture = texture; self.level = level; self.hash = hash }
}
/// The outcome of a frame.
package struct RecordedOutcome: Sendable, Hashable {
    /// The renderer's error; empty if there was none.
    package var error: String
    /// The hashes of the textures that the frame wrote, after the frame.
    package var results: [LevelHash]
    package init(error: String, results: [LevelHash]) { self.error = error; self.results = results }
}
/// The contents of each attachment after each event of a frame.
package struct EventHashes: Sendable, Hashable {
    package var events: [AttachmentHashes]
    package init(events: [AttachmentHashes]) { self.events = events }
}
package struct AttachmentHashes: Sendable, Hashable {
    /// The number of the event.
    package var event: Int
    /// The existing attachments: colour attachments by number, then depth, then stencil.
    package var hashes: [BlobReference]
    package init(event: Int, hashes: [BlobReference]) { self.event = event; self.hashes = hashes }
}
