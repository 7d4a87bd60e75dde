// DepthCodec: reads and writes depth and stencil in memory (OpenGL 3.3 §2.1.2, §4.1.5, §4.1.6), and converts depth to a key for comparisons.
//
// A depth key is a UInt32 with the same order as the depth; TexelEncoding has the rule that computes the key. Promises:
// - For unorm formats the key is the stored integer: the depth is clamped to 0…1, multiplied in binary32 by the largest integer,
//   and rounded to nearest, ties to even. NaN counts as 0.
// - For float formats the key is the float's bits, changed so that a greater depth has a greater key. −0 equals +0, NaN counts as 0;
//   nothing is clamped.
// - Storing depth in a combined format keeps the stencil, and storing stencil keeps the depth. In a format without depth, a read of depth
//   gives 0, and a store of depth has no effect. In a format without stencil, a read of stencil gives 0, and a store of stencil has no
//   effect.

extension PixelCodec {
    /// Returns the key of a depth value in a depth format.
    package static func depthKey(_ format: PixelFormat, _ depth: Float) -> UInt32 {
        let layout = format.layout
        return layout.depth == nil ? 0 : layout.depthKey(depth)
    }

    /// Returns the depth value of a key.
    package static func depthValue(_ format: PixelFormat, _ key: UInt32) -> Float {
        let layout = format.layout
        return layout.depth == nil ? 0 : layout.depthValue(ofKey: key)
    }

    package static func loadDepthKey(_ format: PixelFormat, _ p: UnsafeRawPointer) -> UInt32 {
        let layout = format.layout
        guard let channel = layout.depth else { return 0 }
        if layout.bytesPerTexel == 2 { return UInt32(UInt16(littleEndian: p.loadUnaligned(as: UInt16.self))) }
        let word = UInt32(littleEndian: p.loadUnaligned(as: UInt32.self))
        return layout.encoding == .float ? layout.depthKey(Float(bitPattern: word)) : word & channel.maximum
    }

    package static func storeDepthKey(_ format: PixelFormat, _ p: UnsafeMutableRawPointer, _ key: UInt32) {
        let layout = format.layout
        guard let channel = layout.depth else { return }
        if layout.bytesPerTexel == 2 { return p.storeBytes(of: UInt16(truncatingIfNeeded: key).littleEndian, as: UInt16.self) }
        let code = layout.depthBits(ofKey: key) & channel.maximum
        let old = UInt32(littleEndian: p.loadUnaligned(as: UInt32.self))
        p.storeBytes(of: (old & ~channel.maximum | code).littleEndian, as: UInt32.self)
    }

    package static func loadStencil(_ format: PixelFormat, _ p: UnsafeRawPointer) -> UInt8 {
        format.layout.stencil.map { p.load(fromByteOffset: Int($0.shift) / 8, as: UInt8.self) } ?? 0
    }

    package static func storeStencil(_ format: PixelFormat, _ p: UnsafeMutableRawPointer, _ stencil: UInt8) {
        if let channel = format.layout.stencil { p.storeBytes(of: stencil, toByteOffset: Int(channel.shift) / 8, as: UInt8.self) }
    }
}
