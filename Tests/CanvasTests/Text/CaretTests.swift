import Canvas
import SeededRandom
import Testing

@Suite("Carets and selections") struct CaretTests {
    private func layout(_ text: String, _ options: TextLayout.Options = .init()) throws -> TextLayout {
        try TextLayout(text, font: TestFont.sans, size: 20, options: options)
    }
    /// Returns the measured width of the text.
    private func width(_ text: String) throws -> Double { try layout(text).lines[0].width }

    @Test("Carets in plain text stand at the sums of the advances before them, and are as high as the font") func plain() throws {
        let text = "Hill", line = try layout(text), font = TestFont.sans
        for i in 0...4 {
            let caret = line.caret(at: i)
            #expect(try caret.x == width(String(text.prefix(i))) && caret.width == 0)
            #expect(caret.minY == line.lines[0].origin.y - font.ascent * 20 && caret.maxY == line.lines[0].origin.y + font.descent * 20)
        }
        #expect(line.caret(at: -9) == line.caret(at: 0) && line.caret(at: .max) == line.caret(at: 4) && line.caret(at: .min) == line.caret(at: 0))
    }
    @Test("A click sets the caret at the nearer side of the letter, also if it is beside, above or below the lines") func clicks() throws {
        let text = try layout("Wi\nab")
        let w = try width("W"), wi = try width("Wi"), top = Point(0, 5), bottom = text.lines[1].top + 5
        #expect(text.offset(at: Point(w * 0.4, 5)) == 0 && text.offset(at: Point(w * 0.6, 5)) == 1 && text.offset(at: Point((w + wi) / 2 + 0.1, 5)) == 2)
        #expect(text.offset(at: top - Point(99, 0)) == 0 && text.offset(at: Point(999, 5)) == 2 && text.offset(at: Point(-9, -99)) == 0)
        #expect(text.offset(at: Point(0, bottom)) == 3 && text.offset(at: Point(999, 1e9)) == 5)
        let numbers: [Double] = [.nan, .infinity, -.infinity]
        for number in numbers { for point in [Point(number, 0), Point(0, number), Point(number, number)] { #expect((0...5).contains(text.offset(at: point))) } }
    }
    @Test("Carets within a ligature divide its width evenly; there is no caret between a letter and its accent") func clusters() throws {
        let ligature = try layout("xfiy"), x = try width("x"), end = try width("xfi")
        #expect(ligature.caret(at: 1).x == x && abs(ligature.caret(at: 2).x - (x + end) / 2) < 1e-9 && abs(ligature.caret(at: 3).x - end) < 1e-9)
        let accent = try layout("ae\u{301}o")
        #expect(accent.caret(at: 2) == accent.caret(at: 1) && accent.caret(at: 3).x > accent.caret(at: 1).x)
        #expect(accent.offset(at: Point(accent.caret(at: 3).x - 0.1, 5)) == 3)
        #expect(accent.rectangles(of: 2..<3) == accent.rectangles(of: 1..<3))
    }
    @Test("Text from right to left has its first caret at the right, and a range that changes direction has several rectangles") func rightToLeft() throws {
        let hebrew = try layout("אבג"), wide = hebrew.bounds.width
        #expect(hebrew.caret(at: 0).x == wide && hebrew.caret(at: 3).x == 0 && hebrew.caret(at: 1).x < wide)
        #expect(hebrew.offset(at: Point(wide - 0.1, 5)) == 0 && hebrew.offset(at: Point(0.1, 5)) == 3 && hebrew.offset(at: Point(-9, 5)) == 3)
        // The text is shown as "ab גבא": the range of "b א" has two pieces.
        let mixed = try layout("ab אבג", .init(direction: .leftToRight)), pieces = mixed.rectangles(of: 1..<4)
        #expect(pieces.count == 2 && pieces[0].minX == mixed.caret(at: 1).x && abs(pieces[1].maxX - mixed.bounds.width) < 1e-9)
        #expect(mixed.rectangles(of: 0..<6).count == 1)
    }
    @Test("A selection over lines has one rectangle per line; trailing blanks, line ends and an empty selection have none") func lines() throws {
        let text = "one two three\n\nfour", layout = try layout(text, .init(width: 90, alignment: .right))
        try #require(layout.lines.map(\.textRange) == [0..<8, 8..<13, 14..<14, 15..<19])
        let all = layout.rectangles(of: 0..<19)
        #expect(all.count == 3 && zip(all, [0, 1, 3]).allSatisfy {
            abs($0.minX - layout.lines[$1].bounds.minX) < 1e-9 && abs($0.width - layout.lines[$1].width) < 1e-9 && $0.minY == layout.lines[$1].bounds.minY
        })
        #expect(layout.rectangles(of: 4..<4).isEmpty && layout.rectangles(of: 7..<8).isEmpty && layout.rectangles(of: 99..<120).isEmpty)
        // At a line break the caret is at the start of the next line. In an empty line the caret is at the place of the line.
        #expect(abs(layout.caret(at: 8).x - layout.lines[1].bounds.minX) < 1e-9 && layout.caret(at: 7).x == layout.lines[0].bounds.maxX
                    && layout.caret(at: 14).x == 90)
        #expect(layout.caret(at: 14).minY > layout.caret(at: 13).minY && layout.offset(at: Point(0, layout.lines[2].top + 1)) == 14)
        // The caret for cut-off text is before the ellipsis.
        let cut = try self.layout(text, .init(width: 70, maximumLineCount: 1))
        #expect(cut.caret(at: 19) == cut.caret(at: cut.lines[0].textRange.upperBound) && cut.caret(at: 19).x < cut.lines[0].width)
    }
    @Test("A click on a caret finds its position again, in any text, and the rectangles of the characters fill their lines") func roundTrips() throws {
        var random = SeededGenerator(state: 40)
        let alphabet: [String] = ["a", "fi", "ffl", "W", " ", "\u{301}", "ש", "ל", "1", "(", "漢", "\u{202E}", "\u{200D}", "👩‍👩‍👧", "क्ष", "ببب", "\n"]
        for round in 0..<80 {
            let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
            let options = TextLayout.Options(width: round % 2 == 0 ? nil : 90, alignment: TextLayout.Alignment.allCases[round % 4],
                                             maximumLineCount: round % 5 == 0 ? 2 : nil)
            let layout = try TextLayout(StyledText(text, style: TextStyle(fonts: [TestFont.mono, TestFont.sans], size: 10)), options: options)
            for offset in -1...text.unicodeScalars.count + 1 {
                let caret = layout.caret(at: offset)
                #expect(caret.x.isFinite && caret.y.isFinite && caret.height > 0)
                let found = layout.offset(at: Point(caret.x, caret.center.y))
                #expect((0...text.unicodeScalars.count).contains(found), "\(text.debugDescription)")
                // A position at the end of a broken line has its caret at the start of the next line.
                let isEnd = layout.lines.contains { $0.textRange.upperBound == found },
                    line = layout.lines.last { $0.textRange.lowerBound <= offset } ?? layout.lines[0]
                #expect(isEnd || line.textRange.contains(found), "\(text.debugDescription), \(offset)")
            }
            for line in layout.lines where !layout.isTruncated {
                let covered = layout.rectangles(of: line.textRange).filter { abs($0.midYDistance(to: line)) < 1e-9 }.reduce(0) { $0 + $1.width }
                #expect(abs(covered - line.width) < 1e-6, "\(text.debugDescription)")
            }
        }
        // In plain text, the caret of the position found by a click is exactly where the user clicked.
        let plain = try layout("The quick brown fox")
        for offset in 0...19 { #expect(plain.offset(at: Point(plain.caret(at: offset).x, 9)) == offset) }
    }
}

extension Rectangle {
    fileprivate func midYDistance(to line: TextLayout.Line) -> Double { center.y - (line.origin.y + (line.descent - line.ascent) / 2) }
}
