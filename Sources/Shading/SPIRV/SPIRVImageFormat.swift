// SPIRVImageFormat: the formats of storage images (SPIR-V 1.6, section 3.11).

extension SPIRVImageType {
    /// The format that the source gives to the image; nil if the source gives no format.
    var imageFormat: ImageFormat? { Self.formats.indices.contains(Int(format)) ? Self.formats[Int(format)] : nil }

    /// The formats in the order of SPIR-V's numbers.
    private static let formats: [ImageFormat?] = [
        nil, .rgba32Float, .rgba16Float, .r32Float, .rgba8, .rgba8Signed, .rg32Float, .rg16Float, .rg11b10Float, .r16Float, .rgba16, .rgb10a2,
        .rg16, .rg8, .r16, .r8, .rgba16Signed, .rg16Signed, .rg8Signed, .r16Signed, .r8Signed, .rgba32Int, .rgba16Int, .rgba8Int, .r32Int,
        .rg32Int, .rg16Int, .rg8Int, .r16Int, .r8Int, .rgba32Uint, .rgba16Uint, .rgba8Uint, .r32Uint, .rgb10a2Uint, .rg32Uint, .rg16Uint,
        .rg8Uint, .r16Uint, .r8Uint,
    ]
}
