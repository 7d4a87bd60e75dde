import Effects
import Raster

/// A reflecting ring under a sky, over a floor that fades into fog: three effects in one pass.
@main struct EffectsTogether {
    static func main() throws {
        try draw().writePNG(to: "effects-together.png")
        print("The picture is effects-together.png.")
    }

    static func draw() throws -> Image {
        let device = Device()
        let target = try device.makeFramebuffer(width: 320, height: 240, depth: .depth24)
        let colors: [[UInt8]] = [[220, 140, 90, 255], [90, 130, 200, 255], [60, 90, 160, 255], [60, 70, 60, 255], [150, 160, 190, 255], [190, 150, 140, 255]]
        let sky = try device.makeTexture(cube: colors.map { Image(width: 1, height: 1, bytes: $0) })
        let ring = try MeshBuffers(.torus(radius: 0.9, tube: 0.35), device: device), floor = try MeshBuffers(.floor(size: 60, repeats: 30), device: device)
        let camera = OrbitCamera(distance: 5, pitch: 0.25), projection = camera.projection(aspect: 4 / 3)

        let skybox = SkyboxEffect(device: device)
        skybox.textureCubeMap.texture = sky
        skybox.center = camera.eye
        (skybox.xSize, skybox.ySize, skybox.zSize) = (50, 50, 50)
        skybox.transform = Transform(modelview: camera.view, projection: projection)

        let mirror = ReflectionMapEffect(device: device)
        mirror.textureCubeMap.texture = sky
        mirror.transform = Transform(modelview: camera.view * .rotationX(0.5), projection: projection)

        let ground = BaseEffect(device: device)
        ground.transform = Transform(modelview: camera.view * .translation(0, -1.2, 0), projection: projection)
        ground.constantColor = [0.35, 0.4, 0.3, 1]
        ground.fog.enabled = true
        ground.fog.mode = .exp2
        ground.fog.density = 0.09
        ground.fog.color = [0.6, 0.6, 0.68, 1]

        var frame = device.makeCommandEncoder()
        try frame.render(to: target, clear: .color(0, 0, 0)) { pass in
            try skybox.prepareToDraw(in: &pass)
            try skybox.draw(in: &pass)
            try ground.prepareToDraw(in: &pass, layout: MeshVertex.layout, depth: .less)
            floor.draw(in: &pass)
            try mirror.prepareToDraw(in: &pass, layout: MeshVertex.layout, depth: .less)
            ring.draw(in: &pass)
        }
        try device.submit(frame)
        return try target.readImage()
    }
}
