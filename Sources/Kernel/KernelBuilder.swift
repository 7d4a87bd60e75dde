// KernelBuilder: one module of kernel code under construction.
//
//   let builder = try KernelBuilder(name: "sum", target: KernelTarget(lanes: 16))
//   builder.entry("sum", [.pointer, .pointer]) { arguments in
//       let a = arguments[0].pointer, b = arguments[1].pointer
//       a.store(a.loadLanes(Float.self) + b.loadLanes(Float.self))
//   }
//
// A builder and its values belong to one thread; several builders may work at once. If LLVM's verifier finds misuse, compiling the kernel
// throws an error. An operand with a wrong number of lanes or a wrong type violates a precondition.

import CLLVM

package final class KernelBuilder {
    package let name: String
    package let target: KernelTarget
    /// The tier for which code is emitted. The code generator should emit short code for the baseline tier.
    package let tier: CompileTier
    /// True if code generators should use gathers and scatters, which take less code than the faster alternatives.
    package var prefersGathers: Bool { tier.prefersGathers && target.hasMaskRegisters }
    /// The number of lanes W. Inside `withLanes`, W is the number that was given to `withLanes`; elsewhere W is the target's number of
    /// lanes.
    package private(set) var lanes: Int

    let llvm: UnsafePointer<LLVMFunctions>
    let library: LLVMLibrary
    let context: LLVMContextRef
    let module: LLVMModuleRef
    let builder: LLVMBuilderRef

    private let elementTypes: [LLVMTypeRef]
    let maskElementType: LLVMTypeRef
    let pointerType: LLVMTypeRef
    let voidType: LLVMTypeRef
    private let invariantLoad: UInt32
    private let emptyNode: LLVMValueRef
    private var intrinsics: [IntrinsicKey: (function: LLVMValueRef, type: LLVMTypeRef)] = [:]
    /// The tables that several parts of the code share, by name.
    private var tables: [String: Pointer] = [:]
    /// The function being emitted; nil between functions.
    var function: LLVMValueRef?
    /// The block at the function's start, which holds the function's variables; nil between functions.
    var entryBlock: LLVMBasicBlockRef?
    var resultTypes: [KernelType] = []
    /// True if the code has loops that run often. Even in the baseline tier, code with such loops is compiled with the full effort
    /// of the options, because slow code would cost more time than the compilation.
    package var hasHotLoops = false
    /// How the emitted code checks its accesses to memory; nil for no checks.
    let checks: MemoryChecks?
    /// True if a function has LLVM's attribute `always-inline`. LLVM inlines such functions in a separate pass.
    var hasInlining = false

    private struct IntrinsicKey: Hashable {
        let name: UnsafePointer<UInt8>
        let overload: [LLVMTypeRef]
    }

    /// Throws an error if LLVM is not available.
    package init(name: String, target: KernelTarget, tier: CompileTier = .optimized, checks: MemoryChecks? = .standard) throws(KernelError) {
        library = try LLVMLibrary.shared.get()
        self.tier = tier
        self.checks = checks
        self.name = name
        self.target = target
        lanes = target.lanes
        llvm = library.functions
        let context = llvm.pointee.ContextCreate()!
        self.context = context
        module = llvm.pointee.ModuleCreateWithNameInContext(name, context)!
        builder = llvm.pointee.CreateBuilderInContext(context)!
        elementTypes = [
            llvm.pointee.Int8TypeInContext(context)!, llvm.pointee.Int16TypeInContext(context)!, llvm.pointee.Int32TypeInContext(context)!,
            llvm.pointee.Int64TypeInContext(context)!, llvm.pointee.FloatTypeInContext(context)!, llvm.pointee.DoubleTypeInContext(context)!,
        ]
        maskElementType = llvm.pointee.Int1TypeInContext(context)!
        pointerType = llvm.pointee.PointerTypeInContext(context, 0)!
        voidType = llvm.pointee.VoidTypeInContext(context)!
        let kind = "invariant.load"
        invariantLoad = llvm.pointee.GetMDKindIDInContext(context, kind, UInt32(kind.utf8.count))
        emptyNode = llvm.pointee.MetadataAsValue(context, llvm.pointee.MDNodeInContext2(context, nil, 0))!
    }

    deinit {
        llvm.pointee.DisposeBuilder(builder)
        llvm.pointee.DisposeModule(module)
        llvm.pointee.ContextDispose(context)
    }

    /// Emits code for another number of lanes, a power of two. Use `withLanes` for whole functions, or for values that several
    /// lanes share. If the lanes fill several registers, the processor executes each operation once for each register. The extra
    /// registers cost little time if each operation has to wait for the operation before it.
    @discardableResult
    package func withLanes<Result, Failure: Error>(_ lanes: Int, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let outside = self.lanes
        self.lanes = lanes
        defer { self.lanes = outside }
        return try body()
    }

    // MARK: Constants

    package func scalar<Element: LaneElement>(_ value: Element) -> Scalar<Element> { Scalar(constant(value), self) }
    /// Returns a vector with `value` in all W lanes, or in `count` lanes.
    package func lanes<Element: LaneElement>(_ value: Element, count: Int? = nil) -> Lanes<Element> {
        Lanes(splat(constant(value), count ?? lanes), self)
    }
    package func lanes<Element: LaneElement>(_ values: [Element]) -> Lanes<Element> {
        var elements: [LLVMValueRef?] = values.map { constant($0) }
        return Lanes(llvm.pointee.ConstVector(&elements, UInt32(elements.count))!, self)
    }
    /// The index of each lane: 0, 1 … W - 1.
    package var laneIndices: Lanes<Int32> { lanes((0 ..< Int32(lanes)).map { $0 }) }
    package func condition(_ value: Bool) -> Condition { Condition(llvm.pointee.ConstInt(maskElementType, value ? 1 : 0, 0)!, self) }
    package func mask(_ value: Bool) -> LaneMask { condition(value).broadcast() }
    package func mask(_ lanes: [Bool]) -> LaneMask {
        var elements: [LLVMValueRef?] = lanes.map { condition($0).reference }
        return LaneMask(llvm.pointee.ConstVector(&elements, UInt32(elements.count))!, self)
    }
    /// Returns the mask of the lanes whose index is below `count`.
    package func firstLanes(_ count: Scalar<Int32>) -> LaneMask { laneIndices .< count.broadcast() }

    /// Adds a table of constants to the memory of the code. Returns a pointer with which `load` and `gather` can read the table.
    package func table<Element: LaneElement>(_ values: [Element]) -> Pointer {
        var elements: [LLVMValueRef?] = values.map { constant($0) }
        return Pointer(constantTable(llvm.pointee.ConstArray2(type(Element.kind), &elements, UInt64(elements.count))!), self)
            .bounded(bytes: values.count * Element.kind.byteCount, "a table among the code")
    }
    /// Returns the table with this name. The first call adds the table to the memory of the code.
    func table<Element: LaneElement>(_ name: String, _ values: () -> [Element]) -> Pointer {
        if let table = tables[name] { return table }
        let table = table(values())
        tables[name] = table
        return table
    }
    /// Adds a constant to the memory of the code, and returns the constant's address.
    func constantTable(_ constant: LLVMValueRef) -> LLVMValueRef {
        let global = llvm.pointee.AddGlobal(module, llvm.pointee.TypeOf(constant), "table")!
        llvm.pointee.SetInitializer(global, constant)
        llvm.pointee.SetGlobalConstant(global, 1)
        llvm.pointee.SetLinkage(global, LLVMPrivateLinkage)
        llvm.pointee.SetUnnamedAddress(global, LLVMGlobalUnnamedAddr)
        llvm.pointee.SetAlignment(global, Self.tableAlignment)
        return global
    }
    static let tableAlignment: UInt32 = 64

    func constant<Element: LaneElement>(_ value: Element) -> LLVMValueRef {
        let bits = llvm.pointee.ConstInt(type(Element.kind.integer), value.pattern, 0)!
        return Element.kind.isFloat ? llvm.pointee.ConstBitCast(bits, type(Element.kind))! : bits
    }

    // MARK: Types

    func type(_ kind: ElementKind) -> LLVMTypeRef { elementTypes[Int(kind.rawValue)] }
    func vectorType(_ kind: ElementKind, _ count: Int) -> LLVMTypeRef { llvm.pointee.VectorType(type(kind), UInt32(count))! }
    func maskType(_ count: Int) -> LLVMTypeRef { llvm.pointee.VectorType(maskElementType, UInt32(count))! }
    func isVector(_ value: LLVMValueRef) -> Bool { llvm.pointee.GetTypeKind(llvm.pointee.TypeOf(value)) == LLVMVectorTypeKind }
    func elementCount(_ value: LLVMValueRef) -> Int { Int(llvm.pointee.GetVectorSize(llvm.pointee.TypeOf(value))) }

    // MARK: Instructions shared by the values

    func select<Value: KernelValue>(_ condition: LLVMValueRef, _ a: Value, _ b: Value) -> Value {
        Value(llvm.pointee.BuildSelect(builder, condition, a.reference, b.reference, "")!, self)
    }
    func element(_ vector: LLVMValueRef, _ lane: Int) -> LLVMValueRef {
        llvm.pointee.BuildExtractElement(builder, vector, constant(Int32(lane)), "")!
    }
    func shuffle(_ a: LLVMValueRef, _ b: LLVMValueRef, _ sources: [Int]) -> LLVMValueRef {
        if let shuffled = shuffleBytesQuickly(a, b, sources) { return shuffled }
        var indices: [LLVMValueRef?] = sources.map { constant(Int32($0)) }
        let mask = llvm.pointee.ConstVector(&indices, UInt32(indices.count))
        return llvm.pointee.BuildShuffleVector(builder, a, b, mask, "")!
    }
    /// Calls `body` twice: first with the lower half of each operand, then with the upper half of each operand. Joins the two results to
    /// one vector.
    func inHalves(_ operands: [LLVMValueRef], _ body: ([LLVMValueRef]) -> LLVMValueRef) -> LLVMValueRef {
        let count = elementCount(operands[0])
        let low = body(operands.map { shuffle($0, $0, Array(0 ..< count / 2)) })
        let high = body(operands.map { shuffle($0, $0, Array(count / 2 ..< count)) })
        return shuffle(low, high, Array(0 ..< 2 * elementCount(low)))
    }
    func splat(_ scalar: LLVMValueRef, _ count: Int) -> LLVMValueRef {
        if llvm.pointee.IsConstant(scalar) != 0 {
            var elements = [LLVMValueRef?](repeating: scalar, count: count)
            return llvm.pointee.ConstVector(&elements, UInt32(count))!
        }
        let undefined = llvm.pointee.GetPoison(llvm.pointee.VectorType(llvm.pointee.TypeOf(scalar), UInt32(count)))
        let first = llvm.pointee.BuildInsertElement(builder, undefined, scalar, constant(Int32(0)), "")!
        return shuffle(first, first, [Int](repeating: 0, count: count))
    }

    /// Calls the intrinsic `name`. If LLVM has the intrinsic for several types, the types of the values in `overload` choose the variant.
    /// If `overload` is nil, the type of the first operand chooses the variant.
    func intrinsic(_ name: StaticString, _ operands: [LLVMValueRef], overload: [LLVMValueRef]? = nil) -> LLVMValueRef {
        let types = (overload ?? [operands[0]]).map { llvm.pointee.TypeOf($0)! }
        let key = IntrinsicKey(name: name.utf8Start, overload: types)
        let declaration: (function: LLVMValueRef, type: LLVMTypeRef)
        if let known = intrinsics[key] {
            declaration = known
        } else {
            let identifier = name.withUTF8Buffer { buffer in
                buffer.withMemoryRebound(to: CChar.self) { llvm.pointee.LookupIntrinsicID($0.baseAddress!, buffer.count) }
            }
            precondition(identifier != 0, "no intrinsic \(name)")
            var overloads: [LLVMTypeRef?] = types
            declaration = (llvm.pointee.GetIntrinsicDeclaration(module, identifier, &overloads, overloads.count)!,
                           llvm.pointee.IntrinsicGetType(context, identifier, &overloads, overloads.count)!)
            intrinsics[key] = declaration
        }
        var arguments: [LLVMValueRef?] = operands
        return llvm.pointee.BuildCall2(builder, declaration.type, declaration.function, &arguments, UInt32(arguments.count), "")!
    }

    func markInvariant(_ load: LLVMValueRef) { llvm.pointee.SetMetadata(load, invariantLoad, emptyNode) }

    // MARK: Facts about constants

    /// Returns true if the value is a constant that contains no NaN.
    func isNumber(_ value: LLVMValueRef) -> Bool {
        guard llvm.pointee.IsConstant(value) != 0 else { return false }
        func isNumber(_ scalar: LLVMValueRef?) -> Bool {
            guard let scalar, llvm.pointee.IsAConstantFP(scalar) != nil else { return false }
            var losesInformation: LLVMBool = 0
            let number = llvm.pointee.ConstRealGetDouble(scalar, &losesInformation)
            return number == number
        }
        guard isVector(value) else { return isNumber(value) }
        return (0 ..< elementCount(value)).allSatisfy { isNumber(llvm.pointee.GetAggregateElement(value, UInt32($0))) }
    }

    /// Returns true if the value is a constant truth value that is true in all lanes.
    func isAllOnes(_ value: LLVMValueRef) -> Bool {
        guard llvm.pointee.IsConstant(value) != 0 else { return false }
        func isOne(_ scalar: LLVMValueRef?) -> Bool {
            guard let scalar, llvm.pointee.IsAConstantInt(scalar) != nil else { return false }
            return llvm.pointee.ConstIntGetZExtValue(scalar) == 1
        }
        guard isVector(value) else { return isOne(value) }
        return (0 ..< elementCount(value)).allSatisfy { isOne(llvm.pointee.GetAggregateElement(value, UInt32($0))) }
    }

    /// The module's code in LLVM's language: before compilation, the code built so far; after compilation, the optimised code.
    package var intermediateCode: String { library.take(message: llvm.pointee.PrintModuleToString(module)) }
}
