// PictureReading: reads picture files that a command names, and writes the decoders' remarks to standard error.

import Effects
import Raster
import Terminal

enum PictureReading {
    /// Reads a picture file. Throws the errors of `ImageFile`.
    static func read(_ path: String) throws(RasterError) -> Image {
        let file = try ImageFile(contentsOf: path)
        tell(file.warnings, of: path)
        return file.image
    }

    static func tell(_ warnings: [String], of path: String) {
        for warning in warnings { printError("\(path): \(warning)") }
    }
}
