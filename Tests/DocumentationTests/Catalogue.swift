// Catalogue: a folder of pages from which DocC makes documentation, and the folders of the code on these pages.

import Foundation
import TestSupport

struct Catalogue: Sendable, CustomStringConvertible {
    let module: String
    /// The folder in which the module's folder lies, relative to the package.
    var place = "Sources"
    /// The folders of the Swift files that contain the code of the pages.
    let sampleFolders: [String]
    var description: String { module }

    static let all = [
        Catalogue(module: "Raster", sampleFolders: ["DocumentationTests"]),
        Catalogue(module: "Shading", sampleFolders: ["DocumentationTests"]),
        Catalogue(module: "SystemGL", sampleFolders: ["DocumentationTests"]),
        Catalogue(module: "Window", sampleFolders: ["DocumentationTests"]),
        Catalogue(module: "Models", sampleFolders: ["DocumentationTests"]),
        Catalogue(module: "ShaderProjects", sampleFolders: ["ShaderProjectsTests"]),
        Catalogue(module: "FrameCapture", sampleFolders: ["FrameCaptureTests"]),
        Catalogue(module: "PictureTesting", sampleFolders: ["PictureTestingTests"]),
        Catalogue(module: "Panels", sampleFolders: ["DocumentationSamples"]),
        Catalogue(module: "Canvas", sampleFolders: ["DocumentationSamples"]),
        Catalogue(module: "Scenes2D", place: "Sources/demos", sampleFolders: ["Scenes2DTests/Documentation"]),
        Catalogue(module: "Effects", sampleFolders: ["EffectsTests/Documentation", "DocumentationSamples"]),
    ]

    /// The catalogues of modules that are not products of the package. The pages of these catalogues have no public symbols.
    static let inner = [Catalogue(module: "Kernel", sampleFolders: ["KernelTests/Documentation"])]

    var folder: URL { packageFolder.appendingPathComponent("\(place)/\(module)/\(module).docc") }
    var resources: URL { folder.appendingPathComponent("Resources") }

    struct Page {
        let name: String
        let text: String
        /// Returns the code blocks of a language: the text between the fences.
        func blocks(_ language: String) -> [String] {
            text.components(separatedBy: "```\(language)\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
        }
    }

    /// Returns all pages, including the pages in subfolders of the catalogue.
    func pages() throws -> [Page] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return try files.filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }.map {
            Page(name: $0.deletingPathExtension().lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8))
        }
    }
    /// Returns the text of each Swift file with samples.
    func samples() throws -> [String] {
        try sampleFolders.flatMap { name in
            try FileManager.default.contentsOfDirectory(at: packageFolder.appendingPathComponent("Tests/\(name)"), includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
        }
    }
    /// Returns the names of the PNG files in the catalogue's resources.
    func pictureFiles() throws -> Set<String> {
        guard FileManager.default.fileExists(atPath: resources.path) else { return [] }
        return Set(try FileManager.default.contentsOfDirectory(atPath: resources.path).filter { $0.hasSuffix(".png") }.map { String($0.dropLast(4)) })
    }
}
