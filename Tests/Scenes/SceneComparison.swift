// SceneComparison: compares two renderers' outputs of one scene, with the scene's tolerance.

import FrameCapture
import Raster
import TestSupport

public struct SceneComparison: Sendable {
    public var scene: Scene
    /// The largest difference of all outputs, in units of the output.
    public var largestDifference: Float = 0
    /// The largest fraction of an output's pixels that differ by more than the tolerance.
    public var share = 0.0
    /// Descriptions of the differences; empty if the scene passes.
    public var failures: [String] = []
    /// A picture for each output that differs in any bit: from left to right the expected output, the amplified difference, and the
    /// actual output.
    public var pictures: [(name: String, image: Image)] = []

    public init(_ scene: Scene, expected: [SceneOutput], actual: [SceneOutput]) {
        self.scene = scene
        guard expected.count == actual.count else {
            failures.append("\(expected.count) outputs expected, \(actual.count) drawn")
            return
        }
        for (e, a) in zip(expected, actual) {
            guard e.width == a.width, e.height == a.height, e.channels == a.channels else {
                failures.append("\(e.name): \(e.width)×\(e.height)×\(e.channels) expected, \(a.width)×\(a.height)×\(a.channels) drawn")
                continue
            }
            compare(e, a)
        }
    }

    private mutating func compare(_ expected: SceneOutput, _ actual: SceneOutput) {
        let differences = expected.differences(from: actual)
        let largest = differences.max() ?? 0
        largestDifference = max(largestDifference, largest)
        let limit = scene.tolerance.difference
        // The values are products of binary32 numbers, so a difference of one step may be slightly larger than 1.
        let outside = differences.indices.filter { differences[$0] > limit + 0.01 }
        let outputShare = Double(outside.count) / Double(max(1, differences.count))
        share = max(share, outputShare)
        if outputShare > scene.tolerance.share {
            let first = outside[0]
            let texel = { (o: SceneOutput) in (0..<o.channels).map { "\(o.values[first * o.channels + $0])" }.joined(separator: ", ") }
            failures.append("\(expected.name): \(outside.count) of \(differences.count) pixels differ by more than \(limit), at most by \(largest); "
                + "first at x \(first % expected.width), row \(first / expected.width) from the top: (\(texel(expected))) expected, (\(texel(actual))) drawn")
        }
        if !expected.hasSameBits(as: actual) { pictures.append((expected.name, Self.picture(expected, actual, differences))) }
    }

    /// Writes the pictures, one below the other, to a PNG in the folder for temporary files, and returns its path.
    public func writePicture() throws -> String {
        let images = pictures.map(\.image)
        var all = Image(width: images.map(\.width).max() ?? 1, height: max(1, images.map(\.height).reduce(0, +)))
        var top = 0
        for image in images {
            for y in 0..<image.height { for x in 0..<image.width { all[x, top + y] = image[x, y] } }
            top += image.height
        }
        return try PictureComparison.write(all, name: "scene \(scene.name)")
    }

    /// Returns the picture of an output. In the middle part of the picture, a difference of one unit is dark grey, and a difference
    /// of eight or more is white.
    private static func picture(_ expected: SceneOutput, _ actual: SceneOutput, _ differences: [Float]) -> Image {
        PictureDifference.sideBySide(expected.image, actual.image) { x, y in UInt8(min(differences[y * expected.width + x] * 32, 255)) }
    }
}
