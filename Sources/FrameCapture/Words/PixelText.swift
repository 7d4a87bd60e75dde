// PixelText: the value of a pixel in words: #RRGGBB where the image has 8 bits a channel, numbers elsewhere.

import Raster

/// How values of pixels are shown.
package struct PixelText: Sendable, Hashable {
    /// Whether colours of 8 bits are shown as numbers, too, and blending as its sum.
    package var isVerbose: Bool
    package init(isVerbose: Bool = false) { self.isVerbose = isVerbose }

    /// A value that an image holds.
    package func stored(_ value: StateValue, _ format: PixelFormat) -> String { PixelText.code(value, format, isVerbose: isVerbose) ?? value.description }
    /// A value that a shader gives for an image. Numbers that the image cannot hold are shown as they are.
    package func output(_ value: StateValue, _ format: PixelFormat) -> String {
        guard PixelText.fits(value, format) else { return value.description }
        return stored(value, format)
    }
    /// Whether an image of 8 bits a channel holds the value but for rounding; true for other images.
    static func fits(_ value: StateValue, _ format: PixelFormat) -> Bool {
        guard format.isEightBitColor, case .numbers(let list) = value else { return true }
        return list.allSatisfy { $0 >= 0 && $0 <= 1 }
    }
    /// #RRGGBB, or #RRGGBBAA where alpha is not 1: the bytes that the image stores. nil for other images.
    static func code(_ value: StateValue, _ format: PixelFormat, isVerbose: Bool) -> String? {
        guard !isVerbose, format.isEightBitColor, case .numbers(let list) = value, list.count == 4 else { return nil }
        // Channels that the format lacks are 0, and alpha is 1: so the code of any format reads alike.
        var bytes: [UInt8] = [0, 0, 0, 255]
        let channels = format.bytesPerTexel
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { texel in
            guard let base = texel.baseAddress else { return }
            texel.initialize(repeating: 0)
            PixelCodec.storeTexel(format, base, SIMD4(list[0].bitPattern, list[1].bitPattern, list[2].bitPattern, list[3].bitPattern))
            for channel in 0..<channels { bytes[channel] = texel[channel] }
        }
        return "#" + bytes.prefix(bytes[3] == 255 ? 3 : 4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}

extension PixelFormat {
    /// Whether each channel is a byte that stands for 0…1, in sRGB's code or not.
    var isEightBitColor: Bool {
        switch self {
        case .r8, .rg8, .rgb8, .rgba8, .srgb8, .srgb8Alpha8: true
        default: false
        }
    }
}

extension PixelChange {
    /// The value afterwards.
    package func after(_ text: PixelText) -> String? { after.map { text.stored($0, format) } }
    /// The value before.
    package func before(_ text: PixelText) -> String? { before.map { text.stored($0, format) } }
    /// The shader's output.
    package func output(_ text: PixelText) -> String? { output.map { text.output($0, format) } }
}
