// GLProgram: the linked OpenGL program for a Raster Program or ComputeProgram. OpenGL's program and Raster's program are made from the same
// GLSL.
//
// Attributes, fragment outputs, uniforms, blocks and samplers are matched by name. OpenGL's compiler may remove variables that have no
// effect. A removed variable has no location, and GLProgram does not set its value.

import CSystemGL
import Glibc
import Raster
import Shading

final class GLProgram {
    let name: GLuint
    /// The location of each attribute in `Pipeline.fetch`, in the same order; −1 if the program does not use the attribute.
    let attributeLocations: [GLint]
    let clipDistanceCount: Int
    let writesPointSize: Bool

    /// A single uniform of the default block, or an array of uniforms.
    private struct UniformEntry {
        var location: GLint
        var type: ValueType
        var count: GLsizei
        var firstWord: Int
        var wordCount: Int
    }
    private let uniforms: [UniformEntry]
    /// The values of the uniforms that OpenGL's program has now, as words.
    private var currentWords: [UInt32] = []

    init(_ program: Program, gl: GLFunctions) throws(RasterError) {
        let linked = program.linked
        let options = program.sources.options
        func text(_ source: ShaderSource, _ stage: ShaderStage) -> String { GLSLCompiler.preprocessedText(of: source, stage: stage, options: options) }
        let name = try Self.link(vertex: text(program.sources.vertex, .vertex), geometry: program.sources.geometry.map { text($0, .geometry) },
                                 fragment: text(program.sources.fragment, .fragment),
                                 name: program.name, gl: gl) { name in
            for output in linked.fragment.outputs where !output.name.hasPrefix("gl_") {
                gl.bindFragDataLocationIndexed(name, GLuint(output.location), GLuint(output.blendIndex), output.name)
            }
            if let feedback = options.transformFeedback, linked.lastVertexStage.feedbackPlaces.isEmpty { Self.setFeedback(feedback, of: name, gl) }
        }
        self.name = name
        clipDistanceCount = linked.lastVertexStage.builtinOutputs.clipDistanceCount
        writesPointSize = linked.lastVertexStage.builtinOutputs.pointSize != nil

        attributeLocations = linked.vertex.inputs.flatMap { input -> [GLint] in
            let first = gl.getAttribLocation(name, GLSLCompiler.plainName(input.name))
            return (0..<Self.locationCount(of: input.type)).map { first < 0 ? -1 : first + GLint($0) }
        }
        uniforms = Self.resolve(linked.interface, of: name, gl)
    }

    init(_ program: ComputeProgram, gl: GLFunctions) throws(RasterError) {
        let sources = program.sources
        name = try Self.link(compute: GLSLCompiler.preprocessedText(of: sources.compute, stage: .compute, options: sources.options),
                             name: program.name, gl: gl)
        attributeLocations = []; clipDistanceCount = 0; writesPointSize = false
        uniforms = Self.resolve(program.interface, of: name, gl)
    }

    /// Binds each block, sampler and image to the index or unit that Raster gives it. Returns the uniforms of the default block. After this
    /// call the program is in use.
    private static func resolve(_ interface: ProgramInterface, of name: GLuint, _ gl: GLFunctions) -> [UniformEntry] {
        gl.useProgram(name)
        let uniforms = (interface.uniformBlocks.first?.members ?? []).compactMap { member -> UniformEntry? in
            let location = gl.getUniformLocation(name, GLSLCompiler.plainName(member.name))
            guard location >= 0 else { return nil }
            return UniformEntry(location: location, type: member.type, count: GLsizei(member.arrayCount),
                                firstWord: member.offset / 4, wordCount: member.type.scalarCount * member.arrayCount)
        }
        for (index, block) in interface.uniformBlocks.enumerated().dropFirst() {
            let blockIndex = gl.getUniformBlockIndex(name, block.name)
            if blockIndex != GL_INVALID_INDEX { gl.uniformBlockBinding(name, blockIndex, GLuint(index - 1)) }
        }
        for (index, block) in interface.storageBlocks.enumerated() where !block.isCounters {
            let blockIndex = gl.getProgramResourceIndex(name, GLenum(GL_SHADER_STORAGE_BLOCK), block.name)
            if blockIndex != GL_INVALID_INDEX { gl.shaderStorageBlockBinding(name, blockIndex, GLuint(index)) }
        }
        for (units, uniform) in interface.samplers.map({ ($0.unit..<($0.unit + $0.count), $0.name) })
            + interface.images.map({ ($0.unit..<($0.unit + $0.count), $0.name) }) {
            let location = gl.getUniformLocation(name, uniform)
            if location >= 0 { gl.uniform1iv(location, GLsizei(units.count), units.map { GLint($0) }) }
        }
        return uniforms
    }

    /// Sets the uniforms of the default block from the block's words. The program must be in use.
    func setUniforms(_ words: [UInt32], gl: GLFunctions) {
        guard words != currentWords else { return }
        words.withUnsafeBytes { bytes in
            for entry in uniforms where entry.firstWord + entry.wordCount <= words.count {
                let start = bytes.baseAddress! + entry.firstWord * 4
                set(entry, start, gl)
            }
        }
        currentWords = words
    }

    private func set(_ entry: UniformEntry, _ start: UnsafeRawPointer, _ gl: GLFunctions) {
        let floats = start.assumingMemoryBound(to: GLfloat.self)
        let ints = start.assumingMemoryBound(to: GLint.self)
        let uints = start.assumingMemoryBound(to: GLuint.self)
        let (location, count) = (entry.location, entry.count)
        switch entry.type {
        case .matrix(2, 2): gl.uniformMatrix2fv(location, count, 0, floats)
        case .matrix(2, 3): gl.uniformMatrix2x3fv(location, count, 0, floats)
        case .matrix(2, 4): gl.uniformMatrix2x4fv(location, count, 0, floats)
        case .matrix(3, 2): gl.uniformMatrix3x2fv(location, count, 0, floats)
        case .matrix(3, 3): gl.uniformMatrix3fv(location, count, 0, floats)
        case .matrix(3, 4): gl.uniformMatrix3x4fv(location, count, 0, floats)
        case .matrix(4, 2): gl.uniformMatrix4x2fv(location, count, 0, floats)
        case .matrix(4, 3): gl.uniformMatrix4x3fv(location, count, 0, floats)
        case .matrix: gl.uniformMatrix4fv(location, count, 0, floats)
        default:
            switch (entry.type.scalarKind, entry.type.scalarCount) {
            case (.float, 1): gl.uniform1fv(location, count, floats)
            case (.float, 2): gl.uniform2fv(location, count, floats)
            case (.float, 3): gl.uniform3fv(location, count, floats)
            case (.float, _): gl.uniform4fv(location, count, floats)
            case (.uint, 1): gl.uniform1uiv(location, count, uints)
            case (.uint, 2): gl.uniform2uiv(location, count, uints)
            case (.uint, 3): gl.uniform3uiv(location, count, uints)
            case (.uint, _): gl.uniform4uiv(location, count, uints)
            case (_, 1): gl.uniform1iv(location, count, ints)
            case (_, 2): gl.uniform2iv(location, count, ints)
            case (_, 3): gl.uniform3iv(location, count, ints)
            case (_, _): gl.uniform4iv(location, count, ints)
            }
        }
    }

    /// Gives OpenGL the names of the outputs that transform feedback writes. Call this function before the program is linked.
    private static func setFeedback(_ feedback: TransformFeedbackOutputs, of program: GLuint, _ gl: GLFunctions) {
        let names = feedback.names.map { strdup(GLSLCompiler.plainName($0)) }
        defer { names.forEach { free($0) } }
        var pointers = names.map { $0.map { UnsafePointer<CChar>($0) } }
        let layout = feedback.layout == .interleaved ? GL_INTERLEAVED_ATTRIBS : GL_SEPARATE_ATTRIBS
        gl.transformFeedbackVaryings(program, GLsizei(names.count), &pointers, GLenum(layout))
    }

    /// Compiles the stages and links them. The closure `bind` sets the state that must be set before linking. Throws `unsupported`
    /// with the driver's message.
    static func link(vertex: String, geometry: String? = nil, fragment: String, name: String, gl: GLFunctions,
                     bind: (GLuint) -> Void = { _ in }) throws(RasterError) -> GLuint {
        let middle = geometry.map { [(kind: GL_GEOMETRY_SHADER, stage: "geometry", source: $0)] } ?? []
        return try link([(GL_VERTEX_SHADER, "vertex", vertex)] + middle + [(GL_FRAGMENT_SHADER, "fragment", fragment)], name: name, gl: gl, bind: bind)
    }
    /// Compiles a compute shader and links it. Throws `unsupported` with the driver's message.
    static func link(compute: String, name: String, gl: GLFunctions) throws(RasterError) -> GLuint {
        try link([(GL_COMPUTE_SHADER, "compute", compute)], name: name, gl: gl)
    }
    private static func link(_ stages: [(kind: Int32, stage: String, source: String)], name: String, gl: GLFunctions,
                             bind: (GLuint) -> Void = { _ in }) throws(RasterError) -> GLuint {
        var shaders: [GLuint] = []
        defer { for shader in shaders { gl.deleteShader(shader) } }
        for (kind, stage, source) in stages {
            let shader = gl.createShader(GLenum(kind))
            shaders.append(shader)
            source.withCString { text in
                var pointer: UnsafePointer<CChar>? = text
                gl.shaderSource(shader, 1, &pointer, nil)
            }
            gl.compileShader(shader)
            var isCompiled: GLint = 0
            gl.getShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
            guard isCompiled != 0 else {
                throw RasterError(.unsupported, "the \(stage) shader of \(name)",
                                  "is refused by the system's OpenGL: \(log(of: shader, gl.getShaderiv, gl.getShaderInfoLog))",
                                  remedy: "use GLSL that its compiler accepts, or another device")
            }
        }
        let program = gl.createProgram()
        for shader in shaders { gl.attachShader(program, shader) }
        bind(program)
        gl.linkProgram(program)
        var isLinked: GLint = 0
        gl.getProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
        guard isLinked != 0 else {
            let message = log(of: program, gl.getProgramiv, gl.getProgramInfoLog)
            gl.deleteProgram(program)
            throw RasterError(.unsupported, name, "does not link in the system's OpenGL: \(message)",
                              remedy: "use GLSL that its linker accepts, or another device")
        }
        return program
    }

    /// Returns the number of attribute locations that a type takes: one location for each column of each element, as in `Pipeline.fetch`.
    private static func locationCount(of type: ValueType) -> Int {
        switch type {
        case .matrix(let columns, _): columns
        case .array(let element, let n): n * locationCount(of: element)
        default: 1
        }
    }

    private static func log(of name: GLuint, _ getParameter: (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void,
                            _ getLog: (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?) -> Void) -> String {
        var length: GLint = 0
        getParameter(name, GLenum(GL_INFO_LOG_LENGTH), &length)
        var text = [GLchar](repeating: 0, count: Int(length) + 1)
        getLog(name, length, nil, &text)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined(separator: "; ")
    }
}
