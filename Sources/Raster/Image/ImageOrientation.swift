// ImageOrientation: how a camera was held. Cameras store the pixels in the order of the sensor, and note in the file how the picture must
// be turned (Exif 3.0, 4.6.5.1.6). The readers turn the pixels, so that an image in memory is upright.

/// How the stored picture is turned or mirrored, relative to the upright picture. The raw values are the values of the tag Orientation.
enum ImageOrientation: Int, Sendable, CaseIterable {
    case upright = 1, mirrored, upsideDown, flipped, transposed, turnedLeft, transverse, turnedRight

    /// Whether the upright picture's width is the stored picture's height.
    var exchangesSides: Bool { rawValue >= 5 }

    /// Reads the tag Orientation of EXIF data: a TIFF header, which gives the order of bytes, and a directory of tags (TIFF 6.0, section
    /// 2). Returns nil if the data lack the tag Orientation or are damaged.
    init?(exif data: some RandomAccessCollection<UInt8>) {
        var bytes = Array(data)
        // In JPEG files, and in some WebP files, the name "Exif" and two zero bytes come before the header.
        if bytes.starts(with: Array("Exif\0\0".utf8)) { bytes.removeFirst(6) }
        let isLittle = bytes.starts(with: [0x49, 0x49, 42, 0])
        guard isLittle || bytes.starts(with: [0x4D, 0x4D, 0, 42]) else { return nil }
        func number(_ at: Int, _ count: Int) -> Int? {
            guard at <= bytes.count - count else { return nil }
            return (0..<count).reduce(0) { $0 << 8 | Int(bytes[at + (isLittle ? count - 1 - $1 : $1)]) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for entry in 0..<count {
            let place = directory + 2 + 12 * entry
            guard let tag = number(place, 2), let type = number(place + 2, 2) else { return nil }
            guard tag == 0x0112 else { continue }
            // The value is a byte, a SHORT or a LONG. A value of fewer than four bytes is at the beginning of its field.
            let size = switch type { case 1: 1; case 3: 2; case 4: 4; default: 0 }
            guard size > 0, let value = number(place + 8, size) else { return nil }
            self.init(rawValue: value)
            return
        }
        return nil
    }

    /// Reads the property tiff:Orientation of XMP data, as an attribute or as an element (XMP specification, part 2, 2.8). Returns nil if
    /// the data lack this property.
    init?(xmp data: some RandomAccessCollection<UInt8>) {
        let name = Array("tiff:Orientation".utf8), bytes = Array(data)
        var place = 0
        while let start = bytes[place...].firstIndex(of: name[0]) {
            place = start + 1
            guard bytes[start...].starts(with: name) else { continue }
            let separators = Set("=\"'> \n".utf8)
            guard let digit = bytes[(start + name.count)...].first(where: { !separators.contains($0) }),
                  let orientation = ImageOrientation(rawValue: Int(digit) - 48) else { continue }
            self = orientation
            return
        }
        return nil
    }
}

extension Image {
    /// Returns the upright picture. The pixels of this image are stored with the orientation `orientation`.
    func turned(from orientation: ImageOrientation) -> Image {
        if orientation == .upright { return self }
        let (newWidth, newHeight) = orientation.exchangesSides ? (height, width) : (width, height)
        let (last, lastRow) = (width - 1, (height - 1) * width)
        // The index, among the stored pixels, of the upright picture's pixel (0, 0), and the steps of this index to the right and
        // downwards.
        let (start, right, down) = switch orientation {
        case .upright: (0, 1, width)
        case .mirrored: (last, -1, width)
        case .upsideDown: (lastRow + last, -1, -width)
        case .flipped: (lastRow, 1, -width)
        case .transposed: (0, width, 1)
        case .turnedLeft: (lastRow, -width, 1)
        case .transverse: (lastRow + last, -width, -1)
        case .turnedRight: (last, width, -1)
        }
        let size = format.bytesPerPixel
        let result = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            bytes.withUnsafeBufferPointer { source in
                var to = 0
                for y in 0..<newHeight {
                    var from = (start + y * down) * size
                    for _ in 0..<newWidth {
                        for k in 0..<size { target[to + k] = source[from + k] }
                        to += size
                        from += right * size
                    }
                }
                count = to
            }
        }
        return Image(width: newWidth, height: newHeight, format: format, bytes: result)
    }
}
