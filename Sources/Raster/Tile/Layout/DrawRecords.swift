// Draw records: the memory that kernels read about a draw, and that they report in, as byte offsets. The offsets stand here once, so that
// kernels and Swift agree.

/// A record of the draw's state, resources and targets, which all of its kernels read.
enum DrawContext {
    /// Int32: the most iterations of a loop in one run of a shader.
    static let stepLimit = 0
    static let depthMinimum = 4
    static let depthMaximum = 8
    static let stencilReferenceFront = 12
    static let stencilReferenceBack = 16
    /// Four floats.
    static let blendConstant = 20
    static let sRGBDecode = 40
    static let sRGBThresholds = 48
    /// An array of TextureRecord, one per texture unit.
    static let textures = 56
    /// Images: base pointer, bytes per row (Int64), bytes per sample plane (Int64). Eight colours, depth, stencil.
    static let color = 64
    static let depth = color + 8 * 24
    static let stencil = depth + 24
    /// Base pointer, words (UInt32), per uniform block.
    static let uniformBlocks = stencil + 24
    /// Vertex streams: base pointer of the first element, elements that may be read (UInt32), stride (Int32), per fetch.
    static func vertexStreams(blockCount: Int) -> Int { uniformBlocks + 16 * blockCount }
    static func byteCount(blockCount: Int, fetchCount: Int) -> Int { vertexStreams(blockCount: blockCount) + 16 * fetchCount }
}

/// A record that one call of a kernel fills.
enum KernelReport {
    /// Int32: the end of the loop that ran too long; −1 if all ended.
    static let failedLoop = 0
    /// UInt64: the number of samples that passed all tests.
    static let passedSamples = 8
    static let byteCount = 16
}

/// The window transform as kernels read it: floats.
enum TransformRecord {
    static let scaleX = 0, translateX = 4, scaleY = 8, translateY = 12, scaleZ = 16, translateZ = 20, guardX = 24, guardY = 28
    /// Float: the fixed point size; Int32s: base vertex, base instance.
    static let pointSize = 32, baseVertex = 36, baseInstance = 40
    static let byteCount = 48
}

/// A record that set-up reads about the draw, of Int32s.
enum SetupRecord {
    /// minX, minY, maxX, maxY: the pixels that triangles may cover, both ends included.
    static let bounds = 0
    static let byteCount = 16
    /// How many elements set-up may write behind the last one of each of its results, because it stores whole vectors.
    static let slack = 16
}
