// ModuleBuilder: writes small ShaderModules by hand, so that the interpreter is tested without the front end.

import Shading

/// A value under construction: a constant, or the result of an instruction of the body.
struct BuiltValue {
    fileprivate var isConstant: Bool
    fileprivate var index: Int
}

struct ModuleBuilder {
    private struct Pending {
        var opcode: Opcode
        var type: ScalarType
        var values: [BuiltValue]
        var b: Int?
        var c: Int?
        var line: Int32
    }

    var stage = ShaderStage.fragment
    var localArrays: [LocalArray] = []
    var localSlotCount = 0
    var inputComponentCount = 0
    var outputs: [InterfaceVariable] = []
    /// The source line of the next instructions.
    var line: Int32 = 0
    private var constants: [UInt32] = []
    private var body: [Pending] = []
    private var open: [Int] = []
    private var textureOperations: [(TextureOperation, coordinate: [BuiltValue])] = []

    init() {}

    mutating func constant(_ bits: UInt32) -> BuiltValue {
        constants.append(bits)
        return BuiltValue(isConstant: true, index: constants.count - 1)
    }
    mutating func constant(_ value: Float) -> BuiltValue { constant(value.bitPattern) }
    mutating func constant(_ value: Int32) -> BuiltValue { constant(UInt32(bitPattern: value)) }

    @discardableResult
    mutating func emit(_ opcode: Opcode, _ values: BuiltValue..., b: Int? = nil, c: Int? = nil, type: ScalarType = .uint) -> BuiltValue {
        emit(opcode, values, b: b, c: c, type: type)
    }

    @discardableResult
    mutating func emit(_ opcode: Opcode, _ values: [BuiltValue], b: Int? = nil, c: Int? = nil, type: ScalarType = .uint) -> BuiltValue {
        body.append(Pending(opcode: opcode, type: type, values: values, b: b, c: c, line: line))
        return BuiltValue(isConstant: false, index: body.count - 1)
    }

    mutating func input(_ component: Int) -> BuiltValue {
        inputComponentCount = max(inputComponentCount, component + 1)
        return emit(.input, c: component)
    }
    mutating func load(_ slot: Int) -> BuiltValue {
        localSlotCount = max(localSlotCount, slot + 1)
        return emit(.load, c: slot)
    }
    mutating func store(_ slot: Int, _ value: BuiltValue) {
        localSlotCount = max(localSlotCount, slot + 1)
        emit(.store, value, c: slot, type: .void)
    }

    /// Opens a block or loop and returns its handle, for `exit`.
    mutating func begin(_ opcode: Opcode, _ condition: BuiltValue? = nil) -> Int {
        emit(opcode, condition.map { [$0] } ?? [], type: .void)
        open.append(body.count - 1)
        return body.count - 1
    }
    mutating func otherwise() {
        body[open.last!].b = body.count
        emit(.elseBegin, type: .void)
    }
    mutating func end() {
        let begin = open.removeLast()
        let end = body.count
        emit(.end, c: begin, type: .void)
        body[begin].c = end
        for index in begin + 1 ..< end where body[index].opcode == .elseBegin && body[index].c == nil { body[index].c = end }
        if body[begin].opcode == .ifBegin && body[begin].b == nil { body[begin].b = end }
    }
    mutating func exit(_ block: Int) { emit(.exit, c: block, type: .void) }

    /// Emits a texture lookup at `coordinate`, and returns its four results.
    mutating func texture(_ operation: TextureOperation, coordinate: [BuiltValue]) -> [BuiltValue] {
        textureOperations.append((operation, coordinate))
        let first = emit(.texture, c: textureOperations.count - 1, type: operation.resultType)
        return [first] + (1 ... 3).map { emit(.component, c: $0, type: operation.resultType) }
    }

    func build() -> ShaderModule {
        var module = ShaderModule(stage: stage)
        let shift = constants.count
        func index(_ value: BuiltValue) -> Int32 { Int32(value.isConstant ? value.index : value.index + shift) }
        module.instructions = constants.map { Instruction(.constant, .uint, c: Int32(bitPattern: $0)) }
        module.constantCount = shift
        for pending in body {
            var instruction = Instruction(pending.opcode, pending.type)
            if pending.values.count > 0 { instruction.a = index(pending.values[0]) }
            if pending.values.count > 1 { instruction.b = index(pending.values[1]) }
            if pending.values.count > 2 { instruction.c = index(pending.values[2]) }
            let isTarget = [.ifBegin, .elseBegin, .blockBegin, .loopBegin, .end, .exit].contains(pending.opcode)
            if let b = pending.b { instruction.b = Int32(isTarget ? b + shift : b) }
            if let c = pending.c { instruction.c = Int32(isTarget ? c + shift : c) }
            module.instructions.append(instruction)
        }
        module.files = ["hand.frag"]
        module.functionNames = ["main"]
        module.locations = (constants.map { _ in 0 } + body.map(\.line)).map {
            ShaderLocation(file: 0, line: $0, function: 0, inlinedAt: -1)
        }
        module.instructionLocations = module.locations.indices.map { Int32($0) }
        module.localArrays = localArrays
        module.localSlotCount = max(localSlotCount, localArrays.map { $0.firstSlot + $0.count }.max() ?? 0)
        module.inputComponentCount = inputComponentCount
        module.outputs = outputs
        module.usesDiscard = body.contains { $0.opcode == .discard }
        module.textureOperations = textureOperations.map { operation, coordinate in
            var operation = operation
            operation.coordinate = coordinate.map(index)
            return operation
        }
        return module
    }
}

extension SIMDMask<SIMD4<Int32>> {
    static var all: Self { Self(repeating: true) }
}

/// Runs one opcode on inputs; the operands are the input components 0, 1, 2.
struct OpcodeRunner {
    let interpreter: Interpreter

    init(_ opcode: Opcode) {
        var builder = ModuleBuilder()
        let operands = (0 ..< opcode.valueOperandCount).map { builder.input($0) }
        builder.store(0, builder.emit(opcode, operands))
        builder.outputs = [InterfaceVariable(name: "result", type: .scalar(.uint), location: 0, firstSlot: 0)]
        interpreter = Interpreter(module: builder.build(), stepLimit: 1)
    }

    func callAsFunction(_ operands: QuadUInt...) -> QuadUInt {
        for (index, operand) in operands.enumerated() { interpreter.inputs[index] = operand }
        _ = try? interpreter.run(active: .all)
        return interpreter.locals[0]
    }
}
