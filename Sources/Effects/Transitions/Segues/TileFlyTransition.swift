public import Raster

/// The source breaks into square tiles that fly past the eye one after the other, in front of the destination. The seed determines
/// the order of the tiles.
public final class TileFlyTransition: Transition {
    public let device: Device
    public let name = "tile-fly"
    /// The side of a tile in pixels of the target, 4 to 1024. If this size is more than a sixth of the target's shorter side, the
    /// transition uses smaller tiles.
    public let tileSize: Int
    public var duration: Double { 2.5 }
    public var easing: Easing { .quadraticIn }
    private static let camera = SegueCamera(degrees: 25)
    /// The distance that the first tile flies; the last tile flies six times as far.
    private static let way: Float = 2

    /// Creates a transition with tiles of the given size.
    /// - Throws: `invalidArgument` for a size outside of 4 to 1024 pixels.
    public init(device: Device, tileSize: Int = 32) throws(RasterError) {
        guard (4...1024).contains(tileSize) else {
            throw RasterError(.invalidArgument, "tileSize", at: "transition 'tile-fly'", "is \(tileSize)", remedy: "use 4 to 1024 pixels")
        }
        self.device = device; self.tileSize = tileSize
    }

    package static func surfaces(progress: Double, width: Int, height: Int, tileSize: Int, seed: UInt64) -> [Surface] {
        let size = max(1, min(tileSize, min(width, height) / 6))
        let columns = (width + size - 1) / size, rows = (height + size - 1) / size
        var order = Array(0..<columns * rows)
        var random = SplitMix64(seed: seed)
        order.shuffle(using: &random)
        // Far tiles come first in the order, so nearer tiles cover far tiles.
        var picture = Surface(.source)
        picture.vertices.reserveCapacity(6 * order.count)
        let pixels = SIMD2(Float(width), Float(height))
        for (rank, tile) in order.enumerated() {
            let z = Float(progress) * (way + 10 * Float(rank) / Float(order.count))
            // A tile that has passed the eye is not drawn. All later tiles in the order are even nearer to the eye, so the loop ends. At
            // the end, the first tile has reached the near plane.
            guard z < camera.distance else { break }
            let x = tile % columns * size, y = tile / columns * size
            let low = SIMD2(Float(x), Float(y)), high = SIMD2(Float(min(width, x + size)), Float(min(height, y + size)))
            picture.addRectangle(from: (low - pixels / 2) / pixels.y, to: (high - pixels / 2) / pixels.y, uv: (low / pixels, high / pixels),
                                 .translation(0, 0, z - camera.distance))
        }
        return [picture]
    }
    public func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        let surfaces = Self.surfaces(progress: frame.progress, width: frame.target.width, height: frame.target.height, tileSize: tileSize, seed: frame.seed)
        let projection = Self.camera.projection(ratio: frame.ratio, near: Self.camera.distance - Self.way)
        try TransitionSurfaces.of(device).draw(frame, background: .picture(.destination), surfaces, projection: projection, into: &encoder, label: name)
    }
}
