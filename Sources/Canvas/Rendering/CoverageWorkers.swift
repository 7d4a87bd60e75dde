// CoverageWorkers: finds the pieces of a frame's jobs with all threads of the device.
//
// The jobs are divided into parts, which threads take as they become free. Each part has its own pieces and bytes of coverage. Once
// all parts are done, the positions of the parts in the buffers are known, and the threads write corners and bytes to the memory
// that the pipeline reads. Pieces keep the order of the jobs, and the byte of a pixel does not depend on the division into parts:
// the picture is the same as with one thread.
//
// The code is unsafe because several threads write to one buffer; each part writes to its own range.

import Raster

final class CoverageWorkers {
    private unowned let device: Device
    /// For each thread, one element of `rasterizers` and one element of `casters`.
    private var rasterizers: [CoverageRasterizer] = [], casters: [ShadowCaster] = []
    /// The parts. The parts that the last frame used come first; the other parts are kept to reuse their memory.
    private var parts: [Part] = []
    private var partCount = 0
    /// `frameCount`: the number of frames since the last check of memory. `mostBytes`: the maximum number of bytes of pieces and
    /// coverage that one of these frames needed.
    private var frameCount = 0, mostBytes = 0

    /// Jobs that one thread takes together.
    private final class Part {
        var jobs = 0..<0
        /// For a part of a divided job: the rectangle of the job's box that this part covers; nil if this part holds whole jobs.
        var limit: PixelBox?
        var coverage = Coverage()
        /// Pictures of glyphs that lie entirely inside the visible area. The bytes of these pictures follow the part's own bytes in the
        /// mask. The bytes are copied once, straight into the mask.
        var glyphs: [PreparedGlyphs] = []
        var glyphByteCount = 0
        /// For each job of the part: the number of pieces of the part's jobs up to and including this job.
        var ends: [Int] = []
        /// `firstPiece`: the index of the part's first piece. `mask`: the index of the mask that holds the part's bytes. `maskStart`: the
        /// index of the first of these bytes in the mask.
        var firstPiece = 0, mask = 0, maskStart = 0
        var byteCount: Int { coverage.mask.count + glyphByteCount }
        var usedBytes: Int { coverage.mask.count + coverage.pieces.count * MemoryLayout<CoveragePiece>.stride }
        var keptBytes: Int { coverage.mask.capacity + coverage.pieces.capacity * MemoryLayout<CoveragePiece>.stride }
    }

    /// The result of all jobs.
    struct Outcome {
        /// For each job: the number of pieces of all jobs up to and including this job.
        var ends: [Int] = []
        /// For each mask: `maskSizes` is the size in bytes, and `maskBegins` is the index of the first piece that reads the mask.
        var maskSizes: [Int] = []
        var maskBegins: [Int] = []
        var pieceCount: Int { ends.last ?? 0 }
    }

    /// The number of parts per thread. With several parts per thread, all threads end at about the same time.
    private static let partsOfThread = 8
    /// The minimum weight of a part: lighter jobs are not worth waking another thread. A weight is an estimate of time (see `PieceJob`).
    private static let leastWeight = 4096
    /// The maximum number of bytes of coverage that a job may need without being divided. The limit keeps a part small enough for a mask.
    private static let areaLimit = 1 << 22
    /// The maximum number of bytes that the jobs of a part may need together.
    private static let partLimit = 1 << 26
    /// The number of bytes after which a new mask begins.
    private static let maskLimit = 1 << 27
    /// Every `patience` frames, the memory is checked. The memory is released if the memory exceeds `slack` times the bytes that the
    /// largest of the last `patience` frames needed.
    private static let patience = 60, slack = 4
    /// The number of bytes that are always kept.
    private static let leastKept = 1 << 20

    init(device: Device) {
        self.device = device
        releaseMemory()
    }
    private func releaseMemory() {
        parts = []
        partCount = 0
        rasterizers = (0..<device.threadCount).map { _ in CoverageRasterizer() }
        casters = rasterizers.map { _ in ShadowCaster() }
    }
    /// The allocated memory for pieces and coverage, in bytes.
    var keptBytes: Int { parts.reduce(0) { $0 + $1.keptBytes } }
    /// Ends a frame. From time to time, releases memory that only larger frames in the past needed.
    func endFrame() {
        for part in parts[..<partCount] { part.glyphs.removeAll(keepingCapacity: true) }
        mostBytes = max(mostBytes, parts[..<partCount].reduce(0) { $0 + $1.usedBytes })
        frameCount += 1
        guard frameCount == CoverageWorkers.patience else { return }
        if keptBytes > max(CoverageWorkers.slack * mostBytes, CoverageWorkers.leastKept) { releaseMemory() }
        (frameCount, mostBytes) = (0, 0)
    }

    /// Finds the pieces of all jobs.
    func cover(_ jobs: [PieceJob]) throws -> Outcome {
        divide(jobs)
        let parts = parts
        try device.run(count: partCount) { number, thread in
            let part = parts[number], caster = casters[thread]
            var rasterizer = rasterizers[thread]
            // The arrays are moved out of the part, because the code below can then change the arrays in place, without a copy.
            var coverage = part.coverage, ends = part.ends
            part.coverage = Coverage()
            part.ends = []
            coverage.removeAll()
            ends.removeAll(keepingCapacity: true)
            part.glyphs.removeAll(keepingCapacity: true)
            part.glyphByteCount = 0
            jobs.withUnsafeBufferPointer { jobs in
                for number in part.jobs {
                    if part.limit == nil, let (glyphs, x, y) = jobs[number].wholeGlyphs {
                        glyphs.append(x, y, behind: part.glyphByteCount, to: &coverage.pieces)
                        part.glyphs.append(glyphs)
                        part.glyphByteCount += glyphs.maskByteCount
                    } else {
                        jobs[number].cover(within: part.limit, by: &rasterizer, caster, into: &coverage)
                    }
                    ends.append(coverage.pieces.count)
                }
            }
            part.coverage = coverage
            part.ends = ends
        }
        return findPlaces(jobs.count)
    }
    /// Writes the corners of the pieces.
    func write(_ jobs: [PieceJob], to vertices: UnsafeMutablePointer<PieceVertex>) throws {
        let parts = parts
        try device.run(count: partCount) { number, _ in
            let part = parts[number]
            part.coverage.pieces.withUnsafeBufferPointer { pieces in
                var to = vertices + 4 * part.firstPiece, piece = 0
                let start = Int32(truncatingIfNeeded: part.maskStart), glyphStart = Int32(truncatingIfNeeded: part.maskStart + part.coverage.mask.count)
                for (index, number) in part.jobs.enumerated() {
                    let end = part.ends[index]
                    if piece == end { continue }
                    jobs.withUnsafeBufferPointer { jobs in
                        let place = (jobs[number].left, jobs[number].top, jobs[number].height), color = jobs[number].color
                        while piece < end {
                            PieceVertex.write(pieces[piece], maskStart: start, glyphStart: glyphStart, left: place.0, top: place.1, height: place.2,
                                              color, to: to)
                            to += 4
                            piece += 1
                        }
                    }
                }
            }
        }
    }
    /// Writes the bytes of a mask.
    func write(mask: Int, to bytes: UnsafeMutableRawPointer) throws {
        let parts = parts
        // The byte at index 0 is 255, which means full coverage. A fully covered piece reads this byte for each of its pixels.
        bytes.storeBytes(of: 255, as: UInt8.self)
        try device.run(count: partCount) { number, _ in
            let part = parts[number]
            if part.mask != mask { return }
            part.coverage.mask.withUnsafeBytes { own in
                if let start = own.baseAddress { (bytes + part.maskStart).copyMemory(from: start, byteCount: own.count) }
            }
            var to = bytes + part.maskStart + part.coverage.mask.count
            for glyphs in part.glyphs {
                glyphs.copyMask(to: to)
                to += glyphs.maskByteCount
            }
        }
    }

    // MARK: Parts

    /// Divides the jobs into parts of about equal weight. Heavy and large jobs become several parts.
    private func divide(_ jobs: [PieceJob]) {
        partCount = 0
        let threads = rasterizers.count
        let share = threads == 1 ? Int.max
            : max(jobs.indices.reduce(0) { $0 + jobs[$1].weight } / (threads * CoverageWorkers.partsOfThread), CoverageWorkers.leastWeight)
        var first = 0, weight = 0, area = 0
        func end(_ number: Int) {
            if number > first { add(first..<number, nil) }
            (first, weight, area) = (number, 0, 0)
        }
        for number in jobs.indices {
            let box = jobs[number].box, own = jobs[number].largestByteCount
            // A mask must have room for all bytes of a part, so a part ends before its bytes exceed the limit.
            if area + own > CoverageWorkers.partLimit { end(number) }
            // A job without rows must not be divided: the job would get no part, so its element of `ends` would not be set.
            if box.height > 0, own > CoverageWorkers.areaLimit || jobs[number].weight / 2 > share {
                end(number)
                let wanted = max(own / CoverageWorkers.areaLimit + 1, min(jobs[number].weight / share, 4 * threads))
                let rows = max((box.height + wanted - 1) / wanted, jobs[number].leastRows)
                for top in stride(from: box.y0, to: box.y1, by: rows) {
                    add(number..<number + 1, PixelBox(x0: box.x0, y0: top, x1: box.x1, y1: min(top + rows, box.y1)))
                }
                (first, weight, area) = (number + 1, 0, 0)
                continue
            }
            weight += jobs[number].weight
            area += own
            if weight >= share { end(number + 1) }
        }
        end(jobs.count)
    }
    private func add(_ jobs: Range<Int>, _ limit: PixelBox?) {
        if partCount == parts.count { parts.append(Part()) }
        parts[partCount].jobs = jobs
        parts[partCount].limit = limit
        partCount += 1
    }
    /// Assigns the positions of the parts' pieces and bytes, one part after the other.
    private func findPlaces(_ jobCount: Int) -> Outcome {
        var outcome = Outcome(), pieceCount = 0
        outcome.ends = [Int](repeating: 0, count: jobCount)
        outcome.maskSizes = [1]
        outcome.maskBegins = [0]
        for part in parts[..<partCount] {
            var mask = outcome.maskSizes.count - 1
            if outcome.maskSizes[mask] + part.byteCount > CoverageWorkers.maskLimit {
                outcome.maskSizes.append(1)
                outcome.maskBegins.append(pieceCount)
                mask += 1
            }
            part.mask = mask
            part.maskStart = outcome.maskSizes[mask]
            part.firstPiece = pieceCount
            outcome.maskSizes[mask] += part.byteCount
            // If a job is divided, each of its parts sets the element of the job. The last part sets the final value.
            for (index, number) in part.jobs.enumerated() { outcome.ends[number] = pieceCount + part.ends[index] }
            pieceCount += part.coverage.pieces.count
        }
        return outcome
    }
}

extension PieceVertex {
    /// Writes the four corners of a piece. The offset of the piece's bytes is counted from `maskStart`, or from `glyphStart` if the
    /// bytes belong to whole glyphs.
    @inline(__always) fileprivate static func write(_ piece: CoveragePiece, maskStart: Int32, glyphStart: Int32, left: Int32, top: Int32, height: Int32,
                                                    _ color: SIMD4<UInt16>, to vertices: UnsafeMutablePointer<PieceVertex>) {
        let x = piece.x &- left, y = piece.y &- top
        var vertex = PieceVertex(x: Int16(truncatingIfNeeded: x), y: Int16(truncatingIfNeeded: y), maskBase: 0, stepX: 0, stepY: 0, color: color)
        if piece.maskOffset != CoveragePiece.whole {
            let start = piece.maskOffset >= 0 ? maskStart &+ piece.maskOffset : glyphStart &+ CoveragePiece.glyphOffset(piece.maskOffset)
            vertex.maskBase = start &+ (height &- 1 &- y) &* piece.width &- x
            vertex.stepX = 1
            vertex.stepY = Int16(truncatingIfNeeded: -piece.width)
        }
        vertices[0] = vertex
        vertex.x = Int16(truncatingIfNeeded: x &+ piece.width)
        vertices[1] = vertex
        vertex.y = Int16(truncatingIfNeeded: y &+ piece.height)
        vertices[3] = vertex
        vertex.x = Int16(truncatingIfNeeded: x)
        vertices[2] = vertex
    }
}
