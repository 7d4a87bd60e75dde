// ViewSession: the viewer without a window. The session receives events and draws pictures. A window passes the user's events to
// the session, and tests pass made-up events.

import FrameCapture
import Panels
import Raster
import Window

package final class ViewSession {
    package let viewer: FrameViewer
    package let stage: ViewStage
    package var layout = ViewLayout()
    package var showsPanels: Bool { layout.showsPanels }
    private let panels: PanelContext
    private var size = (width: 1, height: 1)
    private var pointer = SIMD2<Float>.zero
    private var keys = ViewKeys()
    private enum Holder { case panels, picture, divider(ViewLayout.Divider) }
    /// The mouse button that is held down, the part of the window in which the user pressed this button, and the pointer's movement since
    /// the button was pressed; nil if no button is held down.
    private var held: (button: MouseButton, holder: Holder, travelled: Float)?
    /// Whether some events have not been handled yet, and wait for the next picture.
    package var hasPendingInput: Bool { panels.hasPendingInput }

    /// - Parameter scale: The number of pixels per point.
    package init(_ viewer: FrameViewer, _ stage: ViewStage, scale: Float = 1) throws {
        self.viewer = viewer; self.stage = stage
        panels = try PanelContext(device: viewer.device, scale: scale)
    }

    /// Handles the events, and builds the panels for a picture of the given size in pixels.
    package func update(width: Int, height: Int, delta: Double = 1.0 / 60, events: [WindowEvent] = []) throws {
        size = (width, height)
        arrange()
        var panelEvents: [PanelEvent] = []
        for event in events {
            handle(event, &panelEvents)
            arrange()
        }
        try panels.update(width: width, height: height, delta: delta, events: panelEvents) { if showsPanels { viewer.build($0, layout, zoom: zoom) } }
        switch viewer.zoomRequest {
        case .fit: fit()
        case .natural:
            stage.zoom = 1
            stage.pan = .zero
        case nil: break
        }
        viewer.zoomRequest = nil
    }
    /// The keys that the window handles instead of the session. The session handles Escape, because Escape closes an open part of the
    /// viewer instead of ending framescope. While the user types into a field, the session also handles P, because P then types a letter.
    package var ownKeys: Set<OwnKey> { OwnKey.all.subtracting(panels.wantsKeyboard ? [.escape, .p] : [.escape]) }
    /// Removes the first press of Escape from the events. If Escape leaves full screen, the same press must not also close a part
    /// of the viewer. Returns whether the events had a press of Escape.
    package static func takeEscape(from events: inout [WindowEvent]) -> Bool {
        guard let place = events.firstIndex(of: .keyDown("Escape", isRepeat: false)) else { return false }
        events.remove(at: place)
        return true
    }
    /// Draws the picture that `update` prepared.
    package func draw(to target: Framebuffer) throws {
        var encoder = viewer.device.makeCommandEncoder(label: "view")
        arrange()
        try stage.draw(viewer, to: target, into: &encoder)
        try panels.draw(into: &encoder, target: target)
        try viewer.device.submit(encoder)
    }

    private var zoom: Float { viewer.image().map { stage.placement(size.width, size.height, of: $0).zoom } ?? 1 }
    private func arrange() {
        layout.width = Float(size.width) / panels.scale
        layout.height = Float(size.height) / panels.scale
        layout.hasDrawer = viewer.shownDrawer != nil
        let frame = layout.stage, scale = panels.scale, left = (frame.x * scale).rounded(), top = (frame.y * scale).rounded()
        let right = ((frame.x + frame.width) * scale).rounded(), bottom = ((frame.y + frame.height) * scale).rounded()
        stage.area = PixelRect(x: Int(left), y: max(0, size.height - Int(bottom)), width: max(1, Int(right - left)), height: max(1, Int(bottom - top)))
        stage.scale = scale
    }
    private func fit() {
        stage.zoom = nil
        stage.pan = .zero
        stage.distance = 1
    }
    /// Converts pixels from the lower left into points from the upper left.
    private func place(_ x: Float, _ y: Float) -> (x: Float, y: Float) { (x / panels.scale, (Float(size.height) - y) / panels.scale) }

    private func handle(_ event: WindowEvent, _ panelEvents: inout [PanelEvent]) {
        func isOverPanels() -> Bool { showsPanels && panels.wantsPointer(atX: pointer.x, y: pointer.y) }
        switch event {
        case .mouseMoved(let x, let y, let dx, let dy):
            pointer = SIMD2(x, y)
            hover(isOverPanels: isOverPanels())
            switch held?.holder {
            case .divider(let divider):
                let place = place(x, y)
                return layout.move(divider, toX: place.x, y: place.y)
            case .picture:
                held?.travelled += abs(dx) + abs(dy)
                if viewer.stage == .picture { stage.pan += SIMD2(dx, dy) } else {
                    stage.yaw += dx * 0.01
                    stage.pitch -= dy * 0.01
                }
            case .panels, nil: break
            }
            panelEvents.append(.pointerMoved(x: x, y: y))
        case .mouseDown(let button, let x, let y):
            pointer = SIMD2(x, y)
            let place = place(x, y)
            if held == nil, button == .left, !viewer.showsHelp, !panels.wantsKeyboard, let divider = layout.divider(atX: place.x, y: place.y) {
                held = (button, .divider(divider), 0)
                return
            }
            if held == nil { held = (button, isOverPanels() ? .panels : .picture, 0) }
            panelEvents += [.pointerMoved(x: x, y: y), .buttonDown(ViewSession.panelButton(button))]
        case .mouseUp(let button, let x, let y):
            pointer = SIMD2(x, y)
            let released = held?.button == button ? held : nil
            if released != nil { held = nil }
            if case .divider = released?.holder { return }
            panelEvents += [.pointerMoved(x: x, y: y), .buttonUp(ViewSession.panelButton(button))]
            guard let released, case .picture = released.holder, released.travelled < 4, button == .left else { return }
            if viewer.showsHelp { return viewer.showsHelp = false }
            guard viewer.stage == .picture, let image = viewer.image() else { return }
            let chosen = stage.pixel(at: SIMD2(x, y), size.width, size.height, of: image)
            if viewer.texture != nil { return viewer.choose(texel: chosen) }
            viewer.choose(pixel: chosen)
            if viewer.pixel != nil, viewer.page != .trace { viewer.page = .pixel }
        case .wheel(let x, let y):
            if isOverPanels() { return panelEvents.append(.wheel(x: x, y: y)) }
            guard y != 0 else { return }
            if viewer.stage != .picture {
                stage.distance = min(max(stage.distance * (y > 0 ? 0.85 : 1 / 0.85), 0.05), 10)
            } else if let image = viewer.image() {
                stage.magnify(y, around: pointer, size.width, size.height, of: image)
            }
        case .keyDown(let name, let isRepeat):
            // While the user types into a field, keys go only to the field.
            let isTyping = panels.wantsKeyboard
            if isTyping || ["Ctrl", "Shift", "Alt"].contains(where: { name.hasSuffix($0) }) { panelEvents += keys.events(name, isDown: true) }
            if !isTyping, !keys.holdsControl { press(name, isRepeat: isRepeat) }
        case .keyUp(let name): panelEvents += keys.events(name, isDown: false)
        case .text(let text): if panels.wantsKeyboard { panelEvents.append(.text(text)) }
        case .dropped, .resized, .quit: break
        }
    }
    private func hover(isOverPanels: Bool) {
        viewer.hovered = !isOverPanels && viewer.stage == .picture ? viewer.image().flatMap { stage.pixel(at: pointer, size.width, size.height, of: $0) } : nil
    }
    private func press(_ name: String, isRepeat: Bool) {
        switch name {
        case "Left": viewer.step(by: -1)
        case "Right": viewer.step(by: 1)
        case "Up": viewer.moveTrace(by: -1)
        case "Down": viewer.moveTrace(by: 1)
        case "Home": fit()
        case "Tab": if !isRepeat { layout.showsPanels.toggle() }
        case "Escape": if !isRepeat { viewer.closeLast() }
        case "M":
            // A dispatch has no mesh, so the key that shows the mesh has no effect if a dispatch is chosen.
            guard viewer.chosen != nil else { return }
            let all = FrameViewer.Stage.allCases
            viewer.stage = all[((all.firstIndex(of: viewer.stage) ?? 0) + 1) % all.count]
        case "V": if viewer.chosen != nil { viewer.drawer = viewer.drawer == .vertices ? nil : .vertices }
        case "C": viewer.page = viewer.page == .changes ? .state : .changes
        case "R":
            if let values = viewer.image()?.found.values, let range = viewer.lens.range(of: values) {
                viewer.lens.low = range.lowerBound
                viewer.lens.high = range.upperBound
            }
        case "1", "2", "3", "4", "5", "6":
            let pages: [FrameViewer.Page] = [.state, .pixel, .trace, .shaders, .textures, .buffers]
            viewer.page = pages[(Int(name) ?? 1) - 1]
        // The key with the question mark has different names on keyboards of different countries.
        case "?", "/", "ß", "H", "F1": if !isRepeat { viewer.showsHelp.toggle() }
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
