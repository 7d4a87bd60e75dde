import Raster

/// One piece of advice: a fault, the draws with this fault, and the saving if the fault is fixed.
public struct Advice: Sendable {
    /// The kind of advice.
    public let name: AdviceName
    /// The draw numbers of the draws with the fault, in ascending order; empty if the fault belongs to no draw.
    public let draws: [Int]
    /// The source line that recorded the first of `draws`, as file:line; the name of the command or resource if `draws` is empty.
    public let site: String
    /// The fault, in a sentence.
    public let finding: String
    /// The suggested change, as a sentence.
    public let mend: String
    /// The work that the fix saves, such as "24 of 36 vertices".
    public let saving: String
    /// The frame's times with the fault and with the fix; nil if the times were not measured, or if the fixed frame cannot be
    /// drawn.
    public let measurement: AdviceMeasurement?
    /// The median times of the frame from `measurement`, in milliseconds: `before` without the fix, `after` with the fix. The value is nil
    /// if `measurement` is nil.
    public var milliseconds: (before: Double, after: Double)? { measurement.map { ($0.before, $0.after) } }
    /// Whether the fix is worthwhile on the machine that measured the times. If the advice is about time, the fix is worthwhile if the
    /// frame with the fix is faster. If the advice is about memory, the fix is worthwhile if the frame with the fix is not slower. If the
    /// advice is about the picture, or if there is no measurement, the fix always counts as worthwhile.
    public var pays: Bool {
        guard let measurement else { return true }
        return switch name.gain {
        case .time: measurement.isFaster
        case .memory: !measurement.isSlower
        case .picture: true
        }
    }
}
