// Uniform control flow: branches and loops that all lanes take together. DivergentFlow handles lanes that take different paths.
//
// Each closure for a branch runs once, when the kernel is built, and emits the code of the branch. Values made inside a branch may
// not be used after the branch; return such values as results, or use a Variable.

import CLLVM

extension KernelBuilder {
    /// - Parameter isRare: If true, the code of the branch lies away from the surrounding code, so that the surrounding code runs faster.
    package func `if`<Failure: Error>(_ condition: Condition, isRare: Bool = false, _ then: () throws(Failure) -> Void) throws(Failure) {
        let body = block(), after = block()
        branch(condition, body, after)
        if isRare { markRare() }
        begin(body)
        try then()
        jump(after)
        begin(after)
    }

    package func `if`<Failure: Error>(_ condition: Condition, _ then: () throws(Failure) -> Void, else otherwise: () throws(Failure) -> Void) throws(Failure) {
        let first = block(), second = block(), after = block()
        branch(condition, first, second)
        begin(first)
        try then()
        jump(after)
        begin(second)
        try otherwise()
        jump(after)
        begin(after)
    }

    /// Runs `then` if the condition is true, else `otherwise`. Returns the value of the closure whose code runs.
    package func choose<Value: KernelValue, Failure: Error>(
        _ condition: Condition, _ then: () throws(Failure) -> Value, else otherwise: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let first = block(), second = block(), after = block()
        branch(condition, first, second)
        begin(first)
        let a = try then().stored
        let firstEnd = llvm.pointee.GetInsertBlock(builder)
        jump(after)
        begin(second)
        let b = try otherwise().stored
        let secondEnd = llvm.pointee.GetInsertBlock(builder)
        jump(after)
        begin(after)
        let phi = llvm.pointee.BuildPhi(builder, llvm.pointee.TypeOf(a), "")!
        var values: [LLVMValueRef?] = [a, b], blocks = [firstEnd, secondEnd]
        llvm.pointee.AddIncoming(phi, &values, &blocks, 2)
        return Value(stored: phi, self)
    }

    /// Runs the code of `body` for the element of `values` that equals `number`; if no element equals `number`, runs the code of
    /// `otherwise`. While the kernel is built, `body` is called once for each element of `values`, and emits the code for this element.
    package func select<Element: IntegerElement, Failure: Error>(
        _ number: Scalar<Element>, among values: [Element], _ body: (Element) throws(Failure) -> Void, otherwise: () throws(Failure) -> Void
    ) throws(Failure) {
        let last = block(), after = block()
        let choice = llvm.pointee.BuildSwitch(builder, number.reference, last, UInt32(values.count))
        for value in values {
            let start = block()
            llvm.pointee.AddCase(choice, constant(value), start)
            begin(start)
            try body(value)
            jump(after)
        }
        begin(last)
        try otherwise()
        jump(after)
        begin(after)
    }

    /// Repeats `body` while the condition holds; the condition is evaluated before each turn.
    package func loop<Failure: Error>(while condition: () throws(Failure) -> Condition, _ body: () throws(Failure) -> Void) throws(Failure) {
        let head = block(), start = block(), after = block()
        jump(head)
        begin(head)
        branch(try condition(), start, after)
        begin(start)
        try body()
        jump(head)
        begin(after)
    }

    /// Runs `body` once, and then again each time that the condition returned by `body` holds.
    package func `repeat`<Failure: Error>(_ body: () throws(Failure) -> Condition) throws(Failure) {
        let start = block(), after = block()
        jump(start)
        begin(start)
        branch(try body(), start, after)
        begin(after)
    }

    /// Runs `body` for the numbers first, first + step, first + 2·step and so on that are below `end`.
    package func forEach<Element: IntegerElement, Failure: Error>(
        from first: Scalar<Element>, to end: Scalar<Element>, step: Element = 1, _ body: (Scalar<Element>) throws(Failure) -> Void
    ) throws(Failure) {
        let counter = variable(first)
        try loop(while: { () throws(Failure) in counter.value .< end }) { () throws(Failure) in
            let index = counter.value
            try body(index)
            counter.value = index + step
        }
    }
    package func forEach<Failure: Error>(_ range: Range<Int32>, step: Int32 = 1, _ body: (Scalar<Int32>) throws(Failure) -> Void) throws(Failure) {
        try forEach(from: scalar(range.lowerBound), to: scalar(range.upperBound), step: step, body)
    }

    /// Runs `body` for each lane that the mask selects, beginning with the lowest lane.
    package func forEachLane<Failure: Error>(_ mask: LaneMask, _ body: (Scalar<Int32>) throws(Failure) -> Void) throws(Failure) {
        try forEachBit(mask.bits, body)
    }
    /// Runs `body` for the index of each bit that is set, beginning with the lowest bit.
    package func forEachBit<Failure: Error>(_ bits: Scalar<UInt32>, _ body: (Scalar<Int32>) throws(Failure) -> Void) throws(Failure) {
        let rest = variable(bits)
        try loop(while: { () throws(Failure) in rest.value.isNotZero }) { () throws(Failure) in
            let bits = rest.value
            try body(bits.trailingZeros().withSign(of: Int32.self))
            rest.value = bits & (bits - 1)
        }
    }

    // MARK: Blocks

    func block() -> LLVMBasicBlockRef { llvm.pointee.AppendBasicBlockInContext(context, function, "")! }

    func begin(_ block: LLVMBasicBlockRef) {
        // The new block is placed after the current block. So the blocks are in the order in which they were emitted, and a dump can be
        // read from top to bottom.
        if let current = llvm.pointee.GetInsertBlock(builder) { llvm.pointee.MoveBasicBlockAfter(block, current) }
        llvm.pointee.PositionBuilderAtEnd(builder, block)
    }
    func jump(_ target: LLVMBasicBlockRef) { _ = llvm.pointee.BuildBr(builder, target) }
    /// Tells LLVM that the branch that was emitted last rarely jumps to its first target.
    private func markRare() {
        let kind = "prof", name = "branch_weights"
        var parts: [LLVMMetadataRef?] = [
            llvm.pointee.MDStringInContext2(context, name, name.utf8.count),
            llvm.pointee.ValueAsMetadata(constant(Int32(1))), llvm.pointee.ValueAsMetadata(constant(Int32(1 << 20))),
        ]
        let weights = llvm.pointee.MetadataAsValue(context, llvm.pointee.MDNodeInContext2(context, &parts, parts.count))
        let terminator = llvm.pointee.GetBasicBlockTerminator(llvm.pointee.GetInsertBlock(builder))
        llvm.pointee.SetMetadata(terminator, llvm.pointee.GetMDKindIDInContext(context, kind, UInt32(kind.utf8.count)), weights)
    }
    func branch(_ condition: Condition, _ target: LLVMBasicBlockRef, _ other: LLVMBasicBlockRef) {
        _ = llvm.pointee.BuildCondBr(builder, condition.reference, target, other)
    }
}
