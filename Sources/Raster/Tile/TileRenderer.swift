// TileRenderer: executes commands with compiled kernels, on all cores. It gives the bits of the ReferenceRenderer.
//
// A pass is taken in batches of chunks. First the workers process the chunks: vertices, set-up, bins. Then they take the
// tiles: each tile goes through the chunks in order, while the next batch's chunks are processed. A batch is bounded, so memory
// is too; order is kept across batches.

import Kernel
import Shading

package final class TileRenderer: Renderer {
    package let name: String
    private let kernels: TileKernels
    private let pool: WorkerPool
    private let stepLimit: Int
    private var freeChunks: [DrawChunk] = []
    /// Kernels compiled so far, on all threads.
    package var compiledKernelCount: Int { kernels.compiler.statistics.compiled }
    /// Passes drawn by kernels, and by the reference because kernels could not be compiled.
    package private(set) var passCounts = (compiled: 0, reference: 0)
    /// Draws the passes whose kernels cannot be compiled.
    private lazy var reference = ReferenceRenderer(stepLimit: stepLimit)

    /// Primitives in a batch: few enough for their records to stay in the cache.
    private static let batchSize = 1 << 14
    private var work = TileWork()
    /// One per worker.
    private let frontEnds: [ChunkFrontEnd]

    /// Throws where kernels cannot be compiled here.
    package init(lanes: Int, threads: Int, stepLimit: Int, options: KernelOptions = KernelOptions(), cache: CodeCache = CodeCache(.standard),
                 forms: KernelForms = .full) throws(KernelError) {
        // Fails here, not at the first draw, when LLVM is missing.
        _ = try KernelBuilder(name: "probe", target: KernelTarget(lanes: lanes))
        kernels = TileKernels(target: KernelTarget(lanes: lanes), options: options, cache: cache, forms: forms)
        pool = WorkerPool(threadCount: threads)
        frontEnds = (0..<pool.threadCount).map { _ in ChunkFrontEnd(lanes: lanes) }
        self.stepLimit = stepLimit
        name = "jit (\(lanes) lanes, \(threads) thread\(threads == 1 ? "" : "s"))"
    }

    package func prepare(_ pipeline: Pipeline) throws { kernels.begin(pipeline) }
    package func preparation(for commands: [Command]) -> (@Sendable () -> Void)? {
        let slots = kernels.missing(for: Self.kinds(of: commands)), form = kernels.bestForm
        if slots.isEmpty { return nil }
        // What fails here fails again where it is needed, and is told there.
        return { _ = try? KernelSlot.fill(slots, form) }
    }
    /// Draws that are obviously of the kind of the one before are counted with it.
    private static func kinds(of commands: [Command]) -> [DrawKind] {
        var found: [DrawKind] = []
        for case .renderPass(let pass) in commands {
            // The next pass has another target.
            var last: DrawCall?
            for case .draw(let call) in pass.operations where call.count > 0 && call.instanceCount > 0 {
                let count = call.count / (call.primitive == .triangles ? 3 : 1) * call.instanceCount
                if let last, last.needsSameKernels(as: call) { found[found.count - 1].primitiveCount += count } else {
                    found.append(DrawKind(call: call, target: pass.target, primitiveCount: count))
                }
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
            case .blit(let blit): Blit.execute(blit) { count, body in pool.run(count: count) { item, _ in body(item) } }
            case .generateMipmaps(let texture): MipmapGeneration.generate(texture)
            case .updateBuffer(let buffer, let offset, let bytes):
                try bytes.withUnsafeBytes { try buffer.update(bytes: $0, at: offset) }
            }
        }
    }

    /// What a pass does, in order.
    private enum PassStep {
        /// With the draw's number in the pass.
        case draw(DrawPlan, Int)
        case clear(ClearValues, PixelBounds)
    }

    /// The steps of a pass, with what its draws need compiled before anything is drawn.
    private func plan(_ pass: RenderPassCommand, of commands: [Command]) throws(KernelError) -> [PassStep] {
        let whole = PixelBounds.whole(pass.target)
        var steps = [PassStep.clear(pass.clear, whole)]
        steps.reserveCapacity(pass.operations.count + 1)
        var last: DrawPlan?
        var number = 0
        for operation in pass.operations {
            switch operation {
            case .draw(let call):
                if call.count > 0 && call.instanceCount > 0 {
                    let kernels = if let last, last.call.needsSameKernels(as: call) { last.kernels } else { try kernels(for: call, target: pass.target, of: commands) }
                    let plan = DrawPlan(call: call, target: pass.target, stepLimit: stepLimit, kernels: kernels)
                    steps.append(.draw(plan, number))
                    last = plan
                }
                number += 1
            case .clear(let call): steps.append(.clear(call.values, call.scissor.map { whole.intersection(PixelBounds($0)) } ?? whole))
            case .pushGroup, .popGroup: break
            }
        }
        return steps
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
            CompilerNotice.print("Raster draws \(pass.label) with its slow reference renderer: \(error)")
            passCounts.reference += 1
            try reference.execute([.renderPass(pass)])
        }
    }

    private struct Batch {
        var steps: [TileWork.Step] = []
        /// Keeps the chunks that the steps refer to.
        var chunks: [DrawChunk] = []
        var clears: [ClearValues] = []
        var primitiveCount = 0
        /// The draws that have chunks in it, and their numbers.
        var draws: [(plan: DrawPlan, number: Int)] = []

        mutating func clear(_ values: ClearValues, _ area: PixelBounds) {
            if area.isEmpty { return }
            steps.append(.clear(clears.count, area))
            clears.append(values)
        }
        mutating func append(_ chunk: DrawChunk) {
            chunks.append(chunk)
            steps.append(.chunk(Unmanaged.passUnretained(chunk)))
            primitiveCount += chunk.primitiveCount
        }
        mutating func removeAll() {
            steps.removeAll(keepingCapacity: true)
            chunks.removeAll(keepingCapacity: true)
            clears.removeAll(keepingCapacity: true)
            primitiveCount = 0
            draws.removeAll(keepingCapacity: true)
        }
    }

    private func draw(_ pass: RenderPassCommand, _ steps: [PassStep]) throws {
        let grid = TileGrid(width: pass.target.width, height: pass.target.height)
        let images = PassImages(pass, grid)
        var isDone = false
        defer {
            for attachment in pass.target.attachments { attachment.texture.hostVersion &+= 1 }
            if isDone { images.end() }
        }
        // Binned, and not yet drawn; and the one being made.
        var binned = Batch(), batch = Batch()
        for step in steps {
            switch step {
            case .clear(let values, let area): batch.clear(values, area)
            case .draw(let plan, let number):
                let total = plan.primitives.count, parts = 4 * pool.threadCount
                let size = min(max((total + parts - 1) / parts, DrawChunk.sizes.lowerBound), DrawChunk.sizes.upperBound)
                if total > size { plan.fill() }
                var first = 0
                while first < total {
                    let chunk = freeChunks.popLast() ?? DrawChunk()
                    chunk.assign(plan, first: first, count: min(size, total - first))
                    batch.append(chunk)
                    // Each batch that has a part of a draw asks how it went.
                    if batch.draws.last?.number != number { batch.draws.append((plan, number)) }
                    first += size
                    if batch.primitiveCount >= Self.batchSize { try advance(&batch, &binned, pass, images, grid) }
                }
            }
        }
        try advance(&batch, &binned, pass, images, grid)
        try advance(&batch, &binned, pass, images, grid)
        isDone = true
    }

    /// Processes the chunks of one batch and draws the batch before.
    private func advance(_ batch: inout Batch, _ binned: inout Batch, _ pass: RenderPassCommand, _ images: PassImages, _ grid: TileGrid) throws {
        run(batch.chunks, binned, images, grid)
        for chunk in binned.chunks { chunk.release() }
        freeChunks += binned.chunks
        for (plan, number) in binned.draws {
            if let failure = plan.failedLoop { throw stopped(plan, failure, "draw \(number) of \(pass.label)") }
            plan.call.query?.count += plan.passedSamples.exchange(0, ordering: .relaxed)
        }
        binned.removeAll()
        work.collect(batch.steps, grid)
        swap(&batch, &binned)
    }

    private func run(_ chunks: [DrawChunk], _ binned: Batch, _ images: PassImages, _ grid: TileGrid) {
        let tileCount = binned.steps.isEmpty ? 0 : grid.columns * grid.rows, steps = binned.steps
        // The chunks first: tiles are smaller, and fill what is left of the time.
        pool.run(count: chunks.count + tileCount) { item, worker in
            if item < chunks.count { return frontEnds[worker].process(chunks[item]) }
            let tile = item - chunks.count
            let x = tile % grid.columns, y = tile / grid.columns
            let pixels = grid.pixels(x, y)
            let numbers = work.steps(of: tile)
            withUnsafeTemporaryAllocation(byteCount: KernelReport.byteCount, alignment: 16) { report in
                withUnsafeTemporaryAllocation(of: TilePart.self, capacity: numbers.count) { parts in
                    var place = 0
                    /// The chunk whose turn is next, if it is a chunk's.
                    func nextChunk() -> Unmanaged<DrawChunk>? {
                        if place < numbers.count, case .chunk(let chunk) = steps[Int(numbers[place])] { chunk } else { nil }
                    }
                    while place < numbers.count {
                        switch steps[Int(numbers[place])] {
                        case .chunk(let chunk):
                            // All chunks of a draw together: they are of many primitives, but of few in each tile.
                            var count = 0
                            chunk._withUnsafeGuaranteedRef { first in
                                while let next = nextChunk(), next._withUnsafeGuaranteedRef({ $0.isOfSameDraw(as: first) }) {
                                    parts.initializeElement(at: count, to: next._withUnsafeGuaranteedRef { $0.part(tileX: x, tileY: y) })
                                    count += 1
                                    place += 1
                                }
                                images.draw(tile, first.writes)
                                first.draw(UnsafeBufferPointer(rebasing: parts[..<count]), pixels, report: report.baseAddress!)
                            }
                        case .clear(let index, let area):
                            place += 1
                            let replacesColor = nextChunk()?._withUnsafeGuaranteedRef { $0.replacesColor(tileX: x, tileY: y, pixels) } ?? false
                            images.clear(tile, pixels, area, binned.clears[index], replacesColor: replacesColor)
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
