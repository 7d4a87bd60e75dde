// Texture+Compressed: uploads compressed blocks, which are decoded into the texture's plain texels.

extension Texture {
    /// Replaces a box of texels by the texels of compressed blocks. `bytes` contains the blocks row by row, beginning with the lowest
    /// row as OpenGL does, slice after slice, without gaps. The texture keeps decoded texels, so its format must be the compressed
    /// format's `texelFormat`.
    ///
    /// If the sides of a texture are no multiples of the block's sides, blocks reach beyond the texture's right and upper edge.
    /// - Parameters:
    ///   - bytes: The blocks, exactly `CompressedFormat.byteCount(width:height:depth:)` bytes.
    ///   - compressed: The format of the blocks.
    ///   - region: The box to replace. The box begins at a corner of a block, and ends at a corner of a block or at the level's edge. nil
    ///     means the whole level.
    ///   - level: The mip level.
    /// - Throws: `RasterError` with `invalidFormat` if the texture has another format, `invalidArgument` if the box does not lie in
    ///   the level or cuts blocks, `bufferTooSmall` or `invalidSize` if `bytes` has too few or too many bytes.
    public func upload(compressed bytes: UnsafeRawBufferPointer, _ compressed: CompressedFormat, region: TextureRegion? = nil, level: Int = 0) throws {
        guard format == compressed.texelFormat else {
            throw RasterError(.invalidFormat, name, "has format \(format), but blocks of \(compressed) decode to \(compressed.texelFormat)",
                              remedy: "make the texture with format \(compressed.texelFormat)")
        }
        let region = try checkedHostRegion(region, level: level), whole = self.region(ofLevel: level)
        let (width, height) = (compressed.blockWidth, compressed.blockHeight)
        func isWhole(_ start: Int, _ count: Int, _ block: Int, _ size: Int) -> Bool {
            start % block == 0 && (count % block == 0 || start + count == size)
        }
        guard isWhole(region.x, region.width, width, whole.width), isWhole(region.y, region.height, height, whole.height) else {
            throw RasterError(.invalidArgument, "region \(region.width)×\(region.height) at (\(region.x), \(region.y))",
                              "cuts blocks of \(width)×\(height) texels in level \(level) of \(name)",
                              remedy: "begin at multiples of \(width) and \(height), and end at multiples or at the level's edge")
        }
        let needed = compressed.byteCount(width: region.width, height: region.height, depth: region.depth)
        guard bytes.count == needed else {
            let code: RasterError.Code = bytes.count < needed ? .bufferTooSmall : .invalidSize
            throw RasterError(code, "new blocks of \(name)",
                              "are \(bytes.count) bytes, but \(region.width)×\(region.height)×\(region.depth) texels of \(compressed) have \(needed)",
                              remedy: "give exactly the bytes of the region")
        }
        guard let start = bytes.baseAddress, needed > 0 else { return }
        try access.held(name) {
            try prepareForHostAccess()
            let bytesPerSlice = needed / region.depth
            for z in 0..<region.depth {
                compressed.decode(start + z * bytesPerSlice, width: region.width, height: region.height,
                                  to: storage.address(level: level, slice: region.z + z, x: region.x, y: region.y),
                                  bytesPerRow: storage.levels[level].bytesPerRow)
            }
            hostVersion &+= 1
        }
    }

    /// Replaces a box of texels by the texels of compressed blocks in the memory of an array. In all other respects, this function works
    /// like the `upload` that takes the blocks as raw bytes.
    public func upload<Element: BitwiseCopyable>(compressed elements: [Element], _ compressed: CompressedFormat, region: TextureRegion? = nil,
                                                 level: Int = 0) throws {
        try elements.withUnsafeBytes { try upload(compressed: $0, compressed, region: region, level: level) }
    }
}
