import Shading
import Testing

/// The reflection of a program: uniforms, samplers, inputs, outputs and varyings.

private func members(_ block: UniformBlock) -> [String: UniformMember] {
    Dictionary(uniqueKeysWithValues: block.members.map { ($0.name, $0) })
}

/// Links a fragment shader with the given declarations. OpenGL considers all members of a std140 block active.
private func reflect(_ declarations: String, _ statements: String = "", version: String = "330") throws -> LinkedProgram {
    try link(fragment: """
        #version \(version)
        precision highp float;
        \(declarations)
        in vec2 uv; out vec4 color;
        void main() { color = vec4(uv, 0.0, 1.0); \(statements) }
        """)
}

@Test("std140 places members by the rules of section 7.6.2.2")
private func reflectedStd140() throws {
    // This block is the example in the specification's rules. The expected offsets were found by hand.
    let program = try reflect("""
        struct S { int d; bvec2 e; };
        layout(std140) uniform Example {
            float a; vec2 b; vec3 c;
            S f;
            float g; float h[2]; mat2x3 i;
            struct_t o[2];
            vec3 last; float tail;
        };
        """.replacingOccurrences("struct S", "struct struct_t { uvec3 j; vec2 k; float l[2]; vec2 m; mat3 n[2]; };\nstruct S"))
    let block = try #require(program.interface.uniformBlocks.first { $0.name == "Example" })
    let all = members(block)
    let offsets = [
        "a": 0, "b": 8, "c": 16, "f.d": 32, "f.e": 40, "g": 48, "h": 64, "i": 96, "o[0].j": 128, "o[0].k": 144,
        "o[0].l": 160, "o[0].m": 192, "o[0].n": 208, "o[1].j": 304, "o[1].k": 320, "o[1].l": 336, "o[1].m": 368,
        "o[1].n": 384, "last": 480, "tail": 492,
    ]
    for (name, offset) in offsets { #expect(all[name]?.offset == offset, "\(name)") }
    #expect(all["h"]?.arrayStride == 16 && all["h"]?.arrayCount == 2)
    #expect(all["i"]?.matrixStride == 16)
    #expect(all["o[0].n"]?.arrayStride == 48)
    #expect(block.byteCount == 496)
}

@Test("a block without a layout qualifier is placed like std140")
private func reflectedSharedLayout() throws {
    let text = "{ float a; vec3 b; mat3 c[2]; layout(row_major) mat2x4 d; vec2 e[3]; } block;"
    let shared = try reflect("uniform Block \(text)").interface.uniformBlocks[1]
    let std140 = try reflect("layout(std140) uniform Block \(text)").interface.uniformBlocks[1]
    #expect(shared == std140)
    #expect(members(std140)["Block.d"]?.rowMajor == true)
    // The matrix has four rows of two components. Each row is aligned like a vec4.
    #expect(members(std140)["Block.d"]?.matrixStride == 16)
    #expect(members(std140)["Block.e"].map { $0.offset - 128 } == 64)
}

@Test("explicit offsets and row-major defaults are kept")
private func reflectedExplicitOffsets() throws {
    let program = try reflect("""
        layout(std140, row_major) uniform Block { layout(offset = 32) vec4 a; layout(offset = 64) mat3 m; };
        """, "color += a + vec4(m[1], m[0][2]);", version: "440")
    let all = members(program.interface.uniformBlocks[1])
    #expect(all["a"]?.offset == 32 && all["m"]?.offset == 64 && all["m"]?.rowMajor == true)
    // Column 1 of a row-major matrix has one word in each row.
    let words = program.fragment.instructions.filter { $0.opcode == .uniform }.map(\.c)
    #expect(Set(words).isSuperset(of: [17, 21, 25, 24]))
}

@Test("loose uniforms are packed, sorted by name over both stages")
private func reflectedDefaultBlock() throws {
    let program = try link(vertex: """
        #version 330
        struct Light { vec3 position; float reach[2]; };
        uniform mat3 turn; uniform Light lights[2]; uniform float both;
        out vec2 uv; in vec3 p;
        void main() { uv = vec2(lights[1].reach[0], both); gl_Position = vec4(turn * p, 1.0); }
        """, fragment: """
        #version 330
        uniform float both = 2.5; uniform bvec2 flags; uniform float weights[3] = float[3](1.0, 2.0, 3.0); uniform mat2 m = mat2(4.0);
        in vec2 uv; out vec4 color;
        void main() { color = vec4(uv, both, weights[1]) * float(flags.y) * m[1].y; }
        """)
    let block = program.interface.uniformBlocks[0]
    #expect(block.name == "" && block.byteCount == 4 * (9 + 2 * 5 + 1 + 2 + 3 + 4))
    let all = members(block)
    #expect(all.count == 9)
    #expect(all["turn"]?.matrixStride == 12 && all["turn"]?.type == .matrix(3, 3))
    #expect(all["lights[1].reach"].map { ($0.arrayCount, $0.arrayStride) } ?? (0, 0) == (2, 4))
    #expect(all["flags"]?.type == .vector(.bool, 2))
    #expect(all["weights"]?.defaultValue == [1, 2, 3].map { Float($0).bitPattern })
    #expect(all["m"]?.defaultValue == [4, 0, 0, 4].map { Float($0).bitPattern })
    #expect(all["turn"]?.defaultValue == nil)
    // Checks that no two members share a byte.
    let ranges = block.members.map { $0.offset ..< $0.offset + 4 * $0.arrayCount * $0.type.scalarCount }.sorted { $0.lowerBound < $1.lowerBound }
    for (x, y) in zip(ranges, ranges.dropFirst()) { #expect(x.upperBound == y.lowerBound) }
}

@Test("samplers get units in the order of their names, arrays consecutive units")
private func reflectedSamplers() throws {
    let program = try reflect("""
        struct Material { sampler2D image; float shine; };
        uniform sampler2D one; uniform Material material; uniform sampler2DShadow shadows[3]; uniform usampler3D numbers;
        uniform Material more[2]; uniform samplerCube sky;
        """, """
        color += texture(one, uv) + texture(material.image, uv) * material.shine + texture(shadows[1], vec3(uv, 0.5));
        color += vec4(texture(numbers, vec3(uv, 0.0))) + texture(more[1].image, uv) + texture(sky, vec3(uv, 1.0));
        """)
    let samplers = program.interface.samplers
    #expect(Set(samplers.map(\.name)) == ["one", "material.image", "shadows", "numbers", "more[0].image", "more[1].image", "sky"])
    #expect(program.interface.textureUnitCount == 9)
    let units = samplers.flatMap { Array($0.unit ..< $0.unit + $0.count) }.sorted()
    #expect(units == Array(0..<9))
    func sampler(_ name: String) -> SamplerUniform? { samplers.first { $0.name == name } }
    #expect(sampler("shadows")?.isShadow == true && sampler("shadows")?.count == 3)
    #expect(sampler("numbers")?.dimension == .d3 && sampler("numbers")?.resultType == .uint)
    #expect(sampler("sky")?.dimension == .cube)
    let operations = program.fragment.textureOperations
    #expect(Set(operations.map(\.unit)).count == 6)
    #expect(operations.contains { $0.isShadow && $0.unit == (sampler("shadows")?.unit ?? -9) + 1 })
    #expect(operations.contains { $0.unit == sampler("more[1].image")?.unit })
}

@Test("array elements of a block are separate blocks, and dynamic indices select one")
private func reflectedBlockArrays() throws {
    let program = try reflect("layout(std140) uniform Data { vec4 v[2]; } data[3]; flat in int n;".replacingOccurrences("flat in int n;", ""),
                              "int n = int(uv.x); color += data[n].v[n] + data[2].v[1];", version: "400")
    let names = program.interface.uniformBlocks.map(\.name)
    #expect(names == ["", "Data[0]", "Data[1]", "Data[2]"])
    let bindings = program.interface.uniformBlocks.dropFirst().map(\.binding)
    #expect(bindings == [bindings[0], bindings[0] + 1, bindings[0] + 2])
    #expect(members(program.interface.uniformBlocks[3])["Data.v"]?.arrayCount == 2)
}

@Test("attributes and outputs have names, types and locations")
private func reflectedInputsAndOutputs() throws {
    let program = try link(vertex: """
        #version 330
        layout(location = 3) in vec3 position; layout(location = 5) in mat4 instance; in ivec2 tags; in float unused;
        out vec2 uv;
        void main() { uv = vec2(tags); gl_Position = instance * vec4(position, 1.0); gl_PointSize = 2.0; }
        """, fragment: """
        #version 330
        layout(location = 2) out vec4 first; layout(location = 0, index = 1) out vec4 second; layout(location = 0) out vec4 zero;
        in vec2 uv;
        void main() { first = uv.xyxy; second = uv.yyyy; zero = vec4(0.0); gl_FragDepth = uv.x; }
        """)
    let inputs = Dictionary(uniqueKeysWithValues: program.vertex.inputs.map { ($0.name, $0) })
    #expect(Set(inputs.keys) == ["position", "instance", "tags"])
    #expect(inputs["position"]?.location == 3 && inputs["position"]?.type == .vector(.float, 3))
    #expect(inputs["instance"]?.location == 5 && inputs["instance"]?.type == .matrix(4, 4))
    #expect(inputs["tags"]?.type == .vector(.int, 2))
    #expect(program.vertex.inputComponentCount == 21)
    #expect(program.vertex.builtinOutputs.position != nil && program.vertex.builtinOutputs.pointSize != nil)
    #expect(program.vertex.builtinOutputs.clipDistance == nil)
    let outputs = Dictionary(uniqueKeysWithValues: program.fragment.outputs.map { ($0.name, $0) })
    #expect(outputs["first"]?.location == 2 && outputs["second"]?.location == 0 && outputs["second"]?.blendIndex == 1)
    #expect(outputs["zero"]?.blendIndex == 0)
    #expect(program.fragment.builtinOutputs.fragmentDepth != nil && program.fragment.builtinOutputs.sampleMask == nil)
}

@Test("gl_FragColor and gl_FragData are outputs with these names")
private func reflectedLegacyOutputs() throws {
    let vertex = "attribute vec4 p; varying vec2 uv; void main() { uv = p.xy; gl_Position = p; }"
    let color = try link(vertex: "#version 100\n" + vertex, fragment: """
        #version 100
        precision mediump float; varying vec2 uv;
        void main() { gl_FragColor = vec4(uv, 0.0, 1.0); }
        """)
    #expect(color.fragment.outputs.map(\.name) == ["gl_FragColor"])
    #expect(color.fragment.outputs[0].location == 0)
    let data = try link(vertex: "#version 120\n" + vertex, fragment: """
        #version 120
        varying vec2 uv;
        void main() { gl_FragData[0] = vec4(uv, 0.0, 1.0); gl_FragData[2] = vec4(1.0); }
        """)
    #expect(data.fragment.outputs.map(\.name) == ["gl_FragData"])
}

@Test("varyings match by name, block and location, and have their interpolation")
private func reflectedVaryings() throws {
    let program = try link(vertex: """
        #version 420
        in vec4 p;
        struct Pair { vec2 x; float y[2]; };
        out Data { vec3 normal; flat int id; noperspective vec2 screen; } sent;
        layout(location = 9) out vec4 written;
        out mat2 m; out Pair pair; centroid out float middle; flat out uvec2 tags; out float never;
        void main() {
            sent.normal = p.xyz; sent.id = 3; sent.screen = p.xy; written = p; m = mat2(p); pair.x = p.xy; pair.y[0] = 1.0;
            pair.y[1] = 2.0; middle = p.x; tags = uvec2(1u); gl_Position = p;
        }
        """, fragment: """
        #version 420
        struct Pair { vec2 x; float y[2]; };
        in Data { vec3 normal; flat int id; noperspective vec2 screen; } got;
        layout(location = 9) in vec4 read;
        in mat2 m; in Pair pair; centroid in float middle; flat in uvec2 tags; in float never; in float notUsed;
        out vec4 color;
        void main() {
            color = vec4(got.normal, got.id) + got.screen.xyxy + read + m[0].xyxy + pair.x.xyxy * pair.y[1] + middle
                + vec4(tags, tags) + never;
        }
        """)
    let inputs = program.fragment.inputs
    #expect(!inputs.contains { $0.name == "notUsed" })
    #expect(program.interface.varyings.count == program.fragment.inputComponentCount)
    func varying(_ name: String) -> [VaryingComponent] {
        guard let input = inputs.first(where: { $0.name == name }) else { return [] }
        return Array(program.interface.varyings[input.firstSlot ..< input.firstSlot + input.type.scalarCount])
    }
    func slot(_ name: String) -> Int? { program.vertex.outputs.first { $0.name == name }?.firstSlot }
    #expect(varying("Data.normal").map(\.vertexSlot) == (0..<3).map { slot("Data.normal")! + $0 })
    #expect(varying("Data.id").map(\.interpolation) == [.flat])
    #expect(varying("Data.screen").map(\.interpolation) == [.noPerspective, .noPerspective])
    #expect(varying("read").first?.vertexSlot == slot("written"))
    #expect(varying("pair").map(\.vertexSlot) == (0..<4).map { slot("pair")! + $0 })
    #expect(varying("middle").map(\.sampling) == [.centroid])
    #expect(varying("tags").map(\.interpolation) == [.flat, .flat])
    #expect(varying("m").count == 4 && varying("never").count == 1)
}

@Test("built-in inputs are named components")
private func reflectedBuiltinInputs() throws {
    let program = try link(vertex: """
        #version 330
        out vec2 uv;
        void main() { uv = vec2(gl_VertexID, gl_InstanceID); gl_Position = vec4(0.0); gl_ClipDistance[0] = 1.0; gl_ClipDistance[1] = uv.x; }
        """, fragment: """
        #version 330
        in vec2 uv; out vec4 color;
        void main() {
            color = gl_FragCoord + vec4(gl_PointCoord, gl_PrimitiveID, gl_FrontFacing) + gl_FragCoord[int(uv.x)] + gl_ClipDistance[1];
        }
        """)
    func builtins(_ module: ShaderModule) -> Set<BuiltinInput> {
        Set(module.instructions.filter { $0.opcode == .builtin }.compactMap { BuiltinInput(rawValue: $0.c) })
    }
    #expect(builtins(program.vertex) == [.vertexID, .instanceID])
    #expect(builtins(program.fragment) == [.fragCoordX, .fragCoordY, .fragCoordZ, .fragCoordW, .pointCoordX, .pointCoordY, .primitiveID, .frontFacing])
    #expect(program.vertex.builtinOutputs.clipDistanceCount == 2)
    let clip = try #require(program.fragment.inputs.first { $0.name == "gl_ClipDistance" })
    #expect(program.interface.varyings[clip.firstSlot + 1].vertexSlot == program.vertex.builtinOutputs.clipDistance! + 1)
}

@Test("debug information has the source's variables and inlined calls")
private func reflectedDebugInformation() throws {
    let program = try link(fragment: """
        #version 330
        in vec2 uv; out vec4 color;
        float twice(float x) {
            float doubled = x * 2.0;
            return doubled;
        }
        void main() {
            float local = twice(uv.x);
            color = vec4(local);
        }
        """)
    let module = program.fragment
    #expect(Set(module.localVariables.map(\.name)) == ["color", "local", "x", "doubled"])
    let multiply = try #require(module.instructions.firstIndex { $0.opcode == .fmul })
    let location = module.locations[Int(module.instructionLocations[multiply])]
    #expect(module.files[Int(location.file)] == "scene.frag")
    #expect(location.line == 4 && module.functionNames[Int(location.function)] == "twice")
    let call = module.locations[Int(location.inlinedAt)]
    #expect(call.line == 8 && module.functionNames[Int(call.function)] == "main" && call.inlinedAt == -1)
}

extension String {
    fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}

@Test("the built-in variables of GLSL 1.20 are plain attributes, uniforms and varyings")
private func reflectedLegacyVariables() throws {
    let program = try link(vertex: """
        #version 120
        attribute vec2 own;
        void main() {
            gl_TexCoord[0] = gl_TextureMatrix[0] * gl_MultiTexCoord0; gl_TexCoord[1] = vec4(own, 0.0, 0.0);
            gl_FrontColor = gl_Color * max(dot(gl_NormalMatrix * gl_Normal, vec3(0.0, 0.0, 1.0)), 0.0);
            gl_Position = ftransform();
        }
        """, fragment: """
        #version 120
        void main() { gl_FragColor = gl_Color + gl_TexCoord[0]; }
        """)
    #expect(Set(program.vertex.inputs.map(\.name)) == ["own", "gl_MultiTexCoord0", "gl_Color", "gl_Normal", "gl_Vertex"])
    #expect(Set(program.vertex.inputs.map(\.location)).count == 5)
    let all = members(program.interface.uniformBlocks[0])
    let identity = (0..<16).map { Float($0 % 5 == 0 ? 1 : 0).bitPattern }
    #expect(all["gl_ModelViewProjectionMatrix"]?.defaultValue == identity)
    #expect(all["gl_NormalMatrix"]?.type == .matrix(3, 3))
    func slot(_ name: String) -> Int { program.vertex.outputs.first { $0.name == name }?.firstSlot ?? -100 }
    let color = try #require(program.fragment.inputs.first { $0.name == "gl_Color" })
    #expect(program.interface.varyings[color.firstSlot].vertexSlot == slot("gl_FrontColor"))
    let texcoord = try #require(program.fragment.inputs.first { $0.name == "gl_TexCoord" })
    #expect(program.interface.varyings[texcoord.firstSlot].vertexSlot == slot("gl_TexCoord"))
}
