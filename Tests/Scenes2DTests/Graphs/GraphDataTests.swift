import Canvas
import Foundation
import Scenes2D
import SeededRandom
import Testing

@Suite struct GraphDataTests {
    private func csv(_ text: String) throws -> GraphData { try GraphData(csv: Array(text.utf8), source: "t.csv") }
    private func json(_ text: String) throws -> GraphData { try GraphData(json: Array(text.utf8), source: "t.json") }
    private func thrown(_ body: () throws -> Void) -> GraphDataError? {
        do { try body(); return nil } catch { return error as? GraphDataError }
    }

    @Test("A CSV file is a table: quotation marks, semicolons, comments, missing values and any line end") func reading() throws {
        let plain = try csv("time,temperature,rain\n2026-11-22T00:00,3.5,10\n2026-11-22T01:00,,20\n")
        #expect(plain.axis == .time && plain.axisName == "time" && plain.positions[1] - plain.positions[0] == 3600)
        #expect(plain["Temperature"]?.values[0] == 3.5 && plain["temperature"]?.values[1].isNaN == true && plain["rain"]?.values == [10, 20])
        #expect(plain["rain"].map { plain.points($0).count } == 2 && plain["temperature"].map { plain.points($0).count } == 1)
        let other = try csv("\u{FEFF}# made by hand\r\n\r\n\"x\";\"a \"\"b\"\", c\"\r\n-1; 2e3 \r\n 1;\"-4\"\r\n")
        #expect(other.axis == .number && other.positions == [-1, 1] && other.columns == [.init("a \"b\", c", [2000, -4])])
        #expect(try csv("x\ty\n1\t2").columns[0].values == [2])
        #expect(try csv("x,y\r1,2\r3,4").positions == [1, 3])
    }
    @Test("A CSV error has its line and field", arguments: [
        ("x,y\n1,2\n2,high\n", 3, 2, GraphDataError.Code.invalidValue), ("x,y\n1,2\n1,3\n", 3, 1, .invalidValue), ("x,y\n1,2\nnever,3\n", 3, 1, .invalidValue),
        ("x,y\n1,2,3\n", 2, 3, .malformed), ("x,y\n1\n", 2, 2, .malformed), ("x,y\n1,\"2\n", 2, nil, .malformed), ("x,y\n1,\"2\"3\n", 2, nil, .malformed),
        ("x,X\n1,2\n", 1, 2, .malformed), ("x\n1\n", 1, nil, .missingColumn), ("", nil, nil, .malformed), ("x,y\n", nil, nil, .malformed),
        ("t,y\n2026-01-01,1\n2026-01-32,1\n", 3, 1, .invalidValue), ("x,y\n1,0x10\n", 2, 2, .invalidValue), ("x,y\nnan,1\n", 2, 1, .invalidValue),
        ("x,y\n1,1e999\n", 2, 2, .invalidValue), ("x,y\n1,1e101\n", 2, 2, .invalidValue), ("x,y\n-1e101,1\n", 2, 1, .invalidValue),
        ("x,y\n\"a\nb\",1\n", 2, 1, .invalidValue),
    ] as [(String, Int?, Int?, GraphDataError.Code)]) func mistakes(text: String, line: Int?, column: Int?, code: GraphDataError.Code) {
        let error = thrown { _ = try csv(text) }
        #expect(error?.line == line && error?.column == column && error?.code == code && error?.source == "t.csv", "\(String(describing: error))")
    }
    @Test("JSON rows are a table; null and absent names are missing values") func readingJSON() throws {
        let data = try json(#" [ {"time":"2026-11-22T00:00","height":1.5,"a\u0062\n":null} , {"time":"2026-11-22T01:00","height":-2.5e-1} ] "#)
        #expect(data.axis == .time && data["height"]?.values == [1.5, -0.25] && data.columns[1].name == "ab\n" && data.columns[1].values.allSatisfy(\.isNaN))
    }
    @Test("A JSON error has its line and character", arguments: [
        ("", 1, 1), ("{}", 1, 1), ("[]", 1, 1), ("[\n  1\n]", 2, 3), ("[{\"x\":1,\"y\":2},\n {\"x\":2,\"y\":tru}]", 2, 13),
        ("[{\"x\":1,\"y\":2}\n {\"x\":2}]", 2, 2), ("[{\"x\":1,\"y\":2}] x", 1, 17),
        ("[{\"x\" 1}]", 1, 7), ("[{\"x\":1,\"y\":[1]}]", 1, 13), ("[{\"x\":1,\"y\":1},{\"x\":2,\"z\":3}]", 1, 27),
        ("[{\"x\":1,\"y\":1},{\"x\":1,\"y\":3}]", 1, 21), ("[{\"x\":\"\\q\"}]", 1, 9), ("[{\"x\":\"a", 1, 9),
        ("[{\"x\":1,\"y\":2},", 1, 16), ("[{\"x\":.5,\"y\":2}]", 1, 7),
    ] as [(String, Int, Int)]) func mistakesInJSON(text: String, line: Int, column: Int) {
        let error = thrown { _ = try json(text) }
        #expect(error?.line == line && error?.column == column, "\(text): \(String(describing: error))")
    }
    @Test("A damaged file is an error or a table, and never a trap") func damage() {
        var random = SeededGenerator(state: 21)
        let texts = ["time,height,b\n2026-11-22T00:00,1.5,2\n2026-11-22T01:00,\"2\",\n",
                     "[{\"time\":\"2026-11-22T00:00\",\"height\":1.5},\n{\"time\":\"2026-11-22T01:00\",\"height\":null}]"]
        for round in 0..<3000 {
            var bytes = Array(texts[round % 2].utf8)
            for _ in 0...round % 4 {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
                case 1: if !bytes.isEmpty { bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
                default: bytes.insert(Array("\",\n{}[]:\\u-e#;".utf8).randomElement(using: &random) ?? 0, at: Int.random(in: 0...bytes.count, using: &random))
                }
            }
            do { _ = round % 2 == 0 ? try GraphData(csv: bytes) : try GraphData(json: bytes) } catch { #expect(error.line.map { $0 >= 1 } ?? true) }
        }
    }
    @Test("A file is read by its extension, and the error of a missing file names it") func files() throws {
        let folder = NSTemporaryDirectory() + "graph-data-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "x,y\n1,2\n".write(toFile: folder + "/a.csv", atomically: false, encoding: .utf8)
        try "[{\"x\":1,\"y\":2}]".write(toFile: folder + "/a.JSON", atomically: false, encoding: .utf8)
        #expect(try GraphData(contentsOf: folder + "/a.csv") == GraphData(contentsOf: folder + "/a.JSON"))
        #expect(thrown { _ = try GraphData(contentsOf: folder + "/none.csv") }?.code == .notReadable)
        #expect(thrown { _ = try GraphData(contentsOf: folder) }?.code == .notReadable)
    }
    @Test("Too many columns and rows are errors") func limits() {
        let names = (0...300).map { "c\($0)" }.joined(separator: ","), row = (0...300).map { "\($0)" }.joined(separator: ",")
        #expect(thrown { _ = try csv(names + "\n" + row + "\n") }?.code == .limitExceeded)
    }

    @Test("Highs and lows of a tide are at the vertices of its parabolas, alternately high and low") func extremes() {
        let tide = HarmonicTide(constituents: [.init("M2", speed: 28.984104, amplitude: 2, phase: 40)], mean: 3)
        let samples = (0..<97).map { hour in Point(Double(hour) * 1800, tide.height(at: GraphTime(seconds: Double(hour) * 1800))) }
        let found = HarmonicTide.extremes(of: samples)
        #expect(found.count == 7)
        for (a, b) in zip(found, found.dropFirst()) {
            #expect(a.isHigh != b.isHigh)
            #expect(abs(b.time.seconds - a.time.seconds - 180 / 28.984104 * 3600) < 30)
        }
        #expect(found.allSatisfy { abs($0.height - ($0.isHigh ? 5 : 1)) < 0.01 })
        #expect(HarmonicTide.extremes(of: []).isEmpty && HarmonicTide.extremes(of: [Point(0, 1), Point(1, 1), Point(2, 1), Point(3, 1)]).isEmpty)
    }
}

@Suite struct MomentumScrollTests {
    private func thrown(_ speed: Double, from offset: Double = 500) -> MomentumScroll {
        var scroll = MomentumScroll(extent: 1000, viewport: 300, offset: offset)
        scroll.press(at: 100, time: 0)
        for step in 1...6 { scroll.drag(to: 100 - speed * Double(step) * 0.016, time: Double(step) * 0.016) }
        scroll.release(at: 0.096)
        return scroll
    }
    @Test("The chart follows the finger, and after the release continues at the finger's speed") func following() {
        var scroll = MomentumScroll(extent: 1000, viewport: 300, offset: 500)
        scroll.press(at: 100, time: 0)
        scroll.drag(to: 60, time: 0.05)
        #expect(scroll.offset(at: 0.05) == 540 && scroll.isDragged)
        let gliding = thrown(400)
        #expect(abs(gliding.speed(at: 0.096) - 400) < 1e-6)
        #expect(abs((gliding.offset(at: 0.097) - gliding.offset(at: 0.096)) / 0.001 - 400) < 2)
        // The speed halves in each half-life, so the total distance is the initial speed times half-life / ln 2.
        #expect(abs(gliding.speed(at: 0.096 + MomentumScroll.halfLife) - 200) < 1e-6)
        #expect(abs(gliding.offset(at: 60) - (gliding.offset(at: 0.096) + 400 * MomentumScroll.halfLife / 0.6931471805599453)) < 1e-6)
        #expect(gliding.isMoving(at: 0.2) && !gliding.isMoving(at: 60))
    }
    @Test("A finger that rests before the release gives no speed") func resting() {
        var scroll = MomentumScroll(extent: 1000, viewport: 300, offset: 500)
        scroll.press(at: 100, time: 0)
        scroll.drag(to: 60, time: 0.05)
        scroll.release(at: 0.5)
        #expect(scroll.offset(at: 2) == 540 && !scroll.isMoving(at: 0.6))
    }
    @Test("The offset does not depend on how often it is read, and beyond an end it returns smoothly", arguments: [3000.0, -3000, 20_000, 800])
    func ends(speed: Double) {
        let scroll = thrown(speed), copy = scroll
        var last = scroll.offset(at: 0.096), beyond = 0.0
        for frame in 0..<2000 {
            let time = 0.096 + Double(frame) / 500, now = scroll.offset(at: time)
            #expect(abs(now - last) <= abs(speed) / 500 * 1.01 + 1e-9)
            last = now
            beyond = max(beyond, max(now - 1000, -now))
        }
        #expect(scroll == copy)
        #expect(scroll.offset(at: 10) >= -0.01 && scroll.offset(at: 10) <= 1000.01)
        #expect(abs(speed) < 1000 || beyond > 5)
        let end = speed > 1000 ? 1000.0 : speed < 0 ? 0 : scroll.offset(at: 9)
        #expect(abs(scroll.offset(at: 10) - end) < 0.01)
    }
    @Test("Beyond an end the offset follows the finger less and less, and a press there does not make the offset jump") func pulling() {
        var scroll = MomentumScroll(extent: 1000, viewport: 300, offset: 0)
        scroll.press(at: 0, time: 0)
        scroll.drag(to: 100, time: 0.1)
        let first = scroll.offset(at: 0.1)
        scroll.drag(to: 200, time: 0.2)
        let second = scroll.offset(at: 0.2)
        #expect(first < 0 && first > -100 && second < first && second - first > first && second > -300)
        scroll.drag(to: 1e9, time: 0.3)
        #expect(scroll.offset(at: 0.3) >= -300)
        scroll.drag(to: 200, time: 0.4)
        scroll.release(at: 0.7)
        let before = scroll.offset(at: 0.72)
        scroll.press(at: 50, time: 0.72)
        #expect(abs(scroll.offset(at: 0.72) - before) < 1e-9)
    }
    @Test("Invalid numbers change nothing or are clamped") func attack() {
        var scroll = MomentumScroll(extent: .nan, viewport: -.infinity, offset: .nan)
        #expect(scroll.offset(at: 0) == 0 && scroll.extent == 0)
        scroll.press(at: .nan, time: 0)
        scroll.drag(to: 5, time: .infinity)
        scroll.push(.nan, at: 0)
        scroll.push(1e300, at: 0)
        #expect(scroll.offset(at: 1).isFinite)
        scroll.jump(to: .infinity)
        #expect(scroll.offset(at: 5) == 0)
        scroll.resize(extent: 100, viewport: 10, at: 1)
        scroll.jump(to: 1e9)
        #expect(scroll.offset(at: 1) == 100)
        scroll.resize(extent: 50, viewport: 10, at: 1)
        #expect(scroll.offset(at: 1) == 50)
    }
}
