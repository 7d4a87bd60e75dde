// ConstantLoads: in the baseline tier, vectors of constants are loaded from memory.
//
// To find shorter code, LLVM's instruction selection looks at every element of a constant vector many times; this search took half of
// the selection's time. If a constant vector is loaded from memory, instruction selection sees no elements, and the resulting code is about the same.

import CLLVM

extension KernelBuilder {
    /// Replaces vectors of constants by loads. Call this function after the passes, because the passes cannot use constants that are
    /// loaded from memory.
    func loadConstants() {
        var tables: [LLVMValueRef: LLVMValueRef] = [:]
        var function = llvm.pointee.GetFirstFunction(module)
        while let current = function {
            var block = llvm.pointee.GetFirstBasicBlock(current)
            while let inner = block {
                loadConstants(of: inner, &tables)
                block = llvm.pointee.GetNextBasicBlock(inner)
            }
            function = llvm.pointee.GetNextFunction(current)
        }
    }

    /// Adds a load of each constant before the constant's first use in the block.
    private func loadConstants(of block: LLVMBasicBlockRef, _ tables: inout [LLVMValueRef: LLVMValueRef]) {
        var loads: [LLVMValueRef: LLVMValueRef] = [:]
        var instruction = llvm.pointee.GetFirstInstruction(block)
        while let current = instruction {
            defer { instruction = llvm.pointee.GetNextInstruction(current) }
            let opcode = llvm.pointee.GetInstructionOpcode(current)
            // Constant operands of a phi stay constants, because their loads would have to be placed in other blocks. A multiplication
            // keeps its constant, because multiplications by some constants become shifts.
            if opcode == LLVMPHI || opcode == LLVMMul { continue }
            for index in 0 ..< UInt32(llvm.pointee.GetNumOperands(current)) {
                guard let operand = llvm.pointee.GetOperand(current, index), llvm.pointee.IsAConstantDataVector(operand) != nil else { continue }
                if opcode.isShift && index == 1 && !shiftsByVectors(operand) { continue }
                if let known = loads[operand] {
                    llvm.pointee.SetOperand(current, index, known)
                    continue
                }
                let table = tables[operand] ?? constantTable(operand)
                tables[operand] = table
                llvm.pointee.PositionBuilderBefore(builder, current)
                let load = llvm.pointee.BuildLoad2(builder, llvm.pointee.TypeOf(operand), table, "")!
                llvm.pointee.SetAlignment(load, Self.tableAlignment)
                markInvariant(load)
                llvm.pointee.SetOperand(current, index, load)
                loads[operand] = load
            }
        }
    }

    /// Returns whether the processor has an instruction that shifts each element by a separate amount.
    private func shiftsByVectors(_ amounts: LLVMValueRef) -> Bool {
        let element = llvm.pointee.TypeOf(llvm.pointee.GetAggregateElement(amounts, 0))
        if element == type(.int16) { return target.x86Level >= 4 }
        return (element == type(.int32) || element == type(.int64)) && (!target.isX86 || target.x86Level >= 3)
    }
}

extension LLVMOpcode {
    fileprivate var isShift: Bool { self == LLVMShl || self == LLVMLShr || self == LLVMAShr }
}
