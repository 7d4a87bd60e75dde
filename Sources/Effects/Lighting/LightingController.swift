public import Raster

/// Lights a scene of flat images with lamps.
///
///     let controller = LightingController(device: device)
///     controller.images = [try LitImage(picture)]
///     controller.lights = [PointLight(position: [200, 200])]
///     try controller.update()
///
/// Work is done only where something has changed: an image whose lights are those of the last time, and which itself is as it was, is not drawn
/// again. With no lights at all images are shown as they are. The order of lights and of images changes nothing.
public final class LightingController {
    /// How the lights of an image are added up. Both give the same pixels.
    public enum Path: Sendable, Hashable, CaseIterable {
        /// In one pass, tile by tile with the lights that reach the tile; in several where more than 256 do.
        case onePass
        /// In a pass for each light, back and forth between two images of floats.
        case pingPong
    }
    /// The device that images are drawn with.
    public let device: Device
    /// The lamps. Setting them has them read at the next update; for a change inside of a lamp that is an object, see `setNeedsLightingUpdate`.
    public var lights: [any LightFixture] = [] { didSet { needsUpdate = true } }
    /// The images that are lit, each of this device.
    public var images: [LitImage] = [] { didSet { needsUpdate = true } }
    /// Whether lamps are read at each update. At first they are not: only after `setNeedsLightingUpdate`.
    public var lightsConstantlyUpdating = false
    /// How lights are added up; in one pass at first.
    public var path = Path.onePass { didSet { needsUpdate = needsUpdate || path != oldValue } }
    /// How many images have been drawn so far, all updates together.
    public private(set) var renderCount = 0

    private var needsUpdate = true
    private let programs: LightingPrograms

    /// A controller without lights and images.
    public init(device: Device) {
        self.device = device
        programs = LightingPrograms(device: device)
    }

    /// Has the lamps read at the next update.
    public func setNeedsLightingUpdate() { needsUpdate = true }

    /// Records what has to be drawn so that every image's `litTexture` is lit. Nothing is recorded where nothing has changed. An encoder that is
    /// not submitted, or fails, leaves images undrawn that count as drawn: call their `setNeedsLightingUpdate` then.
    /// - Throws: `RasterError` for a light or an image out of its ranges, which it names; then `encoder` is unchanged.
    public func update(into encoder: inout CommandEncoder) throws {
        guard lightsConstantlyUpdating || needsUpdate || images.contains(where: { $0.isStale }) else { return }
        var resolved: [ResolvedLight] = []
        for (i, light) in lights.enumerated() {
            if let light = try ResolvedLight(light, name: "lights[\(i)] of lighting controller") { resolved.append(light) }
        }
        // Sums of floats depend on their order: with one of our own they do not depend on the caller's.
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
            // What was recorded is thrown away, and with it what some images count as drawn.
            for image in images { image.setNeedsLightingUpdate() }
            throw error
        }
        encoder = recorded
        renderCount += drawn
        needsUpdate = false
    }

    /// Draws what has to be drawn, as `update(into:)` records it.
    /// - Throws: its errors and those of `Device.submit`; images may then be left undrawn until the next call, which draws them all.
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

    /// Tells whether there was something to draw.
    private func draw(_ image: LitImage, _ resolved: [ResolvedLight], into encoder: inout CommandEncoder) throws -> Bool {
        if lights.isEmpty {
            image.drawnLights = nil
            image.isStale = false
            return false
        }
        let tiles = LightTiles(width: image.picture.width, height: image.picture.height, lights: resolved, transform: image.transform)
        // Only those that reach the image: others may move as they like.
        let reaching = Set(tiles.parts.flatMap(\.lights))
        let lit = resolved.enumerated().filter { reaching.contains($0.offset) }.map(\.element)
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
