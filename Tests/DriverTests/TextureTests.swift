// Textures: completeness, formats, pixel store, parts, mip levels, swizzles (OpenGL ES 3.0.6 §3.7 and §3.8).

import GLState
import Testing

@Suite("Textures of OpenGL") struct TextureTests {
    /// Draws the texture of unit 0 over the whole surface, and returns the pixel in the lower left corner.
    private func sample(_ stage: Stage) throws -> [UInt8] {
        try stage.program(stage.gl.version.hasES3 ? "texture(s, p)" : "texture2D(s, p)", uniforms: "uniform sampler2D s;")
        try stage.fill()
        return try stage.pixel(0, 0)
    }
    private static let black: [UInt8] = [0, 0, 0, 255]

    @Test("an incomplete texture is black: no image, missing levels, levels of a wrong size")
    func completeness() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        func level(_ number: GLint, _ size: GLsizei) throws {
            try gl.glTexImage2D(GL_TEXTURE_2D, number, GLint(GL_RGBA), size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, [UInt8](repeating: 200, count: 64))
        }
        #expect(try sample(stage) == Self.black)
        try gl.glBindTexture(GL_TEXTURE_2D, 1)
        #expect(try sample(stage) == Self.black)
        try level(0, 4)
        #expect(try sample(stage) == Self.black, "the filter needs mip levels")
        try level(1, 2)
        try level(2, 2)
        #expect(try sample(stage) == Self.black, "level 2 is too large")
        try level(2, 1)
        #expect(try sample(stage) == [200, 200, 200, 200])
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 5)
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 3)
        #expect(try sample(stage) == Self.black, "the base level has no image")
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0)
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0)
        #expect(try sample(stage) == [200, 200, 200, 200])
    }

    @Test("a sampler object overrides the texture's filter, and so its completeness")
    func samplers() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        try gl.glBindTexture(GL_TEXTURE_2D, 1)
        try gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGBA), 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, [UInt8](repeating: 90, count: 4))
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 4)
        let name = try stage.name(gl.glGenSamplers)
        try gl.glSamplerParameteri(name, GL_TEXTURE_MIN_FILTER, GLint(GL_LINEAR))
        try gl.glBindSampler(0, name)
        #expect(try sample(stage) == [90, 90, 90, 90])
    }

    struct Format: CustomStringConvertible, Sendable {
        var description: String
        var version: GLVersion
        var format: GLenum, type: GLenum, texel: [UInt8], expected: [UInt8]
        init(_ description: String, _ format: GLenum, _ type: GLenum, _ texel: [UInt8], _ expected: [UInt8], _ version: GLVersion = .es2) {
            self.description = description; self.format = format; self.type = type; self.texel = texel; self.expected = expected; self.version = version
        }
    }
    static let formats = [
        Format("luminance", GL_LUMINANCE, GL_UNSIGNED_BYTE, [77], [77, 77, 77, 255]),
        Format("alpha", GL_ALPHA, GL_UNSIGNED_BYTE, [77], [0, 0, 0, 77]),
        Format("luminance and alpha", GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, [77, 33], [77, 77, 77, 33]),
        Format("RGB", GL_RGB, GL_UNSIGNED_BYTE, [1, 2, 3], [1, 2, 3, 255]),
        Format("RGBA", GL_RGBA, GL_UNSIGNED_BYTE, [1, 2, 3, 4], [1, 2, 3, 4]),
        Format("BGRA", GL_BGRA_EXT, GL_UNSIGNED_BYTE, [1, 2, 3, 4], [3, 2, 1, 4]),
        // Red is 31 of 31, green is 32 of 63, and blue is 0 of 31.
        Format("5, 6, 5", GL_RGB, GL_UNSIGNED_SHORT_5_6_5, [0x00, 0xFC], [255, 130, 0, 255]),
        Format("5, 5, 5, 1", GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, [0x01, 0xF8], [255, 0, 0, 255]),
        Format("4, 4, 4, 4", GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, [0x8F, 0x03], [0, 51, 136, 255]),
        Format("red", GL_RED, GL_UNSIGNED_BYTE, [9], [9, 0, 0, 255], .es3),
        Format("red and green", GL_RG, GL_UNSIGNED_BYTE, [9, 8], [9, 8, 0, 255], .es3),
    ]
    @Test("texels of every simple format have the channels that the specification says", arguments: formats)
    func format(format: Format) throws {
        let stage = try Stage(format.version, size: 2), gl = stage.gl
        try stage.texture(width: 1, height: 1, nil)
        try gl.glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
        let sized: GLenum = format.format == GL_RED ? GL_R8 : format.format == GL_RG ? GL_RG8 : format.format
        try gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(sized), 1, 1, 0, format.format, format.type, format.texel)
        #expect(try sample(stage) == format.expected)
    }

    @Test("row length, skips and alignment choose the texels of an upload, and of a read")
    func pixelStore() throws {
        let stage = try Stage(size: 4), gl = stage.gl
        // A picture of 5×4 grey texels. Each row takes 8 bytes. The texel in column x and row y has the value 16 · y + x.
        var source = [UInt8](repeating: 0xEE, count: 8 * 4)
        for y in 0..<4 { for x in 0..<5 { source[y * 8 + x] = UInt8(16 * y + x) } }
        try stage.texture(width: 1, height: 1, nil)
        try gl.glPixelStorei(GL_UNPACK_ALIGNMENT, 8)
        try gl.glPixelStorei(GL_UNPACK_ROW_LENGTH, 5)
        try gl.glPixelStorei(GL_UNPACK_SKIP_PIXELS, 2)
        try gl.glPixelStorei(GL_UNPACK_SKIP_ROWS, 1)
        try gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_LUMINANCE), 3, 3, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, source)
        try stage.program("vec4(texelFetch(s, ivec2(gl_FragCoord.xy), 0).rgb, 1)", uniforms: "uniform sampler2D s;")
        try stage.fill()
        #expect(try stride(from: 0, to: 48, by: 4).map { try stage.pixels(0, 0, 4, 3)[$0] } == [18, 19, 20, 0, 34, 35, 36, 0, 50, 51, 52, 0])

        var target = [UInt8](repeating: 0xEE, count: 4 * 3 * 4)
        try gl.glPixelStorei(GL_PACK_ROW_LENGTH, 3)
        try gl.glPixelStorei(GL_PACK_SKIP_PIXELS, 1)
        try gl.glPixelStorei(GL_PACK_SKIP_ROWS, 1)
        try gl.glReadPixels(0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, &target)
        let untouched = [UInt8](repeating: 0xEE, count: 4)
        #expect(target == untouched + untouched + untouched + untouched + [18, 18, 18, 255, 19, 19, 19, 255] + untouched + [34, 34, 34, 255, 35, 35, 35, 255]
            + untouched + untouched + untouched)
    }

    @Test("buffers are the source of uploads and the target of reads")
    func pixelBuffers() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        let source = try stage.buffer(GL_PIXEL_UNPACK_BUFFER, [0, 0, 0, 0, 10, 20, 30, 40] as [UInt8])
        try gl.glBindTexture(GL_TEXTURE_2D, 1)
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GLint(GL_NEAREST))
        try gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGBA), 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, UnsafeRawPointer(bitPattern: 4))
        try gl.glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0)
        #expect(try sample(stage) == [10, 20, 30, 40])
        try gl.glBindBuffer(GL_PIXEL_PACK_BUFFER, source)
        try gl.glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        let address = try #require(try gl.glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, 4, GL_MAP_READ_BIT))
        #expect(Array(UnsafeRawBufferPointer(start: address, count: 4)) == [10, 20, 30, 40])
        #expect(try gl.glUnmapBuffer(GL_PIXEL_PACK_BUFFER) == 1)
    }

    @Test("generated levels are averages, and a level of detail chooses them")
    func mipLevels() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        try stage.texture(width: 2, height: 2, [0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 200])
        try gl.glGenerateMipmap(GL_TEXTURE_2D)
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GLint(GL_NEAREST_MIPMAP_NEAREST))
        try stage.program("textureLod(s, p, 1.)", uniforms: "uniform sampler2D s;")
        try stage.fill()
        #expect(try stage.pixel(0, 0) == [25, 25, 25, 50])
    }

    @Test("a swizzle reorders the channels")
    func swizzle() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        try stage.texture(width: 1, height: 1, [1, 2, 3, 4])
        for (name, value) in [(GL_TEXTURE_SWIZZLE_R, GL_BLUE), (GL_TEXTURE_SWIZZLE_G, GL_ONE), (GL_TEXTURE_SWIZZLE_B, GL_ZERO),
                              (GL_TEXTURE_SWIZZLE_A, GL_RED)] {
            try gl.glTexParameteri(GL_TEXTURE_2D, name, GLint(value))
        }
        #expect(try sample(stage) == [3, 255, 0, 1])
    }

    @Test("ETC2 blocks are decoded at the upload")
    func compressed() throws {
        let stage = try Stage(size: 2), gl = stage.gl
        try gl.glBindTexture(GL_TEXTURE_2D, 1)
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GLint(GL_NEAREST))
        // A block in individual mode. Both halves have the base colour (15/15, 8/15, 0/15) and use table 0, and all texels have index 0.
        // Each texel is therefore the base colour plus 2.
        try gl.glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, 8, [0xFF, 0x88, 0x00, 0x00, 0, 0, 0, 0] as [UInt8])
        #expect(try sample(stage) == [255, 138, 2, 255])
    }

    @Test("a copy takes the pixels of the framebuffer, and leaves texels beyond its edge")
    func copies() throws {
        let stage = try Stage(size: 4), gl = stage.gl
        try gl.glClearColor(0.2, 0.4, 0.6, 1)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        try stage.texture(width: 2, height: 2, [UInt8](repeating: 7, count: 16))
        try gl.glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 3, 0, 2, 2)
        try stage.program("texelFetch(s, ivec2(gl_FragCoord.xy) & 1, 0)", uniforms: "uniform sampler2D s;")
        try stage.fill()
        #expect(try stage.pixels(0, 0, 2, 1) == [51, 102, 153, 255, 7, 7, 7, 7])
    }
}
