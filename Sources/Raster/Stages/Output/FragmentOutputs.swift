// FragmentOutputs: what of a fragment shader reaches which target, and when its tests run. Rules of GL that both renderers obey.

import Shading

extension [InterfaceVariable] {
    /// Where the colour for a target lies among the shader's slots; nil when the shader has no output for it.
    func slot(location: Int, blendIndex: Int) -> (slot: Int, count: Int, type: ScalarType)? {
        for output in self where output.blendIndex == blendIndex {
            // gl_FragColor goes to every target.
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
    /// Whether the depth and stencil tests may come before the shader without a difference, or have to (OpenGL 4.2 §3.9.2,
    /// `early_fragment_tests`): nothing of what the shader does decides whether there is a fragment, or how deep it is.
    func testsEarly(_ state: RasterState, samples: Int) -> Bool {
        earlyFragmentTests || (!usesDiscard && builtinOutputs.fragmentDepth == nil && !decidesCoverage(state, samples: samples))
    }
    /// Whether the shader's gl_SampleMask or alpha may remove samples.
    func decidesCoverage(_ state: RasterState, samples: Int) -> Bool {
        builtinOutputs.sampleMask != nil || (state.alphaToCoverage && samples > 1)
    }
}
