// ShaderModule+Validation: checks the rules of ShaderModule.swift.

/// A rule that the module breaks, and the place in the module.
public struct ShaderModuleViolation: Sendable, Hashable, CustomStringConvertible {
    /// The rules for modules.
    public enum Rule: String, Sendable, Hashable {
        /// Constants are at the start of the module and nowhere else.
        case constants
        /// Every operand exists and precedes its use.
        case operand
        /// A value is used only inside the construct that defines it.
        case scope
        /// Operands and results have the types that the opcode requires.
        case type
        /// Constructs are nested and ended correctly.
        case controlFlow
        /// Indices into the module's tables are in range.
        case table
        /// An instruction with several results is followed by its components.
        case component
    }
    /// The broken rule.
    public var rule: Rule
    /// The index of the instruction; −1 if the mistake is in a table.
    public var instruction: Int
    /// A sentence that describes the mistake.
    public var message: String
    public var description: String { "%\(instruction): \(rule.rawValue): \(message)" }
}

extension ShaderModule {
    /// Returns all violations, in order; empty for a valid module.
    /// - Parameters:
    ///   - uniformBlockCount: the number of uniform blocks of the program; nil if it is unknown.
    ///   - storageBlockCount: the number of storage blocks of the program; nil if it is unknown.
    public func validate(uniformBlockCount: Int? = nil, storageBlockCount: Int? = nil) -> [ShaderModuleViolation] {
        var validator = Validator(module: self, uniformBlockCount: uniformBlockCount, storageBlockCount: storageBlockCount)
        validator.run()
        return validator.violations
    }
}

private struct Validator {
    let module: ShaderModule
    let uniformBlockCount: Int?
    let storageBlockCount: Int?
    var violations: [ShaderModuleViolation] = []
    /// For each instruction, the number of its scope. A scope is a branch or a body of a construct.
    private var scopes: [Int] = []
    /// For each scope, whether the scope is still open. The values of an ended scope must not be used.
    private var scopeIsOpen: [Bool] = [true]
    private var open: [(begin: Int, scope: Int, hasElse: Bool)] = []
    private var index = 0

    init(module: ShaderModule, uniformBlockCount: Int?, storageBlockCount: Int?) {
        self.module = module
        self.uniformBlockCount = uniformBlockCount
        self.storageBlockCount = storageBlockCount
        scopes = [Int](repeating: 0, count: module.instructions.count)
    }

    mutating func run() {
        checkTables()
        for (position, instruction) in module.instructions.enumerated() {
            index = position
            if (instruction.opcode == .constant) != (position < module.constantCount) {
                report(.constants, "constants must come first")
            }
            scopes[position] = open.last?.scope ?? 0
            checkOperands(instruction)
            checkControlFlow(instruction)
        }
        index = module.instructions.count
        if !open.isEmpty { report(.controlFlow, "\(open.count) constructs do not end") }
    }

    private mutating func report(_ rule: ShaderModuleViolation.Rule, _ message: String) {
        violations.append(ShaderModuleViolation(rule: rule, instruction: index, message: message))
    }

    // MARK: Operands

    private mutating func checkOperands(_ i: Instruction) {
        let definition = i.opcode.definition
        check(definition.a, i.a, "a", i)
        check(definition.b, i.b, "b", i)
        check(definition.c, i.c, "c", i)
        if !definition.result.accepts(i.type) { report(.type, "\(i.opcode) cannot have a result of type \(i.type)") }
        if i.opcode == .component { checkComponent(i) }
        if definition.c == .texture, module.textureOperations.indices.contains(Int(i.c)) { checkTexture(module.textureOperations[Int(i.c)], i) }
        if definition.c == .image, module.imageOperations.indices.contains(Int(i.c)) { checkImage(module.imageOperations[Int(i.c)], i) }
        if definition.c == .atomic, module.atomicOperations.indices.contains(Int(i.c)) { checkAtomic(module.atomicOperations[Int(i.c)], i) }
        if i.opcode.extraResults > 0 {
            for k in 1...i.opcode.extraResults {
                let next = index + k
                guard next < module.instructions.count, module.instructions[next].opcode == .component,
                      module.instructions[next].c == Int32(k) else {
                    report(.component, "component \(k) does not follow")
                    break
                }
            }
        }
    }

    private mutating func check(_ kind: OperandKind, _ operand: Int32, _ field: String, _ i: Instruction) {
        let value = Int(operand)
        switch kind {
        case .none: if operand != -1 { report(.operand, "\(field) is not used and must be -1") }
        case .literal, .component: break
        case .input:
            if !(0..<module.inputComponentCount).contains(value) { report(.operand, "there is no input component \(value)") }
        case .builtin:
            if BuiltinInput(rawValue: operand) == nil { report(.operand, "there is no built-in input \(value)") }
        case .block:
            if value < 0 || value >= uniformBlockCount ?? .max { report(.operand, "there is no uniform block \(value)") }
        case .slot:
            if !(0..<module.localSlotCount).contains(value) { report(.operand, "there is no local slot \(value)") }
        case .array:
            if !module.localArrays.indices.contains(value) { report(.operand, "there is no local array \(value)") }
        case .texture:
            if !module.textureOperations.indices.contains(value) { report(.operand, "there is no texture operation \(value)") }
        case .storage:
            if value < 0 || value >= storageBlockCount ?? .max { report(.operand, "there is no storage block \(value)") }
        case .atomic:
            if !module.atomicOperations.indices.contains(value) { report(.operand, "there is no atomic operation \(value)") }
        case .image:
            if !module.imageOperations.indices.contains(value) { report(.operand, "there is no image operation \(value)") }
        case .instruction:
            if !module.instructions.indices.contains(value) { report(.operand, "\(field) names no instruction") }
        case .float, .int, .uint, .integer, .bool, .bits, .any, .result:
            checkValue(kind, operand, field, i)
        }
    }

    private mutating func checkValue(_ kind: OperandKind, _ operand: Int32, _ field: String, _ i: Instruction) {
        let value = Int(operand)
        guard value >= 0, value < index else { return report(.operand, "\(field) uses %\(value), which is defined later") }
        let type = module.instructions[value].type
        if !kind.accepts(type, result: i.type) { report(.type, "\(i.opcode) cannot take %\(value) of type \(type) as \(field)") }
        if !scopeIsOpen[scopes[value]] { report(.scope, "\(field) uses %\(value), whose construct has ended") }
    }

    private mutating func checkComponent(_ i: Instruction) {
        let base = index - Int(i.c)
        guard i.c >= 1, base >= 0, Int(i.c) <= module.instructions[base].opcode.extraResults else {
            return report(.component, "there is no instruction with several results \(i.c) places before")
        }
        if module.instructions[base].type != i.type { report(.type, "a component has another type than its instruction") }
    }

    private mutating func checkTexture(_ t: TextureOperation, _ i: Instruction) {
        func list(_ values: [Int32], _ kind: OperandKind, _ name: String) {
            for value in values { check(kind, value, name, i) }
        }
        func optional(_ value: Int32, _ kind: OperandKind, _ name: String) {
            if value != -1 { check(kind, value, name, i) }
        }
        optional(t.unitIndex, .int, "unitIndex")
        if t.unit < 0 || t.unitCount < 1 { report(.table, "the units of a texture operation are wrong") }
        guard i.opcode == .texture else { return }
        if i.type != t.resultType { report(.type, "a lookup has the type \(i.type), its operation \(t.resultType)") }
        if t.coordinate.count != (t.kind.isCount ? 0 : t.dimension.coordinateCount) { report(.operand, "a lookup has \(t.coordinate.count) coordinates") }
        list(t.coordinate, t.kind == .fetch ? .int : .float, "coordinate")
        if t.isShadow != (t.reference != -1) { report(.operand, "shadow lookups, and only they, have a reference") }
        if t.repeatsOutcome, !t.isShadow || t.kind != .sample { report(.operand, "only filtered shadow lookups repeat the outcome") }
        optional(t.reference, .float, "reference")
        let hasLevel = t.levelOfDetail == .bias || t.levelOfDetail == .explicit
        if hasLevel != (t.lod != -1) { report(.operand, "a level is missing or unexpected") }
        optional(t.lod, t.kind == .fetch ? .int : .float, "lod")
        let hasGradients = t.levelOfDetail == .gradient
        if t.gradientX.count != (hasGradients ? t.dimension.derivativeCount : 0) || t.gradientY.count != t.gradientX.count {
            report(.operand, "gradients are missing or too many")
        }
        list(t.gradientX, .float, "gradientX")
        list(t.gradientY, .float, "gradientY")
        if !t.offset.isEmpty, t.offset.count != t.dimension.offsetCount { report(.operand, "an offset has the wrong size") }
        list(t.offset, .int, "offset")
        if (t.kind == .fetch && t.dimension.isMultisampled) != (t.sample != -1) { report(.operand, "fetches from multisampled textures, and only they, have a sample") }
        optional(t.sample, .int, "sample")
        if !(0..<4).contains(t.gatherComponent) { report(.table, "a gather collects component \(t.gatherComponent)") }
    }

    private mutating func checkImage(_ image: ImageOperation, _ i: Instruction) {
        if image.unitIndex != -1 { check(.int, image.unitIndex, "unitIndex", i) }
        if image.unit < 0 || image.unitCount < 1 { report(.table, "the units of an image operation are wrong") }
        if i.opcode == .imageLoad, i.type != image.type { report(.type, "a load has the type \(i.type), its operation \(image.type)") }
        if image.coordinate.count != (i.opcode == .imageSize ? 0 : image.dimension.imageCoordinateCount) {
            report(.operand, "an image operation has \(image.coordinate.count) coordinates")
        }
        for value in image.coordinate { check(.int, value, "coordinate", i) }
        if (image.dimension.isMultisampled && i.opcode != .imageSize) != (image.sample != -1) {
            report(.operand, "accesses to multisampled images, and only they, have a sample")
        }
        if image.sample != -1 { check(.int, image.sample, "sample", i) }
        if image.values.count != (i.opcode == .imageStore ? 4 : 0) { report(.operand, "an image operation writes \(image.values.count) components") }
        for value in image.values { check(OperandKind(of: image.type), value, "values", i) }
    }

    private mutating func checkAtomic(_ atomic: AtomicOperation, _ i: Instruction) {
        let isFloatExchange = atomic.type == .float && atomic.function == .exchange
        if i.type != atomic.type || ![.int, .uint].contains(atomic.type) && !isFloatExchange {
            report(.type, "an atomic operation has the type \(i.type), its operation \(atomic.type)")
        }
        check(OperandKind(of: atomic.type), atomic.value, "value", i)
        if (atomic.comparator != -1) != (atomic.function == .compareExchange) { report(.operand, "only a comparison has a comparator") }
        if atomic.comparator != -1 { check(OperandKind(of: atomic.type), atomic.comparator, "comparator", i) }
        switch atomic.memory {
        case .storage(let block, let index):
            check(.storage, Int32(clamping: block), "block", i)
            check(.int, index, "index", i)
        case .shared(let index): check(.int, index, "index", i)
        case .image(let operation):
            guard module.imageOperations.indices.contains(operation) else { return report(.operand, "there is no image operation \(operation)") }
            checkImage(module.imageOperations[operation], i)
        }
    }

    // MARK: Control flow

    private mutating func checkControlFlow(_ i: Instruction) {
        switch i.opcode {
        case .ifBegin, .blockBegin, .loopBegin:
            scopeIsOpen.append(true)
            open.append((index, scopeIsOpen.count - 1, false))
            let end = Int(i.c)
            guard module.instructions.indices.contains(end), module.instructions[end].opcode == .end,
                  Int(module.instructions[end].c) == index else { return report(.controlFlow, "c is not the matching end") }
            if i.opcode == .ifBegin {
                let next = Int(i.b)
                guard module.instructions.indices.contains(next), next == end || module.instructions[next].opcode == .elseBegin else {
                    return report(.controlFlow, "b is neither the matching else nor the end")
                }
            }
        case .elseBegin:
            guard let innermost = open.last, module.instructions[innermost.begin].opcode == .ifBegin, !innermost.hasElse else {
                return report(.controlFlow, "an else without an if")
            }
            if Int(module.instructions[innermost.begin].b) != index { report(.controlFlow, "the if's b names another else") }
            if i.c != module.instructions[innermost.begin].c { report(.controlFlow, "c is not the end of the if") }
            scopeIsOpen[innermost.scope] = false
            scopeIsOpen.append(true)
            open[open.count - 1].scope = scopeIsOpen.count - 1
            open[open.count - 1].hasElse = true
        case .end:
            guard let innermost = open.popLast() else { return report(.controlFlow, "an end without a begin") }
            if Int(i.c) != innermost.begin { report(.controlFlow, "c is not the matching begin") }
            let begin = module.instructions[innermost.begin]
            if begin.opcode == .ifBegin, !innermost.hasElse, Int(begin.b) != index { report(.controlFlow, "the if's b is not its end") }
            scopeIsOpen[innermost.scope] = false
        case .exit:
            guard open.contains(where: { $0.begin == Int(i.c) }), module.instructions[Int(i.c)].opcode == .blockBegin else {
                return report(.controlFlow, "an exit without an enclosing block")
            }
        default: break
        }
    }

    // MARK: Tables

    private mutating func checkTables() {
        index = -1
        if module.instructionLocations.count != module.instructions.count { report(.table, "locations are not parallel to instructions") }
        if module.instructionLocations.contains(where: { !module.locations.indices.contains(Int($0)) }) {
            report(.table, "an instruction's location is out of range")
        }
        for (position, location) in module.locations.enumerated() {
            if !module.files.indices.contains(Int(location.file)) || !module.functionNames.indices.contains(Int(location.function))
                || location.inlinedAt >= position || location.inlinedAt < -1 {
                report(.table, "location \(position) is wrong")
            }
        }
        if (0..<3).contains(where: { module.workGroupSize[$0] < 1 }) || module.sharedWordCount < 0 { report(.table, "the work group's size is wrong") }
        if (module.stage == .geometry) != (module.geometryLayout != nil) { report(.table, "only geometry shaders have a layout of primitives, and all of them") }
        if let layout = module.geometryLayout, module.inputComponentCount % layout.input.vertexCount != 0 {
            report(.table, "the inputs are not those of \(layout.input.vertexCount) vertices")
        }
        if module.builtinOutputs.primitiveID != nil && module.stage != .geometry {
            report(.table, "only geometry shaders give primitives a number")
        }
        func isInside(_ first: Int, _ count: Int, _ limit: Int) -> Bool { first >= 0 && count >= 0 && first + count <= limit }
        for array in module.localArrays where !isInside(array.firstSlot, array.count, module.localSlotCount) {
            report(.table, "a local array leaves the slots")
        }
        for variable in module.localVariables where !isInside(variable.firstSlot, variable.type.scalarCount, module.localSlotCount) {
            report(.table, "the slots of '\(variable.name)' do not exist")
        }
        for output in module.outputs where !isInside(output.firstSlot, output.type.scalarCount, module.localSlotCount) {
            report(.table, "the slots of output '\(output.name)' do not exist")
        }
        for input in module.inputs where !isInside(input.firstSlot, input.type.scalarCount, module.inputComponentCount) {
            report(.table, "the components of input '\(input.name)' do not exist")
        }
        let builtins = module.builtinOutputs
        for (slot, count) in [(builtins.position, 4), (builtins.pointSize, 1), (builtins.clipDistance, builtins.clipDistanceCount),
                              (builtins.fragmentDepth, 1), (builtins.sampleMask, 1), (builtins.primitiveID, 1), (builtins.layer, 1)] {
            if let slot, !isInside(slot, count, module.localSlotCount) { report(.table, "the slots of a built-in output do not exist") }
        }
    }
}
