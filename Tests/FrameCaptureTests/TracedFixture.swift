// One captured draw of one program into a small image, for tests that inspect the program's shaders.

import FrameCapture
import Raster
import Shading

struct TracedFixture {
    let file = TemporaryFile()
    let capture: Capture
    let device: Device
    let target: Framebuffer
    var frame: CapturedFrame { capture.frames[0] }

    /// A triangle that covers the whole target.
    static let wholeTarget = "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }"

    /// - Parameters:
    ///   - draw: Sets the inputs of the program, and draws.
    ///   - reachesEnd: Whether the frame is drawn without an error.
    init(_ fragment: String, vertex: String = wholeTarget, samples: Int = 1, size: Int = 8, format: PixelFormat = .rgba32Float, depth: PixelFormat? = nil,
         options: ShaderCompileOptions = ShaderCompileOptions(), layout: VertexLayout = .none, deviceOptions: Device.Options = Device.Options(),
         reachesEnd: Bool = true,
         state: RasterState = RasterState(), draw: (Device, inout RenderPass) throws -> Void = { $1.draw(count: 3, label: "whole") }) throws {
        let device = Device(.reference, options: deviceOptions)
        self.device = device
        target = try device.makeFramebuffer(width: size, height: size, color: [format], depth: depth, samples: samples, label: "target")
        let program = try device.makeProgram(vertex: ShaderSource(text: vertex, name: "traced.vert"),
                                             fragment: ShaderSource(text: fragment, name: "traced.frag"),
                                             options: options, label: "traced")
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout, state: state)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, clear: .color(0, 0, 0, 0), label: "main") { pass in
            pass.setPipeline(pipeline)
            try draw(device, &pass)
        }
        do { try device.submit(encoder) } catch let error as RasterError where !reachesEnd && error.code == .shaderDidNotEnd {}
        capture = try Capture(contentsOf: file.path)
    }

    func trace(_ x: Int, _ y: Int, draw: Int = 0, choosing choice: FragmentChoice = FragmentChoice(), limit: Int = ShaderTrace.standardLimit,
               on kind: Device.Kind = .reference) throws -> ShaderTrace {
        try capture.trace(x: x, y: y, of: frame.draw(draw), in: frame, choosing: choice, limit: limit, on: Device(kind))
    }
    func trace(vertex: Int, instance: Int = 0, draw: Int = 0) throws -> ShaderTrace {
        try capture.trace(vertex: vertex, instance: instance, of: frame.draw(draw), in: frame, on: Device(.reference))
    }
}

extension ShaderTrace {
    var allSteps: [Step] { (0..<stepCount).map(step) }
    /// Returns the values of a variable, or a part of a variable, as text.
    func history(of name: String) -> [String] { allSteps.flatMap(\.changes).filter { $0.after.name == name }.map(\.after.text) }
    func lines(in function: String) -> [Int] { allSteps.filter { $0.place.function == function }.map(\.place.line) }
    func output(_ name: String) -> String? { outputs.first { $0.name == name }?.text }
    func input(_ name: String) -> String? { inputs.first { $0.name == name }?.text }
}
