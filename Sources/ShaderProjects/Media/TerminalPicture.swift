// TerminalPicture: a picture of a terminal for ghostty's shaders, and the values of their uniforms: colours and cursor.

import Raster

enum TerminalPicture {
    private static let background: SIMD3<Double> = [0.11, 0.12, 0.17], foreground: SIMD3<Double> = [0.79, 0.83, 0.94]
    private static let colors: [SIMD3<Double>] = [
        [0.11, 0.12, 0.17], [0.94, 0.36, 0.42], [0.55, 0.83, 0.51], [0.93, 0.78, 0.47], [0.45, 0.63, 0.96], [0.76, 0.54, 0.93], [0.44, 0.83, 0.85],
        [0.79, 0.83, 0.94],
    ]
    private static let columns = 80, rows = 30
    /// The cells between which the cursor jumps, counted from the top left. At the start, the cursor is in `cursor`, and the cursor's
    /// previous cell is `cursorBefore`.
    private static let cursor = (column: 34, row: 22), cursorBefore = (column: 6, row: 17)

    /// Draws lines of marks in several colours. The marks look like letters, and the lines look like the listing of a program.
    static func image(width: Int, height: Int) -> Image {
        var image = Image(width: width, height: height)
        func hash(_ a: Int, _ b: Int, _ c: Int) -> UInt32 {
            var x = UInt32(truncatingIfNeeded: a &* 73_856_093 ^ b &* 19_349_663 ^ c &* 83_492_791) &+ 0x9E37_79B9
            x ^= x >> 16; x &*= 0x7FEB_352D; x ^= x >> 15; x &*= 0x846C_A68B; x ^= x >> 16
            return x
        }
        for y in 0..<height {
            let row = y * rows / height, cellTop = row * height / rows, cellHeight = max(1, (row + 1) * height / rows - cellTop)
            let fy = 8 * (y - cellTop) / cellHeight
            for x in 0..<width {
                let column = x * columns / width, cellLeft = column * width / columns, cellWidth = max(1, (column + 1) * width / columns - cellLeft)
                let fx = 6 * (x - cellLeft) / cellWidth
                var color = background
                let indent = Int(hash(row, 1, 1) % 4) * 2,
                    length = row > cursor.row ? 0 : row == cursor.row ? cursor.column : indent + 12 + Int(hash(row, 2, 2) % 46)
                let isWord = hash(row, column / 1, 5) % 6 != 0
                if column >= indent, column < length, isWord, (1...6).contains(fy), (0...3).contains(fx) || fx == 4 {
                    // A glyph is a pattern of four by six points with a mirrored half.
                    let bit = hash(row, column, 9) >> UInt32(min(fx, 4 - fx) * 6 + fy - 1) & 1
                    if bit == 1, fx < 5 { color = colors[Int(1 + hash(row, column / 5, 7) % 7)] }
                }
                let at = 4 * (y * width + x)
                for k in 0..<3 { image.bytes[at + k] = UInt8((color[k] * 255).rounded()) }
                image.bytes[at + 3] = 255
            }
        }
        return image
    }

    /// Returns the rectangle of a cell: left, top, width, height, with y up.
    private static func rectangle(_ cell: (column: Int, row: Int), _ size: SIMD2<Double>) -> [Double] {
        let width = size.x / Double(columns), height = size.y / Double(rows)
        return [Double(cell.column) * width, size.y - Double(cell.row) * height, width, height]
    }
    /// Returns the value of one of ghostty's uniforms; nil for other names. The cursor moves once every two seconds.
    static func uniform(_ name: String, size: SIMD2<Double>, time: Double) -> [Double]? {
        let jump = (time / 2).rounded(.down), isBack = jump.truncatingRemainder(dividingBy: 2) == 1
        switch name {
        case "iCurrentCursor": return rectangle(isBack ? cursorBefore : cursor, size)
        case "iPreviousCursor": return rectangle(isBack ? cursor : cursorBefore, size)
        case "iTimeCursorChange": return [jump * 2]
        case "iCurrentCursorColor", "iPreviousCursorColor": return [foreground.x, foreground.y, foreground.z, 1]
        case "iCursorColor", "iForegroundColor", "iSelectionForegroundColor": return [foreground.x, foreground.y, foreground.z]
        case "iBackgroundColor", "iCursorText": return [background.x, background.y, background.z]
        case "iSelectionBackgroundColor": return [0.2, 0.23, 0.33]
        case "iCurrentCursorStyle", "iPreviousCursorStyle", "iTimeFocus": return [0]
        case "iCursorVisible", "iFocus": return [1]
        case "iPalette":
            return (0..<256).flatMap { number -> [Double] in
                let color: SIMD3<Double>
                if number < 16 { color = colors[number % 8] }
                else if number < 232 {
                    func level(_ step: Int) -> Double { step == 0 ? 0 : Double(55 + 40 * step) / 255 }
                    color = SIMD3(level((number - 16) / 36), level((number - 16) / 6 % 6), level((number - 16) % 6))
                } else { color = SIMD3(repeating: Double(8 + 10 * (number - 232)) / 255) }
                return [color.x, color.y, color.z]
            }
        default: return nil
        }
    }
}
