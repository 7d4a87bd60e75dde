// SceneOutput: the numbers by which a scene is compared, for any format.

import Raster

/// An output in rows from the top. A value is measured in units, and one rounding step is one unit: 1/255 for colours, one step of
/// the format for channels narrower than eight bits, 1/65535 for depth, 1 for integers, stencil and counts.
public struct SceneOutput: Sendable {
    public var name: String
    public var width: Int
    public var height: Int
    public var channels: Int
    /// The values, pixel by pixel and channel by channel.
    public var values: [Float]
    /// For each channel, the value that a picture shows as white.
    public var white: SIMD4<Float>

    public init(name: String, width: Int, height: Int, channels: Int, values: [Float], white: SIMD4<Float> = .init(repeating: 255)) {
        self.name = name; self.width = width; self.height = height; self.channels = channels
        self.values = values; self.white = white
    }

    /// Makes an output of numbers that are no picture, such as counts and sizes. The numbers are shown as a row of grey pixels.
    public init(name: String, numbers: [Float]) {
        self.init(name: name, width: numbers.count, height: 1, channels: 1, values: numbers)
    }

    /// Makes an output of one level, slice and sample of a texture, in the precision of the texture's format. Combined formats give depth
    /// and stencil as two channels.
    public init(_ texture: Texture, level: Int = 0, slice: Int = 0, sample: Int = 0, name: String = "color") throws {
        try texture.prepareForHostAccess()
        let format = texture.format
        let l = texture.storage.levels[level]
        let isSRGB = format.isSRGB
        // sRGB values are compared without decoding, because decoding would amplify differences of dark colours.
        let stored: PixelFormat = isSRGB ? (format == .srgb8 ? .rgb8 : .rgba8) : format
        let scale = format.unitsPerOne
        self.init(name: name, width: l.width, height: l.height, channels: format.channelCount, values: [])
        white = format.isInteger || format == .stencil8 ? .init(repeating: 255) : scale
        values.reserveCapacity(l.width * l.height * channels)
        for row in 0..<l.height {
            for x in 0..<l.width {
                let address = texture.storage.address(level: level, slice: slice, x: x, y: l.height - 1 - row, sample: sample)
                let texel = PixelCodec.loadTexel(stored, address)
                for c in 0..<channels {
                    if c == 1 && format.kind == .depthStencil {
                        values.append(Float(PixelCodec.loadStencil(format, address)))
                    } else if format.kind == .int {
                        values.append(Float(Int32(bitPattern: texel[c])))
                    } else if format.kind == .uint || format.kind == .stencil {
                        values.append(Float(texel[c]))
                    } else {
                        values.append(Float(bitPattern: texel[c]) * scale[c])
                    }
                }
            }
        }
    }

    /// A picture for people. Values are clamped to 0…`white`, a single channel is shown in grey, and alpha is left out.
    public var image: Image {
        var image = Image(width: width, height: height)
        for i in 0..<(width * height) {
            func byte(_ c: Int) -> UInt8 {
                let value = values[i * channels + c] / white[c] * 255
                return value.isNaN ? 128 : UInt8(min(max(value, 0), 255).rounded())
            }
            image.bytes[4 * i] = byte(0)
            image.bytes[4 * i + 1] = byte(channels == 1 ? 0 : 1)
            image.bytes[4 * i + 2] = channels == 1 ? byte(0) : channels == 2 ? 0 : byte(2)
            image.bytes[4 * i + 3] = 255
        }
        return image
    }

    /// Returns whether all bits are equal; all NaNs are equal.
    func hasSameBits(as other: SceneOutput) -> Bool { firstDifferentBits(from: other) == nil }
    /// Returns the number of values that differ in any bit, and the place of the first such value; nil if all values are equal.
    public func firstDifferentBits(from actual: SceneOutput) -> String? {
        guard width == actual.width, height == actual.height, channels == actual.channels else {
            return "\(width)×\(height)×\(channels) expected, \(actual.width)×\(actual.height)×\(actual.channels) drawn"
        }
        let places = values.indices.filter { values[$0].bitPattern != actual.values[$0].bitPattern }
        guard let first = places.first else { return nil }
        let pixel = first / channels
        return "\(places.count) of \(values.count) values differ, first at (\(pixel % width), \(pixel / width)) channel \(first % channels): "
            + "\(values[first]) expected, \(actual.values[first]) drawn"
    }

    /// Returns the largest difference of a channel for each pixel. Two NaNs are equal; a NaN and a number differ by infinity.
    public func differences(from other: SceneOutput) -> [Float] {
        precondition(width == other.width && height == other.height && channels == other.channels)
        return (0..<(width * height)).map { i in
            var largest: Float = 0
            for c in 0..<channels {
                let a = values[i * channels + c], b = other.values[i * channels + c]
                if a == b || (a.isNaN && b.isNaN) { continue }
                let difference = abs(a - b)
                largest = max(largest, difference.isNaN ? .infinity : difference)
            }
            return largest
        }
    }
}

extension PixelFormat {
    /// The number of SceneOutput units in the value 1, by channel.
    fileprivate var unitsPerOne: SIMD4<Float> {
        switch self {
        case .rgb565: .init(31, 63, 31, 1)
        case .rgba4444: .init(repeating: 15)
        case .rgb5a1: .init(31, 31, 31, 1)
        case .rgb10a2: .init(255, 255, 255, 3)
        case .depth16, .depth24, .depth32Float: .init(repeating: 65535)
        case .depth24Stencil8, .depth32FloatStencil8: .init(65535, 255, 1, 1)
        default: .init(repeating: 255)
        }
    }
}
