// Geometry shaders in captures: they are listed, printed and drawn again.

import FrameCapture
import Raster
import Scenes
import Shading
import Testing

@Suite("Geometry shaders in captures") struct GeometryShaderCaptureTests {
    /// Captures a scene.
    static func capture(_ name: String, to file: TemporaryFile) throws -> Capture {
        let device = Device(.reference), scene = try #require(Scene.all.first { $0.name == name })
        try device.startCapture(to: file.path)
        _ = try scene.outputs(on: device)
        try device.stopCapture()
        return try Capture(contentsOf: file.path)
    }
    static let quads = "points that a geometry shader turns into quads"

    @Test("a captured geometry shader is listed, printed and drawn again")
    func capture() throws {
        let file = TemporaryFile(), capture = try Self.capture(Self.quads, to: file), frame = capture.frames[0]
        #expect(frame.programs.first?.geometry != nil)
        #expect(try capture.shader(0, .geometry, in: frame).contains("EmitVertex"))
        #expect(try capture.verify(frame, ways: [.reference, .jit(lanes: 8, isBaseline: true)]).passes)
        // A profile counts the geometry shader in the same way as the other shaders, and draws the captured bits.
        let profile = try capture.profile(frame, on: Device(.reference)), shader = try #require(profile.entries(by: .shader).first { $0.stage == .geometry })
        #expect(shader.numbers.invocations == UInt64(frame.draws.reduce(0) { $0 + $1.primitiveCount * $1.instanceCount }) && shader.numbers.operations > 0)
        let lines = profile.entries(by: .line).filter { $0.stage == .geometry }
        #expect(!lines.isEmpty && lines.reduce(0) { $0 + $1.numbers.operations } == shader.numbers.operations)
        // For a program without a geometry shader, the error says that this stage is missing.
        let plain = TemporaryFile(), second = try Self.capture("adjacent vertices without a geometry shader", to: plain)
        let error = #expect(throws: RasterError.self) { _ = try second.shader(0, .geometry, in: second.frames[0]) }
        #expect(error?.description.contains("has no geometry shader") == true && second.frames[0].programs[0].geometry == nil)
    }
}
