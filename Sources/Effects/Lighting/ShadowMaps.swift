// ShadowMaps: what stops light on its way to an image, and for each light how much of it arrives.
//
// Both are a quarter as wide and high as the image: shadows are soft. What stops light has mip levels, so that no lookup on the way
// to a lamp steps over what is thin (light-shadow.frag).

import Raster

final class ShadowMaps {
    static let reduction = 4
    let width: Int
    let height: Int
    /// Layers, one for each light.
    let capacity: Int
    /// The share of light that is stopped, with all mip levels.
    private let stopping: Texture
    private let stoppingTarget: Framebuffer
    /// The share of each light that arrives.
    let arriving: Texture
    private var arrivingTargets: [Framebuffer] = []

    private init(device: Device, width: Int, height: Int, capacity: Int) throws {
        self.width = width; self.height = height; self.capacity = capacity
        stopping = try device.makeTexture(TextureDescriptor(format: .r8, width: width, height: height,
                                                            mipLevels: TextureDescriptor.fullMipLevelCount(width: width, height: height), label: "what stops light"))
        stoppingTarget = try device.makeFramebuffer(color: [Attachment(stopping)], label: "what stops light")
        arriving = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .r8, width: width, height: height, depth: capacity, label: "light that arrives"))
        arrivingTargets = try (0..<capacity).map { try device.makeFramebuffer(color: [Attachment(arriving, slice: $0)], label: "light that arrives") }
    }

    /// `known`, where it has the image's size and room for the lights; else new ones.
    static func fitting(_ known: ShadowMaps?, image: LitImage, lights: Int) throws -> ShadowMaps {
        let width = (image.picture.width + reduction - 1) / reduction, height = (image.picture.height + reduction - 1) / reduction
        if let known, known.width == width, known.height == height, known.capacity >= lights { return known }
        guard lights <= 2048 else {
            throw RasterError(.unsupported, image.name, "is reached by \(lights) lights that cast shadows", remedy: "use at most 2048, or remove shadowCasters")
        }
        var capacity = 4
        while capacity < lights { capacity *= 2 }
        return try ShadowMaps(device: image.device, width: width, height: height, capacity: capacity)
    }

    func draw(_ image: LitImage, _ lights: [ResolvedLight], _ programs: ScreenPrograms, into encoder: inout CommandEncoder) throws {
        let triangle = try programs.triangleBuffer()
        // From this map's pixels to points of the view: the image's extent, whatever the map's rounding.
        let stretch = SIMD2(Float(image.picture.width) / Float(width), Float(image.picture.height) / Float(height))
        let transform = ImageTransform(origin: image.transform.origin, xAxis: image.transform.xAxis * stretch.x, yAxis: image.transform.yAxis * stretch.y)
        // A caster over another stops light of what the other lets pass.
        try encoder.render(to: stoppingTarget, clear: .color(0, 0, 0, 0), label: "what stops light") { pass in
            pass.setPipeline(try programs.pipeline(.init(fragment: EffectShader.shadowCasterFragment, blend: .premultiplied)))
            pass.setVertexBuffer(triangle)
            for caster in image.shadowCasters {
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
        let texelLength = (length(transform.xAxis) * length(transform.yAxis)).squareRoot()
        // A small lamp needs one ray; four do for the largest, whose shadows have no edges.
        let lampWidth = 2 * image.lampRadius / texelLength, rays = Int32(min(max(lampWidth.rounded(.up), 1), 4))
        let box = ShadowMaps.box(of: image.shadowCasters, in: transform, room: lampWidth / 2 + 2)
        for (target, light) in zip(arrivingTargets, lights) {
            try encoder.render(to: target, label: "light that arrives") { pass in
                pass.setPipeline(try programs.pipeline(.init(fragment: EffectShader.lightShadowFragment)))
                pass.setVertexBuffer(triangle)
                let lamp = transform.imagePlace(of: light.place.lowHalf) ?? .zero
                pass.setTexture("stopping", stopping, Sampler(mip: .linear, wrap: .clampToBorder))
                pass.setUniform("lamp", lamp)
                pass.setUniform("inverseSize", SIMD2(1 / Float(width), 1 / Float(height)))
                pass.setUniform("reach", light.place.w / min(length(transform.xAxis), length(transform.yAxis)) + 2)
                pass.setUniform("box", box)
                pass.setUniform("lampWidth", lampWidth)
                pass.setUniform("rays", rays)
                pass.draw(count: 3, label: "shadow of a light")
            }
        }
    }

    /// Left, bottom, right and top of what holds all casters, in pixels of the map.
    private static func box(of casters: [ShadowCaster], in transform: ImageTransform, room: Float) -> SIMD4<Float> {
        var low = SIMD2<Float>(repeating: .infinity), high = -low
        for caster in casters {
            let size = SIMD2(Float(caster.picture.width), Float(caster.picture.height))
            for corner in [SIMD2(0, 0), SIMD2(size.x, 0), SIMD2(0, size.y), size] {
                guard let place = transform.imagePlace(of: caster.transform.viewPlace(of: corner)) else { continue }
                low = pointwiseMin(low, place)
                high = pointwiseMax(high, place)
            }
        }
        return SIMD4(lowHalf: low - room, highHalf: high + room)
    }
}
