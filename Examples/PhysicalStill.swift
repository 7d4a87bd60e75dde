import Effects
import Raster

/// A still life of gold, glass, lacquer, velvet and mother-of-pearl, in the light of a studio.
@main struct PhysicalStill {
    static func main() throws {
        try draw().writePNG(to: "physical-still.png")
        print("The picture is physical-still.png.")
    }

    static func draw() throws -> Image {
        let device = Device()
        let target = try device.makeFramebuffer(width: 640, height: 360, depth: .depth24, samples: 4)
        let scene = PhysicalScene(device: device)
        scene.environment = try EnvironmentLight.studio(on: device)
        scene.background = .environment(blur: 0.6)
        scene.groundShadow = GroundShadow(center: [0, 0, 0], radius: 3)
        scene.groundShadow?.height = 1

        let ball = try MeshBuffers(.sphere(radius: 0.5, columns: 96, rows: 48), device: device)
        let knot = try MeshBuffers(.torusKnot(radius: 0.42, swing: 0.19, width: 0.15, thickness: 0.11), device: device)
        func add(_ mesh: MeshBuffers, _ material: PhysicalMaterial<Texture>, _ matrix: Matrix4) {
            scene.parts.append(PhysicalPart(device: device, mesh: mesh, material: material, matrix: matrix))
        }
        add(knot, gold, .translation(0.15, 0.72, -0.5) * .rotationY(0.35))
        add(ball, glass, .translation(0.62, 0.45, 0.75) * .scale(0.9))
        add(ball, lacquer, .translation(-0.85, 0.5, 0.35))
        add(ball, velvet, .translation(1.65, 0.34, -0.1) * .scale(0.68))
        add(ball, pearl, .translation(-0.05, 0.21, 0.95) * .scale(0.42))

        // A warm lamp from the left makes sharp highlights.
        var lamp = PunctualLight(.point, color: [1, 0.85, 0.65], intensity: 12)
        lamp.position = [-2.5, 3, 2.5]
        scene.lights = [lamp]
        scene.viewMatrix = .lookAt(eye: [0.5, 1.9, 6], center: [0.25, 0.52, 0])
        scene.projectionMatrix = .perspective(fovy: 0.44, aspect: 640 / 360, near: 0.1, far: 30)

        var frame = device.makeCommandEncoder()
        try scene.draw(into: &frame, target: target)
        try device.submit(frame)
        return try target.readImage()
    }

    /// Returns a material of one colour that is no metal.
    private static func paint(_ color: SIMD4<Float>, roughness: Float) -> PhysicalMaterial<Texture> {
        var material = PhysicalMaterial<Texture>()
        material.baseColor = color
        material.metallic = 0
        material.roughness = roughness
        return material
    }
    private static var gold: PhysicalMaterial<Texture> {
        var material = paint([1, 0.72, 0.29, 1], roughness: 0.18)
        material.metallic = 1
        return material
    }
    private static var glass: PhysicalMaterial<Texture> {
        var material = paint([1, 1, 1, 1], roughness: 0)
        material.transmission = 1
        material.volume = Volume(thickness: 0.55, attenuationDistance: 0.8, attenuationColor: [0.35, 0.85, 0.62])
        return material
    }
    private static var lacquer: PhysicalMaterial<Texture> {
        var material = paint([0.55, 0.012, 0.015, 1], roughness: 0.55)
        material.clearcoat = Clearcoat(factor: 1, roughness: 0.03)
        return material
    }
    private static var velvet: PhysicalMaterial<Texture> {
        var material = paint([0.05, 0.012, 0.1, 1], roughness: 1)
        material.sheen = Sheen(color: [0.55, 0.3, 0.9], roughness: 0.4)
        return material
    }
    private static var pearl: PhysicalMaterial<Texture> {
        var material = paint([0.72, 0.7, 0.68, 1], roughness: 0.22)
        material.iridescence = Iridescence(factor: 1, ior: 1.75, thicknessMaximum: 380)
        return material
    }
}
