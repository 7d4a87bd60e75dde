// RecordedFrame+Coding: the fields of the records, in their order in a chunk. A change of this order needs a new version of the
// chunk's type.

import CaptureFile
import Shading

extension RecordedOrigin: FieldCodable {
    package static var blank: RecordedOrigin { RecordedOrigin(program: "", renderer: "", shaderStepLimit: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&program)
        try c.code(&renderer)
        try c.code(&shaderStepLimit)
    }
}
extension RecordedTexture: FieldCodable {
    package static var blank: RecordedTexture { RecordedTexture(descriptor: .blank, levels: []) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&descriptor)
        try c.code(&levels)
    }
}
extension RecordedBuffer: FieldCodable {
    package static var blank: RecordedBuffer { RecordedBuffer(byteCount: 0, label: "", contents: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&byteCount)
        try c.code(&label)
        try c.code(&contents)
    }
}
extension RecordedShader: FieldCodable {
    package static var blank: RecordedShader { RecordedShader(name: "", text: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&name)
        try c.code(&text)
    }
}
extension RecordedDefine: FieldCodable {
    package static var blank: RecordedDefine { RecordedDefine(name: "", value: "") }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&name)
        try c.code(&value)
    }
}
extension RecordedInclude: FieldCodable {
    package static var blank: RecordedInclude { RecordedInclude(path: "", isSystem: false, includer: "", source: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&path)
        try c.code(&isSystem)
        try c.code(&includer)
        try c.code(&source)
    }
}
extension RecordedProgram: FieldCodable {
    package static var blank: RecordedProgram { RecordedProgram(label: "", vertex: .blank, fragment: .blank, defines: [], includes: [], limits: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&label)
        try c.code(&vertex)
        try c.code(&fragment)
        try c.code(&defines)
        try c.code(&includes)
        try c.code(&limits)
    }
}
extension RecordedLimits: FieldCodable {
    package static var blank: RecordedLimits { RecordedLimits(limits: ShaderLimits()) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&limits.sourceBytes)
        try c.code(&limits.expandedTokens)
        try c.code(&limits.includeDepth)
        try c.code(&limits.tokensPerStatement)
        try c.code(&limits.numbers)
        try c.code(&limits.cases)
        try c.code(&limits.structureMembers)
        try c.code(&limits.nesting)
        try c.code(&limits.instructions)
        try c.code(&limits.localScalars)
    }
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
extension RecordedAttachment: FieldCodable {
    package static var blank: RecordedAttachment { RecordedAttachment(texture: 0, level: 0, slice: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&texture)
        try c.code(&level)
        try c.code(&slice)
    }
}
extension RecordedOptional: FieldCodable {
    package static var blank: RecordedOptional { RecordedOptional(nil) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) { try c.code(&value) }
}
extension RecordedFramebuffer: FieldCodable {
    package static var blank: RecordedFramebuffer { RecordedFramebuffer(color: [], label: "") }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&color)
        try c.code(&depth)
        try c.code(&stencil)
        try c.code(&label)
    }
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
    }
}
extension RecordedIndices: FieldCodable {
    package static var blank: RecordedIndices { RecordedIndices(buffer: 0, type: .uint8, offset: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&buffer)
        try c.code(&type)
        try c.code(&offset)
    }
}
extension RecordedVertexBuffer: FieldCodable {
    package static var blank: RecordedVertexBuffer { RecordedVertexBuffer(slot: 0, buffer: 0, offset: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&slot)
        try c.code(&buffer)
        try c.code(&offset)
    }
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
extension RecordedTextureBinding: FieldCodable {
    package static var blank: RecordedTextureBinding { RecordedTextureBinding(unit: 0, texture: 0, sampler: 0, firstLevel: 0, lastLevel: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&unit)
        try c.code(&texture)
        try c.code(&sampler)
        try c.code(&firstLevel)
        try c.code(&lastLevel)
    }
}
extension RecordedDraw: FieldCodable {
    package static var blank: RecordedDraw {
        RecordedDraw(pipeline: 0, primitive: .points, first: 0, count: 0, instanceCount: 0, baseVertex: 0, baseInstance: 0, vertexBuffers: [], uniforms: [],
                   uniformBuffers: [], textures: [], viewport: .blank, blendColor: .zero, stencilReferenceFront: 0, stencilReferenceBack: 0, query: -1,
                   label: "", file: "", line: 0)
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
        try c.code(&label)
        try c.code(&file)
        try c.code(&line)
    }
}
extension RecordedCopy: FieldCodable {
    package static var blank: RecordedCopy {
        RecordedCopy(source: 0, sourceLevel: 0, sourceRegion: .blank, destination: 0, destinationLevel: 0, x: 0, y: 0, z: 0)
    }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&source)
        try c.code(&sourceLevel)
        try c.code(&sourceRegion)
        try c.code(&destination)
        try c.code(&destinationLevel)
        try c.code(&x)
        try c.code(&y)
        try c.code(&z)
    }
}
extension RecordedBlit: FieldCodable {
    package static var blank: RecordedBlit {
        RecordedBlit(source: .blank, destination: .blank, sourceCorners: .zero, destinationCorners: .zero, filter: .nearest)
    }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&source)
        try c.code(&destination)
        try c.code(&sourceCorners)
        try c.code(&destinationCorners)
        try c.code(&filter)
    }
}
extension RecordedBufferUpdate: FieldCodable {
    package static var blank: RecordedBufferUpdate { RecordedBufferUpdate(buffer: 0, offset: 0, bytes: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&buffer)
        try c.code(&offset)
        try c.code(&bytes)
    }
}
extension RecordedPass: FieldCodable {
    package static var blank: RecordedPass { RecordedPass(label: "", framebuffer: 0, clear: .none) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&label)
        try c.code(&framebuffer)
        try c.code(&clear)
    }
}
extension RecordedClear: FieldCodable {
    package static var blank: RecordedClear { RecordedClear(values: .none) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&values)
        try c.code(&scissor)
    }
}

extension RecordedEvent: FieldCodable {
    package static var blank: RecordedEvent { .popGroup }
    private enum Tag: UInt8 { case beginPass = 1, draw, clear, pushGroup, popGroup, endPass, copy, blit, generateMipmaps, updateBuffer }
    private var tag: Tag {
        switch self {
        case .beginPass: .beginPass
        case .draw: .draw
        case .clear: .clear
        case .pushGroup: .pushGroup
        case .popGroup: .popGroup
        case .endPass: .endPass
        case .copy: .copy
        case .blit: .blit
        case .generateMipmaps: .generateMipmaps
        case .updateBuffer: .updateBuffer
        }
    }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var tag = tag
        try c.code(&tag)
        switch tag {
        case .beginPass:
            var value = if case .beginPass(let value) = self { value } else { RecordedPass.blank }
            try c.code(&value)
            self = .beginPass(value)
        case .draw:
            var value = if case .draw(let value) = self { value } else { RecordedDraw.blank }
            try c.code(&value)
            self = .draw(value)
        case .clear:
            var value = if case .clear(let value) = self { value } else { RecordedClear.blank }
            try c.code(&value)
            self = .clear(value)
        case .pushGroup:
            var value = if case .pushGroup(let value) = self { value } else { "" }
            try c.code(&value)
            self = .pushGroup(value)
        case .popGroup: self = .popGroup
        case .endPass: self = .endPass
        case .copy:
            var value = if case .copy(let value) = self { value } else { RecordedCopy.blank }
            try c.code(&value)
            self = .copy(value)
        case .blit:
            var value = if case .blit(let value) = self { value } else { RecordedBlit.blank }
            try c.code(&value)
            self = .blit(value)
        case .generateMipmaps:
            var value = if case .generateMipmaps(let value) = self { value } else { 0 }
            try c.code(&value)
            self = .generateMipmaps(value)
        case .updateBuffer:
            var value = if case .updateBuffer(let value) = self { value } else { RecordedBufferUpdate.blank }
            try c.code(&value)
            self = .updateBuffer(value)
        }
    }
}
extension EventList: FieldCodable {
    package static var blank: EventList { EventList(events: []) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) { try c.code(&events) }
}
extension RecordedFrame: FieldCodable {
    package static var blank: RecordedFrame { RecordedFrame(label: "", eventCount: 0, drawCount: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&label)
        try c.code(&eventCount)
        try c.code(&drawCount)
    }
}
extension LevelHash: FieldCodable {
    package static var blank: LevelHash { LevelHash(texture: 0, level: 0, hash: .none) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&texture)
        try c.code(&level)
        try c.code(&hash.low)
        try c.code(&hash.high)
    }
}
extension RecordedOutcome: FieldCodable {
    package static var blank: RecordedOutcome { RecordedOutcome(error: "", results: []) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&error)
        try c.code(&results)
    }
}
extension AttachmentHashes: FieldCodable {
    package static var blank: AttachmentHashes { AttachmentHashes(event: 0, hashes: []) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&event)
        try c.code(&hashes)
    }
}
extension EventHashes: FieldCodable {
    package static var blank: EventHashes { EventHashes(events: []) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) { try c.code(&events) }
}
