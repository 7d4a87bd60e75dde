// TexelStorage: the memory of one texture, all mip levels, slices and samples.
//
// Layout: level by level; in a level slice by slice (depth slices, array layers or cube faces +X −X +Y −Y +Z −Z); in a
// slice sample plane by sample plane; in a plane row by row without padding, row 0 at t = 0 (the bottom). Every level
// starts at a multiple of 64 bytes, and slack follows the end, so that vector loads may read past a row, and three rows past
// the last: blocks of pixels are up to four rows high.
// Unsafe because kernels and codecs address it directly; the class owns the memory and frees it.

import Memory

package final class TexelStorage {
    package struct Level: Sendable, Hashable {
        /// Texels.
        package var width: Int
        package var height: Int
        /// Depth slices, layers or faces.
        package var slices: Int
        /// Bytes from the start of the storage.
        package var offset: Int
        package var bytesPerRow: Int
        /// Bytes of one sample plane.
        package var bytesPerPlane: Int
        /// Bytes of one slice with all its samples.
        package var bytesPerSlice: Int
        package var byteCount: Int { bytesPerSlice * slices }
    }
    package let levels: [Level]
    package let samples: Int
    package let bytesPerTexel: Int
    package let byteCount: Int
    package let base: UnsafeMutableRawPointer
    private let memory: Allocation
    private let share: MemoryShare

    /// The places of levels, slices, rows, texels and samples in memory.
    package struct Layout: Sendable {
        let levels: [Level]
        let samples: Int
        let bytesPerTexel: Int
        /// All bytes, with those behind the end that may be read.
        let byteCount: Int
        let readableSlack: Int

        /// `depthShrinks`: 3D textures halve their depth from level to level; layers and faces do not.
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
            readableSlack = 3 * list[0].bytesPerRow + 64
            byteCount = offset + readableSlack
        }
    }

    /// Zero filled. Nil where the system has no memory for it.
    /// - Parameter share: of the device's budget, for as many bytes as the layout has.
    init?(_ layout: Layout, share: MemoryShare) {
        // Texels are aligned as the powers of two in their size allow.
        // The system's pages are zero already: those of an attachment come when a thread draws there, or never.
        guard let zeros = Allocation(zeros: layout.byteCount - layout.readableSlack, readableSlack: layout.readableSlack,
                                     alignment: layout.bytesPerTexel & -layout.bytesPerTexel, name: "a texture") else { return nil }
        memory = zeros
        base = zeros.base
        levels = layout.levels; samples = layout.samples; bytesPerTexel = layout.bytesPerTexel; byteCount = layout.byteCount
        self.share = share
    }
    deinit { memory.free() }

    /// To be called before all of it is written.
    func fetchPages() { base.fetchPages(byteCount: byteCount) }

    /// Address of a texel; every argument must be in range.
    package func address(level: Int, slice: Int, x: Int, y: Int, sample: Int = 0) -> UnsafeMutableRawPointer {
        let l = levels[level]
        return base + (l.offset + slice * l.bytesPerSlice + sample * l.bytesPerPlane + y * l.bytesPerRow + x * bytesPerTexel)
    }
}
