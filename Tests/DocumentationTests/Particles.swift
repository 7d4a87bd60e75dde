// The code of the page "Vertices that a shader writes": dust that falls around two suns, photographed with a long exposure.

import Foundation
import Raster
import Shading

struct Particles {
    static let count = 1600, stepCount = 90

    static let moveShader = """
        in vec2 position, velocity;
        out vec2 nextPosition, nextVelocity;
        const vec2 suns[2] = vec2[](vec2(-0.62, 0.08), vec2(0.62, -0.08));
        void main() {
            vec2 pull = vec2(0.0);
            for (int i = 0; i < 2; i++) {
                vec2 way = suns[i] - position;
                pull += way / pow(dot(way, way) + 0.01, 1.5);
            }
            nextVelocity = velocity + 0.00004 * pull;
            nextPosition = position + nextVelocity;
            gl_Position = vec4(nextPosition, 0.0, 1.0);
        }
        """
    static let nothingShader = "void main() {}"
    static let showShader = """
        in vec2 position, velocity;
        out vec3 tint;
        void main() {
            gl_Position = vec4(position.x * 0.5625, position.y, 0.0, 1.0);
            float heat = clamp(length(velocity) * 45.0, 0.0, 1.0);
            tint = mix(vec3(0.02, 0.07, 0.20), vec3(0.50, 0.19, 0.04), heat) * 0.32;
        }
        """
    static let fragmentShader = "in vec3 tint; out vec4 pixel; void main() { pixel = vec4(tint, 1.0); }"

    let device: Device
    let moving: Pipeline
    let showing: Pipeline
    var now: Buffer
    var next: Buffer

    init(device: Device) throws {
        self.device = device
        let layout = VertexLayout(stride: 16, VertexAttribute("position", .float2), VertexAttribute("velocity", .float2, offset: 8))

        let mover = try device.makeProgram(
            vertex: ShaderSource(text: Particles.moveShader, name: "move"),
            fragment: ShaderSource(text: Particles.nothingShader, name: "nothing"),
            options: ShaderCompileOptions(transformFeedback: TransformFeedbackOutputs(["nextPosition", "nextVelocity"])))
        var state = RasterState()
        state.rasterizerDiscard = true
        moving = try device.makePipeline(program: mover, vertexLayout: layout, state: state)

        let painter = try device.makeProgram(vertex: Particles.showShader, fragment: Particles.fragmentShader)
        showing = try device.makePipeline(program: painter, vertexLayout: layout, blend: .additive)

        now = try device.makeBuffer(Particles.start)
        next = try device.makeBuffer(byteCount: now.byteCount)
    }

    /// Two discs of dust, one around each sun, that turn in opposite directions. Four numbers for each particle.
    static let start: [Float] = {
        var numbers: [Float] = [], x = 1.0, y = 0.0
        for i in 0..<count {
            let side = i % 2 == 0 ? -1.0 : 1.0, radius = 0.12 + 0.46 * (Double(i) / Double(count)).squareRoot(), speed = (0.00004 / radius).squareRoot()
            numbers += [Float(side * 0.62 + radius * x), Float(-side * 0.08 + radius * y), Float(-side * speed * y), Float(side * speed * x)]
            (x, y) = (-0.73736887807832 * x - 0.675490294261524 * y, 0.675490294261524 * x - 0.73736887807832 * y)
        }
        return numbers
    }()

    mutating func draw() throws -> Image {
        let target = try device.makeFramebuffer(width: 400, height: 225)
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0.02, 0.03, 0.05)) { _ in }
        for _ in 0..<Particles.stepCount {
            let feedback = TransformFeedback(.points, into: .init(next))
            frame.render(to: target) { pass in
                pass.setPipeline(moving)
                pass.setVertexBuffer(now)
                pass.setTransformFeedback(feedback)
                pass.draw(.points, count: Particles.count)
            }
            swap(&now, &next)
            frame.render(to: target) { pass in
                pass.setPipeline(showing)
                pass.setVertexBuffer(now)
                pass.draw(.points, count: Particles.count)
            }
        }
        try device.submit(frame)
        return try target.readImage()
    }
}
