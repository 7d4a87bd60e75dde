// SPIRVReader+Types: reads the types of a module and checks their limits.

extension SPIRVReader {
    mutating func readType(_ opcode: SPIRVOpcode, _ instruction: SPIRVInstruction) throws(SPIRVError) {
        let type: SPIRVType
        var scalars = 1, vectors = 1
        var depth = 1
        switch opcode {
        case .typeVoid: (type, scalars) = (.void, 0)
        case .typeBool: type = .bool
        case .typeInt:
            let width = try literal(instruction, 2)
            type = width != 32 ? .unsupported("\(width)-bit integer") : try literal(instruction, 3) == 0 ? .uint : .int
        case .typeFloat:
            let width = try literal(instruction, 2)
            type = width == 32 ? .float : .unsupported(width == 64 ? "double" : "\(width)-bit float")
        case .typeVector:
            let component = try typeID(instruction, 2)
            scalars = Int(try literal(instruction, 3))
            guard (2...4).contains(scalars) else { throw failure("a vector of \(scalars) components", instruction) }
            switch module.types[component] {
            case .bool, .int, .uint, .float: type = .vector(component: component, count: scalars)
            case .unsupported(let name): type = .unsupported(name)
            default: throw failure("a vector whose components are not scalars", instruction)
            }
        case .typeMatrix:
            let column = try typeID(instruction, 2)
            let columns = Int(try literal(instruction, 3))
            guard (2...4).contains(columns) else { throw failure("a matrix of \(columns) columns", instruction) }
            switch module.types[column] {
            case .vector(let component, let rows) where module.types[component] == .float:
                (type, scalars, vectors) = (.matrix(column: column, count: columns), columns * rows, columns)
            case .unsupported(let name): type = .unsupported(name)
            default: throw failure("a matrix whose columns are not float vectors", instruction)
            }
        case .typeImage: type = try imageType(instruction)
        case .typeSampledImage:
            switch module.types[try typeID(instruction, 2)] {
            case .image(let image): type = .sampledImage(image)
            case .unsupported(let name): type = .unsupported(name)
            default: throw failure("a sampled image whose type is not an image", instruction)
            }
        case .typeArray:
            let element = try typeID(instruction, 2)
            guard case .scalar(let length)? = module.constants[try id(instruction, 3)]?.value, length >= 1,
                  let elementScalars = module.scalarCounts[element] else {
                throw failure("an array without a constant length", instruction)
            }
            let (product, overflow) = elementScalars.multipliedReportingOverflow(by: Int(length))
            depth = 1 + (typeDepths[element] ?? 0)
            vectors = SPIRVModule.limitedVectorCount((module.vectorCounts[element] ?? 1).multipliedReportingOverflow(by: Int(length)))
            if case .unsupported(let name)? = module.types[element] {
                type = .unsupported(name)
            } else if overflow || max(product, Int(length)) > SPIRVModule.maximumScalarCount {
                type = .memoryArray(element: element, count: Int(length))
            } else {
                scalars = product
                type = .array(element: element, count: Int(length))
            }
        case .typeRuntimeArray:
            let element = try typeID(instruction, 2)
            depth = 1 + (typeDepths[element] ?? 0)
            if case .unsupported(let name)? = module.types[element] {
                type = .unsupported(name)
            } else {
                type = .memoryArray(element: element, count: nil)
            }
        case .typeStruct:
            var members: [UInt32] = []
            (scalars, vectors) = (0, 0)
            var unsupported: String?
            for index in 2..<max(2, instruction.count) {
                let member = try typeID(instruction, index)
                scalars += module.scalarCounts[member] ?? 0
                vectors = SPIRVModule.limitedVectorCount(vectors.addingReportingOverflow(module.vectorCounts[member] ?? 0))
                if scalars > SPIRVModule.maximumScalarCount {
                    unsupported = unsupported ?? "a structure of more than \(SPIRVModule.maximumScalarCount) scalars"
                    scalars = 1
                }
                depth = max(depth, 1 + (typeDepths[member] ?? 0))
                if case .unsupported(let name)? = module.types[member] { unsupported = unsupported ?? name }
                members.append(member)
            }
            type = unsupported.map { .unsupported($0) } ?? .structure(members)
        case .typePointer: type = .pointer(storage: try literal(instruction, 2), pointee: try typeID(instruction, 3))
        case .typeFunction:
            var parameters: [UInt32] = []
            for index in 3..<max(3, instruction.count) { parameters.append(try typeID(instruction, index)) }
            type = .function(result: try typeID(instruction, 2), parameters: parameters)
        case .typeSampler: type = .unsupported("separate sampler")
        case .typeOpaque: type = .unsupported("opaque type")
        default:
            throw failure("instruction \(instruction.number) stands outside of a function", instruction)
        }
        guard depth <= SPIRVModule.maximumTypeDepth else { throw failure("types are nested too deep", instruction) }
        let id = try self.id(instruction, 1)
        module.unsupportedNames[id] = switch type {
        case .unsupported(let name): name
        case .memoryArray(_, let count): count.map { "an array of \($0) elements" } ?? "array without a length"
        case .array(let element, _): module.unsupportedNames[element]
        case .structure(let members): module.unsupportedName(among: members)
        default: nil
        }
        guard module.types[id] == nil else { throw failure("type \(id) is defined twice", instruction) }
        module.types[id] = type
        module.scalarCounts[id] = scalars
        module.vectorCounts[id] = vectors
        typeDepths[id] = depth
    }

    private func imageType(_ instruction: SPIRVInstruction) throws(SPIRVError) -> SPIRVType {
        let result: ScalarType
        switch module.types[try typeID(instruction, 2)] {
        case .float: result = .float
        case .int: result = .int
        case .uint: result = .uint
        default: return .unsupported("image of a wide type")
        }
        return .image(SPIRVImageType(
            dimension: try literal(instruction, 3), isDepth: try literal(instruction, 4) == 1,
            isArrayed: try literal(instruction, 5) != 0, isMultisampled: try literal(instruction, 6) != 0,
            resultType: result, sampled: try literal(instruction, 7), format: try literal(instruction, 8)))
    }
}
