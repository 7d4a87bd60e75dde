import Foundation
import Raster
import Shading
import Testing

/// Draws with geometry shaders: the draws that validation refuses, and the limits of allowed draws. The scenes in Tests/Scenes compare the
/// pictures of such draws.
@Suite("draws with geometry shaders") struct GeometryShaderDrawTests {
    private static let fragment = "#version 330\nout vec4 result; void main() { result = vec4(1.0); }"
    private func pipeline(_ device: Device, _ layouts: String, _ body: String = "gl_Position = gl_in[0].gl_Position; EmitVertex();",
                          feedback: [String]? = nil, label: String = "sprites") throws -> Pipeline {
        let program = try device.makeProgram(
            vertex: ShaderSource(text: "#version 330\nvoid main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }", name: "v"),
            geometry: ShaderSource(text: "#version 330\n\(layouts)\nuniform int end; out float number;\nvoid main() { number = 1.0; \(body) }", name: "g"),
            fragment: ShaderSource(text: Self.fragment, name: "f"),
            options: ShaderCompileOptions(transformFeedback: feedback.map { TransformFeedbackOutputs($0) }), label: label)
        return try device.makePipeline(program: program, vertexLayout: .none)
    }
    private func draw(_ device: Device, _ pipeline: Pipeline, _ primitive: PrimitiveType, count: Int = 6, _ set: (inout RenderPass) -> Void = { _ in }) throws {
        var encoder = device.makeCommandEncoder()
        encoder.render(to: try device.makeFramebuffer(width: 8, height: 8), clear: .color(0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            set(&pass)
            pass.draw(primitive, count: count)
        }
        try device.submit(encoder)
    }
    private func error(_ body: () throws -> Void) -> RasterError? { #expect(throws: RasterError.self, performing: body) }

    @Test("a draw's primitives must be those that the geometry shader reads")
    func primitives() throws {
        let device = Device(.reference)
        for (input, name) in [(GeometryLayout.Input.points, "points"), (.lines, "lines"), (.triangles, "triangles"), (.linesAdjacency, "lines_adjacency"),
                              (.trianglesAdjacency, "triangles_adjacency")] {
            let pipeline = try pipeline(device, "layout(\(name)) in; layout(points, max_vertices = 1) out;")
            for primitive in PrimitiveType.allCases {
                if primitive.geometryInput == input {
                    try draw(device, pipeline, primitive)
                } else {
                    let found = error { try draw(device, pipeline, primitive) }
                    #expect(found?.description.contains("has primitives .\(primitive), but the geometry shader of program 'sprites' reads \(name)") == true)
                }
            }
        }
    }

    @Test("transform feedback takes the primitives that the geometry shader makes")
    func feedback() throws {
        let device = Device(.reference), buffer = try device.makeBuffer(byteCount: 64)
        let pipeline = try pipeline(device, "layout(triangles) in; layout(line_strip, max_vertices = 2) out;", feedback: ["number"])
        let wrong = error { try draw(device, pipeline, .triangles) { $0.setTransformFeedback(TransformFeedback(.triangles, into: .init(buffer))) } }
        #expect(wrong?.description.contains("takes triangles, but the draw makes lines") == true)
        // The shader emits a single vertex, which is too few for a line, so nothing is written.
        let feedback = TransformFeedback(.lines, into: .init(buffer))
        try draw(device, pipeline, .triangles) { $0.setTransformFeedback(feedback) }
        #expect(feedback.generatedPrimitiveCount == 0 && feedback.writtenPrimitiveCount == 0)
    }

    @Test("a geometry shader that does not end is stopped, with the name of its program")
    func endless() throws {
        var options = Device.Options()
        options.shaderStepLimit = 100
        let device = Device(.reference, options: options)
        let pipeline = try pipeline(device, "layout(points) in; layout(points, max_vertices = 1) out;", "while (end == 0) EmitVertex();")
        let found = error { try draw(device, pipeline, .points) }
        #expect(found?.code == .shaderDidNotEnd && found?.description.contains("program 'sprites'") == true)
        try draw(device, pipeline, .points) { $0.setUniform("end", Int32(1)) }
    }

    @Test("the largest geometry shader, and an empty draw, count their primitives")
    func limits() throws {
        let device = Device(.reference), query = PrimitiveQuery()
        let layouts = "layout(points) in; layout(triangle_strip, max_vertices = 204) out;"
        let pipeline = try pipeline(device, layouts, "for (int k = 0; k < 300; k++) { gl_Position = vec4(float(k)); EmitVertex(); }")
        try draw(device, pipeline, .points, count: 0) { $0.setPrimitiveQuery(query) }
        #expect(query.count == 0)
        try draw(device, pipeline, .points, count: 5) { $0.setPrimitiveQuery(query) }
        #expect(query.count == 5 * 202)
    }
}
