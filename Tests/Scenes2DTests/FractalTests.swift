import Canvas
import Foundation
import Raster
import Scenes2D
import TestSupport
import Testing

@Suite struct FractalTests {
    private let ink = [Color.black]
    private func system(_ axiom: String, _ rules: [LSystem.Rule], _ drawing: [DrawingRule] = [], generations: Int, angle: Double = 90,
                        seed: UInt64 = 1) -> LSystem {
        LSystem("test", axiom: axiom, rules: rules, drawing: drawing, generations: generations, angle: angle, seed: seed, palette: ink)
    }
    private let turtle = [DrawingRule("F", .line), DrawingRule("+", .rotate, 1), DrawingRule("-", .rotate, -1), DrawingRule("[", .push), DrawingRule("]", .pop)]

    @Test("Algae grows by Fibonacci's numbers, word by word") func algae() throws {
        var stages = FractalStages()
        _ = try stages.drawing(of: system("A", [.init("A", "AB"), .init("B", "A")], generations: 12))
        #expect((0...12).map { stages.wordLength(of: $0) } == [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377])
        #expect(stages.word(of: 4) == "ABAABABA")
        #expect(stages.wordLength(of: 13) == nil)
    }

    @Test("Koch's curve has 4 to the n lines and the right end") func koch() throws {
        var stages = FractalStages()
        for n in 0...5 {
            let drawing = try stages.drawing(of: system("F", [.init("F", "F+F--F+F")], turtle, generations: n, angle: 60))
            #expect(drawing.marks.count == 1 << (2 * n))
            let end = try #require(drawing.marks.last).to, length = [1.0, 3, 9, 27, 81, 243][n]
            #expect(abs(end.x) < 1e-9 && abs(end.y + length) < 1e-9)
            #expect(drawing.isComplete)
        }
        // Generations that already exist are not computed again.
        #expect(stages.rewritingCount == 1)
    }

    @Test("The turtle turns, branches and changes width, length and colour by its rules") func turtleRules() throws {
        var stages = FractalStages()
        let drawing = try stages.drawing(of: system("F+F[-WF]LF", [],
                                                    turtle + [DrawingRule("W", .width, 0.5), DrawingRule("W", .color, 2), DrawingRule("L", .length, 3)],
                                                    generations: 0))
        func near(_ a: SIMD3<Double>, _ x: Double, _ y: Double) -> Bool { abs(a.x - x) + abs(a.y - y) + abs(a.z) < 1e-12 }
        let marks = drawing.marks
        #expect(marks.count == 4)
        #expect(near(marks[0].to, 0, -1) && near(marks[1].to, -1, -1) && near(marks[2].to, -1, -2) && near(marks[3].to, -4, -1))
        #expect(marks.map(\.width) == [0.3, 0.3, 0.15, 0.3] && marks.map(\.color) == [0, 0, 2, 0] && marks.map(\.depth) == [0, 0, 1, 0])
        // In space, pitch turns the line out of the plane, and roll makes the left direction the upward direction.
        let space = try stages.drawing(of: system("&F>+F", [], turtle + [DrawingRule("&", .pitch), DrawingRule(">", .roll)], generations: 0))
        #expect(abs(space.marks[0].to.z - 1) < 1e-12)
        #expect(abs(space.marks[1].to.y - 1) < 1e-12)
    }

    @Test("An arc is as long as a line and turns by its angle") func arcs() throws {
        var stages = FractalStages()
        let drawing = try stages.drawing(of: system("CF", [], [DrawingRule("C", .curve, 1), DrawingRule("F", .line)], generations: 0))
        #expect(abs(try drawing.layers().reduce(0) { try $0 + $1.path.length() } - 2) < 1e-3)
        let end = drawing.marks[0].to
        // The arc is a quarter of a circle to the left, with the radius 2/π.
        #expect(abs(end.x + 2 / .pi) < 1e-9 && abs(end.y + 2 / .pi) < 1e-9)
        #expect(abs(drawing.marks[1].to.x - end.x + 1) < 1e-9)
    }

    @Test("After a change of width or angle the system is only drawn again; after a change of colours it is neither drawn nor rewritten; after a change of rules it is both rewritten and drawn")
    func stageCounts() throws {
        var stages = FractalStages(), system = system("F", [.init("F", "F[+F]F")], turtle, generations: 4)
        _ = try stages.drawing(of: system)
        #expect(stages.rewritingCount == 1 && stages.drawingCount == 1)
        _ = try stages.drawing(of: system)
        #expect(stages.rewritingCount == 1 && stages.drawingCount == 1)
        system.angle = 20
        _ = try stages.drawing(of: system)
        system.width = 2
        _ = try stages.drawing(of: system)
        #expect(stages.rewritingCount == 1 && stages.drawingCount == 3)
        system.palette = [.white]
        #expect(try stages.drawing(of: system).system.palette == [.white])
        #expect(stages.rewritingCount == 1 && stages.drawingCount == 3)
        system.rules[0].replacement = "F[-F]F"
        _ = try stages.drawing(of: system)
        #expect(stages.rewritingCount == 2 && stages.drawingCount == 4)
    }

    @Test("A system that grows too fast is refused at once, and the error names its rule") func explosions() {
        var stages = FractalStages()
        let error = #expect(throws: FractalError.self) {
            try stages.drawing(of: system("FX", [.init("X", "XX"), .init("F", "FFFFFFFFFF")], turtle, generations: 100))
        }
        #expect(error?.description == "rule F → FFFFFFFFFF of 'test' makes generation 7 longer than 2000000 symbols; use 6 generations or a shorter replacement [limitExceeded]")
        // An earlier generation can still be drawn.
        #expect(throws: Never.self) { try stages.drawing(of: system("FX", [.init("X", "XX"), .init("F", "FFFFFFFFFF")], turtle, generations: 2)) }
        let wide = #expect(throws: FractalError.self) {
            try stages.drawing(of: system("F", [.init("F", "WF")], turtle + [DrawingRule("W", .width, 1e6)], generations: 5))
        }
        #expect(wide?.description == "drawing rule W width 1000000 of 'test' leads to coordinates beyond 1e12; use smaller amounts or fewer generations [limitExceeded]")
        let marks = [DrawingRule](repeating: DrawingRule("F", .line), count: 3)
        let many = #expect(throws: FractalError.self) { try stages.drawing(of: system("F", [.init("F", "FF")], marks, generations: 20)) }
        #expect(many?.problem == "draws more than 2000000 marks")
    }

    @Test("Stochastic rules follow their weights; the result depends on the seed only") func stochastic() throws {
        var stages = FractalStages()
        let rules = [LSystem.Rule("A", "A"), .init("A", "B", weight: 3)], axiom = String(repeating: "A", count: 8000)
        _ = try stages.drawing(of: system(axiom, rules, generations: 1, seed: 4))
        let word = try #require(stages.word(of: 1)), share = Double(word.count { $0 == "B" }) / 8000
        #expect(abs(share - 0.75) < 0.02)
        var other = FractalStages()
        _ = try other.drawing(of: system(axiom, rules, generations: 1, seed: 4))
        #expect(other.word(of: 1) == word)
        _ = try other.drawing(of: system(axiom, rules, generations: 1, seed: 5))
        #expect(other.word(of: 1) != word)
    }

    @Test("At a deadline the drawing so far is returned, and at a limit of symbols an earlier generation") func deadlines() throws {
        var stages = FractalStages()
        let system = system("F", [.init("F", "F[+F]F")], turtle, generations: 9)
        let late = try stages.drawing(of: system, until: Deadline(after: .zero))
        #expect(!late.isComplete && late.marks.count < 19683)
        let whole = try stages.drawing(of: system)
        #expect(whole.isComplete && whole.marks.count == 19683)
        let quick = try stages.drawing(of: system, largestWord: 1000)
        #expect(quick.marks.count == 243 && quick.generation == 5 && whole.generation == 9)
        // A later generation that would be too large is not computed.
        var far = FractalStages(), explosive = system
        explosive.generations = 100
        #expect(try far.drawing(of: explosive, largestWord: 1000).marks == quick.marks)
    }

    @Test("Layers join consecutive lines; if only a fraction of the marks is shown, the last mark is shown in part") func layers() throws {
        var stages = FractalStages()
        let drawing = try stages.drawing(of: system("FFF[+F]F", [], turtle, generations: 0))
        #expect(drawing.layers().map(\.path.svgPathData).joined(separator: "|") == drawing.layers(progress: 2).map(\.path.svgPathData).joined(separator: "|"))
        #expect(drawing.layers(progress: 0).isEmpty && drawing.layers(progress: .nan).isEmpty)
        let half = drawing.layers(progress: 0.5)
        #expect(abs(try half.reduce(0) { try $0 + $1.path.length() } - 2.5) < 1e-9)
        var black = system("FFF[+F]F", [], turtle, generations: 0)
        black.coloring = .rules
        #expect(try stages.drawing(of: black).layers().map(\.path.elements.count) == [7])
        let box = drawing.transform(into: Rectangle(x: 0, y: 0, width: 100, height: 100))
        #expect(box.apply(Point(0, 0)).y < 100 && box.apply(Point(0, -4)).y > 0)
    }

    @Test("Documents are read back as written, and the error about an unreadable document names the problem") func documents() throws {
        let document = FractalDocument(FractalLibrary.systems[0], thumbnail: Data([1, 2, 3])), data = try document.data()
        let back = try FractalDocument(data, name: "fern.json")
        #expect(back.system == document.system && back.thumbnail == document.thumbnail)
        #expect(try back.data() == data)
        let text = String(decoding: data, as: UTF8.self)
        for (bytes, message) in [
            ("", "document 'x' is not JSON; give a file that 'save' has written [unreadableDocument]"),
            (String(text.prefix(200)), "document 'x' is not JSON; give a file that 'save' has written [unreadableDocument]"),
            ("{}", "document 'x' has no 'system'; give a file that 'save' has written [unreadableDocument]"),
            (text.replacingOccurrences(of: "\"generations\" : 6", with: "\"generations\" : \"6\""),
             "document 'x' has a value of a wrong type at 'system.generations'; give a file that 'save' has written [unreadableDocument]"),
            (text.replacingOccurrences(of: "\"kind\" : \"push\"", with: "\"kind\" : \"jump\""),
             "document 'x' has an unknown value at 'system.drawing.6.kind'; give a file that 'save' has written [unreadableDocument]"),
            (text.replacingOccurrences(of: "\"version\" : 1", with: "\"version\" : 2"),
             "document 'x' has version 2; use a newer Raster [unreadableDocument]"),
            (text.replacingOccurrences(of: "\"generations\" : 6", with: "\"generations\" : 600"),
             "the number of generations of 'Fern' is 600; use 0 to 100 [invalidSystem]"),
            (text.replacingOccurrences(of: "\"symbol\" : \"X\"", with: "\"symbol\" : \"\""),
             "rule  → F+[[X]-X]-F[-FX]+X of 'Fern' has '' instead of a symbol; use one character [invalidSystem]"),
        ] {
            let error = #expect(throws: FractalError.self) { try FractalDocument(Data(bytes.utf8), name: "x") }
            #expect(error?.description == message)
        }
        let missing = #expect(throws: FractalError.self) { try FractalDocument(contentsOf: "/nowhere/at/all.json") }
        #expect(missing?.code == .unreadableDocument)
        // A path of a device file is refused, because reading the device might never end.
        for path in ["/dev/zero", "/dev", "/dev/full"] {
            let error = #expect(throws: FractalError.self) { try FractalDocument(contentsOf: path) }
            #expect(error?.description == "document '\(path)' is a folder or a device; name a file [unreadableDocument]")
        }
    }

    @Test("All systems of the library are drawn, completely and fast enough", arguments: FractalLibrary.systems) func library(system: LSystem) throws {
        var stages = FractalStages()
        let drawing = try stages.drawing(of: system)
        #expect(drawing.isComplete)
        #expect((200...60_000).contains(drawing.marks.count), "\(system.name): \(drawing.marks.count)")
        #expect(system.generations >= 3 && FractalLibrary.system(named: system.name.uppercased()) == system)
        let svg = drawing.svg(width: 200, height: 100)
        #expect(svg.hasPrefix("<svg") && svg.hasSuffix("</svg>\n") && !svg.contains("nan"))
    }
    @Test("The library has at least twelve systems with different names") func librarySize() {
        #expect(Set(FractalLibrary.systems.map(\.name)).count >= 12 && Set(FractalLibrary.systems.map(\.name)).count == FractalLibrary.systems.count)
    }

    @Test("A PDF has its page size and the same bytes each time, and invalid page sizes are refused") func pdf() throws {
        var stages = FractalStages()
        let drawing = try stages.drawing(of: try #require(FractalLibrary.system(named: "Cherry tree"))), bytes = try drawing.pdf(width: 300, height: 200)
        #expect(bytes.starts(with: Array("%PDF-1.".utf8)))
        #expect(try drawing.pdf(width: 300, height: 200) == bytes)
        #expect(String(decoding: bytes, as: UTF8.self).contains("/MediaBox [ 0 0 300 200 ]"))
        #expect(try drawing.pdf(width: 300, height: 200, progress: 0.5) != bytes && drawing.pdf(width: 1, height: 14_400, progress: 0).count > 100)
        for (width, height) in [(0, 10), (-1, 10), (10, 14_401)] {
            #expect(throws: FractalError(.unwritableDrawing, "the PDF of 'Cherry tree'", "has a size of \(width) by \(height) points", remedy: "give 1 to 14400")) {
                try drawing.pdf(width: width, height: height)
            }
        }
    }
    @Test("Another program draws a PDF as the canvas draws the drawing", arguments: ["Fern", "Round dragon", "Cherry tree"])
    func pdfReader(name: String) throws {
        let folder = try TemporaryFolder(), (width, height) = (320, 240)
        var stages = FractalStages()
        let drawing = try stages.drawing(of: try #require(FractalLibrary.system(named: name)))
        try Data(drawing.pdf(width: width, height: height)).write(to: URL(fileURLWithPath: folder.path("a.pdf")))
        let run = try RunningProgram(["pdftoppm", "-r", "72", "-png", "-singlefile", folder.path("a.pdf"), folder.path("a")]).finish()
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let shown = try Image.read(from: folder.path("a.png")).converted(to: .rgba8)
        var canvas = Canvas()
        canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(0, Double(height)), drawing.system.background)))
        let inset = Double(min(width, height)) * 0.06
        drawing.draw(into: &canvas, in: Rectangle(x: 0, y: 0, width: Double(width), height: Double(height)).inset(dx: inset, dy: inset))
        let expected = try CanvasRenderer(device: Device(.jit)).image(of: canvas, width: width, height: height)
        #expect(shown.width == width && shown.height == height)
        // pdftoppm rounds the coverage of edges differently than the canvas, most of all at lines that are one pixel wide. Apart from this
        // rounding, pdftoppm and the canvas make the same drawing.
        let difference = zip(shown.bytes, expected.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(width * height * 3) < 6, "\(name): \(Double(difference) / Double(width * height * 3))")
        // The bound is small enough to find errors: an empty picture differs ten times as much.
        let empty = try CanvasRenderer(device: Device(.jit)).image(of: Canvas(), width: width, height: height)
        #expect(zip(shown.bytes, empty.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } > 10 * difference)
    }

    @Test("A camera keeps all of a drawing in the picture, at every turn, tilt and aspect ratio, and is as near as possible",
          arguments: FractalLibrary.systems)
    func camera(system: LSystem) throws {
        var stages = FractalStages()
        let bodies = try stages.drawing(of: system, largestWord: 600).bodies()
        for aspect in [16.0 / 9, 9.0 / 16, 0.2] {
            for tilt in [-1.4, 0, 0.32, 1.4] {
                let camera = FractalCamera(fitting: bodies, tilt: tilt, aspect: aspect, margin: 0.05)
                var furthest: Float = 0, isSeen = true
                for turn in 0..<12 {
                    let matrix = camera.projection * camera.view(angle: Double(turn) * .pi / 6 + 0.1)
                    for body in bodies {
                        for end in [body.from, body.to] {
                            let clip = matrix * SIMD4(end.x, end.y, end.z, 1)
                            furthest = max(furthest, abs(clip.x) / clip.w, abs(clip.y) / clip.w)
                            isSeen = isSeen && clip.w > 0 && abs(clip.z) <= clip.w
                        }
                    }
                }
                #expect(isSeen && furthest <= 0.901 && furthest > 0.5, "\(system.name) \(aspect) \(tilt): \(furthest)")
            }
        }
    }
    @Test("The cameras for an empty drawing and for extreme shapes are usable") func strangeCameras() {
        for (bodies, aspect) in [([], 1.0), ([FractalBody(from: .zero, to: .zero, radius: 0.5, color: .one)], 1e-9),
                                 ([FractalBody(from: SIMD3(0, -1, 0), to: SIMD3(0, 1, 0), radius: 0.001, color: .one)], 100)] as [([FractalBody], Double)] {
            let camera = FractalCamera(fitting: bodies, tilt: 0.3, aspect: aspect, margin: 9)
            #expect(camera.distance > 0 && camera.distance.isFinite && camera.rise.isFinite)
        }
    }

    @Test("Bodies in space lie within a ball of radius 1, arcs have four parts, and one instanced draw draws all bodies") func bodies() throws {
        var stages = FractalStages()
        let tree = try #require(FractalLibrary.system(named: "Space tree")), drawing = try stages.drawing(of: tree), bodies = drawing.bodies()
        #expect(bodies.count == drawing.marks.count)
        #expect(bodies.allSatisfy { ($0.to * $0.to).sum() <= 1.0001 && $0.radius > 0 })
        #expect(Set(bodies.map { ($0.to.z * 100).rounded() }).count > 20, "the tree grows into space")
        #expect(drawing.bodies(progress: 0.5).count == (drawing.marks.count + 1) / 2)
        let arc = try stages.drawing(of: system("C", [], [DrawingRule("C", .curve, 1)], generations: 0))
        #expect(arc.bodies().count == 4)
    }
}
