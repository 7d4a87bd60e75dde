// Stage: a context of OpenGL without EGL, whose surface is a small picture. Tests call the context's methods directly.

import GLState
import Raster
import TestSupport

final class Stage {
    let share: ShareGroup
    let gl: GLContext
    let surface: DefaultFramebuffer

    /// - Parameters:
    ///   - sharing: A stage whose objects this stage shares; nil if this stage gets its own objects and its own device.
    ///   - options: The options of a new device.
    init(_ version: GLVersion = .es3, size: Int = 16, samples: Int = 0, kind: Device.Kind = .reference, options: Device.Options = Device.Options(),
         sharing other: Stage? = nil) throws {
        share = other?.share ?? ShareGroup(driver: DriverDevice(kind: kind, options: options))
        gl = GLContext(version: version, share: share)
        var format = SurfaceFormat()
        format.samples = samples
        surface = try DefaultFramebuffer(driver: share.driver, format: format, width: size, height: size)
        gl.makeCurrent(draw: surface, read: surface)
    }

    // MARK: Names

    typealias Generator = (GLsizei, UnsafeMutablePointer<GLuint>?) throws(GLError) -> Void

    /// Makes one name with a function such as glGenTextures.
    func name(_ generate: Generator) throws -> GLuint {
        var name: GLuint = 0
        try generate(1, &name)
        return name
    }

    // MARK: Objects

    /// Makes a buffer, binds it and fills it.
    @discardableResult
    func buffer<Element: BitwiseCopyable>(_ target: GLenum, _ elements: [Element]) throws -> GLuint {
        let name = try name(gl.glGenBuffers)
        try gl.glBindBuffer(target, name)
        try elements.withUnsafeBytes { try gl.glBufferData(target, $0.count, $0.baseAddress, GL_STATIC_DRAW) }
        return name
    }
    /// Makes a 2D texture with one level of RGBA bytes and filters without mip levels, and binds it.
    @discardableResult
    func texture(width: Int, height: Int, _ texels: [UInt8]?) throws -> GLuint {
        let name = try name(gl.glGenTextures)
        try gl.glBindTexture(GL_TEXTURE_2D, name)
        try gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGBA), GLsizei(width), GLsizei(height), 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GLint(GL_NEAREST))
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GLint(GL_NEAREST))
        return name
    }
    /// Makes a framebuffer object with a colour renderbuffer, and binds it.
    @discardableResult
    func framebuffer(_ format: GLenum, size: Int, samples: Int = 0) throws -> GLuint {
        let name = try self.name(gl.glGenFramebuffers), image = try self.name(gl.glGenRenderbuffers)
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, name)
        try gl.glBindRenderbuffer(GL_RENDERBUFFER, image)
        if samples == 0 {
            try gl.glRenderbufferStorage(GL_RENDERBUFFER, format, GLsizei(size), GLsizei(size))
        } else {
            try gl.glRenderbufferStorageMultisample(GL_RENDERBUFFER, GLsizei(samples), format, GLsizei(size), GLsizei(size))
        }
        try gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, image)
        return name
    }
    func shader(_ type: GLenum, _ source: String) throws -> GLuint {
        let name = try gl.glCreateShader(type)
        try source.withCString { text in
            var strings: [UnsafePointer<CChar>?] = [text]
            try gl.glShaderSource(name, 1, &strings, nil)
        }
        try gl.glCompileShader(name)
        return name
    }
    /// Makes a program, and uses it. `a` is attribute 0.
    @discardableResult
    func program(_ vertex: String, _ fragment: String, capturing varyings: [String] = []) throws -> GLuint {
        let name = try gl.glCreateProgram()
        try gl.glAttachShader(name, shader(GL_VERTEX_SHADER, vertex))
        try gl.glAttachShader(name, shader(GL_FRAGMENT_SHADER, fragment))
        try gl.glBindAttribLocation(name, 0, "a")
        if !varyings.isEmpty {
            try Self.withStrings(varyings) { try gl.glTransformFeedbackVaryings(name, GLsizei(varyings.count), $0, GL_INTERLEAVED_ATTRIBS) }
        }
        try gl.glLinkProgram(name)
        guard try int({ try gl.glGetProgramiv(name, GL_LINK_STATUS, $0) }) == 1 else { throw TestFailure("the program is not linked: \(try log(name))") }
        try gl.glUseProgram(name)
        return name
    }
    func log(_ program: GLuint) throws -> String {
        var text = [CChar](repeating: 0, count: 4096), length: GLsizei = 0
        try gl.glGetProgramInfoLog(program, 4096, &length, &text)
        return String(decoding: text.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    /// Makes a program that fills the square of `fill` with the value of a fragment shader's expression.
    @discardableResult
    func program(_ color: String, uniforms: String = "") throws -> GLuint {
        if gl.version.hasES3 {
            return try program("#version 300 es\nin vec2 a; out vec2 p; void main() { gl_Position = vec4(a, 0, 1); p = a * .5 + .5; }",
                               "#version 300 es\nprecision highp float; precision highp int; in vec2 p; out vec4 color; \(uniforms) void main() { color = \(color); }")
        }
        return try program("attribute vec2 a; varying vec2 p; void main() { gl_Position = vec4(a, 0, 1); p = a * .5 + .5; }",
                           "precision highp float; varying vec2 p; \(uniforms) void main() { gl_FragColor = \(color); }")
    }

    // MARK: Drawing

    private static let square: [Float] = [-1, -1, 1, -1, -1, 1, 1, 1]

    /// Draws a square that covers the whole viewport. Attribute 0 has the positions of the square's corners.
    func fill() throws {
        if try int({ try gl.glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, $0) }) == 0 {
            try buffer(GL_ARRAY_BUFFER, Self.square)
            try gl.glEnableVertexAttribArray(0)
            try gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, nil)
        }
        try gl.glDrawArrays(GL_TRIANGLE_STRIP, 0, 4)
    }
    /// Clears all colours to a shade of grey that no test draws.
    func clear() throws {
        try gl.glClearColor(0.5, 0.5, 0.5, 0.5)
        try gl.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    }

    // MARK: Results

    /// Reads RGBA bytes of a rectangle, row by row from the bottom.
    func pixels(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0xAA, count: width * height * 4)
        try gl.glReadPixels(GLint(x), GLint(y), GLsizei(width), GLsizei(height), GL_RGBA, GL_UNSIGNED_BYTE, &bytes)
        return bytes
    }
    func pixel(_ x: Int, _ y: Int) throws -> [UInt8] { try pixels(x, y, 1, 1) }
    func picture() throws -> [UInt8] { try pixels(0, 0, surface.width, surface.height) }

    /// Returns the integer that a query writes.
    func int(_ query: (UnsafeMutablePointer<GLint>?) throws -> Void) throws -> GLint {
        var values = [GLint](repeating: -1, count: 64)
        try query(&values)
        return values[0]
    }
    func int(_ name: GLenum) throws -> GLint { try int { try gl.glGetIntegerv(name, $0) } }

    /// Calls `body` with C strings.
    static func withStrings<Result>(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> Result) throws -> Result {
        var addresses: [UnsafePointer<CChar>?] = []
        func next(_ index: Int) throws -> Result {
            if index == strings.count { return try addresses.withUnsafeBufferPointer { try body($0.baseAddress!) } }
            return try strings[index].withCString { address in
                addresses.append(address)
                return try next(index + 1)
            }
        }
        return try next(0)
    }
}

extension GLError {
    /// Returns the code of the error that `body` throws; GL_NO_ERROR if `body` throws no error.
    static func code(_ body: () throws -> Void) throws -> GLenum {
        do { try body() } catch let error as GLError { return error.code }
        return GL_NO_ERROR
    }
}

/// Returns the name of an error's code, for the messages of tests.
func nameOfError(_ code: GLenum) -> String {
    switch code {
    case GL_NO_ERROR: "GL_NO_ERROR"
    case GL_INVALID_ENUM: "GL_INVALID_ENUM"
    case GL_INVALID_VALUE: "GL_INVALID_VALUE"
    case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
    case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
    case GL_OUT_OF_MEMORY: "GL_OUT_OF_MEMORY"
    default: code.hexadecimal
    }
}
