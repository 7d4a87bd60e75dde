// TextParagraph: a paragraph of text, divided into items that HarfBuzz can shape; each item has one font, one script, one
// direction and one style.

import CFriBidi
import CHarfBuzz

struct TextParagraph {
    struct Item {
        /// A range of the paragraph's scalars.
        var range: Range<Int>
        /// The index among the layout's styles.
        var style: Int
        var font: Font
        var script: hb_script_t
        /// The embedding level of the Unicode Bidirectional Algorithm: odd for right to left.
        var level: Int8
    }
    /// The scalars to shape. Control characters are replaced by a blank or an invisible character.
    var scalars: [UInt32]
    /// The items in the order of the text, without gaps.
    var items: [Item]
    /// The embedding level of the paragraph: 0 if the paragraph runs from left to right, 1 if the paragraph runs from right to left.
    var baseLevel: Int8
    /// For each scalar: true if a new line may begin before the scalar.
    var breaks: [Bool]
    /// For each scalar: true if a word that is too long for a line may be cut before the scalar.
    var characterStarts: [Bool]
    /// The style for an empty paragraph and for an ellipsis at its end.
    var style: Int
    /// The index of the paragraph's first scalar in the whole text.
    var offset: Int

    /// - Parameters:
    ///   - characters: The paragraph's characters, without its line terminator.
    ///   - styleEnds: For each run of the text, the index of the scalar at which the run ends, counted from the text's start.
    init(_ characters: [Character], offset: Int, styles: [TextStyle], styleEnds: [Int], direction: TextLayout.Direction) throws(CanvasError) {
        self.offset = offset
        scalars = []; breaks = []; characterStarts = []; items = []
        var fonts: [Font] = [], scripts: [hb_script_t] = [], itsStyles: [Int] = []
        let unicode = hb_unicode_funcs_get_default()
        func styleIndex(_ scalar: Int) -> Int {
            var low = 0, high = styleEnds.count - 1
            while low < high {
                let middle = (low + high) / 2
                if styleEnds[middle] > scalar { high = middle } else { low = middle + 1 }
            }
            return max(0, low)
        }
        style = styleIndex(offset)
        for character in characters {
            let start = scalars.count
            for scalar in character.unicodeScalars {
                let own = styleIndex(offset + scalars.count)
                characterStarts.append(scalars.count == start)
                // All scalars of a character get the same font, so that accents match their letters.
                fonts.append(scalars.count > start && itsStyles.last == own ? fonts[scalars.count - 1] : TextParagraph.font(for: character, styles[own].fonts))
                itsStyles.append(own)
                scalars.append(TextParagraph.shown(scalar))
                scripts.append(hb_unicode_script(unicode, scalar.value))
            }
        }
        TextParagraph.resolveScripts(&scripts)
        breaks = TextParagraph.breaks(scalars, scripts, characterStarts)
        let levels: [Int8]
        (levels, baseLevel) = try TextParagraph.levels(scalars, direction)
        for i in scalars.indices {
            if let last = items.last, last.style == itsStyles[i], last.font == fonts[i], last.level == levels[i], last.script.rawValue == scripts[i].rawValue {
                items[items.count - 1].range = last.range.lowerBound..<i + 1
            } else {
                items.append(Item(range: i..<i + 1, style: itsStyles[i], font: fonts[i], script: scripts[i], level: levels[i]))
            }
        }
    }

    /// Returns the parts of the items that lie within a range, for a line.
    func items(in range: Range<Int>) -> [Item] {
        items.compactMap { item in
            var part = item
            part.range = item.range.clamped(to: range)
            return part.range.isEmpty ? nil : part
        }
    }
    /// Returns the part of the paragraph within a range, followed by an ellipsis in the style of the part's end.
    func truncated(to range: Range<Int>, ellipsis: [UInt32], styles: [TextStyle]) -> TextParagraph {
        var part = self
        part.items = items(in: range)
        part.scalars = Array(scalars[..<range.upperBound]) + ellipsis
        let style = part.items.last?.style ?? (items(in: range.lowerBound..<scalars.count).first?.style ?? self.style)
        let font = styles[style].fonts.first { font in ellipsis.allSatisfy { font.face.glyph(for: $0) != nil } } ?? styles[style].fonts[0]
        part.items.append(Item(range: range.upperBound..<part.scalars.count, style: style, font: font, script: part.items.last?.script ?? HB_SCRIPT_COMMON,
                               level: baseLevel))
        return part
    }

    private static func font(for character: Character, _ fonts: [Font]) -> Font {
        if fonts.count == 1 { return fonts[0] }
        let needed = character.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0.properties.generalCategory != .control }
        func has(_ font: Font, _ scalar: Unicode.Scalar) -> Bool { font.face.glyph(for: scalar.value).map { font.face.draws($0, for: scalar) } ?? false }
        return fonts.first { font in needed.allSatisfy { has(font, $0) } } ?? fonts.first { font in needed.first.map { has(font, $0) } ?? true } ?? fonts[0]
    }
    /// Returns the scalar to shape: a blank for a tab, an invisible character (U+200B) for other control characters, which would
    /// otherwise show the box of a missing glyph.
    private static func shown(_ scalar: Unicode.Scalar) -> UInt32 {
        scalar.value == 9 ? 0x20 : scalar.properties.generalCategory == .control ? 0x200B : scalar.value
    }
    /// Gives each scalar a script. Blanks, digits and marks have no script of their own, and get the script of the preceding scalar.
    /// Blanks, digits or marks at the beginning of the text get the script of the first scalar that has a script (Unicode Standard Annex
    /// 24).
    private static func resolveScripts(_ scripts: inout [hb_script_t]) {
        func isOwn(_ script: hb_script_t) -> Bool { script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED && script != HB_SCRIPT_UNKNOWN }
        var current = scripts.first(where: isOwn) ?? HB_SCRIPT_COMMON
        for i in scripts.indices {
            if isOwn(scripts[i]) { current = scripts[i] } else { scripts[i] = current }
        }
    }

    /// Computes embedding levels by Unicode Standard Annex 9, up to rule I2. Rule L2 is in `TypeSetter`.
    private static func levels(_ scalars: [UInt32], _ direction: TextLayout.Direction) throws(CanvasError) -> ([Int8], base: Int8) {
        var base: FriBidiParType = switch direction {
        case .automatic: FriBidiParagraphAutomatic
        case .leftToRight: FriBidiParagraphLeftToRight
        case .rightToLeft: FriBidiParagraphRightToLeft
        }
        guard !scalars.isEmpty else { return ([], direction == .rightToLeft ? 1 : 0) }
        let count = FriBidiStrIndex(scalars.count)
        var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: scalars.count),
            brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
        var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
        fribidi_get_bidi_types(scalars, count, &types)
        fribidi_get_bracket_types(scalars, count, types, &brackets)
        guard fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels) != 0 else {
            throw CanvasError(.outOfMemory, "text of \(scalars.count) characters", "does not have enough memory", remedy: "free memory")
        }
        return (levels, base == FriBidiParagraphRightToLeft ? 1 : 0)
    }

    /// Finds the positions where lines may break: after blanks, hyphens and dashes, and between characters of scripts that are written
    /// without blanks. These rules for line breaks are a small part of Unicode Standard Annex 14. Next to characters of scripts without
    /// blanks, closing punctuation never begins a line, and an opening bracket never ends a line.
    private static func breaks(_ scalars: [UInt32], _ scripts: [hb_script_t], _ characterStarts: [Bool]) -> [Bool] {
        func isIdeographic(_ i: Int) -> Bool {
            let script = scripts[i]
            guard script == HB_SCRIPT_HAN || script == HB_SCRIPT_HIRAGANA || script == HB_SCRIPT_KATAKANA || script == HB_SCRIPT_HANGUL
                  || script == HB_SCRIPT_BOPOMOFO else { return false }
            return scalars[i] >= 0x1100
        }
        var result = [Bool](repeating: false, count: scalars.count)
        for i in scalars.indices.dropFirst() where characterStarts[i] && !isBlank(scalars[i]) {
            let before = scalars[i - 1]
            if isBlank(before) || before == 0x200B || (0x2010...0x2014).contains(before) && before != 0x2011 { result[i] = true; continue }
            // A line may break after a hyphen only between letters; before a digit, the hyphen may be a minus sign.
            if before == 0x2D, i >= 2, isLetter(scalars[i - 2]), isLetter(scalars[i]) { result[i] = true; continue }
            if isIdeographic(i - 1) || isIdeographic(i) {
                result[i] = !isClosing(scalars[i]) && !isOpening(before) && before != 0xA0 && scalars[i] != 0xA0
            }
        }
        return result
    }
    /// Returns true for a blank at which a line may end. At the line's end, the blank does not count for the width.
    static func isBlank(_ scalar: UInt32) -> Bool {
        scalar == 0x20 || scalar == 0x1680 || (0x2000...0x200A).contains(scalar) && scalar != 0x2007 || scalar == 0x205F || scalar == 0x3000
    }
    private static func category(_ scalar: UInt32) -> Unicode.GeneralCategory { Unicode.Scalar(scalar)?.properties.generalCategory ?? .unassigned }
    private static func isLetter(_ scalar: UInt32) -> Bool { Unicode.Scalar(scalar)?.properties.isAlphabetic ?? false }
    private static func isOpening(_ scalar: UInt32) -> Bool { [.openPunctuation, .initialPunctuation].contains(category(scalar)) }
    private static func isClosing(_ scalar: UInt32) -> Bool {
        // Small kana and similar characters count as closing punctuation, because such characters must not begin a line.
        [.closePunctuation, .finalPunctuation, .otherPunctuation].contains(category(scalar))
            || [0x3005, 0x30FC, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087,
            0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7].contains(scalar)
    }
}
