// ColorPicker+Layout: the positions of the parts of a colour picker.

public import Canvas

extension ColorPicker {
    /// The frames of the parts, in points of the view.
    public struct Layout: Sendable, Hashable {
        /// The field of saturation (left to right) and brightness (bottom to top).
        public let field: Rectangle
        /// The slider for the hue: an upper track with the whole range, and a lower track with a quarter of the range around the value.
        public let hue: Slider
        /// The slider for the opacity: an upper track with the whole range, and a lower track with a quarter of the range around the value.
        public let opacity: Slider
        /// The swatch: the former colour beside the chosen colour.
        public let swatch: Rectangle
        /// The buttons that choose black, white, and the clipboard's colour.
        public let buttons: [Rectangle]
        /// The text of the colour, which the user can edit.
        public let text: Rectangle
        /// The space below the text for two lines of text about a mistake.
        public let message: Rectangle
        /// The button that switches the text to the next format.
        public let nextForm: Rectangle

        /// The parts of a slider.
        public struct Slider: Sendable, Hashable {
            /// The track with the whole range.
            public let track: Rectangle
            /// The fine track. The fine track is as wide as `track`, but shows only a quarter of the range, so it is four times as precise.
            public let fine: Rectangle
            /// The value as a number, which the user can edit.
            public let number: Rectangle
        }

        /// The smallest size of a picker, in points.
        public static let minimumSize = Size(width: 220, height: 320)

        /// Lays out the parts in a frame. A frame below the smallest size is enlarged to the smallest size; its upper left corner
        /// stays in place.
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
                return Slider(track: Rectangle(x: row.x, y: row.y, width: width, height: 18),
                              fine: Rectangle(x: row.x, y: row.maxY - 14, width: width, height: 14),
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
