/// Times of a frame as it is, and with a fault fixed. The two are measured alternately on one machine.
public struct AdviceMeasurement: Sendable, Hashable {
    /// Two times that were measured one right after the other, in milliseconds.
    public struct Pair: Sendable, Hashable {
        /// The time of the frame as it is.
        public let before: Double
        /// The time of the frame with the fault fixed.
        public let after: Double
    }
    /// The pairs in order; at least one.
    public let pairs: [Pair]

    /// The median of the frame as it is, in milliseconds.
    public var before: Double { AdviceMeasurement.median(pairs.map(\.before)) }
    /// The median of the frame with the fault fixed, in milliseconds.
    public var after: Double { AdviceMeasurement.median(pairs.map(\.after)) }
    /// The median of the pairs' savings, in milliseconds; below 0 if the frame with the fix takes longer. Other work of the machine
    /// slows both frames of a pair, so it hardly changes their difference.
    public var saving: Double { AdviceMeasurement.median(pairs.map { $0.before - $0.after }) }
    /// The number of pairs in which the frame with the fix was faster.
    public var fasterCount: Int { pairs.count { $0.after < $0.before } }
    /// The least share of the frame's time that a fix must save. Smaller savings vary from run to run, and nobody would notice
    /// them.
    static let leastShare = 0.01
    /// Whether the fix saves time: in the median at least a hundredth of the frame's time, and some time in at least three of four
    /// pairs. Chance alone seldom gives that.
    public var isFaster: Bool { saving > 0 && saving >= AdviceMeasurement.leastShare * before && 4 * fasterCount >= 3 * pairs.count }
    /// Whether the fix costs time: in the median, and in at least three of four pairs.
    public var isSlower: Bool { saving < 0 && 4 * pairs.count(where: { $0.after > $0.before }) >= 3 * pairs.count }

    private static func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
}
