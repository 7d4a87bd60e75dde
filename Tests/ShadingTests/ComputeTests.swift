// Compute shaders in the interpreter: invocations, shared memory, barriers.

import Shading
import Testing

@Test("each invocation has its place in the group and in the dispatch")
func invocations() throws {
    let run = try ComputeRun("""
        layout(local_size_x = 3, local_size_y = 2, local_size_z = 2) in;
        struct Place { uvec3 global; uint index; uvec3 local; uint group; };
        layout(std430) buffer Places { Place places[]; };
        void main() {
            uvec3 all = gl_NumWorkGroups * gl_WorkGroupSize;
            uint number = (gl_GlobalInvocationID.z * all.y + gl_GlobalInvocationID.y) * all.x + gl_GlobalInvocationID.x;
            places[number] = Place(gl_GlobalInvocationID, gl_LocalInvocationIndex, gl_LocalInvocationID,
                                   gl_WorkGroupID.x + 10u * gl_WorkGroupID.y + 100u * gl_WorkGroupID.z);
        }
        """)
    #expect(run.program.compute.workGroupSize == SIMD3(3, 2, 2))
    let groups = SIMD3<UInt32>(2, 3, 1), size = SIMD3<UInt32>(3, 2, 2), all = groups &* size
    let words = try run([Array(repeating: 0xDEAD, count: Int(8 * (all.x * all.y * all.z + 1)))], groups: groups)[0]
    var number = 0
    for z in 0 ..< all.z {
        for y in 0 ..< all.y {
            for x in 0 ..< all.x {
                let local = [x % size.x, y % size.y, z % size.z]
                let index = (local[2] * size.y + local[1]) * size.x + local[0], group = x / size.x + 10 * (y / size.y) + 100 * (z / size.z)
                #expect(Array(words[8 * number ..< 8 * number + 8]) == [x, y, z, index] + local + [group])
                number += 1
            }
        }
    }
    #expect(words[(8 * number)...].allSatisfy { $0 == 0xDEAD }, "invocations that do not exist have written")
}

@Test("a compute shader that states no size of its work groups compiles, and does not link")
func noWorkGroupSize() throws {
    let source = ShaderSource(
        text: "#version 430\nlayout(std430) buffer Words { uint words[]; }; void main() { words[0] = 1u; }", name: "sizeless")
    let shader = try ShaderCompiler.compile(source, as: .compute)
    let error = #expect(throws: ShaderError.self) { try ShaderCompiler.linkCompute(shader) }
    #expect(error?.diagnostics.map(\.phase) == [.link])
    #expect(error?.description.contains("local_size_x") == true)
}

@Test("gl_WorkGroupSize does not compile before a size is stated")
func unknownWorkGroupSize() {
    let source = ShaderSource(text: "#version 430\nvoid main() {\n uvec3 size = gl_WorkGroupSize; }", name: "sizeless")
    let error = #expect(throws: ShaderError.self) { try ShaderCompiler.compile(source, as: .compute) }
    #expect(error?.diagnostics.map(\.phase) == [.compile] && error?.diagnostics.first?.line == 3)
    #expect(error?.description.contains("local_size_x") == true)
}

@Test("a sum over shared memory, with a barrier in a loop", arguments: [1, 5, 64, 100])
func reduction(size: Int) throws {
    let run = try ComputeRun("""
        layout(local_size_x = \(size)) in;
        layout(std430) readonly buffer Numbers { uint numbers[]; };
        layout(std430) buffer Sums { uint sums[]; };
        shared uint part[\(size)];
        void main() {
            uint i = gl_LocalInvocationIndex;
            part[i] = numbers[gl_GlobalInvocationID.x];
            for (uint width = \(size)u; width > 1u; width = (width + 1u) / 2u) {
                barrier();
                uint low = (width + 1u) / 2u;
                if (i + low < width) part[i] += part[i + low];
            }
            barrier();
            if (i == 0u) sums[gl_WorkGroupID.x] = part[0];
        }
        """)
    #expect(run.program.compute.hasBarriers && run.program.compute.writesMemory)
    #expect(run.program.compute.sharedWordCount == size)
    let numbers = (0 ..< 3 * size).map { UInt32($0 * $0 + 1) }
    let sums = try run([numbers, [0, 0, 0, 7]], groups: SIMD3(3, 1, 1))[1]
    #expect(sums == (0..<3).map { numbers[$0 * size ..< ($0 + 1) * size].reduce(0, &+) } + [7])
}

@Test("shared memory is zero at the start of each group")
func sharedZero() throws {
    let run = try ComputeRun("""
        layout(local_size_x = 8) in;
        layout(std430) buffer Found { uint found[]; };
        shared uint a, b[8];
        void main() {
            found[gl_GlobalInvocationID.x] = a + b[7u - gl_LocalInvocationIndex];
            barrier();
            b[gl_LocalInvocationIndex] = 5u;
            a = 9u;
        }
        """)
    #expect(try run([Array(repeating: 3, count: 24)], groups: SIMD3(3, 1, 1))[0].allSatisfy { $0 == 0 })
}

@Test("values, local arrays and loop counters survive barriers")
func suspendedState() throws {
    let run = try ComputeRun("""
        layout(local_size_x = 13) in;
        layout(std430) buffer Result { uint result[]; };
        shared uint box[13];
        void main() {
            uint i = gl_LocalInvocationIndex, list[6], sum = 0u;
            for (int k = 0; k < 6; ++k) list[k] = i * 10u + uint(k);
            for (int turn = 0; turn < 6; ++turn) {
                uint before = list[(int(i) + turn) % 6];
                box[i] = before;
                barrier();
                sum += box[(i + 1u) % 13u] * uint(turn + 1) + before;
                barrier();
            }
            result[i] = sum;
        }
        """)
    let expected = (0 ..< 13).map { i -> UInt32 in
        func element(_ i: Int, _ turn: Int) -> Int { i * 10 + (i + turn) % 6 }
        return UInt32((0..<6).reduce(0) { $0 + element((i + 1) % 13, $1) * ($1 + 1) + element(i, $1) })
    }
    #expect(try run([Array(repeating: 0, count: 13)])[0] == expected)
}

@Test("barriers that only some invocations reach end", arguments: [
    "if (i < 6u) return; barrier();",
    "if (i % 2u == 0u) { barrier(); x += 1u; }",
    "for (uint k = 0u; k < i; ++k) { barrier(); x += 1u; }",
    "for (;;) { if (x >= i) return; barrier(); x += 1u; }",
    "if (i == 3u) { barrier(); } else { barrier(); barrier(); }",
    "switch (i % 3u) { case 0u: barrier(); case 1u: barrier(); break; default: return; }",
])
func divergentBarriers(code: String) throws {
    // GLSL allows barriers only where all invocations reach them, and at the end of main only outside of control flow (GLSL ES 3.10, 8.15).
    // Desktop GLSL leaves the result open, but the group must end.
    let run = try ComputeRun("""
        layout(local_size_x = 10) in;
        layout(std430) buffer Result { uint result[]; };
        void main() { uint i = gl_LocalInvocationIndex, x = 0u; result[i] = 1u; \(code) result[i] = 2u; }
        """)
    let words = try run([Array(repeating: 0, count: 10)], groups: SIMD3(2, 1, 1))[0]
    #expect(words.allSatisfy { $0 == 1 || $0 == 2 })
}

@Test("a loop that does not end is stopped, also behind a barrier, and later groups run")
func endlessLoops() throws {
    let text = """
        layout(local_size_x = 8) in;
        layout(std430) buffer Result { uint result[]; };
        shared uint s;
        void main() {
            if (gl_LocalInvocationIndex == 0u) s = result[0];
            barrier();
            if (gl_LocalInvocationIndex == 5u) while (s == 1u) result[1] += 1u;
            barrier();
            result[2] = 4u;
        }
        """
    var run = try ComputeRun(text)
    run.stepLimit = 50
    #expect(throws: ShaderExecutionError.self) { try run([[1, 0, 0]]) }
    let interpreter = Interpreter(module: run.program.compute, stepLimit: 50)
    var words: [UInt32] = [1, 0, 0]
    words.withUnsafeMutableBytes { bytes in
        interpreter.bind(uniformBlocks: [], textures: NoTexels(), memory: ShaderMemory(storage: [bytes]))
        #expect(throws: ShaderExecutionError.self) { try interpreter.run(workGroup: .zero, of: SIMD3(1, 1, 1)) }
        bytes.storeBytes(of: 0, as: UInt32.self)
        #expect(throws: Never.self) { try interpreter.run(workGroup: .zero, of: SIMD3(1, 1, 1)) }
    }
    #expect(words[2] == 4)
}

@Test("a module prints its work group, its memory and its operations")
func computePrinting() throws {
    let text = try ComputeRun("""
        layout(local_size_x = 4, local_size_y = 2) in;
        layout(std430) buffer B { uint n; uint data[]; };
        layout(r32ui) uniform uimage2D image;
        shared uint s[3];
        void main() {
            s[gl_LocalInvocationID.x] = data[gl_LocalInvocationID.y];
            barrier();
            memoryBarrier();
            n = atomicAdd(s[1], 2u) + uint(data.length()) + imageLoad(image, ivec2(1, 2)).x;
            imageAtomicCompSwap(image, ivec2(0), 1u, n);
            imageStore(image, ivec2(n), uvec4(imageSize(image), 0, 0));
        }
        """).program.compute.description
    for line in ["compute shader", "work group 4 2 1", "shared words 3", "load storage 0[", "store storage 0[", "size of storage 0", "store shared[",
                 "atomic add shared[", "atomic compareExchange image d2 r32Uint unit 0 at (", " if equal to %", "imageLoad d2 r32Uint unit 0 at (",
                 "imageStore d2 r32Uint unit 0 at (", "imageSize d2 r32Uint unit 0", "barrier", "memoryBarrier"] {
        #expect(text.contains(line), "\(line) is missing in:\n\(text)")
    }
}
