// FragmentOutputs: the draw buffers that the program chooses for a fragment shader's outputs (glBindFragDataLocationIndexed, OpenGL 3.3 §3.9.2).

import Raster
import Shading

/// The draw buffers of outputs, by name. Raster's linker reads the draw buffers from the shader's text, so the program's choices are written
/// into the text as layouts.
struct FragmentOutputs {
    /// For each output: its draw buffer, and whether blending uses the output as source 0 or as source 1.
    var places: [String: (buffer: Int, index: Int)] = [:]

    /// Returns the text with a layout before each output for which the program chose a place; nil if the text declares no such output.
    func applied(to text: String) -> String? {
        guard !places.isEmpty else { return nil }
        let bytes = Array(text.utf8)
        var result: [UInt8] = [], copied = 0, depth = 0, i = 0
        while i < bytes.count {
            if let end = Self.endOfComment(bytes, i) { i = end; continue }
            if bytes[i] == UInt8(ascii: "{") { depth += 1 }
            if bytes[i] == UInt8(ascii: "}") { depth -= 1 }
            guard Self.isWordByte(bytes[i]) else { i += 1; continue }
            let start = i
            while i < bytes.count, Self.isWordByte(bytes[i]) { i += 1 }
            guard depth == 0, bytes[start..<i].elementsEqual("out".utf8), !Self.hasLayout(bytes, before: start),
                  let name = Self.declaredName(bytes, from: i), let place = places[name] else { continue }
            result += bytes[copied..<start]
            result += "layout(location = \(place.buffer), index = \(place.index)) ".utf8
            copied = start
        }
        guard copied > 0 else { return nil }
        result += bytes[copied...]
        return Self.enabled(String(decoding: result, as: UTF8.self))
    }
    /// Returns the text with layouts of outputs enabled. GLSL has these layouts since version 3.30; for an earlier version, the text must
    /// enable an extension.
    private static func enabled(_ text: String) -> String {
        guard ShaderVersion(of: text).number < 330 else { return text }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let place = lines.firstIndex { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("#version") }.map { $0 + 1 } ?? 0
        // Because of the `#line` directive, the next line keeps its number.
        lines.insert("#extension GL_ARB_explicit_attrib_location : enable\n#line \(place)", at: place)
        return lines.joined(separator: "\n")
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
    /// Returns the place after the comment that begins at `start`; nil if no comment begins at `start`.
    private static func endOfComment(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard bytes[start] == UInt8(ascii: "/"), start + 1 < bytes.count else { return nil }
        if bytes[start + 1] == UInt8(ascii: "/") { return bytes[start...].firstIndex(of: 10) ?? bytes.count }
        guard bytes[start + 1] == UInt8(ascii: "*") else { return nil }
        var i = start + 2
        while i + 1 < bytes.count, !(bytes[i] == UInt8(ascii: "*") && bytes[i + 1] == UInt8(ascii: "/")) { i += 1 }
        return min(i + 2, bytes.count)
    }
    /// Returns whether the declaration already has a layout, which takes precedence over the program's choice.
    private static func hasLayout(_ bytes: [UInt8], before place: Int) -> Bool {
        let start = bytes[..<place].lastIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "\n") } ?? 0
        return bytes[start..<place].contains(UInt8(ascii: ")"))
    }
    /// Returns the last word before the semicolon, or before an array's size. Returns nil if the text from `start` on declares no variable.
    private static func declaredName(_ bytes: [UInt8], from start: Int) -> String? {
        var name: [UInt8] = [], word: [UInt8] = []
        for byte in bytes[start...] {
            if isWordByte(byte) { word.append(byte); continue }
            if !word.isEmpty { name = word }
            word = []
            if byte == UInt8(ascii: ";") || byte == UInt8(ascii: "[") { return name.isEmpty ? nil : String(decoding: name, as: UTF8.self) }
            if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "{") { return nil }
        }
        return nil
    }
}

extension GLContext {
    package func glBindFragDataLocation(_ program: GLuint, _ color: GLuint, _ name: UnsafePointer<CChar>?) throws(GLError) {
        try glBindFragDataLocationIndexed(program, color, 0, name)
    }
    package func glBindFragDataLocationIndexed(_ programName: GLuint, _ colorNumber: GLuint, _ index: GLuint, _ name: UnsafePointer<CChar>?) throws(GLError) {
        let program = try program(programName)
        guard index <= 1 else { throw .invalidValue("an output has index 0 or 1") }
        guard colorNumber < GLuint(index == 0 ? GLLimits.colorAttachments : 1) else { throw .invalidValue("there is no draw buffer \(colorNumber)") }
        guard let name else { return }
        let text = String(cString: name)
        if text.hasPrefix("gl_") { throw .invalidOperation("the outputs of the language have no places of their own") }
        program.outputs.places[text] = (Int(colorNumber), Int(index))
    }
    package func glGetFragDataIndex(_ programName: GLuint, _ name: UnsafePointer<CChar>?) throws(GLError) -> GLint {
        let linked = try linkedProgram(programName)
        guard let name else { return -1 }
        return GLint(linked.reflection.outputIndex(of: String(cString: name)))
    }
}
