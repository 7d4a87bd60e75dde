// Draw records: what kernels read of a draw and report back, as byte offsets. One place, so that kernels and Swift agree.

/// What a draw's kernels read about the draw.
enum DrawContext {
    /// Int32: loop iterations per run.
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

/// What one call of a kernel reports back.
enum KernelReport {
    /// Int32: end of the loop that ran too long, −1 when all ended.
    static let failedLoop = 0
    /// UInt64: samples that passed.
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

/// What set-up reads of the draw: Int32s.
enum SetupRecord {
    /// minX, minY, maxX, maxY: pixels that triangles may cover, inclusive.
    static let bounds = 0
    static let byteCount = 16
    /// Elements that may be written behind the last one of what set-up makes.
    static let slack = 16
}
