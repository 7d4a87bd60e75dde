// ShaderModule+Printing: a module as text, one instruction per line, with control flow indented.

extension ShaderModule: CustomStringConvertible {
    /// The module as text, for example
    /// ```
    /// fragment shader
    /// input 0 uv : vec2 location 0 smooth
    /// slot 0 color : vec4 location 0
    ///   %2 = fmul %0 %1 : float                    ; scene.frag:14
    /// ```
    public var description: String {
        var printer = ModulePrinter(module: self)
        printer.run()
        return printer.text
    }
}

extension ValueType: CustomStringConvertible {
    /// The type's name in GLSL.
    public var description: String {
        switch self {
        case .scalar(let scalar): "\(scalar)"
        case .vector(.float, let n): "vec\(n)"
        case .vector(let scalar, let n): "\("\(scalar)".prefix(1))vec\(n)"
        case .matrix(let columns, let rows): columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)"
        case .array(let element, let n): "\(element)[\(n)]"
        case .structure(let name, _): name
        }
    }
}

private struct ModulePrinter {
    let module: ShaderModule
    var text = ""
    private var depth = 1

    init(module: ShaderModule) { self.module = module }

    mutating func run() {
        line("\(module.stage.rawValue) shader")
        if module.earlyFragmentTests { line("early fragment tests") }
        if module.runsPerSample { line("runs per sample") }
        if module.stage == .compute { line("work group \(module.workGroupSize.x) \(module.workGroupSize.y) \(module.workGroupSize.z)") }
        if let layout = module.geometryLayout {
            line("layout \(layout.input.name) in, \(layout.output.name) out, max_vertices \(layout.maximumVertexCount), "
                + "invocations \(layout.invocationCount)")
        }
        if module.sharedWordCount > 0 { line("shared words \(module.sharedWordCount)") }
        for input in module.inputs { line("input \(input.firstSlot) \(interface(input)) \(interpolation(input))") }
        for output in module.outputs {
            line("output slot \(output.firstSlot) \(interface(output))" + (output.blendIndex == 0 ? "" : " index \(output.blendIndex)"))
        }
        builtin("gl_Position", module.builtinOutputs.position)
        builtin("gl_PointSize", module.builtinOutputs.pointSize)
        builtin("gl_ClipDistance[\(module.builtinOutputs.clipDistanceCount)]", module.builtinOutputs.clipDistance)
        builtin("gl_FragDepth", module.builtinOutputs.fragmentDepth)
        builtin("gl_SampleMask", module.builtinOutputs.sampleMask)
        builtin("gl_PrimitiveID", module.builtinOutputs.primitiveID)
        builtin("gl_Layer", module.builtinOutputs.layer)
        for variable in module.localVariables { line("variable slot \(variable.firstSlot) \(variable.name) : \(variable.type)") }
        for (index, array) in module.localArrays.enumerated() {
            line("array \(index) slots \(array.firstSlot)..<\(array.firstSlot + array.count)")
        }
        for index in module.instructions.indices { instruction(index) }
    }

    private mutating func line(_ content: String) { text += content + "\n" }

    private mutating func builtin(_ name: String, _ slot: Int?) {
        if let slot { line("output slot \(slot) \(name)") }
    }

    private func interface(_ variable: InterfaceVariable) -> String {
        "\(variable.name) : \(variable.type) location \(variable.location)"
    }

    private func interpolation(_ variable: InterfaceVariable) -> String {
        variable.sampling == .center ? "\(variable.interpolation)" : "\(variable.interpolation) \(variable.sampling)"
    }

    private mutating func instruction(_ index: Int) {
        let i = module.instructions[index]
        if i.opcode == .end || i.opcode == .elseBegin { depth = max(1, depth - 1) }
        var content = String(repeating: "  ", count: depth) + body(index, i)
        let place = place(index)
        if !place.isEmpty {
            content += String(repeating: " ", count: max(1, 48 - content.count)) + "; " + place
        }
        line(content)
        switch i.opcode {
        case .ifBegin, .elseBegin, .blockBegin, .loopBegin: depth += 1
        default: break
        }
    }

    private func body(_ index: Int, _ i: Instruction) -> String {
        switch i.opcode {
        case .constant: return "%\(index) = constant \(literal(i)) : \(i.type)"
        case .builtin: return "%\(index) = builtin \(BuiltinInput(rawValue: i.c).map { "\($0)" } ?? "?") : \(i.type)"
        case .uniform: return "%\(index) = uniform block \(i.b) word \(i.c) : \(i.type)"
        case .store: return "store slot \(i.c), %\(i.a)"
        case .storeIndexed: return "store array \(i.c)[%\(i.a)], %\(i.b)"
        case .loadIndexed: return "%\(index) = load array \(i.c)[%\(i.a)] : \(i.type)"
        case .ifBegin: return "if %\(i.a)"
        case .elseBegin: return "else"
        case .blockBegin: return "block %\(index)"
        case .loopBegin: return "loop"
        case .end: return "end"
        case .exit: return "exit %\(i.c)"
        case .discard: return "discard"
        case .texture, .textureSize: return "%\(index) = \(lookup(i)) : \(i.type)"
        case .storageLoad: return "%\(index) = load storage \(i.c)[%\(i.a)] : \(i.type)"
        case .storageStore: return "store storage \(i.c)[%\(i.a)], %\(i.b)"
        case .storageSize: return "%\(index) = size of storage \(i.c) : \(i.type)"
        case .sharedLoad: return "%\(index) = load shared[%\(i.a)] : \(i.type)"
        case .sharedStore: return "store shared[%\(i.a)], %\(i.b)"
        case .atomic: return "%\(index) = \(atomic(i)) : \(i.type)"
        case .imageLoad, .imageSize: return "%\(index) = \(image(i)) : \(i.type)"
        case .imageStore: return image(i)
        case .barrier, .memoryBarrier, .emitVertex, .endPrimitive: return "\(i.opcode)"
        default: break
        }
        let definition = i.opcode.definition
        let operands = [(definition.a, i.a), (definition.b, i.b), (definition.c, i.c)].compactMap { kind, operand -> String? in
            switch kind {
            case .none: nil
            case .slot: "slot \(operand)"
            case .block: "block \(operand)"
            default: kind.isValue ? "%\(operand)" : "\(operand)"
            }
        }
        return "%\(index) = \(([String(describing: i.opcode)] + operands).joined(separator: " ")) : \(i.type)"
    }

    private func literal(_ i: Instruction) -> String {
        let bits = UInt32(bitPattern: i.c)
        return switch i.type {
        case .float: "\(Float(bitPattern: bits))"
        case .int: "\(i.c)"
        case .bool: bits == 0 ? "false" : "true"
        case .uint, .void: "\(bits)"
        }
    }

    private func lookup(_ i: Instruction) -> String {
        guard module.textureOperations.indices.contains(Int(i.c)) else { return "\(i.opcode) ?" }
        let t = module.textureOperations[Int(i.c)]
        var parts = [i.opcode == .textureSize ? "textureSize" : "\(t.kind)", "\(t.dimension)", "unit \(t.unit)"]
        if t.unitIndex >= 0 { parts.append("+ %\(t.unitIndex) of \(t.unitCount)") }
        if i.opcode == .textureSize { return (parts + ["level %\(i.a)"]).joined(separator: " ") }
        parts.append("at \(list(t.coordinate))")
        if t.isShadow { parts.append("compare %\(t.reference)" + (t.repeatsOutcome ? " in all" : "")) }
        switch t.levelOfDetail {
        case .implicit: break
        case .bias: parts.append("bias %\(t.lod)")
        case .explicit: parts.append("lod %\(t.lod)")
        case .gradient: parts.append("gradient \(list(t.gradientX)) \(list(t.gradientY))")
        }
        if !t.offset.isEmpty { parts.append("offset \(list(t.offset))") }
        if t.sample >= 0 { parts.append("sample %\(t.sample)") }
        if t.kind == .gather, !t.isShadow { parts.append("component \(t.gatherComponent)") }
        return parts.joined(separator: " ")
    }

    private func image(_ i: Instruction) -> String {
        guard module.imageOperations.indices.contains(Int(i.c)) else { return "\(i.opcode) ?" }
        let operation = module.imageOperations[Int(i.c)]
        return "\(i.opcode) \(texel(operation))" + (operation.values.isEmpty ? "" : ", \(list(operation.values))")
    }

    private func texel(_ image: ImageOperation) -> String {
        var parts = ["\(image.dimension)"] + (image.format.map { ["\($0)"] } ?? []) + ["unit \(image.unit)"]
        if image.unitIndex >= 0 { parts.append("+ %\(image.unitIndex) of \(image.unitCount)") }
        if !image.coordinate.isEmpty { parts.append("at \(list(image.coordinate))") }
        if image.sample >= 0 { parts.append("sample %\(image.sample)") }
        return parts.joined(separator: " ")
    }

    private func atomic(_ i: Instruction) -> String {
        guard module.atomicOperations.indices.contains(Int(i.c)) else { return "atomic ?" }
        let operation = module.atomicOperations[Int(i.c)]
        let word = switch operation.memory {
        case .storage(let block, let index): "storage \(block)[%\(index)]"
        case .shared(let index): "shared[%\(index)]"
        case .image(let image): module.imageOperations.indices.contains(image) ? "image \(texel(module.imageOperations[image]))" : "image ?"
        }
        return "atomic \(operation.function) \(word), %\(operation.value)" + (operation.comparator >= 0 ? " if equal to %\(operation.comparator)" : "")
    }

    private func list(_ values: [Int32]) -> String { "(" + values.map { "%\($0)" }.joined(separator: " ") + ")" }

    private func place(_ index: Int) -> String {
        guard module.instructions[index].opcode != .constant, module.instructionLocations.indices.contains(index) else { return "" }
        let number = Int(module.instructionLocations[index])
        guard module.locations.indices.contains(number) else { return "" }
        let location = module.locations[number]
        guard location.line > 0, module.files.indices.contains(Int(location.file)) else { return "" }
        return "\(module.files[Int(location.file)]):\(location.line)"
    }
}
