// WideMasks: for processors without mask registers, stores masks in the form that the comparisons of these processors produce.
//
// In LLVM's code a mask is a vector of bits. If a vector of bits is used outside of the block of code that computes the vector, or if two
// masks are combined, LLVM packs the bits of the mask into bytes and unpacks them before each use. On a processor without mask registers, a
// comparison gives a vector of words instead: the bits of each word are all ones or all zeros. A selection can read this vector of words
// directly. So this code turns each such mask into a vector of 32-bit words: in variables, in logic, and wherever masks are shuffled. A
// test of a mask becomes the instruction that collects the top bits of all words.

import CLLVM

extension KernelBuilder {
    /// Widens the masks of all functions. Call this function after the passes, because a pass may turn words back into bits.
    func widenMasks() {
        if target.hasMaskRegisters { return }
        var function = llvm.pointee.GetFirstFunction(module)
        while let current = function {
            if llvm.pointee.GetFirstBasicBlock(current) != nil { WideMasks(self, current).rewrite() }
            function = llvm.pointee.GetNextFunction(current)
        }
    }
}

/// Widens the masks of one function.
private final class WideMasks {
    private let builder: KernelBuilder
    private let llvm: UnsafePointer<LLVMFunctions>
    /// The instructions whose results are masks, in the order of the code.
    private var masks: [LLVMValueRef] = []
    private var numbers: [LLVMValueRef: Int] = [:]
    /// For each mask, the index in `masks` of the mask's parent. Masks that need the same form belong to one group. Each group is a
    /// tree of masks; the root of the tree represents the group and is its own parent.
    private var parents: [Int] = []
    private var widenedGroups: Set<Int> = []
    /// The vector of words for each widened mask.
    private var words: [LLVMValueRef: LLVMValueRef] = [:]
    /// For each instruction that made words out of bits, the words that replace the instruction's result.
    private var replaced: [LLVMValueRef: LLVMValueRef] = [:]

    init(_ builder: KernelBuilder, _ function: LLVMValueRef) {
        self.builder = builder
        llvm = builder.llvm
        forEachInstruction(of: function) { instruction in
            if !isMask(instruction) { return }
            numbers[instruction] = masks.count
            parents.append(masks.count)
            masks.append(instruction)
        }
    }

    func rewrite() {
        if masks.isEmpty { return }
        findGroups()
        for mask in masks where isWidened(mask) && opcode(mask) == LLVMPHI {
            llvm.pointee.PositionBuilderBefore(builder.builder, mask)
            words[mask] = llvm.pointee.BuildPhi(builder.builder, wordType(mask), "")
        }
        for mask in masks where isWidened(mask) { _ = wide(mask) }
        for mask in masks where isWidened(mask) && opcode(mask) == LLVMPHI { fill(mask) }
        for mask in masks where isWidened(mask) { replaceUses(of: mask) }
        for (instruction, _) in replaced { llvm.pointee.InstructionEraseFromParent(instruction) }
        for mask in masks where isWidened(mask) && (isCombination(mask) || opcode(mask) == LLVMTrunc) {
            llvm.pointee.ReplaceAllUsesWith(mask, llvm.pointee.GetPoison(llvm.pointee.TypeOf(mask)))
            llvm.pointee.InstructionEraseFromParent(mask)
        }
    }

    // MARK: Which masks are widened

    /// Masks that are computed from one another form a group. A group is widened if one of its masks lives longer than a block, or
    /// is made from words, or combines a comparison of 32-bit values with another mask.
    private func findGroups() {
        for (index, mask) in masks.enumerated() where isCombination(mask) {
            forEachMaskOperand(of: mask) { operand in
                if let other = numbers[operand] { parents[root(index)] = root(other) }
            }
        }
        for (index, mask) in masks.enumerated() {
            if livesLonger(mask) || (isCombination(mask) && sources(of: mask)) || opcode(mask) == LLVMTrunc { widenedGroups.insert(root(index)) }
        }
    }

    private func root(_ index: Int) -> Int {
        var index = index
        while parents[index] != index {
            parents[index] = parents[parents[index]]
            index = parents[index]
        }
        return index
    }
    private func isWidened(_ value: LLVMValueRef) -> Bool { numbers[value].map { widenedGroups.contains(root($0)) } ?? false }

    /// Returns whether the mask is used in a block other than the block that computes the mask.
    private func livesLonger(_ mask: LLVMValueRef) -> Bool {
        let block = llvm.pointee.GetInstructionParent(mask)
        return users(of: mask).contains { opcode($0) == LLVMPHI || llvm.pointee.GetInstructionParent($0) != block }
    }
    /// Returns whether an operand of the combination `mask` is a comparison of 32-bit values.
    private func sources(of mask: LLVMValueRef) -> Bool {
        var found = false
        forEachMaskOperand(of: mask) { operand in
            if !isComparison(operand) { return }
            let element = llvm.pointee.TypeOf(llvm.pointee.GetOperand(operand, 0)!)!
            found = found || element == builder.vectorType(.int32, count(mask)) || element == builder.vectorType(.float, count(mask))
        }
        return found
    }

    // MARK: Words

    /// Returns the words of a mask. Adds the code that computes the words at the first request.
    private func wide(_ mask: LLVMValueRef) -> LLVMValueRef {
        if var known = words[mask] {
            while let other = replaced[known] { known = other }
            return known
        }
        if llvm.pointee.IsConstant(mask) != 0 {
            var elements: [LLVMValueRef?] = (0 ..< count(mask)).map { lane in
                let bit = llvm.pointee.GetAggregateElement(mask, UInt32(lane))
                return llvm.pointee.IsAConstantInt(bit) == nil ? llvm.pointee.GetUndef(builder.type(.int32))!
                    : builder.constant(Int32(llvm.pointee.ConstIntGetZExtValue(bit) == 1 ? -1 : 0))
            }
            return llvm.pointee.ConstVector(&elements, UInt32(elements.count))!
        }
        let made: LLVMValueRef
        switch opcode(mask) {
        case _ where !isWidened(mask): preconditionFailure("a mask of another group")
        case LLVMTrunc where llvm.pointee.TypeOf(operand(mask, 0)) == wordType(mask): made = operand(mask, 0)
        case LLVMAnd: made = combine(mask, llvm.pointee.BuildAnd)
        case LLVMOr: made = combine(mask, llvm.pointee.BuildOr)
        case LLVMXor: made = combine(mask, llvm.pointee.BuildXor)
        case LLVMFreeze:
            let operand = wide(operand(mask, 0))
            llvm.pointee.PositionBuilderBefore(builder.builder, mask)
            made = llvm.pointee.BuildFreeze(builder.builder, operand, "")!
        case LLVMSelect:
            let a = wide(operand(mask, 1)), b = wide(operand(mask, 2))
            let choice = operand(mask, 0), isScalar = !isMask(choice)
            let chooser = isScalar || !isWidened(choice) ? choice : wide(choice)
            llvm.pointee.PositionBuilderBefore(builder.builder, mask)
            made = llvm.pointee.BuildSelect(builder.builder, chooser == choice ? choice : bits(ofWords: chooser), a, b, "")!
        case LLVMShuffleVector:
            let a = wide(operand(mask, 0)), b = wide(operand(mask, 1))
            llvm.pointee.PositionBuilderBefore(builder.builder, mask)
            var indices: [LLVMValueRef?] = (0 ..< llvm.pointee.GetNumMaskElements(mask)).map { lane in
                let source = llvm.pointee.GetMaskValue(mask, lane)
                return source < 0 ? llvm.pointee.GetPoison(builder.type(.int32)) : builder.constant(source)
            }
            made = llvm.pointee.BuildShuffleVector(builder.builder, a, b, llvm.pointee.ConstVector(&indices, UInt32(indices.count)), "")!
        case LLVMInsertElement:
            let vector = wide(operand(mask, 0))
            llvm.pointee.PositionBuilderBefore(builder.builder, mask)
            let word = llvm.pointee.BuildSExt(builder.builder, operand(mask, 1), builder.type(.int32), "")
            made = llvm.pointee.BuildInsertElement(builder.builder, vector, word, operand(mask, 2), "")!
        default:
            llvm.pointee.PositionBuilderBefore(builder.builder, llvm.pointee.GetNextInstruction(mask))
            made = llvm.pointee.BuildSExt(builder.builder, mask, wordType(mask), "")!
        }
        words[mask] = made
        return made
    }

    private func combine(_ mask: LLVMValueRef,
                         _ build: (LLVMBuilderRef?, LLVMValueRef?, LLVMValueRef?, UnsafePointer<CChar>?) -> LLVMValueRef?) -> LLVMValueRef {
        let a = wide(operand(mask, 0)), b = wide(operand(mask, 1))
        llvm.pointee.PositionBuilderBefore(builder.builder, mask)
        return build(builder.builder, a, b, "")!
    }

    private func fill(_ phi: LLVMValueRef) {
        for index in 0 ..< llvm.pointee.CountIncoming(phi) {
            var value: LLVMValueRef? = wide(llvm.pointee.GetIncomingValue(phi, index)!), block = llvm.pointee.GetIncomingBlock(phi, index)
            llvm.pointee.AddIncoming(words[phi], &value, &block, 1)
        }
    }

    /// Adds a comparison at the builder's position that computes the mask in LLVM's form. If the instruction that uses the mask reads only
    /// the top bits of words, instruction selection removes the comparison.
    private func bits(ofWords words: LLVMValueRef) -> LLVMValueRef {
        llvm.pointee.BuildICmp(builder.builder, LLVMIntSLT, words, llvm.pointee.ConstNull(llvm.pointee.TypeOf(words)), "")!
    }

    // MARK: Uses

    private func replaceUses(of mask: LLVMValueRef) {
        let block = llvm.pointee.GetInstructionParent(mask), words = wide(mask)
        for user in users(of: mask) where user != words && !(isMask(user) && isWidened(user) && isCombination(user)) {
            llvm.pointee.PositionBuilderBefore(builder.builder, user)
            switch opcode(user) {
            case LLVMSExt where llvm.pointee.TypeOf(user) == wordType(mask):
                // The instruction `user` is not erased yet, because the result of `user` may serve as the words of another mask.
                llvm.pointee.ReplaceAllUsesWith(user, words)
                replaced[user] = words
            case LLVMZExt where llvm.pointee.TypeOf(user) == wordType(mask):
                replace(user, by: llvm.pointee.BuildLShr(builder.builder, words, builder.splat(builder.constant(Int32(31)), count(mask)), "")!)
            case LLVMBitCast where builder.target.isX86 && count(mask) % 4 == 0: collect(mask, words, into: user)
            case LLVMExtractElement:
                let word = llvm.pointee.BuildExtractElement(builder.builder, words, operand(user, 1), "")
                replace(user, by: llvm.pointee.BuildICmp(builder.builder, LLVMIntSLT, word, builder.constant(Int32(0)), "")!)
            case _ where isComparison(mask) && llvm.pointee.GetInstructionParent(user) == block: break
            default:
                let bits = bits(ofWords: words)
                for index in 0 ..< UInt32(llvm.pointee.GetNumOperands(user)) where operand(user, index) == mask {
                    llvm.pointee.SetOperand(user, index, bits)
                }
            }
        }
    }

    /// Replaces `integer` by code that collects the top bits of the mask's words. `integer` has the bits of the mask.
    private func collect(_ mask: LLVMValueRef, _ words: LLVMValueRef, into integer: LLVMValueRef) {
        let lanes = count(mask), width = builder.target.x86Level >= 3 && lanes >= 8 ? 8 : 4
        /// Adds the instruction that collects the top bits of the words in one register.
        func topBits(_ part: LLVMValueRef) -> LLVMValueRef {
            let floats = llvm.pointee.BuildBitCast(builder.builder, part, builder.vectorType(.float, width), "")!
            return width == 8 ? builder.intrinsic("llvm.x86.avx.movmsk.ps.256", [floats], overload: [])
                : builder.intrinsic("llvm.x86.sse.movmsk.ps", [floats], overload: [])
        }
        func parts(_ words: LLVMValueRef) -> [LLVMValueRef] {
            stride(from: 0, to: lanes, by: width).map { first in
                lanes == width ? words : builder.shuffle(words, words, Array(first ..< first + width))
            }
        }
        // If the integer is only compared with zero, its bits need not be in order. So the parts of the mask are combined first, and their
        // top bits are collected with one instruction.
        let tests = zeroTests(of: integer)
        if !tests.isEmpty {
            let joined: LLVMValueRef, expected: Int32
            if let inner = negated(mask) {
                joined = topBits(parts(inner).reduce(nil) { $0 == nil ? $1 : llvm.pointee.BuildAnd(builder.builder, $0, $1, "") }!)
                expected = Int32((1 << width) - 1)
            } else {
                joined = topBits(parts(words).reduce(nil) { $0 == nil ? $1 : llvm.pointee.BuildOr(builder.builder, $0, $1, "") }!)
                expected = 0
            }
            for test in tests {
                llvm.pointee.PositionBuilderBefore(builder.builder, test)
                replace(test, by: llvm.pointee.BuildICmp(builder.builder, llvm.pointee.GetICmpPredicate(test), joined, builder.constant(expected), "")!)
            }
            return
        }
        var all: LLVMValueRef?
        for (index, part) in parts(words).enumerated() {
            let bits = topBits(part)
            let shifted = index == 0 ? bits : llvm.pointee.BuildShl(builder.builder, bits, builder.constant(Int32(index * width)), "")
            all = all == nil ? shifted : llvm.pointee.BuildOr(builder.builder, all, shifted, "")
        }
        for user in users(of: integer) where opcode(user) == LLVMZExt && llvm.pointee.TypeOf(user) == builder.type(.int32) { replace(user, by: all!) }
        let type = llvm.pointee.TypeOf(integer)
        replace(integer, by: type == builder.type(.int32) ? all! : llvm.pointee.BuildTrunc(builder.builder, all, type, "")!)
    }

    /// Finds the comparisons of the integer with zero. Returns an empty list if the integer has other uses.
    private func zeroTests(of integer: LLVMValueRef) -> [LLVMValueRef] {
        var tests: [LLVMValueRef] = []
        for user in users(of: integer) {
            if opcode(user) == LLVMZExt {
                let inner = zeroTests(of: user)
                if inner.isEmpty { return [] }
                tests += inner
            } else if opcode(user) == LLVMICmp && [LLVMIntEQ, LLVMIntNE].contains(llvm.pointee.GetICmpPredicate(user))
                        && llvm.pointee.IsNull(operand(user, 1)) != 0 {
                tests.append(user)
            } else {
                return []
            }
        }
        return tests
    }

    /// Returns the words of the mask that `mask` negates; nil if `mask` is no negation.
    private func negated(_ mask: LLVMValueRef) -> LLVMValueRef? {
        opcode(mask) == LLVMXor && builder.isAllOnes(operand(mask, 1)) ? wide(operand(mask, 0)) : nil
    }

    private func replace(_ old: LLVMValueRef, by new: LLVMValueRef) {
        llvm.pointee.ReplaceAllUsesWith(old, new)
        llvm.pointee.InstructionEraseFromParent(old)
    }

    // MARK: Reading code

    private func opcode(_ instruction: LLVMValueRef) -> LLVMOpcode { llvm.pointee.GetInstructionOpcode(instruction) }
    private func operand(_ instruction: LLVMValueRef, _ index: UInt32) -> LLVMValueRef { llvm.pointee.GetOperand(instruction, index)! }
    private func count(_ mask: LLVMValueRef) -> Int { builder.elementCount(mask) }
    private func wordType(_ mask: LLVMValueRef) -> LLVMTypeRef { builder.vectorType(.int32, count(mask)) }
    private func isMask(_ value: LLVMValueRef) -> Bool {
        let type = llvm.pointee.TypeOf(value)
        return llvm.pointee.GetTypeKind(type) == LLVMVectorTypeKind && llvm.pointee.GetElementType(type) == builder.maskElementType
    }
    private func isComparison(_ value: LLVMValueRef) -> Bool {
        llvm.pointee.IsConstant(value) == 0 && [LLVMICmp, LLVMFCmp].contains(opcode(value))
    }
    /// Returns whether the mask is computed from other masks alone.
    private func isCombination(_ mask: LLVMValueRef) -> Bool {
        [LLVMAnd, LLVMOr, LLVMXor, LLVMPHI, LLVMSelect, LLVMShuffleVector, LLVMInsertElement, LLVMFreeze].contains(opcode(mask))
    }
    private func forEachMaskOperand(of mask: LLVMValueRef, _ body: (LLVMValueRef) -> Void) {
        for index in 0 ..< UInt32(llvm.pointee.GetNumOperands(mask)) {
            let operand = operand(mask, index)
            if isMask(operand) { body(operand) }
        }
    }
    private func users(of value: LLVMValueRef) -> [LLVMValueRef] {
        var found: [LLVMValueRef] = [], known: Set<LLVMValueRef> = []
        var use = llvm.pointee.GetFirstUse(value)
        while let current = use {
            let user = llvm.pointee.GetUser(current)!
            if known.insert(user).inserted { found.append(user) }
            use = llvm.pointee.GetNextUse(current)
        }
        return found
    }
    private func forEachInstruction(of function: LLVMValueRef, _ body: (LLVMValueRef) -> Void) {
        var block = llvm.pointee.GetFirstBasicBlock(function)
        while let currentBlock = block {
            var instruction = llvm.pointee.GetFirstInstruction(currentBlock)
            while let current = instruction {
                body(current)
                instruction = llvm.pointee.GetNextInstruction(current)
            }
            block = llvm.pointee.GetNextBasicBlock(currentBlock)
        }
    }
}
