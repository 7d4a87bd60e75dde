// ModelPictures: the code and the picture of the page about models and materials.

import Effects
import Models
import Raster
import TestSupport

enum ModelPictures {
    /// Draws an island three times: with the materials of its file, in gold, and in porcelain.
    static func looks(on device: Device) throws -> Image {
        let target = try device.makeFramebuffer(width: 480, height: 200, depth: .depth24, samples: 4)
        let painted = try Model(contentsOf: packageFolder.appendingPathComponent("Examples/island.glb").path)
        var gold = painted
        for i in gold.materials.indices {
            gold.materials[i].textures = [:]
            gold.materials[i].baseColor = [1, 0.72, 0.29, 1]
            gold.materials[i].metallic = 1
            gold.materials[i].roughness = 0.22
        }
        var porcelain = painted
        for i in porcelain.materials.indices {
            porcelain.materials[i].textures = [:]
            porcelain.materials[i].baseColor = [0.8, 0.79, 0.76, 1]
            porcelain.materials[i].roughness = 0.5
            porcelain.materials[i].clearcoat = Clearcoat(factor: 1, roughness: 0.05)
        }

        let scene = PhysicalScene(device: device), size = painted.maximum - painted.minimum
        for (i, model) in [gold, painted, porcelain].enumerated() {
            let shown = try ModelScene(device: device, model: model)
            shown.matrix = .translation(Float(i - 1) * size.x * 1.08, 0, 0) * .rotationY(-0.5)
            try shown.show(model.pose())
            scene.parts += shown.parts
        }
        scene.environment = try EnvironmentLight.studio(on: device, resolution: 64)
        scene.background = .color([0.93, 0.93, 0.92, 1])
        let middle = (painted.minimum + painted.maximum) / 2
        scene.groundShadow = GroundShadow(center: [middle.x, painted.minimum.y, middle.z], radius: size.x * 2.4)
        scene.viewMatrix = .lookAt(eye: middle + [0, size.x * 1.5, size.x * 4.2], center: middle + [0, -size.y * 0.04, 0])
        scene.projectionMatrix = .perspective(fovy: 0.32, aspect: 480 / 200, near: size.x, far: size.x * 12)
        var encoder = device.makeCommandEncoder()
        try scene.draw(into: &encoder, target: target)
        try device.submit(encoder)
        return try target.readImage()
    }

    /// Shows a moment of a model's animations, seen through the first camera of its file, in the colours of a variant.
    static func moment(of model: Model, in scene: PhysicalScene, at seconds: Float, aspect: Float, on device: Device) throws {
        let shown = try ModelScene(device: device, model: model)
        let pose = model.pose(of: model.animations, at: seconds)
        shown.variant = model.variants.firstIndex(of: "red")
        try shown.show(pose)
        scene.parts = shown.parts
        scene.lights = shown.lights
        if let node = model.cameraNodes.first, let camera = model.nodes[node].camera {
            scene.viewMatrix = pose.viewMatrix(of: node)
            scene.projectionMatrix = pose.cameras[camera].projectionMatrix(aspect: aspect)
        }
    }
}
