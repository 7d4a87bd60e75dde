import Raster

/// A shape whose coverage is wanted.
package struct CoverageJob: Sendable {
    package var lines: Polylines
    package var transform: AffineTransform
    package var rule: FillRule
    package var bounds: CoverageBounds
    package init(lines: Polylines, transform: AffineTransform, rule: FillRule, bounds: CoverageBounds) {
        self.lines = lines; self.transform = transform; self.rule = rule; self.bounds = bounds
    }
    /// About how long it takes.
    fileprivate var weight: Int { 64 + lines.points.count * 4 + min(max(bounds.width, 0), 4096) * min(max(bounds.height, 0), 4096) / 16 }
}

/// Threads that turn many shapes into coverage at a time. Which one takes a shape is left open; results come in the order of the shapes, and are those of one thread.
package final class CoverageCrew {
    private let pool: WorkerPool
    private let rasterizers: [CoverageRasterizer]
    /// What the parts of the list gave; kept for their memory.
    private let parts: UnsafeMutablePointer<Part>
    private static let partsOfThread = 4

    private struct Part {
        var coverage = Coverage()
        /// The number of pieces after each of the part's jobs.
        var ends: [Int] = []
    }

    package init(threadCount: Int = WorkerPool.coreCount) {
        pool = WorkerPool(threadCount: threadCount)
        rasterizers = (0..<pool.threadCount).map { _ in CoverageRasterizer() }
        parts = .allocate(capacity: pool.threadCount * Self.partsOfThread)
        parts.initialize(repeating: Part(), count: pool.threadCount * Self.partsOfThread)
    }
    deinit {
        parts.deinitialize(count: pool.threadCount * Self.partsOfThread)
        parts.deallocate()
    }

    /// Appends what the shapes cover, one after the other. Returns the pieces of each.
    package func rasterize(_ jobs: [CoverageJob], into coverage: inout Coverage) -> [Range<Int>] {
        let bounds = Self.divide(jobs, into: pool.threadCount == 1 ? 1 : pool.threadCount * Self.partsOfThread)
        pool.run(count: bounds.count - 1) { number, worker in
            // A part is one thread's, as is a rasterizer.
            var rasterizer = rasterizers[worker]
            parts[number].coverage.removeAll()
            parts[number].ends.removeAll(keepingCapacity: true)
            for job in jobs[bounds[number]..<bounds[number + 1]] {
                rasterizer.rasterize(job.lines, transform: job.transform, rule: job.rule, within: job.bounds, into: &parts[number].coverage)
                parts[number].ends.append(parts[number].coverage.pieces.count)
            }
        }
        var ranges: [Range<Int>] = []
        ranges.reserveCapacity(jobs.count)
        for number in 0..<bounds.count - 1 {
            let start = coverage.pieces.count, shift = Int32(coverage.mask.count)
            coverage.mask.append(contentsOf: parts[number].coverage.mask)
            for var piece in parts[number].coverage.pieces {
                if piece.maskOffset >= 0 { piece.maskOffset += shift }
                coverage.pieces.append(piece)
            }
            for end in parts[number].ends { ranges.append((ranges.last?.upperBound ?? start)..<start + end) }
        }
        return ranges
    }
    /// Where parts of about the same weight begin and end.
    private static func divide(_ jobs: [CoverageJob], into count: Int) -> [Int] {
        let total = jobs.reduce(0) { $0 + $1.weight }
        var bounds = [0], sum = 0
        for (index, job) in jobs.enumerated() {
            sum += job.weight
            if sum * count >= total * bounds.count && bounds.count < count { bounds.append(index + 1) }
        }
        if bounds.last != jobs.count { bounds.append(jobs.count) }
        return bounds
    }
}
