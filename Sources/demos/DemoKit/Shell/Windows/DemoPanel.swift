// DemoPanel: a demo's options as a panel over its picture. PanelEventRouter sends each action of the user to the panel, to the demo, or to
// both.

import Panels
import Raster
import Window

package final class DemoPanel {
    /// The name of the key that shows and hides the panel in a window.
    package static let key = "Tab"
    package let context: PanelContext
    package var isShown: Bool
    /// Whether the list of keys is shown.
    package var showsKeys = false
    private let title: String
    private let width: Float
    /// The times of the last frames in milliseconds; empty for pictures, because pictures must not depend on the clock.
    private var frameTimes: [Float] = []
    private var frameNote = ""
    /// The times at which `report` was called for the last frames.
    private var reports: [ContinuousClock.Instant] = []

    package init(device: Device, title: String, width: Float = 320, scale: Float = 1, isShown: Bool = true) throws {
        context = try PanelContext(device: device, scale: scale)
        self.title = title; self.width = width; self.isShown = isShown
    }

    /// Passes the time of a window's last frame to the panel, in seconds, and a text about the frame's pixels and samples.
    func report(frameTime: Double, note: String) {
        frameTimes = frameTimes.suffix(89) + [Float(frameTime * 1000)]
        frameNote = note
        reports = reports.suffix(29) + [.now]
    }
    /// The number of frames per second, over the last frames; nil for fewer than three frames.
    private var frameRate: Int? {
        guard reports.count > 2, let first = reports.first, let last = reports.last, last > first else { return nil }
        return Int((Double(reports.count - 1) / ((last - first) / .seconds(1))).rounded())
    }

    /// If a window is less than `roomyWidth` points wide or less than `roomyHeight` points high, an open panel would cover most of the
    /// window. In such a small window, the panel is folded until the user opens the panel.
    static let roomyWidth: Float = 640, roomyHeight: Float = 360

    /// Builds the panel for a picture of this size. The panel is never wider than the picture. `time` is the demo's time in
    /// seconds.
    /// - Parameter folds: Whether a panel that would cover a small picture first shows only its title.
    package func update(_ demo: any Demo, xray: XRay? = nil, width: Int, height: Int, delta: Double, time: Double, events: [PanelEvent] = [],
                        folds: Bool = false) throws {
        let room = SIMD2(Float(width), Float(height)) / context.scale, isSmall = room.x < DemoPanel.roomyWidth || room.y < DemoPanel.roomyHeight
        try context.update(width: width, height: height, delta: delta, events: events) { panel in
            if showsKeys {
                let keys = WindowDriver.keys + type(of: demo).keys, wide = min(360, max(64, room.x - 32))
                panel.window("Keys", x: max(16, (room.x - wide) / 2), y: 48, width: wide) { for key in keys { panel.text(key, wrapped: true) } }
            }
            if let problem = demo.problem {
                let wide = min(560, max(64, room.x - 32))
                panel.window("Error", x: max(16, (room.x - wide) / 2), y: max(16, room.y * 0.4), width: wide) { panel.text(problem, wrapped: true) }
            }
            guard isShown else { return }
            if let xray, xray.isOn { panel.window("X-ray", x: -16, width: 300) { xray.addOptions(to: panel) } }
            let kind = type(of: demo), corner = kind.panelCorner
            guard kind.hasOptions, demo.showsOptions else { return }
            // If the window has no room for the panel at the corner that the demo chose, the panel is placed higher up.
            try panel.window(title, x: corner.x, y: max(16, min(corner.y, room.y - 320)),
                             width: min(self.width * max(1, context.textEnlargement), max(64, room.x - 32)), folded: folds && (isSmall || kind.foldsPanel)) {
                try demo.addOptions(to: panel, at: time)
                guard !frameTimes.isEmpty else { return }
                panel.separator()
                panel.plot("##frame times", frameTimes, in: 0...max(50, frameTimes.max() ?? 0), height: 36)
                panel.note("\(frameNote)\(frameRate.map { ", \($0) fps" } ?? ""); \(DemoPanel.key) hides this")
            }
        }
    }
    /// Returns the rectangle that the options cover in a frame of this size; nil if the options are hidden. The frame may have fewer
    /// pixels than the window.
    package func area(inFrame width: Int, _ height: Int, windowHeight: Int) -> PixelRect? {
        guard isShown, let area = context.area(ofWindow: title) else { return nil }
        let scale = Double(height) / Double(windowHeight)
        func pixels(_ low: Int, _ count: Int, _ limit: Int) -> (low: Int, count: Int) {
            let first = max(0, Int((Double(low) * scale).rounded(.down))), end = min(limit, Int((Double(low + count) * scale).rounded(.up)))
            return (first, max(0, end - first))
        }
        let x = pixels(area.x, area.width, width), y = pixels(area.y, area.height, height)
        return PixelRect(x: x.low, y: y.low, width: x.count, height: y.count)
    }
    /// Builds the panel for a picture twice: first to measure the panel's size, then to show the panel.
    func updateForPicture(_ demo: any Demo, xray: XRay? = nil, width: Int, height: Int, time: Double) throws {
        for _ in 0..<2 { try update(demo, xray: xray, width: width, height: height, delta: 1.0 / 60, time: time) }
    }
}

/// Sends each event of a window to the panel, to the demo, or to both. If the user presses a mouse button on the panel, the panel receives
/// all events of this button until its release; otherwise the demo receives these events.
package struct PanelEventRouter {
    private var held: [MouseButton: Bool] = [:]
    private var pointer: (x: Float, y: Float)?
    private var modifiers: Set<String> = []
    package init() {}

    package mutating func route(_ event: WindowEvent, panel: DemoPanel) -> (panel: [PanelEvent], isForDemo: Bool) {
        guard panel.isShown else {
            if case .keyDown(DemoPanel.key, isRepeat: false) = event {
                panel.isShown = true
                return ([], false)
            }
            return ([], true)
        }
        let context = panel.context
        func isOverPanel(_ place: (x: Float, y: Float)?) -> Bool { place.map { context.wantsPointer(atX: $0.x, y: $0.y) } ?? false }
        switch event {
        case .mouseMoved(let x, let y, _, _):
            pointer = (x, y)
            let isForDemo = held.isEmpty ? !isOverPanel(pointer) : held.values.contains(false)
            return ([.pointerMoved(x: x, y: y)], isForDemo)
        case .mouseDown(let button, let x, let y):
            pointer = (x, y)
            let isForPanel = held.values.contains(true) || (held.isEmpty && isOverPanel(pointer))
            held[button] = isForPanel
            // The panel also receives presses outside of its area, because such a press ends typing in a widget of the panel.
            return ([.pointerMoved(x: x, y: y), .buttonDown(PanelButton(button))], !isForPanel)
        case .mouseUp(let button, let x, let y):
            pointer = (x, y)
            let wasForPanel = held.removeValue(forKey: button) ?? false
            return ([.pointerMoved(x: x, y: y), .buttonUp(PanelButton(button))], !wasForPanel)
        case .wheel(let x, let y):
            return isOverPanel(pointer) ? ([.wheel(x: x, y: y)], false) : ([], true)
        case .keyDown(let name, let isRepeat):
            if name == DemoPanel.key, !context.wantsKeyboard {
                if !isRepeat { panel.isShown = false; held = [:] }
                return ([], false)
            }
            return (keyEvents(name, isDown: true), !context.wantsKeyboard)
        case .keyUp(let name): return (keyEvents(name, isDown: false), true)
        // The panel reads typed characters from the names of pressed keys, so the text itself is not passed to the panel.
        case .text: return ([], !context.wantsKeyboard)
        case .dropped, .resized, .quit: return ([], true)
        }
    }

    private mutating func keyEvents(_ name: String, isDown: Bool) -> [PanelEvent] {
        for (word, known) in [("Ctrl", "control"), ("Shift", "shift"), ("Alt", "alt")] where name.hasSuffix(word) {
            if isDown { modifiers.insert(known) } else { modifiers.remove(known) }
            return [.modifiers(control: modifiers.contains("control"), shift: modifiers.contains("shift"), alt: modifiers.contains("alt"))]
        }
        var events: [PanelEvent] = []
        if let key = PanelEventRouter.keys[name] { events.append(isDown ? .keyDown(key) : .keyUp(key)) }
        // The number fields accept digits, signs and the point. Keys of the keypad have names such as "Keypad 7".
        let typed = name.hasPrefix("Keypad ") ? String(name.dropFirst(7)) : name
        if isDown, modifiers.isEmpty, typed.count == 1, let character = typed.first, character.isNumber || "+-.".contains(character) {
            events.append(.text(typed))
        }
        return events
    }
    private static let keys: [String: PanelKey] = [
        "Tab": .tab, "Left": .left, "Right": .right, "Up": .up, "Down": .down, "PageUp": .pageUp, "PageDown": .pageDown, "Home": .home, "End": .end,
        "Insert": .insert, "Delete": .delete, "Backspace": .backspace, "Space": .space, "Return": .return, "Escape": .escape, "Keypad Enter": .keypadReturn,
        "A": .a, "C": .c, "V": .v, "X": .x, "Y": .y, "Z": .z,
    ]
}

extension PanelButton {
    init(_ button: MouseButton) {
        switch button {
        case .left: self = .left
        case .middle: self = .middle
        case .right: self = .right
        }
    }
}
