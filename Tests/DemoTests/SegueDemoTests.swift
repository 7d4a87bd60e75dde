// The demos of transitions: golden images of every transition at five times, the gallery, its clicks, drags and keys; refused
// commands.

import Canvas
import DemoKit
import Effects
import Foundation
import Raster
import TestSupport
import Testing

/// Returns five frames of a transition between the two screens, side by side.
private func sheet(_ name: String, width: Int = 96, height: Int = 54) throws -> Image {
    let device = Device(.reference)
    let transition = try TransitionDemo.transition(named: name, device: device)
    var sheet = Image(width: 5 * width, height: height)
    for (column, progress) in [0, 0.25, 0.5, 0.75, 1].enumerated() {
        let demo = try TransitionDemo(device: device, transition: transition, from: SegueScreens.overview, to: SegueScreens.photo, progress: progress)
        let frame = try HeadlessDriver(device: device, size: PixelSize(width: width, height: height), samples: 1).render(demo, time: 0)
        for row in 0..<height {
            let target = (row * sheet.width + column * width) * 4
            sheet.bytes.replaceSubrange(target..<target + width * 4, with: frame.bytes[row * width * 4..<(row + 1) * width * 4])
        }
    }
    return sheet
}

/// Small pictures of the two screens, drawn once for all tests.
enum SegueScreens {
    static let overview = Screens.overview(width: 192, height: 108), photo = Screens.photo(width: 192, height: 108)
}

@Suite("Segues") struct SegueDemoTests {
    @Test("every transition draws its golden images at five times", arguments: TransitionLibrary.names)
    func golden(name: String) throws { try GoldenImage.expect(sheet(name), equals: "segue-\(name)") }

    private func gallery(_ device: Device = Device(.reference), folder: String? = nil, open: String? = nil, still: Double? = nil) throws -> SeguesDemo {
        try SeguesDemo(device: device, from: SegueScreens.overview, to: SegueScreens.photo, folder: folder, open: open, still: still)
    }
    private func pixels(_ image: Image, in place: Rectangle) -> [SIMD4<UInt8>] {
        (Int(place.minY)..<Int(place.maxY)).flatMap { y in (Int(place.minX)..<Int(place.maxX)).map { image[$0, y] } }
    }
    private let size = PixelSize(width: 480, height: 320)

    @Test("the gallery draws its golden image, and the same when compiled")
    func galleryGolden() throws {
        let device = Device(.reference), jit = Device(.jit)
        let still = SegueStage.tellingMoment
        let expected = try HeadlessDriver(device: device, size: size, samples: 1).render(gallery(device, still: still), time: 0.8)
        try GoldenImage.expect(expected, equals: "segues")
        #expect(try HeadlessDriver(device: jit, size: size, samples: 1).render(gallery(jit, still: still), time: 0.8) == expected)
    }

    @Test("every segue and every file of Shaders/transitions has a tile that shows parts of both pictures, and a name below it",
          arguments: [(1280, 720), (720, 1280), (480, 320)])
    func tiles(width: Int, height: Int) throws {
        let device = Device(.jit), demo = try gallery(device, still: SegueStage.tellingMoment)
        let picture = try HeadlessDriver(device: device, size: PixelSize(width: width, height: height), samples: 1).render(demo, time: 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: packageFolder.appendingPathComponent("Shaders/transitions").path)
            .filter { $0.hasSuffix(".glsl") }
        #expect(Set(demo.gallery.names) == Set(TransitionLibrary.segueNames + files.map { String($0.dropLast(5)) }))
        let layout = demo.gallery.layout
        for (index, name) in demo.gallery.names.enumerated() {
            #expect(Set(pixels(picture, in: layout.place(index))).count > 100, "\(name)")
            let letters = pixels(picture, in: layout.name(index)).filter { $0.x > 180 && $0.y > 180 && $0.z > 180 }.count
            #expect(letters > 3 * name.count, "\(name) has \(letters) bright pixels below it")
        }
        // The gallery is drawn at another size, as in a resized window, and then at the first size.
        let small = try HeadlessDriver(device: device, size: PixelSize(width: 200, height: 300), samples: 1).render(demo, time: 0)
        #expect(small.width == 200 && demo.gallery.layout != layout)
        #expect(try HeadlessDriver(device: device, size: PixelSize(width: width, height: height), samples: 1).render(demo, time: 0) == picture)
    }

    @Test("all tiles of a window move; tiles of a picture stand still")
    func liveTiles() throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try gallery(device)
        let frames = try (0..<8).map { try driver.render(demo, time: Double($0) * 0.77) }, layout = demo.gallery.layout
        for (index, name) in demo.gallery.names.enumerated() {
            #expect(Set(frames.map { pixels($0, in: layout.place(index)) }).count >= 3, "\(name)")
            #expect(Set(frames.map { pixels($0, in: layout.name(index)) }).count == 1, "the name of \(name)")
        }
        #expect(demo.timeUntilNextChange(at: 3) == 0 && demo.isAnimated)
        let still = try gallery(device, still: SegueStage.tellingMoment)
        #expect(try driver.render(still, time: 0) == driver.render(still, time: 9))
        #expect(still.timeUntilNextChange(at: 3) == nil && !still.isAnimated)
    }

    @Test("half way through the transitions box and cloth, every lit pixel shows a screen: only the dark background is grey", arguments: ["box", "cloth"],
          [0.4, 0.45, 0.5, 0.55, 0.6])
    func screensOnBodies(name: String, progress: Double) throws {
        func isDark(_ c: SIMD4<UInt8>) -> Bool { max(c.x, c.y, c.z) < 28 }
        /// Returns the colour scaled to full brightness, with channels in 0…12; nil for greys.
        func hue(_ c: SIMD4<UInt8>) -> SIMD3<Int>? {
            let high = Int(max(c.x, c.y, c.z)), low = Int(min(c.x, c.y, c.z))
            return Double(high - low) > 0.15 * Double(high) ? SIMD3(Int(c.x), Int(c.y), Int(c.z)) &* 12 / high : nil
        }
        func lit(_ image: Image) -> [SIMD4<UInt8>] { (0..<image.height).flatMap { y in (0..<image.width).map { image[$0, y] } }.filter { !isDark($0) } }
        let device = Device(.jit), known = Set((lit(SegueScreens.overview) + lit(SegueScreens.photo)).compactMap(hue))
        let demo = try TransitionDemo(device: device, transition: TransitionDemo.transition(named: name, device: device), from: SegueScreens.overview,
                                      to: SegueScreens.photo, progress: progress)
        let seen = lit(try HeadlessDriver(device: device, size: PixelSize(width: 320, height: 180), samples: 1).render(demo, time: 0))
        let share = Double(seen.filter { hue($0).map(known.contains) ?? false }.count) / Double(seen.count)
        #expect(share > 0.9 && seen.count > 320 * 180 / 16, "\(share) of \(seen.count) pixels")
    }

    @Test("luma-wipe has its own picture: half way it shows one screen in some places and the other screen in others")
    func lumaWipe() throws {
        let device = Device(.jit), from = SegueScreens.overview, to = SegueScreens.photo
        let demo = try TransitionDemo(device: device, transition: TransitionDemo.transition(named: "luma-wipe", device: device), from: from, to: to,
                                      progress: 0.5)
        let frame = try HeadlessDriver(device: device, size: PixelSize(width: from.width, height: from.height), samples: 1).render(demo, time: 0)
        func share(_ other: Image) -> Double {
            Double((0..<from.height).reduce(0) { sum, y in sum + (0..<from.width).filter { frame[$0, y] == other[$0, y] }.count })
                / Double(from.width * from.height)
        }
        #expect(share(from) > 0.25 && share(to) > 0.25, "\(share(from)), \(share(to))")
    }

    @Test("a file with an unset sampler is refused before drawing; the error names the sampler and the correction")
    func unsetSampler() throws {
        let device = Device(.reference), text = "uniform sampler2D noise;\nvec4 transition(vec2 uv) { return texture2D(noise, uv); }"
        let file = try GLTransition(device: device, source: .init(text: text, name: "own.glsl"))
        let error = RasterError.thrown {
            _ = try TransitionDemo(device: device, transition: file, from: SegueScreens.overview, to: SegueScreens.photo, progress: 0)
        }
        #expect(error?.code == .unknownSampler && error?.subject == "sampler 'noise'" && error?.place == "own.glsl:1"
                    && error?.remedy == "set it with --set noise=FILE")
        try TransitionDemo.set("noise", to: "clouds", of: file)
        _ = try TransitionDemo(device: device, transition: file, from: SegueScreens.overview, to: SegueScreens.photo, progress: 0)
    }

    @Test("the gallery fills the whole picture without a panel; a transition at full size has a panel")
    func galleryWithPanel() throws {
        let device = Device(.jit), demo = try gallery(device, still: SegueStage.tellingMoment), panel = try DemoPanel(device: device, title: "segues")
        let driver = try HeadlessDriver(device: device, size: PixelSize(width: 640, height: 360), samples: 1)
        #expect(try driver.render(demo, time: 0, panel: panel) == driver.render(demo, time: 0))
        try demo.handle(.arrow(dx: 1, dy: 0), at: 0)
        try demo.handle(.key("\n"), at: 0)
        #expect(try driver.render(demo, time: 9, panel: panel) != driver.render(demo, time: 9))
    }

    @Test("a click plays a transition at full size, arrows and drags move it, G goes back")
    func interaction() throws {
        let device = Device(.reference), demo = try gallery(device),
            driver = try HeadlessDriver(device: device, size: PixelSize(width: 192, height: 108), samples: 1)
        let before = try driver.render(demo, time: 1)
        let names = TransitionLibrary.names, index = try #require(names.firstIndex(of: "fade"))
        let place = demo.gallery.layout.place(index), point = (x: Float(place.x) + 2, y: 108 - Float(place.y) - 2)
        #expect(demo.gallery.names == names)
        try demo.handle(.pointer(x: point.x, y: point.y, pressed: true), at: 10)
        try demo.handle(.pointer(x: point.x, y: point.y, pressed: false), at: 10)
        try demo.handle(.tap, at: 10)
        #expect(try driver.render(demo, time: 10) == SegueScreens.overview)
        #expect(try driver.render(demo, time: 11) == SegueScreens.photo)
        let middle = try driver.render(demo, time: 10.5)
        #expect(middle != SegueScreens.overview && middle != SegueScreens.photo)
        // The second tap starts the transition back. Half way through, the user stops the transition with the pointer. Then the user drags
        // by half of the width to the left, to the end of the transition.
        try demo.handle(.tap, at: 12)
        #expect(try driver.render(demo, time: 12.5) == middle)
        try demo.handle(.pointer(x: 150, y: 50, pressed: true), at: 12.5)
        try demo.handle(.drag(dx: -48, dy: 0, secondary: false), at: 12.5)
        try demo.handle(.drag(dx: -49, dy: 0, secondary: false), at: 13)
        #expect(try driver.render(demo, time: 13) == SegueScreens.photo)
        try demo.handle(.drag(dx: 150, dy: 0, secondary: false), at: 13.5)
        // The pointer rests before the release, so the release has no velocity, and the transition runs to the nearer end.
        try demo.handle(.pointer(x: 100, y: 50, pressed: false), at: 20)
        #expect(try driver.render(demo, time: 30) == SegueScreens.overview)
        for _ in 0..<30 { try demo.handle(.arrow(dx: 1, dy: 0), at: 31) }
        #expect(try driver.render(demo, time: 40) == middle)
        try demo.handle(.arrow(dx: -1, dy: 0), at: 41)
        #expect(try driver.render(demo, time: 41) != middle)
        try demo.handle(.arrow(dx: 0, dy: -1), at: 50)
        #expect(try driver.render(demo, time: 50) == SegueScreens.overview)
        try demo.handle(.key("g"), at: 60)
        try demo.handle(.pointer(x: -5, y: -5, pressed: false), at: 60)
        #expect(try driver.render(demo, time: 1) == before)
    }

    @Test("arrow keys select a tile, and Return plays it at full size")
    func keyboard() throws {
        let device = Device(.reference), demo = try gallery(device),
            driver = try HeadlessDriver(device: device, size: PixelSize(width: 192, height: 108), samples: 1)
        let unmarked = try driver.render(demo, time: 0)
        try demo.handle(.key("\n"), at: 0)
        #expect(try driver.render(demo, time: 0) == unmarked, "nothing is marked yet")
        for (dx, dy) in [(1, 0), (1, 0), (0, -1)] { try demo.handle(.arrow(dx: dx, dy: dy), at: 0) }
        #expect(try driver.render(demo, time: 0) != unmarked)
        try demo.handle(.key("\n"), at: 10)
        let name = demo.gallery.names[1 + demo.gallery.layout.columns], transition = try TransitionDemo.transition(named: name, device: device)
        let half = try TransitionDemo(device: device, transition: transition, from: SegueScreens.overview, to: SegueScreens.photo,
                                      progress: transition.easing(0.5))
        #expect(try driver.render(demo, time: 10 + transition.duration / 2) == driver.render(half, time: 0))
        #expect(!demo.isAnimated, "the space bar plays")
    }

    @Test("arrow keys of a window reach demos")
    func arrows() {
        var input = PointerInput()
        #expect(input.translate(.keyDown("Left", isRepeat: true), factor: 1) == [.arrow(dx: -1, dy: 0)])
        #expect(input.translate(.keyDown("Up", isRepeat: false), factor: 2) == [.arrow(dx: 0, dy: 1)])
    }

    @Test("a folder's files extend the gallery; a broken file is left out")
    func folder() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(RasterError.thrown { _ = try gallery(folder: folder.path) }?.code == .fileNotReadable)
        #expect(RasterError.thrown { _ = try gallery(folder: folder.path + "/none") }?.code == .fileNotReadable)
        try "vec4 transition(vec2 uv) { return vec4(0.0, 1.0, 0.0, 1.0); }".write(to: folder.appendingPathComponent("green.glsl"), atomically: true,
                                                                                  encoding: .utf8)
        try "vec4 transition(vec2 uv) { return oops; }".write(to: folder.appendingPathComponent("broken.glsl"), atomically: true, encoding: .utf8)
        let device = Device(.reference), driver = try HeadlessDriver(device: device, size: PixelSize(width: 64, height: 36), samples: 1)
        let green = try driver.render(gallery(device, folder: folder.path, open: "green"), time: 0.5)
        #expect(green[32, 18] == SIMD4(0, 255, 0, 255))
        #expect(RasterError.thrown { _ = try gallery(folder: folder.path, open: "broken") }?.subject == "transition 'broken'")
        #expect(RasterError.thrown { _ = try gallery(open: "fadde") }?.remedy == "did you mean 'fade'?")
    }
}

@Suite("The transition command") struct TransitionCommandTests {
    @Test("without a file the command shows the gallery; luma-wipe needs no argument; without a time the picture is of a characteristic time")
    func defaults() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        func picture(_ arguments: [String]) throws -> Image {
            let result = try run(arguments + ["--size", "160x90", "--png", "p.png"], in: folder)
            #expect(result.status == 0, "\(result.errors)")
            return try Image.read(from: folder.appendingPathComponent("p.png").path)
        }
        #expect(try picture(["transition"]) == picture(["segues"]))
        #expect(try picture(["transition"]) != picture(["transition", "--time", "3"]))
        #expect(try picture(["transition", "luma-wipe"]) == picture(["transition", "luma-wipe", "--set", "luma=spiral", "--progress",
                                                                     "\(SegueStage.tellingMoment)"]))
        #expect(try picture(["transition", "box"]) == picture(["segues", "--open", "box"]))
        #expect(try picture(["fractal"]) != picture(["fractal", "--time", "3"]))
    }

    @Test("a file runs between two pictures, at one time or at all times, with parameters")
    func runs() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try "uniform float level; // = 0.25\nuniform sampler2D map;\nvec4 transition(vec2 uv) { return vec4(level, progress, texture2D(map, uv).r, 1.0); }"
            .write(to: folder.appendingPathComponent("own.glsl"), atomically: true, encoding: .utf8)
        try SegueScreens.overview.writePNG(to: folder.appendingPathComponent("a.png").path)
        try Image(width: 1, height: 1, bytes: [255, 255, 255, 255]).writePNG(to: folder.appendingPathComponent("white.png").path)
        let common = ["transition", "own.glsl", "--from", "a.png", "--to", "photo", "--size", "64x36", "--device", "reference", "--set", "map=white.png"]
        #expect(try run(common + ["--progress", "0.5", "--set", "level=1.0", "--png", "half.png"], in: folder).status == 0)
        #expect(try Image.read(from: folder.appendingPathComponent("half.png").path)[10, 10] == SIMD4(255, 128, 255, 255))
        #expect(try run(common + ["--frames", "3", "--png", "f.png"], in: folder).status == 0)
        let greens = try (1...3).map { try Image.read(from: folder.appendingPathComponent("f-000\($0).png").path) }
        #expect(greens[1][10, 10] == SIMD4(64, 128, 255, 255))
        // At the start and at the end the frame is one of the two pictures, even if the file draws something else at these times.
        #expect(greens[0][10, 10] != greens[1][10, 10] && greens[2] != greens[0])

        func refusal(_ arguments: [String]) throws -> String {
            let result = try run(["transition"] + arguments + ["--size", "32x18", "--png", "x.png"], in: folder)
            #expect(result.status != 0 && !FileManager.default.fileExists(atPath: folder.appendingPathComponent("x.png").path))
            return result.errors
        }
        try "\n\nvec4 transition(vec2 uv) { return getFromColor(uv) }".write(to: folder.appendingPathComponent("broken.glsl"), atomically: true,
                                                                             encoding: .utf8)
        try "uniform vec2 p; // = vec2(\nvec4 transition(vec2 uv) { return vec4(p, p); }".write(to: folder.appendingPathComponent("default.glsl"),
                                                                                                atomically: true, encoding: .utf8)
        #expect(try refusal(["broken.glsl"]).contains("broken.glsl:3: error"))
        #expect(try refusal(["default.glsl"]).contains("default.glsl:1: default of parameter 'p'"))
        #expect(try refusal(["none.glsl"]).contains("none.glsl"))
        #expect(try refusal(["owm.glsl"]).contains("did you mean 'own.glsl'?"))
        #expect(try refusal(["fadde"]).contains("did you mean 'fade'?"))
        #expect(try refusal(["own.glsl"]).contains("own.glsl:2: sampler 'map' has no picture; set it with --set map=FILE"))
        #expect(try refusal(["own.glsl", "--progress", "0"]).contains("--set map=FILE"))
        #expect(try refusal(["--set", "map=white.png"]).contains("need a transition"))
        #expect(try refusal(["own.glsl", "--set", "map=none.png"]).contains("none.png"))
        #expect(try refusal(["own.glsl", "--set", "lvl=1"]).contains("its parameters are: level"))
        #expect(try refusal(["own.glsl", "--set", "level=blue"]).contains("own.glsl:1: value 'blue' of parameter 'level'"))
        #expect(try refusal(["own.glsl", "--set", "level"]).contains("name=value"))
        #expect(try refusal(["box", "--set", "level=1"]).contains("parameter 'level'"))
        #expect(try refusal(["fade", "--from", "missing.png"]).contains("missing.png"))
        #expect(try refusal(["fade", "--progress", "nan"]).contains("progress is nan"))
        #expect(try refusal(["fade", "--progress", "-0.5"]).contains("progress is -0.5"))
        #expect(try refusal(["fade", "--progress", "0.5", "--frames", "3"]).contains("exclude"))
        #expect(try refusal(["fade", "--resize", "crop"]).contains("cover"))
    }
}
