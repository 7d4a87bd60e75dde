import Canvas
import Foundation
import Raster
import Scenes2D
import SeededRandom
import TestSupport
import Testing

@Suite struct GraphTests {
    private static func weather(days: Int, seed: UInt64 = 77) throws -> GraphData {
        var random = SeededGenerator(state: seed), lines = ["time,temperature,feels_like,rain,cloud"]
        for hour in 0..<days * 24 {
            let time = GraphTime(seconds: Double(GraphTime(year: 2026, month: 6, day: 8).seconds) + Double(hour) * 3600), date = time.date
            let warmth = 14 + 6 * (Double(hour % 24) - 12).magnitude / -12 + Double.random(in: -1...1, using: &random)
            lines.append("2026-\(date.month < 10 ? "0" : "")\(date.month)-\(date.day < 10 ? "0" : "")\(date.day)T\(time.clock),\((warmth * 10).rounded() / 10),\((warmth * 10).rounded() / 10 - 2),\(hour * 37 % 101),\(hour * 53 % 101)")
        }
        return try GraphData(csv: Array(lines.joined(separator: "\n").utf8))
    }
    private static func tides(days: Int) throws -> GraphData {
        let start = GraphTime(year: 2026, month: 6, day: 8).seconds
        let rows = (0...days * 24).map { hour -> String in
            let time = GraphTime(seconds: start + Double(hour) * 3600), date = time.date
            return "{\"time\":\"2026-0\(date.month)-\(date.day < 10 ? "0" : "")\(date.day)T\(time.clock)\",\"height\":\((HarmonicTide.example.height(at: time) * 100).rounded() / 100)}"
        }
        return try GraphData(json: Array(("[" + rows.joined(separator: ",") + "]").utf8))
    }
    private static func data(_ kind: GraphKind, seed: UInt64 = 77) throws -> GraphData {
        switch kind {
        case .today, .outlook, .week: try weather(days: 8, seed: seed)
        case .tides, .tideWeeks: try tides(days: 15)
        case .table: try GraphData(csv: Array("x,alpha,beta\n-1,3,0.5\n0,1,\n2.5,-4,2\n7,0,1\n".utf8))
        }
    }
    private static func graph(_ kind: GraphKind, width: Double = 420, height: Double = 210, scale: Double = 1) throws -> Graph {
        try Graph(kind, data: data(kind), width: width, height: height, scale: scale, fonts: .dejaVu())
    }

    @Test("Adjacent tiles equal the chart drawn as a whole, bit for bit", arguments: GraphKind.allCases) func tiled(kind: GraphKind) throws {
        let graph = try GraphTests.graph(kind, width: 300, height: 120, scale: 0.6)
        let width = Int(graph.chart.width), height = Int(graph.viewport.height)
        let whole = try CanvasRenderer(device: Device(.jit)).image(of: graph.drawing(from: 0, to: Double(width)), width: width, height: height)
        let tiles = GraphTiles(graph, painter: GraphPainter())
        var assembled = Image(width: width, height: height)
        // The tiles are drawn from right to left. The pictures must not depend on the order in which tiles are drawn.
        for offset in stride(from: 0, to: width, by: 300).reversed() {
            for (image, x) in try tiles.visible(offset: offset) {
                for row in 0..<height {
                    assembled.bytes.replaceSubrange((row * width + offset + x) * 4..<(row * width + offset + x + image.width) * 4,
                                                    with: image.bytes[row * image.width * 4..<(row + 1) * image.width * 4])
                }
            }
        }
        let difference = try PictureComparison.difference("graph-tiles-\(kind.rawValue)", expected: whole, actual: assembled)
        #expect(difference == nil)
        #expect(tiles.orderedCount == tiles.count)
        // Checks that the picture is not empty.
        #expect(Set(whole.bytes).count > 30)
    }
    @Test("Each tile is drawn once, neighbouring tiles are drawn in advance, and distant tiles are released") func keeping() throws {
        let graph = try GraphTests.graph(.tideWeeks, width: 64, height: 60, scale: 6)
        let tiles = GraphTiles(graph, painter: GraphPainter())
        #expect(tiles.count > GraphTiles.maximumCount)
        #expect(try tiles.visible(offset: 800).map(\.x) == [-32])
        let ordered = tiles.orderedCount
        #expect(ordered == 3)
        _ = try tiles.visible(offset: 810)
        #expect(tiles.orderedCount == ordered)
        for offset in stride(from: 0, to: Int(graph.chart.width), by: 256) { _ = try tiles.visible(offset: offset) }
        #expect(tiles.drawnCount <= GraphTiles.maximumCount)
        // Beyond the ends of the chart there are no tiles. A request for tiles beyond the ends returns an empty list, and does not trap.
        #expect(try tiles.visible(offset: -10_000).isEmpty && tiles.visible(offset: 10_000_000).isEmpty)
    }
    @Test("The dot lies on the drawn line", arguments: [GraphKind.today, .tides, .table]) func dot(kind: GraphKind) throws {
        let graph = try GraphTests.graph(kind)
        #expect(!graph.chart.tracks.isEmpty)
        for track in graph.chart.tracks {
            for x in stride(from: graph.chart.plot.minX, through: graph.chart.plot.maxX, by: 7.5) {
                let value = try #require(track.curve.value(at: graph.chart.valueX(x))), y = try #require(track.point(at: x)).y
                // The tolerance allows for two errors: the table is interpolated linearly between pixels, and positions are
                // multiples of 1/256.
                #expect(abs(graph.chart.pixelY(value) - y) < 0.35, "\(x)")
            }
        }
    }
    /// Returns texts and icons that touch each other, or lie partly outside of the card.
    private static func faults(_ card: GraphCard, at time: Double, pointer: Double?, covered: [Rectangle] = []) throws -> (count: Int, faults: [String]) {
        let frames = try card.items(at: time, pointer: pointer, covered: covered).map(\.frame),
            whole = Rectangle(x: 0, y: 0, width: card.graph.width, height: card.graph.height)
        var faults: [String] = []
        for (i, a) in frames.enumerated() {
            if whole.union(a) != whole { faults.append("\(a) is not within \(whole)") }
            for b in frames[..<i] where a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY { faults.append("\(a) touches \(b)") }
        }
        return (frames.count, faults)
    }
    @Test("In every graph, at every size, time, seed and place of the pointer, alone and under a panel, no text or icon touches another one or leaves the card",
          arguments: GraphKind.allCases)
    func nothingTouches(kind: GraphKind) throws {
        let sizes: [(Double, Double, Double)] = [(64, 48, 0.2), (160, 95, 0.75), (230, 95, 0.75), (420, 210, 1), (900, 300, 1.5), (200, 400, 2),
                                                 (480, 320, 0.95), (1280, 720, 1.64), (720, 1280, 1.12), (700, 100, 1), (90, 700, 1)]
        let fonts = try GraphFonts.dejaVu()
        var most = 0
        for (width, height, scale) in sizes {
            for seed: UInt64 in [77, 5, 1234] {
                let graph = try Graph(kind, data: GraphTests.data(kind, seed: seed), width: width, height: height, scale: scale, fonts: fonts),
                    card = try GraphCard(graph, fonts: fonts, painter: GraphPainter())
                for time in stride(from: 0.0, through: 28, by: 4.3) {
                    for (pointer, covered) in [(nil, []),
                                               (width * 0.3, [Rectangle(x: width - 150, y: 4, width: 140, height: 24)])] as [(Double?, [Rectangle])] {
                        let found = try GraphTests.faults(card, at: time, pointer: pointer, covered: covered)
                        #expect(found.faults.isEmpty, "\(kind) \(width)×\(height), seed \(seed), time \(time): \(found.faults.prefix(3))")
                        most = max(most, found.count)
                    }
                }
            }
        }
        // Checks that enough texts are shown: the card must not avoid contact of texts by leaving most of them out.
        #expect(most >= (kind == .table ? 12 : 22), "\(most)")
    }
    @Test("The chart's texts avoid the dot: wherever the dot moves, no text is under it, and most texts stay visible") func offTheDot() throws {
        func touch(_ a: Rectangle, _ b: Rectangle) -> Bool { a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY }
        let fonts = try GraphFonts.dejaVu(), kinds: [GraphKind] = [.today, .outlook, .week, .tides, .tideWeeks],
            sizes: [(Double, Double, Double)] = [(230, 95, 0.75), (420, 210, 1), (1280, 300, 1.5)]
        var hidden = 0, shown = 0, placed = 0
        for kind in kinds {
            for (width, height, scale) in sizes {
                let graph = try Graph(kind, data: GraphTests.data(kind), width: width, height: height, scale: scale, fonts: fonts),
                    card = try GraphCard(graph, fonts: fonts, painter: GraphPainter())
                let view = graph.viewport, offset = card.offset(at: 3).rounded()
                // `labels` are the frames that the chart's visible labels have if the chart has no dot.
                let labels = graph.chart.labels.map(\.frame).filter { $0.minX >= offset && $0.maxX <= offset + view.width }.map { frame in
                    Rectangle(x: frame.x - offset + view.minX, y: frame.y + view.minY, width: frame.width, height: frame.height)
                }
                for pointer in stride(from: view.minX, through: width, by: 3) {
                    let dots = card.dotFrames(at: 3, pointer: pointer), frames = try card.items(at: 3, pointer: pointer).filter(\.isOfChart).map(\.frame)
                    #expect(dots.count == graph.chart.tracks.count)
                    for dot in dots {
                        let under = frames.filter { touch($0, dot) }
                        #expect(under.isEmpty, "\(kind) \(width)×\(height), pointer at \(pointer): \(under) under \(dot)")
                    }
                    hidden += labels.count { label in dots.contains { touch($0, label) } }
                    shown += frames.count
                    placed += labels.count
                }
            }
        }
        #expect(hidden > 0, "the dot goes past texts")
        #expect(shown > placed - hidden / 2, "\(shown) of \(placed), \(hidden) of which would be under a dot")
    }
    @Test("The text for the chance of rain is not on the bars, but above a line just over them") func offTheBars() throws {
        var lines = ["time,temperature,rain"]
        for hour in 0..<48 {
            let ofDay = hour % 24, clock = GraphTime(seconds: Double(ofDay) * 3600).clock, warmth = ofDay == 2 ? 14 : (9...19).contains(ofDay) ? 16 : 20
            lines.append("2026-06-0\(8 + hour / 24)T\(clock),\(warmth),\(ofDay == 14 ? 80 : 60)")
        }
        let data = try GraphData(csv: Array(lines.joined(separator: "\n").utf8)),
            graph = try Graph(.outlook, data: data, width: 420, height: 210, scale: 1, fonts: .dejaVu())
        let plot = graph.chart.plot, bars = plot.maxY - plot.height * 0.42 * 0.6
        // Finds the texts about rain, which are the widest texts of the plot.
        let texts = graph.chart.labels.filter { label in
            if case .text(let layout) = label.content {
                layout.lines[0].width > 40 && label.frame.minY >= plot.minY && label.frame.maxY <= plot.maxY
            } else {
                false
            }
        }
        #expect(texts.count == 2 && texts.allSatisfy { $0.frame.maxY < bars }, "\(texts.map(\.frame)), bars from \(bars) on")
    }
    @Test("The heading moves beside a panel that covers it, and returns") func covered() throws {
        let fonts = try GraphFonts.dejaVu(), card = try GraphCard(GraphTests.graph(.today), fonts: fonts, painter: GraphPainter())
        let panel = Rectangle(x: 300, y: 6, width: 110, height: 26)
        func heading(_ covered: [Rectangle]) throws -> [Rectangle] {
            try card.items(at: 3, covered: covered).map(\.frame).filter { $0.maxY <= card.graph.viewport.minY }
        }
        let free = try heading([]), beside = try heading([panel])
        #expect(free.count == 2 && free[1].maxX > 380)
        #expect(beside.count == 2 && beside.allSatisfy { $0.maxX <= panel.minX || $0.minX >= panel.maxX })
    }
    @Test("The axis' numbers are left of all data") func axis() throws {
        for kind in GraphKind.allCases {
            let graph = try GraphTests.graph(kind)
            #expect(!graph.axis.labels.isEmpty && graph.axis.labels.allSatisfy { $0.frame.maxX <= graph.viewport.minX }, "\(kind)")
        }
    }
    @Test("A day's name is visible and whole while its day is visible, and the next name pushes it out") func dayNames() throws {
        let graph = try GraphTests.graph(.week, width: 300), names = graph.dayNames
        for offset in stride(from: 0.0, through: graph.scrollExtent, by: 7) {
            let window = offset...offset + graph.viewport.width, placed = names.placed(in: window)
            for name in placed { #expect(name.x >= window.lowerBound && name.x + name.name.bounds.width <= window.upperBound) }
            for (a, b) in zip(placed, placed.dropFirst()) { #expect(a.x + a.name.bounds.width < b.x) }
            // If there is room for the name of a day, the name is shown.
            for day in names.days {
                guard let name = day.name else { continue }
                let room = min(day.range.upperBound, window.upperBound - 8) - max(day.range.lowerBound, window.lowerBound + 8)
                if room >= name.bounds.width { #expect(placed.contains { day.range.contains($0.x) && $0.alpha >= 1 }, "\(offset)") }
            }
        }
        #expect(names.placed(in: 100...400).first?.x == 108)
    }
    @Test("Two days and the week have the same lines as today: both temperatures, with their names") func feelsLike() throws {
        for kind in [GraphKind.today, .outlook, .week] {
            let graph = try GraphTests.graph(kind)
            #expect(graph.chart.tracks.count == 2 && graph.readouts(at: 100).values.map(\.name) == ["feels like", "air"], "\(kind)")
        }
    }
    @Test("The readout at a place shows the data's number at this place") func readout() throws {
        let graph = try GraphTests.graph(.today), data = try GraphTests.data(.today)
        let noon = graph.readouts(at: graph.chart.pixelX(GraphTime(year: 2026, month: 6, day: 8, hour: 12).seconds))
        #expect(noon.place == "12:00")
        #expect(noon.values.map(\.text) == [GraphTicks.text(data["feels_like"]?.values[12] ?? 0, decimals: 1) + "°",
                                            GraphTicks.text(data["temperature"]?.values[12] ?? 0, decimals: 1) + "°"])
        let week = try GraphTests.graph(.week).readouts(at: 0)
        #expect(week.place == "Mon 8 Jun, 00:00")
    }
    @Test("A table of data lists the graphs that it can be shown as, and the error about a missing column names the column") func kinds() throws {
        #expect(try GraphKind.kinds(of: GraphTests.data(.today)) == [.today, .outlook, .week])
        #expect(try GraphKind.kinds(of: GraphTests.data(.tides)) == [.tides, .tideWeeks])
        #expect(try GraphKind.kinds(of: GraphTests.data(.table)) == [.table])
        let fonts = try GraphFonts.dejaVu()
        #expect(throws: GraphDataError.self) { try Graph(.today, data: GraphTests.data(.tides), width: 100, height: 100, scale: 1, fonts: fonts) }
        for size in [Double.nan, 0, -5, 1e9] {
            #expect(throws: CanvasError.self) { try Graph(.table, data: GraphTests.data(.table), width: size, height: 100, scale: 1, fonts: fonts) }
        }
    }
    @Test("Unusual data give a graph: one row, equal values, gaps, huge numbers") func strange() throws {
        let fonts = try GraphFonts.dejaVu()
        for text in ["x,y\n1,1", "x,y\n1,5\n2,5", "x,y\n1,\n2,3\n3,", "x,y\n-1e100,1e100\n1e100,-1e100", "x,y\n1,1e-300\n2,2e-300",
                     "t,temperature\n2026-01-01T00:00,3", "t,height\n2026-01-01T05:00,3\n2036-01-01,4"] {
            let data = try GraphData(csv: Array(text.utf8))
            for kind in GraphKind.kinds(of: data) {
                let graph = try Graph(kind, data: data, width: 200, height: 120, scale: 0.8, fonts: fonts)
                _ = graph.readouts(at: 50)
                #expect(graph.chart.width <= 40_000, "\(text)")
                _ = try GraphTiles(graph, painter: GraphPainter(kind: .reference)).visible(offset: 0)
            }
        }
        let none = try GraphData(csv: Array("x,y\n1,\n2,".utf8))
        #expect(throws: GraphDataError.self) { try Graph(.table, data: none, width: 200, height: 120, scale: 1, fonts: fonts) }
    }
    @Test("The demo's tides equal the example harbour's, to the centimetre") func demoTides() throws {
        let data = try GraphData(contentsOf: packageFolder.appendingPathComponent("Sources/demos/DemoKit/Data/tides.json").path)
        for (seconds, height) in zip(data.positions, data["height"]?.values ?? []) {
            #expect(abs(HarmonicTide.example.height(at: GraphTime(seconds: seconds)) - height) <= 0.0051)
        }
        #expect(data.positions.count == 505)
    }
    @Test("A card scrolls with the finger and the wheel, and its tour continues on request") func card() throws {
        let card = try GraphCard(GraphTests.graph(.week, width: 300, height: 120, scale: 1), fonts: .dejaVu(), painter: GraphPainter())
        #expect(card.isScrolling && card.offset(at: 0) == 0 && card.offset(at: 10) > 0)
        let before = card.offset(at: 10)
        card.press(at: 200, time: 10)
        card.drag(to: 150, time: 10.05)
        #expect(abs(card.offset(at: 10.05) - before - 50) < 1e-9)
        card.release(at: 10.05)
        #expect(card.offset(at: 10.2) > before + 50)
        card.push(-300, at: 12)
        #expect(card.offset(at: 12.5) < card.offset(at: 12))
        card.resumeTour()
        #expect(card.offset(at: 10) == before)
        var canvas = Canvas()
        try card.draw(into: &canvas, at: Point(5, 5), time: 3, pointer: 40, cornerRadius: 8)
        #expect(canvas.commands.count > 10)
    }
    @Test("A scrolled frame draws kept tiles and the items over them, and nothing of the chart; tiles belong to the painter's thread")
    func scrolledFrame() throws {
        let painter = GraphPainter(), card = try GraphCard(GraphTests.graph(.week, width: 300, height: 120, scale: 1), fonts: .dejaVu(), painter: painter)
        func frame(_ time: Double) throws -> (tiles: Int, others: Int) {
            var canvas = Canvas()
            try card.draw(into: &canvas, at: Point(0, 0), time: time, cornerRadius: 0)
            let tiles = canvas.commands.count { if case .draw(let draw) = $0, case .image = draw.shape { true } else { false } }
            let strokes = canvas.commands.count { if case .draw(let draw) = $0, case .stroke(_, let style) = draw.shape { style.width > 2.4 } else { false } }
            // Only the lines of the chart have wide strokes, so a frame without wide strokes has not drawn the chart.
            #expect(strokes == 0)
            return (tiles, canvas.commands.count - tiles)
        }
        card.press(at: 200, time: 0)
        _ = try frame(0)
        painter.finish()
        let drawn = painter.drawnCount, elements = card.graph.chart.elements.count
        #expect(drawn == 3)
        for step in 1...20 {
            card.drag(to: 200 - 5 * Double(step), time: Double(step) / 60)
            let (tiles, others) = try frame(Double(step) / 60)
            #expect(tiles == (5 * step + Int(card.graph.viewport.width) - 1) / GraphTiles.width - 5 * step / GraphTiles.width + 1 && others < elements,
                    "\(tiles) tiles and \(others) more of \(elements)")
        }
        #expect(painter.drawnCount == drawn)
        card.release(at: 20.0 / 60)
        for step in 21...200 { _ = try frame(Double(step) / 60) }
        painter.finish()
        #expect(painter.drawnCount == card.tiles.orderedCount && painter.drawnCount > drawn && painter.drawnByOrderersCount == 0)
    }
}
