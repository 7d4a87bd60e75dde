/// The times of an unchanged frame, and of the same frame with a fault fixed. The unchanged frame and the fixed frame are measured
/// alternately on one machine.
public struct AdviceMeasurement: Sendable, Hashable {
    /// Two times in milliseconds, measured directly after each other.
    public struct Pair: Sendable, Hashable {
        /// The time of the unchanged frame.
        public let before: Double
        /// The time of the frame with the fault fixed.
        public let after: Double
    }
    /// The pairs in the order of measurement; at least one pair.
    public let pairs: [Pair]

    /// The median time of the unchanged frame, in milliseconds.
    public var before: Double { AdviceMeasurement.median(pairs.map(\.before)) }
    /// The median time of the frame with the fault fixed, in milliseconds.
    public var after: Double { AdviceMeasurement.median(pairs.map(\.after)) }
    /// The median of the pairs' savings, in milliseconds; below 0 if the frame with the fix takes longer. Other work of the machine slows
    /// both frames of a pair, and therefore hardly changes the difference between their times.
    public var saving: Double { AdviceMeasurement.median(pairs.map { $0.before - $0.after }) }
    /// The number of pairs in which the frame with the fix was faster.
    public var fasterCount: Int { pairs.count { $0.after < $0.before } }
    /// The frame with the fix counts as faster only if the fix saves at least this share of the unchanged frame's time. Smaller savings
    /// vary from run to run, and nobody would notice such savings.
    static let leastShare = 0.01
    /// Whether the fix saves time. The median saving must be at least a hundredth of the frame's time, and the frame with the fix must be
    /// faster in at least three quarters of the pairs. Without a real saving, chance seldom makes both conditions true.
    public var isFaster: Bool { saving > 0 && saving >= AdviceMeasurement.leastShare * before && 4 * fasterCount >= 3 * pairs.count }
    /// Whether the fix costs time. The median saving must be negative, and the frame with the fix must be slower in at least three
    /// quarters of the pairs.
    public var isSlower: Bool { saving < 0 && 4 * pairs.count(where: { $0.after > $0.before }) >= 3 * pairs.count }

    private static func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
}
