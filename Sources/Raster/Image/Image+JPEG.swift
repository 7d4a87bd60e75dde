// Image+JPEG: baseline, progressive and arithmetic-coded JPEG through libjpeg-turbo.
//
// Grey files are read as gray8, all others as rgb8. Files may have any sampling factors that libjpeg can decode. CMYK and YCCK become RGB.
// If a file has small damage, libjpeg repairs the picture and gives a warning. As in browsers, a warning about small damage is no error.

import CJPEG
import Glibc

extension Image {
    static func readJPEG(_ bytes: [UInt8], name: String, _ limits: DecodingLimits, _ notes: inout ImageNotes) throws(RasterError) -> Image {
        let (image, warnings) = try bytes.withUnsafeBufferPointer { file throws(RasterError) in try decodeJPEG(file, name: name, limits) }
        let segments = JPEGSegments(bytes)
        notes.orientation = segments.orientation
        if let profile = segments.profile { notes.note(profile: profile) }
        for warning in warnings { notes.warn("libjpeg says: \(warning)") }
        return image
    }

    private static func decodeJPEG(_ file: UnsafeBufferPointer<UInt8>, name: String, _ limits: DecodingLimits) throws(RasterError) -> (Image, [String]) {
        guard let reader = jpeg_reader_make(file.baseAddress, file.count) else { throw outOfMemory(name) }
        defer { jpeg_reader_free(reader) }
        func check(_ problem: JPEGProblem) throws(RasterError) {
            let reason = String(cString: jpeg_reader_message(reader))
            switch problem {
            case JPEGNoProblem: return
            case JPEGNoMemory: throw outOfMemory(name)
            case JPEGUnsupported: throw RasterError(.unsupported, name, "is a kind of JPEG that libjpeg does not read: \(reason)", remedy: "convert it to PNG")
            default: throw RasterError(.invalidImage, name, "is a truncated or damaged JPEG: \(reason)", remedy: "get the whole file, or write it again")
            }
        }
        var head = JPEGHead()
        try check(jpeg_reader_read_head(reader, &head))
        let width = Int(head.width), height = Int(head.height)
        guard [1, 3, 4].contains(head.component_count) else {
            throw RasterError(.unsupported, name, "is a JPEG of \(head.component_count) components", remedy: "convert it to grey, RGB or CMYK")
        }
        let format: Format = head.component_count == 1 ? .gray8 : .rgb8
        try checkSize(width: width, height: height, format: format, name: name)
        // In Huffman coding, a block of 8×8 pixels takes at least one bit. This check refuses a short file with a huge size before
        // memory is allocated.
        guard head.is_arithmetic || width * height / 512 <= file.count else {
            throw RasterError(.invalidImage, name, "has \(file.count) bytes, too few for \(width)×\(height) pixels", remedy: "get the whole file")
        }
        try limits.claim(width: width, height: height, format: format, name: name)
        var problem = JPEGNoProblem
        let byteCount = width * height * format.bytesPerPixel
        let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            problem = jpeg_reader_read_pixels(reader, buffer.baseAddress)
            count = problem == JPEGNoProblem ? byteCount : 0
        }
        try check(problem)
        var warnings: [String] = []
        while let text = jpeg_reader_warning(reader, Int32(warnings.count)) { warnings.append(String(cString: text)) }
        return (Image(width: width, height: height, format: format, bytes: pixels), warnings)
    }

    /// Returns the image as the bytes of a JPEG file. Grey formats become grey; all other formats become YCbCr. The chroma has full
    /// resolution if `quality` is 90 or more, else half resolution. Alpha is dropped. `quality` is 1…100. Throws `invalidArgument`
    /// or `invalidSize`.
    public func jpegData(quality: Int = 90) throws(RasterError) -> [UInt8] {
        let name = "JPEG to write"
        guard (1...100).contains(quality) else {
            throw RasterError(.invalidArgument, name, "cannot have quality \(quality)", remedy: "use 1 to 100")
        }
        try Image.checkSize(width: width, height: height, format: format, name: name)
        let isGray = format.channelCount <= 2
        let source = converted(to: isGray ? .gray8 : .rgb8)
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        var message = [CChar](repeating: 0, count: 200)
        let problem = jpeg_write(source.bytes, UInt32(width), UInt32(height), isGray ? 1 : 3, Int32(quality), quality >= 90, &data, &count, &message)
        defer { free(data) }
        guard problem == JPEGNoProblem, let data else {
            if problem == JPEGNoMemory { throw Image.outOfMemory(name) }
            let reason = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw RasterError(.invalidImage, name, "was refused by the encoder: \(reason)", remedy: "use another size")
        }
        return [UInt8](UnsafeBufferPointer(start: data, count: count))
    }
}
