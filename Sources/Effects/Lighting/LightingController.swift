import Host

public import Raster

/// Lights a scene of flat images with lamps.
///
///     let controller = LightingController(device: device)
///     controller.images = [try LitImage(picture)]
///     controller.lights = [PointLight(position: [200, 200])]
///     try controller.update()
///
/// An image is drawn again only if the image or one of the lights that reach the image has changed. Without lights, images are shown
/// unchanged. The order of lights and of images has no effect.
public final class LightingController {
    /// How the controller adds up the lights of an image. The cases `onePass` and `pingPong` give the same pixels.
    public enum Path: Sendable, Hashable, CaseIterable {
        /// All lights in one pass: each tile is drawn with the lights that reach the tile. If more than 256 lights reach a tile,
        /// several passes are needed.
        case onePass
        /// One pass per light: the passes alternate between two images of floats.
        case pingPong
    }
    /// The device that draws the images.
    public let device: Device
    /// The lamps. When the application sets this property, the next update reads all lamps. If a lamp is an object, call
    /// `setNeedsLightingUpdate` after changing its properties.
    public var lights: [any LightFixture] = [] { didSet { needsUpdate = true } }
    /// The images that are lit. Each image must belong to `device`.
    public var images: [LitImage] = [] { didSet { needsUpdate = true } }
    /// Whether every update reads the lamps; false by default. If `lightsConstantlyUpdating` is false, call `setNeedsLightingUpdate` after
    /// changing a property of a lamp that is an object.
    public var lightsConstantlyUpdating = false
    /// How the controller adds up lights; `onePass` by default.
    public var path = Path.onePass { didSet { needsUpdate = needsUpdate || path != oldValue } }
    /// The total number of image draws in all updates so far.
    public private(set) var renderCount = 0

    private var needsUpdate = true
    private let programs: LightingPrograms

    /// Creates a controller without lights and images.
    public init(device: Device) {
        self.device = device
        programs = LightingPrograms(device: device)
    }

    /// Makes the next update read the lamps.
    public func setNeedsLightingUpdate() { needsUpdate = true }

    /// Records the draws that light every image's `litTexture`. If nothing has changed, records nothing. After this call, the controller
    /// treats the recorded images as drawn. If submitting the encoder fails, or if the encoder is not submitted, call
    /// `LitImage.setNeedsLightingUpdate` on each of these images.
    /// - Throws: `RasterError`, which names the light or the image, for a value out of its range. If an error is thrown, `encoder` is
    ///   unchanged.
    public func update(into encoder: inout CommandEncoder) throws {
        try LibraryCall.perform {
            guard lightsConstantlyUpdating || needsUpdate || images.contains(where: { $0.isStale }) else { return }
            var resolved: [ResolvedLight] = []
            for (i, light) in lights.enumerated() {
                if let light = try ResolvedLight(light, name: "lights[\(i)] of lighting controller") { resolved.append(light) }
            }
            // A sum of floats depends on the order of its terms. Sorting the lights makes the sum independent of the caller's order.
            resolved.sort()
            for image in images {
                guard image.device === device else {
                    throw RasterError(.wrongDevice, image.name, "belongs to another device than its lighting controller", remedy: "make both with one device")
                }
                try image.validate()
            }
            var recorded = encoder, drawn = 0
            do {
                for image in images where try draw(image, resolved, into: &recorded) { drawn += 1 }
            } catch {
                // An error has occurred, and the recorded draws are discarded, so all images must be drawn again.
                for image in images { image.setNeedsLightingUpdate() }
                throw error
            }
            encoder = recorded
            renderCount += drawn
            needsUpdate = false
        }
    }

    /// Draws the images that have changed: records them with `update(into:)` and submits them.
    /// - Throws: the errors of `update(into:)` and `Device.submit`. After an error, some images may not be drawn; the next call draws all
    ///   images.
    public func update() throws {
        var encoder = device.makeCommandEncoder(label: "lighting")
        let before = renderCount
        try update(into: &encoder)
        guard renderCount != before else { return }
        do { try device.submit(encoder) } catch {
            for image in images { image.setNeedsLightingUpdate() }
            throw error
        }
    }

    /// Records the draws of an image if the image, its lights or the path have changed. Returns true if draws were recorded.
    private func draw(_ image: LitImage, _ resolved: [ResolvedLight], into encoder: inout CommandEncoder) throws -> Bool {
        if lights.isEmpty {
            image.drawnLights = nil
            image.isStale = false
            return false
        }
        let tiles = LightTiles(width: image.picture.width, height: image.picture.height, lights: resolved, transform: image.transform)
        // The indices of the lights that reach this image. If any other light changes, the image need not be drawn again.
        let reaching = Set(tiles.parts.flatMap(\.lights))
        let lit = resolved.indices.filter(reaching.contains).map { resolved[$0] }
        guard image.isStale || image.drawnLights != lit || image.drawnPath != path else { return false }
        let parts = lit.count == resolved.count ? tiles
            : LightTiles(width: image.picture.width, height: image.picture.height, lights: lit, transform: image.transform)
        try programs.draw(image, lights: lit, parts: parts.parts, path: path, into: &encoder)
        image.drawnLights = lit
        image.drawnPath = path
        image.isStale = false
        image.renderCount += 1
        return true
    }
}
