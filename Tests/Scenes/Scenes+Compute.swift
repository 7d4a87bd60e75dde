// Scenes: dispatches of compute shaders: invocations, shared variables, barriers, atomic operations, and dispatches whose group counts come
// from buffers.

import Raster
import Shading

extension Scene {
    static let compute: [Scene] = [
        Scene("the numbers of invocations and work groups") { stage in
            let program = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 3, local_size_y = 2, local_size_z = 5) in;
                layout(std430) buffer Numbers { uint numbers[]; };
                void main() {
                    uint groups = (gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
                    uint place = 10u * (groups * 30u + gl_LocalInvocationIndex);
                    numbers[place] = gl_NumWorkGroups.x * 100u + gl_NumWorkGroups.y * 10u + gl_NumWorkGroups.z;
                    for (uint axis = 0u; axis < 3u; axis++) {
                        numbers[place + 1u + axis] = gl_WorkGroupID[axis];
                        numbers[place + 4u + axis] = gl_LocalInvocationID[axis];
                        numbers[place + 7u + axis] = gl_GlobalInvocationID[axis] + 1000u * gl_WorkGroupSize[axis];
                    }
                }
                """)
            let buffer = try stage.device.makeBuffer(byteCount: 40 * 30 * 24)
            try stage.compute { pass in
                pass.setProgram(program)
                pass.setStorageBuffer("Numbers", buffer)
                pass.dispatch(4, 2, 3)
            }
            return [try stage.integers(buffer, "numbers")]
        },
        Scene("sums and products of a work group with shared variables") { stage in
            let program = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 60) in;
                layout(std430) readonly buffer Input { float values[]; };
                layout(std430) buffer Output { float sums[]; };
                uniform float scale;
                shared float partial[64];
                shared struct { ivec2 count; float largest[2]; } extremes;
                void main() {
                    uint i = gl_LocalInvocationIndex, n = gl_GlobalInvocationID.x;
                    partial[i] = n < uint(values.length()) ? values[n] * scale : 0.0;
                    if (i < 4u) partial[60u + i] = 0.0;
                    if (i == 7u) extremes.largest[1] = scale;
                    barrier();
                    for (uint width = 32u; width > 0u; width >>= 1) {
                        if (i < width) partial[i] += partial[i + width];
                        barrier();
                    }
                    if (i == 0u) {
                        sums[3u * gl_WorkGroupID.x] = partial[0];
                        sums[3u * gl_WorkGroupID.x + 1u] = extremes.largest[1];
                        sums[3u * gl_WorkGroupID.x + 2u] = float(values.length());
                    }
                }
                """)
            let input = try stage.device.makeBuffer((0..<1000).map { Float($0 * 37 % 101) / 16 }), output = try stage.device.makeBuffer(byteCount: 12 * 20)
            try stage.compute { pass in
                pass.setProgram(program)
                pass.setStorageBuffer("Input", input)
                pass.setStorageBuffer("Output", output)
                pass.setUniform("scale", 0.5)
                pass.dispatch(17)
                pass.setUniform("scale", 2)
                pass.setStorageBuffer("Input", input, offset: 256, byteCount: 600)
                pass.setStorageBuffer("Output", output, offset: 0)
                pass.dispatch(3)
            }
            return [stage.words(output, "sums")]
        },
        Scene("barriers in loops of different invocations") { stage in
            // In each turn, each invocation takes the value of another invocation. Every second invocation adds a sum from a loop whose
            // length depends on the invocation.
            let program = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 37, local_size_y = 3) in;
                layout(std430) buffer Values { int values[]; };
                shared int row[111];
                void main() {
                    uint i = gl_LocalInvocationIndex;
                    int value = int(i) + int(gl_WorkGroupID.x) * 1000;
                    for (int turn = 0; turn < 9; turn++) {
                        row[i] = value;
                        memoryBarrierShared();
                        barrier();
                        int next = row[(i + 1u + uint(turn)) % 111u];
                        if ((i & 1u) == 0u) {
                            int sum = 0;
                            for (int k = 0; k <= int(i % 7u); k++) sum += k;
                            next += sum;
                        } else if (turn == 3) {
                            next -= 5;
                        }
                        barrier();
                        value = next;
                    }
                    values[gl_WorkGroupID.x * 111u + i] = value;
                }
                """)
            let buffer = try stage.device.makeBuffer(byteCount: 4 * 111 * 3)
            try stage.compute { pass in
                pass.setProgram(program)
                pass.setStorageBuffer("Values", buffer)
                pass.dispatch(3)
            }
            return [try stage.integers(buffer, "values")]
        },
        Scene("atomic operations on buffers and shared variables") { stage in
            let program = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 50) in;
                layout(std430) buffer Results {
                    int signedMinimum, signedMaximum, signedSum;
                    uint minimum, maximum, sum, andBits, orBits, xorBits;
                    uint exchanged, exchangeSum, compared, oldSum, groups;
                    uint histogram[16];
                };
                shared uint counts[16];
                shared int lowest;
                void main() {
                    uint n = gl_GlobalInvocationID.x, i = gl_LocalInvocationIndex;
                    int value = int(n * 2654435761u) / 65536;
                    atomicMin(signedMinimum, value);
                    atomicMax(signedMaximum, value);
                    atomicAdd(signedSum, value);
                    atomicMin(minimum, n + 5u);
                    atomicMax(maximum, n * 3u);
                    atomicAnd(andBits, ~(1u << (n & 7u)));
                    atomicOr(orBits, 1u << (n % 31u));
                    atomicXor(xorBits, n);
                    atomicAdd(oldSum, atomicAdd(sum, 1u));
                    // Each value goes into the word once and comes out once, except for the last one, whose number is in the word.
                    atomicAdd(exchangeSum, atomicExchange(exchanged, n));
                    atomicCompSwap(compared, 0u, 7u);
                    if (i < 16u) counts[i] = 0u;
                    if (i == 0u) lowest = 1000;
                    barrier();
                    atomicAdd(counts[n * 7u % 16u], i);
                    atomicMin(lowest, value);
                    barrier();
                    if (i < 16u) atomicAdd(histogram[i], counts[i]);
                    if (i == 0u && lowest < 0) atomicAdd(groups, 1u);
                }
                """)
            let buffer = try stage.device.makeBuffer([UInt32](repeating: 0, count: 3) + [.max, 0, 0, .max] + [UInt32](repeating: 0, count: 7 + 16))
            try stage.compute { pass in
                pass.setProgram(program)
                pass.setStorageBuffer("Results", buffer)
                pass.dispatch(13)
            }
            // Words 9 and 10 depend on the order of the exchanges, but the sum of both words does not. Only the sum of words 9 and 10 is
            // compared.
            var words = try buffer.read(UInt32.self)
            words[10] &+= words[9]
            words[9] = 0
            return [SceneOutput(name: "results", numbers: words.map { Float(Int32(bitPattern: $0)) })]
        },
        Scene("atomic counters") { stage in
            let program = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 8) in;
                layout(binding = 1, offset = 4) uniform atomic_uint ups[2];
                layout(binding = 1, offset = 16) uniform atomic_uint downs;
                layout(std430, binding = 0) buffer Marks { uint marks[]; };
                void main() {
                    marks[atomicCounterIncrement(ups[0])] = 1u;
                    if (gl_GlobalInvocationID.x % 3u == 0u) atomicCounterIncrement(ups[1]);
                    marks[100u + atomicCounterDecrement(downs)] = 2u;
                    if (gl_GlobalInvocationID.x == 0u && atomicCounter(ups[0]) > 100u) marks[0] = 9u;
                }
                """)
            let marks = try stage.device.makeBuffer(byteCount: 4 * 200), counters = try stage.device.makeBuffer([9, 3, 0, 9, 60] as [UInt32])
            try stage.compute { pass in
                pass.setProgram(program)
                pass.setStorageBuffer("gl_AtomicCounters1", counters)
                pass.setStorageBuffer("Marks", marks)
                pass.dispatch(6)
            }
            return [try stage.integers(counters, "counters"), try stage.integers(marks, "marks")]
        },
        Scene("numbers of groups that a shader has written") { stage in
            let plan = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 1) in;
                layout(std430) buffer Plan { uint groups[3]; uint draw[4]; };
                uniform uint size;
                void main() { groups = uint[3](size, 2u, 1u); draw = uint[4](3u * size, 1u, 0u, 0u); }
                """)
            let work = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 4) in;
                layout(std430) buffer Corners { vec2 corners[]; };
                void main() {
                    uint n = gl_WorkGroupID.x, k = gl_LocalInvocationIndex;
                    if (k >= 3u) return;
                    vec2 centre = vec2(float(n % 4u), float(n / 4u)) * 0.5 - 0.75;
                    vec2 side = vec2(k == 1u ? 0.2 : -0.2, k == 2u ? 0.2 : -0.2);
                    corners[3u * n + k] = centre + (gl_WorkGroupID.y == 0u ? side : side * vec2(1.0));
                }
                """)
            let pipeline = try stage.pipeline(try stage.program("""
                #version 430
                layout(std430) readonly buffer Corners { vec2 corners[]; };
                out vec2 place;
                void main() { place = corners[gl_VertexID]; gl_Position = vec4(place, 0.0, 1.0); }
                """, "#version 430\nin vec2 place; out vec4 color; void main() { color = vec4(place * 0.5 + 0.5, 0.5, 1.0); }"), .none)
            let arguments = try stage.device.makeBuffer(byteCount: 28), corners = try stage.device.makeBuffer(byteCount: 8 * 3 * 16)
            let target = try stage.target(40, 40)
            var encoder = stage.device.makeCommandEncoder(label: "scene")
            encoder.compute { pass in
                pass.setProgram(plan)
                pass.setStorageBuffer("Plan", arguments)
                pass.setUniform("size", 13 as UInt32)
                pass.dispatch(1)
                pass.setProgram(work)
                pass.setStorageBuffer("Corners", corners)
                pass.dispatchIndirect(arguments)
            }
            encoder.render(to: target, clear: .color(0.1, 0.15, 0.2)) { pass in
                pass.setPipeline(pipeline)
                pass.setStorageBuffer("Corners", corners)
                pass.drawIndirect(arguments, offset: 12)
            }
            try stage.device.submit(encoder)
            return try stage.read(target) + [stage.words(corners, "corners")]
        },
        Scene("particles that a dispatch moves and a draw shows") { stage in
            let move = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 64) in;
                struct Particle { vec2 position; vec2 velocity; };
                layout(std430) buffer Particles { Particle particles[]; };
                uniform float step;
                void main() {
                    uint i = gl_GlobalInvocationID.x;
                    if (i >= uint(particles.length())) return;
                    Particle p = particles[i];
                    p.velocity -= p.position * step;
                    p.position += p.velocity * step;
                    particles[i] = p;
                }
                """)
            let show = try stage.pipeline(try stage.program("""
                #version 330
                in vec2 position; in vec2 velocity;
                out vec2 speed;
                void main() { gl_Position = vec4(position, 0.0, 1.0); speed = velocity; }
                """, "#version 330\nin vec2 speed; out vec4 result; void main() { result = vec4(abs(speed), 0.75, 1.0); }"),
                                          VertexLayout(stride: 16, VertexAttribute("position", .float2),
                                                       VertexAttribute("velocity", .float2, offset: 8))) { $0.pointSize = 3 }
            var points: [Float] = []
            for i in 0..<150 {
                let a = Float(i * 37 % 64) / 32 - 1, b = Float(i * 11 % 64) / 32 - 1
                points += [a * 0.75, b * 0.75, b * 0.5, a * -0.5]
            }
            let particles = try stage.device.makeBuffer(points), target = try stage.target(64, 64)
            var encoder = stage.device.makeCommandEncoder(label: "scene")
            for _ in 0..<5 {
                encoder.compute { pass in
                    pass.setProgram(move)
                    pass.setStorageBuffer("Particles", particles)
                    pass.setUniform("step", 0.125)
                    pass.dispatch(3)
                }
            }
            encoder.render(to: target, clear: .color(0.1, 0.15, 0.2)) { pass in
                pass.setPipeline(show)
                pass.setVertexBuffer(particles)
                pass.draw(.points, count: 150)
            }
            try stage.device.submit(encoder)
            return try stage.read(target) + [stage.words(particles, "particles")]
        },
        Scene("uniforms, uniform blocks and textures of a dispatch") { stage in
            let program = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 8, local_size_y = 4) in;
                layout(std140) uniform Colors { vec4 tints[3]; mat3 turn; } colors;
                uniform sampler2D picture;
                uniform sampler2DArray layers;
                uniform ivec2 size;
                uniform mat2 shear;
                layout(rgba8) writeonly uniform image2D result;
                void main() {
                    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
                    if (any(greaterThanEqual(place, size))) return;
                    vec2 at = shear * ((vec2(place) + 0.5) / vec2(size));
                    vec3 color = texture(picture, at).rgb + textureLod(picture, at, 1.0).rgb * colors.tints[place.x % 3].rgb;
                    color += colors.turn * texelFetch(layers, ivec3(place % 4, place.y % 2), 0).rgb;
                    imageStore(result, place, vec4(color * 0.5, 1.0));
                }
                """)
            let picture = try stage.texture(.d2, .rgba8, 16, 16, levels: 2) { x, y, _, level in SIMD4(Float(x) / 15, Float(y) / 15, Float(level), 1) }
            let layers = try stage.texture(.d2Array, .rgba8, 4, 4, depth: 2) { x, y, z, _ in SIMD4(Float(x) / 4, Float(z) / 2, Float(y) / 4, 1) }
            let block: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0.5, 1, 0, 0, 0.5, 0, 0, 0.5, 0, 0, 0, 0, 0, 0.25, 0]
            let colors = try stage.device.makeBuffer(block)
            let result = try stage.device.makeTexture(TextureDescriptor(format: .rgba8, width: 21, height: 15))
            try stage.compute { pass in
                pass.setProgram(program)
                pass.setUniformBuffer("Colors", colors)
                pass.setUniform("size", SIMD2<Int32>(21, 15))
                pass.setUniform("shear", Matrix2(SIMD2(1, 0.25), SIMD2(-0.25, 1)))
                pass.setTexture("picture", picture)
                pass.setTexture("layers", layers, .nearest)
                pass.setImage("result", result)
                pass.dispatch(3, 4)
            }
            return [try SceneOutput(result, name: "result")]
        },
        Scene("a blur with shared variables") { stage in
            let program = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 32) in;
                layout(rgba8) readonly uniform image2D source;
                layout(rgba8) writeonly uniform image2D result;
                uniform ivec2 direction;
                shared vec4 line[40];
                vec4 at(int i, int row) {
                    ivec2 size = imageSize(source), place = direction.x != 0 ? ivec2(i, row) : ivec2(row, i);
                    return imageLoad(source, clamp(place, ivec2(0), size - 1));
                }
                void main() {
                    int i = int(gl_GlobalInvocationID.x), k = int(gl_LocalInvocationIndex), row = int(gl_WorkGroupID.y);
                    line[k + 4] = at(i, row);
                    if (k < 4) { line[k] = at(i - 4, row); line[k + 36] = at(i + 32, row); }
                    barrier();
                    vec4 sum = vec4(0.0);
                    for (int j = 0; j < 9; j++) sum += line[k + j] / 9.0;
                    imageStore(result, direction.x != 0 ? ivec2(i, row) : ivec2(row, i), sum);
                }
                """)
            let first = try stage.texture(.d2, .rgba8, 50, 40) { x, y, _, _ in
                SIMD4((x / 7 + y / 5) % 2 == 0 ? 1 : 0, Float(x) / 50, x > 30 && y > 10 ? 1 : 0, 1)
            }
            let second = try stage.device.makeTexture(TextureDescriptor(format: .rgba8, width: 50, height: 40))
            try stage.compute { pass in
                pass.setProgram(program)
                pass.setImage("source", first)
                pass.setImage("result", second)
                pass.setUniform("direction", SIMD2<Int32>(1, 0))
                pass.dispatch(2, 40)
                pass.setImage("source", second)
                pass.setImage("result", first)
                pass.setUniform("direction", SIMD2<Int32>(0, 1))
                pass.dispatch(2, 50)
            }
            return [try SceneOutput(first, name: "result")]
        },
    ]
}

extension Stage {
    /// Returns the words of a buffer as signed integers.
    func integers(_ buffer: Buffer, _ name: String) throws -> SceneOutput {
        SceneOutput(name: name, numbers: try buffer.read(Int32.self).map { Float($0) })
    }
}
