// ViewWindow: shows a viewing session in a window, and draws only if something has changed.

import Foundation
import FrameCapture
import Raster
import Window

package final class ViewWindow {
    private let session: ViewSession
    private let window: Window
    private var target: Framebuffer?
    private var lastLook = 0.0

    package init(_ viewer: FrameViewer, _ stage: ViewStage, size: (width: Int, height: Int)) throws {
        window = try Window(name: "framescope", width: size.width, height: size.height)
        session = try ViewSession(viewer, stage, scale: window.pixelsPerPoint)
        window.ownKeys = session.ownKeys
        viewer.editor =
            ShaderEditor(folder: FileManager.default.temporaryDirectory.appendingPathComponent("framescope-\(ProcessInfo.processInfo.processIdentifier)"))
    }

    package func run() throws {
        let viewer = session.viewer
        // The number of frames that must still be drawn. The panels show the effect of an event only after one or two frames, so three
        // frames are drawn.
        var framesToDraw = 3
        try window.run { time, events in
            if !events.isEmpty || viewer.takeAnswers() { framesToDraw = 3 }
            if time.seconds - lastLook > 0.4 {
                lastLook = time.seconds
                if viewer.editor?.update(viewer) == true { framesToDraw = 3 }
            }
            if framesToDraw == 0 && !session.hasPendingInput { return nil }
            framesToDraw = max(0, framesToDraw - 1)
            if window.title != viewer.title { window.title = viewer.title }
            var events = events
            if window.isFullScreen, ViewSession.takeEscape(from: &events) { window.toggleFullScreen() }
            try session.update(width: window.width, height: window.height, delta: time.delta, events: events)
            window.ownKeys = session.ownKeys
            if target?.width != window.width || target?.height != window.height {
                target = try viewer.device.makeFramebuffer(width: window.width, height: window.height, label: "view")
            }
            guard let target else { return nil }
            try session.draw(to: target)
            return target
        }
    }
}
