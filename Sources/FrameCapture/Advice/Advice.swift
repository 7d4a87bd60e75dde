import Raster

/// The kinds of advice, named as in the tools that developers know.
///
/// Some names of those tools are missing, because Raster has nothing that they could find: vertices always come from buffers and vertex
/// layouts are part of a pipeline (*Recommend Using VBO*, *Recommend Using VAO*), no state is asked back (*State Query Call Count*), passes have no
/// action at their end (*Unnecessary Logical Buffer Store*), attributes outside of a buffer are errors, and texture coordinates that are computed,
/// and branches, cost what they execute, which a profile counts (*Dependent Texture Sampling*, *Shader Dynamic Branching*).
public enum AdviceName: String, Sendable, Hashable, CaseIterable {
    /// A transfer, an update or a clear that leaves all bits as they were.
    case redundantCall = "Redundant Call"
    /// A draw that leaves all bits as they were.
    case drawWithoutEffect = "Draw Without Effect"
    /// Triangles whose vertices are the same again and again, without indices.
    case recommendIndexedRendering = "Recommend Indexed Rendering"
    /// Pipelines that take turns, although their draws could follow one another.
    case inefficientStateUpdate = "Inefficient State Update"
    /// A pass that keeps what its attachment held, although nothing of it is seen.
    case logicalBufferLoad = "Logical Buffer Load"
    /// A texture whose contents a smaller format holds exactly.
    case textureFormatCompactness = "Texture Format Compactness"
    /// A texture that is read and holds nothing but zeros.
    case uninitializedTextureData = "Uninitialized Texture Data"
    /// A sampler that asks for mip levels of a texture that lacks them.
    case mipmappingWithoutChain = "Mipmapping Without Complete Mip Chain"
    /// A discard that discards nothing, but keeps the depth test from running before the shader.
    case lossOfDepthTestOptimizations = "Loss of Depth Test Hardware Optimizations"
    /// Blending that gives what writing without it gives.
    case blendingWithoutEffect = "Blending Without Effect"

    /// The gain that its mend is for.
    public enum Gain: Sendable, Hashable {
        /// The frame's time.
        case time
        /// Memory; the frame must not take longer for it.
        case memory
        /// The picture, whatever it takes.
        case picture
    }
    /// The gain that its mend is for.
    public var gain: Gain {
        switch self {
        case .redundantCall, .drawWithoutEffect, .recommendIndexedRendering, .inefficientStateUpdate, .logicalBufferLoad, .lossOfDepthTestOptimizations,
             .blendingWithoutEffect: .time
        case .textureFormatCompactness: .memory
        case .uninitializedTextureData, .mipmappingWithoutChain: .picture
        }
    }
}

/// One piece of advice: a fault, the draws that have it, and what its mend saves.
public struct Advice: Sendable {
    /// The kind.
    public let name: AdviceName
    /// Numbers of the draws concerned, in rising order; empty where it is no draw's fault.
    public let draws: [Int]
    /// The place in the source that recorded the first of them, as file:line; else the name of the command or resource.
    public let site: String
    /// What was found, in a sentence.
    public let finding: String
    /// What to change, in a sentence.
    public let mend: String
    /// What the mend saves of work, such as "24 of 36 vertices".
    public let saving: String
    /// The frame's times with the fault and with the mend; nil where nobody measured, and where no experiment can be drawn.
    public let measurement: AdviceMeasurement?
    /// Medians of these times, in milliseconds.
    public var milliseconds: (before: Double, after: Double)? { measurement.map { ($0.before, $0.after) } }
    /// Whether it pays on the machine that measured it: whether the frame is faster for advice that is to save time, and not slower for advice that saves
    /// memory. Advice that was not measured is taken to pay.
    public var pays: Bool {
        guard let measurement else { return true }
        return switch name.gain {
        case .time: measurement.isFaster
        case .memory: !measurement.isSlower
        case .picture: true
        }
    }
}

/// Times of a frame as it is and with a fault mended, measured in turns on one machine.
public struct AdviceMeasurement: Sendable, Hashable {
    /// Two times that were measured one after the other, in milliseconds.
    public struct Pair: Sendable, Hashable {
        /// Of the frame as it is.
        public let before: Double
        /// Of the frame with the fault mended.
        public let after: Double
    }
    /// The pairs in order; at least one.
    public let pairs: [Pair]

    /// The median of the frame as it is, in milliseconds.
    public var before: Double { AdviceMeasurement.median(pairs.map(\.before)) }
    /// The median of the frame with the fault mended, in milliseconds.
    public var after: Double { AdviceMeasurement.median(pairs.map(\.after)) }
    /// The median of each pair's saving, in milliseconds; below 0 where the mend takes longer. Other work of the machine changes both times
    /// of a pair alike, and so changes this least.
    public var saving: Double { AdviceMeasurement.median(pairs.map { $0.before - $0.after }) }
    /// The pairs in which the mended frame was faster.
    public var fasterCount: Int { pairs.count { $0.after < $0.before } }
    /// The part of a frame's time that a mend has to save: measurements of a smaller part differ from run to run, and nobody would notice it.
    static let leastShare = 0.01
    /// Whether the mend saves time: at least a hundredth of the frame's in the median, and in at least three of four pairs, which chance alone seldom gives.
    public var isFaster: Bool { saving > 0 && saving >= AdviceMeasurement.leastShare * before && 4 * fasterCount >= 3 * pairs.count }
    /// Whether the mend costs time, by the same measure.
    public var isSlower: Bool { saving < 0 && 4 * pairs.count(where: { $0.after > $0.before }) >= 3 * pairs.count }

    private static func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
}

/// The time of a frame with some of its work taken away: which part makes it slow.
public struct FrameLimit: Sendable {
    /// What was taken away.
    public let experiment: String
    /// Medians of frames drawn in turns on this machine, in milliseconds.
    public let milliseconds: (before: Double, after: Double)
    /// The part of the frame's time that went with it, 0 to 1.
    public var share: Double { milliseconds.before > 0 ? min(1, max(0, 1 - milliseconds.after / milliseconds.before)) : 0 }
}
