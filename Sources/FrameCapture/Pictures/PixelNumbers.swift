import Foundation
import Raster

/// A number, or several channels, for each pixel of an image.
public struct PixelNumbers: Sendable, Hashable {
    /// Pixels of a row.
    public let width: Int
    /// Number of rows.
    public let height: Int
    /// Numbers of a pixel, 1 or more.
    public let channelCount: Int
    /// width · height · channelCount numbers, the top row first, the channels of a pixel side by side. NaN where a pixel has none.
    public let values: [Double]

    init(width: Int, height: Int, channelCount: Int = 1, values: [Double]) {
        self.width = width; self.height = height; self.channelCount = channelCount; self.values = values
    }
    /// Numbers as images in memory have them.
    init(width: Int, height: Int, channelCount: Int = 1, bottomRowFirst values: [Double]) {
        let row = width * channelCount
        self.init(width: width, height: height, channelCount: channelCount, values: (0..<height).reversed().flatMap { values[($0 * row)..<(($0 + 1) * row)] })
    }
    /// One channel of a colour; the numbers themselves where a pixel has only one.
    public func channel(_ channel: ImageDisplay.Channel) -> PixelNumbers {
        let chosen = min(channel.number, channelCount - 1)
        return PixelNumbers(width: width, height: height, values: stride(from: chosen, to: values.count, by: channelCount).map { values[$0] })
    }
    /// A number of a pixel: x from the left, y from the top. Traps beyond the end.
    public subscript(x: Int, y: Int, channel: Int = 0) -> Double { values[(y * width + x) * channelCount + channel] }

    /// Comma-separated values. One number a pixel: a line for each row of the image. Several: a line for each pixel, with x and y from the
    /// upper left before the channels, below a line of titles. Numbers read back as they were.
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
    /// A portable float map: one channel, or red, green and blue, as 32-bit floats, little endian, the bottom row first. Alpha is left
    /// out, and of two channels the second.
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
    /// Writes `csv` or `pfm`, as the ending of the path says.
    /// - Throws: `RasterError` with `invalidArgument` for another ending, `fileNotWritable`.
    public func write(to path: String) throws(RasterError) {
        let bytes: [UInt8]
        switch URL(fileURLWithPath: path).pathExtension.lowercased() {
        case "csv": bytes = Array(csv.utf8)
        case "pfm": bytes = pfm
        default: throw RasterError(.invalidArgument, "'\(path)'", "has no ending that tells the kind of file", remedy: "use .png for a picture, .csv or .pfm for numbers")
        }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch { throw RasterError(.fileNotWritable, "'\(path)'", "cannot be written: \(error.localizedDescription)", remedy: "write to another place") }
    }
    /// Whole numbers without a point, others as short as they read back, first as a float.
    package static func text(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return "\(Int(value))" }
        return Double(Float(value)) == value || value.isNaN ? Float(value).shown : "\(value)"
    }
}

extension Replayer {
    /// The numbers that an attachment of a draw holds after the last replay: colours as a shader would read them, samples averaged in linear
    /// light, integers exactly and of sample 0; depth and stencil of sample 0.
    /// - Throws: `RasterError` with `invalidArgument` where the draw has no such attachment.
    public func numbers(_ attachment: AttachmentName = .color(0), of draw: CapturedDraw) throws -> PixelNumbers {
        let target = framebuffers[draw.framebuffer]
        guard let image = target.attachment(attachment) else {
            try target.require(attachment)
            return PixelNumbers(width: 0, height: 0, values: [])
        }
        return try image.numbers(attachment == .stencil ? .stencil : attachment == .depth ? .depth : .color, topRowFirst: true)
    }
}

/// The part of an image's texels that is meant.
enum TexelAspect { case color, depth, stencil }

extension Attachment {
    /// The numbers of the texels: four channels of colours, as a shader would read them, with samples averaged in linear light and integers of
    /// sample 0; one number of depth and stencil, of sample 0.
    /// - Parameter topRowFirst: Whether the last row in memory is the picture's first.
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
                        sum += unsafeBitCast(PixelCodec.loadTexel(format, storage.address(level: level, slice: slice, x: x, y: y, sample: sample)), to: SIMD4<Float>.self)
                    }
                    if samples > 1 { sum *= 1 / Float(samples) }
                    for k in 0..<4 { values.append(Double(sum[k])) }
                }
            }
        }
        return PixelNumbers(width: size.width, height: size.height, channelCount: channels, values: values)
    }
}
