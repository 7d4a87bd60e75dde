// ImageDisplay+Pictures: makes pictures of all images in a capture: attachments, textures, and contributions of single draws.

import CaptureFile
import Raster

extension Replayer {
    /// Returns a draw's attachment after the last replay as a picture; the top row first.
    /// - Parameters:
    ///   - attachment: The attachment; nil for the attachment of `picturedAttachment`.
    ///   - layer: The layer, face or slice of the attachment's texture; nil for the first layer that the draw writes.
    ///   - draw: The draw.
    ///   - display: How numbers become a picture.
    /// - Throws: `RasterError` with `invalidArgument` if the draw has no such attachment or layer, or if a channel is chosen for an image
    ///   that has only one channel.
    public func picture(_ attachment: AttachmentName? = nil, layer: Int? = nil, of draw: CapturedDraw,
                        as display: ImageDisplay = .automatic) throws -> DisplayedImage {
        try picture(attachment, layer: layer, of: draw, as: display, isShown: nil)
    }
    /// - Parameter isShown: For each pixel, whether the pixel is shown; the top row first. nil if all pixels are shown. Pixels that are not
    ///   shown are transparent.
    func picture(_ attachment: AttachmentName?, layer: Int?, of draw: CapturedDraw, as display: ImageDisplay, isShown: [Bool]?) throws -> DisplayedImage {
        let name = attachment ?? framebuffers[draw.framebuffer].pictured, target = try framebuffers[draw.framebuffer].layer(layer, of: name)
        guard let image = target.attachment(name) else {
            try target.require(name, in: capture.vocabulary)
            throw RasterError(.invalidArgument, "attachment \(capture.vocabulary.name(name))", "is not among the draw's images", remedy: "use another")
        }
        let aspect: TexelAspect = switch name {
        case .color: .color
        case .depth: .depth
        case .stencil: .stencil
        }
        return try ImagePainter(image, aspect, topRowFirst: true) {
            if case .color(let number) = name { return try target.readImage(attachment: number) }
            preconditionFailure("only colours are shown as they are")
        }.picture(display, isShown: isShown)
    }
    /// Returns a level of a texture after the last replay as a picture; the top row first.
    /// - Parameters:
    ///   - name: The texture's label, or its number as "#3".
    ///   - level: The mip level.
    ///   - layer: The layer, face or depth.
    ///   - display: How numbers become a picture.
    /// - Throws: `RasterError` with `invalidArgument` if the frame has no such texture, level or layer, or if a channel is chosen for an
    ///   image that has only one channel.
    public func picture(ofTexture name: String, level: Int = 0, layer: Int = 0, as display: ImageDisplay = .automatic) throws -> DisplayedImage {
        try picture(ofImage: try image(named: name, level: level, layer: layer), as: display)
    }
    /// Returns one level and slice of a texture of the frame as a picture.
    func picture(ofImage image: Attachment, as display: ImageDisplay = .automatic) throws -> DisplayedImage {
        let format = image.texture.format
        return try ImagePainter(image, format.isColor ? .color : format.hasDepth ? .depth : .stencil, topRowFirst: image.texture.descriptor.type != .cube) {
            try image.texture.readImage(level: image.level, slice: image.slice)
        }.picture(display)
    }
}

/// Makes a picture of one image.
struct ImagePainter {
    private let image: Attachment
    private let aspect: TexelAspect
    private let topRowFirst: Bool
    private let colors: () throws -> Image
    private var format: PixelFormat { image.texture.format }

    /// - Parameter colors: Returns the image's unchanged colours.
    init(_ image: Attachment, _ aspect: TexelAspect, topRowFirst: Bool, colors: @escaping () throws -> Image) {
        self.image = image; self.aspect = aspect; self.topRowFirst = topRowFirst; self.colors = colors
    }

    /// - Parameter isShown: For each pixel, whether the pixel is shown; the top row first. nil if all pixels are shown. Pixels that are not
    ///   shown are transparent.
    func picture(_ display: ImageDisplay, isShown: [Bool]? = nil) throws -> DisplayedImage {
        if display.channel != nil, aspect != .color {
            throw RasterError(.invalidArgument, "the channel of \(aspect == .depth ? "depth" : "stencil")", "cannot be chosen: there is only one",
                              remedy: "leave out the channel")
        }
        if display.integers != nil, aspect == .depth || (aspect == .color && !format.isInteger) {
            throw RasterError(.invalidArgument, image.texture.name, "holds no integers", remedy: "leave out the display of integers")
        }
        if aspect == .color, !format.isInteger, isShown == nil, display.range ?? .standard == .standard { return try plainColors(display.channel) }
        var numbers = try image.numbers(aspect, topRowFirst: topRowFirst)
        var names = aspect == .color ? ImageDisplay.Channel.allCases.prefix(format.channelCount).map(\.name) : [aspect == .depth ? "depth" : "stencil"]
        if let channel = display.channel {
            numbers = numbers.channel(channel)
            names = [channel.name]
        }
        let isInteger = aspect == .stencil || format.isInteger && aspect == .color
        let hashes = isInteger && (display.integers ?? (aspect == .color && display.range == nil && numbers.isMostlyFlat(isShown) ? .hash : .range)) == .hash
        if hashes {
            if display.range != nil {
                throw RasterError(.invalidArgument, "the range", "has no meaning if each number has its own colour", remedy: "leave out one of the two")
            }
            return numbers.hashed(channels: names.count, isShown)
        }
        let range = display.range ?? (aspect == .color && !format.isInteger ? .standard : .fitted)
        return numbers.shown(names, isInteger && aspect == .color && range == .standard ? .fitted : range, full: aspect == .stencil ? 255 : 1,
                             isDepth: aspect == .depth, isSRGB: format.isSRGB && aspect == .color && display.channel != .alpha,
                             isNarrow: aspect == .stencil, isShown)
    }

    /// Returns the unchanged colours, or one channel of the colours as grey.
    private func plainColors(_ channel: ImageDisplay.Channel?) throws -> DisplayedImage {
        var picture = try colors()
        var outside = 0, odd = 0
        if format.kind == .float || format.kind == .snorm {
            let numbers = try image.numbers(.color, topRowFirst: topRowFirst), chosen = channel.map { [$0.number] } ?? Array(0..<format.channelCount)
            for pixel in 0..<(numbers.width * numbers.height) {
                let values = chosen.map { numbers.values[4 * pixel + $0] }
                if values.contains(where: \.isNaN) { odd += 1 }
                if values.contains(where: { $0 < 0 || $0 > 1 }) { outside += 1 }
            }
        }
        if let channel { picture = picture.channel(channel.number) }
        return DisplayedImage(picture: picture, ranges: [], hashedCount: nil, outsideCount: outside, oddCount: odd)
    }
}

extension PixelNumbers {
    /// Looks at each shown pixel whose right neighbour is shown, too. Returns whether at least three quarters of these pixels have
    /// the same numbers as their right neighbours.
    fileprivate func isMostlyFlat(_ isShown: [Bool]?) -> Bool {
        var same = 0, all = 0
        for y in 0..<height {
            for x in 0..<max(0, width - 1) where isShown.map({ $0[y * width + x] && $0[y * width + x + 1] }) ?? true {
                all += 1
                if (0..<channelCount).allSatisfy({ self[x, y, $0] == self[x + 1, y, $0] }) { same += 1 }
            }
        }
        return 4 * same >= 3 * all
    }

    /// Returns a picture in which a hash of each pixel's numbers determines the pixel's colour.
    fileprivate func hashed(channels: Int, _ isShown: [Bool]?) -> DisplayedImage {
        var picture = Image(width: width, height: height), known: [[Double]: SIMD4<UInt8>] = [:], last: [Double] = [], lastColor = SIMD4<UInt8>.zero
        for pixel in 0..<(width * height) where isShown?[pixel] ?? true {
            let key = (0..<min(channels, channelCount)).map { values[pixel * channelCount + $0] }
            if key != last || known.isEmpty {
                lastColor = known[key] ?? PixelNumbers.color(of: key)
                known[key] = lastColor
                last = key
            }
            for k in 0..<4 { picture.bytes[4 * pixel + k] = lastColor[k] }
        }
        return DisplayedImage(picture: picture, ranges: [], hashedCount: known.count, outsideCount: 0, oddCount: 0)
    }
    private static func color(of numbers: [Double]) -> SIMD4<UInt8> {
        if numbers.allSatisfy({ $0 == 0 }) { return SIMD4(0, 0, 0, 255) }
        // A double represents each of these integers exactly, so different integers give different bits.
        var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
        for number in numbers {
            bits = (bits ^ number.bitPattern) &* 0xBF58_476D_1CE4_E5B9
            bits ^= bits >> 29
            bits = bits &* 0x94D0_49BB_1331_11EB
            bits ^= bits >> 32
        }
        // One channel is always bright, so that no other number looks like the number 0, which is black.
        var color = SIMD4(UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits >> 16), 255)
        let bright = Int(bits >> 24 & 0xFF) % 3
        color[bright] = 160 + color[bright] % 96
        return color
    }

    /// Shows numbers as brightness: a single channel as grey, several channels as red, green and blue.
    /// - Parameters:
    ///   - names: The names of the format's channels.
    ///   - full: The number that has full brightness in the standard range.
    ///   - isSRGB: Whether brightness is encoded as sRGB.
    ///   - isNarrow: Whether grey has 8 bits instead of 16.
    fileprivate func shown(_ names: [String], _ range: ImageDisplay.Range, full: Double, isDepth: Bool, isSRGB: Bool, isNarrow: Bool,
                           _ isShown: [Bool]?) -> DisplayedImage {
        // Alpha is not shown, because a colour of the picture shows only three numbers.
        let channels = names.count == 1 ? 1 : min(3, names.count), pixels = (0..<(width * height)).filter { isShown?[$0] ?? true }
        var ranges: [DisplayedImage.ChannelRange] = []
        for channel in 0..<channels {
            let (black, white): (Double, Double) = switch range {
            case .standard: (0, full)
            case .numbers(let from, let to): (from, to)
            case .fitted: fitted(pixels.lazy.map { values[$0 * channelCount + channel] }, isDepth)
            }
            ranges.append(.init(name: names[channel], black: black, full: white))
        }
        var outside = 0, odd = 0
        let format: Image.Format = channels > 1 ? .rgba8 : isShown == nil ? (isNarrow ? .gray8 : .gray16) : isNarrow ? .grayAlpha8 : .grayAlpha16
        var picture = Image(width: width, height: height, format: format)
        let size = format.bytesPerChannel, bytes = format.bytesPerPixel
        for pixel in pixels {
            var isOutside = false, isOdd = false
            for channel in 0..<channels {
                let value = values[pixel * channelCount + channel], shown = ranges[channel]
                if value.isNaN { isOdd = true }
                if value < min(shown.black, shown.full) || value > max(shown.black, shown.full) { isOutside = true }
                var place = value.isNaN ? 0 : shown.black == shown.full ? (value == shown.black ? 0.5 : value < shown.black ? 0 : 1)
                    : (value - shown.black) / (shown.full - shown.black)
                place = min(max(place, 0), 1)
                let code = isSRGB ? Self.sRGB(place, maximum: size == 2 ? 65535 : 255) : Int(place * (size == 2 ? 65535 : 255) + 0.5)
                picture.bytes[pixel * bytes + channel * size] = UInt8(truncatingIfNeeded: code)
                if size == 2 { picture.bytes[pixel * bytes + channel * size + 1] = UInt8(truncatingIfNeeded: code >> 8) }
            }
            if format.hasAlpha { for k in (bytes - size)..<bytes { picture.bytes[pixel * bytes + k] = 255 } }
            if isOutside { outside += 1 }
            if isOdd { odd += 1 }
        }
        // With the range `fitted`, only cleared depths and infinite numbers can be outside of the range. The range `fitted` leaves out such
        // depths and numbers on purpose, so `outsideCount` is 0.
        return DisplayedImage(picture: picture, ranges: ranges, hashedCount: nil, outsideCount: range == .fitted ? 0 : outside, oddCount: odd)
    }
    private func fitted(_ numbers: some Sequence<Double>, _ isDepth: Bool) -> (Double, Double) {
        var low = Double.infinity, high = -Double.infinity, innerLow = Double.infinity, innerHigh = -Double.infinity
        for number in numbers where number.isFinite {
            low = min(low, number)
            high = max(high, number)
            if isDepth, number != 0, number != 1 {
                innerLow = min(innerLow, number)
                innerHigh = max(innerHigh, number)
            }
        }
        if innerLow < innerHigh { return (innerLow, innerHigh) }
        return low <= high ? (low, high) : (0, 1)
    }
    /// Encodes a linear number as sRGB, by the conversion for sRGB texels. The conversion for sRGB texels has the same result on every
    /// machine.
    private static func sRGB(_ linear: Double, maximum: Int) -> Int {
        var texel: UInt32 = 0
        withUnsafeMutableBytes(of: &texel) { bytes in
            if let base = bytes.baseAddress { PixelCodec.storeTexel(.srgb8Alpha8, base, SIMD4(Float(linear).bitPattern, 0, 0, 0)) }
        }
        return Int(texel & 0xFF) * maximum / 255
    }
}

extension Image {
    /// Returns one of the channels red, green, blue and alpha, as a grey picture.
    fileprivate func channel(_ channel: Int) -> Image {
        let source = format.bytesPerChannel == 2 ? converted(to: .rgba16) : converted(to: .rgba8), size = format.bytesPerChannel
        var result = Image(width: width, height: height, format: size == 2 ? .gray16 : .gray8)
        for pixel in 0..<(width * height) { for k in 0..<size { result.bytes[size * pixel + k] = source.bytes[4 * size * pixel + size * channel + k] } }
        return result
    }
}
