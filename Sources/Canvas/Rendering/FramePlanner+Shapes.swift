// FramePlanner+Shapes: turns shapes into pieces of coverage, and paint into uniforms. Consecutive pieces with equal keys (see `BatchKey`)
// form a batch.

import Raster

extension FramePlanner {
    /// Draws a shape without shadows, in a mode that changes only the covered pixels.
    func drawShape(_ draw: CanvasDraw, alpha: Double, mode: BlendMode, clip: Clip?, onto surface: Surface) throws {
        guard let composite = Composite(mode) else { return }
        let transform = AffineTransform.scale(scale) * draw.transform
        var paint = draw.paint
        if case .image(let image, let rectangle, let isSmooth) = draw.shape {
            guard image.width > 0, image.height > 0 else { return }
            let place = AffineTransform.translation(rectangle.x, rectangle.y)
                * .scale(rectangle.width / Double(image.width), rectangle.height / Double(image.height))
            paint = .pattern(ImagePattern(image, transform: place, tiling: .pad, isSmooth: isSmooth))
        }
        if mode == .clear { paint = .color(.black) }
        guard let ink = try ink(paint, alpha: mode == .clear ? 1 : alpha, transform) else { return }
        let mask = try clips.mask(clip, within: surface.box, paths: paths, rasterizer: &rasterizer)
        let seen = mask.box.intersection(surface.box)
        guard !seen.isEmpty else { return }
        try addJobs(draw.shape, transform, PieceJob(box: seen, clip: mask.bytes, color: ink.color, on: surface))
        try addBatch(BatchKey(paint: ink.paint, composite: composite), onto: surface)
    }
    /// Draws the drop shadow of a shape in one colour.
    /// - Parameter color: The colour in which the shape itself is drawn after its shadow. The shadow's alpha is multiplied by the alpha of this colour.
    func drawShadow(_ shadow: Shadow, of draw: CanvasDraw, _ color: Color, _ composite: Composite, onto surface: Surface) throws {
        let mask = try clips.mask(draw.state.clip, within: surface.box, paths: paths, rasterizer: &rasterizer)
        let seen = mask.box.intersection(surface.box), deviation = shadow.blur / 2 * scale
        guard !seen.isEmpty else { return }
        // The shift is limited to `PixelBox.reach`: a shadow that is shifted farther is invisible in any case.
        func pixels(_ value: Double) -> Double { min(max(value * scale, -Double(PixelBox.reach)), Double(PixelBox.reach)) }
        let transform = AffineTransform.translation(pixels(shadow.offset.x), pixels(shadow.offset.y)) * .scale(scale) * draw.transform
        // An opaque shape hides its shadow at the pixels that the shape covers fully. Glyphs do not hide their shadow in this way: glyphs
        // snap to quarters of pixels, so a glyph may be shifted against its shadow.
        let hides = composite == Composite(.sourceOver) && color.words(alpha: draw.state.alpha.clampedToUnit).w == .max && mask.bytes == nil
            && draw.shape.isPath
        let job = PieceJob(box: seen, clip: mask.bytes, color: shadow.color.words(alpha: color.alpha.clampedToUnit * draw.state.alpha.clampedToUnit),
                           on: surface)
        if deviation < Gaussian.leastDeviation {
            try addJobs(draw.shape, transform, job)
        } else {
            let blur = GaussianBlur(deviation: deviation), reach = blur.sourceReach
            try addJobs(draw.shape, transform,
                        PieceJob(box: seen.grown(left: reach, top: reach, right: reach, bottom: reach), clip: nil, color: job.color, on: surface))
            let cast = ShadowCast(pending, blur, hiddenAt: hides ? Point(pixels(shadow.offset.x), pixels(shadow.offset.y)) : nil)
            pending.removeAll(keepingCapacity: true)
            let box = seen.intersection(cast.box)
            if box.isEmpty { return }
            pending.append(job.of(.shadow(cast), in: box))
        }
        try addBatch(BatchKey(paint: .color, composite: composite), onto: surface)
    }
    /// Fills with paint the part of a box that lies within a mask.
    func drawBox(_ box: PixelBox, _ mask: ClipMask, _ paint: BatchPaint, _ color: SIMD4<UInt16>, _ composite: Composite, onto surface: Surface) throws {
        let box = box.intersection(mask.box).intersection(surface.box)
        guard !box.isEmpty else { return }
        pending.append(PieceJob(box: box, clip: mask.bytes, color: color, on: surface).of(.box, in: box))
        try addBatch(BatchKey(paint: paint, composite: composite), onto: surface)
    }

    // MARK: Coverage

    /// Adds the jobs of a shape to the pending jobs. `job` holds everything except the shape.
    private func addJobs(_ shape: CanvasDraw.Shape, _ transform: AffineTransform, _ job: PieceJob) throws {
        switch shape {
        case .everything: pending.append(job.of(.box, in: job.box))
        case .fill(let path, let rule): try addJob(path, nil, rule, transform, job)
        case .stroke(let path, let style): try addJob(path, style, .nonZero, transform, job)
        case .image(_, let rectangle, _): try addJob(Path(rectangle: rectangle), nil, .nonZero, transform, job)
        case .glyphs(let run):
            if let found = try glyphs.prepare(run, transform, paths: paths, rasterizer: &rasterizer) {
                for (glyphs, x, y) in found {
                    let box = job.box.intersection(glyphs.box.moved(x, y))
                    if box.isEmpty { continue }
                    self.glyphs.needs(glyphs)
                    pending.append(job.of(.glyphs(glyphs, x: x, y: y), in: box))
                }
            } else {
                for glyph in run.glyphs { try addJob(run.font.outline(of: glyph.id), nil, .nonZero, transform * run.placement(of: glyph), job) }
            }
        }
    }
    private func addJob(_ path: Path, _ stroke: StrokeStyle?, _ rule: FillRule, _ transform: AffineTransform, _ job: PieceJob) throws {
        guard let prepared = try paths.prepare(path, stroke: stroke, transform: transform) else { return }
        let job = job.of(prepared, transform, rule)
        if !job.box.isEmpty { pending.append(job) }
    }

    // MARK: Paint

    /// Returns the paint in the form that a shader program reads, and the colour of the pieces; nil if the paint draws nothing.
    private func ink(_ paint: Paint, alpha: Double, _ transform: AffineTransform) throws -> (paint: BatchPaint, color: SIMD4<UInt16>)? {
        let alpha = alpha.clampedToUnit
        switch paint {
        case .color(let color): return (.color, color.words(alpha: alpha))
        case .gradient(let gradient):
            guard var uniforms = GradientUniforms(gradient, transform: transform) else { return nil }
            if uniforms.hasManyRamps {
                guard uniforms.ramps.count <= GradientUniforms.mostRamps else {
                    throw CanvasError(.limitExceeded, "a gradient", "has \(gradient.stops.count) stops", remedy: "use at most \(GradientUniforms.mostRamps + 1)")
                }
                uniforms.texture = SharedTexture(try images.texture(uniforms, stops: gradient.stops, device: device))
            }
            return (.gradient(uniforms), Color.white.words(alpha: alpha))
        case .pattern(let pattern):
            guard pattern.image.width > 0, pattern.image.height > 0 else { return nil }
            let picture = try images.texture(pattern.image, device: device)
            guard let uniforms = PatternUniforms(pattern, transform: transform, picture: picture) else { return nil }
            return (.pattern(uniforms), Color.white.words(alpha: alpha))
        }
    }

    // MARK: Batches

    /// Draws the pending jobs to a surface. The jobs join the previous batch if its key is equal.
    private func addBatch(_ key: BatchKey, onto surface: Surface) throws {
        defer { pending.removeAll(keepingCapacity: true) }
        guard !pending.isEmpty else { return }
        var backdrop: Backdrop?
        if key.composite.formula != nil {
            let copy = try self.backdrop(of: surface, pending.reduce(PixelBox.empty) { $0.union($1.box) })
            lend(copy.surface, to: surface)
            backdrop = copy
        }
        surface.add(pending[...], key, backdrop)
    }
}

extension Surface {
    /// Adds jobs to the previous batch if that batch has the same key and neither batch has a backdrop; otherwise to a new batch.
    func add(_ added: ArraySlice<PieceJob>, _ key: BatchKey, _ backdrop: Backdrop? = nil) {
        let first = jobs.count
        if added.count == 1 { jobs.append(added[added.startIndex]) } else { jobs.append(contentsOf: added) }
        if backdrop == nil, let i = batches.indices.last, batches[i].backdrop == nil, batches[i].key == key {
            batches[i].jobs = batches[i].jobs.lowerBound..<jobs.count
        } else {
            batches.append(Batch(key: key, jobs: first..<jobs.count, backdrop: backdrop))
        }
    }
}
