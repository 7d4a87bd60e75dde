// LegendPicture: an overlay's picture with a legend below. The legend explains the colours to people who see only the picture.

import FrameCapture
import Panels
import Raster

enum LegendPicture {
    /// The minimum width of a legend, in pixels. A narrower picture gets a margin on the right.
    private static let width = 360

    /// Returns the picture with a legend below: the overlay's name and the meanings of its colours. A legend of categories also has
    /// the number of pixels in each category.
    static func make(_ overlay: OverlayImage, on device: Device) throws -> Image {
        let picture = overlay.picture.converted(to: .rgba8), legend = try legend(overlay, width: max(picture.width, width), on: device)
        // The colour of the background beside and below the legend.
        let ground = legend[legend.width - 1, legend.height - 1]
        var result = Image(width: legend.width, height: picture.height + legend.height)
        for y in 0..<result.height {
            for x in 0..<result.width {
                result[x, y] = y >= picture.height ? legend[x, y - picture.height] : x < picture.width ? picture[x, y] : ground
            }
        }
        return result
    }

    private static func legend(_ overlay: OverlayImage, width: Int, on device: Device) throws -> Image {
        let counts = overlay.pixelCounts,
            lines: [(color: SIMD3<UInt8>?, meaning: String)] = counts.isEmpty ? overlay.scale.legend.map { ($0.color, $0.meaning) }
            : counts.map { ($0.category.color, "\($0.category.label): \($0.pixels) pixels") }
        let swatches = try lines.map { line in
            try line.color.map { color in
                try device.makeTexture(from: Image(width: 1, height: 1, bytes: [color.x, color.y, color.z, 255]), label: "colour of '\(line.meaning)'")
            }
        }
        // The target is taller than any legend; unused rows are cut off after drawing.
        let target = try device.makeFramebuffer(width: width, height: 400 + 30 * lines.count, label: "legend"), panels = try PanelContext(device: device)
        // Panels know their sizes only after one frame, so two frames are prepared.
        for _ in 0..<2 {
            try panels.update(width: target.width, height: target.height, delta: 1.0 / 60) { panel in
                panel.window("\(overlay.overlay.rawValue): \(overlay.title)", x: 0, y: 0, width: Float(width)) {
                    if counts.isEmpty, let range = overlay.rangeText { panel.note(range) }
                    for (line, swatch) in zip(lines, swatches) {
                        if let swatch {
                            panel.image(swatch, width: 14, height: 14)
                            panel.sameLine()
                        }
                        panel.text(line.meaning)
                    }
                    for line in overlay.subject?.description ?? [] { panel.note(line) }
                }
            }
        }
        var encoder = device.makeCommandEncoder(label: "legend")
        encoder.render(to: target, clear: .color(0.07, 0.07, 0.07), label: "legend") { _ in }
        try panels.draw(into: &encoder, target: target)
        try device.submit(encoder)
        let drawn = try target.readImage(), empty = drawn[width - 1, drawn.height - 1]
        let height = (0..<drawn.height).last { y in (0..<width).contains { drawn[$0, y] != empty } } ?? 0
        return Image(width: width, height: min(drawn.height, height + 2), format: .rgba8,
                     bytes: Array(drawn.bytes.prefix(4 * width * min(drawn.height, height + 2))))
    }
}
