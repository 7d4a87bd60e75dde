// Capture+Additions: small pictures of each draw's changes: changed pixels are as bright as in the picture, all others are dark.

import Raster

extension Capture {
    /// Small pictures of the changes that draws make in the images that `picturedAttachment` names, by the draws' numbers. Pixels that a draw leaves as they were are dark and
    /// grey. Images of integers have no such pictures.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - draws: Numbers of the draws; numbers that the frame does not have are left out.
    ///   - width: Pixels of a row; shapes are kept.
    ///   - height: Rows.
    ///   - replacing: Shaders that are drawn with instead of the captured ones.
    ///   - device: Draws the frame.
    /// - Throws: `RasterError` where the frame cannot be drawn; `CancellationError` where the task that asks is cancelled.
    package func additions(of frame: CapturedFrame, draws: Range<Int>, width: Int, height: Int, replacing: [ShaderReplacement] = [], on device: Device = Device(.jit)) throws -> [Int: Image] {
        let wanted = frame.draws[draws.clamped(to: 0..<frame.draws.count)]
        guard let first = wanted.first, let last = wanted.last else { return [:] }
        let walk = DrawWalk(try Replayer(frame, of: self, on: device, replacing: replacing), stepLimit: stepLimit(on: device.options))
        var result: [Int: Image] = [:]
        // The picture after the draw before is the one before this draw, as long as nothing but draws comes between.
        var known: (event: Int, framebuffer: Int, picture: Image)?
        try walk.run(from: first, through: last) { draw, call, target in
            if case .color = target.pictured, target.attachment(target.pictured)?.texture.format.isInteger == true { return false }
            let isFresh = known.map { known in known.framebuffer == draw.framebuffer && !frame.events[(known.event + 1)..<draw.event].contains { $0.changesImages } } ?? false
            let before = isFresh ? known?.picture : try walk.replayer.image(target.pictured, of: draw).converted(to: .rgba8)
            try walk.execute(call, target)
            let after = try walk.replayer.image(target.pictured, of: draw).converted(to: .rgba8)
            known = (draw.event, draw.framebuffer, after)
            result[draw.number] = after.dimmed(where: before).reduced(width: width, height: height)
            return true
        }
        return result
    }
}

extension RecordedEvent {
    /// Whether images may be others after it; draws aside.
    fileprivate var changesImages: Bool {
        switch self {
        case .pushGroup, .popGroup, .updateBuffer, .draw: false
        default: true
        }
    }
}

extension Image {
    /// Dark and without colour where a picture of the same size has the same pixels.
    fileprivate func dimmed(where same: Image?) -> Image {
        var result = self
        guard let same, same.bytes.count == bytes.count else { return result }
        for i in stride(from: 0, to: bytes.count, by: 4) where bytes[i] == same.bytes[i] && bytes[i + 1] == same.bytes[i + 1] && bytes[i + 2] == same.bytes[i + 2] && bytes[i + 3] == same.bytes[i + 3] {
            let grey = UInt8((Int(bytes[i]) * 2 + Int(bytes[i + 1]) * 5 + Int(bytes[i + 2])) / 28)
            result.bytes[i] = grey
            result.bytes[i + 1] = grey
            result.bytes[i + 2] = grey
        }
        return result
    }
}
