// PhysicalPictures: the scene on the page about physical materials.

import Effects
import Raster

struct PhysicalPictures {
    let device: Device

    /// Returns a picture of eight balls: metals, lacquer, cloth, glass.
    func materials() throws -> Image {
        let scene = PhysicalScene(device: device)
        scene.environment = try EnvironmentLight.studio(on: device, resolution: 64)
        scene.background = .color([0.93, 0.93, 0.92, 1])
        scene.groundShadow = GroundShadow(center: [0, 0, 0], radius: 4)
        scene.groundShadow?.height = 0.8
        scene.viewMatrix = .lookAt(eye: [0, 2.3, 6], center: [0, 0.45, 0])
        scene.projectionMatrix = .perspective(fovy: 0.42, aspect: 400.0 / 225, near: 0.1, far: 30)

        let ball = try MeshBuffers(.sphere(radius: 0.46, columns: 48, rows: 24), device: device)
        for (i, material) in PhysicalPictures.materials.enumerated() {
            let place = Matrix4.translation(Float(i % 4) * 1.05 - 1.575, 0.46, i < 4 ? -0.75 : 0.65) * .rotationX(1.1)
            scene.parts.append(PhysicalPart(device: device, mesh: ball, material: material, matrix: place))
        }

        let view = try View(device: device, width: 400, height: 225)
        view.drawableDepthFormat = .format24
        view.drawableMultisample = .multisample4X
        view.drawing = { _, encoder, drawable in try scene.draw(into: &encoder, target: drawable) }
        return try view.snapshot()
    }

    static var materials: [PhysicalMaterial<Texture>] {
        var gold = PhysicalMaterial<Texture>()
        gold.baseColor = [1, 0.77, 0.34, 1]
        gold.roughness = 0.2

        var steel = PhysicalMaterial<Texture>()
        steel.baseColor = [0.56, 0.57, 0.58, 1]
        steel.roughness = 0.35
        steel.anisotropy = Anisotropy(strength: 0.8)

        var lacquer = PhysicalMaterial<Texture>()
        lacquer.baseColor = [0.45, 0.01, 0.02, 1]
        lacquer.metallic = 0
        lacquer.roughness = 0.6
        lacquer.clearcoat = Clearcoat(factor: 1, roughness: 0.03)

        var velvet = PhysicalMaterial<Texture>()
        velvet.baseColor = [0.04, 0.05, 0.25, 1]
        velvet.metallic = 0
        velvet.sheen = Sheen(color: [0.5, 0.6, 1], roughness: 0.35)

        var copper = PhysicalMaterial<Texture>()
        copper.baseColor = [0.96, 0.64, 0.54, 1]
        copper.roughness = 0.5

        var glass = PhysicalMaterial<Texture>()
        glass.metallic = 0
        glass.roughness = 0.05
        glass.transmission = 1
        glass.volume = Volume(thickness: 0.7, attenuationDistance: 0.8, attenuationColor: [0.3, 0.85, 0.55])

        var bubble = PhysicalMaterial<Texture>()
        bubble.baseColor = [0.02, 0.02, 0.02, 1]
        bubble.metallic = 0
        bubble.roughness = 0.1
        bubble.iridescence = Iridescence(factor: 1, ior: 1.8, thicknessMaximum: 420)

        var porcelain = PhysicalMaterial<Texture>()
        porcelain.baseColor = [0.9, 0.88, 0.84, 1]
        porcelain.metallic = 0
        porcelain.roughness = 0.15
        return [gold, lacquer, steel, velvet, porcelain, glass, copper, bubble]
    }
}
