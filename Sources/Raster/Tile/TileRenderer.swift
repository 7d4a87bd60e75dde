// TileRenderer: executes commands with compiled kernels, on all cores. The results of the TileRenderer have the same bits as the results of
// the ReferenceRenderer.
//
// The renderer divides a pass into batches. A batch consists of ranges of primitives. First the workers turn each range into a chunk: they
// shade the range's vertices, set up the range's primitives and bin the primitives by tile. Then the workers draw the tiles: for each tile,
// a worker goes through the batch's chunks in the order of the pass. While some workers draw the tiles of one batch, other workers process
// the ranges of the next batch, and one worker reads the batch after the next batch. The size of a batch is limited, so the renderer's
// memory is limited, too.

import Kernel
import Memory
import Shading

package final class TileRenderer: Renderer {
    package let name: String
    private let kernels: TileKernels
    private let pool: WorkerPool
    private let stepLimit: Int
    /// Compiles the kernels. Other renderers may share the compiler.
    package var compiler: KernelCompiler { kernels.compiler }
    /// The number of passes that kernels drew, and the number of passes that the reference renderer drew because kernels could not
    /// be compiled.
    package private(set) var passCounts = (compiled: 0, reference: 0)
    /// Draws the passes whose kernels cannot be compiled. The fallback is made when the first such pass is drawn.
    private lazy var fallback = makeFallback()
    private let makeFallback: () -> any Renderer

    private let work = TileSteps()
    private let depthBounds = TileDepthBounds()
    /// If a range has fewer primitives than this number, processing the range takes, on average, less time than drawing a tile of a batch.
    private static let smallRange = 256
    /// The geometry workers, one per thread.
    private let geometryWorkers: [GeometryWorker]
    /// The workers of dispatches, one per thread.
    private let computeWorkers: [ComputeWorker]

    /// Throws a KernelError if kernels cannot be compiled on this machine.
    /// - Parameter fallback: Makes the renderer of passes whose kernels cannot be compiled.
    package init(target: KernelTarget, threads: Int, stepLimit: Int, compiler: KernelCompiler, tiers: TierPolicy,
                 fallback: @escaping () -> any Renderer) throws(KernelError) {
        // If LLVM is missing, this line throws the error now, not only at the first draw.
        _ = try KernelBuilder(name: "probe", target: target)
        kernels = TileKernels(target: target, compiler: compiler, tiers: tiers)
        pool = WorkerPool(threadCount: threads)
        geometryWorkers = (0..<pool.threadCount).map { GeometryWorker(number: $0, lanes: target.lanes) }
        computeWorkers = (0..<pool.threadCount).map { _ in ComputeWorker() }
        self.stepLimit = stepLimit; makeFallback = fallback
        let instructions = target.instructionSet == .host ? "" : "\(target.instructionSet), "
        name = "jit (\(instructions)\(target.lanes) lanes, \(threads) thread\(threads == 1 ? "" : "s"))"
    }

    package func prepare(_ pipeline: Pipeline) throws { kernels.begin(pipeline) }
    package func preparation(for commands: [Command]) -> (@Sendable () -> Void)? {
        let missing = kernels.missing(for: Self.draws(of: commands), Self.dispatches(of: commands)), tier = kernels.bestTier
        if missing.isEmpty { return nil }
        // If the compilation of a kernel fails here, it fails again when a draw needs the kernel. The draw reports the error.
        return { _ = try? TieredKernel.fill(missing, tier) }
    }
    /// Returns the draws of the commands. The list leaves out a draw if a quick comparison shows that the draw needs the same kernels as
    /// the previous draw of its pass.
    private static func draws(of commands: [Command]) -> [DrawWithTarget] {
        var found: [DrawWithTarget] = []
        for case .renderPass(let pass) in commands {
            // `last` is nil at the start of each pass, because passes may have different targets.
            var last: DrawCall?
            for case .draw(let call) in pass.operations where call.count > 0 && call.instanceCount > 0 {
                let isKnown = if let last { last.needsSameKernels(as: call) } else { false }
                if !isKnown { found.append(DrawWithTarget(call: call, target: pass.target)) }
                last = call
            }
        }
        return found
    }
    private static func dispatches(of commands: [Command]) -> [DispatchCall] {
        commands.compactMap { if case .dispatch(let call) = $0 { call } else { nil } }.filter { !$0.isEmpty }
    }
    package func synchronize(_ texture: Texture) throws { texture.hostIsStale = false }
    package var threadCount: Int { pool.threadCount }
    package func run(count: Int, _ body: (_ item: Int, _ thread: Int) -> Void) { pool.run(count: count, body) }

    package func execute(_ commands: [Command]) throws {
        defer { kernels.improve() }
        let loop: BandLoop = { [pool] count, body in pool.run(count: count) { item, _ in body(item) } }
        for command in commands {
            switch command {
            case .renderPass(let pass): try execute(pass, of: commands)
            case .copyTexture(let copy): TextureCopy.execute(copy, loop: loop)
            case .blit(let blit): try Blit.execute(blit, loop: loop)
            case .generateMipmaps(let texture): MipmapGeneration.generate(texture, loop: loop)
            case .updateBuffer(let buffer, let offset, let bytes):
                try bytes.withUnsafeBytes { try buffer.update(bytes: $0, at: offset) }
            case .dispatch(let call): try execute(call)
            }
        }
    }

    private func execute(_ call: DispatchCall) throws {
        if call.isEmpty { return }
        do {
            let plan = DispatchPlan(call, try kernels.kernels(for: call), lanes: kernels.target.lanes, stepLimit: stepLimit)
            try run(plan)
        } catch let error as KernelError {
            CompilerNotice.compiler.print("Raster runs \(call.place) with its slow reference renderer: \(error)")
            try fallback.execute([.dispatch(call)])
        }
    }

    /// Runs the work groups of a dispatch. Each thread takes runs of consecutive groups.
    private func run(_ plan: DispatchPlan) throws {
        let count = plan.groupCount, partCount = min(count, Self.partsPerThread * pool.threadCount)
        for worker in computeWorkers.prefix(plan.isSequential || partCount == 1 ? 1 : pool.threadCount) { try worker.prepare(plan) }
        pool.run(count: partCount, isSequential: plan.isSequential) { [computeWorkers] part, thread in
            if let loopEnd = computeWorkers[thread].run(count * part / partCount..<count * (part + 1) / partCount, plan) { plan.fail(loopEnd: loopEnd) }
        }
        plan.call.markWritten()
        if let loopEnd = plan.failedLoop { throw stopped(plan, loopEnd) }
    }
    /// A dispatch is divided into this number of parts for each thread. Threads that finish early take parts of other threads.
    private static let partsPerThread = 16

    private func stopped(_ plan: DispatchPlan, _ loopEnd: Int) -> RasterError {
        let error = ShaderExecutionError(module: plan.module, loopEnd: loopEnd, stepLimit: stepLimit)
        return RasterError(.shaderDidNotEnd, plan.call.program.name, at: plan.call.place, "was stopped: \(error)", remedy: "end the loop")
    }

    /// Splits a pass's draws into runs of draws with the same kernels. Compiles missing kernels, so that drawing never waits for a
    /// kernel.
    private func plan(_ pass: RenderPassCommand, of commands: [Command]) throws(KernelError) -> [PassReader.KernelRun] {
        var runs: [PassReader.KernelRun] = []
        var last: DrawCall?
        // For each pipeline, the last draw whose kernels were searched. Many passes alternate between a few pipelines, and comparing two
        // draws takes less time than searching kernels.
        var found: [ObjectIdentifier: (call: DrawCall, kernels: DrawKernels)] = [:]
        var number = 0
        for case .draw(let call) in pass.operations {
            if call.count > 0 && call.instanceCount > 0 {
                let isKnown = if let last { last.needsSameKernels(as: call) } else { false }
                if !isKnown {
                    let pipeline = ObjectIdentifier(call.pipeline), kernels: DrawKernels
                    if let earlier = found[pipeline], earlier.call.needsSameKernels(as: call) {
                        kernels = earlier.kernels
                    } else {
                        kernels = try self.kernels(for: call, target: pass.target, of: commands)
                        found[pipeline] = (call, kernels)
                    }
                    if !runs.isEmpty { runs[runs.count - 1].end = number }
                    runs.append(PassReader.KernelRun(kernels: kernels, end: .max))
                }
                last = call
            }
            number += 1
        }
        return runs
    }

    /// Returns the kernels of one draw. If a kernel is missing, compiles, in parallel, all kernels that the commands need, so that later
    /// draws need not wait for compilation again.
    private func kernels(for call: DrawCall, target: Framebuffer, of commands: [Command]) throws(KernelError) -> DrawKernels {
        if let found = kernels.kernels(for: call, target: target) { return found }
        try kernels.compile(for: Self.draws(of: commands))
        return kernels.kernels(for: call, target: target)!
    }

    private func execute(_ pass: RenderPassCommand, of commands: [Command]) throws {
        do {
            try draw(pass, try plan(pass, of: commands))
            passCounts.compiled += 1
        } catch let error as KernelError {
            CompilerNotice.compiler.print("Raster draws \(pass.label) with its slow reference renderer: \(error)")
            passCounts.reference += 1
            try fallback.execute([.renderPass(pass)])
        }
    }

    private func draw(_ pass: RenderPassCommand, _ runs: [PassReader.KernelRun]) throws {
        let grid = TileGrid(pass.target)
        let images = PassClears(pass, grid)
        depthBounds.begin(pass.target, tileCount: grid.tileCount)
        var isDone = false
        for geometryWorker in geometryWorkers { geometryWorker.begin() }
        defer {
            for geometryWorker in geometryWorkers { geometryWorker.end() }
            for attachment in pass.target.attachments { attachment.texture.hostVersion &+= 1 }
            if runs.contains(where: { $0.kernels.writesMemory }) {
                for case .draw(let call) in pass.operations { call.markWritten() }
            }
            if isDone { images.end() }
        }
        let reader = PassReader(pass, runs, threadCount: pool.threadCount, stepLimit: stepLimit)
        let isSequential = reader.countsFeedback || runs.contains { $0.kernels.isSequential }
        var binned = PassBatch(), batch = PassBatch(), next = PassBatch()
        reader.fill(batch)
        while !(batch.isEmpty && binned.isEmpty) {
            // `next` still has the contents of an earlier batch. At the end of the pass, `fill` empties `next`.
            if reader.isAtEnd { reader.fill(next) }
            run(batch, binned, images, grid, isSequential: isSequential, reader.isAtEnd ? nil : { reader.fill(next) })
            for chunk in binned.chunks { chunk._withUnsafeGuaranteedRef { geometryWorkers[$0.owner].reuse($0) } }
            for range in binned.ranges {
                try range.plan._withUnsafeGuaranteedRef { plan in
                    if let failure = plan.failedLoop { throw stopped(plan, failure, "draw \(plan.number) of \(pass.label)") }
                    if let query = plan.call.primitiveQuery { query.count += plan.emittedPrimitives.exchange(0, ordering: .relaxed) }
                    if let query = plan.call.query { query.count += plan.passedSamples.exchange(0, ordering: .relaxed) }
                }
            }
            work.collect(batch.steps, batch.chunkList.base, grid)
            (binned, batch, next) = (batch, next, binned)
        }
        isDone = true
    }

    /// Processes the ranges of one batch and draws the tiles of the previous batch. At the same time, one worker calls `makeNext`, which
    /// reads the batch after `batch`. `makeNext` is nil if there is no next batch.
    /// - Parameter isSequential: Whether one thread does all the work in order, so that each run of the application gives the same numbers.
    ///   One thread is needed if shaders count or number their invocations, or if transform feedback writes the primitives of geometry
    ///   shaders one after the other.
    private func run(_ batch: PassBatch, _ binned: PassBatch, _ images: PassClears, _ grid: TileGrid, isSequential: Bool, _ makeNext: (() -> Void)?) {
        let ranges = batch.ranges, chunks = batch.chunkList.base, steps = binned.steps, clears = binned.clears
        let binnedChunks = binned.chunkList.base, tiles = binned.isEmpty ? UnsafeBufferPointer(start: nil, count: 0) : work.tiles
        // The smaller pieces of work come last, so that all workers end at about the same time.
        let tilesComeFirst = batch.primitiveCount < Self.smallRange * ranges.count, first = makeNext == nil ? 0 : 1
        let firstRange = first + (tilesComeFirst ? tiles.count : 0), firstTile = first + (tilesComeFirst ? 0 : ranges.count)
        pool.run(count: first + ranges.count + tiles.count, isSequential: isSequential) { [work, depthBounds, geometryWorkers] item, worker in
            if item < first {
                makeNext?()
                return
            }
            let range = item - firstRange
            if range >= 0 && range < ranges.count {
                chunks[range] = geometryWorkers[worker].process(ranges[range])
                return
            }
            let tile = Int(tiles[item - firstTile])
            let x = tile % grid.columns, y = tile / grid.columns, layer = y / grid.rows
            let pixels = grid.pixels(x, y - layer * grid.rows)
            let numbers = work.steps(of: tile)
            withTemporaryMemory(of: KernelReport.self, count: 1, name: "a tile's report") { report in
                withTemporaryMemory(of: TileBin.self, count: numbers.count, name: "a tile's bins") { bins in
                    var step = 0
                    /// Returns the chunk of the next step; nil if the next step is a clear or if there is no next step.
                    func nextChunk() -> Unmanaged<BinnedPrimitives>? {
                        if step < numbers.count, case .chunk(let number) = steps[Int(numbers[step])] { binnedChunks[number] } else { nil }
                    }
                    while step < numbers.count {
                        switch steps[Int(numbers[step])] {
                        case .chunk(let number):
                            // One call draws all chunks of a draw. A call for each chunk would be slower, because each chunk has only a
                            // few primitives in one tile.
                            var count = 0
                            binnedChunks[number]._withUnsafeGuaranteedRef { first in
                                while let next = nextChunk(), next._withUnsafeGuaranteedRef({ $0.isOfSameDraw(as: first) }) {
                                    (bins + count).initialize(to: next._withUnsafeGuaranteedRef { $0.tileBin(x, y) })
                                    count += 1
                                    step += 1
                                }
                                images.draw(tile, first.writes)
                                first.draw(UnsafeBufferPointer(start: bins, count: count), layer: layer, pixels, depthBounds[tile], report: report)
                            }
                        case .clear(let index, let area):
                            step += 1
                            let replacesColor = nextChunk()?._withUnsafeGuaranteedRef { $0.replacesColor(x, y, pixels) } ?? false
                            images.clear(tile, layer: layer, pixels, area, clears[index], replacesColor: replacesColor)
                            depthBounds.clear(tile, clears[index])
                        }
                    }
                }
            }
        }
    }

    private func stopped(_ plan: DrawPlan, _ failure: (stage: ShaderStage, loopEnd: Int), _ draw: String) -> RasterError {
        let program = plan.call.pipeline.program
        let module = program.linked.stages.first { $0.stage == failure.stage }!
        let error = ShaderExecutionError(module: module, loopEnd: failure.loopEnd, stepLimit: stepLimit)
        return RasterError(.shaderDidNotEnd, program.name, at: draw, "was stopped: \(error)", remedy: "end the loop")
    }
}

extension DrawCall {
    /// Whether both draws certainly need the same kernels. The result is true if the draws differ only in uniforms and vertices. The result
    /// may be false although both draws need the same kernels, because the function compares only values that are quick to compare.
    fileprivate func needsSameKernels(as other: DrawCall) -> Bool {
        if settings === other.settings { return primitive == other.primitive }
        return pipeline === other.pipeline && (query == nil) == (other.query == nil) && primitive == other.primitive
            && hasTextures(of: other) && hasImages(of: other) && attributes.hasSameAttributes(as: other.attributes)
    }
}
