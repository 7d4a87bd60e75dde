// ModelFile: the file that a reader reads. A ModelFile finds companion files in the folder of the model, and makes the errors about the
// file.

import Raster

struct ModelFile {
    /// The name of the file in error messages.
    let name: String
    /// The folder of the file: empty, or with a slash at its end.
    let folder: String

    init(path: String) {
        name = "model '\(path)'"
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    func damaged(_ problem: String) -> RasterError {
        RasterError(.invalidModel, name, "is damaged: \(problem)", remedy: "check the file with the program that wrote it")
    }
    func unsupported(_ problem: String, remedy: String) -> RasterError { RasterError(.unsupported, name, problem, remedy: remedy) }
    func empty(_ problem: String, remedy: String) -> RasterError { RasterError(.invalidModel, name, problem, remedy: remedy) }
    func tooLarge(_ problem: String) -> RasterError { RasterError(.invalidSize, name, problem, remedy: "simplify it") }

    /// Throws `invalidSize` if a model would have too many vertices or indices.
    func requireSize(vertexCount: Int, indexCount: Int) throws(RasterError) {
        guard vertexCount <= Model.maximumVertexCount, indexCount <= Model.maximumIndexCount else {
            throw tooLarge("has more than \(Model.maximumVertexCount) vertices or \(Model.maximumIndexCount) indices")
        }
    }

    /// Reads a file in the model's folder through the closure `read`. A model file may give the name as a percent-encoded URI
    /// (`my%20image.png`) or with backslashes as separators; if there is no file with exactly this name, these two spellings are tried.
    func companion<Contents>(_ source: String, read: (_ path: String) throws(RasterError) -> Contents) throws(RasterError) -> Contents {
        func attempt(_ path: String) throws(RasterError) -> Contents { try read(path.hasPrefix("/") ? path : folder + path) }
        do { return try attempt(source) } catch {
            guard error.code == .fileNotReadable else { throw error }
            let plain = String(decoding: URIText.percentDecoded(source.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "/").utf8),
                               as: UTF8.self)
            if plain != source, let contents = try? attempt(plain) { return contents }
            throw error
        }
    }
}

/// Collects warnings. Each sentence is added only once.
struct ModelNotes {
    private(set) var warnings: [String] = []
    private var known: Set<String> = []
    /// The largest number of warnings; a damaged file could cause a warning for each of its parts.
    private static let most = 100

    mutating func add(_ sentence: String) {
        guard known.count < Self.most, known.insert(sentence).inserted else { return }
        warnings.append(sentence)
    }
    mutating func add(_ isThere: Bool, _ sentence: @autoclosure () -> String) { if isThere { add(sentence()) } }
}
