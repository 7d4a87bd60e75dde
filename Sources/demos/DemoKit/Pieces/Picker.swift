// picker: a colour picker, and a list of all text forms of the colour. `PickerLayout` lays out the picker and the list.

import ArgumentParser
import Canvas
import Panels
import Raster
import Scenes2D
import Window

struct PickerCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "picker", abstract: "A colour picker: loupe, hue ring, sliders, clipboard; reads and writes CSS, UIKit and SwiftUI.",
        discussion: "Keys: " + PickerDemo.keys.joined(separator: "; ") + ".")

    @Option(name: .long, help: ArgumentHelp("The colour: #f71, tomato, 'hsl(25 100% 55%)', '[UIColor colorWithRed:1 green:0.5 blue:0 alpha:1]' or similar; without it, the colour changes until you pick one.", valueName: "text"))
    var color: String?
    @OptionGroup var common: CommonOptions

    func makeDemo(device: Device) throws -> PickerDemo { try PickerDemo(device: device, color: color.map { try Color(text: $0) }) }
}

package final class PickerDemo: Demo {
    private let view: CanvasView
    private var picker: ColorPicker
    private var movesByItself: Bool
    private weak var window: Window?
    /// The text form that was copied last, and the time of copying.
    private var copied: (format: ColorFormat, time: Double)?
    private var pointer = Point(-1, -1)
    private var isPressed = false
    private var isFine = false
    private var layout = PickerLayout(width: 1180, height: 620)
    /// The rows of the list in the last frame.
    package private(set) var rows: [Row] = []
    /// The last copied text. If the demo has no window and thus no clipboard, the demo pastes this text.
    package private(set) var copiedText: String?

    private let sans: Font
    private let mono: Font

    package init(device: Device, color: Color? = nil) throws {
        sans = try Font(named: "DejaVu Sans")
        mono = try Font(named: "DejaVu Sans Mono")
        view = try CanvasView(device: device)
        movesByItself = color == nil
        picker = ColorPicker(frame: layout.card, color: color ?? Color(hex: 0xFF7A18))
        picker.font = mono
    }
    package var color: Color { picker.color }
    package var format: ColorFormat { picker.format }
    package var scene: Size { layout.scene }
    package var list: Rectangle? { layout.list }
    package var parts: ColorPicker.Layout { picker.layout }
    package func willShow(in window: Window) { self.window = window }

    package static let keys = ["drag: the loupe, its handle, the sliders", "arrows: change the part with the blue line", "N: next part",
                               "F: fine, coarse steps",
                               "K, W, V: black, white, the clipboard's colour", "C: copy the text", "T: next form", "click a line: copy it",
                               "click the text or a number: edit it; Return accepts, Escape cancels"]

    // MARK: events

    package func update() -> Bool {
        guard let text = window?.clipboardText, text != picker.clipboardText else { return false }
        picker.clipboardText = text
        return true
    }

    package func handle(_ event: DemoEvent, at time: Double) throws {
        switch event {
        case .pointer(let x, let y, let pressed):
            let place = view.place(x, y)
            pointer = place
            if pressed, !isPressed {
                settle(at: time)
                if picker.pointerDown(at: place) { movesByItself = false }
            } else if isPressed, !pressed {
                picker.pointerUp(at: place)
                if let format = format(at: place) { try copy(format, at: time) }
            } else { picker.pointerMoved(to: place) }
            isPressed = pressed
        case .arrow(let dx, let dy):
            touch(at: time)
            picker.move(dx: dx, dy: dy, isFine: isFine)
        case .wheel(let steps) where !steps.isNaN:
            touch(at: time)
            picker.move(dx: 0, dy: Int(min(max(steps, -20), 20).rounded()), isFine: isFine)
        case .key("n"): picker.focusNext()
        case .key("f"): isFine.toggle()
        case .key("t"): picker.nextFormat()
        case .key("c"): try copy(picker.format, at: time)
        case .key("k"): press(.black, at: time)
        case .key("w"): press(.white, at: time)
        case .key("v"): press(.clipboard, at: time)
        case .text(let text):
            if picker.editedField != nil { touch(at: time) }
            picker.type(text)
        case .edit(let key, let selects, let byWord): try edit(key, selects: selects, byWord: byWord, at: time)
        case .key, .tap, .drag, .wheel: break
        }
    }
    package var takesText: Bool { picker.editedField != nil }
    private func edit(_ key: EditKey, selects: Bool, byWord: Bool, at time: Double) throws {
        guard let field = picker.editedField else { return }
        touch(at: time)
        switch key {
        case .left: picker.edit { $0.move(byWord ? .wordLeft : .left, selects: selects) }
        case .right: picker.edit { $0.move(byWord ? .wordRight : .right, selects: selects) }
        case .home: picker.edit { $0.move(.start, selects: selects) }
        case .end: picker.edit { $0.move(.end, selects: selects) }
        case .up: picker.step(selects ? 10 : 1)
        case .down: picker.step(selects ? -10 : -1)
        case .backspace: picker.edit { $0.delete(byWord ? .wordLeft : .left) }
        case .delete: picker.edit { $0.delete(byWord ? .wordRight : .right) }
        case .selectAll: picker.edit { $0.selectAll() }
        case .enter: picker.commitTyping()
        case .escape: picker.cancelTyping()
        case .tab:
            let all = ColorPicker.TextField.allCases, place = all.firstIndex(of: field) ?? 0
            picker.beginTyping(in: all[(place + (selects ? all.count - 1 : 1)) % all.count])
        case .copy, .cut:
            guard let text = picker.editedLine?.selectedText, !text.isEmpty else { return }
            copiedText = text
            try window?.copyToClipboard(text)
            if key == .cut { picker.type("") }
        case .paste: if let text = window == nil ? picker.clipboardText ?? copiedText : window?.clipboardText { picker.type(text) }
        }
    }
    private func press(_ button: ColorPicker.Button, at time: Double) {
        touch(at: time)
        picker.press(button)
    }
    private func copy(_ format: ColorFormat, at time: Double) throws {
        guard let text = picker.color.text(format) else { return }
        copied = (format, time)
        copiedText = text
        try window?.copyToClipboard(text)
    }
    /// Ends the automatic motion of the picker, because the user has touched the picker.
    private func touch(at time: Double) {
        settle(at: time)
        movesByItself = false
    }
    /// Sets the colour at the given time, if the picker moves by itself. The loupe moves slowly, and the hue goes around the colour circle.
    private func settle(at time: Double) {
        guard movesByItself else { return }
        let hsb = Color.HSB(hue: 0.07 + time * 0.045, saturation: 0.72 + 0.2 * PortableMath.sine(time * 0.7),
                            brightness: 0.8 + 0.16 * PortableMath.sine(time * 0.9 + 1))
        picker.color = Color(hsb, alpha: 0.85 + 0.15 * PortableMath.cosine(time * 0.5))
    }

    /// How long a copied line is highlighted, in seconds.
    private static let copiedTime = 0.8
    package func timeUntilNextChange(at time: Double) -> Double? {
        movesByItself || copied.map { time - $0.time < PickerDemo.copiedTime } == true ? 0 : nil
    }

    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }
    package static let foldsPanel = true
    package func addOptions(to panel: PanelBuilder, at time: Double) throws {
        var color = SIMD4(Float(picker.color.red), Float(picker.color.green), Float(picker.color.blue), Float(picker.color.alpha))
        if panel.color("colour", &color) {
            movesByItself = false
            picker.color = Color(Double(color.x), Double(color.y), Double(color.z), Double(color.w))
        }
        panel.combo("form", &picker.format, of: ColorFormat.allCases) { $0.title }
        panel.text(picker.text, wrapped: true)
        if panel.button("copy") { try copy(picker.format, at: time) }
        panel.checkbox("changes by itself", &movesByItself)
        panel.checkbox("fine steps of the arrow keys", &isFine)
    }

    // MARK: the list of forms

    /// The name of a text form, and the colour in that form.
    package struct Row {
        package let format: ColorFormat
        package let title: TextLayout
        /// The text, in at most two lines. A text that does not fit is shortened with "…".
        package let text: TextLayout
        package let frame: Rectangle
        /// `titleCorner`: the upper left corner of the row's title. `textCorner`: the upper left corner of the row's text.
        package let titleCorner: Point, textCorner: Point
    }
    /// `titleSize`: the font size of the names, in points. `textSize`: the font size of the texts, in points. `titleSize` and `textSize`
    /// are the same in all rows.
    private static let titleSize = 11.5, textSize = 12.5
    /// The width of the column of names, if the names are beside the texts.
    private static let titleWidth = 184.0
    /// Makes the rows that fit into the list. Long texts have a second line if every row has room for two lines. If the rows do not
    /// fit even with one line each, the list shows the first rows. If the chosen form is not among the first rows, the list shows
    /// the rows that end with the chosen form.
    private func makeRows() throws -> [Row] {
        guard let list = layout.list else { return [] }
        let area = list.inset(dx: 12, dy: 14), isBeside = list.width > 500, room = area.width - 20 - (isBeside ? PickerDemo.titleWidth : 0)
        let all = ColorFormat.allCases.compactMap { format in picker.color.text(format).map { (format: format, text: $0) } }
        let titles = try all.map { try TextLayout($0.format.title, font: sans, size: PickerDemo.titleSize, paint: .color(Color(white: 1, alpha: 0.6))) }
        func laidOut(lineCount: Int) throws -> [TextLayout] {
            try all.map {
                try TextLayout($0.text, font: mono, size: PickerDemo.textSize, paint: .color(.white),
                               options: TextLayout.Options(width: room, maximumLineCount: lineCount))
            }
        }
        // Returns the height of a row. If the names are beside the texts, a row is as high as its text.
        func height(_ index: Int, _ text: TextLayout) -> Double { isBeside ? text.bounds.height + 11 : titles[index].bounds.height + text.bounds.height + 4 }
        func heights(_ texts: [TextLayout]) -> [Double] { texts.enumerated().map { height($0.offset, $0.element) } }
        var texts = try laidOut(lineCount: 2), seen = all.indices
        if heights(texts).reduce(0, +) > area.height {
            texts = try laidOut(lineCount: 1)
            let tallest = heights(texts).max() ?? 1, count = min(all.count, max(1, Int(area.height / tallest)))
            let chosen = all.firstIndex { $0.format == picker.format } ?? 0, first = max(0, chosen - count + 1)
            seen = first..<first + count
        }
        var rows: [Row] = [], y = area.minY
        for index in seen {
            let text = texts[index], title = titles[index], frame = Rectangle(x: area.x, y: y, width: area.width, height: height(index, text)),
                left = frame.x + 10
            if isBeside {
                // The name and the first line of the text have the same baseline.
                let corner = Point(left + PickerDemo.titleWidth, frame.y + 5.5), base = corner.y + text.lines[0].origin.y
                rows.append(Row(format: all[index].format, title: title, text: text, frame: frame, titleCorner: Point(left, base - title.lines[0].origin.y),
                                textCorner: corner))
            } else {
                rows.append(Row(format: all[index].format, title: title, text: text, frame: frame, titleCorner: Point(left, frame.y + 2),
                                textCorner: Point(left, frame.y + 2 + title.bounds.height)))
            }
            y = frame.maxY
        }
        return rows
    }
    private func format(at place: Point) -> ColorFormat? { rows.first { $0.frame.contains(place) }?.format }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        settle(at: frame.time)
        layout = PickerLayout(width: Double(frame.target.width), height: Double(frame.target.height))
        if picker.frame != layout.card { picker.frame = layout.card }
        rows = try makeRows()
        try view.draw(layout.scene, to: frame.target, into: &encoder) { canvas in
            drawBackdrop(view.visible, on: &canvas)
            drawList(on: &canvas, at: frame.time)
            try picker.draw(on: &canvas)
        }
    }
    /// Draws glows of the colour and of its neighbours on the colour circle.
    private func drawBackdrop(_ whole: Rectangle, on canvas: inout Canvas) {
        canvas.fill(Path(rectangle: whole), with: .color(Color(hex: 0x14161C)))
        let reach = max(whole.width, whole.height)
        for (x, y, turn, strength) in [(0.12, 0.05, 0.0, 0.75), (0.95, 0.2, 0.09, 0.6), (0.75, 1.05, -0.12, 0.6)] {
            let glow = Color(Color.HSB(hue: picker.hue + turn, saturation: picker.saturation, brightness: 0.25 + 0.75 * picker.brightness))
            let center = Point(whole.x + x * whole.width, whole.y + y * whole.height)
            canvas.fill(Path(rectangle: whole),
                        with: .gradient(.radial(center: center, radius: reach * 0.65,
                                                [glow.withAlpha(strength), glow.withAlpha(strength * 0.3), glow.withAlpha(0)])))
        }
    }
    private func drawList(on canvas: inout Canvas, at time: Double) {
        guard let list = layout.list else { return }
        canvas.fill(Path(roundedRectangle: list, cornerRadius: 18), with: .color(Color(hex: 0x0C0E13, alpha: 0.62)))
        for row in rows {
            let age = copied?.format == row.format ? (time - (copied?.time ?? 0)) / PickerDemo.copiedTime : 1
            if row.frame.contains(pointer) || (age >= 0 && age < 1) || row.format == picker.format {
                let light = age >= 0 && age < 1 ? 0.35 * (1 - age) : 0
                canvas.fill(Path(roundedRectangle: row.frame.inset(dx: 0, dy: 1), cornerRadius: 6), with: .color(Color(white: 1, alpha: min(1, 0.09 + light))))
            }
            canvas.draw(row.title, at: row.titleCorner)
            canvas.draw(row.text, at: row.textCorner)
        }
    }
}
