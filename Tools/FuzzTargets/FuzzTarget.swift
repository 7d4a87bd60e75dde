// FuzzTarget: the readers of bytes from outside, each as a function of bytes that must come back.
//
// Whatever the bytes, a target ends, and answers with a value or with a typed error: a trap, a sanitizer's report, too much
// memory or too much time is a finding. Targets check as much as they can beyond that, and trap where it does not hold.
//
// `fuzz-files` runs them under libFuzzer (scripts/fuzz-files builds it); the tests run them over the seeds and over what
// was found before.

package enum FuzzTarget: String, CaseIterable, Sendable {
    /// SPIR-V words: reader and lowering of one stage.
    case spirv
    /// GLSL text: the whole front end and the lowering.
    case glsl
    case png, jpeg
    /// A model file of the format that the first byte chooses, through the importing child.
    case model
    /// The bytes that the importing child writes.
    case scene
    /// A file of the code cache.
    case cache
    /// The object that such a file holds.
    case object
    /// A file of captured frames.
    case capture

    /// Takes the bytes in. Whether they are worth changing further: a text that is no shader leads to more of the kind.
    @discardableResult
    package func run(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .spirv: ShaderTargets.words(bytes)
        case .glsl: return ShaderTargets.text(bytes)
        case .png, .jpeg: ImageTargets.image(bytes)
        case .model: ModelTargets.file(bytes)
        case .scene: ModelTargets.scene(bytes)
        case .cache: CacheTargets.file(bytes)
        case .object: CacheTargets.object(bytes)
        case .capture: CaptureTargets.file(bytes)
        }
        return true
    }

    /// Small sound inputs to begin with, made by our own writers and compilers.
    package func seeds() throws -> [[UInt8]] {
        switch self {
        case .spirv: try ShaderTargets.wordSeeds()
        case .glsl: ShaderTargets.textSeeds.map { Array($0.utf8) }
        case .png: try ImageTargets.pngSeeds()
        case .jpeg: try ImageTargets.jpegSeeds()
        case .model: ModelTargets.fileSeeds
        case .scene: ModelTargets.sceneSeeds
        case .cache: try CacheTargets.fileSeeds()
        case .object: try CacheTargets.objectSeeds()
        case .capture: try CaptureTargets.seeds()
        }
    }

    /// Bytes beyond which an input is not worth its time.
    package var usefulSize: Int {
        switch self {
        case .spirv: 1 << 15
        case .glsl, .png, .jpeg, .model, .scene, .cache, .object, .capture: 1 << 13
        }
    }
}
