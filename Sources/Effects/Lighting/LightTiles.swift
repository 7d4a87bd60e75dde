// LightTiles: finds the lights that can reach each pixel of an image. The image is divided into squares as large as the renderer's
// tiles. Neighbouring squares with the same lights are merged into one rectangle.

import Raster

struct LightTiles {
    /// A rectangle of pixels with the same lights.
    struct Part: Equatable {
        var area: PixelRect
        /// The indices of the lights that can reach the rectangle, in ascending order.
        var lights: [Int]
    }
    static let side = 64
    let parts: [Part]

    /// - Parameter lights: The lights, in the order in which they are added up.
    init(width: Int, height: Int, lights: [ResolvedLight], transform: ImageTransform) {
        let columns = LightTiles.count(width), rows = LightTiles.count(height)
        var lists = [[Int]](repeating: [], count: columns * rows)
        for (index, light) in lights.enumerated() {
            guard let box = LightTiles.box(of: light, transform: transform, columns: columns, rows: rows) else { continue }
            for row in box.rows { for column in box.columns { lists[row * columns + column].append(index) } }
        }
        parts = LightTiles.merged(lists, columns: columns, rows: rows, width: width, height: height)
    }

    /// Returns the number of squares along a side. If less than half a square remains at the end, the last square includes the
    /// remainder, because a draw for a thin strip is not worthwhile.
    private static func count(_ pixels: Int) -> Int { max(1, (pixels + side / 2) / side) }

    /// Returns the tiles that the light's disc may touch, with a margin of one pixel. Returns nil if the disc touches no tile.
    private static func box(of light: ResolvedLight, transform: ImageTransform, columns: Int,
                            rows: Int) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        guard let inverse = transform.inverse, let middle = transform.imagePlace(of: light.place.lowHalf) else { return nil }
        /// Returns half of the extent of the light's disc along an axis of the image. In the image, the disc is an ellipse.
        func extent(_ row: SIMD2<Float>) -> Float { light.place.w * (row * row).sum().squareRoot() }
        func tiles(_ middle: Float, _ extent: Float, _ count: Int) -> ClosedRange<Int>? {
            // The last square may be up to half a square longer than the other squares. Therefore a disc can touch the last square even if
            // the disc begins up to half a square beyond `count` squares.
            let limit = Float(count) + 0.5
            let low = ((middle - extent - 1) / Float(side)).rounded(.down), high = ((middle + extent + 1) / Float(side)).rounded(.down)
            guard high >= 0, low < limit else { return nil }
            return min(Int(max(low, 0)), count - 1)...Int(min(high, Float(count - 1)))
        }
        guard let x = tiles(middle.x, extent(inverse.0), columns), let y = tiles(middle.y, extent(inverse.1), rows) else { return nil }
        return (x, y)
    }

    /// Merges neighbouring tiles in a row that have the same lights into runs, then merges equal runs in neighbouring rows into
    /// rectangles.
    private static func merged(_ lists: [[Int]], columns: Int, rows: Int, width: Int, height: Int) -> [Part] {
        struct Run { var first: Int, last: Int, lights: [Int] }
        var parts: [Part] = []
        // For each column, the index of the part whose first column it is and whose last row is the row before; nil if there is no such part.
        var open = [Int?](repeating: nil, count: columns)
        for row in 0..<rows {
            var runs: [Run] = []
            for column in 0..<columns {
                let lights = lists[row * columns + column]
                if let last = runs.indices.last, runs[last].lights == lights {
                    runs[last].last = column
                } else {
                    runs.append(Run(first: column, last: column, lights: lights))
                }
            }
            var next = [Int?](repeating: nil, count: columns)
            let top = row == rows - 1 ? height : (row + 1) * side
            for run in runs {
                let left = run.first * side, right = run.last == columns - 1 ? width : (run.last + 1) * side
                if let known = open[run.first], parts[known].area.width == right - left, parts[known].lights == run.lights {
                    parts[known].area.height = top - parts[known].area.y
                    next[run.first] = known
                } else {
                    next[run.first] = parts.count
                    parts.append(Part(area: PixelRect(x: left, y: row * side, width: right - left, height: top - row * side), lights: run.lights))
                }
            }
            open = next
        }
        return parts
    }
}
