// picker: a colour picker, and the colour in all the forms in which it can be written. The scene is 1180 by 620 points, in tall pictures 470 by 1200.

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

    @Option(name: .long, help: ArgumentHelp("The colour: #f71, tomato, 'hsl(25 100% 55%)', '[UIColor colorWithRed:1 green:0.5 blue:0 alpha:1]' and the like; without it colours change by themselves until one is picked.", valueName: "text"))
    var color: String?
    @OptionGroup var common: CommonOptions

    func makeDemo(device: Device) throws -> PickerDemo { try PickerDemo(device: device, color: color.map { try Color(text: $0) }) }
}

package final class PickerDemo: Demo {
    private let view: CanvasView
    private var picker: ColorPicker
    private var movesByItself: Bool
    private weak var window: Window?
    /// The form that was copied last, and when.
    private var copied: (format: ColorFormat, time: Double)?
    private var pointer = Point(-1, -1)
    private var isPressed = false
    private var isFine = false
    private var list = Rectangle(x: 470, y: 36, width: 674, height: 548)
    /// The last text that was copied, for whoever has no window.
    package private(set) var copiedText: String?

    private let sans: Font
    private let mono: Font

    package init(device: Device, color: Color? = nil) throws {
        sans = try Font(named: "DejaVu Sans")
        mono = try Font(named: "DejaVu Sans Mono")
        view = try CanvasView(device: device)
        movesByItself = color == nil
        picker = ColorPicker(frame: Rectangle(x: 36, y: 36, width: 398, height: 548), color: color ?? Color(hex: 0xFF7A18))
        picker.font = mono
    }
    package var color: Color { picker.color }
    package func willShow(in window: Window) { self.window = window }

    package static let keys = ["drag: the loupe, its handle, the sliders", "arrows: change the part with the blue line", "N: the next part", "F: fine steps, coarse ones",
                               "K, W, V: black, white, the clipboard's colour", "C: copy the text", "T: the next form", "click a line: copy it",
                               "click the text or a number: type into it; Return takes it, Escape drops it"]

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
    /// The picker is someone's from now on.
    private func touch(at time: Double) {
        settle(at: time)
        movesByItself = false
    }
    /// The colours that come by themselves: the loupe wanders, and the hue goes around.
    private func settle(at time: Double) {
        guard movesByItself else { return }
        let hsb = Color.HSB(hue: 0.07 + time * 0.045, saturation: 0.72 + 0.2 * Elementary.sine(time * 0.7), brightness: 0.8 + 0.16 * Elementary.sine(time * 0.9 + 1))
        picker.color = Color(hsb, alpha: 0.85 + 0.15 * Elementary.cosine(time * 0.5))
    }

    /// Seconds for which a line that was copied is lit.
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

    private var rows: [(format: ColorFormat, text: String)] { ColorFormat.allCases.compactMap { format in picker.color.text(format).map { (format, $0) } } }
    private func rowFrame(_ index: Int) -> Rectangle { Rectangle(x: list.x + 12, y: list.y + 14 + Double(index) * 26, width: list.width - 24, height: 26) }
    private func format(at place: Point) -> ColorFormat? {
        rows.enumerated().first { rowFrame($0.offset).contains(place) }?.element.format
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        settle(at: frame.time)
        let isWide = frame.target.width >= frame.target.height
        list = isWide ? Rectangle(x: 470, y: 36, width: 674, height: 548) : Rectangle(x: 36, y: 616, width: 398, height: 548)
        try view.draw(isWide ? Size(width: 1180, height: 620) : Size(width: 470, height: 1200), to: frame.target, into: &encoder) { canvas in
            drawBackdrop(view.visible, on: &canvas)
            try drawList(on: &canvas, at: frame.time)
            try picker.draw(on: &canvas)
        }
    }
    /// Light of the colour and of its neighbours on the circle.
    private func drawBackdrop(_ whole: Rectangle, on canvas: inout Canvas) {
        canvas.fill(Path(rectangle: whole), with: .color(Color(hex: 0x14161C)))
        let reach = max(whole.width, whole.height)
        for (x, y, turn, strength) in [(0.12, 0.05, 0.0, 0.75), (0.95, 0.2, 0.09, 0.6), (0.75, 1.05, -0.12, 0.6)] {
            let glow = Color(Color.HSB(hue: picker.hue + turn, saturation: picker.saturation, brightness: 0.25 + 0.75 * picker.brightness))
            let center = Point(whole.x + x * whole.width, whole.y + y * whole.height)
            canvas.fill(Path(rectangle: whole), with: .gradient(.radial(center: center, radius: reach * 0.65, [glow.withAlpha(strength), glow.withAlpha(strength * 0.3), glow.withAlpha(0)])))
        }
    }
    private func drawList(on canvas: inout Canvas, at time: Double) throws {
        canvas.fill(Path(roundedRectangle: list, cornerRadius: 18), with: .color(Color(hex: 0x0C0E13, alpha: 0.62)))
        for (index, row) in rows.enumerated() {
            let frame = rowFrame(index), age = copied?.format == row.format ? (time - (copied?.time ?? 0)) / PickerDemo.copiedTime : 1
            if frame.contains(pointer) || (age >= 0 && age < 1) || row.format == picker.format {
                let light = age >= 0 && age < 1 ? 0.35 * (1 - age) : 0
                canvas.fill(Path(roundedRectangle: frame.inset(dx: 0, dy: 1), cornerRadius: 6), with: .color(Color(white: 1, alpha: min(1, 0.09 + light))))
            }
            // What the form is called on the left, the text on the right, smaller where it is long.
            let isWide = list.width > 500, base = frame.center.y + 4.5, left = frame.x + 10
            let title = isWide ? row.format.title : "", room = frame.width - 20 - (isWide ? 184 : 0)
            if isWide { try canvas.draw(text: title, at: Point(left, base), font: sans, size: 12, paint: .color(Color(white: 1, alpha: 0.6))) }
            let width = try TextLayout(row.text, font: mono, size: 12.5).bounds.width
            try canvas.draw(text: row.text, at: Point(frame.maxX - 10, base), font: mono, size: 12.5 * min(1, room / max(width, 1)), paint: .color(.white), alignment: .right)
        }
    }
}
