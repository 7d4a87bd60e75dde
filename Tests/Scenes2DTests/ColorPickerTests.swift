// Using the colour picker: loupe, handle, sliders, buttons, keys.

import Canvas
import Raster
import Scenes2D
import SeededRandom
import Testing

@Suite("Colour picker") struct ColorPickerTests {
    private func picker(_ color: Color = Color(hex: 0xFF7A18)) -> ColorPicker {
        ColorPicker(frame: Rectangle(x: 10, y: 20, width: 360, height: 460), color: color)
    }

    @Test("the picker shows the given colour; a grey keeps the hue, and black also keeps the saturation")
    func colors() {
        var picker = picker(), random = SeededGenerator(state: 8)
        #expect(picker.color.nearestBytes == SIMD4(255, 122, 24, 255) && picker.text == "#FF7A18")
        for _ in 0..<2000 {
            let bits = random.next(), color = Color(hex: UInt32(truncatingIfNeeded: bits), alpha: Double(bits >> 32 & 255) / 255)
            picker.color = color
            #expect(picker.color.nearestBytes == color.nearestBytes)
        }
        picker.color = Color(hex: 0x2080C0)
        let (hue, saturation) = (picker.hue, picker.saturation)
        picker.press(.black)
        #expect(picker.hue == hue && picker.saturation == saturation && picker.color == .black)
        picker.press(.white)
        #expect(picker.hue == hue && picker.saturation == 0 && picker.color.nearestBytes == SIMD4(255, 255, 255, 255))
        picker.color = Color(.nan, .infinity, -1, .nan)
        #expect(picker.color.nearestBytes == SIMD4(0, 255, 0, 0))
    }

    @Test("the loupe follows the pointer up to the field's edges: saturation increases to the right, brightness upwards")
    func loupe() {
        var picker = picker()
        let field = picker.layout.field
        let held1 = picker.pointerDown(at: Point(field.x + field.width * 0.25, field.maxY - field.height * 0.75))
        #expect(held1)
        #expect(abs(picker.saturation - 0.25) < 1e-12 && abs(picker.brightness - 0.75) < 1e-12, "a press beside the loupe calls it")
        picker.pointerMoved(to: Point(field.maxX + 500, field.minY - 500))
        #expect(picker.saturation == 1 && picker.brightness == 1)
        picker.pointerMoved(to: Point(field.center.x, field.center.y))
        picker.pointerUp(at: field.center)
        #expect(abs(picker.saturation - 0.5) < 1e-12 && abs(picker.brightness - 0.5) < 1e-12)
        // If the loupe is grabbed beside its middle, the loupe does not jump.
        let grip = picker.loupeCenter + Point(10, 5)
        picker.pointerDown(at: grip)
        #expect(abs(picker.saturation - 0.5) < 1e-12)
        picker.pointerMoved(to: grip + Point(field.width * 0.1, -field.height * 0.2))
        #expect(abs(picker.saturation - 0.6) < 1e-12 && abs(picker.brightness - 0.7) < 1e-12)
        picker.pointerUp(at: grip)
        let rest = picker.color
        picker.pointerMoved(to: field.center + Point(30, 30))
        #expect(picker.color == rest, "let go it stays")
    }

    @Test("the loupe's handle changes only the hue, also past red")
    func handle() {
        var picker = picker(Color(Color.HSB(hue: 0.9, saturation: 0.5, brightness: 0.5)))
        let center = picker.loupeCenter
        func onRing(_ turns: Double, _ radius: Double = 28) -> Point {
            center + Point(radius * PortableMath.sine(turns * 2 * .pi), -radius * PortableMath.cosine(turns * 2 * .pi))
        }
        #expect(((picker.handleCenter - onRing(0.9, 28.5)) * (picker.handleCenter - onRing(0.9, 28.5))).sum() < 1e-18)
        picker.pointerDown(at: onRing(0.9))
        for step in 0...20 { picker.pointerMoved(to: onRing(0.9 + Double(step) * 0.01, 200)) }
        #expect(abs(picker.hue - 0.1) < 1e-12 && picker.saturation == 0.5 && picker.brightness == 0.5)
        picker.pointerMoved(to: center)
        picker.pointerUp(at: onRing(0.25))
        #expect(abs(picker.hue - 0.25) < 1e-12)
    }

    @Test("a slider's track covers the whole range; its fine part covers a quarter of the range, and is four times as precise", arguments: [ColorPicker.Part.hue, .opacity])
    func sliders(part: ColorPicker.Part) {
        var picker = picker()
        let slider = part == .hue ? picker.layout.hue : picker.layout.opacity
        func value() -> Double { part == .hue ? picker.hue : picker.opacity }
        let held2 = picker.pointerDown(at: Point(slider.track.x + slider.track.width * 0.6, slider.track.center.y))
        #expect(held2)
        #expect(abs(value() - 0.6) < 1e-12 && picker.focus == part)
        picker.pointerMoved(to: Point(slider.track.x + slider.track.width * 0.5, -1000))
        picker.pointerUp(at: Point(slider.track.x + slider.track.width * 0.5, 0))
        #expect(abs(value() - 0.5) < 1e-12)
        let range = picker.fineRange(of: part)
        #expect(abs(range.lowerBound - 0.375) < 1e-12 && abs(range.upperBound - 0.625) < 1e-12)
        picker.pointerDown(at: Point(slider.fine.center.x, slider.fine.center.y))
        #expect(abs(value() - 0.5) < 1e-12)
        picker.pointerMoved(to: Point(slider.fine.center.x + 4, slider.fine.center.y))
        #expect(abs(value() - 0.5 - 1 / slider.fine.width) < 1e-12, "four points there are one on the track")
        #expect(picker.fineRange(of: part) == range, "the quarter stays while it is held")
        picker.pointerMoved(to: Point(1e6, 0))
        picker.pointerUp(at: Point(1e6, 0))
        #expect(abs(value() - 0.625) < 1e-12 && abs(picker.fineRange(of: part).lowerBound - 0.5) < 1e-12)
        for end in [-1e9, 1e9] {
            picker.pointerDown(at: Point(slider.track.center.x, slider.track.center.y))
            picker.pointerUp(at: Point(end, 0))
            #expect(value() == (end < 0 ? 0 : 1) && picker.fineRange(of: part).lowerBound == (end < 0 ? 0 : 0.75))
        }
    }

    @Test("a button acts when the pointer is released over it; the clipboard's button is disabled until the clipboard has a colour")
    func buttons() {
        var picker = picker()
        func click(_ button: ColorPicker.Button, letGoAt place: Point? = nil) {
            let center = picker.layout.buttons[button.rawValue].center
            picker.pointerDown(at: center)
            picker.pointerUp(at: place ?? center)
        }
        let start = picker.color
        click(.black, letGoAt: Point(0, 0))
        #expect(picker.color == start)
        click(.black)
        #expect(picker.color == .black)
        click(.white)
        #expect(picker.color == .white)
        let held3 = picker.pointerDown(at: picker.layout.buttons[2].center)
        #expect(!held3, "there is no clipboard")
        picker.clipboardText = "no colour at all"
        #expect(picker.clipboardColor == nil)
        click(.clipboard)
        #expect(picker.color == .white)
        picker.clipboardText = "[UIColor colorWithRed:0 green:0.5 blue:1 alpha:0.5]"
        click(.clipboard)
        #expect(picker.color.nearestBytes == SIMD4(0, 128, 255, 128))
        // The left half of the swatch is the original colour.
        let swatch = picker.layout.swatch
        picker.pointerDown(at: Point(swatch.x + 2, swatch.center.y))
        picker.pointerUp(at: Point(swatch.x + 2, swatch.center.y))
        #expect(picker.color.nearestBytes == start.nearestBytes)
        picker.pointerDown(at: picker.layout.nextForm.center)
        picker.pointerUp(at: picker.layout.nextForm.center)
        #expect(picker.format == .rgb && picker.text == "rgb(255 122 24)", "forms without words for the colour are passed over")
    }

    @Test("arrow keys change the focused part, by a quarter of the step in fine parts")
    func keys() {
        var picker = picker(Color(Color.HSB(hue: 0.5, saturation: 0.5, brightness: 0.5), alpha: 0.5))
        picker.move(dx: 1, dy: -2)
        #expect(abs(picker.saturation - 0.51) < 1e-12 && abs(picker.brightness - 0.48) < 1e-12)
        picker.move(dx: -4, dy: 0, isFine: true)
        #expect(abs(picker.saturation - 0.5) < 1e-12)
        picker.focusNext()
        picker.move(dx: 90, dy: 0)
        picker.move(dx: 100, dy: 0)
        #expect(picker.focus == .hue && abs(picker.hue - (0.5 + 190.0 / 360 - 1)) < 1e-12, "the hue goes round")
        picker.focusNext()
        for _ in 0..<100 { picker.move(dx: 0, dy: 1) }
        #expect(picker.focus == .opacity && picker.opacity == 1)
        picker.move(dx: .min, dy: .max)
        picker.focusNext()
        #expect(picker.focus == .field)
    }

    @Test("parts lie inside of the frame and do not overlap, in any frame",
          arguments: [Rectangle(x: 0, y: 0, width: 220, height: 320), Rectangle(x: -50, y: 7, width: 900, height: 700),
                      Rectangle(x: 5, y: 5, width: 0, height: 0)])
    func layout(frame: Rectangle) {
        let picker = ColorPicker(frame: frame), layout = picker.layout
        let whole = Rectangle(x: frame.x, y: frame.y, width: max(frame.width, 220), height: max(frame.height, 320))
        let parts = [layout.field, layout.hue.track, layout.hue.fine, layout.opacity.track, layout.opacity.fine, layout.hue.number, layout.opacity.number,
                     layout.swatch, layout.text, layout.nextForm] + layout.buttons
        for (number, part) in parts.enumerated() {
            #expect(whole.union(part) == whole && !part.isEmpty)
            for other in parts[(number + 1)...] { #expect(part.intersection(other)?.isEmpty ?? true, "\(part), \(other)") }
        }
    }

    @Test("events of any kind in any order, at any place, leave components of 0 to 1")
    func anyEvents() throws {
        var picker = picker(), random = SeededGenerator(state: 77)
        let odd = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0]
        for _ in 0..<20_000 {
            var place = Point(.random(in: -50...450, using: &random), .random(in: -50...550, using: &random))
            if Int.random(in: 0..<20, using: &random) == 0 { place.x = odd.randomElement(using: &random) ?? 0 }
            switch Int.random(in: 0..<9, using: &random) {
            case 0: picker.pointerDown(at: place)
            case 1, 2: picker.pointerMoved(to: place)
            case 3: picker.pointerUp(at: place)
            case 4: picker.move(dx: .random(in: -3...3, using: &random), dy: .random(in: -3...3, using: &random), isFine: .random(using: &random))
            case 5:
                picker.type(["#", "f71", "é👩‍👩‍👧", "\n\0", "hsl(25 100% 50%)", "12.5", String(repeating: "x", count: 400)].randomElement(using: &random) ?? "")
            case 6:
                picker.edit {
                    Bool.random(using: &random) ? $0.delete(.wordLeft)
                        : $0.move(EditableLine.Move.allCases.randomElement(using: &random) ?? .left, selects: .random(using: &random))
                }
            case 7: if Bool.random(using: &random) { picker.commitTyping() } else { picker.cancelTyping() }
            default: picker.clipboardText = ["#f71", "x", "hsl(1 2 3)"].randomElement(using: &random)
            }
            for value in [picker.hue, picker.saturation, picker.brightness, picker.opacity] { #expect(value >= 0 && value <= 1) }
        }
        var canvas = Canvas()
        try picker.draw(on: &canvas)
        #expect(canvas.commands.count > 40)
    }

    @Test("a press on the text selects it, and typed text becomes the colour as soon as it is valid", arguments: [
        ("#2080C0", SIMD4<UInt8>(0x20, 0x80, 0xC0, 255)), ("tomato", SIMD4(255, 99, 71, 255)), ("hsl(120 100% 25% / 0.5)", SIMD4(0, 128, 0, 128)),
        ("  [UIColor colorWithRed:0 green:0.5 blue:1 alpha:1]  ", SIMD4(0, 128, 255, 255)),
    ])
    func typing(text: String, expected: SIMD4<UInt8>) throws {
        var picker = picker()
        picker.font = try Font(named: "DejaVu Sans Mono")
        picker.type("ignored")
        #expect(picker.editedField == nil && picker.text == "#FF7A18")
        let held = picker.pointerDown(at: picker.layout.text.center)
        picker.pointerUp(at: picker.layout.text.center)
        #expect(held && picker.editedField == .text && picker.editedLine?.selectedText == "#FF7A18")
        // Types the text letter by letter. An unfinished text does not change the colour, and the message names the missing part.
        let wrong = picker.color
        for character in text { picker.type(String(character)) }
        #expect(picker.editedLine?.text == text && picker.typingMistake == nil && picker.color.nearestBytes == expected)
        picker.edit { $0.delete(.left); $0.delete(.start) }
        picker.type("rgb(1, 2")
        let mistake = try #require(picker.typingMistake), committed = picker.commitTyping()
        #expect(!committed && picker.editedField == .text && mistake.contains(";"))
        picker.cancelTyping()
        #expect(picker.editedField == nil && picker.color.nearestBytes == wrong.nearestBytes)
        // Types the text again, and confirms it.
        picker.beginTyping(in: .text)
        picker.type(text)
        #expect(picker.commitTyping() && picker.editedField == nil && picker.color.nearestBytes == expected)
        var canvas = Canvas()
        try picker.draw(on: &canvas)
    }

    @Test("the message about a wrong text is a sentence about this text, and stays away from the card's edge",
          arguments: [("zzz", "'zzz' is not a colour name; "), ("   ", "the text is empty; "), ("#12345", "'#12345' has 5 hexadecimal digits; "),
        (String(repeating: "z", count: 70), "'zzzzzzzzzzzzzzzzzzzz…' is not a colour name; ")])
    func message(text: String, beginning: String) throws {
        for height in [320.0, 460] {
            var picker = ColorPicker(frame: Rectangle(x: 10, y: 10, width: 230, height: height))
            func edge(of picker: ColorPicker) throws -> [SIMD4<UInt8>] {
                var canvas = Canvas()
                try picker.draw(on: &canvas)
                let image = try CanvasRenderer(device: Device(.reference)).image(of: canvas, width: 250, height: Int(height) + 20)
                // Returns eight rows of pixels at the lower edge of the card. The first of these rows is row `height` + 2.
                return (Int(height) + 2..<Int(height) + 10).flatMap { row in (0..<250).map { image[$0, row] } }
            }
            picker.font = try Font(named: "DejaVu Sans Mono")
            let still = try edge(of: picker)
            picker.beginTyping(in: .text)
            picker.type(text)
            #expect(picker.typingMistake?.hasPrefix(beginning) == true, "\(picker.typingMistake ?? "none")")
            let committed = picker.commitTyping(), refused = try edge(of: picker)
            #expect(!committed && refused == still)
        }
    }

    @Test("the sliders' numbers accept digits, in degrees and in percent, and refuse other text",
          arguments: [(ColorPicker.TextField.hue, "270", 0.75), (.opacity, "42.5 %", 0.425), (.hue, "360°", 1), (.opacity, "0", 0)])
    func numbers(field: ColorPicker.TextField, text: String, value: Double) throws {
        var picker = picker()
        picker.font = try Font(named: "DejaVu Sans Mono")
        #expect(picker.text(of: .opacity) == "100" && Double(picker.text(of: .hue)).map { abs($0 - picker.hue * 360) < 0.06 } == true)
        picker.pointerDown(at: picker.frame(of: field).center)
        picker.pointerUp(at: picker.frame(of: field).center)
        #expect(picker.editedField == field && picker.focus == (field == .hue ? .hue : .opacity))
        picker.type(text)
        #expect(abs((field == .hue ? picker.hue : picker.opacity) - value) < 1e-9 && picker.typingMistake == nil)
        for bad in ["361", "-1", "nan", "1e1", "", "12px", "infinity"] {
            picker.edit { $0.selectAll() }
            picker.type(bad)
            let committed = picker.commitTyping()
            #expect(!committed && picker.typingMistake?.contains("0 to") == true, "\(bad)")
            #expect(abs((field == .hue ? picker.hue : picker.opacity) - value) < 1e-9)
        }
        picker.edit { $0.selectAll() }
        picker.type("50")
        picker.step(-2)
        #expect(picker.editedLine?.text == "48" && picker.commitTyping() && picker.text(of: field) == "48")
    }

    @Test("a second press sets the caret, a drag selects, a press elsewhere ends typing")
    func caret() throws {
        var picker = picker()
        picker.font = try Font(named: "DejaVu Sans Mono")
        let frame = picker.layout.text
        picker.beginTyping(in: .text)
        picker.pointerDown(at: Point(frame.x + 1, frame.center.y))
        #expect(picker.editedLine?.caret == 0 && picker.editedLine?.selection.isEmpty == true)
        picker.pointerMoved(to: Point(frame.maxX - 1, frame.center.y))
        picker.pointerUp(at: Point(frame.maxX - 1, frame.center.y))
        #expect(picker.editedLine?.selectedText == "#FF7A18")
        // All letters of this font have the same width.
        let letter = try TextLayout("0", font: #require(picker.font), size: 13).bounds.width
        picker.pointerDown(at: Point(frame.x + 10 + 3.2 * letter, frame.center.y))
        picker.pointerUp(at: Point(frame.x + 10 + 3.2 * letter, frame.center.y))
        #expect(picker.editedLine?.caret == 3)
        picker.type("0000")
        #expect(picker.editedLine?.text == "#FF00007A18")
        // A long line is scrolled so that its caret is visible.
        picker.type(String(repeating: "9", count: 200))
        var canvas = Canvas()
        try picker.draw(on: &canvas)
        picker.pointerDown(at: Point(frame.x + 12, frame.center.y))
        picker.pointerUp(at: Point(frame.x + 12, frame.center.y))
        #expect((picker.editedLine?.caret ?? 0) > 150, "\(picker.editedLine?.caret ?? 0) of \(picker.editedLine?.text.count ?? 0), in a field of \(frame)")
        picker.pointerDown(at: picker.layout.field.center)
        picker.pointerUp(at: picker.layout.field.center)
        #expect(picker.editedField == nil && abs(picker.saturation - 0.5) < 0.2)
    }
}

@Suite("Editable line") struct EditableLineTests {
    @Test("text is typed, deleted and selected by characters and by words")
    func editing() {
        var line = EditableLine("rgb(1 2)", selectsAll: true)
        #expect(line.selection == 0..<8 && line.caret == 8)
        line.insert("hsl(25 100% 50%)")
        #expect(line.text == "hsl(25 100% 50%)" && line.caret == 16 && line.selection.isEmpty)
        line.move(.wordLeft)
        #expect(line.caret == 12)
        line.move(.wordLeft, selects: true)
        #expect(line.selectedText == "100% ")
        line.move(.left)
        #expect(line.caret == 7 && line.selection.isEmpty, "an arrow without Shift ends the selection at its side")
        line.delete(.right)
        line.delete(.left)
        #expect(line.text == "hsl(2500% 50%)")
        line.delete(.end)
        line.delete(.wordLeft)
        line.delete(.wordLeft)
        #expect(line.text == "" && line.caret == 0)
        line.delete(.left)
        line.delete(.right)
        line.move(.wordRight, selects: true)
        line.setCaret(.max)
        line.setCaret(.min, selects: true)
        #expect(line.text == "" && line.selection == 0..<0)
    }
    @Test("a character of many scalars counts as one, line ends become blanks, and the length is limited")
    func characters() {
        var line = EditableLine("a👩‍👩‍👧é")
        #expect(line.caret == 3 && line.scalarOffset(of: 2) == 6 && line.place(atScalar: 6) == 2 && line.place(atScalar: 4) == 1
                    && line.place(atScalar: 99) == 3)
        line.delete(.left)
        line.delete(.left)
        #expect(line.text == "a")
        line.insert("\r\n\t\u{0}b")
        #expect(line.text == "a   b")
        line.insert(String(repeating: "y", count: 5000))
        #expect(line.text.count == EditableLine.maximumLength && line.caret == EditableLine.maximumLength)
        line.selectAll()
        line.insert("z")
        #expect(line.text == "z")
    }
}
