// A small program with dispatches before and after a draw in one frame: three dispatches with hazards, a draw that reads the results of
// these dispatches and stores into a buffer and an image, and a dispatch that reads the results of the draw.

import Raster
import Shading

struct ComputeFixture {
    let device: Device
    let picture: Framebuffer
    let points: Buffer
    let counts: Buffer
    private let arguments: Buffer
    let checks: Texture
    let traces: Texture
    private let move: ComputeProgram
    private let paint: ComputeProgram
    private let pipeline: Pipeline

    /// Moves each point, counts the points of each work group with shared memory and atomic operations, and writes the arguments of the next
    /// dispatch.
    static let moveSource = """
        #version 310 es
        precision highp float;
        layout(local_size_x = 8) in;
        struct Point { vec4 place; vec4 speed; };
        layout(std430, binding = 0) buffer Points { float step; Point points[]; };
        layout(std430, binding = 1) buffer Counts { uint total; uint groups[4]; uint arguments[3]; };
        uniform float drag;
        shared float reach[8];
        void main() {
            uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x;
            points[i].place += points[i].speed * step * drag;
            reach[l] = points[i].place.x;
            barrier();
            float sum = reach[l] + reach[7u - l];
            points[i].speed.w = sum;
            atomicAdd(total, 1u);
            atomicAdd(groups[gl_WorkGroupID.x], l);
            if (i == 0u) { arguments[0] = 2u; arguments[1] = 2u; arguments[2] = 1u; }
        }
        """
    static let paintSource = """
        #version 310 es
        precision highp float;
        precision highp image2D;
        layout(local_size_x = 4, local_size_y = 4) in;
        layout(rgba8, binding = 0) writeonly uniform image2D target;
        layout(std430, binding = 0) readonly buffer Counts { uint total; uint groups[4]; };
        void main() {
            ivec2 p = ivec2(gl_GlobalInvocationID.xy);
            vec4 c = vec4(vec2(p) / 8.0, float(total) / 32.0, 1.0);
            imageStore(target, p, c);
        }
        """
    static let fragmentSource = """
        #version 430
        layout(std430, binding = 0) buffer Counts { uint total; uint groups[4]; };
        layout(rgba8, binding = 0) writeonly uniform image2D traces;
        uniform sampler2D checks;
        out vec4 pixel;
        void main() {
            atomicAdd(groups[3], 1u);
            imageStore(traces, ivec2(gl_FragCoord.xy), vec4(1.0, 0.5, 0.25, 1.0));
            pixel = texelFetch(checks, ivec2(gl_FragCoord.xy), 0) + vec4(0.0, 0.0, float(total) * 0.0, 0.0);
        }
        """

    init(_ device: Device) throws {
        self.device = device
        picture = try device.makeFramebuffer(width: 8, height: 8, label: "picture")
        move = try device.makeComputeProgram(ShaderSource(text: ComputeFixture.moveSource, name: "move.comp"), label: "move")
        paint = try device.makeComputeProgram(ShaderSource(text: ComputeFixture.paintSource, name: "paint.comp"), label: "paint")
        points = try device.makeBuffer([Float]([0.5, 0, 0, 0]) + (0..<16).flatMap { [Float($0), 1, 2, 3, 2, 0, 0, 0] }, label: "points")
        counts = try device.makeBuffer([UInt32](repeating: 0, count: 8), label: "counts")
        arguments = try device.makeBuffer([UInt32]([0, 0, 0, 2, 1, 1]), label: "arguments")
        checks = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, label: "checks"))
        traces = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, label: "traces"))
        let program = try device.makeProgram(vertex: ShaderSource(text: """
            #version 430
            void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }
            """, name: "show.vert"), fragment: ShaderSource(text: ComputeFixture.fragmentSource, name: "show.frag"), label: "show")
        pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(buffers: [], attributes: []), label: "show")
    }

    func record() -> CommandEncoder {
        var frame = device.makeCommandEncoder(label: "frame")
        frame.compute(label: "simulation") { pass in
            pass.setProgram(move)
            pass.setStorageBuffer("Points", points)
            pass.setStorageBuffer("Counts", counts)
            pass.setUniform("drag", Float(0.5))
            pass.dispatch(2, label: "move")
            pass.dispatchIndirect(arguments, offset: 12, label: "move again")
        }
        frame.compute(label: "painting") { pass in
            pass.setProgram(paint)
            pass.setStorageBuffer("Counts", counts)
            pass.setImage("target", checks)
            pass.dispatchIndirect(counts, offset: 20, label: "paint")
        }
        frame.render(to: picture, clear: .color(0, 0, 0), label: "main") { pass in
            pass.setPipeline(pipeline)
            pass.setStorageBuffer("Counts", counts)
            pass.setImage("traces", traces)
            pass.setTexture("checks", checks, .nearest)
            pass.draw(count: 3, label: "show")
        }
        frame.compute(label: "end") { pass in
            pass.setProgram(paint)
            pass.setStorageBuffer("Counts", counts)
            pass.setImage("target", checks)
            pass.dispatch(0, label: "nothing")
        }
        return frame
    }

    /// Captures one frame, drawn on the device.
    static func capture(_ file: TemporaryFile, on device: Device = Device(.reference)) throws -> ComputeFixture {
        let fixture = try ComputeFixture(device)
        try device.captureNextFrame(to: file.path)
        try device.submit(fixture.record())
        return fixture
    }
}
