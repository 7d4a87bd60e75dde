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
        let target = framebuffers[draw.framebuffer], width = target.width, height = target.height
        func flipped(_ values: [Double], _ channels: Int) -> PixelNumbers {
            let row = width * channels
            return PixelNumbers(width: width, height: height, channelCount: channels, values: (0..<height).reversed().flatMap { values[($0 * row)..<(($0 + 1) * row)] })
        }
        switch attachment {
        case .depth: return flipped(try target.readDepth().map(Double.init), 1)
        case .stencil: return flipped(try target.readStencil().map(Double.init), 1)
        case .color(let number):
            let pixels = try target.readPixels(attachment: number)
            guard let image = target.color[number], image.texture.format.isInteger else {
                return flipped(pixels.flatMap { pixel in (0..<4).map { Double(pixel[$0]) } }, 4)
            }
            let texture = image.texture, isSigned = texture.format.kind == .int
            var values: [Double] = []
            values.reserveCapacity(width * height * 4)
            for y in 0..<height {
                for x in 0..<width {
                    let bits = PixelCodec.loadTexel(texture.format, texture.storage.address(level: image.level, slice: image.slice, x: x, y: y))
                    for k in 0..<4 { values.append(isSigned ? Double(Int32(bitPattern: bits[k])) : Double(bits[k])) }
                }
            }
            return flipped(values, 4)
        }
    }
}
