// MemoryHazards: divides passes whose shaders write memory, so that a draw sees what the draws before it wrote. Renderers process the draws
// of a pass together and in any order, apart from the images that the pass draws to.

extension [Command] {
    /// The commands with divided passes.
    var separatingHazards: [Command] {
        guard contains(where: { if case .renderPass(let pass) = $0 { pass.writesMemory } else { false } }) else { return self }
        return flatMap { command -> [Command] in
            guard case .renderPass(let pass) = command, pass.writesMemory else { return [command] }
            return pass.separatingHazards.map { .renderPass($0) }
        }
    }
}

extension RenderPassCommand {
    /// Parts of the pass. No draw of a part uses memory that another draw of the part writes. The conditions of the pass must be decided.
    fileprivate var separatingHazards: [RenderPassCommand] {
        var parts: [RenderPassCommand] = [], part = self, groups: [String] = []
        part.operations = []
        part.unset = []
        var used: Set<ObjectIdentifier> = [], written: Set<ObjectIdentifier> = []
        for operation in operations {
            switch operation {
            case .draw(let call):
                let uses = call.usedMemory, writes = call.writtenMemory
                if !uses.isDisjoint(with: written) || !writes.isDisjoint(with: used) {
                    part.operations += groups.map { _ in .popGroup }
                    parts.append(part)
                    part.clear = .none
                    part.operations = groups.map { .pushGroup($0) }
                    used = []
                    written = []
                }
                used.formUnion(uses)
                written.formUnion(writes)
            case .clear: break
            case .pushGroup(let name): groups.append(name)
            case .popGroup: _ = groups.popLast()
            }
            part.operations.append(operation)
        }
        return parts + [part]
    }
}

extension DrawCall {
    /// The buffers and textures that the draw reads or writes, except the images of the pass.
    fileprivate var usedMemory: Set<ObjectIdentifier> {
        var result: Set<ObjectIdentifier> = []
        func use(_ buffer: Buffer?) { if let buffer { result.insert(ObjectIdentifier(buffer)) } }
        use(indices?.buffer)
        for binding in vertexBuffers { use(binding?.buffer) }
        for binding in uniformBuffers { use(binding?.buffer) }
        for binding in storageBuffers { use(binding?.buffer) }
        for target in feedback?.targets ?? [] { use(target.buffer) }
        for texture in textures.compactMap({ $0?.texture }) + images.compactMap({ $0?.texture }) {
            result.insert(ObjectIdentifier(texture))
            use(texture.source?.buffer)
        }
        return result
    }
    /// The buffers and textures that the shaders write.
    fileprivate var writtenMemory: Set<ObjectIdentifier> {
        var result = Set(writtenBuffers.map { ObjectIdentifier($0.buffer) })
        for binding in writtenImages {
            result.insert(ObjectIdentifier(binding.texture))
            if let source = binding.texture.source { result.insert(ObjectIdentifier(source.buffer)) }
        }
        return result
    }
}
