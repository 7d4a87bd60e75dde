// Adviser+Textures: finds three faults of textures: a format that is larger than the contents need, missing contents, and missing mip levels
// that a sampler uses.

import CaptureFile
import Raster

extension Adviser {
    func findTextureFaults() throws {
        let written = writtenTextures, words = capture.vocabulary
        for number in table.textures.indices {
            let users = draws.filter { $0.record.textures.contains { $0.texture == number } }
            if users.isEmpty { continue }
            let descriptor = table.textures[number].descriptor, site = words.place("texture", descriptor.label, number)
            try findMissingLevels(number, users, site, isWritten: written.contains(number))
            if written.contains(number) { continue }
            let levels = try contents(of: number)
            if let levels, descriptor.width * descriptor.height > 1, levels.allSatisfy({ $0.allSatisfy { $0 == 0 } }) {
                try add(.uninitializedTextureData, at: site, draws: users.map(\.draw.number), finding: "The texture is read, but has only zeros, like a texture that was never written.",
                    mend: "Set its contents with \(words.choose("replace", opengl: "glTexSubImage2D")) before a draw reads it.",
                    saving: "nothing, but the texture is black", variant: nil)
            } else if let levels {
                try findSmallerFormat(number, levels, users.map(\.draw.number), site)
            }
        }
    }

    /// The numbers of all textures that are written, whether by a pass, a copy, a blit, a shader or the generation of mip levels.
    private var writtenTextures: Set<Int> {
        let mipmapped = frame.events.compactMap { if case .generateMipmaps(let texture) = $0 { texture } else { nil } }
        return Set(trial.original.images(writtenBy: frame.events).map(\.texture) + mipmapped)
    }
    private func contents(of number: Int) throws -> [[UInt8]]? {
        let record = table.textures[number]
        if record.levels.isEmpty { return nil }
        do {
            return try record.levels.map { try capture.reader.bytes(of: $0, limit: Device.maximumBufferByteCount) }
        } catch let error as CaptureFileError { throw RasterError(error) }
    }

    private func findMissingLevels(_ number: Int, _ users: [(draw: CapturedDraw, record: RecordedDraw)], _ site: String, isWritten: Bool) throws {
        let descriptor = table.textures[number].descriptor
        let asking = users.filter { user in
            user.record.textures.contains { binding in
                let level = binding.lastLevel
                return binding.texture == number && table.samplers[binding.sampler].mipFilter != .none
                    && max(descriptor.width >> level, descriptor.height >> level) > 1
            }
        }
        if asking.isEmpty { return }
        let full = (max(descriptor.width, descriptor.height)).bitWidth - max(descriptor.width, descriptor.height).leadingZeroBitCount
        try add(.mipmappingWithoutChain, at: site, draws: asking.map(\.draw.number),
            finding: "A sampler asks for mip levels, and the texture of \(descriptor.width)×\(descriptor.height) has \(descriptor.mipLevels) of \(full).",
            mend: capture.vocabulary.choose("Make the texture with mipLevels: \(full) and call generateMipmaps, or sample it with mip: .none.",
                                            opengl: "Call glGenerateMipmap, or set GL_TEXTURE_MIN_FILTER to GL_LINEAR."), saving: "cache misses where the texture is drawn small", variant: nil)
    }

    /// Returns the smaller formats to try instead of `format`, the smallest first. Formats of three bytes per texel are left out, because
    /// such formats save memory but cost time.
    private static func smaller(than format: PixelFormat) -> [PixelFormat] {
        switch format {
        case .rgba32Float: [.r8, .rgba8, .rgba16Float]
        case .rgb32Float: [.r8, .rgb16Float]
        case .rg32Float: [.rg8, .rg16Float]
        case .r32Float: [.r8, .r16Float]
        case .rgba16Float: [.r8, .rgba8]
        case .rgb16Float: [.r8]
        case .rg16Float: [.rg8]
        case .r16Float: [.r8]
        case .rgba16: [.r8, .rgba8]
        case .rg16: [.rg8]
        case .r16: [.r8]
        case .rgba8, .rgb8: [.r8]
        default: []
        }
    }
    private func findSmallerFormat(_ number: Int, _ levels: [[UInt8]], _ users: [Int], _ site: String) throws {
        let descriptor = table.textures[number].descriptor
        // A copy or blit accepts only certain formats, so a texture that is copied or blitted must keep its format.
        let isTransferred = frame.events.contains { event in
            switch event {
            case .copy(let copy): copy.source == number
            case .blit(let blit): blit.source.texture == number
            default: false
            }
        }
        if isTransferred { return }
        for format in Self.smaller(than: descriptor.format) {
            let converted = levels.compactMap { convert($0, descriptor.format, format) }
            guard converted.count == levels.count else { continue }
            var table = table, contents: [ContentHash: [UInt8]] = [:]
            table.textures[number].descriptor.format = format
            table.textures[number].levels = converted.map { bytes in
                let reference = bytes.withUnsafeBytes { BlobReference(hash: ContentHash(of: $0), byteCount: $0.count) }
                contents[reference.hash] = bytes
                return reference
            }
            let variant = try trial.variant(table: table, contents: contents)
            guard try trial.keepsBits(variant, ignoring: [number]) else { continue }
            let before = levels.reduce(0) { $0 + $1.count }, after = converted.reduce(0) { $0 + $1.count }
            let words = capture.vocabulary
            return try add(.textureFormatCompactness, at: site, draws: users,
                       finding: "The format \(words.name(descriptor.format)) takes \(before) bytes; \(words.name(format)) holds the same texels in \(after).",
                       mend: "Make the texture with the format \(words.name(format)).", saving: "\(before - after) of \(before) bytes", variant: variant)
        }
    }
    /// Returns the texels in another format; nil if the conversion would change the value of a texel.
    private func convert(_ bytes: [UInt8], _ format: PixelFormat, _ other: PixelFormat) -> [UInt8]? {
        let size = format.bytesPerTexel, smallSize = other.bytesPerTexel
        guard size > smallSize, bytes.count % size == 0 else { return nil }
        var result = [UInt8](repeating: 0, count: bytes.count / size * smallSize)
        let isExact = bytes.withUnsafeBytes { source in
            result.withUnsafeMutableBytes { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return true }
                for texel in 0..<(bytes.count / size) {
                    let value = PixelCodec.loadTexel(format, from + texel * size)
                    PixelCodec.storeTexel(other, to + texel * smallSize, value)
                    if PixelCodec.loadTexel(other, to + texel * smallSize) != value { return false }
                }
                return true
            }
        }
        return isExact ? result : nil
    }
}
