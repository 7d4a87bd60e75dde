// StageLowering+Instructions: arithmetic, comparisons, conversions and composites, one scalar at a time.

extension StageLowering {
    func lowerInstruction(_ i: SPIRVInstruction) throws(ShaderError) {
        guard let opcode = i.opcode else { throw unsupported(SPIRVOpcode.construct(ofInstruction: i.number)) }
        switch opcode {
        case .variable: try lowerVariable(i)
        case .load: try lowerLoad(i)
        case .store:
            let target = try word(i, 1)
            if frame.constantVariables[target] != nil { return }
            try store(try pointer(target), try scalars(i, 2))
        case .copyMemory: try store(try pointer(try word(i, 1)), try load(try pointer(try word(i, 2))))
        case .accessChain, .inBoundsAccessChain: try lowerAccessChain(i)
        case .functionCall: try lowerCall(i)
        case .extInst: try lowerBuiltinFunction(i)
        case .copyObject, .copyLogical:
            if case .scalars(let nodes) = try value(try word(i, 3)) {
                try setResult(i, nodes)
            } else {
                frame.values[try word(i, 2)] = try value(try word(i, 3))
            }
        case .undef: try setResult(i, try scalarTypes(try word(i, 1)).map { builder.constant(0, $0) })

        case .vectorExtractDynamic, .vectorInsertDynamic, .vectorShuffle, .compositeConstruct, .compositeExtract,
             .compositeInsert, .transpose:
            try lowerComposite(opcode, i)
        case .vectorTimesScalar, .matrixTimesScalar, .vectorTimesMatrix, .matrixTimesVector, .matrixTimesMatrix,
             .outerProduct, .dot:
            try lowerMatrix(opcode, i)
        case .sampledImage, .imageSampleImplicitLod, .imageSampleExplicitLod, .imageSampleDrefImplicitLod,
             .imageSampleDrefExplicitLod, .imageSampleProjImplicitLod, .imageSampleProjExplicitLod,
             .imageSampleProjDrefImplicitLod, .imageSampleProjDrefExplicitLod, .imageFetch, .imageGather,
             .imageDrefGather, .imageRead, .imageWrite, .image, .imageQuerySizeLod, .imageQuerySize, .imageQueryLod,
             .imageQueryLevels, .imageQuerySamples, .imageTexelPointer:
            try lowerImage(opcode, i)
        case .iAddCarry, .iSubBorrow, .uMulExtended, .sMulExtended: try lowerExtended(opcode, i)
        case .any, .all:
            let nodes = try scalars(i, 3)
            guard var result = nodes.first else { throw malformed("any() without operands") }
            for node in nodes.dropFirst() { result = builder.pure(opcode == .any ? .or : .and, .bool, result, node) }
            try setResult(i, [result])
        case .select:
            let condition = try scalars(i, 3)
            let (yes, no) = (try scalars(i, 4), try scalars(i, 5))
            guard yes.count == no.count, condition.count == 1 || condition.count == yes.count else {
                throw malformed("a selection of values of different sizes")
            }
            try setResult(i, yes.indices.map {
                builder.pure(.select, builder.type(yes[$0]), condition[condition.count == 1 ? 0 : $0], yes[$0], no[$0])
            })
        case .demoteToHelperInvocation: try discard()
        case .isHelperInvocation:
            let wasHelper = builder.pure(.builtin, .bool, -1, -1, BuiltinInput.helperInvocation.rawValue)
            try setResult(i, [discardedSlot.map { builder.pure(.or, .bool, wasHelper, builder.load($0, .bool)) } ?? wasHelper])
        case .arrayLength: try lowerArrayLength(i)
        case .controlBarrier:
            guard stage == .compute else { throw malformed("a barrier in the \(stage.rawValue) stage") }
            builder.addEffect(.barrier)
        case .memoryBarrier: builder.addEffect(.memoryBarrier)
        case .atomicStore: try storeAtomic(i)
        case _ where opcode.isAtomic: try lowerAtomic(opcode, i)
        case .emitVertex, .endPrimitive, .emitStreamVertex, .endStreamPrimitive: try lowerEmission(opcode, i)
        case .nop, .line, .noLine: break
        default: try lowerComponentwise(opcode, i)
        }
    }

    /// Discards the active lanes.
    func discard() throws(ShaderError) {
        guard stage.rules.hasPixels else { throw malformed("the \(stage.rawValue) stage discards") }
        if let discardedSlot { builder.store(discardedSlot, builder.bool(true)) }
        builder.discard()
    }

    private func lowerVariable(_ i: SPIRVInstruction) throws(ShaderError) {
        let id = try word(i, 2)
        guard case .pointer(_, let pointee)? = spirv.types[try word(i, 1)] else { throw malformed("variable \(id) is not a pointer") }
        let name = spirv.name(id)
        // SPIR-V gives a declaration the line of its function. In messages, the line of the variable's first use is more helpful.
        let declared = line
        line = mentions[id] ?? line
        defer { line = declared }
        if let constant = frame.constantVariables[id] {
            let pointer = try constantArrayPointer(constant, type: pointee, name: name)
            frame.values[id] = .pointer(pointer)
            if !name.isEmpty, name != "indexable", let type = spirv.valueType(pointee),
               case .local(let first, _) = pointer.memory {
                builder.localVariables.append(LocalVariable(name: name, type: type, firstSlot: first, scope: frame.scope))
            }
            return
        }
        let pointer = try localPointer(pointee, name: name, scope: frame.scope)
        frame.values[id] = .pointer(pointer)
        if i.count > 4 { try store(pointer, try scalars(i, 4)) }
    }

    // MARK: Component by component

    private func lowerComponentwise(_ opcode: SPIRVOpcode, _ i: SPIRVInstruction) throws(ShaderError) {
        let type = try componentType(try word(i, 1))
        let x = try scalars(i, 3)
        if let unary = Self.unary[opcode] {
            return try setResult(i, x.map { builder.pure(unary, type, $0) })
        }
        switch opcode {
        case .bitcast, .uConvert, .sConvert, .fConvert:
            return try setResult(i, x.map { builder.pure(.bitcast, type, $0) })
        case .quantizeToF16:
            return try setResult(i, x.map { builder.pure(.unpackHalf, .float, builder.pure(.packHalf, .uint, $0)) })
        case .fwidth, .fwidthFine, .fwidthCoarse:
            let isCoarse = opcode == .fwidthCoarse
            return try setResult(i, x.map {
                builder.add(builder.pure(.fabs, .float, builder.pure(isCoarse ? .ddxCoarse : .ddxFine, .float, $0)),
                            builder.pure(.fabs, .float, builder.pure(isCoarse ? .ddyCoarse : .ddyFine, .float, $0)))
            })
        case .bitFieldSExtract, .bitFieldUExtract:
            let (offset, count) = (try scalar(i, 4), try scalar(i, 5))
            return try setResult(i, x.map {
                builder.pure(opcode == .bitFieldSExtract ? .bitfieldExtractS : .bitfieldExtractU, type, $0, offset, count)
            })
        default: break
        }
        let y = try scalars(i, 4)
        guard x.count == y.count else { throw malformed("operands of instruction \(i.number) have different sizes") }
        if let binary = Self.binary[opcode] {
            return try setResult(i, zip(x, y).map { builder.pure(binary, type, $0, $1) })
        }
        if let (comparison, isSwapped, isNegated) = Self.comparisons[opcode] {
            return try setResult(i, zip(x, y).map {
                let result = builder.pure(comparison, .bool, isSwapped ? $1 : $0, isSwapped ? $0 : $1)
                return isNegated ? builder.pure(.not, .bool, result) : result
            })
        }
        switch opcode {
        case .fMod: try setResult(i, zip(x, y).map { builder.modulo($0, $1) })
        case .fRem:
            try setResult(i, zip(x, y).map {
                builder.subtract($0, builder.multiply($1, builder.pure(.ftrunc, .float, builder.divide($0, $1))))
            })
        case .sMod: try setResult(i, zip(x, y).map { builder.signedModulo($0, $1, type) })
        case .logicalEqual:
            try setResult(i, zip(x, y).map { builder.pure(.not, .bool, builder.pure(.xor, .bool, $0, $1)) })
        case .fOrdNotEqual, .fUnordEqual:
            // OpFOrdNotEqual is true if a is less or greater than b. OpFUnordEqual is the negation of OpFOrdNotEqual.
            try setResult(i, zip(x, y).map {
                let differs = builder.pure(.or, .bool, builder.pure(.flt, .bool, $0, $1), builder.pure(.flt, .bool, $1, $0))
                return opcode == .fUnordEqual ? builder.pure(.not, .bool, differs) : differs
            })
        case .bitFieldInsert:
            let (offset, count) = (try scalar(i, 5), try scalar(i, 6))
            let mask = builder.pure(.bitfieldInsertMask, type, offset, count)
            let kept = builder.pure(.not, type, mask)
            try setResult(i, zip(x, y).map {
                builder.pure(.or, type, builder.pure(.and, type, $0, kept),
                             builder.pure(.and, type, builder.pure(.shl, type, $1, offset), mask))
            })
        default: throw unsupported(SPIRVOpcode.construct(ofInstruction: i.number))
        }
    }

    private static let unary: [SPIRVOpcode: Opcode] = [
        .convertFToU: .floatToUint, .convertFToS: .floatToInt, .convertSToF: .intToFloat, .convertUToF: .uintToFloat,
        .sNegate: .ineg, .fNegate: .fneg, .isNan: .fisnan, .isInf: .fisinf, .logicalNot: .not, .not: .not,
        .bitReverse: .bitReverse, .bitCount: .bitCount,
        // GLSL lets the implementation choose between coarse and fine differences for dFdx and dFdy. Differences within the lane's own row
        // and column are more accurate.
        .dPdx: .ddxFine, .dPdy: .ddyFine, .dPdxFine: .ddxFine, .dPdyFine: .ddyFine,
        .dPdxCoarse: .ddxCoarse, .dPdyCoarse: .ddyCoarse,
    ]

    private static let binary: [SPIRVOpcode: Opcode] = [
        .iAdd: .iadd, .fAdd: .fadd, .iSub: .isub, .fSub: .fsub, .iMul: .imul, .fMul: .fmul,
        .uDiv: .idivU, .sDiv: .idivS, .fDiv: .fdiv, .uMod: .iremU, .sRem: .iremS,
        .logicalNotEqual: .xor, .logicalOr: .or, .logicalAnd: .and,
        .shiftRightLogical: .shrU, .shiftRightArithmetic: .shrS, .shiftLeftLogical: .shl,
        .bitwiseOr: .or, .bitwiseXor: .xor, .bitwiseAnd: .and,
    ]

    /// For each comparison: the opcode, whether the operands are swapped, and whether the result is negated.
    private static let comparisons: [SPIRVOpcode: (Opcode, Bool, Bool)] = [
        .iEqual: (.ieq, false, false), .iNotEqual: (.ine, false, false),
        .uGreaterThan: (.iltU, true, false), .sGreaterThan: (.iltS, true, false),
        .uGreaterThanEqual: (.ileU, true, false), .sGreaterThanEqual: (.ileS, true, false),
        .uLessThan: (.iltU, false, false), .sLessThan: (.iltS, false, false),
        .uLessThanEqual: (.ileU, false, false), .sLessThanEqual: (.ileS, false, false),
        .fOrdEqual: (.feq, false, false), .fUnordNotEqual: (.fne, false, false),
        .fOrdLessThan: (.flt, false, false), .fOrdGreaterThan: (.flt, true, false),
        .fOrdLessThanEqual: (.fle, false, false), .fOrdGreaterThanEqual: (.fle, true, false),
        .fUnordLessThan: (.fle, true, true), .fUnordGreaterThan: (.fle, false, true),
        .fUnordLessThanEqual: (.flt, true, true), .fUnordGreaterThanEqual: (.flt, false, true),
    ]

    /// Lowers an instruction with two results: the low word, and the carry, borrow or high word.
    private func lowerExtended(_ opcode: SPIRVOpcode, _ i: SPIRVInstruction) throws(ShaderError) {
        let (x, y) = (try scalars(i, 3), try scalars(i, 4))
        guard x.count == y.count, let type = try scalarTypes(try word(i, 1)).first else { throw malformed("carries of different sizes") }
        let (low, high): (Opcode, Opcode) = switch opcode {
        case .iAddCarry: (.iadd, .iaddCarry)
        case .iSubBorrow: (.isub, .isubBorrow)
        case .uMulExtended: (.imul, .imulHighU)
        default: (.imul, .imulHighS)
        }
        try setResult(i, zip(x, y).map { builder.pure(low, type, $0, $1) } + zip(x, y).map { builder.pure(high, type, $0, $1) })
    }

    // MARK: Composites

    private func lowerComposite(_ opcode: SPIRVOpcode, _ i: SPIRVInstruction) throws(ShaderError) {
        switch opcode {
        case .compositeConstruct:
            var parts: [Node] = []
            for index in 3..<max(3, wordCount(i)) {
                parts += try scalars(i, index)
                guard parts.count <= SPIRVModule.maximumScalarCount else { throw malformed("a composite is too large") }
            }
            // With OpenGL's initial DEPTH_TEXTURE_MODE, `shadow2D` gives (d, d, d, 1), where d is the result of the comparison. The
            // texture's swizzle may change the order of these four components. In glslang's code, all four components of the vector are the
            // first component of the lookup. So the four components of the lookup are used instead.
            if let results = frame.shadowResults[try word(i, 3)], parts.count == 4, Set(parts).count == 1 { parts = results }
            try setResult(i, parts)
        case .compositeExtract:
            let range = try part(of: try word(i, 3), i, firstIndex: 4)
            try setResult(i, Array(try scalars(i, 3)[range]))
        case .compositeInsert:
            let range = try part(of: try word(i, 4), i, firstIndex: 5)
            var whole = try scalars(i, 4)
            let inserted = try scalars(i, 3)
            guard inserted.count == range.count else { throw malformed("an inserted part has another size") }
            whole.replaceSubrange(range, with: inserted)
            try setResult(i, whole)
        case .vectorShuffle:
            let source = try scalars(i, 3) + scalars(i, 4)
            guard let first = source.first else { throw malformed("a shuffle without operands") }
            var result: [Node] = []
            for index in 5..<max(5, wordCount(i)) {
                let k = try word(i, index)
                // The index 0xffffffff means that the component may have any value.
                guard k == .max || Int(k) < source.count else { throw malformed("a shuffle reads out of range") }
                result.append(k == .max ? builder.constant(0, builder.type(first)) : source[Int(k)])
            }
            try setResult(i, result)
        case .transpose:
            guard case .matrix(_, let rows)? = spirv.types[try word(i, 1)] else { throw malformed("a transpose whose result is not a matrix") }
            let matrix = try scalars(i, 3)
            guard matrix.count % rows == 0 else { throw malformed("a transpose whose operand is not a matrix") }
            try setResult(i, builder.transpose(matrix, columns: matrix.count / rows))
        case .vectorExtractDynamic:
            let vector = try scalars(i, 3)
            guard (2...4).contains(vector.count) else { throw malformed("a component of a value that is not a vector") }
            try setResult(i, [builder.element(vector, at: try scalar(i, 4))])
        default:
            let vector = try scalars(i, 3)
            guard (2...4).contains(vector.count) else { throw malformed("a component of a value that is not a vector") }
            try setResult(i, builder.replacing(vector, at: try scalar(i, 5), with: try scalar(i, 4)))
        }
    }

    /// Returns the components that the instruction's literal indices select, as a range in the flattened composite.
    private func part(of id: UInt32, _ i: SPIRVInstruction, firstIndex: Int) throws(ShaderError) -> Range<Int> {
        guard var type = try typeOf(id) else { throw malformed("a part of a value without a type") }
        var start = 0
        for index in firstIndex..<max(firstIndex, wordCount(i)) {
            let k = Int(try word(i, index))
            switch spirv.types[type] {
            case .vector(let element, let count), .matrix(let element, let count), .array(let element, let count):
                guard k < count else { throw malformed("a part out of range") }
                start += k * (spirv.scalarCounts[element] ?? 0)
                type = element
            case .structure(let members):
                guard k < members.count else { throw malformed("a part out of range") }
                for member in members[..<k] { start += spirv.scalarCounts[member] ?? 0 }
                type = members[k]
            default: throw malformed("a part of a scalar")
            }
        }
        let range = start ..< start + (spirv.scalarCounts[type] ?? 0)
        guard range.upperBound <= (try scalars(id).count) else { throw malformed("a part out of range") }
        return range
    }

    /// Returns the type id of a value; nil if the value is not data.
    private func typeOf(_ id: UInt32) throws(ShaderError) -> UInt32? {
        frame.valueTypes[id] ?? spirv.constants[id]?.type
    }

    // MARK: Matrices

    private func lowerMatrix(_ opcode: SPIRVOpcode, _ i: SPIRVInstruction) throws(ShaderError) {
        let (x, y) = (try scalars(i, 3), try scalars(i, 4))
        let resultType = spirv.types[try word(i, 1)]
        guard !x.isEmpty, !y.isEmpty else { throw malformed("a product without operands") }
        switch opcode {
        case .vectorTimesScalar, .matrixTimesScalar:
            let factor = try scalar(i, 4)
            try setResult(i, x.map { builder.multiply($0, factor) })
        case .dot:
            guard x.count == y.count else { throw malformed("a dot product of different sizes") }
            try setResult(i, [builder.dot(x, y)])
        case .vectorTimesMatrix:
            guard y.count % x.count == 0 else { throw malformed("a product of different sizes") }
            try setResult(i, stride(from: 0, to: y.count, by: x.count).map { builder.dot(x, Array(y[$0 ..< $0 + x.count])) })
        case .matrixTimesVector:
            guard x.count % y.count == 0 else { throw malformed("a product of different sizes") }
            try setResult(i, builder.matrixTimesVector(x, y, rows: x.count / y.count))
        case .matrixTimesMatrix:
            guard case .matrix(_, let columns)? = resultType, y.count % columns == 0, x.count % (y.count / columns) == 0 else {
                throw malformed("a product of different sizes")
            }
            let inner = y.count / columns
            try setResult(i, (0..<columns).flatMap {
                builder.matrixTimesVector(x, Array(y[$0 * inner ..< ($0 + 1) * inner]), rows: x.count / inner)
            })
        default:
            try setResult(i, y.flatMap { factor in x.map { builder.multiply($0, factor) } })
        }
    }
}
