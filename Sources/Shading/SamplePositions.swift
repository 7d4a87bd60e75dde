// SamplePositions: the positions of samples in a pixel.
//
// The positions are the standard patterns that Direct3D 11 defines (D3D11_STANDARD_MULTISAMPLE_QUALITY_LEVELS) and that Vulkan names
// standardSampleLocations (Vulkan 1.3, 26.3 "Multisampling"). The patterns are given in units of 1/16 pixel from the centre. Raster uses
// the patterns with OpenGL's y axis, which points up.

/// The position of each sample relative to the pixel's centre, in units of 1/256 pixel; y points up.
package enum SamplePositions {
    /// The sample counts (samples per pixel) that targets may have, in ascending order.
    package static let counts = [1, 2, 4, 8, 16]

    private static let two = [(4, 4), (-4, -4)]
    private static let four = [(-2, -6), (6, -2), (-6, 2), (2, 6)]
    private static let eight = [(1, -3), (-1, 3), (5, 1), (-3, -5), (-5, 5), (-7, -1), (3, 7), (7, -7)]
    private static let sixteen = [(1, 1), (-1, -3), (-3, 2), (4, -1), (-5, -2), (2, 5), (5, 3), (3, -5),
                                  (-2, 6), (0, -7), (-4, -6), (-6, 4), (-8, 0), (7, -4), (6, 7), (-7, -8)]

    /// Returns the positions of the samples of a pixel in units of 1/16 pixel.
    /// - Parameter count: The number of samples, one of `counts`.
    package static func sixteenths(_ count: Int) -> [(x: Int, y: Int)] {
        switch count {
        case 2: two
        case 4: four
        case 8: eight
        case 16: sixteen
        default: [(0, 0)]
        }
    }
    /// Returns the positions of the samples of a pixel.
    /// - Parameter count: The number of samples, one of `counts`.
    package static func positions(_ count: Int) -> [(x: Int, y: Int)] { sixteenths(count).map { (16 * $0.x, 16 * $0.y) } }

    /// Returns the mask with the bits of all samples of a pixel.
    /// - Parameter count: The number of samples, one of `counts`.
    package static func all(_ count: Int) -> UInt32 { 1 << UInt32(count) - 1 }
}
