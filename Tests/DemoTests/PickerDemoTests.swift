// The demos picker and arrow: their pictures at three times, and what happens under someone's hands.

import Canvas
import DemoKit
import Foundation
import Raster
import Scenes2D
import TestSupport
import Testing

@Suite("The demo picker") struct PickerDemoTests {
    private let size = PixelSize(width: 236, height: 124)

    @Test("it draws its golden images at three times, on both renderers", arguments: [0, 2.5, 9])
    func golden(time: Double) throws {
        for kind in [Device.Kind.reference, .jit] {
            let device = Device(kind), driver = try HeadlessDriver(device: device, size: size, samples: 1)
            try GoldenImage.expect(driver.render(PickerDemo(device: device), time: time), equals: "picker-\(time)")
        }
    }

    @Test("a colour of the command line stays; without one colours change until one is picked")
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

    @Test("pointer and keys reach the picker, in windows wide and tall; a click on a line copies it")
    func interaction() throws {
        for size in [PixelSize(width: 1180, height: 620), PixelSize(width: 590, height: 310), PixelSize(width: 470, height: 1200)] {
            let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try PickerDemo(device: device, color: .black)
            _ = try driver.render(demo, time: 0)
            let scale = Double(size.width) / (size.width > size.height ? 1180 : 470), field = ColorPicker(frame: Rectangle(x: 36, y: 36, width: 398, height: 548)).layout.field
            func send(_ x: Double, _ y: Double, _ pressed: Bool) throws { try demo.handle(.pointer(x: Float(x * scale), y: Float(Double(size.height) - y * scale), pressed: pressed), at: 0) }
            try send(field.maxX - 1, field.minY + 1, true)
            try send(field.maxX + 60, field.minY - 20, true)
            try send(field.maxX + 60, field.minY - 20, false)
            #expect(demo.color.nearestBytes == SIMD4(255, 0, 0, 255))
            #expect(demo.copiedText == nil)
            // The first line of the list is hexadecimal digits.
            let line = size.width > size.height ? Point(600, 36 + 14 + 13) : Point(200, 616 + 14 + 13)
            try send(line.x, line.y, true)
            try send(line.x, line.y, false)
            #expect(demo.copiedText == "#FF0000")
            for key in "kwvnftc" { try demo.handle(.key(key), at: 1) }
            #expect(demo.color == .white)
            for event in [DemoEvent.wheel(.nan), .wheel(-.infinity), .pointer(x: .nan, y: 0, pressed: true), .tap, .arrow(dx: .max, dy: .min)] { try demo.handle(event, at: 2) }
            _ = try driver.render(demo, time: 2)
        }
    }

    @Test("a text that is no colour ends the program with its place and a remedy")
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

    @Test("the head is dragged to a target, which is chosen by the place where it is let go", arguments: [PixelSize(width: 640, height: 360), PixelSize(width: 200, height: 300)])
    func drag(size: PixelSize) throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try ArrowDemo(device: device, tip: 190)
        let before = try driver.render(demo, time: 0)
        let scale = min(Double(size.width) / 640, Double(size.height) / 360)
        let corner = Point(Double(size.width) - 640 * scale, Double(size.height) - 360 * scale) / 2
        func send(_ x: Double, _ y: Double, _ pressed: Bool) {
            demo.handle(.pointer(x: Float(corner.x + x * scale), y: Float(Double(size.height) - corner.y - y * scale), pressed: pressed), at: 0)
        }
        send(60, 60, true)
        send(60, 200, true)
        send(60, 200, false)
        #expect(demo.released == nil && demo.chosen == nil, "nothing else can be held")
        send(440, 190, true)
        send(440, 60, true)
        #expect(try driver.render(demo, time: 0) != before)
        send(440, 60, false)
        let place = try #require(demo.released)
        #expect(abs(place.x - 450) < 0.01 && abs(place.y - 60) < 0.5 && demo.chosen == 0)
        for _ in 0..<100 { demo.handle(.arrow(dx: 0, dy: -1), at: 1) }
        #expect(demo.chosen == 4 && demo.released?.y == 336, "no further than the scene")
        for event in [DemoEvent.wheel(.nan), .wheel(.infinity), .pointer(x: .nan, y: .nan, pressed: true), .tap, .arrow(dx: 0, dy: .max)] { demo.handle(event, at: 2) }
        _ = try driver.render(demo, time: 2)
    }

    @Test("until it is held the head moves by itself; space holds it")
    func idle() throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try ArrowDemo(device: device)
        #expect(try driver.render(demo, time: 0) != driver.render(demo, time: 1))
        demo.handle(.tap, at: 1)
        #expect(try driver.render(demo, time: 1) == driver.render(demo, time: 2))
    }

    @Test("numbers out of their ranges are refused", arguments: [["--tip", "361"], ["--tip", "nan"], ["--shaft", "0"], ["--shaft", "1e9"]])
    func refused(arguments: [String]) throws { #expect(try run(["arrow"] + arguments).status == 64) }
}
