// Radiance HDR: the test writes files in all three encodings, and compares the pixels that Raster reads with the written numbers.

import Foundation
import Raster
import SeededRandom
import TestSupport
import Testing

/// Writes Radiance files.
private struct RadianceWriter {
    enum Coding: CaseIterable { case plain, runsOfPixels, runsOfBytes }
    var width: Int, height: Int
    var coding = Coding.plain
    var head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n"
    /// The axes, with the names that the file uses: the axis of the rows, then the axis of a row's pixels.
    var axes = ["-Y", "+X"]
    /// The four bytes of the upright picture's pixel in this column and row.
    var pixel: (Int, Int) -> [UInt8]

    func file() -> [UInt8] {
        let hasColumns = axes[0].hasSuffix("X"), (rows, count) = hasColumns ? (width, height) : (height, width)
        var file = Array((head + "\n\(axes[0]) \(rows) \(axes[1]) \(count)\n").utf8)
        for row in 0..<rows {
            let pixels = (0..<count).map { k -> [UInt8] in
                func place(_ axis: String, _ number: Int) -> Int {
                    axis == "+X" || axis == "-Y" ? number : (axis == "-X" ? width : height) - 1 - number
                }
                let (x, y) = hasColumns ? (place(axes[0], row), place(axes[1], k)) : (place(axes[1], k), place(axes[0], row))
                return pixel(x, y)
            }
            switch coding {
            case .plain: file += pixels.flatMap { $0 }
            case .runsOfPixels: file += Self.runs(pixels)
            case .runsOfBytes:
                file += [2, 2, UInt8(count >> 8), UInt8(count & 255)]
                for c in 0..<4 { file += Self.runs(pixels.map { $0[c] }) }
            }
        }
        return file
    }
    private static func runs(_ pixels: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = [], k = 0
        while k < pixels.count {
            let length = pixels[k...].prefix { $0 == pixels[k] }.count - 1
            bytes += pixels[k]
            // The number of repetitions is in pixels of the form (1, 1, 1, n), eight bits in each, the lowest bits first.
            if length > 0 { bytes += [1, 1, 1, UInt8(length & 255)] }
            if length > 255 { bytes += [1, 1, 1, UInt8(length >> 8)] }
            k += length + 1
        }
        return bytes
    }
    private static func runs(_ values: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [], k = 0
        while k < values.count {
            let length = min(127, values[k...].prefix { $0 == values[k] }.count)
            if length > 2 {
                bytes += [UInt8(128 + length), values[k]]
                k += length
            } else {
                let end = min(values.count, k + 3)
                bytes += [UInt8(end - k)] + values[k..<end]
                k = end
            }
        }
        return bytes
    }
}

@Suite("Radiance HDR") struct RadianceTests {
    private func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        // A part of each row has equal pixels, so that there are runs. No pixel has the mantissas 1, 1, 1, which would mark a run.
        x > 40 ? [200, UInt8(y & 127), 3, 131] : [UInt8((x * 7 + y) & 255), UInt8((x + y * 5) & 255), UInt8(128 + x), UInt8(120 + (x + y) % 20)]
    }
    private func light(_ pixel: [UInt8]) -> SIMD3<Float> {
        pixel[3] == 0 ? .zero : SIMD3(Float(pixel[0]), Float(pixel[1]), Float(pixel[2])) * Float(pow(2, Double(pixel[3]) - 136))
    }
    private func refusal(_ bytes: [UInt8], byteLimit: Int = Image.maximumByteCount) -> RasterError? {
        do { _ = try HighRangeImage(data: bytes, name: "sky", byteLimit: byteLimit); return nil } catch { return error }
    }

    @Test("plain rows, runs of pixels and runs of bytes give the numbers that they stand for", arguments: [(7, 3), (8, 2), (600, 5), (1, 1)])
    func codings(width: Int, height: Int) throws {
        for coding in [RadianceWriter.Coding.plain, .runsOfPixels] + (width >= 8 ? [.runsOfBytes] : []) {
            let picture = try HighRangeImage(data: RadianceWriter(width: width, height: height, coding: coding, pixel: pixel).file())
            #expect(picture.width == width && picture.height == height)
            for y in 0..<height { for x in 0..<width where picture[x, y] != light(pixel(x, y)) { Issue.record("\(coding) at \(x), \(y)") } }
        }
    }

    @Test("each of the eight orders of rows and pixels gives the same picture",
          arguments: [["-Y", "+X"], ["-Y", "-X"], ["+Y", "+X"], ["+Y", "-X"], ["+X", "-Y"], ["+X", "+Y"], ["-X", "-Y"], ["-X", "+Y"]])
    func orders(axes: [String]) throws {
        let upright = try HighRangeImage(data: RadianceWriter(width: 11, height: 9, pixel: pixel).file())
        for coding in RadianceWriter.Coding.allCases {
            #expect(try HighRangeImage(data: RadianceWriter(width: 11, height: 9, coding: coding, axes: axes, pixel: pixel).file()) == upright)
        }
    }

    @Test("values are divided by all exposures and colour corrections")
    func exposure() throws {
        var writer = RadianceWriter(width: 8, height: 2) { _, _ in [128, 64, 32, 129] }
        #expect(try HighRangeImage(data: writer.file())[3, 1] == [1, 0.5, 0.25])
        writer.head += "EXPOSURE=2\nEXPOSURE= 0.25\nCOLORCORR= 1 0.5 2\nVIEW= -vp 1 2 3\n# EXPOSURE=9\n"
        #expect(try HighRangeImage(data: writer.file())[3, 1] == [2, 2, 0.25])
        for line in ["EXPOSURE=0", "EXPOSURE=-1", "EXPOSURE=nan", "EXPOSURE=inf", "EXPOSURE=", "COLORCORR=1 2", "COLORCORR=1 0 1"] {
            writer.head = "#?RADIANCE\n\(line)\n"
            #expect(refusal(writer.file())?.code == .invalidImage, "\(line)")
        }
        writer.head = "#?RADIANCE\nEXPOSURE=1e-38\n"
        let bright = try HighRangeImage(data: RadianceWriter(width: 1, height: 1, head: writer.head) { _, _ in [255, 255, 255, 255] }.file())
        #expect(bright.values.allSatisfy { $0 == .greatestFiniteMagnitude }, "no value is infinite")
    }

    @Test("an HDR file is also a picture, clipped, with a word about its brightest value")
    func clipped() throws {
        let file = RadianceWriter(width: 9, height: 1) { x, _ in [128, 128, 128, UInt8(121 + x)] }.file(), read = try ImageFile(data: file)
        #expect(read.kind == .radiance && read.image.format == .rgb8 && read.warnings.isEmpty)
        // The darkest value is 1/256: 255 · (1.055 · (1/256)^(1/2.4) − 0.055) = 12.7.
        #expect(read.image.bytes.prefix(3) == [13, 13, 13] && read.image.bytes.suffix(3) == [255, 255, 255])
        let bright = try ImageFile(data: RadianceWriter(width: 1, height: 1) { _, _ in [128, 0, 0, 131] }.file())
        #expect(bright.warnings == ["its values up to 4.0 are clipped to 1"] && bright.image.bytes == [255, 0, 0])
        let head = "#?RGBE\nPRIMARIES= 0.7 0.3 0.2 0.7 0.1 0.1 0.33 0.33\n"
        let primaries = try ImageFile(data: RadianceWriter(width: 1, height: 1, head: head) { _, _ in [9, 9, 9, 120] }.file())
        #expect(primaries.warnings == ["its primary colours (PRIMARIES) are ignored, and its colours are taken as sRGB's"])
    }

    @Test("ordinary pictures become light, and light becomes ordinary pictures again")
    func light() throws {
        let image = Image(width: 256, height: 1, format: .gray8, bytes: (0...255).map { UInt8($0) }), light = try HighRangeImage(data: image.pngData())
        #expect(light[0, 0] == .zero && light[255, 0] == SIMD3(1, 1, 1) && abs(light[188, 0].x - 0.5029) < 0.0001)
        #expect(light.displayed() == image.converted(to: .rgb8))
        #expect(try HighRangeImage(data: image.converted(to: .gray16).pngData()) == light, "16 bits hold the codes of 8 bits")
        let wide = try HighRangeImage(data: Image(width: 1, height: 1, format: .gray16, bytes: [0, 1]).pngData())
        #expect(abs(wide[0, 0].x - 256 / 65535 / 12.92) < 1e-9)
        #expect(light.displayed(exposure: 1e9).bytes[3...].allSatisfy { $0 == 255 })
    }

    @Test("textures hold the light, the bottom row first: halves clipped to 65504, or floats", arguments: [PixelFormat.rgba16Float, .rgba32Float])
    func texture(format: PixelFormat) throws {
        let values: [Float] = [0.1, 2, 1e6, 65504, 0, 3, 1, 2, 3, 4, 5, 6], picture = HighRangeImage(width: 2, height: 2, values: values)
        let device = Device(.reference), texture = try picture.makeTexture(on: device, format: format, mipmapped: true, label: "sky")
        #expect(texture.format == format && texture.descriptor.mipLevels == 2)
        let found = try texture.read().withUnsafeBytes { bytes -> [Float] in
            format == .rgba32Float ? Array(bytes.bindMemory(to: Float.self)) : bytes.bindMemory(to: Float16.self).map { Float($0) }
        }
        let rounded = values.map { (value: Float) -> Float in format == .rgba32Float ? value : Float(Float16(min(value, 65504))) }
        let expected: [Float] = [1, 2, 3, 1, 4, 5, 6, 1, rounded[0], rounded[1], rounded[2], 1, rounded[3], rounded[4], rounded[5], 1]
        #expect(found == expected)
        let error = #expect(throws: RasterError.self) { try picture.makeTexture(on: device, format: .rgba8, label: "sky") }
        #expect(error?.description == "texture 'sky' has format rgba8; use rgba16Float or rgba32Float [invalidFormat]")
        #expect(throws: RasterError.self) { try HighRangeImage(width: 0, height: 0, values: []).makeTexture(on: device) }
    }

    @Test("damaged heads are errors that name the damage")
    func heads() {
        func message(_ text: String) -> String { refusal(Array(text.utf8) + [UInt8](repeating: 9, count: 64))?.description ?? "none" }
        #expect(message("#?RADIANCE\n\n-Y 4 +X 4\n") == "none")
        #expect(message("#?RADIANCE\r\nFORMAT=32-bit_rle_rgbe\r\n\r\n-Y 4 +X 4\r\n") == "none")
        #expect(message("#?RADIANCE\n") == "sky is a damaged Radiance picture: its head has no end; get the whole file [invalidImage]")
        #expect(message("#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n") == "sky has CIE XYZ colours; convert it to RGB with Radiance's ra_xyze -r [unsupported]")
        #expect(message("#?RADIANCE\nFORMAT=png\n\n") == "sky is a damaged Radiance picture: its format is 'png'; write the file again [invalidImage]")
        for size in ["-Y 4 +Y 4", "-Y 4", "4 4", "-Y 0 +X 4", "-Y -4 +X 4", "-Y 4 +X x", "*Y 4 +X 4", "-Y 99999999999999999999 +X 4", ""] {
            #expect(message("#?RADIANCE\n\n\(size)\n").contains("its size is '\(size)'"), "\(size)")
        }
        #expect(message("#?RADIANCE\n\n-Y 16384 +X 16384\n").contains("use 1 to 16384 pixels a side"))
        #expect(message("#?RADIANCE\n\n-Y 9000 +X 9000\n").contains("too few for 9000×9000 pixels"))
        #expect(refusal(RadianceWriter(width: 8, height: 8, pixel: pixel).file(), byteLimit: 8 * 8 * 12 - 1)?.code == .invalidSize)
    }

    @Test("truncated files, runs that do not fit and random damage are typed errors or pictures")
    func damaged() throws {
        var random = SeededGenerator(state: 7)
        for coding in RadianceWriter.Coding.allCases {
            let file = RadianceWriter(width: 60, height: 6, coding: coding, pixel: pixel).file()
            for count in stride(from: 2, to: file.count, by: 3) { #expect(refusal(Array(file[..<count]))?.code == .invalidImage, "cut at \(count)") }
            for _ in 0..<500 {
                var changed = file
                for _ in 0...3 { changed[Int.random(in: 2..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
                if let error = refusal(changed, byteLimit: 1 << 20) { #expect([.invalidImage, .invalidSize, .unsupported].contains(error.code)) }
            }
        }
        let head = Array("#?RADIANCE\n\n-Y 1 +X 8\n".utf8)
        #expect(refusal(head + [2, 2, 0, 9])?.description.contains("row 0 does not have its length") == true)
        let empty = (0..<5).flatMap { _ in [1, 1, 1, 0] as [UInt8] }
        for row in [[2, 2, 0, 8, 137, 1], [2, 2, 0, 8, 0, 1], [1, 1, 1, 2], [5, 5, 5, 128, 1, 1, 1, 8], [5, 5, 5, 128] + empty] as [[UInt8]] {
            #expect(refusal(head + row)?.description.contains("a run in row 0 does not fit") == true, "\(row)")
        }
    }
}
