import Raster

/// A picture as paint, in the form that its shader program reads.
struct PatternUniforms: Equatable {
    var picture: SharedTexture
    /// The pixel to which positions are relative, near the picture's corner.
    var origin: SIMD2<Float>
    var axisX: SIMD3<Float>, axisY: SIMD3<Float>
    var size: SIMD2<Int32>
    var tiling: Int32
    var isSmooth: Bool

    /// Creates the uniforms of a picture; nil if the transform has no inverse.
    init?(_ pattern: ImagePattern, transform: AffineTransform, picture: Texture) {
        let placement = transform * pattern.transform
        guard let toPicture = placement.inverse else { return nil }
        let base = PixelBox.near(Point(placement.tx, placement.ty)), inverse = toPicture * .translation(base.x, base.y)
        origin = SIMD2(Float(base.x), Float(base.y))
        self.picture = SharedTexture(picture)
        axisX = SIMD3(Float(inverse.a), Float(inverse.c), Float(inverse.tx))
        axisY = SIMD3(Float(inverse.b), Float(inverse.d), Float(inverse.ty))
        size = SIMD2(Int32(pattern.image.width), Int32(pattern.image.height))
        tiling = switch pattern.tiling { case .none: 0; case .pad: 1; case .repeat: 2; case .reflect: 3 }
        isSmooth = pattern.isSmooth
    }
    func set(in pass: inout RenderPass) {
        pass.setTexture("picture", picture.texture, .nearest)
        pass.setUniform("axisX", axisX)
        pass.setUniform("axisY", axisY)
        pass.setUniform("size", size)
        pass.setUniform("tiling", tiling)
        pass.setUniform("isSmooth", isSmooth)
    }
}

/// A layer's image, copied pixel by pixel.
struct LayerUniforms: Equatable {
    var picture: SharedTexture
    var shift: SIMD2<Int32>

    func set(in pass: inout RenderPass) {
        pass.setTexture("picture", picture.texture, .nearest)
        pass.setUniform("shift", shift)
    }
}

/// The strength of a shadow for each pixel, to be multiplied by the shadow's colour.
struct ShadowUniforms: Equatable {
    var picture: SharedTexture
    /// The offset from a pixel to its texel, if a texel is one pixel in size.
    var shift = SIMD2<Int32>.zero
    /// The scale and the origin for texels larger than a pixel; nil if a texel is one pixel in size.
    var unit: SIMD3<Float>?
    var channel: SIMD4<Float>
    var isInner: Bool

    func set(in pass: inout RenderPass) {
        pass.setTexture("picture", picture.texture, .nearest)
        pass.setUniform("channel", channel)
        pass.setUniform("isInner", isInner)
        if let unit { pass.setUniform("unit", unit) } else { pass.setUniform("shift", shift) }
    }
}

/// A blur along one axis.
struct BlurUniforms: Equatable {
    static let longest = 64
    var picture: SharedTexture
    var shift: SIMD2<Int32>, direction: SIMD2<Int32>
    var channel: SIMD4<Float>
    var weights: [Float]

    func set(in pass: inout RenderPass) {
        pass.setTexture("picture", picture.texture, .nearest)
        pass.setUniform("shift", shift)
        pass.setUniform("direction", direction)
        pass.setUniform("channel", channel)
        pass.setUniform("weights", weights)
        pass.setUniform("count", Int32(weights.count))
    }
}

/// The means over squares of factor · factor texels.
struct ShrinkUniforms: Equatable {
    var picture: SharedTexture
    var shift: SIMD2<Int32>
    var factor: Int32
    var channel: SIMD4<Float>

    func set(in pass: inout RenderPass) {
        pass.setTexture("picture", picture.texture, .nearest)
        pass.setUniform("shift", shift)
        pass.setUniform("factor", factor)
        pass.setUniform("channel", channel)
    }
}

extension BatchPaint {
    /// The pixel to which the paint's positions are relative.
    var origin: SIMD2<Float> {
        switch self {
        case .gradient(let paint): paint.origin
        case .pattern(let paint): paint.origin
        case .color, .layer, .shadow, .blur, .shrink: .zero
        }
    }
    func set(in pass: inout RenderPass) {
        switch self {
        case .color: break
        case .gradient(let paint): paint.set(in: &pass)
        case .pattern(let paint): paint.set(in: &pass)
        case .layer(let paint): paint.set(in: &pass)
        case .shadow(let paint): paint.set(in: &pass)
        case .blur(let paint): paint.set(in: &pass)
        case .shrink(let paint): paint.set(in: &pass)
        }
    }
}
