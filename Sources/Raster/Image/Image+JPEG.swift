// Image+JPEG: baseline and progressive JPEG through libjpeg-turbo's TurboJPEG interface.
//
// Grey files are read as gray8, all others as rgb8. CMYK is refused, because its colours are undefined without the colour profile.

import CJPEG

extension Image {
    static func readJPEG(_ bytes: [UInt8], name: String, _ limits: DecodingLimits) throws(RasterError) -> Image {
        guard let decoder = tjInitDecompress() else { throw outOfMemory(name) }
        defer { tjDestroy(decoder) }
        var width: Int32 = 0, height: Int32 = 0, subsampling: Int32 = 0, colorSpace: Int32 = 0
        guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &subsampling, &colorSpace) == 0 else {
            throw damaged(tjReason(decoder), name: name)
        }
        // If a file ends before its frame header, the decoder treats the file as a file that contains only tables and has no size.
        guard width > 0, height > 0 else { throw damaged("it ends before the picture", name: name) }
        if colorSpace == TJCS_CMYK.rawValue || colorSpace == TJCS_YCCK.rawValue {
            throw RasterError(.unsupported, name, "is a CMYK JPEG", remedy: "convert it to RGB")
        }
        let isGray = colorSpace == TJCS_GRAY.rawValue
        let format: Format = isGray ? .gray8 : .rgb8
        try checkSize(width: Int(width), height: Int(height), format: format, name: name)
        // A block of 8×8 pixels takes at least one bit. This check refuses a short file with a huge size before memory is
        // allocated.
        guard Int(width) * Int(height) / 512 <= bytes.count else {
            throw RasterError(.invalidImage, name, "has \(bytes.count) bytes, too few for \(width)×\(height) pixels", remedy: "get the whole file")
        }
        try limits.claim(width: Int(width), height: Int(height), format: format, name: name)

        let byteCount = Int(width) * Int(height) * format.bytesPerPixel
        func decode(flags: Int32) -> (pixels: [UInt8], problem: String?) {
            var result: Int32 = 0
            // The pixels are zeroed, because the decoder may leave some pixels unwritten when it stops at a warning.
            var pixels = [UInt8](repeating: 0, count: byteCount)
            result = pixels.withUnsafeMutableBufferPointer {
                tjDecompress2(decoder, bytes, UInt(bytes.count), $0.baseAddress, width, 0, height,
                              Int32((isGray ? TJPF_GRAY : TJPF_RGB).rawValue), flags | TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT)
            }
            return (pixels, result == 0 ? nil : tjReason(decoder))
        }
        // The decoder fills gaps of a damaged file with grey and only warns. Here a warning is an error, except for two warnings: the files of
        // many cameras cause them, and no pixels are lost. After such a warning the file is decoded again without stopping.
        var (pixels, problem) = decode(flags: TJFLAG_STOPONWARNING)
        if let first = problem, isHarmless(first) { (pixels, problem) = decode(flags: 0) }
        if let problem, !isHarmless(problem) { throw damaged(problem, name: name) }
        return Image(width: Int(width), height: Int(height), format: format, bytes: pixels)
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
        guard let encoder = tjInitCompress() else { throw Image.outOfMemory(name) }
        defer { tjDestroy(encoder) }
        var data: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let chroma = isGray ? TJSAMP_GRAY : quality >= 90 ? TJSAMP_444 : TJSAMP_420
        let result = tjCompress2(encoder, source.bytes, Int32(width), 0, Int32(height), Int32((isGray ? TJPF_GRAY : TJPF_RGB).rawValue),
                                 &data, &count, Int32(chroma.rawValue), Int32(quality), TJFLAG_ACCURATEDCT)
        defer { tjFree(data) }
        guard result == 0, let data else {
            throw RasterError(.invalidImage, name, "was refused by the encoder: \(tjReason(encoder))", remedy: "use another size")
        }
        return [UInt8](UnsafeBufferPointer(start: data, count: Int(count)))
    }

    private static func isHarmless(_ warning: String) -> Bool {
        warning.contains("extraneous bytes before marker") || warning.contains("Invalid SOS parameters")
    }
    private static func damaged(_ reason: String, name: String) -> RasterError {
        RasterError(.invalidImage, name, "is a truncated or damaged JPEG: \(reason)", remedy: "get the whole file, or write it again")
    }
}

private func tjReason(_ handle: tjhandle) -> String { String(cString: tjGetErrorStr2(handle)) }
