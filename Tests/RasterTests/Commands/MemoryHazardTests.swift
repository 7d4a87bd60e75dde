// Passes whose draws write memory: a pass is divided into parts, so that each draw sees what earlier draws wrote. The tests check the
// number of parts.

import Raster
import Shading
import Testing

@Suite("Draws of one pass that use written memory") struct MemoryHazardTests {
    private let device = Device(.reference)
    private let target: Framebuffer
    private let buffer: Buffer
    private let texture: Texture

    init() throws {
        target = try device.makeFramebuffer(width: 8, height: 8)
        buffer = try device.makeBuffer(byteCount: 1 << 14)
        texture = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .r32Uint, width: 8, height: 8, depth: 4, mipLevels: 2))
    }

    private func pipeline(_ body: String, vertex: String = "") throws -> Pipeline {
        let memory = """
            #version 430
            layout(std430) buffer Counts { uint counts[]; };
            layout(r32ui) uniform uimage2D image;

            """
        return try device.makePipeline(
            program: try device.makeProgram(vertex: memory + "void main() { gl_Position = vec4(0.0); \(vertex) }",
                                            fragment: memory + "out vec4 result; void main() { result = vec4(1.0); \(body) }"), vertexLayout: .none)
    }
    /// Returns the number of parts into which a pass is divided.
    private func partCount(_ body: (inout RenderPass) throws -> Void) throws -> Int {
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, body)
        return try device.checkedCommands(of: encoder).separatingHazards.count
    }
    private func bind(_ pass: inout RenderPass, _ pipeline: Pipeline, offset: Int = 0, level: Int = 0, layer: Int = 0) {
        pass.setPipeline(pipeline)
        if !pipeline.program.table.storageBlocks.isEmpty { pass.setStorageBuffer("Counts", buffer, offset: offset, byteCount: 16) }
        if !pipeline.program.table.images.isEmpty { pass.setImage("image", texture, level: level, layer: layer) }
    }

    @Test("draws stay together if the order of their writes cannot show", arguments: [
        ("only reads", "result.r = float(counts[0] + imageLoad(image, ivec2(0)).r);", 1),
        ("counting", "atomicAdd(counts[0], 1u); atomicAdd(counts[1], 5u);", 1),
        ("the greatest word of an image", "imageAtomicMax(image, ivec2(gl_FragCoord.yx), 3u);", 1),
        ("the pixel's own texel", "ivec2 at = ivec2(gl_FragCoord.xy); imageStore(image, at, imageLoad(image, at) + 1u);", 1),
        ("the pixel's own texel, by other roundings", """
            imageStore(image, ivec2(uvec2(gl_FragCoord.xy)), imageLoad(image, ivec2(floor(gl_FragCoord.xy))) + 1u);
            """, 1),
        ("an exchange in the pixel's own texel", "result.r = float(imageAtomicExchange(image, ivec2(gl_FragCoord.xy), 1u));", 1),
        ("a count that is used", "result.r = float(atomicAdd(counts[0], 1u));", 4),
        ("two functions", "atomicAdd(counts[0], 1u); atomicMax(counts[0], 5u);", 4),
        ("the least and the greatest word", "imageAtomicMin(image, ivec2(0), 3u); imageAtomicMax(image, ivec2(0), 3u);", 4),
        ("an exchange", "atomicExchange(counts[0], 1u);", 4),
        ("a store", "counts[0] = 1u;", 4),
        ("a count and a load", "atomicAdd(counts[0], 1u); result.r = float(counts[1]);", 4),
        ("another pixel's texel", "imageStore(image, ivec2(gl_FragCoord.yx), uvec4(1u));", 4),
        ("the texel beside the pixel", "imageStore(image, ivec2(gl_FragCoord.xy) + 1, uvec4(1u));", 4),
        ("the own texel and another", "imageStore(image, ivec2(gl_FragCoord.xy), imageLoad(image, ivec2(1)));", 4),
    ] as [(String, String, Int)])
    func parts(name: String, body: String, count: Int) throws {
        let pipeline = try pipeline(body)
        #expect(try partCount { pass in
            bind(&pass, pipeline)
            for _ in 0..<4 { pass.draw(count: 3) }
        } == count, "\(name)")
    }

    @Test("texels of the own pixel that vertices use too are used in order")
    func vertexUse() throws {
        let pipeline = try pipeline("imageStore(image, ivec2(gl_FragCoord.xy), uvec4(1u));", vertex: "gl_Position.x = float(imageLoad(image, ivec2(0)).r);")
        #expect(try partCount { pass in
            bind(&pass, pipeline)
            for _ in 0..<3 { pass.draw(count: 3) }
        } == 3)
    }

    @Test("draws that use other bytes, levels or layers stay together")
    func otherParts() throws {
        let store = try pipeline("counts[0] = 1u;"), image = try pipeline("imageStore(image, ivec2(0), uvec4(1u));")
        func parts(_ offsets: [Int]) throws -> Int {
            try partCount { pass in
                for offset in offsets {
                    bind(&pass, store, offset: offset)
                    pass.draw(count: 3)
                }
            }
        }
        #expect(try parts([0, 16, 32, 64]) == 1 && parts([0, 16, 12]) == 2 && parts([0, 16, 0, 16, 0, 32]) == 3)
        // If the draws use more than 16 ranges of bytes, the ranges count as one range from the first byte to the last byte. The draw at
        // offset 16 lies between two of these ranges, so this draw begins a new part of the pass.
        #expect(try parts((0..<100).map { 16 * $0 }) == 1 && parts((0..<100).map { 32 * $0 } + [16]) == 2)
        #expect(try partCount { pass in
            for (level, layer) in [(0, 0), (0, 1), (1, 0), (1, 3), (0, 1)] {
                bind(&pass, image, level: level, layer: layer)
                pass.draw(count: 3)
            }
        } == 2)
    }

    @Test("a draw that reads what others counted comes after them, and others count after it")
    func readers() throws {
        let add = try pipeline("atomicAdd(counts[0], 1u);"), read = try pipeline("result.r = float(counts[0]);")
        let greatest = try pipeline("atomicMax(counts[0], 1u);"), idle = try pipeline("")
        let draws = [add, add, idle, read, read, add, add, greatest, greatest, idle]
        #expect(try partCount { pass in
            for pipeline in draws {
                bind(&pass, pipeline)
                pass.draw(count: 3)
            }
        } == 4)
    }

    @Test("a storage block sees what transform feedback of the same pass wrote")
    func feedback() throws {
        let write = try device.makePipeline(program: try device.makeProgram(
            vertex: ShaderSource(text: "#version 330\nout float number; void main() { gl_Position = vec4(0.0); number = 7.0; }", name: "v"),
            fragment: ShaderSource(text: "#version 330\nvoid main() {}", name: "f"),
            options: ShaderCompileOptions(transformFeedback: TransformFeedbackOutputs(["number"]))), vertexLayout: .none)
        let read = try pipeline("result.r = float(counts[0]);"), feedback = TransformFeedback(.points, into: .init(buffer))
        #expect(try partCount { pass in
            pass.setTransformFeedback(feedback)
            pass.setPipeline(write)
            for _ in 0..<3 { pass.draw(.points, count: 2) }
            pass.setTransformFeedback(nil)
            bind(&pass, read)
            pass.draw(count: 3)
        } == 2)
    }

    @Test("parts keep the groups, and only the first part clears")
    func groups() throws {
        let store = try pipeline("counts[0] = 1u;")
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(1, 0, 0)) { pass in
            bind(&pass, store)
            pass.group("outer") { pass in
                pass.draw(count: 3)
                pass.group("inner") { $0.draw(count: 3) }
            }
        }
        let parts = try device.checkedCommands(of: encoder).separatingHazards.compactMap { if case .renderPass(let pass) = $0 { pass } else { nil } }
        let words = parts.map { part in
            part.operations.map { operation in
                switch operation {
                case .draw: "draw"
                case .clear: "clear"
                case .pushGroup(let name): name
                case .popGroup: "end"
                }
            }
        }
        #expect(words == [["outer", "draw", "inner", "end", "end"], ["outer", "inner", "draw", "end", "end"]])
        #expect(parts[0].clear.color(0) != nil && parts[1].clear.color(0) == nil)
    }
}
