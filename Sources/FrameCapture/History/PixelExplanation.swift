import Raster

/// The reason for a pixel's value: the draws that wrote the pixel or left the pixel unchanged, and the value's origin. The origin can be
/// texels and the draws that wrote these texels, a uniform that is zero, or a line that computes NaN.
public struct PixelExplanation: Sendable {
    /// The default number of levels of texels to follow.
    public static let standardDepth = 4
    /// The maximum allowed number of levels of texels.
    public static let largestDepth = 64

    /// A sentence about the origin of the pixel's value.
    public struct Step: Sendable, Hashable {
        /// The level: 0 for the draw that wrote the pixel, 1 for events that wrote the texels of a level-0 lookup, and so on.
        public let level: Int
        /// The sentence.
        public let text: String
    }
    /// The pixel's history.
    public let history: PixelHistory
    /// One or more sentences about the event that wrote the pixel, and about the reasons why later draws did not change the pixel.
    public let verdict: String
    /// The origin of the pixel's value, level by level.
    public let steps: [Step]
    /// Shell commands that help to search further.
    public let commands: [String]

    /// The whole text: the verdict, a line for each step, indented by two spaces per level, and a line for each command.
    public var text: String { ([verdict] + details).joined(separator: "\n") }
    /// The lines of the explanation below the verdict.
    public var details: [String] { steps.map { String(repeating: "  ", count: $0.level) + $0.text } + commands.map { "Next step: \($0)" } }
}
