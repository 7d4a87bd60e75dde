// ModuleBuilder+FloatStores: writes floats to memory that invocations share.
//
// If the result of an operation is NaN, the bits of the NaN are unspecified, and the memory would show these bits. So every NaN that may be
// the result of an operation is written as 0x7FC00000. A value that is only copied keeps its bits, because programs copy any bits as
// floats, such as integers in a vec4. Whether a value is only copied is known only after all nodes have been added. Until all nodes have
// been added, each store writes the value with 0x7FC00000 in place of every NaN.

extension ModuleBuilder {
    /// Writes a float, with 0x7FC00000 in place of every NaN. If the float is only copied, `keepBitsOfCopies` changes the store later.
    func storeFloat(_ memory: SharedMemory, _ index: Node, _ value: Node) {
        let value = use(value)
        floatStores.append((store(memory, index, withOneNaN(value)), value))
    }

    /// Adds nodes that compute the value with 0x7FC00000 in place of every NaN.
    func withOneNaN(_ value: Node) -> Node { pure(.bitcast, .float, pure(.bitcast, .uint, value)) }

    /// Makes each store of a float that is only copied write the float itself.
    func keepBitsOfCopies() {
        if floatStores.isEmpty { return }
        let copies = CopiedFloats(self)
        for (store, value) in floatStores where copies.contains(value) { nodes[Int(store)].b = value }
    }
}

/// Finds the floats that no operation has computed.
private struct CopiedFloats {
    private let builder: ModuleBuilder
    /// For each local slot: true if no value that is written to the slot is a float that an operation has computed. The zeros that all
    /// slots hold at first are not computed either.
    private var slots: [Bool]

    init(_ builder: ModuleBuilder) {
        self.builder = builder
        slots = [Bool](repeating: true, count: builder.slotCount)
        // A slot may hold the value of another slot, so the search repeats until a round changes nothing.
        var changes = true
        while changes {
            changes = false
            func mark(_ range: Range<Int>) {
                for slot in range where slots[slot] {
                    slots[slot] = false
                    changes = true
                }
            }
            for node in builder.entry + builder.body {
                let instruction = builder.nodes[Int(node)]
                switch instruction.opcode {
                case .store where !contains(instruction.a): mark(Int(instruction.c) ..< Int(instruction.c) + 1)
                case .storeIndexed where !contains(instruction.b): mark(range(ofArray: instruction.c))
                default: break
                }
            }
            for (value, slot) in builder.carriers where !contains(value) { mark(slot ..< slot + 1) }
        }
    }

    private func range(ofArray array: Int32) -> Range<Int> {
        let array = builder.localArrays[Int(array)]
        return array.firstSlot ..< array.firstSlot + array.count
    }

    func contains(_ node: Node) -> Bool {
        let instruction = builder.nodes[Int(node)]
        return switch instruction.opcode {
        case .storageLoad, .sharedLoad, .uniform, .uniformIndexed, .imageLoad, .atomic: true
        case .constant: instruction.type != .float || !Float(bitPattern: UInt32(bitPattern: instruction.c)).isNaN
        case .component: builder.nodes[Int(node - instruction.c)].opcode == .imageLoad
        case .bitcast: builder.type(instruction.a) != .float || contains(instruction.a)
        case .select: contains(instruction.b) && contains(instruction.c)
        case .load: slots[Int(instruction.c)]
        case .loadIndexed: range(ofArray: instruction.c).allSatisfy { slots[$0] }
        default: false
        }
    }
}
