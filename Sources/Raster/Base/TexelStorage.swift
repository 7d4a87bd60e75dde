// TexelStorage: the memory of one texture, with all mip levels, slices and samples.
//
// Layout: the levels follow one another. A level consists of slices (depth slices, array layers or cube faces +X −X +Y −Y +Z −Z). A slice
// consists of sample planes. A plane consists of rows without padding. Row 0 is at t = 0 (the bottom). Every level starts at a multiple of
// 64 bytes. Unused bytes follow the end, because vector loads may read past a row, and up to three rows past the last row: blocks of pixels
// are up to four rows high. The code is unsafe because kernels and codecs address the memory directly. TexelStorage either owns the memory
// and frees it, or retains the owner of the memory.

import Memory

package final class TexelStorage {
    package struct Level: Sendable, Hashable {
        /// The number of texels per row.
        package var width: Int
        package var height: Int
        /// The number of depth slices, layers or faces.
        package var slices: Int
        /// The number of bytes from the start of the storage to the level.
        package var offset: Int
        package var bytesPerRow: Int
        /// The number of bytes of one sample plane.
        package var bytesPerPlane: Int
        /// The number of bytes of one slice with all its samples.
        package var bytesPerSlice: Int
        package var byteCount: Int { bytesPerSlice * slices }
    }
    package let levels: [Level]
    package let samples: Int
    package let bytesPerTexel: Int
    package let byteCount: Int
    package let base: UnsafeMutableRawPointer
    /// The storage's own memory; nil if the texels lie in memory of `owner`.
    private let memory: Allocation?
    private let share: MemoryShare?
    private let owner: AnyObject?

    /// The positions of levels, slices, rows, texels and samples in memory.
    package struct Layout: Sendable {
        let levels: [Level]
        let samples: Int
        let bytesPerTexel: Int
        /// The number of all bytes, including the readable slack after the end.
        let byteCount: Int
        let readableSlack: Int

        /// - Parameter depthShrinks: Whether the depth halves from level to level, as in 3D textures. The number of layers or faces is the
        ///   same in all levels.
        init(width: Int, height: Int, slices: Int, depthShrinks: Bool, mipLevels: Int, samples: Int, bytesPerTexel: Int) {
            var list: [Level] = []
            var offset = 0
            for level in 0..<mipLevels {
                let w = max(1, width >> level), h = max(1, height >> level)
                let d = depthShrinks ? max(1, slices >> level) : slices
                let row = w * bytesPerTexel
                let plane = row * h
                list.append(Level(width: w, height: h, slices: d, offset: offset, bytesPerRow: row,
                                  bytesPerPlane: plane, bytesPerSlice: plane * samples))
                offset = (offset + plane * samples * d + 63) & ~63
            }
            levels = list
            self.samples = samples
            self.bytesPerTexel = bytesPerTexel
            // A block of pixels has up to 16 columns.
            readableSlack = 3 * list[0].bytesPerRow + 16 * max(4, bytesPerTexel)
            byteCount = offset + readableSlack
        }
    }

    /// Makes storage of zeros. Returns nil if the system has no memory for the storage.
    /// - Parameter share: The part of the device's memory budget that the storage takes: as many bytes as the layout has.
    init?(_ layout: Layout, share: MemoryShare) {
        // Texels are aligned to the largest power of two that divides their size. Memory pages from the system are already zero. So nothing
        // is written here, and the system provides each page only when a thread first uses the page. A page of an attachment is thus
        // provided when a thread first draws into this page.
        guard let zeros = Allocation(zeros: layout.byteCount - layout.readableSlack, readableSlack: layout.readableSlack,
                                     alignment: layout.bytesPerTexel & -layout.bytesPerTexel, name: "a texture") else { return nil }
        memory = zeros
        base = zeros.base
        levels = layout.levels; samples = layout.samples; bytesPerTexel = layout.bytesPerTexel; byteCount = layout.byteCount
        self.share = share; owner = nil
    }
    /// Makes storage of one row of texels that lie in memory of `owner`. This memory has readable slack after its end.
    init(texels count: Int, of bytesPerTexel: Int, at base: UnsafeMutableRawPointer, owner: AnyObject) {
        self.base = base; self.owner = owner; self.bytesPerTexel = bytesPerTexel
        memory = nil; share = nil; samples = 1
        byteCount = count * bytesPerTexel
        levels = [Level(width: count, height: 1, slices: 1, offset: 0, bytesPerRow: byteCount, bytesPerPlane: byteCount, bytesPerSlice: byteCount)]
    }
    deinit { memory?.free() }

    /// Requests all pages from the system. Call this function before writing all of the storage.
    func fetchPages() { base.fetchPages(byteCount: byteCount) }

    /// Returns the address of a texel; every argument must be in range.
    package func address(level: Int, slice: Int, x: Int, y: Int, sample: Int = 0) -> UnsafeMutableRawPointer {
        let l = levels[level]
        return base + (l.offset + slice * l.bytesPerSlice + sample * l.bytesPerPlane + y * l.bytesPerRow + x * bytesPerTexel)
    }

    /// Returns all bytes of a mip level, slice by slice.
    package func bytes(ofLevel level: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + levels[level].offset, count: levels[level].byteCount)
    }
    package func mutableBytes(ofLevel level: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: base + levels[level].offset, count: levels[level].byteCount)
    }
}
