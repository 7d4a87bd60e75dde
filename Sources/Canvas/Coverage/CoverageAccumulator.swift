import Memory

/// Collects signed areas for a band of pixel rows. Each number is the coverage of its pixel minus the coverage of the pixel to the left, in
/// units of 2⁻²⁴ pixel. Therefore, the sum of a row's numbers up to a pixel is the coverage of this pixel. The code is unsafe, because the
/// code runs for every edge in each row that the edge crosses, and bounds checks would make the code slow. In place of bounds checks, `add`
/// clamps columns to the width.
struct CoverageAccumulator {
    /// Holds `width` + 1 numbers for each row of the band. The last number of a row takes the area that an edge in the last
    /// column adds to the column on the right.
    private var differences = ScratchArray<Int32>("CoverageAccumulator.differences")
    /// For each cell of the band: true if an edge passed through the cell.
    private var touched = ScratchArray<Bool>("CoverageAccumulator.touched")
    /// For each row: the running sum at the right end of the cells that have been read so far.
    private var sums = ScratchArray<Int32>("CoverageAccumulator.sums")
    private(set) var mask = ScratchArray<UInt8>("CoverageAccumulator.mask")
    /// The address of the current row's first number in `differences`.
    private var row: UnsafeMutablePointer<Int32>
    private var width = 0, stride = 0
    private var firstColumn = 0, firstRow = 0
    private var hasCells = false
    /// A cell is 2³ = 8 pixels wide, as wide as the pixel blocks that are shaded together.
    private static let cellShift = 3
    /// The number of columns in a group; the numbers of a group are summed together.
    private static let group = 8
    /// A shape of at most this width and height becomes one piece.
    static let smallSize = 64
    /// The number of rows in a band of a larger shape.
    static let bandHeight = 8

    init() { row = differences.base }
    func free() {
        differences.free(); touched.free(); sums.free(); mask.free()
    }

    /// Begins a shape whose coverage is wanted from `firstColumn` up to, but not including, `lastColumn`. Parts of the shape may lie to the
    /// left of `firstColumn`.
    /// - Parameter least: the first column of the requested bounds.
    mutating func begin(firstColumn: Int, lastColumn: Int, height: Int, least: Int) {
        hasCells = lastColumn - firstColumn > Self.smallSize || height > Self.smallSize
        self.firstColumn = hasCells ? max(firstColumn & ~(1 << Self.cellShift - 1), least) : firstColumn
        width = lastColumn - self.firstColumn
        stride = width &+ 1
        let rows = hasCells ? Self.bandHeight : height
        // Reading a number resets the number to zero, so only new memory needs to be cleared.
        let wanted = stride * rows
        if wanted > differences.count { differences.fill(wanted, with: 0) }
        if hasCells {
            touched.fill((width >> Self.cellShift) + 1, with: false)
            sums.fill(rows, with: 0)
        }
        mask.count = 0
    }
    mutating func beginBand(firstRow: Int) { self.firstRow = firstRow }
    @inline(__always) mutating func beginRow(_ y: Int) { row = differences.base + (y &- firstRow) &* stride }

    /// Adds the area to the right of a line from x = xa to x = xb. The line spans `height` of the row's height; the line's y
    /// position within the row does not matter.
    /// - Parameter sign: +1 if coverage begins at the line, −1 if coverage ends at the line.
    @inline(__always) mutating func add(_ xa: Int32, _ xb: Int32, height: Int32, sign: Int32) {
        let origin = firstColumn << 16
        let left = Int(min(xa, xb)) &- origin, right = Int(max(xa, xb)) &- origin
        let column = left >> 16
        if right <= (column &+ 1) << 16 {
            if column >= width { return }
            let area = height << 8
            if column < 0 {
                row[0] &+= area &* sign
                mark(0, 0)
                return
            }
            let fraction = left &+ right &- column << 17
            let beyond = Int32(truncatingIfNeeded: (Int(area) &* fraction &+ 0x10000) >> 17)
            row[column] &+= (area &- beyond) &* sign
            row[column &+ 1] &+= beyond &* sign
            mark(column, column)
        } else {
            addWide(left, right, area: height << 8, sign: sign)
        }
    }
    /// Adds a line that passes through several columns.
    private mutating func addWide(_ left: Int, _ right: Int, area: Int32, sign: Int32) {
        // A line that ends exactly at the right side of a column belongs to that column, so `last` is the column that contains the position
        // just left of the line's end.
        let first = left >> 16, last = (right &- 1) >> 16
        if first >= width { return }
        if last < 0 {
            row[0] &+= area &* sign
            return mark(0, 0)
        }
        let rate = Double(area) / Double(right &- left)
        /// Returns the height of the line's part to the left of a column.
        @inline(__always) func height(leftOf column: Int) -> Int32 { FixedPoint.rounded(Double(column << 16 &- left) * rate) }
        var before: Int32 = 0, column = first
        if first < 0 {
            before = height(leftOf: 0)
            row[0] &+= before &* sign
            column = 0
        } else {
            before = height(leftOf: first &+ 1)
            let beyond = Int32(truncatingIfNeeded: (Int(before) &* (left &- first << 16 &+ 0x10000) &+ 0x10000) >> 17)
            row[first] &+= (before &- beyond) &* sign
            row[first &+ 1] &+= beyond &* sign
            column &+= 1
        }
        let end = min(last, width)
        while column < end {
            let after = height(leftOf: column &+ 1), here = after &- before, beyond = here >> 1
            row[column] &+= (here &- beyond) &* sign
            row[column &+ 1] &+= beyond &* sign
            before = after
            column &+= 1
        }
        if last < width {
            let here = area &- before
            let beyond = Int32(truncatingIfNeeded: (Int(here) &* (right &- last << 16) &+ 0x10000) >> 17)
            row[last] &+= (here &- beyond) &* sign
            row[last &+ 1] &+= beyond &* sign
        }
        mark(max(first, 0), min(last, width &- 1))
    }
    @inline(__always) private mutating func mark(_ first: Int, _ last: Int) {
        if !hasCells { return }
        for cell in first >> Self.cellShift...last >> Self.cellShift { touched.base[cell] = true }
    }

    // MARK: Reading

    /// Turns the band's sums into pieces and resets the sums to zero.
    mutating func endBand(rows: Int, into pieces: inout [CoveragePiece], maskStart: Int) {
        if !hasCells {
            addMasked(from: 0, to: width, rows: rows, carrying: false, &pieces, maskStart)
            return
        }
        sums.base.update(repeating: 0, count: rows)
        let cells = (width &+ (1 << Self.cellShift - 1)) >> Self.cellShift
        var cell = 0
        while cell < cells {
            let start = cell, isTouched = touched.base[cell]
            repeat { cell &+= 1 } while cell < cells && touched.base[cell] == isTouched
            let left = start << Self.cellShift, right = min(cell << Self.cellShift, width)
            if isTouched {
                addMasked(from: left, to: right, rows: rows, carrying: true, &pieces, maskStart)
                (touched.base + start).update(repeating: false, count: cell - start)
            } else {
                addEven(from: left, to: right, rows: rows, &pieces, maskStart)
            }
        }
    }
    /// Adds columns that no edge passes through: within a row, all these columns have the same coverage.
    private mutating func addEven(from left: Int, to right: Int, rows: Int, _ pieces: inout [CoveragePiece], _ maskStart: Int) {
        var y = 0
        while y < rows {
            let start = y, sum = sums.base[y]
            repeat { y &+= 1 } while y < rows && sums.base[y] == sum
            let byte = Self.byte(sum)
            if byte == 0 { continue }
            var piece = CoveragePiece(x: Int32(firstColumn + left), y: Int32(firstRow + start), width: Int32(right - left), height: Int32(y - start))
            if byte < 255 {
                piece.maskOffset = Int32(maskStart + mask.count)
                let count = (right - left) * (y - start)
                mask.reserve(mask.count + count)
                (mask.base + mask.count).update(repeating: byte, count: count)
                mask.count += count
            }
            pieces.append(piece)
        }
    }
    private mutating func addMasked(from left: Int, to right: Int, rows: Int, carrying: Bool, _ pieces: inout [CoveragePiece], _ maskStart: Int) {
        let count = right &- left
        pieces.append(CoveragePiece(x: Int32(firstColumn + left), y: Int32(firstRow), width: Int32(count), height: Int32(rows),
                                    maskOffset: Int32(maskStart + mask.count)))
        mask.reserve(mask.count + count * rows)
        var bytes = mask.base + mask.count
        for y in 0..<rows {
            let numbers = differences.base + (y &* stride &+ left)
            var sum = carrying ? sums.base[y] : 0
            var x = 0
            while x < count {
                let end = min(x &+ Self.group, count)
                if end == x &+ Self.group {
                    sum = Self.addGroup(numbers + x, bytes + x, sum)
                } else {
                    for column in x..<end {
                        sum &+= numbers[column]
                        bytes[column] = Self.byte(sum)
                        numbers[column] = 0
                    }
                }
                x = end
            }
            // The number that is stored after the last column's number belongs to the next cell, which no edge touched.
            if carrying { sums.base[y] = sum &+ numbers[count] }
            numbers[count] = 0
            bytes += count
        }
        mask.count += count * rows
    }
    /// Writes the sums of a group of columns as bytes, sets the numbers to zero and returns the last sum.
    @inline(__always) private static func addGroup(_ numbers: UnsafeMutablePointer<Int32>, _ bytes: UnsafeMutablePointer<UInt8>, _ start: Int32) -> Int32 {
        let memory = UnsafeMutableRawPointer(numbers)
        let all = memory.loadUnaligned(as: SIMD8<Int32>.self)
        // Often no edge changes the coverage within the group: all differences are zero, and all bytes are equal.
        if all == .zero {
            UnsafeMutableRawPointer(bytes).storeBytes(of: SIMD8(repeating: byte(start)), as: SIMD8<UInt8>.self)
            return start
        }
        memory.storeBytes(of: .zero, as: SIMD8<Int32>.self)
        var last = SIMD4(repeating: start)
        @inline(__always) func sums(_ four: SIMD4<Int32>) -> SIMD4<UInt8> {
            var four = four
            four &+= SIMD4(0, four[0], four[1], four[2])
            four &+= SIMD4(0, 0, four[0], four[1])
            four &+= last
            last = SIMD4(repeating: four[3])
            let held = four.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: FixedPoint.fullArea))
            return SIMD4<UInt8>(truncatingIfNeeded: SIMD4<UInt32>(truncatingIfNeeded: held &<< 8 &- held &+ 0x80_0000) &>> 24)
        }
        let (a, b) = (sums(all.lowHalf), sums(all.highHalf))
        UnsafeMutableRawPointer(bytes).storeBytes(of: SIMD8(lowHalf: a, highHalf: b), as: SIMD8<UInt8>.self)
        return last[0]
    }
    /// Returns a sum as a byte of coverage, rounded to nearest. Rounded positions can push a sum slightly out of range, so the sum is clamped.
    @inline(__always) private static func byte(_ sum: Int32) -> UInt8 {
        let held = UInt32(bitPattern: min(max(sum, 0), FixedPoint.fullArea))
        return UInt8(truncatingIfNeeded: (held << 8 &- held &+ 0x80_0000) >> 24)
    }
}
