import Foundation
import Raster
import Shading
import Testing

/// Passes a value that is not Sendable to another thread. A device must detect this mistake.
struct Smuggled<Value>: @unchecked Sendable { let value: Value }

/// Runs a closure while a program is compiled. While the closure runs, the compiling thread is inside a call of the device.
private struct Interruption: IncludeResolver {
    let body: @Sendable () -> Void
    func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        body()
        return ShaderSource(text: "", name: path)
    }
}

private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread { body(); done.signal() }.start()
    done.wait()
}

@Suite("One thread at a time in a device") struct DeviceAccessTests {
    /// Returns every throwing call of a device and its objects, with names.
    private static func calls(_ fixture: DrawingFixture) throws -> [(name: String, call: () throws -> Void)] {
        let device = fixture.device, target = fixture.target, buffer = try device.makeBuffer([1, 2] as [Float])
        let full = try device.makeFramebuffer(width: 2, height: 2, color: [.rgba8], depth: .depth24Stencil8)
        let pipeline = try fixture.pipeline(), texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 2, height: 2))
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0)) { _ in }
        let recorded = encoder, picture = Image(width: 2, height: 2, format: .rgba8)
        return [
            ("makeProgram", { _ = try device.makeProgram(vertex: DrawingFixture.vertexShader, fragment: DrawingFixture.fragmentShader) }),
            ("makePipeline", { _ = try device.makePipeline(program: pipeline.program, vertexLayout: DrawingFixture.layout) }),
            ("makeBuffer", { _ = try device.makeBuffer(byteCount: 4) }), ("makeBuffer of elements", { _ = try device.makeBuffer([1] as [Float]) }),
            ("makeTexture", { _ = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1)) }),
            ("makeTexture from a picture", { _ = try device.makeTexture(from: picture) }),
            ("makeFramebuffer", { _ = try device.makeFramebuffer(width: 1, height: 1) }),
            ("prepare", { try device.prepare(recorded) }), ("prepareInBackground", { try device.prepareInBackground(recorded) }),
            ("submit", { try device.submit(recorded) }),
            ("update", { try buffer.update([3] as [Float]) }),
            ("replace", { try texture.replace(bytes: [UInt8](repeating: 1, count: 16)) }), ("read", { _ = try texture.read() }),
            ("upload", { try texture.upload(picture) }), ("readImage of a texture", { _ = try texture.readImage() }),
            ("readImage", { _ = try target.readImage() }), ("readPixels", { _ = try target.readPixels() }),
            ("readDepth", { _ = try full.readDepth() }), ("readStencil", { _ = try full.readStencil() }),
        ]
    }

    @Test("a call while another thread is inside the device is refused, and the first call continues", arguments: Device.Kind.allCases)
    func refused(kind: Device.Kind) throws {
        let fixture = try DrawingFixture(on: Device(kind))
        let calls = Smuggled(value: try Self.calls(fixture))
        let fragment = "#extension GL_GOOGLE_include_directive : require\n#include \"pause\"\n" + DrawingFixture.fragmentShader
        /// Makes the calls while the device compiles, on another thread or on the compiling thread. Returns the errors of the
        /// calls.
        func errors(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) throws -> [String: RasterError] {
            let found = Smuggled(value: NSMutableDictionary())
            let interruption = Interruption {
                run {
                    for (name, call) in calls.value {
                        do { try call() } catch { found.value[name] = error }
                    }
                }
            }
            let program = try fixture.device.makeProgram(vertex: ShaderSource(text: DrawingFixture.vertexShader, name: "vertex"),
                                                         fragment: ShaderSource(text: fragment, name: "fragment"),
                                                         options: ShaderCompileOptions(includeResolver: interruption))
            #expect(try program.device === fixture.device)
            return try #require(found.value as? [String: RasterError])
        }
        let fromOutside = try errors(onAnotherThread)
        for (name, _) in calls.value {
            #expect(fromOutside[name]?.code == .deviceInUse, "\(name): \(fromOutside[name]?.description ?? "it was let in")")
        }
        #expect(fromOutside["update"]?.description == "buffer is called while another thread uses the same device; give each thread its own device, or use the device from one thread or actor [deviceInUse]")
        // After the compilation any thread may use the device, if no other thread uses the device at the same time.
        onAnotherThread { for (name, call) in calls.value { #expect(throws: Never.self, "\(name)") { try call() } } }
        for (name, call) in calls.value { #expect(throws: Never.self, "\(name)") { try call() } }
    }

    @Test("after an error the next thread can use the device")
    func errorLeaves() throws {
        let device = Smuggled(value: Device(.reference))
        #expect(throws: ShaderError.self) { try device.value.makeProgram(vertex: "void main() {", fragment: "void main() {}") }
        #expect(throws: RasterError.self) { try device.value.makeBuffer(byteCount: -1) }
        onAnotherThread { #expect(throws: Never.self) { _ = try device.value.makeBuffer(byteCount: 4) } }
    }

    @Test("of many threads in one device, each call is either executed or refused", arguments: Device.Kind.allCases)
    func crowd(kind: Device.Kind) throws {
        var options = Device.Options()
        options.threads = 2
        let fixture = try DrawingFixture(on: Device(kind, options: options))
        let corners = [fixture.vertex(0, 0), fixture.vertex(64, 0), fixture.vertex(0, 64)].flatMap { $0 }
        let shared = Smuggled(value: (fixture, try fixture.device.makeBuffer(corners), try fixture.pipeline()))
        let counts = Smuggled(value: UnsafeMutablePointer<(drawn: Int, refused: Int, others: Int)>.allocate(capacity: 4))
        counts.value.initialize(repeating: (0, 0, 0), count: 4)
        defer { counts.value.deallocate() }
        let done = DispatchGroup()
        for thread in 0..<4 {
            done.enter()
            Thread {
                let (fixture, buffer, pipeline) = shared.value
                for _ in 0..<40 {
                    do {
                        var encoder = fixture.device.makeCommandEncoder()
                        encoder.render(to: fixture.target, clear: .color(0, 0, 0)) { pass in
                            pass.setPipeline(pipeline)
                            pass.setVertexBuffer(buffer)
                            pass.draw(.triangles, count: 3)
                        }
                        try fixture.device.submit(encoder)
                        try buffer.update(corners)
                        _ = try fixture.target.readImage()
                        counts.value[thread].drawn += 1
                    } catch let error as RasterError where error.code == .deviceInUse {
                        counts.value[thread].refused += 1
                    } catch { counts.value[thread].others += 1 }
                }
                done.leave()
            }.start()
        }
        done.wait()
        let all = UnsafeBufferPointer(start: counts.value, count: 4)
        #expect(all.map { $0.drawn + $0.refused }.reduce(0, +) == 160 && all.allSatisfy { $0.others == 0 })
        #expect(all.contains { $0.drawn > 0 })
        try fixture.draw(corners, pipeline: shared.value.2)
        #expect(try fixture.red().allSatisfy { $0.allSatisfy { $0 == 255 } })
    }
}
