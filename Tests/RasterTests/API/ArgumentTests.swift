// Every number in the API gets the smallest and the largest value of its type. A call with such a number must throw a typed error, and
// must not trap or hang.

import Foundation
import Raster
import Shading
import TestSupport
import Testing

/// A uniform value that returns the wrong number of words for its type.
private struct OddValue: UniformValue {
    var elementCount: Int
    var words: Int
    static var uniformType: ValueType { .scalar(.float) }
    func appendWords(to result: inout [UInt32]) { for _ in 0..<words { result.append(0) } }
}

@Suite("Arguments") struct ArgumentTests {
    private static let wild = [Int.min, -1, Int.max]

    private func code(_ body: () throws -> Void) -> RasterError.Code? { RasterError.thrown(by: body)?.code }

    /// A device and one object of each kind.
    private struct Things {
        let device: Device
        let target: Framebuffer
        let texture: Texture
        let program: Program
        let buffer: Buffer, indices: Buffer
        static let layout = VertexLayout(stride: 8, VertexAttribute("place", .float2))

        init(_ kind: Device.Kind) throws {
            device = Device(kind)
            target = try device.makeFramebuffer(width: 8, height: 8, depth: .depth24)
            texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, mipLevels: 2))
            program = try device.makeProgram(vertex: "in vec2 place; void main() { gl_Position = vec4(place, 0.0, 1.0); }", fragment: """
                uniform float w[2];
                uniform Block { vec4 color; };
                uniform sampler2D images[2];
                out vec4 pixel;
                void main() { pixel = color * w[1] + texture(images[1], vec2(0.5)); }
                """)
            buffer = try device.makeBuffer(byteCount: 64)
            indices = try device.makeBuffer([0, 1, 2] as [UInt16])
        }
        func pipeline(_ layout: VertexLayout = layout, _ configure: (inout RasterState) -> Void = { _ in }) throws -> Pipeline {
            var state = RasterState()
            configure(&state)
            return try device.makePipeline(program: program, vertexLayout: layout, state: state)
        }
        func submit(_ layout: VertexLayout = layout, _ body: (inout RenderPass) throws -> Void) throws {
            let pipeline = try pipeline(layout)
            var encoder = device.makeCommandEncoder()
            try encoder.render(to: target) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(buffer)
                pass.setUniformBuffer("Block", buffer)
                try body(&pass)
            }
            try device.submit(encoder)
        }
    }

    @Test("numbers of a pipeline outside of their ranges are refused", arguments: Device.Kind.allCases) func pipelines(kind: Device.Kind) throws {
        let things = try Things(kind)
        for width in [0, -1, 2048.5, 1e6, 1e7, Float.infinity, .nan] {
            #expect(code { _ = try things.pipeline { $0.lineWidth = width } } == .invalidArgument, "lineWidth \(width)")
            #expect(code { _ = try things.pipeline { $0.pointSize = width } } == .invalidArgument, "pointSize \(width)")
        }
        #expect(code { _ = try things.pipeline { $0.lineWidth = Device.maximumLineWidth; $0.pointSize = Device.maximumPointSize } } == nil)
        for offset in [Float.infinity, .nan] {
            #expect(code { _ = try things.pipeline { $0.polygonOffset = PolygonOffset(factor: offset, units: 0) } } == .invalidArgument)
            #expect(code { _ = try things.pipeline { $0.polygonOffset = PolygonOffset(factor: 0, units: offset) } } == .invalidArgument)
        }
        for number in Self.wild + [1 << 31, 1 << 40] {
            #expect(code { _ = try things.pipeline(VertexLayout(stride: number, VertexAttribute("place", .float2))) } == .invalidArgument, "stride \(number)")
            #expect(code { _ = try things.pipeline(VertexLayout(stride: 8, VertexAttribute("place", .float2, offset: number))) } == .invalidArgument,
                    "offset \(number)")
            #expect(code { _ = try things.pipeline(VertexLayout(stride: 8, VertexAttribute("place", .float2, slot: number))) } == .invalidArgument,
                    "slot \(number)")
            #expect(code { _ = try things.pipeline(VertexLayout(stride: 8, VertexAttribute("place", .scaled(.float32, number)))) } == .invalidFormat,
                    "components \(number)")
            let divided = VertexLayout(buffers: [VertexBufferLayout(stride: 8, divisor: number)], attributes: [VertexAttribute("place", .float2)])
            #expect(code { _ = try things.pipeline(divided) } == .invalidArgument, "divisor \(number)")
        }
        #expect(code { _ = try things.pipeline(VertexLayout(buffers: Array(repeating: VertexBufferLayout(stride: 8), count: 65),
                                                            attributes: [VertexAttribute("place", .float2)])) } == .invalidArgument)
    }

    @Test("numbers of a draw outside of their ranges are refused", arguments: Device.Kind.allCases) func draws(kind: Device.Kind) throws {
        let things = try Things(kind), most = Int(Int32.max)
        #expect(code { try things.submit { $0.draw(count: 3) } } == nil)
        for number in Self.wild + [1 << 31] {
            #expect(code { try things.submit { $0.draw(first: number, count: 3) } } == .invalidArgument, "first \(number)")
            #expect(code { try things.submit { $0.draw(count: number) } } == .invalidArgument, "count \(number)")
            #expect(code { try things.submit { $0.draw(count: 3, instances: number) } } == .invalidArgument, "instances \(number)")
            #expect(code { try things.submit { $0.draw(count: 3, baseInstance: number) } } == .invalidArgument, "base instance \(number)")
            #expect(code { try things.submit { $0.drawIndexed(things.indices, first: number, count: 3) } } == .invalidArgument, "first index \(number)")
            #expect(code { try things.submit { $0.drawIndexed(things.indices, count: number) } } == .invalidArgument, "index count \(number)")
        }
        for number in [Int.min, -(1 << 31) - 1, 1 << 31, Int.max] {
            #expect(code { try things.submit { $0.drawIndexed(things.indices, count: 3, baseVertex: number) } } == .invalidArgument, "base vertex \(number)")
        }
        for number in [Int(Int32.min), most] {
            #expect(code { try things.submit { $0.drawIndexed(things.indices, count: 3, baseVertex: number) } } == nil, "base vertex \(number)")
        }
        #expect(code { try things.submit { $0.draw(count: most, instances: most) } } == .invalidArgument)
        #expect(code { try things.submit { $0.draw(first: most, count: most) } } == .bufferTooSmall)
        #expect(code { try things.submit { $0.drawIndexed(things.indices, first: most, count: most) } } == .bufferTooSmall)
        let far = VertexLayout(stride: most, VertexAttribute("place", .float2, offset: most))
        #expect(code { try things.submit(far) { $0.draw(first: most, count: 3) } } == .bufferTooSmall)
        #expect(code { try things.submit(far) { $0.drawIndexed(things.indices, count: 3) } } == nil)
        let slow = VertexLayout(buffers: [VertexBufferLayout(stride: most, divisor: most)], attributes: [VertexAttribute("place", .float2)])
        #expect(code { try things.submit(slow) { $0.draw(count: 3, baseInstance: most) } } == .bufferTooSmall)
        #expect(code { try things.submit(slow) { $0.draw(count: 3, instances: 2) } } == nil)
        for number in Self.wild {
            #expect(code { try things.submit { $0.setVertexBuffer(things.buffer, offset: number); $0.draw(count: 3) } } == .invalidArgument, "offset \(number)")
            #expect(code { try things.submit { $0.setVertexBuffer(things.buffer, slot: number); $0.draw(count: 3) } } == .invalidArgument, "slot \(number)")
        }
        #expect(code { try things.submit { $0.setVertexBuffer(things.buffer, offset: 1 << 32); $0.draw(count: 3) } } == .bufferTooSmall)
        #expect(code { try things.submit { $0.setVertexBuffer(things.buffer, offset: 1 << 32); $0.drawIndexed(things.indices, count: 3) } } == nil)
    }

    @Test("viewports and scissors outside of their ranges are refused", arguments: Device.Kind.allCases) func windows(kind: Device.Kind) throws {
        let things = try Things(kind)
        for number in [Float.nan, .infinity, -.infinity, -40000, 40000, .greatestFiniteMagnitude] {
            #expect(code { try things.submit { $0.setViewport(Viewport(x: number, width: 1, height: 1)); $0.draw(count: 3) } } == .invalidArgument,
                    "x \(number)")
            #expect(code { try things.submit { $0.setViewport(Viewport(y: number, width: 1, height: 1)); $0.draw(count: 3) } } == .invalidArgument,
                    "y \(number)")
            #expect(code { try things.submit { $0.setViewport(Viewport(width: number, height: 1)); $0.draw(count: 3) } } == .invalidArgument, "width \(number)")
            #expect(code { try things.submit { $0.setViewport(Viewport(width: 1, height: number)); $0.draw(count: 3) } } == .invalidArgument,
                    "height \(number)")
        }
        #expect(code { try things.submit { $0.setViewport(Viewport(width: 1, height: 1, depthNear: .nan)); $0.draw(count: 3) } } == .invalidArgument)
        for number in [Int.min, Int.max, 1 << 40] {
            for rect in [PixelRect(x: number, y: 0, width: 1, height: 1), PixelRect(x: 0, y: number, width: 1, height: 1),
                         PixelRect(x: 0, y: 0, width: number, height: 1),
                         PixelRect(x: 0, y: 0, width: 1, height: number), PixelRect(x: number, y: number, width: number, height: number)] {
                #expect(code { try things.submit { $0.setScissor(rect); $0.draw(count: 3) } } == .invalidArgument, "\(rect)")
                #expect(code { try things.submit { $0.setScissor(rect); $0.clear(.color(0, 0, 0)) } } == .invalidArgument, "\(rect)")
            }
        }
        #expect(code { try things.submit { $0.setScissor(PixelRect(x: 0, y: 0, width: 1, height: -1)); $0.clear(.color(0, 0, 0)) } } == .invalidArgument)
        let whole = PixelRect(x: -(1 << 30), y: -(1 << 30), width: 1 << 30, height: 1 << 30)
        #expect(code { try things.submit { $0.setScissor(whole); $0.clear(.color(0, 0, 0)); $0.draw(count: 3) } } == nil)
        #expect(code { try things.submit { $0.clear(.depth(.nan)); $0.clear(.depth(-.infinity)); $0.clear(.color(.nan, .infinity, 0)) } } == nil)
    }

    @Test("invalid names, ranges and values of uniforms and textures are refused", arguments: Device.Kind.allCases) func bindings(kind: Device.Kind) throws {
        let things = try Things(kind)
        for (name, expected) in [("w[9223372036854775807]", RasterError.Code.uniformTypeMismatch), ("w[2]", .uniformTypeMismatch), ("w[-1]", .unknownUniform),
                                 ("w[99999999999999999999]", .unknownUniform),
                                 ("w[", .unknownUniform), ("]", .unknownUniform), ("", .unknownUniform), ("[0]", .unknownUniform)] {
            #expect(code { try things.submit { $0.setUniform(name, Float(1)) } } == expected, "\(name)")
        }
        #expect(code { try things.submit { $0.setUniform("w[9223372036854775807]", [Float](repeating: 0, count: 2)) } } == .uniformTypeMismatch)
        #expect(code { try things.submit { $0.setUniform("w[2]", [Float]()) } } == nil)
        for value in [OddValue(elementCount: .min, words: 1), OddValue(elementCount: -1, words: 0), OddValue(elementCount: .max, words: 1),
                      OddValue(elementCount: 1, words: 0), OddValue(elementCount: 1, words: 100_000)] {
            #expect(code { try things.submit { $0.setUniform("w", value) } } == .uniformTypeMismatch, "\(value)")
        }
        for name in ["images[9223372036854775807]", "images[2]"] {
            #expect(code { try things.submit { $0.setTexture(name, things.texture) } } == .unknownSampler, "\(name)")
        }
        for levels in [Int.min...Int.max, 0...Int.max, Int.min...0, 2...2] {
            #expect(code { try things.submit { $0.setTexture("images[1]", things.texture, levels: levels); $0.draw(count: 3) } } == .incompleteTexture,
                    "\(levels)")
        }
        for number in Self.wild {
            #expect(code { try things.submit { $0.setUniformBuffer("Block", things.buffer, offset: number) } } == .bufferTooSmall, "offset \(number)")
            #expect(code { try things.submit { $0.setUniformBuffer("Block", things.buffer, byteCount: number) } } == .bufferTooSmall, "size \(number)")
            #expect(code { try things.submit { $0.setUniformBuffer("Block", things.buffer, offset: number, byteCount: number) } } == .bufferTooSmall)
        }
        var sampler = Sampler.linear
        let numbers: [WritableKeyPath<Sampler, Float>] = [\.lodBias, \.lodMin, \.lodMax, \.maxAnisotropy]
        for number in numbers {
            for value in [Float.nan, .infinity, -.infinity, 1e38] {
                sampler = .trilinear
                sampler[keyPath: number] = value
                #expect(code { try things.submit { $0.setTexture("images[1]", things.texture, sampler); $0.draw(count: 3) } }
                        == (value.isNaN ? .invalidArgument : nil), "\(value)")
            }
        }
        sampler = .nearest
        sampler.wrapS = .clampToBorder
        sampler.borderColor = SIMD4(.nan, .infinity, -.infinity, 1e38)
        #expect(code { try things.submit { $0.setTexture("images[1]", things.texture, sampler); $0.draw(count: 3) } } == nil)
    }

    @Test("invalid sizes, levels, slices and regions are refused", arguments: Device.Kind.allCases) func resources(kind: Device.Kind) throws {
        let things = try Things(kind), device = things.device, texture = things.texture
        for number in Self.wild {
            #expect(code { _ = try device.makeBuffer(byteCount: number) } == .invalidSize)
            #expect(code { try things.buffer.update([1, 2, 3], at: number) } == .bufferTooSmall)
            for (width, height, depth) in [(number, 1, 1), (1, number, 1), (1, 1, number), (number, number, number)] {
                #expect(code { _ = try device.makeTexture(TextureDescriptor(type: .d3, format: .rgba8, width: width, height: height, depth: depth)) }
                        == .invalidSize)
            }
            #expect(code { _ = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1, mipLevels: number)) } == .invalidSize)
            #expect(code { _ = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1, samples: number)) } == .unsupported)
            #expect(code { _ = try device.makeFramebuffer(width: number, height: number, samples: number) } == .invalidSize)
            #expect(code { _ = try device.makeFramebuffer(color: [Raster.Attachment(texture, level: number)]) } == .incompleteFramebuffer)
            #expect(code { _ = try device.makeFramebuffer(color: [Raster.Attachment(texture, slice: number)]) } == .incompleteFramebuffer)
            #expect(code { _ = try texture.readImage(level: number) } == .invalidArgument)
            #expect(code { _ = try texture.readImage(slice: number) } == .invalidArgument)
            #expect(code { try texture.upload(Image(width: 1, height: 1), x: number) } == .invalidArgument)
            #expect(code { try texture.upload(Image(width: 1, height: 1), level: number, slice: number, y: number) } == .invalidArgument)
            #expect(code { _ = try things.target.readImage(attachment: number) } == .invalidArgument)
            for (x, y, width, height) in [(number, 0, 1, 1), (0, number, 1, 1), (0, 0, number, 1), (0, 0, 1, number), (number, number, number, number)] {
                #expect(code { _ = try things.target.readPixels(x: x, y: y, width: width, height: height) } == .invalidArgument)
                #expect(code { _ = try things.target.readDepth(x: x, y: y, width: width, height: height) } == .invalidArgument)
                #expect(code { _ = try texture.read(region: TextureRegion(x: x, y: y, width: width, height: height)) } == .invalidArgument)
                #expect(code { try texture.replace(region: TextureRegion(x: x, y: y, z: number, width: width, height: height, depth: number), bytes: [0]) }
                        == .invalidArgument)
            }
            #expect(code { _ = try Image(width: 2, height: 2).jpegData(quality: number) } == .invalidArgument)
        }
        #expect(TextureDescriptor.fullMipLevelCount(width: .max, height: .min) == 63)
    }

    @Test("copies and updates outside of their images, and blits far outside, are refused", arguments: Device.Kind.allCases) func transfers(kind: Device.Kind) throws {
        let things = try Things(kind), texture = things.texture
        func submit(_ body: (inout CommandEncoder) -> Void) -> RasterError.Code? {
            var encoder = things.device.makeCommandEncoder()
            body(&encoder)
            return code { try things.device.submit(encoder) }
        }
        let image = Raster.Attachment(texture), whole = (x0: 0, y0: 0, x1: 8, y1: 8), color = things.target.color[0]!
        #expect(submit { $0.blit(image, from: whole, to: color, in: whole) } == nil)
        for a in Self.wild + [9] {
            for b in Self.wild + [9] {
                for corners in [(x0: a, y0: 0, x1: b, y1: 8), (x0: 0, y0: a, x1: 8, y1: b), (x0: a, y0: b, x1: b, y1: a)] {
                    // Corners may lie outside of the images, but not so far outside that numbers overflow.
                    let isNear = [a, b].allSatisfy { abs(Double($0)) <= Double(1 << 30) }
                    #expect(submit { $0.blit(image, from: corners, to: color, in: whole) } == (isNear ? nil : .invalidArgument), "from \(corners)")
                    #expect(submit { $0.blit(image, from: whole, to: color, in: corners) } == (isNear ? nil : .invalidArgument), "to \(corners)")
                }
            }
            #expect(submit { $0.copy(texture, level: a, to: things.target.color[0]!.texture) } == .invalidArgument)
            #expect(submit { $0.copy(texture, level: 0, to: color.texture, level: a, x: a, y: a, z: a) } == .invalidArgument)
            #expect(submit { $0.copy(texture, region: TextureRegion(x: a, y: a, z: a, width: a, height: a, depth: a), to: color.texture) } == .invalidArgument)
            #expect(submit { $0.update(things.buffer, at: a > 64 ? a : a == 9 ? 61 : a, with: [0, 0, 0, 0] as [UInt8]) } == .bufferTooSmall)
        }
        #expect(submit { $0.blit(Raster.Attachment(texture, level: .max), from: whole, to: color, in: whole) } == .invalidArgument)
        #expect(submit { $0.blit(Raster.Attachment(texture, slice: .min), from: whole, to: color, in: whole) } == .invalidArgument)
    }

    @Test("RASTER_INSTRUCTIONS chooses the instructions; an unknown name is an error that lists the names",
          arguments: [("x86v2", "jit (x86v2, 4 lanes"), ("host", "jit ("), ("", "jit ("), ("avx2", "RASTER_INSTRUCTIONS is 'avx2'; set it to one of x86v2, x86v3, host")])
    func instructions(wish: String, expected: String) async {
        await promptly {
            await #expect(processExitsWith: .success) { [wish, expected] in
                setenv("RASTER_INSTRUCTIONS", wish, 1)
                let device = Device()
                var answer = device.name
                do { _ = try device.makeBuffer(byteCount: 1) } catch { answer = "\(error)" }
                if !answer.contains(expected) { print("answer: \(answer)") }
                exit(answer.contains(expected) ? 0 : 1)
            }
        }
    }

    @Test("a device with an invalid option makes no object, and its error names the option") func options() throws {
        let wrong: [(String, (inout Device.Options) -> Void)] = [
            ("threads", { $0.threads = Int(Int32.max) }), ("threads", { $0.threads = 0 }), ("threads", { $0.threads = .min }), ("lanes", { $0.lanes = 5 }),
            ("lanes", { $0.lanes = .max }),
            ("shaderStepLimit", { $0.shaderStepLimit = 0 }), ("shaderStepLimit", { $0.shaderStepLimit = .max }), ("memoryLimit", { $0.memoryLimit = -1 }),
        ]
        for kind in Device.Kind.allCases {
            for (name, change) in wrong {
                var options = Device.Options()
                change(&options)
                let device = Device(kind, options: options)
                let makings: [() throws -> Void] = [
                    { _ = try device.makeBuffer(byteCount: 1) }, { _ = try device.makeTexture(TextureDescriptor(format: .r8, width: 1, height: 1)) },
                    { _ = try device.makeProgram(vertex: "void main() {}", fragment: "void main() {}") }, { try device.submit(device.makeCommandEncoder()) },
                ]
                for making in makings {
                    let error = #expect(throws: RasterError.self, performing: making)
                    #expect(error?.code == .invalidArgument && error?.subject == "Device.Options.\(name)")
                }
            }
        }
    }
}
