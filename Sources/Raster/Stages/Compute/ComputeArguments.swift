// ComputeArguments: the records that a compute kernel reads.

import Kernel
import Shading

/// The resources of a dispatch. A `UniformBlockRecord` for each uniform block follows the struct in memory.
struct DispatchContext: KernelRecord {
    /// The maximum number of loop iterations in one run of a shader, summed over all loops of the run.
    var stepLimit: Int32
    /// The number of work groups.
    var groupsX: UInt32, groupsY: UInt32, groupsZ: UInt32
    /// See `SRGBTables`.
    var sRGBDecode: UnsafeRawPointer, sRGBThresholds: UnsafeRawPointer
    /// An array of TextureRecord, one for each texture unit.
    var textures: UnsafeRawPointer
    /// An array of StorageBlockRecord, one for each storage block, and an array of ImageUnitRecord, one for each image unit.
    var storageBlocks: UnsafeRawPointer, images: UnsafeRawPointer

    static let uniformBlocks = MemoryLayout<DispatchContext>.stride
    static func byteCount(blockCount: Int) -> Int { uniformBlocks + blockCount * MemoryLayout<UniformBlockRecord>.stride }
}

/// The work groups that a call of a kernel runs: consecutive groups of one row.
struct WorkGroupRow: KernelRecord {
    var firstX: UInt32, endX: UInt32
    var y: UInt32, z: UInt32
}

/// The arguments of one call of a compute kernel. The call runs some batches of invocations of each group. A batch has W
/// invocations.
struct ComputeArguments: KernelRecord {
    static let entry = EntryPoint<ComputeArguments>("compute")
    var context: UnsafePointer<DispatchContext>
    var report: UnsafeMutablePointer<KernelReport>
    var row: UnsafePointer<WorkGroupRow>
    /// The memory that the invocations of a work group share.
    var words: UnsafeMutableRawPointer
    /// A C function that waits for the other calls of the work group, and its argument; nil if a call runs the whole group.
    var wait: UnsafeRawPointer?, fibers: UnsafeRawPointer?
    var firstBatch: Int32, endBatch: Int32
}

extension ShaderModule {
    /// Whether several calls of a kernel run a work group together, because invocations wait for each other.
    func needsFibers(batchSize: Int) -> Bool { hasBarriers && invocationsPerWorkGroup > batchSize }
    /// The number of bytes of the memory that a work group shares.
    var sharedByteCount: Int { max(4, 4 * sharedWordCount) }
}
