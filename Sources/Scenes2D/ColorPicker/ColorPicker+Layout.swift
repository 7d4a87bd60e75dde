// ColorPicker+Layout: where the parts of a colour picker lie.

public import Canvas

extension ColorPicker {
    /// Where the parts lie, in points of the view.
    public struct Layout: Sendable, Hashable {
        /// Saturation from left to right, brightness from bottom to top.
        public let field: Rectangle
        /// The whole range of the hue, and below it the quarter around its value.
        public let hue: Slider
        /// The whole range of the opacity, and below it the quarter around its value.
        public let opacity: Slider
        /// The colour as it was, beside the one that is chosen.
        public let swatch: Rectangle
        /// The buttons: black, white, the clipboard's colour.
        public let buttons: [Rectangle]
        /// The colour as text, which the user can edit.
        public let text: Rectangle
        /// The room for two lines about a mistake in the typed text, below it.
        public let message: Rectangle
        /// The button that shows the colour in the next form.
        public let nextForm: Rectangle

        /// The parts of a slider.
        public struct Slider: Sendable, Hashable {
            /// The whole range.
            public let track: Rectangle
            /// A quarter of the range over the same width: four times as precise.
            public let fine: Rectangle
            /// The value as a number, which can be typed.
            public let number: Rectangle
        }

        /// The smallest picker, in points.
        public static let minimumSize = Size(width: 220, height: 320)

        /// Parts for a frame; one smaller than the smallest picker is taken as that, from its upper left corner.
        public init(frame: Rectangle) {
            let width = max(frame.width, Layout.minimumSize.width), height = max(frame.height, Layout.minimumSize.height)
            let margin = 22.0, gap = 14.0, left = frame.x + margin, inner = width - 2 * margin
            message = Rectangle(x: left, y: frame.y + height - 34, width: inner, height: 25)
            var bottom = message.minY - 3
            func row(_ height: Double, gap: Double) -> Rectangle {
                defer { bottom -= height + gap }
                return Rectangle(x: left, y: bottom - height, width: inner, height: height)
            }
            let last = row(26, gap: 12)
            text = Rectangle(x: last.x, y: last.y, width: last.width - 32, height: last.height)
            nextForm = Rectangle(x: last.maxX - 26, y: last.y, width: 26, height: last.height)
            let line = row(34, gap: gap), side = line.height
            func slider(_ row: Rectangle) -> Slider {
                let width = row.width - 62
                return Slider(track: Rectangle(x: row.x, y: row.y, width: width, height: 18), fine: Rectangle(x: row.x, y: row.maxY - 14, width: width, height: 14),
                              number: Rectangle(x: row.maxX - 48, y: row.center.y - 12, width: 48, height: 24))
            }
            opacity = slider(row(40, gap: gap))
            hue = slider(row(40, gap: gap + 4))
            buttons = (0..<3).map { Rectangle(x: line.maxX - side - Double(2 - $0) * (side + 10), y: line.y, width: side, height: side) }
            swatch = Rectangle(x: line.x, y: line.y, width: max(40, line.width - 3 * side - 2 * 10 - 16), height: side)
            field = Rectangle(Point(left, frame.y + margin), Point(left + inner, bottom))
        }
    }
}
