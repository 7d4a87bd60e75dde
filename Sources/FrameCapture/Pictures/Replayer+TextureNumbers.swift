// Replayer+TextureNumbers: the numbers that the texels of any level and layer of a texture hold, in any format.

import Raster

/// The part of a texture to read.
package struct TextureSlice: Sendable, Hashable {
    /// The texture's number in the frame.
    package var texture: Int
    package var level: Int
    /// The number of the layer, the cube face or the depth slice.
    package var layer: Int
    /// Whether to read the stencil values of a format with depth and stencil, instead of the depths.
    package var isStencil: Bool
    package init(texture: Int, level: Int = 0, layer: Int = 0, isStencil: Bool = false) {
        self.texture = texture; self.level = level; self.layer = layer; self.isStencil = isStencil
    }
}

extension Replayer {
    /// Returns the numbers that the texels of a level and layer hold after the last replay: colours with the values that a shader would read,
    /// exact integers, depths, or stencil values. With several samples, sample 0 is read.
    /// - Throws: `RasterError` with `invalidArgument` if there is no such texture, level or layer.
    package func numbers(of slice: TextureSlice) throws -> PixelNumbers {
        guard textures.indices.contains(slice.texture) else {
            throw RasterError(.invalidArgument, "texture #\(slice.texture)", "is not in frame \(frame.number)",
                              remedy: textures.isEmpty ? "it has none" : "use #0 to #\(textures.count - 1)")
        }
        let texture = textures[slice.texture], format = texture.format
        try texture.prepareForHostAccess()
        try texture.descriptor.require(level: slice.level, layer: slice.layer, of: "texture #\(slice.texture)")
        let width = max(1, texture.width >> slice.level), height = max(1, texture.height >> slice.level)
        let isStencil = format.hasStencil && (slice.isStencil || !format.hasDepth), channels = format.isColor ? format.channelCount : 1
        var values: [Double] = []
        values.reserveCapacity(width * height * channels)
        for y in (0..<height).reversed() {
            for x in 0..<width {
                let address = texture.storage.address(level: slice.level, slice: slice.layer, x: x, y: y)
                if isStencil {
                    values.append(Double(PixelCodec.loadStencil(format, address)))
                } else if format.hasDepth {
                    values.append(Double(PixelCodec.depthValue(format, PixelCodec.loadDepthKey(format, address))))
                } else {
                    let bits = PixelCodec.loadTexel(format, address)
                    for channel in 0..<channels {
                        switch format.kind {
                        case .int: values.append(Double(Int32(bitPattern: bits[channel])))
                        case .uint: values.append(Double(bits[channel]))
                        default: values.append(Double(Float(bitPattern: bits[channel])))
                        }
                    }
                }
            }
        }
        return PixelNumbers(width: width, height: height, channelCount: channels, values: values)
    }
}

extension CapturedFrame {
    /// The sizes and formats of the frame's textures.
    package var textureDescriptors: [TextureDescriptor] { table.textures.map(\.descriptor) }
    /// The sizes and labels of the frame's buffers.
    package var bufferDescriptions: [(label: String, byteCount: Int)] { table.buffers.map { ($0.label, $0.byteCount) } }
    /// Returns the texture of a draw's attachment; nil if the draw has no such attachment.
    package func texture(_ attachment: AttachmentName, of draw: CapturedDraw) -> TextureSlice? {
        let framebuffer = table.framebuffers[draw.framebuffer]
        let record: RecordedAttachment? = switch attachment {
        case .color(let number): framebuffer.color.indices.contains(number) ? framebuffer.color[number].value : nil
        case .depth: framebuffer.depth
        case .stencil: framebuffer.stencil
        }
        return record.map { TextureSlice(texture: $0.texture, level: $0.level, layer: $0.slice, isStencil: attachment == .stencil) }
    }
}
