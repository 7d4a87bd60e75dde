// Scenes: geometry shaders: the primitives that the shaders read and make, adjacency, strips, invocations, primitive IDs, transform
// feedback.

import Raster
import Shading

extension Scene {
    static let geometryShaders: [Scene] = [
        Scene("points that a geometry shader turns into quads") { stage in
            let program = try stage.device.makeProgram(vertex: """
                #version 150
                in vec4 position; in vec4 color;
                out Particle { vec4 tint; float size; } particle;
                void main() { gl_Position = position; particle.tint = color; particle.size = 0.05 + 0.02 * float(gl_VertexID % 5); }
                """, geometry: """
                #version 150
                layout(points) in;
                layout(triangle_strip, max_vertices = 4) out;
                in Particle { vec4 tint; float size; } particles[];
                uniform vec2 aspect;
                out vec2 place;
                flat out vec4 tint;
                void main() {
                    for (int corner = 0; corner < 4; corner++) {
                        place = vec2(corner & 1, corner >> 1) * 2.0 - 1.0;
                        tint = particles[0].tint;
                        gl_Position = gl_in[0].gl_Position + vec4(place * particles[0].size * aspect, 0.0, 0.0) * gl_in[0].gl_Position.w;
                        EmitVertex();
                    }
                    EndPrimitive();
                }
                """, fragment: """
                #version 150
                in vec2 place; flat in vec4 tint; out vec4 result;
                void main() { result = vec4(tint.rgb * clamp(2.0 - 2.0 * length(place), 0.25, 1.0), 1.0); }
                """)
            var mesh = Mesh(), random = SceneRandom(5)
            for _ in 0..<60 {
                mesh.vertex(random.unit() * 2 - 1, random.unit() * 2 - 1, z: random.unit() * 2 - 1, w: 1, .init(random.unit(), random.unit(), random.unit(), 1))
            }
            let pipeline = try stage.pipeline(program) { $0.depth = .less }
            return try stage.picture(try stage.target(120, 90, depth: .depth32Float), clear: .color(0.1, 0.1, 0.2)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(try stage.device.makeBuffer(mesh.floats))
                pass.setUniform("aspect", SIMD2<Float>(0.75, 1))
                pass.draw(.points, count: mesh.vertexCount)
            }
        },
        Scene("triangles that a geometry shader shrinks, of lists, strips and fans") { stage in
            let program = try stage.device.makeProgram(vertex: Mesh.vertexShader, geometry: """
                #version 330
                layout(triangles) in;
                layout(triangle_strip, max_vertices = 3) out;
                uniform float shrink;
                in vec4 tint[3];
                out vec4 color;
                void main() {
                    vec4 middle = (gl_in[0].gl_Position + gl_in[1].gl_Position + gl_in[2].gl_Position) / 3.0;
                    for (int i = 0; i < gl_in.length(); i++) {
                        gl_Position = mix(gl_in[i].gl_Position, middle, shrink);
                        color = tint[i];
                        EmitVertex();
                    }
                }
                """, fragment: "#version 330\nin vec4 color; out vec4 result; void main() { result = gl_FrontFacing ? color : color.bgra * 0.5; }")
            let grid = Grid(columns: 3, cell: 50, 50), pipeline = try stage.pipeline(program) { $0.cull = .none }
            return try stage.picture(try stage.target(150, 50)) { pass in
                pass.setPipeline(pipeline)
                pass.setUniform("shrink", 0.25)
                for (cell, primitive) in [PrimitiveType.triangles, .triangleStrip, .triangleFan].enumerated() {
                    try pass.draw(circle(9, size: 50), as: primitive, in: grid, cell: cell)
                }
            }
        },
        Scene("normals as lines of several invocations", tolerance: .lines) { stage in
            let program = try stage.device.makeProgram(vertex: Mesh.vertexShader, geometry: """
                #version 400
                layout(triangles, invocations = 4) in;
                layout(line_strip, max_vertices = 4) out;
                in vec4 tint[];
                out vec4 color;
                void main() {
                    int i = gl_InvocationID % 3, next = (i + 1) % 3;
                    vec2 edge = gl_in[next].gl_Position.xy - gl_in[i].gl_Position.xy;
                    vec4 middle = 0.5 * (gl_in[i].gl_Position + gl_in[next].gl_Position);
                    color = gl_InvocationID == 3 ? vec4(1.0) : tint[i];
                    if (gl_InvocationID == 3) {
                        for (int k = 0; k < 4; k++) { gl_Position = gl_in[k % 3].gl_Position; EmitVertex(); }
                    } else {
                        gl_Position = middle;
                        EmitVertex();
                        gl_Position = middle + vec4(edge.y, -edge.x, 0.0, 0.0) * 0.25;
                        EmitVertex();
                        EndPrimitive();
                    }
                }
                """, fragment: "#version 400\nin vec4 color; out vec4 result; void main() { result = color; }")
            let pipeline = try stage.pipeline(program)
            return try stage.picture(try stage.target(100, 100)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(circle(9, size: 100), as: .triangleFan, size: .init(100, 100))
            }
        },
        Scene("the vertices that geometry shaders read, with and without adjacency, with restarts") { stage in
            var outputs: [SceneOutput] = []
            let indices = try stage.device.makeBuffer((Array(0..<15) + [.max] + Array(15..<19) + [.max, .max] + Array(19..<31)) as [UInt16])
            for primitive in PrimitiveType.allCases {
                let input = primitive.geometryInput
                let program = try stage.geometryProgram(vertex: """
                    #version 330
                    flat out int number;
                    void main() { number = gl_VertexID; gl_Position = vec4(0.0); }
                    """, geometry: """
                    #version 330
                    layout(\(input.name)) in;
                    layout(points, max_vertices = 1) out;
                    flat in int number[];
                    flat out ivec4 numbers; flat out ivec4 more;
                    void main() {
                        ivec4 all[2] = ivec4[2](ivec4(-1), ivec4(-1, -1, gl_PrimitiveIDIn, 0));
                        for (int i = 0; i < number.length(); i++) all[i >> 2][i & 3] = number[i];
                        numbers = all[0]; more = all[1];
                        gl_Position = vec4(0.0);
                        EmitVertex();
                    }
                    """, ["numbers", "more"])
                for provoking in [ProvokingVertex.last, .first] {
                    let buffer = try stage.device.makeBuffer([Int32](repeating: -7, count: 8 * 60)), feedback = TransformFeedback(.points, into: .init(buffer))
                    let pipeline = try stage.pipeline(program, .none) {
                        $0.rasterizerDiscard = true; $0.provokingVertex = provoking; $0.primitiveRestart = true
                    }
                    _ = try stage.picture(try stage.target(4, 4)) { pass in
                        pass.setPipeline(pipeline)
                        pass.setTransformFeedback(feedback)
                        pass.draw(primitive, first: 3, count: 13)
                        pass.drawIndexed(indices, primitive, count: 34)
                    }
                    outputs.append(try stage.integers(buffer, "\(primitive), \(provoking)"))
                    outputs.append(feedback.counts("counts of \(primitive), \(provoking)"))
                }
            }
            return outputs
        },
        Scene("adjacent vertices without a geometry shader", tolerance: .lines) { stage in
            let grid = Grid(columns: 4, cell: 40, 40), pipeline = try stage.colorPipeline()
            return try stage.picture(try stage.target(160, 40)) { pass in
                pass.setPipeline(pipeline)
                for (cell, primitive) in [PrimitiveType.linesAdjacency, .lineStripAdjacency, .trianglesAdjacency, .triangleStripAdjacency].enumerated() {
                    try pass.draw(circle(13, size: 40), as: primitive, in: grid, cell: cell)
                }
            }
        },
        Scene("edges of a silhouette by adjacency", tolerance: .lines) { stage in
            let program = try stage.device.makeProgram(vertex: Mesh.vertexShader, geometry: """
                #version 330
                layout(triangles_adjacency) in;
                layout(line_strip, max_vertices = 6) out;
                in vec4 tint[];
                out vec4 color;
                float area(int a, int b, int c) {
                    vec2 u = gl_in[b].gl_Position.xy - gl_in[a].gl_Position.xy, v = gl_in[c].gl_Position.xy - gl_in[a].gl_Position.xy;
                    return u.x * v.y - u.y * v.x;
                }
                void main() {
                    if (area(0, 2, 4) <= 0.0) return;
                    for (int i = 0; i < 6; i += 2) {
                        if (area(i, i + 1, (i + 2) % 6) > 0.0) continue;
                        for (int k = 0; k < 2; k++) {
                            gl_Position = gl_in[(i + 2 * k) % 6].gl_Position;
                            color = tint[i];
                            EmitVertex();
                        }
                        EndPrimitive();
                    }
                }
                """, fragment: "#version 330\nin vec4 color; out vec4 result; void main() { result = color; }")
            let pipeline = try stage.pipeline(program)
            return try stage.picture(try stage.target(80, 80)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(circle(24, size: 80), as: .trianglesAdjacency, size: .init(80, 80))
                try pass.draw(circle(21, size: 80), as: .triangleStripAdjacency, size: .init(80, 80))
            }
        },
        Scene("strips of many lengths, some of them too short") { stage in
            let program = try stage.device.makeProgram(vertex: """
                #version 150
                void main() { gl_Position = vec4(float(gl_VertexID) / 5.0 - 0.9, -0.9, 0.0, 1.0); }
                """, geometry: """
                #version 150
                layout(points) in;
                layout(triangle_strip, max_vertices = 28) out;
                flat out int number;
                void main() {
                    int vertex = 0;
                    for (int length = 0; length < 7; length++) {
                        for (int k = 0; k < length; k++) {
                            gl_Position = gl_in[0].gl_Position + vec4(float(k & 1) * 0.15, float(vertex) * 0.08, 0.0, 0.0);
                            number = vertex++;
                            EmitVertex();
                        }
                        EndPrimitive();
                        if (length == gl_PrimitiveIDIn) return;
                    }
                }
                """, fragment: """
                #version 150
                flat in int number; out vec4 result;
                void main() { result = vec4(vec3(number * 5 % 7, number * 3 % 5, number % 11) / vec3(6.0, 4.0, 10.0), 1.0) * (gl_FrontFacing ? 1.0 : 0.5); }
                """)
            return try [ProvokingVertex.last, .first].flatMap { provoking in
                let pipeline = try stage.pipeline(program, .none) { $0.provokingVertex = provoking }
                return try stage.picture(try stage.target(100, 100)) { pass in
                    pass.setPipeline(pipeline)
                    pass.draw(.points, count: 9)
                }
            }
        },
        Scene("numbers of primitives that a geometry shader gives") { stage in
            let program = try stage.device.makeProgram(vertex: Mesh.vertexShader, geometry: """
                #version 330
                layout(triangles) in;
                layout(triangle_strip, max_vertices = 6) out;
                void main() {
                    for (int copy = 0; copy < 2; copy++) {
                        for (int i = 0; i < 3; i++) {
                            gl_Position = gl_in[i].gl_Position * vec4(copy == 0 ? 1.0 : 0.5, 1.0, 1.0, 1.0);
                            gl_PrimitiveID = 10 * gl_PrimitiveIDIn + 100 * copy + i;
                            EmitVertex();
                        }
                        EndPrimitive();
                    }
                }
                """, fragment: "#version 330\nout int number; void main() { number = gl_PrimitiveID; }")
            return try [ProvokingVertex.last, .first].flatMap { provoking in
                let pipeline = try stage.pipeline(program) { $0.provokingVertex = provoking }
                return try stage.picture(try stage.target(60, 60, [.r32Int]), clear: ClearValues(colors: [.int(.init(-1, 0, 0, 0))])) { pass in
                    pass.setPipeline(pipeline)
                    try pass.draw(circle(9, size: 60), as: .triangles, size: .init(60, 60))
                }
            }
        },
        Scene("a geometry shader that emits nothing") { stage in
            let program = try stage.geometryProgram(vertex: "#version 330\nvoid main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }", geometry: """
                #version 330
                layout(points) in;
                layout(triangle_strip, max_vertices = 3) out;
                out vec4 color;
                void main() { color = vec4(1.0); if (gl_in[0].gl_Position.w > 2.0) EmitVertex(); EndPrimitive(); }
                """, ["color"])
            let pipeline = try stage.pipeline(program, .none), query = PrimitiveQuery(), samples = OcclusionQuery()
            let buffer = try stage.device.makeBuffer([Float](repeating: -1, count: 12)), feedback = TransformFeedback(.triangles, into: .init(buffer))
            let picture = try stage.picture(try stage.target(20, 20)) { pass in
                pass.setPipeline(pipeline)
                pass.setPrimitiveQuery(query)
                pass.setOcclusionQuery(samples)
                pass.setTransformFeedback(feedback)
                pass.draw(.points, count: 100, instances: 3)
            }
            return picture + [stage.words(buffer, "buffer"), feedback.counts("counts"),
                              SceneOutput(name: "queries", numbers: [Float(query.count), Float(samples.count)])]
        },
        Scene("transform feedback of emitted primitives, with little room") { stage in
            let program = try stage.geometryProgram(vertex: """
                #version 330
                out float number;
                void main() { number = float(gl_VertexID) + 100.0 * float(gl_InstanceID); gl_Position = vec4(number * 0.01 - 0.5, 0.0, 0.0, 1.0); }
                """, geometry: """
                #version 330
                layout(lines) in;
                layout(triangle_strip, max_vertices = 7) out;
                in float number[2];
                out vec2 pair;
                void main() {
                    for (int k = 0; k < 4 + int(number[0]) % 4; k++) {
                        pair = vec2(number[k & 1], k);
                        gl_Position = gl_in[k & 1].gl_Position + vec4(0.0, 0.2 * float(k) - 0.5, 0.0, 0.0);
                        EmitVertex();
                    }
                }
                """, ["pair", "gl_Position"], fragment: "#version 330\nin vec2 pair; out vec4 result; void main() { result = vec4(pair * 0.1, 0.5, 1.0); }")
            var outputs: [SceneOutput] = []
            for provoking in [ProvokingVertex.last, .first] {
                let buffer = try stage.device.makeBuffer([Float](repeating: -1, count: 6 * 3 * 40)), query = PrimitiveQuery()
                let small = try stage.device.makeBuffer([Float](repeating: -1, count: 100))
                let feedback = TransformFeedback(.triangles, into: .init(buffer)), narrow = TransformFeedback(.triangles, into: .init(small, offset: 8))
                let pipeline = try stage.pipeline(program, .none) { $0.provokingVertex = provoking; $0.cull = .none }
                outputs += try stage.picture(try stage.target(60, 60)) { pass in
                    pass.setPipeline(pipeline)
                    pass.setPrimitiveQuery(query)
                    pass.setTransformFeedback(feedback)
                    pass.draw(.lineStrip, count: 4, instances: 2)
                    pass.draw(.lines, first: 7, count: 3)
                    pass.setTransformFeedback(narrow)
                    pass.draw(.lineLoop, count: 3)
                }
                outputs += [stage.words(buffer, "buffer, \(provoking)"), stage.words(small, "small, \(provoking)"), feedback.counts("counts"),
                            narrow.counts("counts without room"), SceneOutput(name: "query", numbers: [Float(query.count)])]
            }
            return outputs
        },
        Scene("transform feedback of strips that separate triangles emit") { stage in
            let program = try stage.geometryProgram(vertex: """
                #version 330
                out float number;
                void main() { number = float(gl_VertexID); gl_Position = vec4(number * 0.1 - 0.5, 0.0, 0.0, 1.0); }
                """, geometry: """
                #version 330
                layout(triangles) in;
                layout(triangle_strip, max_vertices = 5) out;
                in float number[3];
                out vec2 pair;
                void main() {
                    for (int k = 0; k < 5; k++) {
                        pair = vec2(number[k % 3], k);
                        gl_Position = gl_in[k % 3].gl_Position;
                        EmitVertex();
                    }
                }
                """, ["pair"], fragment: "#version 330\nin vec2 pair; out vec4 result; void main() { result = vec4(pair, 0.5, 1.0); }")
            return try [ProvokingVertex.last, .first].map { provoking in
                let buffer = try stage.device.makeBuffer([Float](repeating: -1, count: 2 * 3 * 3 * 2))
                let pipeline = try stage.pipeline(program, .none) { $0.provokingVertex = provoking; $0.rasterizerDiscard = true }
                _ = try stage.picture(try stage.target(8, 8)) { pass in
                    pass.setPipeline(pipeline)
                    pass.setTransformFeedback(TransformFeedback(.triangles, into: .init(buffer)))
                    pass.draw(.triangles, count: 6)
                }
                return stage.words(buffer, "buffer, \(provoking)")
            }
        },
        Scene("point sizes and clip distances of a geometry shader") { stage in
            let program = try stage.device.makeProgram(vertex: """
                #version 330
                out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; };
                void main() {
                    gl_Position = vec4(vec2(gl_VertexID % 4, gl_VertexID / 4) * 0.5 - 0.75, 0.0, 1.0);
                    gl_PointSize = 3.0 + float(gl_VertexID);
                    gl_ClipDistance[0] = gl_Position.x + 0.5; gl_ClipDistance[1] = float(gl_VertexID % 3);
                }
                """, geometry: """
                #version 330
                layout(points) in;
                layout(points, max_vertices = 2) out;
                in gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; } gl_in[];
                out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; };
                out vec3 color;
                void main() {
                    for (int k = 0; k < 2; k++) {
                        gl_Position = gl_in[0].gl_Position + vec4(0.1 * float(k));
                        gl_PointSize = gl_in[0].gl_PointSize / float(1 + 2 * k);
                        gl_ClipDistance[0] = gl_in[0].gl_ClipDistance[0];
                        gl_ClipDistance[1] = gl_in[0].gl_ClipDistance[1] - 0.5;
                        color = vec3(k, 1.0, float(gl_PrimitiveIDIn) / 15.0);
                        EmitVertex();
                    }
                }
                """, fragment: "#version 330\nin vec3 color; out vec4 result; void main() { result = vec4(color, 1.0); }")
            return try [(true, UInt8(3)), (false, 1)].flatMap { isProgram, distances in
                let pipeline = try stage.pipeline(program, .none) { $0.programPointSize = isProgram; $0.pointSize = 5; $0.clipDistances = distances }
                return try stage.picture(try stage.target(80, 80)) { pass in
                    pass.setPipeline(pipeline)
                    pass.draw(.points, count: 16)
                }
            }
        },
        Scene("textures, blocks and functions in a geometry shader") { stage in
            let program = try stage.device.makeProgram(vertex: "#version 330\nvoid main() { gl_Position = vec4(float(gl_VertexID), 0.0, 0.0, 1.0); }", geometry: """
                #version 330
                layout(points) in;
                layout(triangle_strip, max_vertices = 8) out;
                uniform sampler2D heights;
                layout(std140) uniform Colors { vec4 colors[3]; };
                smooth out vec4 color;
                noperspective out float line;
                void corner(vec2 place, float w, int k) {
                    gl_Position = vec4(place * w, 0.0, w);
                    color = colors[k % 3];
                    line = float(k);
                    EmitVertex();
                }
                void main() {
                    float x = gl_in[0].gl_Position.x / 8.0;
                    for (int part = 0; part < 2; part++) {
                        float height = texture(heights, vec2(x, 0.25 + 0.5 * float(part))).r, low = part == 0 ? -1.0 : 0.0;
                        corner(vec2(x * 2.0 - 1.0, low), 1.0, 0);
                        corner(vec2(x * 2.0 - 0.8, low), 2.0, 1);
                        corner(vec2(x * 2.0 - 1.0, low + height), 1.0, 2);
                        corner(vec2(x * 2.0 - 0.8, low + height), 3.0, 3);
                        EndPrimitive();
                    }
                }
                """, fragment: """
                #version 330
                smooth in vec4 color; noperspective in float line; out vec4 result;
                void main() { result = color * (0.5 + 0.5 * fract(line)); }
                """)
            let colors = try stage.device.makeBuffer([1, 0.5, 0.25, 1, 0.25, 1, 0.5, 1, 0.5, 0.25, 1, 1] as [Float])
            let heights = try stage.texture(.d2, .r32Float, 8, 2) { x, y, _, _ in .init(Float((x * 3 + y * 5) % 8) / 8, 0, 0, 0) }
            let pipeline = try stage.pipeline(program, .none) { $0.cull = .none }
            return try stage.picture(try stage.target(96, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setUniformBuffer("Colors", colors)
                pass.setTexture("heights", heights, .nearest)
                pass.draw(.points, count: 8)
            }
        },
    ]

    /// Returns vertices for a square target of `size` pixels: the first vertex is in the middle, and the other vertices are around the
    /// middle.
    private static func circle(_ count: Int, size: Float) -> Mesh {
        var mesh = Mesh(), random = SceneRandom(11), direction = SIMD2<Float>(1, 0)
        for k in 0..<count {
            let place = SIMD2<Float>(repeating: size / 2) + direction * (k == 0 ? 0 : size * (0.35 + 0.125 * random.unit()))
            mesh.vertex((place.x * 16).rounded() / 16, (place.y * 16).rounded() / 16, .init(random.unit(), random.unit(), random.unit(), 1))
            // Rotates the direction by the angle whose tangent is 3/4.
            direction = .init(0.8 * direction.x - 0.6 * direction.y, 0.6 * direction.x + 0.8 * direction.y)
        }
        return mesh
    }
}

extension Stage {
    /// Returns a program with a geometry shader whose outputs transform feedback writes.
    fileprivate func geometryProgram(vertex: String, geometry: String, _ outputs: [String],
                                     fragment: String = "#version 330\nvoid main() {}") throws -> Program {
        try device.makeProgram(vertex: ShaderSource(text: vertex, name: "vertex"), geometry: ShaderSource(text: geometry, name: "geometry"),
                               fragment: ShaderSource(text: fragment, name: "fragment"),
                               options: ShaderCompileOptions(transformFeedback: TransformFeedbackOutputs(outputs)))
    }
}

extension TransformFeedback {
    fileprivate func counts(_ name: String) -> SceneOutput {
        SceneOutput(name: name, numbers: [Float(generatedPrimitiveCount), Float(writtenPrimitiveCount)])
    }
}
