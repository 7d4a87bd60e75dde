// CanvasMeasurement times frames of the canvas and of Cairo, which draw in turn.

import Canvas
import Foundation
import Raster

extension Measurement {
    /// Draws with Raster. The canvas is recorded anew for each frame.
    private final class Ours {
        let device: Device, renderer: CanvasRenderer, target: Framebuffer
        let items: [CanvasItem]
        init(_ items: [CanvasItem], on device: Device, width: Int, height: Int) throws {
            (self.items, self.device) = (items, device)
            renderer = try CanvasRenderer(device: device)
            target = try device.makeFramebuffer(width: width, height: height, color: [.rgba8])
        }
        /// Compiles all code that later frames need.
        func prepare() throws { try device.prepare(try record(frame: 0)) }
        func draw(frame: Int) throws { try device.submit(try record(frame: frame)) }
        private func record(frame: Int) throws -> CommandEncoder {
            var canvas = Canvas()
            for item in items {
                canvas.transform = item.transform(frame: frame)
                canvas.shadows = item.shadow.map { [$0] } ?? []
                if let glyphs = item.glyphs {
                    canvas.draw(glyphs, with: .color(item.color))
                } else if let style = item.stroke {
                    canvas.stroke(item.path, with: .color(item.color), style: style)
                } else {
                    canvas.fill(item.path, with: .color(item.color))
                }
            }
            var encoder = device.makeCommandEncoder()
            try renderer.draw(canvas, into: &encoder, target: target, clear: .white)
            return encoder
        }
    }

    /// Returns the picture of frame 0.
    static func picture(of scene: CanvasScene, on device: Device, width: Int, height: Int) throws -> Image {
        let ours = try Ours(try scene.make(), on: device, width: width, height: height)
        try ours.draw(frame: 0)
        return try ours.target.readImage()
    }
    /// Returns the median milliseconds of the canvas alone. The motion starts anew after 60 frames, because a profiler needs many frames
    /// and the text would leave the picture.
    static func alone(_ scene: CanvasScene, on device: Device, width: Int, height: Int, frames: Int) throws -> Double {
        let ours = try Ours(try scene.make(), on: device, width: width, height: height)
        try ours.prepare()
        for frame in 0...2 { try ours.draw(frame: frame) }
        return median(try (0..<frames).map { frame in try milliseconds { try ours.draw(frame: frame % 60) } })
    }
    /// Compares the pictures, then times pairs of frames.
    static func take(_ scene: CanvasScene, on device: Device, width: Int, height: Int, frames: Int, seconds: Double) throws -> Measurement {
        let items = try scene.make()
        let ours = try Ours(items, on: device, width: width, height: height), theirs = CairoPeer(items, width: width, height: height)
        try ours.prepare()
        try ours.draw(frame: 0)
        theirs.draw(frame: 0)
        var differing = 0
        let image = try ours.target.readImage()
        for y in 0..<height {
            for x in 0..<width {
                let a = image[x, y], b = theirs.pixel(x, y)
                // A difference of 40 is allowed: Cairo samples only 15 lines per pixel, and several edges may meet in a pixel.
                if (0..<3).contains(where: { abs(Int(a[$0]) - Int(b[$0])) > 40 }) { differing += 1 }
            }
        }
        for frame in 1...3 {
            try ours.draw(frame: frame)
            theirs.draw(frame: frame)
        }
        var times: [(ours: Double, theirs: Double)] = []
        let deadline = Date().addingTimeInterval(seconds)
        for frame in 0..<frames where times.count < 5 || Date() < deadline {
            let one = try milliseconds { try ours.draw(frame: frame) }
            let two = milliseconds { theirs.draw(frame: frame) }
            times.append((one, two))
        }
        return Measurement(scene: scene.name, ours: median(times.map(\.ours)), theirs: median(times.map(\.theirs)),
                           ratio: median(times.map { $0.theirs / $0.ours }),
                           differingPixels: Double(differing) / Double(width * height))
    }
}
