// FuzzTarget: the readers of external bytes. Each target is a function that takes bytes and must return.
//
// For any bytes, a target ends, and returns a value or a typed error: a trap, a sanitizer's report, too much memory or too much
// time is a finding. Targets also check as many other properties as they can, and trap if one is violated.
//
// `fuzz-files` runs the targets under libFuzzer (scripts/fuzz-files builds `fuzz-files`). The tests run the targets on the seeds
// and on earlier findings.

package enum FuzzTarget: String, CaseIterable, Sendable {
    /// SPIR-V words, which are read and lowered as one stage.
    case spirv
    /// GLSL text, which goes through the whole front end and the lowering.
    case glsl
    case png, jpeg
    /// A model file, read by the importing child process. The first byte selects the format.
    case model
    /// The bytes that the importing child process writes.
    case scene
    /// A file of the code cache.
    case cache
    /// The compiled object in a file of the code cache.
    case object
    /// A file of captured frames.
    case capture

    /// Runs the target on the bytes. Returns whether the bytes are worth further mutations. A text that is no shader is not worth
    /// them, because its mutations would mostly be no shaders either.
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

    /// The largest useful size in bytes. Larger inputs are not worth their time.
    package var usefulSize: Int {
        switch self {
        case .spirv: 1 << 15
        case .glsl, .png, .jpeg, .model, .scene, .cache, .object, .capture: 1 << 13
        }
    }
}
