import Host

/// A vertex, geometry, fragment or compute shader that was compiled alone (glCompileShader). `ShaderCompiler.compile` makes compiled
/// shaders.
///
/// A compiled shader can be linked with several partners, by `ShaderCompiler.link` or by `Device.makeProgram(linking:_:label:)`. A compute
/// shader is linked alone, by `ShaderCompiler.linkCompute`. A compiled shader belongs to no device, and keeps the source and the texts of
/// all included files.
public struct CompiledShader: Sendable {
    /// The stage that the shader was compiled for.
    public let stage: ShaderStage
    /// The shader's text.
    public let source: ShaderSource
    /// The compiler's warnings. The shader is valid despite these warnings.
    public let warnings: [ShaderDiagnostic]
    /// The options of the compilation.
    public let options: ShaderCompileOptions
    /// The answers to the source's `#include`s.
    package let includes: [IncludedSource]
    let text: GLSLCompiler.StageText
}

extension ShaderCompiler {
    /// Compiles one stage. The errors and warnings are the same as if the stage were compiled together with another stage.
    ///
    /// Some rules concern whole programs, and only the linker reports errors against these rules. Examples are a shader without a function
    /// `main`, a function that is called but not defined, and more attributes or varyings than the limits allow.
    /// - Throws: `ShaderError` with the messages of the compiler, or with the name of an unsupported construct.
    public static func compile(_ source: ShaderSource, as stage: ShaderStage, options: ShaderCompileOptions = .init()) throws(ShaderError) -> CompiledShader {
        try LibraryCall.perform { () throws(ShaderError) in
            let deadline = CompileDeadline(options.limits), includes = options.includeResolver.map { IncludeRecorder($0) }
            var recording = options
            recording.includeResolver = includes
            let text = try GLSLCompiler.texts(of: [(stage, source)], recording)[0]
            let (compiled, warnings) = try GLSLCompiler.compile(text, deadline)
            if let compiled { try check(compiled, limits: options.limits, deadline: deadline) }
            return CompiledShader(stage: stage, source: source, warnings: warnings, options: options, includes: includes?.found ?? [], text: text)
        }
    }

    /// Links compiled shaders. The program is the same as if the sources were compiled together.
    /// - Parameter transformFeedback: The outputs that transform feedback writes into buffers; nil for the outputs in the options
    ///   of the vertex shader. The outputs belong to the geometry shader, or to the vertex shader if there is no geometry shader.
    /// - Throws: `ShaderError` with the messages of the linker; each message about a mismatch shows the two declarations that differ.
    public static func link(vertex: CompiledShader, geometry: CompiledShader? = nil, fragment: CompiledShader,
                            transformFeedback: TransformFeedbackOutputs? = nil) throws(ShaderError) -> LinkedProgram {
        try LibraryCall.perform { () throws(ShaderError) in
            let middle = geometry.map { [(ShaderStage.geometry, $0)] } ?? []
            for (wanted, shader) in [(ShaderStage.vertex, vertex)] + middle + [(.fragment, fragment)] where shader.stage != wanted {
                throw ShaderError(diagnostics: [GLSLCompiler.linkError("'\(shader.source.name)' was compiled as a \(shader.stage.rawValue) shader, "
                    + "but is linked as the \(wanted.rawValue) shader: compile it as a \(wanted.rawValue) shader")])
            }
            for other in middle.map(\.1) + [fragment] {
                guard let difference = difference(vertex, other) else { continue }
                throw ShaderError(diagnostics: [GLSLCompiler.linkError("'\(vertex.source.name)' and '\(other.source.name)' were compiled with different "
                    + "\(difference): give both the same")])
            }
            let deadline = CompileDeadline(vertex.options.limits)
            let program = try GLSLCompiler.link([vertex.text] + middle.map(\.1.text) + [fragment.text], deadline)
            return try link(program, limits: vertex.options.limits, deadline: deadline,
                            transformFeedback: transformFeedback ?? vertex.options.transformFeedback)
        }
    }

    /// Describes a shader that is not linked with other stages: the variables that it reads and writes, and the locations and bindings that
    /// its text states.
    package static func reflect(_ shader: CompiledShader, transformFeedback: TransformFeedbackOutputs? = nil) throws(ShaderError) -> StageReflection {
        try LibraryCall.perform { () throws(ShaderError) in
            let limits = shader.options.limits, deadline = CompileDeadline(limits)
            guard let stage = try GLSLCompiler.compile(shader.text, deadline).stage, stage.lines.bodilessLines.isEmpty else {
                throw ShaderError(diagnostics: [GLSLCompiler.linkError("'\(shader.source.name)' lacks the function main, or the body of a function")])
            }
            var layout = ProgramLayout()
            try layout.add(stage)
            let module = try lower(stage, layout, limits, deadline)
            var interface = layout.interface
            interface.transformFeedback = try TransformFeedbackLayout.find(transformFeedback, in: module, lines: stage.lines)
            return StageReflection(stage, module, interface)
        }
    }

    /// Links a compiled compute shader. The program is the same as if its source were compiled with `linkCompute(_:options:)`.
    /// - Throws: `ShaderError` with the messages of the linker.
    public static func linkCompute(_ shader: CompiledShader) throws(ShaderError) -> LinkedComputeProgram {
        try LibraryCall.perform { () throws(ShaderError) in
            guard shader.stage == .compute else {
                throw ShaderError(diagnostics: [GLSLCompiler.linkError("'\(shader.source.name)' was compiled as a \(shader.stage.rawValue) shader, "
                    + "but is linked as the compute shader: compile it as a compute shader")])
            }
            let deadline = CompileDeadline(shader.options.limits), (stage, warnings) = try GLSLCompiler.linkAlone(shader.text, deadline)
            return try linkCompute(stage, warnings: warnings, limits: shader.options.limits, deadline: deadline)
        }
    }

    /// Returns the kind of option in which two shaders differ; nil if all options are equal. A program has only one set of options, because
    /// a capture compiles the program again with these options.
    private static func difference(_ vertex: CompiledShader, _ fragment: CompiledShader) -> String? {
        if vertex.options.defines != fragment.options.defines { return "macros" }
        if vertex.options.limits != fragment.options.limits { return "limits" }
        if vertex.options.defaultDialect != fragment.options.defaultDialect { return "default dialects" }
        let differing = vertex.includes.first { one in fragment.includes.contains { $0.isSameQuestion(as: one) && $0.source != one.source } }
        return differing.map { "texts of the included file '\($0.path)'" }
    }
}
