// Refused dispatches, and refused bindings of memory to shaders: each error names the block, the image or the number, and no shader runs.

import Raster
import Shading
import TestSupport
import Testing

@Suite("Validation of dispatches, storage buffers and images") struct ComputeValidationTests {
    private static let storing = "layout(std430) buffer Numbers { uint count; vec4 tint; uint numbers[]; };\nvoid main() { count = 1u; tint = vec4(1.0); numbers[0] = 2u; }"
    private static let painting = "layout(rgba8) uniform image2D picture;\nvoid main() { imageStore(picture, ivec2(0), vec4(1.0)); }"

    @Test("a storage block without a buffer, or with too few bytes, an odd offset or a foreign buffer, is refused by name", arguments: Device.Kind.allCases)
    func blocks(kind: Device.Kind) throws {
        let fixture = ComputeFixture(kind), program = try fixture.program(Self.storing), buffer = try fixture.device.makeBuffer(byteCount: 64, label: "data")
        func refusal(_ bind: (inout ComputePass) -> Void) -> String { RasterError.thrown { try fixture.run(program, bind) }?.description ?? "none" }
        #expect(refusal { _ in } == "dispatch 'work': storage block 'Numbers' has no buffer; call setStorageBuffer(\"Numbers\", …) [missingStorageBuffer]")
        // The block has 32 bytes before its last array. The buffer's size determines the length of this array.
        #expect(refusal { $0.setStorageBuffer("Numbers", buffer, byteCount: 28) }
                    == "dispatch 'work': storage buffer 'data' gives 28 bytes, but block 'Numbers' has 32; bind at least the block's bytes [bufferTooSmall]")
        #expect(refusal { $0.setStorageBuffer("Numbers", buffer, byteCount: 32) } == "none")
        #expect(refusal { $0.setStorageBuffer("Numbers", buffer, offset: 32) } == "none")
        #expect(refusal { $0.setStorageBuffer("Numbers", buffer, offset: 36) }.hasSuffix("[bufferTooSmall]"))
        #expect(refusal { $0.setStorageBuffer("Numbers", buffer, offset: 2) }.contains("is bound at offset 2; use a multiple of 4 bytes [invalidArgument]"))
        for (offset, byteCount) in [(-4, nil), (68, nil), (0, 65), (32, 36), (0, -1), (.max, nil), (4, .max), (.min, .max)] as [(Int, Int?)] {
            #expect(refusal { $0.setStorageBuffer("Numbers", buffer, offset: offset, byteCount: byteCount) }.hasSuffix("[bufferTooSmall]"), "\(offset)")
        }
        #expect(refusal { $0.setStorageBuffer("Number", buffer) }.contains("Numbers"), "the error names the nearest block")
        let foreign = try Device(.reference).makeBuffer(byteCount: 64)
        #expect(refusal { $0.setStorageBuffer("Numbers", foreign) }.hasSuffix("[wrongDevice]"))
        #expect(try buffer.read(UInt32.self).prefix(8).contains(1), "the dispatches that were allowed have run")
    }

    @Test("a block that a draw reads is checked like a dispatch's", arguments: Device.Kind.allCases) func drawnBlocks(kind: Device.Kind) throws {
        let fixture = try DrawingFixture(on: Device(kind)), device = fixture.device, buffer = try device.makeBuffer(byteCount: 12, label: "tints")
        let pipeline = try fixture.pipeline(
            fragment: "#version 430\nlayout(std430) readonly buffer Tints { vec4 tint; };\nout vec4 pixel;\nvoid main() { pixel = tint; }",
            vertex: "#version 430\nin vec4 position, color;\nvoid main() { gl_Position = position + 0.0 * color; }")
        let corners = fixture.vertex(0, 0) + fixture.vertex(9, 0) + fixture.vertex(0, 9)
        func refusal(_ bind: (inout RenderPass) -> Void) -> RasterError? { RasterError.thrown { try fixture.draw(corners, pipeline: pipeline, bind) } }
        #expect(refusal { _ in }?.code == .missingStorageBuffer)
        #expect(refusal { $0.setStorageBuffer("Tints", buffer) }?.code == .bufferTooSmall)
    }

    @Test("a buffer that shaders write is not also their uniforms, vertices or indices, except for other bytes of a uniform block", arguments: Device.Kind.allCases)
    func writtenWhileRead(kind: Device.Kind) throws {
        let fixture = ComputeFixture(kind), buffer = try fixture.device.makeBuffer(byteCount: 64, label: "both")
        let program = try fixture.program("""
            layout(std140) uniform Settings { vec4 scale; };
            layout(std430) buffer Results { vec4 result; };
            void main() { result = scale * 2.0; }
            """)
        func refusal(_ settings: Int, _ results: Int) -> RasterError? {
            RasterError.thrown {
                try fixture.run(program) { pass in
                    pass.setUniformBuffer("Settings", buffer, offset: settings, byteCount: 16)
                    pass.setStorageBuffer("Results", buffer, offset: results, byteCount: 16)
                }
            }
        }
        #expect(refusal(0, 0)?.code == .feedbackLoop && refusal(0, 12)?.code == .feedbackLoop && refusal(28, 16)?.code == .feedbackLoop)
        #expect(refusal(0, 0)?.description.contains("buffer 'both' is read as vertices, indices or uniforms, and written by a storage block") == true)
        #expect(refusal(0, 16) == nil && refusal(32, 16) == nil)

        let target = try fixture.device.makeFramebuffer(width: 4, height: 4), vertices = try fixture.device.makeBuffer(byteCount: 96)
        let drawing = try fixture.device.makeProgram(vertex: """
            #version 430
            in vec4 place;
            layout(std430) buffer Seen { uint seen[]; };
            void main() { seen[gl_VertexID] = 1u; gl_Position = place; }
            """, fragment: "#version 430\nout vec4 pixel; void main() { pixel = vec4(1.0); }")
        let pipeline = try fixture.device.makePipeline(program: drawing, vertexLayout: VertexLayout(stride: 16, VertexAttribute("place", .float4)))
        func drawRefusal(seen: Buffer, indices: Buffer) -> RasterError.Code? {
            RasterError.thrown {
                var encoder = fixture.device.makeCommandEncoder()
                encoder.render(to: target) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(vertices)
                    pass.setStorageBuffer("Seen", seen)
                    pass.drawIndexed(indices, type: .uint32, count: 3)
                }
                try fixture.device.submit(encoder)
            }?.code
        }
        #expect(drawRefusal(seen: vertices, indices: buffer) == .feedbackLoop)
        #expect(drawRefusal(seen: buffer, indices: buffer) == .feedbackLoop)
        #expect(try drawRefusal(seen: fixture.device.makeBuffer(byteCount: 96), indices: buffer) == nil)
    }

    @Test("an image takes only a texture of its shape and format, and a level and layer that exist", arguments: Device.Kind.allCases)
    func images(kind: Device.Kind) throws {
        let fixture = ComputeFixture(kind), painting = try fixture.program(Self.painting)
        func refusal(_ texture: Texture, _ program: ComputeProgram? = nil, level: Int = 0, layer: Int? = nil, format: PixelFormat? = nil,
                     name: String = "picture") -> String {
            RasterError.thrown {
                try fixture.run(program ?? painting) { $0.setImage(name, texture, level: level, layer: layer, format: format) }
            }?.description ?? "none"
        }
        let plain = try fixture.texture(.rgba8, mipLevels: 2), layers = try fixture.texture(.rgba8, type: .d2Array, depth: 3)
        let volume = try fixture.texture(.rgba8, type: .d3, depth: 4, mipLevels: 2)
        #expect(refusal(plain) == "none" && refusal(plain, level: 1) == "none")
        #expect(refusal(layers, layer: 2) == "none" && refusal(volume, level: 1, layer: 1) == "none")
        #expect(refusal(plain, level: 2).contains("image 'picture' is level 2, but texture 'picture' has 2; use a level of the texture [incompleteTexture]"))
        #expect(refusal(plain, level: -1).hasSuffix("[incompleteTexture]"))
        #expect(refusal(layers, layer: 3).contains("is layer 3, but texture 'picture' has 3; use a layer of the texture [invalidArgument]"))
        #expect(refusal(layers, layer: -1).hasSuffix("[invalidArgument]") && refusal(plain, layer: 1).hasSuffix("[invalidArgument]"))
        #expect(refusal(volume, level: 1, layer: 2).hasSuffix("[invalidArgument]"), "level 1 has two slices")
        #expect(refusal(layers).contains("bind a texture of that type, or one layer to a 2D image [imageTypeMismatch]"))
        #expect(try refusal(fixture.texture(.rgba8, samples: 4)).hasSuffix("[imageTypeMismatch]"))
        #expect(try refusal(fixture.texture(.r32Float)).contains("has the format rgba8, but is bound as r32Float; pass format: .rgba8"))
        #expect(try refusal(fixture.texture(.r32Float), format: .rgba8) == "none")
        #expect(refusal(plain, format: .r32Float).hasSuffix("[imageTypeMismatch]"))
        for format in [PixelFormat.rgb8, .depth32Float, .rgba16Float] {
            #expect(try refusal(fixture.texture(format), format: .rgba8).hasSuffix("[imageTypeMismatch]"), "\(format)")
            #expect(try refusal(fixture.texture(format)).hasSuffix("[imageTypeMismatch]"), "\(format)")
        }
        let counting = try fixture.program("writeonly uniform uimage2D picture;\nvoid main() { imageStore(picture, ivec2(0), uvec4(1u)); }")
        #expect(refusal(plain, counting).contains("image 'picture' holds uint, but is bound as rgba8; use an image type for the format [imageTypeMismatch]"))
        #expect(refusal(plain, counting, format: .r32Uint) == "none")
        #expect(refusal(plain, name: "pictures").contains("picture") && refusal(plain, name: "pictures").hasSuffix("[unknownImage]"))
        #expect(refusal(plain, name: "picture[1]").hasSuffix("[unknownImage]"))
        let foreign = try ComputeFixture().texture(.rgba8)
        #expect(refusal(foreign).hasSuffix("[wrongDevice]"))
    }

    @Test("a texture is not an image and sampled at once, except for other levels or layers, or an image that is only read", arguments: Device.Kind.allCases)
    func sampledImages(kind: Device.Kind) throws {
        let fixture = ComputeFixture(kind)
        func refusal(_ qualifier: String, _ texture: Texture, level: Int = 0, layer: Int? = nil, view: TextureView) throws -> RasterError.Code? {
            let use = qualifier == "readonly" ? "result = imageLoad(picture, ivec2(0)) + seen;" : "imageStore(picture, ivec2(0), seen);"
            let (shape, place) = view.texture.descriptor.type == .d2 ? ("2D", "ivec2(0)") : ("2DArray", "ivec3(0)")
            let program = try fixture.program("""
                layout(rgba8) \(qualifier) uniform image2D picture;
                uniform sampler\(shape) sampled;
                layout(std430) buffer Result { vec4 result; };
                void main() {
                    vec4 seen = texelFetch(sampled, \(place), 0);
                    result = vec4(0.0);
                    \(use)
                }
                """)
            let result = try fixture.device.makeBuffer(byteCount: 16)
            return RasterError.thrown {
                try fixture.run(program) { pass in
                    pass.setImage("picture", texture, level: level, layer: layer)
                    pass.setTexture("sampled", view, .nearest)
                    pass.setStorageBuffer("Result", result)
                }
            }?.code
        }
        let plain = try fixture.texture(.rgba8, mipLevels: 3), layers = try fixture.texture(.rgba8, type: .d2Array, depth: 3)
        #expect(try refusal("writeonly", plain, view: TextureView(plain)) == .feedbackLoop)
        #expect(try refusal("writeonly", plain, level: 1, view: TextureView(plain, levels: 0...1)) == .feedbackLoop)
        #expect(try refusal("writeonly", plain, level: 2, view: TextureView(plain, levels: 0...1)) == nil)
        #expect(try refusal("readonly", plain, view: TextureView(plain)) == nil)
        #expect(try refusal("writeonly", layers, layer: 1, view: TextureView(layers)) == .feedbackLoop)
        #expect(try refusal("writeonly", layers, layer: 2, view: TextureView(layers, layers: 0..<2)) == nil)
    }

    @Test("a texture is not an image of a shader and an image of the pass at once", arguments: Device.Kind.allCases)
    func attachedImages(kind: Device.Kind) throws {
        let device = Device(kind)
        let program = try device.makeProgram(
            vertex: "#version 430\nvoid main() { gl_Position = vec4(0.0); }",
            fragment: "#version 430\nlayout(rgba8) uniform image2D picture;\nout vec4 pixel;\nvoid main() { pixel = imageLoad(picture, ivec2(gl_FragCoord.xy)); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        let texture = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8, width: 8, height: 8, depth: 2, mipLevels: 2, label: "picture"))
        let target = try device.makeFramebuffer(color: [Raster.Attachment(texture, level: 1, slice: 1)])
        func refusal(level: Int, layer: Int) -> RasterError? {
            RasterError.thrown {
                var encoder = device.makeCommandEncoder()
                encoder.render(to: target) { pass in
                    pass.setPipeline(pipeline)
                    pass.setImage("picture", texture, level: level, layer: layer)
                    pass.draw(count: 3)
                }
                try device.submit(encoder)
            }
        }
        #expect(refusal(level: 1, layer: 1)?.code == .feedbackLoop)
        #expect(refusal(level: 1, layer: 1)?.description.contains("image 'picture' is texture 'picture', which the pass renders to") == true)
        #expect(refusal(level: 0, layer: 1) == nil && refusal(level: 1, layer: 0) == nil)
    }

    @Test("numbers of work groups are 0 to 65535, and none of them means that nothing runs", arguments: Device.Kind.allCases)
    func groupCounts(kind: Device.Kind) throws {
        let fixture = ComputeFixture(kind), buffer = try fixture.device.makeBuffer([0] as [UInt32])
        let program = try fixture.program("layout(std430) buffer Count { uint count; };\nvoid main() { atomicAdd(count, 1u); }")
        func refusal(_ x: Int, _ y: Int, _ z: Int) -> String {
            RasterError.thrown {
                try fixture.compute { pass in
                    pass.setProgram(program)
                    pass.setStorageBuffer("Count", buffer)
                    pass.dispatch(x, y, z)
                }
            }?.description ?? "none"
        }
        #expect(Device.maximumWorkGroupCount == 65535)
        #expect(refusal(65536, 1, 1) == "dispatch 'work': the number of work groups along x is 65536; use 0 to 65535 [invalidArgument]")
        #expect(refusal(1, -1, 1).contains("along y is -1") && refusal(0, 0, .max).contains("along z is \(Int.max)"))
        #expect(refusal(0, 65535, 65535) == "none" && refusal(65535, 0, 1) == "none" && refusal(1, 65535, 0) == "none")
        // A dispatch that would run for days is refused, like a draw of too many vertices.
        #expect(refusal(65535, 65535, 65535).contains(" invocations; dispatch at most 2³² invocations at once [invalidArgument]"))
        #expect(try buffer.read(UInt32.self) == [0])
        #expect(refusal(2, 3, 5) == "none")
        #expect(try buffer.read(UInt32.self) == [30])
        let early = RasterError.thrown { try fixture.compute { $0.dispatch(1) } }
        #expect(early?.code == .missingPipeline && early?.description.contains("before dispatch 0 of work") == true, "\(String(describing: early))")
        let foreign = try ComputeFixture().program("void main() {}")
        #expect(RasterError.thrown { try fixture.run(foreign) }?.code == .wrongDevice)
    }

    @Test("work groups and shared variables of the largest size run, and larger ones do not compile", arguments: Device.Kind.allCases)
    func largest(kind: Device.Kind) throws {
        let fixture = ComputeFixture(kind), buffer = try fixture.device.makeBuffer([UInt32](repeating: 0, count: 1024))
        // Each invocation adds a word that it has written and a word that another invocation has written at the other end of the shared
        // memory.
        let text = """
            layout(std430) buffer Results { uint results[1024]; };
            shared uint words[16384];
            void main() {
                uint i = gl_LocalInvocationIndex;
                for (uint k = 0u; k < 16u; k++) words[16u * i + k] = 16u * i + k;
                barrier();
                results[i] = words[16383u - 16u * i] + words[16u * i];
            }
            """
        try fixture.run(fixture.program(text, size: "local_size_x = 1024")) { $0.setStorageBuffer("Results", buffer) }
        #expect(try buffer.read(UInt32.self).allSatisfy { $0 == 16383 })
        try fixture.run(fixture.program(text, size: "local_size_x = 4, local_size_y = 4, local_size_z = 64")) { $0.setStorageBuffer("Results", buffer) }
        #expect(try buffer.read(UInt32.self).allSatisfy { $0 == 16383 })
        #expect(throws: ShaderError.self) { try fixture.program(text, size: "local_size_x = 1025") }
        #expect(throws: ShaderError.self) { try fixture.program("void main() {}", size: "local_size_z = 65") }
        #expect(throws: ShaderError.self) { try fixture.program(text.replacing("words[16384]", with: "words[16385]"), size: "local_size_x = 1024") }
    }

    @Test("numbers of groups from a buffer need twelve bytes at a multiple of four", arguments: Device.Kind.allCases)
    func indirectPlaces(kind: Device.Kind) throws {
        let fixture = ComputeFixture(kind), arguments = try fixture.device.makeBuffer([9, 2, 3, 1] as [UInt32], label: "numbers")
        let count = try fixture.device.makeBuffer([0] as [UInt32])
        let program = try fixture.program("layout(std430) buffer Count { uint count; };\nvoid main() { atomicAdd(count, 1u); }")
        func refusal(_ buffer: Buffer, _ offset: Int) -> String {
            RasterError.thrown {
                try fixture.compute { pass in
                    pass.setProgram(program)
                    pass.setStorageBuffer("Count", count)
                    pass.dispatchIndirect(buffer, offset: offset)
                }
            }?.description ?? "none"
        }
        #expect(refusal(arguments, 8) == "dispatch 'work': indirect arguments in buffer 'numbers' take 12 bytes from 8 on, but the buffer has 16; make the buffer larger [bufferTooSmall]")
        for offset in [-4, 2, .min] { #expect(refusal(arguments, offset).hasSuffix("use multiples of 4 from 0 on [invalidArgument]"), "\(offset)") }
        #expect(refusal(arguments, .max - 3).hasSuffix("[bufferTooSmall]"))
        #expect(try refusal(fixture.device.makeBuffer(byteCount: 8), 0).hasSuffix("[bufferTooSmall]"))
        #expect(try refusal(Device(.reference).makeBuffer(byteCount: 16), 0).hasSuffix("[wrongDevice]"))
        #expect(try count.read(UInt32.self) == [0])
        #expect(refusal(arguments, 4) == "none")
        #expect(try count.read(UInt32.self) == [6])
    }
}
