import Raster
import Shading

/// Links a program object: finds its shaders, chooses the locations of its attributes, and checks the limits of OpenGL (OpenGL ES 3.0.6
/// §2.12.3).
struct ProgramLinker {
    let program: ProgramObject
    let device: Device
    let version: GLVersion

    /// A failure of the link. Its text becomes the program's log.
    private struct LinkError: Error { var log: String }

    /// Links the program, and sets its status and its log.
    func run() {
        do throws(LinkError) {
            let executable = try link()
            program.executable = executable
            program.isLinked = true
            program.log = ProgramLog.text(executable.program?.linked.warnings ?? [])
        } catch {
            program.isLinked = false
            program.log = error.log
        }
    }

    private func link() throws(LinkError) -> ProgramExecutable {
        let hasFragment = program.shaders.contains { $0.stage == .fragment }
        if program.isSeparable, let stage = program.shaders.first?.stage, stage == .geometry || stage == .fragment,
           program.shaders.allSatisfy({ $0.stage == stage }) { return try linkAlone(stage) }
        if program.shaders.contains(where: { $0.stage == .compute }) { return try linkCompute() }
        let vertex = try shader(.vertex), geometry = program.shaders.contains { $0.stage == .geometry } ? try shader(.geometry) : nil
        let needsFragment = version.isES && !program.isSeparable
        let present = hasFragment || needsFragment ? try placed(try shader(.fragment)) : nil, fragment: CompiledShader
        let linked: Program
        do {
            fragment = try present ?? Self.emptyFragment(for: geometry ?? vertex, version)
            linked = try device.makeProgram(linking: vertex, fragment, geometry: geometry, transformFeedback: try feedbackOutputs(), label: program.label)
        } catch let error as ShaderError {
            throw LinkError(log: ProgramLog.text(error.diagnostics))
        } catch {
            throw LinkError(log: ProgramLog.error("\(error)"))
        }
        let shaders = [vertex, geometry, hasFragment ? fragment : nil].compactMap { $0 }
        var parts = ProgramParts(stages: Array(linked.linked.stages.prefix(shaders.count)), interface: linked.interface)
        // In OpenGL ES, the shaders' texts are searched for locations and bindings only if the program may need the stated numbers. A
        // pipeline object needs the locations and bindings of a program of a single stage. A program with uniform blocks needs the bindings
        // of the blocks, because the linked program does not show whether a block states binding 0 or no binding. In desktop OpenGL, the
        // texts are always searched.
        if !hasFragment || linked.interface.uniformBlocks.count > 1 || version.isDesktop {
            for shader in shaders where StatedPlaces.mayBeIn(shader.source.text) { parts.add(try reflection(of: shader)) }
        }
        parts.uniformLocations.merge(linked.linked.uniformLocations) { first, _ in first }
        try checkUniforms(parts)
        try checkBlocks(parts)
        try checkFeedback(linked.interface)
        let placed = try placeAttributes(linked, vertex)
        let executable = ProgramExecutable(program: linked, parts: parts, shaders: shaders, isSeparable: program.isSeparable, attributes: placed.columns,
                                 activeAttributes: placed.active, feedbackMode: program.feedback.mode)
        executable.feedbackOutputs = program.feedback.outputs
        return executable
    }
    /// Links a program that has only a geometry or fragment shader. A pipeline object combines this shader with another program's vertex shader.
    private func linkAlone(_ kind: ShaderStage) throws(LinkError) -> ProgramExecutable {
        let shader = kind == .fragment ? try placed(try shader(kind)) : try shader(kind), feedback = kind == .fragment ? nil : try feedbackOutputs()
        let stage = try reflection(of: shader, transformFeedback: feedback)
        var parts = ProgramParts(stages: [stage.module], interface: stage.interface)
        parts.add(stage)
        try checkUniforms(parts)
        try checkBlocks(parts)
        try checkFeedback(parts.interface)
        let executable = ProgramExecutable(parts: parts, shaders: [shader], isSeparable: true, feedbackMode: program.feedback.mode)
        executable.feedbackOutputs = feedback
        return executable
    }
    /// Links a program with a compute shader. A program with a compute shader must have no other shader (OpenGL ES 3.1 §7.3).
    private func linkCompute() throws(LinkError) -> ProgramExecutable {
        guard program.shaders.allSatisfy({ $0.stage == .compute }) else {
            throw LinkError(log: ProgramLog.error("a program with a compute shader has no shaders of other stages"))
        }
        let shader = try shader(.compute)
        let linked: ComputeProgram
        do {
            linked = try device.makeComputeProgram(linking: shader, label: program.label)
        } catch let error as ShaderError {
            throw LinkError(log: ProgramLog.text(error.diagnostics))
        } catch {
            throw LinkError(log: ProgramLog.error("\(error)"))
        }
        var parts = ProgramParts(stages: [linked.linked.compute], interface: linked.interface)
        parts.add(try reflection(of: shader))
        try checkUniforms(parts)
        try checkBlocks(parts)
        return ProgramExecutable(compute: linked, parts: parts, shaders: [shader], isSeparable: program.isSeparable)
    }
    private func reflection(of shader: CompiledShader, transformFeedback: TransformFeedbackOutputs? = nil) throws(LinkError) -> StageReflection {
        do throws(ShaderError) {
            return try ShaderCompiler.reflect(shader, transformFeedback: transformFeedback)
        } catch { throw LinkError(log: ProgramLog.text(error.diagnostics)) }
    }

    private func shader(_ stage: ShaderStage) throws(LinkError) -> CompiledShader {
        let shaders = program.shaders.filter { $0.stage == stage }
        guard let shader = shaders.first else {
            throw LinkError(log: ProgramLog.error("the program has no \(stage.rawValue) shader"))
        }
        guard let compiled = shader.compiled, shaders.allSatisfy({ $0.compiled != nil }) else {
            throw LinkError(log: ProgramLog.error("the \(stage.rawValue) shader is not compiled"))
        }
        // In desktop OpenGL, several shaders can form one stage. The texts of these shaders are then joined and compiled.
        guard shaders.count > 1 else { return compiled }
        let text = JoinedShaders.text(shaders.compactMap { $0.compiled?.source.text })
        do throws(ShaderError) {
            return try ShaderCompiler.compile(ShaderSource(text: text, name: "joined \(stage.rawValue) shaders"), as: stage, options: compiled.options)
        } catch {
            throw LinkError(log: ProgramLog.error("the \(shaders.count) \(stage.rawValue) shaders do not form one shader") + ProgramLog.text(error.diagnostics))
        }
    }

    /// Returns a fragment shader that writes nothing. A separable program may lack a fragment shader. In desktop OpenGL every program may
    /// lack a fragment shader, for example if only transform feedback uses the vertex shader's outputs (OpenGL 3.3 §2.11.5).
    static func emptyFragment(for vertex: CompiledShader, _ version: GLVersion) throws(ShaderError) -> CompiledShader {
        let language = ShaderVersion(of: vertex.source.text)
        let directive = !language.hasDirective ? version.isES ? "100" : "110" : "\(language.number)\(language.isES && language.number > 100 ? " es" : "")"
        return try ShaderCompiler.compile(ShaderSource(text: "#version \(directive)\nvoid main() {}\n", name: "no fragment shader"), as: .fragment,
                                          options: vertex.options)
    }
    /// If the program chose places of outputs, and the fragment shader's text does not state these places, compiles the shader again with
    /// these places.
    private func placed(_ fragment: CompiledShader) throws(LinkError) -> CompiledShader {
        guard let text = program.outputs.applied(to: fragment.source.text) else { return fragment }
        do throws(ShaderError) {
            return try ShaderCompiler.compile(ShaderSource(text: text, name: fragment.source.name), as: .fragment, options: fragment.options)
        } catch {
            throw LinkError(log: ProgramLog.text(error.diagnostics))
        }
    }

    // MARK: Transform feedback

    /// Returns the outputs that transform feedback writes; nil without transform feedback. Some special names leave gaps between the
    /// outputs. Only desktop OpenGL has these names, so in OpenGL ES this function throws an error for such a name.
    private func feedbackOutputs() throws(LinkError) -> TransformFeedbackOutputs? {
        let names = program.feedback.names
        if version.isES, let name = names.first(where: { $0.hasPrefix("gl_SkipComponents") || $0 == "gl_NextBuffer" }) {
            throw LinkError(log: ProgramLog.error("transform feedback names '\(name)', which the vertex shader does not have"))
        }
        return program.feedback.outputs
    }

    /// Throws an error if transform feedback would write too many scalars into a buffer (OpenGL ES 3.0.6 §2.15.1).
    private func checkFeedback(_ interface: ProgramInterface) throws(LinkError) {
        let limit = program.feedback.mode == GL_SEPARATE_ATTRIBS
            ? GLLimits.transformFeedbackSeparateComponents : GLLimits.transformFeedbackInterleavedComponents
        for buffer in interface.transformFeedback?.buffers ?? [] where buffer.stride > 4 * limit {
            throw LinkError(log: ProgramLog.error("transform feedback writes \(buffer.stride / 4) scalars into one buffer; at most \(limit) are possible"))
        }
    }

    // MARK: Uniforms

    private func checkUniforms(_ parts: ProgramParts) throws(LinkError) {
        for (name, location) in parts.uniformLocations where !(0..<GLLimits.uniformLocations).contains(location) {
            throw LinkError(log: ProgramLog.error("the uniform '\(name)' has location \(location); there are \(GLLimits.uniformLocations)"))
        }
        let counts = parts.stages.map { ($0.stage, units(of: $0)) }
        for (stage, count) in counts where count > Self.textureUnits(stage) {
            throw LinkError(log: ProgramLog.error("the samplers of the \(stage.rawValue) shader take \(count) texture units; "
                + "the limit is \(Self.textureUnits(stage))"))
        }
        let all = counts.reduce(0) { $0 + $1.1 }
        guard all <= GLLimits.combinedTextureUnits else {
            throw LinkError(log: ProgramLog.error("the samplers of the program take \(all) texture units; the limit is \(GLLimits.combinedTextureUnits)"))
        }
        let members = parts.interface.uniformBlocks.first?.members ?? []
        for stage in parts.stages {
            // A uniform counts with its whole size, even if the shader reads only a part of the uniform.
            let read = members.lazy.filter { parts.readers(of: $0).contains(StageSet(stage.stage)) }
            let count = read.reduce(0) { $0 + $1.type.scalarCount * $1.arrayCount }, limit = 4 * Self.uniformVectors(stage.stage)
            guard count > limit else { continue }
            throw LinkError(log: ProgramLog.error("the uniforms of the \(stage.stage.rawValue) shader take \(count) components; the limit is \(limit)"))
        }
    }
    private static func textureUnits(_ stage: ShaderStage) -> Int {
        switch stage {
        case .vertex: GLLimits.vertexTextureUnits
        case .geometry: GLLimits.geometryTextureUnits
        case .fragment: GLLimits.fragmentTextureUnits
        case .compute: GLLimits.computeTextureUnits
        }
    }
    private static func uniformVectors(_ stage: ShaderStage) -> Int {
        switch stage {
        case .vertex: GLLimits.vertexUniformVectors
        case .geometry: GLLimits.geometryUniformVectors
        case .fragment: GLLimits.fragmentUniformVectors
        case .compute: GLLimits.computeUniformVectors
        }
    }
    private static func uniformBlocks(_ stage: ShaderStage) -> Int {
        switch stage {
        case .vertex: GLLimits.vertexUniformBlocks
        case .geometry: GLLimits.geometryUniformBlocks
        case .fragment: GLLimits.fragmentUniformBlocks
        case .compute: GLLimits.computeUniformBlocks
        }
    }
    /// Returns the number of texture units that a stage reads.
    private func units(of stage: ShaderModule) -> Int {
        stage.textureOperations.reduce(into: Set<Int>()) { $0.formUnion($1.unit ..< $1.unit + $1.unitCount) }.count
    }

    private func checkBlocks(_ parts: ProgramParts) throws(LinkError) {
        let blocks = parts.interface.uniformBlocks.dropFirst(), limit = GLLimits.uniformBlockSize
        if let block = blocks.first(where: { $0.byteCount > limit }) {
            throw LinkError(log: ProgramLog.error("the uniform block '\(block.name)' takes \(block.byteCount) bytes; the limit is \(limit)"))
        }
        for stage in parts.stages {
            let count = parts.interface.uniformBlocks.indices.dropFirst().count { stage.reads(block: $0) }, limit = Self.uniformBlocks(stage.stage)
            guard count > limit else { continue }
            throw LinkError(log: ProgramLog.error("the \(stage.stage.rawValue) shader reads \(count) uniform blocks; the limit is \(limit)"))
        }
        if blocks.count > GLLimits.combinedUniformBlocks {
            throw LinkError(log: ProgramLog.error("the program has \(blocks.count) uniform blocks; the limit is \(GLLimits.combinedUniformBlocks)"))
        }
    }

    // MARK: Attributes

    private typealias PlacedAttributes = (columns: [ProgramExecutable.Attribute], active: [ActiveAttribute])

    /// Chooses the location of each attribute (OpenGL ES 3.0.6 §2.12.5). The first choice is the location that the shader states, the
    /// second choice is the location that glBindAttribLocation has set, and the last choice is a free location.
    private func placeAttributes(_ linked: Program, _ vertex: CompiledShader) throws(LinkError) -> PlacedAttributes {
        let inputs = linked.attributes, explicit = linked.linked.attributeLocations, language = ShaderVersion(of: vertex.source.text)
        var locations: [Int?] = []
        var taken: [Int: String] = [:]
        for input in inputs {
            guard input.component == 0 else {
                throw LinkError(log: ProgramLog.error("the attribute '\(input.name)' has a component in its layout, which is not supported"))
            }
            let location = explicit[input.name] ?? program.attributeBindings[input.name]
            locations.append(location)
            guard let location else { continue }
            let count = input.type.locationCount
            guard location >= 0, count <= GLLimits.vertexAttributes - location else {
                throw LinkError(log: ProgramLog.error("the attribute '\(input.name)' takes \(count) locations from \(location) on; "
                    + "there are \(GLLimits.vertexAttributes)"))
            }
            for k in location ..< location + count {
                // GLSL ES 1.00 and desktop OpenGL allow several attributes with the same location, if a draw reads only one of these
                // attributes.
                if let other = taken.updateValue(input.name, forKey: k), language.isES, language.number >= 300 {
                    throw LinkError(log: ProgramLog.error("the attributes '\(other)' and '\(input.name)' both have location \(k)"))
                }
            }
        }
        let free = inputs.indices.filter { locations[$0] == nil }
        // An attribute with many locations needs neighbouring free locations. If placing the attributes in the order of declaration leaves
        // too few neighbouring locations, the attributes with the most locations are placed first.
        let order = free.sorted { (inputs[$1].type.locationCount, $0) < (inputs[$0].type.locationCount, $1) }
        guard let found = Self.place(free, inputs, taken) ?? Self.place(order, inputs, taken) else {
            throw LinkError(log: ProgramLog.error("the attributes take more locations than the \(GLLimits.vertexAttributes) that there are"))
        }
        for (index, location) in found { locations[index] = location }
        var columns: [ProgramExecutable.Attribute] = [], active: [ActiveAttribute] = []
        for (input, location) in zip(inputs, locations) {
            let first = location ?? 0
            for (k, column) in Self.columns(input.name, input.type).enumerated() {
                columns.append(ProgramExecutable.Attribute(name: column, location: first + k, type: input.type.scalars.first ?? .float))
            }
            var type = input.type, size = 1
            if case .array(let element, let count) = type { (type, size) = (element, count) }
            active.append(ActiveAttribute(name: size > 1 ? input.name + "[0]" : input.name, type: type.glType, size: size, location: first))
        }
        if version.hasES3 {
            for (builtin, name) in [(BuiltinInput.vertexID, "gl_VertexID"), (.instanceID, "gl_InstanceID")] where linked.linked.vertex.reads(builtin) {
                active.append(ActiveAttribute(name: name, type: GL_INT, size: 1, location: -1))
            }
        }
        return (columns, active)
    }
    /// Finds the lowest free locations of the attributes in the given order; nil if an attribute does not fit.
    private static func place(_ order: [Int], _ inputs: [InterfaceVariable], _ taken: [Int: String]) -> [Int: Int]? {
        var taken = taken, result: [Int: Int] = [:]
        for index in order {
            let count = inputs[index].type.locationCount
            let starts = stride(from: 0, through: GLLimits.vertexAttributes - count, by: 1)
            guard let first = starts.first(where: { start in (start ..< start + count).allSatisfy { taken[$0] == nil } }) else { return nil }
            result[index] = first
            for k in first ..< first + count { taken[k] = inputs[index].name }
        }
        return result
    }
    /// Returns the names of an attribute's vectors: one name for each column of each element.
    private static func columns(_ name: String, _ type: ValueType) -> [String] {
        switch type {
        case .matrix(let count, _): (0..<count).map { "\(name)[\($0)]" }
        case .array(let element, let count): (0..<count).flatMap { columns("\(name)[\($0)]", element) }
        default: [name]
        }
    }
}
