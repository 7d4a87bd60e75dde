// StageLowering+CallOrder: the order of evaluation around a call.
//
// Arguments are evaluated once, from left to right, before the call (GLSL 4.60, 6.1.1). If f changes i in f(i, v[i]), the element
// of v that is passed does not change. glslang follows this rule except for out arguments that need a conversion. Instead of an out
// argument that needs a conversion, glslang passes a variable named tempArg, and evaluates the argument's destination after the call. This
// code moves the evaluation of these destinations before the call.

extension StageLowering {
    /// Returns the instructions of a block in the order in which the instructions are lowered.
    func ordered(_ instructions: [SPIRVInstruction]) -> [SPIRVInstruction] {
        // If the source itself uses the name tempArg, the two kinds of variables cannot be distinguished, so glslang's order is
        // kept.
        guard instructions.contains(where: { $0.opcode == .functionCall }),
              !lines.files.contains(where: { $0.text.contains(Self.convertedArgument) }) else { return instructions }
        var result: [SPIRVInstruction] = []
        var index = 0
        while index < instructions.count {
            let call = instructions[index]
            index += 1
            if call.opcode == .functionCall, let conversions = conversions(instructions, behind: call, from: index) {
                result += conversions.places
                result.append(call)
                result += conversions.copies
                index += conversions.places.count + conversions.copies.count
            } else {
                result.append(call)
            }
        }
        return result
    }

    private static var convertedArgument: String { "tempArg" }

    /// Finds the instructions that follow a call with converted arguments. Returns two lists: the instructions that compute destinations,
    /// and the instructions that copy values back. The result is nil if the call has no converted arguments, or if a branch comes before
    /// the end of the copies.
    private func conversions(_ instructions: [SPIRVInstruction], behind call: SPIRVInstruction,
                             from start: Int) -> (places: [SPIRVInstruction], copies: [SPIRVInstruction])? {
        func operand(_ i: SPIRVInstruction, _ index: Int) -> UInt32 { index + 1 < i.count ? spirv.words[i.start + index + 1] : 0 }
        // In the first part of the copies, each parameter is copied to its argument by a load and a store, with an access chain between
        // them.
        var index = start
        var converted: Set<UInt32> = []
        while index < instructions.count, instructions[index].opcode == .load {
            guard let store = instructions[(index + 1)...].firstIndex(where: { $0.opcode != .accessChain }),
                  instructions[store].opcode == .store,
                  operand(instructions[store], 1) == operand(instructions[index], 1) else { break }
            let target = operand(instructions[store], 0)
            if spirv.name(target) == Self.convertedArgument { converted.insert(target) }
            index = store + 1
        }
        guard !converted.isEmpty else { return nil }
        var copies = Array(instructions[start..<index])
        var places: [SPIRVInstruction] = []
        // In the second part of the copies, each argument is converted and stored in its destination. An instruction that uses no converted
        // value belongs to the evaluation of a destination.
        var values: Set<UInt32> = []
        var storeCount = 0
        for instruction in instructions[index...] where storeCount < converted.count {
            let isStore = instruction.opcode == .store
            // The function's result is stored in a variable before the arguments are converted.
            if isStore, operand(instruction, 1) == operand(call, 1) {
                copies.append(instruction)
                continue
            }
            let uses = isStore ? [operand(instruction, 1)] : (2..<max(2, instruction.count - 1)).map { operand(instruction, $0) }
            if uses.contains(where: { values.contains($0) || (instruction.opcode == .load && converted.contains($0)) }) {
                if isStore { storeCount += 1 } else { values.insert(operand(instruction, 1)) }
                copies.append(instruction)
            } else {
                places.append(instruction)
            }
        }
        return storeCount == converted.count ? (places, copies) : nil
    }
}
