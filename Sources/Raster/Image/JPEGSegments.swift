// JPEGSegments: the segments of a JPEG file before its picture (ITU-T T.81, B.1.1). These segments contain the file's notes about its
// orientation and its colours.

struct JPEGSegments {
    private var segments: [(marker: UInt8, data: ArraySlice<UInt8>)] = []

    /// Reads the segments up to the first scan, or up to damage.
    init(_ bytes: [UInt8]) {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            // Any number of bytes 0xFF may fill the space before a marker.
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard marker != 0xDA, length >= 2, length <= bytes.count - place - 2 else { return }
            segments.append((marker, bytes[place + 4..<place + 2 + length]))
            place += 2 + length
        }
    }

    /// Returns the contents of the application segments that have this number and begin with `name` and a NUL.
    private func contents(ofApplication number: UInt8, named name: String) -> [ArraySlice<UInt8>] {
        let mark = Array(name.utf8) + [0]
        return segments.filter { $0.marker == 0xE0 + number && $0.data.starts(with: mark) }.map { $0.data.dropFirst(mark.count) }
    }

    /// The orientation that the EXIF data state or, if the EXIF data state no orientation, the orientation that the XMP data state. If
    /// neither states an orientation, the result is nil.
    var orientation: ImageOrientation? {
        if let exif = contents(ofApplication: 1, named: "Exif").lazy.compactMap({ ImageOrientation(exif: $0.dropFirst()) }).first { return exif }
        return contents(ofApplication: 1, named: "http://ns.adobe.com/xap/1.0/").lazy.compactMap { ImageOrientation(xmp: $0) }.first
    }

    /// The colour profile, whose parts are numbered from 1 (ICC.1:2022, B.4); nil if the file has no profile or if a part of the profile is
    /// missing.
    var profile: [UInt8]? {
        let parts = contents(ofApplication: 2, named: "ICC_PROFILE").filter { $0.count >= 2 }
        guard let count = parts.first?.dropFirst().first.map(Int.init), count == parts.count else { return nil }
        return parts.sorted { ($0.first ?? 0) < ($1.first ?? 0) }.flatMap { $0.dropFirst(2) }
    }
}
