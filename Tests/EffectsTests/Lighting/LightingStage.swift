import Effects
import Raster

/// A lighting controller with one image.
struct LightingStage {
    let device: Device
    let controller: LightingController
    let image: LitImage

    init(_ picture: Image, _ lights: [any LightFixture], on kind: Device.Kind = .jit, lanes: Int? = nil,
         _ change: (LitImage) throws -> Void = { _ in }) throws {
        var options = Device.Options()
        options.lanes = lanes
        device = Device(kind, options: options)
        controller = LightingController(device: device)
        image = try LitImage(device.makeTexture(from: picture))
        controller.images = [image]
        controller.lights = lights
        try change(image)
    }
    func lit() throws -> Image {
        try controller.update()
        return try image.litTexture.readImage()
    }
}
