// Images without a sampler: loads, stores, sizes, atomic operations, arrays of images. The tests also check which lanes of a fragment
// shader write.

import Shading
import Testing

@Test("texels are read and written, and units are chosen by an index")
func imageAccesses() throws {
    let run = try ComputeRun("""
        layout(local_size_x = 8, local_size_y = 5) in;
        layout(r32ui, binding = 4) uniform readonly uimage2D source;
        layout(r32ui) uniform writeonly uimage3D target[2];
        layout(std430) buffer Sizes { ivec3 size; };
        void main() {
            ivec2 place = ivec2(gl_LocalInvocationID.xy);
            uvec4 texel = imageLoad(source, place);
            imageStore(target[place.x % 3], ivec3(place, 1), uvec4(texel.x + texel.w, 0u, 0u, 0u));
            size = imageSize(target[1]) + ivec3(imageSize(source), 0);
        }
        """)
    #expect(run.program.interface.images == [
        ImageUniform(name: "source", dimension: .d2, format: .r32Uint, type: .uint, unit: 0, binding: 4, count: 1, isArray: false,
                     isReadOnly: true, isWriteOnly: false),
        ImageUniform(name: "target", dimension: .d3, format: .r32Uint, type: .uint, unit: 1, count: 2, isArray: true,
                     isReadOnly: false, isWriteOnly: true),
    ])
    #expect(run.program.interface.imageUnitCount == 3)
    let images = TestImages(count: 3)
    for index in images.texels[0].indices { images.texels[0][index] = UInt32(10 * index) }
    #expect(Array(try run([[0, 0, 0]], images: images)[0]) == [16, 8, 2])
    for y in 0..<4 {
        for x in 0..<8 {
            // An index beyond the array is clamped to its last element.
            let unit = 1 + min(x % 3, 1)
            #expect(images.texels[unit][32 + 8 * y + x] == UInt32(10 * (8 * y + x) + 1))
            #expect(images.texels[3 - unit][32 + 8 * y + x] == 0)
        }
    }
}

@Test("images of all shapes", arguments: [
    ("uimage1D", "2", 2, "imageSize(image)"), ("uimage1DArray", "ivec2(2, 1)", 34, "imageSize(image).y * 10"),
    ("uimage2DRect", "ivec2(2, 1)", 10, "imageSize(image).y"), ("uimageCube", "ivec3(2, 1, 1)", 42, "imageSize(image).y"),
    ("uimageCubeArray", "ivec3(2, 1, 1)", 42, "imageSize(image).z"), ("uimage2DArray", "ivec3(2, 1, 1)", 42, "imageSize(image).z"),
    ("uimageBuffer", "2", 2, "imageSize(image)"), ("uimage2DMS", "ivec2(2, 1), 1", 42, "imageSize(image).y * 10 + imageSamples(image)"),
    ("uimage2DMSArray", "ivec3(2, 1, 1), 0", 42, "imageSize(image).z * 10 + imageSamples(image)"),
] as [(String, String, Int, String)])
func imageShapes(type: String, place: String, index: Int, size: String) throws {
    let run = try ComputeRun("""
        layout(local_size_x = 1) in;
        layout(r32ui) uniform \(type) image;
        layout(std430) buffer Size { int size; };
        void main() {
            imageStore(image, \(place), uvec4(imageLoad(image, \(place)).x + 5u));
            imageAtomicAdd(image, \(place), 1u);
            size = \(size);
        }
        """, version: "450")
    let images = TestImages(count: 1), sizes: [String: UInt32] = ["uimage1D": 8, "uimage1DArray": 20, "uimageCubeArray": 0, "uimage2DArray": 2,
                                                                     "uimageBuffer": 8, "uimage2DMS": 42, "uimage2DMSArray": 22]
    images.texels[0][index] = 7
    #expect(try run([[9]], images: images)[0] == [sizes[type] ?? 4])
    #expect(images.texels[0][index] == 13 && images.texels[0].reduce(0, +) == 13)
}

@Test("atomic operations on texels", arguments: [
    ("imageAtomicAdd(image, p, 5u)", 12), ("imageAtomicMin(image, p, 5u)", 5), ("imageAtomicMax(image, p, 9u)", 9), ("imageAtomicAnd(image, p, 5u)", 5),
    ("imageAtomicOr(image, p, 8u)", 15), ("imageAtomicXor(image, p, 5u)", 2), ("imageAtomicExchange(image, p, 3u)", 3),
    ("imageAtomicCompSwap(image, p, 7u, 1u)", 1),
] as [(String, UInt32)])
func imageAtomics(call: String, result: UInt32) throws {
    let run = try ComputeRun("""
        layout(local_size_x = 1) in;
        layout(r32ui) uniform uimage2D image;
        layout(std430) buffer Old { uint old[2]; };
        void main() { ivec2 p = ivec2(2, 1); old[0] = \(call); p.x = -1; old[1] = \(call); }
        """)
    let images = TestImages(count: 1)
    images.texels[0][10] = 7
    #expect(try run([[1, 1]], images: images)[0] == [7, 0])
    #expect(images.texels[0][10] == result && images.texels[0].reduce(0, +) == result)
}

@Test("a float image exchanges floats")
func floatExchange() throws {
    let run = try ComputeRun("""
        layout(local_size_x = 1) in;
        layout(r32f) uniform image2D image;
        layout(std430) buffer Old { float old; };
        void main() { old = imageAtomicExchange(image, ivec2(0), 2.5); }
        """, version: "450")
    let images = TestImages(count: 1)
    images.texels[0][0] = bits(-1)
    #expect(try run([[0]], images: images)[0] == [bits(-1)])
    #expect(images.texels[0][0] == bits(2.5))
}

@Test("helper lanes and discarded lanes write nothing, but other lanes read what was written")
func fragmentWrites() throws {
    let program = try ShaderCompiler.link(
        vertex: ShaderSource(text: "#version 430\nvoid main() { gl_Position = vec4(0.0); }", name: "v"),
        fragment: ShaderSource(text: """
            #version 430
            layout(early_fragment_tests) in;
            layout(std430) buffer B { uint next; uint marks[4]; };
            layout(r32ui) uniform uimage2D image;
            out vec4 color;
            void main() {
                int lane = int(gl_FragCoord.x) + 2 * int(gl_FragCoord.y);
                if (lane == 1) discard;
                marks[lane] = 1u + atomicAdd(next, 1u);
                imageStore(image, ivec2(lane, 0), uvec4(5u));
                imageAtomicAdd(image, ivec2(lane, 1), 3u);
                color = vec4(float(marks[0]));
            }
            """, name: "f"))
    #expect(program.fragment.writesMemory && program.fragment.earlyFragmentTests)
    let interpreter = Interpreter(module: program.fragment, stepLimit: 10), images = TestImages(count: 1)
    interpreter.builtins[Int(BuiltinInput.fragCoordX.rawValue)] = unsafeBitCast(SIMD4<Float>(0.5, 1.5, 0.5, 1.5), to: QuadUInt.self)
    interpreter.builtins[Int(BuiltinInput.fragCoordY.rawValue)] = unsafeBitCast(SIMD4<Float>(0.5, 0.5, 1.5, 1.5), to: QuadUInt.self)
    interpreter.builtins[Int(BuiltinInput.helperInvocation.rawValue)] = QuadUInt(0, 0, .max, 0)
    var words: [UInt32] = [10, 0, 0, 0, 0]
    try words.withUnsafeMutableBytes { bytes in
        interpreter.bind(uniformBlocks: [], textures: NoTexels(), memory: ShaderMemory(storage: [bytes], images: images))
        _ = try interpreter.run(active: SIMDMask(repeating: true))
    }
    #expect(words == [12, 11, 0, 0, 12])
    #expect(Array(images.texels[0][..<4]) == [5, 0, 0, 5] && Array(images.texels[0][8..<12]) == [3, 0, 0, 3])
    #expect(interpreter.locals[program.fragment.outputs[0].firstSlot] == QuadUInt(repeating: bits(11)))
}
