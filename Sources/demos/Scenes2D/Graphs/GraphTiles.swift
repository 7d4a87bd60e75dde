// GraphTiles: a wide chart as pictures. Another thread draws the pictures shortly before the pictures become visible, and the pictures
// are cached.

import Canvas
import Dispatch
import Glibc
public import Raster
import Synchronization

/// Draws tiles one after another on a separate thread with a separate device, because a device can be used by only one thread at a time.
///
/// `@unchecked Sendable`, because the compiler cannot verify that only the queue uses `renderer`.
public final class GraphPainter: @unchecked Sendable {
    private let queue = DispatchQueue(label: "graph tiles")
    private let kind: Device.Kind
    private var renderer: CanvasRenderer?
    private let counts = Mutex((drawn: 0, byOrderers: 0))

    /// The number of tiles drawn so far.
    public var drawnCount: Int { counts.withLock { $0.drawn } }
    /// The number of tiles that were drawn on the thread that ordered the tiles. The number should be 0, because the ordering thread must
    /// draw frames.
    package var drawnByOrderersCount: Int { counts.withLock { $0.byOrderers } }

    /// Creates a painter. The bits of the tiles do not depend on the kind of device.
    public init(kind: Device.Kind = .jit) { self.kind = kind }

    /// An ordered picture.
    final class Order: Sendable {
        private let result = Mutex<Result<Image, any Error>?>(nil)
        private let group = DispatchGroup()
        fileprivate init() { group.enter() }
        fileprivate func finish(_ result: Result<Image, any Error>) {
            self.result.withLock { $0 = result }
            group.leave()
        }
        var isDone: Bool { result.withLock { $0 != nil } }
        /// Waits until the picture is drawn, and returns the picture.
        func image() throws -> Image {
            group.wait()
            guard let result = result.withLock({ $0 }) else { preconditionFailure("the group is left once there is a result") }
            return try result.get()
        }
    }
    /// Orders a part of a drawing: `width` by `height` pixels, whose upper left pixel is (x, 0).
    func order(_ canvas: Canvas, x: Int, width: Int, height: Int) -> Order {
        let order = Order(), orderer = pthread_self()
        queue.async { [self] in
            counts.withLock { $0 = ($0.drawn + 1, $0.byOrderers + (pthread_equal(orderer, pthread_self()) != 0 ? 1 : 0)) }
            order.finish(Result {
                let renderer = try self.renderer ?? GraphPainter.makeRenderer(kind)
                self.renderer = renderer
                return try renderer.image(of: canvas, width: width, height: height, origin: (x, 0))
            })
        }
        return order
    }
    /// Waits until all ordered pictures are drawn. Call this method before the program exits, because the program must not exit
    /// while a tile is being drawn.
    public func finish() { queue.sync {} }
    private static func makeRenderer(_ kind: Device.Kind) throws -> CanvasRenderer {
        // The device uses only one thread, because the frames need the other processors.
        var options = Device.Options()
        options.threads = 1
        return try CanvasRenderer(device: Device(kind, options: options))
    }
}

/// The tiles of a graph's chart. Visible tiles and their neighbours are ordered; distant tiles are removed.
///
/// If a visible tile is not finished, the frame waits for the tile, so the content of a frame never depends on the speed of drawing.
public final class GraphTiles {
    /// The width of a tile in pixels; the last tile of a chart may be narrower.
    public static let width = 256
    /// The maximum number of tiles that are kept for a graph.
    public static let maximumCount = 40
    /// The graph whose chart is drawn.
    public let graph: Graph
    private let painter: GraphPainter
    private var orders: [Int: GraphPainter.Order] = [:]
    /// The number of tiles ordered so far.
    public private(set) var orderedCount = 0

    /// Creates the tiles of a graph, without drawing any tile.
    public init(_ graph: Graph, painter: GraphPainter) { self.graph = graph; self.painter = painter }

    private var chartWidth: Int { Int(graph.chart.width) }
    /// The number of tiles of the whole chart.
    public var count: Int { (chartWidth + GraphTiles.width - 1) / GraphTiles.width }
    /// The number of tiles that are kept, including tiles that are ordered but not drawn yet.
    public var keptCount: Int { orders.count }
    /// The number of kept tiles that are already drawn.
    public var drawnCount: Int { orders.values.count(where: \.isDone) }
    /// Returns the pixel columns of the chart in a tile.
    public func columns(of tile: Int) -> Range<Int> { tile * GraphTiles.width..<min((tile + 1) * GraphTiles.width, chartWidth) }

    /// Returns the visible tiles at a scroll offset in whole pixels, with their x coordinates in the viewport.
    /// - Throws: The errors of drawing the tiles.
    public func visible(offset: Int) throws -> [(image: Image, x: Int)] {
        let first = floorDivided(offset), last = floorDivided(offset + Int(graph.viewport.width) - 1)
        // Visible tiles are ordered before their neighbours.
        let seen = (first...max(first, last)).filter { $0 >= 0 && $0 < count }
        for tile in seen + [last + 1, first - 1] where tile >= 0 && tile < count { order(tile) }
        if orders.count > GraphTiles.maximumCount {
            let middle = (first + last) / 2
            for tile in orders.keys.sorted(by: { (abs($0 - middle), $0) < (abs($1 - middle), $1) }).dropFirst(max(GraphTiles.maximumCount, seen.count + 2)) {
                orders[tile] = nil
            }
        }
        return try seen.compactMap { tile in try orders[tile].map { (image: try $0.image(), x: tile * GraphTiles.width - offset) } }
    }
    private func floorDivided(_ x: Int) -> Int { x >= 0 ? x / GraphTiles.width : -((GraphTiles.width - 1 - x) / GraphTiles.width) }
    private func order(_ tile: Int) {
        guard orders[tile] == nil else { return }
        let columns = columns(of: tile)
        orders[tile] = painter.order(graph.drawing(from: Double(columns.lowerBound), to: Double(columns.upperBound)), x: columns.lowerBound,
                                     width: columns.count, height: Int(graph.viewport.height))
        orderedCount += 1
    }
}
