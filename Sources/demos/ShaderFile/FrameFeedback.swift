// FrameFeedback: the frame before, for shaders that go on from it: GLSL Sandbox's `backbuffer`.

import Raster

/// Two pictures in turn: one is drawn, the other is what was drawn before. A frame that is drawn again, or while time stands, sees the same.
struct FrameFeedback {
    /// The sampler that reads the frame before.
    static let samplerName = "backbuffer"
    private let device: Device
    private let stretch: StretchPass
    private var current: Framebuffer?, before: Framebuffer?
    private var number = 0

    init(device: Device) throws {
        self.device = device
        stretch = try StretchPass(device: device)
    }

    /// The frame before, as `begin` has left it: black and empty for the first.
    var picture: Texture? { before?.color[0]?.texture }

    /// The target to draw the frame into; it has the size of the frame's own.
    mutating func begin(_ frame: Frame) throws -> Framebuffer {
        if frame.number == 0 {
            (current, before) = (nil, nil)
        } else if frame.number != number, frame.delta > 0 {
            (current, before) = (before, current)
        }
        number = frame.number
        let width = frame.target.width, height = frame.target.height
        if before == nil { before = try device.makeFramebuffer(width: width, height: height, label: "first frame before") }
        if let current, current.width == width, current.height == height { return current }
        let made = try device.makeFramebuffer(width: width, height: height, label: "frame")
        current = made
        return made
    }
    /// Shows what was drawn in the frame's target.
    func end(_ frame: Frame, into encoder: inout CommandEncoder) {
        if let drawn = current?.color[0]?.texture { stretch.draw(drawn, to: frame.target, into: &encoder) }
    }
}
