// Program+Names: looks up names in a program's interface, and makes the errors for wrong names.

import Shading

extension Program {
    /// Whether a shader reads this uniform, or samples through this sampler. A uniform that is declared but not used is not active;
    /// setting its value is allowed. An array may be named with or without an index; an array is active if any of its elements is active.
    public func isActive(uniform name: String) -> Bool {
        let base = splitArrayName(name).0
        if let index = samplers[name] ?? samplers[base] { return reads(interface.samplers[index]) }
        return activeUniforms.contains(name) || uniforms[base]?.isArray == true && activeUniforms.contains(base)
    }
    /// Whether a shader reads a texture through the sampler. The interface also lists samplers that are declared but not used.
    package func reads(_ sampler: SamplerUniform) -> Bool { (sampler.unit ..< sampler.unit + sampler.count).contains(where: reads(unit:)) }
    /// Whether a shader may read the texture of the unit. If a variable indexes a sampler array, the result is true for all units of the array.
    package func reads(unit: Int) -> Bool {
        linked.stages.contains { $0.textureOperations.contains { ($0.unit ..< $0.unit + $0.unitCount).contains(unit) } }
    }

    /// The kinds of objects that a program addresses by name.
    enum NameKind {
        case uniform, sampler, block
        var word: String {
            switch self {
            case .uniform: "uniform"
            case .sampler: "sampler"
            case .block: "uniform block"
            }
        }
        var code: RasterError.Code { self == .sampler ? .unknownSampler : .unknownUniform }
    }

    /// Returns the error for a name that does not name an object of the wanted
    /// kind. The error says what the name stands for, or suggests the nearest name.
    func unknownName(_ name: String, wanted: NameKind) -> RasterError {
        let base = splitArrayName(name).0
        func error(_ problem: String, _ remedy: String) -> RasterError { RasterError(wanted.code, "\(wanted.word) '\(name)'", problem, remedy: remedy) }
        if wanted != .sampler, samplers[base] != nil || samplers[name] != nil { return error("is a sampler of \(self.name)", "use setTexture(\"\(name)\", …)") }
        if wanted != .block, blocks[name] != nil { return error("is a uniform block of \(self.name)", "use setUniformBuffer(\"\(name)\", …)") }
        if wanted != .uniform, (uniforms[name] ?? uniforms[base]) != nil { return error("is a uniform of \(self.name)", "use setUniform(\"\(name)\", …)") }
        for block in interface.uniformBlocks.dropFirst() where block.members.contains(where: { $0.name == name || $0.name.hasSuffix("." + name) }) {
            return error("is a member of block '\(block.name)' of \(self.name)",
                         "write it into the buffer that setUniformBuffer(\"\(block.name)\", …) is given")
        }
        if attributes.contains(where: { $0.name == name }) { return error("is a vertex attribute of \(self.name)", "give it an entry in the vertex layout") }
        let known: [String] = switch wanted {
        case .uniform: Array(uniforms.keys)
        case .sampler: Array(samplers.keys)
        case .block: Array(blocks.keys)
        }
        let listed = known.sorted().joined(separator: ", ")
        let list = known.isEmpty ? "it has no \(wanted.word)s" : "its \(wanted.word)s are: \(listed)"
        return error("is not in \(self.name)", (NearestName.of(name, among: known.sorted()).map { "did you mean '\($0)'? " } ?? "") + list)
    }
}
