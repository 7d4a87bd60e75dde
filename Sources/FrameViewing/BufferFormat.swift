// BufferFormat: the format for showing a buffer's bytes as rows of a table, such as "float3 position, unorm8x4 color".

import FrameCapture
import Raster

package struct BufferFormat: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case float, half, double, fixed, int, uint, short, ushort, byte, ubyte, snorm16, unorm16, snorm8, unorm8, hex
        package var byteCount: Int {
            switch self {
            case .double: 8
            case .float, .fixed, .int, .uint, .hex: 4
            case .half, .short, .ushort, .snorm16, .unorm16: 2
            case .byte, .ubyte, .snorm8, .unorm8: 1
            }
        }
    }
    package struct Field: Sendable, Equatable {
        package var name: String, kind: Kind, count: Int, offset: Int
    }
    package var fields: [Field]
    /// The number of bytes from one row to the next.
    package var stride: Int

    /// Reads a text of fields, separated by commas: words such as `float3`, `ubyte4`, `unorm8x4` or `hex`, with or without a name. `skip 4`
    /// skips bytes. `at 24` continues at byte 24 of the row, even if earlier fields have read this byte already. `stride 32` sets the
    /// distance from one row to the next to 32 bytes.
    /// - Throws: `RasterError` with `invalidArgument`; the error names the wrong word.
    package init(_ text: String) throws(RasterError) {
        fields = []
        stride = 0
        var offset = 0, end = 0, wanted: Int?
        for part in text.split(whereSeparator: { $0 == "," || $0 == ";" }) {
            let words = part.split(separator: " ").map(String.init)
            guard let word = words.first else { continue }
            if ["stride", "skip", "at"].contains(word) {
                guard words.count == 2, let number = Int(words[1]), (0...1 << 20).contains(number) else { throw BufferFormat.refusal(part.description) }
                switch word {
                case "stride": wanted = number
                case "skip": offset += number
                default: offset = number
                }
                continue
            }
            guard let (kind, count) = BufferFormat.kind(word), words.count <= 2 else { throw BufferFormat.refusal(word) }
            let name = words.count > 1 ? words[1] : "\(word) +\(offset)"
            fields.append(Field(name: name, kind: kind, count: count, offset: offset))
            offset += kind.byteCount * count
            end = max(end, offset)
        }
        guard !fields.isEmpty, fields.count <= 32 else {
            throw RasterError(.invalidArgument, "a buffer's format", "has \(fields.count) fields",
                              remedy: "give 1 to 32, such as float3 position, unorm8x4 color")
        }
        stride = max(1, wanted ?? max(end, offset))
    }
    private static func refusal(_ word: String) -> RasterError {
        RasterError(.invalidArgument, "'\(word)'", "is not part of a buffer's format",
                    remedy: "use \(Kind.allCases.map(\.rawValue).joined(separator: ", ")) with a count of 1 to 16, skip, at or stride")
    }
    private static func kind(_ word: String) -> (Kind, Int)? {
        for kind in Kind.allCases.sorted(by: { $0.rawValue.count > $1.rawValue.count }) where word.hasPrefix(kind.rawValue) {
            var rest = word.dropFirst(kind.rawValue.count)
            if rest.isEmpty { return (kind, 1) }
            if rest.first == "x" { rest = rest.dropFirst() }
            if let count = Int(rest), (1...16).contains(count) { return (kind, count) }
        }
        return nil
    }
    /// Creates the format of a draw's vertices.
    init(_ attributes: [VertexAttribute], stride: Int) {
        fields = attributes.map { attribute in
            let kind: Kind, count: Int
            switch attribute.format {
            case .scaled(let component, let n), .integer(let component, let n): (kind, count) = (BufferFormat.kind(component, isNormalized: false), n)
            case .normalized(let component, let n): (kind, count) = (BufferFormat.kind(component, isNormalized: true), n)
            case .packed1010102, .packedBGRA1010102: (kind, count) = (.hex, 1)
            case .bgra8: (kind, count) = (.unorm8, 4)
            }
            return Field(name: attribute.name, kind: kind, count: count, offset: attribute.offset)
        }
        self.stride = max(1, stride > 0 ? stride : fields.map { $0.offset + $0.kind.byteCount * $0.count }.max() ?? 4)
    }
    init(indices: IndexType) {
        let kind: Kind = switch indices {
        case .uint8: .ubyte
        case .uint16: .ushort
        case .uint32: .uint
        }
        fields = [Field(name: "index", kind: kind, count: 1, offset: 0)]
        stride = kind.byteCount
    }
    private static func kind(_ component: VertexComponent, isNormalized: Bool) -> Kind {
        switch component {
        case .float32: .float
        case .float16: .half
        case .float64: .double
        case .fixed32: .fixed
        case .int32: .int
        case .uint32: .uint
        case .int16: isNormalized ? .snorm16 : .short
        case .uint16: isNormalized ? .unorm16 : .ushort
        case .int8: isNormalized ? .snorm8 : .byte
        case .uint8: isNormalized ? .unorm8 : .ubyte
        }
    }

    /// The format as text, in the form that `init(_:)` reads.
    package var text: String {
        var place = 0, end = 0, parts: [String] = []
        for field in fields.sorted(by: { $0.offset < $1.offset }) {
            // If several attributes read the same bytes of the buffer, a field may begin before the end of the previous field. The text
            // then has the position of the field's first byte, as in "at 8".
            if field.offset > place { parts.append("skip \(field.offset - place)") } else if field.offset < place { parts.append("at \(field.offset)") }
            parts.append(field.kind.rawValue + (field.count > 1 ? "x\(field.count)" : "")
                             + (field.name.contains(" ") || field.name.isEmpty ? "" : " \(field.name)"))
            place = field.offset + field.kind.byteCount * field.count
            end = max(end, place)
        }
        if end != stride { parts.append("stride \(stride)") }
        return parts.joined(separator: ", ")
    }
    /// Returns the number of rows in `byteCount` bytes; the last row may be incomplete.
    package func rowCount(_ byteCount: Int, offset: Int) -> Int { max(0, byteCount - offset + stride - 1) / stride }
    /// Returns the texts of the numbers that a field has in a row. If the bytes of a number lie beyond the buffer's end, the text is a dash.
    package func text(_ field: Field, row: Int, of bytes: [UInt8], offset: Int) -> [String] {
        (0..<field.count).map { component in
            let place = offset + row * stride + field.offset + component * field.kind.byteCount
            guard place >= 0, place <= bytes.count - field.kind.byteCount else { return "-" }
            let bits = (0..<field.kind.byteCount).reduce(UInt64(0)) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
            let word = UInt32(truncatingIfNeeded: bits)
            switch field.kind {
            case .double: return NumberText.short(Double(bitPattern: bits))
            case .fixed: return NumberText.short(Double(Int32(bitPattern: word)) / 65536)
            case .float: return NumberText.short(Float(bitPattern: word))
            case .half: return NumberText.short(Float(Float16(bitPattern: UInt16(word))))
            case .int: return "\(Int32(bitPattern: word))"
            case .short: return "\(Int16(bitPattern: UInt16(word)))"
            case .byte: return "\(Int8(bitPattern: UInt8(word)))"
            case .uint, .ushort, .ubyte: return "\(word)"
            case .snorm16: return NumberText.short(max(Float(Int16(bitPattern: UInt16(word))) / 32767, -1))
            case .unorm16: return NumberText.short(Float(word) / 65535)
            case .snorm8: return NumberText.short(max(Float(Int8(bitPattern: UInt8(word))) / 127, -1))
            case .unorm8: return NumberText.short(Float(word) / 255)
            case .hex:
                let digits = String(word, radix: 16)
                return String(repeating: "0", count: 8 - digits.count) + digits
            }
        }
    }
}

/// Writes numbers for the columns of a table.
package enum NumberText {
    /// Returns an integer with all its digits, and any other number with up to five significant digits.
    package static func short(_ value: Double, isInteger: Bool) -> String { isInteger ? PixelNumbers.text(value) : short(value) }
    /// Returns a number with up to five significant digits; a whole number below 10⁷ has all its digits.
    static func short(_ value: Float) -> String { short(Double(value)) }
    static func short(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-∞" : "∞" }
        if value == value.rounded(), abs(value) < 1e7 { return "\(Int(value))" }
        let size = abs(value)
        guard size >= 1e-4, size < 1e7 else { return "\(Float(value))" }
        var decimals = 4, limit = 1.0
        while size >= limit * 10, decimals > 0 { limit *= 10; decimals -= 1 }
        if size < 0.1 { decimals = 5 }
        if size < 0.01 { decimals = 6 }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let whole = Int((size * scale).rounded()), part = String(whole % Int(scale))
        var text = "\(whole / Int(scale))"
        if decimals > 0 {
            var digits = String(repeating: "0", count: decimals - part.count) + part
            while digits.last == "0" { digits.removeLast() }
            if !digits.isEmpty { text += "." + digits }
        }
        return (value < 0 ? "-" : "") + text
    }
}
