// TileRenderer: executes commands with compiled kernels, on all cores. It gives the bits of the ReferenceRenderer.
//
// A pass is taken in batches of parts of draws. First the workers make chunks of them: vertices, set-up, bins. Then they take
// the tiles: each tile goes through the chunks in order, while the next batch's parts are processed and the batch after is
// made. A batch is bounded, so memory is too; order is kept across batches.

import Kernel
import Memory
import Shading

package final class TileRenderer: Renderer {
    package let name: String
    private let kernels: TileKernels
    private let pool: WorkerPool
    private let stepLimit: Int
    /// Kernels compiled so far, on all threads.
    package var compiledKernelCount: Int { kernels.compiler.statistics.compiled }
    /// Passes drawn by kernels, and by the reference because kernels could not be compiled.
    package private(set) var passCounts = (compiled: 0, reference: 0)
    /// Draws the passes whose kernels cannot be compiled; made when there is one.
    private lazy var fallback = makeFallback()
    private let makeFallback: () -> any Renderer

    private let work = TileWork()
    /// Primitives of a part that is less work than a tile of a batch, on average.
    private static let smallPart = 256
    /// One per worker.
    private let geometryWorkers: [GeometryWorker]

    /// Throws where kernels cannot be compiled here.
    /// - Parameter fallback: makes the renderer of passes whose kernels cannot be compiled.
    package init(lanes: Int, threads: Int, stepLimit: Int, options: KernelOptions, cache: CodeCache,
                 tiers: TierPolicy, fallback: @escaping () -> any Renderer) throws(KernelError) {
        // Fails here, not at the first draw, when LLVM is missing.
        _ = try KernelBuilder(name: "probe", target: KernelTarget(lanes: lanes))
        kernels = TileKernels(target: KernelTarget(lanes: lanes), options: options, cache: cache, tiers: tiers)
        pool = WorkerPool(threadCount: threads)
        geometryWorkers = (0..<pool.threadCount).map { GeometryWorker(number: $0, lanes: lanes) }
        self.stepLimit = stepLimit; makeFallback = fallback
        name = "jit (\(lanes) lanes, \(threads) thread\(threads == 1 ? "" : "s"))"
    }

    package func prepare(_ pipeline: Pipeline) throws { kernels.begin(pipeline) }
    package func preparation(for commands: [Command]) -> (@Sendable () -> Void)? {
        let slots = kernels.missing(for: Self.kinds(of: commands)), tier = kernels.bestTier
        if slots.isEmpty { return nil }
        // What fails here fails again where it is needed, and is told there.
        return { _ = try? TieredKernel.fill(slots, tier) }
    }
    /// Draws that are obviously of the kind of the one before are left out.
    private static func kinds(of commands: [Command]) -> [DrawKind] {
        var found: [DrawKind] = []
        for case .renderPass(let pass) in commands {
            // The next pass has another target.
            var last: DrawCall?
            for case .draw(let call) in pass.operations where call.count > 0 && call.instanceCount > 0 {
                let isKnown = if let last { last.needsSameKernels(as: call) } else { false }
                if !isKnown { found.append(DrawKind(call: call, target: pass.target)) }
                last = call
            }
        }
        return found
    }
    package func synchronize(_ texture: Texture) throws { texture.hostIsStale = false }

    package func execute(_ commands: [Command]) throws {
        defer { kernels.improve() }
        for command in commands {
            switch command {
            case .renderPass(let pass): try execute(pass, of: commands)
            case .copyTexture(let copy): TextureCopy.execute(copy)
            case .blit(let blit): try Blit.execute(blit) { count, body in pool.run(count: count) { item, _ in body(item) } }
            case .generateMipmaps(let texture): MipmapGeneration.generate(texture)
            case .updateBuffer(let buffer, let offset, let bytes):
                try bytes.withUnsafeBytes { try buffer.update(bytes: $0, at: offset) }
            }
        }
    }

    /// The kernels of a pass's draws, each with the first draw that has others: what draws need is compiled before anything is
    /// drawn.
    private func plan(_ pass: RenderPassCommand, of commands: [Command]) throws(KernelError) -> [PassReader.Run] {
        var runs: [PassReader.Run] = []
        var last: DrawCall?
        var number = 0
        for case .draw(let call) in pass.operations {
            if call.count > 0 && call.instanceCount > 0 {
                let isKnown = if let last { last.needsSameKernels(as: call) } else { false }
                if !isKnown {
                    let kernels = try kernels(for: call, target: pass.target, of: commands)
                    if !runs.isEmpty { runs[runs.count - 1].end = number }
                    runs.append(PassReader.Run(kernels: kernels, end: .max))
                }
                last = call
            }
            number += 1
        }
        return runs
    }

    /// Where something has to be compiled first, so is what all commands need, side by side.
    private func kernels(for call: DrawCall, target: Framebuffer, of commands: [Command]) throws(KernelError) -> DrawKernels {
        if let found = kernels.kernels(for: call, target: target) { return found }
        try kernels.compile(for: Self.kinds(of: commands))
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

    private func draw(_ pass: RenderPassCommand, _ runs: [PassReader.Run]) throws {
        let grid = TileGrid(width: pass.target.width, height: pass.target.height)
        let images = PassImages(pass, grid)
        var isDone = false
        for geometryWorker in geometryWorkers { geometryWorker.begin() }
        defer {
            for geometryWorker in geometryWorkers { geometryWorker.end() }
            for attachment in pass.target.attachments { attachment.texture.hostVersion &+= 1 }
            if isDone { images.end() }
        }
        let reader = PassReader(pass, runs, threadCount: pool.threadCount, stepLimit: stepLimit)
        var binned = PassBatch(), batch = PassBatch(), next = PassBatch()
        reader.fill(batch)
        while !(batch.isEmpty && binned.isEmpty) {
            if reader.isAtEnd { reader.fill(next) }
            run(batch, binned, images, grid, reader.isAtEnd ? nil : { reader.fill(next) })
            for chunk in binned.chunks { chunk._withUnsafeGuaranteedRef { geometryWorkers[$0.owner].reuse($0) } }
            for part in binned.parts {
                try part.plan._withUnsafeGuaranteedRef { plan in
                    if let failure = plan.failedLoop { throw stopped(plan, failure, "draw \(plan.number) of \(pass.label)") }
                    if let query = plan.call.query { query.count += plan.passedSamples.exchange(0, ordering: .relaxed) }
                }
            }
            work.collect(batch.steps, batch.chunkList.base, grid)
            (binned, batch, next) = (batch, next, binned)
        }
        isDone = true
    }

    /// Processes the parts of one batch, draws the batch before, and has the batch after made meanwhile, if there is one.
    private func run(_ batch: PassBatch, _ binned: PassBatch, _ images: PassImages, _ grid: TileGrid, _ makeNext: (() -> Void)?) {
        let parts = batch.parts, partCount = parts.count, chunks = batch.chunkList.base, steps = binned.steps, clears = binned.clears
        let binnedChunks = binned.chunkList.base, tiles = binned.isEmpty ? UnsafeBufferPointer(start: nil, count: 0) : work.tiles
        // What is smaller comes last, and fills what is left of the time.
        let tilesComeFirst = batch.primitiveCount < Self.smallPart * partCount, first = makeNext == nil ? 0 : 1
        let firstPart = first + (tilesComeFirst ? tiles.count : 0), firstTile = first + (tilesComeFirst ? 0 : partCount)
        pool.run(count: first + partCount + tiles.count) { [work, geometryWorkers] item, worker in
            if item < first {
                makeNext?()
                return
            }
            let part = item - firstPart
            if part >= 0 && part < partCount {
                chunks[part] = geometryWorkers[worker].process(parts[part])
                return
            }
            let tile = Int(tiles[item - firstTile])
            let x = tile % grid.columns, y = tile / grid.columns
            let pixels = grid.pixels(x, y)
            let numbers = work.steps(of: tile)
            withTemporaryMemory(byteCount: KernelReport.byteCount, alignment: 16, name: "a tile's report") { report in
                withTemporaryMemory(of: TileBin.self, count: numbers.count, name: "a tile's parts") { parts in
                    var place = 0
                    /// The chunk whose turn is next, if it is a chunk's.
                    func nextChunk() -> Unmanaged<BinnedPrimitives>? {
                        if place < numbers.count, case .chunk(let number) = steps[Int(numbers[place])] { binnedChunks[number] } else { nil }
                    }
                    while place < numbers.count {
                        switch steps[Int(numbers[place])] {
                        case .chunk(let number):
                            // All chunks of a draw together: they are of many primitives, but of few in each tile.
                            var count = 0
                            binnedChunks[number]._withUnsafeGuaranteedRef { first in
                                while let next = nextChunk(), next._withUnsafeGuaranteedRef({ $0.isOfSameDraw(as: first) }) {
                                    (parts + count).initialize(to: next._withUnsafeGuaranteedRef { $0.part(tileX: x, tileY: y) })
                                    count += 1
                                    place += 1
                                }
                                images.draw(tile, first.writes)
                                first.draw(UnsafeBufferPointer(start: parts, count: count), pixels, report: report)
                            }
                        case .clear(let index, let area):
                            place += 1
                            let replacesColor = nextChunk()?._withUnsafeGuaranteedRef { $0.replacesColor(tileX: x, tileY: y, pixels) } ?? false
                            images.clear(tile, pixels, area, clears[index], replacesColor: replacesColor)
                        }
                    }
                }
            }
        }
    }

    private func stopped(_ plan: DrawPlan, _ failure: (loopEnd: Int, isFragment: Bool), _ place: String) -> RasterError {
        let program = plan.call.pipeline.program
        let module = failure.isFragment ? program.linked.fragment : program.linked.vertex
        let error = ShaderExecutionError(module: module, loopEnd: failure.loopEnd, stepLimit: stepLimit)
        return RasterError(.shaderDidNotEnd, program.name, at: place, "was stopped: \(error)", remedy: "end the loop")
    }
}

extension DrawCall {
    /// Whether what the kernels are compiled for is the same, as between draws that differ in uniforms and vertices only.
    /// May say no where it is.
    fileprivate func needsSameKernels(as other: DrawCall) -> Bool {
        pipeline === other.pipeline && (query == nil) == (other.query == nil) && primitive == other.primitive && hasTextures(of: other)
    }
}
