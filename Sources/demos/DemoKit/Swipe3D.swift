// swipe3d: a knot that reflects a skybox, and a second object that is lit but does not reflect.
//
// The modelview is T(0,0,−1.5)·Rx(pitch)·Ry(θ). θ grows by 0.25 radians per second. A drag turns the scene by changing θ. For the
// skybox, the modelview is also multiplied by S(50), a scale by 50. The knot and the second object swing like a metronome about the
// point (0,−0.5,0). The reflection matrix undoes the camera's rotation. Each of the three effect objects is used once:
// SkyboxEffect, ReflectionMapEffect, BaseEffect.

import ArgumentParser
import Effects
import Foundation
import Panels
import Raster

struct Swipe3DCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "swipe3d", abstract: "A reflecting knot swings in front of a skybox; drag to look around.",
        discussion: "Keys: " + Swipe3DDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("The world around: sky, studio or numbered (for checking).", valueName: "scene"))
    var cube = CubeScene.sky
    @Option(name: .long, help: ArgumentHelp("The reflecting object: knot, sphere, torus or box.", valueName: "shape"))
    var object = Swipe3DDemo.Shape.knot
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Side of a cube face in pixels, 1 to 4096.", valueName: "pixels"))
    var cubeSize = 512
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Turn the camera by this angle about the vertical axis.", valueName: "degrees"))
    var yaw = 0.0
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Tilt the camera by this angle; positive looks down.", valueName: "degrees"))
    var pitch = 0.0
    @Option(name: .long, parsing: .unconditional,
            help: ArgumentHelp("The turn of a drag per pixel, 0 to 1 radians; the original demo used 0.02.", valueName: "radians"))
    var dragRate = OrbitCamera.radiansPerPixel
    @Flag(name: .long, help: "Draw without index buffers; the picture is the same.")
    var unindexed = false
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard (1...4096).contains(cubeSize) else { throw ValidationError("--cube-size must be between 1 and 4096, not \(cubeSize).") }
        guard (0...1).contains(dragRate) else { throw ValidationError("--drag-rate must be between 0 and 1, not \(dragRate).") }
        guard (-360_000...360_000).contains(yaw), (-360_000...360_000).contains(pitch) else {
            throw ValidationError("--yaw and --pitch must be between -360000 and 360000 degrees, not \(yaw) and \(pitch).")
        }
    }
    func makeDemo(device: Device) throws -> Swipe3DDemo {
        try Swipe3DDemo(device: device, cube: cube, cubeSize: cubeSize, object: object, unindexed: unindexed,
                        yaw: Float(yaw * .pi / 180), pitch: Float(pitch * .pi / 180), dragRate: dragRate, seed: common.seed)
    }
}

extension CubeScene: ExpressibleByArgument {}

package final class Swipe3DDemo: Demo {
    package enum Shape: String, ExpressibleByArgument, CaseIterable, Sendable { case knot, sphere, torus, box }

    private let device: Device
    private let skybox: SkyboxEffect
    private let mirror: ReflectionMapEffect
    private let lit: BaseEffect
    private let depthTest: RasterState
    private var shape: Shape
    private var meshes: (mirroring: MeshBuffers, companion: MeshBuffers)
    private var cube: CubeScene
    private let cubeSize: Int
    private let seed: UInt64
    private var environments: [CubeScene: Texture] = [:]
    private var isUnindexed: Bool
    private var yaw: Float
    private var pitch: Float
    private let dragRate: Float

    /// - Parameter dragRate: The angle in radians by which the scene turns for each pixel of a drag.
    package init(device: Device, cube: CubeScene = .sky, cubeSize: Int = 512, object: Shape = .knot, unindexed: Bool = false,
                 yaw: Float = 0, pitch: Float = 0, dragRate: Float = OrbitCamera.radiansPerPixel, seed: UInt64 = 1) throws {
        self.device = device; self.cube = cube; self.cubeSize = cubeSize; self.seed = seed
        shape = object
        isUnindexed = unindexed
        self.yaw = yaw; self.pitch = pitch; self.dragRate = dragRate
        meshes = try Swipe3DDemo.makeMeshes(object, device: device)
        var depthTest = RasterState()
        depthTest.depth = .less
        self.depthTest = depthTest
        let orange = SIMD4<Float>(245, 130, 32, 255) / 255

        skybox = SkyboxEffect(device: device)
        lit = BaseEffect(device: device)
        lit.label = "companion"
        lit.lightingType = .perPixel
        lit.light0.enabled = true
        lit.light0.diffuseColor = orange
        mirror = ReflectionMapEffect(device: device)
        mirror.label = "mirror"
        mirror.lightingType = .perPixel
        mirror.light0.enabled = true
        mirror.material.ambientColor = SIMD4(0.5, 0.5, 0.5, 1)
        mirror.material.diffuseColor = orange
        mirror.material.emissiveColor = SIMD4(0.2, 0.2, 0.2, 1)
        try showEnvironment()
    }
    /// Sets the environment. Each environment is painted when the demo first shows it.
    private func showEnvironment() throws {
        let texture = try environments[cube]
            ?? device.makeTexture(cube: CubeImages.faces(cube, size: cubeSize, seed: seed), mipmapped: true, label: cube.rawValue)
        environments[cube] = texture
        skybox.textureCubeMap.texture = texture
        mirror.textureCubeMap.texture = texture
        mirror.textureCubeMap.sampler = .trilinear
    }
    private static func makeMeshes(_ shape: Shape, device: Device) throws -> (mirroring: MeshBuffers, companion: MeshBuffers) {
        (try MeshBuffers(mesh(shape), device: device, label: shape.rawValue), try MeshBuffers(companion(of: shape), device: device, label: "companion"))
    }

    package static let keys = ["drag: look around"]

    package func handle(_ event: DemoEvent, at time: Double) {
        guard case .drag(let dx, let dy, _) = event else { return }
        yaw += dragRate * dx
        pitch = min(max(pitch - dragRate * dy, -.pi / 2), .pi / 2)
    }

    package static let hasOptions = true
    package func addOptions(to panel: PanelBuilder, at time: Double) throws {
        if panel.combo("world", &cube) { try showEnvironment() }
        if panel.combo("object", &shape) { meshes = try Swipe3DDemo.makeMeshes(shape, device: device) }
        panel.checkbox("without indices", &isUnindexed)
        panel.tooltip("The same triangles with separate vertices: the picture is the same.")
        panel.header("camera", open: true) {
            var degrees = SIMD2(yaw, pitch) * (180 / .pi)
            degrees.x -= (degrees.x / 360).rounded() * 360
            if panel.slider("turn", &degrees.x, in: -180...180, decimals: 0, unit: "°") { yaw = degrees.x * .pi / 180 }
            if panel.slider("tilt", &degrees.y, in: -90...90, decimals: 0, unit: "°") { pitch = degrees.y * .pi / 180 }
        }
        panel.header("mirror") {
            panel.radio("per vertex", &mirror.lightingType, is: .perVertex)
            panel.sameLine()
            panel.radio("per pixel", &mirror.lightingType, is: .perPixel)
            panel.combo("environment", &mirror.textureCubeMap.envMode, of: TextureProperty.EnvMode.allCases) { "\($0)" }
            panel.color("ambient", &mirror.material.ambientColor)
            panel.color("diffuse", &mirror.material.diffuseColor)
            panel.color("emissive", &mirror.material.emissiveColor)
        }
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        let theta = yaw + 0.25 * Float(frame.time), swing = 35 * Float.pi / 180 * Float(PortableMath.sine(frame.time))
        let projection = frame.perspective(fovy: 65 * .pi / 180, near: 0.1, far: 100)
        let camera = Matrix4.rotationX(pitch) * .rotationY(theta)
        let modelview = Matrix4.translation(0, 0, -1.5) * camera
        let object = modelview * .translation(0, -0.5, 0) * .rotationZ(swing) * .translation(0, 0.5, 0)

        skybox.transform = Transform(modelview: modelview * .scale(50), projection: projection)
        lit.transform = Transform(modelview: object, projection: projection)
        mirror.transform = Transform(modelview: object, projection: projection)
        mirror.matrix = camera.transposed.upperLeft

        try encoder.render(to: frame.target, clear: .color(0.65, 0.65, 0.65, 1), label: "swipe3d") { pass in
            try skybox.prepareToDraw(in: &pass, state: depthTest)
            try skybox.draw(in: &pass)
            try lit.prepareToDraw(in: &pass, layout: MeshVertex.layout, state: depthTest)
            meshes.companion.draw(in: &pass, unindexed: isUnindexed, label: "companion")
            try mirror.prepareToDraw(in: &pass, layout: MeshVertex.layout, state: depthTest)
            meshes.mirroring.draw(in: &pass, unindexed: isUnindexed, label: "mirror")
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
    /// Returns the mesh of the second object, which does not reflect: a ring around the reflecting object and, if this object is the knot,
    /// a ball in the middle of the knot.
    private static func companion(of shape: Shape) throws -> Mesh {
        var mesh = Mesh()
        try mesh.append(.torus(radius: 0.66, tube: 0.016, columns: 96, rows: 12), transform: .rotationZ(-0.3) * .rotationX(0.3))
        if shape == .knot { try mesh.append(.sphere(radius: 0.085, columns: 40, rows: 20)) }
        return mesh
    }
}
