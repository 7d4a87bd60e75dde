import Raster

/// A texture compared by identity.
struct SharedTexture: Equatable {
    let texture: Texture
    init(_ texture: Texture) { self.texture = texture }
    static func == (a: SharedTexture, b: SharedTexture) -> Bool { a.texture === b.texture }
}

/// A gradient in the form that its shader program reads.
struct GradientUniforms: Equatable {
    /// The maximum number of ramps (the parts between two stops) that are stored in uniforms. If there are more ramps, all
    /// ramps are stored in a texture.
    static let fewRamps = 8
    /// The maximum number of ramps: the number of rows of a texture.
    static let mostRamps = Device.maximumTextureSize

    var shader: CanvasShader.Paint
    /// The pixel to which positions are relative, near the start of the gradient. Relative positions are needed because a Float
    /// has too few digits for small gradients at large coordinates.
    var origin: SIMD2<Float>
    /// The map from a pixel to the gradient's own coordinates: x = axisX · (p − origin, 1), and y likewise with axisY.
    var axisX = SIMD3<Float>.zero, axisY = SIMD3<Float>.zero
    var radii = SIMD2<Float>.zero, way = SIMD2<Float>.zero, curvature: Float = 0
    var spread: Int32
    var firstColor = SIMD4<Float>.zero
    var ramps: [SIMD2<Float>] = []
    var steps: [SIMD4<Float>] = []
    var texture: SharedTexture?

    /// Creates the uniforms of a gradient; nil if the gradient draws nothing: the gradient has no stops or no extent, or the transform has
    /// no inverse.
    init?(_ gradient: Gradient, transform: AffineTransform) {
        guard let transformInverse = transform.inverse, let first = gradient.stops.first else { return nil }
        let begin: Point = switch gradient.geometry {
        case .linear(let from, _): from
        case .radial(let center, _, _, _): center
        case .conic(let center, _): center
        }
        let base = PixelBox.near(transform.apply(begin)), inverse = transformInverse * .translation(base.x, base.y)
        origin = SIMD2(Float(base.x), Float(base.y))
        spread = switch gradient.spread { case .pad: 0; case .repeat: 1; case .reflect: 2; case .none: 3 }
        switch gradient.geometry {
        case .linear(let from, let to):
            let d = to - from, square = d.x * d.x + d.y * d.y
            guard square > 0 else { return nil }
            shader = .linear
            axisX = GradientUniforms.axis(inverse, Point(d.x / square, d.y / square), from)
        case .radial(let startCenter, let startRadius, let endCenter, let endRadius):
            let d = endCenter - startCenter, radius0 = max(startRadius, 0), radius1 = max(endRadius, 0)
            let unit = max(radius0, radius1, abs(d.x), abs(d.y))
            guard unit > 0, d != Point(0, 0) || radius0 != radius1 else { return nil }
            axisX = GradientUniforms.axis(inverse, Point(1 / unit, 0), startCenter)
            axisY = GradientUniforms.axis(inverse, Point(0, 1 / unit), startCenter)
            let step = (radius1 - radius0) / unit, way = Point(d.x / unit, d.y / unit)
            if d == Point(0, 0) {
                shader = .radial
                radii = SIMD2(Float(radius0 / unit), Float(1 / step))
            } else {
                shader = .circles
                radii = SIMD2(Float(radius0 / unit), Float(step))
                self.way = SIMD2(Float(way.x), Float(way.y))
                curvature = Float(way.x * way.x + way.y * way.y - step * step)
                if abs(curvature) < 1e-6 { curvature = 0 }
            }
        case .conic(let center, let startAngle):
            shader = .conic
            let (s, c) = (PortableMath.sine(startAngle), PortableMath.cosine(startAngle))
            axisX = GradientUniforms.axis(inverse, Point(c, s), center)
            axisY = GradientUniforms.axis(inverse, Point(-s, c), center)
        }
        firstColor = first.color.premultiplied
        var last = GradientUniforms.offset(first, after: 0), color = firstColor
        for stop in gradient.stops.dropFirst() {
            let offset = GradientUniforms.offset(stop, after: last), next = stop.color.premultiplied
            // A ramp of length 0 is a step: its slope is practically infinite.
            ramps.append(SIMD2(Float(last), offset - last > 1e-9 ? Float(1 / (offset - last)) : 1e30))
            steps.append(next - color)
            (last, color) = (offset, next)
        }
    }
    private static func offset(_ stop: Gradient.Stop, after last: Double) -> Double { max(last, min(max(stop.offset, 0), 1)) }
    /// Returns the coefficients of p.x and p.y, and the constant, of the product direction · (inverse(p) − origin), which is a linear
    /// function of the pixel p.
    private static func axis(_ inverse: AffineTransform, _ direction: Point, _ origin: Point) -> SIMD3<Float> {
        SIMD3(Float(inverse.a * direction.x + inverse.b * direction.y), Float(inverse.c * direction.x + inverse.d * direction.y),
              Float((inverse.tx - origin.x) * direction.x + (inverse.ty - origin.y) * direction.y))
    }
    var hasManyRamps: Bool { ramps.count > GradientUniforms.fewRamps }
    /// The texels of the ramps, three for each ramp: (start, 1 / length), its first colour, and its colour difference.
    var texels: [SIMD4<Float>] {
        var texels: [SIMD4<Float>] = [], color = firstColor
        texels.reserveCapacity(3 * ramps.count)
        for (ramp, step) in zip(ramps, steps) {
            texels += [SIMD4(ramp.x, ramp.y, 0, 0), color, step]
            color += step
        }
        return texels
    }

    func set(in pass: inout RenderPass) {
        pass.setUniform("spread", spread)
        pass.setUniform("rampCount", Int32(ramps.count))
        if let texture {
            pass.setTexture("stops", texture.texture, .nearest)
        } else {
            pass.setUniform("firstColor", firstColor)
            if !ramps.isEmpty { pass.setUniform("steps", steps); pass.setUniform("ramps", ramps) }
        }
        pass.setUniform("axisX", axisX)
        if shader != .linear { pass.setUniform("axisY", axisY) }
        if shader == .radial || shader == .circles { pass.setUniform("radii", radii) }
        if shader == .circles { pass.setUniform("way", way); pass.setUniform("curvature", curvature) }
    }
}

extension Color {
    /// Components clamped to 0…1 and multiplied by alpha; NaN counts as 0.
    var premultiplied: SIMD4<Float> {
        let (r, g, b, a) = clamped
        return SIMD4(Float(r * a), Float(g * a), Float(b * a), Float(a))
    }
    /// Returns the premultiplied components, multiplied by a further alpha, as 16-bit numbers; 65535 means 1.
    func words(alpha: Double) -> SIMD4<UInt16> {
        let (r, g, b, own) = clamped, a = own * alpha
        func word(_ value: Double) -> UInt16 { UInt16((value * 65535).rounded()) }
        return SIMD4(word(r * a), word(g * a), word(b * a), word(a))
    }
    private var clamped: (Double, Double, Double, Double) { (red.clampedToUnit, green.clampedToUnit, blue.clampedToUnit, alpha.clampedToUnit) }
}

extension Double {
    /// The value clamped to 0…1; NaN becomes 0.
    var clampedToUnit: Double { self > 0 ? Swift.min(self, 1) : 0 }
}
