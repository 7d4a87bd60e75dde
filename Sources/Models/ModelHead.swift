// ModelHead: compares the header of a model file with the bytes that follow. The importer trusts the header: in a damaged file, the
// importer searches for missing data until its time limit.

import Glibc
import Raster

/// The first bytes of a file.
struct ModelHead {
    var bytes: [UInt8]
    /// The size of the whole file, in bytes.
    var byteCount: Int

    /// The maximum number of header bytes that are read.
    private static let longest = 1 << 20

    /// Returns nil if the file cannot be read or is not a regular file (its bytes might be readable only once). In that case the
    /// importer reports the error.
    init?(of path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        byteCount = Int(information.st_size)
        bytes = [UInt8](repeating: 0, count: min(byteCount, ModelHead.longest))
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress! + count, $0.count - count, count) }
            if read < 0 && errno == EINTR { continue }
            if read <= 0 { break }
            count += read
        }
        bytes.removeLast(bytes.count - count)
    }
    init(whole bytes: [UInt8]) { self.bytes = bytes; byteCount = bytes.count }

    /// Compares the header with the file's size.
    /// - Throws: `invalidModel` if the header is damaged or announces more data than the file can hold.
    func check(_ fileExtension: String, name: String) throws(RasterError) {
        let problem: String? = switch fileExtension {
        case "ply": PLYHead(self).problem
        case "stl": stlProblem
        case "glb": glbProblem
        default: nil
        }
        guard let problem else { return }
        throw RasterError(.invalidModel, name, "is damaged: \(problem)", remedy: "check the file with the program that wrote it")
    }

    /// Binary STL: 80 bytes of any text, a count, and 50 bytes per triangle. A text STL begins with `solid`, but so do some binary
    /// files.
    private var stlProblem: String? {
        if bytes.isEmpty { return "it is empty" }
        if ModelHead.isText(bytes.prefix(512)) { return nil }
        guard bytes.count >= 84 else { return "it has \(bytes.count) bytes, but a binary STL file has 84 before its first triangle" }
        let count = word(80), room = (byteCount - 84) / 50
        return count <= room ? nil : "its header announces \(count) triangles, but its \(byteCount) bytes have room for \(room)"
    }
    private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy { $0 >= 32 && $0 < 127 || (9...13).contains($0) || $0 >= 128 } }

    /// Binary glTF 2.0 (4.4): a header of 12 bytes, then chunks that each begin with their length.
    private var glbProblem: String? {
        guard bytes.starts(with: Array("glTF".utf8)) else { return "it does not begin with 'glTF'" }
        guard bytes.count >= 20 else { return "it ends within its header of 20 bytes" }
        let version = word(4)
        // Code elsewhere refuses other versions.
        guard version == 2 else { return nil }
        let length = word(8)
        guard length <= bytes.count else { return "its header announces \(length) bytes, but it has \(bytes.count)" }
        var start = 12
        while start + 8 <= length {
            let size = word(start)
            guard size <= length - start - 8 else { return "a chunk at byte \(start) announces \(size) bytes, but \(length - start - 8) follow" }
            start += 8 + size
        }
        return nil
    }

    private func word(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
}

/// The header of a PLY file: lines up to `end_header` that give the number of elements and the properties of each kind of element.
struct PLYHead {
    private struct Element {
        var name: String
        var count: Int
        /// The smallest size of one element, in bytes.
        var leastSize = 0
    }
    /// The problem, as the rest of a sentence; nil if there is no problem.
    private(set) var problem: String?

    private static let sizes: [String: Int] = [
        "char": 1, "int8": 1, "uchar": 1, "uint8": 1, "short": 2, "int16": 2, "ushort": 2, "uint16": 2, "int": 4, "int32": 4, "uint": 4, "uint32": 4,
        "float": 4, "float32": 4,
        "double": 8, "float64": 8, "double64": 8,
    ]
    /// The maximum number of header lines; a file with more lines is refused.
    private static let mostLines = 100_000

    init(_ head: ModelHead) {
        var lines = PLYLines(bytes: head.bytes), isText: Bool?, elements: [Element] = []
        guard lines.next()?.first?.lowercased() == "ply" else { problem = "it does not begin with 'ply'"; return }
        for _ in 0..<Self.mostLines {
            guard let words = lines.next() else { break }
            switch words.first?.lowercased() {
            case "end_header":
                guard let isText else { problem = "its header has no format"; return }
                problem = Self.excess(of: elements, isText: isText, room: head.byteCount - lines.position)
                return
            case "format":
                guard words.count > 1, let format = ["ascii": true, "binary_little_endian": false, "binary_big_endian": false][words[1].lowercased()] else {
                    problem = "its header has the unknown format '\(words.dropFirst().prefix(2).joined(separator: " "))'"
                    return
                }
                isText = format
            case "element":
                guard words.count > 2, let count = Int(words[2]), count >= 0 else {
                    problem = "its header has no count of elements in '\(words.prefix(4).joined(separator: " "))'"
                    return
                }
                elements.append(Element(name: words[1], count: count))
            case "property":
                guard words.count > 2, !elements.isEmpty else { problem = "its header has a property without an element"; return }
                // A list takes at least the size of its count.
                let isList = words[1].lowercased() == "list", types = isList ? words[2..<min(4, words.count)] : words[1..<2]
                if let unknown = types.first(where: { Self.sizes[$0.lowercased()] == nil }) {
                    problem = "its header has the unknown type '\(unknown.prefix(40))'"
                    return
                }
                elements[elements.count - 1].leastSize += isText == false ? Self.sizes[types[types.startIndex].lowercased()] ?? 0 : 2
            default: break
            }
        }
        problem = "its header has no end"
    }

    /// Returns a problem if the elements need more bytes than follow the header; otherwise nil.
    private static func excess(of elements: [Element], isText: Bool, room: Int) -> String? {
        // In a text file, no blank needs to follow the last number.
        var left = room + (isText ? 1 : 0)
        for element in elements where element.leastSize > 0 {
            guard element.count <= max(left, 0) / element.leastSize else {
                return "its header announces \(element.count) of '\(element.name)', but \(room) bytes follow"
            }
            left -= element.count * element.leastSize
        }
        return nil
    }
}

/// The lines of a header, divided into words. Lines may end with LF, CR or CR LF.
private struct PLYLines {
    let bytes: [UInt8]
    /// The first byte of the next line.
    private(set) var position = 0
    /// The maximum length of a line; a longer line is not a header line.
    private static let longest = 4096

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Returns nil if the file ends within the line.
    mutating func next() -> [String]? {
        let start = position
        guard let end = bytes[start..<min(bytes.count, start + Self.longest)].firstIndex(where: { $0 == 10 || $0 == 13 }) else { return nil }
        position = end + 1
        if bytes[end] == 13, position < bytes.count, bytes[position] == 10 { position += 1 }
        return bytes[start..<end].split { $0 == 32 || $0 == 9 }.map { String(decoding: $0, as: UTF8.self) }
    }
}
