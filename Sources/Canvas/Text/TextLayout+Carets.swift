// TextLayout+Carets: converts between positions in the text and positions in the layout.

extension TextLayout {
    /// Returns the position of a caret: a rectangle of width 0 with the height of the line's fonts.
    ///
    /// Carets within a ligature divide the ligature's width equally. Within a character of several scalars, the caret is at the start of
    /// the character. At a line break, the caret is at the start of the next line.
    /// - Parameter offset: The number of the text's Unicode scalars before the caret; out-of-range values are clamped. For an index
    ///   of a string, this number is `text.unicodeScalars.distance(from: text.startIndex, to: index)`.
    public func caret(at offset: Int) -> Rectangle {
        let line = lines[lines.lastIndex { $0.textRange.lowerBound <= offset } ?? 0]
        let place = min(max(offset, line.textRange.lowerBound), line.textRange.upperBound), cells = self.cells(of: line)
        let x: Double
        if let cell = cells.first(where: { $0.range.contains(place) }) {
            x = cell.beginX
        } else if let cell = cells.first(where: { $0.range.upperBound == place }) {
            x = cell.endX
        } else {
            // The position is among the blanks at the line's end, or the line is empty. Blanks at the line's end and empty lines
            // have no cells.
            x = line.isRightToLeft ? line.origin.x : line.origin.x + line.width
        }
        return Rectangle(x: x, y: line.origin.y - line.ascent, width: 0, height: line.ascent + line.descent)
    }
    /// Returns the text position nearest to a point of the layout, such as the point of a click, as the number of Unicode
    /// scalars before this position. Points outside the lines are moved to the nearest line.
    public func offset(at point: Point) -> Int {
        let number = lines.firstIndex { point.y < $0.top + $0.height } ?? lines.count - 1, line = lines[number], cells = self.cells(of: line)
        guard let cell = cells.first(where: { point.x < $0.maxX }) ?? cells.last else { return line.textRange.lowerBound }
        let isLeft = point.x < (cell.minX + cell.maxX) / 2, found = isLeft == cell.isRightToLeft ? cell.range.upperBound : cell.range.lowerBound
        // If the point lies beyond the last character, the result is normally the position after the blanks at the line's end. But if the
        // next line begins directly after these blanks, the position after the blanks belongs to the next line. In this case, the result is
        // the position before the blanks.
        let isEnd = cells.allSatisfy { $0.range.upperBound <= found },
            isBroken = number + 1 < lines.count && lines[number + 1].textRange.lowerBound == line.textRange.upperBound
        return isEnd && !isBroken ? line.textRange.upperBound : found
    }
    /// Returns the area of a selection as rectangles, from top to bottom and left to right. A rectangle has the height of its line's fonts.
    /// A line that mixes both text directions may have several rectangles. Characters and ligatures are divided as in `caret(at:)`.
    /// - Parameter range: A range of Unicode scalars of the whole text; scalars beyond its end are ignored.
    public func rectangles(of range: Range<Int>) -> [Rectangle] {
        guard !range.isEmpty else { return [] }
        return lines.flatMap { line in
            var result: [Rectangle] = []
            guard line.textRange.overlaps(range) else { return result }
            for cell in cells(of: line) where cell.range.overlaps(range) {
                if let last = result.last, last.maxX == cell.minX {
                    result[result.count - 1].width = cell.maxX - last.minX
                } else {
                    result.append(Rectangle(x: cell.minX, y: line.origin.y - line.ascent, width: cell.maxX - cell.minX, height: line.ascent + line.descent))
                }
            }
            return result
        }
    }

    /// A character in a line.
    private struct Cell {
        var range: Range<Int>
        var minX: Double, maxX: Double
        var isRightToLeft: Bool
        var beginX: Double { isRightToLeft ? maxX : minX }
        var endX: Double { isRightToLeft ? minX : maxX }
    }
    /// Returns the characters of a line from left to right, without the blanks at its end.
    private func cells(of line: Line) -> [Cell] {
        var cells: [Cell] = []
        for run in line.runs where !run.textRange.isEmpty {
            let offsets = run.textOffsets
            var glyph = 0, end = run.textRange.upperBound
            while glyph < offsets.count {
                let start = offsets[glyph]
                var next = glyph + 1
                while next < offsets.count, offsets[next] == start { next += 1 }
                let minX = run.pens[glyph], maxX = next < offsets.count ? run.pens[next] : run.maxX
                // Offsets rise in the direction of the text, and a cluster ends at the offset at which the next cluster of the text begins.
                // In text from left to right, the next cluster is on the right. In text from right to left, the next cluster is on the left,
                // and the previous step of this loop has stored its offset in `end`.
                if !run.isRightToLeft { end = next < offsets.count ? offsets[next] : run.textRange.upperBound }
                // The characters of a ligature divide the ligature's width equally.
                let starts = [start] + characterStarts(in: start + 1..<max(end, start + 1))
                let share = (maxX - minX) / Double(starts.count)
                var parts = starts.indices.map { i in
                    let place = run.isRightToLeft ? starts.count - 1 - i : i
                    return Cell(range: starts[i]..<max(i + 1 < starts.count ? starts[i + 1] : end, starts[i]), minX: minX + share * Double(place),
                                maxX: place + 1 < starts.count ? minX + share * Double(place + 1) : maxX, isRightToLeft: run.isRightToLeft)
                }
                if run.isRightToLeft { parts.reverse() }
                cells += parts
                (glyph, end) = (next, start)
            }
        }
        return cells
    }
    private func characterStarts(in range: Range<Int>) -> ArraySlice<Int> {
        func first(from offset: Int) -> Int {
            var low = 0, high = characterStarts.count
            while low < high {
                let middle = (low + high) / 2
                if characterStarts[middle] < offset { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return characterStarts[first(from: range.lowerBound)..<first(from: range.upperBound)]
    }
}
