import Canvas
import SeededRandom
import Testing

@Suite struct PathDataTests {
    @Test("Every command gives its elements, absolute and relative", arguments: [
        ("M1 2L3 4", "M1 2L3 4"), ("m1 2 3 4 5 6", "M1 2L4 6L9 12"), ("M1,2,3,4", "M1 2L3 4"), ("M0 0H5V6h-2v1z", "M0 0L5 0L5 6L3 6L3 7Z"),
        ("M1 1C1 2 3 4 5 6", "M1 1C1 2 3 4 5 6"), ("M1 1c1 2 3 4 5 6", "M1 1C2 3 4 5 6 7"), ("M0 0C0 1 2 3 4 4S8 8 9 9", "M0 0C0 1 2 3 4 4C6 5 8 8 9 9"),
        ("M0 0S8 8 9 9", "M0 0C0 0 8 8 9 9"), ("M0 0Q1 2 3 4T5 5t1 1", "M0 0Q1 2 3 4Q5 6 5 5Q5 4 6 6"), ("M2 2T5 5", "M2 2Q2 2 5 5"),
        ("M1 1zl1 1", "M1 1ZL2 2"), ("m1 1zm1 1l1 0", "M1 1ZM2 2L3 2"), ("M.5.5-1-1e1", "M0.5 0.5L-1 -10"), ("M1e2+3\n\tL 0 0", "M100 3L0 0"), ("", ""),
        ("  ", ""),
        ("M1 2 3 4z m 5 5", "M1 2L3 4ZM6 7"), ("M0 0A0 5 0 0 0 3 4", "M0 0L3 4"), ("M3 4a5 5 0 1 1 0 0", "M3 4"), ("M 1. 2.", "M1 2"),
    ])
    func commands(data: String, expected: String) throws {
        #expect(try Path(svgPathData: data).svgPathData == expected)
    }

    @Test("Arcs follow their two flags, with or without blanks between the flags", arguments: [
        // Arcs of a circle of radius 1 from (1, 0) to (0, 1). The centre is the origin or (1, 1).
        ("0 1", 1 * Double.pi / 2, Point(0, 0)), ("1 0", 3 * Double.pi / 2, Point(0, 0)), ("0 0", 1 * Double.pi / 2, Point(1, 1)),
        ("1 1", 3 * Double.pi / 2, Point(1, 1)),
    ])
    func arcs(flags: String, length: Double, center: Point) throws {
        let path = try Path(svgPathData: "M1 0A1 1 0 \(flags) 0 1")
        #expect(abs(try path.length() - length) < 1e-4)
        let packed = flags.filter { $0 != " " }
        #expect(try Path(svgPathData: "M1 0a1 1 0 \(packed)-1 1").elements.count == path.elements.count)
        #expect(path.currentPoint == Point(0, 1))
        for point in try path.polylines(tolerance: 1e-6).points {
            let offset = point - center
            #expect(abs((offset * offset).sum().squareRoot() - 1) < 1e-5)
        }
    }

    @Test("Radii that are too small are enlarged, and ellipses are turned") func arcRadii() throws {
        let half = try Path(svgPathData: "M0 0A1 1 0 0 1 10 0")
        #expect(abs(try half.length() - 5 * .pi) < 1e-3)
        #expect(try #require(half.bounds).minY < -4.99)
        let ellipse = try Path(svgPathData: "M-20 0A20 10 0 1 1 20 0A20 10 0 1 1-20 0z").transformed(by: .rotation(.pi / 6))
        let turned = try Path(svgPathData: "M-17.32050807568877-10A20 10 30 1 1 17.32050807568877 10A20 10 30 1 1-17.32050807568877-10z")
        let a = try #require(ellipse.bounds), b = try #require(turned.bounds)
        #expect(abs(a.minX - b.minX) < 1e-6 && abs(a.maxY - b.maxY) < 1e-6)
    }

    @Test("Mistakes are errors that name the position of the character", arguments: [
        ("L1 1", "character 1: the path data begin with 'L'; begin with M or m [invalidPathData]"),
        ("1 1", "character 1: the path data begin with '1'; begin with M or m [invalidPathData]"),
        ("M1", "character 3: the path data have their end instead of a number; write a number [invalidPathData]"),
        ("M1 1 L2 x", "character 9: the path data have 'x' instead of a number; write a number [invalidPathData]"),
        ("M1 1 B", "character 6: the path data have the command 'B'; write one of MLHVCSQTAZ, in upper or lower case [invalidPathData]"),
        ("M1 1z5", "character 6: the path data continue with '5' after 'z'; write a command letter [invalidPathData]"),
        ("M1 1 2", "character 7: the path data have their end instead of a number; write a number [invalidPathData]"),
        ("M1 1A5 5 0 2 0 1 1", "character 12: the path data have '2' instead of an arc's flag; write 0 or 1 [invalidPathData]"),
        ("M1 1é", "character 5: the path data have 'é' instead of a number; write a number [invalidPathData]"),
        ("M1e999 0", "character 2: the path data have a number beyond 1e100; write a smaller one [invalidPathData]"),
        ("M1 1,", "character 5: the path data have a comma without a number after it; leave out the comma [invalidPathData]"),
        ("M1 1,L2 2", "character 5: the path data have a comma without a number after it; leave out the comma [invalidPathData]"),
        ("M,1 1", "character 2: the path data have ',' instead of a number; write a number [invalidPathData]"),
        ("M1,,1", "character 4: the path data have ',' instead of a number; write a number [invalidPathData]"),
        ("Mnan 1", "character 2: the path data have 'n' instead of a number; write a number [invalidPathData]"),
        ("M+-1 1", "character 2: the path data have '+' instead of a number; write a number [invalidPathData]"),
    ])
    func mistakes(data: String, message: String) {
        let error = #expect(throws: CanvasError.self) { try Path(svgPathData: data) }
        #expect(error?.description == message)
    }

    @Test("Written path data is read back with the same bits") func roundTrips() throws {
        var random = SeededGenerator(state: 9)
        for _ in 0..<200 {
            func number() -> Double { Double(bitPattern: random.next() & 0x800F_FFFF_FFFF_FFFF | UInt64.random(in: 900...1300, using: &random) << 52) }
            func point() -> Point { Point(number(), number()) }
            var path = Path()
            path.move(to: point())
            path.line(to: point()); path.quadratic(to: point(), control: point()); path.close(); path.cubic(to: point(), control1: point(), control2: point())
            path.line(to: Point(-0.0, .leastNonzeroMagnitude)); path.move(to: Point(3, 1e100)); path.close()
            let text = path.svgPathData, back = try Path(svgPathData: text)
            #expect(back == path)
            #expect(back.svgPathData == text)
        }
    }

    @Test("Damaged data either throws or gives a path") func damaged() throws {
        let whole = Array("M10 10 h20.5a5 5 0 01 5 5 v-.5e1q1 2 3,4T5 6s1 2 3 4C1 2 3 4 5 6zm-1-1l1 1".utf8)
        var random = SeededGenerator(state: 13), refused = 0
        for i in 0..<2000 {
            var bytes = i < whole.count ? Array(whole[..<i]) : whole
            if i >= whole.count {
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            }
            do { try Path(svgPathData: String(decoding: bytes, as: UTF8.self)).validate() } catch { refused += 1 }
        }
        #expect(refused > 500)
    }
}
