import Foundation
import Raster
import TestSupport
import Testing

/// Many devices at once, each on its own thread. The devices share state of the process: glslang, LLVM, the code cache. Wrong
/// pictures always make these tests fail. Most other errors are only found with the sanitizers (`make sanitize`).
@Suite("Devices on several threads") struct ThreadTests {
    /// Returns a picture of triangles of all sizes on more tiles than there are workers. Each program draws the triangles twice.
    private static func picture(_ device: Device, hue: Int) throws -> [UInt8] {
        let fixture = try DrawingFixture(on: device, width: 200, height: 140, depth: .depth24)
        let pipeline = try fixture.pipeline(fragment: """
            in vec4 tint; out vec4 pixel;
            void main() { float x = fract(gl_FragCoord.x * 0.125 + tint.g) * \(hue).0; pixel = vec4(tint.rg * 0.5 + fract(x), tint.b, 1.0); }
            """) { $0.depth = .less }
        var vertices: [Float] = []
        for i in 0..<300 {
            let x = Float(i * 37 % 200), y = Float(i * 53 % 140), size = Float(i % 17 == 0 ? 150 : i % 9 + 1)
            for (dx, dy) in [(0, 0), (1, 0), (0, 1)] as [(Float, Float)] {
                vertices += fixture.vertex(x + dx * size, y + dy * size, z: Float(i % 10) / 10, color: SIMD4(Float(i % 7) / 7, dx, dy, 1))
            }
        }
        try fixture.draw(vertices, pipeline: pipeline, clear: .color(0, 0, 0))
        try fixture.draw(vertices, pipeline: pipeline, clear: .color(0, 0, 0))
        return try fixture.target.readImage().bytes
    }

    /// Returns a description of the difference; nil if the pictures are equal.
    private static func difference(_ name: String, _ expected: [UInt8], _ actual: [UInt8]) throws -> String? {
        try PictureComparison.difference(name, width: 200, expected: expected, actual: actual)
    }

    private static func options(threads: Int, cache: Device.CodeCacheLocation) -> Device.Options {
        var options = Device.Options()
        options.threads = threads; options.codeCache = cache
        return options
    }

    @Test("devices on separate threads, with one code cache, draw the same as a single device")
    func sideBySide() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("thread-tests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let expected = try (0..<3).map { try Self.picture(Device(.reference), hue: $0 + 2) }
        let wrong = Smuggled(value: NSMutableArray()), lock = NSLock()
        DispatchQueue.concurrentPerform(iterations: 6) { number in
            // The devices share few hues, so that half of them need programs that other devices are compiling.
            do {
                let picture = try Self.picture(Device(options: Self.options(threads: number % 3 + 1, cache: .directory(folder.path))), hue: number % 3 + 2)
                guard let difference = try Self.difference("device \(number)", expected[number % 3], picture) else { return }
                lock.withLock { wrong.value.add(difference) }
            } catch { lock.withLock { wrong.value.add("\(error)") } }
        }
        #expect(wrong.value.count == 0, "\(wrong.value)")
    }

    @Test("if a device is freed while code is compiled for it, nothing draws or crashes later")
    func shortLives() throws {
        let expected = try Self.picture(Device(.reference), hue: 7)
        let wrong = Smuggled(value: NSMutableArray()), lock = NSLock()
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            do {
                // The device is freed while its optimised code is still being compiled.
                let device = Device(options: Self.options(threads: 2, cache: .none))
                if number % 2 == 0 { return _ = try DrawingFixture(on: device).pipeline() }
                if let difference = try Self.difference("device \(number)", expected, Self.picture(device, hue: 7)) {
                    lock.withLock { wrong.value.add(difference) }
                }
            } catch { lock.withLock { wrong.value.add("\(error)") } }
        }
        #expect(wrong.value.count == 0, "\(wrong.value)")
    }

    @Test("code compiled in the background is used by a device on another thread as well as on the first")
    func handedOver() throws {
        let expected = try Self.picture(Device(.reference), hue: 3)
        let device = Smuggled(value: Device(options: Self.options(threads: 2, cache: .none)))
        // Threads may use a device one after the other, like consecutive jobs of a queue.
        for _ in 0..<3 {
            let picture = Smuggled(value: NSMutableData()), done = DispatchSemaphore(value: 0)
            Thread {
                if let bytes = try? Self.picture(device.value, hue: 3) { picture.value.append(Data(bytes)) }
                done.signal()
            }.start()
            done.wait()
            let bytes = [UInt8](picture.value as Data)
            try #require(bytes.count == expected.count, "nothing was drawn")
            #expect(try Self.difference("from another thread", expected, bytes) == nil)
        }
    }
}
