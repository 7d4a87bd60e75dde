// ShaderTrace+Steps: the contents of a trace's steps. A trace stores the place, the loops and the operations of each step. The variables
// and changes of a step are computed from the run's writes when a caller asks for the step.

import Shading

extension ShaderTrace {
    /// The number of steps.
    public var stepCount: Int { analysis.steps.count }

    /// Returns a step, from 0 to `stepCount` − 1.
    /// - Precondition: The step exists.
    public func step(_ index: Int) -> Step {
        let record = analysis.steps[index], operations = record.first..<record.end
        let place = run.module.place(ofLocation: record.location)
        let active = run.executing(record.first)
        return Step(index: index, place: place, text: text(of: place), columns: columns(of: place), stack: stack(at: record.location), loops: record.loops,
                    changes: changes(operations, at: record.location),
                    lookups: lookups(in: operations), accesses: accesses(in: operations), emissions: emissions(in: operations),
                    activeLanes: (0..<4).map { active & (1 << UInt8($0)) != 0 }, operations: operations)
    }

    /// Returns the variables of all functions that run at a step.
    /// - Parameters:
    ///   - index: The number of the step.
    ///   - isAfter: Whether to return the values after the step. If `isAfter` is false, the values before the step are returned.
    public func variables(at index: Int, isAfter: Bool = true) -> [TracedValue] { scopes(at: index, isAfter: isAfter).flatMap(\.variables) }

    /// Returns the functions that run at a step, the innermost first, and then the module, each with its variables that have a
    /// value.
    /// - Parameters:
    ///   - index: The number of the step.
    ///   - isAfter: Whether to return the values after the step. If `isAfter` is false, the values before the step are returned.
    public func scopes(at index: Int, isAfter: Bool = true) -> [Scope] {
        let record = analysis.steps[index], time = isAfter ? record.end : record.first
        var list: [Scope] = []
        let places = stack(at: record.location).map(Optional.some) + [nil]
        for (scope, place) in zip(callScopes(at: record.location).map(Optional.some) + [nil], places) {
            var values: [TracedValue] = []
            // If several variables have the same name, such as the counters of two loops, only the last written variable is returned.
            var latest: [String: (write: Int, value: TracedValue)] = [:], names: [String] = []
            for variable in run.module.localVariables where variable.scope == scope {
                let slots = variable.firstSlot..<(variable.firstSlot + variable.type.scalarCount)
                guard let write = slots.compactMap({ analysis.lastWrite(slot: $0, before: time)?.operation }).max() else { continue }
                if latest[variable.name] == nil { names.append(variable.name) }
                if let known = latest[variable.name], known.write > write { continue }
                latest[variable.name] = (write, TracedValue(name: variable.name, type: variable.type, words: slots.map { word(slot: $0, before: time) }))
            }
            for named in run.module.namedValues where named.scope == scope && latest[named.name] == nil {
                guard let words = words(of: named, before: time) else { continue }
                values.append(TracedValue(name: named.name, type: named.type, words: words))
            }
            list.append(Scope(place: place, variables: values + names.compactMap { latest[$0]?.value }))
        }
        return list
    }

    /// Returns the steps that change a variable, such as `color`, or a part of a variable, such as `lights[2].color`.
    public func steps(changing name: String) -> [Step] {
        (0..<stepCount).lazy.map(step).filter {
            $0.changes.contains { $0.after.name == name || $0.after.name.hasPrefix(name + ".") || $0.after.name.hasPrefix(name + "[") }
        }
    }
    /// Returns whether the shader has a variable with the given name.
    public func hasVariable(_ name: String) -> Bool { variableNames.contains(name) }
    /// The names of all variables of the shader, in alphabetical order.
    public var variableNames: [String] {
        Set(run.module.localVariables.map(\.name) + run.module.namedValues.map(\.name)).sorted()
    }

    // MARK: Operations

    /// All operations of the run, including the operations that only other lanes executed.
    public var operations: Range<Int> { 0..<run.count }

    /// Returns an operation.
    /// - Precondition: The operation exists.
    public func operation(_ index: Int) -> Operation {
        let number = Int(run.instructions[index]), instruction = run.module.instructions[number], definition = instruction.opcode.definition
        var operands: [TracedValue] = []
        func add(_ operand: Int32) {
            guard operand >= 0 else { return }
            let type = run.module.instructions[Int(operand)].type
            operands.append(TracedValue(name: "", type: .scalar(type), words: [word(ofInstruction: Int(operand), before: index)]))
        }
        if instruction.opcode == .texture {
            run.module.textureOperations[Int(instruction.c)].valueOperands.forEach(add)
        } else {
            if definition.a.isValue { add(instruction.a) }
            if definition.b.isValue { add(instruction.b) }
            if definition.c.isValue { add(instruction.c) }
        }
        let results = definition.kind == .flow || definition.kind == .effect ? []
            : (0..<4).map { TracedValue(name: "", type: .scalar(instruction.type), words: [run.results[index][$0]]) }
        return Operation(name: name(of: instruction), expression: instruction.opcode.expression(operands.map(\.text), named: sourceName(of: instruction)),
                         operands: operands, results: results, lane: lane, isActive: run.isExecuted(index),
                         place: run.module.place(ofInstruction: number))
    }
    /// Returns the name of an instruction's opcode, followed by the name of the variable that the instruction reads or writes, if
    /// any.
    private func name(of instruction: Instruction) -> String {
        switch instruction.opcode {
        case .load, .store, .loadIndexed, .storeIndexed, .input, .builtin: "\(instruction.opcode) \(sourceName(of: instruction) ?? "")"
        default: "\(instruction.opcode)"
        }
    }
    /// Returns the name, in the source, of the variable that an operation reads or writes; nil if the operation uses no variable.
    private func sourceName(of instruction: Instruction) -> String? {
        func variable(_ slot: Int) -> String {
            let candidates = analysis.variablesBySlot.indices.contains(slot) ? analysis.variablesBySlot[slot] : []
            guard let variable = candidates.first.map({ run.module.localVariables[$0] }) else { return "slot \(slot)" }
            let place = slot - variable.firstSlot
            return TracedValue.scalarName(of: variable.type, named: variable.name, at: place)
        }
        switch instruction.opcode {
        case .load, .store: return variable(Int(instruction.c))
        case .loadIndexed, .storeIndexed: return variable(run.module.localArrays[Int(instruction.c)].firstSlot)
        case .input: return run.module.inputName(ofComponent: Int(instruction.c)) ?? "\(instruction.c)"
        case .builtin: return BuiltinInput(rawValue: instruction.c).map { "\($0)" } ?? "\(instruction.c)"
        case .uniform, .uniformIndexed: return uniformName(block: Int(instruction.b), word: instruction.opcode == .uniform ? Int(instruction.c) : nil)
        case .texture: return run.module.textureOperations[Int(instruction.c)].functionName
        default: return nil
        }
    }

    // MARK: Parts of a step

    func text(of place: Place) -> String {
        guard let lines = sources[place.file], lines.indices.contains(place.line - 1) else { return "" }
        return lines[place.line - 1].trimmed
    }
    private func columns(of place: Place) -> ClosedRange<Int>? {
        guard let lines = columns[place.file], lines.indices.contains(place.line - 1) else { return nil }
        return lines[place.line - 1]
    }
    private func stack(at location: Int) -> [Place] { run.module.callChain(to: location).map(run.module.place(ofLocation:)) }
    private func callScopes(at location: Int) -> [ShaderScope] { run.module.callChain(to: location).map { run.module.locations[$0].scope } }
    func word(slot: Int, before operation: Int) -> UInt32 { analysis.lastWrite(slot: slot, before: operation)?.value ?? 0 }
    func word(ofInstruction index: Int, before operation: Int) -> UInt32 {
        let instruction = run.module.instructions[index]
        if instruction.opcode == .constant { return UInt32(bitPattern: instruction.c) }
        return analysis.lastExecution(of: index, before: operation).map { run.results[$0][lane] } ?? 0
    }
    private func words(of named: NamedValue, before operation: Int) -> [UInt32]? {
        var words: [UInt32] = []
        for index in named.instructions {
            guard index >= 0, run.module.instructions[Int(index)].opcode == .constant || analysis.lastExecution(of: Int(index), before: operation) != nil else {
                return nil
            }
            words.append(word(ofInstruction: Int(index), before: operation))
        }
        return words
    }

    private func changes(_ operations: Range<Int>, at location: Int) -> [Change] {
        let writes = analysis.writes(in: operations), visible = callScopes(at: location), written = Set(writes.map(\.slot))
        var slotsOfVariable: [Int: (low: Int, high: Int)] = [:], order: [Int] = []
        for write in writes {
            let candidates = analysis.variablesBySlot[write.slot]
            let chosen = candidates.filter { variable in run.module.localVariables[variable].scope.map { visible.contains($0) } ?? true }
            // The calling function writes a parameter at the line of the call. At this moment the called function has not begun, so the
            // parameter is not visible yet.
            for variable in chosen.isEmpty ? Array(candidates.prefix(1)) : chosen {
                let place = write.slot - run.module.localVariables[variable].firstSlot
                guard let known = slotsOfVariable[variable] else {
                    slotsOfVariable[variable] = (place, place)
                    order.append(variable)
                    continue
                }
                slotsOfVariable[variable] = (min(known.low, place), max(known.high, place))
            }
        }
        var changes: [Change] = []
        for index in order {
            guard let range = slotsOfVariable[index] else { continue }
            let variable = run.module.localVariables[index]
            for part in TracedValue.parts(of: variable.type, named: variable.name, touching: range.low...range.high) {
                let slots = (variable.firstSlot + part.first)..<(variable.firstSlot + part.first + part.type.scalarCount)
                let before = slots.map { word(slot: $0, before: operations.lowerBound) }, after = slots.map { word(slot: $0, before: operations.upperBound) }
                let wasSet = slots.contains { analysis.lastWrite(slot: $0, before: operations.lowerBound) != nil }
                guard !wasSet || before != after else { continue }
                guard slots.contains(where: { written.contains($0) }) else { continue }
                changes.append(Change(after: TracedValue(name: part.name, type: part.type, words: after), before: wasSet ? before : nil))
            }
        }
        return changes
    }

    private func lookups(in operations: Range<Int>) -> [Lookup] {
        let first = run.lookups.partitionIndex { $0.operation >= operations.lowerBound }
        return run.lookups[first...].prefix { $0.operation < operations.upperBound }.filter { run.isExecuted($0.operation) }.map(lookup)
    }
    func lookup(_ record: RecordedRun.Lookup) -> Lookup {
        let index = Int(run.instructions[record.operation]), operation = run.module.textureOperations[Int(run.module.instructions[index].c)]
        let coordinateType: ScalarType = operation.kind == .fetch ? .int : .float
        let words = operation.coordinate.map { word(ofInstruction: Int($0), before: record.operation) }
        let isFiltered = operation.kind == .sample
        // The lookup's own operation has the first component of the result, and the next three operations have the other
        // components.
        let result = (0..<4).map { $0 + record.operation < run.count ? run.results[record.operation + $0][lane] : 0 }
        return Lookup(
            function: operation.functionName, sampler: samplerName(operation, before: record.operation),
            coordinate: TracedValue(name: "coordinate", type: words.count == 1 ? .scalar(coordinateType) : .vector(coordinateType, words.count), words: words),
            detail: isFiltered ? record.level?.detail : nil, nextLevelShare: isFiltered ? record.level?.nextWeight : nil,
            probes: isFiltered ? record.level?.probes : nil, texels: record.texels.map {
                Texel(x: $0.x, y: $0.y, slice: $0.slice, level: $0.level, words: [$0.value.x, $0.value.y, $0.value.z, $0.value.w], isBorder: $0.isBorder)
            },
            result: TracedValue(name: "result", type: .vector(operation.resultType, 4), words: result), place: run.module.place(ofInstruction: index))
    }
    private func samplerName(_ operation: TextureOperation, before index: Int) -> String {
        guard let sampler = samplers.first(where: { operation.unit >= $0.unit && operation.unit < $0.unit + $0.count }) else { return "unit \(operation.unit)" }
        guard sampler.count > 1 else { return sampler.name }
        let chosen = operation.unitIndex < 0 ? 0 : Int(Int32(bitPattern: word(ofInstruction: Int(operation.unitIndex), before: index)))
        return "\(sampler.name)[\(operation.unit - sampler.unit + min(max(chosen, 0), operation.unitCount - 1))]"
    }
}

extension TextureOperation {
    /// The name of the GLSL function that makes the lookup.
    var functionName: String {
        let suffix = offset.isEmpty ? "" : "Offset"
        switch kind {
        case .fetch: return "texelFetch" + suffix
        case .gather: return "textureGather" + suffix
        case .levelOfDetail: return "textureQueryLod"
        case .levelCount: return "textureQueryLevels"
        case .sampleCount: return "textureSamples"
        case .sample:
            return switch levelOfDetail {
            case .implicit, .bias: "texture" + suffix
            case .explicit: "textureLod" + suffix
            case .gradient: "textureGrad" + suffix
            }
        }
    }
}

extension String {
    /// The text without surrounding white space.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
