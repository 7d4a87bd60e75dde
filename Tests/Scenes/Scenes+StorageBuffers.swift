// Scenes: storage blocks in vertex and fragment shaders, their layouts, and the writes of fragments.

import Raster
import Shading

extension Scene {
    static let storageBuffers: [Scene] = [
        Scene("layouts of storage blocks") { stage in
            let program = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 1) in;
                struct Inner { vec3 a; float b; ivec2 c[2]; };
                struct Outer { mat3x2 m; Inner inner[2]; uint last; };
                layout(std430) readonly buffer Packed { float first; Outer outer; layout(row_major) mat2x3 rows; vec3 tail[]; } packedBlock;
                layout(std140) readonly buffer Padded { float first; Outer outer; float list[3]; bool flag; } padded;
                layout(std430) readonly buffer Arrays { vec2 values[]; } arrays[3];
                layout(std430) writeonly buffer Results { float results[]; };
                int next = 0;
                void put(float value) { results[next++] = value; }
                void put(Outer o) {
                    for (int i = 0; i < 3; i++) { put(o.m[i].x); put(o.m[i].y); }
                    for (int k = 0; k < 2; k++) {
                        put(o.inner[k].a.x); put(o.inner[k].a.z); put(o.inner[k].b); put(float(o.inner[k].c[1].y));
                    }
                    put(float(o.last));
                }
                void main() {
                    put(packedBlock.first);
                    put(packedBlock.outer);
                    for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) put(packedBlock.rows[i][j]);
                    for (int i = 0; i < packedBlock.tail.length(); i++) put(packedBlock.tail[i].y);
                    put(padded.first);
                    put(padded.outer);
                    for (int i = 0; i < 3; i++) put(padded.list[i]);
                    put(padded.flag ? 1.0 : 0.0);
                    put(arrays[0].values[1].x); put(arrays[1].values[0].y); put(arrays[2].values[2].x);
                    put(float(arrays[1].values.length()));
                }
                """)
            // All words have the bits of floats, also the words that the shader reads as integers. Words with the bits of small integers
            // would be denormal floats.
            let packed = try stage.device.makeBuffer((0..<64).map { Float($0) + 0.5 }), padded = try stage.device.makeBuffer((0..<80).map { Float($0) * 2 })
            let arrays = try [0, 1, 2].map { (k: Int) -> Buffer in
                let values = (0..<(8 + 2 * k)).map { Float($0 + 100 * k) }
                return try stage.device.makeBuffer(values)
            }
            let results = try stage.device.makeBuffer([Float](repeating: -1, count: 128))
            try stage.compute { pass in
                pass.setProgram(program)
                pass.setStorageBuffer("Packed", packed)
                pass.setStorageBuffer("Padded", padded)
                for (k, buffer) in arrays.enumerated() { pass.setStorageBuffer("Arrays[\(k)]", buffer) }
                pass.setStorageBuffer("Results", results)
                pass.dispatch(1)
            }
            return [stage.words(results, "results")]
        },
        Scene("vertices that the vertex shader reads from a storage block") { stage in
            let pipeline = try stage.pipeline(try stage.program("""
                #version 430
                struct Vertex { vec2 place; uint color; };
                layout(std430) readonly buffer Mesh { Vertex vertices[]; };
                layout(std430) readonly buffer Instances { vec4 offsets[]; };
                out vec4 tint;
                void main() {
                    Vertex v = vertices[gl_VertexID];
                    gl_Position = vec4(v.place * 0.4 + offsets[gl_InstanceID].xy, 0.0, 1.0);
                    tint = unpackUnorm4x8(v.color) * offsets[gl_InstanceID].z;
                }
                """, "#version 430\nin vec4 tint; out vec4 result; void main() { result = tint; }"), .none)
            var words: [UInt32] = []
            let x: [Float] = [-1, 1, -1, 1, 1, -1], y: [Float] = [-1, -1, 1, -1, 1, 1]
            for k in 0..<6 {
                let red = UInt32(k * 40), green = UInt32(255 - 30 * k), blue: UInt32 = x[k] > 0 ? 200 : 20
                words += [x[k].bitPattern, y[k].bitPattern, 0xFF00_0000 | blue << 16 | green << 8 | red, 0]
            }
            // A structure of a vec2 and a uint takes 16 bytes, because a vec2 is aligned to 8 bytes.
            let mesh = try stage.device.makeBuffer(words)
            let instances = try stage.device.makeBuffer([-0.5, -0.5, 1, 0, 0.5, -0.5, 0.75, 0, 0, 0.5, 0.5, 0] as [Float])
            return try stage.picture(try stage.target(48, 48)) { pass in
                pass.setPipeline(pipeline)
                pass.setStorageBuffer("Mesh", mesh)
                pass.setStorageBuffer("Instances", instances)
                pass.draw(count: 6, instances: 3)
            }
        },
        Scene("fragments that write and count") { stage in
            let pipeline = try stage.pipeline(try stage.program(Mesh.vertexShader, """
                #version 430
                in vec4 tint;
                out vec4 result;
                layout(std430) buffer Counts { uint all, left, sum; uint rows[40]; };
                layout(std430) writeonly buffer Pixels { vec4 pixels[]; };
                void main() {
                    ivec2 place = ivec2(gl_FragCoord.xy);
                    atomicAdd(all, 1u);
                    if (place.x < 20) atomicAdd(left, 1u);
                    atomicAdd(sum, uint(place.x * place.y));
                    if ((place.x + place.y) % 5 == 0) discard;
                    atomicMax(rows[place.y], uint(place.x));
                    pixels[place.y * 40 + place.x] = vec4(gl_FragCoord.xy, dFdx(gl_FragCoord.x), float(gl_FrontFacing));
                    result = tint;
                }
                """))
            let counts = try stage.device.makeBuffer(byteCount: 4 * 43), pixels = try stage.device.makeBuffer(byteCount: 16 * 1600)
            var mesh = Mesh()
            mesh.gradientQuad(2, 3, 37, 35, [Ink.red, Ink.green, Ink.blue, Ink.yellow])
            let picture = try stage.picture(try stage.target(40, 40)) { pass in
                pass.setPipeline(pipeline)
                pass.setStorageBuffer("Counts", counts)
                pass.setStorageBuffer("Pixels", pixels)
                try pass.draw(mesh, size: SIMD2(40, 40))
            }
            return picture + [try stage.integers(counts, "counts"), stage.words(pixels, "pixels")]
        },
        Scene("writes of fragments before and behind the depth test") { stage in
            // The nearer triangle is drawn first. Without early tests, all fragments of the second triangle run and count, although no
            // fragment of the second triangle passes the depth test.
            let vertices = """
                #version 430
                uniform float depth;
                void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, depth, 1.0); }
                """
            func fragment(_ early: String) -> String { """
                #version 430
                \(early)
                layout(std430) buffer Counts { uint counts[2]; };
                uniform uint number;
                out vec4 result;
                void main() { atomicAdd(counts[number], 1u); result = vec4(float(number), 0.5, 0.25, 1.0); }
                """ }
            return try ["layout(early_fragment_tests) in;", ""].flatMap { early -> [SceneOutput] in
                let pipeline = try stage.pipeline(try stage.program(vertices, fragment(early)), .none) { $0.depth = DepthState(compare: .less) }
                let counts = try stage.device.makeBuffer(byteCount: 8)
                let picture = try stage.picture(try stage.target(30, 20, depth: .depth24)) { pass in
                    pass.setPipeline(pipeline)
                    pass.setStorageBuffer("Counts", counts)
                    pass.setScissor(PixelRect(x: 3, y: 2, width: 15, height: 9))
                    pass.setUniform("depth", -0.5)
                    pass.setUniform("number", 0 as UInt32)
                    pass.draw(count: 3)
                    pass.setScissor(nil)
                    pass.setUniform("depth", 0.5)
                    pass.setUniform("number", 1 as UInt32)
                    pass.draw(count: 3)
                }
                return picture + [try stage.integers(counts, early.isEmpty ? "late counts" : "early counts")]
            }
        },
        Scene("draws of one pass that read what the draws before wrote") { stage in
            let write = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 430
                in vec2 place;
                layout(std430) buffer Values { vec4 values[]; };
                uniform vec4 add;
                out vec4 result;
                void main() {
                    int i = int(gl_FragCoord.y) * 20 + int(gl_FragCoord.x);
                    values[i] = values[i] * 0.5 + add * place.x;
                    result = vec4(0.0);
                }
                """), .none)
            let read = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 430
                in vec2 place;
                layout(std430) readonly buffer Values { vec4 values[]; };
                out vec4 result;
                void main() { result = values[(19 - int(gl_FragCoord.y)) * 20 + int(gl_FragCoord.x)]; }
                """), .none)
            let values = try stage.device.makeBuffer(byteCount: 16 * 400)
            return try stage.picture(try stage.target(20, 20)) { pass in
                for color in [SIMD4<Float>(1, 0, 0, 1), SIMD4(0, 1, 0, 1), SIMD4(0, 0, 1, 1)] {
                    pass.setPipeline(write)
                    pass.setStorageBuffer("Values", values)
                    pass.setUniform("add", color)
                    pass.draw(count: 3)
                }
                pass.setPipeline(read)
                pass.setStorageBuffer("Values", values)
                pass.draw(count: 3)
            } + [stage.words(values, "values")]
        },
    ]
}
