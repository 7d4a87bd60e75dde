import Raster
import Shading

/// Links a program object: finds its shaders, chooses the locations of its attributes, and checks the limits of OpenGL (OpenGL ES 3.0.6
/// §2.12.3).
struct ProgramLinker {
    let program: ProgramObject
    let device: Device
    let version: GLVersion

    /// A failure of the link, whose text the program's log shows.
    private struct LinkError: Error { var log: String }

    /// Links the program, and sets its status and its log.
    func run() {
        do throws(LinkError) {
            let executable = try link()
            program.executable = executable
            program.isLinked = true
            program.log = ProgramLog.text(executable.program.linked.warnings)
        } catch {
            program.isLinked = false
            program.log = error.log
        }
    }

    private func link() throws(LinkError) -> ProgramExecutable {
        let vertex = try shader(.vertex)
        let hasFragment = version.isES || program.shaders.contains { $0.stage == .fragment }
        let fragment = hasFragment ? try placed(try shader(.fragment)) : try emptyFragment(for: vertex)
        let linked: Program
        do {
            linked = try device.makeProgram(linking: vertex, fragment, transformFeedback: try feedbackOutputs(), label: program.label)
        } catch let error as ShaderError {
            throw LinkError(log: ProgramLog.text(error.diagnostics))
        } catch {
            throw LinkError(log: ProgramLog.error("\(error)"))
        }
        try checkUniforms(linked)
        try checkBlocks(linked)
        try checkFeedback(linked)
        let placed = try placeAttributes(linked, vertex)
        return ProgramExecutable(program: linked, attributes: placed.columns, activeAttributes: placed.active, feedbackMode: program.feedback.mode,
                                 bufferSamplers: program.shaders.reduce(into: []) { $0.formUnion($1.bufferSamplers) })
    }

    private func shader(_ stage: ShaderStage) throws(LinkError) -> CompiledShader {
        if program.shaders.contains(where: \.isGeometry) { throw LinkError(log: ProgramLog.error("Raster has no geometry shaders")) }
        let shaders = program.shaders.filter { $0.stage == stage }
        guard let shader = shaders.first else {
            throw LinkError(log: ProgramLog.error("the program has no \(stage.rawValue) shader"))
        }
        guard let compiled = shader.compiled, shaders.allSatisfy({ $0.compiled != nil }) else {
            throw LinkError(log: ProgramLog.error("the \(stage.rawValue) shader is not compiled"))
        }
        // Desktop OpenGL lets several shaders form one stage.
        guard shaders.count > 1 else { return compiled }
        let text = JoinedShaders.text(shaders.compactMap { $0.compiled?.source.text })
        do throws(ShaderError) {
            return try ShaderCompiler.compile(ShaderSource(text: text, name: "joined \(stage.rawValue) shaders"), as: stage, options: compiled.options)
        } catch {
            throw LinkError(log: ProgramLog.error("the \(shaders.count) \(stage.rawValue) shaders do not form one shader") + ProgramLog.text(error.diagnostics))
        }
    }

    /// Returns a fragment shader that writes nothing. Desktop OpenGL allows programs without one, which transform feedback uses (OpenGL 3.3
    /// §2.11.5).
    private func emptyFragment(for vertex: CompiledShader) throws(LinkError) -> CompiledShader {
        let number = ShaderVersion(of: vertex.source.text).hasDirective ? ShaderVersion(of: vertex.source.text).number : 110
        do throws(ShaderError) {
            return try ShaderCompiler.compile(ShaderSource(text: "#version \(number)\nvoid main() {}\n", name: "no fragment shader"), as: .fragment,
                                              options: vertex.options)
        } catch {
            throw LinkError(log: ProgramLog.text(error.diagnostics))
        }
    }
    /// Compiles the fragment shader once more if the program chose places of its outputs that the text does not have.
    private func placed(_ fragment: CompiledShader) throws(LinkError) -> CompiledShader {
        guard let text = program.outputs.applied(to: fragment.source.text) else { return fragment }
        do throws(ShaderError) {
            return try ShaderCompiler.compile(ShaderSource(text: text, name: fragment.source.name), as: .fragment, options: fragment.options)
        } catch {
            throw LinkError(log: ProgramLog.text(error.diagnostics))
        }
    }

    // MARK: Transform feedback

    /// The outputs to write. The names that leave gaps exist only in desktop OpenGL.
    private func feedbackOutputs() throws(LinkError) -> TransformFeedbackOutputs? {
        let names = program.feedback.names
        if version.isES, let name = names.first(where: { $0.hasPrefix("gl_SkipComponents") || $0 == "gl_NextBuffer" }) {
            throw LinkError(log: ProgramLog.error("transform feedback names '\(name)', which the vertex shader does not have"))
        }
        return program.feedback.outputs
    }

    /// Transform feedback writes a limited number of scalars (OpenGL ES 3.0.6 §2.15.1).
    private func checkFeedback(_ linked: Program) throws(LinkError) {
        let limit = program.feedback.mode == GL_SEPARATE_ATTRIBS
            ? GLLimits.transformFeedbackSeparateComponents : GLLimits.transformFeedbackInterleavedComponents
        for buffer in linked.interface.transformFeedback?.buffers ?? [] where buffer.stride > 4 * limit {
            throw LinkError(log: ProgramLog.error("transform feedback writes \(buffer.stride / 4) scalars into one buffer; at most \(limit) are possible"))
        }
    }

    // MARK: Uniforms

    private func checkUniforms(_ linked: Program) throws(LinkError) {
        let vertexUnits = units(of: linked.linked.vertex), fragmentUnits = units(of: linked.linked.fragment)
        let limits = [(vertexUnits, GLLimits.vertexTextureUnits, "vertex shader"), (fragmentUnits, GLLimits.fragmentTextureUnits, "fragment shader"),
                      (vertexUnits + fragmentUnits, GLLimits.combinedTextureUnits, "program")]
        for (units, limit, owner) in limits where units > limit {
            throw LinkError(log: ProgramLog.error("the samplers of the \(owner) take \(units) texture units; the limit is \(limit)"))
        }
        let members = linked.interface.uniformBlocks.first?.members ?? []
        for (stage, limit) in [(linked.linked.vertex, GLLimits.vertexUniformVectors), (linked.linked.fragment, GLLimits.fragmentUniformVectors)] {
            let isRead = LinkedProgram(vertex: stage, fragment: stage, interface: linked.interface).uniformWordsRead
            // A uniform takes its whole size, even if the shader reads a part of it.
            let count = members.reduce(into: 0) { count, member in
                let words = member.offset / 4 ..< member.offset / 4 + member.type.scalarCount * member.arrayCount
                if isRead[words].contains(true) { count += words.count }
            }
            guard count > 4 * limit else { continue }
            throw LinkError(log: ProgramLog.error("the uniforms of the \(stage.stage.rawValue) shader take \(count) components; "
                + "the limit is \(4 * limit)"))
        }
    }
    /// The number of texture units that a stage reads.
    private func units(of stage: ShaderModule) -> Int {
        stage.textureOperations.reduce(into: Set<Int>()) { $0.formUnion($1.unit ..< $1.unit + $1.unitCount) }.count
    }

    private func checkBlocks(_ linked: Program) throws(LinkError) {
        let blocks = linked.interface.uniformBlocks.dropFirst(), limit = GLLimits.uniformBlockSize
        if let block = blocks.first(where: { $0.byteCount > limit }) {
            throw LinkError(log: ProgramLog.error("the uniform block '\(block.name)' takes \(block.byteCount) bytes; the limit is \(limit)"))
        }
        for stage in linked.linked.stages {
            let count = linked.interface.uniformBlocks.indices.dropFirst().count { stage.reads(block: $0) }
            let limit = stage.stage == .vertex ? GLLimits.vertexUniformBlocks : GLLimits.fragmentUniformBlocks
            guard count > limit else { continue }
            throw LinkError(log: ProgramLog.error("the \(stage.stage.rawValue) shader reads \(count) uniform blocks; the limit is \(limit)"))
        }
        if blocks.count > GLLimits.combinedUniformBlocks {
            throw LinkError(log: ProgramLog.error("the program has \(blocks.count) uniform blocks; the limit is \(GLLimits.combinedUniformBlocks)"))
        }
    }

    // MARK: Attributes

    private typealias PlacedAttributes = (columns: [ProgramExecutable.Attribute], active: [ActiveAttribute])

    /// Chooses the locations of the attributes: that of the shader, else that of glBindAttribLocation, else a free one (OpenGL ES 3.0.6
    /// §2.12.5).
    private func placeAttributes(_ linked: Program, _ vertex: CompiledShader) throws(LinkError) -> PlacedAttributes {
        let inputs = linked.attributes, explicit = linked.linked.attributeLocations, language = ShaderVersion(of: vertex.source.text)
        var locations: [Int?] = []
        var taken: [Int: String] = [:]
        for input in inputs {
            let location = explicit[input.name] ?? program.attributeBindings[input.name]
            locations.append(location)
            guard let location else { continue }
            let count = input.type.locationCount
            guard location >= 0, count <= GLLimits.vertexAttributes - location else {
                throw LinkError(log: ProgramLog.error("the attribute '\(input.name)' takes \(count) locations from \(location) on; "
                    + "there are \(GLLimits.vertexAttributes)"))
            }
            for k in location ..< location + count {
                // GLSL ES 1.00 and OpenGL allow attributes with the same location, of which a draw reads one.
                if let other = taken.updateValue(input.name, forKey: k), language.isES, language.number >= 300 {
                    throw LinkError(log: ProgramLog.error("the attributes '\(other)' and '\(input.name)' both have location \(k)"))
                }
            }
        }
        let free = inputs.indices.filter { locations[$0] == nil }
        // Attributes that take many locations need free neighbours, so they come first where the order of declaration leaves gaps.
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
    /// Finds the lowest free locations of attributes, in this order; nil if there is no place for one of them.
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
    /// The names of the vectors of which an attribute consists.
    private static func columns(_ name: String, _ type: ValueType) -> [String] {
        switch type {
        case .matrix(let count, _): (0..<count).map { "\(name)[\($0)]" }
        case .array(let element, let count): (0..<count).flatMap { columns("\(name)[\($0)]", element) }
        default: [name]
        }
    }
}
