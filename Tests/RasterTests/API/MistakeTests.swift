// Typical mistakes of users of OpenGL, Metal or raylib, each with its complete message. People read these messages, so the tests
// compare every word.

import Foundation
import Raster
import Shading
import TestSupport
import Testing

/// A device with one object of each kind, all of them labelled.
private struct Workshop {
    let device: Device
    let target: Framebuffer
    let program: Program
    let pipeline: Pipeline
    let vertices: Buffer
    let texture: Texture
    let camera: Buffer
    static let layout = VertexLayout(stride: 12, VertexAttribute("position", .float3))

    init(validation: Bool = false) throws {
        var options = Device.Options()
        options.validation = validation
        device = Device(.reference, options: options)
        device.validationHandler = { _ in }
        target = try device.makeFramebuffer(width: 8, height: 8, depth: .depth24, label: "screen")
        program = try device.makeProgram(vertex: """
            in vec3 position; uniform Camera { mat4 vp; }; uniform mat4 model;
            void main() { gl_Position = vp * model * vec4(position, 1.0); }
            """, fragment: """
            uniform vec3 tint; uniform float unread, idleList[2]; uniform int steps; uniform float weights[3]; uniform sampler2D map, idle; out vec4 pixel;
            void main() { pixel = texture(map, vec2(0.5)) * vec4(tint * float(steps) * weights[2], 1.0); }
            """, label: "lit")
        pipeline = try device.makePipeline(program: program, vertexLayout: Self.layout, depth: .less, label: "lit")
        vertices = try device.makeBuffer([-1, -1, 0, 3, -1, 0, -1, 3, 0] as [Float], label: "corners")
        texture = try device.makeTexture(from: Image(width: 1, height: 1, bytes: [9, 9, 9, 255]), label: "grey")
        camera = try device.makeBuffer((0..<16).map { $0 % 5 == 0 ? 1 : 0 } as [Float], label: "camera")
    }
    /// Sets everything that the program needs.
    func setAll(_ pass: inout RenderPass) {
        pass.setPipeline(pipeline)
        pass.setVertexBuffer(vertices)
        pass.setUniformBuffer("Camera", camera)
        pass.setUniform("model", Matrix4.identity)
        pass.setUniform("tint", [1, 1, 1])
        pass.setUniform("steps", 1)
        pass.setUniform("weights", [1, 1, 1])
        pass.setTexture("map", texture)
    }
    func submit(clear: ClearValues = .color(0, 0, 0), to other: Framebuffer? = nil, _ body: (inout RenderPass) throws -> Void) throws {
        var frame = device.makeCommandEncoder()
        try frame.render(to: other ?? target, clear: clear, label: "scene", body)
        try device.submit(frame)
    }
    /// Sets everything, calls `body`, and returns the error message.
    func refusal(_ body: (inout RenderPass) throws -> Void) -> String? {
        RasterError.thrown { try submit { pass in setAll(&pass); try body(&pass) } }?.description
    }
    /// Sets everything, calls `body`, and returns the messages of validation mode without their places in this file.
    func reports(clear: ClearValues = .color(0, 0, 0), to other: Framebuffer? = nil, settingAll: Bool = true,
                 _ body: (inout RenderPass) throws -> Void) throws -> [String] {
        let before = device.validationReports.count
        try submit(clear: clear, to: other) { pass in if settingAll { setAll(&pass) }; try body(&pass) }
        return device.validationReports.dropFirst(before).map { report in
            #expect(report.file.hasSuffix("MistakeTests.swift") && report.line > 0, "the call site is told")
            return String(report.description.dropFirst("\(report.file):\(report.line): ".count))
        }
    }
}

@Suite("Mistakes") struct MistakeTests {
    @Test("for a name of another kind the message names its kind; for a misspelt name it suggests the intended name") func names() throws {
        let shop = try Workshop()
        let place = "before draw 0 of scene: "
        #expect(shop.refusal { $0.setUniform("map", Int32(0)) } == place + "uniform 'map' is a sampler of program 'lit'; use setTexture(\"map\", …) [unknownUniform]")
        #expect(shop.refusal { $0.setUniform("vp", Matrix4.identity) }
            == place + "uniform 'vp' is a member of block 'Camera' of program 'lit'; write it into the buffer that setUniformBuffer(\"Camera\", …) is given [unknownUniform]")
        #expect(shop.refusal { $0.setUniform("Camera", Matrix4.identity) } == place + "uniform 'Camera' is a uniform block of program 'lit'; use setUniformBuffer(\"Camera\", …) [unknownUniform]")
        #expect(shop.refusal { $0.setUniform("position", SIMD3<Float>(0, 0, 0)) } == place + "uniform 'position' is a vertex attribute of program 'lit'; give it an entry in the vertex layout [unknownUniform]")
        #expect(shop.refusal { $0.setUniform("tnit", SIMD3<Float>(0, 0, 0)) }
            == place + "uniform 'tnit' is not in program 'lit'; did you mean 'tint'? its uniforms are: idleList, model, steps, tint, unread, weights [unknownUniform]")
        #expect(shop.refusal { $0.setTexture("tint", shop.texture) } == place + "sampler 'tint' is a uniform of program 'lit'; use setUniform(\"tint\", …) [unknownSampler]")
        #expect(shop.refusal { $0.setTexture("mpa", shop.texture) } == place + "sampler 'mpa' is not in program 'lit'; did you mean 'map'? its samplers are: idle, map [unknownSampler]")
        #expect(shop.refusal { $0.setTexture("map[1]", shop.texture) } == place + "sampler 'map[1]' has only 1 elements; use a smaller index [unknownSampler]")
        #expect(shop.refusal { $0.setUniformBuffer("tint", shop.camera) } == place + "uniform block 'tint' is a uniform of program 'lit'; use setUniform(\"tint\", …) [unknownUniform]")
        #expect(shop.refusal { $0.setUniformBuffer("camera", shop.camera) } == place + "uniform block 'camera' is not in program 'lit'; did you mean 'Camera'? its uniform blocks are: Camera [unknownUniform]")
    }

    @Test("for a value of the wrong type or with too many elements, the message names both types or counts") func values() throws {
        let shop = try Workshop()
        let place = "before draw 0 of scene: "
        #expect(shop.refusal { $0.setUniform("tint", SIMD4<Float>(repeating: 1)) } == place + "uniform 'tint' of program 'lit' is vec3, not vec4; give a value of its type [uniformTypeMismatch]")
        #expect(shop.refusal { $0.setUniform("model", Matrix3.identity) } == place + "uniform 'model' of program 'lit' is mat4, not mat3; give a value of its type [uniformTypeMismatch]")
        #expect(shop.refusal { $0.setUniform("steps", 1.5) } == place + "uniform 'steps' of program 'lit' is int, not float; give whole numbers [uniformTypeMismatch]")
        #expect(shop.refusal { $0.setUniform("steps", 1 << 40) } == place + "uniform 'steps' of program 'lit' is int, which cannot hold 1099511627776; use −2³¹ to 2³¹ − 1 [uniformTypeMismatch]")
        #expect(shop.refusal { $0.setUniform("tint", [1, 0]) } == place + "uniform 'tint' of program 'lit' is vec3, not 2 numbers; give a list of 3 numbers [uniformTypeMismatch]")
        #expect(shop.refusal { $0.setUniform("tint", 1.0) } == place + "uniform 'tint' of program 'lit' is vec3, not 1 number; give a list of 3 numbers [uniformTypeMismatch]")
        #expect(shop.refusal { $0.setUniform("weights", [1, 2, 3, 4]) } == place + "uniform 'weights' of program 'lit' has 3 elements, not 4 from element 0 on; give fewer elements [uniformTypeMismatch]")
    }

    @Test("indices are read with their own type, and another type is refused") func indices() throws {
        let shop = try Workshop(), wide = try shop.device.makeBuffer([0, 1, 2] as [UInt32], label: "wide")
        #expect(shop.refusal { $0.drawIndexed(wide, count: 3) } == nil, "the type of the elements counts")
        #expect(try shop.target.readImage()[4, 4] == SIMD4(9, 9, 9, 255))
        #expect(shop.refusal { $0.drawIndexed(wide, type: .uint16, count: 3) }
            == "draw 0 of scene: index buffer 'wide' has elements of UInt32, but is read as uint16; use type: .uint32, or leave the type out [invalidFormat]")
        let long = try shop.device.makeBuffer([0, 1, 2] as [Int], label: "long")
        #expect(shop.refusal { $0.drawIndexed(long, count: 3) } == "draw 0 of scene: index buffer 'long' has elements of Int, but is read as uint16; fill it with UInt16 or UInt32 [invalidFormat]")
        #expect(shop.refusal { $0.drawIndexed(wide, count: 6) } == "draw 0 of scene: index buffer 'wide' has 12 bytes, but 6 indices from 0 need 24; draw fewer, or make the buffer larger [bufferTooSmall]")
    }

    @Test("the error of a missing object, an object that is too small, and an object of another device names the object") func missing() throws {
        let shop = try Workshop(), other = Device(.reference)
        #expect(RasterError.thrown { try shop.submit { $0.draw(count: 3) } }?.description == "before draw 0 of scene: a draw was set before any pipeline; call setPipeline first [missingPipeline]")
        #expect(RasterError.thrown { try shop.submit { $0.setPipeline(shop.pipeline); $0.draw(count: 3, label: "wall") } }?.description
            == "draw 0 'wall' of scene: vertex buffer slot 0 is empty; call setVertexBuffer(_, slot: 0) [missingVertexBuffer]")
        #expect(RasterError.thrown { try shop.submit { $0.setPipeline(shop.pipeline); $0.setVertexBuffer(shop.vertices); $0.draw(count: 3) } }?.description
            == "draw 0 of scene: uniform block 'Camera' has no buffer; call setUniformBuffer(\"Camera\", …) [missingUniformBuffer]")
        #expect(shop.refusal { $0.draw(count: 4) } == "draw 0 of scene: vertex buffer 'corners' at slot 0 has 36 bytes; element 3, 12 bytes each from 0 on, lies outside; draw fewer, or make the buffer larger [bufferTooSmall]")
        #expect(shop.refusal { $0.draw(count: -1) } == "draw 0 of scene: count is -1; use 0 to 2³¹ − 1 [invalidArgument]")
        let foreign = try other.makeTexture(from: Image(width: 1, height: 1, bytes: [0, 0, 0, 0]), label: "foreign")
        #expect(shop.refusal { $0.setTexture("map", foreign); $0.draw(count: 3) } == "draw 0 of scene: texture 'foreign' belongs to another device; make it with the device that uses it [wrongDevice]")
        let cube = try shop.device.makeTexture(TextureDescriptor(type: .cube, format: .rgba8, width: 2, height: 2, label: "sky"))
        #expect(shop.refusal { $0.setTexture("map", cube); $0.draw(count: 3) } == "draw 0 of scene: sampler 'map' needs d2, but texture 'sky' is cube; bind a texture of that type [samplerTypeMismatch]")
        let own = shop.target.color[0]!.texture
        #expect(shop.refusal { $0.setTexture("map", own); $0.draw(count: 3) }
            == "draw 0 of scene: sampler 'map' reads texture 'screen', which the pass renders to; read another texture, or limit `levels` to levels that are not written [feedbackLoop]")
    }

    @Test("layouts, sizes and files that do not fit are refused at once") func making() throws {
        let shop = try Workshop()
        func refusal(_ body: () throws -> Void) -> String? { RasterError.thrown(by: body)?.description }
        #expect(refusal { _ = try shop.device.makePipeline(program: shop.program, vertexLayout: VertexLayout(stride: 12, VertexAttribute("positon", .float3))) }
            == "attribute 'position' of program 'lit' is not in the vertex layout (positon); is it the entry 'positon'? add an entry for it, or a constant, or use withDefaults(for:) [unknownAttribute]")
        #expect(refusal { _ = try shop.device.makePipeline(program: shop.program,
                                                           vertexLayout: VertexLayout(stride: 12, VertexAttribute("position", .integer(.int32, 3)))) }
            == "attribute 'position' of program 'lit' is vec3, but its layout entry is integer(Raster.VertexComponent.int32, 3); use .scaled, .normalized or .float [attributeTypeMismatch]")
        #expect(refusal { _ = try shop.device.makeTexture(from: Image(contentsOf: "/nowhere/a.png")) }?.hasSuffix("[fileNotReadable]") == true)
        #expect(refusal { _ = try Image(data: [1, 2, 3], name: "three bytes") } == "three bytes is neither PNG, JPEG, WebP nor Radiance HDR; give a PNG, JPEG, WebP or Radiance HDR file [invalidImage]")
        #expect(refusal { _ = try Image(width: 1, height: 1, bytes: [0, 0, 0, 0]).pngData(Image.PNGOptions(level: 10)) }
                == "PNG to write has compression level 10; use 0 to 9 [invalidArgument]")
        #expect(refusal { _ = try shop.device.makeFramebuffer(color: []) } == "framebuffer has no attachments; attach an image, or give the size of a framebuffer without images [incompleteFramebuffer]")
        #expect(refusal { _ = try shop.device.makeBuffer(byteCount: -1, label: "minus") } == "buffer 'minus' cannot have -1 bytes; use 0 to 4 GiB [invalidSize]")
        func orphan() throws -> Buffer { try Device(.reference).makeBuffer(byteCount: 4, label: "orphan") }
        #expect(refusal { _ = try orphan().device } == "buffer 'orphan' has lost its device; keep the device as long as its objects are used [wrongDevice]")
    }

    @Test("an error in a shader has file and line, and a varying with two types has both") func shaders() throws {
        let device = Device(.reference)
        func message(_ vertex: String, _ fragment: String) -> String {
            do {
                _ = try device.makeProgram(vertex: ShaderSource(text: vertex, name: "wall.vert"), fragment: ShaderSource(text: fragment, name: "wall.frag"),
                                           label: "wall")
            } catch {
                return "\(error)"
            }
            return ""
        }
        let place = "in vec2 place; out vec3 tint; void main() { gl_Position = vec4(place, 0.0, 1.0); tint = vec3(1.0); }"
        let undeclared = message(place, "out vec4 pixel;\nvoid main() { pixel = colour; }")
        #expect(undeclared.hasPrefix("wall.frag:2: error: fragment shader of program 'wall': 'colour' : undeclared identifier\n    void main() { pixel = colour; }"), "\(undeclared)")
        #expect(message(place, "out vec4 pixel;\nin vec4 tint;\nvoid main() { pixel = tint; }") == """
            wall.frag:2: error: program 'wall': 'tint' : types must match: the vertex shader has vec3 (wall.vert:1), the fragment shader vec4
                in vec4 tint;
            """)
        #expect(message("#version 410\nlayout(location = 3) out vec2 a;\nvoid main() { gl_Position = vec4(0.0); a = vec2(0.0); }",
                        "#version 410\nlayout(location = 3) in vec4 b;\nout vec4 pixel;\nvoid main() { pixel = b; }") == """
            wall.frag:2: error: program 'wall': 'b' : types must match: the vertex shader has vec2 (wall.vert:2), the fragment shader vec4
                layout(location = 3) in vec4 b;
            """)
        #expect(message("out float a[3];\nvoid main() { gl_Position = vec4(0.0); a[0] = 1.0; }", "in float a[4];\nout vec4 pixel;\nvoid main() { pixel = vec4(a[0]); }") == """
            wall.frag:1: error: program 'wall': 'a' : types must match: the vertex shader has float[3] (wall.vert:1), the fragment shader float[4]
                in float a[4];
            """)
        #expect(message("uniform vec2 tint; void main() { gl_Position = tint.xyxy; }", "uniform vec3 tint;\nout vec4 pixel;\nvoid main() { pixel = tint.xyzz; }") == """
            wall.frag:1: error: program 'wall': 'tint' : types must match: the vertex shader has vec2 (wall.vert:1), the fragment shader vec3
                uniform vec3 tint;
            """)
        #expect(message(place, "in vec3 tnit;\nout vec4 pixel;\nvoid main() { pixel = tnit.xyzz; }") == """
            wall.frag:1: error: program 'wall': 'tnit' : the fragment shader reads this varying, but the vertex shader has no output of that name
                in vec3 tnit;
            """)
    }

    // MARK: validation mode

    @Test("validation mode reports all values that are unset, unbound, empty or NaN, each once") func unset() throws {
        let shop = try Workshop(validation: true)
        #expect(try shop.reports { $0.draw(count: 3) } == [], "a scene without mistakes is not commented on")
        func draw() throws -> [String] {
            try shop.reports(settingAll: false) { pass in
                pass.setPipeline(shop.pipeline)
                pass.setVertexBuffer(shop.vertices)
                pass.setUniformBuffer("Camera", shop.camera)
                pass.setUniform("weights[1]", 1.0)
                pass.setUniform("model", Matrix4.scale(.nan))
                pass.draw(count: 3, label: "wall")
            }
        }
        let place = "draw 0 'wall' of scene: "
        #expect(try draw() == [
            place + "sampler 'map' of program 'lit' has no texture and reads black; call setTexture(\"map\", …) [unboundSampler]",
            place + "uniform 'tint' of program 'lit' was never set in this pass and is zero; call setUniform(\"tint\", …) [unsetUniform]",
            place + "uniform 'steps' of program 'lit' was never set in this pass and is zero; call setUniform(\"steps\", …) [unsetUniform]",
            place + "uniform 'model' of program 'lit' has NaN as component 0; look for a division by zero, or a near plane at 0 [notANumber]",
        ])
        #expect(try draw() == [], "told once")
        let empty = try shop.device.makeTexture(TextureDescriptor(format: .rgba8, width: 2, height: 2, label: "late"))
        #expect(try shop.reports { $0.setTexture("map", empty); $0.draw(count: 3) }
            == ["draw 0 of scene: texture 'late' is read by sampler 'map' of program 'lit', but was never written; fill it, or draw into it, first [emptyTexture]"])
    }

    @Test("validation mode requires only those samplers of an array that are read") func arrays() throws {
        let shop = try Workshop(validation: true)
        func draw(_ index: String) throws -> [String] {
            let program = try shop.device.makeProgram(vertex: "in vec3 position; void main() { gl_Position = vec4(position, 1.0); }",
                fragment: "#version 400\nuniform sampler2D maps[3]; uniform int i; out vec4 pixel; void main() { pixel = texture(maps[\(index)], vec2(0.5)) * float(i); }", label: index)
            let pipeline = try shop.device.makePipeline(program: program, vertexLayout: Workshop.layout)
            return try shop.reports(settingAll: false) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(shop.vertices)
                pass.setUniform("i", 1)
                pass.draw(count: 3, label: index)
            }
        }
        #expect(try draw("1") == ["draw 0 '1' of scene: sampler 'maps[1]' of program '1' has no texture and reads black; call setTexture(\"maps[1]\", …) [unboundSampler]"])
        #expect(try draw("i").count == 3)
    }

    @Test("validation mode reports vertices with another layout, and indices beyond the vertices") func vertices() throws {
        struct Vertex { var position: SIMD3<Float> }
        let shop = try Workshop(validation: true), place = "draw 0 of scene: "
        let padded = try shop.device.makeBuffer([Vertex(position: [-1, -1, 0]), Vertex(position: [3, -1, 0]), Vertex(position: [-1, 3, 0])], label: "padded")
        #expect(try shop.reports { $0.setVertexBuffer(padded); $0.draw(count: 3) } == [
            place + "vertex buffer 'padded' at slot 0 has elements of 16 bytes (Vertex), but the layout's stride is 12; use VertexLayout(of: Vertex.self, …), which knows that a SIMD3 takes 16 bytes [elementSize]",
        ])
        let wild = try shop.device.makeBuffer([0, 1, 7] as [UInt16], label: "wild")
        #expect(try shop.reports { $0.drawIndexed(wild, count: 3) }
            == [place + "index 2 of buffer 'wild' is 7, but vertex buffer 'corners' at slot 0 has 3 elements; use indices of 0 to 2, or the right index type [indexOutOfRange]"])
        #expect(try shop.reports { $0.drawIndexed(wild, count: 2, baseVertex: -1) }
            == [place + "index 0 of buffer 'wild' is 0 with base vertex -1, but vertex buffer 'corners' at slot 0 has 3 elements; use indices of 0 to 2, or the right index type [indexOutOfRange]"])
        // If an update of the indices is recorded before the draw, the check of the draw takes this update into account.
        let before = shop.device.validationReports.count
        var frame = shop.device.makeCommandEncoder()
        frame.update(wild, with: [0, 1, 2] as [UInt16])
        frame.render(to: shop.target, clear: .color(0, 0, 0)) { pass in shop.setAll(&pass); pass.drawIndexed(wild, count: 3) }
        try shop.device.submit(frame)
        #expect(shop.device.validationReports.count == before)
        #expect(try shop.reports { $0.draw(count: 0) } == [place + "draw has 0 vertices of 1 instances; leave it out, or set the vertex count [nothingDrawn]"])
    }

    @Test("validation mode reports depth that was never cleared, and missing attachments") func targets() throws {
        let shop = try Workshop(validation: true), place = "draw 0 of scene: "
        let fresh = try shop.device.makeFramebuffer(width: 4, height: 4, depth: .depth24, label: "fresh")
        #expect(try shop.reports(clear: .none, to: fresh) { $0.draw(count: 3) }
            == [place + "depth of framebuffer 'fresh' was never cleared and is 0 everywhere, but pipeline 'lit' compares with it; clear it: render(to:, clear: .color(…)) or .depth(1) [depthNotCleared]"])
        let flat = try shop.device.makeFramebuffer(width: 4, height: 4, label: "flat")
        #expect(try shop.reports(to: flat) { $0.draw(count: 3) }
            == [place + "pipeline 'lit' tests depth, but framebuffer 'flat' has no depth attachment; make the framebuffer with depth: .depth24, or the pipeline without a depth test [missingAttachment]"])
        #expect(try shop.reports { $0.setScissor(PixelRect(x: 8, y: 0, width: 4, height: 4)); $0.draw(count: 3) }
            == [place + "scissor is 4×4 pixels at (8, 0) of a target of 8×8; call setScissor with a part of the target, or nil [nothingDrawn]"])
        let two = try shop.device.makeProgram(vertex: "void main() { gl_Position = vec4(0.0); }",
            fragment: "layout(location = 0) out vec4 a; layout(location = 1) out vec4 b; void main() { a = vec4(1.0); b = vec4(1.0); }", label: "two")
        let pipeline = try shop.device.makePipeline(program: two, vertexLayout: .none)
        #expect(try shop.reports(settingAll: false) { $0.setPipeline(pipeline); $0.draw(count: 3) }
            == [place + "fragment output 'b' of program 'two' goes to colour 1, but framebuffer 'screen' has 1; attach an image there, or leave the output out [unusedOutput]"])
    }

    @Test("an encoder that is never submitted is reported when it is freed, a submitted one is not") func encoders() throws {
        let shop = try Workshop(validation: true)
        func forget(submits: Bool) throws {
            var frame = shop.device.makeCommandEncoder(label: "forgotten")
            frame.render(to: shop.target, clear: .color(1, 0, 0)) { _ in }
            if submits { try shop.device.submit(frame) }
        }
        try forget(submits: true)
        _ = shop.device.makeCommandEncoder(label: "without commands")
        #expect(shop.device.validationReports.isEmpty)
        try forget(submits: false)
        let report = try #require(shop.device.validationReports.first)
        #expect(report.description == "\(report.file):\(report.line): encoder 'forgotten' has commands and was dropped; call device.submit with it [encoderNotSubmitted]" && report.file.hasSuffix("MistakeTests.swift"))
    }

    @Test("RASTER_VALIDATE switches validation mode on and off in every build", arguments: ["1", "0"]) func environment(wish: String) async {
        await promptly {
            await #expect(processExitsWith: .exitCode(wish == "1" ? 1 : 0)) { [wish] in
                setenv("RASTER_VALIDATE", wish, 1)
                exit(Device(.reference).options.validation ? 1 : 0)
            }
        }
    }

    @Test("without validation mode nothing is checked, and validation mode does not change any bits") func switchedOff() throws {
        func picture(validation: Bool) throws -> (Image, Int) {
            let shop = try Workshop(validation: validation)
            try shop.submit { pass in
                pass.setPipeline(shop.pipeline); pass.setVertexBuffer(shop.vertices); pass.setUniformBuffer("Camera", shop.camera); pass.draw(count: 3)
            }
            return (try shop.target.readImage(), shop.device.validationReports.count)
        }
        let off = try picture(validation: false), on = try picture(validation: true)
        #expect(off.1 == 0 && on.1 > 0 && off.0 == on.0)
    }
}
