import Host
import Raster

/// Parts with physical materials, drawn together: the background, opaque parts, the ground shadow, transmissive parts, then blended
/// parts from back to front.
///
///     let scene = PhysicalScene(device: device)
///     scene.parts = [PhysicalPart(device: device, mesh: sphere, material: gold)]
///     scene.environment = try EnvironmentLight.studio(on: device)
///     scene.background = .environment(blur: 0.4)
///     scene.viewMatrix = camera.view
///     scene.projectionMatrix = camera.projection(aspect: 1.5)
///     try scene.draw(into: &encoder, target: drawable)
///
/// If a part transmits light, the opaque parts are first drawn into a picture of the scene's light. The transmissive parts show this picture,
/// distorted by their volume and blurred by their roughness. The target needs a depth attachment.
public final class PhysicalScene {
    /// The picture behind the parts.
    public enum Background: Sendable, Hashable {
        /// One colour with straight alpha, as the display shows it, without exposure and tone mapping. If alpha is less than 1, the colours
        /// of the drawn picture are multiplied by their alpha. With alpha 0, the background is transparent.
        case color(SIMD4<Float>)
        /// The environment; `blur` is 0 for a sharp picture and 1 for the blurriest. If `environment` is nil, the background is black.
        case environment(blur: Float)
        /// The target keeps its pixels. Only its depth is cleared.
        case none
    }
    /// The device that the scene was made for.
    public let device: Device
    /// The parts, in any order.
    public var parts: [PhysicalPart] = []
    /// The lights, at most `PhysicalEffect.maximumLightCount`.
    public var lights: [PunctualLight] = []
    /// The light from all around; nil if no environment lights the scene.
    public var environment: EnvironmentLight?
    /// The factor that multiplies the environment's light.
    public var environmentStrength: Float = 1
    /// The rotation of the environment around the y axis in radians, counter-clockwise as seen from above.
    public var environmentRotation: Float = 0
    /// The picture behind the parts; black by default.
    public var background = Background.color(SIMD4(0, 0, 0, 1))
    /// The soft shadow on the ground; nil if there is no such shadow.
    public var groundShadow: GroundShadow?
    /// The factor that multiplies the light before tone mapping.
    public var exposure: Float = 1
    /// The curve that maps light to the range of a display.
    public var toneMapping = ToneMapping.khronosNeutral
    /// Whether triangles are filled, or only their edges or corners are drawn. The ground shadow always shows filled triangles.
    public var polygonMode = PolygonMode.fill
    /// The matrix from world space to eye space.
    public var viewMatrix = Matrix4.identity
    /// The matrix from eye space to clip space.
    public var projectionMatrix = Matrix4.identity

    private let screen: ScreenPrograms
    private var opaqueScene: Framebuffer?
    let shadowPasses: GroundShadowPasses

    /// Creates an empty scene.
    public init(device: Device) {
        self.device = device
        screen = ScreenPrograms.of(device)
        shadowPasses = GroundShadowPasses(device: device)
    }

    /// Records the passes that draw the scene into `target`.
    /// - Throws: a `RasterError` that names the property if a property of the scene or of a part has an invalid value; the errors
    ///   of `Device.makePipeline`.
    public func draw(into encoder: inout CommandEncoder, target: Framebuffer) throws {
        try LibraryCall.perform {
            guard target.depth != nil else {
                throw RasterError(.incompleteFramebuffer, target.name, "has no depth attachment, so near parts cannot hide far parts", remedy: "add one")
            }
            let visible = parts.filter { $0.isVisible && $0.count > 0 && $0.instanceCount > 0 }
            let (transmissive, rest) = visible.separated { $0.material.isTransmissive && $0.material.alphaMode != .blend }
            let (blended, solid) = rest.separated { $0.material.alphaMode == .blend }
            // Near parts are drawn first, so that shaders do not run for pixels that a nearer part hides.
            let opaque = Array(solid.sorted(from: viewMatrix).reversed())
            let shadow = try groundShadow.map { try shadowPasses.draw($0, of: visible, into: &encoder) }

            var behind: Texture?
            if !transmissive.isEmpty || blended.contains(where: { $0.material.isTransmissive }) {
                behind = try drawBehind(opaque, shadow: shadow, size: (target.width, target.height), into: &encoder)
            }
            try encoder.render(to: target, clear: clear(target, .display), label: "scene") { pass in
                try drawBackground(in: &pass, .display)
                for part in opaque { try draw(part, with: part.effect, .display, behind: nil, in: &pass) }
                if let shadow { try shadowPasses.drawGround(shadow, viewProjection: projectionMatrix * viewMatrix, in: &pass) }
                for part in transmissive.sorted(from: viewMatrix) + blended.sorted(from: viewMatrix) {
                    try draw(part, with: part.effect, .display, behind: behind, in: &pass)
                }
            }
        }
    }

    /// Draws the light of the opaque scene with mip levels, for transmissive parts.
    private func drawBehind(_ opaque: [PhysicalPart], shadow: GroundShadowPasses.Shadow?, size: (width: Int, height: Int),
                            into encoder: inout CommandEncoder) throws -> Texture {
        let target: Framebuffer
        if let opaqueScene, (opaqueScene.width, opaqueScene.height) == size { target = opaqueScene } else {
            let color = try device.makeTexture(TextureDescriptor(
                format: .rgba16Float, width: size.width, height: size.height,
                mipLevels: TextureDescriptor.fullMipLevelCount(width: size.width, height: size.height), label: "opaque scene"))
            let depth = try device.makeTexture(TextureDescriptor(format: .depth24, width: size.width, height: size.height, label: "opaque scene's depth"))
            target = try device.makeFramebuffer(color: [Attachment(color)], depth: Attachment(depth), label: "opaque scene")
            opaqueScene = target
        }
        guard let picture = target.color.first??.texture else { preconditionFailure("the framebuffer was made with a colour attachment") }
        try encoder.render(to: target, clear: clear(target, .light), label: "opaque scene") { pass in
            try drawBackground(in: &pass, .light)
            for part in opaque {
                try draw(part, with: part.effectBehind(), .light, behind: nil, in: &pass)
            }
            if let shadow { try shadowPasses.drawGround(shadow, viewProjection: projectionMatrix * viewMatrix, in: &pass) }
        }
        encoder.generateMipmaps(picture)
        return picture
    }

    /// Copies the scene's settings to an effect, and draws a part. A setting that the effect already has is not assigned again, because
    /// each assignment makes the effect write all uniforms.
    private func draw(_ part: PhysicalPart, with effect: PhysicalEffect, _ output: PhysicalEffect.Output, behind: Texture?, in pass: inout RenderPass) throws {
        if effect.lights != lights { effect.lights = lights }
        if effect.environment !== environment { effect.environment = environment }
        if effect.environmentStrength != environmentStrength { effect.environmentStrength = environmentStrength }
        if effect.environmentRotation != environmentRotation { effect.environmentRotation = environmentRotation }
        if effect.output != output { effect.output = output }
        if effect.exposure != exposure { effect.exposure = exposure }
        if effect.toneMapping != toneMapping { effect.toneMapping = toneMapping }
        effect.lacksSurface = !part.primitive.isTriangles && !part.layout.gives(.normal)
        if effect.sceneBehind !== behind { effect.sceneBehind = behind }
        if effect.viewMatrix != viewMatrix { effect.viewMatrix = viewMatrix }
        if effect.projectionMatrix != projectionMatrix { effect.projectionMatrix = projectionMatrix }
        var state = effect.materialState
        state.polygonMode = polygonMode
        state.pointSize = part.pointSize
        // The back faces of a blended surface lie behind its front faces, so the back faces are drawn first.
        let isShownTwice = part.material.alphaMode == .blend && part.material.isDoubleSided
        for cull in isShownTwice ? [CullMode.front, .back] : [state.cull] {
            state.cull = cull
            try effect.prepareToDraw(in: &pass, layout: part.layout, state: state)
            part.draw(in: &pass)
        }
    }

    private func clear(_ target: Framebuffer, _ output: PhysicalEffect.Output) -> ClearValues {
        var color: SIMD4<Float>? = SIMD4(0, 0, 0, 1)
        switch background {
        case .color(let c):
            let light = SIMD4(c.xyz.linear, c.w), shown = target.color.first??.texture.format.isSRGB == true ? light : c
            let chosen = output == .light ? SIMD4(light.xyz / max(exposure, 1e-6), c.w) : shown
            color = SIMD4(chosen.xyz * c.w, c.w)
        case .environment: break
        case .none: color = output == .light ? .zero : nil
        }
        return ClearValues(colors: [color.map { .float($0) }], depth: 1)
    }

    private func drawBackground(in pass: inout RenderPass, _ output: PhysicalEffect.Output) throws {
        guard case .environment(let blur) = background, let environment else { return }
        let encodes = pass.target.color.first??.texture.format.isSRGB != true
        let defines = output == .display ? toneMapping.defines(encodes: encodes) : []
        pass.setPipeline(try screen.pipeline(.init(fragment: EffectShader.environmentBackground, defines: defines), includes: EffectShader.includes))
        pass.setVertexBuffer(try screen.triangleBuffer())
        pass.setTexture("environmentMap", environment.map, EnvironmentLight.sampler)
        pass.setUniform("level", min(max(blur, 0), 1) * Float(environment.map.descriptor.mipLevels - 1))
        pass.setUniform("inverseSize", 1 / Float(environment.map.width))
        pass.setUniform("environmentMatrix", Matrix3.rotationY(-environmentRotation))
        pass.setUniform("inverseViewProjection", (projectionMatrix * viewMatrix).inverse ?? .identity)
        pass.setUniform("texelSize", SIMD2(1 / Float(pass.target.width), 1 / Float(pass.target.height)))
        pass.setUniform("strength", environmentStrength * (output == .display ? exposure : 1))
        pass.draw(count: 3, label: "background")
    }
}

extension [PhysicalPart] {
    fileprivate func separated(_ belongs: (PhysicalPart) -> Bool) -> ([PhysicalPart], [PhysicalPart]) {
        (filter(belongs), filter { !belongs($0) })
    }
    /// Returns the parts from the farthest to the nearest. Parts of equal distance keep their order.
    fileprivate func sorted(from view: Matrix4) -> [PhysicalPart] {
        enumerated().map { (depth: (view * ($1.matrix * SIMD4($1.center, 1))).z, number: $0, part: $1) }
            .sorted { ($0.depth, $0.number) < ($1.depth, $1.number) }
            .map(\.part)
    }
}

extension SIMD3 where Scalar == Float {
    /// The linear light of an sRGB-encoded colour.
    fileprivate var linear: SIMD3<Float> {
        func linear(_ c: Float) -> Float { c <= 0.04045 ? c / 12.92 : Float(PortableMath.power((Double(c) + 0.055) / 1.055, 2.4)) }
        return SIMD3(linear(x), linear(y), linear(z))
    }
}
