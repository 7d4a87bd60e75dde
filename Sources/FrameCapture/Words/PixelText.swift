// PixelText: the value of a pixel as text: #RRGGBB if the image has 8 bits per channel, numbers otherwise.

import Raster

/// The settings for pixel values as text.
package struct PixelText: Sendable, Hashable {
    /// Whether to show colours of 8 bits as numbers, and to show the sum that blending computes.
    package var isVerbose: Bool
    /// The vocabulary in which states are named.
    package var vocabulary: Vocabulary
    package init(isVerbose: Bool = false, vocabulary: Vocabulary = .raster) { self.isVerbose = isVerbose; self.vocabulary = vocabulary }

    /// Returns the text of a value that an image stores.
    package func stored(_ value: StateValue, _ format: PixelFormat) -> String { PixelText.code(value, format, isVerbose: isVerbose) ?? value.description }
    /// Returns the text of a shader output for an image. If the image cannot store the value, the text shows the value's numbers.
    package func output(_ value: StateValue, _ format: PixelFormat) -> String {
        guard PixelText.fits(value, format) else { return value.description }
        return stored(value, format)
    }
    /// Returns whether an image of 8 bits per channel can store the value, except for rounding; true for other images.
    static func fits(_ value: StateValue, _ format: PixelFormat) -> Bool {
        guard format.isEightBitColor, case .numbers(let list) = value else { return true }
        return list.allSatisfy { $0 >= 0 && $0 <= 1 }
    }
    /// Returns the stored bytes as #RRGGBB, or as #RRGGBBAA if alpha is not 1; nil if the image does not have 8 bits per channel.
    static func code(_ value: StateValue, _ format: PixelFormat, isVerbose: Bool) -> String? {
        guard !isVerbose, format.isEightBitColor, case .numbers(let list) = value, list.count == 4 else { return nil }
        // In the text #RRGGBB, a missing channel is 0 and a missing alpha is 1, so texts for different formats can be compared.
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
    /// Whether each channel of the format is a byte for values 0…1, with or without sRGB encoding.
    var isEightBitColor: Bool {
        switch self {
        case .r8, .rg8, .rgb8, .rgba8, .srgb8, .srgb8Alpha8: true
        default: false
        }
    }
}

extension PixelChange {
    /// Returns the sample's value after the event, as text; nil if `after` is nil.
    package func after(_ text: PixelText) -> String? { after.map { text.stored($0, format) } }
    /// Returns the sample's value before the event, as text; nil if `before` is nil.
    package func before(_ text: PixelText) -> String? { before.map { text.stored($0, format) } }
    /// Returns the shader's output as text; nil if `output` is nil.
    package func output(_ text: PixelText) -> String? { output.map { text.output($0, format) } }
}
