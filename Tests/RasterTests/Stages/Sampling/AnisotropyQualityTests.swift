import Foundation
import Raster
import Testing

/// A floor with a checkerboard in perspective. The picture of an anisotropic lookup is compared with the average of 256 lookups per pixel in
/// the finest level, which is the average of the texture over the pixel's area.
@Suite("Quality of anisotropic lookups") struct AnisotropyQualityTests {
    private static let width = 128, height = 72

    /// - Parameter body: Computes `pixel` from the shader's `floorPlace(offset)`, which is the texture coordinate of the pixel's centre plus an
    ///   offset in pixels.
    private func picture(_ device: Device, _ texture: Texture, _ sampler: Sampler, _ body: String) throws -> [[UInt8]] {
        let fixture = try DrawingFixture(on: device, width: Self.width, height: Self.height)
        let pipeline = try fixture.pipeline(fragment: """
            out vec4 pixel; uniform sampler2D image;
            vec2 floorPlace(vec2 offset) {
                vec2 uv = (gl_FragCoord.xy + offset) / vec2(\(Self.width).0, \(Self.height).0);
                float distance = 1.0 / (1.08 - uv.y);
                return vec2((uv.x - 0.5) * distance, distance) * 1.5;
            }
            void main() { \(body) }
            """)
        let corners: [(Float, Float)] = [(0, 0), (2 * Float(Self.width), 0), (0, 2 * Float(Self.height))]
        try fixture.draw(corners.flatMap { fixture.vertex($0.0, $0.1) }, pipeline: pipeline) { $0.setTexture("image", texture, sampler) }
        return try fixture.red()
    }
    /// The root of the mean squared difference, in 255ths.
    private func difference(_ a: [[UInt8]], _ b: [[UInt8]]) -> Double {
        let squares = zip(a.joined(), b.joined()).map { pow(Double($0) - Double($1), 2) }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    @Test("a checkerboard is close to the average over the area of each pixel, and closer than with an isotropic filter",
          arguments: [PixelFormat.rgba8, .rgba16Float])
    func checkerboard(format: PixelFormat) throws {
        let device = Device(), size = 256
        let texture = try device.makeTexture(TextureDescriptor(format: format, width: size, height: size, mipLevels: 9))
        let isWhite = (0 ..< size * size).map { ($0 % size / 8 + $0 / size / 8) % 2 == 1 }
        if format == .rgba8 {
            try texture.replace(bytes: isWhite.flatMap { [$0 ? 255 : 0, 0, 0, 255] as [UInt8] })
        } else {
            try texture.replace(bytes: isWhite.flatMap { [$0 ? 0x3C00 : 0, 0, 0, 0x3C00] as [UInt16] })
        }
        var encoder = device.makeCommandEncoder()
        encoder.generateMipmaps(texture)
        try device.submit(encoder)
        let all = try picture(device, texture, Sampler(wrap: .repeat), """
            pixel = vec4(0.0);
            for (int i = 0; i < 256; i++) pixel += textureLod(image, floorPlace((vec2(i % 16, i / 16) + 0.5) / 16.0 - 0.5), 0.0) / 256.0;
            """)
        func differenceOfLookup(_ maxAnisotropy: Float) throws -> Double {
            let sampler = Sampler(mip: .linear, wrap: .repeat, maxAnisotropy: maxAnisotropy)
            return difference(try picture(device, texture, sampler, "pixel = texture(image, floorPlace(vec2(0.0)));"), all)
        }
        let isotropic = try differenceOfLookup(1), anisotropic = try differenceOfLookup(16)
        #expect(isotropic > 16 && anisotropic < 8, "\(isotropic), \(anisotropic)")
    }
}
