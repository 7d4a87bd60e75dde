// The sample programs of Raster's and Models' pages draw the pictures that these pages show. With both renderers, each drawn picture equals
// the stored file, byte for byte.
//
// With RECORD_DOCUMENTATION=1 (see scripts/make-doc-pictures), the tests write the pictures instead of comparing them.

import Foundation
import Raster
import TestSupport
import Testing

@Suite("Pictures") struct PictureTests {
    struct Picture: Sendable, CustomStringConvertible {
        let name: String
        var module = "Raster"
        let draw: @Sendable (Device.Kind) async throws -> Image
        var description: String { name }
        var path: String { PictureTests.catalogue(module).resources.appendingPathComponent("\(name).png").path }
    }
    static let all = [
        Picture(name: "first-program") { try FirstProgram.draw(on: Device($0)) },
        Picture(name: "uniforms") { try Uniforms.draw(on: Device($0)) },
        Picture(name: "targets") { try InkedScene(device: Device($0)).draw() },
        Picture(name: "shadows") { try ShadowScene(device: Device($0)).draw() },
        Picture(name: "instancing") { try Flower(device: Device($0)).draw() },
        Picture(name: "particles") {
            var particles = try Particles(device: Device($0))
            return try particles.draw()
        },
        Picture(name: "caustics") { try Caustics.draw(on: Device($0)) },
        Picture(name: "servers") { contactSheet(try await paintAll(JuliaRequest.sheet, on: $0)) },
        Picture(name: "quads") { try PixelFigure.quads.draw(on: Device($0)) },
        Picture(name: "marble") { try ShaderToCode.draw(on: Device($0)) },
        Picture(name: "fill-rules") { try PixelFigure.fillRules.draw(on: Device($0)) },
        Picture(name: "models-and-materials", module: "Models") { try ModelPictures.looks(on: Device($0)) },
    ]
    private static func catalogue(_ module: String) -> Catalogue {
        guard let catalogue = Catalogue.all.first(where: { $0.module == module }) else { preconditionFailure("no catalogue \(module)") }
        return catalogue
    }

    @Test("the sample draws every picture as it is stored, and the file is small", arguments: all)
    func recorded(picture: Picture) async throws {
        let drawn = try await picture.draw(.jit).converted(to: .rgb8)
        if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: picture.path) }
        #expect(try FileManager.default.attributesOfItem(atPath: picture.path)[.size] as? Int ?? .max <= 160 * 1024, "\(picture.name) is too large")
        #expect(try PictureComparison.difference(picture.name, expected: Image.read(from: picture.path), actual: drawn) == nil,
                "scripts/make-doc-pictures draws it anew")
    }

    @Test("the reference renderer draws the same pictures", arguments: all)
    func reference(picture: Picture) async throws {
        let expected = try await picture.draw(.reference), drawn = try await picture.draw(.jit)
        #expect(try PictureComparison.difference(picture.name, expected: expected, actual: drawn) == nil)
    }

    @Test("all pictures of the catalogues are drawn here", arguments: ["Raster", "Models"])
    func complete(module: String) throws {
        #expect(Set(PictureTests.all.filter { $0.module == module }.map(\.name)) == (try PictureTests.catalogue(module).pictureFiles()))
    }
}
