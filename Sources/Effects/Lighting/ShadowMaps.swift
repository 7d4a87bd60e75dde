// ShadowMaps: the two kinds of maps from which an image gets its shadows. The first kind stores, for each position, the fraction of
// light that the casters stop. The second kind stores, for each position, the fraction of each lamp's light that arrives.
//
// Shadows of large lamps are soft, so the maps can have larger pixels than the image. The larger the lamps are, the larger are the pixels
// of the maps. Four lights share the channels of a texel, so one lookup reads the values of all four lights. light-shadow.frag samples the
// map of casters in steps from the pixel to the lamp. The map of casters is stored unblurred and with three strengths of blur. Without
// blur, a thin caster could lie between two steps and cast no shadow.

import Raster

final class ShadowMaps {
    /// The number of lights in a layer, one per channel.
    static let lightsPerLayer = 4
    let width: Int
    let height: Int
    /// The number of layers of `arriving`.
    private let layers: Int
    /// The fraction of light that casters stop at each position, with all mip levels.
    private let stopping: Texture
    private let stoppingTarget: Framebuffer
    /// The blurred fractions of light that casters stop. Each channel contains a stronger blur than the previous channel.
    private let blurred: Texture
    private let blurredTarget: Framebuffer
    /// The fraction of each light that arrives at each position.
    let arriving: Texture
    private var arrivingTargets: [Framebuffer] = []

    private init(device: Device, width: Int, height: Int, layers: Int) throws {
        self.width = width; self.height = height; self.layers = layers
        stopping = try device.makeTexture(TextureDescriptor(format: .r8, width: width, height: height,
                                                            mipLevels: TextureDescriptor.fullMipLevelCount(width: width, height: height),
                                                            label: "light occluders"))
        stoppingTarget = try device.makeFramebuffer(color: [Attachment(stopping)], label: "light occluders")
        blurred = try device.makeTexture(TextureDescriptor(format: .rgba8, width: width, height: height, label: "light occluders, blurred"))
        blurredTarget = try device.makeFramebuffer(color: [Attachment(blurred)], label: "light occluders, blurred")
        arriving = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8, width: width, height: height, depth: layers,
                                                            label: "arriving light"))
        arrivingTargets = try (0..<layers).map { try device.makeFramebuffer(color: [Attachment(arriving, slice: $0)], label: "arriving light") }
    }

    /// Returns `known` if its maps have the required size and enough layers for the lights; otherwise returns new maps.
    static func fitting(_ known: ShadowMaps?, image: LitImage, lights: Int) throws -> ShadowMaps {
        let reduction = reduction(for: image), width = (image.picture.width + reduction - 1) / reduction,
            height = (image.picture.height + reduction - 1) / reduction
        if let known, known.width == width, known.height == height, known.layers * lightsPerLayer >= lights { return known }
        guard lights <= 2048 else {
            throw RasterError(.unsupported, image.name, "is reached by \(lights) lights that cast shadows", remedy: "use at most 2048, or remove shadowCasters")
        }
        return try ShadowMaps(device: image.device, width: width, height: height, layers: layers(lights: lights))
    }
    /// Returns the number of layers for a number of lights. The result is a power of two, so a change of the number of lights
    /// rarely needs new maps.
    static func layers(lights: Int) -> Int {
        var layers = 1
        while layers * lightsPerLayer < lights { layers *= 2 }
        return layers
    }

    /// Returns the width of a map's pixel in pixels of the image: a third of the lamps' radius, limited to 4…16. Shadow edges are so soft
    /// that the coarse pixels are not visible.
    private static func reduction(for image: LitImage) -> Int {
        let pixel = (length(image.transform.xAxis) * length(image.transform.yAxis)).squareRoot()
        return Int(max(4, min(16, (image.lampRadius / pixel / 3).rounded(.down))))
    }

    func draw(_ image: LitImage, _ lights: [ResolvedLight], _ programs: ScreenPrograms, into encoder: inout CommandEncoder) throws {
        // `transform` maps the map's pixels to points of the view. The map covers exactly the image, but the map's width and height are
        // rounded up to whole pixels, so the map's pixels may not be square. `stretch` is the width and height of a map's pixel, in pixels
        // of the image.
        let stretch = SIMD2(Float(image.picture.width) / Float(width), Float(image.picture.height) / Float(height))
        let transform = ImageTransform(origin: image.transform.origin, xAxis: image.transform.xAxis * stretch.x, yAxis: image.transform.yAxis * stretch.y)
        let rays = ShadowRays(lights: lights, lampRadius: image.lampRadius, transform: transform, size: SIMD2(Float(width), Float(height)))
        let casters = bounds(of: image.shadowCasters, in: transform)
        try drawStopping(image.shadowCasters, casters, transform, programs, into: &encoder)
        try drawBlurred(around: casters, rays, programs, into: &encoder)
        try drawArriving(around: casters, rays, programs, into: &encoder)
    }

    /// Draws all casters into `stopping`. If caster A covers caster B, A stops a part of the light that B lets through.
    private func drawStopping(_ casters: [ShadowCaster], _ bounds: SIMD4<Float>, _ transform: ImageTransform, _ programs: ScreenPrograms,
                              into encoder: inout CommandEncoder) throws {
        try encoder.render(to: stoppingTarget, clear: .color(0, 0, 0, 0), label: "light occluders") { pass in
            pass.setPipeline(try programs.pipeline(.init(fragment: EffectShader.shadowCasterFragment, blend: .premultiplied)))
            pass.setVertexBuffer(try programs.triangleBuffer())
            pass.setScissor(pixels(bounds, room: 1))
            for caster in casters {
                guard let (row0, row1) = caster.transform.inverse else { continue }
                let size = SIMD2(Float(caster.picture.width), Float(caster.picture.height))
                let rows = (row0 / size.x, row1 / size.y), way = transform.origin - caster.transform.origin
                func place(_ v: SIMD2<Float>) -> SIMD2<Float> { SIMD2((rows.0 * v).sum(), (rows.1 * v).sum()) }
                pass.setUniform("origin", place(way))
                pass.setUniform("xAxis", place(transform.xAxis))
                pass.setUniform("yAxis", place(transform.yAxis))
                pass.setUniform("opacity", caster.opacity)
                var sampler = Sampler(wrap: .clampToBorder)
                if caster.picture.descriptor.mipLevels > 1 { sampler.mipFilter = .linear }
                pass.setTexture("picture", caster.picture, sampler)
                pass.draw(count: 3, label: "shadow caster")
            }
        }
        encoder.generateMipmaps(stopping)
    }

    private func drawBlurred(around casters: SIMD4<Float>, _ rays: ShadowRays, _ programs: ScreenPrograms, into encoder: inout CommandEncoder) throws {
        try encoder.render(to: blurredTarget, clear: .color(0, 0, 0, 0), label: "light occluders, blurred") { pass in
            pass.setPipeline(try programs.pipeline(.init(fragment: EffectShader.shadowBlurFragment)))
            pass.setVertexBuffer(try programs.triangleBuffer())
            pass.setScissor(pixels(casters, room: 2 * rays.widestBlur))
            pass.setTexture("stopping", stopping, Sampler(mip: .linear, wrap: .clampToBorder))
            pass.setUniform("inverseSize", SIMD2(1 / Float(width), 1 / Float(height)))
            pass.setUniform("widestBlur", rays.widestBlur)
            pass.draw(count: 3, label: "blur")
        }
    }

    private func drawArriving(around casters: SIMD4<Float>, _ rays: ShadowRays, _ programs: ScreenPrograms, into encoder: inout CommandEncoder) throws {
        let room = rays.lampWidth / 2 + 2, box = casters + SIMD4(-room, -room, room, room)
        for (layer, target) in arrivingTargets.enumerated() {
            let mine = rays.lamps.dropFirst(layer * ShadowMaps.lightsPerLayer).prefix(ShadowMaps.lightsPerLayer)
            guard !mine.isEmpty else { return }
            try encoder.render(to: target, clear: .color(0, 0, 0, 0), label: "arriving light") { pass in
                pass.setPipeline(try programs.pipeline(.init(fragment: EffectShader.lightShadowFragment)))
                pass.setVertexBuffer(try programs.triangleBuffer())
                pass.setTexture("stopping", blurred, Sampler(wrap: .clampToEdge))
                pass.setUniform("inverseSize", SIMD2(1 / Float(width), 1 / Float(height)))
                pass.setUniform("box", box)
                pass.setUniform("lampWidth", rays.lampWidth)
                pass.setUniform("widestBlur", rays.widestBlur)
                pass.setUniform("lampCount", Int32(mine.count))
                pass.setUniform("lamps", Array(mine))
                pass.draw(count: 3, label: "shadows of lights")
            }
        }
    }

    /// Returns the box around all casters: left, bottom, right and top, in pixels of the map.
    private func bounds(of casters: [ShadowCaster], in transform: ImageTransform) -> SIMD4<Float> {
        var low = SIMD2<Float>(repeating: .infinity), high = -low
        for caster in casters {
            let size = SIMD2(Float(caster.picture.width), Float(caster.picture.height))
            for corner in [SIMD2(0, 0), SIMD2(size.x, 0), SIMD2(0, size.y), size] {
                guard let place = transform.imagePlace(of: caster.transform.viewPlace(of: corner)) else { continue }
                low = pointwiseMin(low, place)
                high = pointwiseMax(high, place)
            }
        }
        return SIMD4(lowHalf: low, highHalf: high)
    }
    /// Returns the map's pixels that a box touches, with a margin of `room` pixels.
    private func pixels(_ box: SIMD4<Float>, room: Float) -> PixelRect {
        func side(_ low: Float, _ high: Float, _ count: Int) -> (first: Int, count: Int) {
            let limit = Float(count)
            // The arguments of `min` and `max` have this order so that NaN gives the whole map.
            let first = Int(max(0, min(limit, (low - room).rounded(.down)))), end = Int(max(0, min(limit, (high + room).rounded(.up))))
            return (first, max(0, end - first))
        }
        let x = side(box.x, box.z, width), y = side(box.y, box.w, height)
        return PixelRect(x: x.first, y: y.first, width: x.count, height: y.count)
    }
}

/// The rays from pixels to lamps along which light-shadow.frag takes steps. Lengths are in pixels of the map.
private struct ShadowRays {
    /// For each lamp: x and y are the position, z is the range, and w is the number of steps on the longest ray.
    var lamps: [SIMD4<Float>] = []
    let lampWidth: Float
    /// The width of the strongest blur, in pixels of the map.
    let widestBlur: Float
    private static let fewestSteps: Float = 4, mostSteps: Float = 128

    init(lights: [ResolvedLight], lampRadius: Float, transform: ImageTransform, size: SIMD2<Float>) {
        let texelLength = (length(transform.xAxis) * length(transform.yAxis)).squareRoot(), shortest = min(length(transform.xAxis), length(transform.yAxis))
        lampWidth = 2 * lampRadius / texelLength
        // The shadows of a large lamp are soft, so the gaps between long steps are not visible.
        let gap = max(2, lampWidth / 3)
        var widest = max(2, 0.7 * lampWidth)
        for light in lights {
            let place = transform.imagePlace(of: light.place.lowHalf) ?? .zero, reach = light.place.w / shortest + 2
            let farthest = min(length(pointwiseMax(place, size - place)), reach)
            let steps = max(ShadowRays.fewestSteps, min(ShadowRays.mostSteps, (farthest / gap).rounded(.up)))
            lamps.append(SIMD4(place.x, place.y, reach, steps))
            widest = max(widest, 0.7 * farthest / steps)
        }
        widestBlur = min(max(size.x, size.y), widest)
    }
}
