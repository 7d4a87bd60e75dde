// graphs: weather and tides on cards that look like glass. One chart renderer draws all charts. Wide charts scroll with momentum
// and are drawn in tiles on another thread.

import ArgumentParser
import Canvas
import Panels
import Raster
import Scenes2D

extension GraphKind: ExpressibleByArgument {}
extension GraphCurve.Interpolation: ExpressibleByArgument {}

struct GraphsCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "graphs", abstract: "Weather and tides as scrolling graphs: smooth lines, tiles drawn on demand, a dot that follows the pointer.",
        discussion: "Data are a CSV or JSON file whose first column is a time or a number. Weather has the columns temperature, feels_like, rain and cloud, tides have height; "
            + "any other table is drawn as lines. Keys: " + GraphsDemo.keys.joined(separator: "; ") + ".")

    @Argument(help: ArgumentHelp("Draw the data of this .csv or .json file.", valueName: "data"), completion: .file(extensions: ["csv", "tsv", "json"]))
    var data: String?
    @Option(name: .long, help: ArgumentHelp("Show only this graph: \(GraphKind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "graph"))
    var graph: GraphKind?
    @Option(name: .long, help: ArgumentHelp("The interpolation between points: \(GraphCurve.Interpolation.allCases.map(\.rawValue).joined(separator: ", ")).",
                                            valueName: "way"))
    var line = GraphCurve.Interpolation.monotone
    @OptionGroup var common: CommonOptions

    var defaultTime: Double { 4 }

    func makeDemo(device: Device) throws -> GraphsDemo {
        try GraphsDemo(device: device, data: data, graph: graph, interpolation: line, tiles: common.device == .reference ? .reference : .jit)
    }
}

package final class GraphsDemo: Demo {
    /// A graph and its data.
    private struct Slot {
        var kind: GraphKind
        var data: GraphData
        var source: String
    }
    private let surface: CanvasSurface
    private let painter: GraphPainter
    private let fonts: GraphFonts
    private let slots: [Slot]
    private var options: GraphOptions
    /// The index of the card that is shown alone; nil if all cards are shown.
    private var shown: Int?
    private var cards: [(slot: Int, card: GraphCard, corner: Point)] = []
    /// The size of the picture and the settings for which the cards were laid out.
    private var layout: (width: Int, height: Int, shown: Int?, options: GraphOptions)?
    private var pointer: Point?
    private var held: Int?
    private var isPressed = false
    private var showsTiles = false
    /// The part of the picture that the panel covers.
    private var covered: PixelRect?

    /// - Parameters:
    ///   - data: A file; nil for the demo's own weather and tides.
    ///   - graph: The graph that is shown alone; nil for all graphs.
    ///   - tiles: The kind of device that draws tiles.
    package init(device: Device, data: String? = nil, graph: GraphKind? = nil, interpolation: GraphCurve.Interpolation = .monotone,
                 tiles: Device.Kind = .jit) throws {
        surface = try CanvasSurface(device: device)
        painter = GraphPainter(kind: tiles)
        fonts = try GraphFonts.dejaVu()
        options = GraphOptions(interpolation: interpolation)
        let tables: [(source: String, data: GraphData)] = if let data { [(data, try GraphData(contentsOf: data))] } else {
            [("weather.csv", try GraphData(csv: PackageResources.weather_csv, source: "weather.csv")),
             ("tides.json", try GraphData(json: PackageResources.tides_json, source: "tides.json"))]
        }
        let order: [GraphKind] = [.today, .outlook, .tides, .week, .tideWeeks, .table]
        var slots = tables.flatMap { table in GraphKind.kinds(of: table.data).map { Slot(kind: $0, data: table.data, source: table.source) } }
        slots.sort { (order.firstIndex(of: $0.kind) ?? 0) < (order.firstIndex(of: $1.kind) ?? 0) }
        if graph == .table, slots.first?.kind != .table { slots.append(Slot(kind: .table, data: tables[0].data, source: tables[0].source)) }
        self.slots = slots
        if let graph {
            guard let index = slots.firstIndex(where: { $0.kind == graph }) else {
                throw GraphDataError(.missingColumn, data ?? "the data", line: 1, "the data cannot be drawn as '\(graph.rawValue)'",
                                     remedy: "draw them as \(slots.map(\.kind.rawValue).joined(separator: ", "))")
            }
            shown = index
        }
    }

    deinit { painter.finish() }

    package static let keys = ["drag: scroll", "click: show one graph, or all again", "wheel, Left, Right: push", "1 to 6: one graph", "G: all graphs",
                               "L: interpolation", "T: tile edges", "R: continue the tour"]
    package static let hasOptions = true
    package var gainsFromSamples: Bool { false }
    package static let foldsPanel = true
    package static let panelCorner = SIMD2<Float>(-16, 16)

    package func panelCovers(_ area: PixelRect?) { covered = area }
    package func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.combo("graph", &shown, of: [nil] + slots.indices.map { $0 }) { [self] in $0.map { slots[$0].kind.rawValue } ?? "all" }
        panel.combo("line", &options.interpolation)
        panel.checkbox("edges of tiles", &showsTiles)
        if panel.button("continue the tour") { resume() }
        for (slot, card, _) in cards where card.isScrolling {
            panel.note("\(slots[slot].kind.rawValue): \(card.tiles.keptCount) of \(card.tiles.count) tiles kept")
        }
    }
    private func resume() { for (_, card, _) in cards { card.resumeTour() } }

    package func handle(_ event: DemoEvent, at time: Double) {
        switch event {
        case .pointer(let x, let y, let pressed):
            let place = Point(Double(x), Double(layout?.height ?? 0) - Double(y))
            pointer = place
            if pressed, !isPressed {
                held = index(at: place)
                if let held { cards[held].card.press(at: place.x - cards[held].corner.x, time: time) }
            } else if let held, cards.indices.contains(held) {
                cards[held].card.drag(to: place.x - cards[held].corner.x, time: time)
                if !pressed { cards[held].card.release(at: time) }
            }
            if !pressed { held = nil }
            isPressed = pressed
        case .tap:
            if shown != nil, slots.count > 1 { shown = nil } else if let place = pointer, let index = index(at: place) { shown = cards[index].slot }
        case .wheel(let steps): push(Double(steps) * -900, time)
        case .arrow(let dx, _) where dx != 0: push(Double(dx) * 700, time)
        case .key("g"): shown = nil
        case .key("t"): showsTiles.toggle()
        case .key("r"): resume()
        case .key("l"):
            let all = GraphCurve.Interpolation.allCases
            options.interpolation = all[((all.firstIndex(of: options.interpolation) ?? 0) + 1) % all.count]
        case .key(let key): if let number = key.wholeNumberValue, slots.indices.contains(number - 1) { shown = number - 1 }
        default: break
        }
    }
    private func index(at place: Point) -> Int? {
        cards.firstIndex { Rectangle(x: $0.corner.x, y: $0.corner.y, width: $0.card.graph.width, height: $0.card.graph.height).contains(place) }
    }
    /// Scrolls the card below the pointer or, if that card cannot scroll, all cards.
    private func push(_ speed: Double, _ time: Double) {
        if let place = pointer, let index = index(at: place), cards[index].card.isScrolling { return cards[index].card.push(speed, at: time) }
        for (_, card, _) in cards { card.push(speed, at: time) }
    }

    package func timeUntilNextChange(at time: Double) -> Double? {
        let hovered = isPressed ? nil : pointer.flatMap { index(at: $0) }
        return cards.isEmpty || cards.indices.contains { cards[$0].card.isMoving(at: time, hasPointer: $0 == hovered) } ? 0 : nil
    }

    /// Lays out the cards in rows. All cards have the same text size: the largest size that fits into the smallest card. In small pictures,
    /// this text size may be too small to read.
    private func layOut(_ width: Int, _ height: Int) throws {
        if let layout, layout.width == width, layout.height == height, layout.shown == shown, layout.options == options { return }
        layout = (width, height, shown, options)
        cards = []
        held = nil
        let (wide, tall) = (Double(max(24, width)), Double(max(16, height)))
        if let shown {
            // A single graph fills the whole picture.
            let scale = max(min(wide / 640, tall / 440), min(0.95, tall / 200), 0.05)
            let graph = try Graph(slots[shown].kind, data: slots[shown].data, source: slots[shown].source, width: wide, height: tall, scale: scale,
                                  fonts: fonts, options: options)
            cards = [(shown, try GraphCard(graph, fonts: fonts, painter: painter), Point(0, 0))]
            return
        }
        let rows = GraphsDemo.rows(slots.map(\.kind), isUpright: height > width), gap = max(2, (14 * GraphsDemo.scale(width, height)).rounded())
        let cardHeight = max(16, ((Double(height) - gap * Double(rows.count + 1)) / Double(rows.count)).rounded(.down))
        var places: [Rectangle] = []
        for (number, row) in rows.enumerated() {
            let room = Double(width) - gap * Double(row.count + 1)
            var x = gap
            for share in row {
                let cardWidth = max(24, (room * share / row.reduce(0, +)).rounded(.down))
                places.append(Rectangle(x: x, y: gap + Double(number) * (cardHeight + gap), width: cardWidth, height: cardHeight))
                x += cardWidth + gap
            }
        }
        let narrowest = places.map(\.width).min() ?? wide
        let scale = max(min(narrowest / 430, cardHeight / 215), min(0.75, cardHeight / 120), 0.05)
        for (index, place) in places.enumerated() {
            let graph = try Graph(slots[index].kind, data: slots[index].data, source: slots[index].source, width: place.width, height: place.height,
                                  scale: scale, fonts: fonts, options: options)
            cards.append((index, try GraphCard(graph, fonts: fonts, painter: painter), Point(place.x, place.y)))
        }
    }
    private static func scale(_ width: Int, _ height: Int) -> Double { max(0.1, min(Double(width) / 1280, Double(height) / 720)) }
    /// Returns, for each row, the relative widths of its cards, in the order of the kinds. In an upright picture, each card has its
    /// own row.
    private static func rows(_ kinds: [GraphKind], isUpright: Bool) -> [[Double]] {
        if isUpright { return kinds.map { _ in [1] } }
        return switch kinds.count {
        case 1: [[1]]
        case 2: [[1], [1]]
        case 3: [[1, 1], [1]]
        case 4: [[1, 1], [1, 1]]
        case 5: [[1, 1], [0.7, 1.3], [1]]
        default: [[1, 1], [0.7, 1.3], [1, 1]]
        }
    }

    package func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        try layOut(frame.target.width, frame.target.height)
        var canvas = Canvas()
        let scale = GraphsDemo.scale(frame.target.width, frame.target.height)
        let size = Point(Double(frame.target.width), Double(frame.target.height))
        canvas.fill(Path(rectangle: Rectangle(Point(0, 0), size)),
                    with: .gradient(.linear(from: Point(0, 0), to: Point(0, size.y), [Color(hex: 0x0B1020), Color(hex: 0x1B2440), Color(hex: 0x10182B)])))
        for (_, card, corner) in cards {
            card.showsTiles = showsTiles
            let hovered = pointer.flatMap { place in
                Rectangle(x: corner.x, y: corner.y, width: card.graph.width, height: card.graph.height).contains(place) && !isPressed ? place.x - corner.x : nil
            }
            let hidden = covered.map { area in
                [Rectangle(x: Double(area.x) - corner.x, y: size.y - Double(area.y + area.height) - corner.y, width: Double(area.width),
                           height: Double(area.height))]
            } ?? []
            try card.draw(into: &canvas, at: corner, time: frame.time, pointer: hovered, cornerRadius: shown == nil ? 16 * scale : 0, covered: hidden)
        }
        try surface.draw(canvas, to: frame.target, clear: Color(hex: 0x0B1020), into: &encoder)
    }
}
