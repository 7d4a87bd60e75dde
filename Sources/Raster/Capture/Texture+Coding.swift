// Texture+Coding: the descriptions of textures and samplers as records in a capture.

import CaptureFile

extension PixelFormat: FieldCodable {
    package static var blank: PixelFormat { .r8 }
    /// Writes or reads the name of a format, because pixel formats have no numbers.
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var name = rawValue
        try c.code(&name)
        guard let format = PixelFormat(rawValue: name) else { throw c.failure("names the format '\(name)'") }
        self = format
    }
}
extension TextureDescriptor: FieldCodable {
    package static var blank: TextureDescriptor { TextureDescriptor(format: .r8, width: 1, height: 1) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&type)
        try c.code(&format)
        try c.code(&width)
        try c.code(&height)
        try c.code(&depth)
        try c.code(&mipLevels)
        try c.code(&samples)
        try c.code(&label)
    }
}
extension TextureRegion: FieldCodable {
    package static var blank: TextureRegion { TextureRegion(width: 0, height: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&x)
        try c.code(&y)
        try c.code(&z)
        try c.code(&width)
        try c.code(&height)
        try c.code(&depth)
    }
}
extension TextureSwizzle: FieldCodable {
    package static var blank: TextureSwizzle { .identity }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&red)
        try c.code(&green)
        try c.code(&blue)
        try c.code(&alpha)
    }
}
extension Sampler: FieldCodable {
    package static var blank: Sampler { Sampler() }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&minFilter)
        try c.code(&magFilter)
        try c.code(&mipFilter)
        try c.code(&wrapS)
        try c.code(&wrapT)
        try c.code(&wrapR)
        try c.code(&borderColor)
        try c.code(&lodBias)
        try c.code(&lodMin)
        try c.code(&lodMax)
        try c.code(&maxAnisotropy)
        try c.code(&compare)
        try c.code(&seamlessCube)
        guard c.version >= 3 else { return }
        var hasIntegers = integerBorderColor != nil, integers = integerBorderColor ?? .zero
        try c.code(&hasIntegers)
        if hasIntegers { try c.code(&integers) }
        integerBorderColor = hasIntegers ? integers : nil
    }
}
