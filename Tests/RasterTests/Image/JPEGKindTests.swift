// JPEGs that cameras, printers and old programs write: sampling factors, inks, damage that decoders mend.

import Raster
import TestSupport
import Testing

@Suite("Kinds of JPEG") struct JPEGKindTests {
    private func luma(_ x: Int, _ y: Int) -> Int { (x * 37 + y * 91 + 20) % 256 }

    @Test("every sampling that libjpeg takes is read",
          arguments: [[4, 2, 1, 1, 1, 1], [2, 2, 1, 2, 1, 1], [1, 4, 1, 1, 1, 1], [3, 1, 1, 1, 1, 1], [4, 1, 2, 1, 1, 1], [2, 1, 1, 1, 2, 1],
                      [2, 1, 2, 1, 2, 1]])
    func sampling(factors: [Int]) throws {
        let file = FlatJPEG(width: 75, height: 43, components: [.init(across: factors[0], down: factors[1], value: luma),
                                                                .init(across: factors[2], down: factors[3]) { _, _ in 128 },
                                                                .init(across: factors[4], down: factors[5]) { _, _ in 128 }]).file()
        let read = try ImageFile(data: file)
        #expect(read.kind == .jpeg && read.image.format == .rgb8 && read.image.width == 75 && read.image.height == 43 && read.warnings.isEmpty)
        // In this file the luma has a sample for each pixel, so a block of the luma covers 8×8 pixels.
        for y in 0..<43 {
            for x in 0..<75 {
                let pixel = read.image.bytes[(y * 75 + x) * 3..<(y * 75 + x) * 3 + 3]
                #expect(pixel.allSatisfy { Int($0) == luma(x / 8, y / 8) }, "\(x), \(y)")
            }
        }
    }

    @Test("a sampling with fractions is refused as a kind that libjpeg does not read")
    func fractions() {
        let file = FlatJPEG(width: 24, height: 8, components: [.init(across: 3, value: luma), .init(across: 2, value: luma), .init(value: luma)]).file()
        let error = #expect(throws: RasterError.self) { try Image(data: file, name: "photo") }
        #expect(error?.code == .unsupported && error?.description.contains("Fractional sampling") == true, "\(String(describing: error))")
    }

    @Test("CMYK becomes the product of the stored values, which are inverted inks", arguments: [nil, 0] as [UInt8?])
    func inks(adobeTransform: UInt8?) throws {
        let values: [(Int, Int) -> Int] = [{ x, _ in x * 80 }, { _, y in y * 120 }, { x, y in 255 - x * 40 - y * 10 }, { x, y in 255 - 50 * y - 7 * x }]
        let file = FlatJPEG(width: 30, height: 20, components: values.map { FlatJPEG.Component(value: $0) }, adobeTransform: adobeTransform)
        let image = try Image(data: file.file())
        #expect(image.format == .rgb8)
        for y in 0..<20 {
            for x in 0..<30 {
                let ink = values.map { $0(x / 8, y / 8) }
                let expected = (0..<3).map { Int((Double(ink[$0] * ink[3]) / 255).rounded()) }
                #expect(image.bytes[(y * 30 + x) * 3..<(y * 30 + x) * 3 + 3].map(Int.init) == expected, "\(x), \(y)")
            }
        }
    }

    @Test("YCCK is converted to inks, and these to RGB")
    func yCCK() throws {
        let values = [180, 90, 150, 200]
        let file = FlatJPEG(width: 8, height: 8, components: values.map { value in FlatJPEG.Component { _, _ in value } }, adobeTransform: 2).file()
        let (y, blue, red) = (Double(values[0]), Double(values[1] - 128), Double(values[2] - 128))
        let light = [y + 1.402 * red, y - 0.344136 * blue - 0.714136 * red, y + 1.772 * blue]
        let pixel = try Image(data: file).bytes.prefix(3).map(Double.init)
        for c in 0..<3 { #expect(abs(pixel[c] - (255 - light[c].rounded()) * 200 / 255) <= 1) }
    }

    @Test("an Adobe marker without a transform keeps RGB")
    func rgb() throws {
        let file = FlatJPEG(width: 8, height: 8, components: [10, 200, 77].map { value in FlatJPEG.Component { _, _ in value } }, adobeTransform: 0).file()
        #expect(try Image(data: file).bytes.prefix(3) == [10, 200, 77])
    }

    @Test("two components are refused, and the message counts them")
    func twoComponents() {
        let file = FlatJPEG(width: 8, height: 8, components: [.init(value: luma), .init(value: luma)]).file()
        let error = #expect(throws: RasterError.self) { try Image(data: file, name: "photo") }
        #expect(error?.description == "photo is a JPEG of 2 components; convert it to grey, RGB or CMYK [unsupported]")
    }

    @Test("damage that libjpeg mends is a warning")
    func mendedDamage() throws {
        let whole = FlatJPEG(width: 16, height: 16, components: [.init(value: luma)]).file(), image = try Image(data: whole)
        var junk = whole
        // Inserts bytes that belong to no segment between two segments.
        let head = try #require(junk.indices.dropLast().first { junk[$0] == 0xFF && junk[$0 + 1] == 0xC0 })
        junk.insert(contentsOf: [1, 2, 3, 4, 5], at: head)
        let read = try ImageFile(data: junk)
        #expect(read.image == image && read.warnings == ["libjpeg says: Corrupt JPEG data: 5 extraneous bytes before marker 0xc0"])

        let photo = try gradient(width: 200, height: 200).jpegData()
        var changed = photo, warned = 0
        for place in stride(from: photo.count / 2, to: photo.count - 2, by: 97) where photo[place] != 0xFF && photo[place - 1] != 0xFF {
            changed[place] = ~photo[place] & 0x7F
            if let read = try? ImageFile(data: changed), !read.warnings.isEmpty { warned += 1 }
            changed[place] = photo[place]
        }
        #expect(warned > 0, "changed data give warnings, not errors")
    }

    @Test("grey and colour files without a colour profile give no warning")
    func quiet() throws {
        #expect(try ImageFile(data: gradient(width: 20, height: 20).jpegData()).warnings == [])
        #expect(try ImageFile(data: gradient(width: 20, height: 20, format: .gray8).jpegData()).warnings == [])
    }
}
