// The demo lit with user input: lamps are dragged, added, removed, selected and changed. For pictures of every size and at every
// time, the walker is visible and not overexposed.

import DemoKit
import Effects
import Foundation
import Panels
import Raster
import Testing

private let size = PixelSize(width: 192, height: 108)

/// A demo and its pictures.
private struct Viewing {
    let device = Device(.jit)
    let demo: LitDemo
    let driver: HeadlessDriver

    init(lamps: Int = 1) throws {
        demo = try LitDemo(device: device, lamps: lamps, ambient: 0.3, range: 200, relief: false, shadows: false)
        driver = try HeadlessDriver(device: device, size: size, samples: 1)
        _ = try picture()
    }
    func picture() throws -> Image { try driver.render(demo, time: 0) }
    /// Presses and releases at a place of the picture.
    func click(_ x: Float, _ y: Float) { send(.pointer(x: x, y: y, pressed: true), .pointer(x: x, y: y, pressed: false)) }
    func send(_ events: DemoEvent...) { for event in events { demo.handle(event, at: 0) } }
}
private func brightness(_ image: Image, _ x: Int, _ y: Int) -> Int {
    (-3...3).map { let c = image[x + $0, 107 - y]; return Int(c.x) + Int(c.y) + Int(c.z) }.reduce(0, +)
}

@Suite("The demo lit") struct LitDemoTests {
    /// The place of the first lamp at time 0, in pixels.
    private let first = (x: Float(96), y: Float(0.83 * 108))

    @Test("a lamp follows the pointer that pressed it, and stays where it is released")
    func drag() throws {
        let viewing = try Viewing(), before = try viewing.picture()
        viewing.send(.pointer(x: 30, y: 40, pressed: true), .pointer(x: 40, y: 40, pressed: true), .pointer(x: 40, y: 40, pressed: false))
        #expect(try viewing.picture() == before, "nothing lies where the press was")
        viewing.send(.pointer(x: first.x, y: first.y, pressed: true), .pointer(x: 60, y: 60, pressed: true), .pointer(x: 36, y: 45, pressed: true),
                     .pointer(x: 36, y: 45, pressed: false), .pointer(x: 150, y: 50, pressed: false))
        let after = try viewing.picture()
        #expect(brightness(after, 36, 45) > brightness(before, 36, 45) + 1000 && brightness(after, 96, 90) < brightness(before, 96, 90) - 1000)
        viewing.send(.key("m"))
        viewing.click(5, 5)
        #expect(try viewing.picture() == before, "it is no longer selected, and moves again as if it had never been dragged")
    }

    @Test("a lamp is added at the pointer, and the nearest lamp is removed")
    func addAndRemove() throws {
        let viewing = try Viewing(), before = try viewing.picture()
        viewing.send(.pointer(x: 30, y: 60, pressed: false), .key("n"))
        let two = try viewing.picture()
        #expect(brightness(two, 30, 60) > brightness(before, 30, 60) + 1000)
        viewing.send(.key("x"))
        #expect(try viewing.picture() == before)
        viewing.send(.key("x"), .key("x"), .key("x"))
        let none = try viewing.picture()
        // Without lamps the wall is shown unchanged, not dark.
        #expect(brightness(none, 150, 40) > brightness(before, 150, 40))
        for _ in 0..<100 { viewing.send(.key("n")) }
        _ = try viewing.picture()
    }

    @Test("keys change ambient light and range, within their limits")
    func keys() throws {
        let viewing = try Viewing(), before = try viewing.picture()
        viewing.send(.key("e"))
        #expect(try brightness(viewing.picture(), 150, 40) > brightness(before, 150, 40))
        viewing.send(.key("d"))
        for key in ["e", "d", "r", "f"] as [Character] { for _ in 0..<200 { viewing.send(.key(key)) } }
        viewing.send(.wheel(1e30), .wheel(-1e30))
        _ = try viewing.picture()
    }

    @Test("a click selects a lamp, and keys then change only this lamp's range; a click outside of all lamps selects all of them again")
    func selection() throws {
        let viewing = try Viewing(lamps: 2)
        func ranges() -> [Float] { viewing.demo.lamps.map(\.light.range) }
        #expect(viewing.demo.selected == nil && ranges() == [200, 200])
        let before = try viewing.picture()
        viewing.click(first.x, first.y)
        #expect(viewing.demo.selected == 0)
        // The clicked lamp stops moving, and a ring marks it.
        #expect(try viewing.picture() != before)
        viewing.send(.key("r"))
        #expect(ranges()[0] > 210 && ranges()[1] == 200)
        viewing.click(5, 5)
        #expect(viewing.demo.selected == nil)
        viewing.send(.wheel(-2))
        #expect(ranges()[0] < 210 && ranges()[1] < 200)
        // New lamps have the settings of the other lamps.
        viewing.send(.key("n"))
        #expect(viewing.demo.lamps[2].light.range == ranges()[1])
        viewing.click(first.x, first.y)
        viewing.send(.pointer(x: 5, y: 5, pressed: false), .key("x"))
        #expect(viewing.demo.lamps.count == 2 && viewing.demo.selected == 0, "another one is removed, the selected one stays")
        viewing.send(.pointer(x: first.x, y: first.y, pressed: false), .key("x"))
        #expect(viewing.demo.lamps.count == 1 && viewing.demo.selected == nil)
    }

    @Test("the panel selects a lamp by its number, and its sliders change only this lamp; with all selected they change all")
    func panel() throws {
        let viewing = try Viewing(lamps: 3), panel = try DemoPanel(device: viewing.device, title: "lit")
        func frame(_ events: [PanelEvent] = []) throws { try panel.update(viewing.demo, width: 400, height: 300, delta: 0.1, time: 0, events: events) }
        func click(_ x: Float, _ y: Float) throws {
            for events in [[.pointerMoved(x: x, y: y)], [.buttonDown(.left)], [.buttonUp(.left)], []] as [[PanelEvent]] { try frame(events) }
        }
        /// Clicks further and further down the window until a range changes. The last click hit the middle of the range's slider.
        func changeRange() throws {
            let before = viewing.demo.lamps.map(\.light.range)
            for y in stride(from: Float(145), to: 40, by: -6) where viewing.demo.lamps.map(\.light.range) == before { try click(120, y) }
        }
        for _ in 0..<2 { try frame() }
        var selections: [Int?] = []
        for x in stride(from: Float(34), to: 200, by: 8) {
            try click(x, 160)
            if selections.last != .some(viewing.demo.selected) { selections.append(viewing.demo.selected) }
        }
        #expect(selections == [nil, 0, 1, 2])
        try click(130, 160)
        #expect(viewing.demo.selected == 1)
        try changeRange()
        let ranges = viewing.demo.lamps.map(\.light.range)
        #expect(ranges[0] == 200 && ranges[1] != 200 && ranges[2] == 200, "\(ranges)")
        try click(40, 160)
        try changeRange()
        #expect(Set(viewing.demo.lamps.map(\.light.range)).count == 1 && viewing.demo.lamps[0].light.range != 200)
    }

    @Test("the command line sets the colours, intensities and ranges of single lamps")
    func ownLamps() throws {
        let gold = try #require(LampOption(argument: "#ffd700,1.5,300")), blue = try #require(LampOption(argument: "blue,,40"))
        #expect(gold.color == SIMD3(1, Float(0xD7) / 255, 0) && gold.intensity == 1.5 && gold.range == 300)
        #expect(blue == LampOption(argument: "#00f,,40") && blue.intensity == nil)
        for text in ["", "nothing", "#ff", "red,5", "red,-1", "red,1,0", "red,1,3000", "red,nan", "red,1,2,3", "#ff000080"] {
            #expect(LampOption(argument: text) == nil, "\(text)")
        }
        let demo = try LitDemo(device: Device(.reference), lamps: 3, own: [gold, blue], intensity: 0.5, range: 100), lights = demo.lamps.map(\.light)
        #expect(lights.map(\.intensity) == [1.5, 0.5, 0.5] && lights.map(\.range) == [300, 40, 100] && lights[1].color == SIMD3(0, 0, 1))
    }

    @Test("roll-off is on, and O toggles it")
    func rollOff() throws {
        let viewing = try Viewing(), before = try viewing.picture()
        let cut = try LitDemo(device: viewing.device, lamps: 1, ambient: 0.3, range: 200, rollOff: false, relief: false, shadows: false)
        viewing.send(.key("o"))
        #expect(try viewing.picture() == viewing.driver.render(cut, time: 0))
        #expect(try viewing.picture() != before)
        viewing.send(.key("o"))
        #expect(try viewing.picture() == before)
    }
}

private let sizes = [PixelSize(width: 1280, height: 720), PixelSize(width: 720, height: 1280), PixelSize(width: 480, height: 320)]
private let times = Array(stride(from: 0.0, through: 60, by: 3)) + [15, 24, 40]

@Suite("Pictures of the demo lit") struct LitPictureTests {
    /// The pixels that the walker covers.
    private struct Covered {
        var count = 0, columns = Int.max...Int.max
        /// `middle`: the mean x of all covered pixels. `scarf`: the mean x of the pixels of the red scarf.
        var middle = 0.0, scarf = 0.0
    }
    /// Finds the walker in pictures without light, in which only the walker moves: the most frequent colour of a pixel is the
    /// colour of the wall.
    private func covered(_ size: PixelSize) throws -> [Covered] {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try LitDemo(device: device, lamps: 0)
        let pictures = try times.map { try driver.render(demo, time: $0) }
        var wall = pictures[0], votes = [Int](repeating: 0, count: size.width * size.height)
        for picture in pictures {
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let place = y * size.width + x, isAlike = picture[x, y] == wall[x, y]
                    if votes[place] == 0, !isAlike { wall[x, y] = picture[x, y] }
                    votes[place] += votes[place] == 0 || isAlike ? 1 : -1
                }
            }
        }
        return pictures.map { picture in
            var result = Covered(), low = Int.max, high = 0, sum = 0, red = (count: 0, sum: 0)
            for y in 0..<size.height {
                for x in 0..<size.width where picture[x, y] != wall[x, y] {
                    let pixel = picture[x, y]
                    result.count += 1
                    (low, high, sum) = (min(low, x), max(high, x), sum + x)
                    if Int(pixel.x) > 2 * Int(pixel.y) { red = (red.count + 1, red.sum + x) }
                }
            }
            guard result.count > 0 else { return result }
            result.columns = low...high
            result.middle = Double(sum) / Double(result.count)
            result.scarf = Double(red.sum) / Double(max(1, red.count))
            return result
        }
    }

    @Test("the walker is completely visible at every time, with the scarf behind, in wide and in tall pictures", arguments: sizes.indices)
    func walker(index: Int) throws {
        let size = sizes[index], all = try covered(size), stage = LitStage(width: size.width, height: size.height)
        let most = all.map(\.count).max() ?? 0
        // The walker covers enough pixels. In a wide picture, the walker is about half as high as the picture.
        #expect(most > min(size.width, size.height) * min(size.width, size.height) / 40, "\(most) pixels")
        for (time, walker) in zip(times, all) {
            #expect(walker.count > most / 2 && walker.columns.lowerBound > 0 && walker.columns.upperBound < size.width - 1, "at \(time): \(walker)")
            #expect((walker.scarf > walker.middle) == stage.walker(at: time).isGoingLeft, "at \(time): \(walker)")
        }
        #expect(Set(times.map { stage.walker(at: $0).isGoingLeft }).count == 2)
    }

    @Test("the walker turns round at the edges and stays between them, at every size and time")
    func path() throws {
        for (width, height) in [(1280, 720), (720, 1280), (480, 320), (1, 1), (1, 16384), (16384, 1), (192, 108)] {
            let stage = LitStage(width: width, height: height)
            #expect(stage.size.x >= 600 && stage.size.y >= 720)
            for time in Array(stride(from: 0.0, to: 120, by: 0.37)) + [-5, 1e6, 1e9] {
                let x = stage.walker(at: time).origin.x
                #expect(x >= 0 && x + 277 <= stage.size.x, "\(width)×\(height) at \(time): \(x)")
            }
            // Between two times that are close to each other, the walker moves only a little.
            for time in stride(from: 0.0, to: 60, by: 0.05) {
                #expect(abs(stage.walker(at: time).origin.x - stage.walker(at: time + 0.05).origin.x) < 10, "\(width)×\(height) at \(time)")
            }
        }
    }

    @Test("hardly a pixel is white, with a few lamps and with many", arguments: sizes.indices, [3, 24])
    func white(index: Int, lamps: Int) throws {
        let size = sizes[index], device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1),
            demo = try LitDemo(device: device, lamps: lamps)
        for time in times {
            let picture = try driver.render(demo, time: time)
            let white = stride(from: 0, to: picture.bytes.count, by: 4).count { i in (0..<3).allSatisfy { picture.bytes[i + $0] >= 250 } }
            // The lamps themselves are white, so some white pixels are allowed.
            #expect(white * 1000 < size.width * size.height * (2 + lamps), "\(white) pixels at \(time)")
        }
    }

    @Test("pictures of one pixel and of one row or column are drawn", arguments: [(1, 1), (700, 1), (1, 700), (4096, 2)])
    func smallest(width: Int, height: Int) throws {
        let device = Device(.reference), driver = try HeadlessDriver(device: device, size: PixelSize(width: width, height: height), samples: 1),
            demo = try LitDemo(device: device)
        for time in [0, 17.3] { _ = try driver.render(demo, time: time) }
    }
}
