// Entry: a drawing that must have the same bits on every machine.

import DocumentationSamples
import Foundation
import Raster
import Scenes

struct Entry: Sendable {
    /// A unique name, such as "scene/blend factors".
    var name: String
    /// Whether the entry is drawn in every share of the work. True for the entries that depend most on libraries.
    var isInEveryShare: Bool { name.hasPrefix("widgets/") || name.hasPrefix("numbers/") }
    /// Whether the device draws the entry's pictures. If false, the pictures are made only once.
    var needsDevice = true
    /// The pictures with their names; the name of a single picture is empty.
    var draw: @Sendable (Device) throws -> [(name: String, picture: Picture)]

    init(_ name: String, needsDevice: Bool = true, _ draw: @escaping @Sendable (Device) throws -> [(name: String, picture: Picture)]) {
        self.name = name; self.needsDevice = needsDevice; self.draw = draw
    }
    init(_ name: String, image: @escaping @Sendable (Device) throws -> Image) {
        self.init(name) { [("", Picture(try image($0)))] }
    }

    static let all: [Entry] = demos + panels + documentation + scenes + numbers

    private static let documentation = (DocumentationPicture.effects + [DocumentationPicture.panel]).map { name in
        Entry("documentation/\(name)") { try DocumentationPicture.draw(name, on: $0) }
    } + CanvasPictures.all.map { name in
        Entry("documentation/\(name)") { try CanvasPictures(device: $0).draw(name, scale: 0.5) }
    }
    private static let scenes = Scene.all.map { scene in
        Entry("scene/\(scene.name)") { device in
            try scene.outputs(on: device).enumerated().map { ("\($0) \($1.name)", Picture($1)) }
        }
    }
    /// Entries that hash numbers instead of pictures. The C library, other libraries or the processor compute these numbers, and pictures
    /// depend on these numbers.
    private static let numbers: [Entry] = [
        Entry("numbers/jpeg", needsDevice: false) { _ in
            let image = try gradient()
            return try [30, 75, 90, 100].flatMap { quality in
                let bytes = try image.jpegData(quality: quality)
                return [("\(quality) file", Picture(numbers: bytes.map(UInt32.init))), ("\(quality) read", Picture(try Image.read(bytes: bytes)))]
            }
        },
        Entry("numbers/transforms", needsDevice: false) { _ in
            var words: [UInt32] = []
            for i in 0..<512 {
                let angle = Float(i - 256) * 0.037, axis = SIMD3(Float(i % 7) - 3, Float(i % 5) - 1.5, Float(i % 3) + 0.25)
                let turn = Quaternion(angle: angle, axis: axis)
                let matrices = [Matrix4.rotation(angle, axis: axis), .rotationX(angle), .rotationY(angle), .rotationZ(angle),
                                .perspective(fovy: 0.2 + Float(i) * 0.005, aspect: 1.5, near: 0.1, far: 100)]
                for matrix in matrices { for column in 0..<4 { for row in 0..<4 { words.append(matrix[column: column][row].bitPattern) } } }
                let between = Quaternion.identity.slerp(to: turn, Float(i) / 512)
                words += [turn.angle.bitPattern, between.vector.x.bitPattern, between.vector.y.bitPattern, between.vector.z.bitPattern,
                          between.scalar.bitPattern]
            }
            return [("", Picture(numbers: words))]
        },
    ]
    /// Draws a smooth gradient with edges.
    private static func gradient() throws -> Image {
        var image = Image(width: 67, height: 45)
        for y in 0..<image.height {
            for x in 0..<image.width {
                image[x, y] = SIMD4(UInt8(x * 255 / 66), UInt8(y * 255 / 44), UInt8((x / 7 + y / 5) % 2 * 200 + x % 7 * 5), 255)
            }
        }
        return image
    }
}
