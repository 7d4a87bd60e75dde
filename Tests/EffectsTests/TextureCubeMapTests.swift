import Effects
import Foundation
import Raster
import TestSupport
import Testing

/// For each face, the direction of the face's middle (`middle`), and two more directions (`points`). In a face of 2×2 texels, each of the
/// two directions hits the texel in column x and row y, counted from the top left (OpenGL 3.3 table 3.19).
private let directions: [(middle: SIMD3<Float>, points: [(SIMD3<Float>, x: Int, y: Int)])] = [
    ([1, 0, 0], [([1, 0.5, 0.5], 0, 0), ([1, -0.5, 0.5], 0, 1)]),
    ([-1, 0, 0], [([-1, 0.5, -0.5], 0, 0), ([-1, 0.5, 0.5], 1, 0)]),
    ([0, 1, 0], [([-0.5, 1, -0.5], 0, 0), ([-0.5, 1, 0.5], 0, 1)]),
    ([0, -1, 0], [([-0.5, -1, 0.5], 0, 0), ([-0.5, -1, -0.5], 0, 1)]),
    ([0, 0, 1], [([-0.5, 0.5, 1], 0, 0), ([0.5, 0.5, 1], 1, 0)]),
    ([0, 0, -1], [([0.5, 0.5, -1], 0, 0), ([-0.5, 0.5, -1], 1, 0)]),
]

@Suite("Texture loader, cube maps") struct TextureCubeMapTests {
    let device = Device(.reference)
    var loader: TextureLoader { TextureLoader(device: device) }

    private func faces(size: Int = 2, format: Image.Format = .rgba8) -> [Image] {
        (0..<6).map { scrambled(width: size, height: size, format: format, seed: UInt64(100 + $0)) }
    }
    private func strip(_ faces: [Image], vertical: Bool) -> Image {
        let size = faces[0].width, pixel = faces[0].format.bytesPerPixel
        var bytes: [UInt8] = []
        if vertical {
            bytes = faces.flatMap(\.bytes)
        } else {
            for y in 0..<size { for face in faces { bytes += face.bytes[(y * size * pixel)..<((y + 1) * size * pixel)] } }
        }
        return Image(width: vertical ? size : 6 * size, height: vertical ? 6 * size : size, format: faces[0].format, bytes: bytes)
    }
    private func texels(_ info: TextureInfo) throws -> [UInt8] { try info.texture.read() }

    @Test("six files are the faces in GL's order and orientation, as seen from inside")
    func sixFiles() throws {
        let folder = try TemporaryFolder()
        let faces = faces()
        let paths = try faces.enumerated().map { try folder.write($1, "face\($0).png") }
        let info = try loader.cubeMap(withContentsOfFiles: paths)
        #expect(info.target == .textureCubeMap && info.width == 2 && info.height == 2 && info.origin == .topLeft && info.alphaState == .nonPremultiplied)
        let probe = try TextureProbe(device: device)
        for (face, direction) in directions.enumerated() {
            for (vector, x, y) in direction.points {
                let difference = SIMD4<Double>(try probe.look(info, direction: vector)) - faces[face].value(x, y)
                #expect((0..<4).allSatisfy { abs(difference[$0]) < 1e-6 }, "face \(face) at \(vector)")
            }
        }
    }

    @Test("six pictures and both kinds of strip, each as file, URL, bytes and image, give the same cube map", arguments: [Image.Format.rgb8, .rgba8, .gray16])
    func sources(format: Image.Format) throws {
        let folder = try TemporaryFolder()
        let faces = faces(size: 3, format: format)
        let paths = try faces.enumerated().map { try folder.write($1, "face\($0).png") }
        let expected = try texels(loader.cubeMap(withContentsOfFiles: paths))
        #expect(try texels(loader.cubeMap(withContentsOf: paths.map { URL(fileURLWithPath: $0) })) == expected)
        #expect(try texels(loader.cubeMap(with: faces)) == expected)
        for vertical in [true, false] {
            let image = strip(faces, vertical: vertical)
            let path = try folder.write(image, "strip-\(vertical).png")
            #expect(try texels(loader.cubeMap(with: image)) == expected)
            #expect(try texels(loader.cubeMap(withContentsOfFile: path)) == expected)
            #expect(try texels(loader.cubeMap(withContentsOf: URL(fileURLWithPath: path))) == expected)
            #expect(try texels(loader.cubeMap(withContentsOf: image.pngData())) == expected)
        }
    }

    @Test("originBottomLeft flips every face vertically")
    func bottomLeft() throws {
        let faces = faces(size: 3)
        let info = try loader.cubeMap(with: faces, options: .init(originBottomLeft: true))
        #expect(info.origin == .bottomLeft)
        for (i, face) in faces.enumerated() {
            let seen = try info.texture.readImage(slice: i)
            for y in 0..<3 { for x in 0..<3 { #expect(seen[x, 2 - y] == face[x, y]) } }
        }
    }

    @Test("mip levels exist for all faces, each made from its own face")
    func mipmaps() throws {
        let colors: [SIMD4<UInt8>] = (0..<6).map { SIMD4(UInt8($0 * 40), 10, 200, 255) }
        let info = try loader.cubeMap(with: colors.map { plain(4, $0) }, options: .init(generateMipmaps: true))
        #expect(info.containsMipmaps && info.texture.descriptor.mipLevels == 3 && info.sampler.mipFilter == .linear)
        for (i, color) in colors.enumerated() { #expect(try info.texture.readImage(level: 2, slice: i)[0, 0] == color) }
    }

    @Test("premultiplication and sRGB have the same effect on faces as on single pictures")
    func options() throws {
        let info = try loader.cubeMap(with: Array(repeating: plain(2, [200, 100, 50, 128]), count: 6), options: .init(applyPremultiplication: true))
        #expect(info.alphaState == .premultiplied)
        #expect(try info.texture.readImage(slice: 5)[1, 1] == [100, 50, 25, 128])
        #expect(try loader.cubeMap(with: faces(format: .rgb8), options: .init(sRGB: true)).texture.format == .srgb8)
    }

    @Test("faces with different channels get the widest format")
    func mixed() throws {
        var faces = (0..<6).map { _ in Image(width: 1, height: 1, format: .rgb8, bytes: [10, 20, 30]) }
        faces[3] = Image(width: 1, height: 1, format: .grayAlpha8, bytes: [50, 60])
        let info = try loader.cubeMap(with: faces)
        #expect(info.alphaState == .nonPremultiplied && info.texture.format == .rgba8)
        #expect(try info.texture.readImage(slice: 2)[0, 0] == [10, 20, 30, 255])
        #expect(try info.texture.readImage(slice: 3)[0, 0] == [50, 50, 50, 60])
    }
}
