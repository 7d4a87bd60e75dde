// Texture+HostAccess: copies texels between the application and a texture, in the texture's own format. Rows run from the bottom (t = 0)
// up.
//
// Promises: every size is checked before anything is written, so a refused call changes nothing. Strides are in bytes and may be
// larger than a row or slice. Host access to a multisampled texture is not possible; resolve or blit such a texture first.

extension Texture {
    /// Replaces a box of texels. `bytes` contains the rows from the bottom up, slice after slice, in the texture's format. If
    /// `region` is nil, the box is the whole level. If a stride is nil, rows or slices have no gaps.
    /// Throws `invalidArgument` if the box does not lie in the level, `invalidSize` if a stride is too small, and `bufferTooSmall`
    /// if `bytes` has too few bytes.
    public func replace(region: TextureRegion? = nil, level: Int = 0, bytes: UnsafeRawBufferPointer, bytesPerRow: Int? = nil,
                        bytesPerSlice: Int? = nil) throws {
        let region = try checkedHostRegion(region, level: level)
        let rowBytes = region.width * format.bytesPerTexel
        guard rowBytes > 0, region.height > 0, region.depth > 0 else { return }
        let rowStride = bytesPerRow ?? rowBytes
        let sliceStride = bytesPerSlice ?? rowStride.multipliedReportingOverflow(by: region.height).partialValue
        let limit = 1 << 40
        guard (rowBytes...limit).contains(rowStride), (rowBytes...limit).contains(sliceStride) else {
            throw RasterError(.invalidSize, "new texels of \(name)", "have rows of \(rowStride) bytes and slices of \(sliceStride)",
                              remedy: "a row of \(region.width) texels of \(format) has \(rowBytes) bytes")
        }
        let needed = (region.depth - 1) * sliceStride + (region.height - 1) * rowStride + rowBytes
        guard let start = bytes.baseAddress, bytes.count >= needed else {
            throw RasterError(.bufferTooSmall, "new texels of \(name)",
                              "are \(bytes.count) bytes, but the region \(region.width)×\(region.height)×\(region.depth) of \(format) needs \(needed)",
                              remedy: "give the needed bytes, or a smaller region")
        }
        try access.heldBriefly(name) {
            try prepareForHostAccess()
            for z in 0..<region.depth {
                for y in 0..<region.height {
                    storage.address(level: level, slice: region.z + z, x: region.x, y: region.y + y)
                        .copyMemory(from: start + (z * sliceStride + y * rowStride), byteCount: rowBytes)
                }
            }
            hostVersion &+= 1
        }
    }

    /// Calls `body` with the address of level 0. The rows follow one another without padding. `body` may write texels from several
    /// threads.
    package func write(_ body: (UnsafeMutableRawPointer) throws -> Void) throws {
        try access.held(name) {
            try prepareForHostAccess()
            defer { hostVersion &+= 1 }
            try body(storage.base + storage.levels[0].offset)
        }
    }

    /// Replaces a box of texels by the memory of an array of bytes, floats or vectors. In all other respects, this function works like the
    /// `replace` that takes raw bytes.
    public func replace<Element: BitwiseCopyable>(region: TextureRegion? = nil, level: Int = 0, bytes elements: [Element],
                                                  bytesPerRow: Int? = nil, bytesPerSlice: Int? = nil) throws {
        try elements.withUnsafeBytes {
            try replace(region: region, level: level, bytes: $0, bytesPerRow: bytesPerRow, bytesPerSlice: bytesPerSlice)
        }
    }

    /// Returns a copy of a box of texels in the texture's format, without gaps, rows from the bottom up. If `region` is nil, the
    /// box is the whole level.
    /// Throws `invalidArgument` if the box does not lie in the level.
    public func read(region: TextureRegion? = nil, level: Int = 0) throws -> [UInt8] {
        let region = try checkedHostRegion(region, level: level)
        return try access.heldBriefly(name) { try texels(region, level: level) }
    }
    private func texels(_ region: TextureRegion, level: Int) throws -> [UInt8] {
        try prepareForHostAccess()
        let rowBytes = region.width * format.bytesPerTexel
        let count = rowBytes * region.height * region.depth
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
            var row = UnsafeMutableRawPointer(target.baseAddress!)
            for z in 0..<region.depth {
                for y in 0..<region.height {
                    row.copyMemory(from: storage.address(level: level, slice: region.z + z, x: region.x, y: region.y + y), byteCount: rowBytes)
                    row += rowBytes
                }
            }
            initialized = count
        }
    }

    /// Returns the box, or the whole level if `region` is nil. Throws if the box does not lie in the level, or if the texture is
    /// multisampled.
    func checkedHostRegion(_ region: TextureRegion?, level: Int) throws(RasterError) -> TextureRegion {
        try checkRegion(TextureRegion(width: 0, height: 0), level: level)
        let region = region ?? self.region(ofLevel: level)
        try checkRegion(region, level: level)
        guard storage.samples == 1 else {
            throw RasterError(.unsupported, name, "is multisampled: its samples cannot be read or written by the host",
                              remedy: "resolve it into a single-sampled texture")
        }
        return region
    }
}
