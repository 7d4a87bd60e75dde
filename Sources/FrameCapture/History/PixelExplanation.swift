import Raster

/// The reason for a pixel's value: the draws that wrote it, the draws that did not, and the origin of the value. The origin can be
/// texels that the shader read and the draws that wrote them, a uniform that is zero, or a line that computes NaN.
public struct PixelExplanation: Sendable {
    /// The default number of levels of texels that are followed.
    public static let standardDepth = 4
    /// The largest allowed number of levels.
    public static let largestDepth = 64

    /// A sentence about the origin of the pixel's value.
    public struct Step: Sendable, Hashable {
        /// The level: 0 for the draw that wrote the pixel, 1 for an event that wrote a texel which that draw read, and so on.
        public let level: Int
        /// The sentence.
        public let text: String
    }
    /// The pixel's history.
    public let history: PixelHistory
    /// The event that wrote the pixel, and why later draws did not change it, in one or more sentences.
    public let verdict: String
    /// The origin of the pixel's value, level by level.
    public let steps: [Step]
    /// Shell commands for a further search.
    public let commands: [String]

    /// The verdict, then a line for each step, indented by two spaces per level, then a line for each command.
    public var text: String { ([verdict] + details).joined(separator: "\n") }
    /// The lines below the verdict.
    public var details: [String] { steps.map { String(repeating: "  ", count: $0.level) + $0.text } + commands.map { "Next step: \($0)" } }
}
