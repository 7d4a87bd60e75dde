// SPIRVInterface: the properties of a SPIR-V module's variables that linking needs: names, types, decorations, and whether they are
// in use.

struct SPIRVInterface {
    let module: SPIRVModule
    /// The variables at module scope, outside of functions.
    var variables: [SPIRVVariable] { module.variables }
    /// The ids of the variables that a function reads, writes or passes on.
    let used: Set<UInt32>
    /// The members that functions access. In this set, `SPIRVMember.structure` is the id of the variable that has the member.
    private let usedMembers: Set<SPIRVMember>
    /// The variables that are declared inside functions.
    let localVariables: [SPIRVVariable]
    /// Whether each input is an array with one element for each vertex of a primitive, as in geometry shaders.
    private let readsVertices: Bool

    init(_ stage: SPIRVStage) {
        module = stage.module
        readsVertices = stage.stage == .geometry
        var used: Set<UInt32> = [], usedMembers: Set<SPIRVMember> = [], locals: [SPIRVVariable] = []
        let bodies = module.functions.values.sorted { $0.id < $1.id }.lazy.flatMap(\.blocks).flatMap(\.instructions)
        for instruction in bodies {
            let operands = module.words[instruction.start ..< instruction.start + instruction.count]
            func operand(_ index: Int) -> UInt32 { index < operands.count ? operands[instruction.start + index] : 0 }
            if instruction.opcode == .accessChain || instruction.opcode == .inBoundsAccessChain,
               case .scalar(let index)? = module.constants[operand(4)]?.value {
                usedMembers.insert(SPIRVMember(structure: operand(3), index: Int(index)))
            }
            switch instruction.opcode {
            case .load, .accessChain, .inBoundsAccessChain, .imageTexelPointer, .arrayLength: used.insert(operand(3))
            case .store, .atomicStore: used.insert(operand(1))
            case let opcode? where opcode.isAtomic: used.insert(operand(3))
            case .copyMemory: used.formUnion([operand(1), operand(2)])
            case .functionCall: used.formUnion(operands.dropFirst(4))
            case .extInst: used.formUnion(operands.dropFirst(5))   // interpolateAt…
            case .variable:
                guard case .pointer(let storage, let pointee)? = module.types[operand(1)] else { continue }
                locals.append(SPIRVVariable(id: operand(2), storage: storage, pointee: pointee, initializer: nil))
            default: break
            }
        }
        self.used = used
        self.usedMembers = usedMembers
        localVariables = locals
    }

    /// Returns the type that the variable has in the neighbouring stage: for the input of a geometry shader, the type of the input in one
    /// vertex.
    func linkedType(_ variable: SPIRVVariable) -> UInt32 {
        guard readsVertices, variable.storage == SPIRVStorageClass.input, case .array(let element, _)? = module.types[variable.pointee] else {
            return variable.pointee
        }
        return element
    }
    /// Returns the decorations of the built-in varying `wanted`, which is a variable or a member of a block; nil if no function uses the
    /// varying.
    func usedBuiltin(_ wanted: String, _ storage: UInt32) -> SPIRVDecorations? {
        for variable in variables where variable.storage == storage {
            if name(of: variable.id) == wanted { return used.contains(variable.id) ? decorations(of: variable.id) : nil }
            guard let index = memberIndex(wanted, of: variable) else { continue }
            let isUsed = usedMembers.contains(SPIRVMember(structure: variable.id, index: index))
            return isUsed ? decorations(ofMember: index, in: elementType(variable.pointee)) : nil
        }
        return nil
    }
    private func memberIndex(_ wanted: String, of variable: SPIRVVariable) -> Int? {
        let block = elementType(variable.pointee)
        return members(block)?.indices.first { memberName($0, in: block) == wanted }
    }

    func name(of id: UInt32) -> String { module.name(id) }
    func decorations(of id: UInt32) -> SPIRVDecorations { module.decorations(id) }
    func decorations(ofMember index: Int, in type: UInt32) -> SPIRVDecorations { module.decorations(type, member: index) }
    /// Returns the name of a member; empty if the member has no name.
    func memberName(_ index: Int, in type: UInt32) -> String { module.memberNames[SPIRVMember(structure: type, index: index)] ?? "" }

    /// Returns the element type of the innermost array; `type` itself if `type` is not an array.
    func elementType(_ type: UInt32) -> UInt32 {
        var type = type
        while case .array(let element, _)? = module.types[type] { type = element }
        return type
    }

    /// Returns the members of a structure type; nil if the type is not a structure.
    func members(_ type: UInt32) -> [UInt32]? {
        if case .structure(let members)? = module.types[type] { members } else { nil }
    }

    /// Returns true if the variable is a storage block, or an array of storage blocks.
    func isStorage(_ variable: SPIRVVariable) -> Bool {
        variable.storage == SPIRVStorageClass.storageBuffer || decorations(of: elementType(variable.pointee)).isBufferBlock
    }

    func isBlock(_ variable: SPIRVVariable) -> Bool { decorations(of: elementType(variable.pointee)).isBlock }

    /// Returns true if the pipeline provides or reads the variable. A variable that the pipeline provides or reads is not part of the
    /// interface between the stages.
    func isBuiltIn(_ variable: SPIRVVariable) -> Bool {
        let type = elementType(variable.pointee)
        return decorations(of: variable.id).builtIn != nil || name(of: variable.id).hasPrefix("gl_") || name(of: type).hasPrefix("gl_Per")
            || decorations(ofMember: 0, in: type).builtIn != nil
    }

    /// Returns the number of vectors of up to four components that the type fills; at most 2^40.
    func vectorCount(_ type: UInt32) -> Int { module.vectorCounts[type] ?? 1 }

    /// If the variable's name is `wanted`, returns the number of vectors that the variable fills. For any other variable, returns
    /// the number of vectors that its member with the name `wanted` fills. The result is 0 if there is no such member.
    func vectorCount(ofMemberOrVariable wanted: String, _ variable: SPIRVVariable) -> Int {
        if name(of: variable.id) == wanted { return vectorCount(linkedType(variable)) }
        guard let index = memberIndex(wanted, of: variable), let members = members(elementType(variable.pointee)) else { return 0 }
        return vectorCount(members[index])
    }

    /// Returns the number of components of all vectors, matrices and scalars in the type.
    func componentCount(_ type: UInt32) -> Int {
        // Counting the scalars of a very large type would take long, and types that cannot be varyings have no `ValueType`. For such types,
        // every vector counts as four components.
        let vectors = vectorCount(type)
        return vectors <= 1 << 16 ? module.valueType(type)?.scalarCount ?? 4 * vectors : 4 * vectors
    }

    /// Returns the number of samplers in the type, including samplers in arrays and structures; at most 2^20.
    func samplerCount(_ type: UInt32, depth: Int = 0) -> Int {
        let most = 1 << 20
        switch module.types[type] {
        case .sampledImage?: return 1
        case .array(let element, let count)? where depth < 16: return min(most, samplerCount(element, depth: depth + 1) * min(count, most))
        case .structure(let members)? where depth < 16: return members.reduce(0) { min(most, $0 + samplerCount($1, depth: depth + 1)) }
        default: return 0
        }
    }

    /// Returns true for integers, for vectors of integers, and for structures and arrays that contain integers.
    func holdsIntegers(_ type: UInt32, depth: Int = 0) -> Bool {
        let element = elementType(type)
        if depth < 16, let members = members(element) { return members.contains { holdsIntegers($0, depth: depth + 1) } }
        switch module.types[element] {
        case .int?, .uint?: return true
        case .vector(let component, _)?: return [.int, .uint].contains(module.types[component])
        default: return false
        }
    }

    func isFloat(_ type: UInt32) -> Bool {
        switch module.types[elementType(type)] {
        case .float?, .matrix?: true
        case .vector(let component, _)?: module.types[component] == .float
        default: false
        }
    }
}

extension InterpolationQualifier {
    /// The qualifier's keyword in GLSL.
    var keyword: String {
        switch self {
        case .smooth: "smooth"
        case .flat: "flat"
        case .noPerspective: "noperspective"
        }
    }
}
