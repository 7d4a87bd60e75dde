// TextLayout+Carets: from places in the text to places on the page, and back.

extension TextLayout {
    /// Where a caret stands in the text: a rectangle without width, as high as the line's fonts.
    ///
    /// Within a ligature carets share out its width; within a character of several scalars the caret stands where the character begins. At a place where a line was broken the
    /// caret stands at the beginning of the next line.
    /// - Parameter offset: How many of the text's Unicode scalars lie before the caret, 0 to their number; others count as the nearest of these. Of a string's index it is
    ///   `text.unicodeScalars.distance(from: text.startIndex, to: index)`.
    public func caret(at offset: Int) -> Rectangle {
        let line = lines[lines.lastIndex { $0.textRange.lowerBound <= offset } ?? 0]
        let place = min(max(offset, line.textRange.lowerBound), line.textRange.upperBound), cells = self.cells(of: line)
        let x: Double
        if let cell = cells.first(where: { $0.range.contains(place) }) {
            x = cell.beginX
        } else if let cell = cells.first(where: { $0.range.upperBound == place }) {
            x = cell.endX
        } else {
            // Blanks at a line's end hang over, and an empty line has nothing.
            x = line.isRightToLeft ? line.origin.x : line.origin.x + line.width
        }
        return Rectangle(x: x, y: line.origin.y - line.ascent, width: 0, height: line.ascent + line.descent)
    }
    /// The place in the text that is nearest to a point of the layout, as the number of Unicode scalars before it: where a click sets the caret. Points above, below and beside the
    /// lines count as the nearest points of these.
    public func offset(at point: Point) -> Int {
        let number = lines.firstIndex { point.y < $0.top + $0.height } ?? lines.count - 1, line = lines[number], cells = self.cells(of: line)
        guard let cell = cells.first(where: { point.x < $0.maxX }) ?? cells.last else { return line.textRange.lowerBound }
        let isLeft = point.x < (cell.minX + cell.maxX) / 2, found = isLeft == cell.isRightToLeft ? cell.range.upperBound : cell.range.lowerBound
        // The blanks at the end lie there too, unless what follows them is the next line.
        let isEnd = cells.allSatisfy { $0.range.upperBound <= found }, isBroken = number + 1 < lines.count && lines[number + 1].textRange.lowerBound == line.textRange.upperBound
        return isEnd && !isBroken ? line.textRange.upperBound : found
    }
    /// What a selection covers: rectangles as high as their lines' fonts, from top to bottom and left to right. Several in a line where text of both directions meets in it.
    /// Characters and ligatures count as `caret(at:)` parts them.
    /// - Parameter range: Unicode scalars by their numbers in the whole text; those beyond its end count as none.
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
    /// The characters of a line from left to right; without the blanks that hang over.
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
                // Offsets rise to the right, or to the left: the cluster ends where the next one begins.
                if !run.isRightToLeft { end = next < offsets.count ? offsets[next] : run.textRange.upperBound }
                // A ligature's characters have equal shares.
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
