import Raster
import Shading

/// The locations and bindings that texts of shaders state (GLSL ES 3.10, 4.4).
enum StatedPlaces {
    /// Returns whether the text may state locations of uniforms, or bindings. The result depends on the version of the text and on the
    /// extensions that the text mentions.
    static func mayBeIn(_ text: String) -> Bool {
        let language = ShaderVersion(of: text)
        return language.number >= (language.isES ? 310 : 420) || text.contains("GL_ARB_explicit_uniform_location")
            || text.contains("GL_ARB_shading_language_420pack")
    }

    /// Returns an error message if a binding in a shader exceeds the limit; nil if all bindings are allowed. The compiler itself checks
    /// samplers and atomic counters.
    static func excess(_ shader: CompiledShader) -> String? {
        guard mayBeIn(shader.source.text), shader.source.text.contains("binding"), let stage = try? ShaderCompiler.reflect(shader) else { return nil }
        let interface = stage.interface
        if let block = interface.uniformBlocks.first(where: { $0.binding >= GLLimits.uniformBufferBindings }) {
            return message("uniform block", block.name, block.binding, GLLimits.uniformBufferBindings)
        }
        if let block = interface.storageBlocks.first(where: { !$0.isCounters && $0.binding >= GLLimits.storageBufferBindings }) {
            return message("storage block", block.name, block.binding, GLLimits.storageBufferBindings)
        }
        for image in interface.images {
            let last = image.initialUnit(ofElement: image.count - 1)
            if last >= GLLimits.imageUnits { return message("image", image.name, last, GLLimits.imageUnits) }
        }
        return nil
    }
    private static func message(_ kind: String, _ name: String, _ binding: Int, _ limit: Int) -> String {
        "the \(kind) '\(name)' has binding \(binding); the bindings are 0 to \(limit - 1)"
    }
}
