import Foundation

/// The source files of a Swift package on this machine; `path(of:)` finds the file of a call site.
///
/// A capture stores call sites in the form of `#fileID`: the module and the file's name, such as DemoKit/Swipe3D.swift. DemoKit is a
/// module, not a folder; only the package shows which folder holds a module's files.
public struct PackageSources: Sendable {
    /// The folder of Package.swift.
    private let root: URL
    /// The folder to which returned paths are relative.
    private let folder: URL
    /// The folders of targets with a path in the manifest, keyed by target names. The folders are relative to the root.
    private let targetPaths: [String: String]

    /// Finds the package that contains a folder: the folder itself or one of its parents must have a Package.swift.
    /// - Returns: nil if there is no package.
    public init?(around folder: String) {
        var root = URL(fileURLWithPath: folder).standardizedFileURL
        self.folder = root
        while !FileManager.default.fileExists(atPath: root.appendingPathComponent("Package.swift").path) {
            let above = root.deletingLastPathComponent().standardizedFileURL
            guard above.path != root.path, root.path != "/" else { return nil }
            root = above
        }
        guard let manifest = try? String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8) else { return nil }
        self.root = root
        targetPaths = PackageSources.targetPaths(in: manifest)
    }

    /// Returns the path of a source file: relative to the folder given to `init` if the file is inside of that folder, otherwise
    /// absolute.
    /// - Parameter fileID: The module and the file's name, in the form of `#fileID`.
    /// - Returns: nil if the package has no such module, or if the module has no such file.
    public func path(of fileID: String) -> String? {
        let parts = fileID.split(separator: "/", maxSplits: 1).map(String.init)
        // A capture may come from an untrusted source, so the name must not lead out of the package.
        guard parts.count == 2, !parts[0].hasPrefix("."), !parts[1].contains("/"), !parts[1].hasPrefix(".") else { return nil }
        let places = targetPaths[parts[0]].map { [$0] } ?? ["Sources", "Source", "src", "srcs", "Tests", "Plugins"].map { "\($0)/\(parts[0])" }
        for place in places {
            if let found = find(parts[1], in: root.appendingPathComponent(place)) { return shortened(found) }
        }
        return nil
    }
    /// Finds a file of a module; nil if no such file is found. File names are unique in a module.
    private func find(_ name: String, in folder: URL) -> String? {
        if FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path) { return folder.appendingPathComponent(name).path }
        guard let walk = FileManager.default.enumerator(atPath: folder.path) else { return nil }
        var visited = 0
        while let path = walk.nextObject() as? String, visited < PackageSources.entryLimit {
            visited += 1
            if (path as NSString).lastPathComponent == name { return folder.appendingPathComponent(path).path }
        }
        return nil
    }
    /// The maximum number of folder entries to search; no module has more entries.
    private static let entryLimit = 20_000
    private func shortened(_ path: String) -> String {
        let start = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
        return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
    }

    /// Returns the paths of the targets that have a path in the manifest, keyed by the targets' names.
    static func targetPaths(in manifest: String) -> [String: String] {
        var paths: [String: String] = [:]
        let text = Array(manifest)
        var place = 0
        while place < text.count {
            // The names of all calls that make targets, such as .target(, .executableTarget( and .testTarget(, end with the characters
            // "arget(".
            guard text[place...].starts(with: "arget(") else {
                place += 1
                continue
            }
            place += "arget(".count
            let arguments = PackageSources.arguments(text, &place)
            if let name = arguments["name"], let path = arguments["path"] { paths[name] = path }
        }
        return paths
    }
    /// Returns the plain strings among a call's arguments, keyed by the arguments' labels. Arguments of nested calls are skipped.
    private static func arguments(_ text: [Character], _ place: inout Int) -> [String: String] {
        var found: [String: String] = [:], depth = 1, word = "", label = ""
        while place < text.count, depth > 0 {
            let character = text[place]
            place += 1
            switch character {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "\"":
                var literal = ""
                while place < text.count, text[place] != "\"" {
                    if text[place] == "\\" { place += 1 }
                    if place < text.count { literal.append(text[place]) }
                    place += 1
                }
                place += 1
                if depth == 1, found[label] == nil { found[label] = literal }
            case ":": label = word
            default:
                if character.isLetter { word.append(character) } else { word = "" }
                continue
            }
            word = ""
        }
        return found
    }
}
