// ScalarLighting composes lit images by scalar equations in double precision. ScalarLighting is the oracle for LightingController.

import Effects
import Raster

struct ScalarLighting {
    var picture: Image
    var ambient: Float
    var lights: [PointLight]
    var transform = ImageTransform.identity
    var edges = LitImage.Edges.composite
    var rollOff: Float?

    /// Returns the channels of the pixel at column x and row y from the bottom, 0…255, before rounding.
    func pixel(_ x: Int, _ y: Int) -> [Double] {
        let source = picture[x, picture.height - 1 - y], s = (0..<4).map { Double(source[$0]) / 255 }
        let place = transform.viewPlace(of: SIMD2(Float(x) + 0.5, Float(y) + 0.5))
        var sum = [0.0, 0, 0, 0]
        for light in lights {
            let dx = Double(place.x - light.position.x), dy = Double(place.y - light.position.y), distance = (dx * dx + dy * dy).squareRoot()
            let range = Double(light.range)
            let t = light.constantIntensityOverRange ? (distance < range ? 0 : 1) : range > 0 ? min(max(distance / range, 0), 1) : 1
            for i in 0..<3 { sum[i] += (1 - t) * Double(light.color[i]) * Double(light.intensity) }
            sum[3] += (1 - t) * Double(light.intensity)
        }
        let dark = (0..<3).map { s[$0] - (1 - Double(ambient)) * s[3] }
        let light = rolled((0..<3).map { sum[$0] * (edges == .correct ? s[3] : 1) }, below: edges == .correct ? s[3] : 1)
        let color = rolled((0..<3).map { dark[$0] + light[$0] }, below: edges == .correct ? s[3] : 1)
        let result: [Double] = switch edges {
        case .composite: (0..<3).map { color[$0] * s[3] } + [(s[3] + sum[3]) * s[3]]
        case .correct: (0..<3).map { min(color[$0], s[3]) } + [s[3]]
        }
        return result.map { min(max($0, 0), 1) * 255 }
    }

    /// Applies the curve of `LitImage.rollOff` to a colour whose largest possible channel is `limit` instead of 1.
    private func rolled(_ color: [Double], below limit: Double) -> [Double] {
        guard let rollOff, let most = color.max(), case let m = most / limit, case let k = Double(rollOff), m > k else { return color }
        let shoulder = k + (1 - k) * (m - k) / (m + 1 - 2 * k)
        return color.map { $0 * shoulder / m }
    }

    /// Returns the largest difference between a channel of `lit` and the expected channel, which is rounded to an integer; 0 if all
    /// channels are equal.
    func largestDifference(from lit: Image) -> Int {
        var largest = 0
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let expected = pixel(x, y), actual = lit[x, picture.height - 1 - y]
                for i in 0..<4 { largest = max(largest, abs(Int(expected[i].rounded()) - Int(actual[i]))) }
            }
        }
        return largest
    }
}
