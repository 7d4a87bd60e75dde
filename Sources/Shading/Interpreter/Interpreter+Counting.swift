// Interpreter+Counting: runs that count executed instructions, for profiles.

import Memory

extension Opcode {
    /// Whether a profile counts the instruction. A profile counts arithmetic, decisions, texture lookups and indexed memory
    /// accesses. A profile does not count constants, reads of inputs and uniforms, and copies between variables, because the
    /// reference renderer and the tile renderer use these values directly as operands. A profile does not count the `end` of a
    /// construct, because an `end` computes nothing.
    package var isOperation: Bool {
        switch self {
        case .bitcast, .load, .store, .component: false
        case .loadIndexed, .storeIndexed, .uniformIndexed, .ifBegin, .exit, .discard: true
        default:
            switch definition.kind {
            case .simple, .compound, .long, .function, .derivative, .lookup: true
            case .source, .read, .effect, .flow: false
            }
        }
    }
}

/// For each instruction of a module, the number of executions. An execution counts once for each lane.
package final class InstructionCounts {
    /// The counts of one instruction.
    package struct Count: Sendable, Hashable {
        /// The number of executions in lanes that are neither helpers nor discarded.
        package var own: UInt64 = 0
        /// The number of executions in helper lanes, and in lanes that were discarded.
        package var helping: UInt64 = 0
        /// The number of texels that the instruction's lookups read in the lanes that `own` counts. `helpingTexels` is the same
        /// number for the lanes that `helping` counts.
        package var ownTexels: UInt64 = 0
        package var helpingTexels: UInt64 = 0
    }
    fileprivate struct Kind: OptionSet {
        var rawValue: UInt8
        static let operation = Kind(rawValue: 1), flow = Kind(rawValue: 2), discard = Kind(rawValue: 4), lookup = Kind(rawValue: 8)
    }
    fileprivate let counts: UnsafeMutablePointer<Count>
    fileprivate let kinds: UnsafeMutablePointer<Kind>
    private let size: Int
    private let countMemory: Allocation, kindMemory: Allocation
    /// Returns the number of texels that each lane has read since the last call.
    fileprivate let takeTexels: () -> QuadUInt

    package init(_ module: ShaderModule, takeTexels: @escaping () -> QuadUInt) {
        self.takeTexels = takeTexels
        size = module.instructions.count
        countMemory = Allocation(of: Count.self, count: size, name: "InstructionCounts.counts")
        kindMemory = Allocation(of: Kind.self, count: size, name: "InstructionCounts.kinds")
        counts = countMemory.elements()
        kinds = kindMemory.elements()
        counts.initialize(repeating: Count(), count: size)
        for (index, instruction) in module.instructions.enumerated() {
            var kind: Kind = instruction.opcode.isOperation ? .operation : []
            if instruction.opcode.definition.kind == .flow { kind.insert(.flow) }
            if instruction.opcode == .discard { kind.insert(.discard) }
            if instruction.opcode == .texture { kind.insert(.lookup) }
            (kinds + index).initialize(to: kind)
        }
    }
    deinit {
        countMemory.free()
        kindMemory.free()
    }
    package subscript(instruction: Int) -> Count {
        precondition(instruction >= 0 && instruction < size)
        return counts[instruction]
    }
}

private struct CountingObserver: InterpreterObserver {
    let counts: UnsafeMutablePointer<InstructionCounts.Count>
    let kinds: UnsafeMutablePointer<InstructionCounts.Kind>
    let owner: InstructionCounts
    /// The lanes that are not helpers and that are not discarded yet.
    var own: QuadUInt
    /// The lanes that were active before the instruction ran.
    var before: QuadUInt
    var operations = QuadUInt()

    /// Begins or continues a quad of a work group. A quad of a work group has no helpers.
    mutating func willRun(quad: Int, active: QuadUInt) { own = active; before = active }
    @inline(__always)
    mutating func executed(instruction: Int, result: QuadUInt, active: QuadUInt) {
        let kind = kinds[instruction]
        // After a control-flow instruction, the active lanes may differ from the lanes that have executed the instruction.
        let executing = kind.contains(.flow) ? before : active
        before = active
        let ownLanes = executing & own, helpers = executing & ~own
        counts[instruction].own &+= UInt64((ownLanes & 1).wrappedSum())
        counts[instruction].helping &+= UInt64((helpers & 1).wrappedSum())
        if kind.contains(.operation) { operations &+= executing & 1 }
        if kind.contains(.lookup) {
            let texels = owner.takeTexels()
            counts[instruction].ownTexels &+= UInt64((texels & ownLanes).wrappedSum())
            counts[instruction].helpingTexels &+= UInt64((texels & helpers).wrappedSum())
        }
        if kind.contains(.discard) { own &= ~executing }
    }
}

extension Interpreter {
    /// Runs the shader like `run(active:)`, and counts the executed instructions.
    /// - Parameters:
    ///   - active: The lanes that exist.
    ///   - own: A mask with all ones in lanes that are not helpers.
    ///   - counts: The counts of this module, to which the counts of this run are added.
    ///   - operations: Receives the number of operations that each lane executed, even if the run was stopped.
    /// - Returns: The active lanes that were not discarded.
    package func run(
        active: SIMDMask<SIMD4<Int32>>, own: QuadUInt, counting counts: InstructionCounts, operations: inout QuadUInt
    ) throws(ShaderExecutionError) -> SIMDMask<SIMD4<Int32>> {
        let lanes = unsafeBitCast(active, to: QuadUInt.self)
        var observer = CountingObserver(counts: counts.counts, kinds: counts.kinds, owner: counts, own: own & lanes, before: lanes)
        defer { operations = observer.operations }
        return try run(active: active, observer: &observer)
    }
    /// Runs all invocations of one work group like `run(workGroup:of:)`, and counts the executed instructions.
    /// - Parameter instructions: The counts of this module, to which the counts of this run are added.
    package func run(workGroup: SIMD3<UInt32>, of counts: SIMD3<UInt32>, counting instructions: InstructionCounts) throws(ShaderExecutionError) {
        var observer = CountingObserver(counts: instructions.counts, kinds: instructions.kinds, owner: instructions, own: QuadUInt(), before: QuadUInt())
        try run(workGroup: workGroup, of: counts, observing: 0 ..< quadsPerWorkGroup, &observer)
    }
}
