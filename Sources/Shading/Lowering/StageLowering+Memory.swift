// StageLowering+Memory: variables, access chains, loads and stores.
//
// Function, private and output variables are consecutive local slots. Access chains with constant indices become fixed slots.
// Dynamic indices use a LocalArray or the opcode uniformIndexed, with a bounds check for each dimension. Out-of-range reads return
// zero; out-of-range writes do nothing. Storage blocks and shared variables are in +Storage.

/// The target of an access chain.
struct Pointer {
    enum Memory {
        /// Local slots that begin with `firstSlot`; `count` is the number of slots of the whole variable.
        case local(firstSlot: Int, count: Int)
        /// Components of the stage's inputs; see `inputSources`.
        case input(first: Int, count: Int)
        case uniform(block: Int)
        /// The `count` blocks of an array of blocks, from block `first` on. `index` is -1 until a dynamic index is applied. After a dynamic
        /// index has been applied, `index` is the node that chooses one of the blocks. `sizes` are the sizes of the dimensions to which no
        /// index has been applied yet, the outermost first. If `inStorage` is true, the blocks are storage blocks.
        case blocks(first: Int, count: Int, index: Node, sizes: [Int], inStorage: Bool)
        case storage(block: Int)
        /// The words that a work group shares; the variable begins with word `first`.
        case shared(first: Int)
    }

    /// A dynamic index of an access chain.
    struct Index {
        var value: Node
        /// The number of elements; 0 if the size of the storage block's buffer determines this number.
        var count: Int
        /// The distance from one element to the next: `stride` in words for data, `unitStride` in texture units for samplers.
        var stride: Int
        var unitStride: Int
        /// The number of words from the start of the variable to the indexed array, without the words that earlier dynamic indices add.
        var base: Int
    }

    var memory: Memory
    var placement: Placement
    /// The number of words from the start of the variable or block.
    var offset = 0
    var indices: [Index] = []
    /// The first texture unit, for variables that contain samplers.
    var unit = 0
    /// The name of the variable in messages.
    var name = ""
}

extension StageLowering {
    // MARK: Variables

    /// Creates a function or private variable with its own slots.
    /// - Parameter scope: the call to which the variable belongs; nil for a variable of the module.
    func localPointer(_ type: UInt32, name: String, scope: ShaderScope?) throws(ShaderError) -> Pointer {
        if let construct = spirv.unsupportedNames[type] { throw unsupported("'\(construct)'") }
        guard let placement = spirv.tightPlacement(type), placement.unitCount == 0, let valueType = spirv.valueType(type) else {
            throw malformed("variable '\(name)' has no data")
        }
        let count = placement.tightWordCount
        let slot = builder.allocateSlots(count)
        try checkBudget()
        if !name.isEmpty, name != "param", name != "indexable" {
            builder.localVariables.append(LocalVariable(name: name, type: valueType, firstSlot: slot, scope: scope))
        }
        return Pointer(memory: .local(firstSlot: slot, count: count), placement: placement, name: name)
    }

    // MARK: Access chains

    func lowerAccessChain(_ i: SPIRVInstruction) throws(ShaderError) {
        var pointer = try self.pointer(try word(i, 3))
        for index in 4..<max(4, wordCount(i)) {
            let node = try scalar(i, index)
            try descend(&pointer, node)
        }
        frame.values[try word(i, 2)] = .pointer(pointer)
    }

    private func descend(_ pointer: inout Pointer, _ index: Node) throws(ShaderError) {
        let index = builder.pure(.bitcast, .int, index)
        let constant = builder.constantBits(index).map { Int(Int32(bitPattern: $0)) }
        if case .blocks(let first, let count, let chosen, let sizes, let inStorage) = pointer.memory, let size = sizes.first {
            pointer.memory = chooseBlock(first, count, chosen, index, constant, size: size, inner: Array(sizes.dropFirst()), inStorage)
            return
        }
        switch pointer.placement {
        case .scalar, .sampler: throw malformed("an access chain goes into a scalar")
        case .vector(let type, let count, let stride):
            step(&pointer, index, constant, count: count, stride: stride, unitStride: 0)
            pointer.placement = .scalar(type)
        case .matrix(let columns, let rows, let columnStride, let rowStride):
            step(&pointer, index, constant, count: columns, stride: columnStride, unitStride: 0)
            pointer.placement = .vector(.float, count: rows, stride: rowStride)
        case .array(let element, let count, let stride, let unitStride):
            step(&pointer, index, constant, count: count, stride: stride, unitStride: unitStride)
            pointer.placement = element
        case .structure(let fields):
            guard let constant, fields.indices.contains(constant) else { throw malformed("a member index is wrong") }
            pointer.offset += fields[constant].offset
            pointer.unit += fields[constant].unitOffset
            pointer.placement = fields[constant].placement
        }
    }

    /// Applies an index to the outermost dimension of an array of blocks.
    /// - Parameters:
    ///   - size: The size of this dimension.
    ///   - inner: The sizes of the other dimensions.
    private func chooseBlock(_ first: Int, _ count: Int, _ chosen: Node, _ index: Node, _ constant: Int?,
                             size: Int, inner: [Int], _ inStorage: Bool) -> Pointer.Memory {
        let stride = inner.reduce(1, *)
        if let constant, (0..<size).contains(constant), chosen < 0 {
            let start = first + constant * stride
            guard inner.isEmpty else { return .blocks(first: start, count: stride, index: -1, sizes: inner, inStorage: inStorage) }
            return inStorage ? .storage(block: start) : .uniform(block: start)
        }
        if stride == 1, chosen < 0 { return .blocks(first: first, count: count, index: index, sizes: inner, inStorage: inStorage) }
        // An index that is out of range in its own dimension must choose no block, even if the other indices bring the sum of all indices
        // back into range. So a large negative number takes the place of an index that is out of range, and the sum stays negative.
        let isInRange = builder.pure(.iltU, .bool, index, builder.int(size))
        let place = builder.pure(.select, .int, isInRange, builder.pure(.imul, .int, index, builder.int(stride)), builder.int(-(1 << 20)))
        return .blocks(first: first, count: count, index: chosen < 0 ? place : builder.pure(.iadd, .int, chosen, place), sizes: inner, inStorage: inStorage)
    }

    private func step(_ pointer: inout Pointer, _ index: Node, _ constant: Int?, count: Int, stride: Int,
                      unitStride: Int) {
        // glslang has already rejected constant indices that are out of range. If constant folding finds an index out of range that glslang
        // did not find, the index is treated like a dynamic index. If the buffer's size determines the length of an array, the array has as
        // many elements as the buffer has room for.
        if let constant, (0..<count).contains(constant) || count == 0 && constant >= 0 && constant * stride < Self.mostStorageWords {
            pointer.offset += constant * stride
            pointer.unit += constant * unitStride
        } else {
            pointer.indices.append(Pointer.Index(value: index, count: count, stride: stride, unitStride: unitStride, base: pointer.offset))
        }
    }

    // MARK: Loads and stores

    func lowerLoad(_ i: SPIRVInstruction) throws(ShaderError) {
        let pointer = try self.pointer(try word(i, 3))
        switch spirv.types[try word(i, 1)] {
        case .sampledImage, .image:
            frame.values[try word(i, 2)] = .image(try imageHandle(pointer))
        default:
            if let name = spirv.unsupportedNames[try word(i, 1)] { throw unsupported("'\(name)'") }
            try setResult(i, try load(pointer))
        }
    }

    /// Loads all scalars to which the pointer refers, in flattened order.
    func load(_ pointer: Pointer) throws(ShaderError) -> [Node] {
        guard pointer.placement.unitCount == 0 else { throw unsupported("a structure with samplers as a value") }
        var places: [(ScalarType, Int)] = []
        pointer.placement.forEachScalar(at: pointer.offset) { places.append(($0, $1)) }
        switch pointer.memory {
        case .local(let first, let count):
            guard !pointer.indices.isEmpty else { return places.map { builder.load(first + $1, $0) } }
            let (array, base, start) = indexedSlots(pointer, first: first, count: count)
            return places.map { builder.loadIndexed(array, offset(base, $1 - start), $0) }
        case .input(let first, let count):
            guard !pointer.indices.isEmpty else { return try places.map { (place) throws(ShaderError) in try readInput(first + place.1) } }
            var copy = pointer
            copy.memory = .local(firstSlot: try copiedInput(first: first, count: count), count: count)
            return try load(copy)
        case .uniform(let block):
            return readUniforms(places, pointer, block: block)
        case .storage(let block): return loadWords(places, pointer, from: .storage(block: block))
        case .shared(let first): return loadWords(places, pointer, from: .shared(first: first))
        case .blocks(let first, let count, let index, let sizes, let inStorage):
            guard index >= 0, sizes.isEmpty else { throw unsupported("an array of blocks as a value") }
            var results = places.map { builder.constant(0, $0.0) }
            for k in 0..<count {
                let isChosen = builder.pure(.ieq, .bool, index, builder.int(k))
                let values = inStorage ? loadWords(places, pointer, from: .storage(block: first + k)) : readUniforms(places, pointer, block: first + k)
                results = zip(values, results).map {
                    builder.pure(.select, builder.type($0), isChosen, $0, $1)
                }
            }
            return results
        }
    }

    func store(_ pointer: Pointer, _ values: [Node]) throws(ShaderError) {
        var places: [(ScalarType, Int)] = []
        pointer.placement.forEachScalar(at: pointer.offset) { places.append(($0, $1)) }
        guard places.count == values.count, zip(places, values).allSatisfy({ $0.0 == builder.type($1) }) else {
            throw malformed("a store to '\(pointer.name)' of another type")
        }
        switch pointer.memory {
        case .local(let first, let count): store(places, pointer, values, first: first, count: count)
        case .storage(let block): storeWords(places, pointer, values, to: .storage(block: block))
        case .shared(let first): storeWords(places, pointer, values, to: .shared(first: first))
        case .blocks(let first, let count, let index, let sizes, inStorage: true):
            guard index >= 0, sizes.isEmpty else { throw malformed("a store to an array of blocks") }
            forEachBlock(first, count, index) { storeWords(places, pointer, values, to: .storage(block: $0)) }
        case .input, .uniform, .blocks: throw malformed("a store to '\(pointer.name)', which is read-only")
        }
    }

    private func store(_ places: [(ScalarType, Int)], _ pointer: Pointer, _ values: [Node], first: Int, count: Int) {
        guard !pointer.indices.isEmpty else {
            for (place, value) in zip(places, values) { builder.store(first + place.1, value) }
            return
        }
        let (array, base, start) = indexedSlots(pointer, first: first, count: count)
        for (place, value) in zip(places, values) { builder.storeIndexed(array, offset(base, place.1 - start), value) }
    }

    func offset(_ base: Node, _ words: Int) -> Node {
        words == 0 ? base : builder.pure(.iadd, .int, base, builder.int(words))
    }

    /// Returns the local array into which the dynamic indices point, and `base`, the index that the word with offset `start` has in
    /// this array. If a dynamic index is out of range, the returned index is out of range too, even after an offset inside the
    /// element is added.
    private func indexedSlots(_ pointer: Pointer, first: Int, count: Int) -> (array: Int, base: Node, start: Int) {
        if pointer.indices.count == 1, let index = pointer.indices.first {
            let array = builder.localArray(firstSlot: first + index.base, count: index.count * index.stride)
            guard index.stride > 1 else { return (array, index.value, index.base) }
            // The index is clamped to `count`, the first index after the array's end. So the product of index and stride cannot wrap around
            // and fall into the array again.
            let clamped = builder.pure(.iminU, .int, index.value, builder.int(index.count))
            return (array, builder.pure(.imul, .int, clamped, builder.int(index.stride)), index.base)
        }
        return (builder.localArray(firstSlot: first, count: count), checkedOffset(pointer.indices, start: 0), 0)
    }

    /// Adds nodes that compute the sum of `start` and of value · stride for each index. If an index is out of range, the result is far
    /// below zero.
    private func checkedOffset(_ indices: [Pointer.Index], start: Int) -> Node {
        var sum = builder.int(start)
        var isInside = builder.bool(true)
        for index in indices {
            sum = builder.pure(.iadd, .int, sum, builder.pure(.imul, .int, index.value, builder.int(index.stride)))
            isInside = builder.pure(.and, .bool, isInside, builder.pure(.iltU, .bool, index.value, builder.int(index.count)))
        }
        return builder.pure(.select, .int, isInside, sum, builder.int(-0x4000_0000))
    }

    private func readUniforms(_ places: [(ScalarType, Int)], _ pointer: Pointer, block: Int) -> [Node] {
        let base = pointer.indices.isEmpty ? nil : checkedOffset(pointer.indices, start: pointer.offset)
        return places.map { type, word in
            let wordType = type == .bool ? .uint : type
            let value: Node
            if let base {
                value = builder.pure(.uniformIndexed, wordType, offset(base, word - pointer.offset), Node(block))
                if block == 0 {
                    builder.indexedUniforms[value] = IndexedUniformWords(first: word, steps: pointer.indices.map { .init(count: $0.count, stride: $0.stride) })
                }
            } else {
                value = builder.pure(.uniform, wordType, -1, Node(block), Node(word))
            }
            return type == .bool ? builder.pure(.ine, .bool, value, builder.uint(0)) : value
        }
    }

    // MARK: Images

    func imageHandle(_ pointer: Pointer) throws(ShaderError) -> ImageHandle {
        guard case .sampler(let type) = pointer.placement else { throw malformed("a sampler is loaded from data") }
        guard let dimension = type.textureDimension else {
            throw unsupported("\(SPIRVModule.samplerName(type)) '\(pointer.name)'")
        }
        var handle = ImageHandle(type: type, dimension: dimension, unit: pointer.unit, unitIndex: -1, unitCount: 1)
        for index in pointer.indices {
            let scaled = builder.pure(.imul, .int, index.value, builder.int(index.unitStride))
            handle.unitIndex = handle.unitIndex < 0 ? scaled : builder.pure(.iadd, .int, handle.unitIndex, scaled)
            handle.unitCount += (index.count - 1) * index.unitStride
        }
        return handle
    }
}
