// ShaderLineMap: from lines of the text that the front end compiles back to lines of the files it was made from.
//
// Promises:
// - Compiled lines are numbered from 1, without gaps, whatever `#line` says: SPIR-V's OpLine and every message use them.
// - A location names the physical line of the file, also where the file holds `#line` directives.

/// The file and line that each line of a stage's compiled text comes from.
package struct ShaderLineMap: Sendable {
    package struct Location: Sendable, Hashable {
        /// Index into `files`.
        package var file: Int32
        /// 1-based; 0 for text that stands in no file.
        package var line: Int32
        package init(file: Int32, line: Int32) { self.file = file; self.line = line }
    }
    /// The stage's own source first, then the included files.
    package var files: [ShaderSource]
    /// Index 0 is compiled line 1.
    package var locations: [Location]
    /// Names of the compiled text that the source spells otherwise: from the text's name to the source's.
    package var sourceNames: [String: String] = [:]
    /// Compiled lines that hold the bodies of functions to which the source gives none.
    package var bodilessLines: Set<Int32> = []

    package init(files: [ShaderSource], locations: [Location]) { self.files = files; self.locations = locations }

    /// The file and line of compiled line `line` (1-based); of the stage's source, line 0, when out of range.
    package func location(ofLine line: Int) -> Location {
        line >= 1 && line <= locations.count ? locations[line - 1] : Location(file: 0, line: 0)
    }

    package func fileName(of location: Location) -> String {
        files.indices.contains(Int(location.file)) ? files[Int(location.file)].name : ""
    }

    /// The text of that line without its line end, empty when there is none, cut off after 500 characters.
    package func sourceLine(at location: Location) -> String {
        guard location.line > 0, files.indices.contains(Int(location.file)) else { return "" }
        // A Character "\r\n" is a line end too, so CR LF counts once.
        let lines = files[Int(location.file)].text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        let index = Int(location.line) - 1
        guard index < lines.count else { return "" }
        return lines[index].count <= 500 ? String(lines[index]) : lines[index].prefix(500) + "…"
    }
}
