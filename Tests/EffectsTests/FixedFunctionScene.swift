// FixedFunctionScene: a picture that both OpenGL ES 1.1 and BaseEffect can draw, and the generator of random scenes.
//
// The picture has 64×64 pixels in 8×8 cells. Each cell is a quad with its own depths, normals and colours. The quad is placed in eye
// space so that it covers exactly the 8×8 pixels of its cell. The edges of the quad run between pixel centres, so a pixel belongs to the
// same cell in both drawings, and all pixels can be compared. Inside a cell, colours are continuous across the diagonal. All corners of a
// quad have the same texture coordinates, the middle of a texel, so rounding selects no other texel.

import Effects
import Raster
import SeededRandom

struct FixedFunctionScene: Sendable {
    static let size = 64
    static let cellCount = 8
    static let maximumLights = 8

    struct LightSettings: Sendable {
        var light = Light()
        var position = SIMD4<Float>(0, 0, 1, 0)
        var spotDirection = SIMD3<Float>(0, 0, -1)
        /// The modelview matrix at the time when position and spot direction are assigned.
        var modelview = Matrix4.identity
    }
    struct TextureSettings: Sendable {
        var hasAlpha = true
        var mode = TextureProperty.EnvMode.modulate
        /// 4×4 RGBA texels; alpha is not used if the texture has no alpha.
        var texels: [UInt8] = []
    }
    var seed: UInt64
    var modelview = Matrix4.identity
    var projection = Matrix4.identity
    var lights: [LightSettings] = []
    var modelAmbient = SIMD4<Float>(0.2, 0.2, 0.2, 1)
    var isTwoSided = false
    var isColorMaterial = false
    var material = Material()
    var fog = Fog()
    var constantColor = SIMD4<Float>(1, 1, 1, 1)
    var hasColorArray = false
    /// The textures of units 0 and 1; nil if the unit is disabled.
    var textures: [TextureSettings?] = [nil, nil]
    /// Whether units are swapped: unit 0 of OpenGL ES is then unit 1 of the effect, and `textureOrder` applies unit 1 first.
    var swapsUnits = false
    /// Interleaved vertices: 3 numbers for the position, 3 for the normal, 4 for the colour, and 2 for the texture coordinates of
    /// each unit.
    var vertices: [Float] = []

    static let stride = 14 * 4
    var vertexCount: Int { vertices.count * 4 / FixedFunctionScene.stride }
}

extension FixedFunctionScene {
    /// Makes the scene of a seed. Counts and modes are chosen so that every feature is enabled in many of the scenes.
    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(state: seed &* 0xD1B5_4A32_D192_ED03)
        let focal = random.float(1...2.5)
        projection = .perspective(fovy: 2 * Float(1 / Double(focal)), aspect: 1, near: 0.5, far: 60)
        modelview = .translation(random.float(-1...1), random.float(-1...1), random.float(-6 ... -3))
            * .rotation(random.float(0...6.3), axis: random.direction()) * .scale(random.float(0.4...2.5), random.float(0.4...2.5), random.float(0.4...2.5))

        let lightCount = random.element([0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8])
        for _ in 0..<lightCount { lights.append(FixedFunctionScene.randomLight(&random, share: 1 / Float(max(1, lightCount)), objects: modelview)) }
        modelAmbient = random.bool() ? random.color(0.5) : modelAmbient
        isTwoSided = random.bool()
        isColorMaterial = random.bool(0.4)
        if random.bool(0.85) {
            material.ambientColor = random.color()
            material.diffuseColor = random.color()
            material.specularColor = random.bool(0.7) ? random.color() : .init(0, 0, 0, 1)
            material.emissiveColor = random.bool(0.4) ? random.color(0.3) : .init(0, 0, 0, 1)
            material.shininess = random.element([0, 1, 2.5, 10, 32, 77.7, 128])
        }
        if random.bool(0.5) {
            fog.enabled = true
            fog.mode = random.element(Fog.Mode.allCases)
            fog.color = random.color()
            fog.density = random.float(0.02...0.4)
            fog.start = random.float(0...5)
            fog.end = random.float(6...12)
            if random.bool(0.1) { swap(&fog.start, &fog.end) }
        }
        constantColor = random.color()
        hasColorArray = random.bool()
        for unit in 0..<2 where random.bool(0.45) {
            textures[unit] = TextureSettings(hasAlpha: random.bool(0.7), mode: random.element(TextureProperty.EnvMode.allCases),
                                             texels: (0..<64).map { _ in UInt8(random.int(0..<256)) })
        }
        swapsUnits = random.bool(0.4)
        placeCells(&random)
    }

    private static func randomLight(_ random: inout SeededGenerator, share: Float, objects: Matrix4) -> LightSettings {
        var settings = LightSettings()
        settings.light.enabled = true
        settings.light.ambientColor = random.bool(0.6) ? random.color(0.4 * share) : .init(0, 0, 0, 1)
        settings.light.diffuseColor = random.color(0.3 + 0.5 * share)
        settings.light.specularColor = random.bool(0.8) ? random.color(0.3 + 0.5 * share) : .init(1, 1, 1, 1)
        if random.bool(0.4) { settings.modelview = .rotation(random.float(0...6), axis: random.direction()) * .translation(0.5, -0.3, 0.2) }
        let towards = random.direction()
        if random.bool() {
            // Most directions come from the viewer's side, so that front faces are lit.
            settings.position = SIMD4(random.bool(0.7) ? SIMD3(towards.x, towards.y, abs(towards.z)) : towards, 0) * random.float(0.3...4)
        } else {
            settings.position = SIMD4(towards * random.float(0.5...6), random.bool(0.8) ? 1 : random.float(0.4...2))
            if random.bool(0.6) {
                settings.light.constantAttenuation = random.float(0.2...1)
                settings.light.linearAttenuation = random.bool() ? random.float(0...0.3) : 0
                settings.light.quadraticAttenuation = random.bool() ? random.float(0...0.1) : 0
            }
        }
        if random.bool(0.4) {
            settings.light.spotCutoff = random.element([15, 30, 45, 60, 80, 90])
            settings.light.spotExponent = random.element([0, 1, 3.5, 20, 128])
            settings.spotDirection = (SIMD3(0, 0, -1) + random.direction() * 0.8) * random.float(0.2...3)
        }
        return settings
    }

    private mutating func placeCells(_ random: inout SeededGenerator) {
        guard let toObject = modelview.inverse else { preconditionFailure("the generator makes no singular modelview") }
        let cells = FixedFunctionScene.cellCount
        let normalScale = random.float(0.1...8)
        let facing = modelview.transposed
        for row in 0..<cells {
            for column in 0..<cells {
                let texel = random.int(0..<16), otherTexel = random.int(0..<16)
                let isBack = random.bool(0.4)
                let middle = random.direction(), spread = random.float(0.1...0.8)
                let corners: [[Float]] = (0..<4).map { corner in
                    let x = Float(2 * (column + (corner & 1))) / Float(cells) - 1, y = Float(2 * (row + (corner >> 1))) / Float(cells) - 1
                    let z = random.float(-9 ... -2)
                    let eye = SIMD3(x * -z / projection.columns.0.x, y * -z / projection.columns.1.y, z)
                    let p = toObject.transformPoint(eye)
                    // Most normals are chosen to face the viewer in eye space. The chosen normals are transformed back into object space.
                    let eyeNormal = SIMD3(middle.x, middle.y, isBack == random.bool(0.15) ? abs(middle.z) : -abs(middle.z)) + random.direction() * spread
                    let n = facing.transformDirection(eyeNormal) * normalScale
                    let c = random.color()
                    return [p.x, p.y, p.z, n.x, n.y, n.z, c.x, c.y, c.z, c.w,
                            (Float(texel & 3) + 0.5) / 4, (Float(texel >> 2) + 0.5) / 4, (Float(otherTexel & 3) + 0.5) / 4, (Float(otherTexel >> 2) + 0.5) / 4]
                }
                for i in isBack ? [0, 3, 1, 0, 2, 3] : [0, 1, 3, 0, 3, 2] { vertices += corners[i] }
            }
        }
    }
}

// MARK: drawn by BaseEffect

extension FixedFunctionScene {
    static let plainLayout = VertexLayout(stride: stride, .position(.float3), .normal(.float3, offset: 12),
                                          .texCoord0(.float2, offset: 40), .texCoord1(.float2, offset: 48))
    static let coloredLayout = VertexLayout(stride: stride, .position(.float3), .normal(.float3, offset: 12), .color(.float4, offset: 24),
                                            .texCoord0(.float2, offset: 40), .texCoord1(.float2, offset: 48))

    /// Returns an effect with the scene's settings.
    func makeEffect(device: Device) throws -> BaseEffect {
        let effect = BaseEffect(device: device)
        effect.label = "scene \(seed)"
        effect.lights = lights.map(\.light)
        for (i, settings) in lights.enumerated() {
            effect.transform.modelviewMatrix = settings.modelview
            effect.lights[i].position = settings.position
            effect.lights[i].spotDirection = settings.spotDirection
        }
        effect.transform = Transform(modelview: modelview, projection: projection)
        effect.lightModelAmbientColor = modelAmbient
        effect.lightModelTwoSided = isTwoSided
        effect.colorMaterialEnabled = isColorMaterial
        effect.material = material
        effect.fog = fog
        effect.constantColor = constantColor
        for (unit, settings) in textures.enumerated() {
            guard let settings else { continue }
            let texture = try device.makeTexture(TextureDescriptor(format: settings.hasAlpha ? .rgba8 : .rgb8, width: 4, height: 4))
            try texture.replace(bytes: settings.bytes)
            let property = TextureProperty(texture, sampler: .nearest, envMode: settings.mode, enabled: true)
            if (unit == 0) != swapsUnits { effect.texture2d0 = property } else { effect.texture2d1 = property }
        }
        if swapsUnits { effect.textureOrder = [.texture2d1, .texture2d0] }
        return effect
    }

    /// The vertex layout. If the units are swapped, the texture coordinates are swapped too.
    var layout: VertexLayout {
        var layout = hasColorArray ? FixedFunctionScene.coloredLayout : FixedFunctionScene.plainLayout
        if swapsUnits {
            for i in layout.attributes.indices {
                if layout.attributes[i].name == "texCoord0" {
                    layout.attributes[i].name = "texCoord1"
                } else if layout.attributes[i].name == "texCoord1" {
                    layout.attributes[i].name = "texCoord0"
                }
            }
        }
        return layout
    }

    /// Returns RGBA bytes, bottom row first.
    func draw(device: Device, lighting: BaseEffect.LightingType = .perVertex) throws -> [UInt8] {
        let target = try device.makeFramebuffer(width: FixedFunctionScene.size, height: FixedFunctionScene.size)
        let buffer = try device.makeBuffer(vertices)
        let effect = try makeEffect(device: device)
        effect.lightingType = lighting
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            try effect.prepareToDraw(in: &pass, layout: layout)
            pass.setVertexBuffer(buffer)
            pass.draw(count: vertexCount)
        }
        try device.submit(encoder)
        guard let image = target.color[0]?.texture else { return [] }
        return try image.read()
    }
}

extension FixedFunctionScene.TextureSettings {
    /// The texels as RGBA or RGB bytes, bottom row first.
    var bytes: [UInt8] { hasAlpha ? texels : (0..<48).map { texels[$0 / 3 * 4 + $0 % 3] } }
}
