import Raster

/// Why a pixel has its value: what made it and what did not, and where that comes from: the texels that its shader read, who made those, the
/// uniform that is zero, the line that makes a NaN.
public struct PixelExplanation: Sendable {
    /// The levels of texels that are followed unless another number is asked for.
    public static let standardDepth = 4
    /// The most levels that are followed.
    public static let largestDepth = 64

    /// A sentence about what the pixel comes from.
    public struct Step: Sendable, Hashable {
        /// 0 for what the pixel's own draw did, 1 for what made a texel that it read, and so on.
        public let level: Int
        /// The sentence.
        public let text: String
    }
    /// The pixel's history.
    public let history: PixelHistory
    /// What made the pixel, and why later draws did not: one or more sentences.
    public let verdict: String
    /// Where that comes from, level by level.
    public let steps: [Step]
    /// Commands that go on from here, for a shell.
    public let commands: [String]

    /// All of it: the verdict, and below it a line for each step, two spaces deeper for each level, and for each command.
    public var text: String { ([verdict] + details).joined(separator: "\n") }
    /// The lines below the verdict.
    public var details: [String] { steps.map { String(repeating: "  ", count: $0.level) + $0.text } + commands.map { "To go on: \($0)" } }
}
