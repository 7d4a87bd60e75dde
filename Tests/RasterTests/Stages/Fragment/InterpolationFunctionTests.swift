// Compares interpolateAtCentroid, …Sample and …Offset in perspective with the formula: attribute / w and 1 / w are interpolated with
// barycentric coordinates, and the interpolated attribute / w is divided by the interpolated 1 / w. The scenes in Tests/Scenes compare
// these functions with OpenGL, but llvmpipe always uses the w of the pixel's centre.
import Raster
import Testing

@Suite("Interpolation functions")
struct InterpolationFunctionTests {
    static let vertex = """
        #version 400
        out vec2 v; noperspective out vec2 n; flat out vec2 f; centroid out vec2 c; sample out vec2 s; out vec2 list[3];
        void main() {
            float w = gl_VertexID == 0 ? 1.0 : gl_VertexID == 1 ? 3.0 : 2.0;
            gl_Position = vec4(vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0) * w, 0.0, w);
            v = vec2(gl_VertexID == 1 ? 1.0 : 0.0, gl_VertexID == 2 ? 1.0 : 0.0);
            n = c = s = v; f = vec2(0.25, 0.75); list = vec2[3](vec2(0.0), v, v * 2.0);
        }
        """
    /// The function call, and the place at which the function interpolates, in pixels from the pixel's centre. The centroid in a
    /// shader that runs per sample is not tested, because the specification does not define the position of this centroid.
    static let cases = [
        ("interpolateAtOffset(v, vec2(-0.5, 0.4375))", "perspective(vec2(-0.5, 0.4375))"), ("interpolateAtOffset(v, vec2(0.0))", "perspective(vec2(0.0))"),
        ("interpolateAtOffset(c, vec2(0.25))", "perspective(vec2(0.25))"), ("interpolateAtOffset(n, vec2(0.25, -0.5))", "affine(vec2(0.25, -0.5))"),
        ("interpolateAtOffset(f, vec2(0.25))", "f"), ("interpolateAtCentroid(v)", "perspective(vec2(0.0))"), ("interpolateAtCentroid(n)", "affine(vec2(0.0))"),
        ("interpolateAtCentroid(f)", "f"), ("interpolateAtSample(v, 0)", "perspective(places[0])"), ("interpolateAtSample(v, 3)", "perspective(places[3])"),
        ("interpolateAtSample(n, 2)", "affine(places[2])"), ("interpolateAtSample(f, 1)", "f"), ("interpolateAtSample(v, 4)", "perspective(vec2(0.0))"),
        ("interpolateAtSample(v, -1)", "perspective(vec2(0.0))"), ("interpolateAtSample(list[which], 1)", "perspective(places[1]) * float(which)"),
        ("interpolateAtOffset(list[which], vec2(0.125))", "perspective(vec2(0.125)) * float(which)"), ("interpolateAtOffset(list[which + 7], vec2(0.125))", "vec2(0.0)"),
        ("interpolateAtOffset(s, vec2(0.25)) + s * 0.0", "perspective(vec2(0.25))"), ("interpolateAtSample(s, gl_SampleID)", "s"),
    ]

    @Test("they agree with the formula", arguments: [1, 4], [Device.Kind.reference, .jit])
    func formula(samples: Int, kind: Device.Kind) throws {
        let device = Device(kind)
        for (function, expected) in Self.cases {
            let program = try device.makeProgram(vertex: Self.vertex, fragment: """
                #version 400
                in vec2 v; noperspective in vec2 n; flat in vec2 f; centroid in vec2 c; \(function.contains("(s") ? "sample in vec2 s;" : "") in vec2 list[3];
                uniform int which;
                out vec4 result;
                const vec2 places[4] = vec2[4](\(samples == 1 ? "vec2(0.0), vec2(0.0), vec2(0.0), vec2(0.0)"
                    : "vec2(-0.125, -0.375), vec2(0.375, -0.125), vec2(-0.375, 0.125), vec2(0.125, 0.375)"));
                vec3 corners(vec2 place) {
                    vec2 b = (floor(gl_FragCoord.xy) + 0.5 + place) / 16.0;
                    return vec3(1.0 - b.x * 0.5 - b.y * 0.5, b * 0.5);
                }
                vec2 affine(vec2 place) { return corners(place).yz; }
                vec2 perspective(vec2 place) {
                    vec3 b = corners(place) / vec3(1.0, 3.0, 2.0);
                    return b.yz / (b.x + b.y + b.z);
                }
                void main() {
                    vec2 difference = abs(\(function) - \(expected));
                    result = vec4(max(difference.x, difference.y) < 2e-5 ? 1.0 : 0.0, 0.0, 0.0, 1.0);
                }
                """)
            let target = try device.makeFramebuffer(width: 16, height: 16, color: [.rgba8], samples: samples)
            let resolved = try device.makeFramebuffer(width: 16, height: 16)
            let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
            var frame = device.makeCommandEncoder()
            frame.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
                pass.setPipeline(pipeline)
                if function.contains("which") { pass.setUniform("which", Int32(1)) }
                pass.draw(count: 3)
            }
            if samples > 1 { frame.resolve(try #require(target.color[0]), to: try #require(resolved.color[0])) }
            try device.submit(frame)
            let image = try (samples > 1 ? resolved : target).readImage()
            let wrong = (0..<256).count { image[$0 % 16, $0 / 16].x != 255 }
            #expect(wrong == 0, "\(function), samples: \(samples)")
        }
    }

    @Test("an argument that is no varying is an error with its place", arguments: [
        ("gl_FragCoord", "interpolateAtOffset(gl_FragCoord, vec2(0.0))"), ("local", "vec2 local = v; result = interpolateAtCentroid(local).xyxy; result"),
    ])
    func refused(name: String, expression: String) {
        #expect(throws: (any Error).self) {
            try Device(.reference).makeProgram(vertex: Self.vertex, fragment: "#version 400\nin vec2 v; out vec4 result;\nvoid main() { \(expression.contains("result") ? expression + " *= 1.0" : "result = " + expression); }")
        }
    }
}
