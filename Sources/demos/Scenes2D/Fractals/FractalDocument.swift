public import Foundation
import Raster

/// A file that stores a system: JSON with the system and a picture of its drawing.
public struct FractalDocument: Sendable, Codable {
    /// The system.
    public var system: LSystem
    /// A small PNG of the drawing, straight alpha; nil if there is no picture.
    public var thumbnail: Data?
    /// The version of the file format. Later versions are refused.
    private var version = 1

    /// Creates a document.
    public init(_ system: LSystem, thumbnail: Data? = nil) { self.system = system; self.thumbnail = thumbnail }

    /// Reads a document from a file.
    /// - Throws: `FractalError.Code.unreadableDocument` if the file does not exist or is not a document, `invalidSystem` if its
    ///   system is invalid.
    public init(contentsOf path: String) throws(FractalError) {
        let bytes: [UInt8]
        do { bytes = try HostFile.read(path) } catch { throw FractalError(.unreadableDocument, "document '\(path)'", error.problem, remedy: error.remedy) }
        try self.init(Data(bytes), name: path)
    }
    /// Reads a document from bytes. In error messages, the document is called `name`.
    public init(_ data: Data, name: String) throws(FractalError) {
        do { self = try JSONDecoder().decode(FractalDocument.self, from: data) } catch {
            throw FractalError(.unreadableDocument, "document '\(name)'", FractalDocument.problem(error), remedy: "give a file that 'save' has written")
        }
        guard version == 1 else { throw FractalError(.unreadableDocument, "document '\(name)'", "has version \(version)", remedy: "use a newer Raster") }
        try system.validate()
    }
    /// Returns the document's bytes: JSON with sorted keys, so that equal documents have equal bytes.
    public func data() throws(FractalError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            return try encoder.encode(self)
        } catch {
            throw FractalError(.invalidSystem, "'\(system.name)'", "has a number that JSON cannot hold", remedy: "use finite numbers")
        }
    }
    /// Writes the document; atomically replaces an existing file.
    public func write(to path: String) throws(FractalError) {
        let data = try data()
        do { try data.write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
            throw FractalError(.unreadableDocument, "document '\(path)'", "cannot be written", remedy: "check that its folder exists and is writable")
        }
    }

    private static func problem(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "is not JSON" }
        func place(_ path: [any CodingKey]) -> String { path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".") }
        return switch error {
        case .keyNotFound(let key, let context): "has no '\(place(context.codingPath + [key]))'"
        case .typeMismatch(_, let context), .valueNotFound(_, let context): "has a value of a wrong type at '\(place(context.codingPath))'"
        case .dataCorrupted(let context): context.codingPath.isEmpty ? "is not JSON" : "has an unknown value at '\(place(context.codingPath))'"
        @unknown default: "is not JSON"
        }
    }
}
