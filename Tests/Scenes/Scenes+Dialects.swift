// Scenes: the dialects of GLSL.

import Raster

extension Scene {
    static let dialects: [Scene] = [
        Scene("GLSL ES 1.00") { stage in
            let program = try stage.program("""
                #version 100
                attribute vec4 position; attribute vec4 color;
                uniform mat4 turn;
                varying lowp vec4 tint;
                varying highp vec2 place;
                void main() { gl_Position = turn * vec4(position.xy / 32.0 - 1.0, 0.0, 1.0); tint = color; place = position.xy / 64.0 + 0.0171; }
                """, """
                #version 100
                precision highp float;
                varying lowp vec4 tint;
                varying vec2 place;
                uniform sampler2D image;
                void main() {
                    vec4 texel = texture2D(image, place * 3.0);
                    gl_FragColor = vec4(mix(tint.rgb, texel.rgb, 0.5), 1.0);
                }
                """)
            return try stage.dialectPicture(program)
        },
        Scene("GLSL ES 1.00 with medium precision",
              tolerance: Tolerance(difference: 3, reason: "mediump may be held in 16 bits (§4.5.2 of GLSL ES 1.00)")) { stage in
            let program = try stage.program("""
                attribute vec4 position; attribute vec4 color;
                uniform mat4 turn;
                varying mediump vec4 tint;
                varying mediump vec2 place;
                void main() { gl_Position = turn * vec4(position.xy / 32.0 - 1.0, 0.0, 1.0); tint = color; place = position.xy / 64.0 + 0.0171; }
                """.inVersion("100"), """
                precision mediump float;
                varying vec4 tint;
                varying vec2 place;
                uniform sampler2D image;
                void main() {
                    float band = floor(place.x * 8.0) / 8.0;
                    gl_FragColor = tint * 0.5 + vec4(band * 0.25, place.y * 0.25, dot(place, place) * 0.125, 0.5) + texture2D(image, vec2(0.4375)) * 0.1;
                }
                """.inVersion("100"))
            return try stage.dialectPicture(program)
        },
        Scene("GLSL ES 3.00") { stage in
            let program = try stage.program("""
                #version 300 es
                layout(location = 1) in vec4 position;
                layout(location = 3) in vec4 color;
                uniform mat4 turn;
                out vec4 tint;
                flat out int number;
                out highp vec2 place;
                void main() {
                    gl_Position = turn * vec4(position.xy / 32.0 - 1.0, 0.0, 1.0);
                    tint = color; place = position.xy / 64.0 + 0.0171; number = gl_VertexID;
                }
                """, """
                #version 300 es
                precision highp float;
                precision highp int;
                uniform highp sampler2D image;
                in vec4 tint;
                flat in int number;
                in highp vec2 place;
                layout(location = 0) out vec4 result;
                void main() {
                    uint hash = uint(number) * 2654435761u;
                    vec4 texel = textureLod(image, place * 3.0, 0.0);
                    result = vec4(mix(tint.rgb, texel.rgb, 0.25) * (float(hash >> 24) / 510.0 + 0.5), 1.0);
                }
                """)
            return try stage.dialectPicture(program)
        },
        Scene("GLSL ES 3.10") { stage in
            let program = try stage.program("""
                #version 310 es
                in vec4 position; in vec4 color;
                uniform mat4 turn;
                out vec4 tint; out vec2 place;
                void main() { gl_Position = turn * vec4(position.xy / 32.0 - 1.0, 0.0, 1.0); tint = color; place = position.xy / 64.0 + 0.0171; }
                """, """
                #version 310 es
                precision highp float;
                uniform highp sampler2D image;
                in vec4 tint; in vec2 place;
                out vec4 result;
                void main() {
                    uint bits = uint(place.x * 255.0);
                    result = vec4(float(bitfieldReverse(bits) >> 24) / 255.0, float(bitCount(bits)) / 8.0, textureGather(image, place).x, 1.0) * 0.75 + tint * 0.25;
                }
                """)
            return try stage.dialectPicture(program)
        },
        Scene("GLSL 1.10 and 1.20") { stage in
            try ["110", "120"].flatMap { version in
                let program = try stage.program("""
                    attribute vec4 position; attribute vec4 color;
                    uniform mat4 turn;
                    varying vec4 tint;
                    varying vec2 place;
                    void main() { gl_Position = turn * vec4(position.xy / 32.0 - 1.0, 0.0, 1.0); tint = color; place = position.xy / 64.0 + 0.0171; }
                    """.inVersion(version), """
                    uniform sampler2D image;
                    varying vec4 tint;
                    varying vec2 place;
                    void main() {
                        vec4 texel = texture2D(image, place * 2.0);
                        vec4 projected = texture2DProj(image, vec3(place, 0.5));
                        gl_FragColor = vec4(tint.rgb * 0.5 + texel.rgb * 0.3 + projected.gbr * 0.2, 1.0);
                    }
                    """.inVersion(version))
                return try stage.dialectPicture(program)
            }
        },
        Scene("GLSL 1.30, 1.40 and 1.50") { stage in
            try ["130", "140", "150"].flatMap { version in
                let program = try stage.program("""
                    in vec4 position; in vec4 color;
                    uniform mat4 turn;
                    out vec4 tint;
                    noperspective out vec2 place;
                    void main() { gl_Position = turn * vec4(position.xy / 32.0 - 1.0, 0.0, 1.0); tint = color; place = position.xy / 64.0 + 0.0171; }
                    """.inVersion(version), """
                    uniform sampler2D image;
                    in vec4 tint;
                    noperspective in vec2 place;
                    out vec4 result;
                    void main() {
                        uint n = uint(place.y * 16.0);
                        switch (n % 3u) {
                        case 0u: result = tint; break;
                        case 1u: result = texture(image, place); break;
                        default: result = vec4(place, 0.5, 1.0);
                        }
                    }
                    """.inVersion(version))
                return try stage.dialectPicture(program)
            }
        },
        Scene("GLSL without #version is 3.30") { stage in
            let program = try stage.program("""
                layout(location = 0) in vec4 position; in vec4 color;
                uniform mat4 turn;
                out vec4 tint; out vec2 place;
                void main() { gl_Position = turn * vec4(position.xy / 32.0 - 1.0, 0.0, 1.0); tint = color; place = position.xy / 64.0 + 0.0171; }
                """, """
                uniform sampler2D image;
                in vec4 tint; in vec2 place;
                out vec4 result;
                void main() { result = vec4(texture(image, place).rgb * tint.rgb, 1.0); }
                """)
            return try stage.dialectPicture(program)
        },
        Scene("GLSL 4.50") { stage in
            let program = try stage.program("""
                #version 450
                layout(location = 0) in vec4 position; layout(location = 1) in vec4 color;
                layout(location = 4) uniform mat4 turn;
                layout(location = 0) out vec4 tint; layout(location = 1) out vec2 place;
                void main() { gl_Position = turn * vec4(position.xy / 32.0 - 1.0, 0.0, 1.0); tint = color; place = position.xy / 64.0 + 0.0171; }
                """, """
                #version 450
                layout(binding = 2) uniform sampler2D image;
                layout(location = 0) in vec4 tint; layout(location = 1) in vec2 place;
                layout(location = 0) out vec4 result;
                void main() {
                    vec4 weights[3] = { vec4(0.5), vec4(0.25, 0.5, 0.75, 1.0), vec4(place, 1.0, 1.0) };
                    uint high, low;
                    umulExtended(uint(place.x * 255.0) << 20, 4096u, high, low);
                    result = weights[int(place.y * 2.99)] * tint * 0.5 + texture(image, place) * 0.25 + vec4(float(high) / 1020.0);
                }
                """)
            return try stage.dialectPicture(program)
        },
    ]
}

extension String {
    func inVersion(_ version: String) -> String { "#version \(version)\n" + self }
}

extension Stage {
    /// Draws a rotated triangle and a quad, with attributes `position` (pixels) and `color`, a matrix `turn` and a texture `image`.
    fileprivate func dialectPicture(_ program: Program) throws -> [SceneOutput] {
        let pipeline = try pipeline(program)
        let texture = try checkers(8, 8)
        return try picture(try target(64, 64)) { pass in
            pass.setPipeline(pipeline)
            pass.setTexture("image", texture, Sampler(min: .nearest, mag: .nearest, wrap: .repeat))
            // The matrix is exact in binary, so that both renderers round the corners in the same way.
            pass.setUniform("turn", Matrix4(.init(0.75, 0.25, 0, 0), .init(-0.25, 0.75, 0, 0), .init(0, 0, 1, 0), .init(0.0625, -0.125, 0, 1)))
            var mesh = Mesh()
            mesh.vertex(2, 2, Ink.red); mesh.vertex(62, 6, Ink.green); mesh.vertex(20, 62, Ink.blue)
            mesh.gradientQuad(30, 34, 60, 58, [Ink.white, Ink.yellow, Ink.violet, Ink.cyan])
            pass.setVertexBuffer(try device.makeBuffer(mesh.floats))
            pass.draw(count: mesh.vertexCount)
        }
    }
}
