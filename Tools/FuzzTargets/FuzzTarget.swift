// FuzzTarget: the readers of external bytes, each as a function of bytes that must return.
//
// For any bytes, a target ends, and returns a value or a typed error: a trap, a sanitizer's report, too much memory or too much
// time is a finding. Targets also check as many other properties as they can, and trap if one is violated.
//
// `fuzz-files` runs them under libFuzzer (scripts/fuzz-files builds it). The tests run them on the seeds and on earlier findings.

package enum FuzzTarget: String, CaseIterable, Sendable {
    /// SPIR-V words: reader and lowering of one stage.
    case spirv
    /// GLSL text: the whole front end and the lowering.
    case glsl
    case png, jpeg
    /// A model file, read by the importing child process. The first byte selects the format.
    case model
    /// The bytes that the importing child process writes.
    case scene
    /// A file of the code cache.
    case cache
    /// The object in such a file.
    case object
    /// A file of captured frames.
    case capture

    /// Runs the target on the bytes. Returns whether they are worth further mutations: a text that is no shader leads only to
    /// similar ones.
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

    /// Returns small valid inputs to start with, made by Raster's own writers and compilers.
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

    /// The number of bytes beyond which an input is not worth its time.
    package var usefulSize: Int {
        switch self {
        case .spirv: 1 << 15
        case .glsl, .png, .jpeg, .model, .scene, .cache, .object, .capture: 1 << 13
        }
    }
}
