// Checks the reported line of a shader at which two frames diverge.

import Foundation
import FrameCapture
import Raster
import Testing

@Suite("Differences of shaders") struct ShaderDivergenceTests {
    private func difference(_ a: TracedFixture, _ b: TracedFixture) throws -> FrameDifference.Divergence {
        try #require(try a.capture.difference(of: a.frame, from: b.capture, b.frame, on: .reference).divergence)
    }
    private static let fragment = """
        #version 330
        uniform float gain;
        uniform bool turned;
        uniform sampler2D image;
        out vec4 pixel;
        float shade(float x) {
            float y = x * 0.5;
            return y + gain;
        }
        void main() {
            vec2 uv = gl_FragCoord.xy / 8.0;
            vec3 base = texture(image, uv).rgb;
            float light = shade(uv.x);
            if (turned) {
                light = 1.0 - light;
            }
            pixel = vec4(base * light, 1.0);
        }
        """
    private func scene(_ fragment: String = fragment, gain: Float = 0.25, turned: Bool = false, texel: UInt8 = 128) throws -> TracedFixture {
        try TracedFixture(fragment) { device, pass in
            let image = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1, label: "image"))
            try image.replace(bytes: [texel, 255, 255, 255])
            pass.setTexture("image", image, .nearest)
            pass.setUniform("gain", gain)
            pass.setUniform("turned", turned)
            pass.draw(count: 3, label: "whole")
        }
    }

    @Test("a changed uniform is reported at the line of its effect, with the values on both sides")
    func uniform() throws {
        let divergence = try difference(scene(), scene(gain: 0.5)), shader = try #require(divergence.shader)
        #expect(shader.stage == .fragment && shader.kind == .variable && shader.places.a?.file == "traced.frag" && [8, 13].contains(shader.places.a?.line),
                "\(shader.sentence)")
        #expect(shader.places.a == shader.places.b && shader.given.map(\.name) == ["gain"] && shader.given[0].isUniform && shader.given[0].a?.text == "0.25"
                && shader.given[0].b?.text == "0.5")
        #expect(divergence.sentence.hasSuffix("Its inputs differ: uniform gain is 0.25 and 0.5."), "\(divergence.sentence)")
    }

    @Test("a branch that only one side takes is reported with both lines")
    func branch() throws {
        let shader = try #require(try difference(scene(), scene(turned: true)).shader)
        #expect(shader.kind == .path && shader.places.a?.line == 17 && shader.places.b?.line == 15, "\(shader.sentence)")
        #expect(shader.values.b == "light = 1.0 - light;" && shader.given.map(\.name) == ["turned"] && shader.given[0].b?.text == "true")
    }

    @Test("a texture with other contents is reported with its lookup")
    func lookup() throws {
        let shader = try #require(try difference(scene(), scene(texel: 64)).shader)
        #expect(shader.kind == .lookup && shader.places.a?.line == 12 && shader.name == "texture(image, …)" && shader.given.isEmpty, "\(shader.sentence)")
        #expect(shader.values.a?.contains("from vec2(") == true && shader.values.a != shader.values.b)
    }

    @Test("an edited shader diverges at the edited line, and lines inserted before this line do not change the comparison")
    func edited() throws {
        let text = ShaderDivergenceTests.fragment.replacingOccurrences(of: "float y = x * 0.5;", with: "float y = x * 0.75;")
            .replacingOccurrences(of: "uniform float gain;", with: "\n// The light.\nuniform float gain;")
        let shader = try #require(try difference(scene(), scene(text)).shader)
        #expect(shader.kind == .path && shader.places.a?.line == 7 && shader.places.b?.line == 9 && shader.values.b == "float y = x * 0.75;",
                "\(shader.sentence)")
        let constant = ShaderDivergenceTests.fragment.replacingOccurrences(of: "#version 330", with: "#version 330\n#define half 0.5")
            .replacingOccurrences(of: "x * 0.5", with: "x * half")
        #expect(try scene().capture.difference(of: scene().frame, from: scene(constant).capture, scene(constant).frame, on: .reference).divergence == nil)
    }

    @Test("fragments with other inputs lead to the vertex shader, and so does a missing fragment", arguments: [false, true])
    func vertices(isMoved: Bool) throws {
        func scene(_ factor: Float) throws -> TracedFixture {
            try TracedFixture("in vec3 color; out vec4 pixel; void main() { pixel = vec4(color, 1.0); }", vertex: """
                #version 330
                uniform float factor, place;
                out vec3 color;
                void main() {
                    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
                    color = vec3(0.5, 0.25, 1.0) * factor;
                    gl_Position = vec4(corner + vec2(place, 0.0), 0.0, 1.0);
                }
                """) { _, pass in
                pass.setUniform("factor", isMoved ? 1 : factor)
                pass.setUniform("place", isMoved ? factor : 0)
                pass.draw(count: 3)
            }
        }
        let divergence = try difference(scene(0.5), scene(1)), shader = try #require(divergence.shader)
        #expect(shader.stage == .vertex && shader.places.a?.line == (isMoved ? 7 : 6) && shader.name == (isMoved ? "gl_Position" : "color"),
                "\(divergence.sentence)")
        #expect(shader.given.map(\.name) == [isMoved ? "place" : "factor"])
    }

    @Test("framescope diff prints the line, as text and as JSON")
    func command() throws {
        let a = try scene(), b = try scene(turned: true)
        let text = try framescope("diff", a.file.path, b.file.path, "--first-divergence")
        #expect(text.status == 1 && text.output.contains("The fragment shader of fragment (0, 0) of primitive 0 continues at traced.frag:17"), "\(text.output)")
        let json = try #require(try framescope("diff", a.file.path, b.file.path, "--json").json as? [String: Any])
        let shader = try #require((json["divergence"] as? [String: Any])?["shader"] as? [String: Any])
        #expect(shader["kind"] as? String == "path" && (shader["b"] as? [String: Any])?["line"] as? Int == 15)
        #expect(((shader["given"] as? [[String: Any]])?.first)?["b"] as? String == "true")
    }
}
