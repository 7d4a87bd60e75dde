// TypeSetter: breaks paragraphs into lines, shapes the lines and places their glyphs.

import CHarfBuzz

struct TypeSetter {
    private let options: TextLayout.Options
    private let styles: [TextStyle]
    private let shaper: TextShaper
    private let paragraphs: [TextParagraph]
    private let scalars: [Unicode.Scalar]
    /// The lines before they are aligned. Each line begins at x = 0.
    private(set) var lines: [TextLayout.Line] = []
    /// For each line: true if the line is the last line of its paragraph.
    private var isLast: [Bool] = []
    /// The indices of the scalars at which characters of the whole text begin.
    let characterStarts: [Int]
    private(set) var height = 0.0
    private(set) var isTruncated = false
    private(set) var missing: [Unicode.Scalar] = []
    private var known: Set<Unicode.Scalar> = []

    init(_ text: StyledText, _ options: TextLayout.Options) throws(CanvasError) {
        self.options = options
        styles = text.runs.map(\.style)
        shaper = try TextShaper()
        scalars = Array(text.string.unicodeScalars)
        var ends: [Int] = []
        for run in text.runs { ends.append((ends.last ?? 0) + run.scalarCount) }
        var paragraphs: [TextParagraph] = [], characters: [Character] = [], starts: [Int] = [], start = 0, next = 0
        for character in text.string {
            starts.append(next)
            next += character.unicodeScalars.count
            guard character.isNewline else { characters.append(character); continue }
            paragraphs.append(try TextParagraph(characters, offset: start, styles: styles, styleEnds: ends, direction: options.direction))
            characters = []
            start = next
        }
        paragraphs.append(try TextParagraph(characters, offset: start, styles: styles, styleEnds: ends, direction: options.direction))
        self.paragraphs = paragraphs
        characterStarts = starts
    }

    mutating func setAll() throws(CanvasError) {
        for (number, paragraph) in paragraphs.enumerated() {
            if let most = options.maximumLineCount, lines.count >= most { return }
            let isEndOfText = number == paragraphs.count - 1
            var start = 0
            let measured = try measure(paragraph)
            repeat {
                let end = options.width.map { measured.end(of: paragraph, from: start, width: $0) } ?? paragraph.scalars.count
                let isEnd = end == paragraph.scalars.count
                if let most = options.maximumLineCount, lines.count == most - 1, !(isEnd && isEndOfText) {
                    isTruncated = true
                    return try setTruncated(paragraph, from: start, to: end)
                }
                try add(paragraph, start..<end, textEnd: end, isLast: isEnd)
                start = end
            } while start < paragraph.scalars.count
        }
    }

    // MARK: Breaking

    /// The widths of a paragraph's characters.
    private struct Measure {
        /// For each scalar: its advance width. A cluster's whole advance is stored at its first scalar.
        var advances: [Double]
        /// For each scalar: true if a cluster begins at the scalar.
        var isStart: [Bool]

        /// Returns the end of the line that begins at `start`. The line ends after its last word and the following blanks. A single
        /// word that is too long is cut.
        func end(of paragraph: TextParagraph, from start: Int, width: Double) -> Int {
            // Sums of the same widths in a different order may differ in the last bits. Because of the tolerance of 1e-9, a text fits into
            // a line that is exactly as wide as the measured text.
            let room = width * (1 + 1e-9)
            var used = 0.0, lastBreak: Int?, lastCut: Int?
            for i in start..<paragraph.scalars.count {
                if i > start, paragraph.breaks[i] { lastBreak = i }
                if i > start, isStart[i], paragraph.characterStarts[i] { lastCut = i }
                used += advances[i]
                if used > room, !TextParagraph.isBlank(paragraph.scalars[i]), let end = lastBreak ?? lastCut { return end }
            }
            return paragraph.scalars.count
        }
    }
    private func measure(_ paragraph: TextParagraph) throws(CanvasError) -> Measure {
        var result = Measure(advances: [Double](repeating: 0, count: paragraph.scalars.count),
                             isStart: [Bool](repeating: false, count: paragraph.scalars.count))
        // Without a width limit, lines end only where paragraphs end.
        if options.width == nil { return result }
        for item in paragraph.items {
            for glyph in try shaper.shape(item, of: paragraph.scalars, styles[item.style]) {
                result.advances[glyph.cluster] += glyph.advance
                result.isStart[glyph.cluster] = true
            }
        }
        return result
    }

    /// Adds a line that ends in "…", with as many characters before the "…" as fit.
    private mutating func setTruncated(_ paragraph: TextParagraph, from start: Int, to end: Int) throws(CanvasError) {
        let style = styles[paragraph.items(in: start..<max(end, start)).last?.style ?? paragraph.style]
        let ellipsis: [UInt32] = style.fonts.contains { $0.face.glyph(for: 0x2026) != nil } ? [0x2026] : [0x2E, 0x2E, 0x2E]
        var cut = end
        while true {
            while cut > start, TextParagraph.isBlank(paragraph.scalars[cut - 1]) { cut -= 1 }
            let part = paragraph.truncated(to: start..<cut, ellipsis: ellipsis, styles: styles)
            let whole = start..<part.scalars.count
            let isEnough = cut == start
            let width = try shapedItems(part, whole).reduce(0) { $0 + $1.glyphs.reduce(0) { $0 + $1.advance } }
            guard !isEnough, let room = options.width, width > room * (1 + 1e-9) else {
                return try add(part, whole, textEnd: cut, isLast: true)
            }
            repeat { cut -= 1 } while cut > start && !paragraph.characterStarts[cut]
        }
    }

    // MARK: Placing

    private func shapedItems(_ paragraph: TextParagraph, _ range: Range<Int>) throws(CanvasError) -> [(item: TextParagraph.Item, glyphs: [ShapedGlyph])] {
        var shaped: [(item: TextParagraph.Item, glyphs: [ShapedGlyph])] = []
        for item in paragraph.items(in: range) { shaped.append((item, try shaper.shape(item, of: paragraph.scalars, styles[item.style]))) }
        // Unicode Standard Annex 9, rule L2: for each level from the highest to the lowest odd level, sequences of items of at
        // least this level are reversed.
        let levels = shaped.map(\.item.level)
        if let highest = levels.max(), let lowest = levels.filter({ $0 & 1 == 1 }).min() {
            for level in stride(from: highest, through: lowest, by: -1) {
                var i = 0
                while i < shaped.count {
                    var end = i
                    while end < shaped.count, shaped[end].item.level >= level { end += 1 }
                    shaped[i..<end].reverse()
                    i = end + 1
                }
            }
        }
        return shaped
    }

    private mutating func add(_ paragraph: TextParagraph, _ range: Range<Int>, textEnd: Int, isLast: Bool) throws(CanvasError) {
        // Blanks at a line's end are neither drawn nor measured.
        var end = range.upperBound
        while end > range.lowerBound, TextParagraph.isBlank(paragraph.scalars[end - 1]) { end -= 1 }
        let shaped = try shapedItems(paragraph, range.lowerBound..<end)
        var ascent = 0.0, descent = 0.0, gap = 0.0
        func reach(_ font: Font, _ size: Double) {
            ascent = max(ascent, font.ascent * size); descent = max(descent, font.descent * size); gap = max(gap, font.lineGap * size)
        }
        for (item, _) in shaped { reach(item.font, styles[item.style].size) }
        if shaped.isEmpty { reach(styles[paragraph.style].fonts[0], styles[paragraph.style].size) }
        let share = switch options.lineHeight {
        case .multiple(let factor): (ascent + descent + gap) * factor
        case .points(let points): points
        }
        let baseline = height + (share - ascent - descent) / 2 + ascent

        var x = 0.0, runs: [TextLayout.Run] = []
        for (item, glyphs) in shaped {
            let style = styles[item.style], first = x
            var placed: [GlyphRun.Glyph] = [], offsets: [Int] = [], pens: [Double] = []
            placed.reserveCapacity(glyphs.count)
            for glyph in glyphs {
                let number = paragraph.offset + glyph.cluster, scalar = number < scalars.count ? scalars[number] : nil
                let isDrawn = glyph.id != 0 && scalar.map { item.font.face.draws(glyph.id, for: $0) } ?? true
                placed.append(GlyphRun.Glyph(id: isDrawn ? glyph.id : 0, position: Point(x, baseline) + glyph.offset))
                offsets.append(paragraph.offset + min(glyph.cluster, textEnd))
                pens.append(x)
                x += glyph.advance
                if !isDrawn, let scalar { note(missing: scalar) }
            }
            let shown = item.range.clamped(to: range.lowerBound..<max(textEnd, range.lowerBound))
            runs.append(TextLayout.Run(glyphs: GlyphRun(font: item.font, size: style.size, glyphs: placed), paint: style.paint, minX: first, maxX: x,
                                       decorations: TypeSetter.decorations(style, item.font, from: first, to: x, baseline: baseline), textOffsets: offsets,
                                       pens: pens,
                                       textRange: paragraph.offset + shown.lowerBound..<paragraph.offset + shown.upperBound,
                                       isRightToLeft: item.level & 1 == 1))
        }
        lines.append(TextLayout.Line(runs: runs, origin: Point(0, baseline), width: x, ascent: ascent, descent: descent, top: height, height: share,
                                     textRange: paragraph.offset + range.lowerBound..<paragraph.offset + max(textEnd, range.lowerBound),
                                     isRightToLeft: paragraph.baseLevel == 1))
        self.isLast.append(isLast)
        height += share
    }
    private mutating func note(missing scalar: Unicode.Scalar) {
        if known.insert(scalar).inserted { missing.append(scalar) }
    }
    private static func decorations(_ style: TextStyle, _ font: Font, from minX: Double, to maxX: Double, baseline: Double) -> [Rectangle] {
        guard maxX > minX else { return [] }
        // The default thickness is a twentieth of an em.
        let thickness = (font.underlineThickness > 0 ? font.underlineThickness : 0.05) * style.size
        func line(_ middle: Double) -> Rectangle { Rectangle(x: minX, y: baseline + middle - thickness / 2, width: maxX - minX, height: thickness) }
        return (style.isUnderlined ? [line(font.underlineOffset * style.size)] : []) + (style.isStruckThrough ? [line(-font.xHeight / 2 * style.size)] : [])
    }

    /// Returns the lines aligned within a width.
    func aligned(in width: Double) -> [TextLayout.Line] {
        lines.indices.map { number in
            var line = lines[number]
            let room = width - line.width
            switch options.alignment {
            case .left: break
            case .center: line.move(by: room / 2)
            case .right: line.move(by: room)
            case .justified:
                if isLast[number] { if line.isRightToLeft { line.move(by: room) } } else { line.widen(by: room) { isStretchable(scalars[$0]) } }
            }
            return line
        }
    }
    private func isStretchable(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x20 || scalar.value == 0xA0 || scalar.value == 9 }
}

extension TextLayout.Line {
    fileprivate mutating func move(by distance: Double) {
        origin.x += distance
        for i in runs.indices { runs[i].move(by: distance) }
    }
    /// Distributes extra width equally among the line's blanks; a line without blanks stays unchanged.
    fileprivate mutating func widen(by room: Double, _ isBlank: (Int) -> Bool) {
        let blanks = runs.reduce(0) { $0 + $1.textOffsets.count(where: isBlank) }
        guard blanks > 0, room > 0 else { return }
        let share = room / Double(blanks)
        var shift = 0.0
        for i in runs.indices {
            let before = shift
            for j in runs[i].glyphs.glyphs.indices {
                runs[i].glyphs.glyphs[j].position.x += shift
                runs[i].pens[j] += shift
                if isBlank(runs[i].textOffsets[j]) { shift += share }
            }
            runs[i].minX += before
            runs[i].maxX += shift
            for k in runs[i].decorations.indices {
                runs[i].decorations[k].x += before
                runs[i].decorations[k].width += shift - before
            }
        }
        width += room
    }
}

extension TextLayout.Run {
    fileprivate mutating func move(by distance: Double) {
        for i in glyphs.glyphs.indices { glyphs.glyphs[i].position.x += distance; pens[i] += distance }
        minX += distance; maxX += distance
        for i in decorations.indices { decorations[i].x += distance }
    }
}
