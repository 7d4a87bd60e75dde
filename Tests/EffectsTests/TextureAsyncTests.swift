import Effects
import Foundation
import Raster
import TestSupport
import Testing

@Suite("Texture loader, async") struct TextureAsyncTests {
    @Test("every async call gives the same texels as the synchronous call") @MainActor
    func sameTexels() async throws {
        let device = Device(.reference)
        let loader = TextureLoader(device: device)
        let folder = try TemporaryFolder()
        let image = scrambled(width: 9, height: 5, format: .rgba8)
        let path = try folder.write(image, "image.png"), bytes = try image.pngData()
        let options = TextureLoader.Options(applyPremultiplication: true, generateMipmaps: true, originBottomLeft: true)
        let expected = try waiting { try loader.texture(with: image, options: options).texture.read(level: 1) }
        #expect(try await loader.texture(withContentsOfFile: path, options: options).texture.read(level: 1) == expected)
        #expect(try await loader.texture(withContentsOf: URL(fileURLWithPath: path), options: options).texture.read(level: 1) == expected)
        #expect(try await loader.texture(withContentsOf: bytes, options: options).texture.read(level: 1) == expected)
        #expect(try await loader.texture(with: image, options: options).texture.read(level: 1) == expected)

        let faces = (0..<6).map { scrambled(width: 4, height: 4, format: .rgb8, seed: UInt64($0)) }
        let paths = try faces.enumerated().map { try folder.write($1, "face\($0).png") }
        let strip = Image(width: 4, height: 24, format: .rgb8, bytes: faces.flatMap(\.bytes))
        let stripPath = try folder.write(strip, "strip.png"), stripBytes = try strip.pngData()
        let cube = try waiting { try loader.cubeMap(with: faces, options: options).texture.read() }
        #expect(try await loader.cubeMap(withContentsOfFiles: paths, options: options).texture.read() == cube)
        #expect(try await loader.cubeMap(withContentsOf: paths.map { URL(fileURLWithPath: $0) }, options: options).texture.read() == cube)
        #expect(try await loader.cubeMap(with: faces, options: options).texture.read() == cube)
        #expect(try await loader.cubeMap(withContentsOfFile: stripPath, options: options).texture.read() == cube)
        #expect(try await loader.cubeMap(withContentsOf: URL(fileURLWithPath: stripPath), options: options).texture.read() == cube)
        #expect(try await loader.cubeMap(withContentsOf: stripBytes, options: options).texture.read() == cube)
        #expect(try await loader.cubeMap(with: strip, options: options).texture.read() == cube)
    }
    /// Calls `body`. In an async function, Swift chooses a synchronous overload only inside of a closure that is not async.
    private func waiting<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }

    @Test("the caller's actor is free while a picture is read: it can write the same file", .timeLimit(.minutes(1))) @MainActor
    func freesTheActor() async throws {
        let loader = TextureLoader(device: Device(.reference))
        let folder = try TemporaryFolder()
        // The file is a pipe, so the reader waits for the writer.
        let path = folder.path("pipe.png"), bytes = try scrambled(width: 50, height: 40, format: .rgba8).pngData()
        #expect(mkfifo(path, 0o600) == 0)
        let loading = Task { @MainActor in
            let info = try await loader.texture(withContentsOfFile: path)
            MainActor.assertIsolated()
            return info.width
        }
        var writer: Int32 = -1
        while writer < 0 {
            writer = open(path, O_WRONLY | O_NONBLOCK)   // open fails until the reader has opened the pipe
            if writer < 0 { try await Task.sleep(for: .milliseconds(1)) }
        }
        #expect(write(writer, bytes, bytes.count) == bytes.count)
        close(writer)
        #expect(try await loading.value == 50)
    }

    @Test("many textures can be loaded at the same time") @MainActor
    func sideBySide() async throws {
        let loader = TextureLoader(device: Device(.reference))
        let files = try (0..<8).map { try scrambled(width: 8 + $0, height: 8, format: .rgba8).pngData() }
        let tasks = files.map { bytes in Task { @MainActor in try await loader.texture(withContentsOf: bytes).width } }
        var widths: [Int] = []
        for task in tasks { widths.append(try await task.value) }
        #expect(widths == Array(8..<16))
    }

    @Test("a cancelled task makes no texture") @MainActor
    func cancellation() async throws {
        let loader = TextureLoader(device: Device(.reference))
        let image = plain(4, [1, 2, 3, 255])
        let task = Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await loader.texture(with: image).width
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let cube = Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await loader.cubeMap(with: Array(repeating: image, count: 6)).width
        }
        await #expect(throws: CancellationError.self) { try await cube.value }
    }
}
