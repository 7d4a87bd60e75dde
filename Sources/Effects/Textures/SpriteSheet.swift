// SpriteSheet: a picture that consists of cells of equal size. Cells are numbered row by row, beginning at the upper left.

import Raster

struct SpriteSheet {
    private let image: Image
    private let columns: Int
    private let width: Int
    private let height: Int

    /// - Throws: `invalidArgument` if there are no cells, `invalidSize` if a cell's width or height is not a whole number of pixels.
    init(_ image: Image, name: String, columns: Int, rows: Int) throws(RasterError) {
        for (property, cells, side) in [("columns", columns, image.width), ("rows", rows, image.height)] {
            guard cells >= 1 else { throw RasterError(.invalidArgument, "\(property) of \(name)", "are \(cells)", remedy: "use 1 or more") }
            guard side >= cells, side % cells == 0 else {
                throw RasterError(.invalidSize, name, "is \(image.width)×\(image.height) pixels, which cannot be divided into \(cells) \(property)",
                                  remedy: "use a size that is a multiple of the cells' number")
            }
        }
        self.image = image
        self.columns = columns
        (width, height) = (image.width / columns, image.height / rows)
    }

    subscript(cell: Int) -> Image {
        let pixel = image.format.bytesPerPixel, left = cell % columns * width, top = cell / columns * height
        var result = Image(width: width, height: height, format: image.format)
        for y in 0..<height {
            let start = ((top + y) * image.width + left) * pixel
            result.bytes.replaceSubrange(y * width * pixel..<(y + 1) * width * pixel, with: image.bytes[start..<start + width * pixel])
        }
        return result
    }
}
