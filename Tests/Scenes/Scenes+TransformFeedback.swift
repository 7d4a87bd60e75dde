// Scenes: vertices that transform feedback writes into buffers, and the rasterizer discard.

import Raster
import Shading

extension Scene {
    static let transformFeedback: [Scene] = [
        Scene("transform feedback of all primitive types") { stage in
            let program = try stage.feedbackProgram(TransformFeedbackOutputs(["gl_Position", "tint", "ids"]))
            let vertices = try stage.device.makeBuffer(ring(9).floats)
            var outputs: [SceneOutput] = []
            for provoking in [ProvokingVertex.first, .last] {
                let pipeline = try stage.pipeline(program) { $0.provokingVertex = provoking; $0.rasterizerDiscard = true }
                for primitive in PrimitiveType.withoutAdjacency {
                    let buffer = try stage.device.makeBuffer(byteCount: 40 * 30), feedback = TransformFeedback(primitive.assembled, into: .init(buffer))
                    _ = try stage.picture(try stage.target(16, 16)) { pass in
                        pass.setPipeline(pipeline)
                        pass.setVertexBuffer(vertices)
                        pass.setUniform("size", SIMD2<Float>(40, 40))
                        pass.setTransformFeedback(feedback)
                        pass.draw(primitive, count: 9)
                    }
                    outputs.append(stage.words(buffer, "\(primitive), \(provoking)", integers: [8, 9], of: 10))
                    outputs.append(feedback.output("counts of \(primitive)"))
                }
            }
            return outputs
        },
        Scene("separate transform feedback with restart, instances and little room") { stage in
            let program = try stage.feedbackProgram(TransformFeedbackOutputs(["tint", "turn[1]", "ids"], layout: .separate))
            let pipeline = try stage.pipeline(program) { $0.primitiveRestart = true }
            let vertices = try stage.device.makeBuffer(ring(9).floats)
            let indices = try stage.device.makeBuffer([0, 1, 2, 3, .max, 4, 5, .max, 6, 7, 8, 0, 1] as [UInt16])
            let buffers = try (0..<3).map { _ in try stage.device.makeBuffer([Float](repeating: -1, count: 200)) }
            // The second buffer has room for 13 triangles of two floats per vertex.
            let feedback = TransformFeedback(.triangles, into: .init(buffers[0], offset: 16), .init(buffers[1], offset: 4, byteCount: 13 * 24 + 20),
                                             .init(buffers[2]))
            let colors = try stage.picture(try stage.target(40, 40)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                pass.setUniform("size", SIMD2<Float>(40, 40))
                pass.setTransformFeedback(feedback)
                pass.drawIndexed(indices, .triangleStrip, count: 13, instances: 2)
                pass.setTransformFeedback(nil)
                pass.draw(.triangles, count: 3)
                pass.setTransformFeedback(feedback)
                pass.draw(.triangleFan, first: 1, count: 7)
            }
            return colors + [stage.words(buffers[0], "tint"), stage.words(buffers[1], "turn[1]"), stage.words(buffers[2], "ids", integers: [0, 1], of: 2),
                             feedback.output("counts")]
        },
        Scene("transform feedback with gaps, and places that the shader gives") { stage in
            let vertices = try stage.device.makeBuffer(ring(4).floats)
            let programs = [
                try stage.feedbackProgram(TransformFeedbackOutputs(["gl_SkipComponents1", "tint", "gl_SkipComponents3", "gl_NextBuffer", "ids",
                                                                    "gl_SkipComponents2"])),
                try stage.program("""
                    #version 440
                    layout(xfb_buffer = 1, xfb_stride = 16) out;
                    in vec4 position;
                    in vec4 color;
                    layout(xfb_buffer = 0, xfb_offset = 4, xfb_stride = 32) out vec4 tint;
                    layout(xfb_buffer = 1) out Block { layout(xfb_offset = 8) vec2 corner; float unused; } block;
                    layout(xfb_buffer = 1, xfb_offset = 0) flat out int id;
                    out gl_PerVertex { vec4 gl_Position; };
                    void main() { gl_Position = vec4(0.0); tint = color; block.corner = position.xy; block.unused = 3.0; id = -gl_VertexID; }
                    """, "#version 440\nvoid main() {}", TransformFeedbackOutputs(["tint"])),
            ]
            return try programs.flatMap { program in
                let buffers = try (0..<2).map { _ in try stage.device.makeBuffer([Float](repeating: -1, count: 40)) }
                let feedback = TransformFeedback(.lines, into: .init(buffers[0]), .init(buffers[1]))
                let pipeline = try stage.pipeline(program) { $0.rasterizerDiscard = true }
                _ = try stage.picture(try stage.target(8, 8)) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(vertices)
                    pass.setTransformFeedback(feedback)
                    pass.draw(.lineStrip, count: 3)
                }
                return [stage.words(buffers[0], "buffer 0"), stage.words(buffers[1], "buffer 1", integers: [0, 1], of: 4), feedback.output("counts")]
            }
        },
        Scene("transform feedback of a large mesh in its order") { stage in
            let program = try stage.program("""
                #version 330
                uniform int columns;
                out float number;
                void main() {
                    vec2 place = vec2(gl_VertexID % columns, gl_VertexID / columns) / float(columns);
                    gl_Position = vec4(place * 4.0 - 2.0, 0.0, 1.0);
                    number = float(gl_VertexID) + 0.25 * float(gl_InstanceID);
                }
                """, "#version 330\nin float number; out vec4 result; void main() { result = vec4(number * 0.0001); }",
                                                      TransformFeedbackOutputs(["number"]))
            let pipeline = try stage.pipeline(program, .none) { $0.rasterizerDiscard = true }, count = 15_000
            let buffer = try stage.device.makeBuffer(byteCount: 12 * 2 * count), feedback = TransformFeedback(.triangles, into: .init(buffer))
            _ = try stage.picture(try stage.target(40, 40)) { pass in
                pass.setPipeline(pipeline)
                pass.setUniform("columns", Int32(123))
                pass.setTransformFeedback(feedback)
                pass.draw(.triangleStrip, count: count + 2, instances: 2)
            }
            let words = stage.words(buffer, "number")
            return [SceneOutput(name: "every 97th number", numbers: stride(from: 0, to: words.values.count, by: 97).map { words.values[$0] }),
                    feedback.output("counts")]
        },
        Scene("points that move from buffer to buffer") { stage in
            let move = try stage.program("""
                #version 330
                in vec2 position; in vec2 velocity;
                out vec2 nextPosition, nextVelocity;
                void main() {
                    vec2 place = position + velocity;
                    nextVelocity = mix(velocity, -velocity, vec2(greaterThan(abs(place), vec2(0.875))));
                    nextPosition = position + nextVelocity;
                    gl_Position = vec4(0.0);
                }
                """, "#version 330\nvoid main() {}", TransformFeedbackOutputs(["nextPosition", "nextVelocity"]))
            let show = try stage.program("""
                #version 330
                in vec2 position; in vec2 velocity;
                out vec2 speed;
                void main() { gl_Position = vec4(position, 0.0, 1.0); speed = velocity; }
                """, "#version 330\nin vec2 speed; out vec4 result; void main() { result = vec4(abs(speed) * 8.0, 0.75, 1.0); }")
            let layout = VertexLayout(stride: 16, VertexAttribute("position", .float2), VertexAttribute("velocity", .float2, offset: 8))
            let moving = try stage.pipeline(move, layout) { $0.rasterizerDiscard = true }, showing = try stage.pipeline(show, layout) { $0.pointSize = 3 }
            var points: [Float] = []
            for i in 0..<64 {
                let a = Float(i * 37 % 64) / 32 - 1, b = Float(i * 11 % 64) / 32 - 1
                points += [a * 0.75, b * 0.75, b * 0.125, a * 0.0625]
            }
            var buffers = [try stage.device.makeBuffer(points), try stage.device.makeBuffer(byteCount: 16 * 64)]
            let target = try stage.target(64, 64)
            var encoder = stage.device.makeCommandEncoder(label: "points")
            for _ in 0..<9 {
                let feedback = TransformFeedback(.points, into: .init(buffers[1]))
                encoder.render(to: target) { pass in
                    pass.setPipeline(moving)
                    pass.setVertexBuffer(buffers[0])
                    pass.setTransformFeedback(feedback)
                    pass.draw(.points, count: 64)
                }
                buffers.swapAt(0, 1)
            }
            encoder.render(to: target, clear: .color(0.1, 0.15, 0.2)) { pass in
                pass.setPipeline(showing)
                pass.setVertexBuffer(buffers[0])
                pass.draw(.points, count: 64)
            }
            try stage.device.submit(encoder)
            return try stage.read(target) + [stage.words(buffers[0], "points")]
        },
        Scene("draws of the vertices that transform feedback wrote", tolerance: .lines) { stage in
            let write = try stage.program("""
                #version 330
                uniform float size;
                out vec4 place;
                void main() {
                    float angle = float(gl_VertexID) * 0.375;
                    place = vec4(vec2(angle - 1.0, fract(angle * 1.75) - 0.5) * size, 0.0, 1.0);
                    gl_Position = vec4(0.0);
                }
                """, "#version 330\nvoid main() {}", TransformFeedbackOutputs(["place"]))
            let show = try stage.program("""
                #version 330
                in vec4 place;
                out vec4 tint;
                void main() {
                    gl_Position = place + vec4(0.125, 0.25, 0.0, 0.0) * float(gl_InstanceID);
                    tint = vec4(float(gl_VertexID % 5) * 0.25, 0.5, float(gl_InstanceID) * 0.5, 1.0);
                }
                """, "#version 330\nin vec4 tint; out vec4 result; void main() { result = tint; }")
            let writing = try stage.pipeline(write, .none) { $0.rasterizerDiscard = true }
            let showing = try stage.pipeline(show, VertexLayout(stride: 16, VertexAttribute("place", .float4))) { $0.pointSize = 4; $0.cull = .none }
            let target = try stage.target(64, 48), device = stage.device
            // The buffer of the triangles has no room for the last triangle.
            let buffers = try [9, 16].map { try device.makeBuffer([Float](repeating: 0.5, count: 4 * $0)) }
            let triangles = TransformFeedback(.triangles, into: .init(buffers[0], byteCount: 16 * 8))
            let points = TransformFeedback(.points, into: .init(buffers[1]))
            func record(_ encoder: inout CommandEncoder, clear: ClearValues = .none) {
                encoder.render(to: target, clear: clear) { pass in
                    pass.setPipeline(writing)
                    pass.setUniform("size", Float(0.75))
                    pass.setTransformFeedback(triangles)
                    pass.draw(.triangleStrip, count: 5)
                    pass.setTransformFeedback(points)
                    pass.setUniform("size", Float(0.5))
                    pass.draw(.points, count: 7)
                }
                encoder.render(to: target) { pass in
                    pass.setPipeline(showing)
                    pass.setVertexBuffer(buffers[0])
                    pass.draw(writtenBy: triangles, instances: 2)
                    pass.setVertexBuffer(buffers[1])
                    pass.draw(writtenBy: points)
                    pass.draw(writtenBy: points, as: .lineStrip)
                }
            }
            var encoder = device.makeCommandEncoder(label: "first")
            record(&encoder, clear: .color(0.1, 0.15, 0.2))
            try device.submit(encoder)
            encoder = device.makeCommandEncoder(label: "second")
            record(&encoder)
            // The number of vertices written in an earlier submit is known when this submit begins.
            encoder.render(to: target) { pass in
                pass.setPipeline(showing)
                pass.setVertexBuffer(buffers[0])
                pass.setViewport(Viewport(width: 20, height: 20))
                pass.draw(writtenBy: triangles)
            }
            try device.submit(encoder)
            return try stage.read(target) + [triangles.output("triangles"), points.output("points"), stage.words(buffers[0], "buffer 0")]
        },
    ]
}

extension Stage {
    fileprivate func program(_ vertex: String, _ fragment: String, _ outputs: TransformFeedbackOutputs) throws -> Program {
        try device.makeProgram(vertex: ShaderSource(text: vertex, name: "vertex"), fragment: ShaderSource(text: fragment, name: "fragment"),
                               options: ShaderCompileOptions(transformFeedback: outputs))
    }
    /// Returns a program for meshes whose outputs include integers and an array that the fragment shader does not read.
    fileprivate func feedbackProgram(_ outputs: TransformFeedbackOutputs) throws -> Program {
        try program("""
            #version 330
            uniform vec2 size;
            in vec4 position;
            in vec4 color;
            out vec4 tint;
            out vec2 turn[2];
            flat out ivec2 ids;
            void main() {
                gl_Position = vec4((position.xy / size * 2.0 - 1.0) * position.w, position.z * position.w, position.w);
                tint = color;
                turn[0] = position.xy;
                turn[1] = position.yx * 0.5;
                ids = ivec2(gl_VertexID, gl_InstanceID - 3);
            }
            """, Mesh.fragmentShader, outputs)
    }
}

extension TransformFeedback {
    fileprivate func output(_ name: String) -> SceneOutput {
        SceneOutput(name: name, numbers: [Float(generatedPrimitiveCount), Float(writtenPrimitiveCount)])
    }
}
