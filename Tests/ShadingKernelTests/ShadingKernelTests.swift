import Kernel
import Shading
import ShadingKernel
import Testing

private let targets: [KernelTarget] = [4, 8, 16].map { KernelTarget(lanes: $0) }
    + [KernelTarget(lanes: 8, instructionSet: .x86v3), KernelTarget(lanes: 4, instructionSet: .x86v2), KernelTarget(lanes: 16, instructionSet: .x86v1)].filter(\.runsHere)

/// input…, opcode, store.
private func module(_ opcode: Opcode, operandTypes: [ScalarType], resultType: ScalarType, uniformOperands: Bool = false) -> ShaderModule {
    var module = ShaderModule(stage: .fragment)
    for (index, type) in operandTypes.enumerated() {
        module.instructions.append(uniformOperands ? Instruction(.uniform, type, b: 0, c: Int32(index)) : Instruction(.input, type, c: Int32(index)))
    }
    var instruction = Instruction(opcode, resultType)
    if operandTypes.count > 0 { instruction.a = 0 }
    if operandTypes.count > 1 { instruction.b = 1 }
    if operandTypes.count > 2 { instruction.c = 2 }
    module.instructions.append(instruction)
    module.instructions.append(Instruction(.store, .void, a: Int32(operandTypes.count), c: 0))
    module.inputComponentCount = operandTypes.count
    module.localSlotCount = 1
    module.outputs = [InterfaceVariable(name: "result", type: .scalar(resultType), location: 0, firstSlot: 0)]
    return module
}

private struct OpcodeCase: CustomStringConvertible {
    var opcode: Opcode
    var operands: [ScalarType]
    var result: ScalarType
    var description: String { "\(opcode) of \(operands)" }
}

/// Every pure opcode with operands and results of each type its signature allows.
private let opcodeCases: [OpcodeCase] = Opcode.allCases.flatMap { opcode -> [OpcodeCase] in
    let signature = opcode.signature
    let isDerivative = [.ddxCoarse, .ddyCoarse, .ddxFine, .ddyFine].contains(opcode)
    guard signature.a.isValue, signature.result != .none, opcode.isPure || isDerivative, opcode != .uniformIndexed else { return [] }
    func types(_ kind: OperandKind, _ type: ScalarType) -> ScalarType? {
        switch kind {
        case .none: nil
        case .float: .float
        case .int: .int
        case .uint: .uint
        case .bool: .bool
        default: type
        }
    }
    let choices: [ScalarType] = switch signature.result {
    case .bits, .any: [.int, .bool, .float].filter { signature.result == .any || $0 != .float }
    default: [.uint]
    }
    return choices.map { choice in
        let operands = [signature.a, signature.b, signature.c].filter(\.isValue).compactMap { types($0, choice) }
        let result: ScalarType = switch signature.result {
        case .bool: .bool
        case .int: .int
        case .uint, .integer: .uint
        case .float: .float
        default: choice
        }
        return OpcodeCase(opcode: opcode, operands: operands, result: result)
    }
}

private func pattern(_ type: ScalarType, _ randomness: inout Randomness) -> UInt32 {
    let special: [Float] = [0, -0.0, 1, -1, 0.5, -0.5, 2, 1.5, 2.5, 3, 100, 1e-3, 0.75, 8_388_607.5, 105_615, 1e5, 1e6, 1e10, 1e30, 3e38, -1e20,
                            .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .leastNormalMagnitude, 0x1p-130, 88.7, -87.3, 127.9, -149.5, 65519, 65520, 6e-8]
    switch type {
    case .bool: return Bool.random(using: &randomness) ? .max : 0
    case .float:
        switch Int.random(in: 0 ... 3, using: &randomness) {
        case 0: return special.randomElement(using: &randomness)!.bitPattern
        case 1: return .random(in: 0 ... .max, using: &randomness)
        default: return Float.random(in: -10 ... 10, using: &randomness).bitPattern
        }
    default:
        return Bool.random(using: &randomness) ? .random(in: 0 ... .max, using: &randomness)
            : [0, 1, 2, 7, 31, 32, 33, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff, 0xffff_fff0, 16].randomElement(using: &randomness)!
    }
}

@Test("every operation has the interpreter's bits", arguments: targets)
func operations(target: KernelTarget) throws {
    #expect(opcodeCases.count > 100)
    for (index, test) in opcodeCases.enumerated() {
        let module = module(test.opcode, operandTypes: test.operands, resultType: test.result)
        var comparison = ShaderComparison(module: module, batches: 4096 / target.lanes)
        comparison.input = { component, _, randomness in pattern(test.operands[component], &randomness) }
        let found = try comparison.differences(target, seed: UInt64(index))
        #expect(found.isEmpty, "\(test): \(found.prefix(3))")
    }
}

@Test("operations on uniforms, computed once for all lanes, have the same bits")
func uniformOperations() throws {
    for (index, test) in opcodeCases.enumerated() where !test.operands.contains(.bool) {
        let module = module(test.opcode, operandTypes: test.operands, resultType: test.result, uniformOperands: true)
        let comparison = ShaderComparison(module: module, uniformBlockSizes: [16], batches: 40)
        let found = try comparison.differences(KernelTarget(lanes: 8), seed: UInt64(index))
        #expect(found.isEmpty, "\(test): \(found.prefix(3))")
    }
}

@Test("every program of the corpus has the interpreter's bits", arguments: targets)
func corpus(target: KernelTarget) throws {
    // The lesser targets take a part each, so that the test stays short.
    let cases = target.instructionSet == .host && target.lanes == 16 ? Corpus.all
        : Corpus.all.enumerated().filter { $0.offset % 5 == target.lanes / 4 }.map(\.element)
    var count = 0
    for (index, shaderCase) in cases.enumerated() {
        // A few show what the front end refuses.
        guard let program = try? ShaderCompiler.link(vertex: ShaderSource(text: shaderCase.vertex, name: "case.vert"), fragment: ShaderSource(text: shaderCase.fragment, name: "case.frag")) else { continue }
        count += 1
        for module in [program.vertex, program.fragment] {
            let comparison = ShaderComparison(module: module, interface: program.interface)
            let found = try comparison.differences(target, seed: UInt64(index))
            #expect(found.isEmpty, "\(shaderCase.name), \(module.stage): \(found.prefix(3))")
        }
    }
    #expect(count * 10 > cases.count * 9)
}
