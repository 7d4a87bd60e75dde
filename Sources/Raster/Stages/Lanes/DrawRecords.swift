// DrawRecords: the records with the facts about a draw that the draw's kernels read, and the record into which a kernel writes its report.

import Kernel

/// The draw's state, resources and attachments. Two arrays follow the struct in memory: a `UniformBlockRecord` for each uniform
/// block, then a `VertexStreamRecord` for each vertex fetch.
struct DrawContext: KernelRecord {
    /// The maximum number of loop iterations in one run of a shader, summed over all loops of the run.
    var stepLimit: Int32
    /// The lower and the upper end of the depth range, both in 0…1.
    var depthMinimum: Float, depthMaximum: Float
    var stencilReferenceFront: UInt32, stencilReferenceBack: UInt32
    var blendRed: Float, blendGreen: Float, blendBlue: Float, blendAlpha: Float
    /// See `SRGBTables`.
    var sRGBDecode: UnsafeRawPointer, sRGBThresholds: UnsafeRawPointer
    /// An array of TextureRecord, one for each texture unit.
    var textures: UnsafeRawPointer
    /// The colour attachments, by location.
    var colors: (ImageRecord, ImageRecord, ImageRecord, ImageRecord, ImageRecord, ImageRecord, ImageRecord, ImageRecord)
    var depth: ImageRecord
    var stencil: ImageRecord

    /// The red, green, blue and alpha of the constant blend colour.
    static let blendColor: [KeyPath<DrawContext, Float> & Sendable] = [\.blendRed, \.blendGreen, \.blendBlue, \.blendAlpha]
    /// The byte offsets of the two arrays that follow the struct.
    static let uniformBlocks = MemoryLayout<DrawContext>.stride
    static func vertexStreams(blockCount: Int) -> Int { uniformBlocks + blockCount * MemoryLayout<UniformBlockRecord>.stride }
    /// The number of bytes of the struct and of both arrays together.
    static func byteCount(blockCount: Int, fetchCount: Int) -> Int {
        vertexStreams(blockCount: blockCount) + fetchCount * MemoryLayout<VertexStreamRecord>.stride
    }
}

/// An attachment's image: one slice of one mip level of a texture.
struct ImageRecord: KernelRecord {
    /// The texel at the lower left; nil if there is no attachment.
    var base: UnsafeMutableRawPointer?
    var bytesPerRow: Int64
    /// The number of bytes from one sample of a pixel to the next.
    var bytesPerSample: Int64

    init(_ attachment: Attachment?) {
        base = nil; bytesPerRow = 0; bytesPerSample = 0
        guard let attachment else { return }
        let storage = attachment.texture.storage, level = storage.levels[attachment.level]
        base = UnsafeMutableRawPointer(storage.base + level.offset + attachment.slice * level.bytesPerSlice)
        bytesPerRow = Int64(level.bytesPerRow)
        bytesPerSample = Int64(level.bytesPerPlane)
    }
}

/// The memory of a uniform block.
struct UniformBlockRecord: KernelRecord {
    var base: UnsafeRawPointer?
    /// The number of 32-bit words that a shader may read.
    var wordCount: UInt32
}

/// The memory that a vertex fetch reads.
struct VertexStreamRecord: KernelRecord {
    /// The address of element 0.
    var base: UnsafeRawPointer
    /// The number of elements that a vertex fetch may read.
    var count: UInt32
    /// The number of bytes from one element to the next.
    var stride: Int32
}

/// The report of one kernel call.
struct KernelReport: KernelRecord {
    /// The index of the `end` instruction of a loop that ran too long; −1 if all loops ended.
    var failedLoop: Int32 = -1
    /// The number of samples that passed all tests.
    var passedSamples: UInt64 = 0
}

extension RecordPointer where Record == DrawContext {
    func color(_ location: Int) -> RecordPointer<ImageRecord> {
        guard let colors = MemoryLayout<DrawContext>.offset(of: \.colors) else { preconditionFailure("colors is a stored property") }
        return element(location, of: ImageRecord.self, at: colors)
    }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) {
        let block = element(index, of: UniformBlockRecord.self, at: DrawContext.uniformBlocks)
        return (block.load(\.base, .constant), block.load(\.wordCount, .constant))
    }
    func vertexStream(_ number: Int, blockCount: Int) -> RecordPointer<VertexStreamRecord> {
        element(number, of: VertexStreamRecord.self, at: DrawContext.vertexStreams(blockCount: blockCount))
    }
}
