// ColorPicker: a widget to choose a colour: a loupe over saturation and brightness, sliders for hue and opacity, buttons, the
// clipboard. The picker receives events and draws itself.

public import Canvas
import Raster

/// A colour picker.
///
/// A loupe lies on a field of saturation (left to right) and brightness (bottom to top). Around the loupe is a ring of all hues, with a
/// small handle that changes the hue. Hue and opacity have a slider each. A slider has two tracks and a number beside the tracks. The upper
/// track shows the whole range. The lower track is narrow and shows a quarter of the range around the value, so the lower track is four
/// times as precise. Buttons choose black, white, or the colour on the clipboard. The user can also type the colour's text and the numbers:
/// a press on the text or on a number begins the editing, and the program passes its window's events to the picker (`type(_:)`, `edit(_:)`,
/// `commitTyping()`).
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
        /// Chooses black.
        case black
        /// Chooses white.
        case white
        /// Chooses the colour on the clipboard; disabled if the clipboard has no colour.
        case clipboard
    }

    /// The frame of the picker, in points of the view.
    public var frame: Rectangle { didSet { layout = Layout(frame: frame) } }
    /// The frames of the picker's parts.
    public private(set) var layout: Layout
    /// The hue in turns, 0…1. A grey keeps the previous hue.
    public internal(set) var hue: Double
    /// The saturation, 0…1. Black keeps the previous saturation.
    public private(set) var saturation: Double
    /// The brightness, 0…1.
    public private(set) var brightness: Double
    /// The opacity, 0…1.
    public private(set) var opacity: Double
    /// The colour that the swatch shows beside the chosen colour. A press on the former colour in the swatch restores the former colour.
    /// The former colour is initially the colour given to `init`.
    public var formerColor: Color
    /// The format of the colour's text. The button beside the text switches to the next format.
    public var format = ColorFormat.hex
    /// The text on the clipboard; nil if the clipboard has no text. The third button chooses the colour that this text describes.
    public var clipboardText: String? {
        didSet { if clipboardText != oldValue { clipboardColor = clipboardText.flatMap { try? Color(text: $0) } } }
    }
    /// The colour described by the clipboard's text; nil if the text describes no colour.
    public private(set) var clipboardColor: Color?
    /// The part that the arrow keys change.
    public var focus = Part.field
    /// The part that the pointer holds.
    private(set) var hold: Hold?
    /// The font of the texts; nil to draw no texts.
    public var font: Font?
    /// The state of the edited field; nil if no field is edited.
    var editing: Editing?

    /// The part that the pointer holds, with the values needed to follow the pointer.
    enum Hold: Sendable, Hashable {
        /// The loupe. `grip` is the offset from the pointer to the loupe's centre.
        case loupe(grip: Point)
        /// The handle. `grip` is the hue minus the pointer's direction, in turns.
        case handle(grip: Double)
        /// The whole range of a slider.
        case track(Part)
        /// The fine track of a slider. The range that the fine track shows begins at `start`, and does not change while the track is held.
        case fine(Part, start: Double)
        case button(Button, isOver: Bool)
        case swatch
        /// A text field; `selects` is true if dragging the pointer selects text. The press that begins the editing selects no text.
        case text(TextField, selects: Bool)
        case nextForm
    }

    /// The radius of the loupe, in points. The ring of hues lies between this radius and `ringRadius`.
    static let loupeRadius = 24.0
    static let ringRadius = 33.0
    static let handleRadius = 7.5
    /// The part of a slider's range that the fine track shows.
    public static let fineShare = 0.25

    /// Creates a picker that shows the given colour.
    public init(frame: Rectangle, color: Color = Color(hex: 0xFF7A18)) {
        self.frame = frame
        layout = Layout(frame: frame)
        formerColor = color
        (hue, saturation, brightness, opacity) = (0, 0, 0, 1)
        self.color = color
    }

    /// The chosen colour. Setting a grey keeps the hue; setting black also keeps the saturation.
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
    /// The colour as text in `format`, or as hexadecimal digits if `format` cannot express the colour.
    public var text: String { color.text(format) ?? color.text(.hex) ?? "" }

    // MARK: Places

    /// The centre of the loupe.
    public var loupeCenter: Point {
        Point(layout.field.x + saturation * layout.field.width, layout.field.maxY - brightness * layout.field.height)
    }
    /// The centre of the handle for the hue: at the top for red, clockwise from there.
    public var handleCenter: Point {
        let angle = hue * 2 * .pi, radius = (ColorPicker.loupeRadius + ColorPicker.ringRadius) / 2
        return loupeCenter + Point(radius * PortableMath.sine(angle), -radius * PortableMath.cosine(angle))
    }
    /// Returns the range that the fine track of a slider shows now.
    public func fineRange(of part: Part) -> ClosedRange<Double> {
        let start = if case .fine(part, let start) = hold { start } else { min(max(value(of: part) - ColorPicker.fineShare / 2, 0), 1 - ColorPicker.fineShare) }
        return start...start + ColorPicker.fineShare
    }
    /// Returns the value of a slider; for the field, the saturation.
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

    // MARK: The pointer

    /// Handles a press at a position in the view. Returns true if the press is on a part of the picker.
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
        // The first press selects the whole text; the next press moves the caret.
        return TextField.allCases.first { frame(of: $0).contains(place) }.map { .text($0, selects: editedField == $0) }
    }
    /// Returns the direction from the loupe's centre, in turns clockwise from the top.
    private func turn(of place: Point) -> Double {
        let offset = place - loupeCenter
        return offset == Point(0, 0) ? 0 : PortableMath.arctangent(offset.x, -offset.y) / (2 * .pi)
    }
    /// Handles a move of the pointer, with or without a held part.
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
    /// Handles the release of the button. A button of the picker acts if the pointer is released over that button.
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

    // MARK: Keys

    /// Chooses a button's colour, like a press on the button.
    public mutating func press(_ button: Button) {
        switch button {
        case .black: color = .black
        case .white: color = .white
        case .clipboard: if let clipboardColor { color = clipboardColor }
        }
    }
    /// Handles an arrow key: changes the focused part by a hundredth (the hue by a degree), or by a quarter of this amount if `isFine` is
    /// true. Up and right increase the value. On the field, up increases the brightness, and right increases the saturation.
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
    /// Moves the focus of the arrow keys to the next part.
    public mutating func focusNext() { focus = focus == .field ? .hue : focus == .hue ? .opacity : .field }
    /// Switches the text to the next format that can express the colour.
    public mutating func nextFormat() {
        let all = ColorFormat.allCases, start = all.firstIndex(of: format) ?? 0
        format = (1...all.count).map { all[(start + $0) % all.count] }.first { color.text($0) != nil } ?? .hex
    }
}
