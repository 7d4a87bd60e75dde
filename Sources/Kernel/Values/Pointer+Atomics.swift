// Atomics: operations that read a word, compute a new value and write this value. No other thread can write the word between the read and
// the write.
//
// The order of accesses to different words is not defined, unless a fence comes between the accesses. If no other thread uses the
// memory while the kernel runs, an update needs only a plain load and a plain store, which are much faster than an atomic
// operation. The caller says whether other threads use the memory (see `WordAccess`).

import CLLVM

/// How the new value of a word is computed from the old value and an operand.
package enum WordFunction: Sendable, Hashable, CaseIterable {
    case add, minimum, maximum, and, or, xor, exchange
}

/// Which threads may access a word while a kernel updates it.
package enum WordAccess: Sendable, Hashable {
    case anyThread, onlyThisThread
}

extension Pointer {
    /// Updates the word at this address. Returns the old value. The address must be a multiple of the word's size.
    package func update<Element: IntegerElement>(_ function: WordFunction, _ value: Scalar<Element>, by access: WordAccess) -> Scalar<Element> {
        if access == .onlyThisThread {
            let old = load(Element.self)
            store(function.result(old, value))
            return old
        }
        check(byteCount: Element.kind.byteCount)
        return Scalar(llvm.pointee.BuildAtomicRMW(builder.builder, function.operation(isSigned: Element.isSigned), reference, value.reference,
                                                  LLVMAtomicOrderingMonotonic, 0)!, builder)
    }
    /// Writes `value` if the word at this address equals `expected`. Returns the old value.
    package func compareExchange<Element: IntegerElement>(_ expected: Scalar<Element>, _ value: Scalar<Element>, by access: WordAccess) -> Scalar<Element> {
        if access == .onlyThisThread {
            let old = load(Element.self)
            store((old .== expected).choose(value, old))
            return old
        }
        check(byteCount: Element.kind.byteCount)
        let both = llvm.pointee.BuildAtomicCmpXchg(builder.builder, reference, expected.reference, value.reference, LLVMAtomicOrderingMonotonic,
                                                   LLVMAtomicOrderingMonotonic, 0)!
        return Scalar(llvm.pointee.BuildExtractValue(builder.builder, both, 0, "")!, builder)
    }

    /// Updates the word at each lane's place, `places · unit` bytes after this address. The lanes that the mask selects run one
    /// after the other, the lowest first. Returns the old values; 0 for lanes that the mask leaves out.
    package func updateEach<Element: IntegerElement>(_ function: WordFunction, _ values: Lanes<Element>, places: Lanes<some IntegerElement>, unit: Int,
                                                     mask: LaneMask, by access: WordAccess) -> Lanes<Element> {
        inTurn([values], places, unit, mask) { $0.update(function, $1[0], by: access) }
    }
    /// Compares and exchanges the word at each lane's place, lane by lane as in `updateEach`.
    package func compareExchangeEach<Element: IntegerElement>(_ expected: Lanes<Element>, _ values: Lanes<Element>, places: Lanes<some IntegerElement>,
                                                              unit: Int, mask: LaneMask, by access: WordAccess) -> Lanes<Element> {
        inTurn([expected, values], places, unit, mask) { $0.compareExchange($1[0], $1[1], by: access) }
    }

    /// Calls `body` for one lane after the other, with the address of the lane's element and the lane's operands.
    private func inTurn<Element: IntegerElement, Place: IntegerElement>(_ operands: [Lanes<Element>], _ places: Lanes<Place>, _ unit: Int, _ mask: LaneMask,
                                                                        _ body: (Pointer, [Scalar<Element>]) -> Scalar<Element>) -> Lanes<Element> {
        let size = Element.kind.byteCount, row = size * places.count
        let memory = builder.localMemory(bytes: (operands.count + 1) * row), addresses = builder.localMemory(bytes: Place.kind.byteCount * places.count)
        addresses.store(places, alignment: 64)
        for (k, operand) in operands.enumerated() { memory.store(operand, at: k * row, alignment: size) }
        memory.store(builder.lanes(Element(0), count: places.count), at: operands.count * row, alignment: size)
        builder.forEachLane(mask) { lane in
            let own = memory.element(lane, stride: size)
            let place = addresses.element(lane, stride: Place.kind.byteCount).load(Place.self).widened(to: Int64.self)
            own.store(body(element(place, stride: unit), operands.indices.map { own.load(Element.self, at: $0 * row) }), at: operands.count * row)
        }
        return memory.loadLanes(Element.self, at: operands.count * row, count: places.count, alignment: size)
    }
}

extension KernelBuilder {
    /// For every thread, all accesses to memory before this fence come before the writes after the fence, and the reads before the fence
    /// come before all accesses after the fence.
    package func fence() { _ = llvm.pointee.BuildFence(builder, LLVMAtomicOrderingAcquireRelease, 0, "") }
}

extension WordFunction {
    fileprivate func operation(isSigned: Bool) -> LLVMAtomicRMWBinOp {
        switch self {
        case .add: LLVMAtomicRMWBinOpAdd
        case .minimum: isSigned ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin
        case .maximum: isSigned ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax
        case .and: LLVMAtomicRMWBinOpAnd
        case .or: LLVMAtomicRMWBinOpOr
        case .xor: LLVMAtomicRMWBinOpXor
        case .exchange: LLVMAtomicRMWBinOpXchg
        }
    }
    /// Returns the new value of a word.
    package func result<Value: ArithmeticValue>(_ old: Value, _ value: Value) -> Value where Value.Element: IntegerElement {
        switch self {
        case .add: old + value
        case .minimum: old.minimum(value)
        case .maximum: old.maximum(value)
        case .and: old & value
        case .or: old | value
        case .xor: old ^ value
        case .exchange: value
        }
    }
}
