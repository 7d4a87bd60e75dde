import Host

/// Compiles GLSL text to a linked program: glslang, SPIR-V reader, lowering of both stages, varyings.
public enum ShaderCompiler {
    /// Compiles and links a vertex and a fragment shader.
    /// - Throws: `ShaderError` with the messages of the compiler or linker, or with the name of an unsupported construct.
    public static func link(vertex: ShaderSource, fragment: ShaderSource,
                            options: ShaderCompileOptions = .init()) throws(ShaderError) -> LinkedProgram {
        try LibraryCall.perform { () throws(ShaderError) in
            let deadline = CompileDeadline(options.limits)
            return try link(try GLSLCompiler.compile(vertex: vertex, fragment: fragment, options: options, deadline: deadline),
                            limits: options.limits, deadline: deadline, transformFeedback: options.transformFeedback)
        }
    }

    /// Links two stages that are already SPIR-V.
    package static func link(_ program: SPIRVProgram, limits: ShaderLimits = ShaderLimits()) throws(ShaderError) -> LinkedProgram {
        try link(program, limits: limits, deadline: CompileDeadline(limits), transformFeedback: nil)
    }

    private static func link(_ program: SPIRVProgram, limits: ShaderLimits, deadline: CompileDeadline,
                             transformFeedback: TransformFeedbackOutputs?) throws(ShaderError) -> LinkedProgram {
        var layout = ProgramLayout()
        for stage in program.stages { try layout.add(stage) }
        func lower(_ spirv: SPIRVStage) throws(ShaderError) -> ShaderModule {
            try self.lower(try StageLowering(spirv: spirv.module, stage: spirv.stage, layout: layout, lines: spirv.lines, limits: limits, deadline: deadline),
                           layout)
        }
        let vertex = try lower(program.vertex)
        let fragment = try lower(program.fragment)
        let varyings = try Varyings.match(vertex: vertex, fragment: fragment, lines: program.fragment.lines)
        let feedback = try TransformFeedbackLayout.find(transformFeedback, in: vertex, lines: program.vertex.lines)
        return LinkedProgram(vertex: vertex, fragment: fragment, interface: ProgramInterface(
            uniformBlocks: layout.blocks, samplers: layout.samplers, varyings: varyings, transformFeedback: feedback), warnings: program.warnings)
    }

    private static func lower(_ lowering: StageLowering, _ layout: ProgramLayout) throws(ShaderError) -> ShaderModule {
        let module = try lowering.run()
        let violations = module.validate(uniformBlockCount: layout.blocks.count)
        precondition(violations.isEmpty, "the lowering made a module that breaks its rules:\n"
            + violations.prefix(10).map(\.description).joined(separator: "\n") + "\n" + module.description)
        return module
    }
}
