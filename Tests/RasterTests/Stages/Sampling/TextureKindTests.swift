// Wrong textures of the less common kinds are errors: buffer textures, rectangles, 1D textures, arrays of cubes, multisampled textures.

import Raster
import TestSupport
import Testing

@Test("a buffer texture needs a fitting format, an aligned offset and bytes of the buffer")
func bufferTextureErrors() throws {
    let device = Device(.reference), buffer = try device.makeBuffer(byteCount: 100), other = try Device(.reference).makeBuffer(byteCount: 100)
    func code(_ buffer: Buffer, _ format: PixelFormat = .r8, _ offset: Int = 0, _ byteCount: Int? = nil) -> RasterError.Code? {
        RasterError.thrown { _ = try device.makeTexture(reading: buffer, as: format, offset: offset, byteCount: byteCount) }?.code
    }
    #expect(code(buffer) == nil && code(buffer, .rgba32Uint, 96, 4) == nil && code(buffer, .r8, 16, 0) == nil)
    for format in [PixelFormat.rgb8, .depth24, .srgb8Alpha8, .r8Snorm, .rgb10a2] { #expect(code(buffer, format) == .invalidFormat) }
    #expect(code(buffer, .r8, 8) == .invalidArgument)
    for (offset, count) in [(-16, nil), (112, nil), (0, 101), (96, 5), (0, -1), (16, Int.max)] as [(Int, Int?)] {
        #expect(code(buffer, .r8, offset, count) == .bufferTooSmall)
    }
    #expect(code(other) == .wrongDevice)
}

@Test("the host reads and writes a buffer texture through its buffer only, and no pass draws to it")
func bufferTextureAccess() throws {
    let device = Device(.reference), texture = try device.makeTexture(reading: try device.makeBuffer(byteCount: 64), as: .rgba8)
    #expect(texture.width == 16)
    #expect(RasterError.thrown { _ = try texture.read() }?.code == .invalidArgument)
    #expect(RasterError.thrown { try texture.replace(bytes: [UInt8](repeating: 0, count: 64)) }?.code == .invalidArgument)
    #expect(RasterError.thrown { _ = try device.makeFramebuffer(color: [Attachment(texture)]) }?.code == .incompleteFramebuffer)
}

@Test("descriptors of the further kinds are checked")
func kindDescriptors() throws {
    let device = Device(.reference)
    func code(_ type: TextureType, _ width: Int, _ height: Int, depth: Int = 1, levels: Int = 1, samples: Int = 1) -> RasterError.Code? {
        RasterError.thrown {
            _ = try device.makeTexture(TextureDescriptor(type: type, format: .rgba8, width: width, height: height, depth: depth, mipLevels: levels,
                                                         samples: samples))
        }?.code
    }
    #expect(code(.d1, 8, 1, levels: 4) == nil && code(.d1, 8, 2) == .invalidSize && code(.d1, 8, 1, depth: 2) == .invalidSize)
    #expect(code(.d1Array, 8, 1, depth: 5) == nil && code(.d1Array, 8, 5) == .invalidSize)
    #expect(code(.rectangle, 8, 5) == nil && code(.rectangle, 8, 5, levels: 2) == .invalidSize)
    #expect(code(.cubeArray, 8, 8, depth: 3) == nil && code(.cubeArray, 8, 4, depth: 3) == .invalidSize)
    #expect(code(.buffer, 8, 1) == .invalidArgument)
    #expect(code(.d2Array, 8, 4, depth: 3, samples: 4) == nil && code(.cubeArray, 8, 8, samples: 4) == .unsupported)
}

@Test("a sampler of a rectangle clamps and has no mip filter")
func rectangleSamplers() throws {
    let device = Device(.reference), texture = try device.makeTexture(TextureDescriptor(type: .rectangle, format: .rgba8, width: 8, height: 8))
    let program = try device.makeProgram(vertex: "#version 330\nvoid main() { gl_Position = vec4(0.0); }", fragment: """
        #version 330
        uniform sampler2DRect image;
        out vec4 result;
        void main() { result = texture(image, gl_FragCoord.xy); }
        """)
    let pipeline = try device.makePipeline(program: program, vertexLayout: .none), target = try device.makeFramebuffer(width: 4, height: 4)
    func code(_ sampler: Sampler) -> RasterError.Code? {
        RasterError.thrown {
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target) { pass in
                pass.setPipeline(pipeline)
                pass.setTexture("image", texture, sampler)
                pass.draw(count: 3)
            }
            try device.submit(encoder)
        }?.code
    }
    #expect(code(.linear) == nil && code(Sampler(wrap: .clampToBorder)) == nil)
    #expect(code(.trilinear) == .invalidArgument && code(.linearRepeat) == .invalidArgument)
}
