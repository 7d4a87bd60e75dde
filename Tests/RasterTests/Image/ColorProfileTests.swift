// Colour profiles: which profiles count as sRGB, and which warnings other profiles cause. The tests write the profiles themselves,
// with the numbers of the standards.

import Foundation
import Raster
import TestSupport
import Testing

@Suite("Colour profiles") struct ColorProfileTests {
    enum Kind: CaseIterable {
        /// sRGB. The curve of `sRGB` is a function; the curve of `sRGBTable` is a table of 1024 numbers.
        case sRGB, sRGBTable
        /// `power`: the primaries of sRGB with the exponent 2.2. `adobe`: Adobe's primaries. `grey`: a grey profile with the
        /// exponent 1.8.
        case power, adobe, grey
        /// A profile for inks. Raster reads only the description of such a profile.
        case inks
    }

    /// Returns the bytes of a profile: version 4 for a curve that is a function, version 2 for all other curves.
    static func profile(_ kind: Kind) -> [UInt8] {
        func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        func fixed(_ value: Double) -> [UInt8] { word(Int((value * 65536).rounded())) }
        func half(_ value: Double) -> [UInt8] { Array(word(Int(value.rounded()))[2...]) }
        func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
        let name = switch kind {
        case .sRGB, .sRGBTable: "web colours"
        case .adobe: "Adobe RGB (1998)"
        case .inks: "Coated \u{1B}[31mpaper"
        case .power, .grey: "power"
        }
        let description = kind == .sRGB
            ? Array("mluc".utf8) + word(0) + word(1) + word(12) + Array("enUS".utf8) + word(name.utf16.count * 2) + word(28)
                + name.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            : Array("desc".utf8) + word(0) + word(name.utf8.count + 1) + Array(name.utf8) + [0]
        let curve: [UInt8] = switch kind {
        case .sRGB: Array("para".utf8) + word(0) + [0, 3, 0, 0] + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
        case .sRGBTable: Array("curv".utf8) + word(0) + word(1024) + (0..<1024).flatMap { half(linear(Double($0) / 1023) * 65535) }
        case .grey: Array("curv".utf8) + word(0) + word(1) + half(1.8 * 256)
        default: Array("curv".utf8) + word(0) + word(1) + half(2.2 * 256)
        }
        let primaries = kind == .adobe ? [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]]
            : [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141]]
        var tags: [(String, [UInt8])] = [("desc", description)]
        switch kind {
        case .inks: break
        case .grey: tags.append(("kTRC", curve))
        default:
            for (letter, values) in zip("rgb", primaries) {
                tags.append(("\(letter)XYZ", Array("XYZ ".utf8) + word(0) + values.flatMap(fixed)))
                tags.append(("\(letter)TRC", curve))
            }
        }
        let space = kind == .grey ? "GRAY" : kind == .inks ? "CMYK" : "RGB "
        var table = word(tags.count), data: [UInt8] = []
        for (tag, contents) in tags {
            table += Array(tag.utf8) + word(132 + 12 * tags.count + data.count) + word(contents.count)
            data += contents + [UInt8](repeating: 0, count: (4 - contents.count % 4) % 4)
        }
        let head = word(0) + word(0) + word(0x0400_0000) + Array("mntr\(space)XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
            + [UInt8](repeating: 0, count: 88)
        return head + table + data
    }
    private static func text(_ name: String) -> String { "its colour profile '\(name)' is ignored, and its colours are taken as sRGB" }

    @Test("profiles that are sRGB in other words are silent; others are named, without characters that control terminals",
          arguments: [(Kind.sRGB, nil), (.sRGBTable, nil), (.power, text("power")), (.adobe, text("Adobe RGB (1998)")), (.grey, text("power")),
                      (.inks, text("Coated [31mpaper"))] as [(Kind, String?)])
    func kinds(kind: Kind, warning: String?) throws {
        let profile = Self.profile(kind), image = gradient(width: 9, height: 9, format: kind == .grey ? .gray8 : .rgb8)
        var png = try image.pngData()
        png.insert(contentsOf: PNGWriter.chunk("iCCP", Array("profile\0\0".utf8) + PNGWriter.stored(profile)), at: 33)
        let read = try ImageFile(data: png)
        #expect(read.image == image && read.warnings == [warning].compactMap { $0 })
        // JPEG has the profile in numbered parts, in any order.
        let plain = try image.jpegData(), middle = profile.count / 2
        let parts = [Array(profile[..<middle]), Array(profile[middle...])].enumerated().map { number, part in
            FlatJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(number + 1), 2] + part)
        }
        let jpeg = plain[..<2] + parts[1] + parts[0] + plain[2...]
        #expect(try ImageFile(data: Array(jpeg)).warnings == [warning].compactMap { $0 })
        #expect(try ImageFile(data: Array(plain[..<2] + parts[1] + plain[2...])).warnings == [], "a part is missing")
    }

    @Test("damaged profiles are ignored with a word and never trap")
    func damaged() throws {
        for kind in Kind.allCases {
            let profile = Self.profile(kind)
            func warnings(_ profile: [UInt8]) throws -> [String] {
                try ImageFile(data: WebPWriter.file(Image(width: 1, height: 1, format: .rgb8), profile: profile)).warnings
            }
            for count in stride(from: 1, to: profile.count, by: 7) { #expect(try warnings(Array(profile[..<count])).count <= 1) }
            for place in stride(from: 16, to: min(profile.count, 420), by: 1) {
                var changed = profile
                changed[place] = 0xFF
                _ = try warnings(changed)
                changed[place] = 0
                _ = try warnings(changed)
            }
        }
    }

    @Test("of a PNG, the first of cICP, iCCP, sRGB, gAMA with cHRM counts")
    func png() throws {
        func warnings(_ chunks: [(String, [UInt8])]) throws -> [String] {
            var file = try gradient(width: 4, height: 4).pngData()
            file.insert(contentsOf: chunks.flatMap { PNGWriter.chunk($0.0, $0.1) }, at: 33)
            return try ImageFile(data: file).warnings
        }
        let gamma = ("gAMA", PNGWriter.big(100_000)), standard = ("gAMA", PNGWriter.big(45455)), sRGB = ("sRGB", [0] as [UInt8])
        let wide = ("cHRM", [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap(PNGWriter.big)), pq = ("cICP", [9, 16, 0, 1] as [UInt8])
        #expect(try warnings([standard]) == [] && warnings([sRGB]) == [] && warnings([("cICP", [1, 13, 0, 1]), gamma]) == [] && warnings([gamma, sRGB]) == [])
        #expect(try warnings([gamma]) == ["its gamma of 1/1.0 is ignored, and its colours are taken as sRGB"])
        #expect(try warnings([standard, wide]) == ["its primary colours (cHRM) are ignored, and its colours are taken as sRGB"])
        #expect(try warnings([pq, sRGB]) == ["its colours of the code 9-16-0-1 (cICP) are taken as sRGB"])
    }
}
