import Raster
import Shading

extension Device {
    func makeComputeProgram(linking shader: CompiledShader, label: String) throws -> ComputeProgram {
        ComputeProgram(linked: try ShaderCompiler.linkCompute(shader), sources: ComputeSources(compute: shader.source, options: shader.options, includes: shader.includes),
                       label: label, device: self)
    }
}
