// ProjectFiles: reads the files of a project, and remembers their paths.

import Foundation
import Host
import Raster
import Shading

/// Reads `#include` files from disk, relative to the folder of the file that contains the directive. The resolver lists the paths
/// of these files, because a viewer watches the files for changes. Texts that the project makes itself are found by their names.
package final class ProjectFiles: IncludeResolver {
    private struct State {
        var provided: [String: ShaderSource] = [:]
        var paths: Set<String> = []
        var prepares: (@Sendable (ShaderSource) -> ShaderSource)?
    }
    private let state = Lock(State())
    /// The folders that are searched, in order, for files that are not in the folder of the including file.
    private let folders: [String]

    package init(folders: [String] = []) { self.folders = folders }

    /// Stores the source as a text that an `#include` with the source's name finds.
    package func provide(_ source: ShaderSource) { state.withLock { $0.provided[source.name] = source } }
    /// Sets the function that changes each included file before the file is used.
    func prepare(_ change: @escaping @Sendable (ShaderSource) -> ShaderSource) { state.withLock { $0.prepares = change } }
    /// The paths of all files that were looked for so far.
    package var paths: Set<String> { state.withLock { $0.paths } }

    package func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        if let provided = state.withLock({ $0.provided[path] }) { return provided }
        let folder = includer.folderName
        let names = path.hasPrefix("/") ? [path] : ([folder] + folders.map { $0.hasSuffix("/") ? $0 : $0 + "/" }).map { $0 + path }
        for name in names {
            if let text = try? text(of: name) {
                let source = ShaderSource(text: text, name: name)
                return state.withLock({ $0.prepares })?(source) ?? source
            }
        }
        return nil
    }

    /// Reads a text file.
    /// - Throws: `RasterError` with `fileNotReadable` if the file cannot be read or has more than four times `ShaderSource.byteLimit`
    ///   bytes.
    package func text(of path: String) throws(RasterError) -> String {
        if let provided = state.withLock({ $0.provided[path] }) { return provided.text }
        state.withLock { _ = $0.paths.insert(path) }
        let bytes = try HostFile.read(path)
        guard bytes.count <= ProjectFiles.textLimit else {
            throw RasterError(.fileNotReadable, "file '\(path)'", "has \(bytes.count) bytes, too many for a text", remedy: "name a shader or a project")
        }
        return ProjectFiles.decoded(bytes)
    }
    /// The maximum size of a text in bytes. The limit is four times the limit for one shader, because an exported project contains several
    /// shaders.
    private static let textLimit = 4 * ShaderSource.byteLimit

    /// Decodes a text: UTF-8, or UTF-16 with a byte order mark. Other bytes become replacement characters, which are valid in comments. All
    /// lines of the result end with line feeds.
    static func decoded(_ bytes: [UInt8]) -> String { characters(bytes).withLineFeeds }
    private static func characters(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        for (mark, low) in [([0xFF, 0xFE] as [UInt8], 0), ([0xFE, 0xFF], 1)] where bytes.starts(with: mark) {
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8 }
            return String(decoding: units, as: UTF16.self)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text together with the included texts. Included texts that are not found are left out. The result only serves to find
    /// the names that a project uses, so conditions around the directives are ignored.
    func gathered(_ source: ShaderSource) -> String {
        var result = ""
        walk(source) { line, _, included in result += included == nil ? line + "\n" : "\n" }
        return result
    }
    /// Returns the number of the line whose `#include` leads to a file, directly or through other files; nil if no line leads to the file.
    func line(in source: ShaderSource, leadingTo name: String) -> Int? {
        var number = 0, found: Int?
        walk(source) { _, depth, included in
            if depth == 0 { number += 1 }
            if included == name, found == nil { found = number }
        }
        return found
    }
    /// Visits the lines of a text and of the texts that it includes, without comments. A line with `#include` is visited before the
    /// included text, and `visit` then gets the name of the included text. Each text is visited once.
    private func walk(_ source: ShaderSource, _ visit: (_ line: Substring, _ depth: Int, _ included: String?) -> Void) {
        var seen: Set<String> = [source.name]
        func add(_ source: ShaderSource, depth: Int) {
            let code = ShaderText.withoutComments(source.text)
            for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
                let text = line.trimmed
                if depth < 16, seen.count < 200, text.hasPrefix("#"), text.dropFirst().trimmed.hasPrefix("include"),
                   let path = text.split(whereSeparator: { "\"<>".contains($0) }).dropFirst().first.map(String.init),
                   let found = resolve(path, isSystem: text.contains("<"), from: source.name), seen.insert(found.name).inserted {
                    visit(line, depth, found.name)
                    add(found, depth: depth + 1)
                } else {
                    visit(line, depth, nil)
                }
            }
        }
        add(source, depth: 0)
    }

    /// Finds a file that a project names; nil if no file is found. The function tries the path (a relative path begins at the project's
    /// folder). Then the function tries the file's name alone: in the project's folder, and in the folders `media`, `textures`, `assets`
    /// and `images` in the project's folder.
    static func find(_ path: String, beside folder: String) -> String? {
        let path = path.hasPrefix("file://") ? String(path.dropFirst(7)) : path
        guard !path.isEmpty else { return nil }
        let name = path.fileName
        var candidates = path.hasPrefix("/") ? [path] : [folder + path]
        if path.hasPrefix("/") { candidates.append(folder + path.dropFirst()) }
        candidates += ["", "media/", "textures/", "assets/", "images/"].map { folder + $0 + name }
        return candidates.first { candidate in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }
    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
    /// Returns the names of a folder's files, sorted.
    static func names(in folder: String) -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
}
