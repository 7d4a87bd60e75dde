// Framebuffer+Pictures: properties of a draw's images that pictures need.

import Raster

extension Framebuffer {
    /// The image that a picture of a draw shows by default.
    var pictured: AttachmentName { color.firstIndex { $0 != nil }.map { .color($0) } ?? (depth != nil ? .depth : .stencil) }
    func attachment(_ attachment: AttachmentName) -> Attachment? {
        switch attachment {
        case .color(let number): color.indices.contains(number) ? color[number] : nil
        case .depth: depth
        case .stencil: stencil
        }
    }
    /// - Parameter words: The vocabulary in which the error names the attachment.
    func require(_ attachment: AttachmentName, in words: Vocabulary) throws {
        if self.attachment(attachment) != nil { return }
        let all = color.indices.filter { color[$0] != nil }.map { AttachmentName.color($0) } + (depth == nil ? [] : [.depth])
            + (stencil == nil ? [] : [.stencil])
        let there = all.map { words.name($0, isDefault: label == RecordedFramebuffer.defaultLabel) }
        throw RasterError(.invalidArgument, "attachment \(words.name(attachment))", "is not among the draw's images",
                          remedy: "use \(there.joined(separator: ", "))")
    }
    /// Returns whether a pass with this framebuffer writes an image.
    func writes(_ image: Attachment) -> Bool {
        attachments.contains { $0.texture === image.texture && $0.level == image.level && $0.slices.contains(image.slice) }
    }
    /// Returns a framebuffer with the images of one layer, for pictures. If the framebuffer lacks the attachment, returns the whole framebuffer.
    /// - Parameters:
    ///   - number: The layer, face or slice of the attachment's texture; nil for the first layer that draws write.
    ///   - name: The attachment.
    /// - Throws: `RasterError` with `invalidArgument` if draws do not write this layer of the attachment's texture.
    func layer(_ number: Int?, of name: AttachmentName) throws -> Framebuffer {
        guard let attachment = attachment(name) else { return self }
        let written = isLayered ? 0..<layerCount : attachment.slices, number = number ?? written.lowerBound
        guard written.contains(number) else {
            throw RasterError(.invalidArgument, "layer \(number) of \(attachment.texture.name)", "is not among the draw's images",
                              remedy: written.count == 1 ? "use layer \(written.lowerBound)" : "use 0 to \(written.upperBound - 1)")
        }
        return layer(number)
    }
    /// The maximum number of counted pixels; each pixel takes 16 bytes of memory.
    static let countedPixelLimit = 1 << 26
    /// - Parameter count: The number of pixels to count; nil if the pixels of one layer are counted.
    func requireCountable(_ count: Int? = nil) throws {
        if count ?? (width * height) <= Framebuffer.countedPixelLimit { return }
        throw RasterError(.unsupported, name, "has \(width)×\(height) pixels\(layerCount > 1 ? " in \(layerCount) layers" : ""), more than can be counted",
                          remedy: "capture a smaller picture")
    }

    /// Sets all bytes of all colour attachments to one value.
    func fillColors(_ value: UInt8) throws {
        for attachment in color.compactMap({ $0 }) {
            let texture = attachment.texture
            try texture.prepareForHostAccess()
            attachment.imageBytes.initializeMemory(as: UInt8.self, repeating: value)
            texture.hostVersion &+= 1
        }
    }
    /// Returns the class of each pixel, which is the worst class of the pixel's samples. The bottom row is first.
    func classes(_ name: AttachmentName, _ classify: (TexelClass) -> Double) -> [Double] {
        guard let attachment = attachment(name) else { return [] }
        let texture = attachment.texture, format = texture.format
        var result: [Double] = []
        result.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width {
                var found = TexelClass()
                for sample in 0..<samples {
                    let address = texture.storage.address(level: attachment.level, slice: attachment.slice, x: x, y: y, sample: sample)
                    switch name {
                    case .stencil: found.add(Float(PixelCodec.loadStencil(format, address)))
                    case .depth: found.add(PixelCodec.depthValue(format, PixelCodec.loadDepthKey(format, address)))
                    case .color:
                        let bits = PixelCodec.loadTexel(format, address)
                        for channel in 0..<4 {
                            found.add(format.kind == .int ? Float(Int32(bitPattern: bits[channel])) : format.kind == .uint ? Float(bits[channel])
                                      : Float(bitPattern: bits[channel]))
                        }
                    }
                }
                result.append(classify(found))
            }
        }
        return result
    }
}

extension Framebuffer {
    /// Returns a colour attachment as a picture in which only written samples are opaque. A pixel is the average of its written
    /// samples; `written` has a bit mask of the written samples for each pixel, the bottom row first.
    /// - Parameter keepsAlpha: Whether the result's alpha is the attachment's alpha, weighted by the written samples. If `keepsAlpha` is
    ///   false, alpha is the share of written samples.
    func pictureAlone(_ number: Int, written: [Double], keepsAlpha: Bool) throws -> Image {
        // `readImage` throws for formats that cannot be a picture.
        var picture = try readImage(attachment: number)
        guard let attachment = color[number] else { return picture }
        let texture = attachment.texture, full = (width: picture.width, height: picture.height)
        picture.bytes.withUnsafeMutableBytes { bytes in
            guard let first = bytes.baseAddress else { return }
            for y in 0..<full.height {
                for x in 0..<full.width {
                    // The image may be larger than the part that is drawn. Pixels outside of this part have no written samples.
                    let mask = x >= width || y >= height ? 0 : UInt32(written[y * width + x]), count = Float(mask.nonzeroBitCount)
                    var sum = SIMD4<Float>.zero
                    for sample in 0..<samples where mask & 1 << UInt32(sample) != 0 {
                        let address = texture.storage.address(level: attachment.level, slice: attachment.slice, x: x, y: y, sample: sample)
                        sum += unsafeBitCast(PixelCodec.loadTexel(texture.format, address), to: SIMD4<Float>.self)
                    }
                    if count > 0 { sum /= count }
                    sum.w = (keepsAlpha ? sum.w : 1) * count / Float(samples)
                    PixelCodec.storeTexel(texture.format.isSRGB ? .srgb8Alpha8 : .rgba8, first + 4 * ((full.height - 1 - y) * full.width + x),
                                          unsafeBitCast(sum, to: SIMD4<UInt32>.self))
                }
            }
        }
        return picture
    }
}

/// The unusual values in the channels of a pixel.
struct TexelClass {
    private var isNaN = false, isInfinite = false, isNegative = false, isAbove = false

    mutating func add(_ value: Float) {
        if value.isNaN { isNaN = true }
        if value.isInfinite { isInfinite = true }
        if value < 0 { isNegative = true }
        if value > 1 { isAbove = true }
    }
    /// The category of `Overlay.nan`.
    var oddity: Double { isNaN ? 3 : isInfinite ? 2 : isNegative ? 1 : 0 }
    /// The category of `Overlay.clipping`.
    var clipping: Double { isNaN ? 4 : (isNegative ? 1 : 0) + (isAbove ? 2 : 0) }
}
