// The demos of transitions: goldens of every transition at five times, the gallery, its clicks, drags and keys; what the command refuses.

import DemoKit
import Effects
import Foundation
import Raster
import TestSupport
import Testing

/// Five frames of a transition between the two screens, side by side.
private func sheet(_ name: String, width: Int = 96, height: Int = 54) throws -> Image {
    let device = Device(.reference)
    let transition = try TransitionDemo.transition(named: name, device: device)
    if name == "luma-wipe" { try TransitionDemo.set("luma", to: "marble", of: transition) }
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

/// The screens, small, painted once.
enum SegueScreens {
    static let overview = Screens.overview(width: 192, height: 108), photo = Screens.photo(width: 192, height: 108)
}

@Suite("Segues") struct SegueDemoTests {
    @Test("every transition draws its golden images at five times", arguments: TransitionLibrary.names)
    func golden(name: String) throws { try GoldenImage.expect(sheet(name), equals: "segue-\(name)") }

    private func gallery(_ device: Device = Device(.reference), folder: String? = nil, open: String? = nil) throws -> SeguesDemo {
        try SeguesDemo(device: device, from: SegueScreens.overview, to: SegueScreens.photo, folder: folder, open: open)
    }
    private let size = PixelSize(width: 320, height: 180)

    @Test("the gallery draws its golden image, and the same compiled")
    func galleryGolden() throws {
        let device = Device(.reference), jit = Device(.jit)
        let expected = try HeadlessDriver(device: device, size: size, samples: 1).render(gallery(device), time: 0.8)
        try GoldenImage.expect(expected, equals: "segues")
        #expect(try HeadlessDriver(device: jit, size: size, samples: 1).render(gallery(jit), time: 0.8) == expected)
    }

    @Test("cells lie apart, inside of the picture, and points find them", arguments: [(1, 320, 180), (30, 320, 180), (31, 180, 320), (7, 1280, 100), (100, 90, 90), (3, 5, 5)])
    func layout(count: Int, width: Int, height: Int) {
        let layout = SeguesDemo.Layout(count: count, (width, height))
        var covered = 0
        for index in 0..<count {
            let place = layout.place(index)
            #expect(width < 20 || (place.x >= 0 && place.y >= 0 && place.x + place.width <= width && place.y + place.height <= height))
            #expect(layout.index(at: SIMD2(Float(place.x) + 0.5, Float(place.y) + 0.5)) == index)
            covered += place.width * place.height
        }
        #expect(layout.index(at: SIMD2(-1, -1)) == nil && covered <= max(width * height, count))
    }

    @Test("cells lie beside the panel, wherever it is, as long as they would not be tiny there", arguments: [
        (30, 1280, 720, PixelRect(x: 16, y: 620, width: 320, height: 84)), (30, 1280, 720, PixelRect(x: 500, y: 300, width: 320, height: 400)),
        (30, 405, 720, PixelRect(x: 16, y: 600, width: 320, height: 104)), (30, 320, 180, PixelRect(x: 16, y: 80, width: 288, height: 84)),
        (31, 2560, 1440, PixelRect(x: 32, y: 100, width: 640, height: 1300)), (8, 640, 360, PixelRect(x: -10, y: 300, width: 700, height: 90)),
    ])
    func layoutBesidePanel(count: Int, width: Int, height: Int, panel: PixelRect) {
        let layout = SeguesDemo.Layout(count: count, (width, height), covered: panel), whole = SeguesDemo.Layout(count: count, (width, height))
        for index in 0..<count {
            let place = layout.place(index)
            #expect(place.x >= 0 && place.y >= 0 && place.x + place.width <= width && place.y + place.height <= height)
            let isBeside = place.x + place.width <= panel.x || place.x >= panel.x + panel.width || place.y + place.height <= panel.y || place.y >= panel.y + panel.height
            #expect(isBeside, "\(index)")
            #expect(layout.index(at: SIMD2(Float(place.x) + 0.5, Float(place.y) + 0.5)) == index)
        }
        #expect(layout.width * 3 >= whole.width)
        let all = SeguesDemo.Layout(count: count, (width, height), covered: PixelRect(x: 0, y: 0, width: width, height: height))
        #expect(all.width == whole.width && all.place(0) == whole.place(0), "a panel over everything leaves the gallery as it is")
    }

    @Test("the gallery of a picture with the panel leaves the panel's place free", arguments: [(1280, 720), (405, 720)])
    func galleryWithPanel(width: Int, height: Int) throws {
        let device = Device(.jit), demo = try gallery(device), panel = try DemoPanel(device: device, title: "segues")
        let driver = try HeadlessDriver(device: device, size: PixelSize(width: width, height: height), samples: 1)
        let picture = try driver.render(demo, time: 0.8, panel: panel), area = try #require(panel.area(inFrame: width, height, windowHeight: height))
        let layout = SeguesDemo.Layout(count: TransitionLibrary.names.count, (width, height), covered: area)
        #expect(area.width > 100 && area.height > 40 && area.y > height / 2)
        // Between the cells is the ground, and around the panel too.
        let ground = picture[width - 1, height - 1]
        #expect(picture[area.x - 2, height - 1 - area.y] == ground && picture[area.x + area.width / 2, height - area.y + 2] == ground)
        #expect(layout.place(0).y + layout.place(0).height <= area.y || layout.place(0).x >= area.x + area.width)
        panel.isShown = false
        #expect(panel.area(inFrame: width, height, windowHeight: height) == nil)
    }

    @Test("a click plays a transition at full size, arrows and drags move it, G goes back")
    func interaction() throws {
        let device = Device(.reference), demo = try gallery(device), driver = try HeadlessDriver(device: device, size: PixelSize(width: 192, height: 108), samples: 1)
        let before = try driver.render(demo, time: 1)
        let names = TransitionLibrary.names, index = try #require(names.firstIndex(of: "fade"))
        let place = SeguesDemo.Layout(count: names.count, (192, 108)).place(index)
        try demo.handle(.pointer(x: Float(place.x) + 2, y: Float(place.y) + 2, pressed: true), at: 10)
        try demo.handle(.pointer(x: Float(place.x) + 2, y: Float(place.y) + 2, pressed: false), at: 10)
        try demo.handle(.tap, at: 10)
        #expect(try driver.render(demo, time: 10) == SegueScreens.overview)
        #expect(try driver.render(demo, time: 11) == SegueScreens.photo)
        let middle = try driver.render(demo, time: 10.5)
        #expect(middle != SegueScreens.overview && middle != SegueScreens.photo)
        // Back, half way; then held and dragged to the end: half of the width, to the left.
        try demo.handle(.tap, at: 12)
        #expect(try driver.render(demo, time: 12.5) == middle)
        try demo.handle(.pointer(x: 150, y: 50, pressed: true), at: 12.5)
        try demo.handle(.drag(dx: -48, dy: 0, secondary: false), at: 12.5)
        try demo.handle(.drag(dx: -49, dy: 0, secondary: false), at: 13)
        #expect(try driver.render(demo, time: 13) == SegueScreens.photo)
        try demo.handle(.drag(dx: 150, dy: 0, secondary: false), at: 13.5)
        // Held still before it is let go: it runs to the nearer end.
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

    @Test("keys of a window reach demos as arrows")
    func arrows() {
        var input = PointerInput()
        #expect(input.translate(.keyDown("Left", isRepeat: true), factor: 1) == [.arrow(dx: -1, dy: 0)])
        #expect(input.translate(.keyDown("Up", isRepeat: false), factor: 2) == [.arrow(dx: 0, dy: 1)])
    }

    @Test("a folder's files extend the gallery; a broken one is left out")
    func folder() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(RasterError.thrown { _ = try gallery(folder: folder.path) }?.code == .fileNotReadable)
        #expect(RasterError.thrown { _ = try gallery(folder: folder.path + "/none") }?.code == .fileNotReadable)
        try "vec4 transition(vec2 uv) { return vec4(0.0, 1.0, 0.0, 1.0); }".write(to: folder.appendingPathComponent("green.glsl"), atomically: true, encoding: .utf8)
        try "vec4 transition(vec2 uv) { return oops; }".write(to: folder.appendingPathComponent("broken.glsl"), atomically: true, encoding: .utf8)
        let device = Device(.reference), driver = try HeadlessDriver(device: device, size: PixelSize(width: 64, height: 36), samples: 1)
        let green = try driver.render(gallery(device, folder: folder.path, open: "green"), time: 0.5)
        #expect(green[32, 18] == SIMD4(0, 255, 0, 255))
        #expect(RasterError.thrown { _ = try gallery(folder: folder.path, open: "broken") }?.subject == "transition 'broken'")
        #expect(RasterError.thrown { _ = try gallery(open: "fadde") }?.remedy == "did you mean 'fade'?")
    }
}

@Suite("The transition command") struct TransitionCommandTests {
    @Test("a file runs between two pictures: one moment, or all of them, parameters set")
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
        // The ends are the pictures, whatever the file makes of them.
        #expect(greens[0][10, 10] != greens[1][10, 10] && greens[2] != greens[0])

        func refusal(_ arguments: [String]) throws -> String {
            let result = try run(["transition"] + arguments + ["--size", "32x18", "--png", "x.png"], in: folder)
            #expect(result.status != 0 && !FileManager.default.fileExists(atPath: folder.appendingPathComponent("x.png").path))
            return result.errors
        }
        try "\n\nvec4 transition(vec2 uv) { return getFromColor(uv) }".write(to: folder.appendingPathComponent("broken.glsl"), atomically: true, encoding: .utf8)
        try "uniform vec2 p; // = vec2(\nvec4 transition(vec2 uv) { return vec4(p, p); }".write(to: folder.appendingPathComponent("default.glsl"), atomically: true, encoding: .utf8)
        #expect(try refusal(["broken.glsl"]).contains("broken.glsl:3: error"))
        #expect(try refusal(["default.glsl"]).contains("default.glsl:1: default of parameter 'p'"))
        #expect(try refusal(["none.glsl"]).contains("none.glsl"))
        #expect(try refusal(["owm.glsl"]).contains("did you mean 'own.glsl'?"))
        #expect(try refusal(["fadde"]).contains("did you mean 'fade'?"))
        #expect(try refusal(["own.glsl"]).contains("own.glsl:2: sampler 'map'"))
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
