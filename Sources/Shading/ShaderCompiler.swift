import Host

/// Compiles GLSL text to a linked program: glslang, SPIR-V reader, lowering of the stages, varyings.
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

    /// Compiles and links a compute shader.
    /// - Throws: `ShaderError` with the messages of the compiler or linker, or with the name of an unsupported construct.
    public static func linkCompute(_ source: ShaderSource, options: ShaderCompileOptions = .init()) throws(ShaderError) -> LinkedComputeProgram {
        try LibraryCall.perform { () throws(ShaderError) in
            let deadline = CompileDeadline(options.limits), (stage, warnings) = try GLSLCompiler.compile(compute: source, options: options, deadline: deadline)
            return try linkCompute(stage, warnings: warnings, limits: options.limits, deadline: deadline)
        }
    }

    /// Links a compute shader that is already SPIR-V.
    package static func linkCompute(_ stage: SPIRVStage, limits: ShaderLimits = ShaderLimits()) throws(ShaderError) -> LinkedComputeProgram {
        try linkCompute(stage, warnings: [], limits: limits, deadline: CompileDeadline(limits))
    }

    /// Links two stages that are already SPIR-V.
    package static func link(_ program: SPIRVProgram, limits: ShaderLimits = ShaderLimits()) throws(ShaderError) -> LinkedProgram {
        try link(program, limits: limits, deadline: CompileDeadline(limits), transformFeedback: nil)
    }

    /// Throws if a stage has a construct that Raster does not support. The call of a function without a body is an error of the
    /// link, so a stage that declares such functions is checked only then.
    static func check(_ stage: SPIRVStage, limits: ShaderLimits, deadline: CompileDeadline) throws(ShaderError) {
        guard stage.lines.bodilessLines.isEmpty else { return }
        do {
            var layout = ProgramLayout()
            try layout.add(stage)
            _ = try lower(stage, layout, limits, deadline)
        } catch {
            // A program's stages are lowered when they are linked. Here, the errors belong to the compilation of the stage.
            var own = error
            for i in own.diagnostics.indices { own.diagnostics[i].phase = .compile }
            throw own
        }
    }

    static func link(_ program: SPIRVProgram, limits: ShaderLimits, deadline: CompileDeadline,
                     transformFeedback: TransformFeedbackOutputs?) throws(ShaderError) -> LinkedProgram {
        var layout = ProgramLayout()
        for stage in program.stages { try layout.add(stage) }
        let vertex = try lower(program.vertex, layout, limits, deadline)
        let fragment = try lower(program.fragment, layout, limits, deadline)
        let varyings = try Varyings.match(vertex: vertex, fragment: fragment, lines: program.fragment.lines)
        let feedback = try TransformFeedbackLayout.find(transformFeedback, in: vertex, lines: program.vertex.lines)
        var interface = layout.interface
        interface.varyings = varyings
        interface.transformFeedback = feedback
        var linked = LinkedProgram(vertex: vertex, fragment: fragment, interface: interface, warnings: program.warnings)
        linked.attributeLocations = program.vertex.inputLocations
        linked.uniformLocations = program.vertex.uniformLocations.merging(program.fragment.uniformLocations) { first, _ in first }
        return linked
    }

    static func linkCompute(_ stage: SPIRVStage, warnings: [ShaderDiagnostic], limits: ShaderLimits,
                            deadline: CompileDeadline) throws(ShaderError) -> LinkedComputeProgram {
        var layout = ProgramLayout()
        try layout.add(stage)
        var linked = LinkedComputeProgram(compute: try lower(stage, layout, limits, deadline), interface: layout.interface, warnings: warnings)
        linked.uniformLocations = stage.uniformLocations
        return linked
    }

    static func lower(_ spirv: SPIRVStage, _ layout: ProgramLayout, _ limits: ShaderLimits,
                              _ deadline: CompileDeadline) throws(ShaderError) -> ShaderModule {
        let module = try StageLowering(spirv: spirv.module, stage: spirv.stage, layout: layout, lines: spirv.lines, limits: limits, deadline: deadline).run()
        let violations = module.validate(uniformBlockCount: layout.blocks.count, storageBlockCount: layout.storageBlocks.count)
        precondition(violations.isEmpty, "the lowering made a module that breaks its rules:\n"
            + violations.prefix(10).map(\.description).joined(separator: "\n") + "\n" + module.description)
        return module
    }
}
