// Debug output (GL_KHR_debug): messages, groups and labels. Captures contain the groups and labels.

import Glibc

/// The debug messages of a context, and the function of the program that receives them.
package struct DebugState {
    package struct Message {
        var source: GLenum, type: GLenum, id: GLuint, severity: GLenum
        var text: String
    }
    var callback: GLDebugCallback?
    var userParameter: UnsafeRawPointer?
    var isEnabled = false
    var isSynchronous = false
    private(set) var log: [Message] = []
    /// The sources and ids of the open groups. `rules` are the rules that applied before the group began; when the group ends, these rules
    /// apply again.
    var groups: [(source: GLenum, id: GLuint, text: String, rules: [Rule])] = []
    /// The rules of glDebugMessageControl; a later rule overrides an earlier rule.
    var rules: [Rule] = []

    struct Rule {
        var source: GLenum, type: GLenum, severity: GLenum, ids: [GLuint], isEnabled: Bool
    }
    static let largestLogCount = 64, largestLength = 4096, largestGroupDepth = 64
    /// Whether errors are also written to standard error (RASTER_DEBUG=1).
    private static let printsErrors = getenv("RASTER_DEBUG").map { String(cString: $0) == "1" } ?? false

    package init() {}

    /// Sends a message with the reason of an error to the program.
    package mutating func report(_ error: GLError, in function: StaticString) {
        guard isEnabled || Self.printsErrors else { return }
        let name = switch error.code {
        case GL_INVALID_ENUM: "GL_INVALID_ENUM"
        case GL_INVALID_VALUE: "GL_INVALID_VALUE"
        case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
        case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
        default: "GL_OUT_OF_MEMORY"
        }
        let text = "\(name) in \(function): \(error.reason)"
        if Self.printsErrors { Self.printLine(text) }
        if isEnabled { send(Message(source: GL_DEBUG_SOURCE_API, type: GL_DEBUG_TYPE_ERROR, id: error.code, severity: GL_DEBUG_SEVERITY_HIGH, text: text)) }
    }
    /// Sends a warning to the program, for a call that has not failed but for which other drivers may draw other pixels.
    mutating func warn(_ text: String) {
        Self.printLine(text)
        send(Message(source: GL_DEBUG_SOURCE_API, type: GL_DEBUG_TYPE_PORTABILITY, id: 0, severity: GL_DEBUG_SEVERITY_MEDIUM, text: text))
    }
    private static func printLine(_ text: String) {
        let line = "Raster: \(text)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
    mutating func send(_ message: Message) {
        guard isEnabled, passes(message) else { return }
        if let callback {
            message.text.withCString { callback(message.source, message.type, message.id, message.severity, GLsizei(strlen($0)), $0, userParameter) }
        } else if log.count < Self.largestLogCount {
            log.append(message)
        }
    }
    private func passes(_ message: Message) -> Bool {
        var result = message.severity != GL_DEBUG_SEVERITY_LOW
        for rule in rules {
            func fits(_ wanted: GLenum, _ value: GLenum) -> Bool { wanted == GL_DONT_CARE || wanted == value }
            if fits(rule.source, message.source) && fits(rule.type, message.type) && fits(rule.severity, message.severity)
                && (rule.ids.isEmpty || rule.ids.contains(message.id)) { result = rule.isEnabled }
        }
        return result
    }
    mutating func takeMessage() -> Message? { log.isEmpty ? nil : log.removeFirst() }
    var firstMessage: Message? { log.first }
    var messageCount: Int { log.count }
}

extension GLContext {
    private static let sources = [GL_DEBUG_SOURCE_API, GL_DEBUG_SOURCE_WINDOW_SYSTEM, GL_DEBUG_SOURCE_SHADER_COMPILER, GL_DEBUG_SOURCE_THIRD_PARTY,
                                  GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_SOURCE_OTHER]
    private static let types = [GL_DEBUG_TYPE_ERROR, GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR, GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, GL_DEBUG_TYPE_PERFORMANCE,
                                GL_DEBUG_TYPE_PORTABILITY, GL_DEBUG_TYPE_OTHER, GL_DEBUG_TYPE_MARKER, GL_DEBUG_TYPE_PUSH_GROUP, GL_DEBUG_TYPE_POP_GROUP]
    private static let severities = [GL_DEBUG_SEVERITY_HIGH, GL_DEBUG_SEVERITY_MEDIUM, GL_DEBUG_SEVERITY_LOW, GL_DEBUG_SEVERITY_NOTIFICATION]

    /// Returns a text that a C caller passes: `length` bytes, or all bytes up to a zero byte if `length` is negative.
    private func text(_ length: GLsizei, _ address: UnsafePointer<CChar>?) throws(GLError) -> String {
        guard let address else { return "" }
        let count = length < 0 ? strlen(address) : Int(length)
        guard count < DebugState.largestLength else { throw .invalidValue("the text has \(count) bytes; at most \(DebugState.largestLength - 1) are allowed") }
        return String(decoding: UnsafeRawBufferPointer(start: address, count: count), as: UTF8.self)
    }

    package func glDebugMessageCallback(_ callback: GLDebugCallback?, _ userParam: UnsafeRawPointer?) throws(GLError) {
        debug.callback = callback
        debug.userParameter = userParam
    }
    package func glDebugMessageControl(_ source: GLenum, _ type: GLenum, _ severity: GLenum, _ count: GLsizei, _ ids: UnsafePointer<GLuint>?,
                                       _ enabled: GLboolean) throws(GLError) {
        guard count >= 0 else { throw .invalidValue("the number of messages is negative") }
        guard source == GL_DONT_CARE || Self.sources.contains(source) else { throw .invalidEnum("source", source) }
        guard type == GL_DONT_CARE || Self.types.contains(type) else { throw .invalidEnum("type", type) }
        guard severity == GL_DONT_CARE || Self.severities.contains(severity) else { throw .invalidEnum("severity", severity) }
        guard count == 0 || source != GL_DONT_CARE && type != GL_DONT_CARE && severity == GL_DONT_CARE else {
            throw .invalidOperation("single messages need a source and a type, and no severity")
        }
        let list = ids.map { ids in (0..<Int(count)).map { ids[$0] } } ?? []
        debug.rules.append(DebugState.Rule(source: source, type: type, severity: severity, ids: list, isEnabled: enabled != 0))
    }
    package func glDebugMessageInsert(_ source: GLenum, _ type: GLenum, _ id: GLuint, _ severity: GLenum, _ length: GLsizei,
                                      _ buf: UnsafePointer<CChar>?) throws(GLError) {
        guard source == GL_DEBUG_SOURCE_APPLICATION || source == GL_DEBUG_SOURCE_THIRD_PARTY else { throw .invalidEnum("source", source) }
        guard Self.types.contains(type) else { throw .invalidEnum("type", type) }
        guard Self.severities.contains(severity) else { throw .invalidEnum("severity", severity) }
        debug.send(DebugState.Message(source: source, type: type, id: id, severity: severity, text: try text(length, buf)))
    }
    package func glGetDebugMessageLog(_ count: GLuint, _ bufSize: GLsizei, _ sources: UnsafeMutablePointer<GLenum>?, _ types: UnsafeMutablePointer<GLenum>?,
                                      _ ids: UnsafeMutablePointer<GLuint>?, _ severities: UnsafeMutablePointer<GLenum>?,
                                      _ lengths: UnsafeMutablePointer<GLsizei>?, _ messageLog: UnsafeMutablePointer<CChar>?) throws(GLError) -> GLuint {
        guard bufSize >= 0 || messageLog == nil else { throw .invalidValue("the size of the memory is negative") }
        var written = 0, place = 0
        while written < Int(count), let message = debug.firstMessage {
            let bytes = message.text.utf8CString
            if let messageLog {
                guard bytes.count <= Int(bufSize) - place else { break }
                for (i, byte) in bytes.enumerated() { messageLog[place + i] = byte }
                place += bytes.count
            }
            sources?[written] = message.source
            types?[written] = message.type
            ids?[written] = message.id
            severities?[written] = message.severity
            lengths?[written] = GLsizei(bytes.count)
            _ = debug.takeMessage()
            written += 1
        }
        return GLuint(written)
    }
    package func glPushDebugGroup(_ source: GLenum, _ id: GLuint, _ length: GLsizei, _ message: UnsafePointer<CChar>?) throws(GLError) {
        guard source == GL_DEBUG_SOURCE_APPLICATION || source == GL_DEBUG_SOURCE_THIRD_PARTY else { throw .invalidEnum("source", source) }
        let text = try text(length, message)
        guard debug.groups.count < DebugState.largestGroupDepth - 1 else { throw GLError(code: GL_STACK_OVERFLOW, reason: "too many debug groups are open") }
        debug.groups.append((source, id, text, debug.rules))
        commands.pushGroup(text)
        debug.send(DebugState.Message(source: source, type: GL_DEBUG_TYPE_PUSH_GROUP, id: id, severity: GL_DEBUG_SEVERITY_NOTIFICATION, text: text))
    }
    package func glPopDebugGroup() throws(GLError) {
        guard let group = debug.groups.popLast() else { throw GLError(code: GL_STACK_UNDERFLOW, reason: "no debug group is open") }
        commands.popGroup()
        debug.rules = group.rules
        debug.send(DebugState.Message(source: group.source, type: GL_DEBUG_TYPE_POP_GROUP, id: group.id, severity: GL_DEBUG_SEVERITY_NOTIFICATION,
                                      text: group.text))
    }
    package func glInsertEventMarkerEXT(_ length: GLsizei, _ marker: UnsafePointer<CChar>?) throws(GLError) {}
    package func glPushGroupMarkerEXT(_ length: GLsizei, _ marker: UnsafePointer<CChar>?) throws(GLError) {
        try glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, length == 0 ? -1 : length, marker)
    }
    package func glPopGroupMarkerEXT() throws(GLError) { if !debug.groups.isEmpty { try glPopDebugGroup() } }

    // MARK: Labels

    /// Calls `body` with the label of an object.
    private func withLabel<Result>(_ identifier: GLenum, _ name: GLuint, _ body: (inout String) -> Result) throws(GLError) -> Result {
        switch identifier {
        case GL_BUFFER: if let object = share.buffers[name] { return body(&object.label) }
        case GL_TEXTURE: if let object = share.textures[name] { return body(&object.label) }
        case GL_SAMPLER: if let object = share.samplers[name] { return body(&object.label) }
        case GL_RENDERBUFFER: if let object = share.renderbuffers[name] { return body(&object.label) }
        case GL_SHADER: if let object = share.shadersAndPrograms[name] as? ShaderObject { return body(&object.label) }
        case GL_PROGRAM: if let object = share.shadersAndPrograms[name] as? ProgramObject { return body(&object.label) }
        case GL_FRAMEBUFFER: if let object = framebuffers[name] { return body(&object.label) }
        case GL_VERTEX_ARRAY: if let object = vertexArrays[name] { return body(&object.label) }
        case GL_QUERY: if let object = queries[name] { return body(&object.label) }
        case GL_PROGRAM_PIPELINE: if let object = pipelines[name] { return body(&object.label) }
        case GL_TRANSFORM_FEEDBACK: if let object = transformFeedbacks[name] { return body(&object.label) }
        default: throw .invalidEnum("identifier", identifier)
        }
        throw .invalidValue("\(name) is the name of no such object")
    }
    package func glObjectLabel(_ identifier: GLenum, _ name: GLuint, _ length: GLsizei, _ label: UnsafePointer<CChar>?) throws(GLError) {
        let text = try text(length, label)
        try withLabel(identifier, name) { $0 = text }
    }
    package func glLabelObjectEXT(_ type: GLenum, _ object: GLuint, _ length: GLsizei, _ label: UnsafePointer<CChar>?) throws(GLError) {
        try glObjectLabel(Self.coreIdentifier(type), object, length == 0 ? -1 : length, label)
    }
    package func glGetObjectLabel(_ identifier: GLenum, _ name: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                  _ label: UnsafeMutablePointer<CChar>?) throws(GLError) {
        guard bufSize >= 0 else { throw .invalidValue("the size of the memory is negative") }
        let text = try withLabel(identifier, name) { $0 }
        Self.write(text, bufSize, length, label)
    }
    package func glGetObjectLabelEXT(_ type: GLenum, _ object: GLuint, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                     _ label: UnsafeMutablePointer<CChar>?) throws(GLError) {
        try glGetObjectLabel(Self.coreIdentifier(type), object, bufSize, length, label)
    }
    /// Returns the constant of GL_KHR_debug for a kind of objects. For some kinds, GL_EXT_debug_label has different constants.
    private static func coreIdentifier(_ type: GLenum) -> GLenum {
        switch type {
        case GL_BUFFER_OBJECT_EXT: GL_BUFFER
        case GL_SHADER_OBJECT_EXT: GL_SHADER
        case GL_PROGRAM_OBJECT_EXT: GL_PROGRAM
        case GL_VERTEX_ARRAY_OBJECT_EXT: GL_VERTEX_ARRAY
        case GL_QUERY_OBJECT_EXT: GL_QUERY
        default: type
        }
    }
    package func glObjectPtrLabel(_ ptr: UnsafeRawPointer?, _ length: GLsizei, _ label: UnsafePointer<CChar>?) throws(GLError) {
        let text = try text(length, label)
        guard let sync = share.syncs[UInt(bitPattern: ptr)] else { throw .invalidValue("the address is no sync object") }
        sync.label = text
    }
    package func glGetObjectPtrLabel(_ ptr: UnsafeRawPointer?, _ bufSize: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                     _ label: UnsafeMutablePointer<CChar>?) throws(GLError) {
        guard bufSize >= 0 else { throw .invalidValue("the size of the memory is negative") }
        guard let sync = share.syncs[UInt(bitPattern: ptr)] else { throw .invalidValue("the address is no sync object") }
        Self.write(sync.label, bufSize, length, label)
    }
    /// Writes a text and a zero byte. If the text is too long, writes only the beginning that fits. `length` receives the number of written
    /// bytes without the zero byte; if `target` is NULL, `length` receives the length of the whole text.
    package static func write(_ text: String, _ size: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?, _ target: UnsafeMutablePointer<CChar>?) {
        let bytes = text.utf8CString.dropLast()
        guard let target, size > 0 else {
            length?.pointee = target == nil ? GLsizei(bytes.count) : 0
            return
        }
        let count = min(bytes.count, Int(size) - 1)
        for i in 0..<count { target[i] = bytes[i] }
        target[count] = 0
        length?.pointee = GLsizei(count)
    }
    package func glGetPointerv(_ pname: GLenum, _ params: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) throws(GLError) {
        switch pname {
        case GL_DEBUG_CALLBACK_FUNCTION: params?.pointee = debug.callback.map { unsafeBitCast($0, to: UnsafeMutableRawPointer.self) }
        case GL_DEBUG_CALLBACK_USER_PARAM: params?.pointee = UnsafeMutableRawPointer(mutating: debug.userParameter)
        default: throw .invalidEnum("pname", pname)
        }
    }
    /// A context is never lost, so the status is always GL_NO_ERROR (GL_EXT_robustness).
    package func glGetGraphicsResetStatus() throws(GLError) -> GLenum { GL_NO_ERROR }
}
