// The demos picker and arrow: their pictures at three times, and user input.

import Canvas
import DemoKit
import Foundation
import Raster
import Scenes2D
import TestSupport
import Testing
import Window

@Suite("The demo picker") struct PickerDemoTests {
    private let size = PixelSize(width: 236, height: 124)

    @Test("it draws its golden images at three times, on both renderers", arguments: [0, 2.5, 9])
    func golden(time: Double) throws {
        for kind in [Device.Kind.reference, .jit] {
            let device = Device(kind), driver = try HeadlessDriver(device: device, size: size, samples: 1)
            try GoldenImage.expect(driver.render(PickerDemo(device: device), time: time), equals: "picker-\(time)")
        }
    }

    @Test("a colour from the command line stays; without this option colours change until the user picks one")
    func color() throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1)
        let fixed = try PickerDemo(device: device, color: Color(text: "tomato")), free = try PickerDemo(device: device)
        let first = try driver.render(fixed, time: 0)
        #expect(fixed.color.nearestBytes == SIMD4(255, 99, 71, 255))
        #expect(try driver.render(fixed, time: 5) == first)
        #expect(try driver.render(free, time: 0) != driver.render(free, time: 5))
        try free.handle(.arrow(dx: 1, dy: 0), at: 5)
        let picked = free.color
        _ = try driver.render(free, time: 7)
        #expect(free.color == picked)
    }

    @Test("pointer and keys reach the picker, in wide and tall windows; a click on a line copies it")
    func interaction() throws {
        for size in [PixelSize(width: 1180, height: 620), PixelSize(width: 590, height: 310), PixelSize(width: 470, height: 1200)] {
            let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try PickerDemo(device: device, color: .black)
            _ = try driver.render(demo, time: 0)
            let scale = Double(size.width) / demo.scene.width, field = demo.parts.field
            func send(_ x: Double, _ y: Double, _ pressed: Bool) throws {
                try demo.handle(.pointer(x: Float(x * scale), y: Float(Double(size.height) - y * scale), pressed: pressed), at: 0)
            }
            try send(field.maxX - 1, field.minY + 1, true)
            try send(field.maxX + 60, field.minY - 20, true)
            try send(field.maxX + 60, field.minY - 20, false)
            #expect(demo.color.nearestBytes == SIMD4(255, 0, 0, 255))
            #expect(demo.copiedText == nil)
            // The first line of the list shows the colour in hexadecimal digits.
            let line = try #require(demo.rows.first).frame.center
            try send(line.x, line.y, true)
            try send(line.x, line.y, false)
            #expect(demo.copiedText == "#FF0000")
            for key in "kwvnftc" { try demo.handle(.key(key), at: 1) }
            #expect(demo.color == .white)
            for event in [DemoEvent.wheel(.nan), .wheel(-.infinity), .pointer(x: .nan, y: 0, pressed: true), .tap, .arrow(dx: .max, dy: .min)] {
                try demo.handle(event, at: 2)
            }
            _ = try driver.render(demo, time: 2)
        }
    }

    @Test("letters are readable in windows of any shape: at least nine pixels high and of the same size in all rows; each row has the name of its form, and lies within the list",
          arguments: [
        PixelSize(width: 480, height: 320), PixelSize(width: 720, height: 1280), PixelSize(width: 1280, height: 720), PixelSize(width: 320, height: 480),
        PixelSize(width: 360, height: 640), PixelSize(width: 640, height: 360),
        PixelSize(width: 500, height: 500), PixelSize(width: 300, height: 300), PixelSize(width: 1900, height: 400)])
    func legible(size: PixelSize) throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1)
        func holds(_ a: Rectangle, _ b: Rectangle) -> Bool {
            b.minX > a.minX - 1e-6 && b.minY > a.minY - 1e-6 && b.maxX < a.maxX + 1e-6 && b.maxY < a.maxY + 1e-6
        }
        // A grey that has a name is shown in all forms of text; an orange without a name is shown in fewer forms.
        for name in ["gray", "#ee8b43"] {
            let demo = try PickerDemo(device: device, color: Color(text: name))
            _ = try driver.render(demo, time: 0)
            let scale = min(Double(size.width) / demo.scene.width, Double(size.height) / demo.scene.height),
                scene = Rectangle(x: 0, y: 0, width: demo.scene.width, height: demo.scene.height)
            // The numbers beside the sliders are the smallest text. These numbers are eleven points high.
            #expect(scale * 11 >= 9, "\(scale) pixels a point")
            #expect(holds(scene, demo.parts.text) && holds(scene, demo.parts.field))
            guard let list = demo.list else {
                #expect(demo.rows.isEmpty && size.width == 300)
                continue
            }
            #expect(holds(scene, list) && demo.rows.count >= 2)
            for row in demo.rows {
                let title = Rectangle(x: row.titleCorner.x, y: row.titleCorner.y, width: row.title.bounds.width, height: row.title.bounds.height)
                let text = Rectangle(x: row.textCorner.x, y: row.textCorner.y, width: row.text.lines.map(\.width).max() ?? 0, height: row.text.bounds.height)
                #expect(row.text.lines[0].height == demo.rows[0].text.lines[0].height && row.text.lines[0].height * scale > 9)
                #expect(holds(list, row.frame) && holds(row.frame, title) && holds(row.frame, text), "\(row.format) at \(size)")
                #expect(title.maxX <= text.minX || title.maxY <= text.minY + 1e-6, "\(row.format) at \(size)")
            }
            for (row, next) in zip(demo.rows, demo.rows.dropFirst()) { #expect(next.frame.y >= row.frame.maxY - 1e-6) }
            // The list shows the row of the chosen form, even if only a few rows fit.
            for _ in 0..<6 { try demo.handle(.key("t"), at: 0) }
            _ = try driver.render(demo, time: 0)
            #expect(demo.rows.contains { $0.format == demo.format })
        }
    }

    @Test("typed text goes to the pressed field: Return accepts, Escape cancels, Ctrl-V pastes, Tab goes to the next field; other keys are no shortcuts while the user types")
    func typing() throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: PixelSize(width: 1180, height: 620), samples: 1),
            demo = try PickerDemo(device: device, color: .black)
        _ = try driver.render(demo, time: 0)
        let layout = ColorPicker(frame: Rectangle(x: 36, y: 36, width: 398, height: 548)).layout
        func press(_ place: Point) throws {
            for pressed in [true, false] { try demo.handle(.pointer(x: Float(place.x), y: Float(620 - place.y), pressed: pressed), at: 0) }
        }
        func edit(_ key: EditKey, selects: Bool = false, byWord: Bool = false) throws { try demo.handle(.edit(key, selects: selects, byWord: byWord), at: 0) }
        #expect(!demo.takesText)
        try press(layout.text.center)
        #expect(demo.takesText)
        let idle = try driver.render(demo, time: 0)
        for character in "hsl(120 100% 50%)" { try demo.handle(.text(String(character)), at: 0) }
        #expect(demo.color.nearestBytes == SIMD4(0, 255, 0, 255))
        #expect(try driver.render(demo, time: 0) != idle)
        try edit(.enter)
        #expect(!demo.takesText && demo.color.nearestBytes == SIMD4(0, 255, 0, 255))
        // An error is shown, and Escape restores the text.
        try press(layout.text.center)
        try demo.handle(.text("tomatoe"), at: 0)
        let wrong = try driver.render(demo, time: 0)
        try edit(.enter)
        #expect(demo.takesText)
        #expect(try driver.render(demo, time: 0) != wrong, "the field turns red")
        try edit(.backspace)
        #expect(demo.color.nearestBytes == SIMD4(255, 99, 71, 255))
        try edit(.selectAll)
        try edit(.copy)
        #expect(demo.copiedText == "tomato")
        try edit(.escape)
        #expect(!demo.takesText && demo.color.nearestBytes == SIMD4(0, 255, 0, 255))
        try press(layout.hue.number.center)
        try demo.handle(.text("0"), at: 0)
        try edit(.tab)
        try demo.handle(.text("50"), at: 0)
        try edit(.enter)
        #expect(demo.color.nearestBytes == SIMD4(255, 0, 0, 128))
        try press(layout.text.center)
        try edit(.paste)
        #expect(demo.color.nearestBytes == SIMD4(255, 99, 71, 255), "what was copied")
        for key in EditKey.allCases { try edit(key, selects: true, byWord: true) }
        _ = try driver.render(demo, time: 0)
    }

    @Test("while a user types in a window, keys enter and edit text, also with Ctrl and Shift, and are no shortcuts")
    func keys() {
        var input = TypingInput()
        func send(_ event: WindowEvent) -> [DemoEvent]? {
            input.follow(event)
            return input.translate(event)
        }
        #expect(send(.keyDown("3", isRepeat: false)) == [] && send(.text("#")) == [.text("#")] && send(.keyDown("Space", isRepeat: false)) == [])
        #expect(send(.keyDown("Backspace", isRepeat: true)) == [.edit(.backspace, selects: false, byWord: false)])
        #expect(send(.keyDown("Left Shift", isRepeat: false)) == [] && send(.keyDown("Left", isRepeat: false)) == [.edit(.left, selects: true, byWord: false)])
        #expect(send(.keyDown("Left Ctrl", isRepeat: false)) == [] && send(.keyDown("Left", isRepeat: false)) == [.edit(.left, selects: true, byWord: true)])
        #expect(send(.keyDown("V", isRepeat: false)) == [.edit(.paste, selects: false, byWord: false)] && send(.text("v")) == [])
        _ = send(.keyUp("Left Ctrl"))
        #expect(send(.keyDown("V", isRepeat: false)) == [] && send(.text("V")) == [.text("V")])
        input.keep([])
        #expect(send(.keyDown("End", isRepeat: false)) == [.edit(.end, selects: false, byWord: false)])
        #expect(send(.keyDown("F12", isRepeat: false)) == nil && send(.mouseUp(.left, x: 0, y: 0)) == nil && send(.wheel(x: 0, y: 1)) == nil)
        #expect(send(.keyDown("F", isRepeat: false)) == [])
    }

    @Test("a text that is no colour ends the program with the place of the error and a correction")
    func refused() throws {
        let result = try run(["picker", "--color", "rgb(1, 2)", "--size", "16x9", "--png", "-"])
        #expect(result.status == 1 && result.errors.contains("colour 'rgb(1, 2)', character 9: has 2 components"))
    }
}

@Suite("The demo arrow") struct ArrowDemoTests {
    private let size = PixelSize(width: 192, height: 108)

    @Test("it draws its golden images at three times, on both renderers", arguments: [0, 1.2, 3])
    func golden(time: Double) throws {
        for kind in [Device.Kind.reference, .jit] {
            let device = Device(kind), driver = try HeadlessDriver(device: device, size: size, samples: 1)
            try GoldenImage.expect(driver.render(ArrowDemo(device: device), time: time), equals: "arrow-\(time)")
        }
    }

    @Test("both texts can be dragged, in wide and tall pictures; the arrow follows them and covers neither",
          arguments: [PixelSize(width: 640, height: 360), PixelSize(width: 180, height: 320), PixelSize(width: 480, height: 320)])
    func drag(size: PixelSize) throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try ArrowDemo(device: device, tip: 190)
        let before = try driver.render(demo, time: 0), isWide = size.width >= size.height
        let scale = min(Double(size.width) / (isWide ? 640 : 360), Double(size.height) / (isWide ? 360 : 640))
        let corner = Point(Double(size.width) - (isWide ? 640 : 360) * scale, Double(size.height) - (isWide ? 360 : 640) * scale) / 2
        func send(_ place: Point, _ pressed: Bool) {
            demo.handle(.pointer(x: Float(corner.x + place.x * scale), y: Float(Double(size.height) - corner.y - place.y * scale), pressed: pressed), at: 0)
        }
        func check(_ comment: String) throws {
            let arrow = demo.connection, drawn = try #require(arrow.path.transformed(by: arrow.transform).bounds)
            for box in [demo.frame(of: 0), demo.frame(of: 1)] {
                #expect(!(drawn.minX < box.maxX && box.minX < drawn.maxX && drawn.minY < box.maxY && box.minY < drawn.maxY),
                        "\(comment): \(drawn) covers \(box)")
            }
            #expect(max(drawn.width, drawn.height) > 50, "\(comment): there is an arrow")
        }
        try check("at first")
        for number in [0, 1] {
            var random = SplitMix64(seed: UInt64(number))
            for _ in 0..<60 {
                let start = demo.frame(of: number).center
                send(start, true)
                for _ in 0..<3 {
                    send(Point(Double(random.floatUnit()) * 700 - 30, Double(random.floatUnit()) * 700 - 30), true)
                    try check("text \(number)")
                }
                send(start, false)
            }
        }
        #expect(try driver.render(demo, time: 0) != before)
        for event in [DemoEvent.wheel(.nan), .wheel(.infinity), .pointer(x: .nan, y: .nan, pressed: true), .tap, .arrow(dx: 0, dy: .max),
                      .arrow(dx: .min, dy: .min)] {
            demo.handle(event, at: 2)
        }
        _ = try driver.render(demo, time: 2)
        try check("after odd events")
    }

    @Test("a text that is dragged under the panel is shown completely beside the panel, and returns to its place when the panel is hidden",
          arguments: [PixelSize(width: 1280, height: 720), PixelSize(width: 720, height: 1280), PixelSize(width: 640, height: 480)])
    func panel(size: PixelSize) throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try ArrowDemo(device: device, tip: 190)
        // The panel covers a part of the picture at the lower left. The panel's y is measured in pixels from the lower edge.
        let panel = PixelRect(x: 16, y: size.height / 2 - 150, width: 300, height: 140)
        demo.panelCovers(panel)
        _ = try driver.render(demo, time: 0)
        let isWide = size.width >= size.height, scale = min(Double(size.width) / (isWide ? 640 : 360), Double(size.height) / (isWide ? 360 : 640))
        let corner = Point(Double(size.width) - (isWide ? 640 : 360) * scale, Double(size.height) - (isWide ? 360 : 640) * scale) / 2
        let hidden = Rectangle(x: (Double(panel.x) - corner.x) / scale, y: (Double(size.height - panel.y - panel.height) - corner.y) / scale,
                               width: Double(panel.width) / scale, height: Double(panel.height) / scale)
        func send(_ place: Point, _ pressed: Bool) {
            demo.handle(.pointer(x: Float(corner.x + place.x * scale), y: Float(Double(size.height) - corner.y - place.y * scale), pressed: pressed), at: 0)
        }
        for number in [0, 1] {
            let start = demo.frame(of: number).center
            send(start, true)
            for step in 0...20 {
                send(start + (hidden.center - start) * (Double(step) / 20), true)
                for box in [demo.frame(of: 0), demo.frame(of: 1)] {
                    #expect(box.intersection(hidden)?.isEmpty ?? true, "text \(number), step \(step): \(box) is under \(hidden)")
                }
            }
            let beside = demo.frame(of: number)
            demo.panelCovers(nil)
            #expect(demo.frame(of: number) != beside && demo.frame(of: number).intersection(hidden) != nil)
            demo.panelCovers(panel)
            send(start, true)
            send(start, false)
        }
    }

    @Test("the second text moves by itself until a click stops it")
    func idle() throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try ArrowDemo(device: device)
        #expect(try driver.render(demo, time: 0) != driver.render(demo, time: 1))
        demo.handle(.tap, at: 1)
        #expect(try driver.render(demo, time: 1) == driver.render(demo, time: 2))
    }

    @Test("numbers outside of their ranges are refused", arguments: [["--tip", "361"], ["--tip", "nan"], ["--shaft", "0"], ["--shaft", "1e9"]])
    func refused(arguments: [String]) throws { #expect(try run(["arrow"] + arguments).status == 64) }
}
