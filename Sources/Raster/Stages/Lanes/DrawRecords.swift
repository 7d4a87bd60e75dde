// DrawRecords: the records from which the kernels of a draw read the facts about the draw, and the record into which a kernel writes its
// report.

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
    var sRGBDecode: UnsafeRawPointer, sRGBEncode: UnsafeRawPointer
    /// An array of TextureRecord, one for each texture unit.
    var textures: UnsafeRawPointer
    /// The colour attachments, by location.
    var colors: (ImageRecord, ImageRecord, ImageRecord, ImageRecord, ImageRecord, ImageRecord, ImageRecord, ImageRecord)
    var depth: ImageRecord
    var stencil: ImageRecord
    /// `storageBlocks` is an array of StorageBlockRecord, one for each storage block. `images` is an array of ImageUnitRecord, one for each
    /// image unit.
    var storageBlocks: UnsafeRawPointer, images: UnsafeRawPointer

    /// The red, green, blue and alpha of the constant blend colour.
    static let blendColor: [KeyPath<DrawContext, Float> & Sendable] = [\.blendRed, \.blendGreen, \.blendBlue, \.blendAlpha]
    /// The byte offsets of the two arrays that follow the struct: `uniformBlocks` for the uniform blocks, `vertexStreams` for the vertex
    /// fetches.
    static let uniformBlocks = MemoryLayout<DrawContext>.stride
    static func vertexStreams(blockCount: Int) -> Int { uniformBlocks + blockCount * MemoryLayout<UniformBlockRecord>.stride }
    /// Returns the number of bytes of the struct and of both arrays together.
    static func byteCount(blockCount: Int, fetchCount: Int) -> Int {
        vertexStreams(blockCount: blockCount) + fetchCount * MemoryLayout<VertexStreamRecord>.stride
    }
}

/// An attachment's image: one slice of one mip level of a texture. For a layered attachment, the record has the image of one layer.
struct ImageRecord: KernelRecord {
    /// The texel at the lower left; nil if there is no attachment.
    var base: UnsafeMutableRawPointer?
    var bytesPerRow: Int64
    /// The number of bytes from one sample of a pixel to the pixel's next sample.
    var bytesPerSample: Int64
    /// The number of bytes from one layer to the next layer.
    var bytesPerLayer: Int64

    init(_ attachment: Attachment?) {
        base = nil; bytesPerRow = 0; bytesPerSample = 0; bytesPerLayer = 0
        guard let attachment else { return }
        let storage = attachment.texture.storage, level = storage.levels[attachment.level]
        base = UnsafeMutableRawPointer(storage.base + level.offset + attachment.slice * level.bytesPerSlice)
        bytesPerRow = Int64(level.bytesPerRow)
        bytesPerSample = Int64(level.bytesPerPlane)
        bytesPerLayer = Int64(level.bytesPerSlice)
    }
    /// Turns the record of layer 0's image into the record of another layer's image.
    mutating func move(to layer: Int) { base = base.map { $0 + layer * Int(bytesPerLayer) } }
}

/// The memory of a uniform block.
struct UniformBlockRecord: KernelRecord {
    var base: UnsafeRawPointer?
    /// The number of 32-bit words that a shader may read.
    var wordCount: UInt32

    /// Writes the records of a draw's or dispatch's uniform blocks.
    /// - Parameters:
    ///   - uniforms: The words of the default block.
    ///   - blocks: Receives `count` records.
    static func write(_ call: some ShaderResources, uniforms: UnsafeRawPointer, wordCount: Int, count: Int,
                      to blocks: UnsafeMutablePointer<UniformBlockRecord>) {
        for block in 0..<count {
            let record: UniformBlockRecord
            if block == 0 {
                record = UniformBlockRecord(base: uniforms, wordCount: UInt32(wordCount))
            } else if let binding = call.uniformBuffers[block - 1] {
                record = UniformBlockRecord(base: UnsafeRawPointer(binding.buffer.base + binding.offset), wordCount: UInt32(clamping: binding.byteCount / 4))
            } else {
                record = UniformBlockRecord(base: nil, wordCount: 0)
            }
            (blocks + block).initialize(to: record)
        }
    }
}

/// The memory of a storage block.
struct StorageBlockRecord: KernelRecord {
    /// At least 4 bytes can be read from this address on, even if the block is empty.
    var base: UnsafeRawPointer
    /// The number of 32-bit words that a shader may use.
    var wordCount: UInt32
    /// The number of bytes of the buffer range, limited to the largest int of GLSL.
    var byteCount: UInt32

    /// Writes the records of a draw's or dispatch's storage blocks.
    /// - Parameter empty: The address for blocks without a buffer.
    static func write(_ bindings: [StorageBufferBinding?], empty: UnsafeRawPointer, to records: UnsafeMutableRawPointer) {
        for (number, binding) in bindings.enumerated() {
            let byteCount = binding?.byteCount ?? 0
            let record = StorageBlockRecord(base: binding.map { UnsafeRawPointer($0.buffer.base + $0.offset) } ?? empty,
                                            wordCount: UInt32(clamping: min(byteCount / 4, 1 << 31)), byteCount: UInt32(min(byteCount, Int(Int32.max))))
            records.storeBytes(of: record, toByteOffset: number * MemoryLayout<StorageBlockRecord>.stride, as: StorageBlockRecord.self)
        }
    }
}

/// The texels of an image unit: a mip level of a texture, or one layer of the level. All fields of the record of an empty unit are 0.
struct ImageUnitRecord: KernelRecord {
    var base: UnsafeMutableRawPointer?
    var bytesPerRow: Int64 = 0
    /// The number of bytes from one slice, layer or face to the next slice, layer or face.
    var bytesPerSlice: Int64 = 0
    /// The number of bytes from one sample of a texel to the texel's next sample.
    var bytesPerSample: Int64 = 0
    var width: UInt32 = 0, height: UInt32 = 0, slices: UInt32 = 0, samples: UInt32 = 0
}

/// The memory that a vertex fetch reads.
struct VertexStreamRecord: KernelRecord {
    /// The address of element 0.
    var base: UnsafeRawPointer
    /// The number of elements that a vertex fetch may read.
    var count: UInt32
    /// The number of bytes from one element to the next element.
    var stride: Int32
}

/// The report of one kernel call.
struct KernelReport: KernelRecord {
    /// The index of the `end` instruction of a loop that ran too long; −1 if all loops ended.
    var failedLoop: Int32 = -1
    /// The number of samples that passed all tests.
    var passedSamples: UInt64 = 0
}

extension RecordPointer {
    /// Returns the address and the number of words of the uniform block `index`. The array of the blocks' records begins `offset` bytes
    /// after this pointer.
    func uniformBlock(_ index: Int, at offset: Int) -> (base: Pointer, words: Scalar<UInt32>) {
        let block = element(index, of: UniformBlockRecord.self, at: offset)
        return (block.load(\.base, .constant), block.load(\.wordCount, .constant))
    }
}

extension RecordPointer where Record == DrawContext {
    func color(_ location: Int) -> RecordPointer<ImageRecord> {
        guard let colors = MemoryLayout<DrawContext>.offset(of: \.colors) else { preconditionFailure("colors is a stored property") }
        return element(location, of: ImageRecord.self, at: colors)
    }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) {
        uniformBlock(index, at: DrawContext.uniformBlocks)
    }
    func vertexStream(_ number: Int, blockCount: Int) -> RecordPointer<VertexStreamRecord> {
        element(number, of: VertexStreamRecord.self, at: DrawContext.vertexStreams(blockCount: blockCount))
    }
}
