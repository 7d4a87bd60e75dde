// FrameFeedback: the previous frame, for shaders that read it as GLSL Sandbox's `backbuffer`.

import Raster

/// Two pictures: the current frame, which is being drawn, and the previous frame. The two pictures exchange their roles at each new
/// frame. If a frame is drawn again or the time stands still, the previous frame stays the same.
struct FrameFeedback {
    /// The name of the sampler that reads the previous frame.
    static let samplerName = "backbuffer"
    private let device: Device
    private let stretch: StretchPass
    private var current: Framebuffer?, before: Framebuffer?
    private var number = 0

    init(device: Device) throws {
        self.device = device
        stretch = try StretchPass(device: device)
    }

    /// The previous frame. Valid after `begin`; during the first frame, the picture is black and transparent.
    var picture: Texture? { before?.color[0]?.texture }

    /// Returns the target for drawing the frame, which is as large as the frame's own target.
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
    /// Copies the drawn frame to the frame's target.
    func end(_ frame: Frame, into encoder: inout CommandEncoder) {
        if let drawn = current?.color[0]?.texture { stretch.draw(drawn, to: frame.target, into: &encoder) }
    }
}
