// TransitionFixture: two pictures in which any mistake is visible, and the frames between them.

import Effects
import Raster
import Shading

struct TransitionFixture {
    let device: Device
    let width: Int, height: Int
    let source: Image, destination: Image
    private let from: Texture, to: Texture, luma: Texture
    private let target: Framebuffer

    init(_ device: Device = Device(.reference), width: Int = 48, height: Int = 27, plain: Bool = false) throws {
        self.device = device; self.width = width; self.height = height
        // Alpha also varies, so that a copy without alpha is noticed.
        source = Self.picture(width, height) { x, y in plain ? SIMD4(1, 0, 0, 1) : SIMD4(x, y, 0.25 + 0.5 * x * y, 1 - 0.3 * x) }
        destination = Self.picture(width, height) { x, y in plain ? SIMD4(0, 0, 1, 1) : SIMD4(1 - y, 0.5 * x, 1 - x, 0.7 + 0.3 * y) }
        from = try device.makeTexture(from: source)
        to = try device.makeTexture(from: destination)
        luma = try device.makeTexture(from: Self.picture(16, 16) { x, y in SIMD4((x + y) / 2, (x + y) / 2, (x + y) / 2, 1) })
        target = try device.makeFramebuffer(width: width, height: height, depth: .depth32Float)
    }
    static func picture(_ width: Int, _ height: Int, _ color: (Float, Float) -> SIMD4<Float>) -> Image {
        var image = Image(width: width, height: height)
        for row in 0..<height {
            for column in 0..<width {
                let c = color((Float(column) + 0.5) / Float(width), (Float(height - 1 - row) + 0.5) / Float(height)) * 255
                image[column, row] = SIMD4(UInt8(c.x), UInt8(c.y), UInt8(c.z), UInt8(c.w))
            }
        }
        return image
    }

    /// Returns a transition of the library, with a picture for its samplers.
    func transition(_ name: String) throws -> any Transition {
        let transition = try TransitionLibrary.make(name, device: device)
        if let file = transition as? GLTransition { for sampler in file.samplers { try file.set(sampler.name, to: luma) } }
        return transition
    }
    func transition(text: String, name: String = "test.glsl") throws -> GLTransition {
        try GLTransition(device: device, source: ShaderSource(text: text, name: name))
    }
    func frame(_ transition: any Transition, _ progress: Double, seed: UInt64 = 1, resize: ResizeMode = .cover, to other: Framebuffer? = nil) throws -> Image {
        let target = other ?? target
        var encoder = device.makeCommandEncoder()
        try transition.draw(TransitionFrame(source: from, destination: to, target: target, progress: progress, seed: seed, resize: resize), into: &encoder)
        try device.submit(encoder)
        return try target.readImage()
    }
    /// Returns the colour of the middle pixel at the given progress, with channels in 0…1.
    func color(_ text: String, _ progress: Double = 0.5, set: (GLTransition) throws -> Void = { _ in }) throws -> SIMD4<Float> {
        let transition = try transition(text: text)
        try set(transition)
        let pixel = try frame(transition, progress)[width / 2, height / 2]
        return SIMD4<Float>(pixel) / 255
    }

    static func meanDifference(_ a: Image, _ b: Image) -> Double {
        Double(zip(a.bytes, b.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.bytes.count)
    }
}
