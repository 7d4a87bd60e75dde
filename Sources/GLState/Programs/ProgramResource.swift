import Raster
import Shading

/// A variable, block or buffer of a linked program, as glGetProgramResourceiv describes it (OpenGL ES 3.1 §7.3.1).
struct ProgramResource {
    /// The name; `weights[0]` for an array.
    var name: String
    var type = GL_NONE
    /// The number of elements: 1 if the variable is not an array, 0 for an array whose length depends on the size of a buffer.
    var arraySize = 1
    var location = -1
    /// For an output: the blending source that the output provides, 0 or 1. −1 for other variables.
    var locationIndex = -1
    /// For a variable in a block: `block` is the index of the block, and `offset` is the byte offset of the variable in the block.
    /// `arrayStride` is the number of bytes from one element of an array to the next, and `matrixStride` is the number of bytes from one
    /// column or row of a matrix to the next. For other variables, all four values are −1.
    var block = -1, offset = -1, arrayStride = -1, matrixStride = -1
    var isRowMajor = false
    var counterBuffer = -1
    var topLevelArraySize = 1, topLevelArrayStride = 0
    /// For a block: `byteCount` is the size in bytes, and `variables` has the indices of the block's variables.
    var byteCount = 0
    var variables: [Int] = []
    var readers: StageSet = []

    init(name: String) { self.name = name }

    init(_ uniform: ActiveUniform) {
        name = uniform.name; type = uniform.type; arraySize = uniform.size; location = uniform.location
        block = uniform.block; offset = uniform.offset; arrayStride = uniform.arrayStride; matrixStride = uniform.matrixStride
        isRowMajor = uniform.isRowMajor; readers = uniform.readers; counterBuffer = uniform.counterBuffer
        topLevelArraySize = uniform.topLevelArraySize; topLevelArrayStride = uniform.topLevelArrayStride
    }
    init(_ block: ActiveBlock) {
        name = block.name; byteCount = block.byteCount; variables = Array(block.uniforms); readers = block.readers
    }

    /// Returns the variables of a stage's input or output. A scalar, a vector, a matrix, or an array of one of these types, is a single
    /// variable; a structure has a variable for each member.
    /// - Parameter location: The first location; nil if the variable has no location.
    static func variables(_ variable: InterfaceVariable, _ readers: StageSet, _ location: Int?) -> [ProgramResource] {
        leaves(variable.listedName, variable.type, location ?? 0, readers).map { leaf in
            var leaf = leaf
            leaf.locationIndex = variable.blendIndex
            if location == nil { leaf.location = -1 }
            return leaf
        }
    }
    private static func leaves(_ name: String, _ type: ValueType, _ location: Int, _ readers: StageSet) -> [ProgramResource] {
        switch type {
        case .structure(_, let fields):
            var place = location
            return fields.flatMap { field -> [ProgramResource] in
                defer { place += field.type.locationCount }
                return leaves("\(name).\(field.name)", field.type, place, readers)
            }
        case .array(let element, let count):
            if element.glType == GL_NONE {
                return (0..<count).flatMap { leaves("\(name)[\($0)]", element, location + $0 * element.locationCount, readers) }
            }
            var resource = ProgramResource(name: name + "[0]")
            (resource.type, resource.arraySize, resource.location, resource.readers) = (element.glType, count, location, readers)
            return [resource]
        default:
            var resource = ProgramResource(name: name)
            (resource.type, resource.location, resource.readers) = (type.glType, location, readers)
            return [resource]
        }
    }
}

/// The resources of a program by interface.
struct ProgramResources {
    let inputs: [ProgramResource], outputs: [ProgramResource]

    init(_ parts: ProgramParts, _ attributes: [ActiveAttribute]) {
        guard let first = parts.stages.first, let last = parts.stages.last else { (inputs, outputs) = ([], []); return }
        let readers = StageSet(first.stage), writers = StageSet(last.stage)
        var inputs: [ProgramResource] = []
        if first.stage == .vertex {
            inputs = attributes.map { attribute in
                var resource = ProgramResource(name: attribute.name)
                (resource.type, resource.arraySize, resource.location, resource.readers) = (attribute.type, attribute.size, attribute.location, readers)
                return resource
            }
        } else if let layout = first.geometryLayout {
            inputs = Self.geometryInputs(first, layout.input.vertexCount, parts)
        } else {
            inputs = Self.listed(first.inputs).flatMap { ProgramResource.variables($0, readers, parts.inputLocations.location(of: $0)) }
            inputs += Self.builtinInputs.filter { _, _, names in names.contains { first.reads($0) } }.map { Self.builtin($0.0, $0.1, readers) }
        }
        var outputs: [ProgramResource] = []
        for output in Self.listed(last.outputs) where !output.name.hasPrefix("gl_") {
            outputs += ProgramResource.variables(output, writers, last.stage == .fragment ? output.location : parts.outputLocations.location(of: output))
        }
        let written: [(String, GLenum, Int?)] = [
            ("gl_Position", GL_FLOAT_VEC4, last.builtinOutputs.position), ("gl_PointSize", GL_FLOAT, last.builtinOutputs.pointSize),
            ("gl_Layer", GL_INT, last.builtinOutputs.layer), ("gl_PrimitiveID", GL_INT, last.builtinOutputs.primitiveID),
            ("gl_FragDepth", GL_FLOAT, last.builtinOutputs.fragmentDepth), ("gl_SampleMask[0]", GL_INT, last.builtinOutputs.sampleMask),
        ]
        outputs += written.filter { $0.2 != nil }.map { Self.builtin($0.0, $0.1, writers) }
        self.inputs = inputs; self.outputs = outputs
    }
    /// Returns the inputs of a geometry shader. Each input is an array with an element for each vertex of a primitive. Members of blocks have
    /// the names that they have in the vertex stage.
    private static func geometryInputs(_ stage: ShaderModule, _ vertexCount: Int, _ parts: ProgramParts) -> [ProgramResource] {
        listed(stage.inputs).flatMap { input -> [ProgramResource] in
            guard !input.name.hasPrefix("gl_") else {
                // GLSL itself declares the members of gl_PerVertex, so a member counts as active only if the shader reads the member.
                let components = input.firstSlot * vertexCount ..< (input.firstSlot + input.type.scalarCount) * vertexCount
                guard stage.instructions.contains(where: { $0.opcode == .input && components.contains(Int($0.c)) }) else { return [] }
                return ProgramResource.variables(input, [.geometry], nil).map { resource in
                    var resource = resource
                    resource.name = "gl_PerVertex.\(resource.name)"
                    return resource
                }
            }
            var input = input
            let location = parts.inputLocations.location(of: input)
            if !input.listedName.contains(".") { input.type = .array(input.type, vertexCount) }
            return ProgramResource.variables(input, [.geometry], location)
        }
    }
    /// Returns the variables without duplicates: if two variables have the same name, only the first variable is listed. The elements of an
    /// array of blocks share the names of their members.
    private static func listed(_ variables: [InterfaceVariable]) -> [InterfaceVariable] {
        var names: Set<String> = []
        return variables.filter { names.insert($0.listedName).inserted }
    }
    private static func builtin(_ name: String, _ type: GLenum, _ stages: StageSet) -> ProgramResource {
        var resource = ProgramResource(name: name)
        (resource.type, resource.readers) = (type, stages)
        return resource
    }
    private static let builtinInputs: [(String, GLenum, [BuiltinInput])] = [
        ("gl_FragCoord", GL_FLOAT_VEC4, [.fragCoordX, .fragCoordY, .fragCoordZ, .fragCoordW]), ("gl_FrontFacing", GL_BOOL, [.frontFacing]),
        ("gl_PointCoord", GL_FLOAT_VEC2, [.pointCoordX, .pointCoordY]), ("gl_SampleID", GL_INT, [.sampleID]),
        ("gl_SamplePosition", GL_FLOAT_VEC2, [.samplePositionX, .samplePositionY]), ("gl_HelperInvocation", GL_BOOL, [.helperInvocation]),
        ("gl_NumWorkGroups", GL_UNSIGNED_INT_VEC3, [.workGroupCountX, .workGroupCountY, .workGroupCountZ]),
        ("gl_WorkGroupID", GL_UNSIGNED_INT_VEC3, [.workGroupX, .workGroupY, .workGroupZ]),
        ("gl_LocalInvocationID", GL_UNSIGNED_INT_VEC3, [.localInvocationX, .localInvocationY, .localInvocationZ]),
    ]
}
