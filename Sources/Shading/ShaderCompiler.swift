/// Makes a linked program from GLSL text: glslang, SPIR-V reader, lowering of both stages, varyings.
public enum ShaderCompiler {
    /// Compiles and links a vertex and a fragment shader.
    /// - Throws: `ShaderError` with the messages of the compiler or the linker, or with the construct that is not supported.
    public static func link(vertex: ShaderSource, fragment: ShaderSource,
                            options: ShaderCompileOptions = .init()) throws(ShaderError) -> LinkedProgram {
        let deadline = CompileDeadline(options.limits)
        return try link(try GLSLCompiler.compile(vertex: vertex, fragment: fragment, options: options, deadline: deadline),
                        limits: options.limits, deadline: deadline)
    }

    /// Links two stages that are SPIR-V already. Words that are none give an error, never a trap.
    package static func link(_ program: SPIRVProgram, limits: ShaderLimits = ShaderLimits()) throws(ShaderError) -> LinkedProgram {
        try link(program, limits: limits, deadline: CompileDeadline(limits))
    }

    private static func link(_ program: SPIRVProgram, limits: ShaderLimits, deadline: CompileDeadline) throws(ShaderError) -> LinkedProgram {
        func lower(_ spirv: SPIRVModule, stage: ShaderStage, layout: ProgramLayout, lines: ShaderLineMap) throws(ShaderError) -> ShaderModule {
            try self.lower(try StageLowering(spirv: spirv, stage: stage, layout: layout, lines: lines, limits: limits, deadline: deadline), layout)
        }
        let vertexWords = try read(program.vertex, stage: .vertex, lines: program.vertexLines)
        let fragmentWords = try read(program.fragment, stage: .fragment, lines: program.fragmentLines)
        var layout = ProgramLayout()
        try layout.add(vertexWords, stage: .vertex, lines: program.vertexLines)
        try layout.add(fragmentWords, stage: .fragment, lines: program.fragmentLines)
        let vertex = try lower(vertexWords, stage: .vertex, layout: layout, lines: program.vertexLines)
        let fragment = try lower(fragmentWords, stage: .fragment, layout: layout, lines: program.fragmentLines)
        let varyings = try Varyings.match(vertex: vertex, fragment: fragment, lines: program.fragmentLines)
        return LinkedProgram(vertex: vertex, fragment: fragment, interface: ProgramInterface(
            uniformBlocks: layout.blocks, samplers: layout.samplers, varyings: varyings), warnings: program.warnings)
    }

    private static func read(_ words: [UInt32], stage: ShaderStage, lines: ShaderLineMap) throws(ShaderError) -> SPIRVModule {
        do {
            return try SPIRVReader.read(words)
        } catch {
            throw StageLowering.error("malformed SPIR-V: \(error)", stage: stage, lines: lines, line: 0)
        }
    }

    private static func lower(_ lowering: StageLowering, _ layout: ProgramLayout) throws(ShaderError) -> ShaderModule {
        let module = try lowering.run()
        let violations = module.validate(uniformBlockCount: layout.blocks.count)
        precondition(violations.isEmpty, "the lowering made a module that breaks its rules:\n"
            + violations.prefix(10).map(\.description).joined(separator: "\n") + "\n" + module.description)
        return module
    }
}
