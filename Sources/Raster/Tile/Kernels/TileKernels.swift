// TileKernels: keeps the tile renderer's kernels, each by its key, and determines when each kernel is compiled.
//
// A kernel without which a draw is not possible is compiled without optimisation when a draw first needs it. All kernels without which
// the draws of a frame are not possible are compiled in parallel. If the commands of a second submission use a kernel again, the kernel's
// optimised tier is compiled in the background. A kernel that only one submission uses is not optimised, because its optimised code
// would come too late. Passes that begin after the compilation of an optimised tier use this tier.
//
// TileKernels finds the kernels. DrawKernels, at the end of the file, has the compiled code that one draw runs.

import Kernel
import Shading
import ShadingKernel

package final class TileKernels {
    let target: KernelTarget
    let compiler: KernelCompiler
    private let tiers: TierPolicy
    /// `ahead` compiles kernels that are known before the first draw. `background` prepares the tables of the GLSL front end and
    /// then compiles optimised tiers.
    private let ahead = BackgroundCompilation(), background = BackgroundCompilation()
    private struct ProgramVertexKey: Hashable { var program: ObjectIdentifier; var state: VertexKey }
    private struct ProgramGeometryKey: Hashable { var program: ObjectIdentifier; var state: GeometryKey }
    private struct ProgramFragmentKey: Hashable { var program: ObjectIdentifier; var state: FragmentKey; var inRows: Bool }
    private struct CoverageKey: Hashable { var traits: FragmentTraits; var state: FragmentKey }
    private var vertexKernels: [ProgramVertexKey: TieredKernel] = [:]
    private var geometryKernels: [ProgramGeometryKey: TieredKernel] = [:]
    private var setupKernels: [SetupKey: TieredKernel] = [:]
    private var coverageKernels: [CoverageKey: TieredKernel] = [:]
    private var shadingKernels: [ProgramFragmentKey: TieredKernel] = [:]
    private let dispatches: DispatchKernels
    /// The number of executions that have ended. An execution runs the commands of one submission.
    private var executionCount = 0
    /// The kernels that this execution uses as the second, so that `improve` begins to compile their optimised tiers.
    private var repeatedKernels: [TieredKernel] = []
    /// The bytes that identify a program's code, and the weights of the program's stages. The greater the weight of a stage, the longer its
    /// compilation takes.
    private struct ProgramKey { var bytes: [UInt8]; var vertexWeight: Int; var geometryWeight: Int; var fragmentWeight: Int }
    private var programKeys: [ObjectIdentifier: (program: () -> Program?, key: ProgramKey)] = [:]

    /// - Parameter compiler: Makes the kernels. Devices that share a compiler compile each kernel once.
    package init(target: KernelTarget, compiler: KernelCompiler, tiers: TierPolicy) {
        self.target = target
        self.compiler = compiler
        dispatches = DispatchKernels(target: target, compiler: compiler)
        self.tiers = tiers.improves && !BackgroundCompilation.isPossible ? .optimized : tiers
        if self.tiers.improves { background.add([{ BackgroundCompilation.perform { GLSLCompiler.prepare() } }]) }
    }
    deinit {
        ahead.stop()
        background.stop()
    }

    // MARK: Compiling

    /// Returns the code of a draw; nil if some of this code must be compiled first.
    package func kernels(for call: DrawCall, target framebuffer: Framebuffer) -> DrawKernels? {
        let state = FragmentKey(call: call, target: framebuffer), set = kernelSet(for: call, state)
        guard set.required(by: tiers).allSatisfy({ $0.code != nil }) else { return nil }
        noteUse(of: set.all)
        return DrawKernels(pipeline: call.pipeline, state: state, set: set, lanes: target.lanes)
    }

    /// Compiles the kernels without which the draws of a frame are not possible.
    package func compile(for draws: [DrawWithTarget]) throws(KernelError) {
        var wanted: [TieredKernel] = []
        for draw in draws {
            let set = kernelSet(for: draw.call, FragmentKey(call: draw.call, target: draw.target))
            if tiers.improves {
                set.setup?.kernel.useCache()
                set.rows?.useCache()
                if !set.needsCoverage { set.coverage.useCache() }
            }
            for kernel in set.required(by: tiers) where kernel.code == nil && !wanted.contains(where: { $0 === kernel }) { wanted.append(kernel) }
        }
        try TieredKernel.fill(wanted, tiers.first)
    }

    /// Returns the code of a dispatch. If the code does not exist yet, this function first compiles the code.
    func kernels(for call: DispatchCall) throws(KernelError) -> ComputeKernels {
        let found = dispatches.kernels(for: call)
        if tiers.improves { found.kernel.useCache() }
        noteUse(of: [found.kernel])
        if found.kernel.code == nil || tiers.first == .optimized { try found.kernel.fill(tiers.first) }
        return found
    }

    private func noteUse(of kernels: [TieredKernel]) {
        guard tiers.improves else { return }
        for kernel in kernels where kernel.becomesRepeated(in: executionCount) && !kernel.isOptimized { repeatedKernels.append(kernel) }
    }

    /// Begins to compile the optimised tiers of the kernels that two executions have used. The renderer calls this function at the end of
    /// each execution.
    func improve() {
        executionCount += 1
        background.continueAfterFork()
        if repeatedKernels.isEmpty { return }
        // A kernel whose optimisation fails keeps its baseline tier.
        background.add(repeatedKernels.map { kernel in { _ = try? kernel.fill(.optimized) } })
        repeatedKernels = []
    }

    var bestTier: CompileTier { tiers.best }
    /// Returns the kernels that the draws and dispatches need and that are not yet compiled in the best tier.
    func missing(for draws: [DrawWithTarget], _ calls: [DispatchCall]) -> [TieredKernel] {
        var found: [TieredKernel] = []
        func add(_ kernel: TieredKernel) {
            if found.contains(where: { $0 === kernel }) { return }
            if bestTier == .baseline ? kernel.code == nil : !kernel.isOptimized { found.append(kernel) }
        }
        for call in calls { add(dispatches.kernels(for: call).kernel) }
        for draw in draws {
            let set = kernelSet(for: draw.call, FragmentKey(call: draw.call, target: draw.target))
            for kernel in set.wanted(by: tiers) { add(kernel) }
        }
        return found
    }

    /// Begins to compile a pipeline's vertex kernel before the pipeline draws. If the vertex shader reads textures or uses images, its code
    /// depends on the textures and images that a draw binds. So the compilation of a vertex shader with textures or images has to wait for
    /// a draw.
    func begin(_ pipeline: Pipeline) {
        guard pipeline.program.linked.vertex.textureOperations.isEmpty, pipeline.program.linked.vertex.imageOperations.isEmpty else { return }
        let kernel = vertex(pipeline, pipeline.fetch, [], AlikeUnits([], groups: []), [])
        // If the compilation fails here, it fails again at the first draw, which reports the error.
        if !tiers.improves {
            _ = try? kernel.fill(bestTier)
        } else if kernel.code == nil {
            ahead.add([{ _ = try? kernel.fill(.baseline) }])
        }
    }

    // MARK: Kernels by key

    private func kernelSet(for call: DrawCall, _ fragmentKey: FragmentKey) -> DrawKernelSet {
        let pipeline = call.pipeline, program = pipeline.program, traits = FragmentTraits(program.linked, fragmentKey)
        let draws = !pipeline.state.rasterizerDiscard
        let isFilled = pipeline.state.polygonMode == .fill && pipeline.state.polygonOffset == .none && call.assembled == .triangles
        let setupKey = SetupKey(interpolations: program.linked.interface.varyings.map(\.interpolation),
                                cull: pipeline.state.cull, frontFace: pipeline.state.frontFace,
                                coverageCount: fragmentKey.state.coverageCount(fragmentKey.samples))
        let coverageKey = fragmentKey.forCoverage(traits)
        return DrawKernelSet(
            vertex: vertex(pipeline, call.fetch, SamplerKey.states(of: call, readBy: program.linked.vertex),
                           AlikeUnits(of: call, readBy: program.linked.vertex), ImageKey.states(of: call, usedBy: program.linked.vertex)),
            geometry: program.linked.geometry.map { geometry(call, $0) },
            setup: draws && isFilled ? (setup(setupKey), setupKey) : nil,
            coverage: coverage(traits, coverageKey),
            needsCoverage: draws && !TileCoverage.isPlain(traits, coverageKey), countsSamplesEarly: coverageKey.countsSamples,
            shading: draws && traits.needsShading ? shading(program, fragmentKey, inRows: false) : nil,
            rows: draws && traits.shadesRows ? shading(program, fragmentKey, inRows: true) : nil)
    }

    /// - Parameters:
    ///   - fetches: The sources of the pipeline's attributes. Draws may give values to attributes that are constant in the
    ///     pipeline.
    ///   - units: The keys of the textures that the vertex shader reads.
    ///   - alikeUnits: Which texture units are alike; see `AlikeUnits`.
    ///   - images: The keys of the images that the vertex shader uses.
    private func vertex(_ pipeline: Pipeline, _ fetches: [VertexFetch], _ units: [SamplerKey?], _ alikeUnits: AlikeUnits,
                        _ images: [ImageKey?]) -> TieredKernel {
        let divisors = fetches.map { fetch -> Int in
            if case .buffer(let slot, _, _) = fetch.source { return pipeline.vertexLayout.buffers[slot].divisor }
            return 0
        }
        let programKey = key(of: pipeline.program), linked = pipeline.program.linked
        let state = VertexKey(fetch: fetches, divisors: divisors, rows: linked.geometry == nil ? RowKey(pipeline) : nil, units: units,
                              alikeUnits: alikeUnits, images: images)
        return kernel(in: &vertexKernels, ProgramVertexKey(program: ObjectIdentifier(pipeline.program), state: state)) {
            KernelRequest("vertices", key: programKey.bytes + describe("vertex", state), target: target, entry: VertexArguments.entry.name,
                          weight: programKey.vertexWeight) { builder throws(KernelError) in
                let program = linked.forKernels(of: builder.tier)
                builder.withLanes(builder.tier.vertexLanes(builder.lanes)) { VertexKernel.build(builder, program: program, key: state) }
            }
        }
    }

    /// - Parameter module: The geometry shader of the draw's program.
    private func geometry(_ call: DrawCall, _ module: ShaderModule) -> TieredKernel {
        let program = call.pipeline.program, programKey = key(of: program), linked = program.linked, state = GeometryKey(call, module)
        return kernel(in: &geometryKernels, ProgramGeometryKey(program: ObjectIdentifier(program), state: state)) {
            KernelRequest("geometry", key: programKey.bytes + describe("geometry", state), target: target, entry: GeometryArguments.entry.name,
                          weight: programKey.geometryWeight) { builder throws(KernelError) in
                let program = linked.forKernels(of: builder.tier)
                builder.withLanes(builder.tier.vertexLanes(builder.lanes)) { GeometryKernel.build(builder, program: program, key: state) }
            }
        }
    }

    private func setup(_ state: SetupKey) -> TieredKernel {
        kernel(in: &setupKernels, state) {
            KernelRequest("triangles", key: describe("setup", state), target: target, entry: SetupArguments.entry.name) { builder throws(KernelError) in
                SetupKernel.build(builder, key: state)
            }
        }
    }

    private func coverage(_ traits: FragmentTraits, _ state: FragmentKey) -> TieredKernel {
        kernel(in: &coverageKernels, CoverageKey(traits: traits, state: state)) {
            KernelRequest("coverage", key: describe("coverage", traits) + describe("", state), target: target,
                          entry: CoverageArguments.entry.name) { builder throws(KernelError) in
                CoverageKernel.build(builder, traits: traits, key: state)
            }
        }
    }

    /// - Parameter inRows: Whether to return the kernel that shades rectangles row by row instead of the kernel that shades quads.
    private func shading(_ program: Program, _ state: FragmentKey, inRows: Bool) -> TieredKernel {
        let programKey = key(of: program), linked = program.linked, name = inRows ? "rows" : "shading"
        return kernel(in: &shadingKernels, ProgramFragmentKey(program: ObjectIdentifier(program), state: state, inRows: inRows)) {
            KernelRequest(name, key: programKey.bytes + describe(name, state), target: target,
                          entry: inRows ? RowsArguments.entry.name : FragmentArguments.entry.name,
                          weight: programKey.fragmentWeight) { builder throws(KernelError) in
                let program = linked.forKernels(of: builder.tier)
                if inRows {
                    FragmentKernel.buildRows(builder, program: program, key: state)
                } else {
                    FragmentKernel.build(builder, program: program, key: state)
                }
            }
        }
    }

    private func kernel<Key: Hashable>(in known: inout [Key: TieredKernel], _ key: Key, _ request: () -> KernelRequest) -> TieredKernel {
        if let found = known[key] { return found }
        let made = TieredKernel(request(), compiler: compiler)
        known[key] = made
        return made
    }

    /// Returns a key as text: the name and the value of every stored property. The text must be the same in every run, because this
    /// text identifies code in the cache.
    private func describe<Value>(_ kind: String, _ value: Value) -> [UInt8] { Array("\(kind) \(value)".utf8) }

    /// Returns the program's key. Forgets the kernels of programs that no longer exist, because a new program may get the same identity as
    /// a program that no longer exists.
    private func key(of program: Program) -> ProgramKey {
        let id = ObjectIdentifier(program)
        if let known = programKeys[id], known.program() === program { return known.key }
        for (old, entry) in programKeys where entry.program() == nil || old == id {
            programKeys[old] = nil
            vertexKernels = vertexKernels.filter { $0.key.program != old }
            geometryKernels = geometryKernels.filter { $0.key.program != old }
            shadingKernels = shadingKernels.filter { $0.key.program != old }
        }
        let linked = program.linked
        let text = "\(linked.interface.varyings) \(linked.interface.uniformBlocks.count) \(linked.interface.transformFeedback?.slots ?? [])"
            + (linked.geometry == nil ? "" : " \(linked.interface.geometryInputs)")
        let bytes = Array(text.utf8) + linked.stages.flatMap(\.codeBytes)
        let key = ProgramKey(bytes: bytes, vertexWeight: linked.vertex.compilationWeight,
                             geometryWeight: linked.geometry?.compilationWeight ?? 0, fragmentWeight: linked.fragment.compilationWeight)
        programKeys[id] = ({ [weak program] in program }, key)
        return key
    }
}

extension ShaderModule {
    /// Bytes that identify the code of the module.
    var codeBytes: [UInt8] {
        var text = " \(localSlotCount) \(localArrays) \(textureOperations) \(inputs) \(outputs)"
        text += " \(builtinOutputs) \(earlyFragmentTests) \(usesDiscard) \(runsPerSample) \(writesMemory) \(atomicOperations) \(imageOperations)"
        text += " \(workGroupSize) \(sharedWordCount) \(hasBarriers)"
        if let geometryLayout { text += " \(geometryLayout)" }
        var bytes = Array(text.utf8)
        // The fields of an instruction are added one by one, because padding bytes between the fields may have any value.
        for instruction in instructions {
            bytes += [instruction.opcode.rawValue, instruction.type.rawValue]
            for operand in [instruction.a, instruction.b, instruction.c] { withUnsafeBytes(of: operand) { bytes += $0 } }
        }
        return bytes
    }
}

/// The tiers of kernels with which the tile renderer draws. Tests draw with only one tier.
package enum TierPolicy: String, Sendable, Hashable, Codable {
    /// The baseline tier until the optimised tier is compiled; then the optimised tier.
    case baselineThenOptimized
    case optimized, baseline

    /// `first` is the tier that is compiled before the first draw. `best` is the tier that replaces the first tier.
    var first: CompileTier { self == .optimized ? .optimized : .baseline }
    var best: CompileTier { self == .baseline ? .baseline : .optimized }
    /// Whether the best tier differs from the first tier.
    var improves: Bool { first != best }
}

// MARK: Kernels of a draw

/// The compiled code of draws that need the same kernels, and the layout of the memory that the stages of these draws share. A DrawKernels
/// object has the best code that existed when the object was made; later draws get another object with better code.
package final class DrawKernels: Sendable {
    let vertex: CompiledEntry<VertexArguments>
    /// The code of the geometry shader; nil without a geometry shader.
    let geometry: CompiledEntry<GeometryArguments>?
    /// For a program with a geometry shader, `inputStride` is the number of bytes of a row of GeometryInputRows, and `emittedByteCount` is
    /// the number of bytes of EmittedRows.
    let inputStride: Int, emittedByteCount: Int
    /// The set-up of triangles; nil unless the draws rasterise filled triangles without polygon offset.
    private let setup: TriangleSetup?
    var setsTrianglesUp: Bool { setup != nil }
    /// - Precondition: `setsTrianglesUp`.
    func setUp(_ arguments: SetupArguments) { setup!.run(arguments) }
    let coverage: TileCoverage
    let rows: VertexRows
    let recordStride: Int
    /// The number of uniform blocks and the number of vertex streams in a draw's context.
    let blockCount: Int, fetchCount: Int
    /// Whether a primitive replaces the colours of each pixel that it covers: all attachments get new colours, which do not depend on the
    /// stored colours.
    let replacesColor: Bool
    let writes: ImageAspects
    /// Whether shaders write buffers or images, and whether the results may depend on the order in which the shaders' invocations run.
    let writesMemory: Bool, isSequential: Bool
    /// The kernels whose code this object calls. This property retains the kernels.
    private let set: DrawKernelSet

    /// - Precondition: The kernels without which a draw is not possible are compiled.
    /// - Parameter lanes: The maximum number of lanes of a kernel.
    init(pipeline: Pipeline, state: FragmentKey, set: DrawKernelSet, lanes: Int) {
        let program = pipeline.program.linked
        rows = VertexRows(layout: VertexRowLayout(program: program))
        recordStride = PrimitiveRecord.stride(varyings: program.interface.varyings.count)
        blockCount = program.interface.uniformBlocks.count; fetchCount = pipeline.fetch.count
        vertex = set.vertex.function(VertexArguments.entry)!
        geometry = set.geometry.map { $0.function(GeometryArguments.entry)! }
        inputStride = GeometryInputRows.stride(program)
        emittedByteCount = program.geometry.map {
            EmittedRows(program, $0, hasPointSize: RowKey(pipeline).hasPointSize).byteCount(lanes: lanes)
        } ?? 0
        setup = set.setup.map { kernel, key in
            TriangleSetup(kernel: kernel.function(SetupArguments.entry), state: key, joinsRectangles: RectanglePairs.canJoin(key, program))
        }
        coverage = TileCoverage(kernel: set.coverage.function(CoverageArguments.entry), shading: set.shading.map { $0.function(FragmentArguments.entry)! },
                                rows: set.rows?.function(RowsArguments.entry), recordStride: recordStride, countsSamples: set.countsSamplesEarly,
                                depthDirection: DepthDirection(state))
        replacesColor = state.replacesColor(program.fragment)
        writes = state.writes
        writesMemory = program.stages.contains(where: \.writesMemory)
        isSequential = writesMemory && program.stages.contains(where: \.showsOrderOfAtomics)
        self.set = set
    }
}

/// The kernels that a draw needs. Many draws may need the same kernels.
struct DrawKernelSet: Sendable {
    var vertex: TieredKernel
    /// The kernel of the geometry shader; nil without a geometry shader.
    var geometry: TieredKernel?
    /// The set-up kernel; nil unless the draws rasterise filled triangles without polygon offset. Draws are possible without this kernel:
    /// see TriangleSetup.
    var setup: (kernel: TieredKernel, key: SetupKey)?
    var coverage: TieredKernel
    /// Whether draws need the coverage kernel, and whether coverage counts samples; see TileCoverage.
    var needsCoverage: Bool, countsSamplesEarly: Bool
    /// The kernel that shades quads; nil if the covered pixels need no shading.
    var shading: TieredKernel?
    /// The kernel that shades rectangles row by row; nil if the draws do not allow shading by rows. Draws are possible without this kernel.
    var rows: TieredKernel?

    var all: [TieredKernel] { [shading, rows, setup?.kernel, coverage, geometry, vertex].compactMap { $0 } }
    /// The kernels without which a draw is not possible. The kernels with the longest compilation come first, so that threads that finish
    /// early can take the short compilations. The vertex kernel comes last, because its compilation may have begun already.
    private var needed: [TieredKernel] { [shading, needsCoverage ? coverage : nil, geometry, vertex].compactMap { $0 } }
    /// Returns the kernels that must be compiled before a draw.
    func required(by policy: TierPolicy) -> [TieredKernel] { policy.first == .optimized ? all : needed }
    /// Returns all kernels that are compiled, either before a draw or later in the background.
    func wanted(by policy: TierPolicy) -> [TieredKernel] { policy.best == .optimized ? all : needed }
}

/// A draw and the framebuffer into which the draw draws. The draw and the framebuffer together determine the kernels that the draw needs.
package struct DrawWithTarget {
    var call: DrawCall
    var target: Framebuffer
    package init(call: DrawCall, target: Framebuffer) { self.call = call; self.target = target }
}
