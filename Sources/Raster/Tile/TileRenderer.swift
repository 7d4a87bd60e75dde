// TileRenderer: executes commands with compiled kernels, on all cores. It gives the bits of the ReferenceRenderer.
//
// A pass is taken in batches of chunks. First the workers process the chunks: vertices, set-up, bins. Then they take the
// tiles: each tile goes through the chunks in order. A batch is bounded, so memory is too; order is kept across batches.

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

    /// Primitives in a batch.
    private static let batchSize = 1 << 15
    private var work = TileWork()

    /// Throws where kernels cannot be compiled here.
    package init(lanes: Int, threads: Int, stepLimit: Int, options: KernelOptions = KernelOptions(), cache: CodeCache = CodeCache(.standard)) throws(KernelError) {
        kernels = TileKernels(target: KernelTarget(lanes: lanes), options: options, cache: cache)
        pool = WorkerPool(threadCount: threads)
        self.stepLimit = stepLimit
        name = "jit (\(lanes) lanes, \(threads) thread\(threads == 1 ? "" : "s"))"
        // Fails here, not at the first draw, when LLVM is missing.
        _ = try KernelBuilder(name: "probe", target: kernels.target)
    }

    package func prepare(_ pipeline: Pipeline) throws {
        // Lookups are compiled for the textures that are bound. What fails here fails again, and is told, at the first draw.
        if pipeline.program.linked.vertex.textureOperations.isEmpty { _ = try? kernels.vertex(pipeline) }
    }
    package func preparation(for commands: [Command]) -> (@Sendable () -> Void)? {
        var requests: [KernelRequest] = []
        var last: DrawCall?
        for case .renderPass(let pass) in commands {
            for case .draw(let call) in pass.operations where call.count > 0 && call.instanceCount > 0 {
                if let last, last.needsSameKernels(as: call) { continue }
                requests += kernels.missing(for: call, target: pass.target)
                last = call
            }
            // The next pass has another target.
            last = nil
        }
        if requests.isEmpty { return nil }
        let compiler = kernels.compiler
        // What fails here fails again where it is needed, and is told there.
        return { [requests] in _ = try? compiler.kernels(requests) }
    }
    package func synchronize(_ texture: Texture) throws { texture.hostIsStale = false }

    package func execute(_ commands: [Command]) throws {
        for command in commands {
            switch command {
            case .renderPass(let pass): try execute(pass)
            case .copyTexture(let copy): TextureCopy.execute(copy)
            case .blit(let blit): Blit.execute(blit) { count, body in pool.run(count: count) { item, _ in body(item) } }
            case .generateMipmaps(let texture): MipmapGeneration.generate(texture)
            case .updateBuffer(let buffer, let offset, let bytes):
                try bytes.withUnsafeBytes { try buffer.update(bytes: $0, at: offset) }
            }
        }
    }

    /// What each draw needs, compiled before anything is drawn.
    private func compile(_ pass: RenderPassCommand) throws(KernelError) -> [DrawKernels] {
        var result: [DrawKernels] = []
        var known: (call: DrawCall, kernels: DrawKernels)?
        for case .draw(let call) in pass.operations where call.count > 0 && call.instanceCount > 0 {
            if let known, known.call.needsSameKernels(as: call) {
                result.append(known.kernels)
            } else {
                let kernels = try self.kernels.kernels(for: call, target: pass.target)
                known = (call, kernels)
                result.append(kernels)
            }
        }
        return result
    }

    private func execute(_ pass: RenderPassCommand) throws {
        do {
            try draw(pass, try compile(pass))
            passCounts.compiled += 1
        } catch let error as KernelError {
            CompilerNotice.print("Raster draws \(pass.label) with its slow reference renderer: \(error)")
            passCounts.reference += 1
            try reference.execute([.renderPass(pass)])
        }
    }

    private func draw(_ pass: RenderPassCommand, _ compiled: [DrawKernels]) throws {
        let grid = TileGrid(width: pass.target.width, height: pass.target.height)
        var steps: [TileWork.Step] = []
        // Keeps the chunks that the steps refer to.
        var chunks: [DrawChunk] = []
        var pending = 0
        var plans: [(plan: DrawPlan, index: Int)] = []
        var clears: [ClearValues] = []
        var nextKernels = 0
        let images = PassImages(pass, grid)
        var isDone = false
        defer {
            for attachment in pass.target.attachments { attachment.texture.hostVersion &+= 1 }
            if isDone { images.end() }
        }

        func flush() throws {
            run(steps, chunks, clears, images, grid)
            for chunk in chunks { chunk.release() }
            freeChunks += chunks
            chunks.removeAll(keepingCapacity: true)
            steps.removeAll(keepingCapacity: true)
            clears.removeAll(keepingCapacity: true)
            pending = 0
            for (plan, index) in plans {
                if let failure = plan.failedLoop { throw stopped(plan, failure, "draw \(index) of \(pass.label)") }
                plan.call.query?.count += plan.passedSamples.exchange(0, ordering: .relaxed)
            }
            // The last draw may go on in the next batch.
            if plans.count > 1 { plans.removeFirst(plans.count - 1) }
        }

        func clear(_ values: ClearValues, _ area: PixelBounds) {
            if area.isEmpty { return }
            steps.append(.clear(clears.count, area))
            clears.append(values)
        }
        clear(pass.clear, .whole(pass.target))
        var drawIndex = 0
        for operation in pass.operations {
            switch operation {
            case .clear(let call):
                clear(call.values, call.scissor.map { PixelBounds.whole(pass.target).intersection(PixelBounds($0)) } ?? .whole(pass.target))
            case .draw(let call):
                defer { drawIndex += 1 }
                if call.count == 0 || call.instanceCount == 0 { continue }
                let plan = DrawPlan(call: call, target: pass.target, stepLimit: stepLimit, kernels: compiled[nextKernels])
                nextKernels += 1
                plans.append((plan, drawIndex))
                if plan.primitives.count > DrawChunk.size { plan.fill() }
                var first = 0
                while first < plan.primitives.count {
                    let count = min(DrawChunk.size, plan.primitives.count - first)
                    let chunk = freeChunks.popLast() ?? DrawChunk()
                    chunk.assign(plan, first: first, count: count)
                    chunks.append(chunk)
                    steps.append(.chunk(Unmanaged.passUnretained(chunk)))
                    first += count
                    pending += count
                    if pending >= Self.batchSize { try flush() }
                }
            case .pushGroup, .popGroup: break
            }
        }
        try flush()
        isDone = true
    }

    private func run(_ steps: [TileWork.Step], _ chunks: [DrawChunk], _ clears: [ClearValues], _ images: PassImages, _ grid: TileGrid) {
        let lanes = kernels.target.lanes
        pool.run(count: chunks.count) { index, _ in chunks[index].process(grid: grid, lanes: lanes) }
        work.collect(steps, grid)
        pool.run(count: grid.columns * grid.rows) { tile, _ in
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
        guard pipeline === other.pipeline, (query == nil) == (other.query == nil), primitive == other.primitive, textures.count == other.textures.count else { return false }
        return zip(textures, other.textures).allSatisfy { a, b in
            a?.texture === b?.texture && a?.sampler == b?.sampler && a?.levels == b?.levels
        }
    }
}
