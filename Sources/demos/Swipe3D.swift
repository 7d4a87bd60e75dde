// swipe3d: a mirroring knot in front of a skybox, with a plainly lit companion.
//
// Modelview T(0,0,−1.5)·Rx(pitch)·Ry(θ), θ growing by 0.25 per second and 0.02 per dragged pixel; the skybox adds S(50),
// the object adds a metronome's swing about the point (0,−0.5,0). The reflection matrix undoes the camera's turn.

import ArgumentParser
import Foundation
import Raster

struct Swipe3DCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "swipe3d", abstract: "A mirroring knot swings in front of a skybox; drag to look around.",
        discussion: "Keys: " + Swipe3DDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("The world around: sky, studio or numbered (for checking).", valueName: "scene"))
    var cube = CubeScene.sky
    @Option(name: .long, help: ArgumentHelp("What mirrors: knot, sphere, torus or box.", valueName: "shape"))
    var object = Swipe3DDemo.Shape.knot
    @Option(name: .long, help: ArgumentHelp("Side of a cube face in pixels, 1 to 4096.", valueName: "pixels"))
    var cubeSize = 512
    @Option(name: .long, help: ArgumentHelp("Turn the camera by this angle about the vertical axis.", valueName: "degrees"))
    var yaw = 0.0
    @Option(name: .long, help: ArgumentHelp("Tilt the camera by this angle; positive looks down.", valueName: "degrees"))
    var pitch = 0.0
    @Flag(name: .long, help: "Draw without index buffers; the picture is the same.")
    var unindexed = false
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard (1...4096).contains(cubeSize) else { throw ValidationError("--cube-size must be between 1 and 4096, not \(cubeSize).") }
        guard yaw.isFinite, pitch.isFinite else { throw ValidationError("--yaw and --pitch must be finite.") }
    }
    func makeDemo(device: Device) throws -> Swipe3DDemo {
        try Swipe3DDemo(device: device, cube: cube, cubeSize: cubeSize, object: object, unindexed: unindexed,
                        yaw: Float(yaw * .pi / 180), pitch: Float(pitch * .pi / 180), seed: common.seed)
    }
}

extension CubeScene: ExpressibleByArgument {}

package final class Swipe3DDemo: Demo {
    package enum Shape: String, ExpressibleByArgument, CaseIterable, Sendable { case knot, sphere, torus, box }

    private let skybox: Pipeline
    private let mirror: Pipeline
    private let lit: Pipeline
    private let environment: Texture
    private let box: MeshBuffers
    private let mirroring: MeshBuffers
    private let companion: MeshBuffers
    private var yaw: Float
    private var pitch: Float

    /// Angles in radians.
    package init(device: Device, cube: CubeScene = .sky, cubeSize: Int = 512, object: Shape = .knot, unindexed: Bool = false,
                 yaw: Float = 0, pitch: Float = 0, seed: UInt64 = 1) throws {
        func pipeline(_ vertex: String, _ fragment: String, _ label: String) throws -> Pipeline {
            let program = try device.makeProgram(vertex: EmbeddedShader.source(vertex), fragment: EmbeddedShader.source(fragment), label: label)
            return try device.makePipeline(program: program, vertexLayout: MeshVertex.layout, depth: .less, label: label)
        }
        skybox = try pipeline("skybox.vert", "skybox.frag", "skybox")
        mirror = try pipeline("lit.vert", "reflection.frag", "reflection")
        lit = try pipeline("lit.vert", "lit.frag", "lit")
        environment = try device.makeTexture(cube: CubeImages.faces(cube, size: cubeSize, seed: seed), mipmapped: true, label: cube.rawValue)
        box = try MeshBuffers(.box(), device: device, label: "skybox", unindexed: unindexed)
        mirroring = try MeshBuffers(Swipe3DDemo.mesh(object), device: device, label: object.rawValue, unindexed: unindexed)
        companion = try MeshBuffers(Swipe3DDemo.companion(of: object), device: device, label: "companion", unindexed: unindexed)
        self.yaw = yaw; self.pitch = pitch
    }

    package static let keys = ["drag: look around"]

    package func handle(_ event: DemoEvent, at time: Double) {
        guard case .drag(let dx, let dy, _) = event else { return }
        yaw += 0.02 * dx
        pitch = min(max(pitch - 0.02 * dy, -.pi / 2), .pi / 2)
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        let theta = yaw + 0.25 * Float(frame.time), swing = 35 * Float.pi / 180 * Float(sin(frame.time))
        let projection = Matrix4.perspective(fovy: 65 * .pi / 180, aspect: frame.aspect, near: 0.1, far: 100)
        let camera = Matrix4.rotationX(pitch) * .rotationY(theta)
        let modelview = Matrix4.translation(0, 0, -1.5) * camera
        let object = modelview * .translation(0, -0.5, 0) * .rotationZ(swing) * .translation(0, 0.5, 0)
        let orange = SIMD3<Float>(245, 130, 32) / 255

        encoder.render(to: frame.target, clear: .color(0.65, 0.65, 0.65, 1), label: "swipe3d") { pass in
            pass.setPipeline(skybox)
            pass.setUniform("modelviewProjection", projection * modelview * .scale(50))
            pass.setTexture("environment", environment, .linear)
            box.draw(in: &pass, label: "skybox")

            func setLitUniforms(ambient: SIMD3<Float>, diffuse: SIMD3<Float>, emissive: SIMD3<Float>, light: SIMD3<Float>) {
                pass.setUniform("modelview", object)
                pass.setUniform("projection", projection)
                pass.setUniform("normalMatrix", object.normalMatrix)
                pass.setUniform("lightDiffuse", light)
                pass.setUniform("materialAmbient", ambient)
                pass.setUniform("materialDiffuse", diffuse)
                pass.setUniform("materialEmissive", emissive)
            }
            pass.setPipeline(lit)
            setLitUniforms(ambient: .init(repeating: 0.2), diffuse: .init(repeating: 0.8), emissive: .zero, light: orange)
            companion.draw(in: &pass, label: "companion")

            pass.setPipeline(mirror)
            setLitUniforms(ambient: .init(repeating: 0.5), diffuse: orange, emissive: .init(repeating: 0.2), light: .one)
            pass.setUniform("reflectionMatrix", camera.transposed.upperLeft)
            pass.setTexture("environment", environment, .trilinear)
            mirroring.draw(in: &pass, label: "mirror")
        }
    }

    private static func mesh(_ shape: Shape) -> Mesh {
        switch shape {
        case .knot: .torusKnot(radius: 0.33, swing: 0.15, width: 0.1, thickness: 0.06, turns: 1, columns: 280, rows: 28)
        case .sphere: .sphere(radius: 0.42, columns: 64, rows: 40)
        case .torus: .torus(radius: 0.32, tube: 0.14, columns: 96, rows: 40)
        case .box: .box(size: .init(repeating: 0.6))
        }
    }
    /// Lit without a mirror: a ring that the object leans in, and a ball in the knot's heart.
    private static func companion(of shape: Shape) -> Mesh {
        var mesh = Mesh()
        mesh.append(.torus(radius: 0.66, tube: 0.016, columns: 96, rows: 12), transform: .rotationZ(-0.3) * .rotationX(0.3))
        if shape == .knot { mesh.append(.sphere(radius: 0.085, columns: 40, rows: 20)) }
        return mesh
    }
}
