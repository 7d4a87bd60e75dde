// GlyphRaster: computes the part of each pixel that lies inside polygons. For each row of pixels, each edge adds the area between the edge
// and the right end of the row. The area of an edge that goes down is positive; the area of an edge that goes up is negative. The code only
// adds, multiplies and divides, so the bits are the same on every processor.

struct GlyphRaster {
    let width: Int, height: Int
    /// For each pixel, the amount by which coverage changes at this pixel and at all pixels to its right. A row has two more numbers than pixels.
    private var changes: [Double]

    init(width: Int, height: Int) {
        self.width = width; self.height = height
        changes = Array(repeating: 0, count: (width + 2) * height)
    }
    /// Adds an edge that lies within the raster; y points down.
    mutating func add(from a: SIMD2<Double>, to b: SIMD2<Double>) {
        guard a.y != b.y else { return }
        let (upper, lower, sign) = a.y < b.y ? (a, b, 1.0) : (b, a, -1.0), slope = (lower.x - upper.x) / (lower.y - upper.y)
        var y = max(0, upper.y)
        let end = min(Double(height), lower.y), limit = Double(width)
        while y < end {
            let row = Int(y), next = min(Double(row + 1), end), rise = (next - y) * sign
            let x0 = min(max(upper.x + (y - upper.y) * slope, 0), limit), x1 = min(max(upper.x + (next - upper.y) * slope, 0), limit)
            let left = min(x0, x1), right = max(x0, x1), base = row * (width + 2)
            var x = left
            repeat {
                // The part of the edge within one pixel column.
                let column = Int(x), stop = min(Double(column + 1), right), share = right > left ? (stop - x) / (right - left) : 1
                let middle = (x + stop) / 2 - Double(column)
                changes[base + column] += rise * share * (1 - middle)
                changes[base + column + 1] += rise * share * middle
                x = stop
            } while x < right
            y = next
        }
    }
    var coverage: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height)
        for row in 0..<height {
            var sum = 0.0
            for column in 0..<width {
                sum += changes[row * (width + 2) + column]
                bytes.append(UInt8(min(1, abs(sum)) * 255 + 0.5))
            }
        }
        return bytes
    }
}
