import Effects
import Raster

/// A cube that is lit by one lamp.
@main struct LitCube {
    static func main() throws {
        try draw().writePNG(to: "lit-cube.png")
        print("The picture is lit-cube.png.")
    }

    static func draw() throws -> Image {
        let device = Device()
        let target = try device.makeFramebuffer(width: 320, height: 240, depth: .depth24)
        let cube = try MeshBuffers(.box(), device: device)
        let camera = OrbitCamera(distance: 3)

        let effect = BaseEffect(device: device)
        effect.transform = Transform(modelview: camera.view, projection: camera.projection(aspect: 4 / 3))
        effect.light0.enabled = true
        effect.light0.position = [2, 4, 3, 1]
        effect.material.diffuseColor = [0.9, 0.4, 0.2, 1]

        var frame = device.makeCommandEncoder()
        try frame.render(to: target, clear: .color(0.1, 0.12, 0.16)) { pass in
            try effect.prepareToDraw(in: &pass, layout: MeshVertex.layout, depth: .less)
            cube.draw(in: &pass)
        }
        try device.submit(frame)
        return try target.readImage()
    }
}
