// CompressedFormat+Decoding: decodes the blocks of an image into plain texels, with the decoder of the format's family.

import Host

extension CompressedFormat {
    /// Decodes one image of blocks, row of blocks by row of blocks, on several threads.
    /// - Parameters:
    ///   - blocks: The blocks of the image, `byteCount(width:height:)` bytes.
    ///   - width: The number of texels to write in each row.
    ///   - height: The number of rows that are written.
    ///   - base: The address of the first texel.
    ///   - bytesPerRow: The number of bytes from a row to the next row.
    package func decode(_ blocks: UnsafeRawPointer, width: Int, height: Int, to base: UnsafeMutableRawPointer, bytesPerRow: Int) {
        let columns = (width + blockWidth - 1) / blockWidth, rows = (height + blockHeight - 1) / blockHeight
        // Each turn of the parallel loop reads and writes rows of blocks that no other turn touches.
        nonisolated(unsafe) let blocks = blocks, base = base
        // Starting a thread saves time only if the thread decodes some thousands of blocks.
        let rowsPerTurn = max(1, 4096 / max(1, columns))
        ParallelLoop.run(count: (rows + rowsPerTurn - 1) / rowsPerTurn) { turn in
            for row in (turn * rowsPerTurn)..<min(rows, (turn + 1) * rowsPerTurn) {
                let first = row * blockHeight
                decodeRow(blocks + row * columns * bytesPerBlock, width: width, height: min(blockHeight, height - first), to: base + first * bytesPerRow,
                          bytesPerRow: bytesPerRow)
            }
        }
    }

    /// Decodes one row of blocks. Texels beyond the image are decoded, but not written.
    private func decodeRow(_ blocks: UnsafeRawPointer, width: Int, height: Int, to base: UnsafeMutableRawPointer, bytesPerRow: Int) {
        let format = texelFormat, size = format.bytesPerTexel, blockWidth = blockWidth
        withUnsafeTemporaryAllocation(byteCount: blockWidth * blockHeight * size, alignment: 8) { memory in
            guard let start = memory.baseAddress else { return }
            let texels = BlockTexels(base: start, channels: format.channelCount)
            for (column, x) in stride(from: 0, to: width, by: blockWidth).enumerated() {
                decodeBlock(blocks + column * bytesPerBlock, to: texels)
                let count = min(blockWidth, width - x) * size
                for y in 0..<height { (base + (y * bytesPerRow + x * size)).copyMemory(from: start + y * blockWidth * size, byteCount: count) }
            }
        }
    }

    private func decodeBlock(_ block: UnsafeRawPointer, to texels: BlockTexels) {
        switch self {
        case .etc2RGB8, .etc2SRGB8: ETCBlock.decode(block, hasTransparency: false, to: texels)
        case .etc2RGB8A1, .etc2SRGB8A1: ETCBlock.decode(block, hasTransparency: true, to: texels)
        case .etc2RGBA8, .etc2SRGB8Alpha8:
            ETCBlock.decode(block + 8, hasTransparency: false, to: texels)
            EACBlock.decodeAlpha(block, to: texels)
        case .eacR11, .eacR11Signed: EACBlock.decode(block, isSigned: self == .eacR11Signed, channel: 0, to: texels)
        case .eacRG11, .eacRG11Signed:
            for channel in 0..<2 { EACBlock.decode(block + 8 * channel, isSigned: self == .eacRG11Signed, channel: channel, to: texels) }
        case .bc1RGB, .bc1SRGB: S3TCBlock.decodeColor(block, missing: .black, to: texels)
        case .bc1RGBA, .bc1SRGBA: S3TCBlock.decodeColor(block, missing: .transparent, to: texels)
        case .bc2, .bc2SRGB: S3TCBlock.decodeExplicitAlpha(block, to: texels)
        case .bc3, .bc3SRGB: S3TCBlock.decodeInterpolatedAlpha(block, to: texels)
        case .bc4, .bc4Signed: RGTCBlock.decode(block, isSigned: self == .bc4Signed, channel: 0, to: texels)
        case .bc5, .bc5Signed:
            for channel in 0..<2 { RGTCBlock.decode(block + 8 * channel, isSigned: self == .bc5Signed, channel: channel, to: texels) }
        case .bc6hUnsigned, .bc6hSigned: BC6HBlock.decode(block, isSigned: self == .bc6hSigned, to: texels)
        case .bc7, .bc7SRGB: BC7Block.decode(block, to: texels)
        case .astc(let size): ASTCBlock.decode(block, width: size.width, height: size.height, isSRGB: false, to: texels)
        case .astcSRGB(let size): ASTCBlock.decode(block, width: size.width, height: size.height, isSRGB: true, to: texels)
        }
    }
}
