public import Raster

/// The front of a cloth shows the source, and its back shows the destination. The cloth's upper edge is rotated, and springs pull
/// the rest of the cloth along.
public final class ClothTransition: Transition {
    public let device: Device
    public let name = "cloth"
    /// The direction in which the near side of the cloth's edge moves: left or right.
    public let direction: TransitionDirection
    /// The duration is 5 seconds: 4 seconds of rotation, and one second to settle.
    public var duration: Double { 5 }
    public var needsDepth: Bool { true }
    private static let camera = SegueCamera(degrees: 65)
    /// The simulated cloth; nil before the first frame. The cloth has the proportions of the last frame.
    private var simulation: (ratio: Float, cloth: ClothSimulation)?

    /// Creates a cloth whose edge is rotated to the left or the right.
    /// - Throws: `invalidArgument` for up and down, because the cloth hangs from its upper edge.
    public init(device: Device, direction: TransitionDirection = .left) throws(RasterError) {
        guard direction.isHorizontal else {
            throw RasterError(.invalidArgument, "direction", at: "transition 'cloth'", "is \(direction.rawValue), but the cloth hangs",
                              remedy: "use left or right")
        }
        self.device = device; self.direction = direction
    }

    /// Returns the positions of the particles in eye space, row by row. The first particle is at the lower left at the start.
    package func particles(progress: Double, ratio: Float) -> [SIMD3<Float>] {
        if simulation?.ratio != ratio { simulation = (ratio, ClothSimulation(ratio: ratio)) }
        guard let height = simulation?.cloth.worldHeight, let places = simulation?.cloth.places(progress: progress) else { return [] }
        return places.map { p in
            // The simulation moves the edge to the left. For the direction `right`, the simulated cloth is mirrored.
            let x = (p.x - ClothSimulation.worldWidth / 2) / height
            return SIMD3(direction == .left ? x : -x, p.y / height - 0.5, p.z / height - Self.camera.distance)
        }
    }

    package func surfaces(progress: Double, ratio: Float) -> [Surface] {
        let side = ClothSimulation.side, tiles = ClothSimulation.tiles, mirrored = direction == .right
        let points = particles(progress: progress, ratio: ratio)
        func point(_ column: Int, _ row: Int) -> SIMD3<Float> {
            points[min(max(row, 0), tiles) * side + (mirrored ? tiles - min(max(column, 0), tiles) : min(max(column, 0), tiles))]
        }
        var front = Surface(.source), back = Surface(.destination)
        var facing = [Float](repeating: 1, count: side * side)
        for row in 0...tiles {
            for column in 0...tiles {
                let normal = (point(column + 1, row) - point(column - 1, row)).cross(point(column, row + 1) - point(column, row - 1))
                let length = normal.length
                facing[row * side + column] = length > 0 ? normal.z / length : 1
            }
        }
        func corner(_ column: Int, _ row: Int, isBack: Bool) -> SurfaceVertex {
            let u = Float(column) / Float(tiles), v = Float(row) / Float(tiles), light = facing[row * side + column]
            return SurfaceVertex(point(column, row), facing: isBack ? -light : light, uv: SIMD2(isBack ? 1 - u : u, v))
        }
        for row in 0..<tiles {
            for column in 0..<tiles {
                for (x, y) in [(0, 0), (1, 0), (1, 1), (0, 0), (1, 1), (0, 1)] { front.vertices.append(corner(column + x, row + y, isBack: false)) }
                for (x, y) in [(0, 0), (1, 1), (1, 0), (0, 0), (0, 1), (1, 1)] { back.vertices.append(corner(column + x, row + y, isBack: true)) }
            }
        }
        return [front, back]
    }
    public func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        try TransitionSurfaces.of(device).draw(frame, background: .color(0.08), surfaces(progress: frame.progress, ratio: frame.ratio),
                                               projection: Self.camera.projection(ratio: frame.ratio, near: 0.02), light: .soft, hasDepth: true, into: &encoder,
                                               label: name)
    }
}
