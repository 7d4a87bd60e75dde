// FragmentTraits: the few facts about a program on which the code of coverage depends. Programs with the same traits share this
// code.

import Shading

/// The facts about a program on which the code of coverage depends.
struct FragmentTraits: Sendable, Hashable {
    var varyingCount: Int
    /// Whether the depth and stencil tests come before the shader.
    var testsEarly: Bool
    /// Whether the fragments that pass the early tests have to be shaded at all.
    var needsShading: Bool
    var hasLoops: Bool
    /// Whether rectangles are shaded row by row if a kernel for rows exists; see `FragmentKernel+Rows`.
    var shadesRows: Bool

    init(_ program: LinkedProgram, _ key: FragmentKey) {
        let module = program.fragment
        varyingCount = program.interface.varyings.count
        testsEarly = module.testsEarly(key.state, samples: key.samples)
        needsShading = !testsEarly || module.instructions.count > module.constantCount
        hasLoops = module.hasLoops
        shadesRows = needsShading && program.joinsRectangles && module.looksAtPixelsAlone && key.edgeCount == 3 && key.testsNothing
    }
}

extension LinkedProgram {
    /// Whether two triangles that make a rectangle may become one record; see `RectanglePairs`. This is true if the shader cannot
    /// distinguish the triangles: all varyings are flat, and it does not read gl_PrimitiveID.
    var joinsRectangles: Bool {
        interface.varyings.allSatisfy { $0.interpolation == .flat }
            && !fragment.reads(.primitiveID)
    }
}

extension ShaderModule {
    /// Whether a pixel's result depends on no other pixel of its quad. This is true if the shader computes no derivatives, not even
    /// for a level of detail, discards no pixel, and has no loop: an uncovered pixel could keep a loop running. A shader that writes memory
    /// is left out, because its pixels keep their order in the queue.
    fileprivate var looksAtPixelsAlone: Bool {
        !hasLoops && !usesDiscard && !writesMemory && !instructions.contains { $0.opcode.definition.kind == .derivative }
            && textureOperations.allSatisfy { $0.kind == .fetch && $0.unitCount == 1 }
    }
}

extension FragmentKey {
    /// Whether every covered pixel is shaded and written exactly once.
    fileprivate var testsNothing: Bool {
        samples == 1 && !countsSamples && (depthFormat == nil || state.depth == nil) && (stencilFormat == nil || state.stencil == nil)
    }
}
