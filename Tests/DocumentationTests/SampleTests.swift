// Checks that the pages' samples do what the pages say.

import Effects
import Foundation
import Models
import Raster
import Shading
import SystemGL
import TestSupport
import Testing

@Suite("Samples") struct SampleTests {
    @Test("the first program writes a PNG of its picture")
    func firstProgram() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("raster-first-program-\(UUID().uuidString).png").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let image = try FirstProgram.draw()
        try FirstProgram.save(image, to: path)
        #expect(try Image.read(from: path) == image)
        #expect(image[200, 120] != image[2, 2])
    }

    @Test("a fan of triangles draws every pixel exactly once")
    func once() throws {
        for kind in Device.Kind.allCases { #expect(try FillRules.timesDrawn(on: Device(kind)) == [1]) }
    }

    @Test("two programs with one transformation give the same depths")
    func invariance() throws {
        for kind in Device.Kind.allCases { #expect(try FillRules.secondPass(on: Device(kind)) == 0) }
    }

    @Test("each instance of a draw is drawn with its view into its layer")
    func layers() throws {
        for kind in Device.Kind.allCases { #expect(try LayeredTarget.pixels(on: Device(kind)).map(\.x) == [255, 0]) }
    }

    @Test("threads, lanes and renderer do not change a picture")
    func sameBits() throws {
        #expect(try FillRules.sameBits { try PixelFigure.quads.draw(on: $0) })
        #expect(try FillRules.sameBits { try Uniforms.draw(on: $0) })
    }

    @Test("a service owned by an actor answers many requests at once, each with its own picture")
    func service() async throws {
        let service = try PaintingService(threads: 2)
        let expected = try await paintAll(JuliaRequest.sheet)
        let answers = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for (index, request) in JuliaRequest.sheet.enumerated() { group.addTask { (index, try await service.png(for: request)) } }
            return try await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == expected.count)
        for (index, bytes) in answers {
            #expect(try PictureComparison.difference("answer", expected: expected[index],
                                                     actual: Image.read(bytes: bytes, name: "answer").converted(to: .rgba8)) == nil)
        }
    }

    @Test("both renderers stop an endless shader with the same message")
    func endless() throws {
        let said = try endlessLoop(on: .jit)
        #expect(said.contains("shaderDidNotEnd") && said.contains("request 17"))
        #expect(try endlessLoop(on: .reference) == said)
    }

    @Test("a device after a warm-up draws, and keeps its code in the given folder")
    func warm() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("raster-cache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let device = deviceWithCache(in: folder.path)
        let program = try device.makeProgram(vertex: Julia.vertexShader, fragment: "out vec4 pixel; void main() { pixel = vec4(0.5); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        let target = try device.makeFramebuffer(width: 32, height: 32)
        var frame = device.makeCommandEncoder()
        frame.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.draw(count: 3)
        }
        try warmUp(device, frame)
        try device.submit(frame)
        #expect(try target.readImage()[5, 5] == SIMD4<UInt8>(repeating: 128))
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("reflection names everything that a program needs")
    func reflection() throws {
        let lines = try LandingPages.reflect(Uniforms.vertexShader, Uniforms.fragmentShader)
        #expect(lines.contains { $0.hasPrefix("uniform time: float") } && lines.contains("sampler pattern, unit 0"))
        #expect(try LandingPages.reflect(FirstProgram.vertexShader, FirstProgram.fragmentShader).contains { $0.hasPrefix("attribute position") })
    }

    @Test("a shader that includes another compiles with a define")
    func includes() throws {
        let fragment = """
            #include "noise.glsl"
            out vec4 pixel;
            void main() { pixel = vec4(noise(OCTAVES)); }
            """
        let linked = try LandingPages.linkWithOptions("void main() { gl_Position = vec4(0.0); }", fragment,
                                                      noise: "float noise(int n) { return 0.25 * float(n); }")
        #expect(linked.warnings.isEmpty)
        #expect(throws: ShaderError.self) {
            try LandingPages.linkWithOptions("void main() { gl_Position = vec4(0.0); }", fragment, noise: "float noise(int n) { return 0.25 * float(n) }")
        }
    }

    @Test("the triangle of the first program is the same on the system's OpenGL, except for rounding")
    func systemGL() throws {
        SystemGL.preferAccuracy()
        if let difference = try LandingPages.difference(FirstProgram.draw) { #expect(difference <= 1) }
        else { print("SystemGL: the first program is not compared, there is no OpenGL here") }
    }

    @Test("a model's meshes are drawn into a picture")
    func model() throws {
        let device = Device(), target = try device.makeFramebuffer(width: 96, height: 64, depth: .depth24)
        let path = packageFolder.appendingPathComponent("Examples/island.glb").path
        let bounds = try Model.load(path), center = (bounds.minimum + bounds.maximum) / 2, size = (bounds.maximum - bounds.minimum).length
        let transform = Matrix4.frustum(left: -0.6, right: 0.6, bottom: -0.4, top: 0.4, near: 1, far: 100)
            * .lookAt(eye: [0, 1, 2], center: [0, 0, 0]) * .scale(1.6 / size) * .translation(-center)
        let model = try LandingPages.drawModel(path, transform: transform, on: device, into: target)
        #expect(model.triangleCount > 0)
        let image = try target.readImage()
        #expect(image[48, 32] != image[0, 0])
        try LandingPages.drawWithLight(model, camera: OrbitCamera(target: center, distance: size), on: device, into: target)
        #expect(try target.readImage() != image)
    }
}
