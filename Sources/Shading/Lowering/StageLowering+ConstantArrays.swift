// StageLowering+ConstantArrays: keeps one copy of each constant array. The copy of a constant array is filled at the shader's entry.
//
// SPIR-V cannot index a constant array. So at every use glslang first stores the array in a variable. This storing costs one store for each
// element at each use.

extension StageLowering {
    /// Finds variables that glslang creates to index a constant array. All stores to such a variable store the same constant, and all
    /// access chains into the variable are used only by loads. All variables for the same constant share a copy that is filled at entry.
    func findConstantVariables() {
        var candidates: [UInt32: UInt32?] = [:]
        var chains: [UInt32: UInt32] = [:]
        var recognised: [UInt32: Int] = [:]
        var rejected: Set<UInt32> = []
        func operand(_ i: SPIRVInstruction, _ index: Int) -> UInt32 { index < i.count ? spirv.words[i.start + index] : 0 }
        for block in frame.function.blocks {
            for i in block.instructions where i.opcode == .variable && i.count == 4 {
                if case .pointer(_, let pointee)? = spirv.types[operand(i, 1)], case .array? = spirv.types[pointee] {
                    candidates[operand(i, 2)] = .some(nil)
                    recognised[operand(i, 2)] = 1
                }
            }
        }
        guard !candidates.isEmpty else { return }
        for block in frame.function.blocks {
            for i in block.instructions {
                switch i.opcode {
                case .store:
                    let (variable, value) = (operand(i, 1), operand(i, 2))
                    guard let stored = candidates[variable] else { continue }
                    if isPlainConstant(value), stored == nil || stored == value {
                        candidates[variable] = .some(value)
                        recognised[variable, default: 0] += 1
                    } else {
                        rejected.insert(variable)
                    }
                case .accessChain, .inBoundsAccessChain:
                    guard candidates[operand(i, 3)] != nil else { continue }
                    chains[operand(i, 2)] = operand(i, 3)
                    recognised[operand(i, 3), default: 0] += 1
                    recognised[operand(i, 2), default: 0] += 1
                case .load:
                    recognised[operand(i, 3), default: 0] += 1
                default: break
                }
            }
        }
        // Only the uses that the code above has counted in `recognised` are allowed. So a variable is rejected if the variable or an access
        // chain into it is mentioned more often than the counted uses.
        var mentions: [UInt32: Int] = [:]
        for block in frame.function.blocks {
            for i in block.instructions + [block.terminator] {
                for word in spirv.words[i.start + 1 ..< i.start + i.count] where candidates[word] != nil || chains[word] != nil {
                    mentions[word, default: 0] += 1
                }
            }
        }
        for (chain, variable) in chains where mentions[chain] != recognised[chain] { rejected.insert(variable) }
        for (variable, constant) in candidates {
            guard let constant, !rejected.contains(variable), mentions[variable] == recognised[variable] else { continue }
            frame.constantVariables[variable] = constant
        }
    }

    /// Returns whether the id names a constant whose bits are known without evaluation.
    private func isPlainConstant(_ id: UInt32) -> Bool {
        switch spirv.constants[id]?.value {
        case .composite, .null: true
        case .scalar, .operation, nil: false
        }
    }

    /// Returns a pointer to the shared copy of a constant array. The first request for an array makes the copy, which is filled at
    /// entry.
    func constantArrayPointer(_ constant: UInt32, type: UInt32, name: String) throws(ShaderError) -> Pointer {
        guard let placement = spirv.tightPlacement(type) else { throw malformed("'\(name)' has no data") }
        let values = try constantValue(constant)
        guard values.count == placement.tightWordCount else { throw malformed("'\(name)' is filled with another type") }
        let slot: Int
        if let known = constantArrays[constant] {
            slot = known
        } else {
            slot = builder.allocateSlots(values.count)
            constantArrays[constant] = slot
            builder.atEntry { for (k, value) in values.enumerated() { builder.store(slot + k, value) } }
        }
        return Pointer(memory: .local(firstSlot: slot, count: values.count), placement: placement, name: name)
    }
}
