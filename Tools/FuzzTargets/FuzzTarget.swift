// FuzzTarget: the functions of the package that read bytes from outside. Each target is a function that takes bytes, and that must return in every case.
//
// For any bytes, a target must end, and must return a value or a typed error. A trap, a sanitizer's report, too much memory or too much
// time is a finding. Where possible, a target also checks other properties of the result, and traps if a property is violated.
//
// `fuzz-files` runs the targets under libFuzzer (scripts/fuzz-files builds `fuzz-files`). The tests run the targets on the seeds
// and on earlier findings.

package enum FuzzTarget: String, CaseIterable, Sendable {
    /// SPIR-V words, which are read and lowered as one stage.
    case spirv
    /// GLSL text, which goes through the whole front end and the lowering.
    case glsl
    case png, jpeg, webp
    /// Radiance HDR.
    case radiance
    /// A picture in KTX2 or DDS, with compressed blocks.
    case texture
    /// An animated PNG or WebP file; its first frames are decoded in order.
    case animation
    /// A model file. The first byte of the input selects the reader.
    case model
    /// The bytes that the importing child process writes.
    case scene
    /// A file of the code cache.
    case cache
    /// The compiled object inside of a code cache file.
    case object
    /// A file of captured frames.
    case capture
    /// A file of a shader project. The first byte of the input selects the kind of the file.
    case project

    /// Runs the target on the bytes. Returns whether the bytes are worth further mutations. For example, mutations of a text that is not a
    /// shader are not worthwhile, because most of these mutations would not be shaders either.
    @discardableResult
    package func run(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .spirv: ShaderTargets.words(bytes)
        case .glsl: return ShaderTargets.text(bytes)
        case .png, .jpeg, .webp, .texture: ImageTargets.image(bytes)
        case .radiance: ImageTargets.light(bytes)
        case .animation: ImageTargets.animation(bytes)
        case .model: ModelTargets.file(bytes)
        case .scene: ModelTargets.scene(bytes)
        case .cache: CacheTargets.file(bytes)
        case .object: CacheTargets.object(bytes)
        case .capture: CaptureTargets.file(bytes)
        case .project: ProjectTargets.file(bytes)
        }
        return true
    }

    /// Returns small valid inputs as a start for the mutations. Raster's own writers and compilers make these inputs.
    package func seeds() throws -> [[UInt8]] {
        switch self {
        case .spirv: try ShaderTargets.wordSeeds()
        case .glsl: ShaderTargets.textSeeds.map { Array($0.utf8) }
        case .png: try ImageTargets.pngSeeds()
        case .jpeg: try ImageTargets.jpegSeeds()
        case .webp: ImageTargets.webPSeeds()
        case .radiance: ImageTargets.radianceSeeds
        case .texture: ImageTargets.textureSeeds
        case .animation: try ImageTargets.animationSeeds()
        case .model: ModelTargets.fileSeeds
        case .scene: ModelTargets.sceneSeeds
        case .cache: try CacheTargets.fileSeeds()
        case .object: try CacheTargets.objectSeeds()
        case .capture: try CaptureTargets.seeds()
        case .project: ProjectTargets.seeds
        }
    }

    /// The largest useful size of an input, in bytes. Larger inputs take too much time.
    package var usefulSize: Int {
        switch self {
        case .spirv: 1 << 15
        case .glsl, .png, .jpeg, .webp, .radiance, .texture, .animation, .model, .scene, .cache, .object, .capture, .project: 1 << 13
        }
    }
}
