import Corpus
import Kernel
import SeededRandom
import Shading
import ShadingKernel
import Testing

private let targets: [KernelTarget] = [4, 8, 16, 32].map { KernelTarget(lanes: $0) }
    + [KernelTarget(lanes: 8, instructionSet: .x86v3), KernelTarget(lanes: 4, instructionSet: .x86v2),
       KernelTarget(lanes: 16, instructionSet: .x86v1)].filter(\.runsHere)

/// Returns a module with all cases: it has three operands of each type, and an output for each case.
private func module(_ cases: [OpcodeCase], uniformOperands: Bool = false) -> ShaderModule {
    var module = ShaderModule(stage: .fragment)
    for (index, type) in operandTypes.enumerated() {
        module.instructions.append(uniformOperands ? Instruction(.uniform, type, b: 0, c: Int32(index)) : Instruction(.input, type, c: Int32(index)))
    }
    for (slot, test) in cases.enumerated() {
        var instruction = Instruction(test.opcode, test.result)
        let operands = test.operands.enumerated().map { Int32(operandTypes.firstIndex(of: $1)! + $0) }
        if operands.count > 0 { instruction.a = operands[0] }
        if operands.count > 1 { instruction.b = operands[1] }
        if operands.count > 2 { instruction.c = operands[2] }
        module.instructions.append(instruction)
        module.instructions.append(Instruction(.store, .void, a: Int32(module.instructions.count - 1), c: Int32(slot)))
        module.outputs.append(InterfaceVariable(name: "\(test)", type: .scalar(test.result), location: slot, firstSlot: slot))
    }
    module.inputComponentCount = operandTypes.count
    module.localSlotCount = cases.count
    return module
}
private let operandTypes: [ScalarType] = [.float, .float, .float, .int, .int, .int, .uint, .uint, .uint, .bool, .bool, .bool]

/// An opcode, with a type for each operand and for the result.
private struct OpcodeCase: CustomStringConvertible {
    var opcode: Opcode
    var operands: [ScalarType]
    var result: ScalarType
    var description: String { "\(opcode) of \(operands)" }
}

/// Every pure opcode, with operands and results of each type that its row in the table allows.
private let opcodeCases: [OpcodeCase] = Opcode.allCases.flatMap { opcode -> [OpcodeCase] in
    let definition = opcode.definition
    guard opcode.computes || definition.kind == .derivative else { return [] }
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
    let choices: [ScalarType] = switch definition.result {
    case .bits, .any: [.int, .bool, .float].filter { definition.result == .any || $0 != .float }
    default: [.uint]
    }
    return choices.map { choice in
        let operands = [definition.a, definition.b, definition.c].filter(\.isValue).compactMap { types($0, choice) }
        let result: ScalarType = switch definition.result {
        case .bool: .bool
        case .int: .int
        case .uint, .integer: .uint
        case .float: .float
        default: choice
        }
        return OpcodeCase(opcode: opcode, operands: operands, result: result)
    }
}

private func pattern(_ type: ScalarType, _ randomness: inout SeededGenerator) -> UInt32 {
    let special: [Float] = [0, -0.0, 1, -1, 0.5, -0.5, 2, 1.5, 2.5, 3, 100, 1e-3, 0.75, 8_388_607.5, 105_615, 1e5, 1e6, 1e10, 1e30, 3e38, -1e20,
                            .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .leastNormalMagnitude, 0x1p-130, 88.7, -87.3, 127.9, -149.5, 65519, 65520,
                            6e-8]
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

@Test("every operation gives the interpreter's bits", arguments: targets)
func operations(target: KernelTarget) throws {
    #expect(opcodeCases.count > 80)
    var comparison = ShaderComparison(module: module(opcodeCases), batches: 4096 / target.lanes)
    comparison.input = { component, _, randomness in pattern(operandTypes[component], &randomness) }
    let found = try comparison.differences(target)
    #expect(found.isEmpty, "\(found.prefix(5))")
}

@Test("operations on uniforms, computed once for all lanes, give the same bits")
func uniformOperations() throws {
    let comparison = ShaderComparison(module: module(opcodeCases.filter { !$0.operands.contains(.bool) }, uniformOperands: true), uniformBlockSizes: [64],
                                      batches: 200)
    let found = try comparison.differences(KernelTarget(lanes: 8))
    #expect(found.isEmpty, "\(found.prefix(5))")
}

@Test("every program of the corpus gives the interpreter's bits", arguments: targets)
func corpus(target: KernelTarget) throws {
    // Each other target runs only a part of the corpus, so that the test stays short.
    let cases = target.instructionSet == .host && target.lanes == 16 ? Corpus.all
        : Corpus.all.enumerated().filter { $0.offset % 5 == target.lanes.trailingZeroBitCount - 1 }.map(\.element)
    var count = 0
    for (index, shaderCase) in cases.enumerated() {
        // The test skips the few cases whose programs the front end refuses.
        guard let program = try? ShaderCompiler.link(vertex: ShaderSource(text: shaderCase.vertex, name: "case.vert"),
                                                     fragment: ShaderSource(text: shaderCase.fragment, name: "case.frag")) else { continue }
        count += 1
        for module in [program.vertex, program.fragment] {
            let comparison = ShaderComparison(module: module, interface: program.interface)
            let found = try comparison.differences(target, seed: UInt64(index))
            #expect(found.isEmpty, "\(shaderCase.name), \(module.stage): \(found.prefix(3))")
        }
    }
    #expect(count * 10 > cases.count * 9)
}
