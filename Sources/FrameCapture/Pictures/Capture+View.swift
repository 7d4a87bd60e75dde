// Capture+View: information for a viewer about all draws of a frame at once.

import Raster
import Shading

extension Replayer {
    /// Returns the image that a draw's picture shows by default: the first colour attachment; without colours, depth; without depth, stencil.
    public func picturedAttachment(of draw: CapturedDraw) -> AttachmentName { framebuffers[draw.framebuffer].pictured }
}

extension Capture {
    /// Returns the name of an attachment of a draw, in the capture's vocabulary.
    package func attachmentName(_ attachment: AttachmentName, of draw: CapturedDraw, in frame: CapturedFrame) -> String {
        vocabulary.name(attachment, isDefault: frame.table.framebuffers[draw.framebuffer].isDefault)
    }
    /// Returns the attachments that a draw writes.
    public func attachments(of draw: CapturedDraw, in frame: CapturedFrame) -> [AttachmentName] {
        let record = frame.table.framebuffers[draw.framebuffer]
        return record.color.indices.filter { record.color[$0].value != nil }.map { .color($0) }
            + (record.depth == nil ? [] : [.depth]) + (record.stencil == nil ? [] : [.stencil])
    }

    /// Returns a draw's shader: `source` is the captured source, and `program` is the number that a `ShaderReplacement` needs.
    public func shader(_ stage: ShaderStage, of draw: CapturedDraw, in frame: CapturedFrame) throws -> (program: Int, source: ShaderSource) {
        let program = frame.table.pipelines[frame.recordedDraw(draw).pipeline].program, record = frame.table.programs[program]
        return (program, try shader(stage, of: record, program))
    }

    /// Draws a frame once, and passes the picture of an image after each draw to `body`.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - attachment: The image; nil for the image of `picturedAttachment`.
    ///   - display: How numbers become a picture. The setting for the channel affects only colours. The setting for integers
    ///     affects only integers.
    ///   - device: The device that draws the frame.
    ///   - body: Receives each draw in turn with its picture; the picture is nil if the draw does not have the image.
    /// - Throws: `RasterError` if the frame cannot be drawn, or an error of `body`.
    public func pictures(of frame: CapturedFrame, attachment: AttachmentName? = nil, as display: ImageDisplay = .automatic, on device: Device = Device(.jit),
                         _ body: (CapturedDraw, DisplayedImage?) throws -> Void) throws {
        guard let first = frame.draws.first, let last = frame.draws.last else { return }
        let walk = DrawWalk(try Replayer(frame, of: self, on: device), stepLimit: stepLimit(on: device.options))
        try walk.run(from: first, through: last) { draw, call, target in
            try walk.execute(call, target)
            let name = attachment ?? target.pictured
            try body(draw, try target.attachment(name).map { try walk.replayer.picture(name, of: draw, as: display.fitting(name, $0.texture.format)) })
            return true
        }
    }

    /// Returns a small picture for each draw, keyed by the draw's number. The picture shows the image that `picturedAttachment` names,
    /// after the draw.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - draws: The numbers of the draws, or nil for all draws; unknown numbers are ignored.
    ///   - width: The maximum width of a picture, in pixels; pictures keep their aspect ratio.
    ///   - height: The maximum height of a picture, in pixels.
    ///   - replacing: Shaders that replace captured shaders.
    ///   - device: The device that draws the frame.
    /// - Throws: `RasterError` if the frame cannot be drawn; `CancellationError` if the calling task is cancelled.
    public func thumbnails(of frame: CapturedFrame, draws: Range<Int>? = nil, width: Int, height: Int, replacing: [ShaderReplacement] = [],
                           on device: Device = Device(.jit)) throws -> [Int: Image] {
        let wanted = frame.draws[(draws ?? 0..<frame.draws.count).clamped(to: 0..<frame.draws.count)]
        guard let first = wanted.first, let last = wanted.last else { return [:] }
        let walk = DrawWalk(try Replayer(frame, of: self, on: device, replacing: replacing), stepLimit: stepLimit(on: device.options))
        var result: [Int: Image] = [:]
        try walk.run(from: first, through: last) { draw, call, target in
            try walk.execute(call, target)
            result[draw.number] = try walk.replayer.picture(of: draw).picture.converted(to: .rgba8).reduced(width: width, height: height)
            return true
        }
        return result
    }
}

extension ImageDisplay {
    /// Removes the settings that have no effect on an image.
    fileprivate func fitting(_ name: AttachmentName, _ format: PixelFormat) -> ImageDisplay {
        var result = self
        if name == .depth || name == .stencil { result.channel = nil }
        if name == .depth || (name != .stencil && !format.isInteger) { result.integers = nil }
        return result
    }
}

extension Image {
    /// Returns a picture of the given size that shows the whole image, scaled by averaging pixels. The image keeps its aspect
    /// ratio; the rest of the picture is black.
    func reduced(width: Int, height: Int) -> Image {
        var result = Image(width: width, height: height)
        for i in stride(from: 3, to: result.bytes.count, by: 4) { result.bytes[i] = 255 }
        guard self.width > 0, self.height > 0, width > 0, height > 0 else { return result }
        let factor = max(Double(self.width) / Double(width), Double(self.height) / Double(height))
        let w = min(width, max(1, Int((Double(self.width) / factor).rounded()))), h = min(height, max(1, Int((Double(self.height) / factor).rounded())))
        for y in 0..<h {
            let rows = (y * self.height / h)..<max(y * self.height / h + 1, (y + 1) * self.height / h)
            for x in 0..<w {
                let columns = (x * self.width / w)..<max(x * self.width / w + 1, (x + 1) * self.width / w)
                // Averages only some rows and columns of the covered pixels, because reading all pixels of a large image would take long.
                let stepX = max(1, columns.count / 4), stepY = max(1, rows.count / 4)
                var sum = SIMD3<Int>.zero, count = 0
                for row in stride(from: rows.lowerBound, to: rows.upperBound, by: stepY) {
                    for column in stride(from: columns.lowerBound, to: columns.upperBound, by: stepX) {
                        let i = 4 * (row * self.width + column)
                        sum = sum &+ SIMD3(Int(bytes[i]), Int(bytes[i + 1]), Int(bytes[i + 2]))
                        count += 1
                    }
                }
                let target = 4 * (((height - h) / 2 + y) * width + (width - w) / 2 + x)
                for k in 0..<3 { result.bytes[target + k] = UInt8(sum[k] / count) }
            }
        }
        return result
    }
}
