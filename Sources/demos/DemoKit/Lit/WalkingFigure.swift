// WalkingFigure: a figure that walks to the right, in separate drawings.

import Raster

struct WalkingFigure {
    /// The width and height of a drawing; the unit is the height of the figure.
    static let extent = SIMD2<Float>(0.84, 1.12)
    /// The length of two steps; the unit is the height of the figure.
    static let stride = 1.06
    /// The number of drawings for two steps.
    static let drawings = 20
    private let pipeline: Pipeline
    private let sprites: SpritePass

    init(device: Device) throws {
        pipeline = try SpritePass.pipeline(device, "figure")
        var sprites = try SpritePass(device: device)
        sprites.size = .one
        self.sprites = sprites
    }
    /// Makes a target for a drawing that is `height` pixels high.
    static func target(device: Device, height: Int) throws -> Framebuffer {
        let width = max(1, Int((Float(height) * WalkingFigure.extent.x / WalkingFigure.extent.y).rounded()))
        return try device.makeFramebuffer(width: width, height: max(1, height), color: [.rgba8], label: "figure")
    }

    /// Fills a target with a drawing of the walk. The drawings repeat after two steps.
    func draw(_ drawing: Int, to target: Framebuffer, into encoder: inout CommandEncoder) {
        encoder.render(to: target, clear: .color(0, 0, 0, 0), label: "figure") { pass in
            sprites.draw(pipeline, at: .zero, .one, in: &pass, label: "figure") { pass in
                pass.setUniform("extent", WalkingFigure.extent)
                pass.setUniform("pixelSize", WalkingFigure.extent.y / Float(target.height))
                pass.setUniform("joints", WalkingFigure.joints(Double(drawing)))
            }
        }
    }

    private static func joints(_ drawing: Double) -> [SIMD2<Float>] {
        let turn = drawing / Double(drawings) * 2 * .pi
        func sine(_ x: Double) -> Float { Float(PortableMath.sine(x)) }
        func cosine(_ x: Double) -> Float { Float(PortableMath.cosine(x)) }
        /// Returns the lower end of a limb that hangs from `joint` and is turned forward by the given angle.
        func end(_ joint: SIMD2<Float>, _ length: Float, _ angle: Float) -> SIMD2<Float> {
            joint + length * SIMD2(sine(Double(angle)), -cosine(Double(angle)))
        }
        let hip = SIMD2<Float>(0, 0.485 - 0.012 * cosine(2 * turn)), neck = hip + SIMD2(0.03, 0.30)
        func leg(_ phase: Double) -> [SIMD2<Float>] {
            let forward = max(0, cosine(phase - 0.25)), thigh = 0.08 + 0.52 * sine(phase), bend = 0.12 + 0.95 * forward * forward
            let knee = end(hip, 0.235, thigh), ankle = end(knee, 0.225, thigh - bend)
            return [knee, ankle, end(ankle, 0.075, thigh - bend + 1.45)]
        }
        func arm(_ phase: Double) -> [SIMD2<Float>] {
            let shoulder = neck - SIMD2(0, 0.05), swing = -0.5 * sine(phase)
            let elbow = end(shoulder, 0.165, swing)
            return [elbow, end(elbow, 0.155, swing + 0.45 + 0.2 * sine(phase + .pi))]
        }
        let scarf = (0..<3).map { (i: Int) -> SIMD2<Float> in
            let back = -0.08 - 0.085 * Float(i), wave = 0.03 * sine(2 * turn - 1.1 * Double(i))
            return neck + SIMD2(back, wave - 0.012 * Float(i))
        }
        let head = neck + SIMD2(0.025, 0.135)
        var joints = [hip, neck]
        for part in [leg(turn + .pi), leg(turn), arm(turn + .pi), arm(turn), scarf, [head]] { joints += part }
        return joints
    }
}
