// Scenes: inputs and outputs of shaders: uniforms, blocks, varyings, built-in variables.

import Raster

extension Scene {
    static let shaderInterfaces: [Scene] = [
        Scene("uniforms of every kind") { stage in
            try stage.fullScreen(64, 32, fragment: """
                #version 330
                struct Light { vec3 color; float power; ivec2 cells[2]; };
                uniform Light lights[2];
                uniform float weights[4];
                uniform bool flag; uniform bvec3 flags;
                uniform int number; uniform uint unsignedNumber; uniform uvec2 pair; uniform ivec4 quad;
                uniform mat2 m2; uniform mat3 m3; uniform mat4 m4; uniform mat2 many[2];
                uniform vec2 v2; uniform vec3 v3; uniform vec4 v4;
                in vec2 place;
                out vec4 result;
                void main() {
                    int band = int(place.x * 8.0);
                    vec3 r = vec3(0.0);
                    if (band == 0) r = lights[0].color * lights[0].power + lights[1].color * lights[1].power;
                    if (band == 1) r = vec3(lights[1].cells[0].y, lights[0].cells[1].x, lights[1].cells[1].y) / 16.0;
                    if (band == 2) r = vec3(weights[0] + weights[3], weights[int(place.y * 4.0)], flag ? 1.0 : 0.25);
                    if (band == 3) r = vec3(flags) * 0.8 + 0.1;
                    if (band == 4) r = vec3(number + 10, unsignedNumber, quad.z * int(pair.y)) / 64.0;
                    if (band == 5) r = vec3(m2 * v2, (many[1] * v2).x) * 0.25;
                    if (band == 6) r = m3 * v3;
                    if (band == 7) r = (m4 * v4).xyz;
                    result = vec4(r, 1.0);
                }
                """) { pass in
                pass.setUniform("lights[0].color", SIMD3<Float>(0.5, 0.25, 0.125))
                pass.setUniform("lights[0].power", Float(0.75))
                pass.setUniform("lights[1].color", SIMD3<Float>(0.1, 0.6, 0.3))
                pass.setUniform("lights[1].power", Float(0.5))
                pass.setUniform("lights[0].cells", [SIMD2<Int32>(1, 2), SIMD2<Int32>(3, 4)])
                pass.setUniform("lights[1].cells[0]", SIMD2<Int32>(5, 6))
                pass.setUniform("lights[1].cells[1]", SIMD2<Int32>(7, 8))
                pass.setUniform("weights", [0.1, 0.4, 0.7, 0.2] as [Float])
                pass.setUniform("weights[2]", Float(0.9))
                pass.setUniform("flag", true)
                pass.setUniform("flags", SIMD3<Float>(1, 0, 2))
                pass.setUniform("number", Int32(-3))
                pass.setUniform("unsignedNumber", UInt32(50))
                pass.setUniform("pair", SIMD2<UInt32>(4, 5))
                pass.setUniform("quad", SIMD4<Int32>(1, 2, 6, 4))
                pass.setUniform("m2", Matrix2(.init(1, 0.5), .init(-0.25, 2)))
                pass.setUniform("many", [Matrix2.identity, Matrix2(.init(0.5, 1), .init(1.5, 0))])
                pass.setUniform("m3", Matrix3(.init(0.5, 0, 0.25), .init(0, 0.75, 0), .init(0.125, 0.25, 0.5)))
                pass.setUniform("m4", Matrix4(.init(0.5, 0, 0, 0), .init(0, 0.25, 0, 0), .init(0, 0, 0.75, 0), .init(0.25, 0.5, 0.125, 1)))
                pass.setUniform("v2", SIMD2<Float>(1.5, 0.75))
                pass.setUniform("v3", SIMD3<Float>(0.6, 0.8, 0.4))
                pass.setUniform("v4", SIMD4<Float>(0.6, 0.8, 0.4, 1))
            }
        },
        Scene("uniforms change from draw to draw, and stay") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                uniform vec3 gain; uniform float unset;
                in vec4 tint;
                out vec4 result;
                void main() { result = vec4(tint.rgb * gain + unset, 1.0); }
                """)
            let a = try stage.pipeline(program), b = try stage.pipeline(program) { $0.colorTargets = [ColorTargetState(blend: .additive)] }
            let grid = Grid(columns: 3, cell: 20, 20)
            var mesh = Mesh()
            mesh.triangle(.init(1, 1), .init(19, 4), .init(8, 19), .init(0.5, 0.6, 0.7, 1))
            return try stage.picture(try stage.target(60, 20)) { pass in
                pass.setPipeline(a)
                pass.setUniform("gain", SIMD3<Float>(1, 0.5, 0.25))
                try pass.draw(mesh, in: grid, cell: 0)
                pass.setPipeline(b)
                try pass.draw(mesh, in: grid, cell: 1)
                pass.setUniform("gain", SIMD3<Float>(0.25, 0.5, 1))
                try pass.draw(mesh, in: grid, cell: 2)
            }
        },
        Scene("std140 blocks") { stage in
            let words: [Float] = [
                0.25, 0, 0.5, 0.75,     // float a, padding, vec2 b
                0.1, 0.2, 0.3, 0.4,     // vec3 c, float d
                0.5, 0, 0, 0, 0.6, 0, 0, 0, 0.7, 0, 0, 0,   // float e[3], 16 bytes each
                1, 0, 0, 0, 0, 0.5, 0, 0,                   // mat2 f, columns of 16 bytes
                0.3, 0.6, 0.9, 0, 0.2, 0.4, 0.8, 0,         // struct { vec3 x; } g[2]
            ]
            let buffer = try stage.device.makeBuffer([9] + words)
            return try stage.fullScreen(48, 16, fragment: """
                #version 330
                struct Part { vec3 x; };
                layout(std140) uniform Settings { float a; vec2 b; vec3 c; float d; float e[3]; mat2 f; Part g[2]; };
                in vec2 place;
                out vec4 result;
                void main() {
                    int band = int(place.x * 6.0);
                    vec3 r = vec3(a, b);
                    if (band == 1) r = c;
                    if (band == 2) r = vec3(d, e[0], e[2]);
                    if (band == 3) r = vec3(f * vec2(0.4, 0.8), e[int(place.y * 3.0)]);
                    if (band == 4) r = g[0].x;
                    if (band == 5) r = g[1].x;
                    result = vec4(r, 1.0);
                }
                """) { $0.setUniformBuffer("Settings", buffer, offset: 4) }
        },
        Scene("blocks in both stages, row-major, with instances and ranges") { stage in
            let program = try stage.program("""
                #version 330
                layout(std140, row_major) uniform Transforms { mat4 place[2]; vec4 tints[2]; } transforms;
                layout(std140) uniform Shared { vec4 base; int count; bool on; };
                out vec4 tint;
                void main() {
                    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
                    gl_Position = transforms.place[gl_InstanceID] * vec4(corner, 0.0, 1.0);
                    tint = transforms.tints[gl_InstanceID] + (on ? base : vec4(0.0)) * float(count);
                }
                """, """
                #version 330
                layout(std140) uniform Shared { vec4 base; int count; bool on; };
                in vec4 tint;
                out vec4 result;
                void main() { result = vec4(tint.rgb, 1.0) + base * 0.1; }
                """)
            // The matrices follow each other, and each matrix is stored row by row.
            let transforms: [Float] = [0.75, 0.25, 0, -0.875, 0, 1, 0, -0.75, 0, 0, 1, 0, 0, 0, 0, 1]
                + [1, 0, 0, 0, -0.25, 0.5, 0, 0.25, 0, 0, 1, 0, 0, 0, 0, 1]
                + [0.5, 0.25, 0, 0] + [0, 0.25, 0.75, 0]
            let block = try stage.device.makeBuffer(transforms)
            let shared = try stage.device.makeBuffer(byteCount: 512)
            try shared.update([0.1, 0.2, 0.05, 0] as [Float], at: 256)
            try shared.update([2, 1] as [Int32], at: 272)
            let pipeline = try stage.pipeline(program, .none)
            return try stage.picture(try stage.target(48, 48)) { pass in
                pass.setPipeline(pipeline)
                pass.setUniformBuffer("Transforms", block)
                pass.setUniformBuffer("Shared", shared, offset: 256, byteCount: 256)
                pass.draw(.triangleStrip, count: 4, instances: 2)
            }
        },
        Scene("a block that changes between draws") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                layout(std140) uniform Ink { vec4 ink; };
                in vec4 tint;
                out vec4 result;
                void main() { result = ink * tint; }
                """)
            let pipeline = try stage.pipeline(program)
            let buffer = try stage.device.makeBuffer([1, 0.5, 0.25, 1, 0.25, 1, 0.5, 1] as [Float])
            let target = try stage.target(48, 16)
            let grid = Grid(columns: 3, cell: 16, 16)
            var mesh = Mesh()
            mesh.triangle(.init(1, 1), .init(15, 3), .init(6, 15), .init(0.9, 0.8, 0.7, 1))
            var encoder = stage.device.makeCommandEncoder()
            for step in 0..<3 {
                try encoder.render(to: target, clear: step == 0 ? .color(0, 0, 0) : .none) { pass in
                    pass.setPipeline(pipeline)
                    pass.setUniformBuffer("Ink", buffer, offset: step == 1 ? 16 : 0)
                    try pass.draw(mesh, in: grid, cell: step)
                }
                if step == 1 { encoder.update(buffer, at: 4, with: [0.9, 0.1] as [Float]) }
            }
            try stage.device.submit(encoder)
            return try stage.read(target)
        },
        Scene("arrays, matrices and structures between the stages") { stage in
            let program = try stage.program("""
                #version 330
                uniform vec2 size;
                in vec4 position; in vec4 color;
                out vec3 layers[3];
                out mat2 frame;
                out Surface { vec3 normal; float height; flat int kind; } surface;
                void main() {
                    gl_Position = vec4((position.xy / size * 2.0 - 1.0) * position.w, 0.0, position.w);
                    for (int i = 0; i < 3; ++i) layers[i] = color.rgb * (float(i) + 1.0) / 3.0;
                    frame = mat2(color.rg, color.ba);
                    surface.normal = color.bgr; surface.height = position.y / size.y; surface.kind = gl_VertexID % 3;
                }
                """, """
                #version 330
                in vec3 layers[3];
                in mat2 frame;
                in Surface { vec3 normal; float height; flat int kind; } surface;
                out vec4 result;
                void main() {
                    int band = int(gl_FragCoord.y / 8.0) % 4;
                    vec3 r = band == 0 ? layers[int(gl_FragCoord.x) % 3] : band == 1 ? vec3(frame * vec2(0.5, 0.25), 0.2) : band == 2 ? surface.normal
                        : vec3(surface.height, float(surface.kind) / 2.0, 0.5);
                    result = vec4(r, 1.0);
                }
                """)
            let pipeline = try stage.pipeline(program)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.vertex(3, 2, w: 1, Ink.red); mesh.vertex(61, 8, w: 2, Ink.green); mesh.vertex(20, 62, w: 1.5, Ink.blue)
                try pass.draw(mesh)
            }
        },
        Scene("gl_FrontFacing, gl_PrimitiveID and two-sided colours") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() { result = vec4((gl_FrontFacing ? tint.rgb : tint.bgr) * (0.4 + 0.1 * float(gl_PrimitiveID)), 1.0); }
                """)
            let pipeline = try stage.pipeline(program)
            return try stage.picture(try stage.target(64, 48)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                for i in 0..<8 {
                    mesh.vertex(4 + Float(i) * 8, i % 2 == 0 ? 4 : 44, Ink.orange)
                }
                try pass.draw(mesh, as: .triangleStrip)
            }
        },
        Scene("gl_FragCoord and gl_DepthRange") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() { result = vec4(gl_DepthRange.near, gl_DepthRange.far, gl_DepthRange.diff, 1.0) * 0.5 + vec4(0.0, 0.0, gl_FragCoord.z * 0.5, 0.0); }
                """)
            let pipeline = try stage.pipeline(program)
            return try stage.picture(try stage.target(32, 32)) { pass in
                pass.setPipeline(pipeline)
                pass.setViewport(Viewport(width: 32, height: 32, depthNear: 0.25, depthFar: 0.75))
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(30, 4), .init(8, 30), z: 0.5, Ink.white)
                try pass.draw(mesh, size: .init(32, 32))
            }
        },
    ]
}
