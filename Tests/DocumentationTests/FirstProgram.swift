// The program of the page "A first program", and Raster's messages about mistakes in this program.

import Raster

struct ColorVertex {
    var x, y, z: Float
    var color: SIMD4<UInt8>
}

enum FirstProgram {
    static let vertexShader = """
        in vec3 position;
        in vec4 color;
        out vec4 tint;
        void main() {
            gl_Position = vec4(position, 1.0);
            tint = color;
        }
        """
    static let fragmentShader = """
        in vec4 tint;
        out vec4 pixel;
        void main() { pixel = tint; }
        """

    static func draw() throws -> Image {
        let device = Device()
        return try draw(on: device)
    }

    static func draw(on device: Device) throws -> Image {
        let vertices = try device.makeBuffer([
            ColorVertex(x: -0.7, y: -0.7, z: 0, color: [255, 70, 60, 255]),
            ColorVertex(x: 0.7, y: -0.7, z: 0, color: [90, 240, 90, 255]),
            ColorVertex(x: 0, y: 0.8, z: 0, color: [70, 110, 255, 255]),
        ])
        let program = try device.makeProgram(vertex: vertexShader, fragment: fragmentShader)
        let layout = VertexLayout(stride: 16, VertexAttribute("position", .float3),
                                  VertexAttribute("color", .unorm8x4, offset: 12))
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout)
        let target = try device.makeFramebuffer(width: 400, height: 225, samples: 4)

        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0.10, 0.10, 0.13)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(vertices)
            pass.draw(count: 3)
        }
        try device.submit(frame)
        return try target.readImage()
    }

    static func save(_ image: Image, to path: String) throws {
        try image.writePNG(to: path)
    }

    /// Returns the message about an undeclared name.
    static func shaderMistake(on device: Device) -> String {
        do {
            _ = try device.makeProgram(vertex: vertexShader, fragment: """
                in vec4 tint;
                out vec4 pixel;
                void main() { pixel = colour; }
                """)
            return ""
        } catch {
            return "\(error)"
        }
    }

    /// Returns the message about a draw of three vertices more than the buffer has.
    static func drawMistake(on device: Device) throws -> String {
        let program = try device.makeProgram(vertex: vertexShader, fragment: fragmentShader)
        let layout = VertexLayout(stride: 16, VertexAttribute("position", .float3), VertexAttribute("color", .unorm8x4, offset: 12))
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout)
        let target = try device.makeFramebuffer(width: 4, height: 4)
        var frame = device.makeCommandEncoder()
        do {
            frame.render(to: target, label: "triangles") { pass in
                pass.setPipeline(pipeline)
                pass.draw(count: 6)
            }
            try device.submit(frame)
            return ""
        } catch {
            return "\(error)"
        }
    }
}
