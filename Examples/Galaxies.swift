import Raster

/// Two galaxies pass each other, and tides pull stars out of both galaxies. Compute shaders write 80,000 stars into a buffer and move the
/// stars in this buffer. The contents of the buffer never leave the device: the draw takes the same buffer as its vertices.
///
/// The program's argument is the time, 3.2 by default: `swift run -c release Galaxies 2.6`.
@main struct Galaxies {
    static func main() throws {
        let time = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 3.2
        try draw(time: time).writePNG(to: "galaxies.png")
        print("The picture is galaxies.png, \(time) units of time after the start.")
    }

    static let header = """
        #version 430
        layout(local_size_x = 64) in;
        struct Star { vec2 place; vec2 speed; };
        layout(std430) buffer Stars { Star stars[]; };
        uniform vec2 places[2];     // of the two centres, which hold all the mass

        """
    /// Puts the stars around the two centres in turn, each star on a circle around its centre. Each star gets the speed that keeps the
    /// star on this circle.
    static let startShader = header + """
        uniform vec2 speeds[2];
        void main() {
            int i = int(gl_GlobalInvocationID.x), side = i % 2;
            float radius = 0.06 + 0.5 * sqrt(float(i) / float(stars.length())), angle = float(i) * 2.39996;
            vec2 way = vec2(cos(angle), sin(angle));
            stars[i].place = places[side] + radius * way;
            stars[i].speed = speeds[side] + radius * pow(radius * radius + 0.01, -0.75) * vec2(-way.y, way.x);
        }
        """
    static let moveShader = header + """
        uniform float step;
        void main() {
            Star star = stars[gl_GlobalInvocationID.x];
            for (int side = 0; side < 2; side++) {
                vec2 way = places[side] - star.place;
                star.speed += way * pow(dot(way, way) + 0.01, -1.5) * step;
            }
            star.place += star.speed * step;
            stars[gl_GlobalInvocationID.x] = star;
        }
        """

    static func draw(time: Double) throws -> Image {
        let device = Device(), count = 80_000, step: Float = 1 / 60
        let stars = try device.makeBuffer(byteCount: 16 * count, label: "stars")
        let start = try device.makeComputeProgram(startShader, label: "start"), move = try device.makeComputeProgram(moveShader, label: "move")
        var places: [SIMD2<Float>] = [[-1.2, -0.6], [1.2, 0.6]], speeds: [SIMD2<Float>] = [[0.45, -0.1], [-0.45, 0.1]]

        var frame = device.makeCommandEncoder()
        frame.compute(label: "stars") { pass in
            pass.setProgram(start)
            pass.setStorageBuffer("Stars", stars)
            pass.setUniform("places", places)
            pass.setUniform("speeds", speeds)
            pass.dispatch(count / 64)
            pass.setProgram(move)
            pass.setStorageBuffer("Stars", stars)
            pass.setUniform("step", step)
            for _ in 0..<Int(min(max(time, 0), 100) * 60) {
                // The centres attract each other by the same law as they attract the stars. Each dispatch sees what the previous dispatch wrote.
                let way = places[1] - places[0], near = (way * way).sum() + 0.04, pull = way / (near * near.squareRoot()) * step
                speeds = [speeds[0] + pull, speeds[1] - pull]
                places = [places[0] + speeds[0] * step, places[1] + speeds[1] * step]
                pass.setUniform("places", places)
                pass.dispatch(count / 64)
            }
        }

        let target = try device.makeFramebuffer(width: 640, height: 360, color: [.rgba16Float])
        let program = try device.makeProgram(vertex: """
            in vec2 place; out vec3 tint;
            void main() {
                tint = gl_VertexID % 2 == 0 ? vec3(1.0, 0.45, 0.16) : vec3(0.18, 0.42, 1.0);
                gl_Position = vec4(place * vec2(0.375, 0.66667), 0.0, 1.0);
                gl_PointSize = 3.0;
            }
            """, fragment: "in vec3 tint; out vec4 pixel; void main() { pixel = vec4(0.05 * tint * max(0.0, 1.0 - 1.6 * length(gl_PointCoord - 0.5)), 1.0); }")
        let layout = VertexLayout(stride: 16, VertexAttribute("place", .float2))
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout, blend: .additive)
        frame.render(to: target, clear: .color(0.004, 0.004, 0.012)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(stars)
            pass.draw(.points, count: count)
        }
        try device.submit(frame)
        return try target.readImage()
    }
}
