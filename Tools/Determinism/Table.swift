// Table: the hashes of all pictures. Each line has a picture's name, a tab, and "size hash bands".

import Foundation
import TestSupport

struct Table {
    var marks: [String: Picture.Mark] = [:]

    static let recorded = packageFolder.appendingPathComponent("Tools/Determinism/table.txt")

    init() {}
    init(_ file: URL) throws {
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "\t")
            guard parts.count == 2, let mark = Picture.Mark(parts[1]) else { throw Complaint("\(file.path) has a line that is none of the table's: \(line)") }
            marks[String(parts[0])] = mark
        }
    }
    var text: String {
        "# What every picture hashes to, on every machine. Written by: make determinism UPDATE=1\n"
            + "# name, tab, width×height×channels, hash, hashes of eight bands of rows from the top\n"
            + marks.sorted { $0.key < $1.key }.map { "\($0)\t\($1)\n" }.joined()
    }
    /// A short number that represents the whole table. People can compare this number by telephone.
    var digest: String { String(Picture(numbers: text.utf8.map(UInt32.init)).mark.hash, radix: 16) }
}

struct Complaint: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}
