// PixelKernel: the parts that the kernels for coverage and for shading share: the key of the kernels' code, the access to the draw's
// context and the attachments, and the depth and stencil tests. The kernel for coverage puts quads into the QuadQueue, and the kernel for
// shading takes the quads from the QuadQueue.

import Kernel
import Shading

/// A kernel in which each lane processes one pixel of a tile's quads.
protocol PixelKernel {
    var builder: KernelBuilder { get }
    var key: FragmentKey { get }
    var traits: FragmentTraits { get }
    var block: TileBlock { get }
    /// The addresses of the DrawContext and the KernelReport. Both addresses stay the same while a function is built.
    var context: RecordPointer<DrawContext> { get }
    var report: RecordPointer<KernelReport> { get }
}

extension PixelKernel {
    var samples: Int { key.samples }
    var positions: [(x: Int, y: Int)] { key.state.samplePositions(samples) }
    var isMultisampled: Bool { key.isMultisampled }
    var testsEarly: Bool { traits.testsEarly }
    var needsShading: Bool { traits.needsShading }

    var hasTests: Bool { (key.depthFormat != nil && key.state.depth != nil) || (key.stencilFormat != nil && key.state.stencil != nil) }

    func count(_ masks: [LaneMask]) {
        guard key.countsSamples else { return }
        var sum = report.load(\.passedSamples)
        for mask in masks { sum = sum + mask.bits.bitCount().widened(to: UInt64.self) }
        report.store(sum, \.passedSamples)
    }

    /// Runs the depth and stencil tests for each sample. Returns the lanes that pass, by sample.
    /// - Parameter depth: Returns the window depth at a sample, 0…1.
    func test(_ masks: [LaneMask], _ position: LanePixels, isFront: LaneMask, _ planes: DepthPlanes, depth: (Int) -> FloatLanes) -> [LaneMask] {
        if !hasTests { return masks }
        let test = DepthStencilKernel(
            builder: builder, depth: key.depthFormat == nil ? nil : key.state.depth, stencil: key.stencilFormat == nil ? nil : key.state.stencil,
            depthCode: planes.depthCode, stencilCode: planes.stencilCode,
            referenceFront: context.load(\.stencilReferenceFront, .constant),
            referenceBack: context.load(\.stencilReferenceBack, .constant))
        return masks.enumerated().map { s, mask in
            test.test(depthPlane: planes.depth?[s], stencilPlane: planes.stencil?[s], position, z: depth(s), isFront: isFront, mask: mask)
        }
    }

    // MARK: Attachments

    /// Returns an attachment's planes, one per sample; nil if there is no attachment.
    /// - Parameter sample: The number of the sample if the plane of only one sample is wanted; nil for the planes of all samples.
    func planes(_ image: RecordPointer<ImageRecord>, _ format: PixelFormat?, isBlended: Bool = false, sample: Scalar<Int32>? = nil) -> [TexelPlane]? {
        guard let format else { return nil }
        let base = image.load(\.base, .constant), row = image.load(\.bytesPerRow, .constant)
        let bytesPerSample = image.load(\.bytesPerSample, .constant)
        func plane(at base: Pointer) -> TexelPlane {
            TexelPlane(builder: builder, block: block, base: base, bytesPerRow: row, bytesPerTexel: format.bytesPerTexel, isBlended: isBlended)
        }
        if let sample { return [plane(at: base + bytesPerSample * sample.widened(to: Int64.self))] }
        return (0..<samples).map { plane(at: $0 == 0 ? base : base + bytesPerSample * Int64($0)) }
    }
    func code(_ format: PixelFormat) -> TexelCodeKernel {
        TexelCodeKernel(builder: builder, format: format, sRGBDecode: context.load(\.sRGBDecode, .constant),
                        sRGBEncode: context.load(\.sRGBEncode, .constant))
    }
}

/// The depth and stencil attachments in a kernel.
struct DepthPlanes {
    private(set) var depth: [TexelPlane]?
    let stencil: [TexelPlane]?
    let depthCode: TexelCodeKernel?
    let stencilCode: TexelCodeKernel?

    /// - Parameter sample: The number of the sample if the planes of only one sample are wanted; nil for the planes of all samples.
    init(_ kernel: some PixelKernel, sample: Scalar<Int32>? = nil) {
        depth = kernel.planes(kernel.context.part(\.depth), kernel.key.depthFormat, sample: sample)
        stencil = kernel.planes(kernel.context.part(\.stencil), kernel.key.stencilFormat, sample: sample)
        depthCode = kernel.key.depthFormat.map(kernel.code)
        stencilCode = kernel.key.stencilFormat.map(kernel.code)
    }

    /// Returns the planes for blocks whose first row is `y`. The addresses of the rows are computed only once for all blocks of this row.
    func atRows(_ y: Scalar<Int32>) -> DepthPlanes {
        var result = self
        result.depth = depth.map { $0.map { $0.atRows(y) } }
        return result
    }
}

// MARK: Keys

/// All facts, except the program, on which a fragment kernel's code depends.
struct FragmentKey: Sendable, Hashable {
    var state: RasterState
    var colorFormats: [PixelFormat?]
    var depthFormat: PixelFormat?
    var stencilFormat: PixelFormat?
    var samples: Int
    var countsSamples: Bool
    /// The number of edges: 3 for filled triangles; 4 for lines, points and the outlines of polygons.
    var edgeCount: Int
    /// For each texture unit, the key of the sampling code; nil if the unit is empty or not read.
    var units: [SamplerKey?]
    /// Which texture units are alike; see `AlikeUnits`. Lookups in alike units at the same coordinate share work.
    var alikeUnits: AlikeUnits
    /// Whether all quads lie completely in the target, because its width and its height are even.
    var hasWholeQuads: Bool
    /// For each image unit, the key of the code that accesses the unit's image; nil if the unit is empty or not used.
    var images: [ImageKey?]

    init(call: DrawCall, target: Framebuffer) {
        state = call.pipeline.state
        // Other stages apply the following settings before the kernel runs. So the key has fixed values for these settings, and the
        // kernel's code does not depend on them.
        state.cull = .none; state.frontFace = .counterClockwise; state.polygonMode = .fill; state.provokingVertex = .last
        state.polygonOffset = .none; state.lineWidth = 1; state.pointSize = 1; state.primitiveRestart = false
        state.restartIndex = nil; state.rasterizerDiscard = false
        state.programPointSize = true; state.clipDistances = 0xFF; state.clipsAfterWidening = false
        if target.samples == 1 { state.multisample = true }
        state.minimumSampleShading = state.shadesSamples(target.samples) ? 1 : 0
        if !state.isMultisampled(target.samples) { state.sampleMask = .max; state.alphaToCoverage = false; state.alphaToOne = false }
        colorFormats = target.color.map { $0.map(target.drawnFormat) }
        depthFormat = target.depth?.texture.format
        stencilFormat = target.stencil?.texture.format
        samples = target.samples
        countsSamples = call.query != nil
        edgeCount = call.assembled == .triangles && call.pipeline.state.polygonMode == .fill ? 3 : 4
        units = SamplerKey.states(of: call, readBy: call.pipeline.program.linked.fragment)
        alikeUnits = AlikeUnits(of: call, readBy: call.pipeline.program.linked.fragment)
        hasWholeQuads = target.width % 2 == 0 && target.height % 2 == 0
        images = ImageKey.states(of: call, usedBy: call.pipeline.program.linked.fragment)
    }

    /// Returns a copy of this key without the values that do not matter for coverage. Programs and states that differ only in values
    /// without effect on coverage share one coverage kernel.
    func forCoverage(_ traits: FragmentTraits) -> FragmentKey {
        var result = self, plain = RasterState()
        plain.multisample = state.multisample
        plain.sampleMask = isMultisampled ? state.sampleMask & SamplePositions.all(samples) : plain.sampleMask
        if traits.testsEarly {
            if depthFormat != nil { plain.depth = state.depth }
            if stencilFormat != nil { plain.stencil = state.stencil }
        } else { result.countsSamples = false }
        if plain.depth == nil { result.depthFormat = nil }
        if plain.stencil == nil { result.stencilFormat = nil }
        if plain.stencil == nil && plain.depth?.writes != true { result.hasWholeQuads = true }
        result.state = plain
        result.colorFormats = []
        result.units = []
        result.alikeUnits = AlikeUnits([], groups: [])
        result.images = []
        return result
    }

    /// Whether a store to some pixels of quads may write the other pixels of these quads back unchanged. If the target has an odd width,
    /// the memory of such a pixel may belong to a pixel of the next row, which lies in another tile.
    var rewritingOfQuads: Rewriting { hasWholeQuads ? .allowed : .forbidden }

    /// Whether the coverage of a primitive is tested at each sample of a pixel separately.
    var isMultisampled: Bool { state.isMultisampled(samples) }

    var writes: ImageAspects {
        var result = ImageAspects.color
        if depthFormat != nil && state.depth?.writes == true { result.insert(.depth) }
        if stencilFormat != nil && state.stencil != nil { result.insert(.stencil) }
        return result
    }

    /// See `DrawKernels.replacesColor`.
    func replacesColor(_ module: ShaderModule) -> Bool {
        guard samples == 1, stencilFormat == nil || state.stencil == nil, !module.usesDiscard else { return false }
        if depthFormat != nil, let depth = state.depth, depth.compare != .always { return false }
        return colorFormats.enumerated().allSatisfy { location, format in
            guard let format else { return true }
            return !state.readsColor(location, format) && state.colorTarget(location).writeMask == .all
                && module.outputs.slot(location: location, blendIndex: 0) != nil
        }
    }
}

/// The facts about a program that determine the code of coverage.
struct FragmentTraits: Sendable, Hashable {
    var varyingCount: Int
    /// Whether the depth and stencil tests come before the shader.
    var testsEarly: Bool
    /// Whether the fragments that pass the tests before the shader have to be shaded. The value is false for a shader without instructions,
    /// such as the shader of a pass that draws only depth.
    var needsShading: Bool
    var hasLoops: Bool
    /// Whether rectangles are shaded row by row if a kernel for rows exists; see `FragmentKernel+Rows`.
    var shadesRows: Bool

    init(_ program: LinkedProgram, _ key: FragmentKey) {
        let module = program.fragment
        varyingCount = program.interface.varyings.count
        testsEarly = module.testsEarly(key.state, samples: key.samples)
        needsShading = !testsEarly || module.instructions.count > module.constantCount
        hasLoops = module.hasLoops
        shadesRows = needsShading && program.joinsRectangles && module.looksAtPixelsAlone && key.edgeCount == 3 && key.testsNothing
    }
}

extension ShaderModule {
    /// Whether the result of each pixel is independent of the other pixels of its quad. The result is true if the shader computes no
    /// derivatives, reads textures only with texelFetch and without an index into an array of samplers, discards no pixel, and has no loop:
    /// an uncovered pixel could keep a loop running. For a shader that writes memory, the result is false, so that its pixels are shaded in
    /// the order of the queue.
    fileprivate var looksAtPixelsAlone: Bool {
        !hasLoops && !usesDiscard && !writesMemory && !instructions.contains { $0.opcode.definition.kind == .derivative }
            && textureOperations.allSatisfy { $0.kind == .fetch && $0.unitCount == 1 }
    }
}

extension FragmentKey {
    /// Whether nothing is tested or counted: the target has one sample per pixel, no query counts samples, and the depth and stencil tests
    /// are off.
    fileprivate var testsNothing: Bool {
        samples == 1 && !countsSamples && (depthFormat == nil || state.depth == nil) && (stencilFormat == nil || state.stencil == nil)
    }
}

/// The aspects of a framebuffer that a draw writes.
struct ImageAspects: OptionSet {
    let rawValue: UInt8
    static let color = ImageAspects(rawValue: 1), depth = ImageAspects(rawValue: 2), stencil = ImageAspects(rawValue: 4)
}

// MARK: Tests

/// Emits the test of DepthStencilTest into a kernel. The emitted code tests one sample of each lane's pixel.
struct DepthStencilKernel {
    let builder: KernelBuilder
    let depth: DepthState?
    let stencil: StencilState?
    let depthCode: TexelCodeKernel?
    let stencilCode: TexelCodeKernel?
    let referenceFront: Scalar<UInt32>
    let referenceBack: Scalar<UInt32>

    /// Tests and writes the lanes of `mask`. The depths of these lanes lie in 0…1. Returns the lanes that pass both tests.
    func test(depthPlane: TexelPlane?, stencilPlane: TexelPlane?, _ position: LanePixels, z: FloatLanes, isFront: LaneMask, mask: LaneMask) -> LaneMask {
        guard let stencil, let stencilPlane else { return testDepth(depthPlane, position, z, mask) }
        if stencil.front == stencil.back {
            let reference = isFront.choose(referenceFront.broadcast(), referenceBack.broadcast())
            return test(stencil.front, reference, depthPlane, stencilPlane, position, z, mask)
        }
        let passed = builder.variable(builder.mask(false))
        for (face, reference, lanes) in [(stencil.front, referenceFront, mask & isFront), (stencil.back, referenceBack, mask & ~isFront)] {
            builder.if(lanes.any) {
                passed.value = passed.value | test(face, reference.broadcast(), depthPlane, stencilPlane, position, z, lanes)
            }
        }
        return passed.value
    }

    private func test(_ face: StencilFaceState, _ reference: UIntLanes, _ depthPlane: TexelPlane?, _ plane: TexelPlane,
                      _ position: LanePixels, _ z: FloatLanes, _ mask: LaneMask) -> LaneMask {
        let code = stencilCode!
        let stored = code.loadStencil(plane, position, mask: mask)
        let read = UInt32(face.readMask)
        let passesStencil = mask & face.compare.passes(reference & read, stored & read)
        let passesBoth = testDepth(depthPlane, position, z, passesStencil)
        func result(_ operation: StencilOperation) -> UIntLanes { operation.apply(stored, reference: reference) }
        let write = UInt32(face.writeMask)
        if write != 0 && [face.stencilFail, face.depthFail, face.pass].contains(where: { $0 != .keep }) {
            var value = result(face.stencilFail)
            value = passesStencil.choose(result(face.depthFail), value)
            value = passesBoth.choose(result(face.pass), value)
            code.storeStencil((stored & ~write) | (value & write), plane, position, mask: mask)
        }
        return passesBoth
    }

    private func testDepth(_ plane: TexelPlane?, _ position: LanePixels, _ z: FloatLanes, _ mask: LaneMask) -> LaneMask {
        guard let depth, let plane, let code = depthCode else { return mask }
        let key = code.depthKey(z, isClamped: true)
        let passed = mask & depth.compare.passes(key, code.loadDepthKey(plane, position, mask: mask))
        if depth.writes { code.storeDepthKey(key, plane, position, mask: passed) }
        return passed
    }
}

/// The low byte of a lane is the stencil value; the other bytes are 0.
extension Lanes: StencilValue where Element == UInt32 {
    func constant(_ value: UInt8) -> Self { constant(UInt32(value)) }
    func incremented() -> Self { (self + 1) & 0xFF }
    func decremented() -> Self { (self - 1) & 0xFF }
    func inverted() -> Self { ~self & 0xFF }
    func unless(_ limit: UInt8, _ changed: Self) -> Self { (self .== UInt32(limit)).choose(self, changed) }
}

// MARK: Queue

/// The 2×2 quads of a tile that wait to be shaded, in the order of their primitives.
///
/// An entry has three parts: the quad's first pixel in 32 bits (x in the lower half, y in the upper half); the quad's covered lanes in 32
/// bits, or in 64 bits if there are more than 8 samples (four bits for sample 0, four bits for sample 1 …); and the address of the
/// primitive's record.
struct QuadQueue {
    private let builder: KernelBuilder
    /// Coverage adds all quads of one `block` of pixels to the queue at once. `shadingBlock` is the block of pixels whose quads follow one
    /// another in the queue. A batch of shading processes one `shadingBlock` or a part of it.
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
        self.record(at: count.value).store(record.address.broadcast(quads), alignment: 8)
        if quads <= 2 && masks.count == 1 {
            pushEach(masks[0], quads: quads, position, quadPixels: quadPixels)
        } else {
            pushTogether(masks, quads: quads, position, quadPixels: quadPixels)
        }
        builder.if(count.value .> Int32(QuadQueueLayout.capacity - quads)) { flush() }
    }

    /// Queues all quads of a block with one store for each part of an entry.
    private func pushTogether(_ masks: [Scalar<UInt32>], quads: Int, _ position: LanePixels, quadPixels: UIntLanes?) {
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
        count.value = count.value + isCovered.bits.bitCount().withSign(of: Int32.self)
    }
    /// Queues one or two quads, one after the other. A quad without a covered lane is overwritten by the next entry.
    private func pushEach(_ mask: Scalar<UInt32>, quads: Int, _ position: LanePixels, quadPixels: UIntLanes?) {
        let corner = packed(position.corner.x, position.corner.y)
        for quad in 0..<quads {
            let covered = quads == 1 ? mask : quad == 0 ? mask & 15 : mask >> 4, next = memory.element(count.value, stride: 4)
            next.store(quadPixels.map { $0[quad] } ?? corner + block.quadOffsets[quad])
            next.store(covered, at: QuadQueueLayout.covered)
            count.value = count.value + (covered .!= 0).number(Int32.self)
        }
    }

    /// Queues a row of completely covered blocks.
    /// - Parameter blockCount: The number of blocks, at most W.
    func push(blocks blockCount: Scalar<Int32>, x: Scalar<Int32>, y: Scalar<Int32>, record: Pointer) {
        let quads = block.lanes / 4, batch = shadingBlock.lanes / 4, lanes = builder.lanes, batchesAtOnce = lanes / batch
        builder.if(count.value .> Int32(QuadQueueLayout.capacity - lanes * quads - batch)) { flush() }
        // Shading is faster if the first block of a long row begins a new batch. For this reason, a few quads that cover nothing are added
        // to the queue before the row.
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

    /// Fills the unused part of the last batch with quads that cover nothing. The queue's code does not depend on the shader, so this
    /// function fills up the longest batch that any shader may have.
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

        init(_ memory: Pointer, at first: Scalar<Int32>, block: TileBlock, samples: Int, varyingCount: Int, rewriting: Rewriting) {
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
            position = LanePixels(x: { pixel() & 0xFFFF }, y: { pixel() >> 16 }, corner: (firstPixel & 0xFFFF, firstPixel >> 16), isBlock: isBlock,
                                  rewriting: rewriting)
            let addresses = (memory + QuadQueueLayout.records).element(first, stride: 8), all = addresses.loadLanes(Int64.self, count: quads, alignment: 8)
            records = (0..<quads).map { addresses.loadPointer(at: 8 * $0).bounded(bytes: PrimitiveRecord.stride(varyings: varyingCount), "PrimitiveRecord") }
            isOneRecord = (all .!= all[0].broadcast(quads)).none
        }

        /// Returns the covered lanes of a sample whose number is known only at run time.
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
            /// Compares each quad with the quad `step` positions after it. In this comparison, the first quad follows the last quad.
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
