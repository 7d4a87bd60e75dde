// ViewSession: the viewer without its window: events go in, pictures come out. A window hands it what its user does, and tests what they make up.

import FrameCapture
import Panels
import Raster
import Window

package final class ViewSession {
    package let viewer: FrameViewer
    package let stage: ViewStage
    package private(set) var showsPanels = true
    private let panels: PanelContext
    private var size = (width: 1, height: 1)
    private var pointer = SIMD2<Float>.zero
    /// Who has the button that is held, and how far the pointer went with it.
    private var held: (button: MouseButton, isPanels: Bool, travelled: Float)?
    /// Whether events wait for the next picture.
    package var hasPendingInput: Bool { panels.hasPendingInput }

    /// - Parameter scale: Pixels per point.
    package init(_ viewer: FrameViewer, _ stage: ViewStage, scale: Float = 1) throws {
        self.viewer = viewer; self.stage = stage
        panels = try PanelContext(device: viewer.device, scale: scale)
    }

    /// Does what the events ask for, and builds the panels of a picture of that size.
    package func update(width: Int, height: Int, delta: Double = 1.0 / 60, events: [WindowEvent] = []) throws {
        size = (width, height)
        stage.margins = showsPanels ? SIMD2(316, 416) * panels.scale : .zero
        var panelEvents: [PanelEvent] = []
        for event in events { handle(event, &panelEvents) }
        stage.margins = showsPanels ? SIMD2(316, 416) * panels.scale : .zero
        try panels.update(width: width, height: height, delta: delta, events: panelEvents) { if showsPanels { viewer.build($0) } }
    }
    /// Draws the picture that `update` prepared.
    package func draw(to target: Framebuffer) throws {
        var encoder = viewer.device.makeCommandEncoder(label: "view")
        try stage.draw(viewer, to: target, into: &encoder)
        try panels.draw(into: &encoder, target: target)
        try viewer.device.submit(encoder)
    }

    private func handle(_ event: WindowEvent, _ panelEvents: inout [PanelEvent]) {
        func isOverPanels() -> Bool { showsPanels && panels.wantsPointer(atX: pointer.x, y: pointer.y) }
        switch event {
        case .mouseMoved(let x, let y, let dx, let dy):
            pointer = SIMD2(x, y)
            panelEvents.append(.pointerMoved(x: x, y: y))
            guard let current = held, !current.isPanels else { return }
            held?.travelled += abs(dx) + abs(dy)
            if viewer.stage == .picture { stage.pan += SIMD2(dx, dy) } else {
                stage.yaw += dx * 0.01
                stage.pitch -= dy * 0.01
            }
        case .mouseDown(let button, let x, let y):
            pointer = SIMD2(x, y)
            if held == nil { held = (button, isOverPanels(), 0) }
            panelEvents += [.pointerMoved(x: x, y: y), .buttonDown(ViewSession.panelButton(button))]
        case .mouseUp(let button, let x, let y):
            panelEvents += [.pointerMoved(x: x, y: y), .buttonUp(ViewSession.panelButton(button))]
            guard let released = held, released.button == button else { return }
            held = nil
            guard !released.isPanels, released.travelled < 4, button == .left, viewer.stage == .picture, let image = viewer.image() else { return }
            viewer.choose(pixel: stage.pixel(at: SIMD2(x, y), size.width, size.height, of: image))
            if viewer.pixel != nil, viewer.page != .trace { viewer.page = .pixel }
        case .wheel(let x, let y):
            if isOverPanels() { return panelEvents.append(.wheel(x: x, y: y)) }
            guard y != 0 else { return }
            if viewer.stage != .picture {
                stage.distance = min(max(stage.distance * (y > 0 ? 0.85 : 1 / 0.85), 0.05), 10)
            } else if let image = viewer.image() {
                stage.magnify(y, around: pointer, size.width, size.height, of: image)
            }
        case .keyDown(let name, let isRepeat): press(name, isRepeat: isRepeat)
        case .keyUp, .text, .resized, .quit: break
        }
    }
    private func press(_ name: String, isRepeat: Bool) {
        switch name {
        case "Left": viewer.choose(viewer.draw - 1)
        case "Right": viewer.choose(viewer.draw + 1)
        case "Up": viewer.moveTrace(by: -1)
        case "Down": viewer.moveTrace(by: 1)
        case "Home":
            stage.zoom = nil
            stage.pan = .zero
            stage.distance = 1
        case "Tab": if !isRepeat { showsPanels.toggle() }
        case "M":
            let all = FrameViewer.Stage.allCases
            viewer.stage = all[((all.firstIndex(of: viewer.stage) ?? 0) + 1) % all.count]
        default: break
        }
    }
    private static func panelButton(_ button: MouseButton) -> PanelButton {
        switch button {
        case .left: .left
        case .middle: .middle
        case .right: .right
        }
    }
}
