// ColorPicker: chooses a colour by hand: a loupe over saturation and brightness, sliders for hue and opacity, buttons, the clipboard. Events in, a drawing out.

public import Canvas
import Raster

/// Chooses a colour.
///
/// A loupe lies on a field of saturation (left to right) and brightness (bottom to top). Around it is a ring of all hues, with a small handle that turns the hue.
/// Hue and opacity have a slider each: its track holds the whole range, the narrow one below a quarter of it around the value, so that the hand is four times as
/// precise there; beside it is its number. Buttons take black, white, and the colour that is on the clipboard. The colour's text and the numbers can be typed: a press on them
/// begins, and the program hands on its window's events (`type(_:)`, `edit(_:)`, `commitTyping()`).
///
///     var picker = ColorPicker(frame: Rectangle(x: 20, y: 20, width: 360, height: 480), color: Color(hex: 0xFF7A18))
///     picker.clipboardText = window.clipboardText
///     picker.pointerDown(at: place)           // from the program's events
///     try picker.draw(on: &canvas)
///     use(picker.color)
public struct ColorPicker: Sendable {
    /// A part that the arrow keys change.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// Saturation and brightness.
        case field
        /// The hue.
        case hue
        /// The opacity.
        case opacity
    }
    /// A button.
    public enum Button: Int, Sendable, Hashable, CaseIterable {
        /// Takes black.
        case black
        /// Takes white.
        case white
        /// Takes the colour that is on the clipboard; asleep where none is.
        case clipboard
    }

    /// Where the picker lies, in points of the view.
    public var frame: Rectangle { didSet { layout = Layout(frame: frame) } }
    /// Where its parts lie.
    public private(set) var layout: Layout
    /// The hue in turns, 0…1, which greys keep.
    public internal(set) var hue: Double
    /// The saturation, 0…1, which black keeps.
    public private(set) var saturation: Double
    /// The brightness, 0…1.
    public private(set) var brightness: Double
    /// The opacity, 0…1.
    public private(set) var opacity: Double
    /// The colour to compare with, which a press on its swatch returns to: at first the one that the picker began with.
    public var formerColor: Color
    /// The form in which the colour is shown as text; the button beside the text goes on to the next.
    public var format = ColorFormat.hex
    /// The text on the clipboard, which the third button takes a colour from; nil for none.
    public var clipboardText: String? {
        didSet { if clipboardText != oldValue { clipboardColor = clipboardText.flatMap { try? Color(text: $0) } } }
    }
    /// The colour that the clipboard's text describes; nil where it describes none.
    public private(set) var clipboardColor: Color?
    /// The part that the arrow keys change.
    public var focus = Part.field
    /// The part that the pointer holds.
    private(set) var hold: Hold?
    /// The font that texts are drawn with; without a font there are no texts.
    public var font: Font?
    /// The editing of a field; nil where no field takes text.
    var editing: Editing?

    /// The part that the pointer holds, with the values that it takes to follow the pointer.
    enum Hold: Sendable, Hashable {
        /// From the pointer to the loupe's middle.
        case loupe(grip: Point)
        /// By how many turns the handle is ahead of the pointer.
        case handle(grip: Double)
        /// The whole range of a slider.
        case track(Part)
        /// A quarter of a slider's range, from `start` on, which stays while it is held.
        case fine(Part, start: Double)
        case button(Button, isOver: Bool)
        case swatch
        /// A field's text, and whether the pointer selects a part of it; the pointer selects no part where the field has just begun to take text.
        case text(TextField, selects: Bool)
        case nextForm
    }

    /// The radius of the loupe, in points: the ring of hues is between it and `ringRadius`.
    static let loupeRadius = 24.0
    static let ringRadius = 33.0
    static let handleRadius = 7.5
    /// The share of a slider's range that its fine part holds.
    public static let fineShare = 0.25

    /// A picker that shows a colour.
    public init(frame: Rectangle, color: Color = Color(hex: 0xFF7A18)) {
        self.frame = frame
        layout = Layout(frame: frame)
        formerColor = color
        (hue, saturation, brightness, opacity) = (0, 0, 0, 1)
        self.color = color
    }

    /// The colour that is chosen. A grey that is set keeps the hue, black the saturation too.
    public var color: Color {
        get { Color(Color.HSB(hue: hue, saturation: saturation, brightness: brightness), alpha: opacity) }
        set {
            let hsb = newValue.hsb
            if hsb.saturation > 0 { hue = hsb.hue }
            if hsb.brightness > 0 { saturation = hsb.saturation }
            brightness = hsb.brightness
            opacity = Color.unit(newValue.alpha)
        }
    }
    /// The colour as text, in `format`; in a form that has words for it where that one has none.
    public var text: String { color.text(format) ?? color.text(.hex) ?? "" }

    // MARK: places

    /// The loupe's middle.
    public var loupeCenter: Point {
        Point(layout.field.x + saturation * layout.field.width, layout.field.maxY - brightness * layout.field.height)
    }
    /// The middle of the handle that turns the hue: at the top for red, clockwise from there.
    public var handleCenter: Point {
        let angle = hue * 2 * .pi, radius = (ColorPicker.loupeRadius + ColorPicker.ringRadius) / 2
        return loupeCenter + Point(radius * Elementary.sine(angle), -radius * Elementary.cosine(angle))
    }
    /// The range that the fine part of a slider holds now.
    public func fineRange(of part: Part) -> ClosedRange<Double> {
        let start = if case .fine(part, let start) = hold { start } else { min(max(value(of: part) - ColorPicker.fineShare / 2, 0), 1 - ColorPicker.fineShare) }
        return start...start + ColorPicker.fineShare
    }
    /// The value that a slider shows; of the field the saturation.
    func value(of part: Part) -> Double {
        switch part {
        case .field: saturation
        case .hue: hue
        case .opacity: opacity
        }
    }
    mutating func set(_ part: Part, to value: Double) {
        let value = Color.unit(value)
        switch part {
        case .field: saturation = value
        case .hue: hue = value
        case .opacity: opacity = value
        }
    }

    // MARK: the pointer

    /// A press at a place of the view. Tells whether it was on a part of the picker.
    @discardableResult public mutating func pointerDown(at place: Point) -> Bool {
        guard place.x.isFinite, place.y.isFinite else { return false }
        hold = holdable(at: place)
        switch hold {
        case .loupe, .handle: focus = .field
        case .track(let part), .fine(let part, _): focus = part
        case .button, .swatch, .text, .nextForm, nil: break
        }
        if case .text(let field, let selects) = hold {
            if selects { setCaret(at: place, selects: false) } else { beginTyping(in: field) }
        } else {
            endTyping()
        }
        pointerMoved(to: place)
        return hold != nil
    }
    private func holdable(at place: Point) -> Hold? {
        func distance(_ point: Point) -> Double { ((place - point) * (place - point)).sum().squareRoot() }
        if distance(handleCenter) <= ColorPicker.handleRadius + 4 { return .handle(grip: hue - turn(of: place)) }
        if distance(loupeCenter) <= ColorPicker.ringRadius + 2 { return .loupe(grip: loupeCenter - place) }
        if layout.field.contains(place) { return .loupe(grip: Point(0, 0)) }
        for (part, slider) in [(Part.hue, layout.hue), (.opacity, layout.opacity)] {
            if slider.fine.inset(dx: -6, dy: -3).contains(place) { return .fine(part, start: fineRange(of: part).lowerBound) }
            if slider.track.inset(dx: -6, dy: -3).contains(place) { return .track(part) }
        }
        for button in Button.allCases where layout.buttons[button.rawValue].contains(place) {
            return button == .clipboard && clipboardColor == nil ? nil : .button(button, isOver: true)
        }
        if layout.swatch.contains(place) { return .swatch }
        if layout.nextForm.contains(place) { return .nextForm }
        // The first press selects all; another one puts the caret.
        return TextField.allCases.first { frame(of: $0).contains(place) }.map { .text($0, selects: editedField == $0) }
    }
    /// The direction from the loupe's middle, in turns clockwise from the top.
    private func turn(of place: Point) -> Double {
        let offset = place - loupeCenter
        return offset == Point(0, 0) ? 0 : Elementary.arctangent(offset.x, -offset.y) / (2 * .pi)
    }
    /// The pointer moved, held or not.
    public mutating func pointerMoved(to place: Point) {
        guard place.x.isFinite, place.y.isFinite else { return }
        switch hold {
        case .loupe(let grip):
            let field = layout.field, center = place + grip
            saturation = Color.unit((center.x - field.x) / field.width)
            brightness = Color.unit((field.maxY - center.y) / field.height)
        case .handle(let grip):
            let turns = turn(of: place) + grip
            hue = turns - turns.rounded(.down)
        case .track(let part):
            let track = (part == .hue ? layout.hue : layout.opacity).track
            set(part, to: (place.x - track.x) / track.width)
        case .fine(let part, let start):
            let fine = (part == .hue ? layout.hue : layout.opacity).fine
            set(part, to: start + Color.unit((place.x - fine.x) / fine.width) * ColorPicker.fineShare)
        case .button(let button, _): hold = .button(button, isOver: layout.buttons[button.rawValue].contains(place))
        case .text(_, selects: true): setCaret(at: place, selects: true)
        case .swatch, .text, .nextForm, nil: break
        }
    }
    /// The button was let go. A button of the picker acts when it is let go over it.
    public mutating func pointerUp(at place: Point) {
        pointerMoved(to: place)
        let held = hold
        hold = nil
        switch held {
        case .button(let button, isOver: true): press(button)
        case .swatch where layout.swatch.contains(place): if place.x < layout.swatch.center.x { color = formerColor }
        case .nextForm where layout.nextForm.contains(place): nextFormat()
        default: break
        }
    }

    // MARK: keys

    /// Takes a button's colour, as a press on it does.
    public mutating func press(_ button: Button) {
        switch button {
        case .black: color = .black
        case .white: color = .white
        case .clipboard: if let clipboardColor { color = clipboardColor }
        }
    }
    /// An arrow key: changes the part in focus by a hundredth, or with `isFine` by a quarter of that; the hue by a degree, or a quarter of one. Up and right are more;
    /// on the field they are brighter and purer.
    public mutating func move(dx: Int, dy: Int, isFine: Bool = false) {
        let step = isFine ? ColorPicker.fineShare : 1, (x, y) = (Double(min(max(dx, -100), 100)), Double(min(max(dy, -100), 100)))
        switch focus {
        case .field:
            saturation = Color.unit(saturation + x * step / 100)
            brightness = Color.unit(brightness + y * step / 100)
        case .hue:
            let turns = hue + (x + y) * step / 360
            hue = turns - turns.rounded(.down)
        case .opacity: opacity = Color.unit(opacity + (x + y) * step / 100)
        }
    }
    /// Lets the arrow keys change the next part.
    public mutating func focusNext() { focus = focus == .field ? .hue : focus == .hue ? .opacity : .field }
    /// Shows the text in the next form that has words for the colour.
    public mutating func nextFormat() {
        let all = ColorFormat.allCases, start = all.firstIndex(of: format) ?? 0
        format = (1...all.count).map { all[(start + $0) % all.count] }.first { color.text($0) != nil } ?? .hex
    }
}
