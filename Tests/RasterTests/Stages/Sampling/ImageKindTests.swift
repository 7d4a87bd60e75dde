// Images of buffers and multisampled images: wrong bindings are errors. Reading a texel or a sample that does not exist gives zeros, and
// writing it has no effect.

import Raster
import TestSupport
import Testing

@Suite("Images of buffers and of samples") struct ImageKindTests {
    private static let devices: [@Sendable () -> Device] = [{ Device(.reference) }, { Device(.jit) }]

    private func error(_ device: Device, _ declarations: String, _ body: String, _ bind: (inout ComputePass) -> Void) -> RasterError? {
        RasterError.thrown {
            let program = try device.makeComputeProgram("#version 450\nlayout(local_size_x = 1) in;\n\(declarations)\nvoid main() { \(body) }")
            var encoder = device.makeCommandEncoder()
            encoder.compute { pass in
                pass.setProgram(program)
                bind(&pass)
                pass.dispatch(1)
            }
            try device.submit(encoder)
        }
    }

    @Test("an image needs a texture of its shape, samples and format")
    func bindings() throws {
        let device = Device(.reference), buffer = try device.makeBuffer(byteCount: 96)
        let texels = try device.makeTexture(reading: buffer, as: .rgba8), wide = try device.makeTexture(reading: buffer, as: .rgb32Float)
        let flat = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8))
        let samples = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, samples: 4))
        let layers = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8, width: 8, height: 8, depth: 2, samples: 4))
        func code(_ type: String, _ texture: Texture, _ layer: Int? = nil, _ format: PixelFormat? = nil) -> RasterError.Code? {
            error(device, "layout(rgba8) uniform \(type) image; buffer B { int size; };", "size = imageSize(image)\(type == "imageBuffer" ? "" : ".x");") {
                $0.setImage("image", texture, layer: layer, format: format)
                $0.setStorageBuffer("B", buffer)
            }?.code
        }
        #expect(code("imageBuffer", texels) == nil && code("image2DMS", samples) == nil && code("image2DMSArray", layers) == nil)
        #expect(code("image2DMS", layers, 1) == nil && code("image2DMS", samples, 0) == nil)
        for (type, texture, layer) in [("imageBuffer", flat, nil), ("image2D", texels, nil), ("image2D", samples, nil), ("image2DMS", flat, nil),
                                       ("image2DMS", layers, nil), ("image2DMSArray", layers, 0), ("image2D", layers, 0)] as [(String, Texture, Int?)] {
            #expect(code(type, texture, layer) == .imageTypeMismatch, "\(type)")
        }
        #expect(code("imageBuffer", wide) == .imageTypeMismatch && code("imageBuffer", texels, nil, .rg8) == .imageTypeMismatch)
        #expect(code("image2DMS", layers, 2) == .invalidArgument)
    }

    @Test("shaders cannot sample, or read as uniforms, the bytes that they write through an image")
    func writtenWhileRead() throws {
        let device = Device(.reference), buffer = try device.makeBuffer(byteCount: 256)
        func texels(_ offset: Int) throws -> Texture { try device.makeTexture(reading: buffer, as: .r32Uint, offset: offset, byteCount: 64) }
        let first = try texels(0), second = try texels(64), middle = try texels(32)
        func code(_ written: Texture, _ read: Texture?, uniformsAt offset: Int = 128) -> RasterError.Code? {
            error(device, "layout(r32ui) uniform uimageBuffer image; uniform usamplerBuffer texels; uniform Block { uint number; };",
                  "imageStore(image, 0, texelFetch(texels, 0) + number);") { pass in
                pass.setImage("image", written)
                if let read { pass.setTexture("texels", read, .nearest) }
                pass.setUniformBuffer("Block", buffer, offset: offset, byteCount: 16)
            }?.code
        }
        #expect(code(first, second) == nil && code(second, first) == nil && code(second, nil) == nil)
        #expect(code(first, first) == .feedbackLoop && code(middle, first) == .feedbackLoop && code(first, middle) == .feedbackLoop)
        #expect(code(first, nil, uniformsAt: 48) == .feedbackLoop && code(first, nil, uniformsAt: 64) == nil)
        // A robust device allows this feedback loop: the lookups read the bytes that the buffer had before the dispatch.
        var options = Device.Options()
        options.robustAccess = true
        let robust = Device(.reference, options: options), words = try robust.makeBuffer([5, 6, 7, 8] as [UInt32])
        let same = try robust.makeTexture(reading: words, as: .r32Uint)
        #expect(error(robust, "layout(r32ui) uniform uimageBuffer image; uniform usamplerBuffer texels;",
                      "for (int i = 0; i < 3; i++) imageStore(image, i + 1, texelFetch(texels, i));") {
            $0.setImage("image", same)
            $0.setTexture("texels", same, .nearest)
        } == nil)
        #expect(try words.read(UInt32.self) == [5, 5, 6, 7])
    }

    @Test("texels and samples that do not exist read zeros, and are not written", arguments: devices.indices)
    func places(number: Int) throws {
        let device = Self.devices[number](), count = 24
        // The buffer has bytes before and after the texels, and the last texel is incomplete.
        let bytes = try device.makeBuffer([UInt32](repeating: 9, count: count)), empty = try device.makeBuffer(byteCount: 0)
        let texels = try device.makeTexture(reading: bytes, as: .rg32Uint, offset: 16, byteCount: 8 * 3 + 4)
        let none = try device.makeTexture(reading: empty, as: .r32Uint)
        let samples = try device.makeTexture(TextureDescriptor(format: .r32Uint, width: 2, height: 2, samples: 4))
        let results = try device.makeBuffer(byteCount: 4 * 64)
        #expect(error(device, """
            layout(rg32ui) uniform uimageBuffer texels;
            layout(r32ui) uniform uimageBuffer none;
            layout(r32ui) uniform uimage2DMS samples;
            layout(std430) buffer Results { uint results[64]; };
            uniform int large;
            """, """
            int places[] = int[](0, 2, 3, -1, large, -large - 1);
            for (int i = 0; i < 6; i++) {
                results[i] = imageLoad(texels, places[i]).y;
                imageStore(texels, places[i], uvec4(20 + i));
                imageStore(none, places[i], uvec4(7u));
                results[6 + i] = imageLoad(none, places[i]).x + imageAtomicAdd(none, places[i], 3u);
                imageStore(samples, ivec2(1, 0), places[i], uvec4(40 + i));
                results[12 + i] = imageAtomicAdd(samples, ivec2(1, 0), places[i], 100u);
                results[18 + i] = imageLoad(samples, ivec2(1, 0), places[i]).x + imageLoad(samples, ivec2(places[i], 1), 3).x;
            }
            results[24] = uint(imageSize(texels) + 10 * imageSize(none) + 100 * imageSamples(samples));
            """) { pass in
            pass.setUniform("large", Int32.max)
            pass.setImage("texels", texels)
            pass.setImage("none", none)
            pass.setImage("samples", samples)
            pass.setStorageBuffer("Results", results)
        } == nil)
        #expect(try results.read(UInt32.self, count: 25)
                    == [9, 9, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0] + [40, 41, 42, 0, 0, 0] + [140, 141, 142, 0, 0, 0] + [403])
        #expect(try bytes.read(UInt32.self) == [9, 9, 9, 9, 20, 20, 9, 9, 21, 21] + [UInt32](repeating: 9, count: count - 10))
    }
}
