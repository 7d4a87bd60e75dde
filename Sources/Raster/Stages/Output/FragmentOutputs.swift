// FragmentOutputs: which output of a fragment shader is written to which target, and when the tests run. Both renderers obey these rules of
// OpenGL.

import Shading

extension [InterfaceVariable] {
    /// Returns the slots of the shader that hold the colour for a target; nil if the shader has no output for the target.
    func slot(location: Int, blendIndex: Int) -> (slot: Int, count: Int, type: ScalarType)? {
        for output in self where output.blendIndex == blendIndex {
            // gl_FragColor is written to every target.
            if output.name == "gl_FragColor" { return (output.firstSlot, 4, .float) }
            if case .array(let element, let n) = output.type {
                let i = location - output.location
                if (0..<n).contains(i) { return (output.firstSlot + i * element.scalarCount, element.scalarCount, element.scalarKind) }
            } else if output.location == location {
                return (output.firstSlot, output.type.scalarCount, output.type.scalarKind)
            }
        }
        return nil
    }
}

extension ShaderModule {
    /// Whether the depth and stencil tests run before the shader. They must if the shader asks for it (OpenGL 4.2 §3.9.2,
    /// `early_fragment_tests`). They may if the shader can change neither which samples there are nor their depth.
    func testsEarly(_ state: RasterState, samples: Int) -> Bool {
        earlyFragmentTests || (!usesDiscard && builtinOutputs.fragmentDepth == nil && !decidesCoverage(state, samples: samples))
    }
    /// Whether the shader's gl_SampleMask or alpha may remove samples.
    func decidesCoverage(_ state: RasterState, samples: Int) -> Bool {
        builtinOutputs.sampleMask != nil || (state.alphaToCoverage && samples > 1)
    }
}
