// ShaderLineMap: maps lines of the compiled text back to lines of the files from which the text was made.
//
// Guarantees:
// - Compiled lines are numbered from 1 without gaps; `#line` does not change these numbers. SPIR-V's OpLine and every message use the
//   numbers of compiled lines.
// - A location is the physical line in the file, even if the file contains `#line` directives.

/// The file and line from which each line of a stage's compiled text comes.
package struct ShaderLineMap: Sendable {
    package struct Location: Sendable, Hashable {
        /// The index into `files`.
        package var file: Int32
        /// The line number, 1-based; 0 for text that is in no file.
        package var line: Int32
        package init(file: Int32, line: Int32) { self.file = file; self.line = line }
    }
    /// The files: the stage's own source first, then the included files.
    package var files: [ShaderSource]
    /// The location of each compiled line; index 0 is compiled line 1.
    package var locations: [Location]
    /// For each name in the compiled text that replaces a name of the source: the replaced name.
    package var sourceNames: [String: String] = [:]
    /// The compiled lines that contain the bodies of functions that the source does not define.
    package var bodilessLines: Set<Int32> = []

    package init(files: [ShaderSource], locations: [Location]) { self.files = files; self.locations = locations }

    /// Returns the location of compiled line `line` (1-based). If the text has no such line, the location is line 0 of the stage's own
    /// source.
    package func location(ofLine line: Int) -> Location {
        line >= 1 && line <= locations.count ? locations[line - 1] : Location(file: 0, line: 0)
    }

    package func fileName(of location: Location) -> String {
        files.indices.contains(Int(location.file)) ? files[Int(location.file)].name : ""
    }

    /// Returns the first 500 characters of the line at this location, without the line end; an empty text if the file has no such line.
    package func sourceLine(at location: Location) -> String {
        guard location.line > 0, files.indices.contains(Int(location.file)) else { return "" }
        // In Swift, "\r\n" is a single Character and a line end, so CR LF counts once.
        let lines = files[Int(location.file)].text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        let index = Int(location.line) - 1
        guard index < lines.count else { return "" }
        return lines[index].count <= 500 ? String(lines[index]) : lines[index].prefix(500) + "…"
    }
}
