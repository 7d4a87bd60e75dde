// GLSLCompiler: compiles GLSL text to SPIR-V. The text consists of a vertex and a fragment shader, with or without a geometry shader
// between them, or of a compute shader.
//
//     ShaderSource ×2 or ×3 → Preprocessor → GlslangShader → link → SPIR-V → SPIRVReader → ProgramLinkChecks → SPIRVProgram
//
// A single stage passes through the same steps, except the comparison of two stages. glslang's linker changes the stages that it links, so
// a stage that is linked with several partners is parsed again for each partner.
//
// glslang is given no target language (neither Vulkan nor OpenGL). So in glslang's SPIR-V, uniforms outside of blocks are UniformConstant
// variables, and the origin of gl_FragCoord is the lower left corner. All stages of a program are linked together, so this type also
// reports mismatches between the stages.
import CGlslang
import CGlslangConstants

package enum GLSLCompiler {
    /// Creates glslang's tables of built-in names. Creating the tables takes about 25 ms, once per process. Without this call, the
    /// first compilation in the standard dialect creates the tables and takes about 25 ms longer.
    package static func prepare() { _ = tables }
    private static let tables: Void = {
        _ = GlslangSession.run {
            for stage in ShaderStage.allCases {
                GlslangShader(text: "\(GLSLDialect.standard.directive)\nvoid main() {}\n", stage: stage).delete()
            }
        }
    }()

    /// Compiles the stages and links them. Throws all errors of the first phase that fails.
    package static func compile(vertex: ShaderSource, geometry: ShaderSource? = nil, fragment: ShaderSource,
                                options: ShaderCompileOptions = ShaderCompileOptions()) throws(ShaderError) -> SPIRVProgram {
        try compile(vertex: vertex, geometry: geometry, fragment: fragment, options: options, deadline: CompileDeadline(options.limits))
    }

    static func compile(vertex: ShaderSource, geometry: ShaderSource?, fragment: ShaderSource, options: ShaderCompileOptions,
                        deadline: CompileDeadline) throws(ShaderError) -> SPIRVProgram {
        let middle = geometry.map { [(stage: ShaderStage.geometry, source: $0)] } ?? []
        return try link(try texts(of: [(.vertex, vertex)] + middle + [(.fragment, fragment)], options), deadline)
    }

    /// Compiles and links a compute shader.
    static func compile(compute: ShaderSource, options: ShaderCompileOptions,
                        deadline: CompileDeadline) throws(ShaderError) -> (stage: SPIRVStage, warnings: [ShaderDiagnostic]) {
        try linkAlone(try texts(of: [(.compute, compute)], options)[0], deadline)
    }

    /// Compiles and links a compute shader, which is the only stage of its program.
    static func linkAlone(_ text: StageText, _ deadline: CompileDeadline) throws(ShaderError) -> (stage: SPIRVStage, warnings: [ShaderDiagnostic]) {
        let (stages, warnings) = try run([text], deadline)
        // A compute shader that states no size of its work groups must not link (GLSL 4.60 §4.4.1.4; GLSL ES 3.10 §4.4.1.1). But glslang
        // links a shader without this size, and gives each work group one invocation. So this function reports the missing size.
        guard text.output.outline.statesWorkGroupSize else {
            throw ShaderError(diagnostics: [linkError("the compute shader states no size of its work groups: add layout(local_size_x = …) in;",
                                                      stage: text.stage)])
        }
        return (stages[0], warnings)
    }

    /// Preprocesses stages. Throws all errors of the first check that fails.
    static func texts(of sources: [(stage: ShaderStage, source: ShaderSource)], _ options: ShaderCompileOptions) throws(ShaderError) -> [StageText] {
        let texts = sources.map { StageText(stage: $0.stage, output: preprocess($0.source, stage: $0.stage, options: options)) }
        try check(texts.flatMap(\.output.diagnostics))
        try check(texts.flatMap(takenBlockNames))
        try check(texts.flatMap(unknownWorkGroupSizes))
        return texts
    }

    /// Compiles and links a vertex and a fragment shader, and the geometry shader between them if `texts` contains a geometry shader.
    static func link(_ texts: [StageText], _ deadline: CompileDeadline) throws(ShaderError) -> SPIRVProgram {
        try checkDialects(texts)
        let (stages, warnings) = try run(texts, deadline)
        return SPIRVProgram(vertex: stages[0], geometry: stages.count == 3 ? stages[1] : nil, fragment: stages[stages.count - 1], warnings: warnings)
    }

    /// Compiles one stage. The returned stage is nil if the stage cannot be linked with any partner, for example because it has no function
    /// `main`. GLSL defines a missing `main` as an error of the link, not of the compilation.
    static func compile(_ text: StageText, _ deadline: CompileDeadline) throws(ShaderError) -> (stage: SPIRVStage?, warnings: [ShaderDiagnostic]) {
        func own(_ diagnostics: [ShaderDiagnostic]) -> [ShaderDiagnostic] { diagnostics.filter { $0.phase != .link || $0.exceeded != nil } }
        do {
            let (stages, warnings) = try run([text], deadline)
            return (stages[0], own(warnings))
        } catch {
            try check(own(error.diagnostics))
            return (nil, own(error.diagnostics))
        }
    }

    private static func run(_ texts: [StageText], _ deadline: CompileDeadline) throws(ShaderError) -> Built {
        let depth = texts.reduce(TextDepth()) { $0.joined($1.output.depth) }
        switch GlslangSession.run(depth, { Result { () throws(ShaderError) in try build(texts, deadline).get() } }) {
        case .success(let result): return try result.get()
        case .failure(let failure):
            throw ShaderError(diagnostics: [ShaderDiagnostic(severity: .error, phase: .compile, stage: nil, file: "", line: 0,
                                                             message: failure.message, sourceLine: "")])
        }
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

    /// Finds blocks whose names belong to GLSL ES itself, such as `sin`, the name of a built-in function. A block with a name of GLSL ES
    /// would crash glslang.
    private static func takenBlockNames(_ text: StageText) -> [ShaderDiagnostic] {
        let source = text.output
        guard source.dialect.isES, source.dialect.version >= 300 else { return [] }
        return source.outline.blocks.filter { GlslangSession.isTaken($0.name, dialect: source.dialect, stage: text.stage) }.map { name, place in
            ShaderDiagnostic(severity: .error, phase: .compile, stage: text.stage, file: source.lines.fileName(of: place), line: Int(place.line),
                             message: "'\(name)' : \(source.dialect.name) has this name itself; give the block another name",
                             sourceLine: source.lines.sourceLine(at: place))
        }
    }

    /// Finds a use of gl_WorkGroupSize in a shader that states no size of its work groups. Without a stated size, the use of
    /// gl_WorkGroupSize is an error (GLSL 4.60, 7.1.6).
    private static func unknownWorkGroupSizes(_ text: StageText) -> [ShaderDiagnostic] {
        let source = text.output
        guard text.stage == .compute, !source.outline.statesWorkGroupSize, let place = source.outline.mentions["gl_WorkGroupSize"] else { return [] }
        return [ShaderDiagnostic(severity: .error, phase: .compile, stage: text.stage, file: source.lines.fileName(of: place), line: Int(place.line),
                                 message: "'gl_WorkGroupSize' : the shader states no size of its work groups: add layout(local_size_x = …) in;",
                                 sourceLine: source.lines.sourceLine(at: place))]
    }

    /// Throws an error if one stage is in GLSL ES and another stage is in desktop GLSL, or if the stages are in different GLSL ES
    /// versions: such stages cannot be linked (GLSL ES 3.00, 3.4).
    private static func checkDialects(_ texts: [StageText]) throws(ShaderError) {
        for (text, next) in zip(texts, texts.dropFirst()) {
            let dialect = text.output.dialect, other = next.output.dialect
            guard dialect.isES != other.isES || (dialect.isES && dialect.version != other.version) else { continue }
            throw ShaderError(diagnostics: [linkError("the \(text.stage.rawValue) shader is \(dialect.name) and the \(next.stage.rawValue) "
                + "shader is \(other.name): give both the same #version")])
        }
    }

    static func linkError(_ message: String, stage: ShaderStage? = nil) -> ShaderDiagnostic {
        ShaderDiagnostic(severity: .error, phase: .link, stage: stage, file: "", line: 0, message: message, sourceLine: "")
    }

    /// The text of one stage, as glslang compiles it.
    struct StageText: Sendable {
        var stage: ShaderStage
        var output: Preprocessor.Output
        /// The name of the stage in messages, such as `vertex shader`.
        var word: String { "\(stage.rawValue) shader" }
    }
    /// Returns all pairs of stages, given by the indices of the two stages. The earlier stage comes first.
    private static func pairs(_ count: Int) -> [(first: Int, second: Int)] {
        (0..<count).flatMap { first in (first + 1..<max(count, first + 1)).map { (first, $0) } }
    }
    private typealias Built = (stages: [SPIRVStage], warnings: [ShaderDiagnostic])

    /// Compiles and links the texts of several stages, or compiles the text of one stage. Must run inside GlslangSession.
    private static func build(_ texts: [StageText], _ deadline: CompileDeadline) throws(ShaderError) -> Result<Built, ShaderError> {
        func checkTime() throws(ShaderError) {
            try deadline.check { message, limit in
                var diagnostic = linkError(message)
                diagnostic.exceeded = ShaderLimits.Excess(.time, limit: limit)
                return ShaderError(diagnostics: [diagnostic])
            }
        }
        var shaders: [GlslangShader] = []
        defer { for shader in shaders { shader.delete() } }
        for text in texts {
            try checkTime()
            shaders.append(GlslangShader(text: text.output.text, stage: text.stage))
        }
        var diagnostics = texts.flatMap(\.output.diagnostics)
        for (shader, text) in zip(shaders, texts) {
            let lines = text.output.lines
            diagnostics += GlslangLog.diagnostics(shader.log, phase: .compile, stage: text.stage, lines: lines, sourceNames: lines.sourceNames)
                .map { LookupHint.added(to: returnConversion($0, text.output), text.output) }
        }
        for (shader, text) in zip(shaders, texts) { diagnostics += oversights(shader, text) }
        // glslang's later allocations, for example during linking, may lie in the memory of the shader that was parsed last. The shader
        // that was parsed last may be a probe (see `signProbe`), so probes live until this function returns.
        let probes = zip(shaders, texts).map { $0.isAccepted ? signProbe($1) : nil }
        defer { for probe in probes { probe?.delete() } }
        for (probe, text) in zip(probes, texts) { if let probe { diagnostics += signErrors(probe, text) } }
        guard shaders.allSatisfy(\.isAccepted), !diagnostics.contains(where: { $0.severity == .error }) else {
            return failure(diagnostics, otherwise: "the shader does not compile", phase: .compile)
        }

        let pairs = pairs(texts.count)
        let mismatches = pairs.map { LinkMismatch(first: texts[$0.first], second: texts[$0.second]) }
        for pair in pairs {
            agree((shaders[pair.first], shaders[pair.second]), (texts[pair.first], texts[pair.second]), areNeighbours: pair.second == pair.first + 1)
        }
        // The locations in the source are collected before linking, because linking also assigns locations to variables without a location
        // in the source.
        let locations = zip(shaders, texts).map { $0.locations($1.output.lines.sourceNames) }

        try checkTime()
        // Swift runs defer blocks in reverse order, so the program is deleted before its shaders.
        let program = glslang_guarded_program_create()
        defer { glslang_guarded_program_delete(program) }
        for shader in shaders { glslang_guarded_program_add(program, shader.handle) }
        let links = glslang_guarded_program_link(program, Int32(bitPattern: GLSLANG_MSG_DEFAULT_BIT.rawValue)) != 0
        let log = glslang_guarded_program_log(program).map { String(cString: $0) } ?? ""
        let messages = GlslangLog.diagnostics(log, phase: .link, stage: nil, lines: nil,
                                              sourceNames: texts.reduce(into: [:]) { $0.merge($1.output.lines.sourceNames) { first, _ in first } })
        // Some messages are errors of a single stage that glslang finds only when it links the program. `compileError` recognises these
        // messages.
        let errors = messages.map { message in texts.first { $0.stage == message.stage }.flatMap { compileError(message, in: $0.output) } }
        diagnostics += errors.compactMap { $0 }
        let others = LinkMismatch.joined(zip(messages, errors).compactMap { $1 == nil ? $0 : nil })
        diagnostics += LinkMismatch.placed(others, among: mismatches)
        guard links else { return failure(diagnostics, otherwise: "the program does not link") }
        for (pair, mismatch) in zip(pairs, mismatches) {
            let (first, second) = (locations[pair.first], locations[pair.second])
            let bindings = ExplicitLocations.differentBindings((first, mismatch.first.word), (second, mismatch.second.word))
            if !bindings.isEmpty {
                return failure(diagnostics + bindings.map { mismatch.error("'\($0.name)' : \($0.message)", about: $0.name) }, otherwise: "")
            }
            let conflicts = ExplicitLocations.conflicts(first.uniforms, second.uniforms)
            if !conflicts.isEmpty {
                return failure(diagnostics + conflicts.map { mismatch.error("'\($0.name)' : \($0.message)", about: $0.name) }, otherwise: "")
            }
        }

        try checkTime()
        // Mapping the program's inputs and outputs assigns locations and bindings. The mapping of inputs and outputs would take long for a
        // very large variable, so the mapping is skipped for a program with such a variable. The code below rejects a program with a very
        // large variable.
        let isMapped = shaders.allSatisfy(\.isQuicklyMapped)
        if isMapped, glslang_guarded_program_map_io(program) == 0 {
            return failure(diagnostics, otherwise: "the stages' inputs and outputs do not match")
        }

        try checkTime()
        let words = texts.map { generate(program, $0.stage) }
        let complaints = generatorDiagnostics(program, texts)
        if !complaints.isEmpty { return failure(diagnostics + complaints, otherwise: "") }
        var stages: [SPIRVStage] = []
        for (number, text) in texts.enumerated() {
            stages.append(try SPIRVStage(words[number], stage: text.stage, lines: text.output.lines, booleanMembers: text.output.outline.booleanMembers,
                                         inputLocations: locations[number].inputs, outputLocations: locations[number].outputs,
                                         uniformLocations: Dictionary(locations[number].uniforms.map { ($0.name, $0.first) }) { first, _ in first },
                                         bindings: locations[number].bindings,
                                         hasOldShadowLookups: !text.output.dialect.isES && text.output.dialect.version < 130))
        }
        let interfaces = stages.map { SPIRVInterface($0) }
        for (interface, text) in zip(interfaces, texts) { diagnostics += ProgramLinkChecks.sizeDiagnostics(interface, text.stage, text.output.dialect) }
        if !isMapped || diagnostics.contains(where: { $0.severity == .error }) {
            return failure(diagnostics, otherwise: "the inputs and outputs of a stage are too large; declare shorter arrays")
        }
        func side(_ number: Int) -> ProgramLinkChecks.Side { .init(text: texts[number], interface: interfaces[number], locations: locations[number]) }
        for pair in pairs {
            diagnostics += ProgramLinkChecks.diagnostics(side(pair.first), side(pair.second), areNeighbours: pair.second == pair.first + 1)
        }
        if diagnostics.contains(where: { $0.severity == .error }) { return failure(diagnostics, otherwise: "") }
        return .success((stages, diagnostics))
    }

    /// Some declarations may differ between the stages, but glslang's linker requires equal declarations. Makes these declarations equal.
    private static func agree(_ shaders: (GlslangShader, GlslangShader), _ texts: (StageText, StageText), areNeighbours: Bool) {
        if areNeighbours { glslang_guarded_separate_inputs(shaders.0.handle, shaders.1.handle) }
        let declaresBlock = [texts.0, texts.1].contains { $0.output.outline.blocks.contains { $0.name == "gl_PerVertex" } }
        if areNeighbours, texts.1.stage == .geometry, !declaresBlock { glslang_guarded_rename_builtin_block(shaders.1.handle) }
        // Each stage may declare gl_TexCoord with the size that it needs (GLSL 1.10, 7.6).
        glslang_guarded_match_sizes(shaders.0.handle, shaders.1.handle, "gl_TexCoord")
        // glslang compares the precision of all uniforms that both stages declare, but drivers compare only the uniforms that both stages
        // use. So uniforms that a stage does not use are removed before the comparison.
        if texts.0.output.dialect.version == 100 { glslang_guarded_drop_unused_uniforms(shaders.0.handle, shaders.1.handle) }
    }

    private static func oversights(_ shader: GlslangShader, _ text: StageText) -> [ShaderDiagnostic] {
        let source = text.output
        return shader.oversights(source.dialect, source.enabledExtensions).map { oversight in
            let place = source.lines.location(ofLine: oversight.line)
            return ShaderDiagnostic(severity: .error, phase: .compile, stage: text.stage, file: source.lines.fileName(of: place), line: Int(place.line),
                                    message: oversight.message, sourceLine: source.lines.sourceLine(at: place))
        }
    }

    /// In versions before 4.20, turns glslang's warning about the conversion of a returned value into an error, because these versions do
    /// not convert returned values (GLSL 1.20, 4.1.10 and 6.4).
    private static func returnConversion(_ diagnostic: ShaderDiagnostic, _ source: Preprocessor.Output) -> ShaderDiagnostic {
        guard diagnostic.severity == .warning, diagnostic.message.contains("type conversion on return values"),
              source.dialect.version < 420, !source.enabledExtensions.contains("GL_ARB_shading_language_420pack") else { return diagnostic }
        var error = diagnostic
        error.severity = .error
        error.message = "'return' : the value has another type than the function, and \(source.dialect.name) does not convert it; write a constructor"
        return error
    }

    /// Parses the stage with minus signs in place of its unary plus signs, because glslang checks the operand's type only for minus
    /// signs. Returns nil if the stage has no unary plus.
    private static func signProbe(_ text: StageText) -> GlslangShader? {
        text.output.textOfSigns.map { GlslangShader(text: $0, stage: text.stage) }
    }

    /// Returns glslang's errors about unary plus signs on types that are not numeric.
    private static func signErrors(_ probe: GlslangShader, _ text: StageText) -> [ShaderDiagnostic] {
        guard !probe.isAccepted else { return [] }
        let errors = GlslangLog.diagnostics(probe.log, phase: .compile, stage: text.stage, lines: text.output.lines, sourceNames: text.output.lines.sourceNames)
        return errors.filter { $0.severity == .error }.map { error in
            var error = error
            error.message = error.message.replacing("'-'", with: "'+'")
            return error
        }
    }

    /// glslang finds some errors of a single stage only when it links. For an error of this kind, returns a compile error at the line
    /// that causes the error; for other messages, returns nil.
    private static func compileError(_ diagnostic: ShaderDiagnostic, in source: Preprocessor.Output) -> ShaderDiagnostic? {
        let place: ShaderLineMap.Location?
        if diagnostic.message.hasPrefix("recursion: ") {
            let name = diagnostic.message.split(separator: "'", maxSplits: 2).dropFirst().first.map(String.init)
            place = source.outline.functions.first { $0.name == name && $0.isDefined }?.place
        } else if diagnostic.message.hasPrefix("Cannot use both gl_FragColor and gl_FragData")
            || diagnostic.message.hasPrefix("Cannot use gl_FragColor or gl_FragData") {
            place = ["gl_FragColor", "gl_FragData"].compactMap { source.outline.mentions[$0] }.max { $0.line < $1.line }
        } else { return nil }
        guard let place else { return nil }
        return ShaderDiagnostic(severity: diagnostic.severity, phase: .compile, stage: diagnostic.stage, file: source.lines.fileName(of: place),
                                line: Int(place.line), message: diagnostic.message, sourceLine: source.lines.sourceLine(at: place))
    }

    /// Returns the SPIR-V generator's messages about constructs that the generator cannot express.
    private static func generatorDiagnostics(_ program: OpaquePointer?, _ texts: [StageText]) -> [ShaderDiagnostic] {
        let log = glslang_guarded_program_messages(program).map { String(cString: $0) } ?? ""
        let complaints = log.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("Warning") }
        guard let complaint = complaints.first else { return [] }
        // The generator's message has no name and no line. As far as is known, the noise functions are the only built-in functions
        // of these stages that the generator lacks.
        let noises = ["noise1", "noise2", "noise3", "noise4"].filter { name in texts.contains { $0.output.text.contains(name) } }
        let message = noises.isEmpty ? "this shader uses a construct that SPIR-V cannot express: \(complaint)"
            : "'\(noises.joined(separator: "', '"))' : the noise functions are not supported; write your own under another name"
        return [ShaderDiagnostic(severity: .error, phase: .compile, stage: nil, file: "", line: 0, message: message, sourceLine: "")]
    }

    /// Returns a failure that contains the diagnostics. The failure always contains an error, even if glslang's log is empty.
    private static func failure(_ diagnostics: [ShaderDiagnostic], otherwise message: String,
                                phase: ShaderDiagnostic.Phase = .link) -> Result<Built, ShaderError> {
        if diagnostics.contains(where: { $0.severity == .error }) { return .failure(ShaderError(diagnostics: diagnostics)) }
        var error = linkError(message)
        error.phase = phase
        return .failure(ShaderError(diagnostics: diagnostics + [error]))
    }

    private static func generate(_ program: OpaquePointer?, _ stage: ShaderStage) -> [UInt32] {
        var options = glslang_spv_options_t()
        options.generate_debug_info = true
        options.disable_optimizer = true
        // glslang 12 appends the SPIR-V module to the modules that were generated earlier from the same program. The words of these earlier
        // modules are removed.
        var countBefore = 0
        let count = glslang_guarded_program_generate(program, Int32(bitPattern: stage.rules.glslang.rawValue), &options, &countBefore)
        var words = [UInt32](repeating: 0, count: count)
        words.withUnsafeMutableBufferPointer { glslang_guarded_program_words(program, $0.baseAddress) }
        if countBefore < words.count, words[countBefore] == 0x0723_0203 { words.removeFirst(countBefore) }
        // Without a target language, the generator leaves the version word zero. So this function writes version 1.3, the generator's
        // default version.
        if words.count > 1 { words[1] = 0x0001_0300 }
        return words
    }
}
