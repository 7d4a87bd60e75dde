import Raster

/// A shape that is drawn to a surface, with all that a thread has to know to find its pieces.
struct PieceJob {
    enum Shape {
        /// All of the box.
        case box
        /// Lines, and from them to pixels.
        case lines(PathReference, AffineTransform, FillRule)
        /// Glyphs, moved by whole pixels.
        case glyphs(PreparedGlyphs, x: Int, y: Int)
        case shadow(ShadowCast)
    }
    var shape = Shape.box
    /// The pixels that can be seen.
    var box: PixelBox
    /// What the clip leaves of the box; nil for all of it.
    var clip: ClipBytes?
    var color: SIMD4<UInt16>
    /// The surface's upper left pixel and its height.
    let left: Int32, top: Int32, height: Int32

    /// About how long it takes to find the pieces, and to write them.
    var weight = 64

    /// Draws all of a box; `of` gives it another shape.
    init(box: PixelBox, clip: ClipBytes?, color: SIMD4<UInt16>, on surface: Surface) {
        self.box = box; self.clip = clip; self.color = color
        (left, top, height) = (Int32(surface.box.x0), Int32(surface.box.y0), Int32(surface.height))
    }

    /// The job of a shape, of which some pixels can be seen.
    func of(_ shape: Shape, in box: PixelBox) -> PieceJob {
        var job = self
        (job.shape, job.box) = (shape, box)
        let area = box.width * box.height
        switch shape {
        case .box: job.weight = 64 + (clip == nil ? 0 : area / 16)
        case .lines(let reference, _, _): job.weight = 64 + reference.pointCount * 4 + area / 16
        case .glyphs: job.weight = 64 + area / 64
        case .shadow(let cast): job.weight = 256 + area / 4 + cast.shapes.reduce(0) { $0 + $1.weight }
        }
        return job
    }
    /// The job of a path's lines under the transform that they were prepared for; its box is empty where nothing of them can be seen.
    func of(_ path: PreparedPath, _ transform: AffineTransform, _ rule: FillRule) -> PieceJob {
        let placement = path.placement(transform)
        return of(PathReference(path), placement, rule, path.bounds)
    }
    /// - Parameters:
    ///   - placement: from the lines to pixels.
    ///   - bounds: those of the lines.
    func of(_ path: PathReference, _ placement: AffineTransform, _ rule: FillRule, _ bounds: Bounds) -> PieceJob {
        of(.lines(path, placement, rule), in: box.intersection(PixelBox(touching: bounds.transformed(by: placement))))
    }
    /// The bytes of coverage that the pieces may need. Glyphs that lie on one another each have their own.
    var largestByteCount: Int {
        let area = box.width * box.height
        return if case .glyphs(let glyphs, _, _) = shape { max(area, glyphs.byteCount) } else { area }
    }
    /// The fewest rows that are worth a part of their own: large shapes' pieces are 8 rows high, and each part of a shadow needs the rows around it, too.
    var leastRows: Int { if case .shadow(let cast) = shape { max(32, 2 * cast.blur.sourceReach) } else { 32 } }

    /// The picture of glyphs that are seen as a whole, and by how many pixels it is moved; nil for other jobs.
    var wholeGlyphs: (PreparedGlyphs, x: Int, y: Int)? {
        guard clip == nil, case .glyphs(let glyphs, let x, let y) = shape, box.contains(glyphs.box.moved(x, y)) else { return nil }
        return (glyphs, x, y)
    }
    /// Appends the pieces, or those that lie within a limit.
    func cover(within limit: PixelBox? = nil, by rasterizer: inout CoverageRasterizer, _ caster: ShadowCaster, into coverage: inout Coverage) {
        let box = limit.map { self.box.intersection($0) } ?? self.box
        if box.isEmpty { return }
        let first = coverage.pieces.count
        switch shape {
        case .box: coverage.pieces.append(CoveragePiece(box))
        case .lines(let reference, let transform, let rule):
            reference.path._withUnsafeGuaranteedRef { rasterizer.cover($0, transform, rule, within: box, into: &coverage) }
        case .glyphs(let glyphs, let x, let y): glyphs.append(x, y, within: box, to: &coverage)
        case .shadow(let cast): caster.cover(cast, within: box, by: &rasterizer, into: &coverage)
        }
        clip?.apply(to: &coverage, from: first)
    }
}

/// A path that `PreparedPaths` keeps: it forgets none before the frame's end, and jobs live no longer. Unsafe because a count of references that all threads change, for each
/// of thousands of jobs, takes longer than the jobs themselves.
struct PathReference {
    let path: Unmanaged<PreparedPath>
    let pointCount: Int
    init(_ path: PreparedPath) {
        self.path = .passUnretained(path)
        pointCount = path.lines.points.count
    }
}

extension CoveragePiece {
    /// The offset of a piece that is covered wholly.
    static let whole: Int32 = -1
    /// Offsets among the bytes of whole glyphs are told from others by their sign; this gives one form for the other.
    static func glyphOffset(_ offset: Int32) -> Int32 { -2 &- offset }

    init(_ box: PixelBox) { self.init(x: Int32(box.x0), y: Int32(box.y0), width: Int32(box.width), height: Int32(box.height)) }
}
extension PixelBox {
    init(_ piece: CoveragePiece) { self.init(x0: Int(piece.x), y0: Int(piece.y), x1: Int(piece.x + piece.width), y1: Int(piece.y + piece.height)) }
}
