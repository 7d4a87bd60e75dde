// ColorPicker+Drawing: draws the picker on a canvas.

public import Canvas

extension ColorPicker {
    private static let card = Color(hex: 0xF6F6F8), line = Color(white: 0, alpha: 0.16), accent = Color(hex: 0x2F7BF6), warning = Color(hex: 0xD0342C)
    static let ink = Color(hex: 0x2B2E36)

    /// Draws the picker at its frame.
    /// - Throws: `CanvasError` if a text cannot be laid out. If the error is thrown, some text fields and texts may be missing. All other
    ///   parts of the picker are drawn.
    public func draw(on canvas: inout Canvas) throws(CanvasError) {
        canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(0, 8), blur: 28, color: Color(white: 0, alpha: 0.35))]
            canvas.fill(Path(roundedRectangle: frame, cornerRadius: 18), with: .color(ColorPicker.card))
        }
        drawField(on: &canvas)
        drawSlider(.hue, on: &canvas)
        drawSlider(.opacity, on: &canvas)
        drawSwatch(on: &canvas)
        for button in Button.allCases { draw(button, on: &canvas) }
        drawLoupe(on: &canvas)
        drawNextForm(on: &canvas)
        for field in TextField.allCases { try draw(field, on: &canvas) }
        try drawMistake(on: &canvas)
    }

    private var pureHue: Color { Color(Color.HSB(hue: hue, saturation: 1, brightness: 1)) }

    // MARK: The field and the loupe

    private func drawField(on canvas: inout Canvas) {
        let field = layout.field, shape = Path(roundedRectangle: field, cornerRadius: 10), white = Color.white, black = Color.black
        // The field has three layers: the pure hue, a gradient from white that lowers the saturation, and a gradient to black that
        // lowers the brightness.
        canvas.fill(shape, with: .color(pureHue))
        canvas.fill(shape, with: .gradient(.linear(from: Point(field.minX, 0), to: Point(field.maxX, 0), [white, white.withAlpha(0)])))
        canvas.fill(shape, with: .gradient(.linear(from: Point(0, field.minY), to: Point(0, field.maxY), [black.withAlpha(0), black])))
        outline(shape, .field, on: &canvas)
    }
    /// Draws a thin outline, or a thick outline around the part that the arrow keys change.
    private func outline(_ shape: Path, _ part: Part, on canvas: inout Canvas) {
        canvas.stroke(shape, with: .color(part == focus ? ColorPicker.accent : ColorPicker.line), style: StrokeStyle(width: part == focus ? 2 : 1))
    }

    private func drawLoupe(on canvas: inout Canvas) {
        let center = loupeCenter, inner = ColorPicker.loupeRadius, outer = ColorPicker.ringRadius
        canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(0, 2), blur: 8, color: Color(white: 0, alpha: 0.5))]
            canvas.fill(Path(circleAt: center, radius: outer + 2), with: .color(.white))
        }
        let stops = (0...24).map { Gradient.Stop(Double($0) / 24, Color(Color.HSB(hue: Double($0) / 24, saturation: 1, brightness: 1))) }
        canvas.fill(Path(circleAt: center, radius: outer), with: .gradient(Gradient(.conic(center: center, startAngle: -.pi / 2), stops: stops)))
        canvas.fill(Path(circleAt: center, radius: inner + 1.5), with: .color(.white))
        canvas.fill(Path(circleAt: center, radius: inner), with: .color(color.withAlpha(1)))
        // The cross leaves the middle free, so that the colour itself is visible in the middle. The cross is dark on bright colours.
        let isBright = 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue > 0.6, cross = Color(white: isBright ? 0 : 1, alpha: 0.75)
        var mark = Path()
        for way in [Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1)] { mark.append(Path(polygon: [center + way * 4, center + way * 9], isClosed: false)) }
        canvas.stroke(mark, with: .color(cross), style: StrokeStyle(width: 1.5, cap: .round))
        let handle = handleCenter
        canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(0, 1), blur: 4, color: Color(white: 0, alpha: 0.55))]
            canvas.fill(Path(circleAt: handle, radius: ColorPicker.handleRadius), with: .color(.white))
        }
        canvas.fill(Path(circleAt: handle, radius: ColorPicker.handleRadius - 2.5), with: .color(pureHue))
    }

    // MARK: The sliders

    /// Returns the gradient stops for a part of a slider's range.
    private func colors(of part: Part, over range: ClosedRange<Double>) -> [Gradient.Stop] {
        let steps = part == .hue ? 24 : 1
        // Within each sixth of the colour circle, the colour changes linearly with the hue. The borders of the sixths are among the
        // 24 stops, so the gradient is exact.
        var places = [0.0, 1.0]
        if steps > 1 {
            places += (0...steps).map { (Double($0) / Double(steps) - range.lowerBound) / (range.upperBound - range.lowerBound) }.filter { $0 > 0 && $0 < 1 }
        }
        return places.sorted().map { place in
            let value = range.lowerBound + place * (range.upperBound - range.lowerBound)
            return Gradient.Stop(place, part == .hue ? Color(Color.HSB(hue: value, saturation: 1, brightness: 1)) : color.withAlpha(value))
        }
    }
    private func fill(_ shape: Path, _ frame: Rectangle, _ part: Part, _ range: ClosedRange<Double>, on canvas: inout Canvas) {
        if part == .opacity { drawCheckers(shape, frame, on: &canvas) }
        canvas.fill(shape, with: .gradient(Gradient(.linear(from: Point(frame.minX, 0), to: Point(frame.maxX, 0)), stops: colors(of: part, over: range))))
    }
    private func drawSlider(_ part: Part, on canvas: inout Canvas) {
        let slider = part == .hue ? layout.hue : layout.opacity, (track, fine) = (slider.track, slider.fine)
        let range = fineRange(of: part), value = value(of: part)
        // The fine slider shows a part of the track. A trapezoid connects this part with the fine slider.
        let (from, to) = (track.x + range.lowerBound * track.width, track.x + range.upperBound * track.width)
        canvas.fill(Path([.move(to: Point(from, track.maxY)), .line(to: Point(to, track.maxY)), .line(to: Point(fine.maxX, fine.minY)),
                          .line(to: Point(fine.minX, fine.minY)), .close]),
                    with: .color(Color(white: 0, alpha: 0.1)))
        let trackShape = Path(roundedRectangle: track, cornerRadius: track.height / 2), fineShape = Path(roundedRectangle: fine, cornerRadius: 4)
        fill(trackShape, track, part, 0...1, on: &canvas)
        outline(trackShape, part, on: &canvas)
        fill(fineShape, fine, part, range, on: &canvas)
        canvas.stroke(fineShape, with: .color(ColorPicker.line), style: StrokeStyle(width: 1))
        var ticks = Path()
        for number in 1..<25 {
            let x = fine.x + Double(number) / 25 * fine.width
            ticks.append(Path(polygon: [Point(x, fine.maxY), Point(x, fine.maxY - (number % 5 == 0 ? 6 : 3))], isClosed: false))
        }
        canvas.stroke(ticks, with: .color(Color(white: 0, alpha: 0.35)), style: StrokeStyle(width: 1))

        let knob = Point(track.x + value * track.width, track.center.y), needle = fine.x + (value - range.lowerBound) / ColorPicker.fineShare * fine.width
        canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(0, 1), blur: 4, color: Color(white: 0, alpha: 0.5))]
            canvas.fill(Path(circleAt: knob, radius: track.height / 2 + 2), with: .color(.white))
            canvas.fill(Path(roundedRectangle: Rectangle(x: needle - 3, y: fine.y - 2, width: 6, height: fine.height + 4), cornerRadius: 3),
                        with: .color(.white))
        }
        canvas.fill(Path(circleAt: knob, radius: track.height / 2 - 2), with: .color(part == .hue ? pureHue : ColorPicker.card))
        if part == .opacity { canvas.fill(Path(circleAt: knob, radius: track.height / 2 - 2), with: .color(color)) }
    }
    /// Draws the background of transparent colours: grey squares on white.
    private func drawCheckers(_ shape: Path, _ frame: Rectangle, on canvas: inout Canvas) {
        canvas.fill(shape, with: .color(.white))
        let side = 6.0, columns = Int(frame.width / side) + 1, rows = Int(frame.height / side) + 1
        var squares = Path()
        for row in 0..<rows {
            for column in 0..<columns where (row + column) % 2 == 1 {
                let square = Rectangle(x: frame.x + Double(column) * side, y: frame.y + Double(row) * side, width: side, height: side)
                if let seen = square.intersection(frame) { squares.append(Path(rectangle: seen)) }
            }
        }
        canvas.saved { canvas in
            canvas.clip(to: shape)
            canvas.fill(squares, with: .color(Color(white: 0.78)))
        }
    }

    // MARK: The swatch, the buttons, the text

    private func drawSwatch(on canvas: inout Canvas) {
        let frame = layout.swatch, shape = Path(roundedRectangle: frame, cornerRadius: 8)
        drawCheckers(shape, frame, on: &canvas)
        canvas.saved { canvas in
            canvas.clip(to: shape)
            canvas.fill(Path(rectangle: Rectangle(x: frame.x, y: frame.y, width: frame.width / 2, height: frame.height)), with: .color(formerColor))
            canvas.fill(Path(rectangle: Rectangle(x: frame.center.x, y: frame.y, width: frame.width / 2, height: frame.height)), with: .color(color))
        }
        canvas.stroke(shape, with: .color(ColorPicker.line), style: StrokeStyle(width: 1))
    }
    private func draw(_ button: Button, on canvas: inout Canvas) {
        let frame = layout.buttons[button.rawValue], isPressed = hold == .button(button, isOver: true)
        let radius = frame.width / 2 - (isPressed ? 4 : 2), shape = Path(circleAt: frame.center, radius: radius)
        let fill: Color? = switch button {
        case .black: .black
        case .white: .white
        case .clipboard: clipboardColor
        }
        canvas.saved { canvas in
            canvas.shadows = isPressed ? [] : [Shadow(offset: Point(0, 1), blur: 4, color: Color(white: 0, alpha: 0.3))]
            canvas.fill(shape, with: .color(.white))
        }
        if let fill, fill.alpha < 1 { drawCheckers(shape, frame, on: &canvas) }
        canvas.fill(shape, with: .color(fill ?? Color(white: 0.9)))
        canvas.stroke(shape, with: .color(ColorPicker.line), style: StrokeStyle(width: 1))
        guard button == .clipboard else { return }
        // A clipboard icon.
        let light = fill.map { 0.299 * $0.red + 0.587 * $0.green + 0.114 * $0.blue < 0.6 && $0.alpha > 0.5 } ?? false
        let color = fill == nil ? Color(white: 0.6) : Color(white: light ? 1 : 0.1, alpha: 0.9), center = frame.center
        canvas.stroke(Path(roundedRectangle: Rectangle(x: center.x - 6, y: center.y - 7, width: 12, height: 15), cornerRadius: 2), with: .color(color),
                      style: StrokeStyle(width: 1.5))
        canvas.fill(Path(roundedRectangle: Rectangle(x: center.x - 3.5, y: center.y - 9, width: 7, height: 4), cornerRadius: 1), with: .color(color))
    }
    /// Draws the button that switches to the next text format: a triangle that points down, like the triangle of a menu.
    private func drawNextForm(on canvas: inout Canvas) {
        let frame = layout.nextForm, shape = Path(roundedRectangle: frame, cornerRadius: 7), center = frame.center
        canvas.fill(shape, with: .color(hold == .nextForm ? Color(hex: 0xE4E8F0) : .white))
        canvas.stroke(shape, with: .color(ColorPicker.line), style: StrokeStyle(width: 1))
        canvas.fill(Path(polygon: [center + Point(-5, -2.5), center + Point(5, -2.5), center + Point(0, 4)]), with: .color(ColorPicker.ink.withAlpha(0.7)))
    }
    private func draw(_ field: TextField, on canvas: inout Canvas) throws(CanvasError) {
        let frame = frame(of: field), shape = Path(roundedRectangle: frame, cornerRadius: 7), isTyped = editing?.field == field
        canvas.fill(shape, with: .color(.white))
        let isWrong = isTyped && editing?.isRefused == true
        canvas.stroke(shape, with: .color(isWrong ? ColorPicker.warning : isTyped ? ColorPicker.accent : ColorPicker.line),
                      style: StrokeStyle(width: isTyped ? 2 : 1))
        guard let font else { return }
        if let editing, isTyped {
            try draw(editing, in: frame, font: font, on: &canvas)
            return
        }
        let text = text(of: field) + (field == .hue ? "°" : field == .opacity ? "%" : "")
        // If a text is too long, the text is drawn smaller, but not smaller than `least`, so that the text stays readable. A text
        // that does not fit even at the size `least` is shortened.
        let (wanted, least): (Double, Double) = field == .text ? (ColorPicker.textSize, 11) : (11, 10), room = frame.width - 2 * inset(of: field)
        let width = try TextLayout(text, font: font, size: wanted).bounds.width, size = max(least, wanted * min(1, room / max(width, 1)))
        if width * size <= room * wanted + 0.01 {
            try canvas.draw(text: text, at: Point(frame.center.x, frame.center.y + 0.36 * size), font: font, size: size, paint: .color(ColorPicker.ink),
                            alignment: .center)
        } else {
            let part = try TextLayout(text, font: font, size: size, paint: .color(ColorPicker.ink),
                                      options: TextLayout.Options(width: room, maximumLineCount: 1))
            canvas.draw(part, at: Point(frame.center.x - room / 2, frame.center.y + 0.36 * size - part.lines[0].origin.y))
        }
    }
    /// Draws the text being typed, left aligned, with its selection and caret.
    private func draw(_ editing: Editing, in frame: Rectangle, font: Font, on canvas: inout Canvas) throws(CanvasError) {
        let (text, shift) = try typedLayout(editing, font: font), line = editing.line
        let inset = inset(of: editing.field), origin = Point(frame.x + inset - shift, frame.center.y - text.bounds.height / 2)
        canvas.saved { canvas in
            canvas.clip(to: frame.inset(dx: inset - 2, dy: 2))
            let selected = line.scalarOffset(of: line.selection.lowerBound)..<line.scalarOffset(of: line.selection.upperBound)
            for part in text.rectangles(of: selected) {
                canvas.fill(Rectangle(x: origin.x + part.x, y: frame.y + 4, width: part.width, height: frame.height - 8), with: .color(Color(hex: 0xB5D3FF)))
            }
            canvas.draw(text, at: origin)
            let caret = origin.x + text.caret(at: line.scalarOffset(of: line.caret)).x
            canvas.fill(Rectangle(x: caret - 0.75, y: frame.y + 4, width: 1.5, height: frame.height - 8), with: .color(ColorPicker.accent))
        }
    }
    /// Draws the message about a mistake below the typed text. The message is grey while the user types, and red after the user has
    /// pressed Return.
    private func drawMistake(on canvas: inout Canvas) throws(CanvasError) {
        guard let font, let editing, let mistake = editing.mistake else { return }
        let color = editing.isRefused ? ColorPicker.warning : ColorPicker.ink.withAlpha(0.6)
        let text = try TextLayout(mistake, font: font, size: 10, paint: .color(color),
                                  options: TextLayout.Options(width: layout.message.width, maximumLineCount: 2))
        canvas.draw(text, at: Point(layout.message.x, layout.message.y))
    }
}
