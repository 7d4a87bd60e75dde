// Debug output (GL_KHR_debug): messages, filters, groups and labels.

import GLState
import Testing

/// Returns the text before the zero byte.
func textOf(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

extension Stage {
    /// Takes all messages out of the log.
    func messages() throws -> [String] {
        var result: [String] = []
        var text = [CChar](repeating: 0, count: 5000)
        while try gl.glGetDebugMessageLog(1, 5000, nil, nil, nil, nil, nil, &text) == 1 { result.append(textOf(text)) }
        return result
    }
}

@Suite("Debug output of OpenGL") struct DebugTests {
    private func insert(_ stage: Stage, _ id: GLuint, _ text: String, severity: GLenum = GL_DEBUG_SEVERITY_HIGH) throws {
        try stage.gl.glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, id, severity, -1, text)
    }

    @Test("messages wait in the log in their order, unless debug output is off")
    func log() throws {
        let stage = try Stage()
        try insert(stage, 1, "not heard")
        try stage.gl.glEnable(GL_DEBUG_OUTPUT)
        try insert(stage, 2, "first")
        try insert(stage, 3, "second")
        #expect(try stage.int(GL_DEBUG_LOGGED_MESSAGES) == 2)
        #expect(try stage.messages() == ["first", "second"])
        #expect(try stage.messages() == [])
    }

    @Test("a message without room for its text stays in the log")
    func room() throws {
        let stage = try Stage()
        try stage.gl.glEnable(GL_DEBUG_OUTPUT)
        try insert(stage, 2, "twelve bytes")
        var text = [CChar](repeating: 7, count: 16)
        #expect(try stage.gl.glGetDebugMessageLog(1, 12, nil, nil, nil, nil, nil, &text) == 0)
        #expect(text == [CChar](repeating: 7, count: 16))
        #expect(try stage.gl.glGetDebugMessageLog(1, 13, nil, nil, nil, nil, nil, &text) == 1)
    }

    @Test("the last rule that fits a message decides whether it is heard")
    func control() throws {
        let stage = try Stage()
        try stage.gl.glEnable(GL_DEBUG_OUTPUT)
        try insert(stage, 1, "low", severity: GL_DEBUG_SEVERITY_LOW)
        try stage.gl.glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_LOW, 0, nil, 1)
        try stage.gl.glDebugMessageControl(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_OTHER, GL_DONT_CARE, 1, [7], 0)
        try insert(stage, 1, "low, heard", severity: GL_DEBUG_SEVERITY_LOW)
        try insert(stage, 7, "number 7")
        #expect(try stage.messages() == ["low, heard"])
    }

    @Test("a callback hears messages instead of the log")
    func callback() throws {
        final class Heard { var texts: [String] = [] }
        let stage = try Stage(), heard = Heard()
        try stage.gl.glEnable(GL_DEBUG_OUTPUT)
        try stage.gl.glDebugMessageCallback({ _, _, _, _, length, message, user in
            guard let message, let user, length == GLsizei(String(cString: message).utf8.count) else { return }
            Unmanaged<Heard>.fromOpaque(user).takeUnretainedValue().texts.append(String(cString: message))
        }, Unmanaged.passUnretained(heard).toOpaque())
        try insert(stage, 1, "hello")
        try stage.gl.glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 4, 3, "group")
        try stage.gl.glPopDebugGroup()
        #expect(heard.texts == ["hello", "gro", "gro"])
        #expect(try stage.messages() == [])
        withExtendedLifetime(heard) {}
    }

    @Test("labels are kept with their objects, and cut to the memory for them")
    func labels() throws {
        let stage = try Stage(), name = try stage.buffer(GL_ARRAY_BUFFER, [Float(1)])
        try stage.gl.glObjectLabel(GL_BUFFER, name, -1, "vertices of the roof")
        var text = [CChar](repeating: 9, count: 12), length: GLsizei = 0
        try stage.gl.glGetObjectLabel(GL_BUFFER, name, 9, &length, &text)
        #expect(length == 8 && textOf(text) == "vertices" && text[9] == 9)
        try stage.gl.glGetObjectLabel(GL_BUFFER, name, 0, &length, nil)
        #expect(length == 20)
    }
}
