// StageLowering+Geometry: geometry shaders: their layout, the vertices that they read, and the vertices that they emit.

extension StageLowering {
    /// Reads the layout qualifiers of the stage.
    func setGeometryLayout() throws(ShaderError) {
        let inputs: [UInt32: GeometryLayout.Input] = [
            SPIRVExecutionMode.inputPoints: .points, SPIRVExecutionMode.inputLines: .lines, SPIRVExecutionMode.inputLinesAdjacency: .linesAdjacency,
            SPIRVExecutionMode.triangles: .triangles, SPIRVExecutionMode.inputTrianglesAdjacency: .trianglesAdjacency,
        ]
        let outputs: [UInt32: GeometryLayout.Output] = [
            SPIRVExecutionMode.outputPoints: .points, SPIRVExecutionMode.outputLineStrip: .lineStrip,
            SPIRVExecutionMode.outputTriangleStrip: .triangleStrip,
        ]
        guard let input = spirv.executionModes.compactMap({ inputs[$0] }).first, let output = spirv.executionModes.compactMap({ outputs[$0] }).first else {
            throw malformed("the geometry shader states no primitives")
        }
        let vertexLimit = GeometryLayout.vertexLimit, invocationLimit = GeometryLayout.invocationLimit
        guard spirv.outputVertexCount <= vertexLimit else {
            throw failure("max_vertices is \(spirv.outputVertexCount); at most \(vertexLimit) are possible")
        }
        guard (1...UInt32(invocationLimit)).contains(spirv.invocationCount) else {
            throw failure("the geometry shader has \(spirv.invocationCount) invocations; 1 to \(invocationLimit) are possible")
        }
        module.geometryLayout = GeometryLayout(input: input, output: output, maximumVertexCount: Int(spirv.outputVertexCount),
                                               invocationCount: Int(spirv.invocationCount))
    }

    /// Declares an input that is an array with one element for each vertex of the primitive. `ShaderModule.inputs` states the indices of
    /// the input's components.
    func declareVertexInput(_ variable: SPIRVVariable, name: String) throws(ShaderError) {
        guard let layout = module.geometryLayout, case .array(let element, let count)? = spirv.types[variable.pointee],
              count == layout.input.vertexCount, let placement = spirv.tightPlacement(variable.pointee), placement.unitCount == 0 else {
            throw failure("'\(name)' : an input of a geometry shader must be an array over the \(module.geometryLayout?.input.vertexCount ?? 0) vertices of "
                + "its primitives")
        }
        var vertex = variable
        vertex.pointee = element
        let first = module.inputComponentCount / count
        var scalars: [ScalarType] = []
        for part in isBuiltinBlock(element) ? try builtinParts(element, name: name) : try interfaceParts(vertex, name: name) {
            var interface = part
            interface.firstSlot = first + scalars.count
            module.inputs.append(interface)
            scalars += interface.type.scalars
        }
        globals[variable.id] = Pointer(memory: .input(first: inputSources.count, count: count * scalars.count), placement: placement, name: name)
        for vertex in 0..<count {
            for (k, type) in scalars.enumerated() { inputSources.append(.component((first + k) * count + vertex, type)) }
        }
        module.inputComponentCount += count * scalars.count
    }

    /// Returns the members of gl_in as interface variables. The names of the members equal the names of the vertex shader's outputs.
    private func builtinParts(_ block: UInt32, name: String) throws(ShaderError) -> [InterfaceVariable] {
        guard case .structure(let members)? = spirv.types[block] else { throw unsupported("the type of '\(name)'") }
        var parts: [InterfaceVariable] = []
        for (index, member) in members.enumerated() {
            guard let type = spirv.valueType(member) else { throw unsupported("the type of a member of '\(name)'") }
            parts.append(InterfaceVariable(name: spirv.memberName(block, index), type: type, location: -1, firstSlot: 0))
        }
        return parts
    }

    /// Emits a vertex, or ends a strip of primitives. Only stream 0 is supported.
    func lowerEmission(_ opcode: SPIRVOpcode, _ i: SPIRVInstruction) throws(ShaderError) {
        guard stage == .geometry else { throw malformed("the \(stage.rawValue) stage emits vertices") }
        if opcode == .emitStreamVertex || opcode == .endStreamPrimitive {
            guard builder.constantBits(try scalar(i, 1)) == 0 else { throw unsupported("a vertex stream other than stream 0") }
        }
        builder.addEffect(opcode == .emitVertex || opcode == .emitStreamVertex ? .emitVertex : .endPrimitive)
    }
}
