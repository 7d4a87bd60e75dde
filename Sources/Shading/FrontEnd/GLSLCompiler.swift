// GLSLCompiler: GLSL text of a vertex and a fragment shader to SPIR-V, through glslang's C interface.
//
// glslang is asked for no target language (client OpenGL, target none): each dialect then keeps its own rules, and the
// generator still emits SPIR-V: loose uniforms are UniformConstant variables, the origin is lower left.
import CGlslang
import Synchronization

/// Both stages of a program as linked SPIR-V.
package struct SPIRVProgram: Sendable {
    package var vertex: [UInt32]
    package var fragment: [UInt32]
    /// From OpLine's line to file and line. (OpLine's file operand says nothing.)
    package var vertexLines: ShaderLineMap
    package var fragmentLines: ShaderLineMap
    package var warnings: [ShaderDiagnostic]
}

package enum GLSLCompiler {
    /// Compiles both stages and links them in one program.
    package static func compile(vertex: ShaderSource, fragment: ShaderSource,
                                options: ShaderCompileOptions = ShaderCompileOptions()) throws(ShaderError) -> SPIRVProgram {
        let result = glslang.withLock { _ in compileLocked(vertex: vertex, fragment: fragment, options: options) }
        return try result.get()
    }

    /// glslang's start-up is not safe from two threads: it runs once, inside the lock. Compiles take turns.
    private static let glslang = Mutex<Bool>(glslang_initialize_process() != 0)

    private static func compileLocked(vertex: ShaderSource, fragment: ShaderSource,
                                      options: ShaderCompileOptions) -> Result<SPIRVProgram, ShaderError> {
        let program = glslang_program_create()
        defer { glslang_program_delete(program) }
        var shaders: [OpaquePointer?] = []
        defer { for shader in shaders { glslang_shader_delete(shader) } }
        var maps: [ShaderLineMap] = []
        var failures: [ShaderDiagnostic] = []
        for (stage, source) in [(ShaderStage.vertex, vertex), (.fragment, fragment)] {
            let (shader, log) = parse(source.text, stage: stage)
            shaders.append(shader)
            let lineCount = source.text.split(separator: "\n", omittingEmptySubsequences: false).count
            maps.append(ShaderLineMap(files: [source], locations: (1...lineCount).map { .init(file: 0, line: Int32($0)) }))
            if let log {
                failures.append(ShaderDiagnostic(severity: .error, phase: .compile, stage: stage, file: source.name, line: 0,
                                                 message: log, sourceLine: ""))
            } else {
                glslang_program_add_shader(program, shader)
            }
        }
        guard failures.isEmpty else { return .failure(ShaderError(diagnostics: failures)) }
        guard glslang_program_link(program, 0) != 0, glslang_program_map_io(program) != 0 else {
            let log = String(cString: glslang_program_get_info_log(program))
            return .failure(ShaderError(diagnostics: [ShaderDiagnostic(
                severity: .error, phase: .link, stage: nil, file: "", line: 0, message: log, sourceLine: "")]))
        }
        let vertexWords = generate(program, GLSLANG_STAGE_VERTEX)
        var fragmentWords = generate(program, GLSLANG_STAGE_FRAGMENT)
        // The C interface appends each stage to what the program generated before.
        if fragmentWords.starts(with: vertexWords) { fragmentWords.removeFirst(vertexWords.count) }
        return .success(SPIRVProgram(vertex: withVersion(vertexWords), fragment: withVersion(fragmentWords),
                                     vertexLines: maps[0], fragmentLines: maps[1], warnings: []))
    }

    /// The parsed shader, and glslang's log when it is refused.
    private static func parse(_ text: String, stage: ShaderStage) -> (OpaquePointer?, String?) {
        text.withCString { code in
            var input = glslang_input_t()
            input.language = GLSLANG_SOURCE_GLSL
            input.stage = stage == .vertex ? GLSLANG_STAGE_VERTEX : GLSLANG_STAGE_FRAGMENT
            input.client = GLSLANG_CLIENT_OPENGL
            input.client_version = GLSLANG_TARGET_OPENGL_450
            input.target_language = GLSLANG_TARGET_NONE
            input.target_language_version = GLSLANG_TARGET_SPV_1_3
            input.code = code
            input.default_version = 330
            input.default_profile = GLSLANG_NO_PROFILE
            input.messages = GLSLANG_MSG_DEFAULT_BIT
            input.resource = glslang_default_resource()
            let shader = glslang_shader_create(&input)
            glslang_shader_set_options(shader, Int32(GLSLANG_SHADER_AUTO_MAP_BINDINGS.rawValue
                                                        | GLSLANG_SHADER_AUTO_MAP_LOCATIONS.rawValue))
            let accepted = glslang_shader_preprocess(shader, &input) != 0 && glslang_shader_parse(shader, &input) != 0
            return (shader, accepted ? nil : String(cString: glslang_shader_get_info_log(shader)))
        }
    }

    private static func generate(_ program: OpaquePointer?, _ stage: glslang_stage_t) -> [UInt32] {
        var options = glslang_spv_options_t()
        options.generate_debug_info = true
        options.disable_optimizer = true
        glslang_program_SPIRV_generate_with_options(program, stage, &options)
        let count = glslang_program_SPIRV_get_size(program)
        var words = [UInt32](repeating: 0, count: count)
        words.withUnsafeMutableBufferPointer { glslang_program_SPIRV_get(program, $0.baseAddress) }
        return words
    }

    /// Without a target language glslang leaves the version word zero; 1.3 is what its generator writes by default.
    private static func withVersion(_ words: [UInt32]) -> [UInt32] {
        var words = words
        if words.count > 1 { words[1] = 0x0001_0300 }
        return words
    }
}
