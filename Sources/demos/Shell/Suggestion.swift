// Suggestion: the known name nearest to one that is not known.

import Foundation
import Raster

package enum Suggestion {
    /// The name that takes the fewest changes of single characters (Levenshtein's distance), if they are few for its length; else the
    /// shortest one that begins with it, where three characters are given.
    package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased())
        guard wanted.count <= 100 else { return nil }
        let best = names.filter { $0.count <= 100 }.map { (name: $0, distance: distance(wanted, Array($0.lowercased()))) }.min { $0.distance < $1.distance }
        if let best, best.distance <= max(1, wanted.count / 3) { return best.name }
        return wanted.count < 3 ? nil : names.filter { $0.lowercased().hasPrefix(name.lowercased()) }.min { $0.count < $1.count }
    }

    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let replaced = diagonal + (x == y ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[b.count]
    }

    /// Runs the closure that opens the file `path`. Without such a file the error suggests one of its folder, or a built-in name.
    package static func withSuggestions<Result>(for path: String, builtIn: some Sequence<String>, _ open: () throws -> Result) throws -> Result {
        do { return try open() } catch let error as RasterError where error.code == .fileNotReadable && !FileManager.default.fileExists(atPath: path) {
            let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
            let folder = String(path[..<slash]), file = String(path[slash...])
            let siblings = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
            let known = siblings.sorted() + (folder.isEmpty ? builtIn.sorted() : [])
            guard let nearest = nearest(to: file, among: known) else { throw error }
            var better = error
            better.remedy = "did you mean '\(folder + nearest)'?"
            throw better
        }
    }
}
