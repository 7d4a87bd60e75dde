import Raster
import Shading

/// A soft shadow on the ground under a scene, as if the whole sky shone.
public struct GroundShadow: Sendable, Hashable {
    /// The middle of the shadow's square on the ground; y is the height of the ground.
    public var center: SIMD3<Float>
    /// Half the side of the square. The shadow fades out before the square's edge, so this property should be about twice the model's radius.
    public var radius: Float
    /// The height above the ground up to which surfaces cast a shadow; by default the radius. Higher surfaces cast no shadow.
    public var height: Float
    /// The darkness of the darkest part of the shadow: at 0 there is no shadow, at 1 this part is black.
    public var darkness: Float = 0.6
    /// The width of the blur as a share of the radius.
    public var softness: Float = 0.15

    /// Creates a shadow on the square of side 2 · `radius` around `center`.
    public init(center: SIMD3<Float>, radius: Float) { self.center = center; self.radius = radius; height = radius }

    func validate() throws(RasterError) {
        let name = "ground shadow"
        try requireFinite(center.isFinite, "center", center, of: name)
        for (property, value) in [("radius", radius), ("height", height)] {
            try require(value.isFinite && value > 0, property, "is \(value)", remedy: "use a number above 0", of: name)
        }
        for (property, value) in [("darkness", darkness), ("softness", softness)] {
            try require((0...1).contains(value), property, "is \(value)", remedy: "use 0 to 1", of: name)
        }
    }
}

/// The passes of a ground shadow. The first pass draws the parts as seen from below; parts near the ground are darker. The next passes blur
/// this picture twice. At the end, the blurred picture is drawn on the ground.
final class GroundShadowPasses {
    /// A drawn shadow.
    struct Shadow {
        var picture: Texture
        var settings: GroundShadow
    }
    private unowned let device: Device
    private let effects: EffectPrograms
    private let screen: ScreenPrograms
    private var targets: [Framebuffer] = []
    private var ground: (pipeline: Pipeline, mesh: MeshBuffers)?
    private static let side = 256

    init(device: Device) {
        self.device = device
        effects = EffectPrograms.of(device)
        screen = ScreenPrograms.of(device)
    }

    func draw(_ settings: GroundShadow, of parts: [PhysicalPart], into encoder: inout CommandEncoder) throws -> Shadow {
        try settings.validate()
        if targets.isEmpty {
            let side = GroundShadowPasses.side
            targets = [
                try device.makeFramebuffer(width: side, height: side, color: [.r16], depth: .depth24, label: "ground shadow"),
                try device.makeFramebuffer(width: side, height: side, color: [.r16], label: "ground shadow, blurred"),
                try device.makeFramebuffer(width: side, height: side, color: [.r16], label: "ground shadow, blurred twice"),
            ]
        }
        let pictures = targets.compactMap { $0.color.first??.texture }, c = settings.center, r = settings.radius
        // The viewer lies on the ground and looks up. The right side of the picture is +x, its top is −z, as on the ground's mesh.
        let view = Matrix4(rows: SIMD4(1, 0, 0, -c.x), SIMD4(0, 0, -1, c.z), SIMD4(0, -1, 0, c.y), SIMD4(0, 0, 0, 1))
        let viewProjection = Matrix4.ortho(left: -r, right: r, bottom: -r, top: r, near: -1e-3 * settings.height, far: settings.height) * view
        try encoder.render(to: targets[0], clear: ClearValues(colors: [.float(.zero)], depth: 1), label: "ground shadow") { pass in
            for part in parts where part.primitive.isTriangles {
                try draw(part, viewProjection, settings, in: &pass)
            }
        }
        // The gaps between the samples of a wide blur would be visible. Therefore a second, narrower blur fills the gaps between these
        // samples.
        for (number, width) in [settings.softness, settings.softness * 0.35].enumerated() {
            let first = number == 0 ? 0 : 2
            try blur(pictures[first], to: targets[1], SIMD2(width / 12, 0), into: &encoder)
            try blur(pictures[1], to: targets[2], SIMD2(0, width / 12), into: &encoder)
        }
        return Shadow(picture: pictures[2], settings: settings)
    }

    private func draw(_ part: PhysicalPart, _ viewProjection: Matrix4, _ settings: GroundShadow, in pass: inout RenderPass) throws {
        var state = RasterState()
        state.depth = .less
        let defines = PhysicalFeatures.shape(of: part.effect, layout: part.layout)
        let pipeline = try effects.pipeline(.groundShadowCaster(defines), layout: part.layout, state: state)
        var draw = PreparedDraw(pipeline)
        part.effect.writeMorphs(&draw)
        if let joints = part.joints { draw.set("joints", joints.texture, .nearest) }
        draw.set("modelMatrix", part.matrix)
        draw.set("viewProjection", viewProjection)
        draw.set("ground", settings.center.y)
        draw.set("inverseHeight", 1 / settings.height)
        let material = part.material, alpha = material.alphaMode == .blend ? min(max(material.baseColor.w, 0), 1) : 1
        draw.set("opacity", alpha * (material.isTransmissive ? 1 - 0.7 * material.transmission : 1))
        draw.record(in: &pass)
        part.draw(in: &pass)
    }

    private func blur(_ source: Texture, to target: Framebuffer, _ offset: SIMD2<Float>, into encoder: inout CommandEncoder) throws {
        let pipeline = try screen.pipeline(.init(fragment: EffectShader.groundShadowBlur)), triangle = try screen.triangleBuffer()
        encoder.render(to: target, clear: ClearValues(colors: [.float(.zero)]), label: "blur of the ground shadow") { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(triangle)
            pass.setTexture("source", source, .linear)
            pass.setUniform("texelSize", SIMD2(repeating: 1 / Float(GroundShadowPasses.side)))
            pass.setUniform("offset", offset)
            pass.draw(count: 3)
        }
    }

    /// Draws the shadow on the ground.
    func drawGround(_ shadow: Shadow, viewProjection: Matrix4, in pass: inout RenderPass) throws {
        let (pipeline, mesh) = try ground ?? makeGround()
        let settings = shadow.settings
        pass.setPipeline(pipeline)
        pass.setTexture("shadow", shadow.picture, .linear)
        pass.setUniform("modelMatrix", Matrix4.translation(settings.center) * .scale(settings.radius))
        pass.setUniform("viewProjection", viewProjection)
        pass.setUniform("darkness", settings.darkness)
        mesh.draw(in: &pass, label: "ground shadow")
    }
    private func makeGround() throws -> (Pipeline, MeshBuffers) {
        let program = try device.makeProgram(vertex: EffectShader.physicalVertex, fragment: EffectShader.groundShadowFragment,
                                             options: ShaderCompileOptions(defines: [ShaderDefine("COORDINATE_0")]), label: "ground shadow")
        var state = RasterState()
        state.depth = .readOnly
        state.cull = .back
        state.colorTargets = [ColorTargetState(blend: .alpha)]
        // The shadow is moved away from the viewer a little, so that a flat model that lies on the ground hides the shadow.
        state.polygonOffset = PolygonOffset(factor: 1, units: 4)
        let made = (try device.makePipeline(program: program, vertexLayout: MeshVertex.layout, state: state, label: "ground shadow"),
                    try MeshBuffers(.floor(size: 2, repeats: 1), device: device, label: "ground"))
        ground = made
        return made
    }
}
