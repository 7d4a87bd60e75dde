import Raster

/// A fountain of 4000 sparks without any buffer: the vertex shader computes each spark from its number and the time in seconds.
///
/// The program's argument is the time, 2 by default: `swift run -c release Particles 1.5`.
@main struct Particles {
    static func main() throws {
        let time = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 2
        try draw(time: time).writePNG(to: "particles.png")
        print("The picture is particles.png, \(time) seconds after the start.")
    }

    static func draw(time: Double) throws -> Image {
        let device = Device()
        let target = try device.makeFramebuffer(width: 320, height: 240)
        let program = try device.makeProgram(vertex: """
            uniform float time; out vec3 tint;
            float random(float seed) { return fract(sin(seed * 12.9898) * 43758.5453); }
            void main() {
                float id = float(gl_VertexID), age = mod(time + random(id) * 3.0, 3.0), turn = random(id + 0.3) * 6.2832;
                vec2 speed = vec2(cos(turn) * 0.35 * random(id + 0.7), 1.3 + 0.5 * random(id + 0.5));
                tint = mix(vec3(1.0, 0.8, 0.3), vec3(0.8, 0.1, 0.05), age / 3.0) * 0.35 * (1.0 - age / 3.0);
                gl_Position = vec4(speed * age - vec2(0.0, 0.9 + 0.45 * age * age), 0.0, 1.0);
                gl_PointSize = 6.0 - age;
            }
            """, fragment: "in vec3 tint; out vec4 pixel; void main() { pixel = vec4(tint * max(0.0, 1.0 - 2.0 * length(gl_PointCoord - 0.5)), 1.0); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none, blend: .additive)

        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0.02, 0.02, 0.05)) { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("time", time)
            pass.draw(.points, count: 4000)
        }
        try device.submit(frame)
        return try target.readImage()
    }
}
