public import Canvas
import Raster

/// A line that grows branches with leaves while it is drawn.
///
///     var vine = Vine(seed: 1)
///     try vine.begin(at: Point(40, 300), time: 0)
///     try vine.extend(to: Point(180, 220), time: 0.4)
///     vine.draw(into: &canvas, at: 0.9)
///
/// Every 100 points along the line a branch begins, up to 50 points to either side and up or down: a cubic curve from the start s to the end
/// e = s ± L, with the control points e ± L/2 and e ± L/4, signs and L of chance, x and y apart. Its stroke grows from 0 to 1 in one second, and a leaf at its end
/// with it. A value: what it looks like depends on the seed, what was drawn, and the time asked for.
public struct Vine: Sendable {
    /// What a leaf is.
    public enum Leaf: String, Sendable, Hashable, CaseIterable {
        /// A berry: a disc with a light on it, in the leaves' colour.
        case circle
        /// A blade with a rib, which points away from its branch.
        case natural
    }
    /// Numbers and colours.
    public struct Style: Sendable, Hashable {
        /// The distance along the line from branch to branch, in points; 1 to 10,000.
        public var branchDistance = 100.0
        /// The largest L of a branch, in points; 0 to 1000.
        public var branchLength = 50.0
        /// The extent of a leaf, in points; 0 to 1000.
        public var leafSize = 10.0
        /// The width of the line, in points; branches have half of it. 0 to 1000.
        public var width = 5.0
        /// The colour of lines and branches.
        public var color = Color(78.0 / 255, 154.0 / 255, 131.0 / 255)
        /// The colour of leaves; nil takes a lighter colour than the lines', which stands out from them.
        public var leafColor: Color?
        /// The kind of the leaves.
        public var leaf = Leaf.circle
        /// Seconds in which a branch grows; 0.001 to 1000.
        public var growth = 1.0
        /// The usual style.
        public init() {}
    }
    /// A branch.
    public struct Branch: Sendable, Hashable {
        /// Where it leaves the line.
        public var start: Point
        /// Next to the start.
        public var control1: Point
        /// Next to the end.
        public var control2: Point
        /// Where its leaf is.
        public var end: Point
        /// When it began to grow, in seconds.
        public var time: Double
        /// Its place among all branches of the vine, which picks what chance gives it.
        public var number: Int
        /// How far it has grown at a time: 0 to 1.
        public func progress(at time: Double, growth: Double) -> Double { min(max((time - self.time) / growth, 0), 1) }
    }
    /// A line from press to release.
    struct Line: Sendable {
        var points: [Point]
        var times: [Double]
        /// From the first point to the last.
        var length = 0.0
        var branches: [Branch] = []
    }
    /// The most points of all lines together.
    public static let maximumPoints = 100_000
    /// The most branches.
    public static let maximumBranches = 20_000

    /// What chance is drawn from.
    public let seed: UInt64
    /// Numbers and colours. Distances apply to what is drawn from now on, the rest to all.
    public var style = Style()
    private(set) var lines: [Line] = []
    private var pointCount = 0
    private var branchCount = 0

    /// An empty vine.
    public init(seed: UInt64 = 1) { self.seed = seed }
    /// All branches, in the order in which they began.
    public var branches: [Branch] { lines.flatMap(\.branches) }
    /// Whether the drawing of a later time is another one: a line is not drawn to its end yet, or a branch has not its full size.
    public func isGrowing(at time: Double) -> Bool {
        lines.contains { line in (line.times.last ?? 0) > time || line.branches.contains { $0.time + style.growth > time } }
    }
    /// Takes everything away.
    public mutating func removeAll() {
        lines = []
        pointCount = 0
        branchCount = 0
    }

    /// Begins a line at a time in seconds.
    public mutating func begin(at point: Point, time: Double) throws(CanvasError) {
        try validate(point, time)
        lines.append(Line(points: [point], times: [time]))
        pointCount += 1
    }
    /// Goes on with the line, and begins one where there is none. Branches begin between the last point and this one, where and when the line came past.
    /// - Throws: `CanvasError` for numbers that are not finite, and beyond the limits of points and branches.
    public mutating func extend(to point: Point, time: Double) throws(CanvasError) {
        try validate(point, time)
        guard let line = lines.last, let last = line.points.last, let lastTime = line.times.last else { return try begin(at: point, time: time) }
        let way = point - last, distance = (way * way).sum().squareRoot()
        guard distance > 0 else { return }
        let step = style.branchDistance, first = (line.length / step).rounded(.down) + 1, count = ((line.length + distance) / step).rounded(.down) - first + 1
        guard count + Double(branchCount) <= Double(Vine.maximumBranches) else {
            throw CanvasError(.limitExceeded, "the vine", "has \(branchCount) branches", remedy: "begin another vine; the limit is \(Vine.maximumBranches)")
        }
        for i in 0..<max(Int(count), 0) {
            let share = ((first + Double(i)) * step - line.length) / distance
            lines[lines.count - 1].branches.append(branch(at: last + way * share, time: lastTime + (max(time, lastTime) - lastTime) * share))
            branchCount += 1
        }
        lines[lines.count - 1].points.append(point)
        lines[lines.count - 1].times.append(max(time, lastTime))
        lines[lines.count - 1].length += distance
        pointCount += 1
    }
    private func validate(_ point: Point, _ time: Double) throws(CanvasError) {
        guard abs(point.x) <= 1e6, abs(point.y) <= 1e6, abs(time) <= 1e12 else {
            throw CanvasError(.invalidCoordinate, "a point of the vine", "is (\(point.x), \(point.y)) at \(time)", remedy: "give finite numbers, up to a million points")
        }
        guard pointCount < Vine.maximumPoints else {
            throw CanvasError(.limitExceeded, "the vine", "has \(pointCount) points", remedy: "begin another vine")
        }
        let numbers = [(style.branchDistance, 1.0, 1e4), (style.branchLength, 0, 1000), (style.leafSize, 0, 1000), (style.width, 0, 1000), (style.growth, 0.001, 1000)]
        guard numbers.allSatisfy({ $0.0 >= $0.1 && $0.0 <= $0.2 }) else {
            throw CanvasError(.invalidArgument, "the style of the vine", "has a number that is out of range", remedy: "see Vine.Style for the ranges")
        }
    }

    // MARK: Chance

    private func branch(at start: Point, time: Double) -> Branch {
        var chance = Chance(seed: seed, number: branchCount)
        let length = style.branchLength * chance.share()
        let end = start + chance.signs() * length
        return Branch(start: start, control1: end + chance.signs() * (length / 2), control2: end + chance.signs() * (length / 4), end: end, time: time, number: branchCount)
    }
    /// What chance says for a seed and a number: each branch has its own, whatever came before.
    struct Chance {
        private var random: SplitMix64
        init(seed: UInt64, number: Int) {
            random = SplitMix64(seed: (seed &+ 0x632B_E59B_D9B4_E019) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: number) &* 0xD1B5_4A32_D192_ED03)
        }
        /// Above 0, up to 1.
        mutating func share() -> Double { random.unit() + 0x1p-53 }
        mutating func signs() -> Point {
            let bits = random.next()
            return Point(bits & 1 == 0 ? -1 : 1, bits & 2 == 0 ? -1 : 1)
        }
    }
}
