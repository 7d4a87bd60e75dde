// StageLowering+Atomics: atomic operations on storage blocks, shared variables, atomic counters and texels of images.

extension StageLowering {
    /// `invocationLimit` is the largest number of invocations of a work group. `workGroupLimit` is the largest size of a work group
    /// along x, y and z.
    static let invocationLimit = 1024, workGroupLimit = SIMD3<UInt32>(1024, 1024, 64)

    func setWorkGroupSize() throws(ShaderError) {
        let size = spirv.workGroupSize
        guard (0..<3).allSatisfy({ size[$0] > 0 && size[$0] <= Self.workGroupLimit[$0] }), size.x * size.y * size.z <= Self.invocationLimit else {
            throw failure("a work group of \(size.x) × \(size.y) × \(size.z) invocations is too large; at most \(Self.invocationLimit) are possible")
        }
        module.workGroupSize = SIMD3(Int(size.x), Int(size.y), Int(size.z))
    }

    /// The place of an atomic operation.
    private enum Place {
        case pointer(Pointer)
        case texel(ImageOperation)
    }

    private func place(_ id: UInt32, _ type: ScalarType) throws(ShaderError) -> Place {
        switch try value(id) {
        case .texel(let operation): return .texel(operation)
        case .pointer(let pointer):
            guard case .scalar(let found) = pointer.placement, found == type else { throw malformed("an atomic operation on another type") }
            return .pointer(pointer)
        case .scalars, .image: throw malformed("id \(id) is not a pointer")
        }
    }

    func lowerAtomic(_ opcode: SPIRVOpcode, _ i: SPIRVInstruction) throws(ShaderError) {
        guard let type = spirv.scalarType(try word(i, 1)), type != .bool else { throw malformed("an atomic operation without a number") }
        let place = try place(try word(i, 3), type)
        if opcode == .atomicLoad {
            switch place {
            case .pointer(let pointer): return try setResult(i, try load(pointer))
            case .texel(let operation): return try setResult(i, [builder.loadImage(operation)[0]])
            }
        }
        guard let (function, isSigned) = Self.functions[opcode] else { throw unsupported(SPIRVOpcode.construct(ofInstruction: i.number)) }
        guard type != .float || function == .exchange else { throw unsupported("an atomic operation on a float other than an exchange") }
        var operand: Node, comparator: Node = -1
        switch opcode {
        case .atomicIIncrement: operand = builder.constant(1, type)
        case .atomicIDecrement: operand = builder.constant(.max, type)
        case .atomicISub: operand = builder.pure(.ineg, type, try scalar(i, 6))
        case .atomicCompareExchange: (operand, comparator) = (try scalar(i, 7), try scalar(i, 8))
        default: operand = try scalar(i, 6)
        }
        if type == .float { operand = builder.withOneNaN(operand) }
        guard builder.type(operand) == type, comparator < 0 || builder.type(comparator) == type else {
            throw malformed("an atomic operation with an operand of another type")
        }
        guard isSigned == nil || (type == .int) == isSigned else { throw malformed("an atomic comparison of another type") }
        let result = try perform(place, type) { memory in
            AtomicOperation(function: function, memory: memory, value: operand, comparator: comparator, type: type)
        }
        try setResult(i, [result])
    }

    /// For each instruction, its function and, for a minimum or maximum, whether signed integers are compared.
    private static let functions: [SPIRVOpcode: (AtomicOperation.Function, isSigned: Bool?)] = [
        .atomicExchange: (.exchange, nil), .atomicCompareExchange: (.compareExchange, nil), .atomicIIncrement: (.add, nil),
        .atomicIDecrement: (.add, nil), .atomicIAdd: (.add, nil), .atomicISub: (.add, nil), .atomicSMin: (.minimum, true),
        .atomicUMin: (.minimum, false), .atomicSMax: (.maximum, true), .atomicUMax: (.maximum, false), .atomicAnd: (.and, nil),
        .atomicOr: (.or, nil), .atomicXor: (.xor, nil),
    ]

    private func perform(_ place: Place, _ type: ScalarType, _ operation: (AtomicOperation.Memory) -> AtomicOperation) throws(ShaderError) -> Node {
        switch place {
        case .texel(let image): return builder.atomic(operation(.image(operation: -1)), image: image)
        case .pointer(let pointer):
            switch pointer.memory {
            case .storage(let block): return builder.atomic(operation(.storage(block: block, index: wordIndex(pointer, .storage(block: block)))))
            case .shared(let first): return builder.atomic(operation(.shared(index: wordIndex(pointer, .shared(first: first)))))
            case .blocks(let first, let count, let index, let sizes, inStorage: true) where index >= 0 && sizes.isEmpty:
                let slot = builder.allocateSlots(1)
                builder.store(slot, builder.constant(0, type))
                forEachBlock(first, count, index) { block in
                    builder.store(slot, builder.atomic(operation(.storage(block: block, index: wordIndex(pointer, .storage(block: block))))))
                }
                return builder.load(slot, type)
            default: throw malformed("an atomic operation on memory that is not shared")
            }
        }
    }

    func storeAtomic(_ i: SPIRVInstruction) throws(ShaderError) {
        let value = try scalar(i, 4)
        switch try place(try word(i, 1), builder.type(value)) {
        case .pointer(let pointer): try store(pointer, [value])
        case .texel(var operation):
            operation.values = [value] + (0..<3).map { _ in builder.constant(0, builder.type(value)) }
            builder.storeImage(operation)
        }
    }
}
