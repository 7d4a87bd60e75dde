import Raster
import Shading

/// A shader object (OpenGL ES 3.0.6 §2.12.1).
package final class ShaderObject {
    package let name: GLuint
    package var label = ""
    package let stage: ShaderStage
    /// The bytes of the text that glShaderSource received.
    var source: [UInt8] = []
    /// The result of the last compilation; nil if this compilation failed, or if the shader has not been compiled.
    var compiled: CompiledShader?
    var log = ""
    /// The number of programs to which the shader is attached. A deleted shader exists until it is attached to no program.
    var attachmentCount = 0
    var isDeleted = false

    init(name: GLuint, stage: ShaderStage) { self.name = name; self.stage = stage }

    var type: GLenum { stage.glType }

    /// Compiles the text. Errors in the text are written to the log, and are not errors of the OpenGL call.
    func compile(for version: GLVersion) {
        compiled = nil
        let text = String(decoding: source, as: UTF8.self)
        if let refusal = ShaderVersion(of: text).refusal(in: version) {
            log = "ERROR: 0:1: \(refusal)\n"
            return
        }
        var options = ShaderCompileOptions()
        options.defaultDialect = version.isES ? .es100 : .glsl110
        do throws(ShaderError) {
            let result = try ShaderCompiler.compile(ShaderSource(text: text, name: label.isEmpty ? "\(stage.rawValue) shader" : label), as: stage,
                                                    options: options)
            if let excess = StatedPlaces.excess(result) {
                log = ProgramLog.error(excess)
                return
            }
            compiled = result
            log = ProgramLog.text(result.warnings)
        } catch {
            log = ProgramLog.text(error.diagnostics)
        }
    }
}

extension ShaderStage {
    /// The constant of OpenGL for shaders of the stage.
    var glType: GLenum {
        switch self {
        case .vertex: GL_VERTEX_SHADER
        case .geometry: GL_GEOMETRY_SHADER
        case .fragment: GL_FRAGMENT_SHADER
        case .compute: GL_COMPUTE_SHADER
        }
    }
}

/// The number in a shader's `#version` line.
struct ShaderVersion {
    var number = 100
    var isES = true
    var hasDirective = false

    /// Reads the `#version` line. Only comments and white space may precede this line (GLSL ES 3.00, 3.3).
    init(of text: String) {
        var rest = text.utf8[...]
        func drop(_ prefix: String) -> Bool {
            guard rest.starts(with: prefix.utf8) else { return false }
            rest = rest.dropFirst(prefix.utf8.count)
            return true
        }
        func dropSpaces(andLines: Bool) {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0B || $0 == 0x0C || (andLines && ($0 == 0x0A || $0 == 0x0D)) }
        }
        func dropComments(andLines: Bool) {
            while true {
                dropSpaces(andLines: andLines)
                if drop("/*") {
                    while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
                    rest = rest.dropFirst(2)
                } else if andLines, drop("//") {
                    rest = rest.drop { $0 != 0x0A && $0 != 0x0D }
                } else { return }
            }
        }
        dropComments(andLines: true)
        guard drop("#") else { return }
        dropComments(andLines: false)
        guard drop("version") else { return }
        dropComments(andLines: false)
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard let value = Int(String(Substring(digits))) else { return }
        rest = rest.dropFirst(digits.count)
        dropComments(andLines: false)
        number = value
        hasDirective = true
        isES = value == 100 || rest.starts(with: "es".utf8)
    }

    /// Returns the reason why a context cannot use shaders of this version; nil if the context can use such shaders.
    func refusal(in version: GLVersion) -> String? {
        guard version.isES, hasDirective else { return nil }
        if isES, number == 100 || (version.hasES3 && number == 300) || (version.hasES31 && number == 310) { return nil }
        let offered = version.hasES31 ? "100, 300 es and 310 es" : version.hasES3 ? "100 and 300 es" : "100"
        return "version \(number)\(isES && number != 100 ? " es" : "") is not supported; OpenGL ES \(version.major).\(version.minor) has \(offered)"
    }
}

/// Makes the texts that glGetShaderInfoLog and glGetProgramInfoLog return.
enum ProgramLog {
    /// Returns one line for each message, in the form that programs can parse: `ERROR: 0:12: 'colour' : undeclared identifier`.
    static func text(_ diagnostics: [ShaderDiagnostic]) -> String {
        diagnostics.map { diagnostic in
            let severity = diagnostic.severity == .error ? "ERROR" : "WARNING"
            let place = diagnostic.line > 0 ? "0:\(diagnostic.line): " : ""
            let stage = diagnostic.phase == .link ? diagnostic.stage.map { "\($0.rawValue) shader: " } ?? "" : ""
            return "\(severity): \(place)\(stage)\(diagnostic.message)\n"
        }.joined()
    }
    static func error(_ message: String) -> String { "ERROR: \(message)\n" }
}
