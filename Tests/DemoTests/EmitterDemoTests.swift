// The demo emitter: its pictures at three times, and dragging the stream.

import Canvas
import DemoKit
import Foundation
import Raster
import Scenes2D
import TestSupport
import Testing

private let size = PixelSize(width: 192, height: 108)

@Suite("The demo emitter") struct EmitterDemoTests {
    private func picture(_ demo: EmitterDemo, _ driver: HeadlessDriver, _ time: Double) throws -> Image { try driver.render(demo, time: time) }

    @Test("the demo draws its golden images at three times, on both renderers", arguments: [0.4, 1.3, 2.4])
    func golden(time: Double) throws {
        for kind in [Device.Kind.reference, .jit] {
            let device = Device(kind), driver = try HeadlessDriver(device: device, size: size, samples: 1)
            try GoldenImage.expect(picture(EmitterDemo(device: device), driver, time), equals: "emitter-\(time)")
        }
    }

    @Test("the whole spiral fits into and fills wide and tall pictures, and is bright and coloured",
          arguments: [PixelSize(width: 192, height: 108), PixelSize(width: 108, height: 192), PixelSize(width: 120, height: 80)], EmitterDemo.Look.allCases)
    func fits(size: PixelSize, look: EmitterDemo.Look) throws {
        let device = Device(.jit), image = try HeadlessDriver(device: device, size: size, samples: 1).render(EmitterDemo(device: device, look: look), time: 2.4)
        func light(_ x: Int, _ y: Int) -> Int { Int(max(image[x, y].x, image[x, y].y, image[x, y].z)) }
        func isColoured(_ x: Int, _ y: Int) -> Bool { light(x, y) - Int(min(image[x, y].x, image[x, y].y, image[x, y].z)) > 70 }
        let bright = (0..<size.height).flatMap { y in (0..<size.width).filter { light($0, y) > 160 }.map { (x: $0, y: y) } }
        let xs = bright.map(\.x), ys = bright.map(\.y), extent = min(size.width, size.height), middle = (size.width / 2, size.height / 2)
        let left = try middle.0 - #require(xs.min()), right = try #require(xs.max()) - middle.0, up = try middle.1 - #require(ys.min()),
            down = try #require(ys.max()) - middle.1
        // No bright pixel touches an edge of the picture.
        #expect(xs.allSatisfy { (1..<size.width - 1).contains($0) } && ys.allSatisfy { (1..<size.height - 1).contains($0) },
                "\(left) to the left, \(right) to the right, \(up) up, \(down) down")
        #expect(max(left, right) > extent * 3 / 8 && max(up, down) > extent * 3 / 8)
        #expect(bright.count > extent * extent / 40, "\(bright.count) bright pixels")
        #expect((0..<size.height).reduce(0) { sum, y in sum + (0..<size.width).count { isColoured($0, y) } } > extent * extent / 40)
    }

    @Test("a drag moves the stream; a click stops it; another click starts it where it would be without the stop; the wheel and keys change it")
    func interaction() throws {
        let device = Device(.reference), driver = try HeadlessDriver(device: device, size: size, samples: 1), demo = try EmitterDemo(device: device)
        let before = try picture(demo, driver, 3)
        func send(_ events: DemoEvent..., at time: Double = 3) { for event in events { demo.handle(event, at: time) } }
        send(.pointer(x: 90, y: 50, pressed: false), .pointer(x: 100, y: 60, pressed: true), .pointer(x: 110, y: 65, pressed: true),
             .pointer(x: 110, y: 65, pressed: false), .pointer(x: 0, y: 0, pressed: false))
        let moved = try picture(demo, driver, 3)
        // The picture after the drag is the picture before the drag, moved by ten pixels to the right and five pixels up.
        #expect(moved != before)
        for (x, y) in [(96, 54), (80, 40), (110, 70)] { #expect(moved[x + 10, y - 5] == before[x, y]) }
        send(.pointer(x: 110, y: 65, pressed: true), .pointer(x: 100, y: 60, pressed: true), .pointer(x: 100, y: 60, pressed: false))
        #expect(try picture(demo, driver, 3) == before)

        send(.tap, at: 4)
        let dark = try picture(demo, driver, 5)
        #expect((0..<size.height).allSatisfy { dark[96, $0] == dark[0, 0] }, "nothing is left of the stream")
        send(.tap, at: 6)
        #expect(try picture(demo, driver, 8) == picture(EmitterDemo(device: device), driver, 8))
        for event in [DemoEvent.wheel(3), .arrow(dx: 1, dy: 0), .arrow(dx: 0, dy: -1), .key("l")] {
            let last = try picture(demo, driver, 8)
            send(event)
            #expect(try picture(demo, driver, 8) != last, "\(event)")
        }
        send(.wheel(.infinity), .wheel(.nan), .pointer(x: .nan, y: .infinity, pressed: true), .pointer(x: 5, y: 5, pressed: true),
             .arrow(dx: 1_000_000, dy: -1_000_000))
        _ = try picture(demo, driver, 9)
    }

    @Test("numbers outside of their ranges and texts that are no colour are refused")
    func refused() throws {
        func errors(_ arguments: String...) throws -> String {
            let result = try run(["emitter"] + arguments + ["--size", "16x9", "--png", "/dev/null/x.png"])
            #expect(result.status != 0)
            return result.errors
        }
        #expect(try errors("--count", "-1").contains("--count must be between 0 and 20000, not -1."))
        #expect(try errors("--cycle", "0").contains("--cycle must be between 0.05 and 60"))
        #expect(try errors("--rotator", "nan").contains("--rotator must be between -7 and 7"))
        #expect(try errors("--offsets", "1,2").contains("--offsets"))
        #expect(try errors("--color", "oragne").contains("did you mean 'orange'?"))
    }
}
