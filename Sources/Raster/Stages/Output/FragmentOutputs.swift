// FragmentOutputs: finds the shader output for each target, and determines whether the depth and stencil tests run before the shader. Both
// renderers obey these rules of OpenGL.

import Shading

extension [InterfaceVariable] {
    /// Returns the first slot, the number of slots and the type of the colour for a target; nil if the shader has no output for the
    /// target.
    func slot(location: Int, blendIndex: Int) -> (slot: Int, count: Int, type: ScalarType)? {
        for output in self where output.blendIndex == blendIndex {
            // gl_FragColor is written to every target.
            if output.name == "gl_FragColor" { return (output.firstSlot, 4, .float) }
            if case .array(let element, let n) = output.type {
                let i = location - output.location
                if (0..<n).contains(i) { return (output.firstSlot + i * element.scalarCount, element.scalarCount, element.scalarKind) }
            } else if output.location == location {
                // Outputs that share a location lie in four consecutive slots.
                if contains(where: { $0.location == location && $0.component > 0 }) { return (output.firstSlot - output.component, 4, output.type.scalarKind) }
                return (output.firstSlot, output.type.scalarCount, output.type.scalarKind)
            }
        }
        return nil
    }
}

extension ShaderModule {
    /// Whether the depth and stencil tests run before the shader. The tests must run before the shader if the shader demands this order
    /// (`early_fragment_tests`, OpenGL 4.2 §3.9.2). The tests may also run before the shader if both orders give the same result. Both
    /// orders give the same result if the shader cannot remove fragments or samples, writes neither the depth nor memory, and does not see
    /// which samples passed.
    func testsEarly(_ state: RasterState, samples: Int) -> Bool {
        earlyFragmentTests
            || (!usesDiscard && !writesMemory && builtinOutputs.fragmentDepth == nil && !decidesCoverage(state, samples: samples)
                    && !(samples > 1 && reads(.sampleMask)))
    }
    /// Whether the shader runs once for each covered sample, not once for each pixel.
    func runsPerSample(_ state: RasterState, samples: Int) -> Bool {
        state.shadesSamples(samples) || (runsPerSample && state.isMultisampled(samples))
    }
    /// Whether the shader reads a built-in input.
    func reads(_ builtin: BuiltinInput) -> Bool { instructions.contains { $0.opcode == .builtin && $0.c == builtin.rawValue } }
    /// Whether gl_SampleMask or alpha to coverage may remove samples.
    func decidesCoverage(_ state: RasterState, samples: Int) -> Bool {
        builtinOutputs.sampleMask != nil || (state.alphaToCoverage && state.isMultisampled(samples))
    }
}
