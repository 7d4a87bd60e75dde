// Properties of the OpenGL device: threads, uploads, errors of the driver.

import Foundation
import Raster
import Scenes
import SystemGL
import Testing

@Suite("The OpenGL device", .serialized, .enabled(if: SystemGLAvailability.isAvailable, "there is no OpenGL here"))
struct OpenGLDeviceTests {
    private static let vertex = """
        #version 330
        void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }
        """
    private static let textured = """
        #version 330
        uniform sampler2D image;
        out vec4 result;
        void main() { result = texelFetch(image, ivec2(0), 0); }
        """

    @Test("a thread that the system cannot start is an error; other threads run their closures")
    func thread() throws {
        let error = #expect(throws: RasterError.self) { _ = try GLThread(name: "too large", stackByteCount: 1 << 46) }
        #expect(error?.code == .outOfMemory && error?.description.contains("cannot start its thread") == true)
        let thread = try GLThread(name: "a name of more than 15 characters")
        defer { thread.stop() }
        #expect(try thread.perform { 6 * 7 } == 42)
    }

    /// Draws a texture of one texel over a 4×4 target, and returns the first value of the target.
    private func draw(_ device: Device, _ texture: Texture, _ target: Framebuffer) throws -> Float {
        let program = try device.makeProgram(vertex: Self.vertex, fragment: Self.textured)
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setTexture("image", texture, .nearest)
            pass.draw(count: 3)
        }
        try device.submit(encoder)
        return try SceneOutput(try #require(target.color[0]).texture).values[0]
    }

    @Test("texels that the host changes are uploaded again")
    func hostChanges() throws {
        let device = try SystemGLAvailability.makeDevice()
        let target = try device.makeFramebuffer(width: 4, height: 4)
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1))
        for value in [10, 200, 30] as [UInt8] {
            texture.storage.base.storeBytes(of: value, as: UInt8.self)
            texture.hostVersion += 1
            #expect(try draw(device, texture, target) == Float(value))
        }
    }

    @Test("two devices draw in turn without disturbing each other")
    func twoDevices() throws {
        let devices = try (0..<2).map { _ in try SystemGLAvailability.makeDevice() }
        let made = try devices.enumerated().map { index, device in
            let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1))
            texture.storage.base.storeBytes(of: UInt8(40 * (index + 1)), as: UInt8.self)
            return (device, texture, try device.makeFramebuffer(width: 4, height: 4))
        }
        for _ in 0..<3 {
            for (index, (device, texture, target)) in made.enumerated() {
                #expect(try draw(device, texture, target) == Float(40 * (index + 1)))
            }
        }
    }

    @Test("a device is used from a thread other than its maker's")
    func otherThread() throws {
        // The box passes the result to the test's thread. The semaphore orders the accesses of the two threads.
        final class Box: @unchecked Sendable { var value: Result<Float, any Error>? }
        let box = Box()
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            box.value = Result {
                let device = try SystemGLAvailability.makeDevice()
                let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1))
                texture.storage.base.storeBytes(of: UInt8(77), as: UInt8.self)
                return try OpenGLDeviceTests().draw(device, texture, try device.makeFramebuffer(width: 4, height: 4))
            }
            done.signal()
        }
        done.wait()
        #expect(try box.value?.get() == 77)
    }

    @Test("hundreds of short-lived resources leave nothing that disturbs the next one")
    func shortLived() throws {
        let device = try SystemGLAvailability.makeDevice()
        for i in 0..<300 {
            let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1))
            texture.storage.base.storeBytes(of: UInt8(i % 256), as: UInt8.self)
            #expect(try draw(device, texture, try device.makeFramebuffer(width: 4, height: 4)) == Float(i % 256))
        }
    }

    @Test("the error of a shader that the driver's compiler refuses has its message")
    func refusedShader() throws {
        let device = try SystemGLAvailability.makeDevice()
        // The shader has more uniforms than any driver allows. The software device has no such limit.
        let program = try device.makeProgram(vertex: Self.vertex, fragment: """
            #version 330
            uniform vec4 huge[60000]; uniform int index;
            out vec4 result;
            void main() { result = huge[index]; }
            """)
        do {
            _ = try device.makePipeline(program: program, vertexLayout: .none)
            Issue.record("the driver took it")
        } catch let error as RasterError {
            #expect(error.code == .unsupported)
        }
    }
}
