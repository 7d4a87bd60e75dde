// LinkedProgram+Kernels: chooses the modules from which the kernels of a tier are compiled.

import Kernel
import Shading

extension LinkedProgram {
    /// Returns the program whose modules are compiled for a tier. The baseline tier compiles the modules of this program, because
    /// specialising them would take time. The optimised tier compiles the modules that `ShaderModule.forKernels` returns.
    package func forKernels(of tier: CompileTier) -> LinkedProgram {
        if tier == .baseline { return self }
        var result = self
        result.vertex = vertex.forKernels
        result.geometry = geometry?.forKernels
        result.fragment = fragment.forKernels
        return result
    }
}

extension LinkedComputeProgram {
    /// Returns the program whose module is compiled for a tier; see `LinkedProgram.forKernels`.
    package func forKernels(of tier: CompileTier) -> LinkedComputeProgram {
        if tier == .baseline { return self }
        var result = self
        result.compute = compute.forKernels
        return result
    }
}

extension ShaderModule {
    /// The module from which the optimised tier compiles this shader.
    package var forKernels: ShaderModule {
        let uniformity = UniformityAnalysis(self)
        return StoreAnalysis.showsOtherLanes(self, uniformity) ? self : specialized { !uniformity.isUniformValue[$0] }
    }
}
