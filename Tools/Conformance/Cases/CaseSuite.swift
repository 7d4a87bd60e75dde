// CaseSuite: finds test cases in files and folders.

import Foundation
import Raster

package enum CaseSuite {
    /// The extensions of files that may contain cases.
    package static let endings: Set<String> = ["test", "shader_test", "vert", "frag", "geom", "tesc", "tese", "comp"]

    /// A file with cases. The command line names the file itself, or a folder that contains the file.
    package struct Source: Sendable {
        package var file: String
        /// The folders between the given path and the file, and the file's name without its extension.
        package var prefix: [String]
        package init(file: String, prefix: [String]) { self.file = file; self.prefix = prefix }
    }

    /// Returns the files with a known extension, in alphabetical order. Throws an error if the path cannot be read.
    package static func sources(under path: String) throws(CaseFileError) -> [Source] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CaseFileError(file: path, line: 0, "there is no such file or folder")
        }
        guard isFolder.boolValue else { return [Source(file: path, prefix: [name(of: path)])] }
        guard let contents = FileManager.default.enumerator(atPath: path) else { throw CaseFileError(file: path, line: 0, "the folder cannot be read") }
        let files = contents.compactMap { $0 as? String }.filter { endings.contains(ending(of: $0)) }.sorted()
        return files.map { relative in
            let folders = relative.split(separator: "/").dropLast().map(String.init)
            return Source(file: path.hasSuffix("/") ? path + relative : path + "/" + relative, prefix: folders + [name(of: relative)])
        }
    }

    private static func ending(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    }
    private static func name(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
    }

    /// Returns the cases of one file. Throws an error if the file cannot be read or understood.
    package static func cases(of source: Source) throws(CaseFileError) -> [ConformanceCase] {
        let bytes: [UInt8]
        do { bytes = try HostFile.read(source.file) } catch { throw CaseFileError(file: source.file, line: 0, error.problem) }
        return try cases(of: source, bytes: bytes)
    }

    package static func cases(of source: Source, bytes: [UInt8]) throws(CaseFileError) -> [ConformanceCase] {
        let name = source.prefix.joined(separator: ".")
        func single(_ content: ConformanceCase.Content) -> [ConformanceCase] { [ConformanceCase(name: name, file: source.file, line: 1, content: content)] }
        let kind = ending(of: source.file)
        switch kind {
        case "test":
            return try ShaderCaseParser.cases(file: source.file, bytes: bytes, prefix: source.prefix) { try HostFile.read($0) }
        case "shader_test":
            return switch try ShaderScriptParser.parse(file: source.file, text: String(decoding: bytes, as: UTF8.self)) {
            case .script(let script): single(.script(script))
            case .skipped(let reason): single(.skipped(reason))
            }
        case "vert", "geom", "frag", "comp":
            let stages: [String: SourceCase.Stage] = ["vert": .vertex, "geom": .geometry, "frag": .fragment]
            guard let found = try SourceCaseParser.parse(file: source.file, text: String(decoding: bytes, as: UTF8.self),
                                                         stage: stages[kind] ?? .compute) else { return [] }
            return switch found {
            case .success(let test): single(.source(test))
            case .failure(let reason): single(.skipped(reason.text))
            }
        case "tesc", "tese": return single(.skipped("Raster has no stage for .\(kind) files"))
        default: throw CaseFileError(file: source.file, line: 0, "cases are in files that end in .test, .shader_test, .vert, .geom, .frag or .comp")
        }
    }
}
