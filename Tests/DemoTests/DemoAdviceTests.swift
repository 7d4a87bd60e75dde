// Checks what framescope says about frames of the demos: framescope gives no advice, and finds costs at the expected places.

import DemoKit
import Effects
import Foundation
import FrameCapture
import Models
import Raster
import Scenes2D
import TestSupport
import Testing

private struct CapturedDemo {
    let capture: Capture
    var frame: CapturedFrame { capture.frames[0] }

    /// Captures the frame that the command line draws by default.
    init(_ name: String, time: Double = 0, size: PixelSize = PixelSize(width: 320, height: 180), _ make: (Device) throws -> any Demo) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("advice-\(name)-\(UUID().uuidString).rcap").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let device = Device(.jit), demo = try make(device)
        let driver = try HeadlessDriver(device: device, size: size, samples: demo.gainsFromSamples ? 4 : 1, capture: CapturedDemoFrame(path: path, number: 0))
        _ = try driver.render(demo, time: time)
        capture = try Capture(contentsOf: path)
    }
}

private let advisedDemos: [(name: String, time: Double, make: @Sendable (Device) throws -> any Demo)] = [
    ("triangles", 0, { try TrianglesDemo(device: $0) }), ("textured", 0, { try TexturedDemo(device: $0) }), ("materials", 0, { try MaterialsDemo(device: $0) }),
    ("shader", 0, { try ShaderViewer(device: $0, path: "plasma") }),
    ("model", 0, { try ModelViewer(device: $0, model: .load(packageFolder.appendingPathComponent("Examples/island.glb").path)) }),
    ("lit", 2.4, { try LitDemo(device: $0) }), ("filters", 0, { try FiltersDemo(device: $0, chain: Filter.chain("bloom | vignette | pixellate(5)")) }),
    ("fluid", 0.1, { try FluidDemo(device: $0, rows: 16) }),
    ("frames", 0, { try FramesDemo(device: $0, count: 3) }), ("swipe3d", 0, { try Swipe3DDemo(device: $0, cubeSize: 64) }),
    ("segues", 0, { try SeguesDemo(device: $0, from: SegueScreens.overview, to: SegueScreens.photo) }),
    ("rope", 1.3, { try RopeDemo(device: $0) }), ("drop-shapes", 7, { try DropShapesDemo(device: $0) }), ("vine", 6, { try VineDemo(device: $0) }),
    ("picker", 0, { try PickerDemo(device: $0) }), ("graphs", 4, { try GraphsDemo(device: $0) }), ("arrow", 0, { try ArrowDemo(device: $0) }),
    ("emitter", 2.4, { try EmitterDemo(device: $0) }), ("fractal", 0, { try FractalDemo(device: $0) }),
]

@Test("framescope advise finds nothing in a demo's frame", arguments: advisedDemos.indices)
func demosAreAdvisedNothing(index: Int) throws {
    let (name, time, make) = advisedDemos[index], demo = try CapturedDemo(name, time: time, make)
    // The draws from these source files blend even if all colours are opaque: a canvas has one pipeline for all fills, and a chain
    // of filters may output any alpha.
    let blends = ["CanvasRenderer.swift"] + (name == "filters" ? ["SpritePass.swift"] : [])
    let findings = try demo.capture.findings(in: demo.frame).filter { finding in
        // At this time the front of the gallery's cloth hides the back completely, so the draw of the back has no effect. The finding
        // `drawWithoutEffect` is expected.
        if name == "segues", finding.name == .drawWithoutEffect, finding.draws == [3] { return false }
        // The mip levels of the surroundings end at the level for the roughest surfaces, so the mip chain is not complete. The finding
        // `mipmappingWithoutChain` is expected.
        if name == "model", finding.name == .mipmappingWithoutChain { return false }
        return !(finding.name == .blendingWithoutEffect && blends.contains { finding.site.hasPrefix($0) })
    }
    #expect(findings.isEmpty, "\(name): \(findings.map { "\($0.name.rawValue), \($0.site) \($0.draws): \($0.finding)" })")
}

@Test("the cost of a lit picture includes its wall, and everything that its passes execute")
func litCost() throws {
    let size = PixelSize(width: 160, height: 90), demo = try CapturedDemo("lit", time: 2.4, size: size) { try LitDemo(device: $0) }
    let image = try #require(demo.capture.overlays([.cost], of: demo.frame).first), numbers = try #require(image.numbers)
    #expect(image.isProven && numbers.width == 160 && numbers.values.allSatisfy { $0 > 100 }, "no pixel is free")
    let subject = try #require(image.subject)
    #expect(subject.leftOut.isEmpty && Set(subject.passes.map(\.label)).isSuperset(of: ["wall", "figure", "relief", "light", "scene"]),
            "\(subject.description)")
    // Counts the operations of the frame with a profile. The overlay's count is only roughly equal to the profile's count, because the
    // profile also counts parts of intermediate images that no pixel of the picture shows.
    let executed = try demo.capture.profile(demo.frame).entries(by: .shader).filter { $0.stage == .fragment }.reduce(0) { $0 + Double($1.numbers.operations) }
    let shown = numbers.values.reduce(0, +)
    #expect(shown > 0.8 * executed && shown < 1.2 * executed, "\(shown) of \(executed)")
}

@Test("an X-ray of a lit picture follows the counts through its passes, and says so", arguments: [XRay.Look.cost, .overdraw])
func litXRay(look: XRay.Look) throws {
    let device = Device(.jit), demo = try LitDemo(device: device), picture = try device.makeFramebuffer(width: 320, height: 180),
        xray = try XRay(device: device, look: look, isOn: true)
    _ = try xray.draw(demo, time: 2.4, number: 0, over: picture)
    #expect(xray.values.count == xray.size.width * xray.size.height && xray.values.allSatisfy { $0 > (look == .cost ? 100 : 1) })
    #expect(xray.subject?.hasPrefix("counted: ") == true && xray.passes.counted.count > 5, "\(xray.subject ?? "")")
    // The counts of the X-ray equal the counts of a captured frame that is drawn at the X-ray's size.
    let captured = try CapturedDemo("xray", time: 2.4, size: PixelSize(width: xray.size.width, height: xray.size.height)) { try LitDemo(device: $0) }
    let numbers = try #require(captured.capture.overlays([look == .cost ? .cost : .overdraw], of: captured.frame).first?.numbers)
    let width = xray.size.width, values = xray.values
    let rows = (0..<xray.size.height).reversed().map { row in values[(row * width)..<((row + 1) * width)] }
    #expect(Array(rows.joined()) == numbers.values)
}
