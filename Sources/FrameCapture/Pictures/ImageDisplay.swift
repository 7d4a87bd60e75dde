import Raster

/// How the numbers of an image become a picture. A setting that is nil is chosen to suit the image: colours stay unchanged, depth and stencil
/// are shown from the smallest to the largest number, and integers are shown by brightness or by separate colours.
public struct ImageDisplay: Sendable, Hashable {
    /// The numbers that are shown from black to full brightness. Numbers below the range are black, and numbers above the range have full
    /// brightness.
    public enum Range: Sendable, Hashable, CustomStringConvertible {
        /// The range 0…1 for colours and depth, 0…255 for stencil, and the range `fitted` for integers.
        case standard
        /// The range from the image's smallest to its largest number, channel by channel. For a depth image, 0 and 1 are ignored,
        /// because most depth buffers are cleared to 0 or 1. But if the image holds fewer than two different numbers besides 0 and
        /// 1, then 0 and 1 count, too.
        case fitted
        /// The range from `from` to `to`, for all channels. If `from` is larger than `to`, small numbers are bright.
        case numbers(from: Double, to: Double)

        /// Reads "A..B", "auto" for `fitted`, or "standard". Returns nil for any other text, for numbers that are not finite, and for two
        /// equal numbers.
        public init?(_ text: String) {
            switch text {
            case "auto": self = .fitted
            case "standard": self = .standard
            default:
                let separator = text.contains("...") ? "..." : text.contains("…") ? "…" : ".."
                guard let place = text.firstRange(of: separator), let from = Double(text[..<place.lowerBound]), let to = Double(text[place.upperBound...]),
                      from.isFinite, to.isFinite, from != to, (to - from).isFinite else { return nil }
                self = .numbers(from: from, to: to)
            }
        }
        /// The range as text, in the form that `init(_:)` reads.
        public var description: String {
            switch self {
            case .standard: "standard"
            case .fitted: "auto"
            case .numbers(let from, let to): "\(PixelNumbers.text(from))..\(PixelNumbers.text(to))"
            }
        }
    }
    /// How integers are shown.
    public enum Integers: String, Sendable, Hashable, CaseIterable {
        /// Integers are shown as brightness, according to `range`.
        case range
        /// Each number has its own colour, and 0 is black. The display `hash` suits images of object numbers, for example. The channels of
        /// a pixel together count as one number.
        case hash
    }
    /// A channel of a colour.
    public enum Channel: String, Sendable, Hashable, CaseIterable {
        /// The first channel.
        case red = "r"
        /// The second channel.
        case green = "g"
        /// The third channel.
        case blue = "b"
        /// The fourth channel; 1 if the format has no fourth channel.
        case alpha = "a"
        var number: Int { self == .red ? 0 : self == .green ? 1 : self == .blue ? 2 : 3 }
        var name: String { ["red", "green", "blue", "alpha"][number] }
    }
    /// The range of shown numbers. nil means `standard` for colours, and `fitted` for all other images.
    public var range: Range?
    /// The display of integers. nil means `hash` if most neighbouring pixels have equal numbers, as in an image of object numbers;
    /// otherwise nil means `range`.
    public var integers: Integers?
    /// The single channel to show, as grey; nil for all channels.
    public var channel: Channel?
    /// A setting that is nil is chosen to suit the image.
    public init(range: Range? = nil, integers: Integers? = nil, channel: Channel? = nil) {
        self.range = range; self.integers = integers; self.channel = channel
    }
    /// All settings are chosen to suit the image.
    public static let automatic = ImageDisplay()
    /// Numbers as in ordinary pictures, for comparison with another picture. Images of integers have no standard form.
    public static let standard = ImageDisplay(range: .standard)
}

/// An image as a picture, and the meaning of the picture's colours.
public struct DisplayedImage: Sendable {
    /// The numbers of a channel that are shown from black to full brightness.
    public struct ChannelRange: Sendable, Hashable {
        /// "red", "green", "blue", "alpha", "depth" or "stencil".
        public let name: String
        /// The number that is shown as black.
        public let black: Double
        /// The number that is shown at full brightness.
        public let full: Double
    }
    /// The picture: grey for one channel, colours for several; the top row first.
    public let picture: Image
    /// The ranges of the shown channels; empty if colours are shown without change, or if each number has its own colour.
    public let ranges: [ChannelRange]
    /// The count of different numbers if each number has its own colour; nil if the numbers do not have their own colours.
    public let hashedCount: Int?
    /// The number of pixels with a value outside of the range. A pixel outside of the range looks like a pixel with the nearest value in
    /// the range.
    public let outsideCount: Int
    /// The number of pixels with a value that is not a number; such pixels are black.
    public let oddCount: Int

    /// Sentences that explain the picture's colours; empty if colours are shown without change.
    public var explanation: [String] {
        var lines: [String] = []
        if let hashedCount { lines.append(hashedCount == 1 ? "All pixels have the same number." : "Each of \(hashedCount) numbers has its own colour; 0 is black.") }
        for range in ranges {
            lines.append(range.black == range.full ? "\(range.name) is \(PixelNumbers.text(range.black)) everywhere, shown at half brightness."
                : "\(range.name): \(PixelNumbers.text(range.black)) is black, \(PixelNumbers.text(range.full)) is \(ranges.count == 1 ? "white" : "full").")
        }
        if outsideCount > 0 {
            let what = "\(outsideCount) pixel\(outsideCount == 1 ? " has a value" : "s have values")"
            lines.append(ranges.isEmpty ? "\(what) outside of 0…1, shown like the nearer end; use a range to see it." : "\(what) outside of the range.")
        }
        if oddCount > 0 { lines.append("\(oddCount) pixel\(oddCount == 1 ? " has a value that is" : "s have values that are") not a number, shown as black.") }
        return lines
    }
}
