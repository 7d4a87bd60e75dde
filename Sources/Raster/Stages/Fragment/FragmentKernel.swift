// FragmentKernel: runs the fragment shader for batches of queued quads, runs the tests that come after the shader, and writes the outputs.
// The results equal the results of FragmentStage, because FragmentKernel and FragmentStage use the same operations in the same order.
//
// W is the number of lanes of the target. A batch consists of W/2 quads from the queue of a CoverageKernel. The quads of a batch may come
// from different primitives. So several small primitives share the lanes, and the shader's code contains no branches that depend on
// coverage. The kernel has 2·W lanes, so each value takes two registers. The reason for two registers is that most steps of a shader wait
// for the step before. With two registers, the processor has independent work while a step waits. The processor does not look far enough
// ahead to begin the next batch while a step of this batch waits. If W is 4 or 8, some shaders gain from 4·W lanes and batches of W quads;
// see `gainsFromLongBatches`. The baseline tier has W lanes, because the code for fewer lanes is shorter.

import Kernel
import Shading
import ShadingKernel

struct FragmentKernel: PixelKernel {
    let builder: KernelBuilder
    let program: LinkedProgram
    let key: FragmentKey
    let traits: FragmentTraits
    let block: TileBlock
    let context: RecordPointer<DrawContext>
    let report: RecordPointer<KernelReport>

    /// - Parameter context: The draw's context. This initialiser sets the bounds of the arrays that follow the context in memory.
    init(_ builder: KernelBuilder, _ program: LinkedProgram, _ key: FragmentKey, _ block: TileBlock, context: Pointer, report: RecordPointer<KernelReport>) {
        self.builder = builder; self.program = program; self.key = key; self.block = block
        traits = FragmentTraits(program, key)
        let contextByteCount = DrawContext.byteCount(blockCount: program.interface.uniformBlocks.count, fetchCount: 0)
        self.context = RecordPointer(context, byteCount: contextByteCount, "a draw's context for fragments")
        self.report = report
    }

    static func build(_ builder: KernelBuilder, program: LinkedProgram, key: FragmentKey) {
        builder.hasHotLoops = program.fragment.hasLoops
        let module = program.fragment
        let block = builder.tier.shadingBlock(lanes: builder.lanes, hasLoops: module.hasLoops, isLong: gainsFromLongBatches(program, key))
        builder.withLanes(block.lanes) {
            builder.define(FragmentArguments.entry) { arguments in
                let kernel = FragmentKernel(builder, program, key, block, context: arguments.load(\.context, .constant),
                                            report: arguments.record(\.report, "KernelReport"))
                let queue = arguments.load(\.queue, .constant).bounded(bytes: QuadQueueLayout.byteCount(samples: key.samples), "a queue of quads")
                kernel.shade(queue, count: arguments.load(\.count, .constant))
            }
        }
    }

    var module: ShaderModule { program.fragment }
    private var runsPerSample: Bool { module.runsPerSample(key.state, samples: samples) }
    /// Whether padding quads, which only fill unused lanes, may have inputs that no covered quad has. The length of a loop could depend on
    /// the inputs of padding quads.
    var fillsUpWithOtherInputs: Bool {
        guard module.hasLoops else { return false }
        let readsCentroid = isMultisampled && module.inputsRead.contains { program.interface.varyings[$0].sampling == .centroid }
        return readsCentroid || runsPerSample
            || module.reads(.helperInvocation) || module.reads(.sampleMask)
    }

    /// Shades `count` quads of a queue.
    func shade(_ queue: Pointer, count: Scalar<Int32>) {
        let zero = builder.scalar(Int32(0)), step = Int32(builder.lanes / 4)
        func batch(_ first: Scalar<Int32>) -> QuadQueue.Batch {
            QuadQueue.Batch(queue, at: first, block: block, samples: samples, varyingCount: traits.varyingCount, rewriting: key.rewritingOfQuads)
        }
        func interpolation(_ batch: QuadQueue.Batch, _ covered: [LaneMask], sample: RunningSample?) -> Interpolation {
            Interpolation(self, varyings: program.interface.varyings, layerComponent: program.interface.layerComponent, records: batch.records,
                          position: batch.position, covered: covered, sample: sample)
        }
        if runsPerSample && samples > RunningSample.unrolledCount {
            return builder.forEach(from: zero, to: count, step: step) { first in
                let batch = batch(first)
                builder.forEach(from: zero, to: builder.scalar(Int32(samples))) { number in
                    let mask = batch.mask(ofSample: number)
                    builder.if(mask.any) {
                        let sample = RunningSample.counted(number, of: samples)
                        var interpolation = interpolation(batch, [mask], sample: sample)
                        interpolation.findInputs(module.inputsRead, isOneRecord: batch.isOneRecord)
                        shade(batch, [mask], [sample], interpolation, Outputs(self, sample: number))
                    }
                }
            }
        }
        let outputs = Outputs(self), each = (0..<samples).map { RunningSample.fixed($0) }
        if runsPerSample {
            return builder.forEach(from: zero, to: count, step: step) { first in
                let batch = batch(first)
                for s in 0..<samples {
                    builder.if(batch.masks[s].any) {
                        let covered = (0..<samples).map { $0 == s ? batch.masks[s] : builder.mask(false) }
                        var interpolation = interpolation(batch, covered, sample: .fixed(s))
                        interpolation.findInputs(module.inputsRead, isOneRecord: batch.isOneRecord)
                        shade(batch, covered, each, interpolation, outputs)
                    }
                }
            }
        }
        // Flat inputs need no computation. Storing flat inputs for the next batch would only occupy registers and save no time.
        let hasPlanes = module.inputsRead.contains { program.interface.varyings[$0].interpolation != .flat }
        if !builder.tier.interpolatesAhead || !hasPlanes {
            return builder.forEach(from: zero, to: count, step: step) { first in
                let batch = batch(first)
                var interpolation = interpolation(batch, batch.masks, sample: nil)
                interpolation.findInputs(module.inputsRead, isOneRecord: builder.tier.interpolatesAhead ? batch.isOneRecord : nil)
                shade(batch, batch.masks, each, interpolation, outputs)
            }
        }
        // Computes the inputs of the next batch before the shader of this batch runs, so that the shader does not wait for its
        // inputs.
        let inputs = module.inputsRead.map { ($0, builder.variable(builder.lanes(UInt32(0)))) }
        let last = (count - 1) & ~(step - 1)
        builder.forEach(from: zero - step, to: count, step: step) { first in
            let next = batch((first + step).minimum(last))
            var ahead = interpolation(next, next.masks, sample: nil)
            ahead.findInputs(module.inputsRead, isOneRecord: next.isOneRecord)
            builder.if(first .>= 0) {
                let batch = batch(first)
                var interpolation = interpolation(batch, batch.masks, sample: nil)
                interpolation.inputs = Dictionary(uniqueKeysWithValues: inputs.map { ($0, $1.value) })
                shade(batch, batch.masks, each, interpolation, outputs)
            }
            for (component, variable) in inputs { variable.value = ahead.inputs[component]! }
        }
    }

    /// - Parameters:
    ///   - covered: The covered lanes, one mask for each of `samples`.
    ///   - samples: The samples to write: all samples of the pixel, or the sample for which the shader runs.
    private func shade(_ batch: QuadQueue.Batch, _ covered: [LaneMask], _ samples: [RunningSample], _ interpolation: Interpolation, _ outputs: Outputs) {
        let emitter = ShaderEmitter(module, builder: builder, environment: FragmentEnvironment(kernel: self, interpolation: interpolation))
        emitter.emit()
        var masks = covered
        if module.usesDiscard { let alive = emitter.alive; masks = masks.map { $0 & alive } }
        if isMultisampled {
            if let slot = module.builtinOutputs.sampleMask {
                let bits = emitter.slot(slot)
                masks = zip(masks, samples).map { $0 & $1.isIn(bits) }
            }
            let alphaSlot = outputSlot(0, index: 0).map { $0.count == 4 && $0.type == .float ? $0.slot + 3 : -1 } ?? -1
            if key.state.alphaToCoverage, alphaSlot >= 0 {
                let alpha = emitter.floatSlot(alphaSlot)
                masks = zip(masks, samples).map { $0 & $1.isKept(alpha, of: key.samples) }
            }
        }
        inOrder(batch, masks) { masks in
            var masks = masks
            if !testsEarly {
                let shaderDepth = module.builtinOutputs.fragmentDepth.map { emitter.floatSlot($0) }
                masks = test(masks, batch.position, isFront: interpolation.isFront, outputs.depth) { s in
                    shaderDepth.map { FragmentDepth.written($0, key.state, clampedToRange: interpolation.clampDepth) } ?? interpolation.depth(sample: s)
                }
                count(masks)
            }
            write(emitter, batch.position, masks, outputs)
        }
    }

    /// Calls `body` once or several times, so that two quads with the same pixel are written one after the other. A batch may contain the
    /// same pixel twice, from two primitives. The order matters if a test or a written value depends on the stored values. If no test and
    /// no written value depends on the stored values, `body` is called once, and the later store wins.
    private func inOrder(_ batch: QuadQueue.Batch, _ masks: [LaneMask], _ body: ([LaneMask]) -> Void) {
        let quads = batch.records.count
        let readsWhatIsThere = !testsEarly || key.colorFormats.enumerated().contains { location, format in
            format.map { key.state.readsColor(location, $0) } ?? false
        }
        if !readsWhatIsThere { return body(masks) }
        let hasOverlap = batch.hasOverlap
        let numbers = builder.lanes((0..<builder.lanes).map { Int32($0 / 4) })
        let all = (~hasOverlap).broadcast()
        builder.forEach(from: builder.scalar(Int32(0)), to: hasOverlap.choose(builder.scalar(Int32(quads)), 1)) { turn in
            let own = all | (numbers .== turn.broadcast())
            body(masks.map { ($0 & own).holding(inAll: $0.all & ~hasOverlap) })
        }
    }
}

extension FragmentKernel {
    /// Whether four registers for each value are faster than two. The numbers in this function come from measurements with AVX2 code and
    /// the scenes and shaders of the benchmarks. These numbers affect only the speed: with both lengths of batches, pixels have the same
    /// bits.
    ///
    /// - A short shader gains nothing, because the processor begins the next batch early enough by itself. A longer batch only has more
    ///   unused lanes at the edges of primitives. A texture lookup counts as 50 instructions, because the kernel needs many instructions
    ///   for a lookup. If a texture unit is anisotropic, a lookup counts as 80 instructions, because it has a loop of probes.
    /// - A program that interpolates many components draws meshes, whose triangles are often small. With small triangles, most long
    ///   batches have pixels of several triangles, and the kernel must load the planes of each quad's triangle separately.
    /// - If lanes leave a loop after different numbers of iterations, a longer batch has more iterations in which only a few lanes still
    ///   run. Moreover, the values of a long loop fill all registers already. So in a program with a long loop, all lanes must leave the
    ///   loop after the same number of iterations.
    /// - For a shader that writes memory, the result is false, so that its writes keep their order.
    private static func gainsFromLongBatches(_ program: LinkedProgram, _ key: FragmentKey) -> Bool {
        let module = program.fragment, interpolatedCount = program.interface.varyings.count { $0.interpolation != .flat }
        let lookupLength = key.units.contains { $0?.isAnisotropic == true } ? 80 : 50
        let length = module.instructions.count - module.constantCount + lookupLength * module.textureOperations.count
        guard !module.writesMemory, interpolatedCount <= 4, length >= 80 else { return false }
        guard module.hasLoops else { return true }
        let uniformity = UniformityAnalysis(module)
        var begins: [Int] = []
        for (index, instruction) in module.instructions.enumerated() {
            switch instruction.opcode {
            case .ifBegin, .blockBegin, .loopBegin: begins.append(index)
            case .end:
                let begin = begins.removeLast()
                if module.instructions[begin].opcode == .loopBegin && uniformity.isDivergent[begin] && index - begin > 200 { return false }
            default: break
            }
        }
        return true
    }
}

/// The arguments of the fragment kernel that shades quads.
struct FragmentArguments: KernelRecord {
    static let entry = EntryPoint<FragmentArguments>("shading")
    var context: UnsafePointer<DrawContext>
    var report: UnsafeMutablePointer<KernelReport>
    /// The memory of the queue; see QuadQueueLayout.
    var queue: UnsafeMutableRawPointer
    /// The number of quads in the queue.
    var count: Int32
}

/// The arguments of the fragment kernel that shades a rectangle row by row.
struct RowsArguments: KernelRecord {
    static let entry = EntryPoint<RowsArguments>("rows")
    var context: UnsafePointer<DrawContext>
    var report: UnsafeMutablePointer<KernelReport>
    /// The rectangle's PrimitiveRecord.
    var record: UnsafeRawPointer
    /// The first and the last pixel of the rectangle's part in the tile, both included.
    var x0: Int32, y0: Int32, x1: Int32, y1: Int32
}

/// Gives a fragment shader in a kernel its inputs, uniforms, textures, images and storage blocks.
struct FragmentEnvironment: StageEnvironment {
    let kernel: FragmentKernel
    let interpolation: Interpolation
    let stepBudget: Variable<Scalar<Int32>>

    init(kernel: FragmentKernel, interpolation: Interpolation) {
        self.kernel = kernel; self.interpolation = interpolation
        stepBudget = kernel.builder.variable(kernel.context.load(\.stepLimit, .constant))
    }
    var report: RecordPointer<KernelReport> { kernel.report }
    var textures: SamplerKernel {
        SamplerKernel(builder: kernel.builder, units: kernel.key.units, alike: kernel.key.alikeUnits, records: kernel.context.load(\.textures, .constant),
                      block: kernel.block, sharesCode: kernel.builder.tier.sharesLookups && kernel.module.instructions.count { $0.opcode == .texture } > 1)
    }
    var memory: any MemoryEnvironment {
        MemoryKernel(storageBlocks: kernel.context.load(\.storageBlocks, .constant),
                     images: ImageKernel(builder: kernel.builder, units: kernel.key.images, records: kernel.context.load(\.images, .constant),
                                         sRGB: (kernel.context.load(\.sRGBDecode, .constant), kernel.context.load(\.sRGBEncode, .constant))),
                     writers: interpolation.coveredPixels, workGroup: nil)
    }
    var idle: LaneMask? { kernel.fillsUpWithOtherInputs ? ~interpolation.coveredQuads : nil }
    func input(_ component: Int) -> UIntLanes { interpolation.inputs[component]! }
    func builtin(_ builtin: BuiltinInput) -> UIntLanes { interpolation.builtin(builtin) }
    func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes? { interpolation.wholeBuiltin(builtin) }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) { kernel.context.uniformBlock(index) }
}
