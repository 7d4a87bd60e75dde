// Capture+Additions: small pictures of each draw's changes. Pixels that the draw changed are as bright as in the frame's picture,
// and all other pixels are dark.

import Raster

extension Capture {
    /// Returns a small picture of each draw's changes, keyed by the draw's number. The picture shows the image that `picturedAttachment`
    /// names. Pixels that a draw does not change are dark and grey. Integers are shown as in `ImageDisplay.automatic`.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - draws: The draw numbers of the draws; unknown numbers are ignored.
    ///   - width: The maximum width of a picture, in pixels; pictures keep their aspect ratio.
    ///   - height: The maximum height of a picture, in pixels.
    ///   - replacing: Shaders that replace captured shaders.
    ///   - device: The device that draws the frame.
    /// - Throws: `RasterError` if the frame cannot be drawn; `CancellationError` if the calling task is cancelled.
    package func additions(of frame: CapturedFrame, draws: Range<Int>, width: Int, height: Int, replacing: [ShaderReplacement] = [],
                           on device: Device = Device(.jit)) throws -> [Int: Image] {
        let wanted = frame.draws[draws.clamped(to: 0..<frame.draws.count)]
        guard let first = wanted.first, let last = wanted.last else { return [:] }
        let walk = DrawWalk(try Replayer(frame, of: self, on: device, replacing: replacing), stepLimit: stepLimit(on: device.options))
        var result: [Int: Image] = [:]
        func shot(of draw: CapturedDraw, _ target: Framebuffer) throws -> Shot {
            guard case .color = target.pictured, target.attachment(target.pictured)?.texture.format.isInteger == true else {
                return Shot(picture: try walk.replayer.image(target.pictured, of: draw).converted(to: .rgba8))
            }
            let picture = try walk.replayer.picture(target.pictured, of: draw).picture.converted(to: .rgba8)
            return Shot(picture: picture, integers: try walk.replayer.numbers(target.pictured, of: draw))
        }
        // The picture after the previous draw. If this draw has the same target as the previous draw, and no clear or transfer comes
        // between these two draws, the known picture is also the picture before this draw.
        var known: (event: Int, framebuffer: Int, shot: Shot)?
        try walk.run(from: first, through: last) { draw, call, target in
            let isFresh = known.map { known in
                known.framebuffer == draw.framebuffer && !frame.events[(known.event + 1)..<draw.event].contains { $0.changesImages }
            } ?? false
            let before = isFresh ? known?.shot : try shot(of: draw, target)
            try walk.execute(call, target)
            let after = try shot(of: draw, target)
            known = (draw.event, draw.framebuffer, after)
            result[draw.number] = after.dimmed(where: before).reduced(width: width, height: height)
            return true
        }
        return result
    }
}

extension RecordedEvent {
    /// Whether the event may change images, but is no draw.
    fileprivate var changesImages: Bool {
        switch self {
        case .pushGroup, .popGroup, .updateBuffer, .draw: false
        default: true
        }
    }
}

/// A draw's image at one moment.
private struct Shot {
    /// The picture, with 8 bits per channel.
    var picture: Image
    /// The values of all pixels if the image holds integers; nil for other images. In an image of integers, the values are compared instead
    /// of the picture's colours. A colour depends on all numbers of the image, so the colour may change although the pixel's value stays
    /// the same.
    var integers: PixelNumbers?

    /// Returns a copy of the picture. Pixels that have the same value in `same`, another shot of the image, are dark grey in the copy. If
    /// `same` is nil, no pixel is dark grey.
    func dimmed(where same: Shot?) -> Image {
        guard let same, same.picture.bytes.count == picture.bytes.count else { return picture }
        var result = picture
        for pixel in 0..<(picture.width * picture.height) where isSame(pixel, as: same) {
            let i = 4 * pixel, red = Int(picture.bytes[i]), green = Int(picture.bytes[i + 1]), blue = Int(picture.bytes[i + 2])
            let grey = UInt8((2 * red + 5 * green + blue) / 28)
            for channel in 0..<3 { result.bytes[i + channel] = grey }
        }
        return result
    }
    private func isSame(_ pixel: Int, as other: Shot) -> Bool {
        if let integers, let others = other.integers, integers.values.count == others.values.count {
            return (0..<integers.channelCount).allSatisfy {
                integers.values[integers.channelCount * pixel + $0] == others.values[integers.channelCount * pixel + $0]
            }
        }
        return (0..<4).allSatisfy { picture.bytes[4 * pixel + $0] == other.picture.bytes[4 * pixel + $0] }
    }
}
