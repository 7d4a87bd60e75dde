// TileKernels: the kernels of the tile renderer by what they depend on, and when they are compiled.
//
// What a draw cannot be without is compiled when it is first drawn: quickly, all kernels of a frame side by side. Their optimised
// tiers follow in the background, and are used from the first pass on that begins when they are there.

import Kernel
import Shading
import ShadingKernel

/// Draws of one kind in commands, by one of them.
package struct DrawKind {
    var call: DrawCall
    var target: Framebuffer
    package init(call: DrawCall, target: Framebuffer) { self.call = call; self.target = target }
}

package final class TileKernels {
    let target: KernelTarget
    let compiler: KernelCompiler
    private let tiers: TierPolicy
    /// What is known before anything is drawn; optimised tiers, and before these the front end's tables.
    private let ahead = BackgroundCompilation(), background = BackgroundCompilation()
    private struct ProgramVertexKey: Hashable { var program: ObjectIdentifier; var state: VertexKey }
    private struct ProgramFragmentKey: Hashable { var program: ObjectIdentifier; var state: FragmentKey }
    private struct CoverageKey: Hashable { var traits: FragmentTraits; var state: FragmentKey }
    private var vertexKernels: [ProgramVertexKey: TieredKernel] = [:]
    private var setupKernels: [SetupKey: TieredKernel] = [:]
    private var coverageKernels: [CoverageKey: TieredKernel] = [:]
    private var shadingKernels: [ProgramFragmentKey: TieredKernel] = [:]
    /// Drawn with, and not asked for in the optimised tier yet.
    private var baselineKernels: [TieredKernel] = []
    /// Bytes that name a program's code, and what compiling its stages costs.
    private struct ProgramKey { var bytes: [UInt8]; var vertexWeight: Int; var fragmentWeight: Int }
    private var programKeys: [ObjectIdentifier: (program: () -> Program?, key: ProgramKey)] = [:]

    package init(target: KernelTarget, options: KernelOptions, cache: CodeCache, tiers: TierPolicy) {
        self.target = target
        compiler = KernelCompiler(options: options, cache: cache)
        self.tiers = tiers.improves && !BackgroundCompilation.isPossible ? .optimized : tiers
        if self.tiers.improves { background.add([{ BackgroundCompilation.perform { GLSLCompiler.prepare() } }]) }
    }
    deinit {
        ahead.stop()
        background.stop()
    }

    // MARK: Compiling

    /// What a draw is drawn with; nil where something has to be compiled before.
    package func kernels(for call: DrawCall, target framebuffer: Framebuffer) -> DrawKernels? {
        let state = FragmentKey(call: call, target: framebuffer), slots = slots(for: call, state)
        guard slots.required(by: tiers).allSatisfy({ $0.code != nil }) else { return nil }
        return DrawKernels(pipeline: call.pipeline, state: state, slots: slots)
    }

    /// Compiles what the draws of a frame cannot be without.
    package func compile(for draws: [DrawKind]) throws(KernelError) {
        var wanted: [TieredKernel] = []
        for draw in draws {
            let slots = slots(for: draw.call, FragmentKey(call: draw.call, target: draw.target))
            if tiers.improves {
                slots.setup?.slot.useCache()
                if !slots.needsCoverage { slots.coverage.useCache() }
            }
            for slot in slots.required(by: tiers) where slot.code == nil && !wanted.contains(where: { $0 === slot }) { wanted.append(slot) }
            if tiers.improves { baselineKernels += slots.all.filter { slot in !slot.isOptimized && !baselineKernels.contains { $0 === slot } } }
        }
        try TieredKernel.fill(wanted, tiers.first)
    }

    /// To be called when a frame is done: begins with the optimised tiers of what it was drawn with.
    func improve() {
        if baselineKernels.isEmpty { return }
        // What cannot be optimised stays as it is.
        background.add(baselineKernels.map { slot in { _ = try? slot.fill(.optimized) } })
        baselineKernels = []
    }

    var bestTier: CompileTier { tiers.best }
    /// What is not compiled in the best tier.
    func missing(for draws: [DrawKind]) -> [TieredKernel] {
        var found: [TieredKernel] = []
        for draw in draws {
            let slots = slots(for: draw.call, FragmentKey(call: draw.call, target: draw.target))
            for slot in slots.wanted(by: tiers) where !found.contains(where: { $0 === slot }) {
                if bestTier == .baseline ? slot.code == nil : !slot.isOptimized { found.append(slot) }
            }
        }
        return found
    }

    /// Begins with what is known of a pipeline before it draws. Lookups are compiled for the textures that are bound.
    func begin(_ pipeline: Pipeline) {
        guard pipeline.program.linked.vertex.textureOperations.isEmpty else { return }
        let slot = vertex(pipeline, [])
        // What fails here fails again, and is told, at the first draw.
        if !tiers.improves {
            _ = try? slot.fill(bestTier)
        } else if slot.code == nil {
            ahead.add([{ _ = try? slot.fill(.baseline) }])
            baselineKernels.append(slot)
        }
    }

    // MARK: Slots

    private func slots(for call: DrawCall, _ state: FragmentKey) -> DrawKernelSet {
        let pipeline = call.pipeline, program = pipeline.program, traits = FragmentTraits(program.linked, state)
        let isFilled = pipeline.state.polygonMode == .fill && pipeline.state.polygonOffset == .none && call.primitive.isTriangles
        let setupState = SetupKey(interpolations: program.linked.interface.varyings.map(\.interpolation),
                                          cull: pipeline.state.cull, frontFace: pipeline.state.frontFace, isMultisampled: state.samples > 1)
        let ofCoverage = state.forCoverage(traits)
        return DrawKernelSet(
            vertex: vertex(pipeline, SamplerKey.states(of: call, readBy: program.linked.vertex)),
            setup: isFilled ? (setup(setupState), setupState) : nil,
            coverage: coverage(traits, ofCoverage), needsCoverage: !TileCoverage.isPlain(traits, ofCoverage), countsSamplesEarly: ofCoverage.countsSamples,
            shading: traits.needsShading ? shading(program, state) : nil)
    }

    /// - Parameter units: the textures that the vertex shader reads.
    private func vertex(_ pipeline: Pipeline, _ units: [SamplerKey?]) -> TieredKernel {
        let divisors = pipeline.fetch.map { fetch -> Int in
            if case .buffer(let slot, _, _) = fetch.source { return pipeline.vertexLayout.buffers[slot].divisor }
            return 0
        }
        let state = VertexKey(fetch: pipeline.fetch, divisors: divisors, clipsDepth: !pipeline.state.depthClamp, units: units)
        let programKey = key(of: pipeline.program), linked = pipeline.program.linked
        return slot(in: &vertexKernels, ProgramVertexKey(program: ObjectIdentifier(pipeline.program), state: state)) {
            KernelRequest("vertices", key: programKey.bytes + describe("vertex", state), target: target, entry: VertexKernel.entryName,
                          weight: programKey.vertexWeight) { builder throws(KernelError) in
                builder.withLanes(builder.tier.vertexLanes(builder.lanes)) { VertexKernel.build(builder, program: linked, key: state) }
            }
        }
    }

    private func setup(_ state: SetupKey) -> TieredKernel {
        slot(in: &setupKernels, state) {
            KernelRequest("triangles", key: describe("setup", state), target: target, entry: SetupKernel.entryName) { builder throws(KernelError) in
                SetupKernel.build(builder, key: state)
            }
        }
    }

    private func coverage(_ traits: FragmentTraits, _ state: FragmentKey) -> TieredKernel {
        slot(in: &coverageKernels, CoverageKey(traits: traits, state: state)) {
            KernelRequest("coverage", key: describe("coverage", traits) + describe("", state), target: target,
                          entry: CoverageKernel.entryName) { builder throws(KernelError) in
                CoverageKernel.build(builder, traits: traits, key: state)
            }
        }
    }

    private func shading(_ program: Program, _ state: FragmentKey) -> TieredKernel {
        let programKey = key(of: program), linked = program.linked
        return slot(in: &shadingKernels, ProgramFragmentKey(program: ObjectIdentifier(program), state: state)) {
            KernelRequest("shading", key: programKey.bytes + describe("shading", state), target: target,
                          entry: FragmentKernel.entryName, weight: programKey.fragmentWeight) { builder throws(KernelError) in
                FragmentKernel.build(builder, program: linked, key: state)
            }
        }
    }

    private func slot<Key: Hashable>(in slots: inout [Key: TieredKernel], _ key: Key, _ request: () -> KernelRequest) -> TieredKernel {
        if let known = slots[key] { return known }
        let made = TieredKernel(request(), compiler: compiler)
        slots[key] = made
        return made
    }

    /// A key in words: every stored property by name and value. Stable between runs, as cached code must be.
    private func describe<Value>(_ kind: String, _ value: Value) -> [UInt8] { Array("\(kind) \(value)".utf8) }

    /// The program's code as bytes. Forgets kernels of programs that are gone, whose identity may be used again.
    private func key(of program: Program) -> ProgramKey {
        let id = ObjectIdentifier(program)
        if let known = programKeys[id], known.program() === program { return known.key }
        for (old, entry) in programKeys where entry.program() == nil || old == id {
            programKeys[old] = nil
            vertexKernels = vertexKernels.filter { $0.key.program != old }
            shadingKernels = shadingKernels.filter { $0.key.program != old }
        }
        let linked = program.linked
        var text = "\(linked.interface.varyings) \(linked.interface.uniformBlocks.count)"
        for module in [linked.vertex, linked.fragment] {
            text += " \(module.localSlotCount) \(module.localArrays) \(module.textureOperations) \(module.inputs) \(module.outputs)"
            text += " \(module.builtinOutputs) \(module.earlyFragmentTests) \(module.usesDiscard) \(module.runsPerSample)"
        }
        var bytes = Array(text.utf8)
        for module in [linked.vertex, linked.fragment] {
            // Field by field: the padding in an instruction holds anything.
            for instruction in module.instructions {
                bytes += [instruction.opcode.rawValue, instruction.type.rawValue]
                for operand in [instruction.a, instruction.b, instruction.c] { withUnsafeBytes(of: operand) { bytes += $0 } }
            }
        }
        let key = ProgramKey(bytes: bytes, vertexWeight: linked.vertex.compilationWeight, fragmentWeight: linked.fragment.compilationWeight)
        programKeys[id] = ({ [weak program] in program }, key)
        return key
    }
}
