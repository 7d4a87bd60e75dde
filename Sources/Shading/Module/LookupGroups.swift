// LookupGroups: finds texture lookups that differ only in their texture unit. If the units of these lookups have equal samplers and
// textures of one shape, much work is the same for all the lookups. Then the code generator can compute the level of detail, the weights
// and the positions of texels only once.
//
// The lookups of a group lie in one region: in one arm of an `if`, in the body of one block or loop, or outside of all constructs. Within a
// region lanes only become fewer, so the lanes that run the first lookup of a group include the lanes that run the group's other lookups. A
// memory access of the shader ends all groups, because no lookup may move across a store.

extension ShaderModule {
    /// Returns the instructions of each group of at least two lookups, in ascending order.
    func foundLookupGroups() -> [[Int]] {
        struct Key: Hashable { var operation: TextureOperation; var region: Int; var accesses: Int }
        guard textureOperations.count > 1 else { return [] }
        var groups: [[Int]] = [], known: [Key: Int] = [:]
        var open = [0], regionCount = 1, accesses = 0
        func begin() {
            open.append(regionCount)
            regionCount += 1
        }
        for (index, instruction) in instructions.enumerated() {
            switch instruction.opcode {
            case .ifBegin, .blockBegin, .loopBegin: begin()
            case .elseBegin:
                open.removeLast()
                begin()
            case .end: open.removeLast()
            case .texture:
                var operation = textureOperations[Int(instruction.c)]
                guard operation.kind == .sample, !operation.isShadow, operation.unitIndex < 0 else { continue }
                operation.unit = 0
                let key = Key(operation: operation, region: open.last!, accesses: accesses)
                if let number = known[key] {
                    groups[number].append(index)
                } else {
                    known[key] = groups.count
                    groups.append([index])
                }
            default: if instruction.opcode.accessesMemory { accesses += 1 }
            }
        }
        return groups.filter { $0.count > 1 }
    }
}
