import Raster

/// Why a pixel has its value: which draws made it and which did not, and where the value comes from: the texels that its shader read, the draws
/// that made these texels, the uniform that is zero, the line that makes a NaN.
public struct PixelExplanation: Sendable {
    /// The levels of texels that are followed unless another number is asked for.
    public static let standardDepth = 4
    /// The most levels that are followed.
    public static let largestDepth = 64

    /// A sentence about the origin of the pixel's value.
    public struct Step: Sendable, Hashable {
        /// 0 for the pixel's own draw, 1 for an event that made a texel which this draw read, and so on.
        public let level: Int
        /// The sentence.
        public let text: String
    }
    /// The pixel's history.
    public let history: PixelHistory
    /// Which event made the pixel, and why later draws did not: one or more sentences.
    public let verdict: String
    /// Where the pixel's value comes from, level by level.
    public let steps: [Step]
    /// Commands that go on from here, for a shell.
    public let commands: [String]

    /// All of it: the verdict, and below it a line for each step, two spaces deeper for each level, and for each command.
    public var text: String { ([verdict] + details).joined(separator: "\n") }
    /// The lines below the verdict.
    public var details: [String] { steps.map { String(repeating: "  ", count: $0.level) + $0.text } + commands.map { "To go on: \($0)" } }
}
