// Checks that the library draws the pictures of the pages. The code of the pages is compiled in these tests. The target
// DocumentationTests checks that no code of the pages is missing here, and that the links of the pages have targets.
//
// With RECORD_DOCUMENTATION=1 (see scripts/make-doc-pictures), the tests write the pictures instead of comparing them.

import DocumentationSamples
import Effects
import Foundation
import Raster
import TestSupport
import Testing

private let catalogue = packageFolder.appendingPathComponent("Sources/Effects/Effects.docc")

@Suite("Documentation") struct DocumentationTests {
    @Test("the library draws every picture as it is stored, and the file is small", arguments: DocumentationPicture.effects)
    func picture(name: String) throws {
        let path = catalogue.appendingPathComponent("Resources/\(name).png").path
        let drawn = try DocumentationPicture.draw(name, on: Device()).converted(to: .rgb8)
        if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: path) }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? .max <= 60 * 1024, "\(name) is too large")
        #expect(try PictureComparison.difference(name, expected: Image.read(from: path), actual: drawn) == nil, "scripts/make-doc-pictures draws it anew")
    }

    @Test("the reference renderer draws the same pictures", arguments: DocumentationPicture.effects)
    func reference(name: String) throws {
        let expected = try DocumentationPicture.draw(name, on: Device(.reference)), drawn = try DocumentationPicture.draw(name, on: Device())
        #expect(try PictureComparison.difference(name, expected: expected, actual: drawn) == nil)
    }

    @Test("all of the catalogue's pictures are drawn here")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: catalogue.appendingPathComponent("Resources").path)
        #expect(Set(files) == Set(DocumentationPicture.effects.map { "\($0).png" }))
    }

    @Test("the code about files on the page about textures works") @MainActor
    func files() async throws {
        let device = Device(.reference), folder = try TemporaryFolder(), effect = BaseEffect(device: device)
        let face = plain(4, [200, 100, 50, 128])
        let path = try folder.write(face, "face.png"), strip = try folder.write(face.stacked(6), "strip.png")
        try loadBricks(path, for: effect, on: device)
        #expect(effect.texture2d0.enabled && effect.texture2d0.texture?.width == 4)
        #expect(try loadSurroundings(Array(repeating: path, count: 6), strip, on: device).map(\.containsMipmaps) == [false, true])
        #expect(try await loadWithoutWaiting(path, with: TextureLoader(device: device)).alphaState == .premultiplied)
    }
}
