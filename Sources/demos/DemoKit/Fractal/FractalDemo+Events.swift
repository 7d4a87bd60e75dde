// How a fractal reacts to keys, pointer and wheel.

import Canvas
import Effects
import Foundation
import Panels
import Raster
import Scenes2D
import Window

extension FractalDemo {
    package static let keys = ["click, or arrows and Return: open a fractal; a click stops, continues its growth", "drag the knob: show this share",
                               "G: back to the gallery", "Left, Right: show less, more", "Up, Down: more, fewer generations",
                               "drag: change the angle, in space turn it", "D: plane or space",
                               "E: the rules as tiles; then arrows move the mark, comma and period choose a tile, Return inserts it, Backspace and Delete remove, Z undoes",
                               "R: start, end a film", "S: save as JSON, SVG and PDF here", "1-9: this filter on, off"]
    package static let hasOptions = true
    package var gainsFromSamples: Bool { isInSpace }
    /// The panel is at the right edge below the toolbar, because drawings are narrow in this part of the window.
    package static let panelCorner = SIMD2<Float>(-16, 84)
    /// True while a drawing is open. The gallery shows no options, because the options belong to the open drawing.
    package var showsOptions: Bool { isOpen && passage == nil }
    package var isAnimated: Bool { !isStill || isFilming }
    package func timeUntilNextChange(at time: Double) -> Double? {
        if !isOpen, passage == nil, let gallery { return gallery.timeUntilNextChange(at: time) }
        return isAnimated ? 0 : nil
    }
    package func willShow(in window: Window) { gallery?.isLive = true }

    package func handle(_ event: DemoEvent, at time: Double) throws {
        let wasPressed = isPressed
        if case .pointer(let x, let y, let pressed) = event {
            pointer = SIMD2(x, y)
            // The tiles receive the pointer's moves even while the drawing hides the tiles, so that the tiles know the pointer's position
            // when the gallery is shown again.
            _ = gallery?.tiles.handle(event)
            if !pressed { isDragging = false }
            // After a press on the toolbar's progress bar, the knob of the bar follows the pointer until the mouse button is released.
            if pressed && !isPressed { isScrubbing = isOpen && passage == nil && isOnToolbar && scenePointer.x >= FractalDemo.discEnd && !isOnRulesButton }
            isPressed = pressed
        }
        guard passage == nil else { return }
        if isScrubbing {
            let track = FractalDemo.track(Double(size.width) * scenePoints)
            progress = max(0, min((scenePointer.x - track.minX) / track.width, 1))
            if !isPressed { isScrubbing = false }
            return
        }
        guard isOpen else {
            if let gallery, let index = gallery.tiles.handle(event) { try open(index, of: gallery, at: time) }
            return
        }
        if editor != nil, handleInEditor(event, wasPressed: wasPressed) { return }
        switch event {
        case .tap:
            // The disc at the left end of the toolbar returns to the gallery; the tile at the right end shows the rules.
            if isOnToolbar {
                if scenePointer.x < FractalDemo.discEnd { try close(at: time) } else if isOnRulesButton { showRules(editor == nil) }
                return
            }
            if let share = progress { (progress, begin) = (nil, time - (share < 1 ? share * duration : 0)) } else {
                progress = progress(at: time) < 1 ? progress(at: time) : nil
                if progress == nil { begin = time }
            }
        case .key("g"): try close(at: time)
        case .key("d"): isInSpace.toggle()
        case .key("e"): showRules(editor == nil)
        case .key("r"): toggleRecording(at: time)
        case .key("s"): saveHere()
        case .key(let character):
            if let digit = character.wholeNumberValue, chain.indices.contains(digit - 1) { chain[digit - 1].isOn.toggle() }
        case .arrow(let dx, _) where dx != 0: progress = max(0, min(progress(at: time) + Double(dx) / 100, 1))
        case .arrow(_, let dy): system.generations = max(0, min(system.generations + dy, 100))
        case .wheel(let steps): system.width = max(0.02, min(system.width * (1 + 0.08 * Double(max(-5, min(steps.isNaN ? 0 : steps, 5)))), 20))
        case .drag(let dx, let dy, _):
            isDragging = true
            if isInSpace {
                orbit.angle += Double(dx * OrbitCamera.radiansPerPixel)
                orbit.tilt = max(-1.4, min(orbit.tilt - Double(dy * OrbitCamera.radiansPerPixel), 1.4))
            } else {
                system.angle = max(-360, min(system.angle + Double(dx) * 0.05, 360))
            }
        case .pointer, .text, .edit: break
        }
    }
    /// Passes an event to the editor of the rules. Returns true if the editor handled the event. If the result is false, the demo handles
    /// the event.
    private func handleInEditor(_ event: DemoEvent, wasPressed: Bool) -> Bool {
        defer { takeEdits() }
        switch event {
        case .pointer(_, _, let pressed):
            if pressed, !wasPressed {
                isEditing = editor?.pointerDown(at: scenePointer) ?? false
            } else if wasPressed, !pressed {
                if isEditing { editor?.pointerUp(at: scenePointer) }
            } else { editor?.pointerMoved(to: scenePointer) }
            return isEditing
        case .tap, .drag:
            // If the press began on the editor, the editor also handles the tap or drag that follows.
            return isEditing
        case .arrow(let dx, let dy): editor?.moveCursor(dx: dx, dy: -dy)
        case .key("\n"): editor?.insertChosen()
        case .key("\u{8}"): editor?.delete()
        case .key("\u{7F}"): editor?.delete(forward: true)
        case .key(","): editor?.choose(-1)
        case .key("."): editor?.choose(1)
        case .key("z"): editor?.undo()
        case .key("="): return editor?.insert("+") ?? false
        case .key(let character) where !character.isLetter && !character.isNumber: return editor?.insert(character) ?? false
        case .key, .wheel, .text, .edit: return false
        }
        return true
    }
    /// The size of a pixel in points of the scene.
    private var scenePoints: Double { FractalDemo.height / Double(size.height) }
    /// The pointer's position in points of the scene; y points down.
    var scenePointer: Point { Point(Double(pointer.x), Double(size.height) - Double(pointer.y)) * scenePoints }
    private var isOnToolbar: Bool { gallery != nil && scenePointer.y < FractalDemo.toolbar }
    private var isOnRulesButton: Bool { scenePointer.x >= Double(size.width) * scenePoints - FractalDemo.rulesButton }
    private func open(_ index: Int, of gallery: FractalGallery, at time: Double) throws {
        show(gallery.systems[index], at: time)
        passage = (time, try ZoomFromRectangleTransition(device: device, rectangle: gallery.tiles.share(of: index),
                                                         toolbar: Float(FractalDemo.toolbar / FractalDemo.height)), true)
        isOpen = true
    }
    func close(at time: Double) throws {
        guard let gallery else { return }
        if recorder != nil { toggleRecording(at: time) }
        showRules(false)
        let index = gallery.systems.firstIndex { $0.name == system.name } ?? 0
        passage = (time, try ZoomFromRectangleTransition(device: device, rectangle: gallery.tiles.share(of: index),
                                                         toolbar: Float(FractalDemo.toolbar / FractalDemo.height)), false)
        isOpen = false
    }
}
