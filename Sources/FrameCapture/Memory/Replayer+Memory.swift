// Replayer+Memory: the storage buffers and images that the shaders of a draw or dispatch use.

import CaptureFile
import Raster

/// The memory that the shaders of an event use, with the program's interface.
struct UsedMemory {
    let table: ProgramTable
    let buffers: [RecordedStorageBuffer]
    let images: [RecordedImageBinding]

    var writtenBuffers: [RecordedStorageBuffer] { buffers.filter { table.memory.writtenBlocks.contains($0.block) } }
    var writtenImages: [RecordedImageBinding] { images.filter { table.memory.writtenImageUnits.contains($0.unit) } }
}

extension Replayer {
    /// Returns the memory that the shaders of a draw or dispatch use; nil for other events.
    func memory(usedBy event: RecordedEvent) -> UsedMemory? {
        switch event {
        case .draw(let draw): UsedMemory(table: pipelines[draw.pipeline].program.table, buffers: draw.storageBuffers, images: draw.images)
        case .dispatch(let dispatch): UsedMemory(table: computePrograms[dispatch.program].table, buffers: dispatch.storageBuffers, images: dispatch.images)
        default: nil
        }
    }
    /// Returns the slices of a level that an image binding shows to shaders, without slices that do not exist.
    func slices(of image: RecordedImageBinding) -> [RecordedAttachment] {
        let levels = textures[image.texture].storage.levels
        guard levels.indices.contains(image.level) else { return [] }
        let all = 0..<levels[image.level].slices
        let chosen = image.layer < 0 ? all : all.contains(image.layer) ? image.layer..<(image.layer + 1) : 0..<0
        return chosen.map { RecordedAttachment(texture: image.texture, level: image.level, slice: $0) }
    }
    /// Returns the images that the shaders of an event may write with imageStore or atomic operations, without duplicates.
    func images(storedBy event: RecordedEvent) -> [RecordedAttachment] {
        var list: [RecordedAttachment] = []
        for image in (memory(usedBy: event)?.writtenImages ?? []).flatMap(slices) where !list.contains(image) { list.append(image) }
        return list
    }
    /// Returns the images that events write, in the order of their first writes: attachments, destinations of copies and blits, and the images
    /// that shaders write.
    func images(writtenBy events: [RecordedEvent]) -> [RecordedAttachment] {
        var list = CapturedFrame.images(writtenBy: events, frame.table)
        for image in events.flatMap(images(storedBy:)) where !list.contains(image) { list.append(image) }
        return list
    }
    /// The image that the last pass, blit or copy of the frame writes. If no pass, blit or copy writes an image, `resultImage` is the first
    /// image of the last dispatch that writes images. The value is nil if no event writes an image.
    var resultImage: RecordedAttachment? {
        frame.result ?? frame.events.lazy.reversed().compactMap { if case .dispatch = $0 { self.images(storedBy: $0).first } else { nil } }.first
    }
    /// Searches the draws and dispatches before an event, and returns the last draw or dispatch whose shaders may write a buffer; nil if no
    /// shader of an earlier command may write the buffer.
    func writer(ofBuffer number: Int, before event: Int) -> ShaderCommand? {
        writer(before: event) { memory in memory.writtenBuffers.contains { $0.buffer == number } }
    }
    /// Returns a phrase for the last event before event `end` that writes a texture. In Raster's vocabulary, the phrase is for example
    /// "dispatch 1 (blur)", "pass main" or "a blit"; in OpenGL's vocabulary, "a draw to framebuffer 1" or "glBlitFramebuffer". Returns nil
    /// if no earlier event writes the texture.
    func lastWriter(ofTexture number: Int, before end: Int) -> String? {
        let words = capture.vocabulary, stores = writer(before: end) { memory in memory.writtenImages.contains { $0.texture == number } }
        for event in frame.events.indices.prefix(end).reversed() {
            if let stores, stores.event == event { return words.name(stores) }
            switch frame.events[event] {
            case .beginPass(let pass):
                let target = frame.table.framebuffers[pass.framebuffer]
                if (target.color.map(\.value) + [target.depth, target.stencil]).contains(where: { $0?.texture == number }) { return words.pass(pass.label) }
            case .blit(let blit) where blit.destination.texture == number: return words.name(frame.events[event], in: frame.table)
            case .copy(let copy) where copy.destination == number: return words.name(frame.events[event], in: frame.table)
            case .generateMipmaps(number): return words.name(frame.events[event], in: frame.table)
            default: break
            }
        }
        return nil
    }
    private func writer(before event: Int, where isWriter: (UsedMemory) -> Bool) -> ShaderCommand? {
        frame.shaderCommands.last { $0.event < event && (memory(usedBy: frame.events[$0.event]).map(isWriter) ?? false) }
    }
}
