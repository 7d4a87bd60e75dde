import Shading
import Testing

/// Geometry shaders in the front end: programs that link, programs that are refused, and the vertices that the interpreter emits.
@Suite("geometry shaders") struct GeometryShaderTests {
    private func link(_ geometry: String, vertex: String = Self.vertex, fragment: String = Self.fragment) throws(ShaderError) -> LinkedProgram {
        try ShaderCompiler.link(vertex: ShaderSource(text: vertex, name: "v"), geometry: ShaderSource(text: geometry, name: "g"),
                                fragment: ShaderSource(text: fragment, name: "f"))
    }
    private static let vertex = "#version 330\nout vec2 a; out Block { vec3 b; } block; void main() { a = vec2(1.0); block.b = vec3(2.0); gl_Position = vec4(3.0); }"
    private static let fragment = "#version 330\nin vec4 color; out vec4 result; void main() { result = color; }"
    /// Returns a geometry shader with the given layouts, declarations and statements.
    private static func geometry(_ layouts: String, _ declarations: String = "", _ statements: String = "") -> String {
        "#version 330\n\(layouts)\n\(declarations)\nout vec4 color;\nvoid main() {\n\(statements)\ncolor = vec4(1.0); EmitVertex();\n}"
    }
    private static let layouts = "layout(lines) in; layout(triangle_strip, max_vertices = 5) out;"

    @Test("a module has the layout, inputs of one vertex, and components of all vertices")
    func module() throws {
        let linked = try link("""
            #version 400
            layout(lines, invocations = 3) in;
            layout(points, max_vertices = 2) out;
            in vec2 a[]; in Block { vec3 b; } blocks[2];
            out vec4 color;
            void main() {
                color = vec4(a[1], blocks[gl_InvocationID].b.z, gl_in[0].gl_Position.y);
                gl_PrimitiveID = gl_PrimitiveIDIn;
                EmitVertex();
                EndPrimitive();
            }
            """)
        let module = try #require(linked.geometry)
        #expect(module.geometryLayout == GeometryLayout(input: .lines, output: .points, maximumVertexCount: 2, invocationCount: 3))
        #expect(linked.stages.map(\.stage) == [.vertex, .geometry, .fragment] && linked.lastVertexStage.stage == .geometry)
        let types = Dictionary(uniqueKeysWithValues: module.inputs.map { ($0.name, $0.type) })
        #expect(types["a"] == .vector(.float, 2) && types["Block.b"] == .vector(.float, 3) && types["gl_Position"] == .vector(.float, 4))
        #expect(module.inputComponentCount == 2 * linked.interface.geometryInputs.count)
        #expect(module.builtinOutputs.primitiveID != nil && module.builtinOutputs.layer == nil && module.builtinOutputs.position == nil)
        #expect(module.validate().isEmpty && module.specialized().validate().isEmpty)
        // For each component that the geometry shader reads, `geometryInputs` has the slot of the vertex shader's output.
        let a = try #require(module.inputs.first { $0.name == "a" }), written = try #require(linked.vertex.outputs.first { $0.name == "a" })
        #expect(Array(linked.interface.geometryInputs[a.firstSlot..<a.firstSlot + 2]) == [written.firstSlot, written.firstSlot + 1])
        let slot = try #require(module.outputs.first { $0.name == "color" }).firstSlot
        #expect(linked.interface.varyings.map(\.vertexSlot) == Array(slot..<slot + 4))
        #expect(module.description.hasPrefix("geometry shader\nlayout lines in, points out, max_vertices 2, invocations 3\n"))
    }

    @Test("the varyings of fixed function pass through geometry shaders of the compatibility profile, and only those that are written", arguments: [
        ("150 compatibility", "150 compatibility", "150 compatibility"), ("120", "150 compatibility", "330 compatibility"),
        ("450 compatibility", "330 compatibility", "110"), ("330 compatibility", "460 compatibility", "150 compatibility"),
        ("150\n#extension GL_ARB_compatibility : enable", "150\n#extension GL_ARB_compatibility : enable", "140\n#extension GL_ARB_compatibility : enable"),
    ])
    func fixedFunction(vertex: String, geometry: String, fragment: String) throws {
        let linked = try link("""
            #version \(geometry)
            layout(points) in; layout(points, max_vertices = 1) out;
            varying float unread;
            void main() {
                gl_FrontColor = gl_in[0].gl_FrontColor; gl_TexCoord[2] = gl_in[0].gl_TexCoord[1]; gl_FogFragCoord = gl_in[0].gl_FogFragCoord; unread = 1.0;
                EmitVertex();
            }
            """, vertex: "#version \(vertex)\nvoid main() { gl_FrontColor = gl_Vertex; gl_TexCoord[3] = gl_TexCoord[1] = gl_Vertex; gl_FogFragCoord = 1.0; gl_Position = gl_Vertex; }",
            fragment: "#version \(fragment)\nvoid main() { gl_FragColor = gl_Color + gl_TexCoord[2] * gl_FogFragCoord; }")
        let module = try #require(linked.geometry)
        let names = ["gl_FrontColor", "gl_TexCoord", "gl_FogFragCoord"]
        #expect(Set(linked.vertex.outputs.map(\.name)) == Set(names) && Set(module.outputs.map(\.name)) == Set(names + ["unread"]))
        for name in names {
            let read = try #require(module.inputs.first { $0.name == name }), written = try #require(linked.vertex.outputs.first { $0.name == name })
            #expect(linked.interface.geometryInputs[read.firstSlot] == written.firstSlot, "\(name)")
        }
        #expect(Set(linked.fragment.inputs.map(\.name)) == ["gl_Color", "gl_TexCoord", "gl_FogFragCoord"])
        for input in linked.fragment.inputs {
            let name = input.name == "gl_Color" ? "gl_FrontColor" : input.name, output = try #require(module.outputs.first { $0.name == name })
            #expect(linked.interface.varyings[input.firstSlot].vertexSlot == output.firstSlot, "\(name)")
        }
    }

    @Test("the varyings of fixed function may be declared again, in blocks and alone")
    func fixedFunctionDeclarations() throws {
        let linked = try link("""
            #version 150 compatibility
            layout(lines) in; layout(points, max_vertices = 1) out;
            in gl_PerVertex { vec4 gl_TexCoord[3]; vec4 gl_BackColor; } gl_in[];
            out vec4 gl_TexCoord[4]; flat out vec4 gl_BackColor;
            void main() { for (int k = 0; k < 3; k++) { gl_TexCoord[k + 1] = gl_in[1].gl_TexCoord[k]; } gl_BackColor = gl_in[0].gl_BackColor; EmitVertex(); }
            """, vertex: """
            #version 150 compatibility
            out gl_PerVertex { vec4 gl_TexCoord[3]; vec4 gl_BackColor; };
            void main() { for (int k = 0; k < 3; k++) { gl_TexCoord[k] = vec4(1.0); } gl_BackColor = vec4(1.0); }
            """, fragment: "#version 150 compatibility\nin vec4 gl_TexCoord[4]; void main() { gl_FragColor = gl_TexCoord[3]; }")
        let coordinates = try #require(linked.vertex.outputs.first { $0.name == "gl_TexCoord" }), module = try #require(linked.geometry)
        #expect(coordinates.type == .array(.vector(.float, 4), 3) && Set(module.inputs.map(\.name)) == ["gl_TexCoord", "gl_BackColor"])
        let read = try #require(module.inputs.first { $0.name == "gl_TexCoord" })
        #expect(Array(linked.interface.geometryInputs[read.firstSlot ..< read.firstSlot + 12]) == Array(coordinates.firstSlot ..< coordinates.firstSlot + 12))
    }

    @Test("in later versions too, a program has only the varyings of fixed function that it uses, and unsupported ones are errors", arguments: ["150", "460"])
    func fixedFunctionOfVertexShaders(version: String) throws {
        func link(_ vertex: String, _ fragment: String) throws(ShaderError) -> LinkedProgram {
            try ShaderCompiler.link(vertex: ShaderSource(text: "#version \(version) compatibility\nvoid main() { gl_Position = gl_Vertex; \(vertex) }", name: "v"),
                                    fragment: ShaderSource(text: "#version \(version) compatibility\nvoid main() { gl_FragColor = \(fragment); }", name: "f"))
        }
        let plain = try link("", "vec4(1.0)")
        #expect(plain.vertex.outputs.isEmpty && plain.fragment.inputComponentCount == 0)
        let colored = try link("gl_FrontColor = gl_Vertex;", "gl_Color")
        #expect(colored.vertex.outputs.map(\.name) == ["gl_FrontColor"] && colored.fragment.inputs.map(\.name) == ["gl_Color"])
        #expect(colored.interface.varyings.map(\.vertexSlot) == (0..<4).map { colored.vertex.outputs[0].firstSlot + $0 })
        // An input that nothing writes is no error, as in older versions.
        #expect(try link("", "gl_TexCoord[0]").interface.varyings.allSatisfy { $0.vertexSlot == -1 })
        for (vertex, fragment, part) in [("gl_ClipVertex = gl_Vertex;", "vec4(1.0)", "gl_ClipVertex"), ("", "gl_TexCoord[40]", "gl_MaxTextureCoords is 32"),
                                         ("gl_TexCoord[40] = gl_Vertex;", "vec4(1.0)", "gl_MaxTextureCoords is 32")] {
            #expect { _ = try link(vertex, fragment) } throws: { error in
                (error as? ShaderError)?.diagnostics.contains { $0.message.contains(part) } ?? false
            }
        }
    }

    @Test("wrong declarations of inputs are errors of the compilation", arguments: [
        ("in vec4 a[2]; in vec4 b[3];", "with 3 vertices, and another input with 2"),
        ("in vec4 a[2]; in B { vec4 c; } b[3];", "with 3 vertices, and another input with 2"),
        ("layout(lines, triangles_adjacency) in;", "one kind of primitives"),
        ("in gl_PerVertex { vec4 gl_Position; };", "instance name gl_in"),
        ("in gl_PerVertex { vec4 gl_Position; } other[];", "instance name gl_in"),
    ])
    func inputErrors(declarations: String, message: String) {
        #expect { try ShaderCompiler.compile(ShaderSource(text: "#version 150\n\(declarations)", name: "g"), as: .geometry) } throws: { error in
            (error as? ShaderError)?.diagnostics.contains { $0.severity == .error && $0.phase != .link && $0.message.contains(message) } ?? false
        }
    }

    @Test("right declarations of inputs are accepted", arguments: [
        "in vec4 a[2]; in vec4 b[]; in vec4 c[2][3];", "layout(lines) in; layout(lines) in;", "in gl_PerVertex { vec4 gl_Position; } gl_in[];",
        "out gl_PerVertex { vec4 gl_Position; };",
    ])
    func inputs(declarations: String) throws {
        _ = try ShaderCompiler.compile(ShaderSource(text: "#version 430\n\(declarations)", name: "g"), as: .geometry)
    }

    @Test("variables of one name and different locations do not match; variables of one location do", arguments: [
        ("layout(location = 0) out vec4 a; layout(location = 2) out vec4 b;", "layout(location = 2) in vec4 a; layout(location = 0) in vec4 b;", "a", "b"),
        ("layout(location = 0) out A { vec4 m; } a; layout(location = 2) out B { vec4 m; } b;",
         "layout(location = 2) in A { vec4 m; } a; layout(location = 0) in B { vec4 m; } b;", "a.m", "b.m"),
        ("struct S { vec4 m; }; layout(location = 0) out S a; layout(location = 2) out S b;",
         "struct S { vec4 m; }; layout(location = 2) in S a; layout(location = 0) in S b;", "a.m", "b.m"),
    ])
    func separateNames(outputs: String, inputs: String, a: String, b: String) throws {
        let linked = try ShaderCompiler.link(
            vertex: ShaderSource(text: "#version 440\n\(outputs)\nvoid main() { \(a) = vec4(1.0); \(b) = vec4(2.0); gl_Position = vec4(0.0); }", name: "v"),
            fragment: ShaderSource(text: "#version 440\n\(inputs)\nout vec4 c; void main() { c = \(a); }", name: "f"))
        // The fragment shader's variable a reads the output that the vertex shader writes at location 2.
        let written = try #require(linked.vertex.outputs.first { $0.location == 2 }), read = try #require(linked.fragment.inputs.first { $0.location == 2 })
        #expect(linked.interface.varyings[read.firstSlot].vertexSlot == written.firstSlot)
        #expect(linked.fragment.inputs.allSatisfy { !$0.name.contains("@") }, "\(linked.fragment.inputs.map(\.name))")
    }

    @Test("lanes emit different numbers of vertices, and vertices beyond max_vertices are dropped")
    func emission() throws {
        let linked = try link(Self.geometry(Self.layouts, "in vec2 a[2];", """
            for (int k = 0; k < gl_PrimitiveIDIn; k++) {
                color = vec4(float(k), a[k & 1].x, 0.0, 0.0);
                EmitVertex();
                if (k == 1) EndPrimitive();
            }
            """))
        let module = try #require(linked.geometry), slot = try #require(module.outputs.first { $0.name == "color" }).firstSlot
        for program in [module, module.specialized()] {
            let interpreter = Interpreter(module: program, stepLimit: 1000)
            interpreter.builtins[Int(BuiltinInput.primitiveID.rawValue)] = SIMD4(0, 3, 9, 1)
            let first = try #require(module.inputs.first { $0.name == "a" }).firstSlot
            interpreter.inputs[2 * first] = SIMD4(repeating: Float(10).bitPattern)
            interpreter.inputs[2 * first + 1] = SIMD4(repeating: Float(20).bitPattern)
            _ = try interpreter.run(active: .init(repeating: true))
            let emitted = try #require(interpreter.emitted), place = try #require(emitted.slots.firstIndex(of: slot)), stride = emitted.slots.count
            func colors(_ lane: Int, _ word: Int) -> [Float] {
                emitted.lanes[lane].numbers.indices.map { Float(bitPattern: emitted.lanes[lane].words[$0 * stride + place + word]) }
            }
            #expect(emitted.lanes.map(\.numbers) == [[0], [0, 1, 0, 1], [0, 1, 0, 1, 2], [0, 1]])
            #expect(colors(1, 0) == [0, 1, 2, 1] && colors(2, 0) == [0, 1, 2, 3, 4] && colors(2, 1) == [10, 20, 10, 20, 10])
            // A second run begins without the emitted vertices of the first run.
            _ = try interpreter.run(active: .init(repeating: true))
            #expect(emitted.lanes[0].numbers == [0])
        }
    }

    @Test("errors name the stage, the thing and the limit", arguments: [
        (geometry("layout(triangle_strip, max_vertices = 3) out;"), "input layout"),
        (geometry("layout(lines) in; layout(triangle_strip) out;"), "max_vertices"),
        (geometry("layout(lines) in; layout(max_vertices = 3) out;"), "output layout"),
        (geometry("layout(lines) in; layout(line_strip, max_vertices = 257) out;"), "max_vertices"),
        (geometry("layout(lines) in; layout(line_strip, max_vertices = 200) out;", "out vec4 more;"), "max_vertices is 200 and each vertex has 8 scalars"),
        (geometry(layouts, "in vec2 missing[2];", "color = missing[0].xyxy;"), "'missing' : the geometry shader reads this varying"),
        (geometry(layouts, "in vec3 a[2];", "color = a[0].xyzz;"), "'a'"),
        (geometry(layouts, "in vec2 a[3];", "color = a[0].xyxy;"), "a"),
        (geometry(layouts, "", "gl_ViewportIndex = 1;"), "gl_ViewportIndex"),
        ("#version 400\nlayout(lines) in; layout(points, max_vertices = 3) out; layout(stream = 1) out vec4 other; out vec4 color;"
            + "void main() { color = vec4(1.0); EmitStreamVertex(0); other = vec4(1.0); EmitStreamVertex(1); }", "a vertex stream other than stream 0"),
        ("#version 400\nlayout(lines, invocations = 33) in; layout(points, max_vertices = 3) out; out vec4 color; void main() { EmitVertex(); }", "invocations"),
        ("#version 330\nlayout(lines) in; layout(points, max_vertices = 3) out; void main() { EmitVertex(); }", "'color' : the fragment shader reads this varying"),
    ]) func refusals(geometry: String, part: String) {
        let error = #expect(throws: ShaderError.self) { try link(geometry) }
        let text = (error?.diagnostics ?? []).map { "\($0.stage?.rawValue ?? "") \($0.message)" }.joined(separator: "\n")
        #expect(text.contains(part), "\(text)")
    }

    @Test("a mismatch of uniforms names the two stages that differ")
    func uniforms() {
        let error = #expect(throws: ShaderError.self) {
            try link(Self.geometry(Self.layouts, "uniform vec3 u;", "color = u.xyzz;"),
                     fragment: "#version 330\nuniform vec2 u; in vec4 color; out vec4 result; void main() { result = color + u.xyxy; }")
        }
        #expect(error?.diagnostics.first { $0.severity == .error }?.message.contains("the geometry shader has vec3") == true, "\(error.debugDescription)")
    }

    @Test("GLSL ES has geometry shaders from 3.20 on, and from 3.10 on with an extension", arguments: [
        ("320 es", ""), ("310 es", "#extension GL_EXT_geometry_shader : require\n"), ("310 es", "#extension GL_OES_geometry_shader : require\n"),
    ]) func embedded(version: String, extensions: String) throws {
        let head = "#version \(version)\n\(extensions)precision highp float;\n"
        let linked = try link(head + """
            layout(points, invocations = 2) in; layout(triangle_strip, max_vertices = 3) out;
            in vec2 a[]; out vec4 color;
            void main() { for (int k = 0; k < 3; k++) { color = a[0].xyxy; gl_Position = gl_in[0].gl_Position; EmitVertex(); } EndPrimitive(); }
            """, vertex: head + "out vec2 a; void main() { a = vec2(1.0); gl_Position = vec4(1.0); }",
            fragment: head + "in vec4 color; out vec4 result; void main() { result = color; }")
        #expect(linked.geometry?.geometryLayout?.invocationCount == 2)
    }

    @Test("shaders that were compiled alone link with a geometry shader")
    func linking() throws {
        func compile(_ text: String, _ stage: ShaderStage) throws -> CompiledShader {
            try ShaderCompiler.compile(ShaderSource(text: text, name: "s"), as: stage)
        }
        let vertex = try compile(Self.vertex, .vertex), fragment = try compile(Self.fragment, .fragment)
        let geometry = try compile(Self.geometry(Self.layouts), .geometry)
        #expect(try ShaderCompiler.link(vertex: vertex, geometry: geometry, fragment: fragment).geometry != nil)
        let error = #expect(throws: ShaderError.self) { try ShaderCompiler.link(vertex: vertex, geometry: fragment, fragment: fragment) }
        #expect(error?.diagnostics.first?.message.contains("linked as the geometry shader") == true)
    }
}
