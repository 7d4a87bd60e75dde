// SwiftSources: the Swift files in the package's folder Sources, which are read once for all tests, and their words.
//
// Regular expressions would take seconds for all these files, so words and comments are found byte by byte.

import Foundation
import TestSupport

enum SwiftSources {
    struct Declaration: Hashable {
        /// `class`, `struct`, `enum`, `protocol`, `actor`, `typealias` or `extension`
        let kind: Substring
        let name: Substring
    }
    struct File: Sendable {
        let text: String
        let declarations: Set<Declaration>
    }
    private static let shared = Result { try read() }

    /// Returns all files in Sources.
    static func all() throws -> [File] { try shared.get() }

    private static let kinds: Set<Substring> = ["class", "struct", "enum", "protocol", "actor", "typealias", "extension"]
    private static func read() throws -> [File] {
        let folder = packageFolder.appendingPathComponent("Sources")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.map { path in
            var text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            text.makeContiguousUTF8()
            let words = words(of: text)
            var declarations: Set<Declaration> = []
            for (kind, name) in zip(words, words.dropFirst()) where kinds.contains(kind) {
                let isSeparate = text.utf8[kind.endIndex ..< name.startIndex].allSatisfy { $0 == UInt8(ascii: " ") }
                if isSeparate { declarations.insert(Declaration(kind: kind, name: name)) }
            }
            return File(text: text, declarations: declarations)
        }
    }

    /// Returns the words of a text in their order: letters, digits and underscores, with no digit in front.
    static func words(of text: String) -> [Substring] {
        var words: [Substring] = [], start: String.Index?
        let bytes = text.utf8
        for index in bytes.indices {
            let byte = bytes[index], isDigit = (UInt8(ascii: "0") ... UInt8(ascii: "9")).contains(byte)
            // With the bit 32 set, a capital letter becomes the small letter. A byte above 127 is a part of a letter of another script.
            let isLetter = (UInt8(ascii: "a") ... UInt8(ascii: "z")).contains(byte | 32) || byte == UInt8(ascii: "_") || byte > 127
            if isLetter || (isDigit && start != nil) {
                if start == nil { start = index }
            } else if let first = start {
                words.append(text[first ..< index])
                start = nil
            }
        }
        if let first = start { words.append(text[first...]) }
        return words
    }

    /// Returns the code without comments that begin with two slashes, and without the contents of strings.
    static func withoutComments(_ text: String) -> String {
        let bytes = Array(text.utf8), quote = UInt8(ascii: "\""), newline = UInt8(ascii: "\n"), slash = UInt8(ascii: "/")
        var code: [UInt8] = [], place = 0
        code.reserveCapacity(bytes.count)
        func startsString(ofManyLines place: Int) -> Bool { place + 2 < bytes.count && bytes[place ..< place + 3].allSatisfy { $0 == quote } }
        while place < bytes.count {
            var end = place + 1
            if bytes[place] == slash && end < bytes.count && bytes[end] == slash {
                while end < bytes.count && bytes[end] != newline { end += 1 }
                place = end
                continue
            }
            guard bytes[place] == quote else {
                code.append(bytes[place])
                place = end
                continue
            }
            if startsString(ofManyLines: place) {
                end = place + 3
                while end < bytes.count && !startsString(ofManyLines: end) { end += 1 }
                code += [quote, quote]
                place = end + 3
                continue
            }
            while end < bytes.count && bytes[end] != quote && bytes[end] != newline { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
            if end < bytes.count && bytes[end] == quote {
                code += [quote, quote]
                place = end + 1
            } else {
                code.append(quote)
                place += 1
            }
        }
        return String(decoding: code, as: UTF8.self)
    }
}
