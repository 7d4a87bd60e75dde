// SamplePositions: the positions of samples in a pixel.

/// The position of each sample relative to the pixel's centre, in units of 1/256 pixel; y points up.
package enum SamplePositions {
    package static let four: [(x: Int, y: Int)] = [(-32, -96), (96, -32), (-96, 32), (32, 96)]
    /// Returns the positions of the samples of a pixel with 1 or 4 samples.
    package static func positions(_ count: Int) -> [(x: Int, y: Int)] { count == four.count ? four : [(0, 0)] }
}
