// RadianceFile: reads Radiance's pictures (Ward, "Real Pixels", Graphics Gems II; Radiance's manual "Radiance File Formats").
//
// A pixel has three mantissas m of 8 bits and a common exponent e; a value is m · 2^(e − 136), as most readers compute it (Radiance
// itself adds 1/2 to m, so that its white is 1.004). Pixels with e = 0 are black. Rows are plain, or have runs of equal pixels, or
// have runs for each of the four bytes. The values are divided by the file's exposures, which gives the light of the scene.

extension HighRangeImage {
    static func isRadiance(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x23, 0x3F]) }
}

struct RadianceFile {
    /// The size of the upright picture.
    let width: Int, height: Int
    /// Whether the head names primary colours that differ from Radiance's primary colours and from sRGB's primary colours. (Radiance's
    /// primary colours are nearly the same as sRGB's.)
    private(set) var hasOtherPrimaries = false
    private let bytes: [UInt8]
    private let name: String
    /// The factor of each channel, computed from the exposures and colour corrections in the head.
    private let factors: SIMD3<Double>
    /// The byte offset in the file at which the first row begins.
    private let start: Int
    /// Whether the stored rows are columns of the picture (`hasColumns`), and whether pixels are stored from right to left (`fromRight`)
    /// and from the bottom up (`fromBottom`).
    private let hasColumns: Bool, fromRight: Bool, fromBottom: Bool

    /// Reads the head. Throws `invalidImage` if the head is damaged or the file is too short for its size, `unsupported` for XYZ colours,
    /// `invalidSize` for a picture that is too large.
    init(_ bytes: [UInt8], name: String) throws(RasterError) {
        self.bytes = bytes
        self.name = name
        var place = 0
        func line() throws(RasterError) -> String {
            guard let end = bytes[place...].firstIndex(of: 0x0A) else { throw RadianceFile.damaged(name, "its head has no end", "get the whole file") }
            defer { place = end + 1 }
            let text = bytes[place..<end]
            return String(decoding: text.last == 0x0D ? text.dropLast() : text, as: UTF8.self)
        }
        _ = try line()
        var exposure = 1.0, corrections = SIMD3<Double>(repeating: 1)
        while case let text = try line(), !text.isEmpty {
            guard !text.hasPrefix("#"), let sign = text.firstIndex(of: "=") else { continue }
            let words = text[text.index(after: sign)...].split { $0 == " " || $0 == "\t" }, numbers = words.compactMap { Double($0) }
            switch text[..<sign] {
            case "FORMAT":
                if words.first == "32-bit_rle_xyze" {
                    throw RasterError(.unsupported, name, "has CIE XYZ colours", remedy: "convert it to RGB with Radiance's ra_xyze -r")
                }
                guard words.first == "32-bit_rle_rgbe" else { throw RadianceFile.damaged(name, "its format is '\(words.first?.prefix(40) ?? "")'") }
            case "EXPOSURE":
                guard numbers.count == 1 else { throw RadianceFile.damaged(name, "its EXPOSURE is no number") }
                exposure *= numbers[0]
            case "COLORCORR":
                guard numbers.count == 3 else { throw RadianceFile.damaged(name, "its COLORCORR is not three numbers") }
                corrections *= SIMD3(numbers[0], numbers[1], numbers[2])
            case "PRIMARIES":
                let known = [[0.64, 0.33, 0.29, 0.6, 0.15, 0.06, 0.3333, 0.3333], [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329]]
                hasOtherPrimaries = !known.contains { numbers.count == 8 && zip($0, numbers).allSatisfy { abs($0 - $1) < 0.005 } }
            default: break
            }
        }
        let factors = 1 / (exposure * corrections)
        self.factors = factors
        guard (0..<3).allSatisfy({ factors[$0].isFinite && factors[$0] > 0 }) else { throw RadianceFile.damaged(name, "its exposure is not above 0") }

        // The first axis counts the stored rows. The second axis counts the pixels of a stored row. X grows to the right, Y grows upwards.
        let words = try line().split(separator: " ")
        guard words.count == 4, words[0].count == 2, words[2].count == 2, Set([words[0].last, words[2].last]) == ["X", "Y"],
              "+-".contains(words[0].prefix(1)), "+-".contains(words[2].prefix(1)),
              let rows = Int(words[1]), let columns = Int(words[3]), rows >= 1, columns >= 1 else {
            throw RadianceFile.damaged(name, "its size is '\(words.joined(separator: " ").prefix(40))'")
        }
        let hasColumns = words[0].hasSuffix("X")
        fromRight = words[hasColumns ? 0 : 2].hasPrefix("-")
        fromBottom = words[hasColumns ? 2 : 0].hasPrefix("+")
        self.hasColumns = hasColumns
        (width, height) = hasColumns ? (rows, columns) : (columns, rows)
        start = place
        try Image.checkSize(width: width, height: height, bytesPerPixel: 12, "floats", name: name)
        // Each row takes at least four bytes. This check refuses a short file with a huge size before memory is allocated.
        guard 4 * rows <= bytes.count - start else {
            throw RasterError(.invalidImage, name, "has \(bytes.count) bytes, too few for \(width)×\(height) pixels", remedy: "get the whole file")
        }
    }

    private static func damaged(_ name: String, _ problem: String, _ remedy: String = "write the file again") -> RasterError {
        RasterError(.invalidImage, name, "is a damaged Radiance picture: \(problem)", remedy: remedy)
    }

    /// Reads the pixels. Throws `invalidImage` if the pixels are damaged, and the errors of the limits.
    func picture(_ limits: Image.DecodingLimits) throws(RasterError) -> HighRangeImage {
        try limits.claim(byteCount: width * height * 12, name: name)
        var values = [Float](repeating: 0, count: width * height * 3)
        let rowCount = hasColumns ? width : height, count = hasColumns ? height : width
        var row = [UInt8](repeating: 0, count: 4 * count), place = start
        let scales = (0..<256).map { $0 == 0 ? 0 : Float(sign: .plus, exponent: $0 - 136, significand: 1) }
        let isPlain = factors == SIMD3(repeating: 1)
        for number in 0..<rowCount {
            try read(&row, number, &place)
            for k in 0..<count {
                let (x, y) = hasColumns ? (fromRight ? width - 1 - number : number, fromBottom ? height - 1 - k : k)
                    : (fromRight ? width - 1 - k : k, fromBottom ? height - 1 - number : number)
                let target = (y * width + x) * 3, scale = scales[Int(row[4 * k + 3])]
                for c in 0..<3 {
                    let value = Float(row[4 * k + c]) * scale
                    values[target + c] = isPlain ? value : Float(min(Double(value) * factors[c], Double(Float.greatestFiniteMagnitude)))
                }
            }
        }
        return HighRangeImage(width: width, height: height, values: values)
    }

    /// Reads one row of four bytes for each pixel.
    private func read(_ row: inout [UInt8], _ number: Int, _ place: inout Int) throws(RasterError) {
        let count = row.count / 4
        func byte() throws(RasterError) -> UInt8 {
            guard place < bytes.count else { throw RadianceFile.damaged(name, "it ends in row \(number)", "get the whole file") }
            defer { place += 1 }
            return bytes[place]
        }
        // A row with runs for each of the four bytes begins with two bytes that have the value 2, followed by the length of the row. No
        // other row begins in this way.
        if (8...0x7FFF).contains(count), place + 4 <= bytes.count, bytes[place] == 2, bytes[place + 1] == 2, bytes[place + 2] < 128 {
            guard Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]) == count else {
                throw RadianceFile.damaged(name, "row \(number) does not have its length")
            }
            place += 4
            for component in 0..<4 {
                var k = 0
                while k < count {
                    let code = Int(try byte()), isRun = code > 128, length = isRun ? code - 128 : code
                    guard length >= 1, length <= count - k else { throw RadianceFile.damaged(name, "a run in row \(number) does not fit") }
                    let repeated = isRun ? try byte() : 0
                    for _ in 0..<length {
                        row[4 * k + component] = isRun ? repeated : try byte()
                        k += 1
                    }
                }
            }
            return
        }
        // A pixel with the mantissas 1, 1, 1 repeats the pixel before it. The exponent of a repeating pixel is the number of repetitions.
        // If several repeating pixels follow one another, the exponent of each further pixel gives the next higher eight bits of the
        // number.
        var k = 0, shift = 0
        while k < count {
            var pixel = SIMD4<UInt8>()
            for c in 0..<4 { pixel[c] = try byte() }
            if pixel.x == 1, pixel.y == 1, pixel.z == 1 {
                let length = shift > 24 ? Int.max : Int(pixel.w) << shift
                guard k > 0, length <= count - k else { throw RadianceFile.damaged(name, "a run in row \(number) does not fit") }
                for _ in 0..<length {
                    for c in 0..<4 { row[4 * k + c] = row[4 * (k - 1) + c] }
                    k += 1
                }
                shift += 8
            } else {
                for c in 0..<4 { row[4 * k + c] = pixel[c] }
                k += 1
                shift = 0
            }
        }
    }
}
