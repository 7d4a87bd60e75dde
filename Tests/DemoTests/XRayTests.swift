// Compares the demos' X-ray with the overlays of a capture of the same frame. The overlays are counted on the reference renderer.

import DemoKit
import Foundation
import FrameCapture
import Panels
import Raster
import Testing

private final class CaptureFile {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("xray-\(UUID().uuidString).rcap").path
    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite("X-ray") struct XRayTests {
    private static let demos: [(name: String, make: @Sendable (Device) throws -> any Demo)] = [
        ("triangles", { try TrianglesDemo(device: $0, mode: .lit) }), ("swipe3d", { try Swipe3DDemo(device: $0, cubeSize: 16) }),
        ("textured", { try TexturedDemo(device: $0) }),
    ]
    private func numbers(_ overlay: Overlay, of demo: any Demo, _ device: Device, width: Int, height: Int) throws -> [Double] {
        let file = CaptureFile()
        _ = try HeadlessDriver(device: device, size: PixelSize(width: width, height: height), samples: 1,
                               capture: CapturedDemoFrame(path: file.path, number: 0)).render(demo, time: 1)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        let last = try #require(frame.draws.last)
        let numbers: PixelNumbers
        if overlay == .depth {
            let replayer = try Replayer(frame, of: capture, on: Device(.jit))
            try replayer.run()
            numbers = try replayer.numbers(.depth, of: last)
        } else {
            numbers = try #require(capture.overlay(overlay, of: last, in: frame, scope: .frame).numbers)
        }
        return (0..<height).reversed().flatMap { numbers.values[($0 * width)..<(($0 + 1) * width)] }
    }

    @Test("the X-ray shows the same counts as the overlays of a capture of the frame", arguments: demos.indices, XRay.Look.allCases)
    func looks(index: Int, look: XRay.Look) throws {
        let device = Device(.jit), demo = try XRayTests.demos[index].make(device), picture = try device.makeFramebuffer(width: 96, height: 64)
        let xray = try XRay(device: device, look: look, isOn: true)
        _ = try xray.draw(demo, time: 1, number: 0, over: picture)
        let size = xray.size
        // The draws into a shadow map are not counted in the stencil buffer of the picture, because the shadow map is a separate
        // image.
        let isFollowed = look == .cost || (look == .overdraw && XRayTests.demos[index].name == "textured")
        #expect(isFollowed ? size == (24, 16) : size == (96, 64))
        let overlay: Overlay = switch look {
        case .wireframe: .wireframe
        case .overdraw: .overdraw
        case .depth: .depth
        case .cost: .cost
        }
        let expected = try numbers(overlay, of: demo, device, width: size.width, height: size.height)
        let found = xray.values.map { $0.isNaN ? 1 : $0 }
        #expect(found == expected)
        #expect(Set(expected).count > 1 && found.count == size.width * size.height)
    }

    @Test("the X-ray's panel has a list of all looks, which the mouse can use, and a slider that fades to the picture") func choices() throws {
        let device = Device(.jit), context = try PanelContext(device: device), xray = try XRay(device: device, look: .wireframe, isOn: true)
        func update(_ events: [PanelEvent] = []) throws {
            try context.update(width: 360, height: 400, delta: 1.0 / 60, events: events) { panel in
                panel.window("X-ray", x: 0, y: 0, width: 300) { xray.addOptions(to: panel) }
            }
        }
        for _ in 0..<2 { try update() }
        /// Presses at one place and releases at another place, in points from the upper left.
        func drag(from start: SIMD2<Float>, to end: SIMD2<Float>) throws {
            try update([.pointerMoved(x: start.x, y: 400 - start.y)])
            try update([.buttonDown(.left)])
            try update([.pointerMoved(x: end.x, y: 400 - end.y)])
            try update([.buttonUp(.left)])
            try update()
        }
        // The list is in the first row and opens below this row. Clicks at points further and further down find all looks in order.
        let row = SIMD2<Float>(80, 41)
        var found: [XRay.Look] = []
        for below in stride(from: Float(24), to: 110, by: 4) {
            xray.look = .cost
            try drag(from: row, to: row)
            let entry = row + SIMD2(0, below)
            try drag(from: entry, to: entry)
            if xray.look != found.last { found.append(xray.look) }
            // A press outside of the list closes the list.
            try drag(from: SIMD2(350, 390), to: SIMD2(350, 390))
        }
        #expect(found.prefix(4) == [.wireframe, .overdraw, .depth, .cost] && found.count == 4, "\(found)")
        let slider = row + SIMD2(0, 26)
        for (x, fade) in [(-200, -1), (600, 1)] as [(Float, Float)] {
            try drag(from: slider, to: SIMD2(x, slider.y))
            #expect(xray.fade == fade)
        }
    }

    @Test("the X-ray fades from the picture to the overlay, and back to the picture")
    func fade() throws {
        let device = Device(.jit), demo = try TrianglesDemo(device: device, mode: .lit)
        let picture = try device.makeFramebuffer(width: 48, height: 32, color: [.rgba8], depth: .depth32Float)
        var encoder = device.makeCommandEncoder()
        try demo.draw(Frame(target: picture, time: 1), into: &encoder)
        try device.submit(encoder)
        let plain = try picture.readImage(), xray = try XRay(device: device, look: .overdraw, fade: 1)
        #expect(!xray.isVisible && !xray.advance(1))
        #expect(try xray.draw(demo, time: 1, number: 0, over: picture).readImage() == plain)
        xray.toggle()
        #expect(xray.isVisible && xray.advance(0.1) && xray.shownFade > -1 && xray.shownFade < 1)
        while xray.advance(0.1) {}
        let whole = try xray.draw(demo, time: 1, number: 0, over: picture).readImage()
        let place = try #require(xray.values.indices.first { xray.values[$0] > 0 })
        let pixel = whole[place % 48, 31 - place / 48],
            color = OverlayScale.ramp(minimum: 1, maximum: xray.values.max() ?? 1, isLogarithmic: false).color(xray.values[place])
        #expect(SIMD3(pixel.x, pixel.y, pixel.z) == color)
        xray.fade = 0
        while xray.advance(0.1) {}
        let half = try xray.draw(demo, time: 1, number: 0, over: picture).readImage()
        #expect(zip(half.bytes, zip(plain.bytes, whole.bytes)).allSatisfy { abs(Int($0) - (Int($1.0) + Int($1.1)) / 2) <= 1 })
        xray.toggle()
        while xray.advance(0.1) {}
        #expect(!xray.isVisible)
    }

    @Test("the X-ray's panel explains the colours, with and without options of the demo")
    func panel() throws {
        let device = Device(.jit), demo = try TrianglesDemo(device: device, mode: .lit), size = PixelSize(width: 640, height: 400)
        func picture(_ xray: XRay?) throws -> Image {
            let panel = try DemoPanel(device: device, title: "triangles")
            return try HeadlessDriver(device: device, size: size, samples: 1, xray: xray).render(demo, time: 1, panel: panel)
        }
        let without = try picture(nil), with = try picture(XRay(device: device, look: .overdraw, isOn: true))
        // The panel is at the upper right, which is dark without the demo's own panel.
        func brightness(_ image: Image) -> Int { (340..<620).reduce(0) { $0 + Int(image[$1, 30].x) + Int(image[$1, 30].y) } }
        #expect(with != without && brightness(with) != brightness(without))
    }
}
