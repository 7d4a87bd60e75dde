import Foundation
import Raster

/// The numbers of an image: a single number or several channels for each pixel.
public struct PixelNumbers: Sendable, Hashable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The number of channels per pixel, 1 or more.
    public let channelCount: Int
    /// width · height · channelCount numbers, the top row first. The channels of a pixel follow each other. A pixel without a number has
    /// NaN.
    public let values: [Double]

    init(width: Int, height: Int, channelCount: Int = 1, values: [Double]) {
        self.width = width; self.height = height; self.channelCount = channelCount; self.values = values
    }
    /// Creates numbers from values whose first row is at the bottom, as in images in memory.
    init(width: Int, height: Int, channelCount: Int = 1, bottomRowFirst values: [Double]) {
        let row = width * channelCount
        self.init(width: width, height: height, channelCount: channelCount, values: (0..<height).reversed().flatMap { values[($0 * row)..<(($0 + 1) * row)] })
    }
    /// Returns one channel of each pixel's colour. If each pixel has only one number, returns these numbers.
    public func channel(_ channel: ImageDisplay.Channel) -> PixelNumbers {
        let chosen = min(channel.number, channelCount - 1)
        return PixelNumbers(width: width, height: height, values: stride(from: chosen, to: values.count, by: channelCount).map { values[$0] })
    }
    /// The number in channel `channel` of the pixel at `x` from the left and `y` from the top. Traps if an index is out of range.
    public subscript(x: Int, y: Int, channel: Int = 0) -> Double { values[(y * width + x) * channelCount + channel] }

    /// The numbers as comma-separated values. With one number per pixel, each row of the image is one line of the text. With several
    /// numbers per pixel, the first line has titles, and each pixel has its own line with x and y, counted from the upper left, and with
    /// the channels. Software that reads the text gets exactly the same numbers.
    public var csv: String {
        if channelCount == 1 {
            return (0..<height).map { y in (0..<width).map { PixelNumbers.text(self[$0, y]) }.joined(separator: ",") + "\n" }.joined()
        }
        var text = "x,y," + ["r", "g", "b", "a"].prefix(channelCount).joined(separator: ",") + "\n"
        for y in 0..<height {
            for x in 0..<width { text += "\(x),\(y)," + (0..<channelCount).map { PixelNumbers.text(self[x, y, $0]) }.joined(separator: ",") + "\n" }
        }
        return text
    }
    /// A portable float map: one channel, or red, green and blue, as 32-bit floats, little endian, the bottom row first. Alpha is left out.
    /// If there are two channels, the second channel is left out.
    public var pfm: [UInt8] {
        let channels = channelCount >= 3 ? 3 : 1
        var bytes = Array("\(channels == 3 ? "PF" : "Pf")\n\(width) \(height)\n-1.0\n".utf8)
        bytes.reserveCapacity(bytes.count + width * height * channels * 4)
        for y in (0..<height).reversed() {
            for x in 0..<width {
                for channel in 0..<channels { withUnsafeBytes(of: Float(self[x, y, channel]).bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
            }
        }
        return bytes
    }
    /// Writes `csv` or `pfm`, depending on the path's extension.
    /// - Throws: `RasterError` with `invalidArgument` if the extension is neither csv nor pfm, or with `fileNotWritable` if the file cannot
    ///   be written.
    public func write(to path: String) throws(RasterError) {
        let bytes: [UInt8]
        switch URL(fileURLWithPath: path).pathExtension.lowercased() {
        case "csv": bytes = Array(csv.utf8)
        case "pfm": bytes = pfm
        default: throw RasterError(.invalidArgument, "'\(path)'", "has an unknown extension", remedy: "use .png for a picture, .csv or .pfm for numbers")
        }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch { throw RasterError(.fileNotWritable, "'\(path)'", "cannot be written: \(error.localizedDescription)", remedy: "write to another place") }
    }
    /// Returns a number as text. A whole number has no decimal point. Any other number has the fewest digits that distinguish the number
    /// from all other doubles. If the number equals a 32-bit float, the digits distinguish the number only from all other 32-bit floats.
    package static func text(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return "\(Int(value))" }
        return Double(Float(value)) == value || value.isNaN ? Float(value).shown : "\(value)"
    }
}

extension Replayer {
    /// Returns the numbers that the pixels of a draw's attachment have after the last replay. Colours have the values that a shader would
    /// read, with samples averaged in linear light. Integers are exact. Integers, depth and stencil come from sample 0.
    /// - Parameter layer: The layer, face or slice of the attachment's texture; nil for the first layer that the draw writes.
    /// - Throws: `RasterError` with `invalidArgument` if the draw has no such attachment or layer.
    public func numbers(_ attachment: AttachmentName = .color(0), layer: Int? = nil, of draw: CapturedDraw) throws -> PixelNumbers {
        let target = try framebuffers[draw.framebuffer].layer(layer, of: attachment)
        guard let image = target.attachment(attachment) else {
            try target.require(attachment, in: capture.vocabulary)
            return PixelNumbers(width: 0, height: 0, values: [])
        }
        return try image.numbers(attachment == .stencil ? .stencil : attachment == .depth ? .depth : .color, topRowFirst: true)
    }
}

/// The part of an image's texels to read.
enum TexelAspect { case color, depth, stencil }

extension Attachment {
    /// Returns the numbers that the texels hold. Colours have four channels with the values that a shader would read, with samples averaged
    /// in linear light; integers come from sample 0. Depth and stencil have one number, from sample 0.
    /// - Parameter topRowFirst: Whether the last row in memory becomes the first row of the result.
    func numbers(_ aspect: TexelAspect, topRowFirst: Bool) throws -> PixelNumbers {
        try texture.prepareForHostAccess()
        let format = texture.format, storage = texture.storage, size = storage.levels[level], samples = storage.samples, channels = aspect == .color ? 4 : 1
        var values: [Double] = []
        values.reserveCapacity(size.width * size.height * channels)
        for row in 0..<size.height {
            let y = topRowFirst ? size.height - 1 - row : row
            for x in 0..<size.width {
                let first = storage.address(level: level, slice: slice, x: x, y: y)
                switch aspect {
                case .depth: values.append(Double(PixelCodec.depthValue(format, PixelCodec.loadDepthKey(format, first))))
                case .stencil: values.append(Double(PixelCodec.loadStencil(format, first)))
                case .color:
                    let bits = PixelCodec.loadTexel(format, first)
                    if format.isInteger {
                        for k in 0..<4 { values.append(format.kind == .int ? Double(Int32(bitPattern: bits[k])) : Double(bits[k])) }
                        continue
                    }
                    var sum = unsafeBitCast(bits, to: SIMD4<Float>.self)
                    for sample in 1..<max(2, samples) where sample < samples {
                        sum += unsafeBitCast(PixelCodec.loadTexel(format, storage.address(level: level, slice: slice, x: x, y: y, sample: sample)),
                                             to: SIMD4<Float>.self)
                    }
                    if samples > 1 { sum *= 1 / Float(samples) }
                    for k in 0..<4 { values.append(Double(sum[k])) }
                }
            }
        }
        return PixelNumbers(width: size.width, height: size.height, channelCount: channels, values: values)
    }
}
