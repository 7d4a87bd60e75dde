import Effects
import Foundation
import Raster

/// The objects that each device of the pool creates once and uses for all its pictures.
private struct ThumbnailStage {
    let device: Device, target: Framebuffer, body: MeshBuffers, effect: BaseEffect

    init(_ device: Device) throws {
        self.device = device
        target = try device.makeFramebuffer(width: 64, height: 64, depth: .depth24)
        body = try MeshBuffers(.torus(radius: 0.7, tube: 0.3), device: device)
        effect = BaseEffect(device: device)
        effect.light0.enabled = true
    }
    func draw(_ number: Int) throws -> Image {
        let camera = OrbitCamera(distance: 3, yaw: Float(number) * 0.1)
        effect.transform = Transform(modelview: camera.view, projection: camera.projection(aspect: 1))
        effect.material.diffuseColor = [Float(number % 10) / 10, 0.5, 1 - Float(number % 10) / 10, 1]
        var frame = device.makeCommandEncoder()
        try frame.render(to: target, clear: .color(1, 1, 1)) { pass in
            try effect.prepareToDraw(in: &pass, layout: MeshVertex.layout, depth: .less)
            body.draw(in: &pass)
        }
        try device.submit(frame)
        return try target.readImage()
    }
}

/// Small pictures. A separate task draws each picture. The pool has as many devices as the processor has cores.
///
/// The program's argument is the number of pictures, 200 by default: `swift run -c release Thumbnails 12`.
@main struct Thumbnails {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 200
        let images = try await draw(count: max(0, count))
        try FileManager.default.createDirectory(atPath: "thumbnails", withIntermediateDirectories: true)
        for (number, image) in images.enumerated() { try image.writePNG(to: "thumbnails/\(number).png") }
        print("\(images.count) pictures are in the folder thumbnails.")
    }

    static func draw(count: Int) async throws -> [Image] {
        let pool = DevicePool { device in try ThumbnailStage(device) }
        return try await withThrowingTaskGroup(of: (Int, Image).self) { group in
            for number in 0..<count { group.addTask { (number, try await pool.run { stage in try stage.draw(number) }) } }
            return try await group.reduce(into: [Int: Image]()) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
