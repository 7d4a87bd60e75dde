import Raster
import Shading

/// An active uniform, as glGetActiveUniform and glGetActiveUniformsiv describe it.
struct ActiveUniform {
    /// The name; `weights[0]` for an array.
    var name: String
    var type: GLenum
    /// The number of elements; 1 if the uniform is not an array.
    var size: Int
    /// For a uniform in a block: `block` is the index of the block, and `offset` is the byte offset of the uniform in the block.
    /// `arrayStride` is the number of bytes from one element of an array to the next, and `matrixStride` is the number of bytes from one
    /// column or row of a matrix to the next. For other uniforms, all four values are −1.
    var block = -1, offset = -1, arrayStride = -1, matrixStride = -1
    var isRowMajor = false
    /// The first location; −1 for uniforms in blocks.
    var location = -1
    /// For an atomic counter: the index of the buffer that contains the counter; −1 for all other uniforms.
    var counterBuffer = -1
    /// For a variable in a storage block: the number of elements (`topLevelArraySize`) and the stride in bytes (`topLevelArrayStride`) of
    /// the outermost array that contains the variable.
    var topLevelArraySize = 1, topLevelArrayStride = 0
    /// The stages that read the uniform.
    var readers: StageSet = []
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
    /// The stages that read the block.
    var readers: StageSet
}

/// The locations that texts state for uniforms. The members of a structure, and the elements of an array, get consecutive locations (GLSL
/// ES 3.10, 4.4.3).
private struct ExplicitPlaces {
    private let stated: [String: Int]
    private var taken: [String: Int] = [:]
    private(set) var ranges: [Range<Int>] = []
    var end: Int { ranges.map(\.upperBound).max() ?? 0 }

    init(_ stated: [String: Int]) { self.stated = stated }

    /// Returns the first location of a uniform with `count` elements; nil if the text does not state a location.
    mutating func take(_ name: String, _ count: Int) -> Int? {
        guard !stated.isEmpty else { return nil }
        let variable = String(name.prefix { $0 != "." && $0 != "[" })
        guard let base = stated[variable] else { return nil }
        let first = base + taken[variable, default: 0]
        taken[variable, default: 0] += count
        ranges.append(first ..< first + count)
        return first
    }
}

/// The names, types and locations of a linked program's variables (OpenGL ES 3.0.6 §2.12.6, §2.12.5).
struct ProgramReflection {
    let attributes: [ActiveAttribute]
    private(set) var uniforms: [ActiveUniform] = []
    private(set) var blocks: [ActiveBlock] = []
    /// `storageBlocks`: the storage blocks. `bufferVariables`: the variables of these blocks. `storageNumbers`: the indices of the blocks
    /// in `ProgramInterface.storageBlocks`.
    private(set) var storageBlocks: [ActiveBlock] = [], bufferVariables: [ActiveUniform] = [], storageNumbers: [Int] = []
    /// `counterBuffers`: the buffers of atomic counters, which are storage blocks in Raster. `counterNumbers`: the indices of these buffers
    /// in `ProgramInterface.storageBlocks`.
    private(set) var counterBuffers: [ActiveBlock] = [], counterNumbers: [Int] = []
    /// The uniform or array element at each location.
    private(set) var places: [UniformPlace] = []
    /// The locations of uniforms, by their names without a subscript at the end. The elements of an array have consecutive locations.
    private(set) var locations: [String: Int] = [:]
    /// The indices of uniforms by their names without a subscript at the end.
    private(set) var uniformIndices: [String: Int] = [:]
    /// For each output of the fragment shader: the first location, the number of elements, whether the output is an array, and the blending
    /// source.
    private(set) var outputs: [String: (location: Int, count: Int, isArray: Bool, index: Int)] = [:]

    init(_ parts: ProgramParts, attributes: [ActiveAttribute]) {
        self.attributes = attributes
        let interface = parts.interface
        let members = (interface.uniformBlocks.first?.members ?? []).filter { $0.name != ProgramInterface.targetHeightName }
        var explicit = ExplicitPlaces(parts.uniformLocations)
        let memberPlaces = members.map { explicit.take($0.name, $0.arrayCount) }
        let samplerPlaces = interface.samplers.map { explicit.take($0.name, $0.count) }
        let imagePlaces = interface.images.map { explicit.take($0.name, $0.count) }
        places = Array(repeating: .empty(.none), count: explicit.end)
        for range in explicit.ranges { for place in range { places[place] = .empty(.unused) } }
        for (member, place) in zip(members, memberPlaces) {
            let readers = parts.readers(of: member)
            if !readers.isEmpty { add(member, place, readers) }
        }
        for (sampler, place) in zip(interface.samplers, samplerPlaces) {
            let readers = parts.readers(of: sampler)
            if !readers.isEmpty {
                add(OpaqueUniform(name: sampler.name, type: sampler.glType, kind: .sampler, unit: sampler.unit, count: sampler.count, isArray: sampler.isArray),
                    place, readers)
            }
        }
        for (image, place) in zip(interface.images, imagePlaces) {
            let users = parts.users(of: image)
            if !users.isEmpty {
                add(OpaqueUniform(name: image.name, type: image.glType, kind: .image, unit: image.unit, count: image.count, isArray: image.isArray),
                    place, users)
            }
        }
        addBlocks(interface.uniformBlocks.dropFirst(), parts)
        addStorageBlocks(parts)
        for output in parts.stage(.fragment)?.outputs ?? [] where !output.name.hasPrefix("gl_") {
            if case .array(_, let count) = output.type {
                outputs[output.name] = (output.location, count, true, output.blendIndex)
            } else {
                outputs[output.name] = (output.location, 1, false, output.blendIndex)
            }
        }
    }

    /// Returns the first of `count` consecutive locations: the stated location, or else the first free locations.
    private mutating func locate(_ count: Int, _ stated: Int?) -> Int {
        if let stated { return stated }
        var first = 0
        // If the locations have no gap, the search can begin after the last location. Usually there is no gap.
        if !places.contains(where: { $0.form == .none }) { first = places.count }
        while let taken = (first ..< min(first + count, places.count)).last(where: { places[$0].form != .none }) { first = taken + 1 }
        while places.count < first + count { places.append(.empty(.none)) }
        return first
    }

    private mutating func add(_ member: UniformMember, _ stated: Int?, _ readers: StageSet) {
        uniformIndices[member.name] = uniforms.count
        var uniform = ActiveUniform(name: member.isArray ? member.name + "[0]" : member.name, type: member.type.glType, size: member.arrayCount)
        uniform.readers = readers
        // Uniforms that GLSL itself declares have no locations.
        if !member.name.hasPrefix("gl_"), let form = UniformForm(member.type) {
            let location = locate(member.arrayCount, stated), wordCount = member.type.scalarCount
            locations[member.name] = location
            uniform.location = location
            for k in 0..<member.arrayCount {
                places[location + k] = UniformPlace(form: form, isArray: member.isArray, wordCount: UInt8(wordCount), first: member.offset / 4 + k * wordCount,
                                                    elementCount: member.arrayCount - k)
            }
        }
        uniforms.append(uniform)
    }

    /// A sampler or an image. The value of a sampler or image uniform is the number of a unit.
    private struct OpaqueUniform {
        var name: String, type: GLenum, kind: UniformForm.Kind, unit: Int, count: Int, isArray: Bool
    }
    private mutating func add(_ variable: OpaqueUniform, _ stated: Int?, _ readers: StageSet) {
        uniformIndices[variable.name] = uniforms.count
        let location = locate(variable.count, stated)
        locations[variable.name] = location
        for k in 0..<variable.count {
            places[location + k] = UniformPlace(form: UniformForm(variable.kind, 1), isArray: variable.isArray, wordCount: 1, first: variable.unit + k,
                                                elementCount: variable.count - k)
        }
        var uniform = ActiveUniform(name: variable.isArray ? variable.name + "[0]" : variable.name, type: variable.type, size: variable.count)
        uniform.location = location
        uniform.readers = readers
        uniforms.append(uniform)
    }

    /// Adds the blocks. The elements of an array of blocks share one list of members, which belongs to the first element.
    private mutating func addBlocks(_ list: ArraySlice<UniformBlock>, _ parts: ProgramParts) {
        var members: [String: Range<Int>] = [:]
        for (number, block) in list.enumerated() {
            let family = String(block.name.prefix { $0 != "[" }), readers = parts.readers(ofBlock: number + 1)
            let range: Range<Int>
            if let known = members[family] {
                range = known
                for index in range { uniforms[index].readers.formUnion(readers) }
            } else {
                range = uniforms.count ..< uniforms.count + block.members.count
                members[family] = range
                for member in block.members {
                    uniformIndices[member.name] = uniforms.count
                    var uniform = ActiveUniform(name: member.isArray ? member.name + "[0]" : member.name, type: member.type.glType,
                                                size: member.arrayCount, block: number, offset: member.offset,
                                                arrayStride: member.isArray ? member.arrayStride : 0, matrixStride: member.matrixStride,
                                                isRowMajor: member.rowMajor)
                    uniform.readers = readers
                    uniforms.append(uniform)
                }
            }
            blocks.append(ActiveBlock(name: block.name, byteCount: block.byteCount, uniforms: range, readers: readers))
        }
    }

    /// Adds the atomic counters of a binding, which are uniforms without locations.
    private mutating func addCounters(_ block: StorageBlock, _ number: Int, _ users: StageSet) {
        let first = uniforms.count
        for member in block.members {
            uniformIndices[member.name] = uniforms.count
            var uniform = ActiveUniform(name: member.isArray ? member.name + "[0]" : member.name, type: GL_UNSIGNED_INT_ATOMIC_COUNTER, size: member.arrayCount)
            uniform.offset = member.offset
            uniform.arrayStride = member.isArray ? 4 : 0
            uniform.matrixStride = 0
            uniform.counterBuffer = counterBuffers.count
            uniform.readers = users
            uniforms.append(uniform)
        }
        counterNumbers.append(number)
        counterBuffers.append(ActiveBlock(name: "", byteCount: block.byteCount, uniforms: first..<uniforms.count, readers: users))
    }

    /// Adds the storage blocks, which are active even if no shader uses them (OpenGL ES 3.1 §7.8). The elements of an array of blocks share their variables.
    private mutating func addStorageBlocks(_ parts: ProgramParts) {
        var members: [String: Range<Int>] = [:]
        for (number, block) in parts.interface.storageBlocks.enumerated() {
            let readers = parts.users(ofStorageBlock: number)
            if block.isCounters {
                if !readers.isEmpty { addCounters(block, number, readers) }
                continue
            }
            let family = String(block.name.prefix { $0 != "[" })
            let range: Range<Int>
            if let known = members[family] {
                range = known
                for index in range { bufferVariables[index].readers.formUnion(readers) }
            } else {
                for member in block.members {
                    var variable = ActiveUniform(name: member.isArray ? member.name + "[0]" : member.name, type: member.type.glType,
                                                 size: member.arrayCount, block: storageBlocks.count, offset: member.offset,
                                                 arrayStride: member.isArray ? member.arrayStride : 0, matrixStride: member.matrixStride,
                                                 isRowMajor: member.rowMajor)
                    variable.readers = readers
                    // Queries return the size and stride of an array only for an array of structures or an array of arrays. The members of
                    // an array of this kind have names with a bracket.
                    if let array = member.topLevelArray, member.name.contains("[") {
                        variable.topLevelArraySize = array.count
                        variable.topLevelArrayStride = array.stride
                    }
                    bufferVariables.append(variable)
                }
                range = bufferVariables.count - block.members.count ..< bufferVariables.count
                members[family] = range
            }
            storageNumbers.append(number)
            storageBlocks.append(ActiveBlock(name: block.name, byteCount: block.byteCount, uniforms: range, readers: readers))
        }
    }

    // MARK: Names

    /// Returns the location of a uniform such as `name`, `name[2]` or `lights[1].color`; −1 if no uniform has this name.
    func location(of name: String) -> Int {
        if let location = locations[name] { return location }
        guard let (base, index) = Self.split(name), let first = locations[base], places[first].isArray, index < places[first].elementCount else { return -1 }
        return first + index
    }
    /// Returns the index of a uniform; nil if no uniform has this name. The name of an array may end in `[0]`, but in no other subscript.
    func index(of name: String) -> Int? {
        if let index = uniformIndices[name] { return index }
        guard let (base, element) = Self.split(name), element == 0, let index = uniformIndices[base], uniforms[index].name == name else { return nil }
        return index
    }
    /// Returns the location of a fragment shader's output; −1 if no output has this name.
    func outputLocation(of name: String) -> Int {
        if let output = outputs[name] { return output.location }
        guard let (base, index) = Self.split(name), let output = outputs[base], output.isArray, index < output.count else { return -1 }
        return output.location + index
    }

    /// Returns 0 or 1: the number of the blending source that the output provides (glGetFragDataIndex). Returns −1 if no output has this name.
    func outputIndex(of name: String) -> Int {
        outputLocation(of: name) < 0 ? -1 : outputs[Self.split(name)?.base ?? name]?.index ?? outputs[name]?.index ?? -1
    }

    /// Splits a name such as `weights[2]` into "weights" and 2; nil if the name does not end in a subscript. A subscript has neither spaces
    /// nor leading zeros.
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
    /// Returns whether the stage reads members of a uniform block.
    func reads(block: Int) -> Bool { instructions.contains { ($0.opcode == .uniform || $0.opcode == .uniformIndexed) && $0.b == Int32(block) } }
    /// Returns whether the stage reads a built-in input.
    func reads(_ builtin: BuiltinInput) -> Bool { instructions.contains { $0.opcode == .builtin && $0.c == builtin.rawValue } }
}
