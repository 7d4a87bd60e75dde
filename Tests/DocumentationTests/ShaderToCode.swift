// The code of the page "How a shader becomes code", and its picture.

import Raster
import Shading

enum ShaderToCode {
    static let vertexShader = """
        in vec2 position;
        out vec2 uv;
        void main() {
            uv = position;
            gl_Position = vec4(position, 0.0, 1.0);
        }
        """
    static let fragmentShader = """
        in vec2 uv;
        uniform vec3 tint;
        out vec4 pixel;
        void main() {
            float light = 0.25;
            if (uv.x > uv.y) light = uv.x * uv.y + 0.5;
            pixel = vec4(tint * light, 1.0);
        }
        """

    static func link() throws -> LinkedProgram {
        let linked = try ShaderCompiler.link(vertex: ShaderSource(text: vertexShader, name: "vertex"),
                                             fragment: ShaderSource(text: fragmentShader, name: "fragment"))
        return linked
    }

    static func printed() throws -> String {
        let linked = try link()
        let text = linked.fragment.description
        return text
    }

    /// A fragment shader for marble: noise, looked up at a position displaced by other noise.
    static let marble = """
        uniform vec2 size;
        out vec4 pixel;
        float random(ivec2 p) {
            uint h = uint(p.x) * 374761393u + uint(p.y) * 668265263u;
            h = (h ^ (h >> 13)) * 1274126177u;
            return float((h ^ (h >> 16)) >> 8) / 16777216.0;
        }
        float noise(vec2 p) {
            ivec2 cell = ivec2(floor(p));
            vec2 f = fract(p), s = f * f * (3.0 - 2.0 * f);
            return mix(mix(random(cell), random(cell + ivec2(1, 0)), s.x),
                       mix(random(cell + ivec2(0, 1)), random(cell + ivec2(1, 1)), s.x), s.y);
        }
        float cloud(vec2 p) {
            float sum = 0.0, weight = 0.5;
            for (int octave = 0; octave < 5; ++octave) {
                sum += weight * noise(p);
                p = mat2(1.6, 1.2, -1.2, 1.6) * p + 3.1;
                weight *= 0.5;
            }
            return sum;
        }
        void main() {
            vec2 p = 3.2 * gl_FragCoord.xy / size.y;
            vec2 q = vec2(cloud(p), cloud(p + vec2(5.2, 1.3)));
            float v = cloud(p + 3.4 * q);
            vec3 color = mix(vec3(0.05, 0.16, 0.24), vec3(0.93, 0.9, 0.82), smoothstep(0.25, 0.75, v));
            color = mix(color, vec3(0.75, 0.38, 0.2), 0.75 * smoothstep(0.45, 0.75, q.y));
            color = mix(color, vec3(0.98, 0.8, 0.45), exp2(-60.0 * abs(v - 0.52)) * 0.8);
            pixel = vec4(color, 1.0);
        }
        """

    static func draw(on device: Device) throws -> Image {
        let program = try device.makeProgram(vertex: Julia.vertexShader, fragment: marble)
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        let target = try device.makeFramebuffer(width: 400, height: 225)
        var frame = device.makeCommandEncoder()
        frame.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("size", SIMD2<Float>(400, 225))
            pass.draw(count: 3)
        }
        try device.submit(frame)
        return try target.readImage()
    }
}
