// GlyphGrid: fits outlines to the pixel grid. A small glyph looks blurred if its edges lie between two pixel rows. Therefore, the heights
// that glyphs have in common (baseline, small letters, capitals, ascenders, descenders) are moved to whole rows, and the parts between
// these heights are stretched to fill the space between the rows. Horizontally, a glyph is stretched until its advance width is a whole
// number of pixels, and its first stem is moved to a whole column.

struct GlyphGrid {
    /// The coverage of each pixel, top row first. The upper left pixel lies `left` pixels to the right of the pen and `top`
    /// pixels above the baseline.
    struct Bitmap {
        var width = 0, height = 0, left = 0, top = 0
        var coverage: [UInt8] = []
        /// The advance width in pixels.
        var advance: Int
    }
    private let face: FontOutlines
    /// Pixels per font unit.
    private let unit: Double
    /// Pairs in rising order: a height in font units, and the height in pixels to which the first height is moved.
    private let heights: [(units: Double, pixels: Double)]
    /// The height of capitals, in pixels.
    let capHeight: Int

    /// - Parameter em: Pixels per em.
    init(_ face: FontOutlines, em: Double) {
        self.face = face
        let unit = em / face.unitsPerEm
        self.unit = unit
        func reach(_ letter: Unicode.Scalar) -> ClosedRange<Double>? {
            guard let points = face.glyph(of: letter.value)?.contours.joined().map(\.y), let low = points.min(), let high = points.max() else { return nil }
            return low...high
        }
        /// Returns the pixel heights of a flat letter and of a round letter. A round letter extends a little beyond a flat letter. If the
        /// difference is less than half a pixel, both letters get the same height.
        func zone(_ flat: Double, _ round: Double) -> [(units: Double, pixels: Double)] {
            let pixels = (flat * unit).rounded(), beyond = (round - flat) * unit
            let outer = (round, pixels + (abs(beyond) < 0.5 ? 0 : beyond))
            return round < flat ? [outer, (flat, pixels)] : [(flat, pixels), outer]
        }
        let overshoot = max(0, -(reach("o")?.lowerBound ?? 0))
        var heights: [(units: Double, pixels: Double)] = []
        if let low = reach("p")?.lowerBound, low < 0 { heights.append((low, (low * unit).rounded())) }
        heights += zone(0, -overshoot)
        for letter in ["x", "H", "d"] as [Unicode.Scalar] { if let high = reach(letter)?.upperBound, high > 0 { heights += zone(high, high + overshoot) } }
        // In some fonts, two of these heights are equal, for example the heights of capitals and of "d". If a height is not above the
        // previous height, the height is left out.
        var rising: [(units: Double, pixels: Double)] = []
        for height in heights where rising.last.map({ $0.units < height.units && $0.pixels <= height.pixels }) ?? true { rising.append(height) }
        self.heights = rising
        capHeight = Int(((reach("H")?.upperBound ?? face.unitsPerEm * 0.7) * unit).rounded())
    }

    private func height(_ y: Double) -> Double {
        guard let first = heights.first, let last = heights.last else { return y * unit }
        if y <= first.units { return first.pixels + (y - first.units) * unit }
        for (a, b) in zip(heights, heights.dropFirst()) where y <= b.units { return a.pixels + (y - a.units) * (b.pixels - a.pixels) / (b.units - a.units) }
        return last.pixels + (y - last.units) * unit
    }

    /// Draws the character to a bitmap; nil if the font lacks the character.
    func bitmap(of scalar: UInt32) -> Bitmap? {
        guard let glyph = face.glyph(of: scalar) else { return nil }
        let wide = glyph.advance * unit, advance = wide > 0 ? max(1, wide.rounded()) : 0, stretch = wide > 0 ? advance / wide : 1
        let contours = glyph.contours.map { contour in contour.map { SIMD2($0.x * unit * stretch, height($0.y)) } }
        let shift = firstStem(contours).map { $0.rounded() - $0 } ?? 0
        return GlyphGrid.bitmap(contours.map { contour in contour.map { SIMD2($0.x + shift, $0.y) } }, advance: Int(advance))
    }
    /// Returns the x coordinate of the leftmost vertical edge that is at least half as high as a capital; nil if there is no such edge.
    private func firstStem(_ contours: [[SIMD2<Double>]]) -> Double? {
        var first: Double?
        for contour in contours {
            for (i, a) in contour.enumerated() {
                let b = contour[(i + 1) % contour.count]
                if a.x == b.x, abs(a.y - b.y) * 2 >= Double(capHeight) { first = min(first ?? a.x, a.x) }
            }
        }
        return first
    }
    /// Returns the box for characters that no font has.
    func missing() -> Bitmap {
        let right = Double(max(3, capHeight * 2 / 3)), top = Double(capHeight), edge = max(1, (right / 8).rounded())
        func box(_ inset: Double) -> [SIMD2<Double>] {
            [SIMD2(1 + inset, inset), SIMD2(1 + inset, top - inset), SIMD2(1 + right - inset, top - inset), SIMD2(1 + right - inset, inset)]
        }
        return GlyphGrid.bitmap([box(0), box(edge).reversed()], advance: Int(right) + 2)
    }
    private static func bitmap(_ contours: [[SIMD2<Double>]], advance: Int) -> Bitmap {
        let points = contours.joined()
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let low = points.map(\.y).min(), let high = points.map(\.y).max(),
              right - left < 4096, high - low < 4096 else { return Bitmap(advance: advance) }
        let x = left.rounded(.down), top = high.rounded(.up)
        var raster = GlyphRaster(width: Int(right.rounded(.up) - x), height: Int(top - low.rounded(.down)))
        for contour in contours {
            for (i, a) in contour.enumerated() {
                let b = contour[(i + 1) % contour.count]
                raster.add(from: SIMD2(a.x - x, top - a.y), to: SIMD2(b.x - x, top - b.y))
            }
        }
        return Bitmap(width: raster.width, height: raster.height, left: Int(x), top: Int(top), coverage: raster.coverage, advance: advance)
    }
}
