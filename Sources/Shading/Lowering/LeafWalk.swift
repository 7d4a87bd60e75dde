// LeafWalk: makes the lists of block members, loose uniforms, samplers and images that reflection shows.

/// Collects the leaves (see `UniformMember`) of a uniform or of a block with their names, for reflection.
struct LeafWalk {
    let module: SPIRVModule
    var members: [UniformMember] = []
    var samplers: [SamplerUniform] = []
    var images: [ImageUniform] = []
    /// The texture unit that the next sampler gets, or the image unit that the next image gets.
    var unit: Int
    /// The binding that the source gives to the next sampler or image; nil if the source gives no binding.
    var binding: Int?
    /// The decorations of the visited variable. For an image, the decorations state whether shaders only read or only write the
    /// image.
    private let decorations: SPIRVDecorations
    /// The description of the storage block's member that is being visited, if this member is an array; else nil.
    private var topLevelArray: UniformMember.TopLevelArray?
    /// For each structure: the members that are bools in the source and integers in SPIR-V.
    private let booleanMembers: [String: Set<String>]

    init(module: SPIRVModule, unit: Int = 0, binding: Int? = nil, decorations: SPIRVDecorations = SPIRVDecorations(),
         booleanMembers: [String: Set<String>] = [:]) {
        self.module = module; self.unit = unit; self.binding = binding; self.decorations = decorations; self.booleanMembers = booleanMembers
    }

    /// Visits the members of a storage block. If a member is an array of structures or of arrays, only the first element of the member is
    /// listed (OpenGL 4.6, section 7.3.1.1).
    mutating func visitStorage(_ block: UInt32, _ placement: Placement, name: String) {
        guard case .structure(let memberTypes)? = module.types[block], case .structure(let fields) = placement else { return }
        for (index, field) in fields.enumerated() {
            let memberName = module.memberName(block, index), isBoolean = booleanMembers[module.name(block)]?.contains(memberName) ?? false
            let full = name.isEmpty ? memberName : "\(name).\(memberName)"
            guard case .array(let inner, let count, let stride, _) = field.placement, let element = module.elementType(memberTypes[index]) else {
                visit(memberTypes[index], field.placement, name: full, word: field.offset, isBoolean: isBoolean)
                continue
            }
            topLevelArray = UniformMember.TopLevelArray(count: count, stride: 4 * stride)
            switch inner {
            case .scalar, .vector, .matrix, .sampler:
                addMember(element, inner, name: full, word: field.offset, count: count, stride: stride, isBoolean: isBoolean)
            case .array, .structure: visit(element, inner, name: "\(full)[0]", word: field.offset, isBoolean: isBoolean)
            }
            topLevelArray = nil
        }
    }

    /// The number of members at which a walk stops.
    static let mostMembers = 1 << 18

    mutating func visit(_ type: UInt32, _ placement: Placement, name: String, word: Int, isBoolean: Bool = false) {
        switch (module.types[type], placement) {
        case (.structure(let memberTypes), .structure(let fields)):
            let booleans = booleanMembers[module.name(type)] ?? []
            for (index, field) in fields.enumerated() {
                let memberName = module.memberName(type, index)
                visit(memberTypes[index], field.placement, name: name.isEmpty ? memberName : "\(name).\(memberName)", word: word + field.offset,
                      isBoolean: booleans.contains(memberName))
            }
        case (.array(let element, _), .array(let inner, let count, let stride, _)), (.memoryArray(let element, _), .array(let inner, let count, let stride, _)):
            switch inner {
            case .scalar, .vector, .matrix: addMember(element, inner, name: name, word: word, count: count, stride: stride, isBoolean: isBoolean)
            case .sampler(let image): addSampler(image, name: name, count: count, isArray: true)
            case .array, .structure:
                for k in 0..<count where members.count <= Self.mostMembers {
                    visit(element, inner, name: "\(name)[\(k)]", word: word + k * stride, isBoolean: isBoolean)
                }
            }
        case (_, .sampler(let image)): addSampler(image, name: name, count: 1, isArray: false)
        default: addMember(type, placement, name: name, word: word, count: nil, stride: 0, isBoolean: isBoolean)
        }
    }

    private mutating func addMember(_ type: UInt32, _ placement: Placement, name: String, word: Int, count: Int?, stride: Int, isBoolean: Bool) {
        guard var valueType = module.valueType(type) else { return }
        switch valueType {
        case .scalar(.uint) where isBoolean: valueType = .scalar(.bool)
        case .vector(.uint, let count) where isBoolean: valueType = .vector(.bool, count)
        default: break
        }
        var matrixStride = 0
        var isRowMajor = false
        if case .matrix(_, _, let columnStride, let rowStride) = placement {
            isRowMajor = rowStride != 1
            matrixStride = 4 * (isRowMajor ? rowStride : columnStride)
        }
        var member = UniformMember(name: name, type: valueType, arrayCount: count ?? 1, isArray: count != nil, offset: 4 * word,
                                   arrayStride: 4 * stride, matrixStride: matrixStride, rowMajor: isRowMajor)
        member.topLevelArray = topLevelArray
        members.append(member)
    }

    /// Adds a sampler or image to the list of samplers or to the list of images. Samplers and images of unsupported kinds occupy units but
    /// are not listed.
    private mutating func addSampler(_ image: SPIRVImageType, name: String, count: Int, isArray: Bool) {
        defer {
            unit += count
            binding = binding.map { $0 + count }
        }
        guard let dimension = image.textureDimension else { return }
        if image.isStorage {
            images.append(ImageUniform(name: name, dimension: dimension, format: image.imageFormat, type: image.resultType, unit: unit,
                                       binding: binding, count: count, isArray: isArray, isReadOnly: decorations.isReadOnly,
                                       isWriteOnly: decorations.isWriteOnly))
        } else {
            samplers.append(SamplerUniform(name: name, dimension: dimension, isShadow: image.isDepth, resultType: image.resultType,
                                           unit: unit, count: count, isArray: isArray, binding: binding))
        }
    }
}
