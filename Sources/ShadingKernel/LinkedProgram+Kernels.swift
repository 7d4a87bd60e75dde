// LinkedProgram+Kernels: the modules from which kernels are made.

import Kernel
import Shading

extension LinkedProgram {
    /// Returns the program whose modules the code of a tier is made from. The baseline tier is compiled as it is, in less time.
    package func forKernels(of tier: CompileTier) -> LinkedProgram {
        if tier == .baseline { return self }
        var result = self
        result.vertex = vertex.forKernels
        result.fragment = fragment.forKernels
        return result
    }
}

extension ShaderModule {
    /// The module from which optimised code is made.
    package var forKernels: ShaderModule {
        StoreAnalysis.showsOtherLanes(self, UniformityAnalysis(self)) ? self : specialized()
    }
}
