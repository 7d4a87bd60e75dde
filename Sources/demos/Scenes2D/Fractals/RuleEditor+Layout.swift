package import Canvas

extension RuleEditor {
    /// The positions of rows, tiles and the supply of new tiles.
    package struct Layout: Sendable {
        /// A line of tiles. A row that is wider than the editor has several lines.
        package struct Line: Sendable {
            package var row: Row
            /// The range of the row's tiles on this line.
            package var tiles: Range<Int>
            /// True if this is the last line of the row.
            package var isLast: Bool
            /// The upper left corner of the line's first tile.
            package var origin: Point
        }
        /// The area that the program gives to the editor.
        package var area = Rectangle(x: 0, y: 0, width: 0, height: 0)
        /// The part of the area that the editor covers: the whole width, and the needed height at the bottom.
        package var frame = Rectangle(x: 0, y: 0, width: 0, height: 0)
        /// `tile`: the side of a tile. `gap`: the distance between two tiles.
        package var tile = 40.0, gap = 4.0
        package var lines: [Line] = []
        package var supplies: [Rectangle] = []
        /// The y coordinate of the line between the rows and the supply of new tiles.
        package var divider = 0.0
        /// The frame of the text.
        package var words = Rectangle(x: 0, y: 0, width: 0, height: 0)

        private var headWidth: Double { tile * 1.75 }
        package static let largestTile = 46.0, smallestTile = 14.0

        init() {}
        init(_ system: LSystem, _ supplyCount: Int, in area: Rectangle) {
            let rows: [(row: Row, count: Int)] = [(.axiom, system.axiom.count)] + system.rules.enumerated().map {
                (.rule($0.offset), $0.element.replacement.count)
            } + [(.newRule, 0)]
            var size = Layout.largestTile
            while size > Layout.smallestTile, Layout.height(rows.map(\.count), supplyCount, size, area.width) > area.height { size -= 1 }
            self.area = area
            (tile, gap) = (size, Layout.gap(size))
            let pad = Layout.pad(size), height = min(Layout.height(rows.map(\.count), supplyCount, size, area.width), area.height)
            frame = Rectangle(x: area.x, y: area.maxY - height, width: area.width, height: height)
            var y = frame.y + pad
            let perLine = Layout.perLine(size, area.width)
            for (row, count) in rows {
                var first = 0
                repeat {
                    let end = min(first + perLine, count)
                    lines.append(Line(row: row, tiles: first..<end, isLast: end == count, origin: Point(frame.x + pad + headWidth, y)))
                    y += size + gap
                    first = end
                } while first < count
                y += gap
            }
            divider = y
            y += gap * 2
            let across = Layout.supplyPerLine(size, area.width)
            for index in 0..<supplyCount {
                supplies.append(Rectangle(x: frame.x + pad + Double(index % across) * (size + gap), y: y + Double(index / across) * (size + gap), width: size,
                                          height: size))
            }
            words = Rectangle(x: frame.x + pad, y: frame.maxY - pad * 0.6 - Layout.wordsHeight(size), width: frame.width - 2 * pad,
                              height: Layout.wordsHeight(size))
        }
        private static func gap(_ tile: Double) -> Double { (tile / 9).rounded() }
        private static func pad(_ tile: Double) -> Double { (tile / 3).rounded() }
        private static func wordsHeight(_ tile: Double) -> Double { tile * 0.95 }
        private static func perLine(_ tile: Double, _ width: Double) -> Int { max(1, Int((width - 2 * pad(tile) - tile * 1.75) / (tile + gap(tile)))) }
        private static func supplyPerLine(_ tile: Double, _ width: Double) -> Int { max(1, Int((width - 2 * pad(tile) + gap(tile)) / (tile + gap(tile)))) }
        private static func height(_ counts: [Int], _ supplyCount: Int, _ tile: Double, _ width: Double) -> Double {
            let across = perLine(tile, width), lines = counts.reduce(0) { $0 + max(1, ($1 + across - 1) / across) },
                below = (supplyCount + supplyPerLine(tile, width) - 1) / supplyPerLine(tile, width)
            return 2 * pad(tile) + Double(lines + below) * (tile + gap(tile)) + Double(counts.count + 2) * gap(tile) + wordsHeight(tile)
        }

        /// Returns the frame of a tile of a row.
        package func place(of index: Int, in line: Line) -> Rectangle {
            Rectangle(x: line.origin.x + Double(index - line.tiles.lowerBound) * (tile + gap), y: line.origin.y, width: tile, height: tile)
        }
        /// Returns the frame of a row's head, to the left of its first line.
        package func head(of line: Line) -> Rectangle { Rectangle(x: line.origin.x - headWidth, y: line.origin.y, width: tile, height: tile) }
        func tile(at point: Point) -> Slot? {
            for line in lines { for index in line.tiles where place(of: index, in: line).contains(point) { return Slot(line.row, index) } }
            return nil
        }
        func head(at point: Point) -> Row? { lines.first { $0.tiles.lowerBound == 0 && head(of: $0).contains(point) }?.row }
        func supply(at point: Point) -> Int? { supplies.firstIndex { $0.contains(point) } }
        /// Returns the slot nearest to a point within the rows; nil for a point beside or below the rows.
        func slot(at point: Point) -> Slot? {
            guard point.x >= frame.minX, point.x < frame.maxX, point.y >= frame.minY, point.y < divider,
                  let line = lines.min(by: { abs($0.origin.y + tile / 2 - point.y) < abs($1.origin.y + tile / 2 - point.y) }) else { return nil }
            let index = Int(((point.x - line.origin.x + gap / 2) / (tile + gap)).rounded())
            return Slot(line.row, line.tiles.lowerBound + max(0, min(index, line.tiles.count)))
        }
        /// Returns the frame of the mark that shows a slot.
        package func mark(of slot: Slot) -> Rectangle? {
            guard let line = lines.first(where: { $0.row == slot.row && ($0.tiles.contains(slot.index) || $0.isLast) }) else { return nil }
            let x = line.origin.x + Double(slot.index - line.tiles.lowerBound) * (tile + gap) - gap / 2
            return Rectangle(x: x - max(1.5, gap * 0.35), y: line.origin.y - gap * 0.4, width: max(3, gap * 0.7), height: tile + gap * 0.8)
        }
    }
}
