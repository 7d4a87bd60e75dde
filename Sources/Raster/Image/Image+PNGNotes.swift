// Image+PNGNotes: reads the notes of a PNG file about its orientation and its colours. If several chunks describe the colours, only the
// chunk that comes first in this list counts: cICP, iCCP, sRGB, gAMA together with cHRM (PNG specification, third edition, 4.3).

import CPNG

extension Image {
    /// - Parameter context: A context that has read all chunks.
    static func readAncillaryChunks(of chunks: PNGChunks, _ context: OpaquePointer, _ notes: inout ImageNotes) {
        let used: Set<String> = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM", "eXIf"]
        for chunk in chunks where used.contains(chunk.type) && !chunks.isIntact(chunk) {
            notes.warn("its chunk \(chunk.type) has a wrong checksum and is ignored")
        }
        var exif = spng_exif()
        if spng_get_exif(context, &exif) == 0, let data = exif.data {
            notes.orientation = ImageOrientation(exif: UnsafeRawBufferPointer(start: data, count: exif.length))
        }
        if notes.orientation == nil { notes.orientation = orientationInText(context) }
        readColors(of: chunks, context, &notes)
    }

    private static func readColors(of chunks: PNGChunks, _ context: OpaquePointer, _ notes: inout ImageNotes) {
        // The chunk cICP contains four numbers: the codes of the primaries, the curve, the matrix and the range (ITU-T H.273). For sRGB,
        // these numbers are 1, 13, 0 and 1.
        if let chunk = chunks.first(where: { $0.type == "cICP" && $0.data.count == 4 && chunks.isIntact($0) }) {
            let code = Array(chunks.bytes[chunk.data])
            if code != [1, 13, 0, 1] { notes.warn("its colours of the code \(code.map(String.init).joined(separator: "-")) (cICP) are taken as sRGB") }
            return
        }
        var profile = spng_iccp(), intent: UInt8 = 0
        if spng_get_iccp(context, &profile) == 0, let data = profile.profile {
            return notes.note(profile: UnsafeRawBufferPointer(start: data, count: profile.profile_len))
        }
        if spng_get_srgb(context, &intent) == 0 { return }
        var gamma = 0.0, chromaticities = spng_chrm()
        // 0.45455 is 1 / 2.2. Files state this gamma for colours that have sRGB's curve.
        if spng_get_gama(context, &gamma) == 0, abs(gamma - 0.45455) > 0.005 {
            notes.warn("its gamma of 1/\(rounded(1 / max(gamma, 1e-5))) is ignored, and its colours are taken as sRGB")
        }
        if spng_get_chrm(context, &chromaticities) == 0 {
            let found = [chromaticities.white_point_x, chromaticities.white_point_y, chromaticities.red_x, chromaticities.red_y,
                         chromaticities.green_x, chromaticities.green_y, chromaticities.blue_x, chromaticities.blue_y]
            let known = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]
            if zip(found, known).contains(where: { abs($0 - $1) > 0.005 }) {
                notes.warn("its primary colours (cHRM) are ignored, and its colours are taken as sRGB")
            }
        }
    }
    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// Returns the orientation that a text of the file states; nil if no text states an orientation. Picture editors that are older than
    /// the chunk eXIf write EXIF data into a text: first a line feed, the name of the format and the number of bytes, and then the data
    /// as hexadecimal digits. Other picture editors write XMP.
    private static func orientationInText(_ context: OpaquePointer) -> ImageOrientation? {
        var count: UInt32 = 0
        guard spng_get_text(context, nil, &count) == 0, count > 0 else { return nil }
        var texts = [spng_text](repeating: spng_text(), count: Int(count))
        guard spng_get_text(context, &texts, &count) == 0 else { return nil }
        for var text in texts.prefix(Int(count)) {
            guard let start = text.text else { continue }
            let bytes = UnsafeRawBufferPointer(start: start, count: text.length)
            let keyword = withUnsafeBytes(of: &text.keyword) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            let orientation = switch keyword {
            case "XML:com.adobe.xmp": ImageOrientation(xmp: bytes)
            case "Raw profile type exif": ImageOrientation(exif: hexadecimal(bytes))
            default: ImageOrientation?.none
            }
            if let orientation { return orientation }
        }
        return nil
    }
    /// Returns the bytes of a raw profile. The profile contains the bytes as hexadecimal digits, after three lines at its beginning. The
    /// first of these three lines is empty.
    private static func hexadecimal(_ text: UnsafeRawBufferPointer) -> [UInt8] {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true).dropFirst(2)
        var digits: [UInt8] = []
        for byte in lines.joined() { if let digit = Character(UnicodeScalar(byte)).hexDigitValue { digits.append(UInt8(digit)) } }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
