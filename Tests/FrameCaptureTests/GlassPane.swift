// GlassPane: the program of README's section about `why`. The program draws a pane of glass too early.

import Raster
import Shading

struct GlassPane {
    static let width = 320, height = 180
    /// The pixel about which README's section asks: on the pane, where the ball should be visible through the glass.
    static let pixel = (x: 134, y: 84)

    private let device: Device
    private let floor: Pipeline, ball: Pipeline, pane: Pipeline
    private let picture: Framebuffer

    init(device: Device) throws {
        self.device = device
        let program = try device.makeProgram(vertex: ShaderSource(text: """
            #version 330
            uniform mat4 camera;
            uniform int shape;
            out vec3 place, normal;
            void main() {
                vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
                if (shape == 0) {
                    place = vec3(corner.x * 12.0 - 6.0, -1.0, 3.0 - corner.y * 14.0);
                    normal = vec3(0.0, 1.0, 0.0);
                } else if (shape == 1) {
                    place = vec3(corner.x * 2.2 - 0.5, corner.y * 2.2 - 1.0, 1.0);
                    normal = vec3(0.0, 0.0, 1.0);
                } else {
                    // Six vertices for each of 48 by 24 cells; the ball is open where nobody looks.
                    int cell = gl_VertexID / 6, vertex = gl_VertexID % 6;
                    vec2 step = vec2(vertex == 1 || vertex == 3 || vertex == 4, vertex == 2 || vertex == 4 || vertex == 5);
                    vec2 angle = (vec2(cell % 48, cell / 48) + step) * vec2(0.085, 0.1308997) - vec2(0.47, 0.0);
                    normal = vec3(sin(angle.y) * cos(angle.x), cos(angle.y), sin(angle.y) * sin(angle.x));
                    place = normal - vec3(0.9, 0.0, 1.0);
                }
                gl_Position = camera * vec4(place, 1.0);
            }
            """, name: "room.vert"), fragment: ShaderSource(text: """
            #version 330
            uniform int shape;
            in vec3 place, normal;
            out vec4 pixel;
            void main() {
                float light = 0.35 + 0.65 * max(dot(normalize(normal), normalize(vec3(-0.5, 0.8, 0.6))), 0.0);
                vec2 squares = floor(place.xz);
                vec3 paint = shape == 2 ? vec3(0.95, 0.45, 0.15) : vec3(mod(squares.x + squares.y, 2.0) < 0.5 ? 0.75 : 0.55);
                pixel = shape == 1 ? vec4(0.35, 0.75, 0.85, 0.4) : vec4(paint * light, 1.0);
            }
            """, name: "room.frag"), label: "room")
        floor = try device.makePipeline(program: program, vertexLayout: .none, depth: .less, label: "floor")
        ball = try device.makePipeline(program: program, vertexLayout: .none, depth: .less, label: "ball")
        pane = try device.makePipeline(program: program, vertexLayout: .none, depth: .less, blend: .alpha, label: "pane")
        picture = try device.makeFramebuffer(width: GlassPane.width, height: GlassPane.height, color: [.rgba8], depth: .depth32Float, label: "picture")
    }

    /// - Parameter isMended: Whether the pane is drawn last, which is correct.
    func draw(isMended: Bool) throws -> Image {
        let camera = Matrix4.perspective(fovy: 0.8, aspect: 320.0 / 180, near: 0.1, far: 100) * .lookAt(eye: [0.6, 0.7, 4.5], center: [0.2, -0.1, 0])
        var frame = device.makeCommandEncoder(label: "room")
        frame.render(to: picture, clear: .color(0.62, 0.72, 0.85, 1), label: "room") { pass in
            func draw(_ pipeline: Pipeline, shape: Int32, _ primitive: PrimitiveType, count: Int, label: String) {
                pass.setPipeline(pipeline)
                pass.setUniform("camera", camera)
                pass.setUniform("shape", shape)
                pass.draw(primitive, count: count, label: label)
            }
            draw(floor, shape: 0, .triangleStrip, count: 4, label: "floor")
            if !isMended { draw(pane, shape: 1, .triangleStrip, count: 4, label: "pane") }
            draw(ball, shape: 2, .triangles, count: 6 * 48 * 24, label: "ball")
            if isMended { draw(pane, shape: 1, .triangleStrip, count: 4, label: "pane") }
        }
        try device.submit(frame)
        return try picture.readImage()
    }

    /// Returns the faulty picture with the marked pixel, next to the correct picture.
    static func documentationPicture(on device: Device) throws -> Image {
        let pane = try GlassPane(device: device), fault = try pane.draw(isMended: false), mended = try pane.draw(isMended: true)
        var result = Image(width: 2 * width + 8, height: height, format: .rgba8, bytes: [UInt8](repeating: 255, count: 4 * (2 * width + 8) * height))
        for y in 0..<height {
            for x in 0..<width {
                let dx = Double(x - pixel.x), dy = Double(y - pixel.y), distance = (dx * dx + dy * dy).squareRoot()
                result[x, y] = abs(distance - 9) < 1.2 ? SIMD4(230, 20, 60, 255) : fault[x, y]
                result[width + 8 + x, y] = mended[x, y]
            }
        }
        return result
    }
}
