public import Canvas
import Raster

/// A drawn line that grows branches with leaves.
///
///     var vine = Vine(seed: 1)
///     try vine.begin(at: Point(40, 300), time: 0)
///     try vine.extend(to: Point(180, 220), time: 0.4)
///     vine.draw(into: &canvas, at: 0.9)
///
/// A branch begins every 100 points along the line and extends up to 50 points to either side and up or down. The branch is a cubic curve
/// from the start s to the end e = s ± L, with the control points e ± L/2 and e ± L/4. The length L is random. The signs are random too,
/// and are chosen for x and y separately. In one second, the stroke of a branch grows from nothing to its full length, and a leaf grows at
/// its end. A vine is a value: its appearance depends only on the seed, the drawn points and the requested time.
public struct Vine: Sendable {
    /// The kind of leaves.
    public enum Leaf: String, Sendable, Hashable, CaseIterable {
        /// A berry: a disc with a highlight, in the leaves' colour.
        case circle
        /// A leaf blade with a rib; the leaf points away from its branch.
        case natural
    }
    /// The sizes and colours of a vine.
    public struct Style: Sendable, Hashable {
        /// The distance between branches along the line, in points; 1 to 10,000.
        public var branchDistance = 100.0
        /// The maximum length L of a branch, in points; 0 to 1000.
        public var branchLength = 50.0
        /// The size of a leaf, in points; 0 to 1000.
        public var leafSize = 10.0
        /// The width of the line, in points; branches have half of this width. 0 to 1000.
        public var width = 5.0
        /// The colour of lines and branches.
        public var color = Color(78.0 / 255, 154.0 / 255, 131.0 / 255)
        /// The colour of leaves; nil for a lighter colour than the colour of the lines.
        public var leafColor: Color?
        /// The kind of the leaves.
        public var leaf = Leaf.circle
        /// The time in which a branch grows, in seconds; 0.001 to 1000.
        public var growth = 1.0
        /// Creates the default style.
        public init() {}
    }
    /// A branch.
    public struct Branch: Sendable, Hashable {
        /// The point where the branch leaves the line.
        public var start: Point
        /// The control point next to the start.
        public var control1: Point
        /// The control point next to the end.
        public var control2: Point
        /// The end, where the branch's leaf is.
        public var end: Point
        /// The time at which the branch began to grow, in seconds.
        public var time: Double
        /// The branch's index among all branches of the vine; its random numbers are derived from this index.
        public var number: Int
        /// Returns the branch's growth at the given time: 0 to 1.
        public func progress(at time: Double, growth: Double) -> Double { min(max((time - self.time) / growth, 0), 1) }
    }
    /// A line from press to release.
    struct Line: Sendable {
        var points: [Point]
        var times: [Double]
        /// The length from the first point to the last.
        var length = 0.0
        var branches: [Branch] = []
    }
    /// The maximum number of points of all lines together.
    public static let maximumPoints = 100_000
    /// The maximum number of branches.
    public static let maximumBranches = 20_000

    /// The seed of the random numbers.
    public let seed: UInt64
    /// The sizes and colours. `branchDistance` and `branchLength` apply only to later points; the other properties apply to the whole vine.
    public var style = Style()
    private(set) var lines: [Line] = []
    private var pointCount = 0
    private var branchCount = 0

    /// Creates an empty vine.
    public init(seed: UInt64 = 1) { self.seed = seed }
    /// All branches, in the order in which they began.
    public var branches: [Branch] { lines.flatMap(\.branches) }
    /// Returns true if the vine's picture still changes after this time, because a line is not complete or a branch has not reached
    /// its full length.
    public func isGrowing(at time: Double) -> Bool {
        lines.contains { line in (line.times.last ?? 0) > time || line.branches.contains { $0.time + style.growth > time } }
    }
    /// Removes all lines and branches.
    public mutating func removeAll() {
        lines = []
        pointCount = 0
        branchCount = 0
    }

    /// Begins a line at a point; `time` is in seconds.
    public mutating func begin(at point: Point, time: Double) throws(CanvasError) {
        try validate(point, time)
        lines.append(Line(points: [point], times: [time]))
        pointCount += 1
    }
    /// Continues the line, or begins a line if no line is being drawn. Branches begin at every multiple of `branchDistance` along the
    /// line, at the time at which the line reached that position.
    /// - Throws: `CanvasError` if a number is not finite or a limit of points or branches is exceeded.
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
            throw CanvasError(.invalidCoordinate, "a point of the vine", "is (\(point.x), \(point.y)) at \(time)",
                              remedy: "give finite numbers, up to a million points")
        }
        guard pointCount < Vine.maximumPoints else {
            throw CanvasError(.limitExceeded, "the vine", "has \(pointCount) points", remedy: "begin another vine")
        }
        let numbers = [(style.branchDistance, 1.0, 1e4), (style.branchLength, 0, 1000), (style.leafSize, 0, 1000), (style.width, 0, 1000),
                       (style.growth, 0.001, 1000)]
        guard numbers.allSatisfy({ $0.0 >= $0.1 && $0.0 <= $0.2 }) else {
            throw CanvasError(.invalidArgument, "the style of the vine", "has a number that is out of range", remedy: "see Vine.Style for the ranges")
        }
    }

    // MARK: Random numbers

    private func branch(at start: Point, time: Double) -> Branch {
        var chance = Chance(seed: seed, number: branchCount)
        let length = style.branchLength * chance.share()
        let end = start + chance.signs() * length
        return Branch(start: start, control1: end + chance.signs() * (length / 2), control2: end + chance.signs() * (length / 4), end: end, time: time,
                      number: branchCount)
    }
    /// The random numbers for a seed and an index. Each branch has its own sequence, independent of earlier branches.
    struct Chance {
        private var random: SplitMix64
        init(seed: UInt64, number: Int) {
            random = SplitMix64(seed: (seed &+ 0x632B_E59B_D9B4_E019) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: number) &* 0xD1B5_4A32_D192_ED03)
        }
        /// Returns a random number above 0, up to 1.
        mutating func share() -> Double { random.unit() + 0x1p-53 }
        mutating func signs() -> Point {
            let bits = random.next()
            return Point(bits & 1 == 0 ? -1 : 1, bits & 2 == 0 ? -1 : 1)
        }
    }
}
