// HeadlessDriver: draws a demo's frames without a window, to PNG files or to images in memory.

import Foundation
import Raster

package struct HeadlessDriver {
    let device: Device
    /// What is drawn into, and what is read: the same framebuffer unless the first is multisampled.
    private let target: Framebuffer
    private let resolved: Framebuffer

    /// `samples` is 1 or 4.
    package init(device: Device, size: PixelSize, samples: Int) throws {
        self.device = device
        target = try device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], depth: .depth32Float, samples: samples, label: "frame")
        resolved = samples == 1 ? target : try device.makeFramebuffer(width: size.width, height: size.height, color: [.rgba8], label: "picture")
    }

    /// The picture at `time` (seconds), with `panel` over it. `progress` hears what share of a frame drawn in strips is done.
    package func render(_ demo: any Demo, time: Double, delta: Double = 0, number: Int = 0, panel: DemoPanel? = nil,
                        progress: (Double) -> Void = { _ in }) throws -> Image {
        let strips = demo.drawsInStrips ? max(1, min(64, target.height / 8)) : 1
        for strip in 0..<strips {
            // From the top down.
            let bottom = target.height * (strips - 1 - strip) / strips, top = target.height * (strips - strip) / strips
            let region = strips == 1 ? nil : PixelRect(x: 0, y: bottom, width: target.width, height: top - bottom)
            var encoder = device.makeCommandEncoder(label: "frame \(number)")
            try demo.draw(Frame(target: target, time: time, delta: delta, number: number, region: region), into: &encoder)
            if strip == strips - 1 {
                if target !== resolved, let from = target.color[0], let to = resolved.color[0] { encoder.resolve(from, to: to) }
                if let panel {
                    try panel.updateForPicture(demo, width: resolved.width, height: resolved.height, time: time)
                    try panel.context.draw(into: &encoder, target: resolved)
                }
            }
            try device.submit(encoder)
            if strip < strips - 1 { progress(Double(strip + 1) / Double(strips)) }
        }
        return try resolved.readImage()
    }

    /// One picture, or a numbered sequence when `frames` is given; reports progress on standard error. Returns the files.
    func writePNG(_ demo: any Demo, to path: String, time: Double, frames: Int?, fps: Double, panel: DemoPanel? = nil) throws -> [String] {
        var progress = ProgressLine()
        defer { progress.finish() }
        guard let frames else {
            let image = try render(demo, time: time, panel: panel) { share in progress.report("drawing: \(Int(share * 100)) %") }
            try image.writePNG(to: path)
            return [path]
        }
        var files: [String] = []
        for number in 0..<frames {
            progress.report("frame \(number + 1) of \(frames)")
            let image = try render(demo, time: time + Double(number) / fps, delta: number == 0 ? 0 : 1 / fps, number: number, panel: panel)
            let file = HeadlessDriver.numbered(path, number + 1)
            try image.writePNG(to: file)
            files.append(file)
        }
        return files
    }

    /// out/wave.png, 7 → out/wave-0007.png
    package static func numbered(_ path: String, _ number: Int) -> String {
        let digits = String(number), suffix = "-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path.lastIndex(of: "."), dot > nameStart else { return path + suffix + ".png" }
        return path[..<dot] + suffix + path[dot...]
    }
}
