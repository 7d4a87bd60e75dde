// FragmentKey: identifies one of the fragment kernels of a program.

import Shading

/// All facts, except the program, on which a fragment kernel's code depends.
struct FragmentKey: Sendable, Hashable {
    var state: RasterState
    var colorFormats: [PixelFormat?]
    var depthFormat: PixelFormat?
    var stencilFormat: PixelFormat?
    var samples: Int
    var countsSamples: Bool
    /// The number of edges: 3 for filled triangles; 4 for lines, points and the outlines of polygons.
    var edgeCount: Int
    /// For each texture unit, the key of the sampling code; nil if the unit is empty or not read.
    var units: [SamplerKey?]
    /// The texture units whose lookups at one coordinate share work.
    var alikeUnits: AlikeUnits
    /// For each image unit, the key of the code that accesses it; nil if the unit is empty or not used.
    var images: [ImageKey?]

    init(call: DrawCall, target: Framebuffer) {
        state = call.pipeline.state
        // Other stages apply these settings before the kernel runs, so the kernel's code does not depend on them.
        state.cull = .none; state.frontFace = .counterClockwise; state.polygonMode = .fill; state.provokingVertex = .last
        state.polygonOffset = .none; state.lineWidth = 1; state.pointSize = 1; state.primitiveRestart = false
        state.restartIndex = nil; state.rasterizerDiscard = false
        state.programPointSize = true; state.clipDistances = 0xFF; state.clipsAfterWidening = false
        if target.samples == 1 { state.multisample = true }
        state.minimumSampleShading = state.shadesSamples(target.samples) ? 1 : 0
        if !state.isMultisampled(target.samples) { state.sampleMask = .max; state.alphaToCoverage = false; state.alphaToOne = false }
        colorFormats = target.color.map { $0.map(target.drawnFormat) }
        depthFormat = target.depth?.texture.format
        stencilFormat = target.stencil?.texture.format
        samples = target.samples
        countsSamples = call.query != nil
        edgeCount = call.assembled == .triangles && call.pipeline.state.polygonMode == .fill ? 3 : 4
        units = SamplerKey.states(of: call, readBy: call.pipeline.program.linked.fragment)
        alikeUnits = AlikeUnits(of: call, readBy: call.pipeline.program.linked.fragment)
        images = ImageKey.states(of: call, usedBy: call.pipeline.program.linked.fragment)
    }

    /// Returns a copy of this key without the values that do not matter for coverage. Programs and states that differ only in such
    /// values share one coverage kernel.
    func forCoverage(_ traits: FragmentTraits) -> FragmentKey {
        var result = self, plain = RasterState()
        plain.multisample = state.multisample
        plain.sampleMask = isMultisampled ? state.sampleMask & SamplePositions.all(samples) : plain.sampleMask
        if traits.testsEarly {
            if depthFormat != nil { plain.depth = state.depth }
            if stencilFormat != nil { plain.stencil = state.stencil }
        } else { result.countsSamples = false }
        if plain.depth == nil { result.depthFormat = nil }
        if plain.stencil == nil { result.stencilFormat = nil }
        result.state = plain
        result.colorFormats = []
        result.units = []
        result.alikeUnits = AlikeUnits([], groups: [])
        result.images = []
        return result
    }

    /// Whether primitives cover the samples of a pixel one by one.
    var isMultisampled: Bool { state.isMultisampled(samples) }

    var writes: ImageAspects {
        var result = ImageAspects.color
        if depthFormat != nil && state.depth?.writes == true { result.insert(.depth) }
        if stencilFormat != nil && state.stencil != nil { result.insert(.stencil) }
        return result
    }

    /// See `DrawKernels.replacesColor`.
    func replacesColor(_ module: ShaderModule) -> Bool {
        guard samples == 1, stencilFormat == nil || state.stencil == nil, !module.usesDiscard else { return false }
        if depthFormat != nil, let depth = state.depth, depth.compare != .always { return false }
        return colorFormats.enumerated().allSatisfy { location, format in
            guard let format else { return true }
            return !state.readsColor(location, format) && state.colorTarget(location).writeMask == .all
                && module.outputs.slot(location: location, blendIndex: 0) != nil
        }
    }
}

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
    /// Whether a pixel's result depends on no other pixel of its quad. This is true if the shader computes no derivatives, not even for a
    /// level of detail, discards no pixel, and has no loop: an uncovered pixel could keep a loop running. For a shader that writes memory
    /// the result is false, so that its pixels keep the order that the queue has.
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

/// The aspects of a framebuffer that a draw writes.
struct ImageAspects: OptionSet {
    let rawValue: UInt8
    static let color = ImageAspects(rawValue: 1), depth = ImageAspects(rawValue: 2), stencil = ImageAspects(rawValue: 4)
}
