/// The part of a box that a clip lets through: either the whole box, or the pixels for which a mask has bytes above 0.
struct ClipMask {
    var box: PixelBox
    /// The mask; nil if the whole box is visible.
    var bytes: ClipBytes?
}

/// The visibility of each pixel of a box under a clip. Threads share the bytes.
final class ClipBytes: Sendable {
    let box: PixelBox
    /// One byte for each pixel of the box, 255 for fully visible, top row first.
    let bytes: [UInt8]
    init(box: PixelBox, bytes: [UInt8]) { self.box = box; self.bytes = bytes }

    /// Multiplies coverage by the clip, for the pieces from `first` on, which must lie within the box. A fully
    /// covered piece is divided: parts that the clip hides are dropped, parts that the clip shows whole stay fully covered, and all other parts get
    /// bytes of coverage from the clip.
    func apply(to coverage: inout Coverage, from first: Int) {
        let pieces = Array(coverage.pieces[first...])
        coverage.pieces.removeSubrange(first...)
        bytes.withUnsafeBufferPointer { clip in
            for piece in pieces {
                if piece.maskOffset < 0 { split(piece, clip, into: &coverage) } else { multiply(piece, clip, &coverage) }
            }
        }
    }

    private func start(_ piece: CoveragePiece) -> Int { (Int(piece.y) - box.y0) * box.width + Int(piece.x) - box.x0 }

    private func multiply(_ piece: CoveragePiece, _ clip: UnsafeBufferPointer<UInt8>, _ coverage: inout Coverage) {
        let start = start(piece), width = Int(piece.width), offset = Int(piece.maskOffset)
        coverage.mask.withUnsafeMutableBufferPointer { mask in
            for row in 0..<Int(piece.height) {
                let from = start + row * box.width, to = offset + row * width
                for column in 0..<width {
                    let product = UInt32(mask[to + column]) * UInt32(clip[from + column])
                    mask[to + column] = UInt8(truncatingIfNeeded: (product + 127) / 255)
                }
            }
        }
        coverage.pieces.append(piece)
    }

    /// The visibility of a cell of a fully covered piece under the clip: the whole cell, nothing, or a part of the cell.
    private enum Cell { case whole, none, part }
    private static let cellWidth = 64

    private func split(_ piece: CoveragePiece, _ clip: UnsafeBufferPointer<UInt8>, into coverage: inout Coverage) {
        let start = start(piece), width = Int(piece.width), height = Int(piece.height)
        // Rows are handled in groups, so that a large piece is divided in both directions.
        for top in stride(from: 0, to: height, by: 16) {
            let rows = min(16, height - top)
            var x = 0
            while x < width {
                func kind(_ x: Int) -> Cell {
                    let count = min(ClipBytes.cellWidth, width - x)
                    var least: UInt8 = 255, most: UInt8 = 0
                    for row in top..<top + rows {
                        for i in start + row * box.width + x..<start + row * box.width + x + count { least = min(least, clip[i]); most = max(most, clip[i]) }
                    }
                    return most == 0 ? .none : least == 255 ? .whole : .part
                }
                let found = kind(x)
                var end = min(width, x + ClipBytes.cellWidth)
                while end < width, kind(end) == found { end = min(width, end + ClipBytes.cellWidth) }
                if found != .none {
                    var cell = CoveragePiece(x: piece.x + Int32(x), y: piece.y + Int32(top), width: Int32(end - x), height: Int32(rows))
                    if found == .part {
                        cell.maskOffset = Int32(coverage.mask.count)
                        for row in top..<top + rows { coverage.mask.append(contentsOf: clip[start + row * box.width + x..<start + row * box.width + end]) }
                    }
                    coverage.pieces.append(cell)
                }
                x = end
            }
        }
    }
}

/// The masks of a frame's clips. Each mask is made once.
struct ClipMasks {
    private var known: [ObjectIdentifier: ClipMask] = [:]
    /// The box that each mask was made for; the mask is unknown outside this box.
    private var requested: [ObjectIdentifier: PixelBox] = [:]
    private var scratch = Coverage()
    let scale: Double

    init(scale: Double) { self.scale = scale }

    /// Returns the mask of a clip for a box.
    mutating func mask(_ clip: Clip?, within box: PixelBox, paths: PreparedPaths, rasterizer: inout CoverageRasterizer) throws(CanvasError) -> ClipMask {
        guard let clip else { return ClipMask(box: box) }
        // Walks outwards to the first clip with a known mask, then narrows the mask inwards.
        var mask = ClipMask(box: box), unknown: [Clip] = []
        for link in clip.chain {
            let name = ObjectIdentifier(link)
            if let known = known[name], let made = requested[name], made.contains(box) { mask = known; break }
            unknown.append(link)
        }
        for link in unknown.reversed() {
            mask = try narrowed(mask, by: link, paths, &rasterizer)
            known[ObjectIdentifier(link)] = mask
            requested[ObjectIdentifier(link)] = box
        }
        return mask
    }
    /// Returns the smallest known box around the visible pixels, without making the mask.
    func bounds(_ clip: Clip?, within box: PixelBox, paths: PreparedPaths) throws(CanvasError) -> PixelBox {
        guard let clip else { return box }
        var box = box
        for clip in clip.chain {
            let transform = AffineTransform.scale(scale) * clip.transform
            guard let prepared = try paths.prepare(clip.path, stroke: nil, transform: transform) else { return .empty }
            box = box.intersection(PixelBox(touching: prepared.bounds.transformed(by: transform)))
        }
        return box
    }

    private mutating func narrowed(_ outer: ClipMask, by clip: Clip, _ paths: PreparedPaths,
                                   _ rasterizer: inout CoverageRasterizer) throws(CanvasError) -> ClipMask {
        let transform = AffineTransform.scale(scale) * clip.transform
        guard let prepared = try paths.prepare(clip.path, stroke: nil, transform: transform) else { return ClipMask(box: .empty) }
        let box = outer.box.intersection(PixelBox(touching: prepared.bounds.transformed(by: transform)))
        guard !box.isEmpty else { return ClipMask(box: .empty) }
        scratch.removeAll()
        rasterizer.cover(prepared, transform, clip.rule, within: box, into: &scratch)
        // A rectangle of whole pixels, the most frequent clip, needs no bytes.
        let isWhole = scratch.pieces.allSatisfy { $0.maskOffset < 0 }
            && scratch.pieces.reduce(0) { $0 + Int($1.width) * Int($1.height) } == box.width * box.height
        if isWhole && outer.bytes == nil { return ClipMask(box: box) }
        outer.bytes?.apply(to: &scratch, from: 0)
        var bytes = [UInt8](repeating: 0, count: box.width * box.height)
        bytes.withUnsafeMutableBufferPointer { bytes in
            for piece in scratch.pieces {
                let start = (Int(piece.y) - box.y0) * box.width + Int(piece.x) - box.x0, width = Int(piece.width)
                for row in 0..<Int(piece.height) {
                    for column in 0..<width {
                        bytes[start + row * box.width + column] = piece.maskOffset < 0 ? 255 : scratch.mask[Int(piece.maskOffset) + row * width + column]
                    }
                }
            }
        }
        return ClipMask(box: box, bytes: ClipBytes(box: box, bytes: bytes))
    }
}

extension CoverageRasterizer {
    /// Appends the coverage of lines within a box. The rasteriser is limited to 32000 pixels from the origin, so parts far from the
    /// canvas's origin, such as tiles of long drawings, are moved near to the origin. The distance of this movement depends only on
    /// the pixel, so the byte of a pixel does not depend on the requested box.
    mutating func cover(_ path: PreparedPath, _ transform: AffineTransform, _ rule: FillRule, within box: PixelBox, into coverage: inout Coverage) {
        let near = CoverageRasterizer.nearPixels, step = CoverageRasterizer.farStep
        // Returns the end of a range of pixels that begins at `low`, and the distance by which all pixels of the range move.
        func stretch(from low: Int, to high: Int) -> (end: Int, distance: Int) {
            if low >= -near && low < near { return (min(high, near), 0) }
            let distance = low & ~(step - 1)
            return (min(high, distance + step), distance)
        }
        var y = box.y0
        while y < box.y1 {
            let (bottom, dy) = stretch(from: y, to: box.y1)
            var x = box.x0
            while x < box.x1 {
                let (right, dx) = stretch(from: x, to: box.x1), first = coverage.pieces.count
                var moved = transform
                moved.tx -= Double(dx); moved.ty -= Double(dy)
                rasterize(path.lines, transform: moved, rule: rule, turn: path.turn,
                          within: CoverageBounds(x: x - dx, y: y - dy, width: right - x, height: bottom - y),
                          into: &coverage)
                if dx != 0 || dy != 0 {
                    for i in first..<coverage.pieces.count { coverage.pieces[i].x += Int32(dx); coverage.pieces[i].y += Int32(dy) }
                }
                x = right
            }
            y = bottom
        }
    }
    /// `nearPixels` is a multiple of `farStep`, which is a power of two.
    private static let nearPixels = 24576, farStep = 8192
}
