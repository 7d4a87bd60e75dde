// The demo fractal: goldens of a drawing that grows, of the gallery and its opening, in space and with its panel; what events, files and mistakes do.

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

    @Test("a fern grows as its golden images, the same compiled", arguments: [1.0, 2.5, 5])
    func golden(time: Double) throws {
        let name = "fractal-\(Int(time))"
        let device = Device(.reference), jit = Device(.jit)
        let expected = try driver(device).render(FractalDemo(device: device, system: system("Fern")), time: time)
        try GoldenImage.expect(expected, equals: name)
        #expect(try driver(jit).render(FractalDemo(device: jit, system: system("Fern")), time: time) == expected)
    }

    @Test("a tree in space turns as its golden images, the same compiled", arguments: [1.0, 3, 5])
    func space(time: Double) throws {
        let device = Device(.reference), jit = Device(.jit)
        let expected = try driver(device).render(FractalDemo(device: device, system: system("Space tree"), inSpace: true), time: time)
        try GoldenImage.expect(expected, equals: "fractal-space-\(Int(time))")
        #expect(try driver(jit).render(FractalDemo(device: jit, system: system("Space tree"), inSpace: true), time: time) == expected)
    }

    @Test("a thumbnail that is clicked opens with a toolbar that falls in, and goes back") func gallery() throws {
        let device = Device(.jit), driver = try driver(device), demo = try FractalDemo(device: device, duration: 1)
        let first = try driver.render(demo, time: 0)
        try GoldenImage.expect(first, equals: "fractal-gallery")
        try demo.handle(.pointer(x: 20, y: 75, pressed: true), at: 0)
        try demo.handle(.pointer(x: 20, y: 75, pressed: false), at: 0)
        try demo.handle(.tap, at: 0)
        // The toolbar is not there yet, bounces, and has come to rest.
        let passage = try [0.2, 0.6, 1.0].map { try driver.render(demo, time: $0) }
        for (number, picture) in passage.enumerated() { try GoldenImage.expect(picture, equals: "fractal-opening-\(number + 1)") }
        let opening = passage[1], open = try driver.render(demo, time: 3)
        #expect(opening != first && opening != open && open != first)
        // The knob is held until it is let go, and nothing else is dragged meanwhile.
        try demo.handle(.pointer(x: 151, y: 86, pressed: true), at: 3)
        try demo.handle(.pointer(x: 80, y: 86, pressed: true), at: 3)
        try demo.handle(.drag(dx: -71, dy: 0, secondary: false), at: 3)
        let half = try driver.render(demo, time: 3)
        #expect(half != open)
        try demo.handle(.pointer(x: 159, y: 20, pressed: true), at: 3)
        try demo.handle(.pointer(x: 159, y: 20, pressed: false), at: 3)
        try demo.handle(.pointer(x: 80, y: 86, pressed: false), at: 3)
        #expect(try driver.render(demo, time: 3) == open)
        // The disc in the toolbar leads back.
        try demo.handle(.pointer(x: 5, y: 86, pressed: false), at: 3)
        try demo.handle(.tap, at: 3)
        #expect(try driver.render(demo, time: 3.5) != open)
        try demo.handle(.pointer(x: -1, y: -1, pressed: false), at: 5)
        #expect(try driver.render(demo, time: 5) == first)
    }

    @Test("keys and drags change what they say") func events() throws {
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

    @Test("too many generations leave the drawing that was there") func explosion() throws {
        let device = Device(.jit), driver = try driver(device), demo = try FractalDemo(device: device, system: system("Koch snowflake"), progress: 1)
        let last = try driver.render(demo, time: 0)
        for _ in 0..<40 { try demo.handle(.arrow(dx: 0, dy: 1), at: 0) }
        #expect(try driver.render(demo, time: 0) == last)
    }

    @Test("documents that cannot be read, systems that explode and names that nobody knows end the program with what to do") func commands() throws {
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
            (try write(String(whole.prefix(whole.count / 2)), "half.json"), "is no JSON; give a file that 'save' has written"),
            (try write(whole.replacingOccurrences(of: "F+[[X]-X]-F[-FX]+X", with: String(repeating: "X", count: 300)), "burst.json"), "longer than 2000000 symbols; use"),
            (folder.path, "is a folder or a device; name a file"), ("/dev/zero", "is a folder or a device; name a file"),
            ("firn", "is neither a system nor a file; did you mean 'fern'?"),
        ] {
            let result = try demos("fractal", system, "--size", "32x18", "--png", "-")
            #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
        }
    }

    @Test("filters change the picture in the order in which they stand") func filters() throws {
        let device = Device(.jit), driver = try driver(device)
        func picture(_ chain: String) throws -> Image { try driver.render(FractalDemo(device: device, system: system("Hilbert"), progress: 1, chain: Filter.chain(chain)), time: 0) }
        #expect(try picture("pixellate(6) | edges(1)") != picture("edges(1) | pixellate(6)"))
    }
}
