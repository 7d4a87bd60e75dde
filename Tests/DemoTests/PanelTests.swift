// The demos' panels: the events that panels take, the effect of widgets on the demo, and pictures of panels.

import DemoKit
import Effects
import Foundation
import Models
import Panels
import Raster
import Scenes2D
import TestSupport
import Testing
import Window

private let size = PixelSize(width: 400, height: 300)

/// A demo with an option that is clicked and an option that is typed.
private final class Probe: Demo {
    var isOn = false
    var level: Float = 0.5
    func draw(_ frame: Frame, into encoder: inout CommandEncoder) throws {
        encoder.render(to: frame.target, clear: .color(0, 0.2, 0.1, 1)) { _ in }
    }
    static let hasOptions = true
    func addOptions(to panel: PanelBuilder, at time: Double) {
        panel.checkbox("on", &isOn)
        panel.slider("level", &level, in: 0...1)
    }
}

/// A panel over a probe. The demo gets events and is drawn as in a window.
private final class Session {
    let probe = Probe()
    let panel: DemoPanel
    var router = PanelEventRouter()

    init() throws {
        panel = try DemoPanel(device: Device(.reference), title: "probe", width: 200)
        for _ in 0..<2 { try frame([]) }
    }
    func frame(_ events: [PanelEvent]) throws {
        try panel.update(probe, width: size.width, height: size.height, delta: 1.0 / 60, time: 0, events: events)
    }
    /// Sends one event, and returns whether the demo also gets the event.
    @discardableResult func send(_ event: WindowEvent) throws -> Bool {
        let (events, isForDemo) = router.route(event, panel: panel)
        try frame(events)
        return isForDemo
    }
}
/// Positions: on the panel's checkbox (`overPanel`), on the slider (`overSlider`), and outside of the panel (`beside`).
private let overPanel = (x: Float(40), y: Float(300 - 57)), overSlider = (x: Float(60), y: Float(300 - 83)), beside = (x: Float(350), y: Float(50))

@Test("events over the panel do not reach the demo, others do")
func panelTakesEvents() throws {
    let session = try Session()
    #expect(try !session.send(.mouseMoved(x: overPanel.x, y: overPanel.y, dx: 1, dy: 1)))
    #expect(try !session.send(.mouseDown(.left, x: overPanel.x, y: overPanel.y)))
    #expect(try !session.send(.mouseUp(.left, x: overPanel.x, y: overPanel.y)))
    #expect(try !session.send(.wheel(x: 0, y: 1)))
    #expect(session.probe.isOn, "the checkbox was clicked")
    #expect(try session.send(.mouseMoved(x: beside.x, y: beside.y, dx: 1, dy: 1)))
    #expect(try session.send(.mouseDown(.left, x: beside.x, y: beside.y)))
    #expect(try session.send(.mouseUp(.left, x: beside.x, y: beside.y)))
    #expect(try session.send(.wheel(x: 0, y: 1)))
    #expect(try session.send(.keyDown("L", isRepeat: false)))
}

@Test("a drag stays with the panel or the demo in which it began")
func dragsKeepTheirOwner() throws {
    let session = try Session()
    #expect(try session.send(.mouseDown(.left, x: beside.x, y: beside.y)))
    #expect(try session.send(.mouseMoved(x: overPanel.x, y: overPanel.y, dx: -300, dy: 190)))
    #expect(try session.send(.mouseUp(.left, x: overPanel.x, y: overPanel.y)))
    #expect(!session.probe.isOn)
    #expect(try !session.send(.mouseDown(.left, x: overPanel.x, y: overPanel.y)))
    #expect(try !session.send(.mouseMoved(x: beside.x, y: beside.y, dx: 300, dy: -190)))
    #expect(try !session.send(.mouseUp(.left, x: beside.x, y: beside.y)))
}

@Test("Tab hides the panel and shows it again; a hidden panel takes no events")
func tabHides() throws {
    let session = try Session()
    #expect(try !session.send(.keyDown("Tab", isRepeat: false)))
    #expect(!session.panel.isShown)
    #expect(try session.send(.mouseDown(.left, x: overPanel.x, y: overPanel.y)))
    #expect(try session.send(.mouseUp(.left, x: overPanel.x, y: overPanel.y)))
    #expect(!session.probe.isOn)
    #expect(try !session.send(.keyDown("Tab", isRepeat: false)))
    #expect(session.panel.isShown)
}

@Test("Escape ends the typing of a number and restores the number")
func escapeEndsTyping() throws {
    let session = try Session()
    try session.send(.mouseMoved(x: overSlider.x, y: overSlider.y, dx: 0, dy: 0))
    try session.send(.keyDown("Left Ctrl", isRepeat: false))
    try session.send(.mouseDown(.left, x: overSlider.x, y: overSlider.y))
    try session.send(.mouseUp(.left, x: overSlider.x, y: overSlider.y))
    try session.send(.keyUp("Left Ctrl"))
    #expect(session.panel.context.wantsKeyboard, "a Control-click begins to type")
    try session.send(.keyDown("1", isRepeat: false))
    #expect(try !session.send(.keyDown("Escape", isRepeat: false)), "who types has Escape")
    try session.send(.keyUp("Escape"))
    for _ in 0..<2 { try session.frame([]) }
    #expect(!session.panel.context.wantsKeyboard && session.probe.level == 0.5)
}

private let panelDemos: [(name: String, make: @Sendable (Device) throws -> any Demo)] = [
    ("textured", { try TexturedDemo(device: $0) }), ("triangles", { try TrianglesDemo(device: $0) }),
    ("swipe3d", { try Swipe3DDemo(device: $0, cube: .studio, cubeSize: 16) }), ("materials", { try MaterialsDemo(device: $0) }),
    ("lit", { try LitDemo(device: $0) }), ("fluid", { try FluidDemo(device: $0, rows: 16) }),
    ("filters", { try FiltersDemo(device: $0, image: "brick", chain: Filter.chain("sepia(0.8) | blur(4) | vignette")) }),
    ("model", {
        try ModelViewer(device: $0, model: .load(packageFolder.appendingPathComponent("Examples/island.glb").path))
    }),
    ("rope", { try RopeDemo(device: $0, physics: 0) }), ("drop-shapes", { try DropShapesDemo(device: $0) }), ("vine", { try VineDemo(device: $0) }),
    ("picker", { try PickerDemo(device: $0) }), ("graphs", { try GraphsDemo(device: $0) }), ("arrow", { try ArrowDemo(device: $0) }),
    ("emitter", { try EmitterDemo(device: $0) }), ("fractal", { try FractalDemo(device: $0, system: FractalLibrary.systems[0]) }),
]

@Test("a demo with its panel is drawn as its golden image, on both renderers", arguments: panelDemos.indices)
func panelGolden(index: Int) throws {
    let (name, make) = panelDemos[index]
    func picture(_ kind: Device.Kind) throws -> Image {
        let device = Device(kind)
        let driver = try HeadlessDriver(device: device, size: size, samples: 1)
        return try driver.render(make(device), time: 1, panel: DemoPanel(device: device, title: name))
    }
    let reference = try picture(.reference)
    try GoldenImage.expect(reference, equals: "panel-\(name)")
    #expect(try picture(.jit) == reference)
}

@Test("a shader file's own uniforms are in its panel, with their defaults, and change the picture")
func shaderUniforms() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("panel-\(UUID().uuidString).frag")
    defer { try? FileManager.default.removeItem(at: file) }
    try """
        #version 330
        uniform bool flip;
        uniform float level = 0.25;
        out vec4 color;
        void main() { color = flip ? vec4(0.0, 0.0, level, 1.0) : vec4(level, 0.0, 0.0, 1.0); }
        """.write(to: file, atomically: true, encoding: .utf8)
    let device = Device(.reference)
    let viewer = try ShaderViewer(device: device, path: file.path)
    let driver = try HeadlessDriver(device: device, size: PixelSize(width: 4, height: 4), samples: 1)
    #expect(try driver.render(viewer, time: 0)[2, 2] == SIMD4(64, 0, 0, 255))
    // Clicks further and further down along the window's left side, until a click hits the checkbox below the player's widgets.
    let panel = try DemoPanel(device: device, title: "shader")
    func frame(_ events: [PanelEvent]) throws { try panel.update(viewer, width: 400, height: 300, delta: 0.1, time: 0, events: events) }
    for _ in 0..<2 { try frame([]) }
    for y in stride(from: 256, to: 8, by: -8) where try driver.render(viewer, time: 0)[2, 2].x != 0 {
        for events in [[.pointerMoved(x: 38, y: Float(y))], [.buttonDown(.left)], [.buttonUp(.left)], []] as [[PanelEvent]] { try frame(events) }
    }
    #expect(try driver.render(viewer, time: 0)[2, 2] == SIMD4(0, 0, 64, 255))
}
