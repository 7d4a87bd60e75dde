// PassTargets: keeps the newest picture of a pass and, if a pass reads the picture of the last frame, also the picture of the last frame.

import Raster

/// One or two textures of a pass. With two textures, a pass draws the newest picture while other passes can still read the picture of the last frame.
final class PassTargets {
    private struct Picture { var texture: Texture; var depth: Texture?; var framebuffers: [Framebuffer] }
    private let device: Device
    private let pass: ShaderProject.Pass
    private let remembers: Bool, hasDepth: Bool
    private var front: Picture?, back: Picture?

    /// - Parameter remembers: Whether a pass reads the picture of the last frame.
    /// - Parameter hasDepth: Whether the pass needs a depth buffer.
    init(device: Device, pass: ShaderProject.Pass, remembers: Bool, hasDepth: Bool = false) {
        self.device = device; self.pass = pass; self.remembers = remembers; self.hasDepth = hasDepth
    }

    /// The newest picture; nil before the first frame.
    var newest: Texture? { front?.texture }
    /// The depth of the newest picture; nil without a depth buffer.
    var depth: Texture? { front?.depth }
    /// The picture before the newest picture, which is the picture of the last frame; nil before the first frame.
    var before: Texture? { remembers ? back?.texture : front?.texture }

    /// Makes the textures. If the size changes, the last frame is stretched to the new size.
    func prepare(width: Int, height: Int, into encoder: inout CommandEncoder) throws {
        if let front, front.texture.width == width, front.texture.height == height { return }
        let old = front
        front = try make(width, height, into: &encoder)
        back = remembers ? try make(width, height, into: &encoder) : nil
        guard let old, !pass.isCube, let target = front?.texture else { return }
        encoder.blit(Attachment(old.texture), from: (0, 0, old.texture.width, old.texture.height), to: Attachment(target), in: (0, 0, width, height),
                     filter: .linear)
    }
    /// Makes all pictures black and transparent.
    func clear(into encoder: inout CommandEncoder) {
        for target in (front?.framebuffers ?? []) + (back?.framebuffers ?? []) {
            encoder.render(to: target, clear: .color(0, 0, 0, 0), label: pass.name) { _ in }
        }
    }
    private func make(_ width: Int, _ height: Int, into encoder: inout CommandEncoder) throws -> Picture {
        let levels = pass.hasMipmaps ? TextureDescriptor.fullMipLevelCount(width: width, height: height) : 1
        let texture = try device.makeTexture(TextureDescriptor(type: pass.isCube ? .cube : .d2, format: pass.format, width: width, height: height,
                                                               mipLevels: levels, label: pass.name))
        let depth = hasDepth ? try device.makeTexture(TextureDescriptor(format: .depth32Float, width: width, height: height, label: pass.name)) : nil
        let framebuffers = try pass.isCube ? CubeFace.allCases.map { try device.makeFramebuffer(color: [Attachment(texture, face: $0)], label: pass.name) }
            : [device.makeFramebuffer(color: [Attachment(texture)], depth: depth.map { Attachment($0) }, label: pass.name)]
        for target in framebuffers { encoder.render(to: target, clear: .color(0, 0, 0, 0), label: pass.name) { _ in } }
        return Picture(texture: texture, depth: depth, framebuffers: framebuffers)
    }

    /// The images to draw to. After drawing, `finish` makes these images the newest picture.
    var drawn: [Framebuffer] { (remembers ? back : front)?.framebuffers ?? [] }
    func finish(into encoder: inout CommandEncoder) {
        swap()
        if pass.hasMipmaps, let newest { encoder.generateMipmaps(newest) }
    }
    /// Exchanges the newest picture and the picture of the last frame. If a frame is to be drawn again, this call restores the order from
    /// before the frame's first drawing: the picture of the last frame is the newest picture again.
    func swap() { if remembers { (front, back) = (back, front) } }
}
