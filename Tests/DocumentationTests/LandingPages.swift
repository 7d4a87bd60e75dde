// The code of the first pages of Shading, SystemGL, Window and Models.

import Effects
import Models
import Raster
import Shading
import SystemGL
import Window

enum LandingPages {
    /// Returns the inputs, uniforms and samplers of a pair of shaders, one per line.
    static func reflect(_ vertexText: String, _ fragmentText: String) throws -> [String] {
        var lines: [String] = []
        let linked = try ShaderCompiler.link(vertex: ShaderSource(text: vertexText, name: "scene.vert"),
                                             fragment: ShaderSource(text: fragmentText, name: "scene.frag"))
        for attribute in linked.vertex.inputs { lines.append("attribute \(attribute.name): \(attribute.type)") }
        for block in linked.interface.uniformBlocks {
            for member in block.members { lines.append("uniform \(member.name): \(member.type) at byte \(member.offset)") }
        }
        for sampler in linked.interface.samplers { lines.append("sampler \(sampler.name), unit \(sampler.unit)") }
        return lines
    }

    /// Links a shader that includes another file and uses a define.
    static func linkWithOptions(_ vertexText: String, _ fragmentText: String, noise: String) throws -> LinkedProgram {
        let options = ShaderCompileOptions(defines: [ShaderDefine("OCTAVES", "4")],
                                           includeResolver: DictionaryIncludeResolver(["noise.glsl": noise]))
        return try ShaderCompiler.link(vertex: ShaderSource(text: vertexText, name: "scene.vert"),
                                       fragment: ShaderSource(text: fragmentText, name: "scene.frag"), options: options)
    }

    /// Draws a scene with Raster and with the system's OpenGL, and returns the largest difference of two bytes; nil without OpenGL.
    static func difference(_ draw: (Device) throws -> Image) throws -> Int? {
        guard SystemGL.unavailableReason == nil else { return nil }
        let theirs = try draw(SystemGL.makeDevice()), ours = try draw(Device())
        return zip(theirs.bytes, ours.bytes).map { abs(Int($0) - Int($1)) }.max()
    }

    /// Shows a window. Tests only compile this function, because running it needs a screen.
    static func showWindow(_ device: Device, _ draw: (_ target: Framebuffer, _ seconds: Double) throws -> Void) throws {
        let window = try Window(name: "waves", width: 960, height: 540)
        var target = try device.makeFramebuffer(width: window.width, height: window.height, depth: .depth24)
        try window.run { time, events in
            for event in events {
                if case .resized = event {
                    target = try device.makeFramebuffer(width: window.width, height: window.height, depth: .depth24)
                }
            }
            try draw(target, time.seconds)
            return target
        }
    }

    /// Draws twice a second while results are awaited. Nothing is drawn after the results have arrived.
    static func showReport(_ device: Device, _ results: Results, isLoading: Bool, _ draw: (_ target: Framebuffer, _ seconds: Double) throws -> Void) throws {
        let window = try Window(name: "report", width: 960, height: 540), waker = window.waker
        let target = try device.makeFramebuffer(width: window.width, height: window.height)
        Task.detached {
            await results.load()
            waker.wake()
        }
        try window.run(timeUntilNextFrame: { isLoading ? 0.5 : nil }) { time, events in
            try draw(target, time.seconds)
            return target
        }
    }
    actor Results { func load() {} }

    /// Draws a model with its materials, lit by a studio.
    static func drawWithLight(_ model: Model, camera: OrbitCamera, on device: Device, into target: Framebuffer) throws {
        var encoder = device.makeCommandEncoder()
        let shown = try ModelScene(device: device, model: model)
        let scene = PhysicalScene(device: device)
        scene.parts = shown.parts
        scene.lights = shown.lights
        scene.environment = try EnvironmentLight.studio(on: device)
        scene.background = .environment(blur: 0.5)
        scene.viewMatrix = camera.view
        scene.projectionMatrix = camera.projection(aspect: 1.5)
        try scene.draw(into: &encoder, target: target)
        try device.submit(encoder)
    }

    /// Draws the meshes of a file, with one draw for each mesh.
    static func drawModel(_ path: String, transform: Matrix4, on device: Device, into target: Framebuffer) throws -> Model {
        let model = try Model(contentsOf: path)
        let program = try device.makeProgram(vertex: """
            in vec3 position, normal;
            in vec2 texCoord0;
            in vec4 color;
            uniform mat4 transform;
            out vec3 direction;
            out vec2 place;
            out vec4 tint;
            void main() {
                gl_Position = transform * vec4(position, 1.0);
                direction = normal;
                place = texCoord0;
                tint = color;
            }
            """, fragment: """
            uniform sampler2D image;
            uniform vec4 baseColor;
            in vec3 direction;
            in vec2 place;
            in vec4 tint;
            out vec4 pixel;
            void main() {
                float light = 0.4 + 0.6 * max(normalize(direction).y, 0.0);
                pixel = texture(image, place) * baseColor * tint * vec4(vec3(light), 1.0);
            }
            """)
        let pipeline = try device.makePipeline(program: program, vertexLayout: Model.vertexLayout, depth: .less)
        let white = try device.makeTexture(from: Image(width: 1, height: 1, bytes: [255, 255, 255, 255]))
        let images = try model.images.map { try device.makeTexture(from: $0, mipmapped: true) }
        var frame = device.makeCommandEncoder()
        try frame.render(to: target, clear: .color(0.5, 0.7, 0.9)) { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("transform", transform)
            for primitive in try model.placed() {
                let material = model.materials[primitive.material], picture = material.textures[.baseColor]
                pass.setUniform("baseColor", material.baseColor)
                pass.setTexture("image", picture.map { images[$0.image] } ?? white, picture?.sampler ?? .trilinearRepeat)
                pass.setVertexBuffer(try device.makeBuffer(primitive.vertices))
                let indices = try device.makeBuffer(primitive.indices)
                pass.drawIndexed(indices, primitive.topology.primitiveType, count: primitive.indices.count)
            }
        }
        let moment = try model.placed(in: model.pose(of: model.animations, at: 1.5))
        precondition(!moment.isEmpty)
        try device.submit(frame)
        return model
    }
}
