// IncludeResolver: finds the files that `#include` names. This file contains the protocol, a resolver that uses a dictionary of
// texts, and a resolver that searches directories.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Finds the file that an `#include` names. The compiler calls `resolve` once for each active directive, and never for directives
/// in skipped branches.
public protocol IncludeResolver: Sendable {
    /// - Parameters:
    ///   - path: the text between the quotes or angle brackets.
    ///   - isSystem: true for `<path>`.
    ///   - includer: the name of the source that contains the directive.
    /// - Returns: the file; nil if no file is found. The file's `name` identifies the file (for `#pragma once` and cycles) and
    ///   appears in diagnostics.
    func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource?
}

/// Files in memory, by path. `"x"` is looked up first in the includer's directory, then as written. A path `<x>` is looked up only
/// as written.
public struct DictionaryIncludeResolver: IncludeResolver {
    /// The text of each file, by the file's path.
    public var texts: [String: String]
    /// Creates a resolver from a dictionary that maps paths to texts.
    public init(_ texts: [String: String]) { self.texts = texts }

    public func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        for candidate in includeCandidates(path, isSystem: isSystem, includer: includer, directories: [""]) {
            if let text = texts[candidate] { return ShaderSource(text: text, name: candidate) }
        }
        return nil
    }
}

/// Files on disk. `"x"` is looked up first in the includer's directory, then in the resolver's directories, in order. `<x>` is
/// looked up only in the resolver's directories. Files that are not regular, not readable or larger than 8 MiB count as not found.
public struct DirectoryIncludeResolver: IncludeResolver {
    /// The directories that are searched, in order.
    public var directories: [String]
    /// Creates a resolver for directories, which are searched in order.
    public init(_ directories: [String]) { self.directories = directories }

    public func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        for candidate in includeCandidates(path, isSystem: isSystem, includer: includer, directories: directories) {
            if let source = try? ShaderSource(contentsOf: candidate) { return source }
        }
        return nil
    }
}

/// Returns the paths at which the resolver looks for a file, in order. The parts `.` and `..` of a path are resolved, so that each file has
/// only one name.
private func includeCandidates(_ path: String, isSystem: Bool, includer: String, directories: [String]) -> [String] {
    if path.hasPrefix("/") { return [foldedPath(path)] }
    var places: [String] = []
    if !isSystem { places.append(includer.lastIndex(of: "/").map { String(includer[...$0]) } ?? "") }
    for directory in directories { places.append(directory.isEmpty || directory.hasSuffix("/") ? directory : directory + "/") }
    return places.map { foldedPath($0 + path) }
}

private func foldedPath(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
        if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
}

extension ShaderSource {
    /// The maximum size, in bytes, of a source file that is read.
    public static let byteLimit = 8 << 20

    /// Creates a source from UTF-8 text. Throws an error with the line if the text is not valid UTF-8.
    public init(utf8 bytes: [UInt8], name: String) throws(ShaderError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ShaderError(preprocess: "the text is not valid UTF-8; save the file as UTF-8", file: name,
                              line: Self.firstInvalidLine(bytes))
        }
        self.init(text: text, name: name)
    }

    /// Reads the file at `path`; the path becomes the source's name. Throws an error if the file cannot be read, is larger than
    /// `byteLimit`, or is not valid UTF-8.
    public init(contentsOf path: String) throws(ShaderError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = fopen(path, "rb") else {
            throw ShaderError(preprocess: "cannot read this file", file: path, line: 0)
        }
        defer { fclose(file) }
        guard Int(status.st_size) <= Self.byteLimit else {
            throw ShaderError(preprocess: "the file has \(status.st_size) bytes; the limit is \(Self.byteLimit)", file: path, line: 0)
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = fread(&bytes, 1, bytes.count, file)
        try self.init(utf8: Array(bytes.prefix(count)), name: path)
    }

    private static func firstInvalidLine(_ bytes: [UInt8]) -> Int {
        var line = 1
        for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if String(validating: part, as: UTF8.self) == nil { return line }
            line += 1
        }
        return 0
    }
}

extension ShaderError {
    /// An error about a source that cannot be read.
    package init(preprocess message: String, file: String, line: Int) {
        self.init(diagnostics: [ShaderDiagnostic(severity: .error, phase: .preprocess, stage: nil, file: file, line: line,
                                                 message: message, sourceLine: "")])
    }
}
