// PanelPicture: the picture on the page about panels, and the code of the page.

import Foundation
import Panels
import Raster

private struct Lamp {
    enum Kind: String, CaseIterable { case bulb, tube, flame }
    var isOn = true
    var kind = Kind.flame
    var brightness: Float = 70
    var color = SIMD3<Float>(1, 0.72, 0.35)
    var history: [Float] = (0..<60).map { 0.7 + 0.3 * Float(sin(Double($0) * 0.35) * cos(Double($0) * 0.11)) }
}

func lampPicture(device: Device) throws -> Image {
    let target = try device.makeFramebuffer(width: 400, height: 290)
    let panels = try PanelContext(device: device), events: [PanelEvent] = []
    var lamp = Lamp(), encoder = device.makeCommandEncoder()
    // Draws twice, because a panel window gets its size in its first frame.
    for _ in 0..<2 {
        try panels.update(width: target.width, height: target.height, delta: 1.0 / 60, events: events) { panel in
            panel.window("lamp", width: 260) {
                panel.checkbox("on", &lamp.isOn)
                panel.combo("kind", &lamp.kind)
                panel.slider("brightness", &lamp.brightness, in: 0...100, decimals: 0, unit: " %")
                panel.color("colour", &lamp.color)
                panel.header("history", open: true) { panel.plot("##last hour", lamp.history) }
                if panel.button("flicker") { lamp.history.append(0) }
            }
        }
    }
    encoder.render(to: target, clear: .color(0.24, 0.30, 0.36, 1)) { _ in }
    try panels.draw(into: &encoder, target: target)
    try device.submit(encoder)
    return try target.readImage().converted(to: .rgb8)
}
