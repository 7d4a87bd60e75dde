// ProgramLayout+Storage: the storage blocks of a program. Each element of an array of blocks is a separate block. The atomic counters of
// each binding form a block too.

extension ProgramLayout {
    /// `storageBlockLimit` is the largest number of storage blocks of a stage. `counterBindingLimit` is the largest number of
    /// bindings with atomic counters in a stage.
    static let storageBlockLimit = 16, counterBindingLimit = 8
    /// The largest number of atomic counters of a binding.
    static let counterLimit = 4096

    /// - Parameters:
    ///   - block: The structure of the block.
    ///   - sizes: The sizes of the dimensions of an array of blocks, the outermost first.
    ///   - count: The number of blocks.
    mutating func addStorageBlock(_ variable: SPIRVVariable, _ block: UInt32, name: String, sizes: [Int], count: Int,
                                  _ added: SPIRVStage) throws(ShaderError) {
        let module = added.module, stage = added.stage, lines = added.lines
        guard case .structure(let memberTypes)? = module.types[block] else { return }
        let layout: BlockLayout
        do {
            layout = try module.blockLayout(block, member: SPIRVDecorations(), inStorage: true)
        } catch {
            throw failure("storage block '\(name)' cannot be laid out: \(error.message)", stage, lines)
        }
        var walk = LeafWalk(module: module, booleanMembers: added.booleanMembers)
        walk.visitStorage(block, layout.placement, name: module.name(variable.id).isEmpty ? "" : name)
        guard walk.members.count <= LeafWalk.mostMembers else {
            throw failure("storage block '\(name)' has more than \(LeafWalk.mostMembers) members", stage, lines)
        }
        let own = module.decorations(variable.id), members = memberTypes.indices.map { module.decorations(block, member: $0) }
        let isReadOnly = own.isReadOnly || members.allSatisfy(\.isReadOnly), isWriteOnly = own.isWriteOnly || members.allSatisfy(\.isWriteOnly)
        // A block may have an instance name in one stage and no instance name in the other stage, so the names are compared without the
        // prefix `Block.`.
        func names(_ members: [UniformMember]) -> [Substring] {
            members.map { $0.name.hasPrefix(name + ".") ? $0.name.dropFirst(name.count + 1) : $0.name[...] }
        }
        if let known = declarations["buffer " + name] {
            guard Self.haveSameShape(known.pointer.placement, layout.placement), known.sizes == sizes,
                  known.members[0].map(\.offset) == walk.members.map(\.offset), names(known.members[0]) == names(walk.members) else {
                throw failure("storage block '\(name)' differs between the vertex and the fragment stage", stage, lines)
            }
            uniforms[stage]![variable.id] = known.pointer
            for index in known.storageBlocks {
                storageBlocks[index].isReadOnly = storageBlocks[index].isReadOnly && isReadOnly
                storageBlocks[index].isWriteOnly = storageBlocks[index].isWriteOnly && isWriteOnly
            }
            return
        }
        let first = storageBlocks.count
        guard count <= Self.storageBlockLimit else {
            throw failure("storage block '\(name)' has \(count) elements; a stage may have \(Self.storageBlockLimit) storage blocks", stage, lines)
        }
        for k in 0..<count {
            storageBlocks.append(StorageBlock(
                name: name + Self.subscripts(ofElement: k, sizes), binding: added.binding(of: variable, named: name) + k,
                byteCount: layout.dataByteCount, members: walk.members, isReadOnly: isReadOnly, isWriteOnly: isWriteOnly))
        }
        let memory: Pointer.Memory = sizes.isEmpty ? .storage(block: first) : .blocks(first: first, count: count, index: -1, sizes: sizes, inStorage: true)
        let pointer = Pointer(memory: memory, placement: layout.placement, name: name)
        declarations["buffer " + name] = Declaration(pointer: pointer, type: nil, samplerTypes: [], members: [walk.members], sizes: sizes,
                                                     storageBlocks: first ..< first + count)
        uniforms[stage]![variable.id] = pointer
    }

    /// Adds atomic counters to the storage block of their binding. A counter is a word at the byte offset that its layout states.
    mutating func addCounters(_ variable: SPIRVVariable, _ added: SPIRVStage) throws(ShaderError) {
        let module = added.module, stage = added.stage, lines = added.lines
        let name = module.name(variable.id), decorations = module.decorations(variable.id)
        guard let placement = module.tightPlacement(variable.pointee), placement.unitCount == 0,
              let offset = decorations.offset, offset % 4 == 0 else {
            refusals[stage]![variable.id] = "the type of '\(name)'"
            return
        }
        let type = module.valueType(variable.pointee)
        if let known = declarations[name] {
            guard known.type == type, known.pointer.offset == offset / 4 else {
                throw failure("'\(name)' has different types or offsets in the vertex and the fragment stage", stage, lines)
            }
            uniforms[stage]![variable.id] = known.pointer
            return
        }
        let end = offset + 4 * placement.tightWordCount
        guard end <= 4 * Self.counterLimit else { throw failure("'\(name)' : the offset of an atomic counter is too large", stage, lines) }
        let binding = decorations.binding ?? 0, block = storageBlocks.firstIndex { $0.isCounters && $0.binding == binding } ?? storageBlocks.count
        if block == storageBlocks.count {
            var made = StorageBlock(name: "gl_AtomicCounters\(binding)", binding: binding, byteCount: 0, members: [], isReadOnly: false, isWriteOnly: false)
            made.isCounters = true
            storageBlocks.append(made)
        }
        var walk = LeafWalk(module: module)
        walk.visit(variable.pointee, placement, name: name, word: offset / 4)
        storageBlocks[block].members += walk.members
        storageBlocks[block].byteCount = max(storageBlocks[block].byteCount, end)
        let pointer = Pointer(memory: .storage(block: block), placement: placement, offset: offset / 4, name: name)
        declarations[name] = Declaration(pointer: pointer, type: type, samplerTypes: [])
        uniforms[stage]![variable.id] = pointer
    }

    /// Throws an error if the stage has more than `storageBlockLimit` storage blocks.
    func checkStorageBlockCount(_ added: SPIRVStage) throws(ShaderError) {
        var blocks = 0
        for variable in added.module.variables {
            guard let pointer = uniforms[added.stage]?[variable.id] else { continue }
            switch pointer.memory {
            case .storage(let block) where !storageBlocks[block].isCounters: blocks += 1
            case .blocks(_, let count, _, _, inStorage: true): blocks += count
            default: break
            }
        }
        if blocks > Self.storageBlockLimit {
            throw failure("the stage has \(blocks) storage blocks; the limit is \(Self.storageBlockLimit)", added.stage, added.lines)
        }
        let counters = storageBlocks.count(where: \.isCounters)
        if counters > Self.counterBindingLimit {
            throw failure("the atomic counters have \(counters) bindings; the limit is \(Self.counterBindingLimit)", added.stage, added.lines)
        }
    }
}
