// The demo graphs: its pictures, its data files, and user input.

import DemoKit
import Foundation
import Raster
import Scenes2D
import Testing

private let size = PixelSize(width: 480, height: 270)

private struct Viewing {
    let demo: GraphsDemo
    let driver: HeadlessDriver

    init(_ kind: Device.Kind = .jit, graph: GraphKind? = nil, data: String? = nil) throws {
        let device = Device(kind)
        demo = try GraphsDemo(device: device, data: data, graph: graph, tiles: kind)
        driver = try HeadlessDriver(device: device, size: size, samples: 1)
    }
    func picture(_ time: Double = 0) throws -> Image { try driver.render(demo, time: time) }
    func send(_ events: DemoEvent..., at time: Double = 0) { for event in events { demo.handle(event, at: time) } }

    /// Returns the number of pixels by which the chart has moved to the right: the shift for which most rows are equal. Returns nil
    /// if no shift fits.
    static func shift(from first: Image, to second: Image) -> Int? {
        // The compared area is the middle, without headings. Only a few columns of the compared area contain the light of the moving dot or
        // the numbers of the axis.
        let rows = 45..<100, columns = 30..<226
        func agreement(_ shift: Int) -> Int {
            columns.count { x in columns.contains(x - shift) && rows.allSatisfy { first[x - shift, $0] == second[x, $0] } }
        }
        let best = (-150...150).map { ($0, agreement($0)) }.max { ($0.1, -abs($0.0)) < ($1.1, -abs($1.0)) }
        return best.flatMap { $0.1 >= 30 ? $0.0 : nil }
    }
}

@Suite("The demo graphs") struct GraphsDemoTests {
    @Test("all graphs are drawn as their golden images at three times, by both renderers", arguments: [0.0, 4, 13])
    func golden(time: Double) throws {
        let picture = try Viewing(.reference).picture(time)
        try GoldenImage.expect(picture, equals: "graphs-\(Int(time))")
        #expect(try Viewing().picture(time) == picture)
    }
    @Test("each graph alone is drawn as its golden image", arguments: [GraphKind.today, .outlook, .tides, .week, .tideWeeks])
    func alone(kind: GraphKind) throws { try GoldenImage.expect(Viewing(graph: kind).picture(4), equals: "graphs-\(kind.rawValue)") }

    @Test("a click shows a graph alone, and another click all of them; digits and G do the same")
    func open() throws {
        let viewing = try Viewing(), all = try viewing.picture()
        // The pointer's y is measured from the lower edge. The first card is at the upper left.
        viewing.send(.pointer(x: 40, y: 120, pressed: true), .pointer(x: 40, y: 120, pressed: false), .tap)
        let one = try viewing.picture()
        #expect(one != all)
        viewing.send(.tap, .pointer(x: -50, y: -50, pressed: false))
        #expect(try viewing.picture() == all)
        viewing.send(.key("5"))
        #expect(try viewing.picture() == Viewing(graph: .tideWeeks).picture())
        viewing.send(.key("9"), .key("g"))
        #expect(try viewing.picture() == all)
    }
    @Test("a drag scrolls with the pointer, continues after the release, and comes to rest; the tour returns on request")
    func scroll() throws {
        let viewing = try Viewing(graph: .tideWeeks), tour = try viewing.picture(2)
        viewing.send(.pointer(x: 200, y: 50, pressed: true), at: 2)
        viewing.send(.pointer(x: 160, y: 50, pressed: true), at: 2.02)
        viewing.send(.pointer(x: 120, y: 50, pressed: true), at: 2.04)
        let dragged = try viewing.picture(2.04)
        viewing.send(.pointer(x: 120, y: 50, pressed: false), at: 2.05)
        viewing.send(.pointer(x: -9, y: -9, pressed: false), at: 2.05)
        #expect(dragged != tour)
        // The dot still moves, so the pictures are compared at two times at which the dot is at the same place.
        let period = 2 * Double.pi / 0.31
        #expect(try viewing.picture(2.3) != viewing.picture(2.3 + period))
        #expect(try viewing.picture(12) == viewing.picture(12 + period))
        viewing.send(.key("r"), at: 12)
        #expect(try viewing.picture(2) == tour)
        viewing.send(.wheel(-2), .arrow(dx: 1, dy: 0), .arrow(dx: 0, dy: 1), .key("l"), .key("t"), at: 13)
        #expect(try viewing.picture(13.2) != viewing.picture(13.2 + period))
    }
    @Test("the chart follows the pointer pixel by pixel, continues ever slower after the release, and moves equally far by the wheel")
    func momentum() throws {
        let viewing = try Viewing(graph: .tideWeeks)
        // The chart can be dragged only after it has been drawn once.
        _ = try viewing.picture(2)
        viewing.send(.pointer(x: 250, y: 60, pressed: true), at: 2)
        var last = try viewing.picture(2)
        for step in 1...6 {
            viewing.send(.pointer(x: 250 - Float(step) * 12, y: 60, pressed: true), at: 2 + Double(step) / 60)
            let next = try viewing.picture(2 + Double(step) / 60)
            #expect(Viewing.shift(from: last, to: next) == -12)
            last = next
        }
        viewing.send(.pointer(x: 178, y: 60, pressed: false), .pointer(x: -9, y: -9, pressed: false), at: 2.1)
        // In the first round, the chart glides after the drag. In the second round, a turn of the wheel makes the chart glide in
        // the opposite direction.
        for (push, way) in [(nil, -1), (DemoEvent.wheel(0.5), 1)] as [(DemoEvent?, Int)] {
            let start = way < 0 ? 2.1 : 8.1
            if let push { viewing.send(push, at: start) }
            var shifts: [Int] = [], last = try viewing.picture(start)
            for time in [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 5.8, 5.9] {
                let next = try viewing.picture(start + time)
                shifts.append(try #require(Viewing.shift(from: last, to: next), "at \(start + time)"))
                last = next
            }
            #expect(shifts.allSatisfy { $0 * way >= 0 } && shifts[0] != 0 && shifts.last == 0, "\(shifts)")
            // The speed halves in 0.35 s. The mean speeds cover 0.1 to 0.2 s, 0.2 to 0.4 s and 0.4 to 0.8 s.
            let speeds = [Double(shifts[2]) / 0.1, Double(shifts[3]) / 0.2, Double(shifts[4]) / 0.4].map(abs)
            #expect(speeds[0] > speeds[1] && speeds[1] > speeds[2], "\(shifts)")
        }
    }
    @Test("a file with any columns is drawn as a table; weather and tides have their own graphs")
    func files() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.csv").path
        try "x,one,two\n0,1,4\n1,3,2\n2,2,5\n".write(toFile: file, atomically: true, encoding: .utf8)
        try GoldenImage.expect(Viewing(data: file).picture(4), equals: "graphs-file")
        let drawn = try demos("graphs", file, "--png", "-", "--size", "64x48")
        #expect(drawn.status == 0 && drawn.data.starts(with: [0x89, 0x50]))
        try "x,one,two\n0,1,4\n1,3,many\n".write(toFile: file, atomically: true, encoding: .utf8)
        let refused = try demos("graphs", file, "--png", "-")
        #expect(refused.status == 1 && refused.errors.contains("a.csv:3:3: 'many' is not a number"), "\(refused.errors)")
        let other = try demos("graphs", packageFolderPath + "/Sources/demos/DemoKit/Data/tides.json", "--graph", "today", "--png", "-")
        #expect(other.status == 1 && other.errors.contains("tides, tideWeeks"), "\(other.errors)")
        #expect(try demos("graphs", "--graph", "pie").status == 64)
    }
    private var packageFolderPath: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    }
}
