// FramePlanner+Shadows: composes a finished layer with its shadows onto the surface below.

import Raster

extension FramePlanner {
    /// Composes a layer onto another surface: first its drop shadows, then the layer with its inner shadows. In a replacing blend mode, the
    /// layer replaces all pixels within the clip, because the layer's blank parts belong to the picture. No drop shadows are drawn in this
    /// mode.
    func compose(_ layer: Surface, _ state: CanvasState, onto surface: Surface) throws {
        flush(layer)
        guard let composite = Composite(state.blendMode) else { return release(layer) }
        for shadow in state.shadows where shadow.kind == .inner { try drawInner(shadow, on: layer) }
        let mask = try clips.mask(state.clip, within: surface.box, paths: paths, rasterizer: &rasterizer)
        let isReplacing = state.blendMode.isReplacing, isUnbounded = state.blendMode.isUnbounded || isReplacing
        for shadow in state.shadows where shadow.kind == .drop && !isReplacing {
            let cast = try blurred(layer, shadow)
            try drawBox(isUnbounded ? mask.box : cast.box, mask, .shadow(cast.uniforms(on: surface, isInner: false)),
                        shadow.color.words(alpha: state.alpha.clampedToUnit), composite, onto: surface)
            if cast.surface !== layer { lend(cast.surface, to: surface) }
        }
        let isCleared = state.blendMode == .clear
        let paint = isCleared ? BatchPaint.color : .layer(LayerUniforms(picture: SharedTexture(layer.texture), shift: surface.shift(to: layer)))
        let color = Color.white.words(alpha: isCleared ? 1 : state.alpha.clampedToUnit)
        try drawBox(isUnbounded ? mask.box : layer.box, mask, paint, color, composite, onto: surface)
        lend(layer, to: surface)
    }
    /// Draws an inner shadow onto the layer itself. The shadow covers the parts of the layer that the layer's shifted and blurred copy does
    /// not cover.
    private func drawInner(_ shadow: Shadow, on layer: Surface) throws {
        guard let atop = Composite(.sourceAtop), !layer.box.isEmpty else { return }
        var cast = try blurred(layer, shadow)
        if cast.surface === layer { cast.surface = try copy(layer) }
        try drawBox(layer.box, ClipMask(box: layer.box), .shadow(cast.uniforms(on: layer, isInner: true)), shadow.color.words(alpha: 1), atop, onto: layer)
        lend(cast.surface, to: layer)
        flush(layer)
    }
    /// Copies a layer, because a pass cannot read the image to which the pass draws.
    private func copy(_ layer: Surface) throws -> Surface {
        let copy = try surface(layer.box, label: "canvas layer")
        let paint = BatchPaint.layer(LayerUniforms(picture: SharedTexture(layer.texture), shift: copy.shift(to: layer)))
        try drawBox(layer.box, ClipMask(box: layer.box), paint, Color.white.words(alpha: 1), .replace, onto: copy)
        flush(copy)
        return copy
    }

    // MARK: Blur

    /// A layer's blurred alpha: the strength of a shadow for each pixel.
    struct CastShadow {
        var surface: Surface
        /// The pixels that the shadow can touch.
        var box: PixelBox
        var channel: SIMD4<Float>
        /// The shift in pixels that is not yet part of the blur. If a texel is one pixel in size, the shift is a number of whole pixels.
        var offset: Point
        /// The side of a texel in pixels.
        var factor: Int

        func uniforms(on target: Surface, isInner: Bool) -> ShadowUniforms {
            var uniforms = ShadowUniforms(picture: SharedTexture(surface.texture), channel: channel, isInner: isInner)
            if factor == 1 {
                uniforms.shift = target.shift(to: surface, offset: SIMD2(Int(offset.x), Int(offset.y)))
            } else {
                let size = Double(factor)
                uniforms.unit = SIMD3(Float(offset.x / size + Double(surface.box.x0)), Float(offset.y / size + Double(surface.box.y0 + surface.height)),
                                      Float(1 / size))
            }
            return uniforms
        }
    }

    /// The maximum standard deviation, in pixels.
    private static let largestDeviation = 2048.0
    private static let alphaChannel = SIMD4<Float>(0, 0, 0, 1), redChannel = SIMD4<Float>(1, 0, 0, 0)

    private func blurred(_ layer: Surface, _ shadow: Shadow) throws -> CastShadow {
        // The shift is limited to `PixelBox.reach`: a shadow that is shifted farther is invisible in any case.
        func pixels(_ value: Double) -> Double { min(max(value * scale, -Double(PixelBox.reach)), Double(PixelBox.reach)) }
        let deviation = shadow.blur / 2 * scale, offset = Point(pixels(shadow.offset.x), pixels(shadow.offset.y))
        let whole = Point(offset.x.rounded(.down), offset.y.rounded(.down)), part = offset - whole
        let box = shadowed(layer.box, [shadow])
        if deviation < Gaussian.leastDeviation && part == Point(0, 0) || layer.box.isEmpty {
            return CastShadow(surface: layer, box: box, channel: FramePlanner.alphaChannel, offset: whole, factor: 1)
        }
        let (factor, rest) = Gaussian.texels(deviation: deviation)
        if factor == 1 {
            let result = try blurred(layer, FramePlanner.alphaChannel, Gaussian.weights(rest, shift: part.x), Gaussian.weights(rest, shift: part.y))
            return CastShadow(surface: result, box: box, channel: FramePlanner.redChannel, offset: whole, factor: 1)
        }
        let small = try shrunk(layer, factor), weights = Gaussian.weights(rest)
        let result = try blurred(small, FramePlanner.redChannel, weights, weights)
        release(small)
        return CastShadow(surface: result, box: box, channel: FramePlanner.redChannel, offset: offset, factor: factor)
    }
    private func shrunk(_ layer: Surface, _ factor: Int) throws -> Surface {
        func below(_ value: Int) -> Int { value >= 0 ? value / factor : -((-value + factor - 1) / factor) }
        let box = PixelBox(x0: below(layer.box.x0), y0: below(layer.box.y0), x1: below(layer.box.x1 - 1) + 1, y1: below(layer.box.y1 - 1) + 1)
        let small = try surface(box, format: .r16, label: "canvas shadow")
        let shift = SIMD2(Int32(box.x0 * factor - layer.box.x0), Int32(layer.box.y0 + layer.height - (box.y0 + small.height) * factor))
        try drawBox(box, ClipMask(box: box),
                    .shrink(ShrinkUniforms(picture: SharedTexture(layer.texture), shift: shift, factor: Int32(factor), channel: FramePlanner.alphaChannel)),
                    Color.white.words(alpha: 1), .replace, onto: small)
        flush(small)
        return small
    }
    /// Blurs along x, then along y.
    private func blurred(_ source: Surface, _ channel: SIMD4<Float>, _ x: [Float], _ y: [Float]) throws -> Surface {
        let wide = try blurred(source, channel, x, SIMD2(1, 0))
        let result = try blurred(wide, FramePlanner.redChannel, y, SIMD2(0, 1))
        release(wide)
        return result
    }
    private func blurred(_ source: Surface, _ channel: SIMD4<Float>, _ weights: [Float], _ axis: SIMD2<Int>) throws -> Surface {
        let reach = weights.count / 2
        let box = source.box.grown(left: (reach + 1) * axis.x, top: (reach + 1) * axis.y, right: (reach + 1) * axis.x, bottom: (reach + 1) * axis.y)
        let result = try surface(box, format: .r16, label: "canvas shadow")
        // Texture rows are counted from the bottom, so along y the neighbours run from top to bottom.
        let direction = SIMD2(Int32(axis.x), -Int32(axis.y))
        let shift = result.shift(to: source) &- direction &* Int32(reach)
        try drawBox(box, ClipMask(box: box),
                    .blur(BlurUniforms(picture: SharedTexture(source.texture), shift: shift, direction: direction, channel: channel, weights: weights)),
                    Color.white.words(alpha: 1), .replace, onto: result)
        flush(result)
        return result
    }

    // MARK: Extent

    /// Returns the box enlarged by the drop shadows of its content.
    func shadowed(_ box: PixelBox, _ shadows: [Shadow]) -> PixelBox {
        shadows.reduce(box) { $1.kind == .drop ? $0.union(reach(box, $1, sign: 1)) : $0 }
    }
    /// Returns the box of all pixels that are visible in `box`, or whose shadows are visible in `box`.
    func casting(_ box: PixelBox, _ shadows: [Shadow]) -> PixelBox {
        shadows.reduce(box) { $0.union(reach(box, $1, sign: -1)) }
    }
    private func reach(_ box: PixelBox, _ shadow: Shadow, sign: Double) -> PixelBox {
        let blur = shadow.blur / 2 * scale * Gaussian.extent + 3
        func pixels(_ value: Double) -> Int { Int(min(max(value, -Double(PixelBox.reach)), Double(PixelBox.reach)).rounded(.up)) }
        let x = sign * shadow.offset.x * scale, y = sign * shadow.offset.y * scale
        // Large texels extend the blur by up to two sides of a texel.
        let more = blur * 1.5
        return box.grown(left: pixels(more - x), top: pixels(more - y), right: pixels(more + x), bottom: pixels(more + y))
    }

    // MARK: Validation

    /// Throws if a number of the command is invalid.
    func validate(_ command: CanvasCommand) throws(CanvasError) {
        switch command {
        case .endLayer: break
        case .beginLayer(let state): try validate(state)
        case .draw(let draw):
            try validate(draw.state)
            guard draw.transform.isFinite else {
                throw CanvasError(.invalidCoordinate, "the transform", "has a number that is not finite", remedy: "give finite numbers")
            }
            switch draw.shape {
            case .image(_, let r, _):
                guard r.x.isFinite, r.y.isFinite, r.width.isFinite, r.height.isFinite else {
                    throw CanvasError(.invalidCoordinate, "the image's rectangle", "has a number that is not finite", remedy: "give finite numbers")
                }
            case .glyphs(let run):
                guard run.size.isFinite, run.glyphs.allSatisfy({ $0.position.x.isFinite && $0.position.y.isFinite }) else {
                    throw CanvasError(.invalidCoordinate, "the glyphs' size or a position", "is not finite", remedy: "give finite numbers")
                }
            case .fill, .stroke, .everything: break
            }
            try validate(draw.paint)
        }
    }
    private func validate(_ paint: Paint) throws(CanvasError) {
        switch paint {
        case .color: break
        case .gradient(let gradient):
            let numbers: [Double] = switch gradient.geometry {
            case .linear(let from, let to): [from.x, from.y, to.x, to.y]
            case .radial(let start, let startRadius, let end, let endRadius): [start.x, start.y, startRadius, end.x, end.y, endRadius]
            case .conic(let center, let startAngle): [center.x, center.y, startAngle]
            }
            guard numbers.allSatisfy(\.isFinite), gradient.stops.allSatisfy({ $0.offset.isFinite }) else {
                throw CanvasError(.invalidCoordinate, "the gradient", "has a number that is not finite", remedy: "give finite numbers")
            }
        case .pattern(let pattern):
            guard pattern.transform.isFinite else {
                throw CanvasError(.invalidCoordinate, "the pattern's transform", "has a number that is not finite", remedy: "give finite numbers")
            }
        }
    }
    private func validate(_ state: CanvasState) throws(CanvasError) {
        for shadow in state.shadows {
            guard shadow.offset.x.isFinite, shadow.offset.y.isFinite, shadow.blur.isFinite else {
                throw CanvasError(.invalidCoordinate, "a shadow", "has a number that is not finite", remedy: "give finite numbers")
            }
            guard shadow.blur >= 0, shadow.blur / 2 * scale <= FramePlanner.largestDeviation else {
                throw CanvasError(.invalidArgument, "a shadow", "has the blur \(shadow.blur)", remedy: "use 0 to \(2 * FramePlanner.largestDeviation / scale)")
            }
        }
        guard let clip = state.clip else { return }
        guard clip.depth <= Clip.largestDepth else {
            throw CanvasError(.limitExceeded, "a clip", "is nested in \(Clip.largestDepth) others", remedy: "nest fewer clips")
        }
        guard clip.chain.allSatisfy(\.transform.isFinite) else {
            throw CanvasError(.invalidCoordinate, "the transform of a clip", "has a number that is not finite", remedy: "give finite numbers")
        }
    }
}
