// ColorProfile: finds out whether the colours of an ICC profile are the colours of sRGB (ICC.1:2022). Raster never converts colours;
// a reader of pictures uses ColorProfile to report the profile that the reader ignores.

struct ColorProfile {
    /// The profile's description, such as "Adobe RGB (1998)"; nil if the profile has no readable description.
    let name: String?
    /// Whether the profile's colours differ from the colours of sRGB by less than a step of the 8-bit codes.
    let isSRGB: Bool

    /// Reads a profile. A damaged profile has no name and counts as different from sRGB.
    init(_ data: some RandomAccessCollection<UInt8>) {
        let tags = ProfileTags(Array(data))
        let name = tags.description.flatMap { $0.isEmpty ? nil : $0 }
        self.name = name
        let curves = tags.space == "GRAY" ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
        if tags.space == "GRAY" || tags.space == "RGB ", curves.allSatisfy(tags.has) {
            isSRGB = curves.allSatisfy { tags.curve($0)?.isSRGB == true } && (tags.space == "GRAY" || ColorProfile.hasPrimaries(tags))
        } else {
            // Profiles with lookup tables in place of curves are not evaluated. A profile with lookup tables counts as sRGB if its name
            // contains "sRGB".
            isSRGB = tags.space == "RGB " && name?.contains("sRGB") == true
        }
    }

    /// Returns whether the profile's primary colours are the primary colours of sRGB. `known` has sRGB's primary colours for D50, the white
    /// point of profiles (IEC 61966-2-1, adapted by the Bradford transform of ICC.1 annex E).
    private static func hasPrimaries(_ tags: ProfileTags) -> Bool {
        let known = [("rXYZ", [0.4361, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]), ("bXYZ", [0.1431, 0.0606, 0.7141])]
        return known.allSatisfy { tag, values in
            guard let found = tags.numbers(tag, type: "XYZ ", count: 3) else { return false }
            return zip(found, values).allSatisfy { abs($0 - $1) < 0.003 }
        }
    }

    /// A warning for a picture file that has this profile; nil if the profile's colours are the colours of sRGB.
    var warning: String? {
        if isSRGB { return nil }
        return "its colour profile\(name.map { " '\($0)'" } ?? "") is ignored, and its colours are taken as sRGB"
    }
}

/// The table of tags of a profile (ICC.1:2022, 7.3) and the types that describe colours.
private struct ProfileTags {
    private let bytes: [UInt8]
    private var places: [String: Range<Int>] = [:]
    /// The colour space of the pixels, such as "RGB ".
    private(set) var space = ""

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count >= 132, text(36, 4) == "acsp", let count = word(128) else { return }
        space = text(16, 4)
        for number in 0..<min(count, 200) {
            guard let offset = word(136 + 12 * number), let size = word(140 + 12 * number), size <= bytes.count, offset <= bytes.count - size else { return }
            places[text(132 + 12 * number, 4)] = offset..<offset + size
        }
    }

    private func word(_ at: Int) -> Int? {
        guard at >= 0, at <= bytes.count - 4 else { return nil }
        return (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
    }
    private func half(_ at: Int) -> Int? {
        guard at >= 0, at <= bytes.count - 2 else { return nil }
        return Int(bytes[at]) << 8 | Int(bytes[at + 1])
    }
    private func text(_ at: Int, _ count: Int) -> String {
        guard at <= bytes.count - count else { return "" }
        return String(decoding: bytes[at..<at + count], as: UTF8.self)
    }

    func has(_ tag: String) -> Bool { places[tag] != nil }
    private func place(_ tag: String, type: String) -> Range<Int>? {
        guard let place = places[tag], place.count >= 12, text(place.lowerBound, 4) == type else { return nil }
        return place
    }

    /// Returns the first numbers of a tag of signed 16.16 fixed-point numbers (4.6); nil if the tag is missing or too short.
    func numbers(_ tag: String, type: String, count: Int, from offset: Int = 8) -> [Double]? {
        guard let place = place(tag, type: type), place.count >= offset + 4 * count else { return nil }
        return (0..<count).map { Double(Int32(truncatingIfNeeded: word(place.lowerBound + offset + 4 * $0) ?? 0)) / 65536 }
    }

    /// The profile's description: in a profile of version 2, ASCII text; in a profile of version 4, the text in the first of several
    /// languages (10.15). The description is nil if the profile has no readable description.
    var description: String? {
        if let place = place("desc", type: "desc"), let count = word(place.lowerBound + 8), count <= place.count - 12 {
            return printable(bytes[place.lowerBound + 12..<place.lowerBound + 12 + count].map(UInt16.init))
        }
        guard let place = place("desc", type: "mluc"), let size = word(place.lowerBound + 20), let offset = word(place.lowerBound + 24),
              offset <= place.count, size <= place.count - offset else { return nil }
        return printable((0..<size / 2).compactMap { half(place.lowerBound + offset + 2 * $0).map(UInt16.init) })
    }
    /// Returns at most 60 characters of the text up to its first NUL. Control characters are left out, because they must not reach a
    /// terminal.
    private func printable(_ units: [UInt16]) -> String {
        let scalars = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self).unicodeScalars
        return String(String.UnicodeScalarView(scalars.filter { $0.value >= 32 && !(127...159).contains($0.value) }.prefix(60)))
    }

    /// Returns the curve of a tag: a table, a power (curveType, 10.6) or a function (parametricCurveType, 10.18). Returns nil if the tag
    /// is missing or damaged.
    func curve(_ tag: String) -> ToneCurve? {
        if let place = place(tag, type: "curv"), let count = word(place.lowerBound + 8), count <= (place.count - 12) / 2 {
            if count == 1 { return .function([Double(half(place.lowerBound + 12) ?? 0) / 256]) }
            return count == 0 ? .function([1]) : .table((0..<count).map { Double(half(place.lowerBound + 12 + 2 * $0) ?? 0) / 65535 })
        }
        guard let place = place(tag, type: "para"), let type = half(place.lowerBound + 8), type <= 4 else { return nil }
        return numbers(tag, type: "para", count: [1, 3, 4, 5, 7][type], from: 12).map(ToneCurve.function)
    }
}

/// The curve from codes to linear light.
private enum ToneCurve {
    case table([Double])
    /// The parameters g, a, b, c, d, e, f of ICC.1:2022, table 68; the later parameters may be missing.
    case function([Double])

    func value(_ code: Double) -> Double {
        switch self {
        case .table(let values):
            let place = code * Double(values.count - 1), index = min(Int(place), values.count - 2)
            return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
        case .function(let p):
            func power(_ a: Double, _ b: Double) -> Double { PortableMath.power(max(0, a * code + b), p[0]) }
            return switch p.count {
            case 1: power(1, 0)
            case 3: code >= -p[2] / p[1] ? power(p[1], p[2]) : 0
            case 4: code >= -p[2] / p[1] ? power(p[1], p[2]) + p[3] : p[3]
            case 5: code >= p[4] ? power(p[1], p[2]) : p[3] * code
            default: code >= p[4] ? power(p[1], p[2]) + p[5] : p[3] * code + p[6]
            }
        }
    }

    /// Whether the curve differs from sRGB's curve by less than a step of the 8-bit codes, at each 16th code.
    var isSRGB: Bool {
        if case .table(let values) = self, values.count < 2 { return false }
        return stride(from: 0, through: 255, by: 15).allSatisfy { code in
            let here = UInt8(code), exact = Double(linearFromSRGB(here))
            let step = here < 255 ? Double(linearFromSRGB(here + 1)) - exact : exact - Double(linearFromSRGB(here - 1))
            return abs(value(Double(code) / 255) - exact) < step
        }
    }
}
