// The demo lit under someone's hands: lamps are dragged, added and removed; keys change the light.

import DemoKit
import Effects
import Foundation
import Raster
import Testing

private let size = PixelSize(width: 192, height: 108)

/// A demo that is looked at.
private struct Viewing {
    let demo: LitDemo
    let driver: HeadlessDriver

    init(lamps: Int = 1) throws {
        let device = Device(.jit)
        demo = try LitDemo(device: device, lamps: lamps, ambient: 0.3, range: 200, relief: false, shadows: false)
        driver = try HeadlessDriver(device: device, size: size, samples: 1)
        _ = try picture()
    }
    func picture() throws -> Image { try driver.render(demo, time: 0) }
    func send(_ events: DemoEvent...) { for event in events { demo.handle(event, at: 0) } }
}
private func brightness(_ image: Image, _ x: Int, _ y: Int) -> Int {
    (-3...3).map { let c = image[x + $0, 107 - y]; return Int(c.x) + Int(c.y) + Int(c.z) }.reduce(0, +)
}

@Suite("The demo lit") struct LitDemoTests {
    /// Where the first lamp is at time 0, in pixels.
    private let first = (x: Float(96), y: Float(0.83 * 108))

    @Test("a lamp follows the pointer that pressed on it, and stays where it is let go")
    func drag() throws {
        let viewing = try Viewing(), before = try viewing.picture()
        viewing.send(.pointer(x: 30, y: 40, pressed: true), .pointer(x: 40, y: 40, pressed: true), .pointer(x: 40, y: 40, pressed: false))
        #expect(try viewing.picture() == before, "nothing lies where the press was")
        viewing.send(.pointer(x: first.x, y: first.y, pressed: true), .pointer(x: 60, y: 60, pressed: true), .pointer(x: 36, y: 45, pressed: true),
                     .pointer(x: 36, y: 45, pressed: false), .pointer(x: 150, y: 50, pressed: false))
        let after = try viewing.picture()
        #expect(brightness(after, 36, 45) > brightness(before, 36, 45) + 1000 && brightness(after, 96, 90) < brightness(before, 96, 90) - 1000)
        viewing.send(.key("m"))
        #expect(try viewing.picture() == before, "it moves again as if it had never been dragged")
    }

    @Test("a lamp is added at the pointer, and the nearest one is removed")
    func addAndRemove() throws {
        let viewing = try Viewing(), before = try viewing.picture()
        viewing.send(.pointer(x: 30, y: 60, pressed: false), .key("n"))
        let two = try viewing.picture()
        #expect(brightness(two, 30, 60) > brightness(before, 30, 60) + 1000)
        viewing.send(.key("x"))
        #expect(try viewing.picture() == before)
        viewing.send(.key("x"), .key("x"), .key("x"))
        let none = try viewing.picture()
        // Without lamps the wall is shown as it is, not in the dark.
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
}
