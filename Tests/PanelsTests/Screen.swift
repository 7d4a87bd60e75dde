// Screen: draws panels over a picture of one colour, and counts pixels.

import Panels
import Raster

let background = SIMD4<UInt8>(10, 20, 30, 255)

/// A context of panels with its own target.
final class Screen {
    let device: Device
    let panels: PanelContext
    let target: Framebuffer

    init(_ kind: Device.Kind = .reference, width: Int = 200, height: Int = 120, scale: Float = 1, format: PixelFormat = .rgba8,
         font: PanelFont = .dejaVu) throws {
        device = Device(kind)
        panels = try PanelContext(device: device, scale: scale, font: font)
        target = try device.makeFramebuffer(width: width, height: height, color: [format])
    }
    /// Shows two frames, because windows get their size in the first frame.
    func show(_ build: (PanelBuilder) throws -> Void) throws { try show([], build) }
    func show(_ events: [PanelEvent], _ build: (PanelBuilder) throws -> Void) throws {
        try frame(events, build)
        try frame([], build)
    }
    func frame(_ build: (PanelBuilder) throws -> Void) throws { try frame([], build) }
    func frame(_ events: [PanelEvent], _ build: (PanelBuilder) throws -> Void) throws {
        try panels.update(width: target.width, height: target.height, delta: 1.0 / 60, events: events, build)
    }
    func picture() throws -> Image {
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(Float(background.x) / 255, Float(background.y) / 255, Float(background.z) / 255, 1)) { _ in }
        try panels.draw(into: &encoder, target: target)
        try device.submit(encoder)
        return try target.readImage()
    }
    /// Moves the pointer to a place, presses the button, and releases the button, as a user does. Each of these three events has its own
    /// frame.
    func click(_ x: Float, _ y: Float, _ build: (PanelBuilder) throws -> Void) throws {
        try frame([.pointerMoved(x: x, y: y)], build)
        try frame([.buttonDown(.left)], build)
        try frame([.buttonUp(.left)], build)
        try frame([], build)
    }
}

/// Counts pixels. Rows of the image are counted from the top, but y in events is measured from the bottom.
func count(_ image: Image, x: Range<Int>, y: Range<Int>, where isMatch: (SIMD4<UInt8>) -> Bool) -> Int {
    var n = 0
    for row in y { for column in x where isMatch(image[column, row]) { n += 1 } }
    return n
}
func brightness(_ p: SIMD4<UInt8>) -> Int { Int(p.x) + Int(p.y) + Int(p.z) }

