// GuestPicture: a frame whose bits depend on the floating-point environment in many ways. All inputs of the frame are constants, so
// only the library computes.

import Canvas
import Effects
import Raster

struct GuestPicture {
    private static let vertex = """
        #version 330
        in vec4 position; in vec2 place; out vec2 spot; uniform float tiny;
        const float third = 1.0 / 3.0, root = sqrt(2.0) * third;
        void main() { gl_Position = position * vec4(root, third * 3.0, 1.0, 1.0) + vec4(tiny * 1e38); spot = place / 3.0; }
        """
    private static let fragment = """
        #version 330
        in vec2 spot; out vec4 pixel; uniform sampler2D image; uniform float tiny; uniform float zero;
        void main() {
            float x = 0.0;
            for (int k = 1; k < 9; k++) x += sin(spot.x * float(k)) / float(k) + pow(abs(spot.y) + 0.1, 1.7) * exp2(-float(k));
            float infinite = 1.0 / zero, undefined = sqrt(-1.0 - zero);
            vec4 texel = texture(image, spot * 3.7);
            pixel = vec4(texel.rg * fract(x), tiny * 5e37 + texel.b, 1.0);
            if (infinite < 1.0 || undefined == undefined) pixel = vec4(1.0, 0.0, 1.0, 1.0);
        }
        """
    private static let corners: [Float] = [-1.1, -0.93, 0.1, 1.07, 0.1, 0.2, 1.3, -0.7, 0.3, 1.21, 2.9, 0.7, 0.17, 1.2, 0.7, 0.89, 1.3, 3.1]
    private static let texels: [UInt8] = (0..<(24 * 20 * 4)).map { UInt8(truncatingIfNeeded: $0 * 37 ^ $0 >> 3) }

    // The host computes these values, once, in the floating-point environment in which the process begins.
    private static let box = Mesh.box(), camera = OrbitCamera(distance: 3),
                       transform = Transform(modelview: camera.view, projection: camera.projection(aspect: 4 / 3))
    private static let drawing: Canvas = {
        var canvas = Canvas()
        canvas.fill(Path(circleAt: Point(70, 60), radius: 41), with: .color(Color(0.3, 0.7, 0.1, 0.6)))
        canvas.stroke(Path(roundedRectangle: Rectangle(x: 20, y: 30, width: 90, height: 51), cornerRadius: 13),
                      with: .gradient(.linear(from: Point(0, 7), to: Point(90, 77), [Color(hex: 0xF58A42), Color(hex: 0x3060A0, alpha: 0.3)])),
                      style: StrokeStyle(width: 3.3))
        return canvas
    }()

    private let device: Device
    private let pipeline: Pipeline
    private let buffer: Buffer
    private let texture: Texture
    private let target: Framebuffer
    /// The objects of Canvas and Effects, which also draw into the picture; nil in a simple picture.
    private let layers: (renderer: CanvasRenderer, cube: MeshBuffers, effect: BaseEffect)?

    /// - Parameter isSimple: Whether only Raster itself draws, so that little code must be compiled.
    init(_ device: Device, isSimple: Bool = false) throws {
        self.device = device
        let program = try device.makeProgram(vertex: Self.vertex, fragment: Self.fragment)
        var state = RasterState()
        state.colorTargets = [ColorTargetState(blend: .alpha)]
        state.depth = .less
        pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 24, VertexAttribute("position", .float4),
                                                                                        VertexAttribute("place", .float2, offset: 16)), state: state)
        buffer = try device.makeBuffer(Self.corners)
        texture = try device.makeTexture(TextureDescriptor(format: .srgb8Alpha8, width: 24, height: 20, mipLevels: 5))
        try texture.replace(bytes: Self.texels)
        target = try device.makeFramebuffer(width: 200, height: 150, color: [.rgba16Float], depth: .depth24)
        if isSimple {
            layers = nil
            return
        }
        let effect = BaseEffect(device: device)
        effect.transform = Self.transform
        effect.light0.enabled = true
        effect.light0.position = [2, 4, 3, 1]
        layers = (try CanvasRenderer(device: device), try MeshBuffers(Self.box, device: device), effect)
    }

    /// Draws the frame and returns a number that depends on every bit of the picture.
    func draw() throws -> UInt64 {
        var frame = device.makeCommandEncoder()
        frame.generateMipmaps(texture)
        try frame.render(to: target, clear: .color(0.1, 0.12, 0.16)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(buffer)
            pass.setTexture("image", texture, .trilinearRepeat)
            pass.setUniform("tiny", 0x1p-140 as Float)
            pass.setUniform("zero", 0 as Float)
            pass.draw(count: 3)
            if let layers {
                try layers.effect.prepareToDraw(in: &pass, layout: MeshVertex.layout, depth: .less)
                layers.cube.draw(in: &pass)
            }
        }
        try device.submit(frame)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: [UInt8]) { for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
        if let color = target.color[0] { add(try color.texture.read()) }
        add(try texture.read(level: 3))
        if let layers { add(try layers.renderer.image(of: Self.drawing, width: 150, height: 110, background: Color(hex: 0xE8EDF3)).bytes) }
        return hash
    }

    /// Draws the picture with a new device, and returns the number that `draw` computes from the picture's bits. The device keeps no code
    /// on disk, so all code is compiled.
    static func drawn(threads: Int = 3, isSimple: Bool = false) throws -> UInt64 {
        try GuestPicture(Device(options: options(threads: threads)), isSimple: isSimple).draw()
    }
    static func options(threads: Int) -> Device.Options {
        var options = Device.Options()
        options.threads = threads
        options.codeCache = .none
        return options
    }
    /// Returns the number that `draw` computes from the bits of the reference renderer's picture.
    static func expected(isSimple: Bool = false) throws -> UInt64 { try GuestPicture(Device(.reference), isSimple: isSimple).draw() }
}
