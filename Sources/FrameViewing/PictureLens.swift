// PictureLens: the visible channels of a picture, and the numbers that are shown as black and as white. In the viewer, no other type turns
// numbers into colours.

import FrameCapture
import Raster

package struct PictureLens: Sendable, Hashable {
    package struct Channels: OptionSet, Sendable, Hashable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        package static let red = Channels(rawValue: 1), green = Channels(rawValue: 2), blue = Channels(rawValue: 4), alpha = Channels(rawValue: 8)
        package static let color: Channels = [.red, .green, .blue]
    }
    package var channels = Channels.color
    /// `low` is shown as black and `high` as white. A value that is nil stands for the default. The default values are 0 and 1; for
    /// integers, the default values are the smallest and the largest number in the picture.
    package var low: Float?, high: Float?
    package init() {}
    package var isPlain: Bool { self == PictureLens() }

    /// Returns the smallest and the largest finite number of the visible channels; nil if no number is finite.
    package func range(of numbers: PixelNumbers) -> ClosedRange<Float>? {
        let seen = (0..<numbers.channelCount).filter { numbers.channelCount < 3 ? $0 == 0 : channels.contains(Channels(rawValue: 1 << $0)) }
        var low = Double.infinity, high = -Double.infinity
        for i in stride(from: 0, to: numbers.values.count, by: numbers.channelCount) {
            for channel in seen where numbers.values[i + channel].isFinite {
                low = min(low, numbers.values[i + channel])
                high = max(high, numbers.values[i + channel])
            }
        }
        return low <= high ? Float(low)...Float(high) : nil
    }

    /// Returns a picture with 8 bits per channel. A single channel is grey. If alpha and other channels are visible, alpha makes
    /// the other channels transparent over a pattern. NaN is magenta.
    /// - Parameters:
    ///   - isSRGB: Whether the numbers are linear light, which the picture must encode as sRGB.
    ///   - isInteger: Whether the numbers are integers. There is no fixed default range for integers.
    package func picture(of numbers: PixelNumbers, isSRGB: Bool, isInteger: Bool) -> Image {
        let full = isInteger && (low == nil || high == nil) ? range(of: numbers) : nil
        let low = self.low ?? full?.lowerBound ?? 0, high = self.high ?? full?.upperBound ?? 1, span = high - low, count = numbers.channelCount
        func level(_ value: Double) -> Float {
            let shifted = Float(value) - low
            // If `low` and `high` are equal, numbers above this value are white, and all other numbers are black.
            return span > 0 ? min(max(shifted / span, 0), 1) : shifted > 0 ? 1 : 0
        }
        let single: Int? = switch channels {
        case .red: 0
        case .green: 1
        case .blue: 2
        case .alpha: 3
        default: count == 1 ? 0 : nil
        }
        var result = Image(width: numbers.width, height: numbers.height)
        let target: PixelFormat = isSRGB ? .srgb8Alpha8 : .rgba8
        result.bytes.withUnsafeMutableBytes { bytes in
            guard let first = bytes.baseAddress else { return }
            for pixel in 0..<(numbers.width * numbers.height) {
                var color = SIMD4<Float>(0, 0, 0, 1), isOdd = false
                let base = pixel * count
                if let single {
                    let value = single < count ? numbers.values[base + single] : single == 3 ? 1 : 0
                    isOdd = value.isNaN
                    color = SIMD4(level(value), level(value), level(value), 1)
                } else {
                    for channel in 0..<min(count, 4) where channels.contains(Channels(rawValue: 1 << channel)) {
                        let value = numbers.values[base + channel]
                        if value.isNaN { isOdd = true }
                        color[channel] = level(value)
                    }
                    if count < 4 || !channels.contains(.alpha) { color.w = 1 }
                }
                if isOdd { color = SIMD4(1, 0, 1, 1) }
                PixelCodec.storeTexel(single == 3 ? .rgba8 : target, first + 4 * pixel, unsafeBitCast(color, to: SIMD4<UInt32>.self))
            }
        }
        return result
    }
}
