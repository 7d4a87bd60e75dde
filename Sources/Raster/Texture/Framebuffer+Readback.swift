// Framebuffer+Readback: returns drawn pixels to the application.
//
// Promises: multisampled colour is averaged in linear light: the sum in the samples' order times 1/n. For depth and stencil, the result is
// sample 0. A rectangle that does not lie within the image causes an error. Reading changes nothing.

import Shading

extension Framebuffer {
    /// Returns a colour attachment as an rgba8 picture, top row first. Values are clamped to 0…1. For sRGB attachments, the picture
    /// contains the stored sRGB codes. Throws `invalidArgument` if there is no such attachment, and `invalidFormat` if the
    /// attachment holds integers.
    public func readImage(attachment: Int = 0) throws -> Image {
        try access.held(name) { try AttachmentReader(colorAttachment(attachment)).image(format: .rgba8, topRowFirst: true) }
    }

    /// Returns the colours of a rectangle as a shader would read them: sRGB colours become linear light, and floats are not
    /// clamped. The rows run from the bottom up, and the origin is the bottom left. Integers are converted to floats, exactly up to
    /// 2²⁴. If the width or height is nil, the rectangle reaches the right or top edge. Throws `invalidArgument` if the rectangle
    /// or the attachment does not exist.
    public func readPixels(x: Int = 0, y: Int = 0, width: Int? = nil, height: Int? = nil, attachment: Int = 0) throws -> [SIMD4<Float>] {
        let source = try colorAttachment(attachment)
        let area = try checkedRectangle(x, y, width, height, of: source)
        return try access.held(name) { try AttachmentReader(source, allowsIntegers: true).values(area) }
    }

    /// Returns the depth of every pixel of a rectangle, rows from the bottom up. Throws `invalidArgument` if there is no depth
    /// attachment.
    public func readDepth(x: Int = 0, y: Int = 0, width: Int? = nil, height: Int? = nil) throws -> [Float] {
        let source = try existing(depth, "depth")
        return try readAspect(source, checkedRectangle(x, y, width, height, of: source)) {
            PixelCodec.depthValue($0, PixelCodec.loadDepthKey($0, $1))
        }
    }

    /// Returns the stencil of every pixel of a rectangle, rows from the bottom up. Throws `invalidArgument` if there is no stencil
    /// attachment.
    public func readStencil(x: Int = 0, y: Int = 0, width: Int? = nil, height: Int? = nil) throws -> [UInt8] {
        let source = try existing(stencil, "stencil")
        return try readAspect(source, checkedRectangle(x, y, width, height, of: source)) { PixelCodec.loadStencil($0, $1) }
    }

    private func colorAttachment(_ index: Int) throws(RasterError) -> Attachment {
        try existing(color.indices.contains(index) ? color[index] : nil, "colour \(index)")
    }
    private func existing(_ attachment: Attachment?, _ what: String) throws(RasterError) -> Attachment {
        guard let attachment else {
            throw RasterError(.invalidArgument, name, "has no \(what) attachment", remedy: "make it with this attachment, or read another one")
        }
        return attachment
    }
    private func checkedRectangle(_ x: Int, _ y: Int, _ width: Int?, _ height: Int?, of source: Attachment) throws(RasterError) -> PixelRect {
        let area = PixelRect(x: x, y: y, width: width ?? max(0, self.width - max(0, x)), height: height ?? max(0, self.height - max(0, y)))
        try source.texture.checkRegion(TextureRegion(x: area.x, y: area.y, z: source.slice, width: area.width, height: area.height), level: source.level)
        return area
    }
    private func readAspect<Value>(_ source: Attachment, _ area: PixelRect, _ load: (PixelFormat, UnsafeRawPointer) -> Value) throws -> [Value] {
        try access.held(name) {
            try source.texture.prepareForHostAccess()
            var result: [Value] = []
            result.reserveCapacity(area.width * area.height)
            for y in area.y..<(area.y + area.height) {
                for x in area.x..<(area.x + area.width) {
                    result.append(load(source.texture.format, source.texture.storage.address(level: source.level, slice: source.slice, x: x, y: y)))
                }
            }
            return result
        }
    }
}

/// Reads one image of a texture as colours.
struct AttachmentReader {
    private let storage: TexelStorage
    private let format: PixelFormat
    private let level: Int
    private let slice: Int

    /// The level and the slice of `attachment` must exist. Throws `invalidFormat` for stencil, and for integers unless `allowsIntegers` is
    /// true.
    init(_ attachment: Attachment, allowsIntegers: Bool = false) throws {
        let texture = attachment.texture
        guard texture.format.kind != .stencil, allowsIntegers || !texture.format.isInteger else {
            throw RasterError(.invalidFormat, texture.name, "has format \(texture.format), which is not a picture format",
                              remedy: "use read(region:level:) for its texels")
        }
        try texture.prepareForHostAccess()
        storage = texture.storage; format = texture.format; level = attachment.level; slice = attachment.slice
    }

    private func value(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let first = PixelCodec.loadTexel(format, storage.address(level: level, slice: slice, x: x, y: y))
        if format.kind == .int { return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: first)) }
        if format.kind == .uint { return SIMD4<Float>(first) }
        var sum = unsafeBitCast(first, to: SIMD4<Float>.self)
        if format.hasDepth { return SIMD4(sum.x, sum.x, sum.x, 1) }
        guard storage.samples > 1 else { return sum }
        for sample in 1..<storage.samples {
            let registers = PixelCodec.loadTexel(format, storage.address(level: level, slice: slice, x: x, y: y, sample: sample))
            sum += unsafeBitCast(registers, to: SIMD4<Float>.self)
        }
        return sum * (1 / Float(storage.samples))
    }

    /// Replaces every NaN by one fixed NaN. The bits of a NaN that an average gives are unspecified, and the application sees the bits of
    /// the result.
    private func observed(_ value: SIMD4<Float>) -> SIMD4<Float> { value.replacing(with: Float(bitPattern: Binary32.nanBits), where: value .!= value) }

    func values(_ area: PixelRect) -> [SIMD4<Float>] {
        var result: [SIMD4<Float>] = []
        result.reserveCapacity(area.width * area.height)
        for y in area.y..<(area.y + area.height) {
            for x in area.x..<(area.x + area.width) { result.append(observed(value(x, y))) }
        }
        return result
    }

    /// Returns the attachment as a picture. `imageFormat` is rgba8 or rgba16.
    func image(format imageFormat: Image.Format, topRowFirst: Bool) -> Image {
        let size = storage.levels[level]
        var result = Image(width: size.width, height: size.height, format: imageFormat)
        // The pixel format whose texels have the same layout as the picture's pixels.
        let texelFormat: PixelFormat = imageFormat == .rgba16 ? .rgba16 : format.isSRGB ? .srgb8Alpha8 : .rgba8
        let copies = texelFormat == format && storage.samples == 1
        let pixelBytes = imageFormat.bytesPerPixel
        result.bytes.withUnsafeMutableBytes { pixels in
            guard let first = pixels.baseAddress else { return }
            for row in 0..<size.height {
                let y = topRowFirst ? size.height - 1 - row : row
                let target = first + row * size.width * pixelBytes
                if copies {
                    target.copyMemory(from: storage.address(level: level, slice: slice, x: 0, y: y), byteCount: size.width * pixelBytes)
                } else {
                    for x in 0..<size.width {
                        PixelCodec.storeTexel(texelFormat, target + x * pixelBytes, unsafeBitCast(value(x, y), to: SIMD4<UInt32>.self))
                    }
                }
            }
        }
        return result
    }
}
