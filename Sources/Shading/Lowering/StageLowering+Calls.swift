// StageLowering+Calls: functions. Each call is inlined.
//
// If a function's only return is at its end, the returned nodes are used directly. Any other function becomes a block: every return leaves
// the block, and local slots pass the returned value. Pointer arguments refer to the caller's memory. The lowering need not copy `out`
// parameters, because the SPIR-V already copies such parameters.

extension StageLowering {
    func lowerBody() throws(ShaderError) {
        activeFunctions.insert(frame.function.id)
        try lowerFunction()
        activeFunctions.remove(frame.function.id)
    }

    /// Lowers the function of the current frame.
    private func lowerFunction() throws(ShaderError) {
        let function = frame.function
        guard let first = function.blocks.first else { throw malformed("function '\(frame.name)' has no blocks") }
        findConstantVariables()
        if returnsAtEnd(function) {
            try lowerSequence(from: first.label, stop: functionEnd)
        } else {
            let types = spirv.types[function.resultType] == .void ? [] : try scalarTypes(function.resultType)
            let slot = builder.allocateSlots(types.count)
            frame.returnSlots = types.indices.map { slot + $0 }
            let block = builder.begin(.blockBegin)
            frame.returnBlock = block
            try lowerSequence(from: first.label, stop: functionEnd)
            builder.end()
            frame.returnValue = zip(frame.returnSlots, types).map { builder.load($0, $1) }
        }
    }

    /// Returns whether the function has a single return, which is its last instruction.
    private func returnsAtEnd(_ function: SPIRVFunction) -> Bool {
        let returns = function.blocks.count { $0.terminator.opcode == .return || $0.terminator.opcode == .returnValue }
        guard returns == 1, var block = function.blocks.first else { return false }
        for _ in function.blocks {
            let next: UInt32
            switch (block.merge, block.terminator.opcode) {
            case (.selection(let merge), _), (.loop(let merge, _), _): next = merge
            case (.none, .branch) where block.terminator.count > 1: next = spirv.words[block.terminator.start + 1]
            case (.none, .return), (.none, .returnValue): return true
            default: return false
            }
            guard let index = function.blockIndex[next] else { return false }
            block = function.blocks[index]
        }
        return false
    }

    func lowerCall(_ i: SPIRVInstruction) throws(ShaderError) {
        let id = try word(i, 3)
        guard let function = spirv.functions[id] else { throw malformed("the callee is not a function") }
        let name = functionName(id)
        guard !lines.bodilessLines.contains(function.line) else {
            throw failure("'\(name)' : this function is called here, but has no body; define it")
        }
        guard activeFunctions.insert(id).inserted else { throw failure("function '\(name)' calls itself; recursion is not supported") }
        defer { activeFunctions.remove(id) }
        guard i.count - 4 == function.parameters.count else { throw malformed("a call of '\(name)' has the wrong number of arguments") }
        let callee = Frame(function: function, name: name, nameIndex: functionNameIndex(name), inlinedAt: currentLocation())
        for (index, parameter) in function.parameters.enumerated() {
            let argument = try value(try word(i, 4 + index))
            callee.values[parameter.id] = argument
            callee.valueTypes[parameter.id] = parameter.type
            nameParameter(spirv.name(parameter.id), argument, type: parameter.type, scope: callee.scope)
        }
        let (caller, callLine) = (frame, line)
        frame = callee
        line = -1
        try lowerFunction()
        frame = caller
        line = callLine
        updateLocation()
        if spirv.types[try word(i, 1)] == .void { return }
        // A function that always discards or never ends has no returned value. No code uses the result of a call of this function, so zeros
        // take the place of the result.
        let values = callee.returnValue.isEmpty
            ? try scalarTypes(try word(i, 1)).map { builder.constant(0, $0) } : callee.returnValue
        try setResult(i, values)
    }

    /// Records a parameter, so that debuggers can show it under its own name.
    private func nameParameter(_ name: String, _ argument: LoweredValue, type: UInt32, scope: ShaderScope) {
        if case .scalars(let nodes) = argument, !name.isEmpty, let valueType = spirv.valueType(type), valueType.scalarCount == nodes.count {
            builder.namedValues.append(NamedValue(name: name, type: valueType, scope: scope, instructions: nodes))
        }
        guard !name.isEmpty, case .pointer(let pointer) = argument, pointer.indices.isEmpty,
              case .local(let first, _) = pointer.memory, case .pointer(_, let pointee)? = spirv.types[type],
              let valueType = spirv.valueType(pointee), valueType.scalarCount == pointer.placement.tightWordCount else { return }
        builder.localVariables.append(LocalVariable(name: name, type: valueType, firstSlot: first + pointer.offset, scope: scope))
    }
}
