// SamplePictures: the scenes on the documentation's pages, one function for each scene. The pages quote parts of these functions.

import Effects
import Foundation
import Raster

/// The common parts of the scenes: a device, fixed state, and a view of a picture's size.
struct SampleStage {
    let device: Device
    let solid: RasterState
    init(device: Device) {
        self.device = device
        var state = RasterState()
        state.depth = .less
        state.cull = .back
        solid = state
    }
    static let perspective = Matrix4.perspective(fovy: 0.8, aspect: 400.0 / 225, near: 0.1, far: 100)

    func picture(_ clear: ClearValues, width: Int = 400, height: Int = 225, _ draw: @escaping (inout RenderPass) throws -> Void) throws -> Image {
        let view = try View(device: device, width: width, height: height)
        view.drawableDepthFormat = .format24
        view.drawableMultisample = .multisample4X
        view.drawing = { _, encoder, drawable in
            try encoder.render(to: drawable, clear: clear, draw)
        }
        return try view.snapshot()
    }

    func lighting() throws -> Image {
        let sphere = try Shape.sphere(device, columns: 20, rows: 12)
        let effect = BaseEffect(device: device)
        effect.transform.projectionMatrix = SampleStage.perspective
        effect.light0.enabled = true
        effect.light0.position = [2, 3, 4, 0]
        effect.light1.enabled = true
        effect.light1.position = [-4, -1, 1, 0]
        effect.light1.diffuseColor = [0.2, 0.3, 0.5, 1]
        effect.light1.specularColor = [0, 0, 0, 1]
        effect.material.diffuseColor = [0.75, 0.2, 0.25, 1]
        effect.material.specularColor = [1, 1, 1, 1]
        effect.material.shininess = 30

        return try picture(.color(0.92, 0.92, 0.9, 1)) { pass in
            for (x, type) in [(Float(-1.2), BaseEffect.LightingType.perVertex), (1.2, .perPixel)] {
                effect.lightingType = type
                effect.transform.modelviewMatrix = .translation(x, 0, -3.9)
                try effect.prepareToDraw(in: &pass, layout: Shape.layout, state: solid)
                sphere.draw(in: &pass)
            }
        }
    }

    func spotLights() throws -> Image {
        let floor = try Shape.floor(device, size: 12), sphere = try Shape.sphere(device)
        let camera = Matrix4.lookAt(eye: [0, 3, 6], center: [0, 0.2, 0])
        let effect = BaseEffect(device: device)
        effect.transform = Transform(modelview: camera, projection: SampleStage.perspective)
        effect.lightingType = .perPixel
        effect.lightModelAmbientColor = [0.08, 0.08, 0.1, 1]
        effect.material.diffuseColor = [0.9, 0.9, 0.9, 1]
        effect.material.specularColor = [0.4, 0.4, 0.4, 1]
        effect.material.shininess = 20
        let spots: [(x: Float, color: SIMD4<Float>)] = [(-2, [1, 0.25, 0.2, 1]), (0, [0.2, 0.9, 0.3, 1]), (2, [0.25, 0.35, 1, 1])]
        effect.lights = spots.map { spot in
            var light = Light()
            light.enabled = true
            light.transform.modelviewMatrix = camera
            light.position = [spot.x, 4, 1, 1]
            light.spotDirection = [-spot.x * 0.25, -4, -0.6]
            light.spotCutoff = 28
            light.spotExponent = 12
            light.diffuseColor = spot.color
            light.specularColor = spot.color
            return light
        }

        return try picture(.color(0.02, 0.02, 0.03, 1)) { pass in
            try effect.prepareToDraw(in: &pass, layout: Shape.layout, state: solid)
            floor.draw(in: &pass)
            effect.transform.modelviewMatrix = camera * .translation(0, 0.7, 0.2) * .scale(0.7)
            try effect.prepareToDraw(in: &pass, layout: Shape.layout, state: solid)
            sphere.draw(in: &pass)
        }
    }

    func fog() throws -> Image {
        let floor = try Shape.floor(device, size: 80, cells: 40), column = try Shape.column(device)
        let camera = Matrix4.lookAt(eye: [0.7, 1.7, 7], center: [-0.4, 1.9, -6])
        let effect = BaseEffect(device: device)
        effect.transform.projectionMatrix = SampleStage.perspective
        effect.transform.modelviewMatrix = camera
        effect.light0.enabled = true
        effect.light0.position = [2, 3, 2, 0]
        effect.fog.enabled = true
        effect.fog.mode = .exp2
        effect.fog.density = 0.065
        effect.fog.color = [0.75, 0.78, 0.84, 1]

        return try picture(.color(0.75, 0.78, 0.84, 1)) { pass in
            effect.material.diffuseColor = [0.4, 0.45, 0.38, 1]
            try effect.prepareToDraw(in: &pass, layout: Shape.layout, state: solid)
            floor.draw(in: &pass)
            effect.material.diffuseColor = [0.8, 0.62, 0.45, 1]
            for i in 0..<20 {
                let place = Matrix4.translation(i % 2 == 0 ? -2.6 : 2.6, 0, -Float(i / 2) * 3.4)
                effect.transform.modelviewMatrix = camera * place * .scale(0.45, 4.5, 0.45)
                try effect.prepareToDraw(in: &pass, layout: Shape.layout, state: solid)
                column.draw(in: &pass)
            }
        }
    }

    func textureEnvironment() throws -> Image {
        let card = try Shape.card(device), loader = TextureLoader(device: device)
        let bricks = try loader.texture(with: Painting.bricks(size: 128), options: .init(generateMipmaps: true, originBottomLeft: true))
        let star = try loader.texture(with: Painting.star(size: 128), options: .init(generateMipmaps: true, originBottomLeft: true))
        // Both texture units read the same texture coordinates, because the vertices have only one set.
        let layout = VertexLayout(stride: 32, .position(.float3), .normal(.float3, offset: 12), .texCoord0(.float2, offset: 24),
                                  .texCoord1(.float2, offset: 24))
        let effect = BaseEffect(device: device)
        effect.transform.projectionMatrix = SampleStage.perspective
        effect.lightingType = .perPixel
        effect.light0.enabled = true
        effect.light0.position = [0, 0.8, -2.4, 1]
        effect.light0.quadraticAttenuation = 0.06
        effect.texture2d0 = TextureProperty(bricks, envMode: .modulate)

        return try picture(.color(0.2, 0.22, 0.26, 1)) { pass in
            for (x, mode) in [(Float(-2.05), TextureProperty.EnvMode.decal), (0, .modulate), (2.05, .replace)] {
                effect.texture2d1 = TextureProperty(star, envMode: mode)
                effect.transform.modelviewMatrix = .translation(x, 0, -4.9) * .scale(0.95)
                try effect.prepareToDraw(in: &pass, layout: layout, state: solid)
                card.draw(in: &pass)
            }
        }
    }

    func skybox() throws -> Image {
        let sky = try TextureLoader(device: device).cubeMap(with: Painting.sky(size: 512))
        let skybox = SkyboxEffect(device: device)
        skybox.textureCubeMap = TextureProperty(sky)
        skybox.transform.projectionMatrix = SampleStage.perspective
        skybox.transform.modelviewMatrix = .rotationX(-0.12) * .rotationY(0.3) * .scale(50)

        return try picture(.color(0, 0, 0, 1)) { pass in
            try skybox.prepareToDraw(in: &pass)
            try skybox.draw(in: &pass)
        }
    }

    func reflectionMap() throws -> Image {
        let knot = try Shape.knot(device)
        let sky = TextureProperty(try TextureLoader(device: device).cubeMap(with: Painting.sky(size: 512)))
        let turn = Matrix4.rotationY(0.3)
        let skybox = SkyboxEffect(device: device)
        skybox.textureCubeMap = sky
        skybox.transform = Transform(modelview: turn * .scale(50), projection: SampleStage.perspective)

        let effect = ReflectionMapEffect(device: device)
        effect.textureCubeMap = sky
        effect.textureCubeMap.envMode = .modulate
        effect.matrix = turn.upperLeft.transposed
        effect.light0.enabled = true
        effect.light0.position = [2, 3, 1, 0]
        effect.lightModelAmbientColor = [1, 1, 1, 1]
        effect.material.ambientColor = [0.75, 0.72, 0.66, 1]
        effect.material.diffuseColor = [0.5, 0.48, 0.44, 1]
        effect.transform.projectionMatrix = SampleStage.perspective
        effect.transform.modelviewMatrix = .translation(0, 0.1, -5.4) * turn * .rotationX(-0.3)

        return try picture(.color(0, 0, 0, 1), width: 352, height: 198) { pass in
            try skybox.prepareToDraw(in: &pass)
            try skybox.draw(in: &pass)
            try effect.prepareToDraw(in: &pass, layout: Shape.layout, state: solid)
            knot.draw(in: &pass)
        }
    }

    func mipmaps() throws -> Image {
        let floor = try Shape.floor(device, size: 1), loader = TextureLoader(device: device)
        let tiles = Painting.tiles(size: 512, count: 64, [0.95, 0.93, 0.88, 1], [0.25, 0.3, 0.42, 1])
        let plain = try loader.texture(with: tiles)
        let mipmapped = try loader.texture(with: tiles, options: .init(generateMipmaps: true))
        let effect = BaseEffect(device: device)
        effect.transform.projectionMatrix = SampleStage.perspective

        return try picture(.color(0.55, 0.7, 0.88, 1)) { pass in
            for (x, texture) in [(Float(-8.02), plain), (8.02, mipmapped)] {
                effect.texture2d0 = TextureProperty(texture)
                effect.texture2d0.envMode = .replace
                effect.transform.modelviewMatrix = .rotationX(0.2) * .translation(x, -1, -14) * .scale(16, 1, 32)
                try effect.prepareToDraw(in: &pass, layout: Shape.layout, state: solid)
                floor.draw(in: &pass)
            }
        }
    }

    func filmStrip() throws -> Image {
        let clock = ManualFrameClock()
        let controller = try TorusController(device: device, width: 96, height: 96, clock: clock)
        var frames: [Image] = []
        for _ in 0..<4 {
            try controller.step()
            frames.append(try controller.view.displayed().readImage())
            clock.advance(by: 0.45)
        }
        // Puts the frames side by side, with a border of 4 pixels.
        var strip = Image(width: 4 + frames.count * 100, height: 104)
        for y in 0..<strip.height { for x in 0..<strip.width { strip[x, y] = [20, 20, 20, 255] } }
        for (i, frame) in frames.enumerated() {
            for y in 0..<96 { for x in 0..<96 { strip[4 + i * 100 + x, 4 + y] = frame[x, y] } }
        }
        return strip
    }
}
