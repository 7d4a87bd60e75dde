// The panels' letters: all needed letters exist, and are sharp at every scale. The number of a slider is readable wherever the
// slider's knob is.

import Foundation
import Panels
import Raster
import TestSupport
import Testing

@Suite("The panels' font") struct PanelFontTests {
    /// Returns a picture of a single text on a panel.
    private func picture(_ text: String, scale: Float = 1, style: PanelFont.Style = .regular, font: PanelFont = .dejaVu, before: String = "") throws -> Image {
        let screen = try Screen(width: Int(260 * scale), height: Int(110 * scale), scale: scale, font: font)
        if !before.isEmpty { try screen.show { panel in panel.window("Test", x: 0, y: 0, width: 240) { panel.text(before) } } }
        try screen.show { panel in panel.window("Test", x: 0, y: 0, width: 240) { panel.style(style) { panel.text(text) } } }
        return try screen.picture()
    }
    /// Returns the largest brightness in each row below the title, from the first row with letters to the last.
    private func rows(_ image: Image, scale: Float) -> [Int] {
        let all = (Int(27 * scale)..<Int(54 * scale)).map { y in (Int(12 * scale)..<Int(220 * scale)).map { brightness(image[$0, y]) }.max() ?? 0 }
        let isInk = all.map { $0 > 160 }
        guard let first = isInk.firstIndex(of: true), let last = isInk.lastIndex(of: true) else { return [] }
        return Array(all[first...last])
    }

    @Test("Latin, Greek, Cyrillic, punctuation, arrows and mathematical signs have different letters in every style", arguments: PanelFont.Style.allCases)
    func letters(style: PanelFont.Style) throws {
        let screen = try Screen(width: 100, height: 80)
        func picture(_ text: String) throws -> Image {
            try screen.show { panel in panel.window("", x: 0, y: 0, width: 80) { panel.style(style) { panel.text(text) } } }
            return try screen.picture()
        }
        let box = try picture("\u{E123}"), blank = try picture(" "), question = try picture("?")
        #expect(box != blank, "what no font has is a box")
        for letter in "…–—‘’“”«»•·×÷±≤≥≠≈∞√∑∫∂∈∅→←↑↓↔⇒°²³½äßÆøłŠžΑΩαλπΣЖЯжяё" {
            let shown = try picture(String(letter))
            #expect(shown != box && shown != blank && shown != question, "\(letter)")
        }
    }

    @Test("letters are sharp at the top and at the bottom, at every scale", arguments: [1, 1.25, 1.5, 2, 2.5, 3, 4] as [Float])
    func sharp(scale: Float) throws {
        for style in PanelFont.Style.allCases {
            for letter in ["z", "E", "T"] {
                let rows = try rows(picture(String(repeating: letter, count: 6), scale: scale, style: style), scale: scale)
                let most = rows.max() ?? 0
                #expect(!rows.isEmpty && rows[0] > most * 4 / 5 && rows[rows.count - 1] > most * 4 / 5, "\(letter) in \(style) at \(scale): \(rows)")
            }
        }
    }

    @Test("at twice the scale, text has twice the height")
    func grows() throws {
        let heights = try [1, 2, 4].map { (scale: Float) in try rows(picture("E", scale: scale), scale: scale).count }
        #expect(heights[0] > 7 && abs(heights[1] - 2 * heights[0]) <= 1 && abs(heights[2] - 4 * heights[0]) <= 2, "\(heights)")
    }

    @Test("letters look the same, whatever text was drawn before them")
    func order() throws {
        #expect(try picture("Ωmega → µ") == picture("Ωmega → µ", before: "ЖЯabc∑∫Ω {}→ and more letters, ŁØ"))
    }

    @Test("without a font file the built-in font is used; the error of a missing file, or a file that is no font, names it")
    func fallback() throws {
        #expect(try picture("abc", font: .builtIn) != picture("   ", font: .builtIn))
        #expect(try picture("…", font: .builtIn) == picture("?", font: .builtIn))
        let missing = #expect(throws: RasterError.self) { try PanelFont(regular: "/nowhere/at/all.ttf") }
        #expect(missing?.code == .fileNotReadable)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("font-\(UUID().uuidString).ttf")
        defer { try? FileManager.default.removeItem(at: file) }
        for bytes in [[], [0, 1, 0, 0], Array("plain text that is no font".utf8)] as [[UInt8]] {
            try Data(bytes).write(to: file)
            let error = #expect(throws: RasterError.self) { try PanelFont(regular: file.path) }
            #expect(error?.code == .invalidArgument && "\(error!)".contains(file.path))
        }
    }

    @Test("a slider's number is equally readable over the knob and beside it")
    func sliderNumber() throws {
        // Draws a slider whose knob is at the given fraction of the slider's range. The slider's number is always 0, because values
        // up to 0.4 are shown without decimals.
        func picture(_ share: Float) throws -> Image {
            let screen = try Screen(width: 260, height: 110)
            var value = share * 0.4
            try screen.show { panel in
                panel.window("Test", x: 0, y: 0, width: 240) { panel.slider("##s", &value, in: 0...0.4, decimals: 0) }
            }
            return try screen.picture()
        }
        let plain = try picture(0), all = try stride(from: Float(0), through: 1, by: 0.01).map { try picture($0) }
        // `box` has the columns and rows of the digit and of the pixels around the digit.
        let box = (x: 60..<120, y: 34..<50)
        let ink = box.y.flatMap { y in box.x.filter { brightness(plain[$0, y]) > 520 }.map { SIMD2($0, y) } }
        try #require(ink.count > 6)
        let x = (ink.map(\.x).min()! - 3)...(ink.map(\.x).max()! + 3), y = ink.map(\.y).min()!...ink.map(\.y).max()!
        for (number, image) in all.enumerated() {
            let dark = y.flatMap { y in x.filter { brightness(plain[$0, y]) < 240 }.map { brightness(image[$0, y]) } }.max() ?? 765
            let bright = ink.map { brightness(image[$0.x, $0.y]) }.min() ?? 0
            #expect(bright - dark > 240, "at \(number): ink \(bright), ground \(dark)")
        }
        #expect(Set(all.map(\.bytes)).count > 60, "the bar follows the value")
    }
}
