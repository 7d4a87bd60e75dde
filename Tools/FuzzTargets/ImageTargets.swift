// Image targets: PNG and JPEG.

import Raster

enum ImageTargets {
    /// If the bytes are a valid image, writes the image and reads it again; for a lossless format, the pixels must be equal.
    static func image(_ bytes: [UInt8]) {
        guard let image = try? Image.read(bytes: bytes, name: "input") else { return }
        precondition(image.bytes.count == image.width * image.height * image.format.bytesPerPixel, "an image of another size than it says")
        if image.bytes.count > 1 << 16 { return }
        precondition(try! Image.read(bytes: try! image.pngData(), name: "copy") == image, "a picture changes when it is written")
    }

    private static func pattern(_ format: Image.Format, _ width: Int, _ height: Int) -> Image {
        Image(width: width, height: height, format: format,
              bytes: (0 ..< width * height * format.bytesPerPixel).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ $0 >> 3) })
    }

    static func pngSeeds() throws -> [[UInt8]] { try Image.Format.allCases.map { try pattern($0, 7, 5).pngData() } }
    static func jpegSeeds() throws -> [[UInt8]] {
        try [pattern(.gray8, 9, 9).jpegData(), pattern(.rgb8, 17, 9).jpegData(quality: 30), pattern(.rgb8, 8, 8).jpegData(quality: 95)]
    }
}
