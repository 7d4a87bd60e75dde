// NoticePicture: draws a short message to the user of a demo's window, as light text on a dark card.

import Canvas
import Raster

enum NoticePicture {
    /// Returns a picture of a text, for `Window.noticePainter`. Throws if the font is not installed.
    static func make(_ text: String, pixelsPerPoint: Float, maximumWidth: Int) throws -> Image {
        let scale = Double(pixelsPerPoint), inset = Point(14, 9)
        let layout = try TextLayout(text, font: Font(named: "DejaVu Sans"), size: 13, paint: .color(Color(hex: 0xF4F7FB)),
                                    options: TextLayout.Options(width: max(20, Double(maximumWidth) / scale - 2 * inset.x)))
        let size = Size(width: layout.bounds.width + 2 * inset.x, height: layout.bounds.height + 2 * inset.y)
        var canvas = Canvas()
        canvas.fill(Path(roundedRectangle: Rectangle(x: 0, y: 0, width: size.width, height: size.height), cornerRadius: 8),
                    with: .color(Color(hex: 0x12161D, alpha: 0.9)))
        canvas.draw(layout, at: inset - Point(layout.bounds.x, layout.bounds.y))
        // The reference renderer draws the picture, because compiling shaders would take longer than drawing one small picture.
        return try CanvasRenderer(device: Device(.reference)).image(of: canvas, width: Int((size.width * scale).rounded(.up)),
                                                                    height: Int((size.height * scale).rounded(.up)), scale: scale)
    }
}
