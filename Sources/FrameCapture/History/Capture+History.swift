// Capture+History: follows a pixel through a frame.
//
// The frame is drawn event by event on any renderer. The reference renderer first executes each draw that may touch the pixel, into the same
// images, but only in the pixel's quad (a block of 2×2 pixels that are shaded together). A probe records everything that happens at the
// pixel. Then the quad's old bits are restored, and the draw is executed completely. The complete draw must leave the values that the probe
// recorded.

import CaptureFile
import Raster

/// The image that a pixel belongs to.
public enum ImageChoice: Sendable, Hashable {
    /// The image that the frame's last event writes.
    case result
    /// The image that a draw writes: the first colour attachment; without colours, the depth attachment; without depth, the stencil attachment.
    case target(of: CapturedDraw)
    /// An attachment of the frame's last pass, or of a draw.
    case attachment(AttachmentName, of: CapturedDraw?)
    /// A texture, by its label or by its number as "#3".
    case texture(String)
    /// A layer, face or slice of a texture. The second associated value, another choice, selects the texture.
    indirect case layer(Int, of: ImageChoice)
}

extension Capture {
    /// Returns the history of a pixel in an image, and at the same position in all other images of equal size.
    /// - Parameters:
    ///   - x: Pixels from the left.
    ///   - y: Pixels from the top, as in the picture.
    ///   - frame: The frame.
    ///   - image: The image that the pixel belongs to.
    ///   - replacing: Shaders that replace captured shaders.
    ///   - device: The device that draws the frame. The pixel's fragments always come from the reference renderer.
    /// - Throws: `RasterError` with `invalidArgument` if there is no such pixel or image.
    public func history(x: Int, y: Int, in frame: CapturedFrame, image: ImageChoice = .result, replacing: [ShaderReplacement] = [],
                        on device: Device = Device(.jit)) throws -> PixelHistory {
        let replayer = try Replayer(frame, of: self, on: device, replacing: replacing)
        return try history(x: x, y: y, of: replayer.attachment(image), with: replayer)
    }
    /// Returns the history of a pixel of one image.
    /// - Parameters:
    ///   - end: The first event that the history does not include; nil for the whole frame.
    ///   - wanted: The images to observe; nil for all images that have the size of the pixel's image.
    func history(x: Int, y: Int, of chosen: RecordedAttachment, before end: Int? = nil, wanted: Set<RecordedAttachment>? = nil,
                 with replayer: Replayer) throws -> PixelHistory {
        let size = replayer.size(chosen.texture, level: chosen.level)
        guard x >= 0, y >= 0, x < size.width, y < size.height else {
            throw RasterError(.invalidArgument, "pixel (\(x), \(y))", "is not in the frame's images of \(size.width)×\(size.height)", remedy: "count from the upper left, from 0 on")
        }
        var walk = PixelWalk(replayer, x: x, y: size.height - 1 - y, size: size, wanted: wanted, stepLimit: stepLimit(on: replayer.device.options))
        try walk.run(before: end)
        return PixelHistory(x: x, y: y, size: size, image: replayer.image(chosen), events: walk.events, isProven: walk.isProven, value: walk.value(chosen),
                            format: replayer.textures[chosen.texture].format, vocabulary: vocabulary)
    }
    /// Returns the history of a pixel in the image that a draw writes, or in the frame's result if `draw` is nil.
    /// - Throws: The errors of `history(x:y:in:image:replacing:on:)`.
    public func history(x: Int, y: Int, in frame: CapturedFrame, of draw: CapturedDraw?, on device: Device = Device(.jit)) throws -> PixelHistory {
        try history(x: x, y: y, in: frame, image: draw.map { .target(of: $0) } ?? .result, on: device)
    }
}

extension CapturedFrame {
    /// Returns the images that passes, blits and copies write. `Replayer.images(writtenBy:)` also has the images that shaders write.
    static func images(writtenBy events: [RecordedEvent], _ table: ResourceTable) -> [RecordedAttachment] {
        var images: [RecordedAttachment] = []
        func add(_ attachment: RecordedAttachment?) {
            if let attachment, !images.contains(attachment) { images.append(attachment) }
        }
        for event in events {
            switch event {
            case .beginPass(let pass):
                for image in table.images(of: pass.framebuffer) { add(image) }
            case .blit(let blit): add(blit.destination)
            case .copy(let copy): add(RecordedAttachment(texture: copy.destination, level: copy.destinationLevel, slice: copy.z))
            default: break
            }
        }
        return images
    }
    /// The image of the last pass, blit or copy: the first attachment of the pass, or the destination of the blit or copy. nil if the frame
    /// has no such event, or if the last pass has no attachment.
    package var result: RecordedAttachment? {
        for event in events.reversed() {
            switch event {
            case .beginPass(let pass):
                return table.framebuffers[pass.framebuffer].first
            case .blit(let blit): return blit.destination
            case .copy(let copy): return RecordedAttachment(texture: copy.destination, level: copy.destinationLevel, slice: copy.z)
            default: break
            }
        }
        return nil
    }
}

extension ResourceTable {
    /// Returns the images of all attachments of a framebuffer, layer by layer, without duplicates.
    func images(of number: Int) -> [RecordedAttachment] {
        let framebuffer = framebuffers[number], attachments = framebuffer.color.compactMap(\.value) + [framebuffer.depth, framebuffer.stencil].compactMap { $0 }
        let layerCounts = framebuffer.isLayered ? attachments.map { textures[$0.texture].descriptor.sliceCount(ofLevel: $0.level) } : []
        var list: [RecordedAttachment] = []
        for layer in 0..<max(1, layerCounts.min() ?? 1) {
            for image in attachments.map({ $0.layer(layer) }) where !list.contains(image) { list.append(image) }
        }
        return list
    }
}

extension RecordedAttachment {
    /// Returns the image for one layer of a layered framebuffer. Layer 0 is the attachment itself.
    func layer(_ number: Int) -> RecordedAttachment { RecordedAttachment(texture: texture, level: level, slice: slice + number) }
}

extension TextureDescriptor {
    /// Returns the number of slices of a level, at least 1 and at most `Device.maximumTextureSize`. The limits are needed, because the
    /// descriptor comes from a file.
    fileprivate func sliceCount(ofLevel level: Int) -> Int {
        let count = type == .d3 ? max(1, depth >> min(max(level, 0), 16)) : slices
        return min(max(count, 1), Device.maximumTextureSize)
    }
}

extension RecordedFramebuffer {
    /// The first colour attachment; the depth attachment if there is no colour attachment; the stencil attachment if there is neither; nil
    /// without attachments.
    var first: RecordedAttachment? { color.lazy.compactMap(\.value).first ?? depth ?? stencil }
}

extension Replayer {
    /// - Throws: `invalidArgument` if the frame does not have the chosen image.
    func attachment(_ choice: ImageChoice) throws -> RecordedAttachment {
        switch choice {
        case .layer(let layer, let choice):
            let chosen = try attachment(choice), image = RecordedAttachment(texture: chosen.texture, level: chosen.level, slice: layer)
            let there = images(writtenBy: frame.events).filter { $0.texture == chosen.texture && $0.level == chosen.level }
            guard there.contains(image) else {
                throw RasterError(.invalidArgument, "layer \(layer) of \(self.image(chosen))", "is not written by frame \(frame.number)",
                                  remedy: "it writes \(there.map { "\($0.slice)" }.joined(separator: ", "))")
            }
            return image
        case .result:
            guard let result = resultImage else {
                throw RasterError(.invalidArgument, "frame \(frame.number)", "writes no image", remedy: "ask for another frame")
            }
            return result
        case .target(let draw):
            guard let first = frame.table.framebuffers[draw.framebuffer].first else {
                throw RasterError(.invalidArgument, "draw @\(draw.number)", "writes no image", remedy: "choose another draw")
            }
            return first
        case .attachment(let name, let draw):
            let pass = frame.events.lazy.compactMap { if case .beginPass(let pass) = $0 { pass.framebuffer } else { nil } }.last
            guard let number = draw?.framebuffer ?? pass else {
                throw RasterError(.invalidArgument, "frame \(frame.number)", "has no pass", remedy: "choose a texture")
            }
            let target = frame.table.framebuffers[number]
            let found: RecordedAttachment? = switch name {
            case .color(let index): target.color.indices.contains(index) ? target.color[index].value : nil
            case .depth: target.depth
            case .stencil: target.stencil
            }
            guard let found else {
                let there = target.named.map { capture.vocabulary.name($0.0, isDefault: target.isDefault) }
                throw RasterError(.invalidArgument, "attachment \(capture.vocabulary.name(name))", "is not a target of the pass",
                                  remedy: "it has \(there.joined(separator: ", "))")
            }
            return found
        case .texture(let text):
            let images = images(writtenBy: frame.events)
            let number = text.hasPrefix("#") ? Int(text.dropFirst()) : nil
            let found = images.filter { $0.texture == number || (!text.isEmpty && frame.table.textures[$0.texture].descriptor.label == text) }
            guard let first = found.first else {
                throw RasterError(.invalidArgument, "image '\(text)'", "is not written by frame \(frame.number)",
                                  remedy: "it writes \(images.map { image($0).description }.joined(separator: ", "))")
            }
            guard Set(found.map(\.texture)).count == 1 else {
                throw RasterError(.invalidArgument, "image '\(text)'", "is the label of several images", remedy: "choose one by its number: \(found.map { "#\($0.texture)" }.joined(separator: ", "))")
            }
            return first
        }
    }
    /// Returns the images of all attachments of a framebuffer, layer by layer, without duplicates.
    func images(of framebuffer: Int) -> [RecordedAttachment] { frame.table.images(of: framebuffer) }
    /// Returns the name of an image.
    func image(_ attachment: RecordedAttachment) -> PixelImage {
        PixelImage(texture: attachment.texture, label: frame.table.textures[attachment.texture].descriptor.label,
                   level: attachment.level, slice: attachment.slice)
    }
    func size(_ texture: Int, level: Int) -> (width: Int, height: Int) {
        let levels = textures[texture].storage.levels
        return levels.indices.contains(level) ? (levels[level].width, levels[level].height) : (0, 0)
    }
}
