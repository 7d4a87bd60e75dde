// Storage blocks: layouts, arrays without a length, indices out of range, arrays of blocks, atomic operations and counters.

import Shading
import Testing

private func storage(_ declarations: String, _ code: String, version: String = "430", size: Int = 1) throws -> ComputeRun {
    try ComputeRun("layout(local_size_x = \(size)) in;\n\(declarations)\nvoid main() { \(code) }", version: version)
}

@Test("members have the places of their layout")
func storageLayouts() throws {
    let members = "struct S { vec3 v; float f; mat3x2 m; float a[3]; vec2 w; }; layout(LAYOUT) buffer B { float x; S s; vec3 list[2]; mat2 p[2]; }; "
    let code = """
        x = 1.0; s.v = vec3(2.0, 3.0, 4.0); s.f = 5.0; s.m = mat3x2(6.0, 7.0, 8.0, 9.0, 10.0, 11.0);
        s.a[2] = 12.0; s.w = vec2(13.0, 14.0); list[1] = vec3(15.0, 16.0, 17.0); p[1][1] = vec2(18.0, 19.0);
        """
    func places(_ layout: String) throws -> [Int] {
        let words = try storage(members.replacingOccurrences(of: "LAYOUT", with: layout), code)([Array(repeating: 0, count: 64)])[0]
        return (1...19).map { number in words.firstIndex(of: bits(Float(number))) ?? -1 }
    }
    #expect(try places("std430") == [0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 18, 19, 24, 25, 26, 34, 35])
    #expect(try places("std140") == [0, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 28, 32, 33, 40, 41, 42, 56, 57])
    #expect(try places("std430, row_major") == [0, 4, 5, 6, 7, 8, 12, 9, 13, 10, 14, 18, 20, 21, 28, 29, 30, 37, 39])
    #expect(try places("std140") == places("shared"), "a block whose layout the implementation chooses has the layout std140")
}

@Test("bools are stored as integers")
func storedBools() throws {
    let run = try storage("layout(std430) buffer B { bool a; bvec3 b; uint c; };", "bool old = a; a = !b.y; b = bvec3(old, true, c == 7u);")
    #expect(try run([[5, 0, 0, 0, 0, 1, 0, 7]])[0] == [0, 0, 0, 0, 1, 1, 1, 7])
}

@Test("length() is the number of elements that the buffer has room for", arguments: [(0, 0), (3, 0), (4, 0), (7, 0), (8, 1), (12, 2), (13, 2)])
func arrayLengths(size: Int, length: Int) throws {
    let run = try storage("""
        layout(std430, binding = 0) buffer Out { int result; };
        layout(std430, binding = 1) buffer In { uvec2 head; vec4 body[]; };
        """, "result = body.length();")
    let first = try #require(run.program.interface.storageBlocks.firstIndex { $0.name == "Out" })
    var buffers: [[UInt32]] = [[], []]
    buffers[first] = [99]
    buffers[1 - first] = Array(repeating: 0, count: size)
    #expect(try run(buffers)[first] == [UInt32(length)])
}

@Test("indices out of range reach no neighbour", arguments: [
    "fixedArray[i]", "s[i].b", "s[1].a[i]", "s[1].c[i].y", "s[i].a[i]", "tail[i].b", "tail[0].a[i]", "tail[i].a[1]", "tail[i].c[i].x",
])
func outOfRange(access: String) throws {
    let declarations = """
        uniform int i;
        struct S { uint a[3]; uint b; uvec3 c[3]; };
        layout(std430) buffer B { uint before; uint fixedArray[3]; uint behind; S s[3]; S tail[]; };
        """
    let initial = (0..<88).map { UInt32($0) + 1000 }
    let write = try storage(declarations, "\(access) = 7u;"), read = try storage(declarations, "before = \(access);")
    let add = try storage(declarations, "before = atomicAdd(\(access), 1u);")
    for index in outsideIndices where !(access.hasPrefix("tail[i]") && (0..<4).contains(index)) {
        let uniforms = [UInt32(bitPattern: index)]
        #expect(try write([initial], uniforms: uniforms)[0] == initial, "a write with the index \(index)")
        #expect(try read([initial], uniforms: uniforms)[0] == [0] + initial.dropFirst(), "a read with the index \(index)")
        #expect(try add([initial], uniforms: uniforms)[0] == [0] + initial.dropFirst(), "an atomic operation with the index \(index)")
    }
}

private let outsideIndices: [Int32] = [
    -1, 3, 4, 100, 0x0FFF_FFFF, 0x1000_0000, 0x2AAA_AAAB, 0x3FFF_FFFF, 0x4000_0000, 0x5555_5556, -0x4000_0000, .max, .min,
]

@Test("indices out of range reach no other shared variable", arguments: ["first[i]", "second[i]", "third[1][i]", "third[i][0]"])
func outOfRangeShared(access: String) throws {
    let run = try storage("uniform int i; layout(std430) buffer B { uint read, sum; }; shared uint first[3], second[3], third[3][2];", """
        for (int k = 0; k < 3; ++k) first[k] = second[k] = third[k][0] = third[k][1] = 5u;
        \(access) = 7u;
        read = \(access);
        for (int k = 0; k < 3; ++k) sum += first[k] + second[k] + third[k][0] + third[k][1];
        """)
    for index in outsideIndices { #expect(try run([[9, 0]], uniforms: [UInt32(bitPattern: index)])[0] == [0, 60], "the index \(index)") }
}

@Test("a buffer that is missing, too short or not a whole number of words is safe")
func shortBuffers() throws {
    let run = try storage("layout(std430) buffer B { uint a; uint b[]; };", "a += b[0] + 1u; b[1] = 9u; atomicAdd(b[0], 3u);")
    #expect(try run([]) == [])
    #expect(try run([[]]) == [[]])
    #expect(try run([[4]]) == [[5]])
    #expect(try run([[4, 5]]) == [[10, 8]])
    var words: [UInt32] = [1, 2, 3]
    words.withUnsafeMutableBytes { bytes in
        let interpreter = Interpreter(module: run.program.compute, stepLimit: 1)
        interpreter.bind(uniformBlocks: [], textures: NoTexels(), memory: ShaderMemory(storage: [UnsafeMutableRawBufferPointer(rebasing: bytes[..<11])]))
        #expect(throws: Never.self) { try interpreter.run(workGroup: .zero, of: SIMD3(1, 1, 1)) }
    }
    #expect(words == [4, 5, 3])
}

@Test("an index chooses an element of an array of blocks, of one and of two dimensions")
func arraysOfBlocks() throws {
    let run = try storage("""
        layout(std430, binding = 0) buffer Out { uint result[]; };
        layout(std430, binding = 1) buffer In { uint head; uint body[]; } blocks[3];
        """, """
        uint i = gl_LocalInvocationIndex;
        uint old = atomicAdd(blocks[i].body[1], 100u);
        blocks[i].head = i + 40u;
        result[i] = old + blocks[i].body[0] + uint(blocks[i].body.length()) * 1000u;
        blocks[2].body[0] = 77u;
        """, size: 5)
    let names = run.program.interface.storageBlocks.map(\.name)
    #expect(Set(names) == ["Out", "In[0]", "In[1]", "In[2]"])
    #expect(run.program.interface.storageBlocks.map(\.binding).sorted() == [0, 1, 2, 3])
    let contents: [String: [UInt32]] = ["Out": [0, 0, 0, 0, 0, 9], "In[0]": [0, 1, 2], "In[1]": [0, 3, 4, 5], "In[2]": [0, 6, 7]]
    let words = try run(names.map { contents[$0]! })
    let results = Dictionary(uniqueKeysWithValues: zip(names, words))
    #expect(results["Out"] == [2003, 3007, 2013, 0, 0, 9], "an index out of range reads zero")
    #expect(results["In[0]"] == [40, 1, 102])
    #expect(results["In[1]"] == [41, 3, 104, 5])
    #expect(results["In[2]"] == [42, 77, 107])
    let matrix = try storage("layout(std430) buffer In { uint x; } blocks[2][3]; uniform int i;", "blocks[1][i].x = 5u; blocks[i][0].x += 2u;")
    #expect(matrix.program.interface.storageBlocks.map(\.name) == ["In[0][0]", "In[0][1]", "In[0][2]", "In[1][0]", "In[1][1]", "In[1][2]"])
    #expect(try matrix(Array(repeating: [0], count: 6), uniforms: [1]) == [[0], [0], [0], [2], [5], [0]])
    #expect(try matrix(Array(repeating: [0], count: 6), uniforms: [3]) == Array(repeating: [0], count: 6))
}

@Test("atomic operations", arguments: [
    ("atomicAdd(u, 5u)", "u", 12), ("atomicMin(u, 5u)", "u", 5), ("atomicMax(u, 0x80000000u)", "u", 0x8000_0000), ("atomicAnd(u, 5u)", "u", 5),
    ("atomicOr(u, 8u)", "u", 15), ("atomicXor(u, 5u)", "u", 2), ("atomicExchange(u, 3u)", "u", 3), ("atomicCompSwap(u, 7u, 1u)", "u", 1),
    ("atomicCompSwap(u, 6u, 1u)", "u", 7), ("atomicAdd(i, -9)", "i", 0xFFFF_FFFE), ("atomicMin(i, -5)", "i", 0xFFFF_FFFB), ("atomicMax(i, -5)", "i", 7),
] as [(String, String, UInt32)])
func atomics(call: String, variable: String, result: UInt32) throws {
    for place in ["", "shared "] {
        let declarations = place.isEmpty ? "layout(std430) buffer B { uint u; int i; uint old; };"
            : "layout(std430) buffer B { uint outU; int outI; uint old; }; shared uint u; shared int i;"
        let code = place.isEmpty ? "old = uint(\(call));" : "u = 7u; i = 7; old = uint(\(call)); outU = u; outI = i;"
        let words = try storage(declarations, code)([[7, 7, 0]])[0]
        #expect(words[variable == "u" ? 0 : 1] == result && words[variable == "u" ? 1 : 0] == 7 && words[2] == 7, "\(place)\(call)")
    }
}

@Test("invocations number themselves in ascending order")
func atomicOrder() throws {
    let run = try storage("layout(std430) buffer B { uint next; uint order[]; };", "order[gl_GlobalInvocationID.x] = atomicAdd(next, 1u);", size: 6)
    #expect(try run([Array(repeating: 0, count: 19)], groups: SIMD3(3, 1, 1))[0] == [18] + (0..<18).map { UInt32($0) })
}

@Test("atomic counters are words of a block for each binding")
func atomicCounters() throws {
    let run = try storage("""
        layout(binding = 2, offset = 4) uniform atomic_uint a;
        layout(binding = 2) uniform atomic_uint list[3];
        layout(binding = 0) uniform atomic_uint b;
        layout(std430, binding = 5) buffer Out { uint result[]; };
        """, """
        uint i = gl_LocalInvocationIndex;
        result[i] = atomicCounterIncrement(a);
        result[i + 4u] = atomicCounterDecrement(b);
        if (i == 1u) { atomicCounterIncrement(list[i]); atomicCounterIncrement(list[i + 1u]); }
        result[8] = atomicCounter(list[1]);
        atomicCounterIncrement(list[i + 2u]);
        """, size: 4)
    let blocks = run.program.interface.storageBlocks
    let counters = try #require(blocks.firstIndex { $0.name == "gl_AtomicCounters2" })
    let others = try #require(blocks.firstIndex { $0.name == "gl_AtomicCounters0" })
    #expect(blocks[counters].isCounters && blocks[counters].binding == 2 && blocks[counters].byteCount == 20)
    #expect(blocks[counters].members.map(\.name) == ["a", "list"] && blocks[counters].members.map(\.offset) == [4, 8])
    #expect(blocks[counters].members[1].arrayCount == 3)
    var buffers = blocks.map { _ in Array(repeating: UInt32(0), count: 9) }
    buffers[counters] = [50, 10, 0, 0, 0, 60]
    buffers[others] = [2]
    let words = try run(buffers), result = words[try #require(blocks.firstIndex { $0.name == "Out" })]
    #expect(words[counters] == [50, 14, 0, 1, 2, 60], "an index out of range counts nothing")
    #expect(words[others] == [0xFFFF_FFFE])
    #expect(Array(result[..<4]) == [10, 11, 12, 13] && Array(result[4..<8]) == [1, 0, 0xFFFF_FFFF, 0xFFFF_FFFE])
}

@Test("huge arrays of a block are no values, but memory")
func hugeArrays() throws {
    let run = try storage("layout(std430) buffer B { float a[100000000]; float behind; vec4 rest[4][2000000]; };",
                          "a[3] = 1.0; a[99999999 - int(gl_NumWorkGroups.x)] = 2.0; behind = 5.0;")
    #expect(try run([[0, 0, 0, 0, 9]])[0] == [0, 0, 0, bits(1), 9])
    #expect(run.program.interface.storageBlocks[0].byteCount == 400_000_016 + 4 * 2_000_000 * 16)
    #expect(throws: ShaderError.self) { try storage("layout(std430) buffer B { vec4 a[200000000]; };", "a[1] = vec4(0.0);") }
    #expect(throws: ShaderError.self) { try storage("layout(std430) buffer B { vec4 a[2000000000]; };", "a[1] = vec4(0.0);") }
    for code in ["float c[300000] = a; b[1] = c[2];", "a = b;", "b[0] = f(a);", "b[0] = a == b ? 1.0 : 2.0;", "s.x[1] = 2.0; S t = s;"] {
        #expect(throws: ShaderError.self) {
            try storage("struct S { float x[300000]; }; layout(std430) buffer B { float a[300000]; float b[300000]; S s; };"
                + "float f(float x[300000]) { return x[1]; }", code)
        }
    }
    #expect(throws: ShaderError.self) {
        try storage("struct S { vec4 v[2]; }; struct T { S s[1000000]; }; layout(std430) buffer B { T t; };", "t.s[1].v[0].x = 1.0;")
    }
}

@Test("structures that contain themselves are errors")
func recursiveStructures() {
    #expect(throws: ShaderError.self) { try storage("struct S { S s; float f; }; layout(std430) buffer B { S s; };", "s.f = 1.0;") }
    #expect(throws: ShaderError.self) { try storage("layout(std430) buffer B { B b; float f; };", "f = 1.0;") }
}

@Test("storage blocks of two stages are one block, and reflection names what it holds")
func storageReflection() throws {
    let block = "struct P { vec3 position; float mass[2]; };"
        + "layout(std430, binding = 3) QUALIFIER buffer Particles { uint count; P list[4]; float tail[]; } particles;"
    func link(_ vertex: String, _ fragment: String) throws -> LinkedProgram {
        try ShaderCompiler.link(
            vertex: ShaderSource(text: "#version 430\n" + block.replacingOccurrences(of: "QUALIFIER", with: vertex)
                + "void main() { gl_Position = vec4(particles.list[gl_VertexID].position, particles.tail[1]); }", name: "v"),
            fragment: ShaderSource(text: "#version 430\n" + block.replacingOccurrences(of: "QUALIFIER", with: fragment)
                + "layout(std430) writeonly buffer Out { vec4 colors[]; }; out vec4 color;"
                + "void main() { color = vec4(particles.tail[2]); colors[1] = color; }", name: "f"))
    }
    let program = try link("readonly", "readonly")
    #expect(program.interface.storageBlocks.map(\.name) == ["Particles", "Out"])
    let particles = program.interface.storageBlocks[0]
    #expect(particles.binding == 3 && particles.isReadOnly && !particles.isWriteOnly && particles.byteCount == 148)
    #expect(program.interface.storageBlocks[1].isWriteOnly && program.interface.storageBlocks[1].binding == 0)
    #expect(particles.members.map(\.name) == ["Particles.count", "Particles.list[0].position", "Particles.list[0].mass", "Particles.tail"])
    #expect(particles.members.map(\.offset) == [0, 16, 28, 144])
    #expect(particles.members.map(\.arrayCount) == [1, 1, 2, 0])
    #expect(particles.members.map(\.topLevelArray) == [nil, .init(count: 4, stride: 32), .init(count: 4, stride: 32), .init(count: 0, stride: 4)])
    #expect(!program.vertex.writesMemory && program.fragment.writesMemory)
    #expect(throws: ShaderError.self) { try link("readonly", "") }
    func pair(_ vertex: String, _ fragment: String) throws {
        _ = try ShaderCompiler.link(
            vertex: ShaderSource(text: "#version 430\n\(vertex)\nvoid main() { gl_Position = vec4(0.0); a = 1.0; }", name: "v"),
            fragment: ShaderSource(text: "#version 430\n\(fragment)\nvoid main() { }", name: "f"))
    }
    #expect(throws: Never.self) { try pair("buffer B { float a; vec2 b; };", "buffer B { float a; vec2 b; };") }
    for other in ["float b; vec2 a;", "float a; vec3 b;", "vec2 b; float a;", "float a;"] {
        #expect(throws: ShaderError.self, "\(other)") { try pair("buffer B { float a; vec2 b; };", "buffer B { \(other) };") }
    }
}

@Test("too many blocks, words or invocations are errors that say so", arguments: [
    ("shared float a[16385];", "a[0] = 1.0;", "shared variables take more than 65536 bytes"),
    ("layout(std430) buffer B { float x; } b[17];", "b[0].x = 1.0;", "a stage may have 16 storage blocks"),
    ((0..<17).map { "layout(std430) buffer B\($0) { float x\($0); };" }.joined(), (0..<17).map { "x\($0) = 1.0;" }.joined(),
     "17 storage blocks; the limit is 16"),
    ("layout(std430) buffer B { double x; };", "x = 1.0LF;", "'double' in block 'B'"),
    ("layout(r32ui) uniform uimage2D a[33];", "imageStore(a[0], ivec2(0), uvec4(0u));", "32"),
    ("layout(local_size_y = 2000) in;", "", "too large"), ("layout(local_size_x = 64, local_size_y = 64) in;", "", "at most 1024"),
] as [(String, String, String)])
func storageErrors(declarations: String, code: String, message: String) throws {
    let text = declarations.contains("local_size") ? declarations : "layout(local_size_x = 1) in;\n" + declarations
    do {
        _ = try ComputeRun(text + "\nvoid main() { \(code) }")
        Issue.record("the shader compiles")
    } catch let error as ShaderError {
        #expect(error.description.contains(message), "\(error)")
    }
}
