// ProgramTable: looks up names in a program's interface, and makes the errors for wrong names. Each Program and each ComputeProgram has a
// ProgramTable.

import Shading

/// The uniforms and resources of a program by name, and their values before the application sets any value. A ProgramTable is a class,
/// because passes read it for each value that they set, and a copy of a structure would change the reference counts of all its parts.
package final class ProgramTable {
    /// The program's name in error messages.
    let programName: String
    package let interface: ProgramInterface
    private let stages: [ShaderModule]
    private let attributes: [String]
    /// The members of the default uniform block by name.
    package let uniforms: [String: UniformMember]
    /// The names of the uniforms in the default block that a shader reads.
    package let activeUniforms: Set<String>
    /// Indices into `interface.samplers` by the samplers' names.
    package let samplers: [String: Int]
    /// Indices (1…) into `interface.uniformBlocks` by the blocks' names.
    package let blocks: [String: Int]
    /// Indices into `interface.storageBlocks` by the blocks' names.
    package let storageBlocks: [String: Int]
    /// Indices into `interface.images` by the images' names.
    package let images: [String: Int]
    /// The initial words of the default block, before any uniform is set.
    package let initialUniforms: [UInt32]
    /// The storage blocks and images that the shaders use, and how the shaders use them.
    package let memory: UsedMemory
    /// The bindings of a draw or dispatch before anything is bound.
    package let noResources: ResourceBindings

    init(programName: String, interface: ProgramInterface, stages: [ShaderModule], attributes: [String] = []) {
        self.programName = programName; self.interface = interface; self.stages = stages; self.attributes = attributes
        func numbers(_ names: some Sequence<String>) -> [String: Int] {
            Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let members = interface.uniformBlocks.first?.members ?? []
        uniforms = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let isRead = interface.uniformWordsRead(by: stages)
        // The default block is packed tightly, so the words of a member are consecutive.
        activeUniforms = Set(members.lazy.filter { isRead[$0.offset / 4 ..< $0.offset / 4 + $0.type.scalarCount * $0.arrayCount].contains(true) }.map(\.name))
        samplers = numbers(interface.samplers.map(\.name))
        blocks = numbers(interface.uniformBlocks.dropFirst().map(\.name)).mapValues { $0 + 1 }
        storageBlocks = numbers(interface.storageBlocks.map(\.name))
        images = numbers(interface.images.map(\.name))
        var initialUniforms = [UInt32](repeating: 0, count: ((interface.uniformBlocks.first?.byteCount ?? 0) + 3) / 4)
        for member in members {
            guard let value = member.defaultValue else { continue }
            initialUniforms.replaceSubrange(member.offset / 4 ..< member.offset / 4 + value.count, with: value)
        }
        self.initialUniforms = initialUniforms
        memory = UsedMemory(stages)
        noResources = ResourceBindings(
            uniformBuffers: Array(repeating: nil, count: max(0, interface.uniformBlocks.count - 1)),
            textures: Array(repeating: nil, count: interface.textureUnitCount),
            storageBuffers: Array(repeating: nil, count: interface.storageBlocks.count),
            images: Array(repeating: nil, count: interface.imageUnitCount))
    }

    func isActive(uniform name: String) -> Bool {
        let base = splitArrayName(name).0
        if let index = samplers[name] ?? samplers[base] { return reads(interface.samplers[index]) }
        return activeUniforms.contains(name) || uniforms[base]?.isArray == true && activeUniforms.contains(base)
    }
    /// Whether a shader reads a texture through the sampler. The interface also lists samplers that are declared but not used.
    package func reads(_ sampler: SamplerUniform) -> Bool { (sampler.unit ..< sampler.unit + sampler.count).contains(where: reads(unit:)) }
    /// Whether a shader may read the texture of the unit. If a variable indexes a sampler array, the result is true for all units of the array.
    package func reads(unit: Int) -> Bool {
        stages.contains { $0.textureOperations.contains { ($0.unit ..< $0.unit + $0.unitCount).contains(unit) } }
    }

    /// The kinds of objects that a program addresses by name.
    enum NameKind: CaseIterable {
        case uniform, sampler, block, storageBlock, image
        var word: String {
            switch self {
            case .uniform: "uniform"
            case .sampler: "sampler"
            case .block: "uniform block"
            case .storageBlock: "storage block"
            case .image: "image"
            }
        }
        /// The name of the pass's function that sets an object of this kind.
        var setter: String {
            switch self {
            case .uniform: "setUniform"
            case .sampler: "setTexture"
            case .block: "setUniformBuffer"
            case .storageBlock: "setStorageBuffer"
            case .image: "setImage"
            }
        }
        var code: RasterError.Code {
            switch self {
            case .uniform, .block: .unknownUniform
            case .sampler: .unknownSampler
            case .storageBlock: .unknownStorageBlock
            case .image: .unknownImage
            }
        }
    }
    private func names(of kind: NameKind) -> [String] {
        switch kind {
        case .uniform: Array(uniforms.keys)
        case .sampler: Array(samplers.keys)
        case .block: Array(blocks.keys)
        case .storageBlock: Array(storageBlocks.keys)
        case .image: Array(images.keys)
        }
    }

    /// Returns the error for a name that does not name an object of the wanted kind. The error says which other kind of object has the
    /// name, or suggests the nearest name of the wanted kind.
    func unknownName(_ name: String, wanted: NameKind) -> RasterError {
        let base = splitArrayName(name).0
        func error(_ problem: String, _ remedy: String) -> RasterError { RasterError(wanted.code, "\(wanted.word) '\(name)'", problem, remedy: remedy) }
        // In GLSL, samplers and images are uniforms, too. The kinds sampler and image come before the kind uniform in this list, so that
        // the error names the more precise kind.
        for kind in [.sampler, .image, .block, .storageBlock, .uniform] as [NameKind] where kind != wanted {
            let names = names(of: kind)
            if names.contains(name) || names.contains(base) { return error("is \(kind.article) \(kind.word) of \(programName)", "use \(kind.setter)(\"\(name)\", …)") }
        }
        func block(with member: String, _ blocks: some Sequence<(name: String, members: [UniformMember])>) -> String? {
            blocks.first { $0.members.contains { $0.name == member || $0.name.hasSuffix("." + member) } }?.name
        }
        if let block = block(with: name, interface.uniformBlocks.dropFirst().lazy.map { ($0.name, $0.members) }) {
            return error("is a member of block '\(block)' of \(programName)", "write it into the buffer that setUniformBuffer(\"\(block)\", …) is given")
        }
        if let block = block(with: name, interface.storageBlocks.lazy.map { ($0.name, $0.members) }) {
            return error("is a member of storage block '\(block)' of \(programName)",
                         "write it into the buffer that setStorageBuffer(\"\(block)\", …) is given")
        }
        if attributes.contains(name) { return error("is a vertex attribute of \(programName)", "give it an entry in the vertex layout") }
        let known = names(of: wanted).sorted(), listed = known.joined(separator: ", ")
        let list = known.isEmpty ? "it has no \(wanted.word)s" : "its \(wanted.word)s are: \(listed)"
        return error("is not in \(programName)", (NearestName.of(name, among: known).map { "did you mean '\($0)'? " } ?? "") + list)
    }
}

extension ProgramTable.NameKind {
    fileprivate var article: String { self == .image ? "an" : "a" }
}
