// Capture+View: what somebody who looks at a frame wants to know of all its draws at once.

import Raster
import Shading

extension Replayer {
    /// The image that a picture of a draw shows, unless another is asked for: its first colour attachment, else depth, else stencil.
    public func picturedAttachment(of draw: CapturedDraw) -> AttachmentName { framebuffers[draw.framebuffer].pictured }
}

extension Capture {
    /// The images that a draw writes.
    public func attachments(of draw: CapturedDraw, in frame: CapturedFrame) -> [AttachmentName] {
        let record = frame.table.framebuffers[draw.framebuffer]
        return record.color.indices.filter { record.color[$0].value != nil }.map { .color($0) }
            + (record.depth == nil ? [] : [.depth]) + (record.stencil == nil ? [] : [.stencil])
    }

    /// The source of a draw's shader as it was captured, and the number of its program, by which `ShaderReplacement` names it.
    public func shader(_ stage: ShaderStage, of draw: CapturedDraw, in frame: CapturedFrame) throws -> (program: Int, source: ShaderSource) {
        let program = frame.table.pipelines[frame.recordedDraw(draw).pipeline].program, record = frame.table.programs[program]
        return (program, try source(stage == .vertex ? record.vertex : record.fragment))
    }

    /// Draws a frame once, and hands over the picture of an image after each draw.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - attachment: The image; nil stands for the image that `picturedAttachment` names.
    ///   - display: How numbers become a picture. A channel has a meaning for colours alone, and a way of showing integers for integers: others are
    ///     shown without.
    ///   - device: Draws the frame.
    ///   - body: Is given each draw in turn with its picture; nil where the draw has no such image.
    /// - Throws: `RasterError` where the frame cannot be drawn; what `body` throws.
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

    /// Small pictures of the images that `picturedAttachment` names, as draws leave them, by the draws' numbers.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - draws: Numbers of the draws; numbers that the frame does not have are left out. nil stands for all.
    ///   - width: Pixels of a row; shapes are kept.
    ///   - height: Rows.
    ///   - replacing: Shaders that are drawn with instead of the captured ones.
    ///   - device: Draws the frame.
    /// - Throws: `RasterError` where the frame cannot be drawn; `CancellationError` where the task that asks is cancelled.
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
    /// Leaves out the settings that have no meaning for an image.
    fileprivate func fitting(_ name: AttachmentName, _ format: PixelFormat) -> ImageDisplay {
        var result = self
        if name == .depth || name == .stencil { result.channel = nil }
        if name == .depth || (name != .stencil && !format.isInteger) { result.integers = nil }
        return result
    }
}

extension Image {
    /// Fitted into a size by the average of what falls upon each pixel, with dark edges where the shape is another.
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
                // Every pixel of a large image would take long, and a few tell enough.
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
