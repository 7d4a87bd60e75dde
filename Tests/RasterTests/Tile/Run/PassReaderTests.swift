// The pass reader divides a pass into batches of clears and ranges of primitives, in the order of recording. The tests also check
// the work that a batch gives to each tile.

import Raster
import Testing

@Suite("Pass reader") struct PassReaderTests {
    /// An expected operation of a pass.
    private enum Expected: Equatable {
        case clear(ClearValues, InclusivePixelBounds)
        /// All primitives of the draw with this number.
        case draw(Int, primitives: Int)
    }
    private static let blue = ClearValues.color(0, 0, 1), depth = ClearValues.depth(0.5)

    /// The reader of a pass, with its objects.
    private struct Reading {
        let reader: PassReader
        let stages: TileStages
        let pass: RenderPassCommand
    }

    private func read(_ stages: TileStages, width: Int, height: Int, threads: Int, clear: ClearValues = .none,
                      _ body: (inout RenderPass) throws -> Void) throws -> Reading {
        let target = try stages.device.makeFramebuffer(width: width, height: height, color: [.r8Uint])
        let pipeline = try stages.pipeline(), vertices = try stages.device.makeBuffer([Float](repeating: 0, count: 2))
        let pass = try #require(try stages.pass(target, clear: clear) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(vertices)
            try body(&pass)
        })
        let calls = pass.operations.compactMap { if case .draw(let call) = $0, call.count > 0, call.instanceCount > 0 { call } else { nil } }
        let runs = try calls.first.map { [PassReader.KernelRun(kernels: try #require(try stages.kernels(for: $0, target)), end: .max)] } ?? []
        return Reading(reader: PassReader(pass, runs, threadCount: threads, stepLimit: 1 << 16), stages: stages, pass: pass)
    }

    /// Returns the operations of all batches of a pass. Also checks that each range follows the previous range without a gap, and
    /// that a batch ends with the range that fills it.
    private func operations(_ reading: Reading, largestBatch: Int) -> [Expected] {
        var all: [Expected] = [], batches = 0
        let batch = PassBatch()
        while !reading.reader.isAtEnd {
            reading.reader.fill(batch)
            batches += 1
            var count = 0
            for step in batch.steps {
                switch step {
                case .clear(let number, let area): all.append(.clear(batch.clears[number].values, area))
                case .chunk(let number):
                    let range = batch.ranges[number], draw = range.plan.takeUnretainedValue().number
                    #expect(range.count > 0 && range.count <= BinnedPrimitives.sizes.upperBound)
                    count += range.count
                    if case .draw(draw, let before)? = all.last {
                        #expect(range.first == before, "draw \(draw) goes on at \(range.first) after \(before) primitives")
                        all[all.count - 1] = .draw(draw, primitives: before + range.count)
                    } else {
                        #expect(range.first == 0, "draw \(draw) begins at \(range.first)")
                        all.append(.draw(draw, primitives: range.count))
                    }
                }
            }
            #expect(batch.primitiveCount == count && count < largestBatch + min(largestBatch, BinnedPrimitives.sizes.upperBound))
            #expect(reading.reader.isAtEnd || count >= largestBatch || batch.ranges.count >= 512, "the batch ends before it is full")
        }
        reading.reader.fill(batch)
        #expect(batch.isEmpty && batch.ranges.isEmpty && batch.clears.isEmpty, "something follows the end")
        return all
    }

    @Test("clears and draws come in the order of recording, and draws without primitives are left out", arguments: [1, 3])
    func order(threads: Int) throws {
        let whole = InclusivePixelBounds(minX: 0, minY: 0, maxX: 99, maxY: 79)
        let reading = try read(TileStages(), width: 100, height: 80, threads: threads, clear: Self.blue) { pass in
            pass.draw(.triangles, count: 2)
            pass.draw(.points, count: 0)
            pass.draw(.lines, count: 8)
            pass.group("group") { pass in
                pass.clear(Self.depth)
                pass.setScissor(PixelRect(x: 90, y: 70, width: 50, height: 50))
                pass.clear(Self.blue)
            }
            pass.setScissor(PixelRect(x: 100, y: 0, width: 5, height: 5))
            pass.clear(Self.blue)
            pass.setScissor(nil)
            pass.draw(.triangleStrip, count: 7, instances: 3)
            pass.draw(.triangles, count: 3, instances: 0)
            pass.draw(.triangles, count: 30_000)
        }
        #expect(operations(reading, largestBatch: 1 << 14) == [
            .clear(Self.blue, whole), .draw(2, primitives: 4), .clear(Self.depth, whole),
            .clear(Self.blue, InclusivePixelBounds(minX: 90, minY: 70, maxX: 99, maxY: 79)),
            .draw(3, primitives: 15), .draw(5, primitives: 10_000),
        ])
    }

    @Test("a pass without operations gives its clear, or nothing")
    func empty() throws {
        let whole = InclusivePixelBounds(minX: 0, minY: 0, maxX: 9, maxY: 9)
        #expect(operations(try read(TileStages(), width: 10, height: 10, threads: 2, clear: Self.blue) { _ in }, largestBatch: 1) == [.clear(Self.blue, whole)])
        #expect(operations(try read(TileStages(), width: 10, height: 10, threads: 2) { $0.draw(.triangles, count: 2) }, largestBatch: 1)
                == [.clear(.none, whole)])
    }

    /// One draw has more primitives than fit into a batch. One target is so large that its number of tiles limits a batch's size. With more
    /// threads, a batch may be larger.
    @Test("a batch has no more primitives than fit into it, whatever the pass contains",
          arguments: [(size: 64, threads: 2, largest: 1 << 14), (64, 8, 1 << 15), (64, 100, 1 << 16), (4096, 2, 1 << 13), (4096, 100, 1 << 13)])
    func bounded(size: Int, threads: Int, largest: Int) throws {
        let reading = try read(TileStages(), width: size, height: size, threads: threads) { pass in
            pass.draw(.points, count: 100_001)
            for _ in 0..<700 { pass.draw(.points, count: 9) }
        }
        let found = operations(reading, largestBatch: largest).dropFirst()
        #expect(found.elementsEqual([.draw(0, primitives: 100_001)] + (1...700).map { .draw($0, primitives: 9) }))
    }

    @Test("each tile gets exactly the steps that reach it, in the order of the pass")
    func tiles() throws {
        let reading = try read(TileStages(), width: 300, height: 200, threads: 1, clear: Self.blue) { pass in
            pass.setUniform("size", SIMD2<Float>(300, 200))
            pass.draw(.points, count: 1)
            pass.setScissor(PixelRect(x: 60, y: 60, width: 80, height: 1))
            pass.clear(Self.depth)
            pass.setScissor(nil)
            // The viewport is the whole target, so this draw reaches the same tile as the first draw.
            pass.setViewport(Viewport(x: 0, y: 0, width: 300, height: 200))
            pass.draw(.points, count: 2)
        }
        let batch = PassBatch(), work = TileSteps(), grid = TileGrid(width: 300, height: 200), worker = GeometryWorker(number: 0, lanes: reading.stages.lanes)
        reading.reader.fill(batch)
        try #require(batch.steps.count == 4 && batch.ranges.count == 2)
        worker.begin()
        for (number, range) in batch.ranges.enumerated() {
            range.plan.takeUnretainedValue().fill()
            batch.chunkList.base[number] = worker.process(range)
        }
        work.collect(batch.steps, batch.chunkList.base, grid)
        withExtendedLifetime((worker, reading)) {
            // The points are at the target's lower left corner.
            for y in 0..<grid.rows { for x in 0..<grid.columns {
                let steps = work.steps(of: y * grid.columns + x).map(Int.init), isOrigin = x == 0 && y == 0
                let isCleared = (0...2).contains(x) && y == 0
                #expect(steps == [0] + (isOrigin ? [1] : []) + (isCleared ? [2] : []) + (isOrigin ? [3] : []), "tile (\(x), \(y))")
            } }
            #expect(work.tiles.map(Int.init) == Array(0..<grid.columns * grid.rows))
        }
        // The next batch has steps in only one tile. The steps of the previous batch must not remain.
        work.collect([.clear(0, InclusivePixelBounds(minX: 128, minY: 64, maxX: 128, maxY: 64))], batch.chunkList.base, grid)
        #expect(work.tiles.map(Int.init) == [grid.columns + 2])
        #expect((0..<grid.columns * grid.rows).map { work.steps(of: $0).count }.reduce(0, +) == 1)
    }
}
