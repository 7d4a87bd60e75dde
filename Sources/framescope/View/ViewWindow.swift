// ViewWindow: the viewer in a window: who gets an event, and when there is something to draw.

import Foundation
import FrameCapture
import Panels
import Raster
import Window

final class ViewWindow {
    private let viewer: FrameViewer
    private let stage: ViewStage
    private let window: Window
    private let panels: PanelContext
    private var target: Framebuffer?
    private var showsPanels = true
    private var pointer = SIMD2<Float>.zero
    /// Who has the button that is held, and how far the pointer went with it.
    private var held: (button: MouseButton, isPanels: Bool, travelled: Float)?
    private var lastLook = 0.0

    init(_ viewer: FrameViewer, _ stage: ViewStage, size: (width: Int, height: Int)) throws {
        self.viewer = viewer; self.stage = stage
        window = try Window(name: "framescope", width: size.width, height: size.height)
        panels = try PanelContext(device: viewer.device, scale: window.pixelsPerPoint)
        viewer.editor = ShaderEditor(folder: FileManager.default.temporaryDirectory.appendingPathComponent("framescope-\(ProcessInfo.processInfo.processIdentifier)"))
    }

    func run() throws {
        // The panels take a frame or two to follow what was done.
        var framesToDraw = 3
        try window.run { time, events in
            var panelEvents: [PanelEvent] = []
            for event in events { handle(event, &panelEvents) }
            if !events.isEmpty { framesToDraw = 3 }
            if time.seconds - lastLook > 0.4 {
                lastLook = time.seconds
                if viewer.editor?.update(viewer) == true { framesToDraw = 3 }
            }
            if framesToDraw == 0 && !panels.hasPendingInput { return nil }
            framesToDraw = max(0, framesToDraw - 1)
            try panels.update(width: window.width, height: window.height, delta: time.delta, events: panelEvents) { if showsPanels { viewer.build($0) } }
            if target?.width != window.width || target?.height != window.height {
                target = try viewer.device.makeFramebuffer(width: window.width, height: window.height, label: "view")
            }
            guard let target else { return nil }
            stage.margins = showsPanels ? SIMD2(316, 416) * panels.scale : .zero
            var encoder = viewer.device.makeCommandEncoder(label: "view")
            try stage.draw(viewer, to: target, into: &encoder)
            try panels.draw(into: &encoder, target: target)
            try viewer.device.submit(encoder)
            return target
        }
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
            panelEvents += [.pointerMoved(x: x, y: y), .buttonDown(ViewWindow.panelButton(button))]
        case .mouseUp(let button, let x, let y):
            panelEvents += [.pointerMoved(x: x, y: y), .buttonUp(ViewWindow.panelButton(button))]
            guard let released = held, released.button == button else { return }
            held = nil
            guard !released.isPanels, released.travelled < 4, button == .left, viewer.stage == .picture, let image = viewer.image() else { return }
            viewer.choose(pixel: stage.pixel(at: SIMD2(x, y), window.width, window.height, of: image))
            if viewer.pixel != nil, viewer.page != .trace { viewer.page = .pixel }
        case .wheel(let x, let y):
            if isOverPanels() { return panelEvents.append(.wheel(x: x, y: y)) }
            guard y != 0 else { return }
            if viewer.stage == .picture, let image = viewer.image() {
                stage.magnify(y, around: pointer, window.width, window.height, of: image)
            } else {
                stage.distance = min(max(stage.distance * (y > 0 ? 0.85 : 1 / 0.85), 0.05), 10)
            }
        case .keyDown(let name, let isRepeat):
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
            case "M": viewer.stage = FrameViewer.Stage.allCases[((FrameViewer.Stage.allCases.firstIndex(of: viewer.stage) ?? 0) + 1) % FrameViewer.Stage.allCases.count]
            default: break
            }
        case .keyUp, .resized, .quit: break
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
