// Image+PNG: PNG (ISO/IEC 15948) through libspng.
//
// All colour types and depths are read. Grey of 1, 2 or 4 bits becomes gray8 (scaled to 0…255), palettes become rgb8, and a tRNS
// chunk adds an alpha channel. Channels of 16 bits keep their 16 bits.

import CPNG

extension Image {
    static func readPNG(_ bytes: [UInt8], name: String, _ limits: DecodingLimits, _ notes: inout ImageNotes) throws(RasterError) -> Image {
        guard let context = spng_ctx_new(0) else { throw outOfMemory(name) }
        defer { spng_ctx_free(context) }
        // The libspng context keeps the address of the file's bytes. The bytes are therefore copied to memory that does not move.
        let file = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        defer { file.deallocate() }
        file.copyBytes(from: bytes)

        let chunks = PNGChunks(bytes)
        func check(_ code: Int32) throws(RasterError) {
            if code == 0 { return }
            // libspng's codes for a wrong checksum and for a missing image do not name the chunk. So the list of chunks is searched for the
            // reason.
            if code == SPNG_ECHUNK_CRC.rawValue || code == SPNG_EBADSTATE.rawValue {
                if let chunk = chunks.first(where: { !$0.isAncillary && !chunks.isIntact($0) }) { throw damaged(chunk, name: name) }
                if !chunks.contains(where: { $0.type == "IDAT" }) {
                    throw RasterError(.invalidImage, name, "is a PNG without image data (IDAT)", remedy: "get the whole file, or write it again")
                }
            }
            throw pngFailure(code, name: name)
        }
        try check(spng_set_png_buffer(context, file.baseAddress, file.count))
        // Raster uses few ancillary chunks. The limit keeps a malicious file from filling memory with ancillary chunks.
        try check(spng_set_chunk_limits(context, 1 << 24, 1 << 26))
        var header = spng_ihdr()
        try check(spng_get_ihdr(context, &header))
        // libspng leaves out an ancillary chunk with a wrong checksum. If that chunk is tRNS, the picture would lose its transparency without
        // an error.
        if let chunk = chunks.first(where: { $0.type == "tRNS" && !chunks.isIntact($0) }) { throw damaged(chunk, name: name) }
        var transparency = spng_trns()
        let hasTransparency = spng_get_trns(context, &transparency) == 0
        let (format, decoded) = decoding(colorType: UInt32(header.color_type), depth: header.bit_depth, hasTransparency: hasTransparency)

        let width = Int(header.width), height = Int(header.height)
        try checkSize(width: width, height: height, format: format, name: name)
        try checkRoom(header, fileByteCount: bytes.count, name: name)
        try limits.claim(width: width, height: height, format: format, name: name)
        var needed = 0
        try check(spng_decoded_image_size(context, Int32(decoded.rawValue), &needed))
        guard needed == width * height * format.bytesPerPixel else {
            throw RasterError(.invalidImage, name, "decodes to \(needed) bytes, which does not match \(width)×\(height) \(format.rawValue)",
                              remedy: "write the file again")
        }
        var code: Int32 = 0
        let pixels = [UInt8](unsafeUninitializedCapacity: needed) { buffer, count in
            code = spng_decode_image(context, buffer.baseAddress, needed, Int32(decoded.rawValue), hasTransparency ? Int32(SPNG_DECODE_TRNS.rawValue) : 0)
            count = code == 0 ? needed : 0
        }
        try check(code)
        // The checksum is at the end of the compressed data, and all pixels may be decoded before the decoder reaches this end. libspng
        // compares the checksum only when it reads on to the end.
        try check(spng_decode_chunks(context))
        guard chunks.contains(where: { $0.type == "IEND" }) else {
            throw RasterError(.invalidImage, name, "is truncated: its end is missing", remedy: "get the whole file")
        }
        readAncillaryChunks(of: chunks, context, &notes)
        return Image(width: width, height: height, format: format, bytes: pixels)
    }

    private static func damaged(_ chunk: PNGChunks.Chunk, name: String) -> RasterError {
        RasterError(.invalidImage, name, "is a damaged PNG: the checksum of the chunk \(chunk.type) at byte \(chunk.whole.lowerBound) is wrong",
                    remedy: "get the file again")
    }

    /// Returns the image's format in memory, and libspng's name for this format. SPNG_FMT_PNG keeps the layout of the file.
    private static func decoding(colorType: UInt32, depth: UInt8, hasTransparency: Bool) -> (Format, spng_format) {
        let isWide = depth == 16
        switch colorType {
        case SPNG_COLOR_TYPE_GRAYSCALE.rawValue where hasTransparency: return isWide ? (.grayAlpha16, SPNG_FMT_GA16) : (.grayAlpha8, SPNG_FMT_GA8)
        case SPNG_COLOR_TYPE_GRAYSCALE.rawValue: return isWide ? (.gray16, SPNG_FMT_PNG) : (.gray8, SPNG_FMT_G8)
        case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue: return isWide ? (.grayAlpha16, SPNG_FMT_PNG) : (.grayAlpha8, SPNG_FMT_PNG)
        case SPNG_COLOR_TYPE_INDEXED.rawValue: return hasTransparency ? (.rgba8, SPNG_FMT_RGBA8) : (.rgb8, SPNG_FMT_RGB8)
        case SPNG_COLOR_TYPE_TRUECOLOR.rawValue where hasTransparency: return isWide ? (.rgba16, SPNG_FMT_RGBA16) : (.rgba8, SPNG_FMT_RGBA8)
        case SPNG_COLOR_TYPE_TRUECOLOR.rawValue: return isWide ? (.rgb16, SPNG_FMT_PNG) : (.rgb8, SPNG_FMT_PNG)
        default: return isWide ? (.rgba16, SPNG_FMT_PNG) : (.rgba8, SPNG_FMT_PNG)
        }
    }

    /// Refuses a short file with a huge size before memory is allocated. Deflate compresses by a factor of at most 1032.
    private static func checkRoom(_ header: spng_ihdr, fileByteCount: Int, name: String) throws(RasterError) {
        let channels = switch UInt32(header.color_type) {
        case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue: 2
        case SPNG_COLOR_TYPE_TRUECOLOR.rawValue: 3
        case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue: 4
        default: 1
        }
        let bits = Int(header.width) * Int(header.height) * channels * Int(header.bit_depth)
        guard bits / 8 / 1032 <= fileByteCount else {
            throw RasterError(.invalidImage, name, "has \(fileByteCount) bytes, too few for \(header.width)×\(header.height) pixels",
                              remedy: "get the whole file")
        }
    }

    static func pngFailure(_ code: Int32, name: String) -> RasterError {
        if code == SPNG_EMEM.rawValue { return outOfMemory(name) }
        if code == SPNG_IO_EOF.rawValue || code == SPNG_EIDAT_TOO_SHORT.rawValue {
            return RasterError(.invalidImage, name, "is truncated (\(String(cString: spng_strerror(code))))", remedy: "get the whole file")
        }
        return RasterError(.invalidImage, name, "is a damaged PNG: \(String(cString: spng_strerror(code)))", remedy: "write the file again")
    }
}
