// GalleryLayout: the positions of a gallery's tiles: pictures in rows, scaled to fit, with a strip for the name below each picture.

import Canvas

/// All lengths are in pixels. The origin of rectangles is at the upper left, as in canvases.
package struct GalleryLayout: Equatable {
    package let columns: Int
    /// `width` and `height`: the size of a picture. `strip`: the height of the strip below a picture. `gap`: the distance between two
    /// tiles.
    package let width: Int, height: Int, strip: Int, gap: Int
    private let count: Int, frameHeight: Int
    private let left: Int, top: Int

    /// Chooses the number of columns that makes the tiles largest.
    /// - Parameter shape: The ratio of a picture's height to its width.
    package init(count: Int, shape: Double, _ size: (width: Int, height: Int)) {
        let gap = max(2, min(size.width, size.height) / 48)
        func rows(_ columns: Int) -> Int { (max(1, count) + columns - 1) / columns }
        var best = (columns: 1, width: 0)
        func height(_ width: Int) -> Int { Int(Double(width) * shape) }
        // Returns the strip's height: 12% of the picture's width, but at least the smaller of two heights: 14 pixels, and two fifths of the
        // picture's height.
        func strip(_ width: Int) -> Int { max(Int(Double(width) * 0.12), min(14, height(width) * 2 / 5)) }
        for columns in 1...max(1, count) {
            let wide = (size.width - gap * (columns + 1)) / columns, tall = (size.height - gap * (rows(columns) + 1)) / rows(columns)
            var width = min(wide, Int(Double(tall) / shape))
            while width > 0, height(width) + strip(width) > tall { width -= 1 }
            if width > best.width { best = (columns, width) }
        }
        self.count = count; self.gap = gap
        (columns, frameHeight) = (best.columns, size.height)
        (width, self.height, self.strip) = (max(1, best.width), max(1, height(best.width)), strip(best.width))
        left = (size.width - columns * (width + gap) + gap) / 2
        top = (size.height - rows(columns) * (self.height + self.strip + gap) + gap) / 2
    }

    /// Returns the rectangle of a picture.
    package func place(_ index: Int) -> Rectangle {
        // If the last row has fewer tiles than the other rows, the last row is centred.
        let lacking = index / columns == (count - 1) / columns ? (columns - 1) - (count - 1) % columns : 0
        let x = left + lacking * (width + gap) / 2 + index % columns * (width + gap), y = top + index / columns * (height + strip + gap)
        return Rectangle(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }
    /// Returns the rectangle of a picture's name.
    package func name(_ index: Int) -> Rectangle {
        let place = place(index)
        return Rectangle(x: place.x, y: place.maxY, width: place.width, height: Double(strip))
    }
    /// Returns the rectangle of a picture together with its name.
    package func tile(_ index: Int) -> Rectangle { place(index).union(name(index)) }
    /// Returns the index of the tile at a point. The point is given in pixels from the bottom left.
    package func index(at point: SIMD2<Float>) -> Int? {
        let point = Point(Double(point.x), Double(frameHeight) - Double(point.y))
        return (0..<count).first { tile($0).contains(point) }
    }
    /// Returns the index of the tile that an arrow key selects. The up key in the first row and the down key in the last row have no
    /// effect. If a row follows but has no tile directly below, the down key selects the last tile of the last row.
    package func neighbor(of index: Int, dx: Int, dy: Int) -> Int {
        let vertical = index - dy * columns, isLeaving = vertical < 0 || (dy < 0 && index / columns == (count - 1) / columns)
        return max(0, min((isLeaving ? index : vertical) + dx, count - 1))
    }
}
