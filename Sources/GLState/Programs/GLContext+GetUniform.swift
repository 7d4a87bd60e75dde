import Raster
import Shading

/// Queries of uniforms' values (OpenGL ES 3.0.6 §6.1.12).
extension GLContext {
    /// Returns the words of a uniform, or of one element of an array; for a sampler, the texture unit.
    private func uniformWords(_ programName: GLuint, _ location: GLint) throws(GLError) -> (words: [UInt32], kind: UniformForm.Kind) {
        let linked = try linkedProgram(programName)
        guard linked.places.indices.contains(Int(location)) else { throw .invalidOperation("the program has no uniform location \(location)") }
        let place = linked.places[Int(location)]
        guard place.elementCount > 0 else { throw .invalidOperation("the program has no uniform location \(location)") }
        if place.form.kind == .sampler { return ([UInt32(linked.textureUnits[place.first])], .uint) }
        if place.form.kind == .image { return ([UInt32(linked.imageUnits[place.first])], .uint) }
        return (Array(linked.uniforms[place.first ..< place.first + Int(place.wordCount)]), place.form.kind)
    }
    /// Converts the words and writes them to the program's memory. `byteCount` is the size of this memory; nil if the program did not pass a
    /// size. Without a size, the memory counts as large enough.
    private func getUniform<Value>(_ programName: GLuint, _ location: GLint, _ byteCount: GLsizei?, _ params: UnsafeMutablePointer<Value>?,
                                   _ convert: (UInt32, UniformForm.Kind) -> Value) throws(GLError) {
        let (words, kind) = try uniformWords(programName, location)
        if let byteCount, Int(byteCount) < 4 * words.count { throw .invalidOperation("the uniform takes \(4 * words.count) bytes; \(byteCount) are given") }
        guard let params else { return }
        for (k, word) in words.enumerated() { params[k] = convert(word, kind) }
    }

    private static func float(_ word: UInt32, _ kind: UniformForm.Kind) -> GLfloat {
        switch kind {
        case .float: Float(bitPattern: word)
        case .int: Float(Int32(bitPattern: word))
        case .uint, .sampler, .image: Float(word)
        case .bool: word == 0 ? 0 : 1
        }
    }
    /// Converts a word to an integer. A float becomes the nearest integer (OpenGL ES 3.0.6 §6.1.2).
    private static func int(_ word: UInt32, _ kind: UniformForm.Kind) -> GLint {
        switch kind {
        case .float:
            let value = Float(bitPattern: word)
            return value.isNaN ? 0 : GLint(clamping: Int64(min(max(value.rounded(), -1e10), 1e10)))
        case .int: return GLint(bitPattern: word)
        case .uint, .sampler, .image: return GLint(clamping: word)
        case .bool: return word == 0 ? 0 : 1
        }
    }
    private static func uint(_ word: UInt32, _ kind: UniformForm.Kind) -> GLuint {
        switch kind {
        case .float:
            let value = Float(bitPattern: word)
            return value.isNaN ? 0 : GLuint(clamping: Int64(min(max(value.rounded(), -1e10), 1e10)))
        case .int: return GLuint(clamping: Int32(bitPattern: word))
        case .uint, .sampler, .image: return word
        case .bool: return word == 0 ? 0 : 1
        }
    }

    package func glGetUniformfv(_ program: GLuint, _ location: GLint, _ params: UnsafeMutablePointer<GLfloat>?) throws(GLError) {
        try getUniform(program, location, nil, params, Self.float)
    }
    package func glGetUniformiv(_ program: GLuint, _ location: GLint, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        try getUniform(program, location, nil, params, Self.int)
    }
    package func glGetUniformuiv(_ program: GLuint, _ location: GLint, _ params: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        try getUniform(program, location, nil, params, Self.uint)
    }
    package func glGetnUniformfv(_ program: GLuint, _ location: GLint, _ bufSize: GLsizei, _ params: UnsafeMutablePointer<GLfloat>?) throws(GLError) {
        try getUniform(program, location, bufSize, params, Self.float)
    }
    package func glGetnUniformiv(_ program: GLuint, _ location: GLint, _ bufSize: GLsizei, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        try getUniform(program, location, bufSize, params, Self.int)
    }
}
