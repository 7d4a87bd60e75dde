// The demo fractal: golden images of a growing drawing, of an opening gallery, of a tree in space and of the panel; the effects of
// events, files and errors.

import Canvas
import DemoKit
import Effects
import Foundation
import Raster
import Scenes2D
import TestSupport
import Testing

@Suite("Fractal") struct FractalDemoTests {
    private let size = PixelSize(width: 160, height: 90)
    private func system(_ name: String) throws -> LSystem { try #require(FractalLibrary.system(named: name)) }
    private func driver(_ device: Device) throws -> HeadlessDriver { try HeadlessDriver(device: device, size: size, samples: 1) }

    @Test("a fern grows as its golden images, with equal compiled pictures", arguments: [1.0, 2.5, 5])
    func golden(time: Double) throws {
        let name = "fractal-\(Int(time))"
        let device = Device(.reference), jit = Device(.jit)
        let expected = try driver(device).render(FractalDemo(device: device, system: system("Fern")), time: time)
        try GoldenImage.expect(expected, equals: name)
        #expect(try driver(jit).render(FractalDemo(device: jit, system: system("Fern")), time: time) == expected)
    }

    @Test("a tree in space turns as its golden images, with equal compiled pictures", arguments: [1.0, 3, 5])
    func space(time: Double) throws {
        let device = Device(.reference), jit = Device(.jit)
        let expected = try driver(device).render(FractalDemo(device: device, system: system("Space tree"), inSpace: true), time: time)
        try GoldenImage.expect(expected, equals: "fractal-space-\(Int(time))")
        #expect(try driver(jit).render(FractalDemo(device: jit, system: system("Space tree"), inSpace: true), time: time) == expected)
    }

    @Test("a clicked thumbnail opens with a toolbar that falls in, and closes again") func gallery() throws {
        let device = Device(.jit), driver = try driver(device), demo = try FractalDemo(device: device, duration: 1)
        let first = try driver.render(demo, time: 0)
        try GoldenImage.expect(first, equals: "fractal-gallery")
        try demo.handle(.pointer(x: 20, y: 75, pressed: true), at: 0)
        try demo.handle(.pointer(x: 20, y: 75, pressed: false), at: 0)
        try demo.handle(.tap, at: 0)
        // The toolbar is missing at first, then bounces, then rests.
        let passage = try [0.2, 0.6, 1.0].map { try driver.render(demo, time: $0) }
        for (number, picture) in passage.enumerated() { try GoldenImage.expect(picture, equals: "fractal-opening-\(number + 1)") }
        let opening = passage[1], open = try driver.render(demo, time: 3)
        #expect(opening != first && opening != open && open != first)
        // From the press to the release, the knob follows the pointer, and nothing else is dragged.
        try demo.handle(.pointer(x: 148, y: 86, pressed: true), at: 3)
        try demo.handle(.pointer(x: 80, y: 86, pressed: true), at: 3)
        try demo.handle(.drag(dx: -71, dy: 0, secondary: false), at: 3)
        let half = try driver.render(demo, time: 3)
        #expect(half != open)
        try demo.handle(.pointer(x: 159, y: 20, pressed: true), at: 3)
        try demo.handle(.pointer(x: 159, y: 20, pressed: false), at: 3)
        try demo.handle(.pointer(x: 80, y: 86, pressed: false), at: 3)
        #expect(try driver.render(demo, time: 3) == open)
        // A click on the disc in the toolbar leads back to the gallery.
        try demo.handle(.pointer(x: 5, y: 86, pressed: false), at: 3)
        try demo.handle(.tap, at: 3)
        #expect(try driver.render(demo, time: 3.5) != open)
        try demo.handle(.pointer(x: -1, y: -1, pressed: false), at: 5)
        #expect(try driver.render(demo, time: 5) == first)
    }

    @Test("the thumbnail under the pointer grows again, and comes to rest") func hover() throws {
        let device = Device(.jit), driver = try driver(device), demo = try FractalDemo(device: device)
        let first = try driver.render(demo, time: 0)
        #expect(!demo.isAnimated)
        try demo.handle(.pointer(x: 20, y: 75, pressed: false), at: 1)
        let young = try driver.render(demo, time: 1), half = try driver.render(demo, time: 2)
        #expect(demo.isAnimated && young != first && half != young)
        let grown = try driver.render(demo, time: 5)
        #expect(!demo.isAnimated && grown != half)
        #expect(try driver.render(demo, time: 9) == grown)
        // Other thumbnails do not change: the right half stays the same.
        #expect((0..<90).allSatisfy { y in (80..<160).allSatisfy { young[$0, y] == first[$0, y] } })
        try demo.handle(.pointer(x: -1, y: -1, pressed: false), at: 9)
        #expect(try driver.render(demo, time: 9) == first)
    }

    @Test("in space no ink touches the picture's border: every system, while it grows and turns, in wide and tall pictures", arguments: FractalLibrary.systems)
    func border(system: LSystem) throws {
        let device = Device(.jit)
        for size in [PixelSize(width: 128, height: 72), PixelSize(width: 54, height: 96)] {
            let driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try FractalDemo(device: device, system: system, inSpace: true)
            let bare = try driver.render(FractalDemo(device: device, system: system, inSpace: true, progress: 0), time: 0)
            for time in [0.7, 2, 3.3, 5, 6.1, 8, 11.7] {
                let picture = try driver.render(demo, time: time)
                let touched = (0..<size.width).filter { picture[$0, 0] != bare[$0, 0] || picture[$0, size.height - 1] != bare[$0, size.height - 1] }.count
                    + (0..<size.height).filter { picture[0, $0] != bare[0, $0] || picture[size.width - 1, $0] != bare[size.width - 1, $0] }.count
                #expect(touched == 0, "\(system.name) \(size) at \(time)")
                if time >= 5 { #expect(picture != bare) }
            }
        }
    }
    @Test("in space the pointer moves the viewer a little, and without a pointer nothing moves") func parallax() throws {
        let device = Device(.jit), driver = try driver(device), demo = try FractalDemo(device: device, system: system("Space tree"), inSpace: true, progress: 1)
        let still = try driver.render(demo, time: 0)
        try demo.handle(.pointer(x: 20, y: 45, pressed: false), at: 0)
        let left = try driver.render(demo, time: 0)
        try demo.handle(.pointer(x: 140, y: 80, pressed: false), at: 0)
        let right = try driver.render(demo, time: 0)
        try demo.handle(.pointer(x: -1, y: -1, pressed: false), at: 0)
        #expect(try driver.render(demo, time: 0) == still && left != still && right != still && left != right)
    }

    @Test("the rules are tiles beside the drawing, which changes with a dragged tile", arguments: [(480, 270), (270, 480)])
    func rules(width: Int, height: Int) throws {
        let device = Device(.reference), driver = try HeadlessDriver(device: device, size: PixelSize(width: width, height: height), samples: 1)
        let demo = try FractalDemo(device: device, system: system("Koch snowflake"), rules: true, progress: 1)
        let first = try driver.render(demo, time: 0)
        try GoldenImage.expect(first, equals: width > height ? "fractal-rules" : "fractal-rules-upright")
        // The first tile of the rule is dragged out of the editor and dropped outside.
        let layout = try #require(demo.editor).layout, points = 720 / Double(height),
            place = layout.place(of: 1, in: try #require(layout.lines.first { $0.row == .rule(0) }))
        func pixel(_ point: Point) -> (x: Float, y: Float) { (Float(point.x / points), Float(Double(height) - point.y / points)) }
        let from = pixel(place.center), out = (x: Float(width) * 0.8, y: Float(height) * 0.8)
        try demo.handle(.pointer(x: from.x, y: from.y, pressed: true), at: 0)
        try demo.handle(.pointer(x: out.x, y: out.y, pressed: true), at: 0)
        let held = try driver.render(demo, time: 0)
        if width > height { try GoldenImage.expect(held, equals: "fractal-rules-held") }
        try demo.handle(.pointer(x: out.x, y: out.y, pressed: false), at: 0)
        try demo.handle(.tap, at: 0)
        let without = try driver.render(demo, time: 0)
        #expect(held != first && without != held)
        try demo.handle(.key("z"), at: 0)
        try demo.handle(.pointer(x: -1, y: -1, pressed: false), at: 0)
        #expect(try driver.render(demo, time: 0) == first)
        // Keys can also remove a tile.
        for event in [DemoEvent.arrow(dx: -6, dy: 0), .key("\u{8}")] { try demo.handle(event, at: 0) }
        #expect(try driver.render(demo, time: 0) != first)
        try demo.handle(.key("e"), at: 0)
        #expect(demo.editor == nil)
    }

    @Test("a film of the growth and the edits shows the seen frames") func film() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.apng").path
        let made = try demos("fractal", "hilbert", "--duration", "0.5", "--size", "32x18", "--fps", "4", "--record", path, "--pdf",
                             folder.appendingPathComponent("a.pdf").path, "--png", "-")
        #expect(made.status == 0, "\(made.errors)")
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        // The film lasts half a second of growth and one more second, at four frames a second.
        #expect(Array(bytes[37..<41]) == Array("acTL".utf8) && bytes[41..<45].reduce(0) { $0 << 8 | Int($1) } == 6)
        #expect(try Data(contentsOf: folder.appendingPathComponent("a.pdf")).starts(with: Array("%PDF-".utf8)))
        #expect(try demos("fractal", "hilbert", "--record", "a.png").errors.contains("--record writes .apng, .mp4 and .webm files, not 'a.png'."))
        // A film recorded in a window also shows the edits that are made during the recording.
        let device = Device(.jit), small = PixelSize(width: 32, height: 18), driver = try HeadlessDriver(device: device, size: small, samples: 1)
        let demo = try FractalDemo(device: device, system: system("Koch snowflake"), progress: 1)
        let film = folder.appendingPathComponent("b.apng").path
        demo.startRecording(film, size: small, framesPerSecond: 2)
        var seen: [Image] = []
        for step in 0..<4 {
            seen.append(try driver.render(demo, time: Double(step) / 2))
            try demo.handle(.arrow(dx: 0, dy: -1), at: Double(step) / 2)
        }
        demo.toggleRecording(at: 2)
        demo.waitForFilms()
        let taken = try RunningProgram(["ffmpeg", "-loglevel", "error", "-i", film, folder.appendingPathComponent("f-%d.png").path]).finish()
        #expect(taken.status == 0, "\(taken.errors)")
        for (number, picture) in seen.enumerated() {
            #expect(try Image.read(from: folder.appendingPathComponent("f-\(number + 1).png").path).converted(to: .rgba8) == picture, "\(number)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("f-5.png").path) && Set(seen.map(\.bytes)).count == 4)
    }

    @Test("keys and drags have their documented effects") func events() throws {
        let device = Device(.jit), driver = try driver(device), demo = try FractalDemo(device: device, system: system("Koch snowflake"), progress: 1)
        let whole = try driver.render(demo, time: 0)
        try demo.handle(.arrow(dx: -1, dy: 0), at: 0)
        #expect(try driver.render(demo, time: 0) != whole)
        try demo.handle(.arrow(dx: 1, dy: 0), at: 0)
        #expect(try driver.render(demo, time: 0) == whole)
        try demo.handle(.arrow(dx: 0, dy: -1), at: 0)
        let coarse = try driver.render(demo, time: 0)
        #expect(coarse != whole)
        try demo.handle(.arrow(dx: 0, dy: 1), at: 0)
        try demo.handle(.key("d"), at: 0)
        #expect(try driver.render(demo, time: 0) != whole)
        try demo.handle(.key("d"), at: 0)
        #expect(try driver.render(demo, time: 0) == whole)
        try demo.handle(.drag(dx: 40, dy: 0, secondary: false), at: 0)
        try demo.handle(.pointer(x: 3, y: 3, pressed: false), at: 0)
        #expect(try driver.render(demo, time: 0) != whole)
    }

    @Test("after too many generations the previous drawing stays") func explosion() throws {
        let device = Device(.jit), driver = try driver(device), demo = try FractalDemo(device: device, system: system("Koch snowflake"), progress: 1)
        let last = try driver.render(demo, time: 0)
        for _ in 0..<40 { try demo.handle(.arrow(dx: 0, dy: 1), at: 0) }
        #expect(try driver.render(demo, time: 0) == last)
    }

    @Test("unreadable documents, systems that grow too fast and unknown names end the program with a correction") func commands() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ text: String, _ name: String) throws -> String {
            let path = folder.appendingPathComponent(name).path
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }
        let saved = folder.appendingPathComponent("fern.json").path
        #expect(try demos("fractal", "fern", "--save", saved, "--size", "32x18", "--png", "-").status == 0)
        let whole = try String(contentsOfFile: saved, encoding: .utf8)
        #expect(try demos("fractal", saved, "--size", "32x18", "--png", "-").status == 0)
        for (system, message) in [
            (try write(String(whole.prefix(whole.count / 2)), "half.json"), "is not JSON; give a file that 'save' has written"),
            (try write(whole.replacingOccurrences(of: "F+[[X]-X]-F[-FX]+X", with: String(repeating: "X", count: 300)), "burst.json"),
             "longer than 2000000 symbols; use"),
            (folder.path, "is a folder or a device; name a file"), ("/dev/zero", "is a folder or a device; name a file"),
            ("firn", "is neither a system nor a file; did you mean 'fern'?"),
        ] {
            let result = try demos("fractal", system, "--size", "32x18", "--png", "-")
            #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
        }
    }

    @Test("filters change the picture in their order on the command line") func filters() throws {
        let device = Device(.jit), driver = try driver(device)
        func picture(_ chain: String) throws -> Image {
            try driver.render(FractalDemo(device: device, system: system("Hilbert"), progress: 1, chain: Filter.chain(chain)), time: 0)
        }
        #expect(try picture("pixellate(6) | edges(1)") != picture("edges(1) | pixellate(6)"))
    }
}
