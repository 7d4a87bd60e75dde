// Compute shaders in kernels, against the interpreter: every buffer and image must have the same bits.

import Kernel
import Raster
import Testing

/// A compute shader with the memory that it uses.
struct ComputeCase: Sendable, CustomTestStringConvertible {
    struct Picture: Sendable {
        var name: String
        var format: PixelFormat
        var type = TextureType.d2
        var width = 37, height = 19, depth = 1
        var layer: Int?
    }
    var name: String
    var source: String
    var groups: (Int, Int, Int)
    /// The number of words of each storage block.
    var blocks: [(name: String, count: Int)] = []
    var pictures: [Picture] = []
    var testDescription: String { name }

    /// Runs the shader twice. Returns the words of all buffers, then the bytes of all images.
    func run(on device: Device) throws -> [[UInt8]] {
        let program = try device.makeComputeProgram(source, label: name)
        let buffers = try blocks.enumerated().map { number, block in
            try device.makeBuffer((0..<block.count).map { UInt32(truncatingIfNeeded: ($0 &* 2_654_435_761 &+ number) >> 9) & 0x3FFF }, label: block.name)
        }
        let textures = try pictures.map { picture in
            let texture = try device.makeTexture(TextureDescriptor(type: picture.type, format: picture.format, width: picture.width, height: picture.height,
                                                                   depth: picture.depth))
            texture.fillForTest()
            return texture
        }
        for _ in 0..<2 {
            var encoder = device.makeCommandEncoder()
            encoder.compute { pass in
                pass.setProgram(program)
                for (block, buffer) in zip(blocks, buffers) { pass.setStorageBuffer(block.name, buffer) }
                for (picture, texture) in zip(pictures, textures) { pass.setImage(picture.name, texture, layer: picture.layer) }
                pass.dispatch(groups.0, groups.1, groups.2)
            }
            try device.submit(encoder)
        }
        return buffers.map { Array($0.bytes) } + textures.map { $0.bytesForTest }
    }
}

extension Texture {
    fileprivate var memory: UnsafeMutableRawBufferPointer {
        let level = storage.levels[0]
        return UnsafeMutableRawBufferPointer(start: storage.base + level.offset, count: level.bytesPerSlice * level.slices)
    }
    /// Fills the texture with bytes that are no NaN in any format.
    fileprivate func fillForTest() { for (k, index) in memory.indices.enumerated() { memory[index] = UInt8(truncatingIfNeeded: (k &* 37 ^ k >> 4) & 0x3F) } }
    fileprivate var bytesForTest: [UInt8] { Array(memory) }
}

extension ComputeCase {
    private static func es(_ size: String, _ body: String) -> String {
        "#version 310 es\nprecision highp float; precision highp int; precision highp image2D; precision highp uimage2D;\nlayout(\(size)) in;\n" + body
    }
    private static func gl(_ size: String, _ body: String) -> String { "#version 430\nlayout(\(size)) in;\n" + body }

    static let all: [ComputeCase] = [
        ComputeCase(name: "particles", source: es("local_size_x = 64", """
            struct Particle { vec4 position; vec4 velocity; };
            layout(std430, binding = 0) buffer Particles { Particle particles[]; };
            void main() {
                uint i = gl_GlobalInvocationID.x;
                if (i >= uint(particles.length())) return;
                Particle p = particles[i];
                p.velocity.xyz += vec3(0.0, -0.01, 0.0) - p.position.xyz * 0.001;
                p.position.xyz += p.velocity.xyz * 0.02;
                if (p.position.y < 0.0) { p.position.y = -p.position.y; p.velocity.y *= -0.7; }
                particles[i] = p;
            }
            """), groups: (5, 1, 1), blocks: [("Particles", 8 * 300)]),
        ComputeCase(name: "reduction", source: es("local_size_x = 128", """
            layout(std430, binding = 0) readonly buffer Input { uint values[]; };
            layout(std430, binding = 1) writeonly buffer Output { uint sums[]; };
            shared uint partial[128];
            void main() {
                uint l = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x;
                partial[l] = i < uint(values.length()) ? values[i] : 0u;
                barrier();
                for (uint step = 64u; step > 0u; step >>= 1) {
                    if (l < step) partial[l] += partial[l + step];
                    barrier();
                }
                if (l == 0u) sums[gl_WorkGroupID.x] = partial[0];
            }
            """), groups: (7, 1, 1), blocks: [("Input", 800), ("Output", 7)]),
        ComputeCase(name: "blur with shared memory", source: es("local_size_x = 16, local_size_y = 8", """
            layout(rgba8, binding = 0) readonly uniform image2D source;
            layout(rgba8, binding = 1) writeonly uniform image2D target;
            shared vec4 tile[8][20];
            void main() {
                ivec2 p = ivec2(gl_GlobalInvocationID.xy), l = ivec2(gl_LocalInvocationID.xy), size = imageSize(source);
                for (int x = l.x; x < 20; x += 16) {
                    int from = clamp(int(gl_WorkGroupID.x) * 16 + x - 2, 0, size.x - 1);
                    tile[l.y][x] = imageLoad(source, ivec2(from, p.y));
                }
                barrier();
                vec4 sum = vec4(0.0);
                for (int k = 0; k < 5; k++) sum += tile[l.y][l.x + k] * 0.2;
                if (p.x < size.x && p.y < size.y) imageStore(target, p, sum);
            }
            """), groups: (3, 3, 1), pictures: [Picture(name: "source", format: .rgba8), Picture(name: "target", format: .rgba8)]),
        ComputeCase(name: "histogram", source: es("local_size_x = 50", """
            layout(std430, binding = 0) buffer Input { uint values[]; };
            layout(std430, binding = 1) buffer Bins { uint bins[16]; int lowest; int highest; uint bits; uint ones; uint odd; };
            shared uint own[16];
            void main() {
                uint v = values[gl_GlobalInvocationID.x];
                atomicAdd(own[v & 15u], 1u);
                atomicMin(lowest, int(v) - 8000);
                atomicMax(highest, int(v) - 8000);
                atomicOr(bits, v);
                atomicAnd(ones, ~v);
                atomicXor(odd, v);
                memoryBarrierShared();
                barrier();
                if (gl_LocalInvocationIndex < 16u) atomicAdd(bins[gl_LocalInvocationIndex], own[gl_LocalInvocationIndex]);
            }
            """), groups: (9, 1, 1), blocks: [("Input", 430), ("Bins", 21)]),
        ComputeCase(name: "numbers from a counter", source: es("local_size_x = 20", """
            layout(std430, binding = 0) buffer List { uint count; uint items[]; };
            layout(std430, binding = 1) buffer Words { uint words[]; };
            void main() {
                uint v = words[gl_GlobalInvocationID.x];
                if ((v & 3u) != 0u) items[atomicAdd(count, 1u) & 255u] = v;
                words[gl_GlobalInvocationID.x] = atomicExchange(items[256], v) + atomicCompSwap(items[257], v & 7u, v);
            }
            """), groups: (6, 2, 1), blocks: [("List", 260), ("Words", 240)]),
        ComputeCase(name: "several numbers from a counter for each invocation", source: es("local_size_x = 10, local_size_y = 3", """
            layout(std430, binding = 0) buffer List { uint count; uint items[]; };
            void main() {
                uint n = gl_LocalInvocationIndex + 30u * gl_WorkGroupID.x;
                items[atomicAdd(count, 1u) & 511u] = n;
                for (uint k = 0u; k < n % 5u; k++) items[atomicAdd(count, 1u) & 511u] = 1000u * k + 100u * gl_LocalInvocationID.y + gl_LocalInvocationID.x;
                atomicAdd(count, n & 1u);
            }
            """), groups: (3, 1, 1), blocks: [("List", 513)]),
        ComputeCase(name: "several numbers from a shared counter, with barriers", source: es("local_size_x = 44", """
            layout(std430, binding = 0) buffer List { uint items[]; };
            shared uint count, ends;
            void main() {
                uint n = gl_GlobalInvocationID.x;
                for (uint turn = 0u; turn < 3u; turn++) {
                    items[n * 6u + turn] = atomicAdd(count, turn + n % 3u);
                    barrier();
                }
                items[n * 6u + 3u] = atomicExchange(ends, n);
                items[n * 6u + 4u] = atomicMax(ends, n ^ 21u) + atomicCompSwap(ends, 9u, n);
            }
            """), groups: (2, 1, 1), blocks: [("List", 530)]),
        ComputeCase(name: "one number from a counter in a group of one row", source: es("local_size_x = 40", """
            layout(std430, binding = 0) buffer List { uint count; uint items[]; };
            void main() { if (gl_LocalInvocationIndex % 3u != 1u) items[atomicAdd(count, 1u) & 127u] = gl_GlobalInvocationID.x; }
            """), groups: (3, 1, 1), blocks: [("List", 129)]),
        ComputeCase(name: "a group whose size is no multiple of the lanes", source: es("local_size_x = 7, local_size_y = 3, local_size_z = 2", """
            layout(std430, binding = 0) buffer Output { uvec4 ids[]; };
            shared uint order[42];
            void main() {
                uvec3 g = gl_GlobalInvocationID;
                uint i = (g.z * gl_NumWorkGroups.y * 3u + g.y) * gl_NumWorkGroups.x * 7u + g.x;
                if (gl_LocalInvocationID.x == 4u) { ids[i] = uvec4(9u); return; }
                uint n = 0u;
                for (uint k = 0u; k < gl_LocalInvocationIndex; k += 3u) n += k ^ g.y;
                order[gl_LocalInvocationIndex] = n;
                ids[i] = uvec4(gl_LocalInvocationIndex, n, gl_WorkGroupID.x + 10u * gl_WorkGroupID.y + 100u * gl_WorkGroupID.z, order[gl_LocalInvocationIndex]);
            }
            """), groups: (3, 2, 2), blocks: [("Output", 4 * 42 * 12)]),
        ComputeCase(name: "indices outside of the memory", source: es("local_size_x = 24", """
            layout(std430, binding = 0) buffer Input { int offsets[48]; };
            layout(std430, binding = 1) buffer Words { uint words[]; };
            shared uint own[9];
            void main() {
                uint l = gl_LocalInvocationIndex;
                int i = int(l) * 97 - 700;
                own[i] = 5u;
                words[i + 200] = own[i] + 1u + uint(offsets[i]);
                words[l - 11u] = 77u + l;
                words[l + uint(words.length()) - 8u] += 3u;
                atomicAdd(words[i + 303], 2u);
                words[41u + 2u * l] = uint(offsets[int(l) - 5]) + uint(offsets[1000000u * l]);
            }
            """), groups: (1, 1, 1), blocks: [("Input", 48), ("Words", 130)]),
        ComputeCase(name: "barriers in loops and branches", source: es("local_size_x = 40", """
            layout(std430, binding = 0) buffer Words { uint turns; uint words[]; };
            shared uint a[40];
            void main() {
                uint l = gl_LocalInvocationIndex;
                uint local[5];
                for (uint k = 0u; k < 5u; k++) local[k] = l * k;
                a[l] = words[gl_GlobalInvocationID.x];
                for (uint turn = 0u; turn < (turns & 7u) + 2u; turn++) {
                    barrier();
                    uint other = a[(l + 7u + turn) % 40u];
                    barrier();
                    if ((turn & 1u) == 0u) { a[l] = other * 3u + local[other % 5u]; barrier(); a[l] ^= a[39u - l] & 0u; }
                    else { local[turn % 5u] += other; a[l] += local[(turn + l) % 5u]; }
                    while ((a[l] & 1u) != 0u) a[l] >>= 1;
                }
                words[gl_GlobalInvocationID.x] = a[l] + local[l % 5u];
            }
            """), groups: (4, 1, 1), blocks: [("Words", 161)]),
        ComputeCase(name: "images of several shapes", source: gl("local_size_x = 8, local_size_y = 8", """
            layout(rgba32f) uniform image2D floats;
            layout(r32ui) uniform uimage2D words;
            layout(rgba16i) uniform iimage3D volume;
            layout(rg8) uniform image2DArray layers;
            layout(r8) writeonly uniform imageCube cube;
            layout(rgba16f) uniform image2D one;
            void main() {
                ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                vec4 f = imageLoad(floats, p);
                imageStore(floats, p, f * 2.0 + vec4(p, imageSize(floats)));
                imageAtomicAdd(words, p / 2, uint(p.x));
                imageAtomicMax(words, p / 5 + ivec2(20, 0), uint(p.y * 9));
                ivec4 v = imageLoad(volume, ivec3(p, 1));
                imageStore(volume, ivec3(p, p.x & 3), v - ivec4(p.x * 3000, p.y, imageSize(volume).yz));
                vec4 l = imageLoad(layers, ivec3(p, 2));
                imageStore(layers, ivec3(p.yx, 0), l + vec4(0.1));
                imageStore(cube, ivec3(p, p.y % 7), vec4(float(p.x) / 17.0));
                imageStore(one, p, imageLoad(one, p) * vec4(2.0, 1.0 / float(p.x), 0.5, 7e5));
            }
            """), groups: (4, 3, 1), pictures: [
                Picture(name: "floats", format: .rgba32Float), Picture(name: "words", format: .r32Uint),
                Picture(name: "volume", format: .rgba16Int, type: .d3, width: 20, height: 17, depth: 3),
                Picture(name: "layers", format: .rg8, type: .d2Array, width: 24, height: 24, depth: 4),
                Picture(name: "cube", format: .r8, type: .cube, width: 21, height: 21),
                Picture(name: "one", format: .rgba16Float, type: .d2Array, width: 18, height: 23, depth: 3, layer: 1),
            ]),
        ComputeCase(name: "arrays of images", source: gl("local_size_x = 16, local_size_y = 2", """
            layout(rgba8) uniform image2D pictures[4];
            void main() {
                ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                vec4 sum = vec4(0.0);
                for (int k = 0; k < 2; k++) sum += imageLoad(pictures[k], p + k) * 0.3;
                imageStore(pictures[2 + (p.x + p.y) % 2], p, sum + imageLoad(pictures[p.x % 3 % 2], p.yx) + vec4(imageSize(pictures[p.x % 5]).xyxy) / 640.0);
            }
            """), groups: (3, 2, 1), pictures: [
                Picture(name: "pictures[0]", format: .rgba8), Picture(name: "pictures[1]", format: .rgba8, width: 16),
                Picture(name: "pictures[2]", format: .rgba8), Picture(name: "pictures[3]", format: .rgba8, height: 3),
            ]),
    ] + [PixelFormat.rgba32Float, .rg32Float, .r32Float, .rgba16Float, .rg16Float, .r16Float, .rg11b10Float, .rgba16, .rgb10a2, .rgba8, .rg16, .rg8, .r16,
         .r8, .rgba16Snorm, .rgba8Snorm, .rg16Snorm, .rg8Snorm, .r16Snorm, .r8Snorm, .rgba32Int, .rgba16Int, .rgba8Int, .rg32Int, .rg16Int, .rg8Int,
         .r32Int, .r16Int, .r8Int, .rgba32Uint, .rgba16Uint, .rgb10a2Uint, .rgba8Uint, .rg32Uint, .rg16Uint, .rg8Uint, .r32Uint, .r16Uint, .r8Uint].map(of)

    /// Reads and writes an image of a format.
    private static func of(_ format: PixelFormat) -> ComputeCase {
        let prefix = switch format.kind {
        case .int: "i"
        case .uint: "u"
        default: ""
        }
        let qualifier = "\(format)".replacing("Float", with: "f").replacing("Int", with: "i").replacing("Uint", with: "ui").replacing("Snorm", with: "_snorm")
            .replacing("rg11b10", with: "r11f_g11f_b10").replacing("rgb10a2", with: "rgb10_a2")
        let names = qualifier == "r11f_g11f_b10f" ? "r11f_g11f_b10f" : qualifier
        return ComputeCase(name: "an image of the format \(format)", source: gl("local_size_x = 16, local_size_y = 4", """
            layout(\(names)) uniform \(prefix)image2D picture;
            void main() {
                ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                \(prefix)vec4 t = imageLoad(picture, p);
                imageStore(picture, p, t.wzyx + t * \(prefix)vec4(p.x, 1, p.y, 2) - \(prefix)vec4(p.y & 1));
            }
            """), groups: (3, 6, 1), pictures: [Picture(name: "picture", format: format)])
    }
}

@Suite("Compute shaders in kernels") struct ComputeTests {
    @Test("write the bits of the interpreter, in every configuration", arguments: ComputeCase.all) func sameBits(computeCase: ComputeCase) throws {
        let expected = try computeCase.run(on: Device(.reference))
        for configuration in TileConfiguration.all {
            let actual = try computeCase.run(on: configuration.makeDevice())
            for (number, (a, b)) in zip(expected, actual).enumerated() where a != b {
                let place = zip(a, b).enumerated().first { $1.0 != $1.1 }!
                Issue.record("\(configuration): memory \(number) differs in \(zip(a, b).count { $0 != $1 }) bytes, first at \(place.offset): \(place.element)")
            }
        }
    }

    @Test("a NaN that a shader computes is stored as 0x7FC00000, and a copied float keeps its bits") func storedNaN() throws {
        let source = """
            #version 430
            layout(local_size_x = 16) in;
            struct Item { vec3 v; float rest; };
            layout(std430) readonly buffer In { Item given[]; };
            layout(std430) buffer Out { Item copied[16]; float computed[16][8]; };
            shared float line[16];
            uniform float one;
            void main() {
                uint i = gl_LocalInvocationIndex;
                Item item = given[i];
                vec4 rows[2];
                rows[i & 1u] = vec4(item.v, item.rest);
                vec3 v = item.v;
                for (int turn = 0; turn < int(i & 3u); turn++) v = v.zxy;
                copied[i].v = v;
                copied[i].rest = i == 3u ? one : rows[i & 1u].w;
                line[i] = item.v.x * one;
                barrier();
                computed[i] = float[8](length(item.v), -item.v.y, item.v.x / one, item.v.y + item.v.z, line[15u - i], fma(item.v.x, one, item.v.z),
                                       i == 2u ? item.v.x * one : item.v.x, mix(item.v.x, item.v.y, one));
            }
            """
        // The input has NaNs of both signs with different payloads.
        let given: [UInt32] = (0..<64).map { (number: UInt32) -> UInt32 in
            let sign: UInt32 = (number & 1) << 31, payload: UInt32 = 1 + number * 0x3003
            return sign | 0x7FC0_0000 | payload
        }
        var copied = given
        for item in 0..<16 {
            for component in 0..<3 { copied[4 * item + component] = given[4 * item + (component + 2 * (item & 3)) % 3] }
        }
        copied[15] = Float(1).bitPattern
        var devices = [Device(.reference)]
        for configuration in TileConfiguration.all { devices.append(try configuration.makeDevice()) }
        for device in devices {
            let program = try device.makeComputeProgram(source), input = try device.makeBuffer(given)
            let output = try device.makeBuffer(byteCount: 4 * (64 + 128))
            var encoder = device.makeCommandEncoder()
            encoder.compute { pass in
                pass.setProgram(program)
                pass.setStorageBuffer("In", input)
                pass.setStorageBuffer("Out", output)
                pass.setUniform("one", Float(1))
                pass.dispatch(1)
            }
            try device.submit(encoder)
            let words = try output.read(UInt32.self)
            #expect(Array(words[..<64]) == copied)
            #expect(words[64...].allSatisfy { $0 == 0x7FC0_0000 })
        }
    }

    @Test("a loop that does not end is an error, with and without fibers") func endless() throws {
        for wait in ["", "barrier();"] {
            let source = "#version 430\nlayout(local_size_x = 100) in; layout(std430) buffer B { uint b[]; };\n"
                + "void main() { \(wait) while (b[gl_LocalInvocationIndex] < 5u) { b[1] = 2u; } }"
            for configuration in TileConfiguration.all.prefix(3) {
                let device = try configuration.makeDevice(), program = try device.makeComputeProgram(source)
                let buffer = try device.makeBuffer([UInt32](repeating: 0, count: 100))
                let error = #expect(throws: RasterError.self) {
                    var encoder = device.makeCommandEncoder()
                    encoder.compute { pass in
                        pass.setProgram(program)
                        pass.setStorageBuffer("B", buffer)
                        pass.dispatch(30)
                    }
                    try device.submit(encoder)
                }
                #expect(error?.code == .shaderDidNotEnd)
            }
        }
    }
}
