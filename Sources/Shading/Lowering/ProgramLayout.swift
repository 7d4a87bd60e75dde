// ProgramLayout: the layout of the uniforms, uniform blocks, storage blocks, samplers and images of a program's stages. Each name is laid
// out once for all stages.
//
// - Loose uniforms (uniforms outside of blocks) share block 0. Loose uniforms are tightly packed, stage by stage in the order in
//   which the stages run; the uniforms of a stage are in the order of declaration.
// - Uniform blocks follow as blocks 1, 2 and so on; each element of an array of blocks is a separate block.
// - Samplers get texture units in order of declaration; the units of an array are consecutive. Images get image units in the same way.
// - Storage blocks are numbered separately, from 0 on (+Storage). If two stages declare the same name differently, linking fails.

struct ProgramLayout {
    /// The uniform blocks; block 0 is the default block.
    private(set) var blocks: [UniformBlock] = [UniformBlock(name: "", binding: 0, byteCount: 0, members: [])]
    private(set) var samplers: [SamplerUniform] = []
    private(set) var images: [ImageUniform] = []
    var storageBlocks: [StorageBlock] = []
    /// The memory of each variable, by stage and id.
    var uniforms: [ShaderStage: [UInt32: Pointer]] = [:]
    /// For each variable without memory, by stage and id: the name of the unsupported construct that is the reason. The missing memory is
    /// an error only if the variable is used.
    var refusals: [ShaderStage: [UInt32: String]] = [:]
    /// The word of block 0 that contains the height of the render target, if the fragment stage counts rows from the top; else nil.
    private(set) var targetHeightWord: Int?

    struct Declaration {
        var pointer: Pointer
        var type: ValueType?
        var samplerTypes: [SPIRVImageType]
        var members: [[UniformMember]] = []
        /// For an array of blocks: the sizes of its dimensions, the outermost first.
        var sizes: [Int] = []
        /// For a loose uniform: the range of its members in block 0.
        var looseMembers = 0..<0
        /// For a storage block: the indices in `storageBlocks`.
        var storageBlocks = 0..<0
    }
    var declarations: [String: Declaration] = [:]
    private var unitCount = 0
    private var imageUnitCount = 0
    /// The largest number of image units of a program.
    static let imageUnitLimit = 32

    init() {}

    /// The interface of a program with this layout and without varyings.
    var interface: ProgramInterface {
        ProgramInterface(uniformBlocks: blocks, samplers: samplers, storageBlocks: storageBlocks, images: images)
    }

    /// Adds the uniforms of a stage to the layout.
    mutating func add(_ added: SPIRVStage) throws(ShaderError) {
        let module = added.module, stage = added.stage
        uniforms[stage] = [:]
        refusals[stage] = [:]
        for variable in module.variables {
            switch variable.storage {
            case SPIRVStorageClass.uniformConstant: try addLoose(variable, added)
            case SPIRVStorageClass.uniform, SPIRVStorageClass.storageBuffer: try addBlock(variable, added)
            case SPIRVStorageClass.atomicCounter: try addCounters(variable, added)
            default: break
            }
        }
        try checkStorageBlockCount(added)
        if stage.rules.hasPixels, module.executionModes.contains(SPIRVExecutionMode.originUpperLeft) { addTargetHeight() }
    }

    /// Adds a uniform that contains the target's height. The code that records a draw knows the height and sets the uniform.
    private mutating func addTargetHeight() {
        let offset = blocks[0].byteCount
        targetHeightWord = offset / 4
        blocks[0].byteCount += 4
        blocks[0].members.append(UniformMember(name: ProgramInterface.targetHeightName, type: .scalar(.float), arrayCount: 1, isArray: false,
                                               offset: offset, arrayStride: 0, matrixStride: 0, rowMajor: false))
    }

    func failure(_ message: String, _ stage: ShaderStage, _ lines: ShaderLineMap) -> ShaderError {
        StageLowering.error(message, stage: stage, lines: lines, line: 0)
    }

    // MARK: Loose uniforms and samplers

    private mutating func addLoose(_ variable: SPIRVVariable, _ added: SPIRVStage) throws(ShaderError) {
        let module = added.module, stage = added.stage, lines = added.lines
        let name = module.name(variable.id)
        guard let placement = module.tightPlacement(variable.pointee) else {
            refusals[stage]![variable.id] = module.unsupportedNames[variable.pointee].map { "'\($0)' in uniform '\(name)'" } ?? "the type of uniform '\(name)'"
            return
        }
        var initialValue = variable.initializer.flatMap { module.flattenedConstant($0) }
        if name.hasPrefix("gl_") {
            initialValue = LegacyVariables.initialValue(name, placement)
            guard initialValue != nil else {
                refusals[stage]![variable.id] = "'\(name)'"
                return
            }
        }
        let type = module.valueType(variable.pointee)
        let samplerTypes = Self.samplerTypes(placement)
        if let known = declarations[name] {
            guard Self.haveSameShape(known.pointer.placement, placement), known.type == type, known.samplerTypes == samplerTypes else {
                throw failure("uniform '\(name)' has different types in the vertex and the fragment stage", stage, lines)
            }
            uniforms[stage]![variable.id] = known.pointer
            // Each stage that declares the uniform may contain its initialiser.
            initialize(known.looseMembers, at: known.pointer.offset, initialValue)
            return
        }
        let isImage = samplerTypes.contains(where: \.isStorage)
        if isImage, case .structure? = module.types[module.innermostElement(variable.pointee)] {
            refusals[stage]![variable.id] = "an image in the structure '\(name)'"
            return
        }
        let offset = blocks[0].byteCount / 4
        guard !isImage || imageUnitCount + placement.unitCount <= Self.imageUnitLimit else {
            throw failure("'\(name)' : the images take more than \(Self.imageUnitLimit) image units", stage, lines)
        }
        guard offset + placement.tightWordCount <= SPIRVModule.maximumScalarCount, unitCount + placement.unitCount <= 4096 else {
            throw failure("uniform '\(name)' does not fit: the uniforms are too large", stage, lines)
        }
        let pointer = Pointer(memory: .uniform(block: 0), placement: placement, offset: offset, unit: isImage ? imageUnitCount : unitCount, name: name)
        blocks[0].byteCount += 4 * placement.tightWordCount
        var walk = LeafWalk(module: module, unit: pointer.unit, binding: added.bindings[name], decorations: module.decorations(variable.id))
        walk.visit(variable.pointee, placement, name: name, word: offset)
        if isImage { imageUnitCount += placement.unitCount } else { unitCount += placement.unitCount }
        let members = blocks[0].members.count ..< blocks[0].members.count + walk.members.count
        blocks[0].members += walk.members
        samplers += walk.samplers
        images += walk.images
        initialize(members, at: offset, initialValue)
        declarations[name] = Declaration(pointer: pointer, type: type, samplerTypes: samplerTypes, looseMembers: members)
        uniforms[stage]![variable.id] = pointer
    }

    /// Sets the default values of a loose uniform's members. The uniform begins at word `offset`.
    private mutating func initialize(_ members: Range<Int>, at offset: Int, _ value: [UInt32]?) {
        guard let bits = value else { return }
        for index in members {
            let member = blocks[0].members[index]
            let start = member.offset / 4 - offset
            let count = member.arrayCount * member.type.scalarCount
            guard start + count <= bits.count else { continue }
            blocks[0].members[index].defaultValue = Array(bits[start ..< start + count])
        }
    }

    private static func samplerTypes(_ placement: Placement) -> [SPIRVImageType] {
        switch placement {
        case .scalar, .vector, .matrix: []
        case .sampler(let type): [type]
        case .array(let element, _, _, _): samplerTypes(element)
        case .structure(let fields): fields.flatMap { samplerTypes($0.placement) }
        }
    }

    /// Returns true if the placements are equal except for member names. Equal placements have scalars of the same types at the same words,
    /// and samplers at the same units.
    static func haveSameShape(_ x: Placement, _ y: Placement) -> Bool {
        switch (x, y) {
        case (.scalar(let a), .scalar(let b)): a == b
        case (.vector(let a, let n, let s), .vector(let b, let m, let t)): a == b && n == m && s == t
        case (.matrix(let a, let b, let c, let d), .matrix(let e, let f, let g, let h)): (a, b, c, d) == (e, f, g, h)
        case (.array(let a, let n, let s, let u), .array(let b, let m, let t, let v)): n == m && s == t && u == v && haveSameShape(a, b)
        case (.structure(let a), .structure(let b)):
            a.count == b.count && zip(a, b).allSatisfy {
                $0.offset == $1.offset && $0.unitOffset == $1.unitOffset && haveSameShape($0.placement, $1.placement)
            }
        case (.sampler(let a), .sampler(let b)): a == b
        default: false
        }
    }

    // MARK: Blocks

    private mutating func addBlock(_ variable: SPIRVVariable, _ added: SPIRVStage) throws(ShaderError) {
        let module = added.module, stage = added.stage, lines = added.lines
        var block = variable.pointee
        // If the variable is an array of blocks: the sizes of the array's dimensions, the outermost first.
        var sizes: [Int] = []
        while case .array(let element, let length)? = module.types[block] {
            block = element
            sizes.append(length)
        }
        let count = sizes.reduce(1) { $0.multipliedReportingOverflow(by: $1).overflow ? Int.max : $0 * $1 }
        let name = module.name(block)
        let decorations = module.decorations(block)
        guard decorations.isBlock || decorations.isBufferBlock, case .structure? = module.types[block] else {
            refusals[stage]![variable.id] = module.unsupportedNames[block].map { "'\($0)' in block '\(name)'" } ?? "the type of block '\(name)'"
            return
        }
        if decorations.isBufferBlock || variable.storage == SPIRVStorageClass.storageBuffer {
            return try addStorageBlock(variable, block, name: name, sizes: sizes, count: count, added)
        }
        let layout: BlockLayout
        do {
            layout = try module.blockLayout(block, member: SPIRVDecorations())
        } catch {
            throw failure("uniform block '\(name)' cannot be laid out: \(error.message)", stage, lines)
        }
        var walk = LeafWalk(module: module, booleanMembers: added.booleanMembers)
        // OpenGL names a member `Block.member` if the block has an instance name, else `member`.
        let isNamed = !module.name(variable.id).isEmpty
        walk.visit(block, layout.placement, name: isNamed ? name : "", word: 0)
        if let known = declarations["block " + name] {
            guard Self.haveSameShape(known.pointer.placement, layout.placement), known.members.count == count, known.sizes == sizes,
                  known.members[0].map(\.offset) == walk.members.map(\.offset) else {
                throw failure("uniform block '\(name)' differs between the vertex and the fragment stage", stage, lines)
            }
            uniforms[stage]![variable.id] = known.pointer
            return
        }
        let first = blocks.count
        guard count <= 256 - first, layout.size <= 1 << 20 else {
            throw failure("uniform block '\(name)' does not fit: there are too many blocks, or it is too large", stage, lines)
        }
        for k in 0..<count {
            blocks.append(UniformBlock(name: name + Self.subscripts(ofElement: k, sizes),
                                       binding: added.binding(of: variable, named: name) + k, byteCount: layout.size,
                                       members: walk.members))
        }
        let memory: Pointer.Memory = sizes.isEmpty ? .uniform(block: first) : .blocks(first: first, count: count, index: -1, sizes: sizes, inStorage: false)
        let pointer = Pointer(memory: memory, placement: layout.placement, name: name)
        declarations["block " + name] = Declaration(pointer: pointer, type: nil, samplerTypes: [],
                                                    members: Array(repeating: walk.members, count: count), sizes: sizes)
        uniforms[stage]![variable.id] = pointer
    }

    /// Returns, as text, the indices of an element in an array of the given sizes: `[1][0]` for element 2 and the sizes 3 and 2.
    static func subscripts(ofElement element: Int, _ sizes: [Int]) -> String {
        var rest = element, text = ""
        for size in sizes.reversed() {
            text = "[\(rest % size)]" + text
            rest /= size
        }
        return text
    }
}
