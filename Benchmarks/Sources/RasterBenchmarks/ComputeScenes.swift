// ComputeScenes: dispatches of compute shaders. After the dispatches, a draw shows their results, so that the benchmark can compare the
// pictures of both renderers. The draw costs little compared with the dispatches.

import Raster

extension Scene {
    static var computeScenes: [Scene] { [
        Scene("compute-reduction", "sums of 4 M numbers, 256 in each work group, with shared memory") { device, target in
            let program = try device.makeComputeProgram(header + """
                layout(local_size_x = 256) in;
                layout(std430, binding = 0) readonly buffer Numbers { float numbers[]; };
                layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
                shared float partial[256];
                void main() {
                    uint own = gl_LocalInvocationIndex;
                    partial[own] = numbers[gl_GlobalInvocationID.x];
                    barrier();
                    for (uint width = 128u; width > 0u; width >>= 1) {
                        if (own < width) partial[own] += partial[own + width];
                        barrier();
                    }
                    if (own == 0u) sums[gl_WorkGroupID.x] = partial[0];
                }
                """)
            let count = 1 << 22, groups = count / 256
            let numbers = try device.makeBuffer((0..<count).map { Float($0 % 1000) / 1000 }), sums = try device.makeBuffer(byteCount: 4 * groups)
            let picture = try StoragePicture(device, "buffer Sums { float sums[]; };", "sums[(int(gl_FragCoord.y) * 128 + int(gl_FragCoord.x)) & \(groups - 1)] / 256.0")
            return { encoder, _ in
                encoder.compute { pass in
                    pass.setProgram(program)
                    pass.setStorageBuffer("Numbers", numbers)
                    pass.setStorageBuffer("Sums", sums)
                    pass.dispatch(groups)
                }
                picture.draw(to: target, &encoder) { $0.setStorageBuffer("Sums", sums) }
            }
        },
        Scene("compute-blur", "17 texels wide blur of 2048×1024 RGBA8 texels, with shared memory") { device, target in
            let program = try device.makeComputeProgram(header + """
                layout(local_size_x = 128) in;
                layout(rgba8, binding = 0) readonly uniform highp image2D source;
                layout(rgba8, binding = 1) writeonly uniform highp image2D result;
                shared vec4 row[128 + 16];
                void main() {
                    int own = int(gl_LocalInvocationID.x), width = imageSize(source).x, start = int(gl_WorkGroupID.x) * 128 - 8;
                    for (int i = own; i < 128 + 16; i += 128) {
                        row[i] = imageLoad(source, ivec2(clamp(start + i, 0, width - 1), gl_GlobalInvocationID.y));
                    }
                    barrier();
                    vec4 sum = vec4(0.0);
                    for (int k = 0; k <= 16; k++) sum += row[own + k] * (9.0 - abs(float(k - 8))) / 81.0;
                    imageStore(result, ivec2(gl_GlobalInvocationID.xy), sum);
                }
                """)
            let width = 2048, height = 1024
            var image = Image(width: width, height: height)
            for y in 0..<height { for x in 0..<width {
                image[x, y] = SIMD4(UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: x ^ y), UInt8(truncatingIfNeeded: x / 8 * y), 255)
            } }
            let source = try device.makeTexture(from: image)
            let result = try device.makeTexture(TextureDescriptor(format: .rgba8, width: width, height: height))
            let picture = try StoragePicture(device, "uniform highp sampler2D result;", "texelFetch(result, ivec2(gl_FragCoord.xy), 0)")
            return { encoder, _ in
                encoder.compute { pass in
                    pass.setProgram(program)
                    pass.setImage("source", source)
                    pass.setImage("result", result)
                    pass.dispatch(width / 128, height)
                }
                picture.draw(to: target, &encoder) { $0.setTexture("result", result, .nearest) }
            }
        },
        Scene("compute-particles", "a step of 1 M particles in storage buffers") { device, target in
            let program = try device.makeComputeProgram(header + """
                layout(local_size_x = 256) in;
                struct Particle { vec4 position; vec4 velocity; };
                layout(std430, binding = 0) buffer Particles { Particle particles[]; };
                uniform vec4 centre;
                void main() {
                    uint number = gl_GlobalInvocationID.x;
                    if (number >= uint(particles.length())) return;
                    Particle own = particles[number];
                    vec3 way = centre.xyz - own.position.xyz;
                    own.velocity.xyz += way * (0.01 / (dot(way, way) + 0.1));
                    own.position.xyz += own.velocity.xyz * 0.016;
                    if (abs(own.position.x) > 1.0) own.velocity.x = -own.velocity.x;
                    if (abs(own.position.y) > 1.0) own.velocity.y = -own.velocity.y;
                    particles[number] = own;
                }
                """)
            let count = 1 << 20
            func number(_ index: Int, _ factor: Int) -> Float { Float(index &* factor & 0xFFFF) / 32768 - 1 }
            let particles = try device.makeBuffer((0..<8 * count).map { number($0 / 8, 7919 + 2 * ($0 % 8)) * ($0 % 8 < 4 ? 1 : 0.1) })
            let picture = try StoragePicture(device, "struct Particle { vec4 position; vec4 velocity; }; buffer Particles { Particle particles[]; };",
                                             "particles[(int(gl_FragCoord.y) * 512 + int(gl_FragCoord.x)) & \(count - 1)].position * 0.5 + 0.5")
            return { encoder, frame in
                encoder.compute { pass in
                    pass.setProgram(program)
                    pass.setStorageBuffer("Particles", particles)
                    pass.setUniform("centre", SIMD4<Float>(Float(frame % 7) * 0.1, 0, 0, 0))
                    pass.dispatch(count / 256)
                }
                picture.draw(to: target, &encoder) { $0.setStorageBuffer("Particles", particles) }
            }
        },
    ] }

    private static let header = "#version 310 es\nprecision highp float; precision highp int;\n"
}

/// Shows memory in a corner of the target, one colour per pixel.
private struct StoragePicture {
    private let pipeline: Pipeline
    private let corners: Buffer

    /// - Parameters:
    ///   - declaration: GLSL that declares the memory.
    ///   - color: an expression, a vec4 or a float, that reads the memory.
    init(_ device: Device, _ declaration: String, _ color: String) throws {
        let version = "#version 310 es\nprecision highp float; precision highp int;\n"
        let storage = declaration.replacing("buffer ", with: "layout(std430, binding = 0) readonly buffer ")
        let program = try device.makeProgram(vertex: version + "in vec2 corner; void main() { gl_Position = vec4(corner, 0.0, 1.0); }",
                                             fragment: version + storage + "\nout vec4 shown; void main() { shown = vec4(\(color)); }")
        pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("corner", .float2)))
        corners = try device.makeBuffer([Float](arrayLiteral: -1, -1, -0.8, -1, -1, -0.7, -0.8, -0.7))
    }
    func draw(to target: Framebuffer, _ encoder: inout CommandEncoder, _ bind: (inout RenderPass) -> Void) {
        encoder.render(to: target, clear: .color(0, 0, 0, 1)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(corners)
            bind(&pass)
            pass.draw(.triangleStrip, count: 4)
        }
    }
}
