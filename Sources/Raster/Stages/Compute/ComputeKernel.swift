// ComputeKernel: runs the invocations of work groups, a batch at a time. The results equal the results of `Interpreter.run(workGroup:of:)`.
//
// One call runs consecutive work groups of a row. In each work group, the call runs some of the batches, in ascending order. If invocations
// wait for each other at barriers, each batch of a work group has its own call. Each of these calls runs on a fiber (a stack that a thread
// can leave and enter again): at a barrier, the thread leaves the fiber and goes on with the next fiber.

import Kernel
import Shading
import ShadingKernel

struct ComputeKernel {
    let builder: KernelBuilder
    let program: LinkedComputeProgram
    let key: ComputeKey
    let arguments: RecordPointer<ComputeArguments>
    let context: RecordPointer<DispatchContext>
    let report: RecordPointer<KernelReport>
    let row: RecordPointer<WorkGroupRow>
    /// The number of invocations of a batch; see `WorkGroupLanes`.
    let batchSize: Int
    var module: ShaderModule { program.compute }

    static func build(_ builder: KernelBuilder, program: LinkedComputeProgram, key: ComputeKey, batchSize: Int) {
        builder.hasHotLoops = builder.tier == .optimized || program.compute.hasLoops
        let contextByteCount = DispatchContext.byteCount(blockCount: program.interface.uniformBlocks.count)
        builder.define(ComputeArguments.entry) { arguments in
            ComputeKernel(builder: builder, program: program, key: key, arguments: arguments,
                          context: arguments.record(\.context, byteCount: contextByteCount, "DispatchContext"),
                          report: arguments.record(\.report, "KernelReport"), row: arguments.record(\.row, "WorkGroupRow"), batchSize: batchSize).run()
        }
    }

    private func run() {
        let words = arguments.load(\.words, .constant).bounded(bytes: module.sharedByteCount, "a work group's memory")
        let first = arguments.load(\.firstBatch, .constant), end = arguments.load(\.endBatch, .constant)
        let waits = module.needsFibers(batchSize: batchSize)
        builder.forEach(from: row.load(\.firstX, .constant), to: row.load(\.endX, .constant)) { x in
            if module.sharedWordCount > 0 && !waits { words.clear(bytes: builder.scalar(Int64(4 * module.sharedWordCount)), alignment: 4) }
            builder.forEach(from: first, to: end) { batch in
                let lanes = WorkGroupLanes(module, batch: batch, batchSize: batchSize)
                let group = MemoryKernel.WorkGroup(words: words, wait: waits ? wait : nil,
                                                   access: module.showsOrderOfAtomics ? .onlyThisThread : .anyThread)
                ShaderEmitter(module, builder: builder, environment: ComputeEnvironment(kernel: self, lanes: lanes, groupX: x, group: group)).emit()
            }
        }
    }
    private func wait() {
        builder.call(at: arguments.load(\.wait, .constant), KernelSignature([.pointer]), [arguments.load(\.fibers, .constant)])
    }
}

/// Gives a compute shader in a kernel its built-in inputs, uniforms, textures, images and memory.
struct ComputeEnvironment: StageEnvironment {
    let kernel: ComputeKernel
    let lanes: WorkGroupLanes
    let groupX: Scalar<UInt32>
    let group: MemoryKernel.WorkGroup
    let stepBudget: Variable<Scalar<Int32>>
    private var builder: KernelBuilder { kernel.builder }
    private var context: RecordPointer<DispatchContext> { kernel.context }

    init(kernel: ComputeKernel, lanes: WorkGroupLanes, groupX: Scalar<UInt32>, group: MemoryKernel.WorkGroup) {
        self.kernel = kernel; self.lanes = lanes; self.groupX = groupX; self.group = group
        stepBudget = kernel.builder.variable(kernel.context.load(\.stepLimit, .constant))
    }
    var report: RecordPointer<KernelReport> { kernel.report }
    var textures: SamplerKernel {
        SamplerKernel(builder: builder, units: kernel.key.units, alike: kernel.key.alikeUnits, records: context.load(\.textures, .constant), block: nil)
    }
    var memory: any MemoryEnvironment {
        MemoryKernel(storageBlocks: context.load(\.storageBlocks, .constant),
                     images: ImageKernel(builder: builder, units: kernel.key.images, records: context.load(\.images, .constant),
                                         sRGB: (context.load(\.sRGBDecode, .constant), context.load(\.sRGBEncode, .constant))),
                     writers: nil, workGroup: group)
    }
    var idle: LaneMask? { lanes.idle }
    /// A compute shader has no inputs.
    func input(_ component: Int) -> UIntLanes { builder.lanes(UInt32(0)) }
    func builtin(_ builtin: BuiltinInput) -> UIntLanes {
        switch builtin {
        case .localInvocationX: lanes.position(0)
        case .localInvocationY: lanes.position(1)
        case .localInvocationZ: lanes.position(2)
        default: uniformBuiltin(builtin).broadcast()
        }
    }
    func uniformBuiltin(_ builtin: BuiltinInput) -> Scalar<UInt32> {
        switch builtin {
        case .workGroupCountX: context.load(\.groupsX, .constant)
        case .workGroupCountY: context.load(\.groupsY, .constant)
        case .workGroupCountZ: context.load(\.groupsZ, .constant)
        case .workGroupX: groupX
        case .workGroupY: kernel.row.load(\.y, .constant)
        case .workGroupZ: kernel.row.load(\.z, .constant)
        case .localInvocationX: lanes.uniformPosition(0)
        case .localInvocationY: lanes.uniformPosition(1)
        case .localInvocationZ: lanes.uniformPosition(2)
        default: builder.scalar(UInt32(0))
        }
    }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) { context.uniformBlock(index, at: DispatchContext.uniformBlocks) }
}

/// All facts, except the program, on which a compute kernel's code depends.
struct ComputeKey: Sendable, Hashable {
    /// The key of each texture unit; nil for a unit that is empty or not read.
    var units: [SamplerKey?]
    /// Which texture units are alike; see `AlikeUnits`. Lookups in alike units at the same coordinate share work.
    var alikeUnits: AlikeUnits
    /// The key of each image unit; nil for a unit that is empty or not used.
    var images: [ImageKey?]

    init(_ call: DispatchCall) {
        let module = call.program.linked.compute
        units = SamplerKey.states(of: call, readBy: module)
        alikeUnits = AlikeUnits(of: call, readBy: module)
        images = ImageKey.states(of: call, usedBy: module)
    }
}

/// The resources of a dispatch. A `UniformBlockRecord` for each uniform block follows the struct in memory.
struct DispatchContext: KernelRecord {
    /// The maximum number of loop iterations in one run of a shader, summed over all loops of the run.
    var stepLimit: Int32
    /// The number of work groups along each axis.
    var groupsX: UInt32, groupsY: UInt32, groupsZ: UInt32
    /// See `SRGBTables`.
    var sRGBDecode: UnsafeRawPointer, sRGBEncode: UnsafeRawPointer
    /// An array of TextureRecord, one for each texture unit.
    var textures: UnsafeRawPointer
    /// `storageBlocks` is an array of StorageBlockRecord, one for each storage block. `images` is an array of ImageUnitRecord, one for each
    /// image unit.
    var storageBlocks: UnsafeRawPointer, images: UnsafeRawPointer

    static let uniformBlocks = MemoryLayout<DispatchContext>.stride
    static func byteCount(blockCount: Int) -> Int { uniformBlocks + blockCount * MemoryLayout<UniformBlockRecord>.stride }
}

/// The work groups that a call of a kernel runs: consecutive groups of one row.
struct WorkGroupRow: KernelRecord {
    var firstX: UInt32, endX: UInt32
    var y: UInt32, z: UInt32
}

/// The arguments of one call of a compute kernel. The call runs some batches of invocations of each group. A batch has as many invocations
/// as the kernel has lanes (W).
struct ComputeArguments: KernelRecord {
    static let entry = EntryPoint<ComputeArguments>("compute")
    var context: UnsafePointer<DispatchContext>
    var report: UnsafeMutablePointer<KernelReport>
    var row: UnsafePointer<WorkGroupRow>
    /// The memory that the invocations of a work group share.
    var words: UnsafeMutableRawPointer
    /// `wait` is a C function that waits until the other calls for the work group reach the barrier; `fibers` is the argument of this
    /// function. `wait` and `fibers` are nil if one call runs the whole work group.
    var wait: UnsafeRawPointer?, fibers: UnsafeRawPointer?
    var firstBatch: Int32, endBatch: Int32
}

extension ShaderModule {
    /// Whether several calls of a kernel run a work group together, because invocations wait for each other at barriers.
    func needsFibers(batchSize: Int) -> Bool { hasBarriers && invocationsPerWorkGroup > batchSize }
    /// The number of bytes of the memory that a work group shares.
    var sharedByteCount: Int { max(4, 4 * sharedWordCount) }
}
