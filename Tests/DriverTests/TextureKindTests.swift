// The kinds of textures: lookups in shaders, the calls that the core and the extensions allow for each kind, and copies between textures
// (OpenGL 3.3 §3.8, OpenGL ES 3.1 §8, EXT_copy_image).

import GLState
import Testing

/// A kind of texture with four texels, and a shader that reads texel x at pixel x.
struct KindOfTexture: CustomStringConvertible, Sendable {
    var description: String
    var target: GLenum
    var shader: String
    var specify: @Sendable (Stage, [UInt8]) throws -> Void

    static let all = [
        KindOfTexture(description: "1D", target: GL_TEXTURE_1D, shader: "uniform sampler1D t; void main() { color = texture(t, gl_FragCoord.x / 4.0); }") {
            try $0.gl.glTexImage1D(GL_TEXTURE_1D, 0, GLint(GL_RGBA8), 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, $1)
        },
        KindOfTexture(description: "1D, fetched", target: GL_TEXTURE_1D,
                      shader: "uniform sampler1D t; void main() { color = texelFetch(t, int(gl_FragCoord.x) % textureSize(t, 0), 0); }") {
            try $0.gl.glTexStorage1D(GL_TEXTURE_1D, 1, GL_RGBA8, 4)
            try $0.gl.glTexSubImage1D(GL_TEXTURE_1D, 0, 0, 4, GL_RGBA, GL_UNSIGNED_BYTE, $1)
        },
        KindOfTexture(description: "1D array", target: GL_TEXTURE_1D_ARRAY,
                      shader: "uniform sampler1DArray t; void main() { color = texture(t, vec2(gl_FragCoord.x / 4.0, textureSize(t, 0).y - 1)); }") {
            try $0.gl.glTexImage2D(GL_TEXTURE_1D_ARRAY, 0, GLint(GL_RGBA8), 4, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
            try $0.gl.glTexSubImage2D(GL_TEXTURE_1D_ARRAY, 0, 0, 2, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, $1)
        },
        KindOfTexture(description: "rectangle", target: GL_TEXTURE_RECTANGLE,
                      shader: "uniform sampler2DRect t; void main() { color = texture(t, vec2(gl_FragCoord.x, 0.5)); }") {
            try $0.gl.glTexImage2D(GL_TEXTURE_RECTANGLE, 0, GLint(GL_RGBA8), 4, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, $1)
        },
        KindOfTexture(description: "buffer", target: GL_TEXTURE_BUFFER,
                      shader: "uniform samplerBuffer t; void main() { color = texelFetch(t, int(gl_FragCoord.x) % textureSize(t)); }") {
            try $0.gl.glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, $0.buffer(GL_TEXTURE_BUFFER, $1))
        },
        KindOfTexture(description: "part of a buffer", target: GL_TEXTURE_BUFFER,
                      shader: "uniform samplerBuffer t; void main() { color = texelFetch(t, int(gl_FragCoord.x) % textureSize(t)); }") {
            let buffer = try $0.buffer(GL_TEXTURE_BUFFER, [UInt8](repeating: 9, count: 16) + $1 + [7, 7, 7, 7])
            try $0.gl.glTexBufferRange(GL_TEXTURE_BUFFER, GL_RGBA8, buffer, 16, 16)
        },
        KindOfTexture(description: "array of cubes", target: GL_TEXTURE_CUBE_MAP_ARRAY, shader: """
            #extension GL_ARB_texture_cube_map_array : require
            uniform samplerCubeArray t; void main() { float s = gl_FragCoord.x / 2.0 - 1.0; color = texture(t, vec4(s, 0.5, 1, 1)); }
            """) {
            try $0.gl.glTexImage3D(GL_TEXTURE_CUBE_MAP_ARRAY, 0, GLint(GL_RGBA8), 4, 4, 12, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
            // Face +z of the second cube is layer 10, and the row at t = 0.25 is row 1.
            try $0.gl.glTexSubImage3D(GL_TEXTURE_CUBE_MAP_ARRAY, 0, 0, 1, 10, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, $1)
        },
    ]
}

@Suite("Kinds of textures") struct TextureKindTests {
    private static let texels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]

    private func stage(_ version: GLVersion = .core33, size: Int = 4) throws -> Stage {
        let stage = try Stage(version, size: size)
        try stage.gl.glBindVertexArray(stage.name(stage.gl.glGenVertexArrays))
        return stage
    }
    /// Draws a square with a fragment shader.
    /// - Parameter units: The texture units of samplers that do not read unit 0.
    private func fill(_ stage: Stage, _ shader: String, units: [String: GLint] = [:]) throws {
        let version = stage.gl.version.isES ? "#version 310 es" : "#version 330", hasExtension = shader.hasPrefix("#extension")
        let head = hasExtension ? shader.prefix { $0 != "\n" } : "", rest = hasExtension ? shader.drop { $0 != "\n" } : shader[...]
        let program = try stage.program("\(version)\nin vec2 a; void main() { gl_Position = vec4(a, 0, 1); }",
                                        "\(version)\n\(head)\nprecision highp float; out vec4 color;\n\(rest)")
        for (name, unit) in units { try stage.gl.glUniform1i(stage.gl.glGetUniformLocation(program, name), unit) }
        try stage.fill()
    }
    private func bind(_ stage: Stage, _ target: GLenum) throws -> GLuint {
        let name = try stage.name(stage.gl.glGenTextures)
        try stage.gl.glBindTexture(target, name)
        if target != GL_TEXTURE_BUFFER && target != GL_TEXTURE_2D_MULTISAMPLE && target != GL_TEXTURE_2D_MULTISAMPLE_ARRAY {
            for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] { try stage.gl.glTexParameteri(target, filter, GLint(GL_NEAREST)) }
        }
        return name
    }
    private func image(_ stage: Stage, _ target: GLenum, level: GLint = 0, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0xAA, count: count)
        try stage.gl.glGetTexImage(target, level, GL_RGBA, GL_UNSIGNED_BYTE, &bytes)
        return bytes
    }
    private func parameter(_ stage: Stage, _ target: GLenum, _ name: GLenum) throws -> GLint {
        try stage.int { try stage.gl.glGetTexLevelParameteriv(target, 0, name, $0) }
    }

    @Test("shaders read a texture of each kind, texel by texel", arguments: KindOfTexture.all)
    func read(kind: KindOfTexture) throws {
        let stage = try stage()
        _ = try bind(stage, kind.target)
        try kind.specify(stage, Self.texels)
        try fill(stage, kind.shader)
        #expect(try stage.pixels(0, 2, 4, 1) == Self.texels)
    }

    @Test("a texture of a buffer shows the buffer's new bytes and new memory")
    func bufferChanges() throws {
        let stage = try stage(), gl = stage.gl, shader = KindOfTexture.all[4].shader
        _ = try bind(stage, GL_TEXTURE_BUFFER)
        try gl.glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, stage.buffer(GL_TEXTURE_BUFFER, Self.texels))
        try fill(stage, shader)
        let other = Array(Self.texels.reversed())
        try gl.glBufferSubData(GL_TEXTURE_BUFFER, 0, 16, other)
        let before = try stage.pixels(0, 2, 4, 1)
        try stage.fill()
        #expect(try before == Self.texels && stage.pixels(0, 2, 4, 1) == other)
        try gl.glBufferData(GL_TEXTURE_BUFFER, 4, [10, 20, 30, 40] as [UInt8], GL_STATIC_DRAW)
        try stage.fill()
        #expect(try stage.pixel(3, 3) == [10, 20, 30, 40])
        #expect(try parameter(stage, GL_TEXTURE_BUFFER, GL_TEXTURE_WIDTH) == 1)
        try gl.glBufferData(GL_TEXTURE_BUFFER, 0, nil, GL_STATIC_DRAW)
        try fill(stage, "uniform samplerBuffer t; void main() { color = vec4(textureSize(t)) + texelFetch(t, 0); }")
        #expect(try stage.pixel(0, 0)[..<3] == [0, 0, 0])
    }

    @Test("texels of a buffer have three numbers of 32 bits, in OpenGL ES too", arguments: [GLVersion.core33, .es31], [GL_RGB32F, GL_RGB32I, GL_RGB32UI])
    func threeNumbers(version: GLVersion, format: GLenum) throws {
        let stage = try stage(version), gl = stage.gl, numbers = (0..<12).map { 20 * $0 }
        _ = try bind(stage, GL_TEXTURE_BUFFER)
        let words = numbers.map { format == GL_RGB32F ? Float($0).bitPattern : UInt32($0) }, buffer = try stage.buffer(GL_TEXTURE_BUFFER, words)
        try gl.glTexBuffer(GL_TEXTURE_BUFFER, format, buffer)
        let kind = format == GL_RGB32F ? "" : format == GL_RGB32I ? "i" : "u"
        try fill(stage, """
            \(version.isES ? "#extension GL_EXT_texture_buffer : require" : "")
            uniform highp \(kind)samplerBuffer t;
            void main() { vec4 v = vec4(texelFetch(t, int(gl_FragCoord.x))); color = v.a == 1.0 ? vec4(v.rgb / 255.0, textureSize(t) == 4) : vec4(0); }
            """)
        #expect(try stage.pixels(0, 0, 4, 1) == [0, 20, 40, 255, 60, 80, 100, 255, 120, 140, 160, 255, 180, 200, 220, 255])
        #expect(try parameter(stage, GL_TEXTURE_BUFFER, GL_TEXTURE_BUFFER_DATA_STORE_BINDING) == GLint(buffer))
        #expect(try stage.int(GL_TEXTURE_BUFFER_BINDING) == GLint(buffer) && stage.int(GL_TEXTURE_BINDING_BUFFER) != 0)
    }

    @Test("levels and layers of one-dimensional textures are drawn, copied and read back")
    func linearImages() throws {
        let stage = try stage(), gl = stage.gl
        try gl.glClearColor(1, 0, 0, 1)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        let array = try bind(stage, GL_TEXTURE_1D_ARRAY)
        try gl.glCopyTexImage2D(GL_TEXTURE_1D_ARRAY, 0, GL_RGBA8, 0, 0, 4, 3, 0)
        #expect(try parameter(stage, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_HEIGHT) == 3 && parameter(stage, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_DEPTH) == 1)
        let linear = try bind(stage, GL_TEXTURE_1D)
        try gl.glTexImage1D(GL_TEXTURE_1D, 0, GLint(GL_RGBA8), 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, Self.texels)
        try gl.glGenerateMipmap(GL_TEXTURE_1D)
        #expect(try image(stage, GL_TEXTURE_1D, level: 1, count: 8) == [128, 128, 0, 255, 128, 128, 255, 255])
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, stage.name(gl.glGenFramebuffers))
        try gl.glFramebufferTexture1D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_1D, linear, 1)
        try gl.glClearColor(0, 1, 0, 1)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        #expect(try image(stage, GL_TEXTURE_1D, level: 1, count: 8) == [0, 255, 0, 255, 0, 255, 0, 255])
        try gl.glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, array, 0, 1)
        #expect(try gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        try gl.glCopyTexSubImage1D(GL_TEXTURE_1D, 0, 2, 0, 0, 2)
        #expect(try image(stage, GL_TEXTURE_1D, count: 16) == Array(Self.texels[..<8]) + [0, 255, 0, 255, 0, 255, 0, 255])
        let red: [UInt8] = [255, 0, 0, 255], green: [UInt8] = [0, 255, 0, 255]
        #expect(try image(stage, GL_TEXTURE_1D_ARRAY, count: 48) == [red, green, red].flatMap { row in (0..<4).flatMap { _ in row } })
    }

    @Test("a rectangle texture begins with a filter and wrap modes that it may have, and a sampler with others makes it incomplete")
    func rectangles() throws {
        let stage = try stage(), gl = stage.gl
        try gl.glBindTexture(GL_TEXTURE_RECTANGLE, stage.name(gl.glGenTextures))
        #expect(try stage.int { try gl.glGetTexParameteriv(GL_TEXTURE_RECTANGLE, GL_TEXTURE_MIN_FILTER, $0) } == GLint(GL_LINEAR))
        #expect(try stage.int { try gl.glGetTexParameteriv(GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_S, $0) } == GLint(GL_CLAMP_TO_EDGE))
        try gl.glTexImage2D(GL_TEXTURE_RECTANGLE, 0, GLint(GL_RGBA8), 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, [9, 8, 7, 6] as [UInt8])
        let shader = "uniform sampler2DRect t; void main() { color = texture(t, gl_FragCoord.xy); }"
        try fill(stage, shader)
        #expect(try stage.pixel(0, 0) == [9, 8, 7, 6])
        let sampler = try stage.name(gl.glGenSamplers)
        try gl.glBindSampler(0, sampler)
        try stage.fill()
        #expect(try stage.pixel(0, 0)[..<3] == [0, 0, 0], "a new sampler repeats")
        try gl.glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GLint(GL_LINEAR))
        for name in [GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T] { try gl.glSamplerParameteri(sampler, name, GLint(GL_CLAMP_TO_EDGE)) }
        try stage.fill()
        #expect(try stage.pixel(0, 0) == [9, 8, 7, 6])
    }

    @Test("proxies of all kinds know sizes that are too large")
    func proxies() throws {
        let stage = try stage(), gl = stage.gl
        func width(_ proxy: GLenum) throws -> GLint { try parameter(stage, proxy, GL_TEXTURE_WIDTH) }
        for (size, expected) in [(GLsizei(16), GLint(16)), (1 << 20, 0)] {
            try gl.glTexImage1D(GL_PROXY_TEXTURE_1D, 0, GLint(GL_RGBA8), size, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
            try gl.glTexImage2D(GL_PROXY_TEXTURE_1D_ARRAY, 0, GLint(GL_RGBA8), size, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
            try gl.glTexImage2D(GL_PROXY_TEXTURE_RECTANGLE, 0, GLint(GL_RGBA8), size, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
            try gl.glTexImage3D(GL_PROXY_TEXTURE_CUBE_MAP_ARRAY_ARB, 0, GLint(GL_RGBA8), size, size, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
            try gl.glTexImage2DMultisample(GL_PROXY_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, size, 4, 1)
            try gl.glTexImage3DMultisample(GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, size, 4, 2, 1)
            for proxy in [GL_PROXY_TEXTURE_1D, GL_PROXY_TEXTURE_1D_ARRAY, GL_PROXY_TEXTURE_RECTANGLE, GL_PROXY_TEXTURE_CUBE_MAP_ARRAY_ARB,
                          GL_PROXY_TEXTURE_2D_MULTISAMPLE, GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY] {
                #expect(try width(proxy) == expected, "proxy \(proxy)")
            }
        }
    }

    @Test("shaders read the samples of multisampled textures and of layers", arguments: [GLVersion.core33, .es31])
    func samples(version: GLVersion) throws {
        let stage = try stage(version), gl = stage.gl
        let single = try bind(stage, GL_TEXTURE_2D_MULTISAMPLE)
        try gl.glTexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 4, 4, 1)
        try gl.glActiveTexture(GL_TEXTURE1)
        let array = try bind(stage, GL_TEXTURE_2D_MULTISAMPLE_ARRAY)
        try gl.glTexStorage3DMultisample(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 4, 4, 3, 1)
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, stage.name(gl.glGenFramebuffers))
        try gl.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, single, 0)
        try gl.glClearColor(1, 0, 0, 1)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        try gl.glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, array, 0, 2)
        #expect(try gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
        try gl.glClearColor(0, 0, 1, 1)
        try gl.glClear(GL_COLOR_BUFFER_BIT)
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, 0)
        try fill(stage, "\(version.isES ? "#extension GL_OES_texture_storage_multisample_2d_array : require\n" : "")"
                 + "uniform highp sampler2DMS one; uniform highp sampler2DMSArray layers;\n"
                 + "void main() { ivec2 p = ivec2(gl_FragCoord.xy); color = (texelFetch(one, p, 3) + texelFetch(layers, ivec3(p, 2), 1)) / 2.0; }",
                 units: ["layers": 1])
        #expect(try stage.pixel(1, 2) == [128, 0, 128, 255])
        #expect(try parameter(stage, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_DEPTH) == 3)
    }

    @Test("a texture of stencil values is read as integers")
    func stencil() throws {
        let stage = try stage(.es31), gl = stage.gl
        _ = try bind(stage, GL_TEXTURE_2D)
        try gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_STENCIL_INDEX8), 4, 1, 0, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, [3, 50, 128, 255] as [UInt8])
        try fill(stage, "uniform highp usampler2D t; void main() { color = vec4(float(texelFetch(t, ivec2(gl_FragCoord.x, 0), 0).x) / 255.0); }")
        #expect(try (0..<4).map { try stage.pixel($0, 0)[0] } == [3, 50, 128, 255])
        let other = try Stage(.es3), code = try GLError.code {
            try other.gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_STENCIL_INDEX8), 4, 1, 0, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, nil)
        }
        #expect(code == GL_INVALID_ENUM, "\(nameOfError(code))")
    }

    // MARK: Copies

    @Test("texels are copied between kinds of textures, renderbuffers and formats of equal size")
    func copies() throws {
        let stage = try stage(), gl = stage.gl
        let flat = try stage.texture(width: 2, height: 2, Self.texels)
        let cubes = try bind(stage, GL_TEXTURE_CUBE_MAP_ARRAY)
        try gl.glTexStorage3D(GL_TEXTURE_CUBE_MAP_ARRAY, 1, GL_RGBA8UI, 2, 2, 6)
        try gl.glCopyImageSubData(flat, GL_TEXTURE_2D, 0, 0, 1, 0, cubes, GL_TEXTURE_CUBE_MAP_ARRAY, 0, 0, 0, 4, 2, 1, 1)
        var layers = [UInt8](repeating: 1, count: 96)
        try gl.glGetTexImage(GL_TEXTURE_CUBE_MAP_ARRAY, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, &layers)
        #expect(Array(layers[64..<72]) == Array(Self.texels[8...]) && layers.filter { $0 != 0 }.count == 6)
        let renderbuffer = try stage.name(gl.glGenRenderbuffers)
        try gl.glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer)
        try gl.glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 3, 3)
        try gl.glCopyImageSubData(flat, GL_TEXTURE_2D, 0, 0, 0, 0, renderbuffer, GL_RENDERBUFFER, 0, 1, 1, 0, 2, 2, 1)
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, stage.name(gl.glGenFramebuffers))
        try gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer)
        #expect(try stage.pixels(1, 1, 2, 2) == Self.texels)
    }

    @Test("faces of cubes are slices, and formats of three components keep their hidden alpha")
    func copiesOfFaces() throws {
        let stage = try stage(.es31), gl = stage.gl
        let cube = try bind(stage, GL_TEXTURE_CUBE_MAP)
        try gl.glTexStorage2D(GL_TEXTURE_CUBE_MAP, 1, GL_RGB8UI, 1, 1)
        let flat = try bind(stage, GL_TEXTURE_2D_ARRAY)
        try gl.glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GLint(GL_RGB8), 1, 1, 2, 0, GL_RGB, GL_UNSIGNED_BYTE, [1, 2, 3, 0, 4, 5, 6, 0] as [UInt8])
        try gl.glCopyImageSubData(flat, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, cube, GL_TEXTURE_CUBE_MAP, 0, 0, 0, 3, 1, 1, 2)
        try fill(stage, "uniform highp usamplerCube t; void main() { color = vec4(texture(t, vec3(0, 0, 1))) / 255.0; }")
        #expect(try stage.pixel(0, 0) == [4, 5, 6, 1], "face 4 is +z")
        try gl.glCopyImageSubData(cube, GL_TEXTURE_CUBE_MAP, 0, 0, 0, 4, flat, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, 1, 1, 1)
        try fill(stage, "uniform highp sampler2DArray t; void main() { color = texture(t, vec3(0)); }")
        #expect(try stage.pixel(0, 0) == [4, 5, 6, 255])
    }

    @Test("blocks are copied to compressed images and to texels of a block's size, and are read back")
    func copiesOfBlocks() throws {
        let stage = try stage(), gl = stage.gl
        // A block of BC1 in one colour: red, green or blue.
        let red: [UInt8] = [0, 0xF8, 0, 0xF8, 0, 0, 0, 0], green: [UInt8] = [0xE0, 7, 0xE0, 7, 0, 0, 0, 0], blue: [UInt8] = [0x1F, 0, 0x1F, 0, 0, 0, 0, 0]
        let blocks = try bind(stage, GL_TEXTURE_2D), format = GL_COMPRESSED_RGB_S3TC_DXT1_EXT
        try gl.glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, 8, 4, 0, 16, red + green)
        let texels = try bind(stage, GL_TEXTURE_2D)
        try gl.glTexStorage2D(GL_TEXTURE_2D, 1, GL_RG32UI, 2, 1)
        try gl.glCopyImageSubData(blocks, GL_TEXTURE_2D, 0, 4, 0, 0, texels, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1)
        try gl.glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 0, 1, 1, GL_RG_INTEGER, GL_UNSIGNED_INT, blue)
        var words = [UInt8](repeating: 0, count: 16)
        try gl.glGetTexImage(GL_TEXTURE_2D, 0, GL_RG_INTEGER, GL_UNSIGNED_INT, &words)
        #expect(words == green + blue)
        try gl.glCopyImageSubData(texels, GL_TEXTURE_2D, 0, 1, 0, 0, blocks, GL_TEXTURE_2D, 0, 0, 0, 0, 1, 1, 1)
        let copy = try bind(stage, GL_TEXTURE_2D)
        try gl.glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, 8, 4, 0, 16, red + red)
        try gl.glCopyImageSubData(blocks, GL_TEXTURE_2D, 0, 0, 0, 0, copy, GL_TEXTURE_2D, 0, 0, 0, 0, 8, 4, 1)
        var read = [UInt8](repeating: 0, count: 16)
        try gl.glGetCompressedTexImage(GL_TEXTURE_2D, 0, &read)
        #expect(read == blue + green)
        #expect(try parameter(stage, GL_TEXTURE_2D, GL_TEXTURE_COMPRESSED_IMAGE_SIZE) == 16)
        try fill(stage, "uniform sampler2D t; void main() { color = texture(t, gl_FragCoord.xy / 4.0); }")
        #expect(try stage.pixel(0, 0) == [0, 0, 255, 255] && stage.pixel(3, 0) == [0, 255, 0, 255])
    }
}
