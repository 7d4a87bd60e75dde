// Variable: a value that changes while the kernel runs. A variable costs no access to memory, because LLVM turns the variable into a
// register.

import CLLVM

package struct Variable<Value: KernelValue> {
    private let address: LLVMValueRef
    private let type: LLVMTypeRef
    private let builder: KernelBuilder

    init(_ initial: Value) {
        builder = initial.builder
        let stored = initial.stored
        type = builder.llvm.pointee.TypeOf(stored)!
        address = builder.reserve(type, alignment: nil)
        _ = builder.llvm.pointee.BuildStore(builder.builder, stored, address)
    }

    package var value: Value {
        get { Value(stored: builder.llvm.pointee.BuildLoad2(builder.builder, type, address, "")!, builder) }
        nonmutating set { _ = builder.llvm.pointee.BuildStore(builder.builder, newValue.stored, address) }
    }
}

extension KernelBuilder {
    package func variable<Value: KernelValue>(_ initial: Value) -> Variable<Value> { Variable(initial) }

    /// Allocates memory that lives until the function returns. The memory is not initialised. Each request reserves its own bytes for the
    /// whole call of the function, so do not request memory again and again in a long Swift loop.
    package func localMemory(bytes: Int, alignment: Int = 64, name: StaticString = "a function's own memory") -> Pointer {
        let type = llvm.pointee.ArrayType2(type(.int8), UInt64(bytes))!
        let memory = Pointer(reserve(type, alignment: alignment), self).bounded(bytes: bytes, name)
        fillBeforeUse(memory, bytes: bytes)
        return memory
    }

    fileprivate func reserve(_ type: LLVMTypeRef, alignment: Int?) -> LLVMValueRef {
        atEntry {
            let address = llvm.pointee.BuildAlloca(builder, type, "")!
            if let alignment { llvm.pointee.SetAlignment(address, UInt32(alignment)) }
            return address
        }
    }
    /// Emits code that runs once for each call of the function, before all other code.
    func atEntry<Result>(_ body: () -> Result) -> Result {
        let position = llvm.pointee.GetInsertBlock(builder)
        llvm.pointee.PositionBuilderBefore(builder, llvm.pointee.GetBasicBlockTerminator(entryBlock))
        defer { llvm.pointee.PositionBuilderAtEnd(builder, position) }
        return body()
    }
}
