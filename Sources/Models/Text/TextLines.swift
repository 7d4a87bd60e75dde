// TextLines: the lines of OBJ and MTL files.

/// Lines of a UTF-8 text, which end with LF, CR or CR LF. A backslash at the end of a line joins this line with the next line.
struct TextLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0
    /// The number of the last returned line, from 1; for joined lines the number of the first line.
    private(set) var number = 0
    private var nextNumber = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        number = nextNumber
        var line = part()
        guard line.last == UInt8(ascii: "\\") else { return line }
        var joined: [UInt8] = []
        while line.last == UInt8(ascii: "\\") {
            joined += line.dropLast() + [32]
            guard position < bytes.count else { return joined[...] }
            line = part()
        }
        joined += line
        return joined[...]
    }
    private mutating func part() -> ArraySlice<UInt8> {
        let start = position
        let end = bytes.withUnsafeBufferPointer { buffer in
            var end = start
            while end < buffer.count, buffer[end] != 10, buffer[end] != 13 { end += 1 }
            return end
        }
        position = end + 1
        if end < bytes.count, bytes[end] == 13, position < bytes.count, bytes[position] == 10 { position += 1 }
        nextNumber += 1
        return bytes[start..<end]
    }
}

/// The unknown words of a file. A warning contains the first few of these words, each word once.
struct UnknownWords {
    private var words: [String] = []
    private static let shownCount = 8

    mutating func add(_ word: String) {
        let word = String(word.prefix(32))
        if words.count <= Self.shownCount, !words.contains(word) { words.append(word) }
    }
    func tell(of owner: String, in notes: inout ModelNotes) {
        guard !words.isEmpty else { return }
        let shown = words.prefix(Self.shownCount).map { "'\($0)'" }.joined(separator: ", ")
        notes.add("\(owner) has unknown words, which are ignored: \(shown)\(words.count > Self.shownCount ? " and more" : "")")
    }
}
