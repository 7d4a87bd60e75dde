// Suggestion: finds the known name that is most similar to an unknown name.

import Effects
import Foundation
import Raster

package enum Suggestion {
    /// Returns the name that is most similar to `name`; nil if no name is similar enough.
    package static func nearest(to name: String, among names: some Sequence<String>) -> String? { NearestName.of(name, among: names) }

    /// Runs the closure that opens the file `path`. If the file does not exist, the error suggests a similar file in the same
    /// folder or a built-in name.
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
