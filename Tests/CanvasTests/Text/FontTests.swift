import CFreeType
import Canvas
import Foundation
import SeededRandom
import Testing

/// The font that the package's demos use (fonts-dejavu-core).
enum TestFont {
    static let folder = "/usr/share/fonts/truetype/dejavu/"
    static let sans: Font = load("DejaVuSans.ttf"), serif: Font = load("DejaVuSerif.ttf"), mono: Font = load("DejaVuSansMono.ttf")
    private static func load(_ name: String) -> Font {
        do { return try Font(contentsOf: folder + name) } catch { fatalError("\(error)") }
    }
    static func thrown(_ body: () throws -> Void) -> CanvasError? {
        do { try body(); return nil } catch { return error as? CanvasError }
    }
}

/// Tables of a TrueType file, read without libraries (OpenType specification 1.9).
private struct Tables {
    let bytes: [UInt8]
    private var places: [String: Int] = [:]
    init(_ name: String) throws {
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: TestFont.folder + name)))
        for i in 0..<u16(4) { places[String(decoding: bytes[12 + 16 * i..<16 + 16 * i], as: UTF8.self)] = u32(12 + 16 * i + 8) }
    }
    func u16(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
    func s16(_ at: Int) -> Int { Int(Int16(truncatingIfNeeded: u16(at))) }
    func u32(_ at: Int) -> Int { u16(at) << 16 | u16(at + 2) }
    subscript(_ table: String) -> Int { places[table] ?? 0 }
    var glyphCount: Int { u16(self["maxp"] + 4) }
    var unitsPerEm: Int { u16(self["head"] + 18) }
    func advance(_ glyph: Int) -> Int { u16(self["hmtx"] + 4 * min(glyph, u16(self["hhea"] + 34) - 1)) }
    /// Returns the glyph's box; nil if the glyph is blank.
    func box(_ glyph: Int) -> (minX: Int, minY: Int, maxX: Int, maxY: Int)? {
        let isLong = u16(self["head"] + 50) == 1
        func place(_ i: Int) -> Int { isLong ? u32(self["loca"] + 4 * i) : 2 * u16(self["loca"] + 2 * i) }
        guard place(glyph + 1) > place(glyph) else { return nil }
        let at = self["glyf"] + place(glyph)
        return (s16(at + 2), s16(at + 4), s16(at + 6), s16(at + 8))
    }
}

@Suite struct FontTests {
    @Test("A font has the numbers of its file") func numbers() throws {
        let font = TestFont.sans, tables = try Tables("DejaVuSans.ttf")
        #expect(font.familyName == "DejaVu Sans" && font.styleName == "Book")
        #expect(font.unitsPerEm == tables.unitsPerEm && font.glyphCount == tables.glyphCount)
        let em = Double(tables.unitsPerEm)
        #expect(font.ascent == Double(tables.s16(tables["hhea"] + 4)) / em)
        #expect(font.descent == -Double(tables.s16(tables["hhea"] + 6)) / em)
        // This font file states neither a cap height nor an x-height, so `Font` computes both heights from the outlines of letters. The
        // test allows a difference of three units.
        let capital = try #require(font.glyph(for: "H").flatMap { tables.box(Int($0)) }),
            small = try #require(font.glyph(for: "x").flatMap { tables.box(Int($0)) })
        #expect(abs(font.capHeight - Double(capital.maxY) / em) <= 3 / em && abs(font.xHeight - Double(small.maxY) / em) <= 3 / em)
        #expect(font.underlineThickness == Double(tables.s16(tables["post"] + 10)) / em)
    }
    @Test("Every glyph has the advance that the table hmtx gives") func advances() throws {
        let font = TestFont.sans, tables = try Tables("DejaVuSans.ttf")
        for glyph in 0..<tables.glyphCount {
            #expect(font.advance(of: UInt32(glyph)) == Double(tables.advance(glyph)) / Double(tables.unitsPerEm), "glyph \(glyph)")
        }
    }
    @Test("Every outline's points fill the box in the table glyf, and the ink's bounds tightly contain the curve") func outlines() throws {
        let font = TestFont.serif, tables = try Tables("DejaVuSerif.ttf"), em = Double(tables.unitsPerEm)
        for glyph in 0..<tables.glyphCount {
            let path = font.outline(of: UInt32(glyph))
            guard let box = tables.box(glyph) else {
                #expect(path.isEmpty && font.inkBounds(of: UInt32(glyph)) == nil, "glyph \(glyph)")
                continue
            }
            let expected = Rectangle(Point(Double(box.minX) / em, -Double(box.maxY) / em), Point(Double(box.maxX) / em, -Double(box.minY) / em))
            // The box in the file contains all points, including control points. If the glyph is composed of other glyphs, the box
            // is rounded.
            let ink = try #require(font.inkBounds(of: UInt32(glyph)))
            var low = Point(9, 9), high = Point(-9, -9), curveLow = low, curveHigh = high, current = Point(0, 0)
            func take(_ point: Point) { low = pointwiseMin(low, point); high = pointwiseMax(high, point) }
            func onCurve(_ point: Point) { curveLow = pointwiseMin(curveLow, point); curveHigh = pointwiseMax(curveHigh, point) }
            for element in path.elements {
                switch element {
                case .move(let to), .line(let to): take(to); onCurve(to); current = to
                case .quadratic(let control, let to):
                    take(control); take(to)
                    for step in 1...16 {
                        let t = Double(step) / 16, u = 1 - t
                        onCurve(current * (u * u) + control * (2 * u * t) + to * (t * t))
                    }
                    current = to
                case .cubic: Issue.record("a TrueType font has no cubic curves")
                case .close: break
                }
            }
            #expect(distance(Rectangle(low, high), expected) <= 2.5 / em, "glyph \(glyph): \(low) \(high) \(expected)")
            // The ink's bounds tightly contain the curve.
            #expect(distance(Rectangle(curveLow, curveHigh), ink) <= 3 / em, "glyph \(glyph): \(curveLow) \(curveHigh) \(ink)")
        }
    }
    private func distance(_ a: Rectangle, _ b: Rectangle) -> Double {
        max(max(abs(a.minX - b.minX), abs(a.minY - b.minY)), max(abs(a.maxX - b.maxX), abs(a.maxY - b.maxY)))
    }
    @Test("An outline begins with a move, closes each contour, and keeps points half-way between two units") func form() {
        var hasHalves = false
        for scalar in "ogB8&".unicodeScalars {
            guard let glyph = TestFont.sans.glyph(for: scalar) else { Issue.record("no \(scalar)"); continue }
            let elements = TestFont.sans.outline(of: glyph).elements
            var isOpen = false
            for element in elements {
                switch element {
                case .move(let to):
                    #expect(!isOpen)
                    isOpen = true
                    hasHalves = hasHalves || (to.x * 2048).rounded() != to.x * 2048
                case .close: isOpen = false
                case .line(let to), .quadratic(_, let to), .cubic(_, _, let to):
                    #expect(isOpen)
                    #expect((to.x * 4096).rounded() == to.x * 4096)
                    hasHalves = hasHalves || (to.x * 2048).rounded() != to.x * 2048
                }
            }
            #expect(!isOpen && !elements.isEmpty)
        }
        #expect(hasHalves)
    }
    @Test("An outline is read from the file once") func cache() throws {
        let font = try Font(contentsOf: TestFont.folder + "DejaVuSans.ttf")
        #expect(font.preparedOutlineCount == 0)
        let first = font.outline(of: 40)
        #expect(font.outline(of: 40) == first && font.preparedOutlineCount == 1)
        #expect(font.outline(of: .max).isEmpty && font.outline(of: UInt32(font.glyphCount)).isEmpty && font.preparedOutlineCount == 1)
        #expect(font != TestFont.sans)
    }
    @Test("Two threads read the same outlines of one font") func threads() async throws {
        let font = try Font(contentsOf: TestFont.folder + "DejaVuSans.ttf")
        let results = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { (0..<400).reduce(into: 0) { hash, glyph in hash = hash &* 31 &+ font.outline(of: UInt32(glyph)).elements.count } }
                group.addTask {
                    let layout = try? TextLayout("office AVATAR שלום", font: font, size: 12)
                    return layout?.lines[0].width == (try? TextLayout("office AVATAR שלום", font: font, size: 12))?.lines[0].width ? 0 : 1
                }
            }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        let expected = (0..<400).reduce(into: 0) { hash, glyph in hash = hash &* 31 &+ TestFont.sans.outline(of: UInt32(glyph)).elements.count }
        #expect(results == [0, expected])
    }

    // MARK: Files and names

    @Test("A missing font, a folder and a picture are errors that name the file") func refused() throws {
        #expect(TestFont.thrown { _ = try Font(contentsOf: "/nowhere/font.ttf") }?.code == .fontNotReadable)
        #expect(TestFont.thrown { _ = try Font(contentsOf: TestFont.folder) }?.code == .fontNotReadable)
        let none = TestFont.thrown { _ = try Font(bytes: Array("\u{89}PNG, no font".utf8), label: "'photo.png'") }
        #expect(none?.code == .invalidFont && none?.subject == "'photo.png'")
        #expect(TestFont.thrown { _ = try Font(bytes: []) }?.code == .invalidFont)
        for index in [-1, 1, 7, 70_000, .max] {
            let error = TestFont.thrown { _ = try Font(contentsOf: TestFont.folder + "DejaVuSans.ttf", index: index) }
            #expect(error?.code == .invalidFont && error?.problem == "has no font \(index)", "\(String(describing: error))")
        }
    }
    @Test("A family is found with its styles, and a similar name finds no other family") func named() throws {
        #expect(try Font(named: "DejaVu Sans").styleName == "Book")
        #expect(try Font(named: "dejavu sans", style: .bold).styleName == "Bold")
        #expect(try Font(named: "DejaVu Sans Mono", style: Font.Style(weight: 900)).styleName == "Bold")
        let error = TestFont.thrown { _ = try Font(named: "DejaVu Sanz") }
        #expect(error?.code == .fontNotFound && error?.remedy.contains("'DejaVu Sans'") == true, "\(String(describing: error))")
        #expect(TestFont.thrown { _ = try Font(named: "") }?.code == .fontNotFound)
        #expect(TestFont.thrown { _ = try Font(named: "a\0b") }?.code == .fontNotFound)
        #expect(Font.installedFamilies.contains("DejaVu Serif"))
        #expect(try Font(named: "sans-serif").glyphCount > 0)
    }
    @Test("A truncated or changed font throws an error or draws something, and never traps") func damaged() throws {
        let whole = Array(try Data(contentsOf: URL(fileURLWithPath: TestFont.folder + "DejaVuSansMono.ttf")))
        var random = SeededGenerator(state: 7), opened = 0
        func attempt(_ bytes: [UInt8]) {
            do {
                let font = try Font(bytes: bytes)
                opened += 1
                for _ in 0..<12 {
                    let glyph = UInt32.random(in: 0..<UInt32(font.glyphCount + 2), using: &random)
                    _ = font.outline(of: glyph); _ = font.advance(of: glyph); _ = font.inkBounds(of: glyph)
                }
                _ = try TextLayout("Affe fi 12 e\u{301} שלום مرحبا", font: font, size: 20, options: .init(width: 60, alignment: .justified)).inkBounds
            } catch { #expect(!error.description.isEmpty) }
        }
        for length in [1, 3, 4, 11, 12, 13, 28, 100, 300, 1000, 5000] { attempt(Array(whole.prefix(length))) }
        for _ in 0..<25 { attempt(Array(whole.prefix(Int.random(in: 0..<whole.count, using: &random)))) }
        for round in 0..<60 {
            var bytes = whole
            // Most changes are at the start of the file and at the starts of its tables, where a byte has the largest effect.
            for _ in 0...round % 8 {
                bytes[Int.random(in: 0..<(round % 2 == 0 ? 4000 : bytes.count), using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            attempt(bytes)
        }
        #expect(opened > 10)
    }
}
