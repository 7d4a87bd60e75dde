import Raster
import Shading

/// Queries of the interfaces of programs (OpenGL ES 3.1 §7.3.1, ARB_program_interface_query).
extension GLContext {
    /// Returns the resources of an interface; an empty list if the program is not linked.
    private func resources(_ program: ProgramObject, _ interface: GLenum) throws(GLError) -> [ProgramResource] {
        let linked = program.linked, reflection = linked?.reflection
        switch interface {
        case GL_UNIFORM: return reflection?.uniforms.map { ProgramResource($0) } ?? []
        case GL_UNIFORM_BLOCK: return reflection?.blocks.map { ProgramResource($0) } ?? []
        case GL_PROGRAM_INPUT: return linked?.resources.inputs ?? []
        case GL_PROGRAM_OUTPUT: return linked?.resources.outputs ?? []
        case GL_BUFFER_VARIABLE: return reflection?.bufferVariables.map { ProgramResource($0) } ?? []
        case GL_SHADER_STORAGE_BLOCK: return reflection?.storageBlocks.map { ProgramResource($0) } ?? []
        case GL_ATOMIC_COUNTER_BUFFER: return reflection?.counterBuffers.map { ProgramResource($0) } ?? []
        case GL_TRANSFORM_FEEDBACK_VARYING:
            return linked?.feedback.map { varying in
                var resource = ProgramResource(name: varying.name)
                resource.type = varying.type; resource.arraySize = varying.size
                return resource
            } ?? []
        default: throw .invalidEnum("programInterface", interface)
        }
    }
    private static let blockInterfaces = [GL_UNIFORM_BLOCK, GL_SHADER_STORAGE_BLOCK, GL_ATOMIC_COUNTER_BUFFER]

    package func glGetProgramInterfaceiv(_ name: GLuint, _ programInterface: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let list = try resources(try program(name), programInterface)
        let value: Int
        switch pname {
        case GL_ACTIVE_RESOURCES: value = list.count
        case GL_MAX_NAME_LENGTH:
            guard programInterface != GL_ATOMIC_COUNTER_BUFFER else { throw .invalidOperation("buffers of atomic counters have no names") }
            value = list.map(\.name.utf8.lengthWithZero).max() ?? 0
        case GL_MAX_NUM_ACTIVE_VARIABLES:
            guard Self.blockInterfaces.contains(programInterface) else { throw .invalidOperation("the interface has no blocks") }
            value = list.map(\.variables.count).max() ?? 0
        default: throw .invalidEnum("pname", pname)
        }
        params?.pointee = GLint(clamping: value)
    }

    /// Returns the resources of an interface whose resources have names. Buffers of atomic counters have no names.
    private func namedResources(_ program: ProgramObject, _ interface: GLenum) throws(GLError) -> [ProgramResource] {
        guard interface != GL_ATOMIC_COUNTER_BUFFER else { throw .invalidEnum("programInterface", interface) }
        return try resources(program, interface)
    }
    package func glGetProgramResourceIndex(_ programName: GLuint, _ programInterface: GLenum, _ name: UnsafePointer<CChar>?) throws(GLError) -> GLuint {
        let list = try namedResources(try program(programName), programInterface)
        guard let name else { return GL_INVALID_INDEX }
        let text = String(cString: name)
        // The name of an array without a subscript selects the array's first element.
        let index = list.firstIndex { $0.name == text } ?? list.firstIndex { $0.name == text + "[0]" }
        return index.map { GLuint($0) } ?? GL_INVALID_INDEX
    }
    package func glGetProgramResourceName(_ programName: GLuint, _ programInterface: GLenum, _ index: GLuint, _ bufSize: GLsizei,
                                          _ length: UnsafeMutablePointer<GLsizei>?, _ name: UnsafeMutablePointer<CChar>?) throws(GLError) {
        let list = try namedResources(try program(programName), programInterface)
        guard Int(index) < list.count else { throw .invalidValue("the interface has \(list.count) resources") }
        try write(list[Int(index)].name.utf8, bufSize, length, name)
    }

    /// Returns the variable with this name, and the index of the element that the name selects.
    private func element(_ name: UnsafePointer<CChar>?, _ list: [ProgramResource]) -> (resource: ProgramResource, index: Int)? {
        guard let name else { return nil }
        let text = String(cString: name)
        if let exact = list.first(where: { $0.name == text || $0.name == text + "[0]" }) { return (exact, 0) }
        guard let (base, index) = ProgramReflection.split(text), let array = list.first(where: { $0.name == base + "[0]" }), index < array.arraySize else {
            return nil
        }
        return (array, index)
    }
    package func glGetProgramResourceLocation(_ programName: GLuint, _ programInterface: GLenum, _ name: UnsafePointer<CChar>?) throws(GLError) -> GLint {
        let program = try program(programName)
        guard [GL_UNIFORM, GL_PROGRAM_INPUT, GL_PROGRAM_OUTPUT].contains(programInterface) else { throw .invalidEnum("programInterface", programInterface) }
        guard program.linked != nil else { throw .invalidOperation("the program is not linked") }
        guard let (resource, index) = element(name, try resources(program, programInterface)), resource.location >= 0 else { return -1 }
        return GLint(resource.location + index * (programInterface == GL_PROGRAM_INPUT ? Self.locations(of: resource.type) : 1))
    }
    /// Returns the number of locations that an element of an attribute takes: one location for each column of a matrix.
    private static func locations(of type: GLenum) -> Int {
        switch type {
        case GL_FLOAT_MAT2, GL_FLOAT_MAT2x3, GL_FLOAT_MAT2x4: 2
        case GL_FLOAT_MAT3, GL_FLOAT_MAT3x2, GL_FLOAT_MAT3x4: 3
        case GL_FLOAT_MAT4, GL_FLOAT_MAT4x2, GL_FLOAT_MAT4x3: 4
        default: 1
        }
    }
    package func glGetProgramResourceLocationIndex(_ programName: GLuint, _ programInterface: GLenum,
                                                   _ name: UnsafePointer<CChar>?) throws(GLError) -> GLint {
        let program = try program(programName)
        guard programInterface == GL_PROGRAM_OUTPUT else { throw .invalidEnum("programInterface", programInterface) }
        guard program.linked != nil else { throw .invalidOperation("the program is not linked") }
        return GLint(element(name, try resources(program, programInterface))?.resource.locationIndex ?? -1)
    }

    // MARK: Properties

    private static let variables: Set = [GL_UNIFORM, GL_BUFFER_VARIABLE]
    private static let typed: Set = [GL_UNIFORM, GL_PROGRAM_INPUT, GL_PROGRAM_OUTPUT, GL_TRANSFORM_FEEDBACK_VARYING, GL_BUFFER_VARIABLE]
    private static let blocks: Set = [GL_UNIFORM_BLOCK, GL_SHADER_STORAGE_BLOCK, GL_ATOMIC_COUNTER_BUFFER]
    private static let named: Set = typed.union([GL_UNIFORM_BLOCK, GL_SHADER_STORAGE_BLOCK])
    private static let referenced: Set = variables.union(blocks).union([GL_PROGRAM_INPUT, GL_PROGRAM_OUTPUT])

    private struct Property {
        /// The interfaces to which the property applies.
        var interfaces: Set<GLenum>
        var value: @Sendable (ProgramResource) -> Int
    }
    private static let properties: [GLenum: Property] = [
        GL_NAME_LENGTH: Property(interfaces: named) { $0.name.utf8.lengthWithZero },
        GL_TYPE: Property(interfaces: typed) { Int($0.type) },
        GL_ARRAY_SIZE: Property(interfaces: typed) { $0.arraySize },
        GL_OFFSET: Property(interfaces: variables) { $0.offset },
        GL_BLOCK_INDEX: Property(interfaces: variables) { $0.block },
        GL_ARRAY_STRIDE: Property(interfaces: variables) { $0.arrayStride },
        GL_MATRIX_STRIDE: Property(interfaces: variables) { $0.matrixStride },
        GL_IS_ROW_MAJOR: Property(interfaces: variables) { $0.isRowMajor ? 1 : 0 },
        GL_ATOMIC_COUNTER_BUFFER_INDEX: Property(interfaces: [GL_UNIFORM]) { $0.counterBuffer },
        GL_BUFFER_DATA_SIZE: Property(interfaces: blocks) { $0.byteCount },
        GL_NUM_ACTIVE_VARIABLES: Property(interfaces: blocks) { $0.variables.count },
        GL_REFERENCED_BY_VERTEX_SHADER: Property(interfaces: referenced) { $0.readers.contains(.vertex) ? 1 : 0 },
        GL_REFERENCED_BY_GEOMETRY_SHADER: Property(interfaces: referenced) { $0.readers.contains(.geometry) ? 1 : 0 },
        GL_REFERENCED_BY_FRAGMENT_SHADER: Property(interfaces: referenced) { $0.readers.contains(.fragment) ? 1 : 0 },
        GL_REFERENCED_BY_COMPUTE_SHADER: Property(interfaces: referenced) { $0.readers.contains(.compute) ? 1 : 0 },
        GL_TOP_LEVEL_ARRAY_SIZE: Property(interfaces: [GL_BUFFER_VARIABLE]) { $0.topLevelArraySize },
        GL_TOP_LEVEL_ARRAY_STRIDE: Property(interfaces: [GL_BUFFER_VARIABLE]) { $0.topLevelArrayStride },
        GL_LOCATION: Property(interfaces: [GL_UNIFORM, GL_PROGRAM_INPUT, GL_PROGRAM_OUTPUT]) { $0.location },
    ]

    /// Returns the values of a property: one number, except for the indices of a block's variables.
    private func values(_ pname: GLenum, _ resource: ProgramResource, _ index: Int, _ interface: GLenum, _ program: ProgramObject) throws(GLError) -> [Int] {
        let interfaces: Set<GLenum>, result: [Int]
        switch pname {
        case GL_ACTIVE_VARIABLES: (interfaces, result) = (Self.blocks, resource.variables)
        case GL_BUFFER_BINDING: (interfaces, result) = (Self.blocks, [binding(index, interface, program)])
        case GL_LOCATION_INDEX where version.isDesktop: (interfaces, result) = ([GL_PROGRAM_OUTPUT], [resource.locationIndex])
        default:
            guard let property = Self.properties[pname], pname != GL_REFERENCED_BY_GEOMETRY_SHADER || version.hasGeometryShaders else {
                throw .invalidEnum("props", pname)
            }
            (interfaces, result) = (property.interfaces, [property.value(resource)])
        }
        guard interfaces.contains(interface) else { throw .invalidOperation("resources of the interface have no property \(pname.hexadecimal)") }
        return result
    }
    private func binding(_ index: Int, _ interface: GLenum, _ program: ProgramObject) -> Int {
        guard let linked = program.linked else { return 0 }
        return switch interface {
        case GL_UNIFORM_BLOCK: linked.blockBindings[index]
        case GL_SHADER_STORAGE_BLOCK: linked.storageBindings[linked.reflection.storageNumbers[index]]
        case GL_ATOMIC_COUNTER_BUFFER: linked.storageBindings[linked.reflection.counterNumbers[index]]
        default: 0
        }
    }

    package func glGetProgramResourceiv(_ programName: GLuint, _ programInterface: GLenum, _ index: GLuint, _ propCount: GLsizei,
                                        _ props: UnsafePointer<GLenum>?, _ count: GLsizei, _ length: UnsafeMutablePointer<GLsizei>?,
                                        _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let program = try program(programName), list = try resources(program, programInterface)
        guard propCount > 0 else { throw .invalidValue("the number of properties is not positive") }
        guard count >= 0 else { throw .invalidValue("the size of the memory is negative") }
        guard Int(index) < list.count else { throw .invalidValue("the interface has \(list.count) resources") }
        guard let props else { return }
        var found: [Int] = []
        for k in 0..<Int(propCount) { found += try values(props[k], list[Int(index)], Int(index), programInterface, program) }
        let written = found.prefix(Int(count))
        length?.pointee = params == nil ? 0 : GLsizei(written.count)
        guard let params else { return }
        for (k, value) in written.enumerated() { params[k] = GLint(clamping: value) }
    }

    // MARK: Storage blocks and buffers of atomic counters

    package func glShaderStorageBlockBinding(_ programName: GLuint, _ index: GLuint, _ binding: GLuint) throws(GLError) {
        let program = try program(programName)
        guard let executable = program.linked, Int(index) < executable.reflection.storageNumbers.count else {
            throw .invalidValue("there is no active storage block \(index)")
        }
        guard binding < GLuint(GLLimits.storageBufferBindings) else { throw .invalidValue("there is no storage buffer binding \(binding)") }
        executable.storageBindings[executable.reflection.storageNumbers[Int(index)]] = Int(binding)
        executable.bindingVersion += 1
    }
    package func glGetActiveAtomicCounterBufferiv(_ programName: GLuint, _ bufferIndex: GLuint, _ pname: GLenum,
                                                  _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let program = try program(programName), list = try resources(program, GL_ATOMIC_COUNTER_BUFFER)
        guard Int(bufferIndex) < list.count else { throw .invalidValue("there is no buffer \(bufferIndex) of atomic counters") }
        let buffer = list[Int(bufferIndex)]
        let value: Int
        switch pname {
        case GL_ATOMIC_COUNTER_BUFFER_BINDING: value = binding(Int(bufferIndex), GL_ATOMIC_COUNTER_BUFFER, program)
        case GL_ATOMIC_COUNTER_BUFFER_DATA_SIZE: value = buffer.byteCount
        case GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS: value = buffer.variables.count
        case GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_VERTEX_SHADER: value = buffer.readers.contains(.vertex) ? 1 : 0
        case GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_GEOMETRY_SHADER where version.hasGeometryShaders: value = buffer.readers.contains(.geometry) ? 1 : 0
        case GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_FRAGMENT_SHADER: value = buffer.readers.contains(.fragment) ? 1 : 0
        case GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_COMPUTE_SHADER: value = buffer.readers.contains(.compute) ? 1 : 0
        case GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES:
            if let params { for (k, index) in buffer.variables.enumerated() { params[k] = GLint(index) } }
            return
        default: throw .invalidEnum("pname", pname)
        }
        params?.pointee = GLint(clamping: value)
    }
}
