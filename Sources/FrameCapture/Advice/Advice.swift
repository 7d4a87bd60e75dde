import Raster

/// The kinds of advice, with the names that other developer tools use.
///
/// Some names of those tools are missing, because their faults cannot occur in Raster:
/// - *Recommend Using VBO* and *Recommend Using VAO*: vertices always come from buffers, and vertex layouts are part of a pipeline.
/// - *State Query Call Count*: programs cannot query state.
/// - *Unnecessary Logical Buffer Store*: passes have no store action.
/// - *Dependent Texture Sampling* and *Shader Dynamic Branching*: computed texture coordinates and branches cost only the
///   instructions that they execute, and a profile counts those.
///
/// Attributes outside of their buffer need no advice, because they are errors.
public enum AdviceName: String, Sendable, Hashable, CaseIterable {
    /// A transfer, an update or a clear that leaves all bits as they were.
    case redundantCall = "Redundant Call"
    /// A draw that leaves all bits as they were.
    case drawWithoutEffect = "Draw Without Effect"
    /// Triangles or lines without indices whose vertices occur several times.
    case recommendIndexedRendering = "Recommend Indexed Rendering"
    /// Pipelines that alternate, although the draws of one pipeline could follow one another.
    case inefficientStateUpdate = "Inefficient State Update"
    /// A pass that keeps what its attachment held, although it overwrites all of it.
    case logicalBufferLoad = "Logical Buffer Load"
    /// A texture whose contents a smaller format stores exactly.
    case textureFormatCompactness = "Texture Format Compactness"
    /// A texture that a draw reads, and that holds nothing but zeros.
    case uninitializedTextureData = "Uninitialized Texture Data"
    /// A sampler that uses mip levels, for a texture without a complete mip chain.
    case mipmappingWithoutChain = "Mipmapping Without Complete Mip Chain"
    /// A discard that never discards, but keeps the depth test from running before the shader.
    case lossOfDepthTestOptimizations = "Loss of Depth Test Hardware Optimizations"
    /// Blending whose result is the same as without blending.
    case blendingWithoutEffect = "Blending Without Effect"

    /// What a fix improves.
    public enum Gain: Sendable, Hashable {
        /// The frame takes less time.
        case time
        /// The frame takes less memory; it must not take more time.
        case memory
        /// The picture is right, whatever time and memory that takes.
        case picture
    }
    /// What a fix for this kind of advice improves.
    public var gain: Gain {
        switch self {
        case .redundantCall, .drawWithoutEffect, .recommendIndexedRendering, .inefficientStateUpdate, .logicalBufferLoad, .lossOfDepthTestOptimizations,
             .blendingWithoutEffect: .time
        case .textureFormatCompactness: .memory
        case .uninitializedTextureData, .mipmappingWithoutChain: .picture
        }
    }
}

/// One piece of advice: a fault, the draws that have it, and the saving if it is fixed.
public struct Advice: Sendable {
    /// The kind.
    public let name: AdviceName
    /// The numbers of the draws with the fault, in rising order; empty if the fault belongs to no draw.
    public let draws: [Int]
    /// The place in the source that recorded the first of these draws, as file:line; without draws, the name of the command or
    /// resource.
    public let site: String
    /// The fault, in a sentence.
    public let finding: String
    /// What to change, in a sentence.
    public let mend: String
    /// The work that the fix saves, such as "24 of 36 vertices".
    public let saving: String
    /// The frame's times with the fault and with the fix; nil if it was not measured, or if no frame with the fix can be drawn.
    public let measurement: AdviceMeasurement?
    /// Medians of `measurement`, in milliseconds.
    public var milliseconds: (before: Double, after: Double)? { measurement.map { ($0.before, $0.after) } }
    /// Whether the fix is worthwhile on the machine that measured it. Advice that saves time pays if the frame with the fix is
    /// faster. Advice that saves memory pays if the frame with the fix is not slower. Advice for the picture, and advice without a
    /// measurement, always pays.
    public var pays: Bool {
        guard let measurement else { return true }
        return switch name.gain {
        case .time: measurement.isFaster
        case .memory: !measurement.isSlower
        case .picture: true
        }
    }
}

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

/// The time of a frame with a part of its work removed. It shows which part makes the frame slow.
public struct FrameLimit: Sendable {
    /// The part that was removed.
    public let experiment: String
    /// Medians of the frame as it is and without the part, drawn alternately on this machine, in milliseconds.
    public let milliseconds: (before: Double, after: Double)
    /// The share of the frame's time that the part takes, 0 to 1.
    public var share: Double { milliseconds.before > 0 ? min(1, max(0, 1 - milliseconds.after / milliseconds.before)) : 0 }
}
