// Pictures that are stored rotated or mirrored, because the camera was rotated when it took the picture.

import Raster
import TestSupport
import Testing

@Suite("Orientation of pictures") struct ImageOrientationTests {
    /// Returns EXIF data with the tag Orientation after another tag.
    static func exif(_ orientation: Int, isLittle: Bool = false, type: Int = 3) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
            let size = [1: 1, 3: 2, 4: 4][type] ?? 4
            return number(tag, 2) + number(type, 2) + number(1, 4) + number(value, size) + [UInt8](repeating: 0, count: 4 - size)
        }
        return Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
            + entry(0x0100, 3, 7) + entry(0x0112, type, orientation) + number(0, 4)
    }
    /// Returns XMP data that give the orientation as an element or as an attribute.
    static func xmp(_ orientation: Int, isElement: Bool) -> [UInt8] {
        Array((isElement ? "<rdf:Description><tiff:Orientation>\(orientation)</tiff:Orientation>" : "<rdf:Description tiff:Orientation=\"\(orientation)\">").utf8)
    }

    /// A stored picture of three columns and two rows. `upright` has the rows of the upright picture for each value of EXIF's orientation.
    /// The value of the tag states on which side of the upright picture the first stored row lies, and on which side the first stored
    /// column lies.
    static let stored = ["abc", "def"]
    static let upright: [Int: [String]] = [
        1: ["abc", "def"], 2: ["cba", "fed"], 3: ["fed", "cba"], 4: ["def", "abc"],
        5: ["ad", "be", "cf"], 6: ["da", "eb", "fc"], 7: ["fc", "eb", "da"], 8: ["cf", "be", "ad"],
    ]
    private static func image(_ rows: [String], _ format: Image.Format = .gray8) -> Image {
        Image(width: rows[0].utf8.count, height: rows.count, format: .gray8, bytes: rows.flatMap(\.utf8)).converted(to: format)
    }
    /// Returns the picture as a PNG with a further chunk after the header.
    private static func png(_ image: Image, _ type: String, _ data: [UInt8]) throws -> [UInt8] {
        var file = try image.pngData()
        file.insert(contentsOf: PNGWriter.chunk(type, data), at: 33)
        return file
    }

    @Test("each of the eight orientations of EXIF is turned upright, in each format", arguments: Image.Format.allCases)
    func eight(format: Image.Format) throws {
        for (number, rows) in Self.upright {
            for isLittle in [false, true] {
                let file = try Self.png(Self.image(Self.stored, format), "eXIf", Self.exif(number, isLittle: isLittle))
                #expect(try Image(data: file) == Self.image(rows, format), "\(number)")
            }
        }
    }

    @Test("the tag may be a byte, a SHORT or a LONG; other types, other numbers and damage leave the picture as it is")
    func tags() throws {
        func turned(_ exif: [UInt8]) throws -> Bool { try Image(data: Self.png(Self.image(Self.stored), "eXIf", exif)).width == 2 }
        for type in [1, 3, 4] { #expect(try turned(Self.exif(6, type: type)) && turned(Self.exif(6, isLittle: true, type: type))) }
        #expect(try !turned(Self.exif(6, type: 2)))
        for number in [0, 9, 255] { #expect(try !turned(Self.exif(number))) }
        let whole = Self.exif(6)
        for count in 5..<32 { #expect(try !turned(Array(whole.prefix(count))), "\(count)") }
        var far = whole
        far.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(try !turned(far))
        far.replaceSubrange(4..<10, with: [0, 0, 0, 8, 0xFF, 0xFF])
        #expect(try turned(far), "the head counts more tags than there are, and the tag is among the first")
        far[23] = 0x13
        #expect(try !turned(far), "the data end before the last tag")
    }

    @Test("JPEG is turned by EXIF, and by XMP where there is no EXIF")
    func jpeg() throws {
        let luma = { (x: Int, y: Int) in 60 * x + 30 * y + 10 }
        func read(_ segments: [UInt8]) throws -> Image {
            try Image(data: FlatJPEG(width: 24, height: 16, components: [.init(value: luma)], segments: segments).file())
        }
        let plain = try read([]), exif = FlatJPEG.segment(0xE1, Array("Exif\0\0".utf8) + Self.exif(6))
        let xmp = { FlatJPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Self.xmp($0, isElement: $0 % 2 == 0)) }
        let turned = try read(exif)
        #expect(plain.width == 24 && turned.width == 16 && turned.height == 24)
        for y in 0..<24 { for x in 0..<16 { #expect(turned.bytes[y * 16 + x] == plain.bytes[(15 - x) * 24 + y]) } }
        #expect(try read(xmp(6)) == turned && read(exif + xmp(3)) == turned && read(xmp(5)).width == 16)
    }

    @Test("PNG is turned by EXIF in a text, as old programs write it, and by XMP")
    func pngTexts() throws {
        let image = Self.image(Self.stored), turned = Self.image(Self.upright[6]!)
        let digits = Self.exif(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let text = "\nexif\n      \(digits.count / 2)\n\(digits.prefix(20))\n\(digits.dropFirst(20))\n"
        #expect(try Image(data: Self.png(image, "tEXt", Array("Raw profile type exif\0\(text)".utf8))) == turned)
        #expect(try Image(data: Self.png(image, "iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Self.xmp(6, isElement: false))) == turned)
        #expect(try Image(data: Self.png(image, "tEXt", Array("Comment\0tiff:Orientation=\"6\"".utf8))) == image)
    }
}
