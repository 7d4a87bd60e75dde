// The memory that shaders of draws and dispatches write: storage blocks, atomic counters and images (OpenGL ES 3.1 §7.8, §7.7, §8.22).

import Raster
import Shading

extension GLContext {
    /// Returns the buffers of a program's storage blocks, and the buffers of its atomic counters.
    func storageBuffers(_ executable: ProgramExecutable) -> [StorageBufferBinding?] {
        if executable.storageBindings.isEmpty { return [] }
        return zip(executable.parts.interface.storageBlocks, executable.storageBindings).map { block, binding in
            let ranges = block.isCounters ? buffers.counterRanges : buffers.storageRanges
            guard ranges.indices.contains(binding), let range = ranges[binding], let buffer = range.buffer.buffer else { return nil }
            range.buffer.use.mark(commands)
            if !block.isReadOnly { range.buffer.feedbackUse.mark(commands) }
            let offset = min(range.offset, buffer.byteCount)
            return StorageBufferBinding(buffer: buffer, offset: offset, byteCount: min(range.byteCount ?? .max, buffer.byteCount - offset))
        }
    }
    /// Returns, for each image of a program, the texels that shaders access through the image.
    func images(_ executable: ProgramExecutable) -> [ImageBinding?] {
        if executable.imageUnits.isEmpty { return [] }
        var result = [ImageBinding?](repeating: nil, count: executable.imageUnits.count)
        for image in executable.parts.interface.images {
            for element in image.unit ..< image.unit + image.count {
                let unit = executable.imageUnits[element]
                if imageUnits.indices.contains(unit) { result[element] = binding(imageUnits[unit], for: image) }
            }
        }
        return result
    }
    /// Returns the texels of an image unit. If the texels do not fit the variable, returns nil; loads then give zeros, and stores do nothing.
    private func binding(_ unit: ImageUnit, for variable: ImageUniform) -> ImageBinding? {
        guard let object = unit.texture else { return nil }
        if object.kind == .buffer { return bufferImage(object, unit, for: variable) }
        guard let image = object.image(level: unit.level), let texture = image.texture,
              let format = FormatTable.sized(unit.format)?.pixelFormat, format.bytesPerTexel == texture.format.bytesPerTexel else { return nil }
        let layer = (object.kind.hasLayers || object.kind == .cube) && !unit.isLayered ? unit.layer : nil
        if let layer, layer >= texture.region(ofLevel: image.textureLevel).depth { return nil }
        guard variable.dimension.kind == (layer == nil ? object.kind : object.kind.kindOfLayer) else { return nil }
        object.markUse(commands)
        return ImageBinding(texture: texture, level: image.textureLevel, layer: layer, format: format)
    }
    /// Returns the texels of a buffer as an image; nil if the texels do not fit the variable.
    private func bufferImage(_ object: TextureObject, _ unit: ImageUnit, for variable: ImageUniform) -> ImageBinding? {
        guard variable.dimension.kind == .buffer, let texture = bufferBinding(object)?.texture, let buffer = object.bufferTexels?.object,
              let format = FormatTable.sized(unit.format)?.pixelFormat, format.bytesPerTexel == texture.format.bytesPerTexel else { return nil }
        if !variable.isReadOnly { buffer.feedbackUse.mark(commands) }
        return ImageBinding(texture: texture, format: format)
    }
}
