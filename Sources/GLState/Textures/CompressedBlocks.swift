import Raster

/// The blocks of a compressed image, as the program passed them. Raster's textures contain only decoded texels, but programs may copy and
/// read the blocks too (OpenGL ES 3.2 §16.4, OpenGL 3.3 §6.1.4).
final class CompressedBlocks {
    let format: CompressedFormat
    /// `columns`: the number of blocks in a row. `rows`: the number of rows of blocks in a slice.
    let columns: Int, rows: Int
    /// All blocks, row by row and slice by slice. Blocks that the program has not given are zeros.
    private(set) var bytes: [UInt8]

    init(_ format: CompressedFormat, width: Int, height: Int, depth: Int) {
        self.format = format
        columns = (width + format.blockWidth - 1) / format.blockWidth
        rows = (height + format.blockHeight - 1) / format.blockHeight
        bytes = Array(repeating: 0, count: columns * rows * depth * format.bytesPerBlock)
    }

    /// Calls `body` for each row of blocks in a box of texels, with the offset of the row's first byte in `bytes` and the number of the row's
    /// bytes.
    private func forEachRow(_ box: ImageBox, _ body: (_ place: Int, _ count: Int) -> Void) {
        let size = format.bytesPerBlock, x = box.x / format.blockWidth, y = box.y / format.blockHeight
        let width = (box.width + format.blockWidth - 1) / format.blockWidth, height = (box.height + format.blockHeight - 1) / format.blockHeight
        for z in box.z..<(box.z + box.depth) {
            for row in y..<(y + height) { body(((z * rows + row) * columns + x) * size, width * size) }
        }
    }
    /// Replaces the blocks of a box of texels.
    func replace(_ box: ImageBox, _ blocks: UnsafeRawBufferPointer) {
        guard let start = blocks.baseAddress else { return }
        var source = start
        bytes.withUnsafeMutableBytes { bytes in
            forEachRow(box) { place, count in
                (bytes.baseAddress! + place).copyMemory(from: source, byteCount: count)
                source += count
            }
        }
    }
    /// Returns the blocks of a box of texels.
    func read(_ box: ImageBox) -> [UInt8] {
        var result: [UInt8] = []
        forEachRow(box) { place, count in result += bytes[place..<(place + count)] }
        return result
    }
}
