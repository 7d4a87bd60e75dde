// PLYHead: the header of a PLY file: lines up to `end_header` that give the name, the count and the properties of each kind of
// element.

import Raster

struct PLYHead {
    enum Format { case text, littleEndian, bigEndian }
    enum Number: String {
        case int8, uint8, int16, uint16, int32, uint32, float32, float64
        var byteCount: Int {
            switch self {
            case .int8, .uint8: 1
            case .int16, .uint16: 2
            case .int32, .uint32, .float32: 4
            case .float64: 8
            }
        }
        /// The stored number that means full strength of a colour channel.
        var fullColor: Float {
            switch self {
            case .uint8: 255
            case .uint16: 65535
            case .uint32: Float(UInt32.max)
            case .int8: 127
            case .int16: 32767
            case .int32: Float(Int32.max)
            case .float32, .float64: 1
            }
        }
    }
    struct Property {
        var name: String
        var number: Number
        /// The type of the count at the beginning of a list; nil for a property that is a single number.
        var listCount: Number?
    }
    struct Element {
        var name: String
        var count: Int
        var properties: [Property] = []
    }
    private(set) var format = Format.text
    private(set) var elements: [Element] = []
    /// The file of the texture, which MeshLab writes in a comment: `comment TextureFile wood.png`. nil if the header names no texture.
    private(set) var textureFile: String?
    /// The index of the first byte after the header.
    private(set) var end = 0

    private static let numbers: [String: Number] = [
        "char": .int8, "int8": .int8, "uchar": .uint8, "uint8": .uint8, "short": .int16, "int16": .int16, "ushort": .uint16, "uint16": .uint16,
        "int": .int32, "int32": .int32, "uint": .uint32, "uint32": .uint32, "float": .float32, "float32": .float32,
        "double": .float64, "float64": .float64, "double64": .float64,
    ]
    /// A file with more lines in its header is refused.
    private static let mostLines = 100_000

    init(_ bytes: [UInt8], _ file: ModelFile) throws(RasterError) {
        var lines = PLYHeadLines(bytes: bytes), format: Format?
        guard lines.next()?.first?.lowercased() == "ply" else { throw file.damaged("it does not begin with 'ply'") }
        for _ in 0..<Self.mostLines {
            guard let words = lines.next() else { break }
            switch words.first?.lowercased() {
            case "end_header":
                guard let format else { throw file.damaged("its header has no format") }
                self.format = format
                end = lines.position
                try checkSize(byteCount: bytes.count, file)
                return
            case "format":
                let formats: [String: Format] = ["ascii": .text, "binary_little_endian": .littleEndian, "binary_big_endian": .bigEndian]
                guard words.count > 1, let known = formats[words[1].lowercased()] else {
                    throw file.damaged("its header has the unknown format '\(words.dropFirst().prefix(2).joined(separator: " ").prefix(40))'")
                }
                format = known
            case "element":
                guard words.count > 2, let count = Int(words[2]), count >= 0 else {
                    throw file.damaged("its header has no count of elements in '\(words.prefix(4).joined(separator: " ").prefix(80))'")
                }
                elements.append(Element(name: words[1].lowercased(), count: count))
            case "property":
                guard words.count > 2, !elements.isEmpty else { throw file.damaged("its header has a property without an element") }
                elements[elements.count - 1].properties.append(try Self.property(words, file))
            case "comment":
                if words.count > 2, words[1].lowercased() == "texturefile" { textureFile = words[2...].joined(separator: " ") }
            // Blank lines, obj_info and the keywords of other applications are ignored.
            default: break
            }
        }
        throw file.damaged("its header has no end")
    }
    private static func property(_ words: [String], _ file: ModelFile) throws(RasterError) -> Property {
        func number(_ word: String) throws(RasterError) -> Number {
            guard let number = numbers[word.lowercased()] else { throw file.damaged("its header has the unknown type '\(word.prefix(40))'") }
            return number
        }
        if words[1].lowercased() == "list" {
            guard words.count > 3 else { throw file.damaged("its header has an incomplete property '\(words.joined(separator: " ").prefix(80))'") }
            return Property(name: (words.count > 4 ? words[4] : "").lowercased(), number: try number(words[3]), listCount: try number(words[2]))
        }
        return Property(name: words[2].lowercased(), number: try number(words[1]))
    }

    /// Throws an error if the elements need more bytes than the file has after the header. No memory is allocated for such a file.
    private func checkSize(byteCount: Int, _ file: ModelFile) throws(RasterError) {
        let room = byteCount - end
        // In a text file, a number takes at least two bytes: a digit and a blank. Only the last number of the file may lack the blank. A
        // list may be missing, so this check counts no bytes for lists.
        var left = room + (format == .text ? 1 : 0)
        for element in elements {
            if element.properties.isEmpty { continue }
            let least = format == .text ? max(2 * element.properties.count { $0.listCount == nil }, 2)
                : element.properties.reduce(0) { $0 + ($1.listCount ?? $1.number).byteCount }
            guard element.count <= max(left, 0) / least else {
                throw file.damaged("its header announces \(element.count) of '\(element.name.prefix(40))', but \(room) bytes follow")
            }
            left -= element.count * least
        }
    }
}

/// The lines of a header, divided into words. The end of the first line (LF, CR LF or CR) shows how all lines end.
private struct PLYHeadLines {
    let bytes: [UInt8]
    /// The first byte of the next line.
    private(set) var position = 0
    private var end: UInt8?
    /// The maximum length of a line; a longer line is not a header line.
    private static let longest = 4096

    init(bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Returns the words of the next line; nil if the file ends within the line.
    mutating func next() -> [String]? {
        let start = position, limit = min(bytes.count, start + Self.longest)
        guard let found = bytes[start..<limit].firstIndex(where: { end == nil ? $0 == 10 || $0 == 13 : $0 == end }) else { return nil }
        position = found + 1
        if end == nil {
            end = bytes[found]
            // If lines end with CR LF, LF counts as the line end, and CR counts as a blank.
            if bytes[found] == 13, position < bytes.count, bytes[position] == 10 { end = 10; position += 1 }
        }
        return bytes[start..<found].split { TextReader.isBlank($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
