import Raster
import Shading

/// The stages of a linked program, and the variables and blocks that these stages declare. Queries and setters of uniforms need only these
/// parts; draws need Raster's program too.
struct ProgramParts {
    let stages: [ShaderModule]
    let interface: ProgramInterface
    /// For each stage and each word of the default uniform block: whether the stage reads the word.
    private let wordsRead: [[Bool]]
    /// The locations that the shaders' texts state for uniforms, by the uniforms' names.
    var uniformLocations: [String: Int] = [:]
    /// The bindings that the texts state for samplers, images and blocks, by name.
    var bindings: [String: Int] = [:]
    /// `inputLocations`: the locations that the text of the first stage states for inputs. `outputLocations`: the locations that the text
    /// of the last stage states for outputs.
    var inputLocations: [String: Int] = [:], outputLocations: [String: Int] = [:]

    /// The declarations in the text of the program's only stage; nil if the program has several stages, or if the texts are not read because
    /// they state no locations and no bindings.
    private(set) var described: StageReflection?

    init(stages: [ShaderModule], interface: ProgramInterface) {
        self.stages = stages; self.interface = interface
        wordsRead = stages.map { LinkedProgram(vertex: $0, fragment: $0, interface: interface).uniformWordsRead }
    }
    /// Adds the places that the text of a stage states.
    mutating func add(_ stage: StageReflection) {
        uniformLocations.merge(stage.uniformLocations) { first, _ in first }
        described = stages.count == 1 ? stage : nil
        bindings.merge(stage.bindings) { first, _ in first }
        if stage.module.stage == stages.first?.stage { inputLocations = stage.inputLocations }
        if stage.module.stage == stages.last?.stage { outputLocations = stage.outputLocations }
    }

    func stage(_ kind: ShaderStage) -> ShaderModule? { stages.first { $0.stage == kind } }

    // MARK: The stages that use a variable or a block

    /// Returns the stages that read a uniform of the default block.
    func readers(of member: UniformMember) -> StageSet {
        let words = member.offset / 4 ..< member.offset / 4 + member.type.scalarCount * member.arrayCount
        return StageSet(zip(stages, wordsRead).lazy.filter { $1[words].contains(true) }.map(\.0.stage))
    }
    func readers(of sampler: SamplerUniform) -> StageSet {
        let units = sampler.unit ..< sampler.unit + sampler.count
        return StageSet(stages.lazy.filter { $0.textureOperations.contains { units.overlaps($0.unit ..< $0.unit + $0.unitCount) } }.map(\.stage))
    }
    /// Returns the stages that read a uniform block.
    func readers(ofBlock number: Int) -> StageSet { StageSet(stages.lazy.filter { $0.reads(block: number) }.map(\.stage)) }

    /// Returns the stages that read or write a storage block.
    func users(ofStorageBlock number: Int) -> StageSet {
        StageSet(stages.lazy.filter { stage in
            stage.instructions.contains { [.storageLoad, .storageStore, .storageSize].contains($0.opcode) && $0.c == Int32(number) }
                || stage.atomicOperations.contains { if case .storage(number, _) = $0.memory { true } else { false } }
        }.map(\.stage))
    }

    func users(of image: ImageUniform) -> StageSet {
        let units = image.unit ..< image.unit + image.count
        return StageSet(stages.lazy.filter { $0.imageOperations.contains { units.overlaps($0.unit ..< $0.unit + $0.unitCount) } }.map(\.stage))
    }
    /// The number of image units that the images use.
    var imageUnitCount: Int { interface.images.map { $0.unit + $0.count }.max() ?? 0 }

    /// The words of the default block before any uniform is set.
    var initialUniforms: [UInt32] {
        var words = [UInt32](repeating: 0, count: ((interface.uniformBlocks.first?.byteCount ?? 0) + 3) / 4)
        for member in interface.uniformBlocks.first?.members ?? [] {
            guard let value = member.defaultValue else { continue }
            words.replaceSubrange(member.offset / 4 ..< member.offset / 4 + value.count, with: value)
        }
        return words
    }
}

/// Some of the stages of a program.
struct StageSet: OptionSet, Hashable {
    let rawValue: UInt8
    static let vertex = StageSet(rawValue: 1), fragment = StageSet(rawValue: 2), compute = StageSet(rawValue: 4)
    static let geometry = StageSet(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ stage: ShaderStage) {
        self = switch stage {
        case .vertex: .vertex
        case .geometry: .geometry
        case .fragment: .fragment
        case .compute: .compute
        }
    }
    init(_ stages: some Sequence<ShaderStage>) { self = stages.reduce(into: []) { $0.formUnion(StageSet($1)) } }
}
