public import Canvas
import Raster

extension Vine {
    /// Draws the vine as it was at the given time in seconds; parts that were drawn later are left out.
    public func draw(into canvas: inout Canvas, at time: Double) {
        let branchStyle = StrokeStyle(width: style.width / 2, cap: .round, join: .round), lineStyle = StrokeStyle(width: style.width, cap: .round, join: .round)
        for line in lines {
            for branch in line.branches {
                let progress = branch.progress(at: time, growth: style.growth)
                guard progress > 0 else { continue }
                canvas.stroke(Vine.path(branch, to: progress), with: .color(style.color), style: branchStyle)
            }
            if let path = Vine.path(line, at: time) { canvas.stroke(path, with: .color(style.color), style: lineStyle) }
        }
        for branch in branches { draw(leafOf: branch, at: time, into: &canvas) }
    }

    /// Returns the part of a line that was drawn up to the given time: curves through the midpoints of the line's segments,
    /// with the line's points as control points.
    static func path(_ line: Line, at time: Double) -> Path? {
        let count = line.times.count { $0 <= time }
        guard count > 0 else { return nil }
        var points = Array(line.points[..<count])
        if count < line.points.count, line.times[count] > line.times[count - 1] {
            let share = (time - line.times[count - 1]) / (line.times[count] - line.times[count - 1])
            points.append(line.points[count - 1] + (line.points[count] - line.points[count - 1]) * share)
        }
        var path = Path()
        path.move(to: points[0])
        // A line of a single point is a dot.
        guard points.count > 2 else {
            path.line(to: points[points.count - 1])
            return path
        }
        path.line(to: (points[0] + points[1]) / 2)
        for i in 1..<(points.count - 1) { path.quadratic(to: (points[i] + points[i + 1]) / 2, control: points[i]) }
        path.line(to: points[points.count - 1])
        return path
    }

    /// Returns a branch's curve from its start to a fraction of its length.
    static func path(_ branch: Branch, to progress: Double) -> Path {
        let curve = Cubic(branch.start, branch.control1, branch.control2, branch.end)
        let part = curve.split(at: curve.parameter(atShare: progress)).first
        var path = Path()
        path.move(to: part.a)
        path.cubic(to: part.d, control1: part.b, control2: part.c)
        return path
    }

    /// A cubic Bézier curve.
    struct Cubic {
        var a: Point, b: Point, c: Point, d: Point
        init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) { self.a = a; self.b = b; self.c = c; self.d = d }
        /// Divides the curve by de Casteljau's construction.
        func split(at t: Double) -> (first: Cubic, point: Point) {
            let ab = a + (b - a) * t, bc = b + (c - b) * t, cd = c + (d - c) * t
            let abc = ab + (bc - ab) * t, bcd = bc + (cd - bc) * t, point = abc + (bcd - abc) * t
            return (Cubic(a, ab, abc, point), point)
        }
        /// Returns the curve's parameter at a fraction of the curve's length. The length is approximated by 64 chords, so the
        /// result is exact to a fraction of a percent.
        func parameter(atShare share: Double) -> Double {
            let points = (0...64).map { split(at: Double($0) / 64).point }
            let lengths = zip(points, points.dropFirst()).map { (($1 - $0) * ($1 - $0)).sum().squareRoot() }
            var left = share * lengths.reduce(0, +)
            for (i, length) in lengths.enumerated() {
                if left <= length { return (Double(i) + (length > 0 ? left / length : 1)) / 64 }
                left -= length
            }
            return 1
        }
    }

    // MARK: Leaves

    private func draw(leafOf branch: Branch, at time: Double, into canvas: inout Canvas) {
        // A leaf unfolds during the second half of its branch's growth.
        let unfolded = max(0, 2 * branch.progress(at: time, growth: style.growth) - 1)
        let size = style.leafSize * unfolded
        guard size > 0 else { return }
        switch style.leaf {
        case .circle: drawBerry(at: branch.end, radius: size / 2, into: &canvas)
        case .natural: drawBlade(branch, size, into: &canvas)
        }
    }
    /// The colour of leaves: by default, leaves are lighter than lines, so that leaves are visible on lines.
    private var leafColor: Color { style.leafColor ?? style.color.mixed(with: Color(0.86, 0.95, 0.55), 0.5) }
    private func drawBerry(at center: Point, radius: Double, into canvas: inout Canvas) {
        let color = leafColor, light = color.mixed(with: .white, 0.55), dark = color.mixed(with: Color(0.04, 0.25, 0.22), 0.35)
        let berry = Path.disc(center, radius: radius), gleam = center + Point(-0.35, -0.4) * radius
        canvas.fill(berry, with: .gradient(.radial(center: gleam, radius: radius * 1.6, [light, color, dark])))
        canvas.stroke(berry, with: .color(dark), style: StrokeStyle(width: radius * 0.14))
    }
    /// Draws a bent leaf about twice as long as a berry is wide, in one of several greens.
    private func drawBlade(_ branch: Branch, _ extent: Double, into canvas: inout Canvas) {
        var chance = Chance(seed: seed ^ 0x4C65_6166, number: branch.number)
        let size = extent * (1.9 + 0.8 * chance.share()), bend = (chance.share() - 0.5) * 0.3, tone = chance.share()
        let out = branch.end - branch.control2, angle = PortableMath.arctangent(out.y, out.x) + (chance.share() - 0.5) * 0.7
        canvas.saved { canvas in
            canvas.translate(branch.end.x, branch.end.y)
            canvas.rotate(angle)
            canvas.scale(size, size)
            var blade = Path()
            blade.move(to: Point(0, 0))
            blade.cubic(to: Point(1, bend), control1: Point(0.18, -0.42), control2: Point(0.68, -0.36 + bend))
            blade.cubic(to: Point(0, 0), control1: Point(0.68, 0.36 + bend), control2: Point(0.18, 0.42))
            blade.close()
            let light = leafColor.mixed(with: Color(0.88, 0.95, 0.50), 0.15 + 0.35 * tone),
                dark = leafColor.mixed(with: Color(0.04, 0.27, 0.22), 0.3 + 0.3 * (1 - tone))
            canvas.fill(blade, with: .gradient(.linear(from: Point(0.2, -0.35), to: Point(0.5, 0.35), [light, dark])))
            var rib = Path()
            rib.move(to: Point(0, 0))
            rib.quadratic(to: Point(0.9, bend * 0.9), control: Point(0.5, 0))
            canvas.stroke(rib, with: .color(Color(1, 1, 0.85, 0.5)), style: StrokeStyle(width: 0.04, cap: .round))
        }
    }
}

extension Color {
    /// Returns the colour mixed with this share of another colour.
    func mixed(with other: Color, _ share: Double) -> Color {
        Color(red + (other.red - red) * share, green + (other.green - green) * share, blue + (other.blue - blue) * share, alpha + (other.alpha - alpha) * share)
    }
}
