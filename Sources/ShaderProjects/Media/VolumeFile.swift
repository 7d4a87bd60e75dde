// VolumeFile: 3D textures in Shadertoy's format: "BIN", a zero byte, width, height, depth (32 bits each), channels (8 bits), layout
// (8 bits), format (16 bits), then the voxels: bytes for format 0, floats for format 10.

import Raster

enum VolumeFile {
    private static let headLength = 20, maximumSide = 512

    /// - Throws: `RasterError` with `invalidImage` if the bytes are no volume.
    static func texture(_ bytes: [UInt8], name: String, device: Device) throws -> Texture {
        func refusal(_ problem: String) -> RasterError {
            RasterError(.invalidImage, "volume '\(name)'", problem, remedy: "name a file in Shadertoy's .bin format")
        }
        func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        guard bytes.count >= headLength, bytes.starts(with: Array("BIN".utf8)) else { throw refusal("is no volume") }
        let (width, height, depth) = (number(4), number(8), number(12)), channels = Int(bytes[16]), isFloat = Int(bytes[18]) | Int(bytes[19]) << 8 == 10
        guard [width, height, depth].allSatisfy({ (1...maximumSide).contains($0) }), (1...4).contains(channels) else {
            throw refusal("is \(width)×\(height)×\(depth) with \(channels) channels")
        }
        let count = width * height * depth * channels * (isFloat ? 4 : 1)
        guard bytes.count - headLength >= count else { throw refusal("has \(bytes.count - headLength) bytes of voxels, not \(count)") }
        let formats: [PixelFormat] = isFloat ? [.r32Float, .rg32Float, .rgb32Float, .rgba32Float] : [.r8, .rg8, .rgb8, .rgba8]
        let texture = try device.makeTexture(TextureDescriptor(type: .d3, format: formats[channels - 1], width: width, height: height, depth: depth,
                                                               label: name))
        try texture.replace(bytes: Array(bytes[headLength..<headLength + count]))
        return texture
    }

    /// Makes a volume of random voxels with four channels from the bytes of a picture of noise. If the picture has too few bytes, the bytes
    /// are repeated.
    static func noise(_ image: Image, device: Device) throws -> Texture {
        let side = 32
        let texture = try device.makeTexture(TextureDescriptor(type: .d3, format: .rgba8, width: side, height: side, depth: side, label: "noise volume"))
        let count = side * side * side * 4
        try texture.replace(bytes: (0..<count).map { image.bytes[$0 % image.bytes.count] })
        return texture
    }
}
