import CFreeType
import Canvas
import Foundation
import SeededRandom
import Testing

@Suite struct TextLayoutTests {
    private func layout(_ text: String, _ font: Font = TestFont.sans, size: Double = 2048, _ options: TextLayout.Options = .init()) throws -> TextLayout {
        try TextLayout(text, font: font, size: size, options: options)
    }
    private func glyphs(_ text: String, _ font: Font = TestFont.sans) throws -> [UInt32] {
        try layout(text, font).lines.flatMap(\.runs).flatMap(\.glyphs.glyphs).map(\.id)
    }
    private func nominal(_ text: String, _ font: Font = TestFont.sans) -> [UInt32] { text.unicodeScalars.map { font.glyph(for: $0) ?? 0 } }

    // MARK: Shaping

    @Test("Plain letters stand at the sums of their advances, and the sum is the width") func plain() throws {
        let text = "Hill mumbling", line = try layout(text, size: 2048).lines[0]
        var x = 0.0
        for (glyph, id) in zip(line.runs[0].glyphs.glyphs, nominal(text)) {
            #expect(glyph == GlyphRun.Glyph(id: id, position: Point(x, line.origin.y)))
            x += TestFont.sans.advance(of: id) * 2048
        }
        #expect(line.width == x && line.bounds.width == x)
        let width = try layout(text, size: 13).lines[0].width
        #expect(width.isNearly(x * 13 / 2048))
    }
    @Test("Pairs are kerned as FreeType reads the font's table") func kerning() throws {
        var library: FT_Library?, face: FT_Face?
        try #require(FT_Init_FreeType(&library) == 0 && FT_New_Face(library, TestFont.folder + "DejaVuSans.ttf", 0, &face) == 0)
        defer { FT_Done_Face(face); FT_Done_FreeType(library) }
        var kerned = 0
        for pair in ["AV", "AT", "To", "LY", "Wa", "r.", "HH", "fo", "P,", "Va"] {
            let ids = nominal(pair)
            var kerning = FT_Vector()
            FT_Get_Kerning(face, ids[0], ids[1], FT_UInt(FT_KERNING_UNSCALED.rawValue), &kerning)
            let sum = (TestFont.sans.advance(of: ids[0]) + TestFont.sans.advance(of: ids[1])) * 2048
            #expect(try layout(pair).lines[0].width == sum + Double(kerning.x), "\(pair)")
            if kerning.x != 0 { kerned += 1 }
        }
        #expect(kerned >= 5)
        var style = TextStyle(TestFont.sans, size: 2048)
        style.features = ["kern": 0]
        let ids = nominal("AV")
        #expect(try TextLayout(StyledText("AV", style: style)).lines[0].width == (TestFont.sans.advance(of: ids[0]) + TestFont.sans.advance(of: ids[1])) * 2048)
    }
    @Test("The letters f and i become a ligature, unless it is switched off or letters are spaced") func ligature() throws {
        #expect(try glyphs("fi") == nominal("\u{FB01}"))
        var style = TextStyle(TestFont.sans, size: 10)
        style.features = ["liga": 0]
        #expect(try TextLayout(StyledText("fi", style: style)).lines[0].runs[0].glyphs.glyphs.map(\.id) == nominal("fi"))
        style.features = [:]
        style.letterSpacing = 3
        let spaced = try TextLayout(StyledText("fi", style: style)).lines[0]
        #expect(spaced.runs[0].glyphs.glyphs.map(\.id) == nominal("fi"))
        #expect(spaced.width.isNearly(6 + nominal("fi").reduce(0) { $0 + TestFont.sans.advance(of: $1) * 10 }))
    }
    @Test("Accents join their letters: as one composed glyph if the font has it, else above the letter without an advance") func marks() throws {
        #expect(try glyphs("e\u{301}") == nominal("é"))
        let line = try layout("x\u{301}").lines[0]
        #expect(line.runs[0].glyphs.glyphs.count == 2)
        #expect(line.width == TestFont.sans.advance(of: nominal("x")[0]) * 2048)
        #expect(line.runs[0].textOffsets == [0, 0])
    }
    @Test("Hebrew text runs from right to left, but numbers in this text run from left to right") func rightToLeft() throws {
        #expect(try glyphs("אבג") == nominal("גבא"))
        #expect(try glyphs("אב 12 גד") == nominal("דג 12 בא"))
        #expect(try glyphs("ab אב cd") == nominal("ab בא cd"))
        #expect(try glyphs("(אב)") == nominal("(בא)"))
        let mixed = try layout("אב cd")
        #expect(mixed.lines[0].runs.flatMap(\.glyphs.glyphs).map(\.id) == nominal("cd בא"))
        #expect(mixed.lines[0].runs.flatMap(\.textOffsets) == [3, 4, 2, 1, 0])
        let forced = try layout("אב cd", TestFont.sans, size: 10, .init(direction: .leftToRight))
        #expect(forced.lines[0].runs.flatMap(\.glyphs.glyphs).map(\.id) == nominal("בא cd"))
        // In text of either direction, the positions increase from left to right.
        let xs = mixed.lines[0].runs.flatMap(\.glyphs.glyphs).map(\.position.x)
        #expect(xs == xs.sorted())
    }
    @Test("Arabic letters take their joining forms") func joining() throws {
        // The text is three times U+0628. From left to right, the glyphs of the text are the final, the medial and the initial form
        // (U+FE90, U+FE92, U+FE91).
        #expect(try glyphs("ببب") == nominal("\u{FE90}\u{FE92}\u{FE91}"))
    }
    @Test("A change of colour inside of a word does not separate its letters") func styledJoining() throws {
        var text = StyledText("ببب", style: TextStyle(TestFont.sans, size: 10))
        let range = text.string.unicodeScalars.index(after: text.string.startIndex)..<text.string.endIndex
        text.style(range) { $0.paint = .color(Color(1, 0, 0)) }
        let line = try TextLayout(text).lines[0]
        #expect(line.runs.count == 2 && line.runs.flatMap(\.glyphs.glyphs).map(\.id) == nominal("\u{FE90}\u{FE92}\u{FE91}"))
        #expect(line.runs.map(\.paint) == [.color(Color(1, 0, 0)), .color(.black)])
    }
    @Test("Tabs are blanks, other control characters draw nothing") func controls() throws {
        #expect(try layout("a\tb").lines[0].width == layout("a b").lines[0].width)
        #expect(try layout("a\u{1}\u{7F}b").lines[0].width == layout("ab").lines[0].width)
        #expect(try layout("a\u{0}b\u{200D}\u{FEFF}").missingCharacters.isEmpty)
    }

    // MARK: Fallback and styles

    @Test("A character is drawn with the first font that has it, and is reported as missing if no font has it") func fallback() throws {
        let style = TextStyle(fonts: [TestFont.mono, TestFont.sans], size: 10)
        let line = try TextLayout(StyledText("ab שלום", style: style)).lines[0]
        #expect(line.runs.map(\.glyphs.font) == [TestFont.mono, TestFont.sans])
        let none = try TextLayout(StyledText("a漢b字漢", style: style))
        #expect(none.missingCharacters == ["漢", "字"])
        #expect(none.lines[0].runs.flatMap(\.glyphs.glyphs).map(\.id).filter { $0 == 0 }.count == 3)
        #expect(none.lines[0].runs.allSatisfy { $0.glyphs.font == TestFont.mono })
        #expect(try TextLayout("aé", font: TestFont.sans, size: 9).missingCharacters.isEmpty)
    }
    @Test("Pieces of a text keep their fonts, sizes and paints, and the largest size sets the line's height") func styles() throws {
        var text = StyledText("small ", style: TextStyle(TestFont.sans, size: 10))
        var large = TextStyle(TestFont.serif, size: 30, paint: .color(Color(hex: 0xFF7A18)))
        large.isUnderlined = true; large.isStruckThrough = true
        text.append("large", style: large)
        let layout = try TextLayout(text), line = layout.lines[0]
        #expect(line.runs.map(\.glyphs.size) == [10, 30] && line.runs.map(\.paint) == [.color(.black), .color(Color(hex: 0xFF7A18))])
        #expect(line.ascent == TestFont.serif.ascent * 30 && line.descent == TestFont.serif.descent * 30)
        #expect(line.runs[0].decorations.isEmpty && line.runs[1].decorations.count == 2)
        let under = line.runs[1].decorations[0], through = line.runs[1].decorations[1]
        #expect(under.minX == line.runs[1].minX && under.maxX.isNearly(line.runs[1].maxX) && under.minY > line.origin.y && through.maxY < line.origin.y)
        #expect(layout.inkBounds.map { $0.maxY >= under.maxY } == true)
    }
    @Test("The style of a range changes that range alone") func ranges() {
        var text = StyledText("abcdef", style: TextStyle(TestFont.sans, size: 10))
        let s = text.string
        text.style(s.index(s.startIndex, offsetBy: 2)..<s.index(s.startIndex, offsetBy: 4)) { $0.size = 20 }
        text.style(s.startIndex..<s.index(s.startIndex, offsetBy: 3)) { $0.isUnderlined = true }
        text.style(s.startIndex..<s.startIndex) { $0.size = 99 }
        let runs = (try? TextLayout(text).lines[0].runs) ?? []
        #expect(runs.map { $0.glyphs.glyphs.count } == [2, 1, 1, 2])
        #expect(runs.map(\.glyphs.size) == [10, 20, 20, 10] && runs.map(\.decorations.count) == [1, 1, 0, 0])
    }

    @Test("A glyph that is only a colour picture counts as missing: another font draws the character, or a box stands for it") func colored() throws {
        // The font's table FFTM, which no code reads, is renamed to COLR. The outline of 'a' is made empty. With these two changes, the
        // font seems to have a coloured picture for 'a'.
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: TestFont.folder + "DejaVuSans.ttf")))
        let count = Int(bytes[4]) << 8 | Int(bytes[5])
        func entry(_ tag: String) throws -> Int { try #require((0..<count).map { 12 + 16 * $0 }.first { Array(bytes[$0..<$0 + 4]) == Array(tag.utf8) }) }
        func word(_ at: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) } }
        let places = word(try entry("loca") + 8), isLong = bytes[word(try entry("head") + 8) + 51] == 1
        try #require(isLong)
        let glyph = Int(try #require(TestFont.sans.glyph(for: "a")))
        for byte in 0..<4 { bytes[places + 4 * (glyph + 1) + byte] = bytes[places + 4 * glyph + byte] }
        bytes.replaceSubrange(try entry("FFTM")..<entry("FFTM") + 4, with: Array("COLR".utf8))
        let colored = try Font(bytes: bytes)
        try #require(colored.outline(of: UInt32(glyph)).isEmpty && colored.glyph(for: "a") == UInt32(glyph))

        let alone = try TextLayout("ba b", font: colored, size: 10)
        #expect(alone.missingCharacters == ["a"])
        #expect(alone.lines[0].runs.flatMap(\.glyphs.glyphs).map(\.id) == [colored.glyph(for: "b"), 0, colored.glyph(for: " "), colored.glyph(for: "b")])
        let both = try TextLayout(StyledText("ba", style: TextStyle(fonts: [colored, TestFont.mono], size: 10)))
        #expect(both.missingCharacters.isEmpty && both.lines[0].runs.map(\.glyphs.font) == [colored, TestFont.mono])
    }

    // MARK: Lines

    @Test("Lines contain as many words as fit") func breaking() throws {
        let text = "one two three four five six"
        let width = try layout("one two three").lines[0].width
        let broken = try layout(text, TestFont.sans, size: 2048, .init(width: width))
        func words(_ layout: TextLayout) -> [String] { layout.lines.map { String(String.UnicodeScalarView(Array(text.unicodeScalars)[$0.textRange])) } }
        #expect(words(broken) == ["one two three ", "four five six"])
        #expect(try words(layout(text, TestFont.sans, size: 2048, .init(width: width * 0.999))).first == "one two ")
        #expect(broken.lines[0].width == width)
        #expect(broken.bounds.width == width && broken.bounds.height == broken.lines[0].height * 2)
    }
    @Test("Text as wide as its own measure stays on one line") func ownMeasure() throws {
        for text in ["Waffles at the office", "AVATAR To Wa.", "שלום ab עולם 12", "مرحبا بالعالم"] {
            let width = try layout(text, TestFont.sans, size: 17).lines[0].width
            #expect(try layout(text, TestFont.sans, size: 17, .init(width: width)).lines.count == 1, "\(text)")
        }
    }
    @Test("Ends of paragraphs end lines, also at the end of the text and several in a row") func paragraphs() throws {
        let broken = try layout("a\n\nb\r\nc\u{2029}", TestFont.sans, size: 10)
        #expect(broken.lines.map(\.textRange) == [0..<1, 2..<2, 3..<4, 6..<7, 8..<8])
        #expect(broken.lines.allSatisfy { $0.height == broken.lines[0].height })
        #expect(try layout("", TestFont.sans, size: 10).lines.count == 1)
        #expect(try layout("", TestFont.sans, size: 10).bounds.height == broken.lines[0].height)
    }
    @Test("A word that is too long is cut between characters, never between a letter and its accent") func longWords() throws {
        let text = String(repeating: "x\u{301}y", count: 20)
        let broken = try layout(text, TestFont.sans, size: 10, .init(width: 31))
        #expect(broken.lines.count > 3 && broken.lines.allSatisfy { $0.width <= 31 })
        let scalars = Array(text.unicodeScalars)
        #expect(broken.lines.allSatisfy { scalars[$0.textRange.lowerBound].value != 0x301 })
        // A character that is wider than the line still gets a line.
        #expect(try layout("WWW", TestFont.sans, size: 10, .init(width: 0)).lines.count == 3)
    }
    @Test("Lines may end after hyphens and ideographs, but not at no-break blanks") func breakPlaces() throws {
        func ends(_ text: String) throws -> [Int] { try layout(text, TestFont.sans, size: 10, .init(width: 1e-3)).lines.map(\.textRange.upperBound) }
        func one(_ text: String, _ width: Double) throws -> [Int] {
            try layout(text, TestFont.sans, size: 10, .init(width: width)).lines.map(\.textRange.upperBound)
        }
        #expect(try one("well-known", 40) == [5, 10])
        #expect(try one("漢字。", 13) == [1, 3])
        #expect(try one("a\u{A0}b c", 22) == [4, 5])
        #expect(try ends("ab") == [1, 2])
    }
    @Test("Lines are aligned left, centred, right, or justified") func alignment() throws {
        let text = "one two three\nfour"
        func lines(_ alignment: TextLayout.Alignment) throws -> [TextLayout.Line] {
            try layout(text, TestFont.sans, size: 10, .init(width: 50, alignment: alignment)).lines
        }
        let left = try lines(.left), center = try lines(.center), right = try lines(.right), both = try lines(.justified)
        #expect(left.count == 3 && left.allSatisfy { $0.origin.x == 0 })
        #expect(center.allSatisfy { ($0.bounds.minX + $0.bounds.maxX).isNearly(50) })
        #expect(right.allSatisfy { $0.bounds.maxX.isNearly(50) })
        #expect(both[0].width == 50 && both[1].width == left[1].width && both[2].width == left[2].width)
        // The last word is moved to the right end of the line; the first word stays.
        let last = both[0].runs.last?.glyphs.glyphs.last, plain = left[0].runs.last?.glyphs.glyphs.last
        let end = last?.position.x ?? 0, plainEnd = plain?.position.x ?? 0
        #expect(end.isNearly(plainEnd + 50 - left[0].width))
        #expect(both[0].runs[0].glyphs.glyphs[0] == left[0].runs[0].glyphs.glyphs[0])
        #expect(both[0].runs.last?.maxX.isNearly(50) == true)
        // If the options give no width, lines are aligned within the width of the widest line.
        let free = try layout("wide line\nx", TestFont.sans, size: 10, .init(alignment: .right))
        #expect(free.lines[1].bounds.maxX.isNearly(free.lines[0].width) && free.bounds.width == free.lines[0].width)
    }
    @Test("The height of a line is a multiple of the font's line height, or a given number; the text lies in the middle of this height") func lineHeight() throws {
        let font = TestFont.sans, own = (font.ascent + font.descent + font.lineGap) * 10
        #expect(try layout("a\nb", font, size: 10).bounds.height.isNearly(2 * own))
        #expect(try layout("a\nb", font, size: 10, .init(lineHeight: .multiple(1.5))).bounds.height.isNearly(3 * own))
        let given = try layout("a\nb", font, size: 10, .init(lineHeight: .points(40)))
        #expect(given.bounds.height == 80 && given.lines[1].top == 40)
        #expect((given.lines[0].bounds.minY + given.lines[0].bounds.maxY).isNearly(40))
    }
    @Test("Omitted text ends in an ellipsis that fits") func truncation() throws {
        let text = "The quick brown fox jumps over the lazy dog"
        for width in [5.0, 20, 60, 90, 150] {
            let cut = try layout(text, TestFont.sans, size: 10, .init(width: width, maximumLineCount: 1))
            #expect(cut.isTruncated && cut.lines.count == 1, "\(width)")
            #expect(cut.lines[0].runs.last?.glyphs.glyphs.last?.id == nominal("…")[0])
            #expect(cut.lines[0].width <= width || cut.lines[0].textRange.isEmpty)
        }
        let two = try layout(text, TestFont.sans, size: 10, .init(width: 90, maximumLineCount: 2))
        #expect(two.lines.count == 2 && two.lines[0].width <= 90 && two.isTruncated)
        let whole = try layout(text, TestFont.sans, size: 10, .init(width: 1000, maximumLineCount: 1))
        #expect(!whole.isTruncated && whole.lines[0].textRange.count == text.count)
        #expect(try layout("a\nb", TestFont.sans, size: 10, .init(maximumLineCount: 1)).isTruncated)
    }

    // MARK: Attack

    @Test("Any text in any width keeps all characters, and no line is too wide") func anything() throws {
        var random = SeededGenerator(state: 16)
        let alphabet: [String] = ["a", "fi", "W", " ", "  ", "-", "\n", "\u{301}", "ש", "ل", "م", "1", "(", ")", "漢", "。", "\u{202E}", "\u{2067}", "\u{2069}",
                                  "\u{A0}", "\t", "\u{200D}",
                                  "👩‍👩‍👧", "\u{FFFF}", "\u{10FFFF}", "क्ष", "각", "\u{AD}", "…"]
        for round in 0..<120 {
            let text = (0..<Int.random(in: 0..<60, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
            let width = Double.random(in: 8..<120, using: &random)
            let options = TextLayout.Options(width: width, alignment: TextLayout.Alignment.allCases[round % 4],
                                             maximumLineCount: round % 3 == 0 ? 1 + round % 5 : nil)
            let result = try TextLayout(StyledText(text, style: TextStyle(fonts: [TestFont.mono, TestFont.sans], size: 10)), options: options)
            var next = 0
            let scalars = Array(text.unicodeScalars)
            for line in result.lines {
                #expect(line.textRange.lowerBound >= next, "\(text.debugDescription)")
                #expect(scalars[next..<line.textRange.lowerBound].allSatisfy { $0.properties.isWhitespace }, "\(text.debugDescription)")
                next = line.textRange.upperBound
                #expect(line.width <= max(width, 40) * (1 + 1e-6), "\(text.debugDescription)")
                #expect(line.runs.flatMap(\.glyphs.glyphs).allSatisfy { $0.position.x.isFinite && $0.position.y.isFinite })
            }
            if !result.isTruncated { #expect(scalars[next...].allSatisfy { $0.properties.isWhitespace }, "\(text.debugDescription)") }
        }
    }
    @Test("Invalid numbers and texts that are too long are errors that name them") func refused() throws {
        func code(_ options: TextLayout.Options = .init(), size: Double = 10, text: String = "a") -> CanvasError.Code? {
            TestFont.thrown { _ = try TextLayout(text, font: TestFont.sans, size: size, options: options) }?.code
        }
        for size: Double in [0, -1, .nan, .infinity, 2e6] { #expect(code(size: size) == .invalidArgument, "\(size)") }
        for width: Double in [-1, .nan, .infinity] { #expect(code(.init(width: width)) == .invalidArgument, "\(width)") }
        for height: Double in [0, .nan, -.infinity] {
            #expect(code(.init(lineHeight: .points(height))) == .invalidArgument && code(.init(lineHeight: .multiple(height))) == .invalidArgument)
        }
        #expect(code(.init(maximumLineCount: 0)) == .invalidArgument)
        #expect(TestFont.thrown { _ = try TextLayout(StyledText("a", style: TextStyle(fonts: [], size: 10))) }?.code == .invalidArgument)
        #expect(code(text: String(repeating: "a", count: TextLayout.maximumTextLength)) == .limitExceeded)
        for tag in ["", "abc", "abcde", "ab\u{1}c"] {
            var style = TextStyle(TestFont.sans, size: 10)
            style.features = [tag: 1]
            #expect(TestFont.thrown { _ = try TextLayout(StyledText("a", style: style)) }?.code == .invalidArgument)
        }
    }
    @Test("A long text in one paragraph is laid out in lines") func long() throws {
        let text = String(repeating: "lorem ipsum ", count: 2000)
        let result = try layout(text, TestFont.sans, size: 10, .init(width: 200, alignment: .justified))
        #expect(result.lines.count > 500 && result.lines.last?.textRange.upperBound == text.unicodeScalars.count)
    }

    // MARK: Canvas

    @Test("Drawn text is glyphs and lines at the given place") func drawn() throws {
        var canvas = Canvas()
        let box = try canvas.draw(text: "fi", at: Point(100, 50), font: TestFont.sans, size: 10, alignment: .right)
        #expect(box.maxX.isNearly(100) && box.minY < 50 && box.maxY > 50)
        guard case .draw(let draw)? = canvas.commands.first, case .glyphs(let run) = draw.shape else { Issue.record("no glyphs"); return }
        #expect(draw.transform.apply(run.glyphs[0].position).x.isNearly(box.minX) && draw.transform.apply(run.glyphs[0].position).y.isNearly(50))
        #expect(canvas.transform == .identity)
    }
}

extension Double {
    fileprivate func isNearly(_ other: Double) -> Bool { abs(self - other) <= 1e-9 * max(1, abs(other)) }
}
