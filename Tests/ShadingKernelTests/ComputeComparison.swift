// Runs a compute module in the interpreter and as compiled code, and compares the memory that both runs write. Each fiber of the compiled
// code runs one batch of invocations, with at most one invocation for each lane.

import Host
import Kernel
import Shading
import ShadingKernel

/// The memory of a compiled module. `storage` points to a table: at byte 16·k the table has a pointer to storage block k, followed by the
/// block's number of words in 64 bits. All image units are empty.
struct HostMemory: MemoryEnvironment {
    let storage: Pointer
    let sharedWords: Pointer
    let wait: () -> Void
    private var builder: KernelBuilder { storage.builder }
    var writers: LaneMask? { nil }
    var access: WordAccess { .anyThread }

    func storageBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>, byteCount: Scalar<UInt32>) {
        let words = storage.load(UInt32.self, at: 16 * index + 8, .constant)
        return (storage.loadPointer(at: 16 * index, .constant), words, words * 4)
    }
    private func zeros(_ count: Int) -> [UIntLanes] { (0 ..< count).map { _ in builder.lanes(UInt32(0)) } }
    func loadImage(_ operation: ImageOperation, _ operands: ImageOperands, mask: LaneMask) -> [UIntLanes] { zeros(4) }
    func storeImage(_ operation: ImageOperation, _ operands: ImageOperands, texel: [UIntLanes], mask: LaneMask) {}
    func imageSize(_ operation: ImageOperation, unitOffset: IntLanes?) -> [UIntLanes] { zeros(4) }
    func onImageWords(_ operation: ImageOperation, _ operands: ImageOperands, mask: LaneMask,
                      _ body: (Pointer, Lanes<Int64>, LaneMask) -> UIntLanes) -> UIntLanes { zeros(1)[0] }
    func waitForWorkGroup() { wait() }
}

struct ComputeTestArguments: KernelRecord {
    static let entry = EntryPoint<ComputeTestArguments>("run")
    var storage: UnsafeRawPointer, shared: UnsafeMutableRawPointer
    var wait: UnsafeRawPointer, fibers: UnsafeRawPointer
    var groupX: UInt32, groupY: UInt32, groupZ: UInt32
    var countX: UInt32, countY: UInt32, countZ: UInt32
    var batch: Int32
    var stepLimit: Int32
    /// The compiled code sets this number to 1 if a loop runs too many turns.
    var stopped: UnsafeMutablePointer<Int32>
}

private struct ComputeHostEnvironment: ShaderEnvironment {
    let arguments: RecordPointer<ComputeTestArguments>
    let lanes: WorkGroupLanes
    let stepBudget: Variable<Scalar<Int32>>
    private var builder: KernelBuilder { arguments.pointer.builder }

    var memory: any MemoryEnvironment {
        HostMemory(storage: arguments.load(\.storage, .constant), sharedWords: arguments.load(\.shared, .constant)) {
            builder.call(at: arguments.load(\.wait, .constant), KernelSignature([.pointer]), [arguments.load(\.fibers, .constant)])
        }
    }
    var idle: LaneMask? { lanes.idle }
    func input(_ component: Int) -> UIntLanes { builder.lanes(UInt32(0)) }
    func builtin(_ builtin: BuiltinInput) -> UIntLanes {
        let axis = Int(builtin.rawValue - BuiltinInput.localInvocationX.rawValue)
        return axis >= 0 ? lanes.position(axis) : uniformBuiltin(builtin).broadcast()
    }
    func uniformBuiltin(_ builtin: BuiltinInput) -> Scalar<UInt32> {
        switch builtin {
        case .workGroupX: arguments.load(\.groupX, .constant)
        case .workGroupY: arguments.load(\.groupY, .constant)
        case .workGroupZ: arguments.load(\.groupZ, .constant)
        case .workGroupCountX: arguments.load(\.countX, .constant)
        case .workGroupCountY: arguments.load(\.countY, .constant)
        case .workGroupCountZ: arguments.load(\.countZ, .constant)
        default: lanes.uniformPosition(Int(builtin.rawValue - BuiltinInput.localInvocationX.rawValue))
        }
    }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) { (arguments.pointer, builder.scalar(0)) }
    func textures(_ operations: [TextureOperation], _ operands: TextureOperands, mask: LaneMask) -> [[UIntLanes]] { [] }
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes] { [] }
    func stopForStepLimit(loopEnd: Int) {
        arguments.load(\.stopped, .constant).store(builder.scalar(Int32(1)))
        builder.returnNow()
    }
}

/// Runs a compute shader with the interpreter and as a kernel. Each run returns the words of the storage blocks; nil if a loop ran too many turns.
struct ComputeComparison {
    let module: ShaderModule
    var counts = SIMD3<UInt32>(2, 2, 1)
    var stepLimit = 10_000
    private var groups: [SIMD3<UInt32>] {
        (0 ..< counts.z).flatMap { z in (0 ..< counts.y).flatMap { y in (0 ..< counts.x).map { SIMD3($0, y, z) } } }
    }

    init(_ module: ShaderModule) { self.module = module }

    private func withMemory(_ blocks: [[UInt32]], _ body: ([UnsafeMutableRawBufferPointer]) throws -> Bool) rethrows -> [[UInt32]]? {
        let memory = blocks.map { block in
            // Some unused words follow each block, as in buffers.
            let memory = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: block.count + 16)
            memory.initialize(repeating: 0xeeee_eeee)
            for (index, word) in block.enumerated() { memory[index] = word }
            return memory
        }
        defer { memory.forEach { $0.deallocate() } }
        let ends = try body(zip(memory, blocks).map { UnsafeMutableRawBufferPointer(start: $0.baseAddress, count: $1.count * 4) })
        return ends ? memory.map(Array.init) : nil
    }

    func interpreted(_ blocks: [[UInt32]]) -> [[UInt32]]? {
        let interpreter = Interpreter(module: module, stepLimit: stepLimit)
        return withMemory(blocks) { memory in
            interpreter.bind(uniformBlocks: [], textures: HashedTexels(), memory: ShaderMemory(storage: memory))
            for group in groups { do { try interpreter.run(workGroup: group, of: counts) } catch { return false } }
            return true
        }
    }

    func compiled(_ blocks: [[UInt32]], _ target: KernelTarget, _ tier: CompileTier) throws -> [[UInt32]]? {
        let batchSize = WorkGroupLanes.batchSize(module, lanes: target.lanes), batches = WorkGroupLanes.batchCount(module, lanes: target.lanes)
        let module = tier == .optimized ? module.forKernels : module
        let builder = try KernelBuilder(name: "compute", target: target, tier: tier)
        builder.hasHotLoops = tier == .optimized
        builder.define(ComputeTestArguments.entry) { arguments in
            let lanes = WorkGroupLanes(module, batch: arguments.load(\.batch, .constant), batchSize: batchSize)
            let environment = ComputeHostEnvironment(arguments: arguments, lanes: lanes, stepBudget: builder.variable(arguments.load(\.stepLimit, .constant)))
            ShaderEmitter(module, builder: builder, environment: environment).emit()
        }
        var options = KernelOptions()
        options.verifies = true
        if tier == .baseline { options.effort = .fast }
        let kernel = try Kernel(name: "compute", object: try builder.compile(options))
        let run = try kernel.function("run", as: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)
        guard let fibers = Fibers(count: batches, stackByteCount: 1 << 20) else { throw KernelError.outOfMemory(name: "compute") }
        return withMemory(blocks) { memory in
            let table = memory.flatMap { [UInt(bitPattern: $0.baseAddress), UInt($0.count / 4)] }
            var shared = [UInt32](repeating: 0, count: module.sharedWordCount + 1), stopped: Int32 = 0
            return table.withUnsafeBytes { table in
                shared.withUnsafeMutableBytes { shared in
                    withUnsafeMutablePointer(to: &stopped) { stopped in
                        for group in groups where stopped.pointee == 0 {
                            shared.initializeMemory(as: UInt8.self, repeating: 0)
                            var arguments = (0 ..< batches).map {
                                ComputeTestArguments(storage: table.baseAddress!, shared: shared.baseAddress!,
                                                     wait: unsafeBitCast(Fibers.wait, to: UnsafeRawPointer.self), fibers: UnsafeRawPointer(fibers.reference),
                                                     groupX: group.x, groupY: group.y, groupZ: group.z, countX: counts.x, countY: counts.y, countZ: counts.z,
                                                     batch: Int32($0), stepLimit: Int32(stepLimit), stopped: stopped)
                            }
                            arguments.withUnsafeMutableBytes {
                                fibers.run(count: batches, arguments: $0.baseAddress!, stride: MemoryLayout<ComputeTestArguments>.stride, run)
                            }
                        }
                        return stopped.pointee == 0
                    }
                }
            }
        }
    }
}
