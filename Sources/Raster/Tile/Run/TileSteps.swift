// TileSteps: lists, for each tile, the steps of a batch that concern the tile, in the order of the pass: clears that reach the tile, and
// chunks that have primitives in the tile.

package final class TileSteps {
    private let starts = Storage<Int32>("TileSteps.starts")
    private let listed = Storage<Int32>("TileSteps.listed")
    /// The tiles that have steps.
    private let tileList = Storage<Int32>("TileSteps.tileList")
    private var tileCount = 0
    package init() {}
    package var tiles: UnsafeBufferPointer<Int32> { UnsafeBufferPointer(start: tileList.base, count: tileCount) }

    /// One step of a batch.
    package enum Step {
        /// Draws the chunk that has this number in the batch.
        case chunk(Int)
        /// Clears an area to the values of the clear that has this number in the batch.
        case clear(Int, InclusivePixelBounds)
    }

    /// Lists, for each tile of the grid, the numbers of the tile's steps.
    package func collect(_ steps: [Step], _ chunks: UnsafePointer<Unmanaged<BinnedPrimitives>>, _ grid: TileGrid) {
        let tileCount = grid.tileCount
        starts.reserve(tileCount + 1)
        let starts = starts.base
        starts.update(repeating: 0, count: tileCount + 1)
        for step in steps { Self.forEachTile(step, chunks, grid) { starts[$0] += 1 } }
        tileList.reserve(tileCount)
        var sum: Int32 = 0, listedTiles = 0
        for tile in 0..<tileCount {
            let n = starts[tile]
            starts[tile] = sum
            sum += n
            tileList.base[listedTiles] = Int32(truncatingIfNeeded: tile)
            if n > 0 { listedTiles += 1 }
        }
        self.tileCount = listedTiles
        listed.reserve(Int(sum))
        let listed = listed.base
        for (number, step) in steps.enumerated() {
            Self.forEachTile(step, chunks, grid) { tile in
                listed[Int(starts[tile])] = Int32(truncatingIfNeeded: number)
                starts[tile] += 1
            }
        }
        // Each start index has moved to the end of its list, where the next list starts. This loop moves the start indices back.
        for tile in stride(from: tileCount, through: 1, by: -1) { starts[tile] = starts[tile - 1] }
        starts[0] = 0
    }

    package func steps(of tile: Int) -> UnsafeBufferPointer<Int32> {
        let start = Int(starts.base[tile])
        return UnsafeBufferPointer(start: listed.base + start, count: Int(starts.base[tile + 1]) - start)
    }

    @inline(__always)
    private static func forEachTile(_ step: Step, _ chunks: UnsafePointer<Unmanaged<BinnedPrimitives>>, _ grid: TileGrid, _ body: (Int) -> Void) {
        switch step {
        case .chunk(let number): chunks[number]._withUnsafeGuaranteedRef { $0.forEachTile { x, y in body(y * grid.columns + x) } }
        case .clear(_, let area):
            if area.isEmpty { return }
            for layer in 0..<grid.layerCount {
                for y in (area.minY / TileGrid.tileSize)...(area.maxY / TileGrid.tileSize) {
                    for x in (area.minX / TileGrid.tileSize)...(area.maxX / TileGrid.tileSize) { body((layer * grid.rows + y) * grid.columns + x) }
                }
            }
        }
    }
}
