// GLSLCompiler: GLSL text of a vertex and a fragment shader to SPIR-V.
//
//     ShaderSource ×2 → Preprocessor → GlslangShader → link → SPIR-V → SPIRVReader → ProgramLinkChecks → SPIRVProgram
//
// The generator still emits SPIR-V where no target language is asked for: loose uniforms are UniformConstant variables,
// the origin is lower left. Both stages are linked in one program, so that what does not fit together is an error here.
import CGlslang

package enum GLSLCompiler {
    /// Makes glslang's tables of built-in names, for which the first shaders of the standard dialect would wait: some 25 ms once
    /// in a process.
    package static func prepare() { _ = tables }
    private static let tables: Void = {
        _ = GlslangSession.run {
            for stage in [ShaderStage.vertex, .fragment] {
                GlslangShader(text: "\(GLSLDialect.standard.directive)\nvoid main() {}\n", stage: stage).delete()
            }
        }
    }()

    /// Compiles both stages and links them. Throws every error found in the first phase that fails.
    package static func compile(vertex: ShaderSource, fragment: ShaderSource,
                                options: ShaderCompileOptions = ShaderCompileOptions()) throws(ShaderError) -> SPIRVProgram {
        try compile(vertex: vertex, fragment: fragment, options: options, deadline: CompileDeadline(options.limits))
    }

    static func compile(vertex: ShaderSource, fragment: ShaderSource, options: ShaderCompileOptions,
                        deadline: CompileDeadline) throws(ShaderError) -> SPIRVProgram {
        let texts = [preprocess(vertex, stage: .vertex, options: options), preprocess(fragment, stage: .fragment, options: options)]
        try check(texts.flatMap(\.diagnostics))
        try checkDialects(texts[0].dialect, texts[1].dialect)
        guard let result = GlslangSession.run({ Result { () throws(ShaderError) in try build(texts[0], texts[1], deadline).get() } }) else {
            throw ShaderError(diagnostics: [ShaderDiagnostic(severity: .error, phase: .compile, stage: nil, file: "", line: 0,
                                                             message: "the system grants no thread to compile on", sourceLine: "")])
        }
        return try result.get()
    }

    static func preprocess(_ source: ShaderSource, stage: ShaderStage, options: ShaderCompileOptions,
                           for reader: Preprocessor.Reader = .glslang) -> Preprocessor.Output {
        Preprocessor.run(source, stage: stage, options: options, for: reader) { name, dialect in
            GlslangSession.predefinedMacro(name, dialect: dialect, stage: stage)
        }
    }

    private static func check(_ diagnostics: [ShaderDiagnostic]) throws(ShaderError) {
        if diagnostics.contains(where: { $0.severity == .error }) { throw ShaderError(diagnostics: diagnostics) }
    }

    /// Stages of ES and desktop GLSL do not link, nor do those of different ES versions (GLSL ES 3.00, 3.4).
    private static func checkDialects(_ vertex: GLSLDialect, _ fragment: GLSLDialect) throws(ShaderError) {
        guard vertex.isES != fragment.isES || (vertex.isES && vertex.version != fragment.version) else { return }
        throw ShaderError(diagnostics: [linkError("the vertex shader is \(vertex.name) and the fragment shader is \(fragment.name): "
            + "give both the same #version")])
    }

    static func linkError(_ message: String, stage: ShaderStage? = nil) -> ShaderDiagnostic {
        ShaderDiagnostic(severity: .error, phase: .link, stage: stage, file: "", line: 0, message: message, sourceLine: "")
    }

    /// Runs inside GlslangSession.
    private static func build(_ vertex: Preprocessor.Output, _ fragment: Preprocessor.Output,
                              _ deadline: CompileDeadline) throws(ShaderError) -> Result<SPIRVProgram, ShaderError> {
        func checkTime() throws(ShaderError) {
            try deadline.check { message, limit in
                var diagnostic = linkError(message)
                diagnostic.exceeded = ShaderLimits.Excess(.time, limit: limit)
                return ShaderError(diagnostics: [diagnostic])
            }
        }
        let vertexShader = GlslangShader(text: vertex.text, stage: .vertex)
        defer { vertexShader.delete() }
        try checkTime()
        let fragmentShader = GlslangShader(text: fragment.text, stage: .fragment)
        defer { fragmentShader.delete() }
        var diagnostics = vertex.diagnostics + fragment.diagnostics
        diagnostics += GlslangLog.diagnostics(vertexShader.log, phase: .compile, stage: .vertex, lines: vertex.lines)
        diagnostics += GlslangLog.diagnostics(fragmentShader.log, phase: .compile, stage: .fragment, lines: fragment.lines)
        diagnostics += oversights(vertexShader, .vertex, vertex) + oversights(fragmentShader, .fragment, fragment)
        guard vertexShader.isAccepted, fragmentShader.isAccepted, !diagnostics.contains(where: { $0.severity == .error }) else {
            return failure(diagnostics, otherwise: "the shader does not compile")
        }

        try checkTime()
        // It is deleted before its shaders: defers run last to first.
        let program = glslang_program_create()
        defer { glslang_program_delete(program) }
        glslang_program_add_shader(program, vertexShader.handle)
        glslang_program_add_shader(program, fragmentShader.handle)
        let links = glslang_program_link(program, Int32(bitPattern: GLSLANG_MSG_DEFAULT_BIT.rawValue)) != 0
        let log = glslang_program_get_info_log(program).map { String(cString: $0) } ?? ""
        diagnostics += GlslangLog.diagnostics(log, phase: .link, stage: nil, lines: nil).map {
            compileError($0, in: $0.stage == .vertex ? vertex : fragment) ?? $0
        }
        guard links else { return failure(diagnostics, otherwise: "the program does not link") }

        try checkTime()
        // Locations and bindings. What is so large that they would take long is refused below for its size, without any.
        let isMapped = vertexShader.isQuicklyMapped && fragmentShader.isQuicklyMapped
        if isMapped, glslang_program_map_io(program) == 0 {
            return failure(diagnostics, otherwise: "the stages' inputs and outputs do not fit together")
        }

        try checkTime()
        let words = (vertex: generate(program, .vertex), fragment: generate(program, .fragment))
        let complaints = generatorDiagnostics(program, vertex, fragment)
        if !complaints.isEmpty { return failure(diagnostics + complaints, otherwise: "") }
        let stages = (vertex: try SPIRVStage(words.vertex, stage: .vertex, lines: vertex.lines),
                      fragment: try SPIRVStage(words.fragment, stage: .fragment, lines: fragment.lines))
        let interfaces = (vertex: SPIRVInterface(stages.vertex.module), fragment: SPIRVInterface(stages.fragment.module))
        diagnostics += ProgramLinkChecks.sizeDiagnostics(interfaces.vertex, .vertex) + ProgramLinkChecks.sizeDiagnostics(interfaces.fragment, .fragment)
        if !isMapped || diagnostics.contains(where: { $0.severity == .error }) { return failure(diagnostics, otherwise: "the inputs and outputs of a stage are too large; declare shorter arrays") }
        diagnostics += ProgramLinkChecks.diagnostics(vertex: interfaces.vertex, vertex, fragment: interfaces.fragment, fragment)
        if diagnostics.contains(where: { $0.severity == .error }) { return failure(diagnostics, otherwise: "") }
        return .success(SPIRVProgram(vertex: stages.vertex, fragment: stages.fragment, warnings: diagnostics))
    }

    private static func oversights(_ shader: GlslangShader, _ stage: ShaderStage, _ source: Preprocessor.Output) -> [ShaderDiagnostic] {
        shader.oversights(source.dialect).map { oversight in
            let place = source.lines.location(ofLine: oversight.line)
            return ShaderDiagnostic(severity: .error, phase: .compile, stage: stage, file: source.lines.fileName(of: place), line: Int(place.line),
                                    message: oversight.message, sourceLine: source.lines.sourceLine(at: place))
        }
    }

    /// glslang finds some mistakes of one stage only when it links: they are compile errors, at the line that makes them.
    private static func compileError(_ diagnostic: ShaderDiagnostic, in source: Preprocessor.Output) -> ShaderDiagnostic? {
        let place: ShaderLineMap.Location?
        if diagnostic.message.hasPrefix("recursion: ") {
            let name = diagnostic.message.split(separator: "'", maxSplits: 2).dropFirst().first.map(String.init)
            place = source.outline.functions.first { $0.name == name && $0.isDefined }?.place
        } else if diagnostic.message.hasPrefix("Cannot use both gl_FragColor and gl_FragData") {
            place = ["gl_FragColor", "gl_FragData"].compactMap { source.outline.mentions[$0] }.max { $0.line < $1.line }
        } else { return nil }
        guard let place else { return nil }
        return ShaderDiagnostic(severity: diagnostic.severity, phase: .compile, stage: diagnostic.stage, file: source.lines.fileName(of: place),
                                line: Int(place.line), message: diagnostic.message, sourceLine: source.lines.sourceLine(at: place))
    }

    /// The messages of SPIR-V's generator, about constructs that it cannot express.
    private static func generatorDiagnostics(_ program: OpaquePointer?, _ vertex: Preprocessor.Output,
                                             _ fragment: Preprocessor.Output) -> [ShaderDiagnostic] {
        let log = glslang_program_SPIRV_get_messages(program).map { String(cString: $0) } ?? ""
        let complaints = log.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("Warning") }
        guard let complaint = complaints.first else { return [] }
        // The noise functions are the only built-ins of these stages that it is known to lack; it gives no name and no line.
        let noises = ["noise1", "noise2", "noise3", "noise4"].filter { vertex.text.contains($0) || fragment.text.contains($0) }
        let message = noises.isEmpty ? "this shader uses what SPIR-V cannot express: \(complaint)"
            : "'\(noises.joined(separator: "', '"))' : the noise functions are not supported; write one of your own under another name"
        return [ShaderDiagnostic(severity: .error, phase: .compile, stage: nil, file: "", line: 0, message: message, sourceLine: "")]
    }

    /// A refusal always holds an error, also where glslang leaves its log empty.
    private static func failure(_ diagnostics: [ShaderDiagnostic], otherwise message: String) -> Result<SPIRVProgram, ShaderError> {
        let hasError = diagnostics.contains { $0.severity == .error }
        return .failure(ShaderError(diagnostics: hasError ? diagnostics : diagnostics + [linkError(message)]))
    }

    private static func generate(_ program: OpaquePointer?, _ stage: ShaderStage) -> [UInt32] {
        var options = glslang_spv_options_t()
        options.generate_debug_info = true
        options.disable_optimizer = true
        // glslang 12 appends a module to those that the program generated before.
        let countBefore = glslang_program_SPIRV_get_size(program)
        glslang_program_SPIRV_generate_with_options(program, stage.glslang, &options)
        var words = [UInt32](repeating: 0, count: glslang_program_SPIRV_get_size(program))
        words.withUnsafeMutableBufferPointer { glslang_program_SPIRV_get(program, $0.baseAddress) }
        if countBefore < words.count, words[countBefore] == 0x0723_0203 { words.removeFirst(countBefore) }
        // Without a target language it leaves the version word zero; 1.3 is what its generator writes by default.
        if words.count > 1 { words[1] = 0x0001_0300 }
        return words
    }
}
