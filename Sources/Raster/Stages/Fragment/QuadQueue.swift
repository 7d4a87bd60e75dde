// QuadQueue: the 2×2 quads of a tile that wait to be shaded, in the order of their primitives.
//
// An entry has the quad's first pixel (32 bits: x in the lower half, y in the upper half), the quad's covered lanes (32 bits: four
// for sample 0, four for sample 1 …; 32 bits more if there are more than 8 samples), and the address of the primitive's record.

import Kernel

struct QuadQueue {
    private let builder: KernelBuilder
    /// `block` is the block whose quads coverage queues. `shadingBlock` is the block of pixels whose quads follow one another in the queue. It
    /// has as many pixels as a batch of shading, or more.
    private let block: TileBlock, shadingBlock: TileBlock
    private let memory: Pointer
    private let samples: Int
    private let count: Variable<Scalar<Int32>>
    private let shade: (_ memory: Pointer, _ count: Scalar<Int32>) -> Void

    /// - Parameters:
    ///   - samples: The number of samples per pixel.
    ///   - block: The block of coverage.
    ///   - shadingBlock: The block of pixels whose quads follow one another in the queue.
    ///   - shade: Emits the code that shades the quads of the queue.
    init(_ builder: KernelBuilder, samples: Int, block: TileBlock, shadingBlock: TileBlock, shade: @escaping (Pointer, Scalar<Int32>) -> Void) {
        self.builder = builder; self.samples = samples; self.block = block; self.shadingBlock = shadingBlock; self.shade = shade
        memory = builder.localMemory(bytes: QuadQueueLayout.byteCount(samples: samples), name: "a queue of quads")
        count = builder.variable(builder.scalar(Int32(0)))
    }

    private var coveredWords: [Int] { QuadQueueLayout.coveredWords(samples: samples) }
    private func record(at number: Scalar<Int32>) -> Pointer { (memory + QuadQueueLayout.records).element(number, stride: 8) }
    private func packed(_ x: Scalar<Int32>, _ y: Scalar<Int32>) -> Scalar<UInt32> { (y << 16 | x).withSign(of: UInt32.self) }

    /// Queues the quads that have a covered lane.
    /// - Parameters:
    ///   - masks: For each sample, the covered lanes, ordered by quad.
    ///   - quadPixels: The quads' first pixels; nil if the quads form a block at `position`.
    func push(_ masks: [Scalar<UInt32>], _ position: LanePixels, quadPixels: UIntLanes? = nil, record: Pointer) {
        let quads = block.lanes / 4
        var covered = coveredWords.map { _ in builder.lanes(UInt32(0), count: quads) }
        let firstLanes = builder.lanes((0..<quads).map { UInt32(4 * $0) })
        for (s, mask) in masks.enumerated() {
            let (word, place) = s.quotientAndRemainder(dividingBy: QuadQueueLayout.samplesPerWord)
            covered[word] = covered[word] | ((mask.broadcast(quads) >> firstLanes) & 15) << UInt32(4 * place)
        }
        let next = memory.element(count.value, stride: 4), isCovered = covered.dropFirst().reduce(covered[0], |) .!= 0
        let quadPixels = quadPixels ?? packed(position.corner.x, position.corner.y).broadcast(quads) + builder.lanes(block.quadOffsets)
        next.storePacked(quadPixels, mask: isCovered)
        for (offset, word) in zip(coveredWords, covered) { (next + offset).storePacked(word, mask: isCovered) }
        self.record(at: count.value).store(record.address.broadcast(quads), alignment: 8)
        count.value = count.value + isCovered.bits.bitCount().withSign(of: Int32.self)
        builder.if(count.value .> Int32(QuadQueueLayout.capacity - quads)) { flush() }
    }

    /// Queues a row of completely covered blocks.
    /// - Parameter blockCount: The number of blocks, at most W.
    func push(blocks blockCount: Scalar<Int32>, x: Scalar<Int32>, y: Scalar<Int32>, record: Pointer) {
        let quads = block.lanes / 4, batch = shadingBlock.lanes / 4, lanes = builder.lanes, batchesAtOnce = lanes / batch
        builder.if(count.value .> Int32(QuadQueueLayout.capacity - lanes * quads - batch)) { flush() }
        // Shading is faster with aligned batches. For this reason a few quads that cover nothing are added to the queue.
        builder.if((blockCount .> 3) & ((count.value & Int32(batch - 1)) .!= 0)) {
            fill()
            count.value = (count.value + Int32(batch - 1)) & ~Int32(batch - 1)
        }
        let covered = builder.lanes(UInt32.max >> UInt32(32 - 4 * min(samples, QuadQueueLayout.samplesPerWord))), addresses = record.address.broadcast()
        let start = packed(x, y)
        func put(_ quadPixels: UIntLanes, firstBlock number: Scalar<Int32>) {
            let next = memory.element(count.value + number * Int32(quads), stride: 4)
            let first = start + (number * Int32(block.width)).withSign(of: UInt32.self)
            next.store(first.broadcast() + quadPixels, alignment: 4)
            for offset in coveredWords { (next + offset).store(covered, alignment: 4) }
            self.record(at: count.value + number * Int32(quads)).store(addresses, alignment: 8)
        }
        let pairs = (0..<lanes).map { shadingBlock.quadOffsets[$0 % batch] + UInt32($0 / batch * shadingBlock.width) }
        builder.forEach(from: builder.scalar(Int32(0)), to: blockCount, step: Int32(2 * batchesAtOnce)) { put(builder.lanes(pairs), firstBlock: $0) }
        builder.if((blockCount & 1) .!= 0) {
            put(builder.lanes((0..<lanes).map { block.quadOffsets[$0 % quads] }), firstBlock: blockCount - 1)
        }
        count.value = count.value + blockCount * Int32(quads)
    }

    /// Shades the quads that still wait in the queue.
    func finish() { builder.if(count.value .!= 0) { flush() } }

    /// Fills the unused part of the last batch with quads that cover nothing. The queue's code does not depend on the shader, so the batch may
    /// be a long one.
    private func fill() {
        let end = memory.element(count.value, stride: 4), batch = QuadQueueLayout.longestBatch
        end.store(memory.load(UInt32.self).broadcast(batch), alignment: 4)
        for offset in coveredWords { (end + offset).store(builder.lanes(UInt32(0), count: batch), alignment: 4) }
        record(at: count.value).store((memory + QuadQueueLayout.records).load(Int64.self).broadcast(batch), alignment: 8)
    }

    private func flush() {
        fill()
        shade(memory, count.value)
        count.value = builder.scalar(0)
    }

    /// The quads of a queue that shading processes together.
    struct Batch {
        let position: LanePixels
        /// The covered lanes, by sample.
        let masks: [LaneMask]
        /// The primitive's record, by quad.
        let records: [Pointer]
        /// True if all quads belong to one primitive.
        let isOneRecord: Condition
        private let quadPixels: UIntLanes
        /// The words with the covered lanes.
        private let covered: [UIntLanes]

        init(_ memory: Pointer, at first: Scalar<Int32>, block: TileBlock, samples: Int, varyingCount: Int) {
            let builder = first.builder, quads = block.lanes / 4, quadOfLane = (0..<block.lanes).map { $0 / 4 }
            let next = memory.element(first, stride: 4)
            let covered = QuadQueueLayout.coveredWords(samples: samples).map { (next + $0).loadLanes(UInt32.self, count: quads, alignment: 4) }
            self.covered = covered
            let bits = covered.map { $0.shuffled(quadOfLane) }
            masks = (0..<samples).map { s -> LaneMask in
                let (word, place) = s.quotientAndRemainder(dividingBy: QuadQueueLayout.samplesPerWord)
                let ownBits = (0..<block.lanes).map { lane -> UInt32 in 1 << UInt32(4 * place + lane % 4) }
                let isFull = ((covered[word] & 15 << UInt32(4 * place)) .!= 15 << UInt32(4 * place)).none
                return ((bits[word] & builder.lanes(ownBits)) .!= 0).holding(inAll: isFull)
            }
            let quadPixels = next.loadLanes(UInt32.self, count: quads, alignment: 4)
            self.quadPixels = quadPixels
            func pixel() -> IntLanes {
                let inQuad: [Int32] = [0, 1, 1 << 16, 1 << 16 | 1], inQuads = builder.lanes((0..<block.lanes).map { inQuad[$0 % 4] })
                return quadPixels.shuffled(quadOfLane).withSign(of: Int32.self) + inQuads
            }
            let firstPixel = next.load(Int32.self)
            let isBlock = (quadPixels .!= quadPixels[0].broadcast(quads) + builder.lanes(block.quadOffsets)).none
            position = LanePixels(x: { pixel() & 0xFFFF }, y: { pixel() >> 16 }, corner: (firstPixel & 0xFFFF, firstPixel >> 16), isBlock: isBlock)
            let addresses = (memory + QuadQueueLayout.records).element(first, stride: 8), all = addresses.loadLanes(Int64.self, count: quads, alignment: 8)
            records = (0..<quads).map { addresses.loadPointer(at: 8 * $0).bounded(bytes: PrimitiveRecord.stride(varyings: varyingCount), "PrimitiveRecord") }
            isOneRecord = (all .!= all[0].broadcast(quads)).none
        }

        /// Returns the covered lanes of a sample whose number is not constant.
        func mask(ofSample sample: Scalar<Int32>) -> LaneMask {
            let builder = sample.builder, count = 4 * covered[0].count, quadOfLane = (0..<count).map { $0 / 4 }
            let number = sample.withSign(of: UInt32.self), perWord = UInt32(QuadQueueLayout.samplesPerWord)
            var word = covered[0]
            if covered.count > 1 { word = (number .>= perWord).broadcast(word.count).choose(covered[1], word) }
            let own = (word >> ((number & (perWord - 1)) << 2).broadcast(word.count)) & 15
            let ownBits = builder.lanes((0..<count).map { UInt32(1) << UInt32($0 % 4) })
            return ((own.shuffled(quadOfLane) & ownBits) .!= 0).holding(inAll: (own .!= 15).none)
        }

        /// True if the batch contains the same pixel twice, from different primitives.
        var hasOverlap: Condition {
            let builder = quadPixels.builder, count = records.count
            /// Compares each quad with the quad `step` positions after it. The first quad follows the last quad.
            func overlaps(_ step: Int) -> LaneMask {
                let further = (0..<count).map { ($0 + step) % count }
                let shared = covered.map { $0 & $0.shuffled(further) }
                return (quadPixels .== quadPixels.shuffled(further)) & (shared.dropFirst().reduce(shared[0], |) .!= 0)
            }
            return builder.choose(isOneRecord, { builder.condition(false) }, else: { (2..<count / 2 + 1).reduce(overlaps(1)) { $0 | overlaps($1) }.any })
        }
    }
}

/// The layout of a queue's memory, in byte offsets. The first pixels of the quads begin at offset 0 (32 bits per quad: x in the lower
/// half, y in the upper half).
enum QuadQueueLayout {
    /// The maximum number of quads in a queue. This number is so small that the queue fits into the processor's fastest cache.
    static let capacity = 512
    /// The largest number of quads in a batch.
    static let longestBatch = 8
    /// The number of quads that kernels may write after the last quad. Kernels store whole vectors, but only some elements of a
    /// vector are valid quads.
    static let slack = 32
    /// The byte offsets of the covered lanes, of the records' addresses, and of the covered lanes of samples 8…15 if there are any.
    static let covered = 4 * (capacity + slack), records = 2 * covered, coveredFurther = 4 * covered

    /// The number of samples whose covered lanes fit into 32 bits.
    static let samplesPerWord = 8
    /// Returns the byte offsets of the words with the covered lanes of a quad.
    static func coveredWords(samples: Int) -> [Int] { samples > samplesPerWord ? [covered, coveredFurther] : [covered] }
    /// Returns the size of the whole memory in bytes.
    static func byteCount(samples: Int) -> Int { coveredFurther + (samples > samplesPerWord ? covered : 0) }
}
