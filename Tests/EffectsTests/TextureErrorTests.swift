import Effects
import Foundation
import Raster
import TestSupport
import Testing

@Suite("Texture loader, errors") struct TextureErrorTests {
    let device = Device(.reference)
    var loader: TextureLoader { TextureLoader(device: device) }

    private func expect(_ code: RasterError.Code, naming names: String..., sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
        do {
            try body()
            Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        } catch let error as RasterError {
            #expect(error.code == code, sourceLocation: sourceLocation)
            for name in names { #expect(error.description.contains(name), "\(error)", sourceLocation: sourceLocation) }
            #expect(!error.remedy.isEmpty, sourceLocation: sourceLocation)
        } catch {
            Issue.record("\(error) is not a RasterError", sourceLocation: sourceLocation)
        }
    }

    @Test("the error of a missing file names it, as a picture, a face and a strip")
    func missing() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("nowhere.png"), good = try folder.write(plain(2, [1, 2, 3, 4]), "good.png")
        expect(.fileNotReadable, naming: path) { _ = try loader.texture(withContentsOfFile: path) }
        expect(.fileNotReadable, naming: path) { _ = try loader.texture(withContentsOf: URL(fileURLWithPath: path)) }
        expect(.fileNotReadable, naming: path) { _ = try loader.cubeMap(withContentsOfFile: path) }
        expect(.fileNotReadable, naming: path) { _ = try loader.cubeMap(withContentsOfFiles: [good, good, good, path, good, good]) }
        expect(.fileNotReadable, naming: folder.url.path) { _ = try loader.texture(withContentsOfFile: folder.url.path) }
    }

    @Test("the error of a damaged file names it, wherever it is truncated")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let bytes = try scrambled(width: 9, height: 9, format: .rgba8).pngData()
        let path = folder.path("cut.png")
        for count in stride(from: 0, to: bytes.count, by: 13) {
            try Data(bytes[..<count]).write(to: URL(fileURLWithPath: path))
            expect(.invalidImage, naming: path) { _ = try loader.texture(withContentsOfFile: path) }
        }
        expect(.invalidImage, naming: "the logo") { _ = try loader.texture(withContentsOf: [1, 2, 3], name: "the logo") }
        expect(.invalidImage, naming: "image in memory") { _ = try loader.cubeMap(withContentsOf: [] as [UInt8]) }
    }

    @Test("a URL that is not a file URL is refused")
    func url() {
        expect(.unsupported, naming: "https://example.org/a.png") { _ = try loader.texture(withContentsOf: URL(string: "https://example.org/a.png")!) }
        expect(.unsupported, naming: "https://example.org/a.png") { _ = try loader.cubeMap(withContentsOf: URL(string: "https://example.org/a.png")!) }
    }

    @Test("a cube map of five, seven or no faces is refused before a file is read", arguments: [0, 5, 7])
    func count(count: Int) {
        expect(.invalidImage, naming: "\(count) faces") { _ = try loader.cubeMap(withContentsOfFiles: Array(repeating: "/nowhere.png", count: count)) }
        expect(.invalidImage, naming: "\(count) faces") { _ = try loader.cubeMap(with: Array(repeating: plain(2, .zero), count: count)) }
    }

    @Test("if faces differ in size, the error names the differing file and its face")
    func sizes() throws {
        let folder = try TemporaryFolder()
        var paths = try (0..<6).map { try folder.write(plain(4, .zero), "face\($0).png") }
        paths[4] = try folder.write(plain(5, .zero), "odd.png")
        expect(.invalidImage, naming: "odd.png", "+Z", "5×5", "4×4", "face0.png") { _ = try loader.cubeMap(withContentsOfFiles: paths) }
    }

    @Test("the error of a face that is not square names it, also if it is the first")
    func square() throws {
        let folder = try TemporaryFolder()
        var paths = try (0..<6).map { try folder.write(plain(4, .zero), "face\($0).png") }
        let wide = try folder.write(Image(width: 4, height: 3), "wide.png")
        for (i, name) in ["+X", "−X", "+Y", "−Y", "+Z", "−Z"].enumerated() {
            let kept = paths[i]
            paths[i] = wide
            expect(.invalidImage, naming: "wide.png", name, "4×3") { _ = try loader.cubeMap(withContentsOfFiles: paths) }
            paths[i] = kept
        }
    }

    @Test("a strip of any other shape is refused", arguments: [(6, 6), (12, 1), (1, 5), (13, 2), (2, 13), (36, 1), (8, 6)])
    func strips(width: Int, height: Int) {
        expect(.invalidImage, naming: "sky", "\(width)×\(height)") { _ = try loader.cubeMap(with: Image(width: width, height: height), name: "sky") }
    }

    @Test("a picture without pixels is refused")
    func empty() {
        expect(.invalidSize, naming: "nothing", "0×3") { _ = try loader.texture(with: Image(width: 0, height: 3), name: "nothing") }
        expect(.invalidImage, naming: "nothing") { _ = try loader.cubeMap(with: Image(width: 0, height: 0), name: "nothing") }
        expect(.invalidSize, naming: "nothing") { _ = try loader.cubeMap(with: Array(repeating: Image(width: 0, height: 0), count: 6), name: "nothing") }
        expect(.invalidSize, naming: "long", "16385×1") { _ = try loader.texture(with: Image(width: 16385, height: 1, format: .gray8), name: "long") }
    }

    @Test("grayscaleAsAlpha and sRGB exclude each other on a grey picture, and on no other")
    func conflict() throws {
        let options = TextureLoader.Options(grayscaleAsAlpha: true, sRGB: true)
        let gray = Image(width: 1, height: 1, format: .gray8, bytes: [99])
        expect(.invalidArgument, naming: "grayscaleAsAlpha", "sRGB", "mask") { _ = try loader.texture(with: gray, options: options, name: "mask") }
        expect(.invalidArgument, naming: "grayscaleAsAlpha", "mask") {
            _ = try loader.cubeMap(with: Array(repeating: gray, count: 6), options: options, name: "mask")
        }
        #expect(try loader.texture(with: plain(1, [1, 2, 3, 4]), options: options).texture.format == .srgb8Alpha8)
    }

    @Test("the async calls give the same errors, the first face's if several fail")
    func asynchronous() async throws {
        let folder = try TemporaryFolder()
        let good = try folder.write(plain(2, .zero), "good.png")
        let paths = [good, folder.path("a.png"), good, folder.path("b.png"), good, good]
        for _ in 0..<8 {
            let error = await #expect(throws: RasterError.self) { _ = try await loader.cubeMap(withContentsOfFiles: paths) }
            #expect(error?.code == .fileNotReadable && error?.subject.contains("a.png") == true)
        }
        let count = await #expect(throws: RasterError.self) { _ = try await loader.cubeMap(withContentsOfFiles: Array(paths.prefix(5))) }
        #expect(count?.code == .invalidImage && count?.problem.contains("5 faces") == true)
        let missing = await #expect(throws: RasterError.self) { _ = try await loader.texture(withContentsOfFile: paths[1]) }
        #expect(missing?.code == .fileNotReadable)
        let shape = await #expect(throws: RasterError.self) { _ = try await loader.cubeMap(with: plain(5, .zero), name: "sky") }
        #expect(shape?.code == .invalidImage && shape?.subject.contains("sky") == true)
        let url = await #expect(throws: RasterError.self) { _ = try await loader.texture(withContentsOf: URL(string: "http://example.org")!) }
        #expect(url?.code == .unsupported)
    }
}
