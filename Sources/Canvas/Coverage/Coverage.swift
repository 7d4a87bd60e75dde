/// A rectangle of pixels that a shape covers. If `maskOffset` is negative, the shape covers the whole rectangle. If `maskOffset` is not
/// negative, the mask holds `width`·`height` bytes of coverage, which begin at index `maskOffset`, row by row from the top, without
/// padding. A byte of 255 means that the shape covers the whole pixel. Within `CoverageWorkers`, an offset below −1 encodes an index among
/// the bytes of glyph pictures (see `glyphOffset`).
package struct CoveragePiece: Sendable, Hashable {
    /// The rectangle in pixels, y down; the origin is the target's upper left corner.
    package var x, y, width, height: Int32
    package var maskOffset: Int32
    package init(x: Int32, y: Int32, width: Int32, height: Int32, maskOffset: Int32 = -1) {
        self.x = x; self.y = y; self.width = width; self.height = height; self.maskOffset = maskOffset
    }
}

/// The coverage of shapes. Pieces of one shape never overlap; pixels outside all pieces are not covered.
package struct Coverage: Sendable {
    package var pieces: [CoveragePiece] = []
    package var mask: [UInt8] = []
    package init() {}
    package mutating func removeAll() {
        pieces.removeAll(keepingCapacity: true)
        mask.removeAll(keepingCapacity: true)
    }
}

/// The rectangle of pixels to compute coverage for, y down.
package struct CoverageBounds: Sendable, Hashable {
    package var x, y, width, height: Int
    package init(x: Int, y: Int, width: Int, height: Int) { self.x = x; self.y = y; self.width = width; self.height = height }
}
