// MemoryKernel: the memory that the invocations of a draw or dispatch share, as kernels access it: storage blocks, images, and the shared
// variables of a work group. The interpreter accesses the same memory through ShaderMemory.

import Kernel
import Shading
import ShadingKernel

struct MemoryKernel: MemoryEnvironment {
    /// The shared memory of a work group, and the code with which the work group's invocations wait for each other.
    struct WorkGroup {
        let words: Pointer
        /// Emits code that waits until the other kernel calls for the work group reach the barrier; nil if one kernel call runs the whole
        /// group.
        let wait: (() -> Void)?
        let access: WordAccess
    }
    /// An array of StorageBlockRecord.
    let storageBlocks: Pointer
    let images: ImageKernel
    let writers: LaneMask?
    /// The work group of the kernel's invocations; nil in stages without work groups.
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
