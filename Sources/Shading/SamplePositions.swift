// SamplePositions: the positions of samples in a pixel.

/// The position of each sample in 1/256 pixel from the pixel's centre, y up.
package enum SamplePositions {
    package static let four: [(x: Int, y: Int)] = [(-32, -96), (96, -32), (-96, 32), (32, 96)]
}
