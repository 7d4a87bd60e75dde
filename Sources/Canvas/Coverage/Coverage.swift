/// A rectangle of pixels that a shape covers: wholly where `maskOffset` is negative, otherwise as `width`·`height` bytes of the mask say, row by row from the
/// top, without padding. 255 is full. Pieces that only `PieceCrew` sees may have the bytes of whole glyphs instead; these have offsets below −1.
package struct CoveragePiece: Sendable, Hashable {
    /// Pixels, y down; the origin is the target's upper left corner.
    package var x, y, width, height: Int32
    package var maskOffset: Int32
    package init(x: Int32, y: Int32, width: Int32, height: Int32, maskOffset: Int32 = -1) {
        self.x = x; self.y = y; self.width = width; self.height = height; self.maskOffset = maskOffset
    }
}

/// What shapes cover: pieces of one shape never overlap, and pixels outside of all pieces are not covered.
package struct Coverage: Sendable {
    package var pieces: [CoveragePiece] = []
    package var mask: [UInt8] = []
    package init() {}
    package mutating func removeAll() {
        pieces.removeAll(keepingCapacity: true)
        mask.removeAll(keepingCapacity: true)
    }
}

/// The pixels within which coverage is wanted, y down.
package struct CoverageBounds: Sendable, Hashable {
    package var x, y, width, height: Int
    package init(x: Int, y: Int, width: Int, height: Int) { self.x = x; self.y = y; self.width = width; self.height = height }
}
