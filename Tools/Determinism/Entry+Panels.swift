// Entry+Panels: panels with every widget, at several sizes, with all foldable parts open.

import DemoKit
import Models
import Panels
import Raster

extension Entry {
    private static let demosWithPanel: [(name: String, make: @Sendable (Device) throws -> any Demo)] = [
        ("triangles", { try TrianglesDemo(device: $0) }), ("textured", { try TexturedDemo(device: $0) }),
        ("swipe3d", { try Swipe3DDemo(device: $0, cube: .studio, cubeSize: 16) }), ("materials", { try MaterialsDemo(device: $0) }),
        ("model", { try ModelViewer(device: $0, model: model()) }), ("shader", { try ShaderViewer(device: $0, path: "plasma") }),
    ]

    static let panels: [Entry] = demosWithPanel.map { name, make in
        Entry("panel/\(name)") { device in
            let driver = try HeadlessDriver(device: device, size: PixelSize(width: 400, height: 300), samples: 1)
            return try driver.render(make(device), time: 1, panel: DemoPanel(device: device, title: name))
        }
    } + ([1.25, 2] as [Float]).map { scale in
        Entry("panel/every widget, scale \(scale)") { try picture($0, width: Int(340 * scale), height: Int(430 * scale), scale: scale, build: everyWidget) }
    } + [
        Entry("widgets/every, the pointer over one") { try picture($0, width: 340, height: 430, frames: [[.pointerMoved(x: 60, y: 350)]], build: everyWidget) },
        Entry("widgets/open colour picker") { try picture($0, width: 420, height: 420, frames: click(x: 30, fromTop: 51, of: 420)) { panel in
            panel.window("colour", x: 10, y: 10, width: 200) {
                var color = SIMD4<Float>(0.3, 0.6, 0.2, 0.7)
                panel.color("tint", &color)
            }
        } },
        Entry("widgets/open list with a tooltip") { try picture($0, width: 300, height: 300,
                                                                frames: click(x: 60, fromTop: 51, of: 300) + [[.pointerMoved(x: 60, y: 300 - 90)]]) { panel in
            panel.window("list", x: 10, y: 10, width: 200) {
                var choice = 2
                panel.combo("choice", &choice, of: Array(1...12)) { "number \($0)" }
                panel.tooltip("what is chosen")
            }
        } },
        Entry("widgets/folded") { try picture($0, width: 200, height: 100) { panel in
            panel.window("folded", x: 10.5, y: 10.25, width: 150, folded: true) { panel.text("unseen") }
        } },
    ]

    private static func click(x: Float, fromTop y: Float, of height: Float) -> [[PanelEvent]] {
        [[.pointerMoved(x: x, y: height - y)], [.buttonDown(.left)], [.buttonUp(.left)], [], []]
    }
    private static func picture(_ device: Device, width: Int, height: Int, scale: Float = 1, frames: [[PanelEvent]] = [],
                                build: (PanelBuilder) throws -> Void) throws -> Image {
        let panels = try PanelContext(device: device, scale: scale), target = try device.makeFramebuffer(width: width, height: height)
        // A panel's window gets its size in the first frame, so some frames are drawn before the picture is taken.
        for events in [[], []] + frames { try panels.update(width: width, height: height, delta: 1.0 / 60, events: events, build) }
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0.24, 0.3, 0.36, 1)) { _ in }
        try panels.draw(into: &encoder, target: target)
        try device.submit(encoder)
        return try target.readImage()
    }

    private static func everyWidget(_ panel: PanelBuilder) {
        var on = true, off = false, number: Float = 0.4, count = 3, choice = 1
        var color = SIMD3<Float>(0.9, 0.5, 0.1), tint = SIMD4<Float>(0, 1, 1, 0.5), place = SIMD3<Float>(1, 2, 3)
        panel.window("Everything", width: 300) {
            panel.text("text with ümlauts, 20 °C")
            panel.note("a note that is long enough to be broken into two lines at least")
            panel.checkbox("checkbox", &on)
            panel.sameLine()
            panel.disabled { panel.checkbox("disabled", &on) }
            panel.sameLine()
            panel.checkbox("off", &off)
            panel.radio("one", &choice, is: 1)
            panel.sameLine()
            panel.radio("two", &choice, is: 2)
            panel.slider("slider", &number, in: 0...1, unit: " %")
            panel.slider("logarithmic", &number, in: 0.001...10, logarithmic: true)
            panel.slider("whole", &count, in: 0...10)
            panel.drag("drag", &place)
            panel.color("colour", &color)
            panel.color("tint", &tint)
            panel.combo("combo", &choice, of: [1, 2, 3]) { "number \($0)" }
            panel.separator()
            panel.header("header", open: true) { panel.plot("##plot", (0..<40).map { Float(($0 * 29) % 40) / 40 }, in: 0...1) }
            panel.progress(0.4, overlay: "40 %")
            panel.progress(0.005)
            panel.tree("tree", open: true) { panel.text("leaf") }
            panel.tabs("tabs", ["first", "second"]) { panel.text("number \($0)") }
        }
    }
}
