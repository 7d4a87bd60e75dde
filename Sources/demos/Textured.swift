// textured: textured bodies on a floor that runs to the horizon, where filtering shows; a sun with a shadow map.
//
// Two passes: depth from the sun into a 1024² texture, then the scene, which reads it through a comparing sampler.

import ArgumentParser
import Foundation
import Panels
import Raster

struct TexturedCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "textured", abstract: "Brick, wood and marble on a floor to the horizon: mipmaps, anisotropy, a shadow map.",
        discussion: "Keys: " + TexturedDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("How textures are read: nearest, linear, mipmapped, trilinear or anisotropic.", valueName: "filter"))
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
        /// Model to world at a time in seconds.
        var place: (Float) -> Matrix4
        var label: String
    }
    private static let shadowSize = 1024
    private let bodies: [Body]
    private let scene: Pipeline
    private let depthOnly: Pipeline
    private let shadowMap: Framebuffer
    private let backdrop: Backdrop
    private var filter: Filter
    private var shadows: Bool
    private var orbit = SIMD2<Float>.zero

    package init(device: Device, filter: Filter = .anisotropic, shadows: Bool = true) throws {
        self.filter = filter; self.shadows = shadows
        func program(_ name: String) throws -> Program {
            try device.makeProgram(vertex: EmbeddedShader.source("\(name).vert"), fragment: EmbeddedShader.source("\(name).frag"), label: name)
        }
        scene = try device.makePipeline(program: program("textured"), vertexLayout: MeshVertex.layout, depth: .less, cull: .back, label: "scene")
        var state = RasterState()
        state.depth = .less
        state.polygonOffset = PolygonOffset(factor: 2, units: 4)
        depthOnly = try device.makePipeline(program: program("shadow"), vertexLayout: MeshVertex.layout, state: state, label: "shadow")
        let size = TexturedDemo.shadowSize
        shadowMap = try device.makeFramebuffer(width: size, height: size, color: [], depth: .depth32Float, label: "shadow map")
        backdrop = try Backdrop(device: device)

        func body(_ mesh: Mesh, _ picture: Image, gloss: Float, _ label: String, place: @escaping (Float) -> Matrix4) throws -> Body {
            Body(mesh: try MeshBuffers(mesh, device: device, label: label),
                 picture: try device.makeTexture(from: picture, format: .srgb8Alpha8, mipmapped: true, label: label), gloss: gloss, place: place, label: label)
        }
        bodies = [
            try body(.floor(size: 160, repeats: 64), Patterns.checker(), gloss: 0.12, "floor") { _ in .identity },
            try body(.box(size: .init(repeating: 1.3)), Patterns.brick(), gloss: 0.05, "brick") { time in
                .translation(-1.75, 0.65, 0.1) * .rotationY(0.5 - 0.35 * time)
            },
            try body(.torus(radius: 0.62, tube: 0.27, columns: 80, rows: 32, repeatU: 3), Patterns.wood(), gloss: 0.45, "wood") { time in
                .translation(0.1, 0.92, -0.75) * .rotationY(0.6 * time) * .rotationX(1.25)
            },
            try body(.sphere(radius: 0.72), Patterns.marble(), gloss: 0.95, "marble") { time in
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
            orbit.x -= dx * 0.008
            orbit.y = min(max(orbit.y - dy * 0.006, -0.3), 0.9)
        default: break
        }
    }

    package static let hasOptions = true
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.combo("filter", &filter)
        panel.checkbox("shadows", &shadows)
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
        let eye = SIMD3<Float>(Float(sin(around) * cos(up)), Float(sin(up)), Float(cos(around) * cos(up))) * 5.9
        let viewProjection = Matrix4.perspective(fovy: 42 * .pi / 180, aspect: frame.aspect, near: 0.1, far: 120)
            * .lookAt(eye: eye, center: .init(0, 0.78, 0))
        let toLight = SIMD3<Float>(-0.62, 0.66, 0.28).normalized
        let light = Matrix4.ortho(left: -3.4, right: 3.4, bottom: -3.4, top: 3.4, near: 1, far: 13) * .lookAt(eye: toLight * 7, center: .zero)

        if shadows {
            encoder.render(to: shadowMap, clear: .depth(1), label: "shadow map") { pass in
                pass.setPipeline(depthOnly)
                for body in bodies.dropFirst() {
                    pass.setUniform("transform", light * body.place(time))
                    body.mesh.draw(in: &pass, label: body.label)
                }
            }
        }
        let horizon = SIMD3<Float>(0.80, 0.82, 0.84)
        encoder.render(to: frame.target, clear: .color(0, 0, 0, 1), label: "scene") { pass in
            backdrop.draw(in: &pass, viewProjection: viewProjection, zenith: .init(0.20, 0.40, 0.72), horizon: horizon, ground: horizon, rise: 0.2)
            pass.setPipeline(scene)
            pass.setUniform("viewProjection", viewProjection)
            pass.setUniform("shadowTransform", .translation(0.5, 0.5, 0.5) * .scale(0.5) * light)
            pass.setUniform("shadowTexel", shadows ? 1 / Float(TexturedDemo.shadowSize) : 0)
            pass.setUniform("eye", eye)
            pass.setUniform("toLight", toLight)
            pass.setUniform("horizon", horizon)
            var comparing = Sampler(wrap: .clampToBorder, compare: .lessEqual)
            comparing.borderColor = .one
            if let depth = shadowMap.depth { pass.setTexture("shadowMap", depth.texture, comparing) }
            for body in bodies {
                let model = body.place(time)
                pass.setUniform("model", model)
                pass.setUniform("modelNormal", model.normalMatrix)
                pass.setUniform("gloss", body.gloss)
                pass.setTexture("picture", body.picture, filter.sampler)
                body.mesh.draw(in: &pass, label: body.label)
            }
        }
    }
}
