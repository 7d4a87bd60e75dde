// FramePlanner+Shapes: from a shape to pieces of coverage, from paint to what programs read, and from both to batches.

import Raster

extension FramePlanner {
    /// Draws a shape without shadows, in a mode that changes only what the shape covers.
    func drawShape(_ draw: CanvasDraw, alpha: Double, mode: BlendMode, clip: Clip?, onto surface: Surface) throws {
        guard let composite = Composite(mode) else { return }
        let transform = AffineTransform.scale(scale) * draw.transform
        var paint = draw.paint
        if case .image(let image, let rectangle, let isSmooth) = draw.shape {
            guard image.width > 0, image.height > 0 else { return }
            let place = AffineTransform.translation(rectangle.x, rectangle.y) * .scale(rectangle.width / Double(image.width), rectangle.height / Double(image.height))
            paint = .pattern(ImagePattern(image, transform: place, tiling: .pad, isSmooth: isSmooth))
        }
        if mode == .clear { paint = .color(.black) }
        guard let ink = try ink(paint, alpha: mode == .clear ? 1 : alpha, transform) else { return }
        makeRoomInMask()
        let mask = try clips.mask(clip, within: surface.box, paths: paths, rasterizer: &rasterizer)
        let seen = mask.box.intersection(surface.box)
        guard !seen.isEmpty else { return }
        try cover(draw.shape, transform, within: seen, isCut: mask.bytes != nil)
        mask.apply(to: &coverage, from: 0)
        try addPieces(BatchKey(paint: ink.paint, composite: composite, mask: masks.count), ink.color, onto: surface)
    }
    /// Draws paint onto all that a mask leaves of a box.
    func drawBox(_ box: PixelBox, _ mask: ClipMask, _ paint: BatchPaint, _ color: SIMD4<UInt16>, _ composite: Composite, onto surface: Surface) throws {
        let box = box.intersection(mask.box).intersection(surface.box)
        guard !box.isEmpty else { return }
        makeRoomInMask()
        coverage.pieces.append(CoveragePiece(box))
        mask.apply(to: &coverage, from: 0)
        try addPieces(BatchKey(paint: paint, composite: composite, mask: masks.count), color, onto: surface)
    }

    // MARK: Coverage

    private func cover(_ shape: CanvasDraw.Shape, _ transform: AffineTransform, within box: PixelBox, isCut: Bool) throws {
        switch shape {
        case .everything: coverage.pieces.append(CoveragePiece(box))
        case .fill(let path, let rule): try cover(path, nil, rule, transform, box)
        case .stroke(let path, let style): try cover(path, style, .nonZero, transform, box)
        case .image(_, let rectangle, _): try cover(Path(rectangle: rectangle), nil, .nonZero, transform, box)
        case .glyphs(let run): try glyphs.cover(run, transform, within: box, isShared: !isCut, paths: paths, rasterizer: &rasterizer, into: &coverage)
        }
    }
    private func cover(_ path: Path, _ stroke: StrokeStyle?, _ rule: FillRule, _ transform: AffineTransform, _ box: PixelBox) throws {
        guard let prepared = try paths.prepare(path, stroke: stroke, transform: transform) else { return }
        let placement = prepared.placement(transform)
        let seen = box.intersection(PixelBox(touching: prepared.bounds.transformed(by: placement)))
        guard !seen.isEmpty else { return }
        rasterizer.cover(prepared.lines, placement, rule, within: seen, into: &coverage)
    }

    // MARK: Paint

    /// nil for paint that draws nothing.
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

    /// Turns the pieces into corners on a surface, in the batch before if that draws alike.
    private func addPieces(_ key: BatchKey, _ color: SIMD4<UInt16>, onto surface: Surface) throws {
        defer { coverage.pieces.removeAll(keepingCapacity: true) }
        guard !coverage.pieces.isEmpty else { return }
        var backdrop: Backdrop?
        if key.composite.formula != nil {
            let copy = try self.backdrop(of: surface, coverage.pieces.reduce(PixelBox.empty) { $0.union(PixelBox($1)) })
            lend(copy.surface, to: surface)
            backdrop = copy
        }
        let first = surface.vertices.count / 4
        for piece in coverage.pieces { surface.add(piece, color) }
        let last = surface.vertices.count / 4
        if backdrop == nil, let i = surface.batches.indices.last, surface.batches[i].backdrop == nil, surface.batches[i].key == key {
            surface.batches[i].pieces = surface.batches[i].pieces.lowerBound..<last
        } else {
            surface.batches.append(Batch(key: key, pieces: first..<last, backdrop: backdrop))
        }
    }
}

extension Surface {
    fileprivate func add(_ piece: CoveragePiece, _ color: SIMD4<UInt16>) {
        let x = Int32(truncatingIfNeeded: Int(piece.x) - box.x0), y = Int32(truncatingIfNeeded: Int(piece.y) - box.y0)
        let isWhole = piece.maskOffset < 0
        let stepX: Int16 = isWhole ? 0 : 1, stepY: Int16 = isWhole ? 0 : Int16(truncatingIfNeeded: -piece.width)
        let base = isWhole ? 0 : piece.maskOffset + (Int32(truncatingIfNeeded: height) - 1 - y) * piece.width - x
        let left = Int16(truncatingIfNeeded: x), top = Int16(truncatingIfNeeded: y)
        let right = Int16(truncatingIfNeeded: x + piece.width), bottom = Int16(truncatingIfNeeded: y + piece.height)
        vertices.append(PieceVertex(x: left, y: top, maskBase: base, stepX: stepX, stepY: stepY, color: color))
        vertices.append(PieceVertex(x: right, y: top, maskBase: base, stepX: stepX, stepY: stepY, color: color))
        vertices.append(PieceVertex(x: left, y: bottom, maskBase: base, stepX: stepX, stepY: stepY, color: color))
        vertices.append(PieceVertex(x: right, y: bottom, maskBase: base, stepX: stepX, stepY: stepY, color: color))
    }
}

extension CoveragePiece {
    init(_ box: PixelBox) { self.init(x: Int32(box.x0), y: Int32(box.y0), width: Int32(box.width), height: Int32(box.height)) }
}
extension PixelBox {
    init(_ piece: CoveragePiece) { self.init(x0: Int(piece.x), y0: Int(piece.y), x1: Int(piece.x + piece.width), y1: Int(piece.y + piece.height)) }
}
