import Raster
import Shading

/// An active uniform, as glGetActiveUniform and glGetActiveUniformsiv describe it.
struct ActiveUniform {
    /// The name; `weights[0]` for an array.
    var name: String
    var type: GLenum
    /// The number of elements; 1 if the uniform is not an array.
    var size: Int
    /// The number of the uniform block, and the place in it; −1 for uniforms outside of blocks.
    var block = -1, offset = -1, arrayStride = -1, matrixStride = -1
    var isRowMajor = false
}

/// An active attribute, as glGetActiveAttrib describes it.
struct ActiveAttribute {
    var name: String
    var type: GLenum
    var size: Int
    /// The first location; −1 for gl_VertexID and gl_InstanceID.
    var location: Int
}

/// An active uniform block, as glGetActiveUniformBlockiv describes it.
struct ActiveBlock {
    var name: String
    var byteCount: Int
    /// The indices of the block's members among the active uniforms.
    var uniforms: Range<Int>
    var isInVertexShader: Bool
    var isInFragmentShader: Bool
}

/// The names, types and locations of a linked program's variables (OpenGL ES 3.0.6 §2.12.6, §2.12.5).
struct ProgramReflection {
    let attributes: [ActiveAttribute]
    private(set) var uniforms: [ActiveUniform] = []
    private(set) var blocks: [ActiveBlock] = []
    /// What each uniform location stands for.
    private(set) var places: [UniformPlace] = []
    /// The locations of uniforms by their names without a subscript at the end. Those of an array's elements follow one another.
    private(set) var locations: [String: Int] = [:]
    /// The indices of uniforms by their names without a subscript at the end.
    private(set) var uniformIndices: [String: Int] = [:]
    /// The first locations of the fragment shader's outputs, and their numbers of elements.
    private(set) var outputs: [String: (location: Int, count: Int, isArray: Bool, index: Int)] = [:]

    init(_ program: Program, attributes: [ActiveAttribute]) {
        self.attributes = attributes
        let interface = program.interface
        let members = interface.uniformBlocks.first?.members ?? []
        for member in members where program.activeUniforms.contains(member.name) && member.name != ProgramInterface.targetHeightName {
            add(member)
        }
        for sampler in interface.samplers where program.reads(sampler) { add(sampler) }
        addBlocks(interface.uniformBlocks.dropFirst(), program)
        for output in program.linked.fragment.outputs where !output.name.hasPrefix("gl_") {
            if case .array(_, let count) = output.type {
                outputs[output.name] = (output.location, count, true, output.blendIndex)
            } else {
                outputs[output.name] = (output.location, 1, false, output.blendIndex)
            }
        }
    }

    private mutating func add(_ member: UniformMember) {
        uniformIndices[member.name] = uniforms.count
        uniforms.append(ActiveUniform(name: member.isArray ? member.name + "[0]" : member.name, type: member.type.glType, size: member.arrayCount))
        // The uniforms of the language itself have no locations.
        guard !member.name.hasPrefix("gl_"), let form = UniformForm(member.type) else { return }
        locations[member.name] = places.count
        let wordCount = member.type.scalarCount
        for k in 0..<member.arrayCount {
            places.append(UniformPlace(form: form, isArray: member.isArray, wordCount: UInt8(wordCount), first: member.offset / 4 + k * wordCount,
                                       elementCount: member.arrayCount - k))
        }
    }

    private mutating func add(_ sampler: SamplerUniform) {
        uniformIndices[sampler.name] = uniforms.count
        uniforms.append(ActiveUniform(name: sampler.isArray ? sampler.name + "[0]" : sampler.name, type: sampler.glType, size: sampler.count))
        locations[sampler.name] = places.count
        for k in 0..<sampler.count {
            places.append(UniformPlace(form: UniformForm(.sampler, 1), isArray: sampler.isArray, wordCount: 1, first: sampler.unit + k,
                                       elementCount: sampler.count - k))
        }
    }

    /// Adds the blocks. The elements of an array of blocks share their members, which belong to the first element.
    private mutating func addBlocks(_ list: ArraySlice<UniformBlock>, _ program: Program) {
        var members: [String: Range<Int>] = [:]
        for (number, block) in list.enumerated() {
            let family = String(block.name.prefix { $0 != "[" })
            let range: Range<Int>
            if let known = members[family] {
                range = known
            } else {
                range = uniforms.count ..< uniforms.count + block.members.count
                members[family] = range
                for member in block.members {
                    uniformIndices[member.name] = uniforms.count
                    uniforms.append(ActiveUniform(name: member.isArray ? member.name + "[0]" : member.name, type: member.type.glType,
                                                  size: member.arrayCount, block: number, offset: member.offset,
                                                  arrayStride: member.isArray ? member.arrayStride : 0, matrixStride: member.matrixStride,
                                                  isRowMajor: member.rowMajor))
                }
            }
            blocks.append(ActiveBlock(name: block.name, byteCount: block.byteCount, uniforms: range,
                                      isInVertexShader: program.linked.vertex.reads(block: number + 1),
                                      isInFragmentShader: program.linked.fragment.reads(block: number + 1)))
        }
    }

    // MARK: Names

    /// Returns the location of a uniform: `name`, `name[2]`, `lights[1].color`; −1 if there is none.
    func location(of name: String) -> Int {
        if let location = locations[name] { return location }
        guard let (base, index) = Self.split(name), let first = locations[base], places[first].isArray, index < places[first].elementCount else { return -1 }
        return first + index
    }
    /// Returns the index of a uniform; nil if there is none. Of an array, the first element has the index.
    func index(of name: String) -> Int? {
        if let index = uniformIndices[name] { return index }
        guard let (base, element) = Self.split(name), element == 0, let index = uniformIndices[base], uniforms[index].name == name else { return nil }
        return index
    }
    /// Returns the location of a fragment shader's output; −1 if there is none.
    func outputLocation(of name: String) -> Int {
        if let output = outputs[name] { return output.location }
        guard let (base, index) = Self.split(name), let output = outputs[base], output.isArray, index < output.count else { return -1 }
        return output.location + index
    }

    /// Returns which source of blending an output is, 0 or 1 (glGetFragDataIndex); −1 if there is no such output.
    func outputIndex(of name: String) -> Int {
        outputLocation(of: name) < 0 ? -1 : outputs[Self.split(name)?.base ?? name]?.index ?? outputs[name]?.index ?? -1
    }

    /// `weights[2]` → ("weights", 2); nil if the name does not end in a subscript. A subscript has neither spaces nor leading zeros.
    static func split(_ name: String) -> (base: String, index: Int)? {
        guard name.hasSuffix("]"), let open = name.lastIndex(of: "[") else { return nil }
        let digits = name[name.index(after: open)...].dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }), digits.count == 1 || !digits.hasPrefix("0"), let index = Int(digits) else {
            return nil
        }
        return (String(name[..<open]), index)
    }
}

extension ShaderModule {
    /// Whether the stage reads members of a uniform block.
    func reads(block: Int) -> Bool { instructions.contains { ($0.opcode == .uniform || $0.opcode == .uniformIndexed) && $0.b == Int32(block) } }
    /// Whether the stage reads a built-in input.
    func reads(_ builtin: BuiltinInput) -> Bool { instructions.contains { $0.opcode == .builtin && $0.c == builtin.rawValue } }
}
