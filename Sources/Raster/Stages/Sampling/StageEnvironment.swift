// StageEnvironment: the parts that the environments of all stages share: the texture lookups, the memory, and the report of a loop that
// runs too long.

import Kernel
import Shading
import ShadingKernel

protocol StageEnvironment: ShaderEnvironment {
    /// Emits the lookups in the texture units of the draw or dispatch.
    var textures: SamplerKernel { get }
    /// The report of the kernel call.
    var report: RecordPointer<KernelReport> { get }
}

extension StageEnvironment {
    func texture(_ operation: TextureOperation, _ operands: TextureOperands, mask: LaneMask) -> [UIntLanes] { textures.sample(operation, operands, mask: mask) }
    func sharesWork(_ operation: TextureOperation, _ other: TextureOperation) -> Bool { textures.sharesWork(operation, other) }
    func textures(_ operations: [TextureOperation], _ operands: TextureOperands, mask: LaneMask) -> [[UIntLanes]] {
        textures.sample(together: operations, operands, mask: mask)
    }
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes] {
        textures.size(operation, unitOffset: unitOffset, level: level, mask: textures.builder.mask(true))
    }
    func stopForStepLimit(loopEnd: Int) {
        let builder = textures.builder
        report.store(builder.scalar(Int32(loopEnd)), \.failedLoop)
        builder.returnNow()
    }
}

/// The memory that the invocations of a draw or dispatch share, as kernels access it. Its scalar half is ShaderMemory.
struct MemoryKernel: MemoryEnvironment {
    /// The shared memory of a work group, and the code with which its invocations wait for each other.
    struct WorkGroup {
        let words: Pointer
        /// Emits code that waits for the other kernels of the work group; nil if one kernel runs the whole group.
        let wait: (() -> Void)?
        let access: WordAccess
    }
    /// An array of StorageBlockRecord.
    let storageBlocks: Pointer
    let images: ImageKernel
    let writers: LaneMask?
    /// nil in stages without work groups.
    let workGroup: WorkGroup?

    func storageBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>, byteCount: Scalar<UInt32>) {
        let record = RecordPointer<StorageBlockRecord>(array: storageBlocks + index * MemoryLayout<StorageBlockRecord>.stride)
        return (record.load(\.base, .constant), record.load(\.wordCount, .constant), record.load(\.byteCount, .constant))
    }
    var sharedWords: Pointer {
        guard let workGroup else { preconditionFailure("only compute shaders have shared variables") }
        return workGroup.words
    }
    var access: WordAccess { workGroup?.access ?? .anyThread }
    func loadImage(_ operation: ImageOperation, _ operands: ImageOperands, mask: LaneMask) -> [UIntLanes] {
        images.load(operation, operands, mask: mask)
    }
    func storeImage(_ operation: ImageOperation, _ operands: ImageOperands, texel: [UIntLanes], mask: LaneMask) {
        images.store(operation, operands, texel: texel, mask: mask)
    }
    func imageSize(_ operation: ImageOperation, unitOffset: IntLanes?) -> [UIntLanes] { images.size(operation, unitOffset: unitOffset) }
    func onImageWords(_ operation: ImageOperation, _ operands: ImageOperands, mask: LaneMask,
                      _ body: (Pointer, Lanes<Int64>, LaneMask) -> UIntLanes) -> UIntLanes {
        images.onWords(operation, operands, mask: mask, body)
    }
    func waitForWorkGroup() { workGroup?.wait?() }
}
