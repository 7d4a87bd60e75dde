// MemoryHazards: divides passes whose shaders write memory, so that a draw reads the results of the draws before it. Renderers process the
// draws of a pass together and in any order; only the fragments of one pixel are drawn in the order of the draws.
//
// Each part of a divided pass loads and stores the pass's attachments again, which costs time. So draws stay in one part if the results
// cannot depend on the order in which the draws use the memory (`MemoryUse.Order`). The order does not matter for draws that only count
// with atomic operations, for draws whose fragments use the texels of their own pixels, and for draws that use different bytes of a buffer,
// or different levels or layers of a texture.

extension [Command] {
    /// The commands after the division of passes into parts.
    package var separatingHazards: [Command] {
        guard contains(where: { if case .renderPass(let pass) = $0 { pass.writesMemory } else { false } }) else { return self }
        return flatMap { command -> [Command] in
            guard case .renderPass(let pass) = command, pass.writesMemory else { return [command] }
            return pass.separatingHazards.map { .renderPass($0) }
        }
    }
}

extension RenderPassCommand {
    /// The parts into which the pass is divided. Within a part, the results do not depend on the order in which draws use the same memory.
    /// The pass must have no conditions any more: SubmissionSteps has evaluated and removed the conditions.
    fileprivate var separatingHazards: [RenderPassCommand] {
        guard operations.contains(where: \.usesSharedMemory) else { return [self] }
        var parts: [RenderPassCommand] = [], part = self, groups: [String] = []
        part.operations = []
        part.unset = []
        var memory = MemoryOfDraws()
        for operation in operations {
            switch operation {
            case .draw(let call):
                let accesses = call.memoryAccesses
                if memory.mustBeOrdered(before: accesses) {
                    part.operations += groups.map { _ in .popGroup }
                    parts.append(part)
                    part.clear = .none
                    part.operations = groups.map { .pushGroup($0) }
                    memory = MemoryOfDraws()
                }
                memory.add(accesses)
            case .clear: break
            case .pushGroup(let name): groups.append(name)
            case .popGroup: _ = groups.popLast()
            }
            part.operations.append(operation)
        }
        return parts + [part]
    }
}

extension PassOperation {
    /// Whether the shaders of a draw have storage blocks or images. Transform feedback alone needs no division, because validation refuses
    /// passes that read buffers into which their transform feedback writes.
    fileprivate var usesSharedMemory: Bool {
        if case .draw(let call) = self { !call.storageBuffers.isEmpty || !call.images.isEmpty } else { false }
    }
}

/// A use of a part of a buffer or texture.
private struct MemoryAccess: Hashable {
    let memory: ObjectIdentifier
    /// The mip levels of a texture; 0 for a buffer.
    var levels: ClosedRange<Int>
    /// The layers of a texture, or the bytes of a buffer.
    var elements: Range<Int>
    var use: MemoryUse

    func mustBeOrdered(with other: MemoryAccess) -> Bool {
        levels.overlaps(other.levels) && elements.overlaps(other.elements) && use.mustBeOrdered(with: other.use)
    }
    /// Returns an access that covers this access and `other`.
    func joined(_ other: MemoryAccess) -> MemoryAccess {
        MemoryAccess(memory: memory, levels: min(levels.lowerBound, other.levels.lowerBound)...max(levels.upperBound, other.levels.upperBound),
                     elements: min(elements.lowerBound, other.elements.lowerBound)..<max(elements.upperBound, other.elements.upperBound), use: use + other.use)
    }
}

/// The memory that the draws of a part use.
private struct MemoryOfDraws {
    private var accesses: [ObjectIdentifier: [MemoryAccess]] = [:]
    /// The maximum number of accesses that are kept for one buffer or texture. If draws access more parts of a buffer or texture, one
    /// access that covers all these parts replaces the accesses.
    private static let mostParts = 16

    func mustBeOrdered(before next: [MemoryAccess]) -> Bool {
        next.contains { access in accesses[access.memory]?.contains { $0.mustBeOrdered(with: access) } ?? false }
    }
    mutating func add(_ new: [MemoryAccess]) {
        for access in new {
            var known = accesses[access.memory] ?? []
            if known.contains(access) { continue }
            known.append(access)
            accesses[access.memory] = known.count <= Self.mostParts ? known : [known.dropFirst().reduce(known[0]) { $0.joined($1) }]
        }
    }
}

extension DrawCall {
    /// The parts of buffers and textures that the draw uses, except the attachments of the pass.
    fileprivate var memoryAccesses: [MemoryAccess] {
        var result: [MemoryAccess] = []
        func use(_ buffer: Buffer, _ offset: Int, _ byteCount: Int, _ use: MemoryUse = .reads) {
            if byteCount > 0 { result.append(MemoryAccess(memory: ObjectIdentifier(buffer), levels: 0...0, elements: offset..<(offset + byteCount), use: use)) }
        }
        func use(_ texture: Texture, _ levels: ClosedRange<Int>, _ layers: Range<Int>, _ use: MemoryUse = .reads) {
            if let source = texture.source {
                result.append(MemoryAccess(memory: ObjectIdentifier(source.buffer), levels: 0...0, elements: source.bytes, use: use))
            } else {
                result.append(MemoryAccess(memory: ObjectIdentifier(texture), levels: levels, elements: layers, use: use))
            }
        }
        if let buffer = indices?.buffer { use(buffer, 0, buffer.byteCount) }
        for case .some(let binding) in vertexBuffers { use(binding.buffer, 0, binding.buffer.byteCount) }
        for case .some(let binding) in uniformBuffers { use(binding.buffer, binding.offset, binding.byteCount) }
        for target in feedback?.targets ?? [] { use(target.buffer, target.offset, target.size, MemoryUse(writes: true, order: .appends)) }
        for case .some(let binding) in textures { use(binding.texture, binding.levels, binding.view.layers) }
        let memory = table.memory
        for (number, binding) in storageBuffers.enumerated() {
            if let binding, let how = memory.blocks[number] { use(binding.buffer, binding.offset, binding.byteCount, how) }
        }
        for (unit, binding) in images.enumerated() {
            guard let binding, let how = memory.imageUnits[unit] else { continue }
            use(binding.texture, binding.level...binding.level, binding.layer.map { $0..<($0 + 1) } ?? 0..<Int.max, how)
        }
        return result
    }
}

extension TexelSource {
    fileprivate var bytes: Range<Int> { offset..<(offset + byteCount) }
}
