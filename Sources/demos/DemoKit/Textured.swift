// textured: textured objects on a floor that extends to the horizon. The distant floor shows the effect of texture filtering. A sun
// casts shadows with a shadow map.
//
// One BaseEffect computes light, textures and fog. The lights of a BaseEffect cast no shadows, so the objects are first drawn, as seen from
// the sun, into a depth texture of 1024 × 1024 texels. After the scene, the objects are drawn again at the same depth. The second draw of
// an object multiplies each shaded pixel by the fraction of light that remains in the shade.

import ArgumentParser
import Effects
import Foundation
import Panels
import Raster

struct TexturedCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "textured", abstract: "Brick, wood and marble on a floor to the horizon: mipmaps, anisotropy, a shadow map.",
        discussion: "Keys: " + TexturedDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("The texture filter: nearest, linear, mipmapped, trilinear or anisotropic.", valueName: "filter"))
    var filter = TexturedDemo.Filter.anisotropic
    @Flag(name: .long, inversion: .prefixedNo, help: "Let the sun cast shadows.")
    var shadows = true
    @OptionGroup var common: CommonOptions

    func makeDemo(device: Device) throws -> TexturedDemo { try TexturedDemo(device: device, filter: filter, shadows: shadows) }
}

package final class TexturedDemo: Demo {
    package enum Filter: String, ExpressibleByArgument, CaseIterable, Sendable {
        case nearest, linear, mipmapped, trilinear, anisotropic
        var sampler: Sampler {
            switch self {
            case .nearest: Sampler(min: .nearest, mag: .nearest, wrap: .repeat)
            case .linear: Sampler(wrap: .repeat)
            case .mipmapped: Sampler(mip: .nearest, wrap: .repeat)
            case .trilinear: Sampler(mip: .linear, wrap: .repeat)
            case .anisotropic: Sampler(mip: .linear, wrap: .repeat, maxAnisotropy: 16)
            }
        }
    }
    private struct Body {
        var mesh: MeshBuffers
        var picture: Texture
        var gloss: Float
        /// Returns the matrix from model space to world space at a time in seconds.
        var place: (Float) -> Matrix4
        var label: String
        /// The radius of a ball around the model's origin that contains the model; nil for the infinite floor.
        var radius: Float?
        /// True if the object is convex. A convex object casts no shadow on itself.
        var isConvex: Bool
    }
    private static let shadowSize = 1024
    private let bodies: [Body]
    private let effect: BaseEffect
    private let sceneState: RasterState
    private let depthOnly: Pipeline
    private let shade: Pipeline
    private let shadowMap: Framebuffer
    private let backdrop: Backdrop
    private var filter: Filter
    private var shadows: Bool
    private var orbit = SIMD2<Float>.zero
    private static let ambient = SIMD3<Float>(0.31, 0.31, 0.33)
    /// The diffuse light of the sun and of the sky.
    private static let sun = SIMD3<Float>(0.78, 0.70, 0.57), sky = SIMD3<Float>(0.13, 0.17, 0.24)
    private static let toSun = SIMD3<Float>(-0.62, 0.66, 0.28).normalized, toSky = SIMD3<Float>(0, 1, 0)

    package init(device: Device, filter: Filter = .anisotropic, shadows: Bool = true) throws {
        self.filter = filter; self.shadows = shadows
        func program(_ name: String) throws -> Program {
            try device.makeProgram(vertex: EmbeddedShader.source("\(name).vert"), fragment: EmbeddedShader.source("\(name).frag"), label: name)
        }
        effect = BaseEffect(device: device)
        effect.label = "scene"
        effect.lightingType = .perPixel
        effect.lightModelAmbientColor = SIMD4(TexturedDemo.ambient, 1)
        effect.light0.enabled = true
        effect.light0.diffuseColor = SIMD4(TexturedDemo.sun, 1)
        effect.light0.specularColor = SIMD4(1, 0.95, 0.86, 1)
        effect.light1.enabled = true
        effect.light1.diffuseColor = SIMD4(TexturedDemo.sky, 1)
        effect.light1.specularColor = SIMD4(0, 0, 0, 1)
        effect.material.ambientColor = .one
        effect.material.diffuseColor = .one
        effect.fog.enabled = true
        effect.fog.mode = .exp2
        effect.fog.density = 0.042
        effect.fog.color = SIMD4(0.832, 0.840, 0.847, 1)
        effect.texture2d0.enabled = true
        var sceneState = RasterState()
        sceneState.depth = .less
        sceneState.cull = .back
        self.sceneState = sceneState
        // The shade is drawn slightly nearer to the eye than the scene, because some renderers compute slightly different depths in a
        // different shader program.
        var shadeState = RasterState()
        shadeState.depth = .readOnly
        shadeState.cull = .back
        shadeState.polygonOffset = PolygonOffset(factor: -1, units: -1)
        shadeState.colorTargets = [ColorTargetState(blend: .multiply)]
        shade = try device.makePipeline(program: program("shade"), vertexLayout: MeshVertex.layout, state: shadeState, label: "shade")
        var state = RasterState()
        state.depth = .less
        state.polygonOffset = PolygonOffset(factor: 2, units: 4)
        depthOnly = try device.makePipeline(program: program("shadow"), vertexLayout: MeshVertex.layout, state: state, label: "shadow")
        let size = TexturedDemo.shadowSize
        shadowMap = try device.makeFramebuffer(width: size, height: size, color: [], depth: .depth32Float, label: "shadow map")
        backdrop = try Backdrop(device: device)

        func body(_ mesh: Mesh, _ picture: Image, gloss: Float, _ label: String, radius: Float?, isConvex: Bool = true,
                  place: @escaping (Float) -> Matrix4) throws -> Body {
            Body(mesh: try MeshBuffers(mesh, device: device, label: label),
                 picture: try device.makeTexture(from: picture, mipmapped: true, label: label), gloss: gloss, place: place, label: label, radius: radius,
                 isConvex: isConvex)
        }
        bodies = [
            try body(.floor(size: 160, repeats: 64), Patterns.checker(), gloss: 0.12, "floor", radius: nil) { _ in .identity },
            try body(.box(size: .init(repeating: 1.3)), Patterns.brick(), gloss: 0.05, "brick", radius: 1.3 * 0.8661) { time in
                .translation(-1.75, 0.65, 0.1) * .rotationY(0.5 - 0.35 * time)
            },
            try body(.torus(radius: 0.62, tube: 0.27, columns: 80, rows: 32, repeatU: 3), Patterns.wood(), gloss: 0.45, "wood", radius: 0.89,
                     isConvex: false) { time in
                .translation(0.1, 0.92, -0.75) * .rotationY(0.6 * time) * .rotationX(1.25)
            },
            try body(.sphere(radius: 0.72), Patterns.marble(), gloss: 0.95, "marble", radius: 0.72) { time in
                .translation(1.35, 0.72, 0.55) * .rotationY(0.5 * time)
            },
        ]
    }

    package static let keys = ["1-5: nearest, linear, mipmapped, trilinear, anisotropic", "S: shadows on, off", "drag: walk around"]

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .key("s"): shadows.toggle()
        case .key(let character):
            if let digit = character.wholeNumberValue, (1...Filter.allCases.count).contains(digit) { filter = Filter.allCases[digit - 1] }
        case .drag(let dx, let dy, _):
            orbit.x -= dx * OrbitCamera.radiansPerPixel
            orbit.y = min(max(orbit.y - dy * OrbitCamera.radiansPerPixel, -0.3), 0.9)
        default: break
        }
    }

    package static let hasOptions = true
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.combo("filter", &filter)
        panel.checkbox("shadows", &shadows)
        panel.radio("light per vertex", &effect.lightingType, is: .perVertex)
        panel.sameLine()
        panel.radio("per pixel", &effect.lightingType, is: .perPixel)
        panel.combo("environment", &effect.texture2d0.envMode, of: TextureProperty.EnvMode.allCases) { "\($0)" }
        panel.separator()
        panel.checkbox("haze", &effect.fog.enabled)
        panel.slider("density", &effect.fog.density, in: 0...0.2, decimals: 3)
        panel.separator()
        panel.slider("walk", &orbit.x, in: -3.2...3.2, unit: " rad")
        panel.slider("height", &orbit.y, in: -0.3...0.9, unit: " rad")
        panel.header("pictures") {
            for body in bodies {
                panel.image(body.picture, width: 56, height: 56)
                if body.label != bodies.last?.label { panel.sameLine() }
            }
        }
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        let time = Float(frame.time)
        let around = Double(0.12 * time + orbit.x) + 0.35, up = Double(0.3 + orbit.y)
        let eye = SIMD3<Float>(Float(PortableMath.sine(around) * PortableMath.cosine(up)), Float(PortableMath.sine(up)),
                               Float(PortableMath.cosine(around) * PortableMath.cosine(up))) * 5.9
        let projection = frame.perspective(fovy: 42 * .pi / 180, near: 0.1, far: 120)
        let view = Matrix4.lookAt(eye: eye, center: .init(0, 0.78, 0))
        let viewProjection = projection * view
        let light = Matrix4.ortho(left: -3.4, right: 3.4, bottom: -3.4, top: 3.4, near: 1, far: 13) * .lookAt(eye: TexturedDemo.toSun * 7, center: .zero)

        if shadows {
            encoder.render(to: shadowMap, clear: .depth(1), label: "shadow map") { pass in
                pass.setPipeline(depthOnly)
                for body in bodies.dropFirst() {
                    pass.setUniform("transform", light * body.place(time))
                    body.mesh.draw(in: &pass, label: body.label)
                }
            }
        }
        // The lights' positions are set while the modelview is the camera's matrix, so the lights are fixed in the world.
        effect.transform = Transform(modelview: view, projection: projection)
        effect.light0.position = SIMD4(TexturedDemo.toSun, 0)
        effect.light1.position = SIMD4(TexturedDemo.toSky, 0)
        let horizon = SIMD3<Float>(0.80, 0.82, 0.84)
        try encoder.render(to: frame.target, clear: .color(0, 0, 0, 1), label: "scene") { pass in
            backdrop.draw(in: &pass, viewProjection: viewProjection, zenith: .init(0.20, 0.40, 0.72), horizon: horizon, ground: horizon, rise: 0.2)
            for body in bodies {
                effect.transform.modelviewMatrix = view * body.place(time)
                effect.material.specularColor = SIMD4(SIMD3(repeating: body.gloss * 0.9), 1)
                effect.material.shininess = 12 + 90 * body.gloss
                effect.texture2d0.texture = body.picture
                effect.texture2d0.sampler = filter.sampler
                try effect.prepareToDraw(in: &pass, layout: MeshVertex.layout, state: sceneState)
                body.mesh.draw(in: &pass, label: body.label)
            }
            if shadows { drawShade(in: &pass, time: time, view: view, projection: projection, eye: eye, light: light) }
        }
    }

    /// Returns whether a body may be in the shade of another body or of a part of itself. A body may be in the shade of another body if a
    /// ray towards the sun from the body's bounding ball hits the other body's bounding ball.
    private func mayBeShaded(_ index: Int, _ time: Float) -> Bool {
        guard let radius = bodies[index].radius, bodies[index].isConvex else { return true }
        let middle = bodies[index].place(time).transformPoint(.zero)
        return bodies.enumerated().contains { other, body in
            guard other != index, let otherRadius = body.radius else { return false }
            let way = body.place(time).transformPoint(.zero) - middle, along = way.dot(TexturedDemo.toSun), reach = radius + otherRadius
            let beside = way.dot(way) - along * along, room = reach * reach - beside
            return room > 0 && along + room.squareRoot() > 0
        }
    }

    private func drawShade(in pass: inout RenderPass, time: Float, view: Matrix4, projection: Matrix4, eye: SIMD3<Float>, light: Matrix4) {
        pass.setPipeline(shade)
        pass.setUniform("shadowTransform", .translation(0.5, 0.5, 0.5) * .scale(0.5) * light)
        pass.setUniform("shadowTexel", 1 / Float(TexturedDemo.shadowSize))
        pass.setUniform("eye", eye)
        pass.setUniform("toSun", TexturedDemo.toSun)
        pass.setUniform("toSky", TexturedDemo.toSky)
        pass.setUniform("sun", TexturedDemo.sun)
        pass.setUniform("sky", TexturedDemo.sky)
        pass.setUniform("ambient", TexturedDemo.ambient)
        pass.setUniform("fogDensity", effect.fog.enabled ? effect.fog.density : 0)
        var comparing = Sampler(wrap: .clampToBorder, compare: .lessEqual)
        comparing.borderColor = .one
        if let depth = shadowMap.depth { pass.setTexture("shadowMap", depth.texture, comparing) }
        for (index, body) in bodies.enumerated() where mayBeShaded(index, time) {
            let model = body.place(time)
            pass.setUniform("model", model)
            pass.setUniform("modelNormal", model.normalMatrix)
            pass.setUniform("modelviewProjection", projection * (view * model))
            body.mesh.draw(in: &pass, label: "\(body.label) in the shade")
        }
    }
}
