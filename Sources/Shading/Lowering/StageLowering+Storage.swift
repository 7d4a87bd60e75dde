// StageLowering+Storage: storage blocks and shared variables. An access names a 32-bit word by its index.
//
// The opcodes check indices against the end of the memory. But other variables in the same memory may follow an array. So for an index
// beyond the end of an array, StageLowering computes an index beyond the end of the memory. An access with this index never reaches another
// variable: reads give zero, writes do nothing.

/// Memory of words that invocations share.
enum SharedMemory {
    case storage(block: Int)
    /// The memory of the work group. The variable begins with word `first`.
    case shared(first: Int)
}

extension StageLowering {
    /// A number of words that is larger than every buffer. An index is limited to `mostStorageWords` divided by the size of an element, so
    /// that the product of the index and the size does not wrap around.
    static let mostStorageWords = 0x3000_0000
    /// An index that, read as unsigned, is beyond the end of every memory. The index stays beyond the end if a few words are added.
    private static let outside = -0x4000_0000
    /// The largest number of words of a work group: 64 KiB.
    static let sharedWordLimit = 16_384

    // MARK: Shared variables

    /// Places the shared variables that the shader uses. The largest variable comes last. Everything after the end of the last variable is
    /// outside of the memory, so a single comparison checks an index into this variable.
    func placeSharedVariables() throws(ShaderError) {
        var found: [(variable: SPIRVVariable, placement: Placement)] = []
        for variable in spirv.variables where variable.storage == SPIRVStorageClass.workgroup {
            guard let mention = mentions[variable.id] else { continue }
            line = mention
            if let construct = spirv.unsupportedNames[variable.pointee] { throw unsupported("'\(construct)'") }
            guard let placement = spirv.tightPlacement(variable.pointee), placement.unitCount == 0 else {
                throw unsupported("the type of the shared variable '\(spirv.name(variable.id))'")
            }
            found.append((variable, placement))
        }
        if let largest = found.indices.max(by: { found[$0].placement.tightWordCount < found[$1].placement.tightWordCount }) {
            found.append(found.remove(at: largest))
        }
        for (variable, placement) in found {
            let name = spirv.name(variable.id)
            guard module.sharedWordCount + placement.tightWordCount <= Self.sharedWordLimit else {
                line = mentions[variable.id] ?? line
                throw failure("'\(name)' : the shared variables take more than \(4 * Self.sharedWordLimit) bytes")
            }
            globals[variable.id] = Pointer(memory: .shared(first: module.sharedWordCount), placement: placement, name: name)
            if let type = spirv.valueType(variable.pointee) {
                module.sharedVariables.append(LocalVariable(name: name, type: type, firstSlot: module.sharedWordCount))
            }
            module.sharedWordCount += placement.tightWordCount
        }
    }

    // MARK: Indices

    /// The pointer refers to a variable or a block. Returns a function that takes the position of a word in this variable or block,
    /// and returns the word's index in the memory.
    private func index(_ pointer: Pointer, _ memory: SharedMemory) -> (Int) -> Node {
        let first = if case .shared(let first) = memory { first } else { 0 }
        guard let index = pointer.indices.first else { return { self.builder.int(first + $0) } }
        func shifted(_ base: Node, _ words: Int) -> Node { words == 0 ? base : builder.pure(.iadd, .int, base, builder.int(words)) }
        if pointer.indices.count == 1, let most = mostElements(index, memory) {
            // If the array is the last variable of the memory and begins at the memory's start, every index outside of the array is also
            // outside of the memory.
            let isPlain = index.stride == 1 && first + pointer.offset == 0
            let clamped = isPlain ? index.value : builder.pure(.iminU, .int, index.value, builder.int(most))
            let base = builder.pure(.imul, .int, clamped, builder.int(index.stride))
            return { shifted(base, first + $0) }
        }
        var sum = builder.int(0), isInside = builder.bool(true)
        for index in pointer.indices {
            var value = index.value
            if index.count == 0 {
                value = builder.pure(.iminU, .int, value, builder.int(Self.mostStorageWords / index.stride))
            } else {
                isInside = builder.pure(.and, .bool, isInside, builder.pure(.iltU, .bool, value, builder.int(index.count)))
            }
            sum = builder.pure(.iadd, .int, sum, builder.pure(.imul, .int, value, builder.int(index.stride)))
        }
        let base = builder.pure(.select, .int, isInside, sum, builder.int(Self.outside))
        return { shifted(base, first + $0) }
    }

    /// Returns the index of an element that would lie beyond the end of the array and also beyond the end of the memory; nil if other
    /// variables follow the array.
    private func mostElements(_ index: Pointer.Index, _ memory: SharedMemory) -> Int? {
        guard index.stride > 0 else { return nil }
        switch memory {
        case .storage: return index.count == 0 ? Self.mostStorageWords / index.stride : nil
        case .shared(let first): return first + index.base + index.count * index.stride >= module.sharedWordCount ? index.count : nil
        }
    }

    // MARK: Loads and stores

    /// Reads words, at the given positions from the start of the variable or block.
    func loadWords(_ places: [(ScalarType, Int)], _ pointer: Pointer, from memory: SharedMemory) -> [Node] {
        let index = index(pointer, memory)
        return places.map { type, word in
            let value = builder.load(memory, index(word), type == .bool ? .uint : type)
            return type == .bool ? builder.pure(.ine, .bool, value, builder.uint(0)) : value
        }
    }

    func storeWords(_ places: [(ScalarType, Int)], _ pointer: Pointer, _ values: [Node], to memory: SharedMemory) {
        let index = index(pointer, memory)
        for ((type, word), value) in zip(places, values) {
            switch type {
            case .float: builder.storeFloat(memory, index(word), value)
            case .bool: builder.store(memory, index(word), builder.pure(.select, .uint, value, builder.uint(1), builder.uint(0)))
            default: builder.store(memory, index(word), value)
            }
        }
    }

    /// Returns the index of the word to which the pointer refers. The pointer must refer to a scalar.
    func wordIndex(_ pointer: Pointer, _ memory: SharedMemory) -> Node { index(pointer, memory)(pointer.offset) }

    /// Adds nodes for an access to the block that `index` chooses from an array of blocks. Calls `body` once for each block of the
    /// array; the nodes that `body` adds lie in an `if`, so they run only if `index` chooses this block.
    func forEachBlock(_ first: Int, _ count: Int, _ index: Node, _ body: (Int) -> Void) {
        for k in 0..<count {
            _ = builder.begin(.ifBegin, condition: builder.pure(.ieq, .bool, index, builder.int(k)))
            body(first + k)
            builder.end()
        }
    }

    /// Lowers `length()` of the array at the end of a storage block: the number of whole elements that the buffer has room for.
    func lowerArrayLength(_ i: SPIRVInstruction) throws(ShaderError) {
        let pointer = try pointer(try word(i, 3)), member = Int(try word(i, 4))
        guard case .structure(let fields) = pointer.placement, fields.indices.contains(member), pointer.indices.isEmpty,
              case .array(_, count: 0, let stride, _) = fields[member].placement, stride > 0 else {
            throw malformed("the length of a member that has none")
        }
        func length(_ block: Int) -> Node {
            let size = builder.pure(.bitcast, .uint, builder.storageSize(block)), start = builder.uint(UInt32(4 * (pointer.offset + fields[member].offset)))
            let room = builder.pure(.isub, .uint, builder.pure(.imaxU, .uint, size, start), start)
            return builder.pure(.idivU, .uint, room, builder.uint(UInt32(4 * stride)))
        }
        switch pointer.memory {
        case .storage(let block): try setResult(i, [length(block)])
        case .blocks(let first, let count, let index, let sizes, inStorage: true) where index >= 0 && sizes.isEmpty:
            var result = builder.uint(0)
            for k in 0..<count {
                result = builder.pure(.select, .uint, builder.pure(.ieq, .bool, index, builder.int(k)), length(first + k), result)
            }
            try setResult(i, [result])
        default: throw malformed("the length of a member that has none")
        }
    }
}
