// The wrong calls of CallErrorTests that concern kinds of textures and copies between images.

import GLState

extension WrongCall {
    private static func wrong(_ description: String, _ code: GLenum, _ version: GLVersion = .core33, kind: GLenum = GL_NONE,
                              _ call: @escaping @Sendable (GLContext) throws -> Void) -> WrongCall {
        WrongCall(description, code, version, prepare: { if kind != GL_NONE { try bind($0, kind) } }, call)
    }
    @Sendable private static func bind(_ stage: Stage, _ target: GLenum) throws { try stage.gl.glBindTexture(target, stage.name(stage.gl.glGenTextures)) }
    @Sendable private static func aBuffer(_ stage: Stage) throws { try stage.buffer(GL_TEXTURE_BUFFER, [UInt8](repeating: 0, count: 32)) }
    /// Makes three textures: texture 1 has 4×4 texels of RGBA bytes and no mip levels, texture 2 has the same size and another format, and
    /// texture 3 has no complete mipmap.
    @Sendable private static func images(_ stage: Stage) throws {
        try stage.texture(width: 4, height: 4, nil)
        try bind(stage, GL_TEXTURE_2D)
        try stage.gl.glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA32F, 4, 4)
        try bind(stage, GL_TEXTURE_2D)
        try stage.gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGBA), 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
    }
    /// Returns a wrong call that copies texels from level `level` of `source` to texture 1.
    private static func copy(_ description: String, _ code: GLenum, from source: GLuint = 1, _ target: GLenum = GL_TEXTURE_2D, level: GLint = 0, x: GLint = 0,
                             z: GLint = 0, width: GLsizei = 1) -> WrongCall {
        WrongCall("a copy of texels " + description, code, .es31, prepare: images) {
            try $0.glCopyImageSubData(source, target, level, x, 0, z, 1, GL_TEXTURE_2D, 0, 0, 0, 0, width, 1, 1)
        }
    }

    static let textureKinds: [WrongCall] = [
        WrongCall("ES: a one-dimensional texture", GL_INVALID_ENUM, .es31) { try $0.glBindTexture(GL_TEXTURE_1D, 1) },
        WrongCall("ES: a rectangle texture", GL_INVALID_ENUM, .es31) { try $0.glBindTexture(GL_TEXTURE_RECTANGLE, 1) },
        WrongCall("ES 3.0: an array of cubes", GL_INVALID_ENUM) { try $0.glBindTexture(GL_TEXTURE_CUBE_MAP_ARRAY, 1) },
        WrongCall("ES 3.0: a multisampled array", GL_INVALID_ENUM) { try $0.glBindTexture(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 1) },
        WrongCall("ES 3.0: a function of ES 3.1", GL_INVALID_OPERATION) { try $0.checkES31() },
        WrongCall("ES 2: a copy between images", GL_INVALID_OPERATION, .es2) {
            try $0.glCopyImageSubData(1, GL_TEXTURE_2D, 0, 0, 0, 0, 1, GL_TEXTURE_2D, 0, 0, 0, 0, 1, 1, 1)
        },
        WrongCall("ES 3.0: a box around primitives", GL_INVALID_OPERATION) { try $0.glPrimitiveBoundingBox(0, 0, 0, 1, 1, 1, 1, 1) },
        wrong("a row that is a square", GL_INVALID_ENUM) { try $0.glTexImage1D(GL_TEXTURE_2D, 0, GLint(GL_RGBA8), 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil) },
        wrong("a square that is a row", GL_INVALID_ENUM) { try $0.glTexImage2D(GL_TEXTURE_1D, 0, GLint(GL_RGBA8), 4, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil) },
        wrong("a row with a border", GL_INVALID_VALUE) { try $0.glTexImage1D(GL_TEXTURE_1D, 0, GLint(GL_RGBA8), 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, nil) },
        wrong("too many layers of rows", GL_INVALID_VALUE) {
            try $0.glTexImage2D(GL_TEXTURE_1D_ARRAY, 0, GLint(GL_RGBA8), 4, 8192, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        },
        wrong("level 1 of a rectangle", GL_INVALID_VALUE) {
            try $0.glTexImage2D(GL_TEXTURE_RECTANGLE, 1, GLint(GL_RGBA8), 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        },
        wrong("two levels of a rectangle", GL_INVALID_OPERATION, kind: GL_TEXTURE_RECTANGLE) { try $0.glTexStorage2D(GL_TEXTURE_RECTANGLE, 2, GL_RGBA8, 4, 4) },
        wrong("mip levels of a rectangle", GL_INVALID_ENUM) { try $0.glGenerateMipmap(GL_TEXTURE_RECTANGLE) },
        wrong("a rectangle that repeats", GL_INVALID_ENUM) { try $0.glTexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_S, GLint(GL_REPEAT)) },
        wrong("a rectangle with a mip filter", GL_INVALID_ENUM) {
            try $0.glTexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_MIN_FILTER, GLint(GL_LINEAR_MIPMAP_NEAREST))
        },
        wrong("a base level of a rectangle", GL_INVALID_OPERATION) { try $0.glTexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_BASE_LEVEL, 1) },
        wrong("half a cube", GL_INVALID_VALUE) {
            try $0.glTexImage3D(GL_TEXTURE_CUBE_MAP_ARRAY, 0, GLint(GL_RGBA8), 4, 4, 9, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        },
        wrong("cubes that are not square", GL_INVALID_VALUE) {
            try $0.glTexImage3D(GL_TEXTURE_CUBE_MAP_ARRAY, 0, GLint(GL_RGBA8), 4, 2, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        },
        wrong("filters of a buffer's texels", GL_INVALID_ENUM) { try $0.glTexParameteri(GL_TEXTURE_BUFFER, GL_TEXTURE_MIN_FILTER, GLint(GL_NEAREST)) },
        wrong("an image of a buffer's texels", GL_INVALID_ENUM) {
            try $0.glTexImage1D(GL_TEXTURE_BUFFER, 0, GLint(GL_RGBA8), 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        },
        wrong("texels of a buffer in three bytes", GL_INVALID_ENUM) { try $0.glTexBuffer(GL_TEXTURE_BUFFER, GL_RGB8, 0) },
        wrong("texels of a buffer that does not exist", GL_INVALID_OPERATION) { try $0.glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, 77) },
        WrongCall("texels beyond the end of a buffer", GL_INVALID_VALUE, .core33, prepare: aBuffer) {
            try $0.glTexBufferRange(GL_TEXTURE_BUFFER, GL_RGBA8, 1, 16, 20)
        },
        WrongCall("texels between the alignments of a buffer", GL_INVALID_VALUE, .core33, prepare: aBuffer) {
            try $0.glTexBufferRange(GL_TEXTURE_BUFFER, GL_RGBA8, 1, 4, 8)
        },
        wrong("layers of samples of too many layers", GL_INVALID_VALUE) {
            try $0.glTexImage3DMultisample(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 4, 4, 4096, 1)
        },
        wrong("layers of samples for the target of one layer", GL_INVALID_ENUM) {
            try $0.glTexImage3DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 4, 4, 2, 1)
        },
        wrong("the texels of samples", GL_INVALID_ENUM) { try $0.glGetTexImage(GL_TEXTURE_2D_MULTISAMPLE, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil) },
        wrong("blocks of an image that has none", GL_INVALID_OPERATION) { try $0.glGetCompressedTexImage(GL_TEXTURE_2D, 0, nil) },
        copy("of a negative size", GL_INVALID_VALUE, width: -1),
        copy("from a texture that does not exist", GL_INVALID_VALUE, from: 77),
        copy("from a texture of another target", GL_INVALID_ENUM, GL_TEXTURE_2D_ARRAY),
        copy("from a cube's face", GL_INVALID_ENUM, GL_TEXTURE_CUBE_MAP_POSITIVE_X),
        copy("from a level without an image", GL_INVALID_VALUE, level: 1),
        copy("from a level below 0", GL_INVALID_VALUE, level: -1),
        copy("from an incomplete texture", GL_INVALID_OPERATION, from: 3),
        copy("between sizes of texels", GL_INVALID_OPERATION, from: 2),
        copy("beyond the edge", GL_INVALID_VALUE, x: 3, width: 2),
        copy("beyond the last layer", GL_INVALID_VALUE, z: 1),
        copy("from a renderbuffer that does not exist", GL_INVALID_VALUE, from: 77, GL_RENDERBUFFER),
    ]
}
