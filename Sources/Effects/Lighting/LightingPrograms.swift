// LightingPrograms: the passes that light an image. If the image has a relief, the first pass draws the relief's surface; if the image has
// shadows, further passes draw the shadows. The following passes draw the composite, whose formula is in LitImage. Many lights need several
// passes.

import Raster
import Shading

struct LightingPrograms {
    private let device: Device
    private let programs: ScreenPrograms
    /// The capacities for which programs are compiled. A program's capacity is the maximum number of lights that one pass can add to a
    /// pixel. A pass uses the smallest capacity that is not less than its number of lights.
    private static let capacities = [4, 16, 64, 256]

    init(device: Device) {
        self.device = device
        programs = ScreenPrograms.of(device)
    }

    /// Records the passes. The numbers in `parts` are indices into `lights`.
    func draw(_ image: LitImage, lights: [ResolvedLight], parts: [LightTiles.Part], path: LightingController.Path, into encoder: inout CommandEncoder) throws {
        let width = image.picture.width, height = image.picture.height
        if image.relief != nil, image.surfaceIsStale { try drawSurface(of: image, into: &encoder) }
        let shadows = try drawShadows(on: image, lights, into: &encoder)
        if image.output?.width != width || image.output?.height != height {
            image.output = try device.makeFramebuffer(width: width, height: height, color: [.rgba8], label: "lit image")
            image.sums = []
        }
        guard let output = image.output else { preconditionFailure("the framebuffer was just made") }
        let lightsPerPass = path == .onePass ? LightingPrograms.capacities[LightingPrograms.capacities.count - 1] : 1
        let mostLights = parts.map { $0.lights.count }.max() ?? 0
        let passes = max(1, (mostLights + lightsPerPass - 1) / lightsPerPass)
        while image.sums.count < min(2, passes - 1) {
            image.sums.append(try device.makeFramebuffer(width: width, height: height, color: [.rgba32Float], label: "sum of lights"))
        }
        for number in 0..<passes {
            let isLast = number == passes - 1
            try encoder.render(to: isLast ? output : image.sums[number % 2], clear: .color(0, 0, 0, 0), label: "light") { pass in
                for part in parts {
                    let mine = part.lights.dropFirst(number * lightsPerPass).prefix(lightsPerPass)
                    let sum = number > 0 ? image.sums[(number - 1) % 2].color[0]?.texture : nil
                    try draw(part.area, of: image, mine.map { (lights[$0], $0) }, sum: sum, isLast: isLast, shadows: shadows,
                             layers: ShadowMaps.layers(lights: lights.count), in: &pass)
                }
            }
        }
    }

    /// Draws one rectangle with as many lights as fit into a pass.
    private func draw(_ area: PixelRect, of image: LitImage, _ lights: [(light: ResolvedLight, number: Int)], sum: Texture?, isLast: Bool, shadows: Texture?,
                      layers: Int, in pass: inout RenderPass) throws {
        var defines: [ShaderDefine] = []
        if let capacity = lights.isEmpty ? nil : LightingPrograms.capacities.first(where: { $0 >= lights.count }) {
            defines.append(ShaderDefine("CAPACITY", "\(capacity)"))
        }
        if sum != nil { defines.append(ShaderDefine("CONTINUES", "1")) }
        if isLast { defines.append(ShaderDefine("LAST", "1")) }
        if image.edges == .correct { defines.append(ShaderDefine("CORRECT_EDGES", "1")) }
        let rollOff = isLast ? image.rollOff : nil
        if rollOff != nil { defines.append(ShaderDefine("ROLL_OFF", "1")) }
        let surface = lights.isEmpty || image.relief == nil ? nil : image.surface?.color[0]?.texture, shadows = lights.isEmpty ? nil : shadows
        let hasPicture = surface != nil && image.surfaceHasPicture
        if surface != nil { defines.append(ShaderDefine("RELIEF", "1")) }
        if hasPicture { defines.append(ShaderDefine("SURFACE", "1")) }
        if shadows != nil { defines.append(ShaderDefine("SHADOWS", "1")) }
        if shadows != nil, layers > 1 { defines.append(ShaderDefine("SEVERAL_LAYERS", "1")) }
        // If there is only one layer of shadows, and `lights` are the first lights of this layer in their order, the shadow of light i is
        // in channel i. The shader has a variant for this case, because the case applies to most images.
        let isInOrder = layers == 1 && lights.enumerated().allSatisfy { $0 == $1.number }
        if shadows != nil, isInOrder { defines.append(ShaderDefine("CHANNELS_IN_ORDER", "1")) }
        pass.setPipeline(try programs.pipeline(.init(fragment: EffectShader.litImageFragment, defines: defines)))
        pass.setVertexBuffer(try programs.triangleBuffer())
        pass.setScissor(area)
        if !hasPicture { pass.setTexture("picture", image.picture, .nearest) }
        if let sum { pass.setTexture("sum", sum, .nearest) }
        if sum == nil || rollOff != nil { pass.setUniform("darkness", 1 - image.ambientLightLevel) }
        if let rollOff { pass.setUniform("knee", rollOff) }
        if !lights.isEmpty {
            pass.setUniform("origin", image.transform.origin)
            pass.setUniform("xAxis", image.transform.xAxis)
            pass.setUniform("yAxis", image.transform.yAxis)
            pass.setUniform("lightCount", Int32(lights.count))
            pass.setUniform("lightPlace", lights.map { $0.light.place })
            pass.setUniform("lightColor", lights.map { $0.light.color })
        }
        if let surface, let relief = image.relief {
            pass.setTexture(hasPicture ? "surface" : "slopes", surface, .nearest)
            pass.setUniform("reliefX", image.transform.xAxis / length(image.transform.xAxis))
            pass.setUniform("reliefY", image.transform.yAxis / length(image.transform.yAxis))
            pass.setUniform("inverseHeight", lights.map { $0.light.inverseRange / relief.lampHeight })
        }
        if let shadows {
            pass.setTexture("shadows", shadows, .linear)
            pass.setUniform("inverseSize", SIMD2(1 / Float(image.picture.width), 1 / Float(image.picture.height)))
            if !isInOrder {
                pass.setUniform("lightChannel", lights.map { light in
                    var channel = SIMD4<Float>.zero
                    channel[light.number % ShadowMaps.lightsPerLayer] = 1
                    return channel
                })
            }
            if layers > 1 { pass.setUniform("lightLayer", lights.map { Int32($0.number / ShadowMaps.lightsPerLayer) }) }
        }
        pass.draw(count: 3, label: image.name)
    }

    /// Draws the slopes of the relief as half floats. If the picture is rgba8, the same texture also stores the picture. One lookup
    /// per pixel then reads slopes and picture.
    private func drawSurface(of image: LitImage, into encoder: inout CommandEncoder) throws {
        guard let relief = image.relief else { return }
        let width = image.picture.width, height = image.picture.height, format = image.surfaceHasPicture ? PixelFormat.rg32Uint : .rg16Float
        let fitting = image.surface.flatMap { $0.width == width && $0.height == height && $0.color[0]?.texture.format == format ? $0 : nil }
        let target = try fitting ?? device.makeFramebuffer(width: width, height: height, color: [format], label: "surface")
        let none: ClearColor = image.surfaceHasPicture ? .uint(.zero) : .float(.zero)
        try encoder.render(to: target, clear: ClearValues(colors: [none]), label: "relief") { pass in
            let defines = (image.surfaceHasPicture ? [ShaderDefine("SURFACE", "1")] : []) + (relief.hasNormals ? [ShaderDefine("NORMALS", "1")] : [])
            pass.setPipeline(try programs.pipeline(.init(fragment: EffectShader.reliefFragment, defines: defines)))
            pass.setVertexBuffer(try programs.triangleBuffer())
            pass.setTexture(relief.hasNormals ? "normals" : "heights", relief.source.map ?? image.picture, .linear)
            if image.surfaceHasPicture { pass.setTexture("picture", image.picture, .nearest) }
            pass.setUniform("texel", SIMD2(1 / Float(target.width), 1 / Float(target.height)))
            pass.setUniform("depth", relief.depth)
            pass.draw(count: 3, label: "relief of \(image.name)")
        }
        image.surface = target
        image.surfaceIsStale = false
    }

    /// Draws a map of the light that the casters stop, and then maps that show which fraction of each light arrives. Returns the maps of
    /// arriving light. Returns nil if nothing casts shadows.
    private func drawShadows(on image: LitImage, _ lights: [ResolvedLight], into encoder: inout CommandEncoder) throws -> Texture? {
        guard !image.shadowCasters.isEmpty, !lights.isEmpty else { return nil }
        let maps = try ShadowMaps.fitting(image.shadows, image: image, lights: lights.count)
        image.shadows = maps
        try maps.draw(image, lights, programs, into: &encoder)
        return maps.arriving
    }
}

func length(_ v: SIMD2<Float>) -> Float { (v * v).sum().squareRoot() }
