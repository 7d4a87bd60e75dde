import Effects
import Foundation
import Models
import Raster
import TestSupport
import Testing

@Test("a base effect draws a model's meshes, whose vertices have the effects' names") func modelWithEffect() throws {
    let folder = try TemporaryFolder()
    try folder.write(try Square.image.pngData(), "square.png")
    try folder.write(Square.mtl(image: "square.png"), "square.mtl")
    let device = Device(.reference), target = try device.makeFramebuffer(width: 8, height: 8, depth: .depth24)

    let model = try Model(contentsOf: folder.write(Square.obj, "square.obj"))
    let mesh = model.meshes[0].primitives[0], vertices = try device.makeBuffer(mesh.vertices), indices = try device.makeBuffer(mesh.indices)
    let effect = BaseEffect(device: device)
    effect.texture2d0 = TextureProperty(try device.makeTexture(from: model.images[0]), sampler: .nearest, enabled: true)
    effect.transform = Transform(projection: .ortho(left: 0, right: 1, bottom: 0, top: 1))
    var frame = device.makeCommandEncoder()
    try frame.render(to: target, clear: .color(0, 0, 0)) { pass in
        try effect.prepareToDraw(in: &pass, layout: Model.vertexLayout)
        pass.setVertexBuffer(vertices)
        pass.drawIndexed(indices, count: mesh.indices.count)
    }
    try device.submit(frame)

    // The picture is upright: red and green above, blue and white below.
    let image = try target.readImage()
    let corners = [image[1, 1], image[6, 1], image[1, 6], image[6, 6]]
    #expect(corners == [SIMD4(255, 0, 0, 255), SIMD4(0, 255, 0, 255), SIMD4(0, 0, 255, 255), SIMD4(255, 255, 255, 255)])
}
