// Device+Programs: makes programs from the texts of shaders, or from shaders that the application has already compiled one by one.

import Shading

extension Device {
    /// Compiles and links shaders of any GLSL dialect. A source without `#version` has the default dialect of the options, which is GLSL
    /// 330 unless the caller sets another dialect.
    /// - Parameters:
    ///   - vertex: The vertex shader.
    ///   - geometry: The geometry shader, of GLSL 1.50 or later, or GLSL ES 3.10 or later; nil if the program has no geometry shader.
    ///   - fragment: The fragment shader.
    ///   - options: The options for all shaders.
    ///   - label: The program's name in error messages and captures.
    /// - Throws: `ShaderError` with all diagnostics.
    public func makeProgram(vertex: ShaderSource, geometry: ShaderSource? = nil, fragment: ShaderSource, options: ShaderCompileOptions = ShaderCompileOptions(),
                            label: String = "") throws -> Program {
        let includes = options.includeResolver.map { IncludeRecorder($0) }
        var recording = options
        recording.includeResolver = includes
        return try newProgram(label) { () throws(ShaderError) in
            try ShaderCompiler.link(vertex: vertex, geometry: geometry, fragment: fragment, options: recording)
        } sources: {
            ProgramSources(vertex: vertex, geometry: geometry, fragment: fragment, options: options, includes: includes?.found ?? [])
        }
    }
    /// Compiles and links shaders from plain text; diagnostics call the shaders "vertex", "geometry" and "fragment".
    /// - Throws: `ShaderError` with all diagnostics.
    public func makeProgram(vertex: String, geometry: String? = nil, fragment: String, label: String = "") throws -> Program {
        try makeProgram(vertex: ShaderSource(text: vertex, name: "vertex"), geometry: geometry.map { ShaderSource(text: $0, name: "geometry") },
                        fragment: ShaderSource(text: fragment, name: "fragment"), label: label)
    }
    /// Links shaders that `ShaderCompiler.compile` compiled (glLinkProgram). Each compiled shader can be linked into several programs.
    /// - Parameters:
    ///   - vertex: The vertex shader.
    ///   - fragment: The fragment shader.
    ///   - geometry: The geometry shader; nil if the program has no geometry shader.
    ///   - transformFeedback: The outputs that transform feedback writes; nil for the outputs in the options of the vertex shader.
    ///   - label: The program's name in error messages and captures.
    /// - Throws: `ShaderError` with the messages of the linker.
    public func makeProgram(linking vertex: CompiledShader, _ fragment: CompiledShader, geometry: CompiledShader? = nil,
                            transformFeedback: TransformFeedbackOutputs? = nil, label: String = "") throws -> Program {
        var options = vertex.options
        options.transformFeedback = transformFeedback ?? options.transformFeedback
        return try newProgram(label) { () throws(ShaderError) in
            try ShaderCompiler.link(vertex: vertex, geometry: geometry, fragment: fragment, transformFeedback: options.transformFeedback)
        } sources: {
            // Linking checks that all stages have the same options, and that an `#include` that several stages contain names the same
            // source in each stage. So the options of one stage and one list of included sources serve for all stages.
            let includes = ((geometry?.includes ?? []) + fragment.includes).reduce(into: vertex.includes) { known, one in
                if !known.contains(where: { $0.isSameQuestion(as: one) }) { known.append(one) }
            }
            return ProgramSources(vertex: vertex.source, geometry: geometry?.source, fragment: fragment.source, options: options, includes: includes)
        }
    }

    /// Compiles and links a compute shader: GLSL 4.30 or later, GLSL ES 3.10 or later, or GLSL 1.40 with GL_ARB_compute_shader.
    /// - Throws: `ShaderError` with all diagnostics.
    public func makeComputeProgram(_ source: ShaderSource, options: ShaderCompileOptions = ShaderCompileOptions(),
                                   label: String = "") throws -> ComputeProgram {
        let includes = options.includeResolver.map { IncludeRecorder($0) }
        var recording = options
        recording.includeResolver = includes
        return try newComputeProgram(label) { () throws(ShaderError) in
            try ShaderCompiler.linkCompute(source, options: recording)
        } sources: {
            ComputeSources(compute: source, options: options, includes: includes?.found ?? [])
        }
    }
    /// Compiles and links a compute shader from plain text; diagnostics call the shader "compute".
    /// - Throws: `ShaderError` with all diagnostics.
    public func makeComputeProgram(_ text: String, label: String = "") throws -> ComputeProgram {
        try makeComputeProgram(ShaderSource(text: text, name: "compute"), label: label)
    }
    /// Links a compute shader that `ShaderCompiler.compile` compiled (glLinkProgram).
    /// - Throws: `ShaderError` with the messages of the linker.
    public func makeComputeProgram(linking compute: CompiledShader, label: String = "") throws -> ComputeProgram {
        try newComputeProgram(label) { () throws(ShaderError) in
            try ShaderCompiler.linkCompute(compute)
        } sources: {
            ComputeSources(compute: compute.source, options: compute.options, includes: compute.includes)
        }
    }

    private func newProgram(_ label: String, link: () throws(ShaderError) -> LinkedProgram, sources: () -> ProgramSources) throws -> Program {
        try making(label, link) { Program(linked: $0, sources: sources(), label: label, device: self) } failed: {
            observer?.didFail(toMake: sources(), label: label, error: $0)
        }
    }
    private func newComputeProgram(_ label: String, link: () throws(ShaderError) -> LinkedComputeProgram,
                                   sources: () -> ComputeSources) throws -> ComputeProgram {
        try making(label, link) {
            let program = ComputeProgram(linked: $0, sources: sources(), label: label, device: self)
            try renderer.prepare(program)
            return program
        } failed: {
            observer?.didFail(toMake: sources(), label: label, error: $0)
        }
    }
    /// Links a program and makes its object (`Program` or `ComputeProgram`). If linking fails, names the program in the linker's messages
    /// and reports the failure to the observer.
    private func making<Linked, Made>(_ label: String, _ link: () throws(ShaderError) -> Linked, make: (Linked) throws -> Made,
                                      failed: (ShaderError) -> Void) throws -> Made {
        try use {
            let linked: Linked
            do throws(ShaderError) { linked = try link() } catch {
                var named = error
                for i in named.diagnostics.indices { named.diagnostics[i].program = label }
                failed(named)
                dropFinishedObserver()
                throw named
            }
            return try make(linked)
        }
    }
}
