import Raster

/// A shape to draw on a surface, with all data that a thread needs to find its pieces.
struct PieceJob {
    enum Shape {
        /// The whole box.
        case box
        /// Lines, their transform to pixels, and their fill rule.
        case lines(PathReference, AffineTransform, FillRule)
        /// Glyphs, shifted by whole pixels.
        case glyphs(PreparedGlyphs, x: Int, y: Int)
        case shadow(ShadowCast)
    }
    var shape = Shape.box
    /// The visible pixels.
    var box: PixelBox
    /// The clip within the box; nil if the whole box is visible.
    var clip: ClipBytes?
    var color: SIMD4<UInt16>
    /// `left` and `top`: the surface's upper left pixel. `height`: the surface's height in pixels.
    let left: Int32, top: Int32, height: Int32

    /// An estimate of the time to find and write the pieces.
    var weight = 64

    /// Creates a job that fills a box. The functions `of` return the job with another shape.
    init(box: PixelBox, clip: ClipBytes?, color: SIMD4<UInt16>, on surface: Surface) {
        self.box = box; self.clip = clip; self.color = color
        (left, top, height) = (Int32(surface.box.x0), Int32(surface.box.y0), Int32(surface.height))
    }

    /// Returns the job with another shape, visible in `box`.
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
    /// Returns the job with the lines of a path as its shape. The job's box is empty if no line is within the visible box.
    /// - Parameter transform: The transform for which the path was prepared.
    func of(_ path: PreparedPath, _ transform: AffineTransform, _ rule: FillRule) -> PieceJob {
        let placement = path.placement(transform)
        return of(PathReference(path), placement, rule, path.bounds)
    }
    /// - Parameters:
    ///   - placement: The transform from the lines to pixels.
    ///   - bounds: The bounds of the lines.
    func of(_ path: PathReference, _ placement: AffineTransform, _ rule: FillRule, _ bounds: Bounds) -> PieceJob {
        of(.lines(path, placement, rule), in: box.intersection(PixelBox(touching: bounds.transformed(by: placement))))
    }
    /// The maximum number of bytes of coverage that the pieces may need. Overlapping glyphs each have their own bytes.
    var largestByteCount: Int {
        let area = box.width * box.height
        return if case .glyphs(let glyphs, _, _) = shape { max(area, glyphs.byteCount) } else { area }
    }
    /// The minimum number of rows in a separate part. Pieces of large shapes are 8 rows high, and each part of a shadow also needs the rows
    /// around the part.
    var leastRows: Int { if case .shadow(let cast) = shape { max(32, 2 * cast.blur.sourceReach) } else { 32 } }

    /// The picture of glyphs that are visible as a whole, and its shift in pixels; nil for other jobs.
    var wholeGlyphs: (PreparedGlyphs, x: Int, y: Int)? {
        guard clip == nil, case .glyphs(let glyphs, let x, let y) = shape, box.contains(glyphs.box.moved(x, y)) else { return nil }
        return (glyphs, x, y)
    }
    /// Appends the pieces of the job. If `limit` is not nil, appends only the parts within this box.
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

/// A reference to a path that `PreparedPaths` retains: `PreparedPaths` removes no path before the end of the frame, and no job lives longer
/// than its frame. The reference is unowned: for thousands of jobs, updates of reference counts that all threads share would take longer
/// than the jobs themselves.
struct PathReference {
    let path: Unmanaged<PreparedPath>
    let pointCount: Int
    init(_ path: PreparedPath) {
        self.path = .passUnretained(path)
        pointCount = path.lines.points.count
    }
}

extension CoveragePiece {
    /// The value of `maskOffset` for a fully covered piece.
    static let whole: Int32 = -1
    /// Converts an index among the bytes of glyph pictures to its encoded form in `maskOffset`, a number below −1. The same function
    /// converts the encoded form back to the index.
    static func glyphOffset(_ offset: Int32) -> Int32 { -2 &- offset }

    init(_ box: PixelBox) { self.init(x: Int32(box.x0), y: Int32(box.y0), width: Int32(box.width), height: Int32(box.height)) }
}
extension PixelBox {
    init(_ piece: CoveragePiece) { self.init(x0: Int(piece.x), y0: Int(piece.y), x1: Int(piece.x + piece.width), y1: Int(piece.y + piece.height)) }
}
