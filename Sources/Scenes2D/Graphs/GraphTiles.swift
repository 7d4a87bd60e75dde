// GraphTiles: a wide chart as pictures that are drawn when they come near, on another thread, and kept.

import Canvas
import Dispatch
import Glibc
public import Raster
import Synchronization

/// Draws tiles one after another on a thread of its own, with a device of its own: a device belongs to one thread at a time.
///
/// Unchecked, because the compiler cannot see that `renderer` is only touched by the queue.
public final class GraphPainter: @unchecked Sendable {
    private let queue = DispatchQueue(label: "graph tiles")
    private let kind: Device.Kind
    private var renderer: CanvasRenderer?
    private let counts = Mutex((drawn: 0, byOrderers: 0))

    /// How many tiles were drawn so far.
    public var drawnCount: Int { counts.withLock { $0.drawn } }
    /// How many of them were drawn by the thread that had ordered them, which should be free for frames: none.
    package var drawnByOrderersCount: Int { counts.withLock { $0.byOrderers } }

    /// A painter. The bits do not depend on the kind of device.
    public init(kind: Device.Kind = .jit) { self.kind = kind }

    /// A picture that is being drawn.
    final class Order: Sendable {
        private let result = Mutex<Result<Image, any Error>?>(nil)
        private let group = DispatchGroup()
        fileprivate init() { group.enter() }
        fileprivate func finish(_ result: Result<Image, any Error>) {
            self.result.withLock { $0 = result }
            group.leave()
        }
        var isDone: Bool { result.withLock { $0 != nil } }
        /// Waits until it is drawn.
        func image() throws -> Image {
            group.wait()
            guard let result = result.withLock({ $0 }) else { preconditionFailure("the group is left once there is a result") }
            return try result.get()
        }
    }
    /// Has a part of a drawing drawn: `width` by `height` pixels from pixel (x, 0) on.
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
    /// Waits until all that was ordered is drawn: to be called before a program exits, which must not happen in the middle of a tile.
    public func finish() { queue.sync {} }
    private static func makeRenderer(_ kind: Device.Kind) throws -> CanvasRenderer {
        // One thread: the others belong to whoever draws the frames.
        var options = Device.Options()
        options.threads = 1
        return try CanvasRenderer(device: Device(kind, options: options))
    }
}

/// The tiles of a graph's chart: those that are seen and their neighbours are ordered, and what is far away is forgotten.
///
/// A tile that is needed and not there yet is waited for, so that a frame never depends on how fast tiles are drawn.
public final class GraphTiles {
    /// Pixels of a tile; the last one of a chart may be narrower.
    public static let width = 256
    /// No more tiles are kept for a graph.
    public static let maximumCount = 40
    /// The graph whose chart is drawn.
    public let graph: Graph
    private let painter: GraphPainter
    private var orders: [Int: GraphPainter.Order] = [:]
    /// How many tiles were ordered so far.
    public private(set) var orderedCount = 0

    /// Tiles of a graph, none drawn yet.
    public init(_ graph: Graph, painter: GraphPainter) { self.graph = graph; self.painter = painter }

    private var chartWidth: Int { Int(graph.chart.width) }
    /// The number of tiles of the whole chart.
    public var count: Int { (chartWidth + GraphTiles.width - 1) / GraphTiles.width }
    /// How many tiles are kept: drawn, or about to be.
    public var keptCount: Int { orders.count }
    /// How many tiles are drawn and kept.
    public var drawnCount: Int { orders.values.count(where: \.isDone) }
    /// Which pixels of the chart a tile holds.
    public func columns(of tile: Int) -> Range<Int> { tile * GraphTiles.width..<min((tile + 1) * GraphTiles.width, chartWidth) }

    /// The tiles that are seen while the chart is scrolled by whole pixels, with their places in the viewport.
    /// - Throws: What drawing them threw.
    public func visible(offset: Int) throws -> [(image: Image, x: Int)] {
        let first = floorDivided(offset), last = floorDivided(offset + Int(graph.viewport.width) - 1)
        // What is seen before what may be seen next.
        let seen = (first...max(first, last)).filter { $0 >= 0 && $0 < count }
        for tile in seen + [last + 1, first - 1] where tile >= 0 && tile < count { order(tile) }
        if orders.count > GraphTiles.maximumCount {
            let middle = (first + last) / 2
            for tile in orders.keys.sorted(by: { (abs($0 - middle), $0) < (abs($1 - middle), $1) }).dropFirst(max(GraphTiles.maximumCount, seen.count + 2)) { orders[tile] = nil }
        }
        return try seen.compactMap { tile in try orders[tile].map { (image: try $0.image(), x: tile * GraphTiles.width - offset) } }
    }
    private func floorDivided(_ x: Int) -> Int { x >= 0 ? x / GraphTiles.width : -((GraphTiles.width - 1 - x) / GraphTiles.width) }
    private func order(_ tile: Int) {
        guard orders[tile] == nil else { return }
        let columns = columns(of: tile)
        orders[tile] = painter.order(graph.drawing(from: Double(columns.lowerBound), to: Double(columns.upperBound)), x: columns.lowerBound, width: columns.count, height: Int(graph.viewport.height))
        orderedCount += 1
    }
}
