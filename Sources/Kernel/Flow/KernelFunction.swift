// Functions of a kernel: entries that Swift calls, internal functions, entries of other kernels (called by address), and host
// functions (called by name).
//
// Entries and host functions take only types that C passes in the same way on every system: scalars, conditions and pointers.
// Calls between functions for the same target pass lanes and masks in registers, and return up to four results in registers. Calls
// through a function pointer pass values in registers too.

import CLLVM

/// An argument or a result. `value` reads the argument with the type that the signature states.
package struct KernelArgument {
    let type: KernelType
    let stored: LLVMValueRef
    let builder: KernelBuilder

    /// - Precondition: `Value` is the argument's type in the signature. For lanes, only the type of the elements must match, not the count.
    package func value<Value: KernelValue>(as: Value.Type = Value.self) -> Value {
        let fits = switch (type, Value.kernelType) {
        case (.lanes(let kind, _), .lanes(let wanted, _)): kind == wanted
        case (.ownPointer, .pointer): true
        default: type == Value.kernelType
        }
        precondition(fits, "the argument is no \(Value.self): \(type)")
        return Value(stored: stored, builder)
    }
    package func scalar<Element: LaneElement>(_: Element.Type = Element.self) -> Scalar<Element> { value() }
    package func lanes<Element: LaneElement>(_: Element.Type = Element.self) -> Lanes<Element> { value() }
    package var pointer: Pointer { value() }
    package var condition: Condition { value() }
    package var mask: LaneMask { value() }
}

package struct KernelFunction {
    package let signature: KernelSignature
    let reference: LLVMValueRef
}

/// Whether the code of a function is inlined into its callers.
package enum Inlining: Sendable { case always, never }

extension KernelBuilder {
    /// Emits a function that Swift finds by its `name`.
    /// - Parameter body: emits the code and returns the results.
    @discardableResult
    package func entry<Failure: Error>(
        _ name: String, _ parameters: [KernelType], results: [KernelType] = [], _ body: ([KernelArgument]) throws(Failure) -> [any KernelValue]
    ) throws(Failure) -> KernelFunction {
        let made = declare(name, KernelSignature(parameters, results: results))
        try define(made, name, body)
        return made
    }
    @discardableResult
    package func entry<Failure: Error>(_ name: String, _ parameters: [KernelType],
                                       _ body: ([KernelArgument]) throws(Failure) -> Void) throws(Failure) -> KernelFunction {
        try entry(name, parameters) { (arguments) throws(Failure) -> [any KernelValue] in
            try body(arguments)
            return []
        }
    }

    /// Emits a function that can be called only inside this kernel.
    package func function<Failure: Error>(
        _ name: String, _ parameters: [KernelType], results: [KernelType] = [], inlining: Inlining,
        _ body: ([KernelArgument]) throws(Failure) -> [any KernelValue]
    ) throws(Failure) -> KernelFunction {
        let made = declare(name, KernelSignature(parameters, results: results), convention: target.isX86 ? Self.preservingConvention : 0)
        llvm.pointee.SetLinkage(made.reference, LLVMInternalLinkage)
        switch inlining {
        case .always:
            attribute(made.reference, "alwaysinline")
            hasInlining = true
        case .never: attribute(made.reference, "noinline")
        }
        try define(made, name, body)
        return made
    }

    /// Returns a function that can be called only inside this kernel. The function is emitted when it is first requested, and is
    /// never inlined. Functions with equal names must have equal code.
    package func sharedFunction<Failure: Error>(
        _ name: String, _ parameters: [KernelType], results: [KernelType] = [], _ body: ([KernelArgument]) throws(Failure) -> [any KernelValue]
    ) throws(Failure) -> KernelFunction {
        if let known = llvm.pointee.GetNamedFunction(module, name) {
            return KernelFunction(signature: KernelSignature(parameters, results: results), reference: known)
        }
        return try function(name, parameters, results: results, inlining: .never, body)
    }

    /// Declares a C function of the program. The function is found by its name when the code is loaded, so the code does not contain
    /// the function's address.
    package func hostFunction(_ name: String, _ signature: KernelSignature) -> KernelFunction {
        precondition((signature.parameters + signature.results).allSatisfy(\.isPlain) && signature.results.count <= 1, "\(name) cannot be called by C's rules")
        if let known = llvm.pointee.GetNamedFunction(module, name) { return KernelFunction(signature: signature, reference: known) }
        return declare(name, signature)
    }

    @discardableResult
    package func call(_ function: KernelFunction, _ arguments: [any KernelValue]) -> [KernelArgument] {
        call(function.reference, function.signature, arguments, convention: llvm.pointee.GetFunctionCallConv(function.reference))
    }
    /// Calls a C function, or an entry of another kernel that was made for the same target.
    @discardableResult
    package func call(at address: Pointer, _ signature: KernelSignature, _ arguments: [any KernelValue]) -> [KernelArgument] {
        call(address.reference, signature, arguments, convention: 0)
    }

    // MARK: Plumbing

    func storedType(_ type: KernelType) -> LLVMTypeRef {
        switch type {
        case .condition: maskElementType
        case .scalar(let kind): self.type(kind)
        case .pointer, .ownPointer: pointerType
        case .lanes(let kind, let count): vectorType(kind, count ?? lanes)
        case .mask: LaneMask.storedType(self)
        }
    }

    private func functionType(_ signature: KernelSignature) -> LLVMTypeRef {
        var parameters: [LLVMTypeRef?] = signature.parameters.map(storedType)
        var results: [LLVMTypeRef?] = signature.results.map(storedType)
        let result = results.isEmpty ? voidType : results.count == 1 ? results[0]
            : llvm.pointee.StructTypeInContext(context, &results, UInt32(results.count), 0)
        return llvm.pointee.FunctionType(result, &parameters, UInt32(parameters.count), 0)!
    }

    /// The number of LLVM's calling convention `intel_ocl_bicc`: half of the vector registers survive a call, so callers can keep
    /// values in these registers. In C's convention, no vector register keeps its value across a call.
    private static let preservingConvention: UInt32 = 77

    private func declare(_ name: String, _ signature: KernelSignature, convention: UInt32 = 0) -> KernelFunction {
        let made = llvm.pointee.AddFunction(module, name, functionType(signature))!
        llvm.pointee.SetFunctionCallConv(made, convention)
        // With AVX-512, a function with this convention does not save the register rbp, although its callers expect that rbp keeps
        // its value. A function that has a frame pointer always saves rbp.
        if convention == Self.preservingConvention { attribute(made, "frame-pointer", "all") }
        // Aligns the stack so that each spilled vector lies in one cache line: a load that crosses cache lines waits for earlier
        // stores.
        attribute(made, "alignstack", number: UInt64(4 * lanes))
        attribute(made, "nounwind")
        // The function fcmpImpliesClass of LLVM 19 finds out which kinds of numbers (such as NaN or zero) satisfy a comparison.
        // `fcmpImpliesClass` mistakes a comparison of |x| with 0 for a comparison of x with 0. LLVM does not make this mistake if the
        // attribute `denormal-fp-math` says that the treatment of denormal numbers is unknown.
        attribute(made, "denormal-fp-math", "dynamic,dynamic")
        attribute(made, "prefer-vector-width", String(min(512, 32 * lanes)))
        for (index, parameter) in signature.parameters.enumerated() {
            switch parameter {
            case .ownPointer: attribute(made, "noalias", at: UInt32(index + 1))
            case .condition: attribute(made, "zeroext", at: UInt32(index + 1))
            default: break
            }
        }
        if signature.results == [.condition] { attribute(made, "zeroext", at: 0) }
        return KernelFunction(signature: signature, reference: made)
    }

    private static let functionIndex = UInt32.max

    private func attribute(_ function: LLVMValueRef, _ name: String, _ value: String) {
        let made = llvm.pointee.CreateStringAttribute(context, name, UInt32(name.utf8.count), value, UInt32(value.utf8.count))
        llvm.pointee.AddAttributeAtIndex(function, Self.functionIndex, made)
    }
    private func attribute(_ function: LLVMValueRef, _ name: String, number: UInt64 = 0, at index: UInt32 = functionIndex) {
        let kind = llvm.pointee.GetEnumAttributeKindForName(name, name.utf8.count)
        precondition(kind != 0, "no attribute \(name)")
        llvm.pointee.AddAttributeAtIndex(function, index, llvm.pointee.CreateEnumAttribute(context, kind, number))
    }

    private func define<Failure: Error>(_ made: KernelFunction, _ name: String,
                                        _ body: ([KernelArgument]) throws(Failure) -> [any KernelValue]) throws(Failure) {
        let outer = (function, entryBlock, resultTypes, llvm.pointee.GetInsertBlock(builder))
        function = made.reference
        entryBlock = llvm.pointee.AppendBasicBlockInContext(context, made.reference, "variables")
        resultTypes = made.signature.results
        let start = llvm.pointee.AppendBasicBlockInContext(context, made.reference, "start")!
        llvm.pointee.PositionBuilderAtEnd(builder, entryBlock)
        _ = llvm.pointee.BuildBr(builder, start)
        llvm.pointee.PositionBuilderAtEnd(builder, start)
        let arguments = made.signature.parameters.enumerated().map { index, type in
            KernelArgument(type: type, stored: llvm.pointee.GetParam(made.reference, UInt32(index))!, builder: self)
        }
        returnNow(try body(arguments), startsBlock: false)
        (function, entryBlock, resultTypes) = (outer.0, outer.1, outer.2)
        if let block = outer.3 { llvm.pointee.PositionBuilderAtEnd(builder, block) }
    }

    /// Emits a return from the kernel function under construction, at any position in the code of this function. Code that the caller emits
    /// after this call in the same block never runs.
    package func returnNow(_ results: [any KernelValue] = []) { returnNow(results, startsBlock: true) }

    private func returnNow(_ results: [any KernelValue], startsBlock: Bool) {
        precondition(results.count == resultTypes.count, "the function has \(resultTypes.count) results, not \(results.count)")
        if llvm.pointee.GetFunctionCallConv(function) != Self.preservingConvention && resultTypes.allSatisfy(\.isPlain) { clearUpperHalves() }
        switch results.count {
        case 0: _ = llvm.pointee.BuildRetVoid(builder)
        case 1: _ = llvm.pointee.BuildRet(builder, results[0].stored)
        default:
            var types: [LLVMTypeRef?] = resultTypes.map(storedType)
            var whole = llvm.pointee.GetUndef(llvm.pointee.StructTypeInContext(context, &types, UInt32(types.count), 0))
            for (index, result) in results.enumerated() {
                whole = llvm.pointee.BuildInsertValue(builder, whole, result.stored, UInt32(index), "")
            }
            _ = llvm.pointee.BuildRet(builder, whole)
        }
        if startsBlock { begin(block()) }
    }

    /// Clears the upper halves of all vector registers, so that the processor knows that no upper half is in use. C's calling convention
    /// demands clear upper halves before code that may use SSE: on some processors such code waits for the upper halves.
    private func clearUpperHalves() {
        if target.isX86 && target.x86Level >= 3 { _ = intrinsic("llvm.x86.avx.vzeroupper", [], overload: []) }
    }

    private func call(_ callee: LLVMValueRef, _ signature: KernelSignature, _ arguments: [any KernelValue], convention: UInt32) -> [KernelArgument] {
        precondition(arguments.count == signature.parameters.count, "the function takes \(signature.parameters.count) arguments, not \(arguments.count)")
        if convention != Self.preservingConvention && signature.parameters.allSatisfy(\.isPlain) { clearUpperHalves() }
        var operands: [LLVMValueRef?] = arguments.map(\.stored)
        let result = llvm.pointee.BuildCall2(builder, functionType(signature), callee, &operands, UInt32(operands.count), "")!
        llvm.pointee.SetInstructionCallConv(result, convention)
        let callSiteAttributes: [(KernelType, UInt32)] = signature.parameters.enumerated().map { ($1, UInt32($0 + 1)) } + signature.results.map { ($0, 0) }
        for (type, index) in callSiteAttributes where type == .condition {
            let name = "zeroext"
            llvm.pointee.AddCallSiteAttribute(result, index, llvm.pointee.CreateEnumAttribute(
                context, llvm.pointee.GetEnumAttributeKindForName(name, name.utf8.count), 0))
        }
        if signature.results.count == 1 { return [KernelArgument(type: signature.results[0], stored: result, builder: self)] }
        return signature.results.enumerated().map { index, type in
            KernelArgument(type: type, stored: llvm.pointee.BuildExtractValue(builder, result, UInt32(index), "")!, builder: self)
        }
    }
}
