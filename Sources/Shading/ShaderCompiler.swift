import Host

/// Compiles GLSL text to a linked program: glslang, SPIR-V reader, lowering of the stages, varyings.
public enum ShaderCompiler {
    /// Compiles and links a vertex and a fragment shader, and the geometry shader between them, if there is one.
    /// - Throws: `ShaderError` with the messages of the compiler or linker, or with the name of an unsupported construct.
    public static func link(vertex: ShaderSource, geometry: ShaderSource? = nil, fragment: ShaderSource,
                            options: ShaderCompileOptions = .init()) throws(ShaderError) -> LinkedProgram {
        try LibraryCall.perform { () throws(ShaderError) in
            let deadline = CompileDeadline(options.limits)
            return try link(try GLSLCompiler.compile(vertex: vertex, geometry: geometry, fragment: fragment, options: options, deadline: deadline),
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

    /// Links stages that are already SPIR-V.
    package static func link(_ program: SPIRVProgram, limits: ShaderLimits = ShaderLimits()) throws(ShaderError) -> LinkedProgram {
        try link(program, limits: limits, deadline: CompileDeadline(limits), transformFeedback: nil)
    }

    /// Throws an error if a stage has a construct that Raster does not support. A call of a function without a body is an error of the
    /// link. So a stage that declares functions without a body is checked only when the program is linked.
    static func check(_ stage: SPIRVStage, limits: ShaderLimits, deadline: CompileDeadline) throws(ShaderError) {
        guard stage.lines.bodilessLines.isEmpty else { return }
        do {
            var layout = ProgramLayout()
            try layout.add(stage)
            _ = try lower(stage, layout, limits, deadline)
        } catch {
            // Usually the stages of a program are lowered during the link. This function lowers a single stage when the stage is compiled,
            // so the errors become errors of the compilation.
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
        var geometry: ShaderModule?, interface = layout.interface
        if let stage = program.geometry {
            var module = try lower(stage, layout, limits, deadline)
            interface.geometryInputs = try Varyings.match(vertex, module, lines: stage.lines).map(\.vertexSlot)
            module.nameInputsAsInSource()
            geometry = module
        }
        var fragment = try lower(program.fragment, layout, limits, deadline)
        interface.varyings = try Varyings.match(geometry ?? vertex, fragment, lines: program.fragment.lines)
        fragment.nameInputsAsInSource()
        if let layer = (geometry ?? vertex).builtinOutputs.layer {
            interface.layerComponent = interface.varyings.count
            interface.varyings.append(VaryingComponent(vertexSlot: layer, interpolation: .flat, sampling: .center))
        }
        interface.transformFeedback = try TransformFeedbackLayout.find(transformFeedback, in: geometry ?? vertex,
                                                                       lines: (program.geometry ?? program.vertex).lines)
        if let geometry { try checkEmittedComponents(geometry, lines: (program.geometry ?? program.vertex).lines) }
        var linked = LinkedProgram(vertex: vertex, geometry: geometry, fragment: fragment, interface: interface, warnings: program.warnings)
        linked.attributeLocations = program.vertex.inputLocations
        linked.uniformLocations = program.stages.reduce(into: [:]) { $0.merge($1.uniformLocations) { first, _ in first } }
        return linked
    }

    /// Throws an error if an invocation of a geometry shader may emit too many scalars (OpenGL 4.6, 11.3.4.4).
    private static func checkEmittedComponents(_ geometry: ShaderModule, lines: ShaderLineMap) throws(ShaderError) {
        guard let layout = geometry.geometryLayout else { return }
        let count = geometry.outputSlots.count, limit = GeometryLayout.totalComponentLimit
        guard count * layout.maximumVertexCount <= limit else {
            throw StageLowering.error("max_vertices is \(layout.maximumVertexCount) and each vertex has \(count) scalars, which are "
                + "\(count * layout.maximumVertexCount) in all; at most \(limit) are possible", stage: .geometry, lines: lines, line: 0)
        }
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
        let module = try StageLowering(spirv: spirv.module, stage: spirv.stage, layout: layout, lines: spirv.lines, limits: limits, deadline: deadline,
                                       hasOldShadowLookups: spirv.hasOldShadowLookups).run()
        let violations = module.validate(uniformBlockCount: layout.blocks.count, storageBlockCount: layout.storageBlocks.count)
        precondition(violations.isEmpty, "the lowering made a module that breaks its rules:\n"
            + violations.prefix(10).map(\.description).joined(separator: "\n") + "\n" + module.description)
        return module
    }
}
