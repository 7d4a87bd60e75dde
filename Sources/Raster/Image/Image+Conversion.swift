// Image+Conversion: converts an image to another pixel format, with integers only, so that every machine gives the same result.
//
// 8-bit values become 16-bit by multiplying by 257; 16-bit values become 8-bit by rounding to nearest. Grey becomes three equal channels.
// Colour becomes grey by the Rec. 709 luma of the stored values, rounded to nearest. Missing alpha becomes opaque. Alpha is dropped if the
// target format has no alpha.

extension Image {
    /// Returns the image in the format `target`, or unchanged if it already has this format. The conversion uses only integers, so
    /// that the result is the same on every machine. An 8-bit value v becomes the 16-bit value 257 · v; 16-bit values become 8-bit
    /// by rounding to nearest. Grey becomes three equal channels. Colour becomes grey by the Rec. 709 luma of the stored values.
    /// Missing alpha becomes opaque. Alpha is dropped if the target format has no alpha.
    public func converted(to target: Format) -> Image {
        if target == format { return self }
        let sourceChannels = format.channelCount, targetChannels = target.channelCount
        let sourceIsWide = format.bytesPerChannel == 2, targetIsWide = target.bytesPerChannel == 2
        let opaque: UInt32 = sourceIsWide ? 65535 : 255
        let sourceStride = format.bytesPerPixel
        let pixelCount = width * height
        let result = [UInt8](unsafeUninitializedCapacity: pixelCount * target.bytesPerPixel) { output, count in
            bytes.withUnsafeBufferPointer { input in
                var o = 0
                for pixel in 0..<pixelCount {
                    let base = pixel * sourceStride
                    func channel(_ c: Int) -> UInt32 {
                        sourceIsWide ? UInt32(input[base + 2 * c]) | UInt32(input[base + 2 * c + 1]) << 8 : UInt32(input[base + c])
                    }
                    let isGray = sourceChannels <= 2
                    let red = channel(0), green = isGray ? red : channel(1), blue = isGray ? red : channel(2)
                    let alpha = sourceChannels == 2 ? channel(1) : sourceChannels == 4 ? channel(3) : opaque
                    func put(_ value: UInt32) {
                        if targetIsWide {
                            let wide = sourceIsWide ? value : value * 257
                            output[o] = UInt8(truncatingIfNeeded: wide); output[o + 1] = UInt8(truncatingIfNeeded: wide >> 8)
                            o += 2
                        } else {
                            output[o] = UInt8(truncatingIfNeeded: sourceIsWide ? (value * 255 + 32767) / 65535 : value)
                            o += 1
                        }
                    }
                    if targetChannels <= 2 {
                        put(isGray ? red : (13933 * red + 46871 * green + 4732 * blue + 32768) >> 16)
                    } else {
                        put(red); put(green); put(blue)
                    }
                    if target.hasAlpha { put(alpha) }
                }
                count = o
            }
        }
        return Image(width: width, height: height, format: target, bytes: result)
    }
}
